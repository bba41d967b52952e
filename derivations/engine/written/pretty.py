"""Tree to two-dimensional text for a terminal: stacked fractions, raised exponents, Greek letters."""

from __future__ import annotations

from derivations.engine.written.box import Box, fraction, limited, parenthesised, raised, root, rounded_up, row, word
from derivations.engine.written.greek import LETTERS
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
    is_series,
)
from derivations.engine.written.text import as_fractions, number_text

_LARGE = {"sum": "∑", "product": "∏"}
_RELATIONS = {">=": "≥", "<=": "≤"}


def to_pretty(node: Node) -> str:
    """The lines of a tree drawn in two dimensions, in the author's order and grouping.

    >>> from derivations.engine.written.parser import parse_expression
    >>> print(to_pretty(parse_expression("1 + kappa*L/W")))
        κ⋅L
    1 + ───
         W
    """
    return str(_open(node))


def relation_pretty(relation: WrittenRelation) -> str:
    """The lines of a relation drawn in two dimensions."""
    operator = _RELATIONS.get(relation.operator, relation.operator)
    return str(row(_open(relation.left), f" {operator} ", _open(relation.right)))


def _open(node: Node) -> Box:
    """A whole side or argument, where an exclusive or needs no parentheses."""
    match node:
        case Call("xor", arguments):
            return _joined(" ⊕ ", [_draw(part) for part in arguments])
    return _draw(node)


def _draw(node: Node) -> Box:
    node = as_fractions(node)
    match node:
        case Number(value, unit):
            return word(f"{number_text(value)} {unit}" if unit else number_text(value))
        case Name(name):
            return word(_letters(name))
        case Negative(operand):
            return row("-", _closed(operand, Sum, Negative))
        case Sum(terms):
            return _sum(terms)
        case Product(factors):
            *others, end = factors
            return _joined("⋅", [*map(_factor, others), _draw(end) if is_series(end) else _factor(end)])
        case Quotient(numerator, denominator):
            return fraction(_draw(numerator), _draw(denominator))
        case Power(base, exponent):
            return raised(_base(base), _exponent(exponent))
        case Call("sqrt", (argument,)):
            return root(_draw(argument))
        case Call("ceil", (argument,)):
            return rounded_up(_draw(argument))
        case Call("factorial", (argument,)):
            return row(_base(argument), "!")
        case Call(function, (term, index, first, last)) if function in BINDERS:
            sign = limited(word(_LARGE[function]), row(_draw(index), "=", _draw(first)), _draw(last))
            return row(sign, " ", _closed(term, Sum, Negative))
        case Call("xor"):
            return parenthesised(_open(node))
        case Apply(function, arguments):
            return row(_letters(function), parenthesised(_joined(", ", [_open(part) for part in arguments])))
        case Call(function, arguments):
            return row(function, parenthesised(_joined(", ", [_draw(part) for part in arguments])))
    raise AssertionError(node)


def _letters(name: str) -> str:
    """A name with Greek letters; subscripts stay as typed, as Unicode has only some of them."""
    return "_".join(LETTERS.get(part, part) for part in name.split("_"))


def _sum(terms: tuple[Node, ...]) -> Box:
    first, *others = terms
    pieces: list[Box | str] = [_closed(first, Sum)]
    for term in others:
        negative = isinstance(term, Negative)
        pieces.append(" - " if negative else " + ")
        pieces.append(_closed(term.operand if isinstance(term, Negative) else term, Sum, Negative))
    return row(*pieces)


def _factor(node: Node) -> Box:
    """A factor; a number with a unit has parentheses, or the unit would swallow the next factor."""
    measured = is_series(node) or (isinstance(node, Number) and bool(node.unit))
    return parenthesised(_draw(node)) if measured else _closed(node, Sum, Negative, Product)


def _base(node: Node) -> Box:
    simple = isinstance(node, Name) or (isinstance(node, Number) and not node.unit)
    return _draw(node) if simple else parenthesised(_draw(node))


def _exponent(node: Node) -> Box:
    """An exponent; a quotient of short things stays on one line."""
    match as_fractions(node):
        case Negative(Name() | Number() | Quotient() as operand):
            return row("-", _exponent(operand))
        case Quotient(Name() | Number() as over, Name() | Number() as under):
            return row(_draw(over), "/", _factor(under))
        case other:
            return _draw(other)


def _closed(node: Node, *kinds: type) -> Box:
    """A node, in parentheses if it is of one of the kinds."""
    return parenthesised(_draw(node)) if isinstance(node, kinds) else _draw(node)


def _joined(separator: str, boxes: list[Box]) -> Box:
    pieces: list[Box | str] = []
    for box in boxes:
        pieces += [separator, box]
    return row(*pieces[1:])
