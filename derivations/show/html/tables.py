"""Tables as HTML: a wide one scrolls in a box of its own, which the keyboard reaches."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from derivations.show.html.letters import Letters
from derivations.show.html.prose import prose
from derivations.show.table import Table


def html_table(table: Table, letters: Letters) -> str:
    """A table whose text is set as prose, in which names of the letters stand as mathematics."""
    heads = "".join(f'<th scope="col">{_head(cell, letters)}</th>' for cell in table.head)
    body = "".join(f"<tr>{_cells(row, table.keys, letters)}</tr>" for row in table.rows)
    return (
        f'<div class="table" role="region" aria-label="{escape(table.title)}" tabindex="0">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _head(cell: str, letters: Letters) -> str:
    """A letter alone goes with its name, because not every screen reader finds words in mathematics."""
    return prose(cell, letters) + (f'<span class="unseen">{escape(cell)}</span>' if cell in letters else "")


def _cells(row: Sequence[str], keys: int, letters: Letters) -> str:
    # a step may have the name of a quantity, and is meant where a row is about it
    keyed = (escape(cell) if cell in letters else prose(cell, letters) for cell in row[:keys])
    first = "".join(f'<th scope="row">{cell}</th>' for cell in keyed)
    return first + "".join(f"<td>{prose(cell, letters)}</td>" for cell in row[keys:])
