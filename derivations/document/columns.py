"""Rows of text in columns: as wide as their cells, or as a terminal leaves room for."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

NOTHING = "—"
_NARROW = 6  # columns of a table are not pressed below this

Rows = Sequence[tuple[str, ...]]
Paint = Callable[[str], str]


def column_lines(rows: Rows, keys: int, width: int, paint_head: Paint = str) -> list[str]:
    """Rows of cells, the head first, as the lines of a table whose long cells wrap at that width.

    Where even that is too narrow for the words in it, the table goes on below with the first `keys` columns, which say
    what a row is about, again.

    >>> print(*column_lines([("card", "memory"), ("a", "80 GB")], 1, 40), sep="\\n")
      card  memory
      a     80 GB
    """
    count = len(rows[0])
    keys = min(keys, count)
    widths = [max(len(row[place]) for row in rows) for place in range(count)]
    least = [max(len(word) for row in rows for word in row[place].split() or [""]) for place in range(count)]
    least = [min(max(needed, _NARROW), widest) for needed, widest in zip(least, widths, strict=True)]
    least[0] = min(widths[0], max(least[0], width // 4))
    lines: list[str] = []
    for place, (start, end) in enumerate(_blocks(least, width - 2, keys)):
        kept = [*range(keys), *range(start, end)]
        part = [tuple(row[c] for c in kept) for row in rows]
        if place:  # what goes on below need not repeat the rows that have nothing there
            part = [row for row in part if set(row[keys:]) != {NOTHING}]
            lines.append("")
        lines += _block(part, [widths[c] for c in kept], [least[c] for c in kept], width, paint_head)
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


def _block(rows: Rows, widths: list[int], least: list[int], width: int, paint_head: Paint) -> list[str]:
    room = width - 2 - 2 * (len(widths) - 1)
    while sum(widths) > room and any(wide > floor for wide, floor in zip(widths, least, strict=True)):
        widest = max(wide for wide, floor in zip(widths, least, strict=True) if wide > floor)
        place = next(i for i, wide in enumerate(widths) if wide == widest and wide > least[i])
        widths[place] -= 1
    while sum(widths) > room and max(widths) > _NARROW:
        widths[widths.index(max(widths))] -= 1
    lines = []
    for number, row in enumerate(rows):
        cells = [textwrap.wrap(cell, wide, break_on_hyphens=False) or [""]
                 for cell, wide in zip(row, widths, strict=True)]
        for depth in range(max(map(len, cells))):
            parts = [(cell[depth] if depth < len(cell) else "").ljust(wide)
                     for cell, wide in zip(cells, widths, strict=True)]
            text = ("  " + "  ".join(parts)).rstrip()
            lines.append(text if number else paint_head(text))
    return lines
