"""A plot of what moves a result: a bar for each quantity, the widest on top. Its numbers are the report's swings."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError
from derivations.export.plots.drawing import LIGHT, decades, drawing, frame, in_brackets
from derivations.numbers.format import format_number
from derivations.numbers.sensitivity import Swing
from derivations.numbers.value import Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LOW, _HIGH = LIGHT["first"], LIGHT["second"]
_WIDTH, _BAR, _ABOVE, _BELOW = 7.6, 0.58, 0.65, 0.62  # inches
_LABEL = 32  # characters of a meaning before it goes on in the next line
_ROOM = 2.2  # beyond the longest bars, for the ends of their ranges


def swings_plot(report: EvaluatedClaim, over: Sequence[Swing] | None = None) -> Figure:
    """The result at both ends of each quantity's range, all else as it is, as a matplotlib figure.

    The ranges are the claim's own, or those of the swings `over` others. The axis is logarithmic, so that a bar is as
    long as the factor that the quantity moves the result by. A quantity without a number at one of its ends is left
    out. The figure's label holds a title and a description in words. Raises `InputError` if matplotlib is missing, if
    nothing moves the result, or if it is not above zero.
    """
    swings = [swing for swing in (report.swings if over is None else over) if swing.factor is not None]
    here = report.result.value
    if not swings or here is None:
        name = report.claim.name
        more = "" if report.claim.ranges or over is not None else (
            f": it has no ranges of its own; derive sensitivity {name} --range NAME=LOW..HIGH --plot FILE draws one")
        raise InputError(f"{name} has no swings to draw{more}")
    if here <= 0 or any(end.value <= 0 for item in swings for end in (item.at_low, item.at_high) if end.value):
        raise InputError(f"{report.headline.name} is not above zero, and swings are drawn as factors")
    height = _ABOVE + _BAR * len(swings) + _BELOW
    with drawing(**{"font.size": 10}):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(_WIDTH, height), facecolor=LIGHT["paper"])
        axes = figure.subplots()
        _frame(axes, report, swings)
        for place, swing in enumerate(swings):
            _draw(axes, place, swing, float(here))
        axes.axvline(float(here), color=LIGHT["ink"], linewidth=1)
        caption = textwrap.wrap(f"{report.scenario.title}: {report.result.result}, the upright line", 84)
        legend = "each bar: from the lower end of a range (blue) to the upper end (orange), all else as it is"
        figure.text(0.02, 1 - 0.1 / height, "\n".join([*caption, legend]), va="top", color=LIGHT["quiet"], fontsize=9)
        figure.subplots_adjust(left=0.36, right=0.95, top=1 - _ABOVE / height, bottom=_BELOW / height)
    title = f"What moves {report.headline.name}, {report.scenario.title}"
    figure.set_label("\n".join((title, *map(_words, swings))))
    return figure


def _words(swing: Swing) -> str:
    """A bar in words."""
    if swing.factor == 1:
        return f"{swing.name} from {swing.low} to {swing.high}: no change."
    return (
        f"{swing.name} from {swing.low} to {swing.high}: {swing.at_low.result} to {swing.at_high.result}, "
        f"a factor of {swing.factor_text}."
    )


def _frame(axes: Any, report: EvaluatedClaim, swings: list[Swing]) -> None:
    notation, quantity = report.derivation.notation, report.result.quantity
    frame(axes, grid="x")
    axes.tick_params(axis="y", length=0)
    meanings = [f"{notation[swing.name].meaning}{in_brackets(swing.low.unit)}" for swing in swings]
    labels = [textwrap.fill(meaning, _LABEL) for meaning in meanings]
    axes.set_yticks(range(len(swings)), labels, color=LIGHT["ink"], fontsize=9)
    axes.set_ylim(len(swings) - 0.5, -0.6)
    results = (report.result, *(line for swing in swings for line in (swing.at_low, swing.at_high)))
    ends = [float(line.value) for line in results if line.value]
    axes.set_xscale("log")
    axes.set_xlim(min(ends) / _ROOM, max(ends) * _ROOM)
    decades(axes.xaxis, min(ends) / _ROOM, max(ends) * _ROOM)
    name = report.headline.name if quantity is None else quantity.meaning
    axes.set_xlabel(f"{name}{in_brackets('' if quantity is None else quantity.unit)}", color=LIGHT["ink"])


def _draw(axes: Any, place: int, swing: Swing, here: float) -> None:
    """A bar from the result to each end, and beside it the ends of the range."""
    unit = swing.low.unit
    if swing.factor == 1:
        axes.annotate(f"{_end(swing.low, unit)} to {_end(swing.high, unit)}: no change", (here, place), (7, 0),
                      textcoords="offset points", color=LIGHT["ink"], fontsize=9, va="center")
        return
    low, high = float(swing.at_low.value or 0), float(swing.at_high.value or 0)
    start = min(max(here, min(low, high)), max(low, high))  # the value here may lie outside the range
    for result, other, end, color in ((low, high, swing.low, _LOW), (high, low, swing.high, _HIGH)):
        axes.plot([start, result], [place, place], color=color, linewidth=11, solid_capstyle="butt")
        left = result < other
        axes.annotate(_end(end, unit), (result, place), (-5 if left else 5, 0), textcoords="offset points", color=color,
                      fontsize=9, ha="right" if left else "left", va="center", annotation_clip=False)


def _end(value: Value, unit: str) -> str:
    """A value without its unit where that is the one beside the name; in that unit where it was written in another."""
    if value.unit and value.unit != unit:
        return format_number(value.in_unit(unit))
    return value.typed.removesuffix(f" {unit}") if unit else str(value)
