"""Notebooks have one anatomy: question, answer and picture first; of a claim then a few lines of SymPy that argue."""

import ast
from pathlib import Path
from typing import Any

import pytest

from derivations.claims.index import CLAIMS
from derivations.export.cells import FOLDED
from derivations.site.notebooks import notebooks_in, stored_cells

from .meaning import typed_numbers

FOLDER = Path(__file__).parents[2] / "notebooks"
HEADINGS = ["The argument", "Limits and sanity checks", "What was said, and what follows", "What is measured",
            "What would change it", "Everything behind it"]
# about several claims: each of their headings is a question of its own
ABOUT_SEVERAL = ("audit-a-write-up", "change-an-assumption", "the-lecture")
ALL = tuple(path.stem for path in notebooks_in(FOLDER))
MOST_CELLS, LONGEST = 25, 40
ROOM = 16  # lines of code that leave question, answer and picture on a screen of 900 pixels

Cells = list[dict[str, Any]]


@pytest.fixture(scope="module", params=ALL)
def cells(request: pytest.FixtureRequest) -> Cells:
    """The cells of a notebook, as they are stored."""
    return stored_cells(FOLDER / f"{request.param}.ipynb")


@pytest.fixture(scope="module", params=[name for name in ALL if name not in ABOUT_SEVERAL])
def argued(request: pytest.FixtureRequest) -> Cells:
    """The cells of a notebook that answers one question, of a claim or with several."""
    return stored_cells(FOLDER / f"{request.param}.ipynb")


def test_every_claim_is_among_them() -> None:
    assert {*CLAIMS, "plan-a-deployment"} == {*ALL} - {*ABOUT_SEVERAL}


def code(cells: Cells) -> Cells:
    """The code cells of a notebook."""
    return [cell for cell in cells if cell["cell_type"] == "code"]


def headings(cells: Cells) -> list[str]:
    """The headings of the second kind."""
    prose = (cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    return [line.removeprefix("## ") for text in prose for line in text.splitlines() if line.startswith("## ")]


def shown(output: dict[str, Any]) -> str:
    """What a reader sees of an output, as text."""
    data = output.get("data", {})
    return str(output.get("text") or data.get("text/markdown") or data.get("text/plain", ""))


def texts(cell: dict[str, Any]) -> list[ast.expr]:
    """The texts in a code cell that are put together from parts."""
    return [node for node in ast.walk(ast.parse(cell["source"])) if isinstance(node, ast.JoinedStr)]


def test_the_headings_stand_in_one_order(argued: Cells) -> None:
    assert headings(argued) == HEADINGS


def test_question_answer_and_picture_come_first(cells: Cells) -> None:
    """The question is the title; the cell after those of the parameters shows the answer in a line, and the picture."""
    assert cells[0]["source"].startswith("# ")
    assert [cell["id"] for cell in cells[1:4]] == ["parameters", "assumed", "answer"]
    answer, picture = cells[3]["outputs"]
    assert len(shown(answer).strip().splitlines()) == 1
    assert {"image/svg+xml", "image/png"} <= picture["data"].keys()  # JupyterLab shows no SVG that nobody has trusted


def test_a_screen_has_room_for_them(cells: Cells) -> None:
    """What stands before the picture takes few lines, and the cells of the parameters are folded."""
    assert len(cells[0]["source"].splitlines()) <= 6
    assert [cell["metadata"]["jupyter"] for cell in cells[1:3]] == [{"source_hidden": True}] * 2
    assert len(cells[3]["source"].splitlines()) <= ROOM


def test_it_is_short(cells: Cells) -> None:
    """In cells, and in the lines of each thing that a cell shows."""
    assert len(cells) <= MOST_CELLS
    long = {cell["id"]: len(shown(output).splitlines()) for cell in code(cells) for output in cell["outputs"]
            if len(shown(output).splitlines()) > LONGEST}
    assert long == {}


def test_the_argument_is_built_and_solved_in_its_cells(argued: Cells) -> None:
    """Equations of SymPy, solved, with the numbers of the cards; beside each what the engine has."""
    first, last = (next(place for place, cell in enumerate(argued) if cell["source"].startswith(f"## {heading}"))
                   for heading in HEADINGS[:2])
    argument = code(argued[first:last])
    source = "\n".join(cell["source"] for cell in argument)
    for part in ("symbols(", "Eq(", "solve(", ".substitutions(", "report["):
        assert part in source, part
    lines = sum("text/latex" in output["data"] for cell in argument for output in cell["outputs"])
    assert 4 <= lines <= 10


def test_code_displays_and_does_not_tell(cells: Cells) -> None:
    """No function and no class is written in a cell, and sentences are told by `report.told`, which types no number."""
    for cell in code(cells)[2:]:
        tree = list(ast.walk(ast.parse(cell["source"])))
        assert not [node for node in tree if isinstance(node, ast.FunctionDef | ast.ClassDef)], cell["id"]
        assert not texts(cell), cell["id"]
        for call in tree:
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "told":
                told = [each.value for each in call.args if isinstance(each, ast.Constant)]
                assert [number for text in told for number in typed_numbers(without_places(text))] == [], cell["id"]


def without_places(text: str) -> str:
    """A text of `report.told` without the places of its numbers."""
    return "".join(part.rpartition("}")[2] for part in text.split("{"))


def test_what_stands_behind_it_is_folded(argued: Cells) -> None:
    """The last heading, and no other."""
    folded = [cell["source"].partition("\n")[0] for cell in argued if cell["metadata"].get(FOLDED)]
    assert folded == [f"## {HEADINGS[-1]}"]
