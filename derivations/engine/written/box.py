"""Boxes of text lines with a baseline, the building blocks of two-dimensional formulas."""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import combining

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
