"""A row of the ledger: what is said of one claim, in words, and how the rows are set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from derivations.claim.verdicts import MARKS
from derivations.document.blocks import EMPTY, Block, Document, TextLine, deeper, labelled
from derivations.document.table import Table

if TYPE_CHECKING:
    from derivations.claim.claim import Claim

_HEAD = ("", "said", "by", "derived, from", "verdict")
_NEXT = "`derive show NAME` shows one claim; `derive list --verdicts` spells out every verdict and published number."
_WIDTH = 22  # columns for the name of a claim in the index


@dataclass(frozen=True)
class LedgerRow:
    """The result of a claim, with its number and a mark for each verdict; and each verdict with its items below it.

    Then a line for each published number.
    """

    result: str
    number: str
    marks: str
    published: tuple[tuple[str, ...], ...]
    verdicts: tuple[tuple[str, str, tuple[str, ...]], ...]

    def table(self, claim: str) -> Table:
        """The published numbers of a claim."""
        return Table(f"Published numbers of {claim}", _HEAD, self.published)

    def blocks(self, claim: Claim) -> Iterator[Block]:
        """The row under the name and the title of its claim."""
        yield EMPTY
        yield TextLine(f"{claim.name}  {claim.title}", whole=True, role="heading", named=claim.name)
        own = [TextLine(self.result, hang=4)] if self.result else []
        for heading, words, items in self.verdicts:
            own += [labelled(heading, words), *(TextLine(item, depth=1, hang=2) for item in items)]
        yield from (replace(line, notation=claim.notation) for line in deeper(own, 1))
        if self.published:
            yield self.table(claim.name)

    def indexed(self, claim: Claim) -> Iterator[Block]:
        """The claim in a line: its marks, its question and the number that answers it."""
        head = f"{self.marks}  {claim.name:{_WIDTH}}"
        yield TextLine(f"{head}{claim.question} {self.number}".rstrip(), hang=len(head), role="name", named=claim.name)


def rows_document(rows: Iterable[tuple[Claim, LedgerRow]], *, brief: bool = False) -> Document:
    """The claims by chapter, with result, verdicts and every published number beside what follows.

    If `brief` an index: a line for each claim. A claim without a chapter stands under no heading.
    """
    blocks: list[Block] = []
    for chapter, members in groupby(rows, key=lambda row: row[0].chapter):
        if chapter:
            blocks += [EMPTY, TextLine(chapter, hang=8, role="title")]
        for claim, row in members:
            blocks += row.indexed(claim) if brief else row.blocks(claim)
    told = (EMPTY, TextLine(MARKS, hang=2), TextLine(_NEXT, hang=2)) if brief else ()
    return Document((*blocks[1:], *told))
