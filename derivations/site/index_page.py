"""The first page: the map of the lecture, a line for each claim with its question, its answer and its verdicts."""

from __future__ import annotations

from derivations.claims.shared.said import LECTURE as SOURCE
from derivations.site.chapters import by_chapter
from derivations.site.plan import DATA, DOCUMENT, EVIDENCE, LECTURE, NOTEBOOK
from derivations.site.sheet import Sheet, letters_of_claims


def index(sheet: Sheet) -> str:
    """What this is in a sentence, a picture, the claims of every chapter, then the other pages."""
    claims, plan = [sheet.data[name] for name in sheet.plan.claims], sheet.plan
    return sheet.render(
        "index.html.j2", lecture=SOURCE, chapters=by_chapter(claims), count=len(claims),
        picture=next((claim["picture"] for claim in claims if claim["picture"]), ""),
        story=next((page for page in plan.of_group(LECTURE) if page.source), None), notebooks=plan.of_group(NOTEBOOK),
        reference=[page for group in (LECTURE, EVIDENCE, DATA, DOCUMENT) for page in plan.of_group(group)],
        told=letters_of_claims(sheet),
    )
