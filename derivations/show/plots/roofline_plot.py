"""The roofline: time per pass against batch. Curves come from the derivation's relations; here they are only drawn."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError
from derivations.numbers.value import Value, parse_value
from derivations.show.plots.drawing import BEHIND, LIGHT, drawing, frame
from derivations.show.plots.roofline import FLOOR, ROOFLINE, Panel, Point, Range, batch_text, roofline_panels, time_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure



_COLOUR = {
    "compute-time": LIGHT["first"], "memory-time": LIGHT["second"], FLOOR: LIGHT["third"], ROOFLINE: LIGHT["ink"],
}
_SCALES = ((Fraction(1), "s"), (Fraction(1, 10**3), "ms"), (Fraction(1, 10**6), "µs"))
_WIDTH, _PANEL, _ABOVE, _BELOW = 6.6, 2.75, 0.95, 0.65  # inches


def roofline_plot(
    report: EvaluatedClaim, contexts: Sequence[str | Value], gpus: str | Value, batches: Range | None = None
) -> Figure:
    """Time per pass against batch, one panel for each context, as a matplotlib figure.

    Drawn are compute time, memory time and weight fetch; the lower bound in bold, in the colour of its regime; and
    the balance point with its numbers, or the reason why there is none. `batches` is the range drawn; without it the
    range goes to twice the largest balance batch. The figure's label holds a title and a description in words.

    Raises `InputError` if matplotlib is missing, if a value cannot be used, or if no context has a balance and
    `batches` is left out; `UnknownNameError` if the derivation has no roofline.
    """
    shared = _value(gpus)
    panels = roofline_panels(report, [_value(context) for context in contexts], shared, batches)
    if not panels:
        raise InputError("a roofline plot needs at least one context")
    caption = f"{report.scenario.title}, {shared}"
    with drawing():
        figure = _drawn(report, panels, caption)
    figure.set_label("\n".join((f"Time per pass against batch, {caption}", *map(str, panels))))
    return figure


def _value(text: str | Value) -> Value:
    return text if isinstance(text, Value) else parse_value(text)


def _drawn(report: EvaluatedClaim, panels: Sequence[Panel], caption: str) -> Figure:
    from matplotlib.figure import Figure

    highest = max(y for panel in panels for stretch in panel.bound for _, y in stretch.points)
    scale, unit = next(((size, unit) for size, unit in _SCALES if highest >= size), _SCALES[-1])
    height = _ABOVE + _PANEL * len(panels) + _BELOW
    figure = Figure(figsize=(_WIDTH, height), facecolor=LIGHT["paper"])
    places = figure.subplots(len(panels), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    batch, time = (report.derivation.notation[name] for name in ("B", "T"))
    for axes, panel in zip(places, panels, strict=True):
        _frame(axes, panel)
        _draw_times(axes, panel, scale)
        _draw_balance(axes, panel, scale)
        axes.set_ylabel(f"{time.meaning} [{unit}]", color=LIGHT["ink"])
        axes.set_ylim(0, float(highest / scale) * 1.12)
    places[-1].set_xlabel(f"{batch.meaning} [{batch.unit}]", color=LIGHT["ink"])
    lines = [*textwrap.wrap(caption, 72), "bold: the least time that a pass can take"]
    figure.text(0.02, 1 - 0.1 / height, "\n".join(lines), va="top", color=LIGHT["quiet"], fontsize=9)
    figure.subplots_adjust(left=0.105, right=0.79, top=1 - _ABOVE / height, bottom=_BELOW / height, hspace=0.22)
    return figure


def _frame(axes: Any, panel: Panel) -> None:
    frame(axes)
    axes.locator_params(axis="x", nbins=7)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    first, last = panel.times[0].points[0][0], panel.times[0].points[-1][0]
    axes.set_xlim(float(first), float(last))
    axes.set_title(f"context {panel.context}", loc="left", fontsize=10.5, color=LIGHT["ink"], fontweight="bold")


def _draw_times(axes: Any, panel: Panel, scale: Fraction) -> None:
    """Thin lines for the times, the bound in bold over them, and names where the lines end."""
    ends = {curve.step: curve.points[-1] for curve in panel.times}
    for curve in panel.times:
        dashes: Any = (0, (5, 3)) if curve.step == FLOOR else "solid"
        axes.plot(*_floats(curve.points, scale), color=_COLOUR[curve.step], linewidth=1.3, linestyle=dashes)
    for stretch in panel.bound:
        axes.plot(*_floats(stretch.points, scale), color=_COLOUR[stretch.step], linewidth=4, solid_capstyle="butt")
    last = panel.bound[-1]
    ends[last.step] = last.points[-1]
    for step, point in ends.items():
        axes.annotate(step.replace("-", " "), (1, float(point[1] / scale)), (6, 0), ("axes fraction", "data"),
                      "offset points", color=_COLOUR[step], va="center", annotation_clip=False,
                      fontweight="bold" if step == last.step else "normal")


def _draw_balance(axes: Any, panel: Panel, scale: Fraction) -> None:
    """The balance with its numbers and the regimes beside it, or the reason why there is none."""
    ink = LIGHT["ink"]
    if panel.balance is None:
        axes.text(0.03, 0.94, textwrap.fill(panel.why_not, 40), transform=axes.transAxes, va="top", color=ink,
                  bbox=BEHIND)
    else:
        (x,), (y,) = _floats([panel.balance], scale)
        axes.axvline(x, color=LIGHT["quiet"], linewidth=0.9, linestyle=(0, (1, 2)))
        axes.plot([x], [y], "o", color=ink, markersize=8, zorder=5)
        label = f"balance\n{batch_text(panel.balance[0])}\n{time_text(panel.balance[1])}"
        axes.annotate(label, (x, y), (-10, 10), textcoords="offset points", ha="right", color=ink, bbox=BEHIND)
    for stretch in panel.bound if len(panel.bound) > 1 else ():
        middle = (stretch.points[0][0] + stretch.points[-1][0]) / 2
        axes.text(float(middle), 0.99, stretch.regime, transform=axes.get_xaxis_transform(), ha="center", va="top",
                  color=_COLOUR[stretch.step], fontweight="bold", bbox=BEHIND)


def _floats(points: Sequence[Point], scale: Fraction) -> tuple[list[float], list[float]]:
    return [float(x) for x, _ in points], [float(y / scale) for _, y in points]
