r"""A relation on several lines of LaTeX: broken at its sign and between terms, and inside a term if it must be.

What fits is left as it is. What does not is taken apart one level: a sum before its signs, a product between factors, a
quotient as one thing over another with a slash, a root as a power, a ``max`` after its commas. Order and grouping stay
the author's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from derivations.engine.written.latex import RELATIONS, to_latex
from derivations.engine.written.latex_lines_width import width
from derivations.engine.written.layout import stand_apart
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
from derivations.engine.written.text import as_fractions

LINE = 298.0  # points: the text of an article at 11 points, seen at 10, less the number of an equation
_INDENT = r"\quad "
_COSTS = {Sum: 0, Negative: 0, Product: 1, Call: 1, Quotient: 2, Power: 3}
_LEFT_SHARE = 0.4  # a left side that takes more of the line has lines of its own
_BRACKETS, _SIGN = 13.0, 14.0  # points that brackets, and a sign before a line, take


@dataclass(frozen=True)
class _Piece:
    """Part of a formula that stays on one line, with what stands before it on a line and at the start of one."""

    text: str
    within: str = ""
    leading: str = ""


def relation_rows(
    relation: WrittenRelation, names: Mapping[str, str], *, line: float = LINE, indent: float = 0.0
) -> tuple[str, ...]:
    r"""The rows of an ``align`` that hold a relation, each with one ``&``, none wider than `line` points.

    Only what cannot be taken apart, such as one long exponent, may be wider. `indent` is the width of what stands to
    the left of the first sign in other rows of the same ``align``.

    >>> from derivations.engine.written.parser import parse_relation
    >>> print(relation_rows(parse_relation("a = b + c"), {}))
    ('a &= b + c',)
    """
    left = to_latex(relation.left, names)
    taken = max(width(left), indent)
    breaker, sign = _Breaker(names, {}), RELATIONS[relation.operator]
    right = _lines(breaker, relation.right, line - taken, f"{sign} ")
    beside = (f"{left} &{right[0]}", *(f"&{_INDENT}{more}" for more in right[1:]))
    if len(beside) == 1 and taken + width(right[0]) <= line:
        return beside
    other = _Breaker(names, {})
    first, *others = _chain(other, relation, line)
    below = (f"&{first}", *(f"&{_INDENT}{more}" for more in others))
    is_worse = (breaker.cost + len(beside), len(beside)) > (other.cost + len(below), len(below))
    return below if is_worse or taken > line * _LEFT_SHARE else beside


def expression_lines(
    node: Node, names: Mapping[str, str], line: float, *, before: str = "", values: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Lines of an expression with `before` in front, all but the first narrower by an indent."""
    return _lines(_Breaker(names, values or {}), node, line, before)


def chain_lines(relation: WrittenRelation, names: Mapping[str, str], line: float) -> tuple[str, ...]:
    """Lines of a whole relation, its sign at the start of a line if it must be broken there."""
    return _chain(_Breaker(names, {}), relation, line)


def _lines(breaker: _Breaker, node: Node, line: float, before: str) -> tuple[str, ...]:
    first, *others = breaker.pieces(node, line - width(_INDENT) - max(_SIGN, width(before)))
    return _packed([replace(first, text=f"{before}{first.text}"), *others], line)


def _chain(breaker: _Breaker, relation: WrittenRelation, line: float) -> tuple[str, ...]:
    sign = RELATIONS[relation.operator]
    left, right = (breaker.pieces(side, line - width(_INDENT) - _SIGN) for side in (relation.left, relation.right))
    right[0] = replace(right[0], within=f" {sign} ", leading=f"{sign} ")
    return _packed([*left, *right], line)


def _packed(pieces: Iterable[_Piece], line: float) -> tuple[str, ...]:
    """As many pieces on a line as it takes."""
    lines: list[str] = []
    current = ""
    for piece in pieces:
        longer = f"{current}{piece.within}{piece.text}"
        if not current:
            current = piece.text
        elif width(longer) + (width(_INDENT) if lines else 0.0) <= line:
            current = longer
        else:
            lines.append(current)
            current = f"{piece.leading}{piece.text}"
    return (*lines, current)


