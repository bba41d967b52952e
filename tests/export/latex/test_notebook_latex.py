"""Notebooks as LaTeX articles: the story and what is shown, whole, and set by pdflatex."""

import shutil
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from derivations import InputError, Line, Panel, panels_plot, svg
from derivations.export.latex.article import pdf
from derivations.export.latex.notebook import notebook_latex
from derivations.site.notebooks import notebooks_in, stored_cells

from ...programs import lacking
from ...reports import few

FOLDER = Path(__file__).parents[3] / "notebooks"


@pytest.fixture(autouse=True)
def programs() -> None:
    """pandoc and pdflatex."""
    for program in ("pandoc", "pdflatex"):
        if shutil.which(program) is None:
            lacking(f"{program} is not installed")


def text(source: str) -> dict[str, Any]:
    """A cell of Markdown."""
    return {"cell_type": "markdown", "source": source}


def code(*outputs: dict[str, Any], source: str = "1", tags: tuple[str, ...] = ()) -> dict[str, Any]:
    """A cell of code with what it shows, each by its kind."""
    return {"cell_type": "code", "source": source, "metadata": {"tags": list(tags)},
            "outputs": [{"data": data} for data in outputs]}


def body(*cells: dict[str, Any], **options: Any) -> str:
    """The article behind its title."""
    return notebook_latex(cells, "mine", **options)[0].partition(r"\maketitle")[2]


def test_the_title_is_the_first_heading() -> None:
    """Or the name; what stands under it is a section, and no heading has a number."""
    article, _ = notebook_latex([text("# Is 50% more?\n\n## Yes")], "mine")
    assert r"\title{Is 50\% more?}" in article
    assert r"\section{Yes}" in article
    assert article.count("Is 50") == 2  # in the file's own description, too
    assert r"\title{mine}" in notebook_latex([text("Text.")], "mine")[0]


def test_code_is_shown_where_it_is_asked_for() -> None:
    """And never that of a cell that is no part of a page."""
    cells = (code({"text/plain": "3"}, source="hidden = 1"), code(source="parameter = 2", tags=("remove-cell",)))
    assert "hidden" not in body(*cells)
    assert "3" in body(*cells)
    assert "hidden = 1" in body(*cells, code=True)
    assert "parameter" not in body(*cells, code=True)


@pytest.mark.long
def test_pictures_lie_beside_it() -> None:
    """As PDF, or as the pixels that a notebook has of others."""
    shown = svg(panels_plot([Panel([Line("rising", [(0, 1), (2, 3)])], "x", "y")], "A title"))._repr_mimebundle_()
    article, files = notebook_latex([code(shown), code({"image/png": b64encode(b"png").decode()})], "mine")
    assert list(files) == ["picture-1.pdf", "picture-2.png"]
    assert files["picture-1.pdf"].startswith(b"%PDF-")
    assert files["picture-2.png"] == b"png"
    assert all(f"{{{name}}}" in article for name in files)


def test_a_wide_formula_is_no_wider_than_the_page() -> None:
    """A chain of equations has a line for each; a number beside it stays there; one that breaks lines is left alone."""
    wide = " + ".join(["x_{1}"] * 40)
    assert rf"\[\fitted{{{wide}}}\tag{{3}}\]" in body(text(f"$$\n{wide} \\tag{{3}}\n$$"))
    assert rf"\begin{{aligned}}y &= {wide} \\ &= 3\end{{aligned}}" in body(text(f"$$\ny = {wide} = 3\n$$"))
    assert r"\fitted{y = x = 3}" in body(text("$$\ny = x = 3\n$$"))


def test_a_wide_table_has_columns_as_wide_as_their_words() -> None:
    """Each in proportion, so that no word is lost at the margin; a narrow one stays as it is."""
    wide = body(text(f"| a | b |\n|---|---|\n| x | {'many words ' * 20}|"))
    assert r"p{(" in wide
    assert r"p{(" not in body(text("| a | b |\n|---|---|\n| x | y |"))


@pytest.mark.long
def test_every_character_is_set() -> None:
    """In text, in a formula, and in what is typed; long lines of code are broken."""
    told = "✓ → ≤ é µ 日"
    article, _ = notebook_latex([text(f"{told} and $a$\n\n```\n{told} {'code ' * 40}\n```")], "mine")
    for character in told.split():
        assert f"DeclareUnicodeCharacter{{{ord(character):04X}}}" in article
    assert max(map(len, article.partition(r"\maketitle")[2].splitlines())) <= 100
    assert pdf(article).startswith(b"%PDF-")


def test_without_pandoc_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is set."""
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(InputError, match="LaTeX needs pandoc: install it"):
        notebook_latex([text("Text.")], "mine")


@pytest.mark.some(1)
@pytest.mark.parametrize("path", few(notebooks_in(FOLDER), [FOLDER / "train-interval.ipynb"]), ids=lambda p: p.stem)
def test_every_notebook_is_set(path: Path) -> None:
    """By pdflatex, with its pictures, without an error."""
    cells = stored_cells(path)
    article, pictures = notebook_latex(cells, path.stem)
    shown = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
    assert len(pictures) == sum("application/pdf" in data for data in shown)
    assert "IPython.core.display" not in article
    assert pdf(article, pictures).startswith(b"%PDF-")
