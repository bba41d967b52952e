"""The tree of a written expression; names in it replaced, and the exact value of a tree that holds only numbers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from derivations.errors import UndecidedError
from derivations.language.unit import parse_unit


@dataclass(frozen=True)
class Number:
    """A non-negative exact number, with a unit text if it is a literal such as ``2[FLOP/parameter/token]``."""

    value: Fraction
    unit: str = ""


@dataclass(frozen=True)
class Name:
    """A quantity, by its ASCII name."""

    name: str


@dataclass(frozen=True)
class Negative:
    """The negative of a term."""

    operand: Node


@dataclass(frozen=True)
class Sum:
    """Terms in the author's order."""

    terms: tuple[Node, ...]


@dataclass(frozen=True)
class Product:
    """Factors in the author's order."""

    factors: tuple[Node, ...]


@dataclass(frozen=True)
class Quotient:
    """One thing over another."""

    numerator: Node
    denominator: Node


@dataclass(frozen=True)
class Power:
    """A base with an exponent."""

    base: Node
    exponent: Node


@dataclass(frozen=True)
class Call:
    """A function of its arguments: ``max``, ``min``, ``sqrt``, ``exp``, ``log``, ``xor``, ``ceil``, ``factorial``,
    and ``lambert_w0`` and ``lambert_wm1``, the two real branches of Lambert's W.

    ``sum`` and ``product`` take a term, a `Name` that counts in it, and the first and the last number that it counts;
    the name is bound: it stands for nothing outside.
    """

    function: str
    arguments: tuple[Node, ...]


LAMBERT = {"lambert_w0": "0", "lambert_wm1": "-1"}  # the branches of Lambert's W, as its subscript counts them
BINDERS = frozenset({"sum", "product"})  # calls whose second argument is an index, bound in the first


@dataclass(frozen=True)
class Apply:
    """A quantity that is a function, of its arguments; the first `subscripts` of them are indices."""

    function: str
    arguments: tuple[Node, ...]
    subscripts: int = 0

    @property
    def inside(self) -> tuple[Node, ...]:
        """The arguments that stand in parentheses where indices are set as subscripts."""
        return self.arguments[self.subscripts :]

    @property
    def below(self) -> tuple[Node, ...]:
        """The indices."""
        return self.arguments[: self.subscripts]


Node: TypeAlias = Number | Name | Negative | Sum | Product | Quotient | Power | Call | Apply

# what each operator of a relation asks of two numbers
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
}
OPERATORS = tuple(COMPARE)
WEAK = {**{each: each for each in COMPARE}, "<": "<=", ">": ">="}  # what is left of each where both sides may end equal


@dataclass(frozen=True)
class WrittenRelation:
    """A relation as it was written: left side, operator, right side."""

    left: Node
    operator: str
    right: Node


@dataclass(frozen=True)
class Limit:
    """An expression that goes to a value; to infinity without one."""

    left: Node
    to: Node | None


@dataclass(frozen=True)
class PartialDerivative:
    """A derivative while other quantities are held, all by name."""

    of: str
    by: str
    held: tuple[str, ...]


FormulaTree: TypeAlias = Node | WrittenRelation | Limit | PartialDerivative  # what stands as one formula in a text


def is_series(node: Node) -> bool:
    """True for a sum or product over an index; set with its large sign, it reaches as far as a product does."""
    return isinstance(node, Call) and node.function in BINDERS


def children(node: Node) -> tuple[Node, ...]:
    """The direct parts of a node, in reading order."""
    match node:
        case Negative(operand):
            return (operand,)
        case Sum(parts) | Product(parts) | Call(_, parts) | Apply(_, parts):
            return parts
        case Quotient(first, second) | Power(first, second):
            return (first, second)
        case _:
            return ()


def with_children(node: Node, parts: Sequence[Node]) -> Node:
    """The node with other parts, as many as `children` gives and in their order."""
    match node:
        case Sum() | Product():
            return type(node)(tuple(parts))
        case Negative() | Quotient() | Power():
            return type(node)(*parts)
        case Call() | Apply():
            return replace(node, arguments=tuple(parts))
    return node


def walk(node: Node) -> Iterator[tuple[Node, int]]:
    """Every node with its depth; a loop, because the tree may be too deep for recursion."""
    pending: list[tuple[Node, int]] = [(node, 1)]
    while pending:
        part, depth = pending.pop()
        yield part, depth
        pending.extend((child, depth + 1) for child in children(part))


def parts(node: Node) -> Iterator[Node]:
    """A node and all that is in it."""
    return (part for part, _ in walk(node))


