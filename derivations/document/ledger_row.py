"""A row of the ledger: what is said of one claim, in words, and how the rows are set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from derivations.claim.verdicts import MARKS
from derivations.document.blocks import EMPTY, Block, Document, Line, Part, TextLine, deeper, labelled
from derivations.document.table import Table

if TYPE_CHECKING:
    from derivations.claim.claim import Claim

_HEAD = ("", "said", "by", "derived, from", "verdict")
_NEXT = "`derive show NAME` shows one claim; `derive list --verdicts` spells out every verdict and published number."
_WIDTH = 22  # columns for the name of a claim in the index
_INDEX = ("claim", "question", "answer", "verdicts")
_ASKS_FOR_AN_AMOUNT = re.compile(
    r"\b(how (fast|large|long|many|much|often)|what (discount|fraction|share))\b", re.IGNORECASE)
_BOUNDS = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}


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

    def answered(self, claim: Claim) -> str:
        """The number that answers the question of its claim.

        It says what it is where it has no unit, and where the question asks for no amount.
        """
        letter, sign, number = (*self.number.split(" ", 2), "", "", "")[:3]
        if sign not in (*_BOUNDS, "=") or letter not in claim.notation:
            return self.number
        told = " ".join(filter(None, (_BOUNDS.get(sign, ""), number)))
        quantity = claim.notation[letter]
        bare = number[-1].isdigit() and not quantity.unit
        return f"{told} ({quantity.called})" if bare or not _ASKS_FOR_AN_AMOUNT.search(claim.question) else told


@dataclass(frozen=True)
class Index(Part):
    """Claims in a line each: marks, question and answer; a table where there are tables."""

    rows: tuple[tuple[Claim, LedgerRow], ...]

    @property
    def blocks(self) -> Iterator[Line]:
        """The lines, the answer behind its question."""
        for claim, row in self.rows:
            head = f"{row.marks}  {claim.name:{_WIDTH}}"
            words = f"{head}{claim.question} {row.answered(claim)}".rstrip()
            yield TextLine(words, hang=len(head), role="name", named=claim.name)

    @property
    def where_set(self) -> Iterator[Line]:
        """The table."""
        rows = ((claim.name, claim.question, row.answered(claim), row.marks) for claim, row in self.rows)
        yield Table("Claims", _INDEX, tuple(rows))


def rows_document(rows: Iterable[tuple[Claim, LedgerRow]], *, brief: bool = False) -> Document:
    """The claims by chapter, with result, verdicts and every published number beside what follows.

    If `brief` an index: a line for each claim. A claim without a chapter stands under no heading.
    """
    blocks: list[Block] = []
    for chapter, members in groupby(rows, key=lambda row: row[0].chapter):
        if chapter:
            blocks += [EMPTY, TextLine(chapter, hang=8, role="title")]
        own = tuple(members)
        blocks += [Index(own)] if brief else [block for claim, row in own for block in row.blocks(claim)]
    told = (EMPTY, TextLine(MARKS, hang=2), TextLine(_NEXT, hang=2)) if brief else ()
    return Document((*blocks[1:], *told))
