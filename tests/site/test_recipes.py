"""What others do with notebooks: papermill gives parameters, jupytext makes text of them, nbconvert other media."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import papermill
import pytest
from nbconvert.exporters import get_exporter
from papermill.exceptions import PapermillExecutionError
from traitlets.config import Config

from derivations import derive
from derivations.language.display import MARKS
from derivations.site.notebooks import notebooks_in

from ..programs import xelatex
from ..reports import FEW, few
from .conftest import NOTEBOOKS

# what each medium has of a picture, and of the first heading
FORMS = {"html": ("image/svg+xml", "<h1"), "slides": ("image/svg+xml", "<section>"), "markdown": ("![svg]", "# "),
         "latex": ("includegraphics", r"\section{")}


@pytest.mark.long
@pytest.mark.parametrize("name", ["roofline", "kv-bytes"])
def test_papermill_gives_parameters_to_all_cells(tmp_path: Path, name: str) -> None:
    """What a cell shows is derived with them, and the notebook says what is changed."""
    given = {"accelerator": "h100", "values": {"L": "32k token/sequence"}}
    target = tmp_path / "out.ipynb"
    papermill.execute_notebook(NOTEBOOKS / f"{name}.ipynb", target, given, progress_bar=False)
    told = target.read_text(encoding="utf-8")
    report = derive(name, accelerator="h100", values=given["values"])
    assert report.result.result in told
    assert "Changed" in told
    for change in ("accelerator NVIDIA H100 SXM", "L = 32,000 tokens per sequence"):
        assert change in told.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.long
def test_papermill_says_which_parameter_is_wrong(tmp_path: Path) -> None:
    """In the last line of the cell that takes them, before anything is derived."""
    with pytest.raises(PapermillExecutionError, match="unknown accelerator 'nobody'"):
        papermill.execute_notebook(NOTEBOOKS / "roofline.ipynb", tmp_path / "out.ipynb", {"accelerator": "nobody"},
                                   progress_bar=False)


@pytest.mark.parametrize("form", ["py:percent", "md:myst", "md"])
@pytest.mark.parametrize("path", few(notebooks_in(NOTEBOOKS), [NOTEBOOKS / "train-interval.ipynb"]))
def test_jupytext_makes_text_of_a_notebook_and_back(path: Path, form: str) -> None:
    """With every cell and its tags, so that what is edited as text is the same notebook."""
    stored = nbformat.read(path, as_version=4)
    back = jupytext.reads(jupytext.writes(stored, fmt=form), fmt=form)
    assert [(cell.cell_type, cell.source) for cell in back.cells] == [
        (cell.cell_type, cell.source) for cell in stored.cells]
    assert [cell.metadata.get("tags") for cell in back.cells] == [cell.metadata.get("tags") for cell in stored.cells]


@pytest.mark.some(1)
@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("form", FORMS)
def test_nbconvert_writes_each_medium(form: str, name: str) -> None:
    """Of a notebook as it is stored, with its pictures and headings."""
    written, _ = get_exporter(form)().from_filename(str(NOTEBOOKS / f"{name}.ipynb"))
    for part in FORMS[form]:
        assert part in written


@pytest.mark.long
@pytest.mark.one_in(8)
@pytest.mark.parametrize("path", notebooks_in(NOTEBOOKS), ids=lambda path: path.stem)
def test_nbconvert_runs_every_notebook_and_writes_each_medium(path: Path, tmp_path: Path) -> None:
    """As ``--execute`` does, once for all: HTML, slides, Markdown, a script that compiles, LaTeX, and a PDF of it."""
    exporter = get_exporter("notebook")(config=Config({"ExecutePreprocessor": {"enabled": True, "timeout": 1200}}))
    ran = nbformat.reads(exporter.from_filename(str(path))[0], as_version=4)
    assert all(cell.outputs for cell in ran.cells[2:] if cell.cell_type == "code")
    for form, parts in FORMS.items():
        written, _ = get_exporter(form)().from_notebook_node(ran)
        assert [part for part in parts if part not in written] == [], form
    assert compile(get_exporter("script")().from_notebook_node(ran)[0], path.name, "exec")
    is_set(ran, tmp_path)


def is_set(notebook: Any, folder: Path) -> None:
    """By XeLaTeX, with every picture of the notebook; of its letters the fonts lack the marks beside verdicts alone."""
    xelatex()
    article, resources = get_exporter("latex")().from_notebook_node(notebook)
    pictures = sum("application/pdf" in output.get("data", {}) for cell in notebook.cells for output in
                   cell.get("outputs", ()))
    assert sum(name.endswith(".pdf") and f"{{{name}}}" in article for name in resources["outputs"]) == pictures
    for name, content in resources["outputs"].items():
        (folder / name).write_bytes(content)
    (folder / "article.tex").write_text(article, encoding="utf-8")
    done = subprocess.run(["xelatex", "-interaction=batchmode", "-halt-on-error", "article.tex"], cwd=folder,
                          capture_output=True, text=True, check=False, timeout=300)
    log = (folder / "article.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, log[-2000:]
    assert set(re.findall(r"Missing character: There is no (\S+)", log)) <= set(MARKS.values())


@pytest.mark.long
def test_nbconvert_runs_a_notebook_under_a_study(tmp_path: Path) -> None:
    """Which the environment names, as nbconvert has no parameters."""
    (tmp_path / "study.toml").write_text('accelerator = "h100"\n', encoding="utf-8")
    words = [sys.executable, "-m", "nbconvert", "--to", "markdown", "--execute", str(NOTEBOOKS / "roofline.ipynb"),
             "--output-dir", str(tmp_path)]
    done = subprocess.run(words, env={**os.environ, "DERIVATIONS_STUDY": str(tmp_path / "study.toml")},
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    written = (tmp_path / "roofline.md").read_text(encoding="utf-8")
    assert "accelerator NVIDIA H100 SXM" in written.replace("\N{NO-BREAK SPACE}", " ")
    assert derive("roofline", accelerator="h100").result.result in written.replace("\\", "")
