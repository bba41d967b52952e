"""Names in a written tree replaced by other written trees, so that grouping survives a substitution."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from derivations.engine.written.nodes import (
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
    names,
)
from derivations.errors import UndecidedError

_ONE = Number(Fraction(1))


def replace_names(node: Node, mapping: Mapping[str, Node]) -> Node:
    """The tree with names replaced; what counts in a sum or product stays.

    Sums that land in sums and products that land in products are merged; a one that lands in a product is left out.
    Raises `UndecidedError` where a replacement would be counted with by a sum that it lands in.
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
        case Call(function, (term, index, *limits)) if function in BINDERS:
            inside = replace_names(term, _uncaught(mapping, term, index))
            return Call(function, (inside, index, *(replace_names(limit, mapping) for limit in limits)))
        case Call(function, arguments):
            return Call(function, tuple(replace_names(argument, mapping) for argument in arguments))
        case Apply(function, arguments, subscripts):
            return Apply(function, tuple(replace_names(argument, mapping) for argument in arguments), subscripts)


def replace_in_relation(written: WrittenRelation, mapping: Mapping[str, Node]) -> WrittenRelation:
    """Both sides with names replaced."""
    return WrittenRelation(
        replace_names(written.left, mapping), written.operator, replace_names(written.right, mapping)
    )


def _uncaught(mapping: Mapping[str, Node], term: Node, index: Node) -> Mapping[str, Node]:
    """What may be replaced in the term of a sum: not its index, and nothing by what the index stands in."""
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
