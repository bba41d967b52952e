"""The exported notebook: valid, the same every time, and from a clean kernel to the same result."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest

from derivations import Report, derive, use
from derivations.export.notebook import notebook_of
from derivations.site.notebooks import executed

nbformat = pytest.importorskip("nbformat")


def read(text: str) -> Any:
    """The notebook of a text, after validation."""
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    return notebook


def said(notebook: Any, cell: str) -> str:
    """What a cell of an executed notebook says."""
    found = next(item for item in notebook.cells if item.id == cell)
    return "".join(o.get("text", "") or o.get("data", {}).get("text/plain", "") for o in found.outputs)


def plain() -> Report:
    """A claim as it is."""
    return derive("kv-bytes")


def derived_again() -> Report:
    """A claim with a premise, a symbol, a card and a number of the reader's."""
    return derive(
        "optimal-batch", accelerator="h200", symbols="mfu [] (fraction) achieved share of the peak",
        premises={"arithmetic-time": "t_c = phi*n*B*N_active/(mfu*C)"}, values={"mfu": "40%", "L": "2k token/sequence"},
    )


@pytest.mark.long
@pytest.mark.parametrize("make", [plain, derived_again])
def test_it_runs_from_a_clean_kernel_to_the_same_result(make: Any) -> None:
    """No cell fails, and what was changed is in the first cell of code, which a reader changes further."""
    report = make()
    ran = executed(read(notebook_of(report)))
    assert [cell.id for cell in ran.cells[1:4]] == ["parameters", "assumed", "derive"]
    assert ran.cells[3].source == f'from derivations import derive\n\nreport = derive("{report.claim.name}")'
    assert said(ran, "result") == str(report.result)
    assert said(ran, "verdict").strip() == str(report.verdicts)
    for step in report.derivation.argument:
        assert said(ran, f"step-{step.number}") == str(step)


@pytest.mark.long
def test_parameters_are_what_papermill_finds_and_count_everywhere() -> None:
    """Each on a line of its own in the cell of that tag; another card there is another report."""
    notebook = read(notebook_of(derived_again()))
    (cell,) = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", ())]
    known: dict[str, Any] = {}
    exec(cell.source, known)
    assert known["accelerator"] == "h200"
    assert known["values"] == {"mfu": "40 %", "L": "2000 token/sequence"}
    asked = inspect.signature(use).parameters.keys()
    assert known.keys() >= asked
    space: dict[str, Any] = {}
    source = [item.source for item in notebook.cells if item.id in ("parameters", "assumed", "derive")]
    with use():
        exec("\n".join((source[0], 'accelerator = "b200"', *source[1:])), space)
    assert space["report"].study.cards.accelerator == "b200"
    assert space["report"].given.keys() == {"mfu", "L"}


@pytest.mark.long
@pytest.mark.parametrize("changes", [{"as_said": True}, {"values": {"L": "1k, 2k"}}])
def test_what_all_derivations_cannot_take_stays_in_one(changes: dict[str, Any]) -> None:
    """The lecturer's own numbers, and several values; the parameters are empty then."""
    cells = {cell.id: cell.source for cell in read(notebook_of(derive("kv-bytes", **changes))).cells}
    assert "values = {}" in cells["parameters"]
    assert ("as_said=True" in cells["derive"]) != ("values=" in cells["derive"])


def test_it_is_the_same_every_time() -> None:
    """Ids come from what the cells show, and no cell holds an output."""
    text = notebook_of(plain())
    assert notebook_of(plain()) == text
    cells = json.loads(text)["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in cells)


@pytest.mark.long
def test_without_numbers_there_is_no_sensitivity() -> None:
    """Several values have a table of their own, and a result without a number has none."""
    several = read(notebook_of(derive("optimal-batch", values={"L": "8k,32k token/sequence"})))
    assert "values" in [cell.id for cell in several.cells]
    assert "sensitivity" not in [cell.id for cell in several.cells]
    far = read(notebook_of(derive("optimal-batch", model="llama-3.1-70b", values={"L": "128k token/sequence"})))
    assert "sensitivity" not in [cell.id for cell in far.cells]
    assert "sensitivity" in [cell.id for cell in read(notebook_of(plain())).cells]
