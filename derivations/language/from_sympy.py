"""SymPy to tree, as a person would write it: one fraction bar, numbers first, the author's order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any, TypeVar

import sympy
from sympy import Abs, Add, Expr, Integer, Max, Min, Mul, Pow, Rational, S, Symbol, exp, log, sqrt

from derivations.errors import WritingError
from derivations.language.counting import SERIES, series_parts
from derivations.language.functions import Applied, BitwiseExclusiveOr, ExclusiveOr
from derivations.language.lambert import BRANCHES
from derivations.language.literal import is_unit
from derivations.language.numerals import is_decimal
from derivations.language.tree import Apply, Call, Name, Negative, Node, Number, Power, Product, Quotient, Sum

_Item = TypeVar("_Item")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_UNIT_ORDER = ("FLOP", "byte", "J", "dollar", "parameter", "token", "sequence", "GPU", "s")  # as it is said
_MAX_UNIT_EXPONENT = 12  # beyond it a unit literal is written as a power
_LARGEST_DECIMAL = 10**6  # denominators up to here may be written as decimals
_HALF = Rational(1, 2)
_FUNCTIONS = {
    Max: "max", Min: "min", exp: "exp", log: "log", ExclusiveOr: "xor", BitwiseExclusiveOr: "xor",
    sympy.ceiling: "ceil", sympy.factorial: "factorial", **{branch: branch.spelled for branch in BRANCHES},
}
_ONE = Number(Fraction(1))


def from_sympy(expression: Expr, order: Mapping[str, int]) -> Node:
    """The tree of a SymPy expression; `order` holds the reading order of quantities by name.

    A product is written over one fraction bar; factors are ordered number first, then by `order`, names
    outside it last; positive terms come before negative ones; base units are gathered in literals. Raises
    `WritingError` for anything that the grammar has no form for.

    >>> from sympy import symbols
    >>> from derivations.language.printing.text import to_text
    >>> n, B, C = symbols("n B C", positive=True)
    >>> to_text(from_sympy(2*B*n/C - B + 1, {"n": 0, "B": 1, "C": 2}))
    '2*n*B/C + 1 - B'
    """
    return _Writer(order).write(expression)


class _Writer:
    """Writes expressions in one reading order."""

    def __init__(self, order: Mapping[str, int]) -> None:
        self._order = order

    def write(self, expression: Expr) -> Node:
        """The tree of any expression."""
        if isinstance(expression, Add):
            return self._sum(expression)
        if isinstance(expression, Symbol):
            return _symbol(expression)
        if isinstance(expression, Rational | Mul | Pow):
            return self._fraction(expression)
        if expression == S.Exp1:
            return Call("exp", (_ONE,))
        if isinstance(expression, Applied):
            inside = tuple(self.write(argument) for argument in expression.arguments)
            return Apply(expression.function.name, inside, expression.subscripts)
        if isinstance(expression, Abs):  # of a real number, which is what SymPy makes of this root
            return Call("sqrt", (Power(self.write(expression.args[0]), Number(Fraction(2))),))
        if isinstance(expression, SERIES):
            return self._series(expression)
        if isinstance(expression, sympy.floor):
            return Negative(Call("ceil", (self.write(-expression.args[0]),)))
        function = _FUNCTIONS.get(getattr(expression, "func", None))
        if function is None or (function == "log" and len(expression.args) != 1):
            raise WritingError(f"cannot write {str(expression)[:80]} in the grammar of formulas")
        arguments = _by_key(expression.args, self._term_key, _word)
        return Call(function, tuple(self.write(argument) for argument in arguments))

    def _series(self, expression: Expr) -> Node:
        term, index, first, last = series_parts(expression)
        outside = {symbol.name for symbol in expression.free_symbols}
        inside = {own.name for part in term.atoms(*SERIES) for own in part.bound_symbols}
        if index.name in outside | inside:
            raise WritingError(f"{index} counts in {str(expression)[:80]} and stands there for something else, too")
        parts = self.write(term), _symbol(index), self.write(first), self.write(last)
        return Call("sum" if isinstance(expression, sympy.Sum) else "product", parts)

    def _sum(self, expression: Add) -> Node:
        terms = _by_key(expression.args, lambda term: (_is_negative(term), *self._term_key(term)), _word)
        return Sum(tuple(self.write(term) for term in terms))

    def _fraction(self, expression: Expr) -> Node:
        parts = _Parts(Mul.make_args(expression))
        over = [self._power(base, exponent) for base, exponent in self._sorted(parts.over)]
        under = [self._power(base, exponent) for base, exponent in self._sorted(parts.under)]
        if parts.root_over is not None:
            over.append(Call("sqrt", (self.write(parts.root_over),)))
        if parts.root_under is not None:
            under.append(Call("sqrt", (self.write(parts.root_under),)))
        numbers_over, numbers_under = _numbers(abs(parts.number), parts.units, bare=not over and not under)
        numerator = _product([*numbers_over, *over])
        denominator = [*numbers_under, *under]
        node = Quotient(numerator, _product(denominator)) if denominator else numerator
        return Negative(node) if parts.number < 0 else node

    def _power(self, base: Expr, exponent: Expr) -> Node:
        if exponent is S.One:
            return self.write(base)
        if exponent is _HALF:
            return Call("sqrt", (self.write(base),))
        return Power(self.write(base), self.write(exponent))

    def _sorted(self, factors: Iterable[tuple[Expr, Expr]]) -> list[tuple[Expr, Expr]]:
        return _by_key(factors, lambda factor: self._factor_key(*factor), lambda factor: tuple(map(_word, factor)))

    def _factor_key(self, base: Expr, exponent: Expr) -> tuple[int, tuple[tuple[int, str], ...]]:
        if not (base.free_symbols or exponent.free_symbols):
            rank = 0
        elif isinstance(base, Symbol):
            rank = 1
        else:
            rank = 3 if isinstance(base, Add) else 2
        return rank, self._places(base)

    def _term_key(self, term: Expr) -> tuple[object, ...]:
        degree = sum(exponent for _, exponent in _powers(term) if isinstance(exponent, Rational))
        places = self._places(term)
        return not places, places, -degree

    def _places(self, expression: Expr) -> tuple[tuple[int, str], ...]:
        last = len(self._order)
        if isinstance(expression, Symbol) and not is_unit(expression):
            return ((self._order.get(expression.name, last), expression.name),)
        names = (symbol.name for symbol in expression.free_symbols if not is_unit(symbol))
        return tuple(sorted((self._order.get(name, last), name) for name in names))


def _by_key(items: Iterable[_Item], key: Callable[[_Item], Any], word: Callable[[_Item], Any]) -> list[_Item]:
    """Items sorted by a key, and by what they read like only where the keys of two are equal: that takes long."""
    items = list(items)
    if len(items) < 2:
        return items
    keyed = [(key(item), item) for item in items]
    if len({own for own, _ in keyed}) < len(keyed):
        keyed = [((own, word(item)), item) for own, item in keyed]
    return [item for _, item in sorted(keyed, key=itemgetter(0))]


def _word(expression: Expr) -> str:
    """The text that SymPy prints; its printer is slow, and most factors are symbols and whole numbers."""
    if isinstance(expression, Symbol):
        return str(expression.name)
    return str(int(expression)) if expression.is_Integer else str(expression)


class _Parts:
    """A product taken apart: its number, its units, and what stands over and under the fraction bar."""

    def __init__(self, factors: Iterable[Expr]) -> None:
        self.number = Fraction(1)
        self._units: dict[str, int] = {}
        self.over: list[tuple[Expr, Expr]] = []
        self.under: list[tuple[Expr, Expr]] = []
        for factor in factors:
            self._add(factor)
        self.units = {base: self._units[base] for base in _UNIT_ORDER if base in self._units}
        self.root_over, self.root_under = self._roots()

    def _add(self, factor: Expr) -> None:
        if isinstance(factor, Rational):
            self.number *= Fraction(int(factor.p), int(factor.q))
            return
        base, exponent = _as_power(factor)
        if _is_unit(base) and isinstance(exponent, Integer) and abs(exponent) <= _MAX_UNIT_EXPONENT:
            self._units[base.name[1:-1]] = int(exponent)
        elif _goes_under(base, exponent):
            self.under.append((base, -exponent))
        else:
            self.over.append((base, exponent))

    def _roots(self) -> tuple[Expr | None, Expr | None]:
        """Square roots gathered under one root sign, if that is the same thing to SymPy."""
        over = [base for base, exponent in self.over if exponent is _HALF]
        under = [base for base, exponent in self.under if exponent is _HALF]
        if len(over) + len(under) < 2:
            return None, None
        if over:
            inner = Mul(*over, *(1 / base for base in under))
            same = sqrt(inner) == Mul(*map(sqrt, over), *(1 / sqrt(base) for base in under))
        else:
            inner = Mul(*under)
            same = sqrt(inner) == Mul(*map(sqrt, under))
        if not same:
            return None, None
        self.over = [part for part in self.over if part[1] is not _HALF]
        self.under = [part for part in self.under if part[1] is not _HALF]
        return (inner, None) if over else (None, inner)


def _numbers(number: Fraction, units: Mapping[str, int], *, bare: bool) -> tuple[list[Node], list[Node]]:
    """The number of a fraction with its units: what stands over the bar and what stands under it."""
    whole = number.denominator == 1 or _as_decimal(number)
    top = number if whole else Fraction(number.numerator)
    bottom = Fraction(1 if whole else number.denominator)
    # A unit that only divides is written below, n*B/1[token], unless nothing else would be there.
    if units and all(power < 0 for power in units.values()) and not bare:
        over_unit, under_unit = "", _unit_text({base: -power for base, power in units.items()})
    else:
        over_unit, under_unit = _unit_text(units), ""
    over: list[Node] = [Number(top, over_unit)] if top != 1 or over_unit else []
    under: list[Node] = [Number(bottom, under_unit)] if bottom != 1 or under_unit else []
    return over, under


def _as_decimal(number: Fraction) -> bool:
    """True for 0.34 and 1.05, which nobody writes as 17/50 and 21/20; 1/20 and 3/4 stay quotients."""
    over, under = number.numerator, number.denominator
    return over != 1 and 10 < under <= _LARGEST_DECIMAL and under % 5 == 0 and is_decimal(number)


def _unit_text(units: Mapping[str, int]) -> str:
    """A text that `parse_unit` reads, such as ``FLOP/parameter/token``."""
    over = [_unit_power(base, power) for base, power in units.items() if power > 0]
    under = [_unit_power(base, -power) for base, power in units.items() if power < 0]
    return "/".join(["·".join(over) or "1", *under]) if units else ""


def _unit_power(base: str, power: int) -> str:
    return base if power == 1 else f"{base}^{power}"


def _product(factors: list[Node]) -> Node:
    if not factors:
        return _ONE
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _symbol(symbol: Symbol) -> Node:
    if is_unit(symbol):
        return Number(Fraction(1), symbol.name[1:-1])
    if not _NAME.match(symbol.name):
        raise WritingError(f"the symbol {symbol.name[:60]!r} has no name in the grammar of formulas")
    return Name(symbol.name)


def _is_unit(base: Expr) -> bool:
    return isinstance(base, Symbol) and is_unit(base)


def _as_power(factor: Expr) -> tuple[Expr, Expr]:
    return factor.args if isinstance(factor, Pow) else (factor, Integer(1))


def _powers(term: Expr) -> list[tuple[Expr, Expr]]:
    return [_as_power(factor) for factor in Mul.make_args(term) if factor.free_symbols]


def _goes_under(base: Expr, exponent: Expr) -> bool:
    """True for exponents such as -1 and -alpha; x^(-q - 2) and (1/10)^-alpha stay as they are."""
    stays = isinstance(exponent, Add) or (isinstance(base, Rational) and not isinstance(base, Integer))
    return not stays and _is_negative(exponent)


def _is_negative(term: Expr) -> bool:
    return bool(term.as_coeff_Mul()[0].is_negative)
