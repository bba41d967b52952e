"""The premises as a page: a picture of which claims take which, and each with reason, source and alternatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from derivations.show.html.mathematics import Letters, joined, letters_in
from derivations.site.plan import PREMISES
from derivations.site.sheet import Sheet

_WIDTH, _ROW, _TOP = 380, 19, 26  # as wide as a phone; a row is as high as a line of small text
_LEFT, _RIGHT = 168, 258  # where names of premises end, and those of claims begin
_NEAR = 34.0  # claims are not closer to each other


def premises(sheet: Sheet) -> str:
    """The picture, and below it every premise."""
    taken = sheet.data[PREMISES]["premises"]
    told = joined(*(_letters(each) for item in taken for each in (item, *item["alternatives"])))
    return sheet.render(
        "premises.html.j2", premises=taken, shared=sum(len(item["claims"]) > 1 for item in taken),
        graph=premise_graph(taken, sheet.plan.claims), told=told,
    )


def _letters(item: Mapping[str, Any]) -> Letters:
    """The letters of a premise or an alternative, and those of the quantities that it brings."""
    brought = item.get("brings", ())
    texts = (item["relation"], item["because"], *(quantity["meaning"] for quantity in brought))
    found = letters_in(texts, item["letters"]) | {quantity["name"] for quantity in brought}
    return {name: letter for name, letter in item["letters"].items() if name in found}


@dataclass(frozen=True)
class PremiseLine:
    """A premise in the picture: its name, what it says, the baseline of its text, and a curve to each claim."""

    name: str
    relation: str
    baseline: str
    ways: tuple[tuple[str, str], ...]


def premise_graph(taken: Sequence[Mapping[str, Any]], order: Sequence[str]) -> dict[str, Any]:
    """Geometry of a bipartite picture: premises on the left, claims in `order` on the right, a curve for each use.

    Premises that many claims take come first, and the others near the claim that takes them, so that few lines cross.
    """
    premises, heights, beside = _placed(taken, order)
    premises, heights, beside = _placed(taken, sorted(beside, key=lambda name: beside[name]))
    lines = [
        PremiseLine(item["name"], item["relation"], f"{heights[item['name']] + 4:g}",
                    tuple((claim, _curve(heights[item["name"]], beside[claim])) for claim in item["claims"]))
        for item in premises
    ]
    return {
        "width": _WIDTH, "bottom": f"{max([*heights.values(), *beside.values(), _TOP]) + _ROW:g}", "left": _LEFT,
        "right": _RIGHT, "order": list(order), "premises": lines,
        "claims": [(name, f"{beside[name] + 4:g}") for name in order if name in beside],
    }


def _placed(
    taken: Sequence[Mapping[str, Any]], order: Sequence[str]
) -> tuple[list[Mapping[str, Any]], dict[str, float], dict[str, float]]:
    """The premises in order, their heights, and those of the claims; a claim's own premises stand in its place."""
    shared = [item for item in taken if len(item["claims"]) > 1]
    single = sorted((item for item in taken if len(item["claims"]) == 1), key=lambda item: order.index(*item["claims"]))
    premises = [*shared, *single]
    heights = {item["name"]: float(_TOP + place * _ROW) for place, item in enumerate(premises)}
    return premises, heights, _claim_heights(premises, heights, order)


def _claim_heights(
    premises: Sequence[Mapping[str, Any]], heights: Mapping[str, float], order: Sequence[str]
) -> dict[str, float]:
    """Each claim at the middle of its premises, and apart from the one above."""
    middle = {}
    for claim in order:
        own = [heights[item["name"]] for item in premises if claim in item["claims"]]
        if own:
            middle[claim] = sum(own) / len(own)
    placed: dict[str, float] = {}
    above = float(_TOP) - _NEAR
    for claim in sorted(middle, key=lambda name: (middle[name], order.index(name))):
        above = placed[claim] = max(middle[claim], above + _NEAR)
    return placed


def _curve(start: float, end: float) -> str:
    left, right = _LEFT + 5, _RIGHT - 5
    bend = (left + right) / 2
    return f"M{left} {start:g}C{bend:g} {start:g} {bend:g} {end:g} {right} {end:g}"
