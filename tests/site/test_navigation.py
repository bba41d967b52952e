"""The navigation: five entries, claims by chapter, and a place beside them for what is no page to read."""

from dataclasses import replace

import pytest

from derivations.claims.index import CLAIMS, chapter_of, find_claim
from derivations.site.chapters import chapter_title
from derivations.site.navigation import buttons, menus
from derivations.site.plan import ASIDE, Page, Plan, plan_site
from derivations.site.sheet import Sheet, framed

from .conftest import DOCUMENTS, NOTEBOOKS, SOME, Reader


@pytest.fixture(scope="module")
def plan() -> Plan:
    """That of a few claims."""
    return plan_site(NOTEBOOKS, claims=SOME, documents=DOCUMENTS)


def test_five_entries_lead_to_every_page_once(plan: Plan) -> None:
    """But for the pages with every step, which belong to their claims."""
    found = menus(plan)
    assert [menu.label for menu in found] == ["Claims", "Lecture", "Evidence", "Data", "Docs"]
    pages = [page.file for menu in found for part in menu.parts for page in part.pages]
    assert len(pages) == len(set(pages))
    assert set(pages) == {page.file for page in plan.pages if page.is_page and "-derivation" not in page.file}


def test_claims_stand_under_their_chapters(plan: Plan) -> None:
    """In the order of the lecture."""
    claims = menus(plan)[0]
    parts = [(part.title, [page.file.removesuffix(".html") for page in part.pages]) for part in claims.parts[1:]]
    assert [name for _, names in parts for name in names] == list(plan.claims)
    for title, names in parts:
        assert {chapter_title(find_claim(name).chapter)[0] for name in names} == {title}


def test_a_chapter_is_known_without_its_claims() -> None:
    """As the claims themselves say."""
    assert {name: chapter_of(name) for name in CLAIMS} == {name: find_claim(name).chapter for name in CLAIMS}


def test_a_lab_is_a_button_beside_the_menus(plan: Plan) -> None:
    """Where the plan has one; else there is none."""
    assert buttons(plan) == ()
    lab = Page("lab/index.html", "The lab", "Lab", ASIDE, "")
    other = replace(plan, pages=(*plan.pages, lab))
    assert buttons(other) == (lab,)
    text = framed(Sheet(plan.page("models.html"), other, {}), "<h1>Models</h1>")
    assert '<a class="button" href="lab/index.html">Lab</a>' in text


def test_a_menu_needs_no_script(plan: Plan) -> None:
    """It is a part that opens, and the one with the open page is marked."""
    page = Reader(framed(Sheet(plan.page("models.html"), plan, {}), ""))
    menus_there = [held for tag, held in page.elements if tag == "details"]
    assert [held.get("class", "") for held in menus_there] == ["", "", "", "here", ""]
    assert {held["name"] for held in menus_there} == {"menu"}  # opening one closes the others
