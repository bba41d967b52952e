"""The navigation: five menus of pages, and buttons at the right for what is no page to read."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from derivations.claims.index import chapter_of
from derivations.site.chapters import chapter_title
from derivations.site.plan import ASIDE, DATA, DOCUMENT, EVIDENCE, INDEX, LECTURE, NOTEBOOK, Page, Plan


@dataclass(frozen=True)
class Part:
    """Pages of a menu under a title; without one they stand alone."""

    title: str
    pages: tuple[Page, ...]


@dataclass(frozen=True)
class Menu:
    """An entry of the navigation: its label and its parts, those without pages left out."""

    label: str
    parts: tuple[Part, ...]

    def __contains__(self, page: Page) -> bool:
        return any(page in part.pages for part in self.parts)


def menus(plan: Plan) -> tuple[Menu, ...]:
    """The five entries, from what is claimed to how it is used."""
    found = (
        ("Claims", (Part("", plan.of_group(INDEX)), *_by_chapter(plan))),
        ("Lecture", (Part("", plan.of_group(LECTURE)),)),
        ("Evidence", (Part("", plan.of_group(EVIDENCE)),)),
        ("Data", (Part("", plan.of_group(DATA)),)),
        ("Docs", (Part("", plan.of_group(DOCUMENT)), Part("Notebooks about several claims", plan.of_group(NOTEBOOK)))),
    )
    return tuple(Menu(label, tuple(part for part in parts if part.pages)) for label, parts in found)


def buttons(plan: Plan) -> tuple[Page, ...]:
    """Pages that stand beside the menus."""
    return plan.of_group(ASIDE)


def _by_chapter(plan: Plan) -> tuple[Part, ...]:
    """The pages of the claims, chapter by chapter."""
    pages = [page for claim in plan.claims if (page := plan.page_of_claim(claim)) is not None]
    chapters = groupby(pages, key=lambda page: chapter_of(page.file.removesuffix(".html")))
    return tuple(Part(chapter_title(chapter)[0], tuple(members)) for chapter, members in chapters)
