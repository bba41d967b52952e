"""Pages of the lecture: every number in it, and the versions in which some of it is told."""

from __future__ import annotations

from dataclasses import replace

from derivations.claims.shared.said import LECTURE
from derivations.claims.spoken import spoken_numbers, versions_told
from derivations.site.sheet import Sheet


def numbers(sheet: Sheet) -> str:
    """A row for each of the lecture's statements with a number that the site's claims, or none at all, deal with."""
    rows = []
    for row in spoken_numbers():
        numbers = {number: claim for number, claim in row.numbers.items() if claim in sheet.plan.claims}
        if numbers or not row.claims:
            rows.append(replace(row, numbers=numbers))
    return sheet.render("numbers.html.j2", rows=rows, count=sum(len(row.numbers) for row in rows), lecture=LECTURE)


def versions(sheet: Sheet) -> str:
    """A part for each topic of the claims on which the lecture and those who retold it disagree."""
    topics = []
    for topic in versions_told():
        claims = tuple(claim for claim in topic.claims if claim in sheet.plan.claims)
        derived = tuple(item for item in topic.derived if item.claim in sheet.plan.claims)
        if claims or not topic.claims:
            topics.append(replace(topic, claims=claims, derived=derived))
    return sheet.render("versions.html.j2", topics=topics)
