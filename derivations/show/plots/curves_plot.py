"""A plot of steps over one quantity: as many curves as are given, from one report or from several."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.language.quantity import Quantity
from derivations.numbers.format import format_number
from derivations.numbers.scenario import check_value
from derivations.numbers.value import Value, parse_value
from derivations.show.plots.drawing import BEHIND, LIGHT, drawing, frame, in_brackets

if TYPE_CHECKING:
    from matplotlib.figure import Figure



_POINTS = 97
_WIDTH, _HEIGHT = 7.6, 4.2  # inches
_ROLES = ("first", "second", "third", "ink", "quiet")
_DASHES: tuple[Any, ...] = ("solid", (0, (6, 2)), (0, (2, 1.5)), (0, (8, 2, 2, 2)), (0, (1, 1)))
_READABLE = 1e9  # whole numbers up to here are written out
_WORDS = 5  # points of a curve that its description names


@dataclass(frozen=True)
class Curve:
    """A step of a report, drawn over a quantity that the report's scenario may value; `label` is its name there."""

    report: EvaluatedClaim
    step: str
    label: str = ""

    @property
    def name(self) -> str:
        """What the curve is called."""
        return self.label or self.step

    @property
    def quantity(self) -> Quantity:
        """What the curve is about. Raises `InputError` for a step that says nothing about one quantity."""
        relation = self.report.derivation[self.step].relation
        name = None if relation is None else getattr(relation.lhs, "name", None)
        if name is None or name not in self.report.derivation.notation:
            raise InputError(f"step {self.step!r} gives no quantity that could be drawn")
        return self.report.derivation.notation[name]


@dataclass(frozen=True)
class Drawn:
    """A curve as points, in the units of its quantities; a point without a number has None, and is a gap."""

    curve: Curve
    points: tuple[tuple[Fraction, Fraction | None], ...]

    def __str__(self) -> str:
        """Some of its points in words."""
        there = [(x, y) for x, y in self.points if y is not None]
        last = len(there) - 1
        chosen = dict.fromkeys(there[round(last * place / (_WORDS - 1))] for place in range(_WORDS))
        told = "; ".join(f"{format_number(y, 3)} at {format_number(x, 3)}" for x, y in chosen)
        return f"{self.curve.name}{in_brackets(self.curve.quantity.unit)}: {told}."


def curves_plot(
    curves: Sequence[Curve], over: str, between: tuple[str, str], *, logarithmic: str = "",
    marks: Mapping[str, str] | None = None, title: str = "", vertical: str = "",
) -> Figure:
    """Steps over one quantity, as a matplotlib figure.

    `over` is the name of that quantity and `between` its ends, as text with unit. `logarithmic` names axes: ``x``,
    ``y`` or ``xy``. `marks` are values of the quantity, as text with unit, each with a label. `vertical` is what the
    vertical axis is called, by default the meaning of the first curve's quantity. Where a step has no number, because a
    condition fails there, the curve has a gap. The figure's label holds a title and a description in words.

    Raises `InputError` if matplotlib is missing, if nothing is to be drawn, or if the curves measure different things,
    `UnknownNameError` for a quantity or a step that there is not.
    """
    if not curves:
        raise InputError("a plot needs at least one curve")
    quantity = curves[0].report.derivation.notation[over]
    first = curves[0].quantity
    for curve in curves[1:]:
        if curve.quantity.unit != first.unit:
            other = curve.quantity
            raise InputError(f"one axis holds one unit: {first.name} is in {first.unit}, {other.name} in {other.unit}")
    drawn = [points_of(curve, over, between, geometric="x" in logarithmic) for curve in curves]
    heading = title or f"{first.meaning} against {quantity.meaning}"
    with drawing(**{"font.size": 10}):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(_WIDTH, _HEIGHT), facecolor=LIGHT["paper"], layout="constrained")
        axes = figure.subplots()
        frame(axes)
        _scale(axes, drawn, logarithmic)
        for place, item in enumerate(drawn):
            _draw(axes, item, place)
        for label, text in (marks or {}).items():
            _mark(axes, label, float(_value(text, quantity).in_unit(quantity.unit)))
        axes.set_xlabel(_filled(quantity.meaning, quantity.unit, 90), color=LIGHT["ink"])
        axes.set_ylabel(_filled(vertical or first.meaning, first.unit, 44), color=LIGHT["ink"])
        head = textwrap.fill(heading, 85)
        if len(drawn) == 1:
            figure.suptitle(head, x=0.01, ha="left", fontsize=10, fontweight="bold", color=LIGHT["ink"])
        else:
            legend = figure.legend(title=head, alignment="left", title_fontproperties={"weight": "bold"}, frameon=False,
                                   labelcolor=LIGHT["ink"], loc="outside upper left", ncols=min(len(drawn), 3),
                                   handlelength=2.6)
            legend.get_title().set_color(LIGHT["ink"])
    figure.set_label("\n".join((heading, *map(str, drawn))))
    return figure


