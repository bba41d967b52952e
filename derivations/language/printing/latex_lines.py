"""A relation on several lines of LaTeX: broken where an estimate from the widths of Computer Modern says so.

The estimate errs on the wide side; runs of pdflatex in the tests hold it to account.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from derivations.language.greek import GREEK_LETTERS
from derivations.language.printing.latex import LatexPrinter, to_latex
from derivations.language.printing.printer import Operand, Precedence, as_fractions
from derivations.language.tree import Call, Name, Negative, Node, Number, Power, Product, Quotient, Sum, WrittenRelation

_ITALIC = dict(zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    (5.3, 4.3, 4.4, 5.3, 4.7, 6.0, 5.2, 5.8, 3.5, 4.7, 5.6, 3.2, 8.8, 6.1, 4.9, 5.1, 4.9, 4.8, 4.7, 3.7, 5.8, 5.3, 7.5,
     5.8, 5.3, 5.1, 7.6, 8.1, 7.9, 8.6, 8.0, 7.9, 7.9, 9.2, 5.2, 6.6, 9.3, 6.9, 10.8, 9.2, 8.0, 7.9, 8.0, 7.7, 6.8, 7.3,
     8.0, 8.1, 10.9, 9.1, 8.1, 7.6), strict=True,
))
_UPRIGHT = dict(zip(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    (5.1, 5.6, 4.5, 5.6, 4.5, 3.9, 5.2, 5.6, 2.8, 3.1, 5.3, 2.8, 8.4, 5.6, 5.1, 5.6, 5.3, 4.0, 4.0, 3.9, 5.6, 5.5, 7.4,
     5.3, 5.5, 4.5, 7.6, 7.1, 7.3, 7.7, 6.9, 6.6, 7.9, 7.6, 3.7, 5.2, 7.8, 6.3, 9.2, 7.6, 7.8, 6.9, 7.8, 7.4, 5.6, 7.3,
     7.6, 7.7, 10.5, 7.6, 7.8, 6.2), strict=True,
))
_SIGNS = {"(": 3.9, ")": 3.9, "[": 2.8, "]": 2.8, "/": 5.0, ",": 4.5, ".": 2.8, "'": 2.9, ":": 2.8, ";": 4.5, "-": 7.8}
_WIDEST = 11.0  # of what is not known
_GREEK_WIDTH = 8.4
_SCALE = (1.0, 1.0, 0.82, 0.72)  # display, text, script, script of a script
_SCRIPT = 2
_AFTER_SCRIPT = 0.5
_ROUND = (4.6, 7.4, 8.8)  # brackets that grow: around letters, a fraction, a fraction of fractions
_ROUND_INSIDE = (4.6, 6.0, 7.4)  # the same inside a fraction
_FRACTION_ENDS = 2.4
_ROOT = 10.0
_COMMANDS = {
    r"\,": 1.7, r"\:": 2.3, r"\;": 2.8, r"\!": -1.7, r"\ ": 3.4, r"\quad": 10.0, r"\qquad": 20.0, r"\infty": 10.0,
    r"\ell": 4.2, r"\%": 8.4, r"\$": 5.0, r"\_": 3.4, r"\#": 8.4, r"\&": 7.8, r"\max": 20.3, r"\min": 18.4,
    r"\exp": 17.0, r"\log": 14.6, r"\times": 7.8, r"\cdot": 2.8, r"\oplus": 7.8, r"\ge": 7.8, r"\le": 7.8, r"\to": 10.0,
    r"\prime": 2.9, r"\star": 5.0, r"\ast": 5.0, r"\dots": 13.4, r"\left": 0.0, r"\right": 0.0,
    r"\sum": 14.4, r"\prod": 12.8, r"\lceil": 4.5, r"\rceil": 4.5,
}
_RELATIONS = ("=", "<", ">", r"\ge", r"\le", r"\to")
_BINARY = ("+", "-", r"\times", r"\cdot", r"\oplus")
_FIXED = {r"\big": 4.6, r"\Big": 6.0, r"\bigg": 7.4, r"\Bigg": 8.0}  # brackets; a slash is wider
_SLASH = {r"\big": 5.8, r"\Big": 8.2, r"\bigg": 10.5, r"\Bigg": 12.8}
_FONTS = {r"\mathrm": 1.0, r"\text": 1.0, r"\mathbf": 1.2, r"\mathsf": 1.0, r"\mathit": 1.1, r"\mathcal": 1.5}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)


@dataclass(frozen=True)
class _Box:
    width: float
    fractions: int = 0  # one in another


@lru_cache(maxsize=4096)
def width(latex: str) -> float:
    """The width of a formula in display, in points at ten points.

    >>> 22 < width("a = b") < 25
    True
    """
    return _Reader(_TOKEN.findall(latex)).row(style=0, upright=0.0).width


@lru_cache(maxsize=4096)
def text_width(latex: str) -> float:
    """The width of text that may hold formulas between dollars."""
    total = 0.0
    for place, part in enumerate(re.split(r"(?<!\\)\$", latex)):
        total += width(part) if place % 2 else _Reader(_TOKEN.findall(part)).row(style=1, upright=1.0).width
    return total


class _Reader:
    """Reads tokens once, adding up."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def row(self, style: int, upright: float, end: str = "") -> _Box:
        """The box of all up to the end or a closing token; `upright` is the factor of a font, 0 for italics."""
        total, fractions = 0.0, 0
        while self._at < len(self._tokens):
            if self._tokens[self._at] == end:
                self._at += 1
                break
            box = self._next(style, upright)
            total, fractions = total + box.width, max(fractions, box.fractions)
        return _Box(total, fractions)

    def _argument(self, style: int, upright: float) -> _Box:
        while self._at < len(self._tokens) and self._tokens[self._at].isspace():
            self._at += 1
        return self._next(style, upright) if self._at < len(self._tokens) else _Box(0.0)

    def _next(self, style: int, upright: float) -> _Box:
        token = self._tokens[self._at]
        self._at += 1
        if token.isspace():
            return _Box(3.4 if upright else 0.0)
        if token == "{":
            return self.row(style, upright, "}")
        if token in ("_", "^"):
            inner = self._argument(min(max(style, 1) + 1, 3), upright)
            return _Box(inner.width + _AFTER_SCRIPT, inner.fractions)
        if token == r"\frac":
            over, under = (self._argument(min(style + 1, 3), upright) for _ in range(2))
            return _Box(max(over.width, under.width) + _FRACTION_ENDS, 1 + max(over.fractions, under.fractions))
        if token == r"\sqrt":
            inner = self._argument(style, upright)
            return _Box(inner.width + _ROOT, inner.fractions)
        if token == r"\left":
            return self._grown(style, upright)
        if token in _FONTS:
            return self._argument(style, _FONTS[token])
        if token[:-1] in _FIXED and token[-1] in "lr":
            self._at += 1
            return _Box(_FIXED[token[:-1]], 1)
        if token in _FIXED:
            self._at += 1
            return _Box(_SLASH[token], 1)
        return _Box(_sign(token, style, upright))

    def _grown(self, style: int, upright: float) -> _Box:
        self._at += 1  # the bracket
        inner = self.row(style, upright, r"\right")
        self._at += 1
        sizes = _ROUND_INSIDE if style else _ROUND
        return _Box(inner.width + 2 * sizes[min(inner.fractions, 2)] + 3.4, inner.fractions)


