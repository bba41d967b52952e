"""The pictures that a report can be drawn as, by their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError, UnknownNameError
from derivations.export.live import live_data
from derivations.export.plots.curves import Curve, planned_curves, planned_sweep
from derivations.export.plots.evidence import planned_evidence
from derivations.export.plots.panels import Plot
from derivations.export.plots.swings import swings_plot
from derivations.language.display import sentence
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
_BEYOND = 2  # times the batch that is the result: then it is drawn up to there
_ROOFLINE = "roofline"  # the premise that says how the times of a pass come together, whatever is put in its place


def drawn(report: EvaluatedClaim, kind: str = "", over: tuple[str, str] | None = None) -> Figure:
    """The picture of that kind, as a matplotlib figure; without a kind the one that is meant.

    ``curve`` is the result over one quantity, without one what the page of the claim moves, ``roofline`` the time of a
    pass and those that it is the larger of, ``tornado`` what moves the result, ``sweep`` the result at the several
    values of the study, ``evidence`` what is measured over what is derived. `over` names the quantity of a curve or a
    roofline, with its range as text.

    Raises `UnknownNameError` for another kind, `InputError` or one of its kind for a claim that has no such picture.
    """
    kind = kind or _usual(report, over)
    return swings_plot(report) if kind == "tornado" and over is None else _planned(report, kind, over).figure()


def drawn_onto(
    axes: Any, report: EvaluatedClaim, kind: str = "", over: tuple[str, str] | None = None
) -> Figure:
    """The same on somebody's axes of matplotlib, one, or as many as the evidence has tests, and their figure.

    Raises `InputError` for a tornado, which is a figure of its own, and as `drawn` does.
    """
    chosen = [*axes.flat] if hasattr(axes, "flat") else [*axes] if isinstance(axes, Sequence) else [axes]
    if kind == "tornado":
        raise InputError("a tornado is a figure of its own: leave the axes out")
    _planned(report, kind or _usual(report, over), over).onto(chosen)
    figure: Figure = chosen[0].figure
    return figure


def _planned(report: EvaluatedClaim, kind: str, over: tuple[str, str] | None) -> Plot:
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
        if over is None and (balance := _balance(report)):
            quantity, result = report.derivation.notation[_BATCHES[0]], report.result.result
            ends = (f"1 {quantity.unit}", f"{float(_BEYOND * balance)!r} {quantity.unit}")
            return planned_curves(curves, quantity.name, ends, vertical=curves[-1].label,
                                  title=_title(curves[-1].label, quantity), marks={result: result})
        return _curve(report, curves, over or _BATCHES, logarithmic="xy", vertical=curves[-1].label)
    if kind == "evidence":
        return planned_evidence(evidence_of(report))
    if not report.study.several:
        raise InputError("a sweep is over several values: give some, as in --set NAME='1, 2 UNIT'")
    return planned_sweep(sweep(report))


def _curve(
    report: EvaluatedClaim, curves: list[Curve], over: tuple[str, str], logarithmic: str = "", vertical: str = "",
    here: bool = False,
) -> Plot:
    name, text = over
    quantity = report.derivation.notation[name]
    low, high = (fitted_value(quantity, end) for end in parse_range(text))
    ends = (_text(low, quantity), _text(high, quantity))
    if not logarithmic and low.number > 0 and high.number >= _WIDE * low.number:
        logarithmic = "x"
    title = _title(vertical, quantity) if vertical else ""
    return planned_curves(curves, name, ends, logarithmic=logarithmic, vertical=vertical, here=here, title=title)


def _title(vertical: str, quantity: Quantity) -> str:
    return sentence(f"{vertical} over {quantity.called}")


def _usual(report: EvaluatedClaim, over: tuple[str, str] | None) -> str:
    """The kind that is meant where none is named: over what the result solves for there are times, and no curve."""
    if over is None:
        return "sweep" if report.study.several else "curve"
    return "roofline" if over[0] == report.headline.subject_name else "curve"


def _balance(report: EvaluatedClaim) -> Fraction | None:
    """The number of the result where it is a batch; None elsewhere."""
    step = report.headline
    return report.result.in_unit if step.relation is not None and step.subject_name == _BATCHES[0] else None


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
                  if step.relation is not None and ("max(" in str(step.relation) or step.name == _ROOFLINE)), None)
    if bound is None or bound.relation is None:
        raise InputError(f"{report.claim.name} takes no roofline: no premise is the larger of two times")
    inside = sorted(symbol.name for symbol in bound.relation.rhs.free_symbols)
    curves = [Curve(report, steps[name], report.derivation.notation[name].meaning) for name in inside if name in steps]
    return [*curves, Curve(report, bound.name, report.derivation.notation[bound.subject_name].meaning, bold=True)]
