"""A plot of a result at several values of one quantity. Its points are the rows of the table of values."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError
from derivations.show.plots.drawing import LIGHT, drawing, frame, in_brackets
from derivations.show.sweep import column_heading, sweep_title
from derivations.study.sweep import Row, Sweep

if TYPE_CHECKING:
    from matplotlib.figure import Figure



_WIDTH, _HEIGHT = 7.6, 4.2  # inches
_DECADE = 10  # from the least to the greatest, beyond which an axis is logarithmic


def sweep_plot(account: EvaluatedClaim, swept: Sweep) -> Figure:
    """The result at every value of the one quantity that varies, as a matplotlib figure.

    Where there is no number the line is broken and a cross stands at the foot. An axis over more than a decade is
    logarithmic. The figure's label holds a title and a description in words. Raises `InputError` if matplotlib is
    missing, if more than one quantity varies, or if fewer than two rows have a number.
    """
    if len(swept.varied) != 1:
        raise InputError(f"a plot is over one quantity, and {len(swept.varied)} vary: give one value of all but one")
    if sum(_number(row) is not None for row in swept.rows) < 2:
        raise InputError(f"a plot needs two numbers of {column_heading(swept.columns[0])}")
    quantity, column = swept.varied[0], swept.columns[0]
    rows = sorted(swept.rows, key=lambda row: row.values[quantity.name].number)
    xs = [float(row.values[quantity.name].in_unit(quantity.unit)) for row in rows]
    ys = [_number(row) for row in rows]
    title = sweep_title(swept)
    with drawing(**{"font.size": 10}):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(_WIDTH, _HEIGHT), facecolor=LIGHT["paper"])
        axes = figure.subplots()
        frame(axes)
        _scale(axes, "x", xs)
        _scale(axes, "y", [y for y in ys if y is not None])
        axes.plot(xs, [float("nan") if y is None else y for y in ys], color=LIGHT["first"], marker="o", linewidth=1.8)
        gaps = [x for x, y in zip(xs, ys, strict=True) if y is None]
        axes.plot(gaps, [0.03] * len(gaps), "x", color=LIGHT["second"], transform=axes.get_xaxis_transform())
        axes.set_xlabel(f"{quantity.meaning}{in_brackets(quantity.unit)}", color=LIGHT["ink"])
        named = column.name if column.quantity is None else textwrap.shorten(column.quantity.meaning, 50)
        axes.set_ylabel(f"{named}{in_brackets(column.unit)}", color=LIGHT["ink"])
        axes.set_title(textwrap.fill(title, 90), loc="left", fontsize=9, color=LIGHT["quiet"])
        figure.subplots_adjust(left=0.12, right=0.97, top=0.87, bottom=0.14)
    figure.set_label("\n".join((title, *(_words(row) for row in rows))))
    return figure


def _number(row: Row) -> float | None:
    """The result of a row, if it has one."""
    return float(row.cells[0].number) if row.cells and row.cells[0].number is not None else None


def _words(row: Row) -> str:
    """A point in words."""
    (given,) = row.values.items()
    return f"{given[0]} = {given[1]}: {row.cells[0].text if row.cells else row.refused}."


def _scale(axes: Any, which: str, numbers: list[float]) -> None:
    """A logarithmic axis over more than a decade, and plain numbers along it."""
    from matplotlib.ticker import NullFormatter

    if min(numbers) > 0 and max(numbers) > _DECADE * min(numbers):
        (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter("{x:,g}")
    axis.set_minor_formatter(NullFormatter())
