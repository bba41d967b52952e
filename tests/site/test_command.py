"""The command ``derive site``: a second run is nothing, one changed notebook is one page, and slips are one line."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from derivations.claims.index import CLAIMS
from derivations.site.plan import ASSET, plan_site

from .conftest import DOCUMENTS, NOTEBOOKS, SOME, Site

# the command, and then whether it loaded what is heavy
PROGRAM = """
import sys
from derivations.cli import main
main(sys.argv[1:])
print([name for name in ("sympy", "nbformat", "jinja2", "markdown_it") if name in sys.modules])
"""


def site_words(notebooks: Path, out: Path) -> tuple[str, ...]:
    """The words of the command for the site of a few claims with the project's own documents."""
    folders = ("--notebooks", str(notebooks), "--documents", str(DOCUMENTS), "--engine", "nowhere")
    return ("site", *SOME, "-o", str(out), *folders)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, small_site: Site) -> tuple[Path, Path]:
    """A folder with two notebooks, and the site of a few claims made from it by the program, from data of before."""
    folder = tmp_path_factory.mktemp("own")
    notebooks, out = folder / "notebooks", folder / "site"
    notebooks.mkdir()
    for name in ("chinchilla", "change-an-assumption"):
        shutil.copy(NOTEBOOKS / f"{name}.ipynb", notebooks)
    shutil.copytree(small_site.folder, out)
    first = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, *site_words(notebooks, out)],
        capture_output=True, text=True, check=False,
    )
    assert first.returncode == 0, first.stderr
    pages, before = (plan_site(folder, claims=SOME, documents=DOCUMENTS) for folder in (notebooks, NOTEBOOKS))
    assets, gone = len(pages.of_group(ASSET)), len(before.pages) - len(pages.pages)
    assert f"{len(pages.pages) - assets} written, {assets} as before, {gone} removed" in first.stdout
    assert "ledger.html: written" in first.stderr
    assert "derived" not in first.stderr
    return notebooks, out


@pytest.mark.long
def test_a_second_run_imports_nothing_heavy(own: tuple[Path, Path]) -> None:
    """Nothing changed, nothing made, and SymPy never started."""
    notebooks, out = own
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *site_words(notebooks, out)],
        capture_output=True, text=True, check=True,
    )
    count = len(plan_site(notebooks, claims=SOME, documents=DOCUMENTS).pages)
    assert done.stdout == f"{out / 'index.html'}: 0 written, {count} as before\n[]\n"
    assert done.stderr == ""


@pytest.mark.long
def test_a_changed_notebook_is_one_page(own: tuple[Path, Path], tmp_path: Path, command: Callable[..., Any]) -> None:
    """No claim is derived again; a notebook that is gone takes its page with it."""
    notebooks, out = (shutil.copytree(folder, tmp_path / folder.name) for folder in own)
    path = notebooks / "chinchilla.ipynb"
    path.write_text(path.read_text() + "\n")
    words = (*site_words(notebooks, out), "--jobs", "1", "--json")
    done = command(*words)
    told = json.loads(done.out)
    assert (done.code, told["written"], told["removed"], told["failed"]) == (0, ["chinchilla.html"], [], {})
    lab = "the site has no lab: no engine for the lab in nowhere: 'make lab' builds one, and --engine names it"
    assert done.err == f"[1/1] chinchilla.html: written\nderive: {lab}\n"
    (notebooks / "change-an-assumption.ipynb").unlink()
    done = command(*words)
    assert json.loads(done.out)["removed"] == ["change-an-assumption.html"]
    assert not [line for line in done.err.splitlines() if line.endswith("derived")]
    assert not (out / "change-an-assumption.html").exists()
    assert "change-an-assumption" not in (out / "index.html").read_text()


@pytest.mark.long
def test_a_claim_without_a_notebook_has_its_derivation(own: tuple[Path, Path]) -> None:
    """Its title leads to that, and nothing leads to a page that is not."""
    index = (own[1] / "index.html").read_text()
    assert '<a href="kv-bytes-derivation.html">' in index
    assert '<a href="chinchilla.html">' in index
    made = [path for path in own[1].glob("*.html") if path.stem != "change-an-assumption"]
    pages = " ".join(path.read_text() for path in made)
    assert all(f'href="{name}.html"' not in pages for name in CLAIMS if name != "chinchilla")


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("site", "optimal-bach", "-o", "out"), "did you mean optimal-batch"),
        (("site",), "Missing option '-o' / '--output'"),
        (("site", "-o", "out", "--notebooks", "nowhere"), "no folder nowhere: name the one of the notebooks"),
        (("site", "-o", "out", "--notebooks", "empty"), "no notebooks in empty"),
        (("site", "-o", "file"), "cannot write file: it is a file, and pages need a folder"),
        (("site", "-o", "file/site"), "cannot write file/site"),
        (("site", "-o", "full"), "full contains other files (mine.txt) and no site"),
        (("site", "-o", "out", "--jobs", "0"), "Invalid value for '--jobs'"),
        (("site", "-o", "out", "--jobs", "many"), "Invalid value for '--jobs'"),
    ],
)
def test_slips_are_one_line(
    words: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Callable[..., Any]
) -> None:
    """Exit code 2, and nothing written."""
    for folder in ("empty", "full"):
        (tmp_path / folder).mkdir()
    for file in ("file", "full/mine.txt"):
        (tmp_path / file).touch()
    (tmp_path / "notebooks").symlink_to(NOTEBOOKS)
    monkeypatch.chdir(tmp_path)
    done = command(*words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "file", "full", "notebooks"]
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]


@pytest.mark.long
def test_a_page_that_fails_is_named(own: tuple[Path, Path], tmp_path: Path, command: Callable[..., Any]) -> None:
    """One line, exit code 2, and the other pages are there."""
    notebooks, out = (shutil.copytree(folder, tmp_path / folder.name) for folder in own)
    (notebooks / "chinchilla.ipynb").write_text("{")
    done = command(*site_words(notebooks, out))
    assert done.code == 2
    last = done.err.strip().splitlines()[-1]
    assert last.startswith(f"derive: chinchilla.html: {notebooks / 'chinchilla.ipynb'} cannot be read as a notebook")
    assert '<a href="chinchilla.html">' in (out / "index.html").read_text()


@pytest.mark.long
def test_an_interruption_leaves_no_process_behind(tmp_path: Path) -> None:
    """Ctrl-C is one line and exit code 130, and the processes that worked are gone."""
    words = ["site", "kv-bytes", "revnet", "-o", str(tmp_path / "out"), "--jobs", "2", "--notebooks", str(NOTEBOOKS)]
    with subprocess.Popen(
        [sys.executable, "-m", "derivations.cli", *words], stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # ignored in what runs in the background
    ) as program:
        try:
            assert program.stderr is not None
            first = program.stderr.readline()
            os.killpg(program.pid, signal.SIGINT)  # as a terminal does: also those that are being started hear it
            rest = program.stderr.read()  # ends when the last process that could write has ended
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
    assert (program.returncode, first.startswith("[1/")) == (130, True)
    assert rest.splitlines()[-1] == "derive: interrupted"
    assert "Traceback" not in rest
