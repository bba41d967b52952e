"""Notebooks under a change of what is assumed: they run to their end, and what has no answer any more says so."""

import ast
import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import nbformat
import pytest

from derivations import derive, use
from derivations.claims.index import CLAIMS
from derivations.errors import InputError
from derivations.export.notebook import parameter_cells
from derivations.site.notebooks import notebooks_in, read_notebook, run_cells
from derivations.sources.catalog import load_catalog

from ..reports import few, few_rows, plain

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = [path.stem for path in notebooks_in(FOLDER)]
CHANGES = {
    "a-card": 'accelerator = "h100"',
    "a-premise": 'premises = {"roofline": "no-overlap"}',
    "a-number": 'values = {"L": "32k token/sequence"}',
}
# each change once; the premise where a question is gone with it
QUICK = (("expert-parallelism", "a-card"), ("bubbles", "a-premise"), ("pipeline-kv", "a-number"))
UNANSWERED = "No answer with what is changed"
ABOUT_PRINT = "audit-a-write-up"  # whose prose says what others say of cards
# what people call cards, and the names that these have here
CARDS = {"A100": "a100", "H100": "h100", "H200": "h200", "B200": "b200", "GB200": "gb200", "B300": "b300",
         "Rubin": "rubin"}
_CARD = re.compile(rf"\b({'|'.join(CARDS)})s?\b")
# what a line says of whom or what its number is: a card, who published it, a reading, the values of a row
_NAMED = re.compile(rf"{_CARD.pattern}|\b\d:\d\d:\d\d|\| .* \||\bsaid\b|\blecture")


def changed(notebook: Any, line: str) -> Any:
    """The notebook with a line at the end of its parameters."""
    (cell,) = (cell for cell in notebook.cells if cell.id == "parameters")
    cell.source += f"\n{line}"
    return notebook


