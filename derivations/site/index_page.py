"""The first page: the lecture's claims by chapter, each with its answer in one line."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import Any

from derivations.lecture.index import CLAIMS
from derivations.show.html.markdown import markdown_html
from derivations.site.frame import Sheet
from derivations.site.letters import letters_of_claims, with_letters
from derivations.site.pieces import anchor, file_link, heading, listed
from derivations.site.plan import CARDS, LECTURE, NOTEBOOK, derivation_file

_LEAD = (
    "What was said at a blackboard about how large language models are trained and served, as derivations: every step "
    "checked, every number sourced. Each answer below is for the numbers named beside it."
)


def body(sheet: Sheet) -> str:
    """The claims of every chapter, then the other pages."""
    claims = [sheet.data[name] for name in CLAIMS]
    parts = ["<h1>Derivations</h1>", f"<p>{_LEAD}</p>"]
    for chapter, members in groupby(claims, key=lambda claim: str(claim["chapter"])):
        time, _, title = chapter.partition(" ")
        parts.append(heading(2, f'{escape(title)} <span class="quiet">{escape(time)}</span>', anchor(chapter)))
        parts += [_claim(sheet, claim) for claim in members]
    others = [f"{file_link(page.file, escape(page.title))}{_lead(page.lead)}"
              for page in sheet.plan.of_group(NOTEBOOK)]
    if others:
        parts += [heading(2, "Across claims", "across"), listed(others, "pages")]
    around = [file_link(page.file, escape(page.title)) for group in (LECTURE, CARDS)
              for page in sheet.plan.of_group(group)]
    parts += [heading(2, "To look up", "look-up"), listed(around, "pages")]
    return with_letters("\n".join(parts), letters_of_claims(sheet.data, CLAIMS))


def _claim(sheet: Sheet, claim: dict[str, Any]) -> str:
    """A claim: its title, its question, the formula with its number, and the verdict."""
    title = sheet.claim_link(claim["name"], escape(claim["title"]))
    question = f'<p class="question">{escape(claim["question"])}</p>' if claim["question"] else ""
    scenario = f'<span class="quiet">{escape(claim["scenario"])}</span>'
    number = f'<p class="number"><strong>{escape(claim["number"])}</strong> {scenario}</p>'
    verdict = " · ".join((
        claim["verdict"], file_link("ledger.html", "what was said", claim["name"]),
        file_link(derivation_file(claim["name"]), "every step"),
    ))
    return (
        f'<section class="claim"><h3 id="{anchor(claim["name"])}">{title}</h3>\n{question}\n'
        f'{claim["formula"]}\n{number}\n<p class="verdict quiet">{verdict}</p></section>'
    )


def _lead(markdown: str) -> str:
    return markdown_html(markdown).strip() if markdown else ""
