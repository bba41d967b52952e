"""Tree to two-dimensional text for a terminal: stacked fractions, raised exponents, Greek letters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from unicodedata import combining

from derivations.language.greek import GREEK_LETTERS
from derivations.language.printing.printer import Precedence, Typesetter
from derivations.language.printing.text import number_text
from derivations.language.tree import Name, Node, Number, WrittenRelation

_LEFT, _RIGHT = "⎛⎜⎝", "⎞⎟⎠"  # top, middle and bottom of a tall parenthesis
_UP_LEFT, _UP_RIGHT = "⎡⎢⎢", "⎤⎥⎥"  # the same of what is rounded up


@dataclass(frozen=True)
class Box:
    """Lines of equal width; `baseline` is the line that a neighbor on one line is set on."""

    lines: tuple[str, ...]
    baseline: int = 0

    @property
    def width(self) -> int:
        """The number of columns on a terminal."""
        return max(map(_columns, self.lines))

    def __str__(self) -> str:
        return "\n".join(line.rstrip() for line in self.lines)


def word(text: str) -> Box:
    """A box of one line."""
    return Box((text,))


def row(*parts: Box | str) -> Box:
    """Boxes side by side on one baseline.

    >>> print(row("x = ", fraction(word("a"), word("b"))))
        a
    x = ─
        b
    """
    boxes = [word(part) if isinstance(part, str) else part for part in parts]
    above = max(box.baseline for box in boxes)
    below = max(len(box.lines) - box.baseline for box in boxes)
    columns = [_placed(box, above - box.baseline, above + below) for box in boxes]
    return Box(tuple(map("".join, zip(*columns, strict=True))), above)


def fraction(over: Box, under: Box) -> Box:
    """One box over another, with a bar between them, which is longer than a bar inside."""
    inner = max(len(over.lines), len(under.lines)) > 1
    width = max(over.width, under.width) + (2 if inner else 0)
    lines = [_centred(line, width) for line in over.lines]
    lines.append("─" * width)
    lines.extend(_centred(line, width) for line in under.lines)
    return Box(tuple(lines), len(over.lines))


def parenthesised(box: Box) -> Box:
    """The box in parentheses of its height."""
    return row("(", box, ")") if len(box.lines) == 1 else _between(box, _LEFT, _RIGHT)


def rounded_up(box: Box) -> Box:
    """The box between the brackets of its height that mean the next whole number."""
    return row("⌈", box, "⌉") if len(box.lines) == 1 else _between(box, _UP_LEFT, _UP_RIGHT)


def limited(sign: Box, below: Box, above: Box) -> Box:
    """A sign with one box below it and one above.

    >>> print(row(limited(word("∑"), word("k=1"), word("n")), " k"))
     n
     ∑  k
    k=1
    """
    width = max(sign.width, below.width, above.width)
    lines = [_centred(line, width) for part in (above, sign, below) for line in part.lines]
    return Box(tuple(lines), len(above.lines) + sign.baseline)


def _between(box: Box, left: str, right: str) -> Box:
    """The box between two tall brackets, each given by its top, middle and bottom."""
    height = len(box.lines)
    sides = (Box((shape[0], *shape[1] * (height - 2), shape[2]), box.baseline) for shape in (left, right))
    before, after = sides
    return row(before, box, after)


def raised(base: Box, exponent: Box) -> Box:
    """The exponent above and to the right of its base."""
    lines = [" " * base.width + line for line in exponent.lines]
    lines.extend(line + " " * exponent.width for line in base.lines)
    return Box(tuple(lines), len(exponent.lines) + base.baseline)


def root(box: Box) -> Box:
    """The box under a square root sign.

    >>> print(root(word("x")))
      ___
    ╲╱ x
    """
    height = len(box.lines)
    lines = [" " * (height + 1) + "_" * (box.width + 2)]
    for index, line in enumerate(box.lines):
        slope = " " * (height - index) + "╱" + " " * index
        if index == height - 1:
            slope = "╲" + slope[1:]
        lines.append(f"{slope} {line} ")
    return Box(tuple(lines), box.baseline + 1)


def _placed(box: Box, top: int, height: int) -> list[str]:
    blank = " " * box.width
    bottom = height - top - len(box.lines)
    return [blank] * top + [_padded(line, box.width) for line in box.lines] + [blank] * bottom


def _centred(line: str, width: int) -> str:
    return _padded(" " * ((width - _columns(line)) // 2) + line, width)


def _padded(line: str, width: int) -> str:
    return line + " " * (width - _columns(line))


def _columns(line: str) -> int:
    """Columns that a line takes: an accent stands on the letter before it."""
    return sum(not combining(character) for character in line)


_LARGE = {"sum": "∑", "product": "∏"}
_LAMBERT = {"lambert_w0": "W₀", "lambert_wm1": "W₋₁"}
_SIGNS = {">=": "≥", "<=": "≤"}


def to_pretty(node: Node) -> str:
    """The lines of a tree drawn in two dimensions, in the author's order and grouping.

    >>> from derivations.language.grammar import parse_expression
    >>> print(to_pretty(parse_expression("1 + kappa*L/W")))
        κ⋅L
    1 + ───
         W
    """
    return str(PrettyPrinter().write(node))


def relation_pretty(relation: WrittenRelation) -> str:
    """The lines of a relation drawn in two dimensions."""
    return str(PrettyPrinter().statement(relation))


class PrettyPrinter(Typesetter[Box]):
    """Boxes of lines."""

    times = beside = "⋅"
    signs = _SIGNS

    def row(self, *parts: Box | str) -> Box:
        """Boxes side by side on one baseline."""
        return row(*parts)

    def enclosed(self, piece: Box) -> Box:
        """A box in parentheses."""
        return parenthesised(piece)

    def number(self, value: Fraction, unit: str) -> Box:
        """A number, with its unit after a space."""
        return word(f"{number_text(value)} {unit}" if unit else number_text(value))

    def letter(self, name: str) -> Box:
        """A name with Greek letters; subscripts stay as typed, as Unicode has only some of them."""
        return word("_".join(GREEK_LETTERS.get(part, part) for part in name.split("_")))

    def precedence(self, node: Node) -> Precedence:
        """The precedence of a node; the unit of a number would swallow a factor behind it."""
        measured = isinstance(node, Number) and bool(node.unit)
        return Precedence.PRODUCT if measured else super().precedence(node)

    def quotient(self, over: Node, under: Node) -> Box:
        """A fraction."""
        return fraction(self.write(over), self.write(under))

    def power(self, base: Node, exponent: Node) -> Box:
        """A base with its exponent."""
        return raised(self.closed(base, Precedence.ATOM), self.exponent(exponent))

    def is_flat(self, over: Node, under: Node) -> bool:
        """True for a quotient of short things, which stays on one line of an exponent."""
        return isinstance(over, Name | Number) and isinstance(under, Name | Number)

    def root(self, piece: Box) -> Box:
        """A square root."""
        return root(piece)

    def rounded_up(self, piece: Box) -> Box:
        """The ceiling of a box."""
        return rounded_up(piece)

    def named_call(self, function: str, arguments: tuple[Node, ...]) -> Box:
        """A function that is set as a word."""
        return super().named_call(_LAMBERT.get(function, function), arguments)

    def series(self, function: str, term: Node, index: str, first: Node, last: Node) -> Box:
        """The large sign with what counts below and above it."""
        sign = limited(word(_LARGE[function]), row(self.letter(index), "=", self.write(first)), self.write(last))
        return row(sign, " ", self.closed(term, Precedence.SERIES))
