"""The cache per token that a step in a price implies, over the context at which the price steps."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import UndecidedError
from derivations.export.plots.curves import Curve, curves_plot
from derivations.export.plots.paper import for_paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_IMPLIED, _STORED, _CONTEXT = "kv-bytes", "dense-read", "L"
_BEFORE, _BEYOND = 10, 5  # times the context of the step: from where, to where
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
