"""Tree to two-dimensional text for a terminal: stacked fractions, raised exponents, Greek letters."""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import combining

from derivations.language.greek import LETTERS
from derivations.language.printing.text import as_fractions, number_text
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
    is_series,
)

_LEFT, _RIGHT = "⎛⎜⎝", "⎞⎟⎠"  # top, middle and bottom of a tall parenthesis
_UP_LEFT, _UP_RIGHT = "⎡⎢⎢", "⎤⎥⎥"  # the same of what is rounded up


@dataclass(frozen=True)
class Box:
    """Lines of equal width; `baseline` is the line that a neighbour on one line is set on."""

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
_RELATIONS = {">=": "≥", "<=": "≤"}


def to_pretty(node: Node) -> str:
    """The lines of a tree drawn in two dimensions, in the author's order and grouping.

    >>> from derivations.language.grammar import parse_expression
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
