"""Panels of lines with bands, marks and levels, or of bars that stand on each other, on one sheet."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from derivations.errors import InputError
from derivations.export.plots.drawing import BEHIND, LIGHT, decades, drawing, frame, in_brackets, plain
from derivations.export.plots.fitting import AT_A_POINT, fit, wrapped
from derivations.language.display import plural
from derivations.numbers.format import format_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Number: TypeAlias = Fraction | float  # exact, or as a simulation gives it

_WIDTH, _HEIGHT, _STACKED = 6.4, 3.9, 2.8  # inches: of a sheet with one row of panels, and of a panel above others
_LEGEND = 0.17  # inches of a line in the legend of a panel
_BELOW = 3.8  # of its letters between the axes and that legend: numbers and words of the axis stand there
_LABEL = 48  # letters on a line of a legend
_ROLES = ("first", "second", "third", "ink", "quiet")
_DASHES: tuple[Any, ...] = ("solid", (0, (6, 2)), (0, (2, 1.5)), (0, (8, 2, 2, 2)), (0, (1, 1)))
_WORDS = 5  # points of a line that its description names
_ABOVE, _ABOVE_MIDDLE = 6, 3  # times the number at a mark, and the middle one: as far as an axis goes near a pole
_LETTERS = 78  # of a legend, on one line across the sheet
_SIZE = 10  # points: of letters
_COLUMNS, _SAMPLE = 3, 9  # of the legend of a sheet; the letters that a sample of a line and the space around it take


@dataclass(frozen=True)
class Line:
    """Points with a label; a point without a number has None, and is a gap.

    `unit` is that of the numbers and stands in the description. `spread` is the half width of a band, point by point.
    `marker` is one of matplotlib's, drawn at each point; without `joined` there is nothing but the markers. `role` is a
    color of `COLORS`, by default the next one. A line that is not `named` stands in no legend.
    """

    label: str
    points: Sequence[tuple[Number, Number | None]]
    unit: str = ""
    spread: Sequence[Number] = ()
    marker: str = ""
    joined: bool = True
    bold: bool = False
    role: str = ""
    named: bool = True

    def __str__(self) -> str:
        """Some of its points in words."""
        there = [(x, y) for x, y in self.points if y is not None]
        if not there:
            return f"{self.label}{in_brackets(self.unit)}: no number."
        last = len(there) - 1
        chosen = dict.fromkeys(there[round(last * place / (_WORDS - 1))] for place in range(_WORDS))
        told = "; ".join(f"{_short(y)} at {_short(x)}" for x, y in chosen)
        return f"{self.label}{in_brackets(self.unit)}: {told}."


@dataclass(frozen=True)
class Panel:
    """Lines over one axis, `across`, measured along another, `up`.

    `marks` are upright lines with a label beside each, and `levels` level ones that the legend names. `here` are points
    with labels: near a pole of a line the axis ends where the highest can still be read. `logarithmic` names axes:
    ``x``, ``y`` or ``xy``. A `stacked` panel draws the lines as bars, the first at the bottom. A `note` stands below.
    """

    lines: Sequence[Line]
    across: str
    up: str
    title: str = ""
    marks: Mapping[str, Number] = field(default_factory=dict)
    levels: Mapping[str, Number] = field(default_factory=dict)
    logarithmic: str = ""
    stacked: bool = False
    here: Sequence[tuple[Number, Number, str]] = ()
    note: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of its lines and levels, as they stand in a legend."""
        return (*(line.label for line in self.lines if line.named), *self.levels)

    def words(self) -> list[str]:
        """The description: its title, each line with some of its points, and the levels."""
        title = [f"{self.title}:"] if self.title else []
        told = [*title, *map(str, self.lines), *(f"{name}." for name in self.levels)]
        if self.here:
            told += [*(f"It ends at {name}." for name in self.marks),
                     f"At the mark: {'; '.join(label for *_, label in self.here)}."]
        return [*told, self.note] if self.note else told


