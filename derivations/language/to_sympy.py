"""Tree to SymPy: the written form becomes the expression that is computed with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import sympy
from sympy import Add, Expr, I, Integer, Max, Min, Mul, Pow, Rational, Symbol, exp, factorrat, log, nan, oo, sqrt, zoo

from derivations.errors import InputError
from derivations.language.counting import CountedProduct, CountedSum, index_symbol
from derivations.language.from_sympy import from_sympy
from derivations.language.functions import Applied, BitwiseExclusiveOr, ExclusiveOr, is_bit
from derivations.language.lambert import BRANCHES
from derivations.language.limits import MAX_RANGE, check_size
from derivations.language.literal import literal
from derivations.language.printing.text import to_text
from derivations.language.tree import (
    BINDERS,
    Apply,
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    names,
)
from derivations.language.values import called, divisor, lost, power

if TYPE_CHECKING:
    from derivations.language.quantity import Notation


_CALLS: dict[str, Callable[..., Expr]] = {
    "max": Max, "min": Min, "sqrt": sqrt, "exp": exp, "log": log, "xor": ExclusiveOr,
    "factorial": sympy.factorial, **{branch.spelled: branch for branch in BRANCHES},
}
_OVER = {"sum": CountedSum, "product": CountedProduct}
# What SymPy itself fails with on rare expressions: 1.13 and 1.14 assert wrongly when they ask whether
# -(1/3)**(1 - 2*k) is odd, for an integer k.
_FAILURES = (ArithmeticError, AssertionError, NotImplementedError, RecursionError)
_MINUS_ONE, _HALF = Integer(-1), Rational(1, 2)
_SMALL_ROOT = 12
_LARGEST_TRIED = 2**15  # prime factors of a number under a root are looked for up to here


def to_sympy(node: Node, notation: Notation) -> Expr:
    """The SymPy expression of a tree, with the symbols of `notation`.

    Raises `UnknownNameError` for a name outside the notation and `InputError` for a tree that is too large or
    that has no finite real value, such as ``1/(x - x)`` or ``sqrt(-1)``, or an exclusive or of what is no bit.

    >>> from derivations.language.quantity import Notation
    >>> from derivations.language.grammar import parse_expression
    >>> to_sympy(parse_expression("b*(a + 2)/a"), Notation.of("a [] x\\nb [] y"))
    b*(a + 2)/a
    """
    return _read(node, notation)[0]


def refuse_cancelled(node: Node, notation: Notation) -> None:
    """Raise `InputError` for a tree of which SymPy takes away what has no value everywhere, as the x below x/x.

    >>> from derivations.language.quantity import Notation
    >>> from derivations.language.grammar import parse_expression
    >>> refuse_cancelled(parse_expression("a*b/b"), Notation.of("a [] x\\nb [] (real) y"))
    Traceback (most recent call last):
        ...
    derivations.errors.InputError: a*b/b has no value where b is 0, and would be taken for a there: write what is meant
    """
    found, where = _read(node, notation)
    if where:
        taken = _clipped(from_sympy(found, notation.order))
        raise InputError(f"{_clipped(node)} has no value where {where}, and would be taken for {taken} there: "
                         "write what is meant")


@lru_cache(maxsize=1024)  # a premise is asked for both
def _read(node: Node, notation: Notation) -> tuple[Expr, str]:
    """The expression of a tree, and where it has a value that the tree has not; empty for nowhere."""
    check_size(node)
    scope = _Scope(notation)
    try:
        found = _checked(_convert(node, scope), node)
    except _FAILURES as error:
        raise InputError(f"SymPy cannot work with {_clipped(node)}: {type(error).__name__}") from error
    return found, lost(scope.delicate, found)


@dataclass(frozen=True)
class _Scope:
    """The symbols that the names of a tree stand for: quantities, and inside a sum its index.

    In `delicate` is collected what has no value everywhere, as it is converted.
    """

    notation: Notation
    counting: frozenset[str] = frozenset()
    delicate: list[tuple[str, Expr]] = field(default_factory=list)

    def symbol(self, name: str) -> Symbol:
        """The symbol of a name."""
        return index_symbol(name) if name in self.counting else self.notation[name].symbol

    def inside(self, index: str) -> _Scope:
        """The scope of the terms over an index; raises `InputError` for an index that cannot count there."""
        if not self.notation[index].range.whole:
            raise InputError(f"{index} cannot count: it is {self.notation[index].range.words}, not a whole number")
        if index in self.counting:
            raise InputError(f"{index} counts twice, one sum inside the other: give one of them another index")
        return replace(self, counting=self.counting | {index})


def _convert(node: Node, scope: _Scope) -> Expr:
    match node:
        case Number(value, unit):
            number = Rational(value.numerator, value.denominator)
            return literal(number, unit) if unit else number
        case Name(name):
            if scope.notation[name].is_function:
                raise InputError(f"{name} is a function; write its arguments, {name}(...)")
            return scope.symbol(name)
        case Apply(function, arguments):
            return _applied(function, arguments, scope, node)
        case Sum(terms):
            return Add(*(_convert(term, scope) for term in terms))
        case Power(base, exponent):
            return _built(_power, (base, exponent), scope, node)
        case Call("ceil", (argument,)):
            return _rounded_up(_convert(argument, scope), node)
        case Call(function, (term, Name(index), first, last)) if function in BINDERS:
            return _over(_OVER[function], term, index, (first, last), scope)
        case Call(function, arguments):
            return _built(_CALLS[function], arguments, scope, node)
        case _:
            return Mul(*_factors(node, scope))


def _factors(node: Node, scope: _Scope) -> Iterator[Expr]:
    """All factors of a product or quotient at once: SymPy would spread 2*(a + b) if they came one by one."""
    match node:
        case Negative(operand):
            yield _MINUS_ONE
            yield from _factors(operand, scope)
        case Product(parts):
            for part in parts:
                yield from _factors(part, scope)
        case Quotient(numerator, denominator):
            yield from _factors(numerator, scope)
            for factor in _factors(denominator, scope):
                scope.delicate.extend(divisor(factor))
                yield _checked(Pow(factor, _MINUS_ONE), node)  # SymPy takes 1/(1/0) for 0
        case _:
            yield _convert(node, scope)


def _built(operation: Callable[..., Expr], parts: tuple[Node, ...], scope: _Scope, whole: Node) -> Expr:
    """An operation on parts; only powers, roots, logarithms and max can leave the real numbers."""
    arguments = [_checked(_convert(part, scope), part) for part in parts]
    if operation in (_power, sqrt):
        base, *exponents = arguments
        scope.delicate.extend(power(base, exponents[0] if exponents else _HALF))
    elif len(arguments) == 1:
        scope.delicate.extend(called(operation, arguments[0]))
    if operation is ExclusiveOr:
        operation = _exclusive_or(arguments, parts, scope, whole)
    # max and min refuse what they cannot compare: with our symbols, what is not real.
    try:
        result = operation(*arguments)
    except ValueError:
        raise _not_real(whole) from None
    result = _checked(result, whole)
    if result.is_real is False or any(map(_is_root_of_minus_one, result.atoms(Pow))):
        raise _not_real(whole)
    return result


def _exclusive_or(
    arguments: list[Expr], parts: tuple[Node, ...], scope: _Scope, whole: Node
) -> Callable[..., Expr]:
    """The exclusive or of bits, or that of whole numbers, as the arguments ask."""
    bits = {quantity.symbol for quantity in scope.notation if quantity.domain == "bit"}
    if all(is_bit(argument, bits) for argument in arguments):
        return ExclusiveOr
    for part, argument in zip(parts, arguments, strict=True):
        if not (argument.is_integer and argument.is_nonnegative):
            raise InputError(f"in {_clipped(whole)}: {_clipped(part)} is neither a bit nor a whole number from 0")
    return BitwiseExclusiveOr


def _over(kind: Callable[..., Expr], term: Node, index: str, limits: tuple[Node, Node], scope: _Scope) -> Expr:
    """A sum or product over an index, which has a symbol of its own there."""
    first, last = (_checked(_convert(limit, scope), limit) for limit in limits)
    inside = _checked(_convert(term, scope.inside(index)), term)
    if index in names(Sum(limits)):
        raise InputError(f"{index} is the index, and occurs in its own limits: give the index another name")
    span = last - first
    if span.is_number and not (span.is_Rational and span < MAX_RANGE):  # SymPy may add it up to compare it
        raise InputError(f"{index} counts over {MAX_RANGE:,} numbers or more: give the last of them a name and a value")
    return kind(inside, (index_symbol(index), first, last))


def _rounded_up(argument: Expr, node: Node) -> Expr:
    """The least whole number that is not below; SymPy would work out all digits of a number such as exp(9^60)."""
    if _checked(argument, node).is_number and not argument.is_Rational:
        raise InputError(f"{_clipped(node)} rounds a number that is no fraction: give it a name and a value")
    return sympy.ceiling(argument)


def _applied(function: str, arguments: tuple[Node, ...], scope: _Scope, whole: Node) -> Expr:
    own = scope.notation[function]
    if len(own.of) != len(arguments):
        raise InputError(f"in {_clipped(whole)}: {function} takes {len(own.of)} arguments, not {len(arguments)}")
    parts = [_checked(_convert(argument, scope), argument) for argument in arguments]
    return Applied(own.symbol, Integer(own.subscripts), *parts)


def _power(base: Expr, exponent: Expr) -> Expr:
    """The power, a number in the base factor by factor.

    SymPy would bring 841369000000000^0.28315 under one root, over a whole number that is a million bits long.
    """
    number, rest = base.as_coeff_Mul()
    if not exponent.is_Rational or exponent.q <= _SMALL_ROOT or not number.is_Rational or abs(number) in (0, 1):
        return Pow(base, exponent)
    primes = factorrat(abs(number), limit=_LARGEST_TRIED)
    others = Pow(rest if number > 0 else -rest, exponent)
    return Mul(*(Pow(Integer(prime), times * exponent) for prime, times in primes.items()), others)


def _is_root_of_minus_one(power: Pow) -> bool:
    """True for what SymPy makes of (-b)^(1/3); it calls that neither real nor not if b may be 0."""
    return power.base == _MINUS_ONE and isinstance(power.exp, Rational)


def _checked(expression: Expr, node: Node) -> Expr:
    if expression.has(nan, zoo, oo, -oo):
        raise InputError(f"{_clipped(node)} has no finite value: it divides by zero")
    if expression.has(I):
        raise _not_real(node)
    return expression


def _not_real(node: Node) -> InputError:
    return InputError(f"{_clipped(node)} is not a real number")


def _clipped(node: Node) -> str:
    text = to_text(node)
    return text if len(text) <= 100 else text[:99] + "…"
