"""Names in a written tree replaced by other written trees, so that grouping survives a substitution."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from derivations.engine.written.nodes import (
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
)

_ONE = Number(Fraction(1))


def replace_names(node: Node, mapping: Mapping[str, Node]) -> Node:
    """The tree with names replaced.

    Sums that land in sums and products that land in products are merged; a one that lands in a product is left out.
    """
    match node:
        case Name(name):
            return mapping.get(name, node)
        case Number():
            return node
        case Negative(operand):
            return Negative(replace_names(operand, mapping))
        case Sum(terms):
            return Sum(_merged(terms, mapping, Sum))
        case Product(factors):
            merged = _merged(factors, mapping, Product)
            return merged[0] if len(merged) == 1 else Product(merged)
        case Quotient(a, b):
            return Quotient(replace_names(a, mapping), replace_names(b, mapping))
        case Power(a, b):
            return Power(replace_names(a, mapping), replace_names(b, mapping))
        case Call(function, arguments):
            return Call(function, tuple(replace_names(argument, mapping) for argument in arguments))


def replace_in_relation(written: WrittenRelation, mapping: Mapping[str, Node]) -> WrittenRelation:
    """Both sides with names replaced."""
    return WrittenRelation(
        replace_names(written.left, mapping), written.operator, replace_names(written.right, mapping)
    )


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