def _sign(token: str, style: int, upright: float) -> float:
    """The width of one sign with the space around it."""
    scale = _SCALE[style]
    spaced = not upright and style < _SCRIPT
    if token in _RELATIONS:
        return _COMMANDS.get(token, 7.8) * scale + (5.6 if spaced else 0.0)
    if token in _BINARY or token == "−":
        plain = 3.4 if upright and token == "-" else _COMMANDS.get(token, 7.8)
        return plain * scale + (4.5 if spaced else 0.0)
    if token in _COMMANDS:
        return _COMMANDS[token] * scale
    if token.startswith("\\"):
        return (_GREEK_WIDTH if token[1:] in GREEK_LETTERS else 0.0) * scale  # an accent has no width of its own
    if token.isdigit():
        return 5.0 * scale
    found = _UPRIGHT.get(token, _WIDEST / 2) * upright if upright else _ITALIC.get(token, _WIDEST)
    return _SIGNS.get(token, found) * scale


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

    >>> from derivations.language.grammar import parse_relation
    >>> print(relation_rows(parse_relation("a = b + c"), {}))
    ('a &= b + c',)
    """
    left = to_latex(relation.left, names)
    taken = max(width(left), indent)
    breaker = _Breaker(names)
    right = _lines(breaker, relation.right, line - taken, breaker.sign(relation.operator).lstrip())
    beside = (f"{left} &{right[0]}", *(f"&{_INDENT}{more}" for more in right[1:]))
    if len(beside) == 1 and taken + width(right[0]) <= line:
        return beside
    other = _Breaker(names)
    first, *others = _chain(other, relation, line)
    below = (f"&{first}", *(f"&{_INDENT}{more}" for more in others))
    is_worse = (breaker.cost + len(beside), len(beside)) > (other.cost + len(below), len(below))
    return below if is_worse or taken > line * _LEFT_SHARE else beside


def expression_lines(
    node: Node, names: Mapping[str, str], line: float, *, before: str = "", values: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Lines of an expression with `before` in front, all but the first narrower by an indent."""
    return _lines(_Breaker(names, values), node, line, before)