def code_cells(notebook: Any) -> list[Any]:
    """The code cells of a notebook."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def words(notebook: Any) -> list[str]:
    """What its cells say: Markdown where there is some, else text."""
    data = [output.get("data", {"text/plain": output.get("text", "")})
            for cell in code_cells(notebook) for output in cell.outputs]
    return [said.get("text/markdown", said.get("text/plain", "")) for said in data]


@cache
def run(name: str, change: str) -> Any:
    """The notebook as it runs under a change."""
    notebook = read_notebook(FOLDER / f"{name}.ipynb")
    source = "".join(cell.source for cell in code_cells(notebook))
    for claim in CLAIMS:
        if f'"{claim}"' in source:
            plain(claim)  # so that the fork has proved what is not changed
    return run_cells(changed(notebook, CHANGES[change]), name)


@pytest.mark.parametrize(("name", "change"), few_rows(product(NOTEBOOKS, CHANGES), QUICK))
def test_it_runs_to_its_end(name: str, change: str) -> None:
    """It says what is changed, no cell fails, and none tells nothing as if it were a number."""
    found = words(run(name, change))
    assert "Changed in all that follows" in found[0]
    assert [each for each in found if re.search(r"\b(None|nan)\b", each)] == []


@pytest.mark.parametrize(("name", "change"), few_rows(product(CLAIMS, CHANGES), QUICK[1:]))
def test_no_number_of_the_default_is_left(name: str, change: str) -> None:
    """Where the result is another one, the one that is stored stands only beside the card or reading that it is of."""
    given: dict[str, Any] = {}
    exec(CHANGES[change], {}, given)
    before = plain(name).result.result
    with use(**given):
        report = derive(name)
        after = report.result.result if report.headline.relation is not None else ""
    lines = [line for text in words(run(name, change)) for line in text.splitlines()]
    assert unnamed(before, after, lines) == []


def unnamed(before: str, after: str, lines: list[str]) -> list[str]:
    """The lines with a number that no longer stands, and without a word that says of what it is."""
    whole = re.compile(rf"(?<![\d.,]){re.escape(before)}")
    found = [line for line in lines if whole.search(line.replace("{,}", ",")) and not _NAMED.search(line)]
    return found if before != after else []


def test_a_number_that_is_left_is_found() -> None:
    """As a part of another number it is none, nor beside the card that it is of."""
    lines = ["| NVIDIA H200 SXM | 2,422 sequences |", "It is 2,422 sequences.", "It is 12,422 sequences.", "It is 9 s."]
    assert unnamed("2,422 sequences", "9 s", lines) == lines[1:2]
    assert unnamed("9 s", "9 s", lines) == []


@pytest.mark.parametrize("name", few(NOTEBOOKS, ("bubbles", "roofline")))
def test_as_it_is_stored_every_cell_has_its_answer(name: str) -> None:
    assert [each for each in words(read_notebook(FOLDER / f"{name}.ipynb")) if UNANSWERED in each] == []


@pytest.mark.parametrize("name", ["bubbles"])
def test_a_question_that_is_gone_is_named(name: str) -> None:
    """Without overlap there is no balance: the cells that ask for it say so, those that do not have their numbers."""
    found = code_cells(run(name, "a-premise"))
    said = {cell.id: "".join(output.data.get("text/plain", "") for output in cell.outputs) for cell in found}
    assert {name for name, text in said.items() if UNANSWERED in text} == {"cost-prose"}
    assert "balance are inconclusive" in " ".join(said["cost-prose"].split())


@pytest.mark.long
def test_a_cell_that_says_nothing_of_it_fails() -> None:
    """With the parameters of every notebook, and a cell that takes the result for granted."""
    cells = [nbformat.v4.new_code_cell("".join(cell["source"]), id=cell["id"]) for cell in parameter_cells({})]
    taken = 'from derivations import derive\n\nreport = derive("optimal-batch")\nprint(report.result)'
    told = taken.replace("print", "with report.answered():\n    print")
    for source, fails in ((taken, True), (told, False)):
        notebook = nbformat.v4.new_notebook(cells=[*cells, nbformat.v4.new_code_cell(source, id="result")])
        changed(notebook, CHANGES["a-premise"])
        if fails:
            with pytest.raises(InputError, match="UndecidedError: step 'balance-batch' has no relation"):
                run_cells(notebook, "taken")
        else:
            assert words(run_cells(notebook, "told"))[-1].startswith(UNANSWERED)
        changed(notebook, "premises = {}")
        assert "2,422 sequences" in words(run_cells(notebook, "unchanged"))[-1]


@pytest.mark.parametrize("name", [name for name in NOTEBOOKS if name != ABOUT_PRINT])
def test_a_cell_that_types_the_name_of_a_card_takes_that_card(name: str) -> None:
    """Else it would say that name of another card: it asks for the card, or takes a reading, which has its own."""
    assert named_otherwise(read_notebook(FOLDER / f"{name}.ipynb")) == []


def test_a_name_beside_another_card_is_found() -> None:
    """Typed in a title of a picture as in prose; not where the card is asked for."""
    cards = load_catalog().accelerators
    assert [name for name in CARDS.values() if not any(card.startswith(name) for card in cards)] == []
    wrong = 'at = derive("roofline")\nMarkdown(f"On an H200 it is {at.result.result}.")'
    right = wrong.replace('"roofline"', '"roofline", accelerator="h200"')
    titled = 'svg(curve, title="A pass on racks of GB200s")'
    sources = {"wrong": wrong, "right": right, "titled": titled}
    cells = [nbformat.v4.new_code_cell(source, id=name) for name, source in sources.items()]
    assert named_otherwise(nbformat.v4.new_notebook(cells=cells)) == [("wrong", "H200"), ("titled", "GB200")]


def named_otherwise(notebook: Any) -> list[tuple[str, str]]:
    """Names of cards that are typed in texts of a code cell which does not take that card, by cell."""
    found = []
    for cell in code_cells(notebook):
        texts = [node.value for node in ast.walk(ast.parse(cell.source))
                 if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        asked = re.findall(r"""["'](\w+)[\w.-]*["']""", cell.source)
        for card in dict.fromkeys(name for text in texts for name in _CARD.findall(text)):
            if CARDS[card] not in asked and "reading" not in cell.source and cell.id != "parameters":
                found.append((cell.id, card))
    return found
