"""nbconvert's own command finds the page by its name, for notebooks of this project as for anybody's."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbconvert.exporters import get_exporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output, new_raw_cell

from derivations.export.notebook import notebook_of
from derivations.site.nbconvert_exporter import PageExporter
from derivations.site.notebooks import notebooks_in

from ..reports import few, plain
from .conftest import NOTEBOOKS


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
