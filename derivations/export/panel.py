"""The panel of a claim: its result with number, condition and picture, and the sliders that move them.

A page has it, and so has a notebook. The functions that the sliders move are JavaScript from proven relations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.whole_numbers import whole_numbers
from derivations.errors import DerivationsError
from derivations.export.live import command, live_data, live_script, roots_told, still_because
from derivations.export.plots.curves import Curve, curves_plot
from derivations.export.plots.drawing import svg_text
from derivations.language.display import sentence
from derivations.language.printing.text import to_text
from derivations.language.quantity import called
from derivations.language.relation import FLIPPED, IN_WORDS, Relation
from derivations.language.tree import names
from derivations.numbers.format import format_value
from derivations.study.provenance.documents import basis
from derivations.writers.html.mathematics import Letters
from derivations.writers.html.template import render


def panel_data(report: EvaluatedClaim, moves: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What the panel of a report shows, for JSON; `moves` is the `live_data` that it moves, by default all of it.

    Beside what stands there: the script, or why nothing moves, and what is found by bisection.
    """
    step = report.moving
    return {
        "scenario": basis(report),
        "live": _live(report, live_data(report) if moves is None else moves),
        "panel": {
            "formula": "" if step.relation is None else str(step.relation),
            "number": number_told(report, step.name),
            "whole": _whole(report),
            "quantity": step.subject_name,
            "command": command(report),
            "holds": [_holds(report, condition) for condition in step.conditions],
            "context": step.holds,
        },
        "still": still_because(report),
        "roots": roots_told(report),
    }


def panel_html(claim: str, data: Mapping[str, Any], letters: Letters, picture: str = "", code: str = "") -> str:
    """The panel from `panel_data`, with a picture of the result.

    `code` is the script of every panel where the page does not hold it beside itself.
    """
    live, panel = data["live"], data["panel"]
    number, result = panel["number"], letters.get(panel["quantity"], {})
    meaning = "" if " " in number else called(result.get("meaning", ""))  # a bare number says nothing
    return render(
        "live.html.j2", claim=claim, formula=panel["formula"], letters=letters, number=number, meaning=meaning,
        whole=panel["whole"], conditions=panel["holds"], context=panel["context"], command=panel["command"],
        scenario=data["scenario"], functions=live.get("script", ""), still=data["still"], roots=data["roots"],
        latex=live.get("latex", ""), caption=live.get("caption", ""), picture=picture, code=code,
    )


def number_told(report: EvaluatedClaim, step: str) -> str:
    """The number of a step in the report's scenario, or why there is none."""
    try:
        return report.numbers(step).result
    except DerivationsError as error:
        return str(error)


def _live(report: EvaluatedClaim, data: Mapping[str, Any]) -> dict[str, str]:
    """The script of the result as it moves, its LaTeX, and a picture of it; empty where nothing moves."""
    relation = report.moving.relation
    moving = [(name, letter) for name, letter in data.get("letters", {}).items() if letter["moves"]]
    if not moving or relation is None:
        return {}
    first = data["over"]
    letter = data["letters"][first]
    low, high = (f"{end / letter['factor']:.6g} {letter['unit']}".strip() for end in (letter["low"], letter["high"]))
    try:
        drawn = curves_plot([Curve(report, report.moving.name)], first, (low, high),
                            logarithmic="x" if letter["logarithmic"] else "", here=True)
    except DerivationsError:  # a result that is no quantity, or has no number over that range
        return {"script": live_script(data), "latex": relation.latex, "picture": "", "caption": ""}
    caption = f"{sentence(data['result'].get('meaning') or 'the result')} over {letter['meaning']}."
    return {"script": live_script(data), "latex": relation.latex, "picture": svg_text(drawn), "caption": caption}


def _whole(report: EvaluatedClaim) -> str:
    """The whole numbers beside what a page moves, in words; empty where there are none."""
    found = whole_numbers(report, report.moving.name)
    return "" if found is None else found.words


def _holds(report: EvaluatedClaim, condition: Relation) -> dict[str, Any]:
    """A condition in words with its sides, where it holds; else, or where that cannot be told, the relation alone.

    A side has its number where it has a quantity's unit, and its `place` in the script; a plain number stands last.
    """
    line = report.numbers(report.moving.name)
    if line.value is None or condition.operator not in IN_WORDS or str(condition) in line.unchecked:
        return {"relation": str(condition), "word": "", "sides": []}
    notation, operator = report.derivation.notation, condition.operator
    both = condition.left, condition.right
    texts = [to_text(side.tree) for side in both]
    own = next((notation[text] for text in texts if text in notation), None)
    sides = []
    for place, (side, text) in enumerate(zip(both, texts, strict=True)):
        size = report.evaluation.size_of(side)
        told = ""
        if own is not None and size is not None and names(side.tree):
            told = format_value(size, own.dimension, own.unit)
        sides.append({"text": text, "value": told, "place": place})
    if not names(both[0].tree):
        sides, operator = sides[::-1], FLIPPED[operator]
    return {"relation": str(condition), "word": IN_WORDS[operator], "sides": sides}
