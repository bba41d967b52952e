"""The frame of every page: navigation above, the claims before and after below. The one place that calls the shell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import quote

from derivations.show.html.assets import Assets, linked
from derivations.show.html.shell import page as shell
from derivations.site.pieces import file_link
from derivations.site.plan import (
    ASSETS,
    CARDS,
    CLAIM,
    DERIVATION,
    LECTURE,
    NOTEBOOK,
    STYLE,
    Page,
    Plan,
    derivation_file,
)


@dataclass(frozen=True)
class Sheet:
    """A page that is being made, the plan that it is part of, and the data that it is made from, by name."""

    page: Page
    plan: Plan
    data: Mapping[str, Any]

    def link(self, file: str, text: str, place: str = "") -> str:
        """A link to a page of the plan, `text` as HTML; raises `UnknownNameError` if there is no such page."""
        return file_link(self.plan.page(file).file, text, place)

    def claim_link(self, claim: str, text: str = "") -> str:
        """A link to the page of a claim, which is that of its derivation where it has no notebook."""
        return file_link(self.claim_file(claim), text or escape(claim))

    def claim_file(self, claim: str) -> str:
        """The file that `claim_link` leads to."""
        page = self.plan.page_of_claim(claim)
        return derivation_file(claim) if page is None else page.file


def framed(sheet: Sheet, body: str) -> str:
    """The whole page around a body."""
    page = sheet.page
    title = page.title if page.file == "index.html" else f"{page.title} · Derivations"
    shared = linked(ASSETS)
    assets = Assets(f'{shared.head}\n<link rel="stylesheet" href="{STYLE}">', shared.end)
    return shell(title, f"{body}\n{_neighbours(sheet)}".rstrip(), page.stamp, nav=navigation(sheet), assets=assets)


def navigation(sheet: Sheet) -> str:
    """A list of links to all pages, the current one marked; those of a group that grows stay folded."""
    plan, here = sheet.plan, sheet.page
    parts = [_link(plan.page("index.html"), here)]
    for label, group in (("Claims", CLAIM), ("Every step", DERIVATION), ("More notebooks", NOTEBOOK)):
        parts.append(_menu(label, plan.of_group(group), here))
    parts += [_link(page, here) for page in plan.of_group(LECTURE)]
    parts += [_menu("Cards", plan.of_group(CARDS), here)]
    items = "".join(f"<li>{part}</li>" for part in parts if part)
    return f"<ul>{items}</ul>"


def _menu(label: str, pages: tuple[Page, ...], here: Page) -> str:
    if not pages:
        return ""
    items = "".join(f"<li>{_link(page, here, page.label if page.group == DERIVATION else page.title)}</li>"
                    for page in pages)
    mark = ' class="here"' if here in pages else ""
    return f"<details{mark}><summary>{label}</summary><ul>{items}</ul></details>"


def _link(page: Page, here: Page, text: str = "") -> str:
    return file_link(page.file, escape(text or page.label), here=page == here)


def _neighbours(sheet: Sheet) -> str:
    """The claims before and after that of a page, in the order of the lecture."""
    pages = sheet.plan.of_group(CLAIM)
    if sheet.page not in pages:
        return ""
    place = pages.index(sheet.page)
    links = [
        f'<a rel="{way}" href="{quote(pages[at].file)}"><span>{word}</span> {escape(pages[at].title)}</a>'
        for way, word, at in (("prev", "Before", place - 1), ("next", "Next", place + 1)) if 0 <= at < len(pages)
    ]
    return f'<nav class="neighbours" aria-label="Claims before and after">{"".join(links)}</nav>' if links else ""
