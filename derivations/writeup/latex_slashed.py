r"""Formulas for a line of text: quotients with a slash, so that lines stay as far apart as they are."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from derivations.engine.relation import Relation, latex_names
from derivations.engine.written.latex import LARGE, RELATIONS, to_latex
from derivations.engine.written.latex_lines_width import width
from derivations.engine.written.layout import stand_apart
from derivations.engine.written.nodes import (
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
from derivations.engine.written.text import as_fractions

_SHORT = 120.0  # points: a formula that a line takes whole
_THIN, _THIN_OR_BREAK = r"\,", r"\,\allowbreak "


def slashed(node: Node, names: Mapping[str, str]) -> str:
    r"""The LaTeX of a tree without anything stacked.

    >>> from derivations.engine.written.parser import parse_expression
    >>> print(slashed(parse_expression("(a + b)/(c*d)"), {}))
    (a + b)/(c\,d)
    """
    node = as_fractions(node)
    match node:
        case Number() | Name():
            return to_latex(node, names)
        case Negative(operand):
            return f"-{_closed(operand, names, Sum, Negative)}"
        case Sum(terms):
            return _sum(terms, names)
        case Product(factors):
            return _product(factors, names)
        case Quotient(over, under):
            return f"{_closed(over, names, Sum, Negative)}/{_under(under, names)}"
        case Power(base, exponent):
            raised = f"^{{{slashed(exponent, names)}}}"
            plain = to_latex(node, names)
            bare = isinstance(base, Name | Number) and not plain.startswith(r"\left(")
            return f"{slashed(base, names)}{raised}" if bare else f"({slashed(base, names)}){raised}"
        case Call("ceil", (argument,)):
            return rf"\lceil {slashed(argument, names)}\rceil"
        case Call("factorial", (argument,)):
            return f"{_closed(argument, names, Sum, Negative, Product, Quotient, Power, Call)}!"
        case Call(function, (term, index, first, last)) if function in LARGE:
            limits = f"_{{{slashed(index, names)}={slashed(first, names)}}}^{{{slashed(last, names)}}}"
            return f"{LARGE[function]}{limits} {_closed(term, names, Sum, Negative)}"
        case Apply() | Call("xor"):
            return to_latex(node, names)
        case Call(function, arguments):
            return rf"\{function}({', '.join(slashed(each, names) for each in arguments)})" if function != "sqrt" else (
                rf"\sqrt{{{slashed(arguments[0], names)}}}"
            )
    raise AssertionError(node)


def slashed_relation(relation: WrittenRelation, names: Mapping[str, str]) -> str:
    """The LaTeX of a relation, both sides as `slashed` writes them."""
    return f"{slashed(relation.left, names)} {RELATIONS[relation.operator]} {slashed(relation.right, names)}"


def in_text(relation: Relation) -> str:
    """A relation between dollars; a long one may be broken between factors, too."""
    return dollars(slashed_relation(relation.written, latex_names(relation.notation)))


def dollars(latex: str) -> str:
    """A slashed formula for a line of text."""
    return f"${latex if width(latex) <= _SHORT else latex.replace(_THIN, _THIN_OR_BREAK)}$"


def _sum(terms: tuple[Node, ...], names: Mapping[str, str]) -> str:
    found = _closed(terms[0], names, Sum)
    for term in terms[1:]:
        sign, operand = ("-", term.operand) if isinstance(term, Negative) else ("+", term)
        found += f" {sign} {_closed(operand, names, Sum, Negative)}"
    return found


def _product(factors: tuple[Node, ...], names: Mapping[str, str]) -> str:
    found = _factor(factors[0], names)
    for before, after in pairwise(factors):
        if stand_apart(before, after):
            joint = r" \times "
        else:
            joint = r" \cdot " if any(isinstance(as_fractions(each), Quotient) for each in (before, after)) else r"\,"
        found += joint + _factor(after, names)
    return found


def _factor(node: Node, names: Mapping[str, str]) -> str:
    closed = _closed(node, names, Sum, Negative, Product, Quotient)
    return f"({closed})" if is_series(node) else closed


def _under(node: Node, names: Mapping[str, str]) -> str:
    """What stands after a slash; a number with a unit is two things."""
    united = isinstance(node, Number) and bool(node.unit)
    return f"({slashed(node, names)})" if united else _factor(node, names)


def _closed(node: Node, names: Mapping[str, str], *kinds: type) -> str:
    text = slashed(node, names)
    exclusive = isinstance(node, Call) and node.function == "xor"
    return f"({text})" if exclusive or isinstance(as_fractions(node), kinds) else text
