"""Dot plots: one row for each thing, its numbers as dots on a shared logarithmic axis, and a line to compare with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.errors import InputError
from derivations.numbers.format import format_number
from derivations.show.plots.drawing import BEHIND, LIGHT, drawing, frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure



_WIDTH, _ROW, _ABOVE, _BELOW = 6.6, 0.27, 1.05, 0.6  # inches
_LEFT = 0.26  # of the width, for the titles of the rows


@dataclass(frozen=True)
class Series:
    """What a kind of dot stands for: its name, its colour by role, its marker, and whether it is hollow."""

    name: str
    colour: str
    marker: str = "o"
    hollow: bool = False


@dataclass(frozen=True)
class Row:
    """A title, and a number for each series that has one.

    `before` holds upper ends of what is only known to lie lower, `never` the series that have no number because none
    is ever reached; `span` is a range drawn behind the dots.
    """

    title: str
    numbers: Mapping[str, Fraction]
    before: Mapping[str, Fraction] = field(default_factory=dict)
    never: tuple[str, ...] = ()
    span: tuple[Fraction, Fraction] | None = None

    def __str__(self) -> str:
        parts = [f"{name} {_short(number)}" for name, number in self.numbers.items()]
        parts += [f"{name} before {_short(number)}" for name, number in self.before.items()]
        parts += [f"{name} never" for name in self.never]
        if self.span is not None:
            parts.append(f"elsewhere {_short(self.span[0])} to {_short(self.span[1])}")
        return f"{self.title}: {', '.join(parts)}"


@dataclass(frozen=True)
class Mark:
    """A number that all rows are compared with, and what it is."""

    number: Fraction
    label: str


def dot_plot(rows: Sequence[Row], series: Sequence[Series], mark: Mark, axis: str, title: str, caption: str) -> Figure:
    """Rows from top to bottom in the order given, as a matplotlib figure whose label tells all of it in words.

    Raises `InputError` if matplotlib is missing, or if there are no rows.
    """
    if not rows:
        raise InputError("a dot plot needs at least one row")
    height = _ABOVE + _ROW * len(rows) + _BELOW
    with drawing(**{"font.size": 10, "axes.spines.left": False}):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(_WIDTH, height), facecolor=LIGHT["paper"])
        axes = figure.subplots()
        figure.subplots_adjust(left=_LEFT, right=0.97, top=1 - _ABOVE / height, bottom=_BELOW / height)
        _frame(axes, rows, axis)
        for place, row in enumerate(rows):
            _draw_row(axes, row, place, series)
        _draw_mark(axes, mark, len(rows))
        _legend(figure, axes, series, any(row.span for row in rows), height)
        figure.text(0.02, 1 - 0.1 / height, caption, va="top", color=LIGHT["quiet"], fontsize=9)
    told = [f"{mark.label}: {_short(mark.number)}", *map(str, rows)]
    figure.set_label("\n".join((f"{title}, {caption}", *(f"{line}." for line in told))))
    return figure


def _frame(axes: Any, rows: Sequence[Row], axis: str) -> None:
    frame(axes, grid="x")
    axes.set_xscale("log")
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_yticks(range(len(rows)), [row.title for row in rows], color=LIGHT["ink"])
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.xaxis.set_minor_formatter("")
    axes.set_xlabel(axis, color=LIGHT["ink"], loc="right")
    for place in range(len(rows)):
        axes.axhline(place, color=LIGHT["rule"], linewidth=0.6, zorder=0.5)


def _draw_row(axes: Any, row: Row, place: int, series: Sequence[Series]) -> None:
    if row.span is not None:
        low, high = map(float, row.span)
        axes.plot([low, high], [place, place], color=LIGHT["quiet"], linewidth=1.6, solid_capstyle="butt")
    for each in series:
        colour = LIGHT[each.colour]
        if each.name in row.numbers:
            axes.plot([float(row.numbers[each.name])], [place], **_look(each))
        if each.name in row.before:
            axes.plot([float(row.before[each.name])], [place], **{**_look(each), "marker": "<"})
        if each.name in row.never:
            axes.annotate("never ▸", (1, place), (-2, 0), ("axes fraction", "data"), "offset points", color=colour,
                          ha="right", va="center", fontsize=9,
                          bbox={**BEHIND, "pad": 0.8})


def _look(each: Series) -> dict[str, Any]:
    colour = LIGHT[each.colour]
    face = "none" if each.hollow else colour
    return {"marker": each.marker, "linestyle": "none", "markersize": 6.5, "markeredgewidth": 1.5,
            "markeredgecolor": colour, "markerfacecolor": face, "zorder": 3}


def _draw_mark(axes: Any, mark: Mark, rows: int) -> None:
    axes.axvline(float(mark.number), color=LIGHT["ink"], linewidth=1.4, linestyle=(0, (4, 2)))
    low, high = axes.get_xlim()
    right = float(mark.number) ** 2 < low * high  # the label stands on the side where there is room
    axes.annotate(mark.label, (float(mark.number), -0.6), (4 if right else -4, 2), textcoords="offset points",
                  color=LIGHT["ink"], ha="left" if right else "right", va="bottom", fontsize=9)


def _legend(figure: Any, axes: Any, series: Sequence[Series], spans: bool, height: float) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], label=each.name, **_look(each)) for each in series]
    if spans:
        handles.append(Line2D([], [], color=LIGHT["quiet"], linewidth=1.6, label="other accelerators"))
    figure.legend(handles=handles, loc="upper left", bbox_to_anchor=(0.005, 1 - 0.27 / height), ncols=2, frameon=False,
                  fontsize=9, labelcolor=LIGHT["ink"], borderaxespad=0, handletextpad=0.6)


def _short(number: Fraction) -> str:
    return format_number(number, 4)
