"""What a step in a price implies for the cache, and what the higher price pays for, over the context."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import UndecidedError
from derivations.export.plots.curves import Curve, curves_plot
from derivations.export.plots.panels import Line, Panel, panels_plot
from derivations.export.plots.paper import for_paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_IMPLIED, _STORED, _CONTEXT = "kv-bytes", "dense-read", "L"
_BEFORE, _BEYOND = 10, 5  # times the context of the step: from where, to where
_REQUEST, _CACHE_SHARE, _FAR = "L_high", "u_kv", 2  # times the context that the price covers: up to there
_WIDTH = "4.5in"
_WIDTH = "4.5in"


def price_step_plot(report: EvaluatedClaim) -> Figure:
    """What a step at each context implies, as said and on the cards, and what the model stores by its card.

    For a report on `kv-bytes`. Raises `UndecidedError` where nothing follows, `InputError` if matplotlib is missing.
    """
    said = replace(report, scenario=report.readings[AS_SAID])
    curves = [Curve(report, _IMPLIED, "implied, on the cards"), Curve(report, _STORED, "on the card of the model"),
              Curve(said, _IMPLIED, "implied, as said")]
    step, quantity = report.evaluation.value_of(_CONTEXT), report.derivation.notation[_CONTEXT]
    if step is None:
        raise UndecidedError(f"{_CONTEXT} has no number")
    ends = tuple(f"{float(step.number * factor)!r} {quantity.unit}" for factor in (1 / _BEFORE, _BEYOND))
    return for_paper(curves_plot(curves, _CONTEXT, (ends[0], ends[1]), logarithmic="xy", marks={str(step): str(step)},
                                 title="The cache per token that a step in the price implies"), _WIDTH)


def price_tier_plot(report: EvaluatedClaim) -> Figure:
    """The price of an output token over its context, and its cost beyond the step, over the price below the step.

    For a report on `price-tier`; a second line of the cost leaves the weights out. Raises `UndecidedError` where
    nothing follows, `InputError` if matplotlib is missing.
    """
    step, quantity = report.evaluation.value_of(_CONTEXT), report.derivation.notation[_CONTEXT]
    longest, premium = report.result, report.numbers("price-step").value
    if step is None or longest.in_unit is None or premium is None:
        raise UndecidedError(f"no context that the price covers: {longest.result}")
    start, end = step.in_unit(quantity.unit), longest.in_unit
    between = (f"{float(start)!r} {quantity.unit}", f"{float(_FAR * end)!r} {quantity.unit}")
    costs = [Curve(report, "cost-of-higher", "cost"),
             Curve(report.with_values({_CACHE_SHARE: "1"}), "cost-of-higher", "cost, the weights left out")]
    price = Line("price", [(0, 1), (start, 1), (start, 1 + premium), (_FAR * end, 1 + premium)], bold=True)
    panel = Panel([price, *(curve.line(_REQUEST, between) for curve in costs)],
                  f"context of the request [{quantity.unit}]", "over the price below the step",
                  marks={longest.result: end})
    return for_paper(panels_plot([panel], "The price of an output token, and its cost beyond the step"), _WIDTH)
