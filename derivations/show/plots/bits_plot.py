"""A plot of the bits in which two texts differ, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.errors import InputError
from derivations.show.plots.drawing import LIGHT, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure



@dataclass(frozen=True)
class Bits:
    """Rows of bits under a title: each row is a number of which the bits that are set are drawn."""

    title: str
    rows: tuple[int, ...]


def bits_plot(panels: Sequence[Bits], width: int, *, title: str) -> Figure:
    """Panels side by side: a row for each round, a square for each of `width` bits, filled where the bit is set.

    The figure's label holds the title and the number of bits that are set in each row. Raises `InputError` if
    matplotlib is missing or nothing is to be drawn.
    """
    if not panels or not all(panel.rows for panel in panels):
        raise InputError("a plot of bits needs at least one row")
    with drawing(**{"font.size": 10}):
        from matplotlib.colors import ListedColormap
        from matplotlib.figure import Figure

        height = max(len(panel.rows) for panel in panels)
        figure = Figure(figsize=(7.6, 1.3 + 0.24 * height), facecolor=LIGHT["paper"], layout="constrained")
        colours = ListedColormap([LIGHT["rule"], LIGHT["first"]])
        for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
            cells = [[row >> place & 1 for place in reversed(range(width))] for row in panel.rows]
            axes.pcolormesh(cells, cmap=colours, vmin=0, vmax=1, edgecolors=LIGHT["paper"], linewidth=0.8)
            axes.invert_yaxis()
            axes.set_title(panel.title, fontsize=10, color=LIGHT["ink"])
            axes.set_yticks([place + 0.5 for place in range(len(panel.rows))], [str(n) for n in range(len(panel.rows))])
            axes.set_xticks([])
            axes.tick_params(length=0, colors=LIGHT["ink"])
            axes.set_ylabel("rounds", color=LIGHT["ink"])
            axes.set_xlabel(f"{width} bits", color=LIGHT["ink"])
            for side in axes.spines.values():
                side.set_visible(False)
        figure.suptitle(title, x=0.01, ha="left", fontsize=10, fontweight="bold", color=LIGHT["ink"])
    told = (f"{panel.title}: {', '.join(str(row.bit_count()) for row in panel.rows)} bits set." for panel in panels)
    figure.set_label("\n".join((title, *told)))
    return figure