class _Breaker:
    """Takes trees apart, with one set of names and values; `cost` grows with every break that is hard to read."""

    def __init__(self, names: Mapping[str, str], values: Mapping[str, str]) -> None:
        self._names = names
        self._values = values
        self.cost = 0

    def pieces(self, node: Node, line: float) -> list[_Piece]:
        """The parts of a node, each narrower than `line` where that can be."""
        node = as_fractions(node)
        latex = to_latex(node, self._names, self._values)
        if width(latex) <= line:
            return [_Piece(latex)]
        inner = line - _BRACKETS
        self.cost += _COSTS.get(type(node), 0)
        match node:
            case Sum(terms):
                return self._sum(terms, line)
            case Negative(operand):
                return _before(self._closed(operand, line, Sum, Negative), "-")
            case Product(factors):
                return self._product(factors, line)
            case Quotient(over, under):
                return self._quotient(over, under, line)
            case Power(base, exponent) if not isinstance(base, Name | Number):
                raised = to_latex(Power(Name("x"), exponent), {**self._names, "x": "x"}, self._values)
                return _enclosed(self.pieces(base, inner - width(raised)), after=raised.removeprefix("x"))
            case Call("sqrt", (argument,)):
                return _enclosed(self.pieces(argument, inner), after="^{1/2}")
            case Call("xor", arguments):
                return self._xor(arguments, inner)
            case Call(function, arguments) if function in _NAMED:
                return self._call(function, arguments, inner)
        return [_Piece(latex)]

    def _sum(self, terms: tuple[Node, ...], line: float) -> list[_Piece]:
        found = self._closed(terms[0], line, Sum)
        for term in terms[1:]:
            sign, operand = ("-", term.operand) if isinstance(term, Negative) else ("+", term)
            first, *others = self._closed(operand, line, Sum, Negative)
            found += [replace(first, within=f" {sign} ", leading=f"{{}} {sign} "), *others]
        return found

    def _product(self, factors: tuple[Node, ...], line: float) -> list[_Piece]:
        found = self._closed(factors[0], line, Sum, Negative, Product)
        for before, after in pairwise(factors):
            first, *others = self._closed(after, line, Sum, Negative, Product)
            apart = self._values or stand_apart(before, after)
            found += [replace(first, within=r" \times " if apart else r"\,", leading=r"{} \times "), *others]
        return found

    def _quotient(self, over: Node, under: Node, line: float) -> list[_Piece]:
        top = self.pieces(over, line - _BRACKETS)
        if len(top) > 1 or isinstance(over, Sum | Negative):
            top = _enclosed(top)
        first, *others = self._closed(under, line, Sum, Negative, Product, Quotient)
        return [*top, replace(first, within=r" \Big/ ", leading=r"\Big/ "), *others]

    def _call(self, function: str, arguments: tuple[Node, ...], line: float) -> list[_Piece]:
        found: list[_Piece] = []
        for place, argument in enumerate(arguments):
            first, *others = self.pieces(argument, line - width(rf"\{function}"))
            if place:
                found[-1] = replace(found[-1], text=f"{found[-1].text},")
            found += [replace(first, within=r"\ "), *others]
        return _before(_enclosed(found), rf"\{function}")

    def _xor(self, arguments: tuple[Node, ...], line: float) -> list[_Piece]:
        found: list[_Piece] = []
        for argument in arguments:
            first, *others = self.pieces(argument, line)
            found += [replace(first, within=r" \oplus ", leading=r"{} \oplus "), *others]
        return _enclosed(found)

    def _closed(self, node: Node, line: float, *kinds: type) -> list[_Piece]:
        """The parts of a node, in brackets if it is one of these kinds, or a negative value."""
        negative = isinstance(node, Name) and self._values.get(node.name, "").startswith(("-", "−"))
        if negative or isinstance(as_fractions(node), kinds):
            return _enclosed(self.pieces(node, line - _BRACKETS))
        return self.pieces(node, line)


def _before(pieces: list[_Piece], text: str) -> list[_Piece]:
    return [replace(pieces[0], text=f"{text}{pieces[0].text}"), *pieces[1:]]


def _enclosed(pieces: list[_Piece], after: str = "") -> list[_Piece]:
    """In brackets that may stand on different lines, larger than what is inside."""
    if len(pieces) == 1:
        return [replace(pieces[0], text=rf"\left({pieces[0].text}\right){after}")]
    inside = "".join(piece.text for piece in pieces)
    size = next(size for size, marks in _SIZES.items() if any(mark in inside for mark in marks))
    *others, last = _before(pieces, rf"{size}l(")
    return [*others, replace(last, text=rf"{last.text}{size}r){after}")]


_NAMED = ("max", "min", "exp", "log")  # calls that are set as a word with brackets; signs and limits stay together
_SIZES = {r"\bigg": (r"\Big",), r"\Big": (r"\frac", r"\big", r"\left", r"\sqrt"), r"\big": ("",)}
