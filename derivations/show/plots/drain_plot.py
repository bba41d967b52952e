"""A plot of the result of a claim on every accelerator, beside a number that was said of all of them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError, UndecidedError
from derivations.numbers.rounding import agrees
from derivations.numbers.value import Value, parse_value
from derivations.show.plots.drawing import LIGHT, drawing, frame
from derivations.show.plots.roofline import time_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure



_INSIDE, _OUTSIDE = LIGHT["first"], LIGHT["second"]
_WIDTH, _ROW, _ABOVE, _BELOW = 6.6, 0.235, 0.65, 0.6  # inches
_LEFT, _RIGHT = 0.33, 0.97  # of the width


@dataclass(frozen=True)
class Drain:
    """How long one accelerator takes, in seconds, and whether the number that was said stands for that."""

    title: str
    time: Fraction
    as_said: bool

    @property
    def maker(self) -> str:
        """Who makes it: the first word of its title."""
        return self.title.partition(" ")[0]

    @property
    def name(self) -> str:
        """What its maker calls it."""
        return self.title.partition(" ")[2]

    def __str__(self) -> str:
        return f"{self.title} {time_text(self.time)}"


def drain_times(report: EvaluatedClaim, said: Value, rounding: str) -> tuple[Drain, ...]:
    """The result of a report on every accelerator of its catalog, in the order of the catalog.

    `said` is a time, and `rounding` the rounding word under which it may stand for another. Raises `InputError` if the
    result is no time or has no value on a card, and `UnknownNameError` for an unknown rounding word.
    """
    drains = []
    for name, card in report.catalog.accelerators.items():
        try:
            line = report.with_cards(name).result
        except UndecidedError as error:
            raise InputError(f"there is nothing to draw: {error}") from None
        if line.value is None:
            raise InputError(f"on {card.title} the result has no value: {line.result}")
        if line.dimension != said.dimension:
            raise InputError(f"{said} cannot stand beside a result in {line.dimension}")
        unit = parse_value(f"1 {said.unit}").number  # the place of a figure is that of the number as it was said
        drains.append(Drain(card.title, line.value, agrees(said.number / unit, line.value / unit, rounding)))
    return tuple(drains)


def drain_plot(report: EvaluatedClaim, said: str | Value, rounding: str = "one significant figure") -> Figure:
    """A dot for every accelerator, makers apart and generations in order, with a line at what was said.

    A full dot is a time that the said number may stand for, a ring is one that it may not. The figure's label holds a
    title and a description in words.

    Raises `InputError` if matplotlib is missing, or as `drain_times` does.
    """
    mark = said if isinstance(said, Value) else parse_value(said)
    drains = drain_times(report, mark, rounding)
    meaning = report.derivation.notation[str(report.headline.lhs)].meaning
    with drawing():
        figure = _drawn(drains, mark, rounding, meaning)
    figure.set_label(_in_words(drains, mark, rounding, meaning))
    return figure


def _in_words(drains: Sequence[Drain], said: Value, rounding: str, meaning: str) -> str:
    """Title and description: every number of the picture, from the shortest to the longest."""
    ordered = sorted(drains, key=lambda drain: drain.time)
    count = sum(drain.as_said for drain in drains)
    listed = ", ".join(map(str, ordered))
    return (
        f"{meaning.capitalize()} on every accelerator, beside the {said} that were said\n"
        f"{count} of {len(drains)} are {said} ({rounding}). From the shortest to the longest: {listed}."
    )


def _drawn(drains: Sequence[Drain], said: Value, rounding: str, meaning: str) -> Figure:
    from matplotlib.figure import Figure

    rows = _rows(drains)
    height = _ABOVE + _ROW * len(rows) + _BELOW
    figure = Figure(figsize=(_WIDTH, height), facecolor=LIGHT["paper"])
    axes = figure.subplots()
    scale = Fraction(1, 1000)
    mark = float(said.number / scale)
    longest = max(drain.time for drain in drains) / scale
    axes.set_xlim(0, float(max(longest, said.number / scale)) * 1.18)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.axvline(mark, color=LIGHT["ink"], linewidth=1.4, linestyle=(0, (4, 3)), zorder=1)
    axes.annotate(f"said: {said}", (mark, 1), (0, 3), ("data", "axes fraction"), "offset points", ha="center",
                  color=LIGHT["ink"], fontweight="bold", fontsize=9.5, annotation_clip=False)
    for place, row in enumerate(rows):
        if isinstance(row, Drain):
            _dot(axes, place, row, mark, float(row.time / scale))
    _names(axes, rows)
    axes.set_xlabel(f"{meaning} [ms]", color=LIGHT["ink"])
    caption = f"full dot: {said} to {rounding}; ring: another number"
    figure.text(0.02, 1 - 0.08 / height, textwrap.fill(caption, 84), va="top", color=LIGHT["quiet"], fontsize=9)
    figure.subplots_adjust(left=_LEFT, right=_RIGHT, top=1 - _ABOVE / height, bottom=_BELOW / height)
    return figure


def _rows(drains: Sequence[Drain]) -> list[Drain | str]:
    """The makers, each with what it makes below it."""
    rows: list[Drain | str] = []
    for maker, group in groupby(drains, key=lambda drain: drain.maker):
        rows += [maker, *group]
    return rows


def _dot(axes: Any, place: int, drain: Drain, mark: float, time: float) -> None:
    """A dot or a ring, joined to the line, with its number on the side that is away from it."""
    colour = _INSIDE if drain.as_said else _OUTSIDE
    right = time >= mark
    axes.plot([mark, time], [place, place], color=colour, linewidth=1.6, zorder=2)
    axes.plot([time], [place], "o", markersize=7, color=colour, markeredgewidth=1.6, zorder=3,
              markerfacecolor=colour if drain.as_said else LIGHT["paper"])
    axes.annotate(time_text(drain.time), (time, place), (8 if right else -8, 0), textcoords="offset points",
                  ha="left" if right else "right", va="center", fontsize=9, color=LIGHT["ink"])


def _names(axes: Any, rows: Sequence[Drain | str]) -> None:
    """Makers in bold, and what they make, beside the axis."""
    frame(axes, grid="x")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_yticks(range(len(rows)), [row.name if isinstance(row, Drain) else row for row in rows], fontsize=9)
    for label, row in zip(axes.get_yticklabels(), rows, strict=True):
        label.set_color(LIGHT["ink"])
        label.set_fontweight("normal" if isinstance(row, Drain) else "bold")
