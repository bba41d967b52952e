"""Sums and products over an index: its symbol, the range it counts, and exact values where no symbol is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil, factorial, floor, prod
from typing import Any, TypeAlias

import sympy
from sympy import Abs, Add, Expr, Max, Min, Mul, Pow, Product, Sum, Symbol

from derivations.errors import UndecidedError

SERIES = (Sum, Product)


def index_symbol(name: str) -> Symbol:
    """The symbol that counts under the name of a quantity."""
    return Symbol(name, integer=True)


def series_parts(series: Expr) -> tuple[Expr, Symbol, Expr, Expr]:
    """Term, index, first and last of a sum or product; of several in one, those of the outermost.

    >>> from sympy.abc import j, k, n
    >>> series_parts(Sum(Sum(j, (j, 1, k)), (k, 1, n)))
    (Sum(j, (j, 1, k)), k, 1, n)
    """
    inner, (index, first, last) = series.limits[:-1], series.limits[-1]
    term = series.func(series.function, *inner) if inner else series.function
    return term, index, first, last


def at_index(term: Expr, index: Symbol, value: Expr) -> Expr:
    """A term with a value in place of an index; sums inside that count with the same symbol keep it.

    >>> from sympy.abc import k, n
    >>> at_index(k * Sum(k, (k, 1, n)), k, n + 1)
    (n + 1)*Sum(k, (k, 1, n))
    """
    if not term.has(*SERIES):
        return term.xreplace({index: value})
    if index not in term.free_symbols:
        return term
    if isinstance(term, SERIES):
        inner, own, *limits = series_parts(term)
        inside = inner if own == index else at_index(inner, index, value)
        return term.func(inside, (own, *(at_index(limit, index, value) for limit in limits)))
    return term.func(*(at_index(part, index, value) for part in term.args))


WHOLE = (sympy.ceiling, sympy.floor, sympy.factorial, *SERIES)  # what only counts, or takes only what counts
MOST_TERMS = 100_000  # of what is added up at all
_MOST_OPENED = 100  # of what is written out
_LARGEST_EXPONENT = 10_000  # of a power that is rounded up or down
_MOST_EXACT = 5_000  # of what is added up exactly
_LONG = 2_000  # bits of a term of which no more than _MOST_OPENED are added up exactly
_LARGEST_FACTORIAL = 20_000
_NO_FACTORIAL = "the factorial of what is no whole number from zero"
_MOST_BITS = 200_000  # of a number on the way

_Values: TypeAlias = Mapping[Symbol, Fraction]
_Exact: TypeAlias = Callable[[_Values], Fraction]


class NoValueError(ArithmeticError):
    """An expression that has no value at a point: a division by zero, a range between what is no whole number."""


class _InexactError(Exception):
    """A value that is no fraction, or one too long to write out."""


def exact_value(expression: Expr, values: _Values | None = None) -> Fraction | None:
    """The value of an expression as a fraction; None for a number that is none, or that is too long to write out.

    `values` are those of its symbols. Raises `NoValueError` where it has no value, and `UndecidedError` for sums of
    more than `MOST_TERMS` terms.

    >>> from sympy.abc import k
    >>> exact_value(Sum(1 / k, (k, 1, 3)))
    Fraction(11, 6)
    """
    known = dict(values or {})
    try:
        return _compiled(expression)(known)
    except _InexactError:
        return None
    except ZeroDivisionError as error:
        raise NoValueError(str(error)) from None


def counted(first: Expr | Fraction, last: Expr | Fraction) -> range:
    """The whole numbers from the first to the last. Raises `NoValueError` if one of the two is no whole number.

    Raises `UndecidedError` for more than `MOST_TERMS` of them.
    """
    ends = [Fraction(int(end.p), int(end.q)) if isinstance(end, Expr) else end for end in (first, last)]
    if any(end.denominator != 1 for end in ends):
        raise NoValueError("a range between what is no whole number")
    count = max(0, int(ends[1]) - int(ends[0]) + 1)
    if count > MOST_TERMS:
        raise UndecidedError(f"{count:,} terms are too many to put numbers in: at most {MOST_TERMS:,}")
    return range(int(ends[0]), int(ends[0]) + count)


def terms_in(series: Expr) -> Iterator[Expr]:
    """The terms of a sum or product of numbers, each with its index put in. Raises as `counted` does."""
    term, index, first, last = series_parts(series)
    if not (first.is_Rational and last.is_Rational):
        raise NoValueError("a range between what is no whole number")
    for number in counted(first, last):
        yield at_index(term, index, sympy.Integer(number))


def opened(expression: Expr, values: Mapping[Symbol, Expr]) -> Expr:
    """The expression at exact values of its symbols, without sums and products over an index: term by term.

    Raises `NoValueError` where it has no value, and `UndecidedError` where that would be too long.
    """
    fractions = {key: Fraction(int(value.p), int(value.q)) for key, value in values.items() if value.is_Rational}
    found = exact_value(expression, fractions)
    if found is not None:
        return sympy.Rational(found.numerator, found.denominator)
    return _opened(expression, values)


def _opened(expression: Expr, values: Mapping[Symbol, Expr]) -> Expr:
    if isinstance(expression, SERIES):
        term, index, first, last = series_parts(expression)
        ends = (_opened(first, values), _opened(last, values))
        if not all(end.is_Rational for end in ends):
            raise NoValueError("a range between what is no whole number")
        numbers = counted(*ends)
        if len(numbers) > _MOST_OPENED:
            raise UndecidedError(f"{len(numbers):,} terms are too many to write out")
        inside = (_opened(term, {**values, index: sympy.Integer(number)}) for number in numbers)
        return Add(*inside) if isinstance(expression, Sum) else Mul(*inside)
    if isinstance(expression, Symbol):
        return values.get(expression, expression)
    parts = [_opened(part, values) for part in expression.args]
    if isinstance(expression, sympy.factorial):
        found = exact_value(expression.func(*parts, evaluate=False)) if not parts[0].free_symbols else None
        if found is None:
            raise UndecidedError(f"no number known for {expression}")
        return sympy.Integer(int(found))
    if isinstance(expression, sympy.ceiling | sympy.floor) and _is_long(parts[0]):
        raise UndecidedError(f"too many digits to round: {expression}")
    value = expression.func(*parts) if parts else expression
    if isinstance(expression, Pow | sympy.log) and (value.is_real is False or value.is_finite is False):
        raise NoValueError(f"{value} is no real number")  # two such may make one that is
    return value


def _is_long(number: Expr) -> bool:
    """True if a power in a number has an exponent so large that all its digits are too many to write out."""
    exponents = (power.as_base_exp()[1] for power in number.atoms(Pow, sympy.exp))
    return any(exponent.is_Rational and abs(exponent) > _LARGEST_EXPONENT for exponent in exponents)


@lru_cache(maxsize=512)
def _compiled(expression: Expr) -> _Exact:
    """The expression as a function of the values of its symbols; many times as fast as putting them in."""
    if isinstance(expression, Symbol):
        return lambda values: _known(expression, values)
    if expression.is_Rational:
        number = Fraction(int(expression.p), int(expression.q))
        return lambda values: number
    if isinstance(expression, SERIES):
        return _series(expression)
    parts = tuple(_compiled(part) for part in expression.args)
    if isinstance(expression, Add):
        return lambda values: sum((part(values) for part in parts), Fraction(0))
    if isinstance(expression, Mul):
        return lambda values: prod((part(values) for part in parts), start=Fraction(1))
    if isinstance(expression, Pow):
        base, exponent = parts
        return lambda values: _power(base(values), exponent(values))
    if isinstance(expression, Max):
        return lambda values: max(part(values) for part in parts)
    if isinstance(expression, Min):
        return lambda values: min(part(values) for part in parts)
    if isinstance(expression, Abs):
        return lambda values: abs(parts[0](values))
    if isinstance(expression, sympy.ceiling):
        return lambda values: Fraction(ceil(parts[0](values)))
    if isinstance(expression, sympy.floor):
        return lambda values: Fraction(floor(parts[0](values)))
    if isinstance(expression, sympy.factorial):
        return lambda values: _factorial(parts[0](values))
    return _inexact


def _series(series: Expr) -> _Exact:
    term, index, first, last = series_parts(series)
    each, start, end = _compiled(term), _compiled(first), _compiled(last)
    adds = isinstance(series, Sum)

    def value(values: _Values) -> Fraction:
        numbers = counted(start(values), end(values))
        if len(numbers) > _MOST_EXACT:
            raise _InexactError
        inside = dict(values)
        found = []
        for number in numbers:
            inside[index] = Fraction(number)
            found.append(each(inside))
            if len(numbers) > _MOST_OPENED and _bits(found[-1]) > _LONG:
                raise _InexactError  # long fractions take seconds to add up, and are no longer read
        return _together(found, adds=adds)

    return value


def _together(parts: list[Fraction], *, adds: bool) -> Fraction:
    """Sum or product, halves first: long fractions meet long ones."""
    if len(parts) < 2:
        return parts[0] if parts else Fraction(0 if adds else 1)
    middle = len(parts) // 2
    left, right = (_together(half, adds=adds) for half in (parts[:middle], parts[middle:]))
    return _short(left + right if adds else left * right)


def _bits(number: Fraction) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()


def _short(number: Fraction) -> Fraction:
    if _bits(number) > _MOST_BITS:
        raise _InexactError
    return number


def _known(symbol: Symbol, values: _Values) -> Fraction:
    if symbol not in values:
        raise _InexactError
    return values[symbol]


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if exponent.denominator != 1 or (bits > 1 and bits * abs(exponent) > _MOST_BITS):
        raise _InexactError
    return Fraction(base ** int(exponent))


def _factorial(number: Fraction) -> Fraction:
    if number.denominator != 1:
        raise NoValueError(_NO_FACTORIAL)
    found = factorial_value(int(number))
    if found is None:
        raise _InexactError
    return Fraction(found)


@lru_cache(maxsize=8192)
def factorial_value(number: int) -> int | None:
    """The factorial of a whole number; None for one too long to write out. Raises `NoValueError` below zero.

    >>> factorial_value(5)
    120
    """
    if number < 0:
        raise NoValueError(_NO_FACTORIAL)
    return None if number > _LARGEST_FACTORIAL else factorial(number)


def _inexact(values: _Values) -> Fraction:
    raise _InexactError


class _Counted:
    __slots__ = ()

    def _eval_evalf(self, prec: int) -> Expr | None:
        """The value to so many bits; None where it has none."""
        try:
            return opened(self, {})._evalf(prec)
        except (NoValueError, UndecidedError):
            return None

    def _sympystr(self, printer: Any) -> str:
        parts = ", ".join(map(printer._print, series_parts(self)))
        return f"{'sum' if isinstance(self, Sum) else 'product'}({parts})"


class CountedSum(_Counted, Sum):  # type: ignore[misc]
    """A sum, zero where nothing is counted.

    >>> from sympy.abc import k
    >>> Sum(k, (k, 3, 1)).evalf(), CountedSum(k, (k, 3, 1)).evalf()
    (-2.00000000000000, 0)
    """


class CountedProduct(_Counted, Product):  # type: ignore[misc]
    """A product, one where nothing is counted.

    >>> from sympy.abc import k, n
    >>> Product(0, (k, 1, n)).is_zero, CountedProduct(0, (k, 1, n)).is_zero, CountedProduct(0, (k, 1, 2)).is_zero
    (True, None, True)
    """

    def _eval_is_zero(self) -> bool | None:
        found: bool | None = super()._eval_is_zero()
        never_empty = all((last - first).is_nonnegative for _, first, last in self.limits)
        return found if never_empty or not found else None

    def _eval_is_extended_nonpositive(self) -> bool | None:
        """Not known by itself: an empty one is one."""
        return None
