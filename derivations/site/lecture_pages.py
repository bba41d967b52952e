"""Pages of the lecture: every number in it, and the versions in which some of it is told."""

from __future__ import annotations

from derivations.lecture.shared.said import LECTURE
from derivations.lecture.spoken import spoken_numbers, versions_told
from derivations.site.sheet import Sheet


def numbers(sheet: Sheet) -> str:
    """A row for each of the lecture's statements with a number, in its order."""
    rows = spoken_numbers()
    return sheet.render("numbers.html.j2", rows=rows, count=sum(len(row.numbers) for row in rows), lecture=LECTURE)


def versions(sheet: Sheet) -> str:
    """A part for each topic on which the lecture and those who retold it disagree."""
    return sheet.render("versions.html.j2", topics=versions_told())
