"""Dimensional analysis of written expressions: each has a dimension, or a part that does not fit and is named."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.errors import DimensionError, InputError
from derivations.language.dimension import PURE, Dimension
from derivations.language.printing.text import relation_text, to_text
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
    WrittenRelation,
    fold,
)
from derivations.language.unit import parse_unit

if TYPE_CHECKING:
    from derivations.language.quantity import Notation


_HALF = Fraction(1, 2)
_MAX_SHOWN = 120


def dimension_of(node: Node, notation: Notation) -> Dimension:
    """The dimension of an expression.

    Raises `DimensionError`, which names the part and both dimensions, and `UnknownNameError` for a name
    outside the notation. The number 0 fits any dimension in a sum, a comparison, `max` and `min`.

    >>> from derivations.language.quantity import Notation
    >>> from derivations.language.grammar import parse_expression
    >>> str(dimension_of(parse_expression("S/W"), Notation.of("S [byte] size\\nW [byte/s] bandwidth")))
    's'
    """
    match node:
        case Number(_, unit):
            return parse_unit(unit).dimension if unit else PURE
        case Name(name):
            if notation[name].is_function:
                raise InputError(f"{name} is a function; write its arguments, {name}(...)")
            return notation[name].dimension
        case Apply(function, arguments):
            return _applied(function, arguments, notation, node)
        case Negative(operand):
            return dimension_of(operand, notation)
        case Sum(parts):
            return _alike(parts, notation, node)
        case Product(factors):
            result = PURE
            for factor in factors:
                result = result * dimension_of(factor, notation)
            return result
        case Quotient(numerator, denominator):
            return dimension_of(numerator, notation) / dimension_of(denominator, notation)
        case Power(base, exponent):
            return _power(base, exponent, notation, node)
        case Call("max" | "min", arguments):
            return _alike(arguments, notation, node)
        case Call("xor", arguments):
            for argument in arguments:
                _require_pure(argument, notation, node, "xor takes pure numbers")
            return PURE
        case Call("sqrt", (argument,)):
            return dimension_of(argument, notation) ** _HALF
        case Call(function, (term, *counted)) if function in BINDERS:
            for part in counted:
                _require_pure(part, notation, node, "what counts is a pure number")
            if function == "product":
                _require_pure(term, notation, node, "a product takes pure numbers")
            return dimension_of(term, notation)
        case Call(function, (argument,)):
            _require_pure(argument, notation, node, f"{function} takes a pure number")
            return PURE
    raise AssertionError(node)


def check_relation(written: WrittenRelation, notation: Notation) -> Dimension:
    """The one dimension of both sides of a relation; raises `DimensionError` if they differ.

    >>> from derivations.language.quantity import Notation
    >>> from derivations.language.grammar import parse_relation
    >>> notation = Notation.of("t [s] time\\nS [byte] size")
    >>> check_relation(parse_relation("t = S"), notation)
    Traceback (most recent call last):
    ...
    derivations.errors.DimensionError: t = S: t is s but S is byte
    """
    left, right = dimension_of(written.left, notation), dimension_of(written.right, notation)
    if fold(written.left) == 0:
        return right
    if fold(written.right) == 0 or left == right:
        return left
    raise DimensionError(
        f"{_clipped(relation_text(written))}: {_shown(written.left)} is {_name(left)}"
        f" but {_shown(written.right)} is {_name(right)}"
    )


def _alike(parts: tuple[Node, ...], notation: Notation, whole: Node) -> Dimension:
    """The one dimension of terms or arguments; zeros are left out."""
    first: Node | None = None
    found = PURE
    for part in parts:
        dimension = dimension_of(part, notation)
        if fold(part) == 0:
            continue
        if first is None:
            first, found = part, dimension
        elif dimension != found:
            raise DimensionError(
                f"in {_shown(whole)}: {_shown(first)} is {_name(found)} but {_shown(part)} is {_name(dimension)}"
            )
    return found


def _power(base: Node, exponent: Node, notation: Notation, whole: Node) -> Dimension:
    _require_pure(exponent, notation, whole, "an exponent is a pure number")
    dimension = dimension_of(base, notation)
    if dimension.is_pure:
        return PURE
    value = fold(exponent)
    if value is None:
        raise DimensionError(
            f"in {_shown(whole)}: {_shown(base)} is {_name(dimension)}, so its exponent must be a number,"
            f" not {_shown(exponent)}; divide by a unit first, such as 1[{dimension}]"
        )
    return dimension**value


def _applied(function: str, arguments: tuple[Node, ...], notation: Notation, whole: Node) -> Dimension:
    """The dimension of a function whose arguments are what it takes."""
    own = notation[function]
    if len(own.of) != len(arguments):
        raise InputError(f"in {_shown(whole)}: {function} takes {len(own.of)} arguments, not {len(arguments)}")
    for place, (argument, unit) in enumerate(zip(arguments, own.of, strict=True)):
        if place < own.subscripts:
            _require_pure(argument, notation, whole, "an index is a whole number")
            if not _is_whole(argument, notation):
                raise DimensionError(f"in {_shown(whole)}: {_shown(argument)} is no whole number, as an index must be")
            continue
        dimension, wanted = dimension_of(argument, notation), parse_unit(unit).dimension
        if dimension != wanted and fold(argument) != 0:
            raise DimensionError(
                f"in {_shown(whole)}: {_shown(argument)} is {_name(dimension)} but {function} takes {_name(wanted)}"
            )
    return own.dimension


def _is_whole(node: Node, notation: Notation) -> bool:
    """True for whole numbers, quantities that are whole numbers, and what sums and products make of them."""
    match node:
        case Number(value, unit):
            return not unit and value.denominator == 1
        case Name(name):
            return notation[name].range.whole
        case Apply(function, _):
            return notation[function].range.whole
        case Negative(operand):
            return _is_whole(operand, notation)
        case Sum(parts) | Product(parts) | Call("max" | "min" | "xor", parts):
            return all(_is_whole(part, notation) for part in parts)
        case Power(base, Number(value, "")):
            return value.denominator == 1 and _is_whole(base, notation)
    return False


def _require_pure(part: Node, notation: Notation, whole: Node, wanted: str) -> None:
    dimension = dimension_of(part, notation)
    if not dimension.is_pure:
        raise DimensionError(f"in {_shown(whole)}: {_shown(part)} is {_name(dimension)} but {wanted}")


def _shown(node: Node) -> str:
    """The text of a part, without the sign that a sum put before it."""
    return _clipped(to_text(node.operand if isinstance(node, Negative) else node))


def _clipped(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…"


def _name(dimension: Dimension) -> str:
    return "a pure number" if dimension.is_pure else str(dimension)
