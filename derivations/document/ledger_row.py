"""A row of the ledger: what is said of one claim, in words, and how the rows are set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from derivations.document.blocks import EMPTY, Block, Document, TextLine, deeper, labelled
from derivations.document.table import Table

if TYPE_CHECKING:
    from derivations.claim.claim import Claim

_HEAD = ("", "said", "by", "derived, from", "verdict")


@dataclass(frozen=True)
class LedgerRow:
    """The result of a claim, a heading, words and items of each verdict, and a line for each published number."""

    result: str
    published: tuple[tuple[str, ...], ...]
    verdicts: tuple[tuple[str, str, tuple[str, ...]], ...]

    def table(self, claim: str) -> Table:
        """The published numbers of a claim."""
        return Table(f"Published numbers of {claim}", _HEAD, self.published)

    def blocks(self, claim: Claim, *, brief: bool) -> Iterator[Block]:
        """The row under the name and the title of its claim."""
        yield TextLine(f"{claim.name}  {claim.title}", whole=True, role="heading", named=claim.name)
        own = [TextLine(self.result, hang=4)] if self.result else []
        for heading, words, items in self.verdicts:
            own += [labelled(heading, words), *(TextLine(item, depth=1, hang=2) for item in items)]
        yield from (replace(line, notation=claim.notation) for line in deeper(own, 1))
        if not brief and self.published:
            yield self.table(claim.name)


def rows_document(rows: Iterable[tuple[Claim, LedgerRow]], *, brief: bool = False) -> Document:
    """The claims by chapter, with result and verdicts and, unless `brief`, every published number beside what follows.

    A claim without a chapter stands under no heading.
    """
    blocks: list[Block] = []
    for chapter, members in groupby(rows, key=lambda row: row[0].chapter):
        if chapter:
            blocks += [EMPTY, TextLine(chapter, hang=8, role="title")]
        for claim, row in members:
            blocks += [EMPTY, *row.blocks(claim, brief=brief)]
    return Document(tuple(blocks[1:]))
