"""Documents on a terminal: lines of a given width, formulas in two dimensions, tables in columns, words in colour."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from derivations.language.printing.pretty import relation_pretty
from derivations.show.document import Block, TextLine
from derivations.show.table import NOTHING, Table

Paint = Callable[[str, str], str]


@dataclass(frozen=True)
class Style:
    """Width in columns, two-dimensional mathematics if `pretty`, and `paint`, which colours a role of text."""

    pretty: bool = False
    width: int = 100
    paint: Paint = lambda text, role: text


PLAIN = Style()
_NARROW = 6  # columns of a table are not pressed below this
_LEAST = 30  # columns that text keeps, however far in it stands


def text_of(blocks: Iterable[Block], style: Style = PLAIN) -> str:
    """A document as text, with the end of its last line."""
    return "\n".join(line.rstrip() for line in lines_of(blocks, style)) + "\n"


def lines_of(blocks: Iterable[Block], style: Style = PLAIN) -> Iterator[str]:
    """A document line by line."""
    for block in blocks:
        yield from table_lines(block, style) if isinstance(block, Table) else _set(block, style)


def _set(line: TextLine, style: Style) -> list[str]:
    indent = "  " * line.depth
    if line.display and line.relation is None:
        return [""] if style.pretty else []
    if line.display and style.pretty and line.relation is not None:
        drawn = [f"{indent}{row}" for row in relation_pretty(line.relation.written).splitlines()]
        if drawn and max(map(len, drawn)) <= style.width:
            return drawn
    first, following = f"{line.branch}{indent}", f"{line.trunk}{indent}{' ' * line.hang}"
    room = replace(style, width=max(style.width, len(following) + _LEAST))
    rows = [first + line.text] if line.whole else wrapped(line.text, room, first, following) or [first]
    if line.named:
        found = re.compile(rf"(?<!\S){re.escape(line.named)}")
        return [found.sub(lambda match: style.paint(match[0], line.role), rows[0], count=1), *rows[1:]]
    if not line.role:
        return rows
    before = [line.branch, *[line.trunk] * (len(rows) - 1)]
    return [start + style.paint(row[len(start) :], line.role) for start, row in zip(before, rows, strict=True)]


def wrapped(text: str, style: Style, indent: str, following: str | None = None) -> list[str]:
    """Text in lines of the style's width, the first indented and the others as `following` says."""
    return textwrap.wrap(
        text, style.width, initial_indent=indent, subsequent_indent=indent if following is None else following,
        break_long_words=False, break_on_hyphens=False,
    )


def table_lines(table: Table, style: Style = PLAIN) -> list[str]:
    """A table in columns as wide as their cells; long cells wrap where the terminal ends.

    Where even that is too narrow for the words in it, the table goes on below with the columns that say what a row is
    about again.
    """
    keys = min(table.keys, len(table.head))
    rows = [table.head, *table.rows]
    widths = [max(len(row[place]) for row in rows) for place in range(len(table.head))]
    least = [max(len(word) for row in rows for word in row[place].split() or [""]) for place in range(len(table.head))]
    least = [min(max(needed, _NARROW), width) for needed, width in zip(least, widths, strict=True)]
    least[0] = min(widths[0], max(least[0], style.width // 4))
    blocks = _blocks(least, style.width - 2, keys)
    lines: list[str] = []
    for place, (start, end) in enumerate(blocks):
        kept = [*range(keys), *range(start, end)]
        part = [tuple(row[c] for c in kept) for row in rows]
        if place:  # what goes on below need not repeat the rows that have nothing there
            part = [row for row in part if set(row[keys:]) != {NOTHING}]
            lines.append("")
        lines += _block(part, [widths[c] for c in kept], [least[c] for c in kept], style)
    return lines


def _blocks(least: list[int], room: int, keys: int) -> list[tuple[int, int]]:
    """Ranges of columns, without the first `keys`, that fit beside these at their least widths."""
    blocks: list[tuple[int, int]] = []
    beside = sum(least[:keys]) + 2 * (keys - 1)
    start, used = keys, beside
    for column in range(keys, len(least)):
        if used + 2 + least[column] > room and column > start:
            blocks.append((start, column))
            start, used = column, beside
        used += 2 + least[column]
    return [*blocks, (start, len(least))]


def _block(rows: list[tuple[str, ...]], widths: list[int], least: list[int], style: Style) -> list[str]:
    room = style.width - 2 - 2 * (len(widths) - 1)
    while sum(widths) > room and any(width > floor for width, floor in zip(widths, least, strict=True)):
        widest = max(width for width, floor in zip(widths, least, strict=True) if width > floor)
        place = next(i for i, width in enumerate(widths) if width == widest and width > least[i])
        widths[place] -= 1
    while sum(widths) > room and max(widths) > _NARROW:
        widths[widths.index(max(widths))] -= 1
    lines = []
    for number, row in enumerate(rows):
        cells = [
            textwrap.wrap(cell, width, break_on_hyphens=False) or [""]
            for cell, width in zip(row, widths, strict=True)
        ]
        for depth in range(max(map(len, cells))):
            parts = [
                (cell[depth] if depth < len(cell) else "").ljust(width)
                for cell, width in zip(cells, widths, strict=True)
            ]
            text = "  " + "  ".join(parts)
            lines.append(style.paint(text.rstrip(), "dim") if number == 0 else text.rstrip())
    return lines
