"""Documents on a terminal: lines of a given width, formulas in two dimensions, tables in columns, words in colour."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from derivations.document.blocks import TERMINAL, Block, Document, Part, TextLine
from derivations.document.columns import column_lines
from derivations.document.table import Table
from derivations.language.printing.pretty import relation_pretty

Paint = Callable[[str, str], str]


@dataclass(frozen=True)
class Style:
    """Width in columns, two-dimensional mathematics if `pretty`, and `paint`, which colours a role of text."""

    pretty: bool = False
    width: int = 100
    paint: Paint = field(default=lambda text, role: text, repr=False)


PLAIN = Style()
_LEAST = 30  # columns that text keeps, however far in it stands


def write(document: Document, level: int = 0, style: Style = PLAIN) -> str:
    """The document in a style; a terminal has headings of one level."""
    return text_of(document.blocks, style)


def text_of(blocks: Iterable[Block], style: Style = PLAIN) -> str:
    """A document as text, with the end of its last line."""
    return "\n".join(line.rstrip() for line in lines_of(blocks, style)) + "\n"


def lines_of(blocks: Iterable[Block], style: Style = PLAIN) -> Iterator[str]:
    """A document line by line."""
    for block in blocks:
        if isinstance(block, Part):
            yield from lines_of(block.blocks, style)
        elif isinstance(block, Table):
            yield from table_lines(block, style)
        elif block.only in ("", TERMINAL):
            yield from _set(block, style)


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
    """A table in columns as wide as their cells; long cells wrap where the terminal ends."""
    return column_lines([table.head, *table.rows], table.keys, style.width, lambda text: style.paint(text, "dim"))
