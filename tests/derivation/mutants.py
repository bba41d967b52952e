"""Mutants: a written relation with one operator, factor, exponent or symbol changed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from derivations.language.tree import (
    OPERATORS,
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
    children,
    with_children,
)

_TWO = Number(Fraction(2))
_HALF = Number(Fraction(1, 2))


def mutant(item: WrittenRelation, names: dict[str, tuple[str, ...]], random: Random) -> WrittenRelation:
    """The relation with one change; `names` holds, for every name, those that may take its place."""
    if random.random() < 0.06:
        others = [operator for operator in OPERATORS if operator != item.operator]
        return WrittenRelation(item.left, random.choice(others), item.right)
    if random.random() < 0.12:
        return WrittenRelation(_changed(item.left, names, random), item.operator, item.right)
    return WrittenRelation(item.left, item.operator, _changed(item.right, names, random))


def _changed(node: Node, names: dict[str, tuple[str, ...]], random: Random) -> Node:
    """The tree with one of its parts, drawn at random, changed."""
    size = _size(node)
    return _at(node, random.randrange(size), lambda part: _mutated(part, names, random))


def _size(node: Node) -> int:
    return 1 + sum(map(_size, children(node)))


def _at(node: Node, place: int, change: Callable[[Node], Node]) -> Node:
    if place == 0:
        return change(node)
    place -= 1
    parts = list(children(node))
    for turn, part in enumerate(parts):
        size = _size(part)
        if place < size:
            parts[turn] = _at(part, place, change)
            return with_children(node, parts)
        place -= size
    raise AssertionError(place)


def _mutated(node: Node, names: dict[str, tuple[str, ...]], random: Random) -> Node:
    options: list[Node] = [
        Product((_TWO, node)),
        Quotient(node, _TWO),
        Power(node, _TWO),
        Power(node, _HALF),
        Negative(node),
        Sum((node, node)),
    ]
    match node:
        case Name(name):
            options += [Name(other) for other in names[name]] * 3
        case Number(value, unit):
            options += [Number(value + 1, unit), Number(value * 3, unit)]
        case Negative(operand):
            options += [operand] * 4
        case Sum(terms):
            options += [Sum(_flipped(terms, turn)) for turn in range(len(terms))]
            options += [_joined(Sum, terms, turn) for turn in range(len(terms))] + [Product(terms)]
        case Product(factors):
            options += [_joined(Product, factors, turn) for turn in range(len(factors))] * 2 + [Sum(factors)]
            options += [Product((*factors, factor)) for factor in factors]
        case Quotient(over, under):
            options += [Quotient(under, over), Product((over, under)), over, Quotient(over, Power(under, _TWO))] * 2
        case Power(base, exponent):
            options += [base, Power(base, Negative(exponent)), Power(base, Sum((exponent, Number(Fraction(1)))))]
        case Call("max" | "min" as function, arguments):
            options += [Call("min" if function == "max" else "max", arguments), Sum(arguments), *arguments] * 2
    return random.choice(options)


def _flipped(terms: tuple[Node, ...], turn: int) -> tuple[Node, ...]:
    part = terms[turn]
    other = part.operand if isinstance(part, Negative) else Negative(part)
    return (*terms[:turn], other, *terms[turn + 1 :])


def _joined(kind: type[Sum] | type[Product], parts: tuple[Node, ...], without: int) -> Node:
    left = (*parts[:without], *parts[without + 1 :])
    return left[0] if len(left) == 1 else kind(left)
