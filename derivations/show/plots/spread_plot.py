"""A plot of means with their spread, step by step: panels side by side, each with curves of its own."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derivations.errors import InputError
from derivations.show.plots.drawing import LIGHT, drawing, frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure



_ROLES = ("first", "second", "third", "quiet")
_MARKS = ("o", "s", "^", "D")


@dataclass(frozen=True)
class Means:
    """A curve: what is drawn, and for no step, one step and so on its mean and its standard deviation."""

    label: str
    points: tuple[tuple[float, float], ...]

    def __str__(self) -> str:
        """Where it begins, and where it ends."""
        (first, _), (last, spread) = self.points[0], self.points[-1]
        return f"{self.label}: from {first:.3g} to {last:.3g}, with a deviation of {spread:.2g}."


@dataclass(frozen=True)
class Panel:
    """Curves over the same steps. `level` is a number that a dashed line marks."""

    across: str
    up: str
    curves: tuple[Means, ...]
    level: float | None = None


def spread_plot(panels: Sequence[Panel], *, title: str) -> Figure:
    """The panels side by side; each curve has a band of one standard deviation to either side.

    The figure's label holds the title and where each curve begins and ends. Raises `InputError` if matplotlib is
    missing or a panel has nothing to draw.
    """
    if not panels or not all(panel.curves and all(curve.points for curve in panel.curves) for panel in panels):
        raise InputError("a plot of means needs a curve in each panel, and points in each curve")
    with drawing(**{"font.size": 10}):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7.6, 4.2), facecolor=LIGHT["paper"], layout="constrained")
        for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
            _draw(axes, panel)
        figure.suptitle(title, x=0.01, ha="left", fontsize=10, fontweight="bold", color=LIGHT["ink"])
    figure.set_label("\n".join((title, *(str(curve) for panel in panels for curve in panel.curves))))
    return figure


def _draw(axes: Any, panel: Panel) -> None:
    frame(axes)
    if panel.level is not None:
        axes.axhline(panel.level, color=LIGHT["quiet"], linewidth=0.9, linestyle=(0, (4, 3)))
    for place, curve in enumerate(panel.curves):
        colour, steps = LIGHT[_ROLES[place % len(_ROLES)]], range(len(curve.points))
        low, high = ([mean + side * spread for mean, spread in curve.points] for side in (-1, 1))
        axes.fill_between(steps, low, high, color=colour, alpha=0.18, linewidth=0)
        axes.plot(steps, [mean for mean, _ in curve.points], color=colour, linewidth=1.8, markersize=3.5,
                  marker=_MARKS[place % len(_MARKS)], label=textwrap.fill(curve.label, 32))
    axes.set_xlabel(panel.across, color=LIGHT["ink"])
    axes.set_ylabel(textwrap.fill(panel.up, 44), color=LIGHT["ink"])
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.16), frameon=False, labelcolor=LIGHT["ink"], fontsize=9)
