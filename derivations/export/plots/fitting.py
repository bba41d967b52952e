"""Words of a figure within its sheet: lines as long as there is room, and labels of points where they cover nothing."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AT_A_POINT = "_at a point"  # the label, of which no legend speaks, of an annotation that may stand on any side
_EDGE = 6.0  # points that stay free at the edges of a sheet
_ROUNDS = 3  # of the layout: more lines of words leave less room to the panel
_PART = 0.8  # of the height of a panel before the layout, that it still has then
_STEPS = 8  # places between two points of a line, at which it is looked at
_SIDES = [(x, y) for y in (6, -6, 18, -18, 30, -30) for x in (6, -6)]  # points from a point to its label
_WIDER = 1.03  # than its shapes, as letters are put onto dots
_OUTSIDE = 1000.0  # against a place that leaves the panel, beside a place on a line


def wrapped(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """A text on lines that are at most so many points long in letters of a size, where its words allow.

    >>> wrapped("time of one forward pass", 80, 10)
    'time of one\\nforward pass'
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _length(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _length(text: str, size: float, bold: bool) -> float:
    """Points that a text takes on one line."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal", size=size)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return _WIDER * float(width)


def fit(figure: Figure) -> None:
    """Break words that the sheet would cut, and put the labels of points where they cover neither line nor axis."""
    wide = figure.bbox.width * 72 / figure.dpi - 2 * _EDGE
    for legend in figure.legends:
        _break(legend.get_title(), wide)
    for text in figure.texts:  # the title, and a note
        _break(text, wide)
    for axes in figure.axes:  # about, as the layout has no place for a panel between longer words
        _break_at_axes(axes, figure, _PART * axes.get_window_extent().height)
    for _ in range(_ROUNDS):
        figure.draw_without_rendering()
        broken = [_break_at_axes(axes, figure) for axes in figure.axes]
        if not any(broken):
            break
    for axes in figure.axes:
        _place(axes)


def _break_at_axes(axes: Any, figure: Figure, height: float = 0) -> bool:
    """Break what stands at a panel, which is as high as it is or as said; True if something changed."""
    box, dots = axes.get_window_extent(), figure.dpi / 72
    height = height or box.height
    middle = (box.x0 + box.x1) / 2
    across = 2 * min(middle, figure.bbox.width - middle) / dots - _EDGE
    rooms = [(axes.xaxis.label, across), (axes.yaxis.label, height / dots),
             (axes._left_title, (figure.bbox.width - box.x0) / dots - _EDGE)]
    rooms += [(text, 0.94 * height / dots) for text in axes.texts if text.get_rotation()]
    broken = [_break(text, room) for text, room in rooms]  # each of them
    return any(broken)


def _break(text: Any, room: float) -> bool:
    """Break a text of which a line is longer than its room; True if that changed it."""
    before, size, bold = text.get_text(), text.get_fontsize(), text.get_fontweight() == "bold"
    if not before.strip() or all(_length(line, size, bold) <= room for line in before.splitlines()):
        return False
    text.set_text(wrapped(before, room, size, bold=bold))
    return bool(text.get_text() != before)


def _place(axes: Any) -> None:
    """Put each label of a point on the side where it covers least."""
    panel, covered = axes.get_window_extent(), _dots(axes)
    own = [text for text in axes.texts if text.get_label() == AT_A_POINT]
    taken = [text.get_window_extent() for text in axes.texts if text not in own]
    for text in own:
        tried = []
        for place, (x, y) in enumerate(_SIDES):
            _put(text, x, y)
            box = text.get_window_extent()
            outside = box.x0 < panel.x0 or box.x1 > panel.x1 or box.y0 < panel.y0 or box.y1 > panel.y1
            on_lines = sum(box.x0 <= a <= box.x1 and box.y0 <= b <= box.y1 for a, b in covered)
            on_words = sum(box.overlaps(other) for other in taken)
            tried.append((_OUTSIDE * outside + _OUTSIDE * on_words + on_lines, place))
        _put(text, *_SIDES[min(tried)[1]])
        taken.append(text.get_window_extent())


def _put(text: Any, x: float, y: float) -> None:
    text.set_position((x, y))
    text.set_horizontalalignment("left" if x > 0 else "right")
    text.set_verticalalignment("bottom" if y > 0 else "top")


def _dots(axes: Any) -> list[tuple[float, float]]:
    """Places on the lines of a panel, as it is drawn."""
    found = []
    for line in axes.lines:
        points = [tuple(map(float, point)) for point in line.get_transform().transform(line.get_xydata())]
        for (a, b), (c, d) in pairwise(points):
            if a == a and b == b and c == c and d == d:  # which a gap is not
                found += [(a + (c - a) * k / _STEPS, b + (d - b) * k / _STEPS) for k in range(_STEPS)]
    return found
