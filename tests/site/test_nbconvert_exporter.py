"""nbconvert's own command finds the page by its name, for notebooks of this project as for anybody's."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert.exporters import get_exporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

from derivations.export.cells import FOLDED
from derivations.export.notebook import notebook_of
from derivations.site.nbconvert_exporter import PageExporter, SlidesExporter, SlideTypes
from derivations.site.notebooks import notebooks_in

from ..pages_in_chromium import Page
from ..reports import few, plain
from .conftest import NOTEBOOKS

ROOT = Path(__file__).parents[2]


@pytest.fixture
def own() -> Any:
    """Somebody's notebook, in which nothing is of this package."""
    shown = new_output("execute_result", {"text/plain": "'<i>'", "text/latex": r"$\displaystyle \sqrt{x}$"})
    return new_notebook(cells=[
        new_markdown_cell("Before.\n\n# Of my own\n\nWith $x^2 = \\frac{a}{b}$."),
        new_code_cell("print('<b>')", outputs=[new_output("stream", text="<b>\n"), shown]),
        new_code_cell("1/0", outputs=[new_output("error", ename="ZeroDivisionError", evalue="division by <zero>")]),
        new_raw_cell("<script>alert(1)</script>"),
    ])


def test_it_is_found_by_its_name() -> None:
    """As `jupyter nbconvert --to derivations` looks for it."""
    assert get_exporter("derivations") is PageExporter