def chain_lines(relation: WrittenRelation, names: Mapping[str, str], line: float) -> tuple[str, ...]:
    """Lines of a whole relation, its sign at the start of a line if it must be broken there."""
    return _chain(_Breaker(names), relation, line)


def _lines(breaker: _Breaker, node: Node, line: float, before: str) -> tuple[str, ...]:
    first, *others = breaker.pieces(node, line - width(_INDENT) - max(_SIGN, width(before)))
    return _packed([replace(first, text=f"{before}{first.text}"), *others], line)


def _chain(breaker: _Breaker, relation: WrittenRelation, line: float) -> tuple[str, ...]:
    sign = breaker.sign(relation.operator)
    left, right = (breaker.pieces(side, line - width(_INDENT) - _SIGN) for side in (relation.left, relation.right))
    right[0] = replace(right[0], within=sign, leading=sign.lstrip())
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


class _Breaker(LatexPrinter):
    """Takes trees apart, with one set of names and values; `cost` grows with every break that is hard to read."""

    cost = 0

    def pieces(self, node: Node, line: float) -> list[_Piece]:
        """The parts of a node, each narrower than `line` where that can be."""
        node = as_fractions(node)
        latex = self.write(node)
        if width(latex) <= line:
            return [_Piece(latex)]
        inner = line - _BRACKETS
        self.cost += _COSTS.get(type(node), 0)
        match node:
            case Sum(terms):
                return self._joined(self.summands(terms), line)
            case Negative(operand):
                return _before(self._parts(operand, line, Precedence.SERIES), self.minus)
            case Product(factors):
                return self._joined(self.factors(factors), line, self.times)
            case Quotient(over, under):
                return self._quotient(over, under, line)
            case Power(base, exponent) if not isinstance(base, Name | Number):
                raised = f"^{{{self.exponent(exponent)}}}"
                return _enclosed(self.pieces(base, inner - width(f"x{raised}")), after=raised)
            case Call("sqrt", (argument,)):
                return _enclosed(self.pieces(argument, inner), after="^{1/2}")
            case Call("xor", arguments):
                return _enclosed(self._joined(self.alternatives(arguments), inner))
            case Call(function, arguments) if function in _NAMED:
                return self._call(function, arguments, inner)
        return [_Piece(latex)]

    def _joined(self, operands: Iterable[Operand], line: float, leading: str = "") -> list[_Piece]:
        """The parts of terms or factors; a sign, or the one that is `leading`, begins a line."""
        found: list[_Piece] = []
        for sign, node, least in operands:
            first, *others = self._parts(node, line, least)
            found += [replace(first, within=sign, leading=f"{{}}{leading or sign}" if sign else ""), *others]
        return found

    def _quotient(self, over: Node, under: Node, line: float) -> list[_Piece]:
        top = self.pieces(over, line - _BRACKETS)
        if len(top) > 1 or self.precedence(over) < Precedence.SERIES:
            top = _enclosed(top)
        first, *others = self._parts(under, line, Precedence.MEASURED)
        return [*top, replace(first, within=r" \Big/ ", leading=r"\Big/ "), *others]

    def _call(self, function: str, arguments: tuple[Node, ...], line: float) -> list[_Piece]:
        found: list[_Piece] = []
        for place, argument in enumerate(arguments):
            first, *others = self.pieces(argument, line - width(rf"\{function}"))
            if place:
                found[-1] = replace(found[-1], text=f"{found[-1].text},")
            found += [replace(first, within=r"\ "), *others]
        return _before(_enclosed(found), rf"\{function}")

    def _parts(self, node: Node, line: float, least: Precedence) -> list[_Piece]:
        """The parts of a node in a place that asks for a precedence, in brackets if it binds less."""
        if self.precedence(node) < least:
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
