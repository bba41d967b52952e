"""A page that is being made: its data, its links, its templates, and the frame that every page of the site has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from derivations.site.navigation import buttons, menus
from derivations.site.plan import ASSETS, CLAIM, DERIVATION, INDEX, SCRIPT, STYLE, Page, Plan, derivation_file
from derivations.writers.html.assets import Assets, linked
from derivations.writers.html.mathematics import Letters
from derivations.writers.html.template import page, piece, render

_PACKAGE = "derivations.site"
_SHOWN = re.compile(r'data-q="([^"]+)"')  # the letters that stand on a page


@dataclass(frozen=True)
class Sheet:
    """A page that is being made, the plan that it is part of, and the data that it is made from, by name."""

    page: Page
    plan: Plan
    data: Mapping[str, Any]

    def claim_file(self, claim: str) -> str:
        """The page of a claim, which is that of its derivation where it has no notebook."""
        page = self.plan.page_of_claim(claim)
        return derivation_file(claim) if page is None else page.file

    def render(self, template: str, *, told: Letters | None = None, **context: Any) -> str:
        """A template of the site filled in, with the data of those letters `told` that stand on the page."""
        body = render(template, _PACKAGE, sheet=self, **context)
        shown = set(_SHOWN.findall(body))
        own = {name: letter for name, letter in (told or {}).items() if name in shown}
        return body + piece("letters_data", own)


def framed(sheet: Sheet, body: str) -> str:
    """The whole page around a body: navigation above, the claims before and after below."""
    plan, here = sheet.plan, sheet.page
    title = here.title if here.file == "index.html" else f"{here.title} · Derivations"
    nav = render("navigation.html.j2", _PACKAGE, here=here, above=_story(sheet), menus=menus(plan),
                 buttons=buttons(plan), index_group=INDEX)
    around = render("neighbors.html.j2", _PACKAGE, neighbors=_neighbors(sheet))
    shared = linked(ASSETS)
    head = "\n".join(filter(None, (shared.head, f'<link rel="stylesheet" href="{STYLE}">', here.head)))
    assets = Assets(head, f'{shared.end}\n<script src="{SCRIPT}" defer></script>')
    return page(title, f"{body}\n{around}".rstrip(), here.stamp, nav=nav.strip(), assets=assets)


def _story(sheet: Sheet) -> Page | None:
    """The page of the claim whose every step the page has; None for any other page."""
    return sheet.plan.page_of_claim(sheet.page.needs[0]) if sheet.page.group == DERIVATION else None


def _neighbors(sheet: Sheet) -> list[tuple[str, str, Page]]:
    """Neighbors of a claim's page in the order of the lecture."""
    pages = sheet.plan.of_group(CLAIM)
    if sheet.page not in pages:
        return []
    place = pages.index(sheet.page)
    around = (("prev", "Before", place - 1), ("next", "Next", place + 1))
    return [(way, word, pages[at]) for way, word, at in around if 0 <= at < len(pages)]


def letters_of_claims(sheet: Sheet) -> dict[str, dict[str, str]]:
    """The letters of the site's claims; a name means one thing everywhere, and a value is told where all agree."""
    found: dict[str, dict[str, str]] = {}
    for claim in sheet.plan.claims:
        for name, letter in sheet.data[claim]["report"]["letters"].items():
            known = found.setdefault(name, dict(letter))
            if known.get("value") != letter.get("value"):
                known.pop("value", None)
    return found
