"""Steps and numbers lines in the outputs of a notebook, as equation blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from derivations.engine.step_data import SCHEMA, STEP_TYPE
from derivations.render.html.equation import anchor_of, equation_block, numbers_block
from derivations.render.html.letters import joined
from derivations.values.numbers_data import NUMBERS_TYPE


def with_equations(notebook: Any, claim: str) -> tuple[Any, dict[str, Mapping[str, str]]]:
    """A copy of a notebook whose outputs that are steps or numbers lines are HTML, and the letters of all of them.

    A step that is shown twice has its anchor the first time, and one with a number after it from then on.
    """
    copied = deepcopy(notebook)
    found = list(_outputs(copied))
    letters = joined(*(data["letters"] for _, _, data in found))
    labels = {data["name"]: data["label"] for _, kind, data in found if kind == STEP_TYPE}
    seen: Counter[str] = Counter()
    for output, kind, data in found:
        if kind == NUMBERS_TYPE:
            output["data"] = {"text/html": numbers_block(data, letters=letters)}
            continue
        anchor = anchor_of(claim, data["name"])
        seen[anchor] += 1
        own = anchor if seen[anchor] == 1 else f"{anchor}.{seen[anchor]}"
        output["data"] = {"text/html": equation_block(data, own, labels=labels, letters=letters)}
    return copied, letters


def _outputs(notebook: Any) -> Iterator[tuple[Any, str, Mapping[str, Any]]]:
    """Outputs that hold the data of a step or of a numbers line, of the schema that is read here."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            for kind in (STEP_TYPE, NUMBERS_TYPE):
                data = output.get("data", {}).get(kind)
                if data is not None and data.get("schema") == SCHEMA:
                    yield output, kind, data