def test_every_exporter_that_is_declared_is_there() -> None:
    """By the name under which nbconvert looks for it, and with an ending of its own."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    found = {name: EntryPoint(name, value, "nbconvert.exporters").load()().file_extension
             for name, value in declared["nbconvert.exporters"].items()}
    assert found == {"derivations": ".html", "derivations-slides": ".slides.html", "derivations-latex": ".tex",
                     "derivations-pdf": ".pdf"}


@pytest.mark.parametrize("path", few(notebooks_in(NOTEBOOKS), [NOTEBOOKS / "train-interval.ipynb"]))
def test_every_notebook_is_a_page_that_needs_nothing_else(path: Path) -> None:
    """Its mathematics is MathML, its title the question, and nothing is fetched."""
    page, resources = PageExporter().from_filename(str(path))
    stored = nbformat.read(path, as_version=4)
    question = stored.cells[0].source.splitlines()[0].removeprefix("# ")
    assert f"<title>{question}</title>" in page
    assert "<math" in page
    told = [cell for cell in stored.cells if cell.cell_type == "code" and not cell.metadata.get("tags")]
    assert page.count('<details class="code">') == len(told) == sum(c.cell_type == "code" for c in stored.cells) - 2
    assert not [address for way in ('src="', 'href="http') for address in page.split(way)[1:]
                if address.startswith(("http:", "//")) or 'stylesheet' in address.split(">")[0]]
    assert resources["output_extension"] == ".html"


@pytest.mark.parametrize("path", few(notebooks_in(NOTEBOOKS), [NOTEBOOKS / "train-interval.ipynb"]))
def test_every_notebook_is_slides(path: Path) -> None:
    """One for each heading at least, the question first; no code, no parameters, and nothing that is folded."""
    page = SlidesExporter().from_filename(str(path))[0].replace("\N{NO-BREAK SPACE}", " ")
    stored = nbformat.read(path, as_version=4)
    shown = page.partition('<section class="slide">')[2].split('<section class="slide">')
    question = stored.cells[0].source.splitlines()[0].removeprefix("# ")
    headings = [cell.source.splitlines()[0].removeprefix("## ") for cell in stored.cells
                if cell.cell_type == "markdown" and cell.source.startswith("## ") and not cell.metadata.get(FOLDED)]
    assert question in shown[0]
    assert [heading for heading in headings if sum(f">{heading}" in slide for slide in shown) == 0] == []
    assert len(shown) > len(headings)
    assert '<details class="code">' not in page
    assert "Change a line and run all cells" not in page
    assert ">Everything behind it" not in page
    assert not re.search(r'(?:src|href)="(?:https?:|//)[^"]*\.(?:js|css)', page)


def test_a_slide_without_a_heading_says_where_it_stands() -> None:
    """In the words of the last heading, as text."""
    cells = [new_markdown_cell("# Why <i>"), new_markdown_cell("Words."), new_markdown_cell("## How"),
             new_code_cell("1", outputs=[new_output("stream", text="seen\n")]), new_markdown_cell("Others.")]
    page, _ = SlidesExporter().from_notebook_node(new_notebook(cells=cells))
    shown = page.partition('<section class="slide">')[2].split('<section class="slide">')
    assert [re.findall(r'class="where">(.*?)</p>', slide) for slide in shown] == [[], ["Why &lt;i&gt;"], [], ["How"]]
    assert "seen" in shown[2]


@pytest.mark.long
def test_slides_of_nbconvert_itself_begin_where_ours_do() -> None:
    """With the preprocessor, which writes what each cell is where they look for it."""
    exporter = get_exporter("slides")(preprocessors=[SlideTypes])
    path = NOTEBOOKS / "train-interval.ipynb"
    page, _ = exporter.from_filename(str(path))
    ours, _ = SlidesExporter().from_filename(str(path))
    assert page.count("<section>") > len(nbformat.read(path, as_version=4).cells) // 3
    assert page.count("<section>") - page.count("<section>\n    <section>") >= ours.count('<section class="slide">')


@pytest.mark.long
def test_slides_fit_and_keys_turn_them(browser: Page, tmp_path: Path) -> None:
    """Whatever the screen: a slide is as high as it has room for, and a key leads to the next one."""
    (tmp_path / "slides.html").write_text(SlidesExporter().from_filename(str(NOTEBOOKS / "optimal-batch.ipynb"))[0])
    browser.open(tmp_path / "slides.html", width=1280, height=720)
    tops = "[...document.querySelectorAll('.slide')].findIndex(each => Math.abs(each.getBoundingClientRect().top) < 2)"
    high = "document.querySelector('.slide').getBoundingClientRect().height"
    assert browser.run(tops) == 0
    for key, place in (("ArrowRight", 1), ("ArrowDown", 2), ("ArrowLeft", 1)):
        browser.press(key)
        assert browser.until(f"({tops}) === {place}")
    browser.seen(1920, 1080)
    assert browser.until(f"Math.abs(({high}) - 1080) < 2")
    assert browser.run(tops) == 1
    over = "[...document.querySelectorAll('.inside')].filter(each => each.scrollHeight > each.clientHeight + 1).length"
    assert browser.run(over) == 0
    assert browser.said == []


@pytest.mark.long
def test_a_listing_longer_than_a_slide_is_folded(browser: Page, tmp_path: Path) -> None:
    """A table or text, at its end; a button shows the rest, and paper has all of it."""
    rows = "\n".join(f"| {place} | row |" for place in range(60))
    text = new_output("stream", name="stdout", text="".join(f"line {place}\n" for place in range(80)))
    notebook = new_notebook(cells=[
        new_markdown_cell(f"# Long\n\n| n | what |\n| --- | --- |\n{rows}"),
        new_markdown_cell("## Text"), new_code_cell("print(...)", outputs=[text]), new_markdown_cell("## Short")])
    (tmp_path / "slides.html").write_text(SlidesExporter().from_notebook_node(notebook)[0])
    browser.open(tmp_path / "slides.html", width=1280, height=720)
    over = "[...document.querySelectorAll('.inside')].filter(each => each.scrollHeight > each.clientHeight + 1).length"
    assert browser.until(f"({over}) === 0")
    told = browser.run("[...document.querySelectorAll('.more')].map(each => each.textContent)")
    assert len(told) == 2
    assert all(re.fullmatch(r"and \d+ more", each) for each in told)
    hidden = "document.querySelectorAll('.slide [hidden]').length"
    assert browser.run(hidden) == sum(int(each.split()[1]) for each in told)
    browser.run("document.querySelectorAll('.more').forEach(each => each.click())")
    assert browser.run(hidden) == 0


def test_a_notebook_of_somebody_else_is_one(own: Any) -> None:
    """Mathematics is set, what was printed is text, and nothing in an output or a raw cell is run."""
    page, _ = PageExporter().from_notebook_node(own)
    assert "<title>Of my own</title>" in page
    assert page.count("<math") >= 2
    assert "&lt;b&gt;" in page
    assert "ZeroDivisionError: division by &lt;zero&gt;" in page
    assert "alert(1)" not in page


def test_without_a_heading_the_file_is_the_title() -> None:
    """An empty notebook is a page, too."""
    page, _ = PageExporter().from_notebook_node(new_notebook(), resources={"metadata": {"name": "mine"}})
    assert "<title>mine</title>" in page


@pytest.mark.parametrize("path", few(notebooks_in(NOTEBOOKS), [NOTEBOOKS / "train-interval.ipynb"]))
def test_scripts_are_python(path: Path) -> None:
    """Under the ending that an editor knows; what it says can be compiled."""
    script, resources = get_exporter("script")().from_filename(str(path))
    assert resources["output_extension"] == ".py"
    assert compile(script, path.name, "exec")


@pytest.mark.long
def test_the_command_runs_a_notebook_and_writes_its_page(tmp_path: Path) -> None:
    """An exported one, with ``--execute``, from an empty folder."""
    (tmp_path / "report.ipynb").write_text(notebook_of(plain("train-interval")), encoding="utf-8")
    words = [sys.executable, "-m", "nbconvert", "--to", "derivations", "--execute", "report.ipynb"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert f"<mn>{plain('train-interval').result.result.split()[0]}</mn>" in page