def names(node: Node) -> frozenset[str]:
    """The names of the quantities in a tree, without those that are only counted with; found once for each node."""
    kept = vars(node)  # the node is frozen: what is kept in it beside its fields counts for nothing else
    found: frozenset[str] | None = kept.get(_NAMES)
    if found is None:
        found = kept[_NAMES] = _names(node)
    return found


def _names(node: Node) -> frozenset[str]:
    match node:
        case Call(function, (term, index, *limits)) if function in BINDERS:
            return (names(term) - names(index)).union(*map(names, limits))
        case Name(name):
            return frozenset({name})
    own = {node.function} if isinstance(node, Apply) else ()
    return frozenset(own).union(*map(names, children(node)))


_NAMES = " names"  # no name of a field
_MAX_EXPONENT = 64
_MAX_BITS = 4_000  # of a power's value; beyond it the tree is left alone


def fold(node: Node) -> Fraction | None:
    """The exact value of literal arithmetic, or None if `node` is anything else.

    Names, calls, units with a dimension, a division by zero, roots and powers with very long values all
    give None.

    >>> fold(Quotient(Number(Fraction(1)), Number(Fraction(2))))
    Fraction(1, 2)
    """
    match node:
        case Number(value, unit):
            return _literal(value, unit)
        case Negative(operand):
            inner = fold(operand)
            return None if inner is None else -inner
        case Sum(terms):
            values = [fold(term) for term in terms]
            known = [value for value in values if value is not None]
            return sum(known, Fraction(0)) if len(known) == len(values) else None
        case Product(factors):
            result = Fraction(1)
            for factor in factors:
                part = fold(factor)
                if part is None:
                    return None
                result *= part
            return result
        case Quotient(numerator, denominator):
            over, under = fold(numerator), fold(denominator)
            return None if over is None or not under else over / under
        case Power(base, exponent):
            return _power(fold(base), fold(exponent))
    return None


def _literal(value: Fraction, unit: str) -> Fraction | None:
    if not unit:
        return value
    parsed = parse_unit(unit)
    return value * parsed.factor if parsed.dimension.is_pure else None


def _power(base: Fraction | None, exponent: Fraction | None) -> Fraction | None:
    if base is None or exponent is None or exponent.denominator != 1 or abs(exponent) > _MAX_EXPONENT:
        return None
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(exponent) > _MAX_BITS or (base == 0 and exponent < 0):
        return None
    return Fraction(base ** int(exponent))


_ONE = Number(Fraction(1))


def replace_names(node: Node, mapping: Mapping[str, Node]) -> Node:
    """The tree with names replaced; what counts in a sum or product stays.

    Sums that land in sums and products that land in products are merged; a one that lands in a product is left out.
    Raises `UndecidedError` where a replacement would be counted with by a sum that it lands in.
    """
    match node:
        case Name(name):
            return mapping.get(name, node)
        case Sum(terms):
            return Sum(_merged(terms, mapping, Sum))
        case Product(factors):
            merged = _merged(factors, mapping, Product)
            return merged[0] if len(merged) == 1 else Product(merged)
        case Call(function, (term, index, *limits)) if function in BINDERS:
            inside = replace_names(term, _uncaught(mapping, term, index))
            return Call(function, (inside, index, *(replace_names(limit, mapping) for limit in limits)))
    return with_children(node, [replace_names(part, mapping) for part in children(node)])


def replace_in_relation(written: WrittenRelation, mapping: Mapping[str, Node]) -> WrittenRelation:
    """Both sides with names replaced."""
    return WrittenRelation(
        replace_names(written.left, mapping), written.operator, replace_names(written.right, mapping)
    )


def _uncaught(mapping: Mapping[str, Node], term: Node, index: Node) -> Mapping[str, Node]:
    """The replacements inside of a sum, capture-avoiding: not of its index, and by nothing that holds the index."""
    bound = names(index)
    kept = {name: new for name, new in mapping.items() if name in names(term) - bound}
    for name, new in kept.items():
        if names(new) & bound:
            raise UndecidedError(f"what replaces {name} holds {min(bound)}, which counts there: rename the index")
    return kept


def _merged(parts: tuple[Node, ...], mapping: Mapping[str, Node], kind: type[Sum] | type[Product]) -> tuple[Node, ...]:
    found: list[Node] = []
    for part in parts:
        new = replace_names(part, mapping)
        if isinstance(part, Name) and isinstance(new, kind):
            found.extend(new.terms if isinstance(new, Sum) else new.factors)
        else:
            found.append(new)
    if kind is Product and _ONE in found and _ONE not in parts:
        found = [part for part in found if part != _ONE] or [_ONE]
    return tuple(found)
