"""Cells of a notebook for who sets them: what their tags leave of them, and where slides begin.

The tags are those of Jupyter Book: a cell with `REMOVED` is no part of a page, and of one with `NO_SOURCE` the code
is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

REMOVED, NO_SOURCE = "remove-cell", "remove-input"
FOLDED = "jp-MarkdownHeadingCollapsed"  # of a heading: what stands below it opens on a click, as in JupyterLab
SLIDE, SUBSLIDE, SKIP, GOES_ON = "slide", "subslide", "skip", "-"  # as nbconvert and JupyterLab say it
_TYPES = (SLIDE, SUBSLIDE, SKIP, GOES_ON, "fragment", "notes")
_ROOM, _WIDE = 6, 3  # outputs that a slide has room for; as many of them as a picture or a table takes

Cell = Mapping[str, Any]


class ShownCell(NamedTuple):
    """A cell that is shown, with the source of its code or without it."""

    cell: Cell
    source: bool


def shown_cells(cells: Iterable[Cell]) -> Iterator[ShownCell]:
    """The cells that their tags leave."""
    for cell in cells:
        tags = cell.get("metadata", {}).get("tags", ())
        if REMOVED not in tags:
            yield ShownCell(cell, NO_SOURCE not in tags)


def slide_types(cells: Iterable[Cell]) -> Iterator[str]:
    """What each cell is among slides: what its metadata say, or else what follows from headings.

    A slide begins at each heading of the first two kinds, one below it at any other words, and at code for whose
    outputs the one before has no room. What is folded below a heading, and what tags take from a page, is skipped.

    >>> [*slide_types([{"cell_type": "markdown", "source": text} for text in ("## Why", "Words", "## How")])]
    ['slide', 'subslide', 'slide']
    """
    folded, taken = False, 0
    for cell in cells:
        metadata = cell.get("metadata", {})
        words = cell["source"] if cell["cell_type"] == "markdown" else ""
        headed = words.startswith(("# ", "## "))
        folded = bool(metadata.get(FOLDED)) or (folded and not headed)
        size = sum(map(_size, cell.get("outputs", ())))
        said = metadata.get("slideshow", {}).get("slide_type")
        if said in _TYPES:
            kind = said
        elif folded or REMOVED in metadata.get("tags", ()):
            kind = SKIP
        elif headed:
            kind = SLIDE
        else:
            kind = SUBSLIDE if words.strip() or (taken and taken + size > _ROOM) else GOES_ON
        if kind != SKIP:
            taken = size + (0 if kind in (SLIDE, SUBSLIDE) else taken)
        yield kind


def _size(output: Mapping[str, Any]) -> int:
    """How many outputs this one takes the room of."""
    data = output.get("data", {})
    wide = "image/svg+xml" in data or "image/png" in data or "".join(data.get("text/markdown", "")).startswith("|")
    return _WIDE if wide else 1


def slides(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The cells of each slide, one below another as one of its own; notes are left out."""
    found: list[list[Cell]] = []
    cells = list(cells)
    for cell, kind in zip(cells, slide_types(cells), strict=True):
        if kind in (SKIP, "notes"):
            continue
        if kind in (SLIDE, SUBSLIDE) or not found:
            found.append([])
        found[-1].append(cell)
    return found