@dataclass(frozen=True)
class Plot:
    """Panels under a title, with a description, `words` or else what the panels say of themselves."""

    panels: Sequence[Panel]
    title: str
    words: Sequence[str] = ()

    def figure(self) -> Figure:
        """The panels below each other on a sheet of their own; raises as `panels_plot` does."""
        return panels_plot(self.panels, self.title, self.words)

    def onto(self, axes: Sequence[Any]) -> None:
        """The panels on somebody's axes, one on each, in the style of their figure, and with a legend within.

        Raises `InputError` for more or fewer axes than panels.
        """
        if len(axes) != len(self.panels):
            raise InputError(f"{self.title}: {plural(len(self.panels), 'panel')}, so give as many axes, "
                             f"and not {len(axes)}")
        for each, panel in zip(axes, self.panels, strict=True):
            _draw(each, panel)
            box, dots = each.get_window_extent(), each.figure.dpi / 72
            each.set_xlabel(wrapped(panel.across, box.width / dots, each.xaxis.label.get_fontsize()))
            each.set_ylabel(wrapped(panel.up, box.height / dots, each.yaxis.label.get_fontsize()))
            each.set_title(wrapped(each.get_title(loc="left"), box.width / dots, _SIZE), loc="left")
            if len(panel.labels) > 1:
                each.legend(frameon=False, labelcolor=LIGHT["ink"], fontsize=9)


def panels_plot(panels: Sequence[Panel], title: str, words: Sequence[str] = (), *, beside: bool = False) -> Figure:
    """The panels on one sheet, one above the other or, with `beside`, side by side, as a matplotlib figure.

    Panels whose lines and levels have the same labels share a legend, and panels with the same axes share these. The
    figure's label holds the title and a description, `words` or else what the panels say of themselves.

    Raises `InputError` if matplotlib is missing, if a panel has no line with a number, or if an axis is logarithmic
    and a number on it is not above zero.
    """
    if not panels or not all(_numbers(panel) for panel in panels):
        raise InputError("a plot needs panels, and in each a line with numbers")
    one_legend = len({panel.labels for panel in panels}) == 1
    shape = (1, len(panels)) if beside else (len(panels), 1)
    with drawing(**{"font.size": 10}):
        from matplotlib.figure import Figure

        height = _HEIGHT if beside or len(panels) == 1 else 1 + _STACKED * len(panels)
        if not one_legend and not beside:
            height += _LEGEND * sum(len(textwrap.wrap(label, _LABEL)) for panel in panels for label in panel.labels)
        figure = Figure(figsize=(_WIDTH, height), facecolor=LIGHT["paper"], layout="constrained")
        same = {which: len({getattr(panel, which) for panel in panels}) == 1 for which in ("across", "up")}
        grid = figure.subplots(*shape, sharex=same["across"], sharey=same["up"], squeeze=False)
        for axes, panel in zip(grid.flat, panels, strict=True):
            _draw(axes, panel)
            if not same["up"] or axes in grid[:, 0]:
                axes.set_ylabel(panel.up, color=LIGHT["ink"])
            if not same["across"] or axes in grid[-1]:
                axes.set_xlabel(panel.across, color=LIGHT["ink"])
            if not one_legend:
                axes.legend(loc="upper left", bbox_to_anchor=(0, 0), borderaxespad=_BELOW, frameon=False,
                            labelcolor=LIGHT["ink"], fontsize=9)
        _head(figure, title, panels[0].labels if one_legend else ())
        if notes := " ".join(panel.note for panel in panels if panel.note):
            figure.supxlabel(notes, x=0.01, ha="left", fontsize=9, color=LIGHT["quiet"])
        fit(figure)
    figure.set_label("\n".join((title, *(words or (line for panel in panels for line in panel.words())))))
    return figure


def _numbers(panel: Panel) -> list[Number]:
    return [y for line in panel.lines for _, y in line.points if y is not None]


def _draw(axes: Any, panel: Panel) -> None:
    frame(axes, grid="y" if panel.stacked else "both")
    _scale(axes, panel)
    below: dict[Number, float] = {}
    for place, line in enumerate(panel.lines):
        if panel.stacked:
            _stand(axes, line, place, below)
        else:
            _join(axes, line, place)
    for label, x in panel.marks.items():
        axes.axvline(float(x), color=LIGHT["quiet"], linewidth=0.9, linestyle=(0, (1, 2)))
        axes.annotate(label, (float(x), 0.97), (3, 0), xycoords=axes.get_xaxis_transform(),
                      textcoords="offset points", color=LIGHT["quiet"], fontsize=9, rotation=90, va="top", ha="left",
                      bbox=BEHIND)
    if panel.here:
        _mark(axes, panel)
    for label, y in panel.levels.items():
        axes.axhline(float(y), color=LIGHT["ink"], linewidth=0.9, linestyle=(0, (4, 3)), label=label)
    axes.set_title(panel.title, loc="left", fontsize=_SIZE, color=LIGHT["ink"])


