"""Notebooks become pages: mathematics as MathML, pictures in the page, code below what it shows."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from derivations import Report
from derivations.derivation.step import FORMULAS_TYPE, STEP_TYPE, formulas_data
from derivations.export.cells import FOLDED
from derivations.site.build import Failure, Work, done
from derivations.site.notebook_page import PageState, cells, known_of
from derivations.site.notebooks import notebook_text, run_cells
from derivations.site.plan import plan_site

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><title>a line</title><text>B</text></svg>'


def notebook_of(source: str) -> Any:
    """A notebook with a heading and a code cell that has not run."""
    cells = [nbformat.v4.new_markdown_cell("# A page", id="heading"), nbformat.v4.new_code_cell(source, id="code")]
    return nbformat.v4.new_notebook(cells=cells)


def notebook(*outputs: dict[str, str], heading: str = "# A page") -> Any:
    """A notebook with a heading and a code cell that shows something."""
    shown = [nbformat.v4.new_output("display_data", data=data) for data in outputs]
    cells = [
        nbformat.v4.new_markdown_cell(heading, id="heading"),
        nbformat.v4.new_code_cell("1 + 1", id="code", outputs=shown, execution_count=1),
    ]
    return nbformat.v4.new_notebook(cells=cells)


@pytest.fixture
def page_of(tmp_path: Path) -> Callable[..., str]:
    """The whole page of a notebook."""

    def made(shown: Any) -> str:
        (tmp_path / "page.ipynb").write_text(notebook_text(shown))
        plan = plan_site(tmp_path)
        result = done(Work(plan.page("page.html"), plan))
        assert isinstance(result, str), result
        return result

    return made


def test_outputs_of_each_kind(page_of: Callable[..., str]) -> None:
    """Pictures go in as they are, formulas as MathML, text as text; prompts are left out."""
    page = page_of(notebook({"image/svg+xml": SVG}, {"text/markdown": "$x$"}, {"text/plain": "plain"}))
    assert SVG in page
    assert "<math" in page
    assert "plain" in page
    assert "In&nbsp;[" not in page
    assert "<title>A page · Derivations</title>" in page
    main = page.partition("<main")[2]
    assert main.index("plain") < main.index("<summary>code</summary>") < main.index("highlight")


def test_the_source_of_a_claim_is_shown_in_colors_above_the_code_that_asks_for_it(page_of: Callable[..., str]) -> None:
    """The argument is an output like any other: the code of the cell stays folded below it."""
    page = page_of(run_cells(notebook_of('from derivations import source_of\n\nsource_of("revnet")')))
    (cell,) = [part for part in page.split('<div class="cell ') if part.startswith("code_cell")]
    shown = cell.partition('<details class="code">')[0]
    assert "highlight" in shown
    assert "def revnet(" in re.sub("<[^>]+>", "", shown)


def test_pictures_and_headings_keep_apart(page_of: Callable[..., str]) -> None:
    """Two pictures with parts of one name, and two headings of the same words, are four places."""
    svg = SVG.replace("<text>", '<g id="part"/><use href="#part" fill="url(#part)"/><text>')
    page = page_of(notebook({"image/svg+xml": svg}, {"image/svg+xml": svg}, heading="# A\n\n## Twice\n\n## Twice"))
    for place in (1, 2):
        found = re.findall(rf'(id="|href="#|url\(#)picture-{place}-part\b', page)
        assert sorted(found) == ['href="#', 'id="', "url(#"]
    assert '"part"' not in page
    assert re.findall(r'<h2 id="([^"]*)">Twice', page) == ["Twice", "Twice-2"]


def test_a_notebook_that_is_none_is_an_input_error(tmp_path: Path) -> None:
    """Told when its page is made, with its name, so that other pages can be made."""
    (tmp_path / "broken.ipynb").write_text("{")
    plan = plan_site(tmp_path)
    failure = done(Work(plan.page("broken.html"), plan))
    assert isinstance(failure, Failure)
    assert failure.by_input
    assert "broken.ipynb cannot be read as a notebook" in failure.message


def shown_of(*outputs: dict[str, Any]) -> tuple[list[str], PageState]:
    """What a page shows of outputs, and what is known of it then."""
    content = notebook(*outputs).cells
    state = PageState("optimal-batch", *known_of(content))
    return list(cells(content, state))[1]["shown"], state


def test_outputs_of_a_notebook_become_blocks(as_built: Report) -> None:
    """Steps and numbers are blocks; what is shown twice has two anchors; data of another schema are left alone."""
    step, line = as_built["ridge"]._repr_mimebundle_(), as_built.result._repr_mimebundle_()
    shown, state = shown_of(step, step, line, {"text/plain": "a < b"}, {STEP_TYPE: {"schema": 0}, "text/plain": "old"})
    assert 'id="eq:optimal-batch:ridge"' in shown[0]
    assert 'id="eq:optimal-batch:ridge.2"' in shown[1]
    assert '<div class="numbers">' in shown[2]
    assert [text.partition(">")[2] for text in shown[3:]] == ["a &lt; b</pre>", "old</pre>"]
    assert {"r", "L_kv"} <= state.letters.keys()
    assert state.places["ridge"].address == "#eq:optimal-batch:ridge.2"


def test_formulas_of_outputs_tell_their_letters(as_built: Report) -> None:
    """A relation that stands in a text as LaTeX is set from its data, not from the LaTeX."""
    relation = as_built["ridge"].relation
    assert relation is not None
    text = {"text/markdown": f"So $${relation.latex}$$"}
    shown, _ = shown_of(text, {**text, FORMULAS_TYPE: formulas_data([relation])})
    assert all('data-q="C"' in each for each in shown)
    assert "data-q" not in shown_of(text)[0][0]


def test_other_outputs_are_shown_as_they_are() -> None:
    """HTML as it is, LaTeX as a formula, pictures of points within the page, and what an error says."""
    shown, _ = shown_of({"text/html": "<b>x</b>", "text/plain": "x"}, {"text/latex": "$x$"}, {"image/png": "ab\nc"})
    assert shown[0] == "<b>x</b>"
    assert "<math" in shown[1]
    assert 'src="data:image/png;base64,abc"' in shown[2]


@pytest.mark.long
def test_a_judged_formula_tells_its_letters(as_built: Report) -> None:
    """A judgement carries its formula as data; so does a difference."""
    judgement, difference = as_built.judge("B = 300*s"), as_built.compare(as_built)
    (shown,), _ = shown_of(judgement._repr_mimebundle_())
    assert 'data-q="s"' in shown
    assert "xmlns" not in shown
    assert "xmlns" not in shown_of(difference._repr_mimebundle_())[0][0]


@pytest.mark.long
def test_claims_that_a_cell_tells_of_stand_beside_each_other(page_of: Callable[..., str]) -> None:
    """Each from its heading to the next one, and pictures alone, too; a formula below a picture stays below it."""
    told = page_of(notebook({"text/markdown": "### One"}, {"text/markdown": "$x$"}, {"text/markdown": "### Two"}))
    assert told.partition('<div class="told">')[2].partition("<details")[0].count("<div><h3") == 2
    assert page_of(notebook({"image/svg+xml": SVG}, {"image/svg+xml": SVG})).count('<div class="pictures">') == 1
    below = page_of(notebook({"image/svg+xml": SVG}, {"text/markdown": "$x$"}))
    assert '<div class="pictures">' not in below
    assert '<div class="told">' not in below


def test_what_jupyterlab_folds_a_page_folds(page_of: Callable[..., str]) -> None:
    """What stands below such a heading opens on a click, on a page as there."""
    shown = notebook({"text/plain": "plain"}, heading="# A page")
    folding = nbformat.v4.new_markdown_cell("## Behind it\n\nAll of it.", id="behind", metadata={FOLDED: True})
    shown.cells.insert(1, folding)
    main = page_of(shown).partition("<main")[2]
    before, _, behind = main.partition('<details class="part"><summary><h2')
    assert "A page" in before
    assert behind.index("Behind it") < behind.index("</summary>") < behind.index("All of it.") < behind.index("plain")
    assert behind.count("</details>") == behind.count("<details") + 1