def points_of(curve: Curve, over: str, between: tuple[str, str], *, geometric: bool = False) -> Drawn:
    """The points of a curve, evaluated exactly. Raises `InputError` if there are fewer than two of them."""
    quantity = curve.report.derivation.notation[over]
    low, high = (_value(text, quantity) for text in between)
    if not low.number < high.number:
        raise InputError(f"{between[0]} to {between[1]} is no range")
    if geometric and low.number <= 0:
        raise InputError(f"a logarithmic axis begins above zero, not at {between[0]}")
    points = []
    for x in _spread(low, high, geometric=geometric):
        points.append((x.in_unit(quantity.unit), _at(curve, over, x)))
    if sum(y is not None for _, y in points) < 2:
        raise InputError(f"{curve.name} has no numbers from {between[0]} to {between[1]}: {_reason(curve, over, low)}")
    return Drawn(curve, tuple(points))


def _value(text: str, quantity: Quantity) -> Value:
    value = parse_value(text)
    check_value(quantity, value)
    return value


def _spread(low: Value, high: Value, *, geometric: bool) -> Iterator[Value]:
    """From one value to the other, as fractions of few digits."""
    for place in range(_POINTS):
        share = Fraction(place, _POINTS - 1)
        if geometric:
            ratio = Fraction(float(high.number / low.number) ** float(share)).limit_denominator(10**6)
            number = high.number if share == 1 else low.number * ratio
        else:
            number = low.number + (high.number - low.number) * share
        yield Value(number, low.unit, low.dimension, low.origin)


def _at(curve: Curve, over: str, x: Value) -> Fraction | None:
    """The number of the step at that value, in its unit; None where it has none."""
    account = curve.report
    try:
        return account.evaluation.again(account.scenario.with_values({over: x})).line(curve.step).in_unit
    except UndecidedError:
        return None


def _reason(curve: Curve, over: str, x: Value) -> str:
    account = curve.report
    try:
        return account.evaluation.again(account.scenario.with_values({over: x})).line(curve.step).result
    except DerivationsError as error:
        return str(error)


def _draw(axes: Any, item: Drawn, place: int) -> None:
    xs = [float(x) for x, _ in item.points]
    ys = [float("nan") if y is None else float(y) for _, y in item.points]
    axes.plot(xs, ys, color=LIGHT[_ROLES[place % len(_ROLES)]], linestyle=_DASHES[place % len(_DASHES)],
              linewidth=2, label=item.curve.name)


def _filled(meaning: str, unit: str, width: int) -> str:
    """The name of an axis, in lines that fit along it."""
    return textwrap.fill(f"{meaning}{in_brackets(unit)}", width)


def _mark(axes: Any, label: str, x: float) -> None:
    """A vertical line with its label along it."""
    axes.axvline(x, color=LIGHT["quiet"], linewidth=0.9, linestyle=(0, (1, 2)))
    axes.annotate(label, (x, 0.97), (3, 0), xycoords=axes.get_xaxis_transform(), textcoords="offset points",
                  color=LIGHT["quiet"], fontsize=9, rotation=90, va="top", ha="left", bbox=BEHIND)


def _scale(axes: Any, drawn: Sequence[Drawn], logarithmic: str) -> None:
    from matplotlib.ticker import NullFormatter

    for which in logarithmic:
        if which not in ("x", "y"):
            raise InputError(f"axes are called x and y, not {which!r}")
        if which == "y" and any(y is not None and y <= 0 for item in drawn for _, y in item.points):
            raise InputError("a logarithmic axis has no place for zero or less")
        (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(_plain)
        axis.set_minor_formatter(NullFormatter())


def _plain(number: float, _: object = None) -> str:
    """A number along an axis: plain digits as far as they are easily read."""
    if number == int(number) and abs(number) < _READABLE:
        return f"{number:,.0f}"
    return f"{number:g}"
