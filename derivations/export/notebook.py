"""A report as a notebook that derives it again and shows each of its parts."""

from __future__ import annotations

import ast
import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.derivation import Derivation
from derivations.document.grids import wide_grids
from derivations.document.report_tables import report_tables
from derivations.document.sweep import VALUES
from derivations.errors import DerivationsError, InputError
from derivations.export.call import derive_call, parameters, paths_text
from derivations.export.cells import NO_SOURCE, REMOVED
from derivations.language.display import in_markdown
from derivations.language.printing.python_code import python_text

_LINE = 120
_CHANGE = "# Change a line and run all cells: what follows is derived again, where it can be asked at all."
# what a notebook can be changed by: each with what it is without a change, and an example
_PARAMETERS = {
    "accelerator": ('""', 'another card, as "h100"'), "model": ('""', ""),
    "compute": ('""', 'a number format, as "bf16"'), "weights": ('""', ""), "cache": ('""', ""),
    "values": ("{}", '{"L": "32k token/sequence"}'), "premises": ("{}", '{"kv-fetch": "top-k"}, or a relation'),
    "symbols": ("[]", "letters of new premises"), "study": ('""', "a file with such changes"),
    "catalog": ("[]", "files with cards of your own"),
}
_FOLDED: dict[str, Any] = {"jupyter": {"source_hidden": True}}  # JupyterLab shows the first line, and all on a click
# of every notebook, beside its title, which converters set above all: no version of Python, and what they ask of a
# language, so that its script is a .py
METADATA: dict[str, Any] = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3}, "file_extension": ".py", "mimetype": "text/x-python",
        "name": "python", "nbconvert_exporter": "python", "pygments_lexer": "ipython3",
    },
}