def _mark(axes: Any, panel: Panel) -> None:
    """Points with their labels, on an axis that ends where they can be read: a pole would hide all else."""
    numbers = sorted(map(float, _numbers(panel)))
    most = max(_ABOVE * max(float(y) for _, y, _ in panel.here), _ABOVE_MIDDLE * numbers[len(numbers) // 2])
    if "y" not in panel.logarithmic and numbers[0] >= 0 and 0 < most < numbers[-1]:
        axes.set_ylim(0, most)
    for x, y, label in panel.here:
        axes.plot([float(x)], [float(y)], "o", color=LIGHT["ink"], markersize=6, zorder=3)
        axes.annotate(label, (float(x), float(y)), (6, 6), textcoords="offset points", color=LIGHT["ink"], fontsize=9,
                      va="bottom", bbox=BEHIND, label=AT_A_POINT)


def _join(axes: Any, line: Line, place: int) -> None:
    """A line through the points, with its band; where a marked line has a gap, a cross stands at the foot."""
    xs = [float(x) for x, _ in line.points]
    ys = [float("nan") if y is None else float(y) for _, y in line.points]
    color = _color(line, place)
    dashes = "solid" if line.role or line.marker else _DASHES[place % len(_DASHES)]
    if line.spread:
        low, high = ([y + side * float(half) for y, half in zip(ys, line.spread, strict=True)] for side in (-1, 1))
        axes.fill_between(xs, low, high, color=color, alpha=0.18, linewidth=0)
    label = textwrap.fill(line.label, _LABEL) if line.named else None
    axes.plot(xs, ys, color=color, label=label, linewidth=4 if line.bold else 2,
              linestyle=dashes if line.joined else "none", marker=line.marker, markersize=5 if line.joined else 6)
    gaps = [x for x, y in zip(xs, ys, strict=True) if y != y] if line.marker else []
    if gaps:
        axes.plot(gaps, [0.03] * len(gaps), "x", color=LIGHT["second"], transform=axes.get_xaxis_transform())


def _stand(axes: Any, line: Line, place: int, below: dict[Number, float]) -> None:
    """A bar at each point, on what stands there already."""
    there = [(x, float(y)) for x, y in line.points if y is not None]
    axes.bar([float(x) for x, _ in there], [y for _, y in there], bottom=[below.get(x, 0) for x, _ in there],
             color=_color(line, place), width=0.7, label=line.label)
    for x, y in there:
        below[x] = below.get(x, 0) + y


def _color(line: Line, place: int) -> str:
    return LIGHT[line.role or _ROLES[place % len(_ROLES)]]


def _head(figure: Any, title: str, labels: Sequence[str]) -> None:
    """The title, with the lines' names below it where there is more than one."""
    if len(labels) < 2:
        figure.suptitle(title, x=0.01, ha="left", fontsize=10, fontweight="bold", color=LIGHT["ink"])
        return
    handles, names = figure.axes[0].get_legend_handles_labels()
    legend = figure.legend(handles, names, title=title, alignment="left", title_fontproperties={"weight": "bold"},
                           frameon=False, labelcolor=LIGHT["ink"], loc="outside upper left", ncols=_columns(names),
                           handlelength=2.6)
    legend.get_title().set_color(LIGHT["ink"])


def _columns(names: Sequence[str]) -> int:
    """The columns of a legend, at most three: as many as fit beside each other, each as wide as its longest name."""
    for count in range(min(len(names), _COLUMNS), 1, -1):
        rows, longer = divmod(len(names), count)
        starts = [place * rows + min(place, longer) for place in range(count + 1)]
        widest = (max(map(len, names[start:end])) for start, end in pairwise(starts))
        if sum(widest) + _SAMPLE * count <= _LETTERS:
            return count
    return 1


def _scale(axes: Any, panel: Panel) -> None:
    ends = {"x": [x for line in panel.lines for x, _ in line.points], "y": _numbers(panel)}
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(plain)
    for which in panel.logarithmic:
        if which not in ends:
            raise InputError(f"axes are called x and y, not {which!r}")
        low, high = (float(each(ends[which])) for each in (min, max))
        if low <= 0:
            raise InputError("a logarithmic axis has no place for zero or less")
        (axes.set_xscale if which == "x" else axes.set_yscale)("log")
        decades(axes.xaxis if which == "x" else axes.yaxis, low, high)


def _short(number: Number) -> str:
    return format_number(Fraction(number), 3)
