"""Figures for papers: as wide as a column, in letters that fit there, legible in gray, with their fonts embedded."""

from __future__ import annotations

import io
import math
import re
import textwrap
from typing import TYPE_CHECKING, Any

from derivations.errors import InputError, UnknownNameError
from derivations.export.plots.drawing import LIGHT, drawing
from derivations.export.plots.fitting import fit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("pdf", "png", "svg")
COLUMN = "3.4in"  # of a page with two columns; both take 7in
_INCHES = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72.27}
_WIDTH = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?(in|cm|mm|pt)\Z")
_NARROWEST, _WIDEST = 1.5, 20.0  # inches
_LETTERS, _SMALL = 8.0, 7.0  # points: of labels, and of ticks, legends and what stands at a point
_PER_INCH = 12  # letters of a label
_HANDLE = 6  # letters that the line before a name takes
_TICK_SHARE = 0.4  # of the width, at most, to the words along an axis
_HEIGHT = 0.72  # least share of the width
_HIGHEST = 9.0  # inches: of a page
_ONE_COLUMN = 5.0  # inches: what is narrower
_LETTER, _GAP = 0.05, 0.1  # inches: of a small letter, and between a bar and what stands beside it
_THINNER = 0.75  # lines and markers
_ROUNDS = 12  # until what stands beside bars fits: wider limits make the bars shorter
_DECADE, _DECADES = 10, 4
_TICKS = 5  # along an axis of a narrow column, at most
_DOTS = 300  # per inch
# lightness of lines and bars as far apart in gray as in color; words keep their darker ones
SHADES = {LIGHT["first"]: "#0b5fa5", LIGHT["second"]: "#e89c5a", LIGHT["third"]: "#59b391"}


def inches(width: str) -> float:
    """A width with its unit in inches: in, cm, mm or pt. Raises `InputError` for any other text, or one out of reach.

    >>> inches("3.4in"), inches("254 mm")
    (3.4, 10.0)
    """
    found = _WIDTH.match(width.strip())
    if found is None:
        raise InputError(f"a width is a number with in, cm, mm or pt, as in {COLUMN}, not {width[:40]!r}")
    wide = float(found[1]) * _INCHES[found[2]]
    if not _NARROWEST <= wide <= _WIDEST:
        raise InputError(f"a figure is {_NARROWEST:g} to {_WIDEST:g} inches wide, not {width.strip()}")
    return wide


def for_paper(figure: Figure, width: str = COLUMN) -> Figure:
    """The same figure as wide as said, without its heading and notes, which a caption says.

    Raises `InputError` for what is no width.
    """
    wide = inches(width)
    before, high = figure.get_size_inches()
    figure.set_layout_engine("constrained")
    figure.suptitle("")
    for note in list(figure.texts):
        if note.get_text():
            note.remove()
    for axes in figure.axes:
        _narrow(axes, wide)
    least = max(_HEIGHT * wide, *(_worded(axes) for axes in figure.axes))
    figure.set_size_inches(wide, min(_HIGHEST, max(least, high * min(1.0, wide / before) ** 0.5)))
    for legend in list(figure.legends):
        legend.remove()
        _legend(figure, wide)
    with drawing():
        fit(figure)
    return figure


def figure_bytes(figure: Figure, form: str, dots: int = _DOTS) -> bytes:
    """The figure as a file of that form: PDF with TrueType fonts in it, SVG with its letters as shapes, or PNG.

    `dots` are those of an inch.

    Raises `UnknownNameError` for another form than those of `FORMATS`.
    """
    if form not in FORMATS:
        raise UnknownNameError("form of figure", form, FORMATS)
    stream = io.BytesIO()
    unsaid = {"pdf": ("CreationDate", "Creator", "Producer"), "svg": ("Date",), "png": ()}  # the same file every time
    with drawing(**{"pdf.fonttype": 42, "svg.fonttype": "path", "svg.hashsalt": "derivations"}):
        figure.savefig(stream, format=form, dpi=dots, metadata=dict.fromkeys(unsaid[form]))
    return stream.getvalue()


