"""Documents as pages: which there are, in which order, and what becomes of their links."""

from pathlib import Path

import pytest

from derivations.errors import InputError
from derivations.site.document_page import document
from derivations.site.plan import DOCUMENT, plan_site
from derivations.site.sheet import Sheet

from .conftest import NOTEBOOKS, SOME


def folder_with(folder: Path, **texts: str) -> Path:
    """A folder with a document for each text."""
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.long
def test_they_stand_in_reading_order(tmp_path: Path) -> None:
    """What one begins with comes first, and what is not known last, each under its first heading."""
    folder = folder_with(tmp_path, why="# Why\n", zebra="no heading", tutorial="# Begin *here*\n")
    pages = plan_site(NOTEBOOKS, documents=folder).of_group(DOCUMENT)
    assert [(page.file, page.label) for page in pages] == [
        ("tutorial.html", "Begin *here*"), ("why.html", "Why"), ("zebra.html", "zebra"),
    ]
    assert plan_site(NOTEBOOKS).of_group(DOCUMENT) == ()


@pytest.mark.long
def test_one_about_other_claims_is_left_out(tmp_path: Path) -> None:
    """A site of some claims has no links to others."""
    about = {name: f"# T\n[x](../notebooks/{claim}.ipynb)" for name, claim in (("why", "bubbles"), ("how", "revnet"))}
    pages = plan_site(NOTEBOOKS, claims=SOME, documents=folder_with(tmp_path, **about)).of_group(DOCUMENT)
    assert [page.file for page in pages] == ["how.html"]


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    """With the file, and what to do."""
    with pytest.raises(InputError, match=r"ledger\.md: the site has a page of that name; rename the document"):
        plan_site(NOTEBOOKS, documents=folder_with(tmp_path, ledger="# L"))


def test_links_lead_to_pages_and_marks_are_gone(tmp_path: Path) -> None:
    """Links to documents and notebooks become links to pages, with their places; others stay."""
    text = (
        "# T\n<!-- derived: x -->\n[a](why.md#what-must-be-trusted) [b](../notebooks/revnet.ipynb) "
        "[c](https://example.org/x.md)\n<!-- end -->\n"
    )
    plan = plan_site(NOTEBOOKS, documents=folder_with(tmp_path, tutorial=text))
    html = document(Sheet(plan.page("tutorial.html"), plan, {}))
    for address in ("why.html#what-must-be-trusted", "revnet.html", "https://example.org/x.md"):
        assert f'href="{address}"' in html
    assert "<!--" not in html
    assert "derived" not in html


def test_a_long_document_begins_with_links_to_its_parts(tmp_path: Path) -> None:
    """Below its title; a short one does not need them."""
    long = "# T\n\nwords\n\n" + "".join(f"## Part `{name}`\n\nwords\n\n" for name in "abcd")
    plan = plan_site(NOTEBOOKS, documents=folder_with(tmp_path, tutorial=long, why="# T\n\n## One\n\n## Two\n"))
    html = document(Sheet(plan.page("tutorial.html"), plan, {}))
    title, _, rest = html.partition("</nav>")
    assert title.index("<h1") < title.index('<li><a href="#Part-a">Part <code>a</code></a></li>')
    assert 'id="Part-d"' in rest
    assert "<nav" not in document(Sheet(plan.page("why.html"), plan, {}))
