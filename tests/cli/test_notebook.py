"""``derive notebook``: the notebook of a claim, or a file, with your changes as its parameters; run where asked."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.export.card_template import card_template
from derivations.sources.catalog import load_catalog

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to run in, with a small notebook of somebody's."""
    monkeypatch.chdir(tmp_path)
    own = [("parameters", 'accelerator = ""; values = {}  # mine'),
           ("assumed", "from derivations import derive, use\nuse(accelerator=accelerator, values=values)"),
           ("said", 'print(derive("roofline").scenario.title)')]
    cells = [{"cell_type": "code", "id": name, "metadata": {"tags": [name]} if name == "parameters" else {},
              "outputs": [], "execution_count": 3, "source": source} for name, source in own]
    stored = {"cells": cells, "metadata": {"title": "Mine"}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "own.ipynb").write_text(json.dumps(stored))
    (tmp_path / "untagged.ipynb").write_text(json.dumps(stored | {"cells": cells[1:]}))
    (tmp_path / "cells.ipynb").write_text(json.dumps(stored | {"cells": [cells[0] | {"source": "values = {"}]}))
    return tmp_path


def read(path: Path) -> Any:
    """What a file has."""
    return json.loads(path.read_text(encoding="utf-8"))


def assumed(path: Path) -> dict[str, Any]:
    """What the cell of parameters of a notebook says."""
    (cell,) = [cell for cell in read(path)["cells"] if "parameters" in cell["metadata"].get("tags", ())]
    known: dict[str, Any] = {}
    exec("".join(cell["source"]), known)
    return {name: value for name, value in known.items() if value and name != "__builtins__"}


def test_a_claim_is_told_under_your_changes(command: Command, folder: Path) -> None:
    """In the notebook that tells it, where nothing is left of what it showed; a bare number has its unit."""
    (folder / "study.toml").write_text('model = "llama-3.1-405b"\n[assume]\nroofline = "no-overlap"\n')
    done = command("notebook", "kv-bytes", "--set", "L=32k", "--study", "study.toml", "-o", "sub.ipynb")
    assert (done.code, done.err) == (0, "wrote sub.ipynb\n")
    assert assumed(folder / "sub.ipynb") == {
        "model": "llama-3.1-405b", "values": {"L": "32000 token/sequence"}, "premises": {"roofline": "no-overlap"},
    }
    assert not any(cell.get("outputs") for cell in read(folder / "sub.ipynb")["cells"])
    command("notebook", "kv-bytes", "-o", "sub.ipynb").refused("sub.ipynb exists: give --force to replace it")


def test_cards_are_found_from_where_the_notebook_lies(command: Command, folder: Path) -> None:
    """As a kernel runs there."""
    (folder / "mine.toml").write_text(card_template("accelerator", load_catalog()), encoding="utf-8")
    (folder / "sub").mkdir()
    assert command("notebook", "roofline", "--catalog", "mine.toml", "--accelerator", "my-accelerator", "-o",
                   "sub/own.ipynb").code == 0
    assert assumed(folder / "sub" / "own.ipynb") == {"accelerator": "my-accelerator", "catalog": "../mine.toml"}


@pytest.mark.long
def test_a_notebook_of_your_own_is_run(command: Command, folder: Path) -> None:
    """Only what stands behind a name changes, and it keeps what it says of itself."""
    done = command("notebook", "own.ipynb", "--accelerator", "h100", "--execute", "-o", "ran.ipynb")
    assert done.code == 0, done.err
    ran = read(folder / "ran.ipynb")
    assert "".join(ran["cells"][0]["source"]) == 'accelerator = "h100"; values = {}  # mine'
    assert "NVIDIA H100 SXM" in str(ran["cells"][2]["outputs"])
    assert ran["metadata"] == {"title": "Mine"}


@pytest.mark.parametrize(
    ("words", "told"),
    [(("optimal-bach",), "optimal-bach"), (("none.ipynb",), "none.ipynb cannot be read as a notebook"),
     (("untagged.ipynb",), "untagged.ipynb: it has no cell of parameters, which has this word as a tag"),
     (("cells.ipynb", "--set", "B=1"), "cells.ipynb: the cell of parameters cannot be read: '{' was never closed"),
     (("own.ipynb", "--model", "gpt-3"), "own.ipynb: the cell of parameters has no model: it has accelerator, values"),
     (("roofline", "--set", "Q=1"), "unknown quantity 'Q'"), (("roofline", "--set", "B=1 byte"), "byte"),
     (("roofline", "--as-said"), "a whole notebook cannot assume the lecturer's own numbers: derive export roofline"),
     (("roofline", "--set", "B=8; 16"), "a whole notebook cannot assume several values (B)"),
     (("roofline", "--without", "N_total"), "a whole notebook cannot assume a value left out (N_total)"),
     (("roofline", "--catalog", "none.toml"), "none.toml"), (("roofline", "--budget", "5"), "--budget"),
     (("roofline", "--claims", "own.py"), "a claim of your own has no notebook yet")],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_input_is_one_line_and_writes_nothing(
    command: Command, folder: Path, words: tuple[str, ...], told: str
) -> None:
    before = sorted(folder.iterdir())
    command("notebook", *words, "-o", "new.ipynb").refused(told)
    assert sorted(folder.iterdir()) == before


def test_an_output_that_is_no_notebook_is_refused(command: Command) -> None:
    command("notebook", "roofline", "-o", "new.tex").refused("-o new.tex is no name of a notebook: end it in .ipynb")


@pytest.mark.long
def test_an_exported_notebook_is_run(command: Command, folder: Path) -> None:
    """With the number of that report, from files beside it."""
    (folder / "sub").mkdir()
    assert command("export", "kv-bytes", "--set", "L=100k", "--execute", "-o", "sub/new.ipynb").code == 0
    cells = {cell["id"]: cell for cell in read(folder / "sub" / "new.ipynb")["cells"]}
    shown = command("show", "kv-bytes", "--set", "L=100k", "--brief").out
    said = "".join(cells["result"]["outputs"][0]["data"]["text/plain"])
    assert " ".join(said.split()) in " ".join(shown.split())