def _narrow(axes: Any, wide: float) -> None:
    """Words, lines and colors of one panel for a figure so many inches wide."""
    from matplotlib.text import Text

    for text in axes.findobj(Text):
        text.set_fontsize(_SMALL)
    for label, room in ((axes.xaxis.label, wide), (axes.yaxis.label, _HEIGHT * wide)):
        label.set_fontsize(_LETTERS)
        label.set_text(_filled(label.get_text(), room))
    axes.set_title(_filled(axes.get_title(loc="left"), wide), loc="left", fontsize=_LETTERS, color=LIGHT["ink"])
    words = [label.get_text() for label in axes.get_yticklabels()]
    axes.tick_params(labelsize=_SMALL)
    if _are_words(words):
        filled = [_filled(text, _TICK_SHARE * wide) for text in words]
        axes.set_yticks(axes.get_yticks(), filled, fontsize=_SMALL, color=LIGHT["ink"])
        _with_room(axes, wide * (1 - _TICK_SHARE))
    if wide < _ONE_COLUMN:
        if axes.get_xscale() == "log":
            _fewer_ticks(axes.xaxis)
        elif axes.lines and not axes.patches:  # numbers along the axis, and no bars
            axes.locator_params(axis="x", nbins=_TICKS)
    for line in axes.lines:
        line.set_color(SHADES.get(line.get_color(), line.get_color()))
        line.set_linewidth(line.get_linewidth() * _THINNER)
        line.set_markersize(line.get_markersize() * _THINNER)


def _with_room(axes: Any, wide: float) -> None:
    """Let a logarithmic axis so many inches wide reach as far as what stands beside its bars, and no further."""
    bars = [math.log(float(x)) for line in axes.lines for x in line.get_xdata() if float(x) > 0]
    beside = [(math.log(text.xy[0]), len(text.get_text()) * _LETTER + _GAP, text.get_ha()) for text in axes.texts]
    low, high = min(bars), max(bars)
    for _ in range(_ROUNDS):
        inch = (high - low) / wide
        low = min(low, *(x - length * inch for x, length, side in beside if side == "right"), min(bars))
        high = max(high, *(x + length * inch for x, length, side in beside if side != "right"), max(bars))
    axes.set_xlim(math.exp(low), math.exp(high))


def _fewer_ticks(axis: Any) -> None:
    """At most two numbers to a decade of a logarithmic axis that spans one, and fewer than one where it spans many."""
    from matplotlib.ticker import LogLocator

    low, high = axis.get_view_interval()
    if high > _DECADE**_DECADES * low:
        axis.set_major_locator(LogLocator(base=_DECADE**2))
    elif high > _DECADE * low:
        axis.set_major_locator(LogLocator(subs=(1, 3) if high < _DECADE**3 * low else (1,)))


def _worded(axes: Any) -> float:
    """Inches that words along the axis that goes up need, each beside its bar; nothing for numbers."""
    words = [label.get_text() for label in axes.get_yticklabels()]
    lines = max((text.count("\n") + 1 for text in words), default=0)
    return len(words) * (lines + 0.5) * _SMALL / 72 * 1.2 + 0.7 if _are_words(words) else 0.0


def _are_words(texts: list[str]) -> bool:
    return any(re.search("[a-z]{2}", text) for text in texts)


def _legend(figure: Figure, wide: float) -> None:
    """The names of the lines above all panels, in as many columns as there is room for."""
    handles, names = figure.axes[0].get_legend_handles_labels()
    names = [_filled(name, wide) for name in names]
    longest = max(len(line) for name in names for line in name.splitlines()) + _HANDLE
    figure.legend(handles, names, frameon=False, labelcolor=LIGHT["ink"], loc="outside upper left", fontsize=_SMALL,
                  ncols=max(1, min(len(names), int(wide * _PER_INCH / longest))))


def _filled(text: str, room: float) -> str:
    return textwrap.fill(" ".join(text.split()), max(12, round(room * _PER_INCH)),
                         break_long_words=False, break_on_hyphens=False)
