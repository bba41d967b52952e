r"""Where the columns and rows of a table in LaTeX go: which fit beside each other, how wide, and how many on a page.

Widths are points of Computer Modern at ten points, as they are measured in `language.printing.latex_lines`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from derivations.language.printing.latex_lines import text_width

_WORD = re.compile(r"(?:\$[^$]*\$|[^\s$-])+-?|-+")  # a line may end at a hyphen
_LOOSE = 1.2  # what a text takes of lines that end with a word, over what it takes in one
_HALVINGS = 20
_Row = TypeVar("_Row")


def longest_word(cells: Iterable[str]) -> float:
    """The width of the longest word, which is as narrow as a column of these cells can be."""
    return max((text_width(word) for cell in cells for word in _WORD.findall(cell)), default=0.0)


def lines(natural: float, width: float) -> int:
    """Lines that a text takes in a column, a little more rather than less; a width of zero is that of the text."""
    return 1 if not width else 1 + int(_LOOSE * natural / width)


def parts(least: Sequence[float], keys: int, room: float) -> Iterator[list[int]]:
    """The columns of each table: behind the first `keys`, which stand in each, as many as fit at their least widths."""
    first = list(range(min(keys, len(least))))
    ahead = list(range(keys, len(least)))
    while first or ahead:
        chosen = list(range(min(keys, len(least))))
        taken = sum(least[column] for column in chosen)
        while ahead and (len(chosen) == keys or taken + least[ahead[0]] <= room):
            taken += least[ahead[0]]
            chosen.append(ahead.pop(0))
        yield chosen
        first = []


def even_widths(least: Sequence[float], natural: Sequence[float], room: float, between: float) -> list[float]:
    """Zero for columns as wide as their cells; those that must break do so into about as many lines each.

    `between` is what a column has in `least` and `natural` beside its text, and not in its width.
    """
    if sum(natural) <= room:
        return [0.0] * len(natural)
    least = _within(least, room)

    def given(share: float) -> list[float]:
        """Columns as wide as that part of their cells, where words have room."""
        return [max(low, min(high, between + share * (high - between)))
                for low, high in zip(least, natural, strict=True)]

    share, too_much = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (share + too_much) / 2
        share, too_much = (middle, too_much) if sum(given(middle)) <= room else (share, middle)
    return [0.0 if high <= wide + 0.5 else max(wide - between, 1.0)
            for high, wide in zip(natural, given(share), strict=True)]


def _within(least: Sequence[float], room: float) -> list[float]:
    """Least widths, the widest cut to one where not all have room: a formula that counts as one word may break."""
    left = room
    for at, width in enumerate(sorted(least)):
        cut = left / (len(least) - at)
        if width > cut:
            return [min(each, cut) for each in least]
        left -= width
    return list(least)


def pages(rows: Sequence[_Row], high: Sequence[int], most: int) -> Iterator[list[_Row]]:
    """As many rows as a page takes, which a tabular does not look after; `high` are the lines of each."""
    page: list[_Row] = []
    taken = 0
    for row, more in zip(rows, high, strict=True):
        if page and taken + more > most:
            yield page
            page, taken = [], 0
        page, taken = [*page, row], taken + more
    yield page
