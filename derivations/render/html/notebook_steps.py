"""Steps and numbers lines in the outputs of a notebook, as equation blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from derivations.engine.step_data import SCHEMA, STEP_TYPE
from derivations.render.html.equation import Place, anchor_of, equation_block, numbers_block
from derivations.render.html.letters import Letters, joined
from derivations.values.numbers_data import NUMBERS_TYPE


def with_equations(
    notebook: Any, claim: str, *, letters: Letters | None = None, places: Mapping[str, Place] | None = None
) -> tuple[Any, dict[str, Mapping[str, str]]]:
    """A copy of a notebook whose outputs that are steps or numbers lines are HTML, and the letters of the page.

    A step that is shown twice has its anchor the first time, and one with a number after it from then on. What a step
    rests on is a link to where it was last shown before, or else to one of the `places`, which are those of steps
    elsewhere. `letters` are those of the page, beside those of its steps.
    """
    copied = deepcopy(notebook)
    found = list(_outputs(copied))
    known = joined(letters or {}, *(data["letters"] for _, _, data in found))
    shown = dict(places or {})
    seen: Counter[str] = Counter()
    for output, kind, data in found:
        if kind == NUMBERS_TYPE:
            output["data"] = {"text/html": numbers_block(data, letters=known)}
            continue
        anchor = anchor_of(claim, data["name"])
        seen[anchor] += 1
        own = anchor if seen[anchor] == 1 else f"{anchor}.{seen[anchor]}"
        output["data"] = {"text/html": equation_block(data, own, places=shown, letters=known)}
        shown[data["name"]] = Place(data["label"], f"#{own}")
    return copied, known


def _outputs(notebook: Any) -> Iterator[tuple[Any, str, Mapping[str, Any]]]:
    """Outputs that hold the data of a step or of a numbers line, of the schema that is read here."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            for kind in (STEP_TYPE, NUMBERS_TYPE):
                data = output.get("data", {}).get(kind)
                if data is not None and data.get("schema") == SCHEMA:
                    yield output, kind, data
