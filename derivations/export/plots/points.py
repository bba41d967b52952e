"""A table as points: a row for each thing, its numbers on a shared axis, and lines to compare them with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from derivations.errors import InputError
from derivations.export.plots.drawing import BEHIND, LIGHT, drawing, frame, plain
from derivations.numbers.format import format_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# A number; a range from the first to the second; what is only known to lie below the second; or a word for no number.
PlottedPoint: TypeAlias = Fraction | int | tuple[Fraction | int | None, Fraction | int] | str

_WIDTH, _ROW, _ABOVE = 7.6, 0.25, 1.5  # inches: of a sheet, of a row of it, and around the rows
_ROOM = 1.05  # beyond what stands farthest right on a linear axis
_LOOKS = (("first", "o", True), ("second", "o", False), ("third", "|", True), ("ink", "D", False))  # filled or not


def points_plot(
    rows: Mapping[str, Mapping[str, PlottedPoint]], *, axis: str, title: str, caption: str = "",
    series: Sequence[str] = (), marks: Mapping[str, Fraction | int] | None = None, linear: bool = False,
    written: bool = False,
) -> Figure:
    """Rows from top to bottom in the order given, as a matplotlib figure whose label tells all of it in words.

    Each row maps the names of series to points; `series` orders them, by default as they come. `marks` are numbers that
    all rows are compared with, each with a label. The axis is logarithmic unless it is `linear`; with `written` each
    number stands beside its point. Raises `InputError` if matplotlib is missing, or if there are no rows.
    """
    if not rows:
        raise InputError("a plot of points needs at least one row")
    names = dict.fromkeys((*series, *(name for row in rows.values() for name in row)))
    dotted = [name for name in names if any(not _is_range(row.get(name)) for row in rows.values() if name in row)]
    with drawing(**{"font.size": 10, "axes.spines.left": False}):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(_WIDTH, _ABOVE + _ROW * len(rows)), facecolor=LIGHT["paper"], layout="constrained")
        axes = figure.subplots()
        _frame(axes, list(rows), axis)
        if not linear:
            axes.set_xscale("log")
        axes.xaxis.set_major_formatter(plain)
        axes.xaxis.set_minor_formatter("")
        for place, row in enumerate(rows.values()):
            for name, point in row.items():
                _draw(axes, place, point, dotted.index(name) if name in dotted else None, written=written)
        if linear:
            axes.set_xlim(0, _ROOM * max([axes.get_xlim()[1], *map(float, (marks or {}).values())]))
        for label, number in (marks or {}).items():
            _mark(axes, label, float(number))
        _legend(figure, [name for name in names if name not in dotted], dotted, f"{title}\n{caption}".strip())
    told = [f"{label}: {_short(number)}." for label, number in (marks or {}).items()]
    told += [f"{row}: {', '.join(f'{name} {_told(point)}' for name, point in item.items())}."
             for row, item in rows.items()]
    figure.set_label("\n".join((f"{title}, {caption}".removesuffix(", "), *told)))
    return figure


def _is_range(point: PlottedPoint | None) -> bool:
    return isinstance(point, tuple) and point[0] is not None


def _told(point: PlottedPoint) -> str:
    """A point in words."""
    if isinstance(point, str):
        return point
    if isinstance(point, tuple):
        return f"before {_short(point[1])}" if point[0] is None else f"{_short(point[0])} to {_short(point[1])}"
    return _short(point)


def _frame(axes: Any, titles: Sequence[str], axis: str) -> None:
    frame(axes, grid="x")
    axes.set_ylim(len(titles) - 0.4, -0.6)
    axes.set_yticks(range(len(titles)), titles, color=LIGHT["ink"])
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(axis, color=LIGHT["ink"], loc="right")
    for place in range(len(titles)):
        axes.axhline(place, color=LIGHT["rule"], linewidth=0.6, zorder=0.5)


def _draw(axes: Any, place: int, point: PlottedPoint, look: int | None, *, written: bool) -> None:
    if isinstance(point, tuple) and point[0] is not None:
        axes.plot([float(end or 0) for end in point], [place, place], color=LIGHT["quiet"], linewidth=1.6,
                  solid_capstyle="butt")
        return
    style = _look(look or 0)
    if isinstance(point, str):
        axes.annotate(f"{point} ▸", (1, place), (-2, 0), ("axes fraction", "data"), "offset points",
                      color=style["markeredgecolor"], ha="right", va="center", fontsize=9, bbox={**BEHIND, "pad": 0.8})
    elif isinstance(point, tuple):
        axes.plot([float(point[1])], [place], **{**style, "marker": "<"})
    else:
        axes.plot([float(point)], [place], **style)
        if written:
            axes.annotate(format_number(point, 3), (float(point), place), (8, 0), textcoords="offset points",
                          va="center", fontsize=9, color=LIGHT["ink"], bbox={**BEHIND, "pad": 0.5})


def _look(place: int) -> dict[str, Any]:
    role, marker, filled = _LOOKS[place % len(_LOOKS)]
    return {"marker": marker, "linestyle": "none", "markersize": 6.5, "markeredgewidth": 1.5, "zorder": 3,
            "markeredgecolor": LIGHT[role], "markerfacecolor": LIGHT[role] if filled else "none"}


def _mark(axes: Any, label: str, number: float) -> None:
    axes.axvline(number, color=LIGHT["ink"], linewidth=1.4, linestyle=(0, (4, 2)))
    low, high = axes.transAxes.inverted().transform(axes.transData.transform([(number, 0), (number, 1)]))[:, 0]
    right = low + high < 1  # the label stands on the side where there is room
    axes.annotate(label, (number, -0.6), (4 if right else -4, 2), textcoords="offset points", color=LIGHT["ink"],
                  ha="left" if right else "right", va="bottom", fontsize=9)


def _legend(figure: Any, ranges: Sequence[str], dotted: Sequence[str], title: str) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], label=name, **_look(place)) for place, name in enumerate(dotted)]
    handles += [Line2D([], [], color=LIGHT["quiet"], linewidth=1.6, label=name) for name in ranges]
    legend = figure.legend(handles=handles, title=title, alignment="left", loc="outside upper left", ncols=2,
                           frameon=False, fontsize=9, labelcolor=LIGHT["ink"],
                           title_fontproperties={"weight": "bold"})
    legend.get_title().set_color(LIGHT["ink"])


def _short(number: Fraction | int) -> str:
    return format_number(number, 4)