def notebook_of(
    report: EvaluatedClaim, *, catalog: Sequence[str | Path] = (), claim_files: Sequence[str | Path] = (),
) -> str:
    """The notebook as the text of a file, the same for the same report.

    `catalog` and `claim_files` are the files that the report was made with. Raises `InputError` for a claim that is not
    built in where no file is given.
    """
    cells = [*_opening(report, catalog, claim_files), *_argument(report.derivation), *_numbers(report)]
    assert len({cell["id"] for cell in cells}) == len(cells)
    notebook = {
        "cells": cells,
        "metadata": {**METADATA, "title": report.claim.title},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def parameter_cells(given: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The cell that a reader changes, which papermill knows by its tag, and the one that lets every later cell know it.

    `given` holds arguments of `use`, as Python; the others stand there empty.
    """
    lines = (f"{name} = {given.get(name, empty)}{f'  # {hint}' if hint and name not in given else ''}"
             for name, (empty, hint) in _PARAMETERS.items())
    cell = _code("parameters", "\n".join((_CHANGE, *lines)))
    # no part of a page, as Jupyter Book says it
    yield {**cell, "metadata": {**_FOLDED, "tags": ["parameters", REMOVED]}}
    words = ", ".join(f"{name}={name}" for name in _PARAMETERS if name != "study")
    filled = textwrap.fill(f"use(study, {words})", _LINE, subsequent_indent="    ")
    cell = _code("assumed", f"from derivations import use\n\n{filled}")
    yield {**cell, "metadata": {**_FOLDED, "tags": [NO_SOURCE]}}


def assuming(notebook: Mapping[str, Any], given: Mapping[str, str]) -> dict[str, Any]:
    """A notebook, as its file has it, with arguments of `use` in its cell of parameters, and without outputs.

    Raises `InputError` for a notebook without such a cell, or one without a place for what is given.
    """
    cells = [{**cell, "outputs": [], "execution_count": None} if cell["cell_type"] == "code" else dict(cell)
             for cell in notebook["cells"]]
    cell = next((cell for cell in cells if "parameters" in cell["metadata"].get("tags", ())), None)
    if cell is None:
        raise InputError("it has no cell of parameters, which has this word as a tag")
    cell["source"] = _lines(with_parameters("".join(cell["source"]), given))
    return {**notebook, "cells": cells}


def with_parameters(source: str, given: Mapping[str, str]) -> str:
    """The source of a cell of parameters with what is given, as Python, in place of what stands behind these names.

    Raises `InputError` for a cell that is no Python, and for a name that it gives nothing.

    >>> with_parameters('model = ""  # a card\\nvalues = {}', {"values": "{'L': '2k'}"})
    'model = ""  # a card\\nvalues = {\\'L\\': \\'2k\\'}'
    """
    try:
        statements = ast.parse(source).body
    except SyntaxError as error:
        raise InputError(f"the cell of parameters cannot be read: {error.msg}") from None
    places = {target.id: each.value for each in statements if isinstance(each, ast.Assign)
              for target in each.targets if isinstance(target, ast.Name)}
    for name in given:
        if name not in places:
            raise InputError(f"the cell of parameters has no {name}: it has {', '.join(places) or 'none'}")
    lines = source.encode().splitlines(keepends=True)  # as `ast` counts columns in bytes
    starts = [0, *accumulate(map(len, lines))]
    text = source.encode()
    for name in sorted(given, key=lambda name: (places[name].lineno, places[name].col_offset), reverse=True):
        value = places[name]
        assert value.end_lineno is not None
        assert value.end_col_offset is not None
        end = starts[value.end_lineno - 1] + value.end_col_offset
        text = text[: starts[value.lineno - 1] + value.col_offset] + given[name].encode() + text[end:]
    return text.decode()


def _opening(
    report: EvaluatedClaim, catalog: Sequence[str | Path], claim_files: Sequence[str | Path]
) -> Iterator[dict[str, Any]]:
    """Title and question, the derivation made again, and its answer."""
    title = f"# {in_markdown(report.claim.title)}"
    question = in_markdown(report.claim.question)
    yield _text("title", f"{title}\n\n{question}" if question else title)
    given = parameters(report)
    if catalog:
        given["catalog"] = paths_text(catalog)
    yield from parameter_cells(given)
    yield _code("derive", derive_call(report, (), claim_files, elsewhere=given))
    yield _code("verdict", "print(report.verdicts)")
    if report.study.several:
        yield _code("values", f"report.table({python_text(VALUES)})")
    yield _code("result", "report.result" if _has_numbers(report) else "report.headline")


def _argument(derivation: Derivation) -> Iterator[dict[str, Any]]:
    """Premises, letters, steps and rejects, each shown from the report."""
    if derivation.premises:
        yield _text("premises-text", "## Premises")
        yield _code("premises", _shown(step.name for step in derivation.premises))
        yield _text("letters-text", "## Letters")
        yield _code("letters", "report.derivation.letters")
    yield _text("derivation-text", "## Derivation")
    for step in derivation.argument:
        yield _code(f"step-{step.number}", _shown([step.name]))
    if derivation.rejects:
        yield _text("rejects-text", "## Rejected")
        yield _code("rejects", _shown(step.name for step in derivation.rejects))


def _numbers(report: EvaluatedClaim) -> Iterator[dict[str, Any]]:
    """The tables, and what would change the result."""
    kinds = [kind for kind, _ in report_tables(report, without={VALUES, *wide_grids(report)})]
    for kind in kinds:
        if kind == kinds[0]:
            yield _text("tables-text", "## Numbers")
        yield _code(f"table-{kind}", f"report.table({python_text(kind)})")
    if not report.study.several and _has_numbers(report) and report.result.value is not None:
        yield _text("sensitivity-text", "## What would change it")
        yield _code("sensitivity", "report.sensitivity()")


def _has_numbers(report: EvaluatedClaim) -> bool:
    try:
        _ = report.result
    except DerivationsError:
        return False
    return True


def _shown(names: Iterable[str]) -> str:
    """A cell that displays steps by name."""
    listed = [f"report[{python_text(name)}]" for name in names]
    if len(listed) == 1:
        return listed[0]
    return "\n".join(["display(", *(f"    {each}," for each in listed), ")"])


def _text(name: str, source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(source)}


def _code(name: str, source: str) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": None, "id": name, "metadata": {}, "outputs": [],
            "source": _lines(source)}


def _lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)
