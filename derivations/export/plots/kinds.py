"""The pictures that a report can be drawn as, by their names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError, UnknownNameError
from derivations.export.live import live_data
from derivations.export.plots.curves import Curve, curves_plot, sweep_plot
from derivations.export.plots.evidence import evidence_plot
from derivations.export.plots.swings import swings_plot
from derivations.language.quantity import Quantity
from derivations.numbers.scenario import fitted_value
from derivations.numbers.value import Value, parse_range
from derivations.study.application import refuse_unknown_quantity
from derivations.study.evidence import evidence_of
from derivations.study.hardware import with_gpus
from derivations.study.sweep import sweep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = ("curve", "roofline", "tornado", "sweep", "evidence")
_WIDE = 10  # from end to end, beyond which an axis is logarithmic
_BATCHES = ("B", "1..10000 sequence")  # what a roofline is drawn over, unless the reader says so


def drawn(report: EvaluatedClaim, kind: str = "", over: tuple[str, str] | None = None) -> Figure:
    """The picture of that kind, as a matplotlib figure; without a kind the one that is meant.

    ``curve`` is the result over one quantity, without one what the page of the claim moves, ``roofline`` the time of a
    pass and those that it is the larger of, ``tornado`` what moves the result, ``sweep`` the result at the several
    values of the study, ``evidence`` what is measured over what is derived. `over` names the quantity of a curve or a
    roofline, with its range as text.

    Raises `UnknownNameError` for another kind, `InputError` or one of its kind for a claim that has no such picture.
    """
    kind = kind or _usual(report, over)
    if kind not in KINDS:
        raise UnknownNameError("kind of figure", kind, KINDS)
    if over is not None and kind not in ("curve", "roofline"):
        raise InputError(f"a {kind} is not drawn over one quantity: leave it out, or draw a curve")
    if over is not None:
        refuse_unknown_quantity(report.claim, over[0], report.derivation.notation)
    if kind == "curve":
        step = report.headline if over else report.moving
        return _curve(report, [Curve(report, step.name)], over or _own_range(report), here=True)
    if kind == "roofline":
        curves = _bounds(replace(report, scenario=with_gpus(report, report.scenario)))
        return _curve(report, curves, over or _BATCHES, logarithmic="xy", vertical=curves[-1].label)
    if kind == "tornado":
        return swings_plot(report)
    if kind == "evidence":
        return evidence_plot(evidence_of(report))
    if not report.study.several:
        raise InputError("a sweep is over several values: give some, as in --set NAME='1, 2 UNIT'")
    return sweep_plot(sweep(report))


def _curve(
    report: EvaluatedClaim, curves: list[Curve], over: tuple[str, str], logarithmic: str = "", vertical: str = "",
    here: bool = False,
) -> Figure:
    name, text = over
    quantity = report.derivation.notation[name]
    low, high = (fitted_value(quantity, end) for end in parse_range(text))
    ends = (_text(low, quantity), _text(high, quantity))
    if not logarithmic and low.number > 0 and high.number >= _WIDE * low.number:
        logarithmic = "x"
    return curves_plot(curves, name, ends, logarithmic=logarithmic, vertical=vertical, here=here)


def _usual(report: EvaluatedClaim, over: tuple[str, str] | None) -> str:
    """The kind that is meant where none is named: over what the result solves for there are times, and no curve."""
    if over is None:
        return "sweep" if report.study.several else "curve"
    return "roofline" if over[0] == report.headline.subject_name else "curve"


def _text(value: Value, quantity: Quantity) -> str:
    return f"{float(value.in_unit(quantity.unit))!r} {quantity.unit}".strip()


def _own_range(report: EvaluatedClaim) -> tuple[str, str]:
    """The quantity that the page of the claim moves first, and how far."""
    data = live_data(report)
    if not any(letter["moves"] for letter in data.get("letters", {}).values()):
        raise InputError(f"{report.claim.name} has no result that moves with a quantity: name one with its range")
    letter = data["letters"][data["over"]]
    low, high = (f"{end / letter['factor']:.6g}" for end in (letter["low"], letter["high"]))
    return data["over"], f"{low}..{high} {letter['unit']}".strip()


def _bounds(report: EvaluatedClaim) -> list[Curve]:
    """The steps of the times that the premise of the roofline takes the larger of, and the bound itself."""
    steps = {step.subject_name: step.name for step in reversed(report.derivation.steps) if step.relation is not None}
    steps |= {step.subject_name: step.name for step in reversed(report.derivation.premises)
              if step.relation is not None}
    bound = next((step for step in report.derivation.premises
                  if step.relation is not None and "max(" in str(step.relation)), None)
    if bound is None or bound.relation is None:
        raise InputError(f"{report.claim.name} takes no roofline: no premise is the larger of two times")
    inside = sorted(symbol.name for symbol in bound.relation.rhs.free_symbols)
    curves = [Curve(report, steps[name], report.derivation.notation[name].meaning) for name in inside if name in steps]
    return [*curves, Curve(report, bound.name, report.derivation.notation[bound.subject_name].meaning, bold=True)]
