"""The picture of a claim in small: its result over the quantity that moves it first, as a few hundred letters of SVG.

It has no numbers and no words but its title, takes its colors from the page, and is drawn without Matplotlib.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from math import log
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError
from derivations.export.plots.curves import Curve
from derivations.language.display import sentence

_WIDTH, _HEIGHT = 120, 64
_EDGE = 6.0  # room for the line and the point
_POINTS = 33
_WIDE = 20  # from end to end, beyond which the way across is logarithmic
_STEEP = 1000  # from the least to the greatest, beyond which heights are logarithmic
_HIGH = 8  # times the number of the scenario, above which a curve leaves the picture
_Point = tuple[float, float | None]


def thumbnail(report: EvaluatedClaim, live: Mapping[str, Any]) -> str:
    """The curve of the claim's live part, with a point at the scenario; empty where nothing moves, or has no number.

    `live` is what `live_data` says of the report. A claim without a live part is drawn over the first of its ranges.
    Where a condition fails the ground is tinted.
    """
    curve = Curve(report, report.moving.name)
    try:
        over = _over(report, live)
        if over is None:
            return ""
        name, low, high = over
        geometric = low > 0 and high > _WIDE * low
        quantity = report.derivation.notation[name]
        ends = (f"{low:.6g} {quantity.unit}".strip(), f"{high:.6g} {quantity.unit}".strip())
        line = curve.line(name, ends, geometric=geometric, points=_POINTS)
        now, value = report.numbers(report.moving.name).in_unit, report.evaluation.value_of(name)
        title = f"{curve.quantity.called} over {quantity.called}"
    except DerivationsError:
        return ""
    points = [(float(x), None if y is None else float(y)) for x, y in line.points]
    x = float("nan") if value is None else float(value.in_unit(quantity.unit))
    here = (x, None if now is None else float(now))
    return curve_svg(points, here, sentence(title), str(line), logarithmic=geometric)


def _over(report: EvaluatedClaim, live: Mapping[str, Any]) -> tuple[str, float, float] | None:
    """The quantity to draw over and its ends in its unit."""
    letters = live.get("letters", {})
    if any(letter["moves"] for letter in letters.values()):
        letter = letters[live["over"]]
        return live["over"], letter["low"] / letter["factor"], letter["high"] / letter["factor"]
    for name, between in report.claim.ranges.items():
        if name in report.result.leaves:
            low, high = (float(end.in_unit(report.derivation.notation[name].unit)) for end in between.read())
            return name, low, high
    return None


def curve_svg(points: Sequence[_Point], here: _Point, title: str, words: str, *, logarithmic: bool = False) -> str:
    """A curve through points, gaps where they have no number, and a mark at `here`; empty below two numbers.

    >>> curve_svg([(0, 1.0), (1, 2.0)], (1, 2.0), "y over x", "from 1 to 2").count("<path")
    2
    >>> curve_svg([(0, None), (1, 2.0)], (1, 2.0), "y over x", "")
    ''
    """
    heights = [y for _, y in points if y is not None]
    if len(heights) < 2:
        return ""
    now = here[1] or 0.0
    top = max(heights) if now <= 0 else min(max(heights), _HIGH * now)
    shown = [*(y for y in heights if y <= top), top, *([now] if now else [])]
    across = _scale([x for x, _ in points], _EDGE, _WIDTH - _EDGE, logarithmic=logarithmic)
    steep = min(shown) > 0 and max(shown) > _STEEP * min(shown)
    ends = shown if steep or min(shown) < 0 else [*shown, 0.0]  # a flat line is one, and not the foot of the picture
    up = _scale(ends, _HEIGHT - _EDGE, _EDGE, logarithmic=steep)
    parts = [f'<path class="axes" d="M{_EDGE:g} 2V{_HEIGHT - _EDGE + 3:g}H{_WIDTH - 2}"/>', *_gaps(points, across)]
    for there, run in groupby(points, key=lambda point: point[1] is not None):
        if there:
            places = " ".join(f"{across(x):.1f} {up(y):.1f}" for x, y in run if y is not None)
            parts.append(f'<path class="curve" d="M{places}"/>')
    if here[1] is not None and min(x for x, _ in points) <= here[0] <= max(x for x, _ in points):
        parts.append(f'<circle cx="{across(here[0]):.1f}" cy="{up(here[1]):.1f}" r="3.5"/>')
    return (
        f'<svg class="thumbnail" role="img" viewBox="0 0 {_WIDTH} {_HEIGHT}"><title>{escape(title)}</title>'
        f"<desc>{escape(words)}</desc>{''.join(parts)}</svg>"
    )


def _gaps(points: Sequence[_Point], across: Callable[[float], float]) -> Iterator[str]:
    """The ground where there is no number, up to the points beside it that have one."""
    for at, (x, y) in enumerate(points):
        before = points[at - 1][0] if at else x
        if y is None and (at == 0 or points[at - 1][1] is not None):
            end = next((later for later, number in points[at:] if number is not None), points[-1][0])
            left, right = across(before), across(end)
            yield f'<path class="gap" d="M{left:.1f} 2H{right:.1f}V{_HEIGHT - _EDGE + 3:g}H{left:.1f}Z"/>'


def _scale(numbers: Sequence[float], start: float, end: float, *, logarithmic: bool) -> Callable[[float], float]:
    """The way from numbers to places between `start` and `end`."""
    def read(number: float) -> float:
        return log(number) if logarithmic else number

    low, high = read(min(numbers)), read(max(numbers))
    span = high - low or 1.0

    def place(number: float) -> float:
        return start + (end - start) * (read(number) - low) / span

    return place
