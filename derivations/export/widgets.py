"""A result to play with in a notebook: sliders, its number and condition, and its curve, redrawn as a slider moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from importlib import import_module
from math import log10
from typing import Any

from derivations.claim.counts import comes_whole
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.whole_numbers import whole_remark
from derivations.document.blocks import warnings
from derivations.errors import DerivationsError, InputError, UnknownNameError
from derivations.export.float_formula import FloatFormula, Found
from derivations.export.live import reach
from derivations.language.quantity import Quantity
from derivations.language.tree import Call
from derivations.numbers.definitions import defining_steps
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_value
from derivations.numbers.value import Value

_POINTS = 97
_MOST = 4  # sliders where none are asked for
_WIDE, _HIGH, _LEFT, _BOTTOM, _TOP = 460, 250, 12, 34, 14  # of the picture, in pixels
_READOUTS = ((0.01, ".4g"), (1.0, ".4f"), (10.0, ".3f"), (1e3, ",.1f"), (1e9, ",.0f"))  # up to where, and how
_LETTER = 7.0  # pixels of a letter
_BLUE = "#2b6cb0"  # legible on light and on dark paper


@dataclass(frozen=True)
class Slider:
    """A quantity that moves, between numbers in its own unit."""

    quantity: Quantity
    low: float
    high: float
    here: float
    logarithmic: bool

    @property
    def factor(self) -> float:
        """Base units in one of its own."""
        return float(self.quantity.parsed_unit.factor)

    @property
    def numbers(self) -> Iterator[float]:
        """Its numbers from end to end, evenly as it is drawn; whole ones for what is counted."""
        for place in range(_POINTS):
            share = place / (_POINTS - 1)
            number = self.low * (self.high / self.low) ** share if self.logarithmic else (
                self.low + (self.high - self.low) * share)
            yield float(round(number)) if self.quantity.range.whole else number

    def share(self, number: float) -> float:
        """Place of a number between the low end and the high one."""
        if self.logarithmic:
            return log10(number / self.low) / log10(self.high / self.low)
        return (number - self.low) / (self.high - self.low)


class Explorer:
    """The model behind the widgets: what is shown for the present numbers, in their own units."""

    def __init__(self, report: EvaluatedClaim, names: Sequence[str] = ()) -> None:
        """Raises `InputError` or one of its kind for a quantity that the result does not rest on."""
        self.report = report
        self.formula = FloatFormula.of(report, at_zero=True)
        self.sliders = tuple(_slider(report, name) for name in _moved(report, self.formula, names))
        if not self.sliders:
            raise InputError(f"the result of {report.claim.name} rests on no number that a slider could move")
        self._kept: tuple[tuple[tuple[str, float], ...], list[float | None]] | None = None
        self.numbers = {slider.quantity.name: slider.here for slider in self.sliders}

    @property
    def values(self) -> dict[str, float]:
        """The numbers in base units."""
        return {slider.quantity.name: self.numbers[slider.quantity.name] * slider.factor for slider in self.sliders}

    @property
    def told(self) -> str:
        """The result at the present numbers, as HTML: the formula's left side, its number, and what it holds under."""
        relation = self.report.headline.relation
        assert relation is not None
        found = self._here
        headline = self.report.headline
        conditions = f"if {' and '.join(map(str, headline.conditions))}" if headline.conditions else ""
        holds = ", ".join(filter(None, (conditions, headline.holds))) if found.number is not None else ""
        number = f"{relation.written_left} {relation.operator} {self.formula.text(found)}"
        shown = self.formula.text(found) if found.number is None else f"{number}{self._whole}"
        under = f"<br><span>holds {escape(holds)}</span>" if holds else ""
        told = "".join(f"<br><span>{escape(text)}</span>" for text in warnings(self._contradictions))
        return f'<div role="status"><b style="font-size: 1.3em">{escape(shown)}</b>{under}{told}</div>'

    @property
    def _contradictions(self) -> tuple[str, ...]:
        """What the present numbers contradict, as the exact engine says it."""
        try:
            return self.report.broken_in(self._moved_evaluation)
        except DerivationsError:  # which is told in place of the number
            return ()

    @property
    def _here(self) -> Found:
        """The result at the present numbers, or why there is none.

        The exact engine says whether the numbers contradict a premise, and where a condition is left open in floats,
        whether it fails.
        """
        name, number = self.report.headline.name, self._curve[-1]
        try:
            moved = self._moved_evaluation
            found = moved.consistency.contradiction_of(name)
            if found is not None:
                return Found(None, found.reason)
            if number is not None and self.formula.undecided and (line := moved.line(name)).outside:
                return Found(None, line.result)
        except DerivationsError as error:
            return Found(None, str(error))
        return self.formula.at(self.values) if number is None else Found(number)

    @property
    def _across(self) -> list[float]:
        """The numbers of the first quantity, and the present one behind them."""
        slider = self.sliders[0]
        return [*slider.numbers, self.numbers[slider.quantity.name]]

    @property
    def _curve(self) -> list[float | None]:
        """The result at each of these; kept until a slider moves, as number and picture both need it."""
        here = tuple(self.numbers.items())
        if self._kept is None or self._kept[0] != here:
            slider = self.sliders[0]
            along = [x * slider.factor for x in self._across]
            self._kept = here, self.formula.numbers(self.values, slider.quantity.name, along)
        return self._kept[1]

    @property
    def _moved_evaluation(self) -> Evaluation:
        """The exact engine at the present numbers. Raises `InputError` where these contradict what is given."""
        report = self.report
        moved = {name: Value(Fraction(number), (own := report.derivation.notation[name]).unit, own.dimension)
                 for name, number in self.values.items()}
        return report.evaluation.again(report.scenario.with_values(moved))

    @property
    def _whole(self) -> str:
        """The whole number to take in place of the result, for a quantity that comes whole and is not rounded so."""
        report, subject = self.report, self.report.headline.subject_name
        formula = None if report.headline.relation is None else report.headline.relation.right.tree
        rounded = isinstance(formula, Call) and formula.function == "ceil"
        if rounded or not subject or not comes_whole(report.claim, report.derivation.notation[subject]):
            return ""
        try:
            return whole_remark(report.claim, self._moved_evaluation, report.headline.name)
        except DerivationsError:  # an end of a range that contradicts what is given
            return ""

    @property
    def picture(self) -> str:
        """The result over the first quantity as SVG: a gap where it has no number, a dot at the present one."""
        slider = self.sliders[0]
        *found, here = self._curve
        points = [(slider.share(x), y) for x, y in zip(self._across, found, strict=False)]
        known = [y for _, y in points if y is not None] + ([] if here is None else [here])
        return _svg(points, (slider.share(self.numbers[slider.quantity.name]), here), known, self._words(known))

    def _words(self, known: Sequence[float]) -> Mapping[str, str]:
        """The ends of both axes, and what they are of."""
        slider, line = self.sliders[0], self.report.result
        quantity, unit = slider.quantity, line.told_unit

        def across(number: float) -> str:
            return format_value(Fraction(number * slider.factor), quantity.dimension, quantity.unit)

        def up(number: float) -> str:
            return format_value(Fraction(number), line.dimension, unit)

        return {
            "low": across(slider.low), "high": across(slider.high), "across": quantity.name,
            "least": up(min(known)) if known else "", "most": up(max(known)) if known else "",
            "title": f"{line.left} over {quantity.name}", "outside": self.report.claim.outside or "no result",
        }


def explored(report: EvaluatedClaim, names: Sequence[str] = ()) -> Any:
    """The widgets of ipywidgets for a report: a slider for each quantity, the number, its condition and its curve.

    The curve is over the first of the quantities; the result's own letter may stand among them. Raises `InputError` or
    one of its kind without ipywidgets, and for a quantity that the result does not rest on.
    """
    try:
        widgets = import_module("ipywidgets")
    except ImportError:
        raise InputError("sliders need ipywidgets: pip install 'derivations[notebook]'") from None
    explorer = Explorer(report, names)
    told, picture = widgets.HTML(explorer.told), widgets.HTML(explorer.picture)
    made = [_widget(widgets, slider) for slider in explorer.sliders]

    def moved(name: str) -> Callable[[Mapping[str, Any]], None]:
        def move(change: Mapping[str, Any]) -> None:
            explorer.numbers[name] = change["new"]
            told.value, picture.value = explorer.told, explorer.picture

        return move

    for slider, widget in zip(explorer.sliders, made, strict=True):
        widget.observe(moved(slider.quantity.name), "value")
    return widgets.VBox([*made, told, picture])


def _widget(widgets: Any, slider: Slider) -> Any:
    """The slider of ipywidgets."""
    quantity = slider.quantity
    common = {
        "description": f"{quantity.name} [{quantity.unit}]" if quantity.unit else quantity.name,
        "tooltip": quantity.meaning, "continuous_update": True, "value": slider.here,
        "style": {"description_width": "12em"}, "layout": {"width": "36em"},
    }
    if not quantity.range.whole:  # as people write numbers, unless these have many digits
        common["readout_format"] = next((form for most, form in _READOUTS if slider.high < most), ".4g")
    if slider.logarithmic:
        return widgets.FloatLogSlider(min=log10(slider.low), max=log10(slider.high), step=0.01, **common)
    if quantity.range.whole:
        return widgets.IntSlider(min=int(slider.low), max=int(slider.high), **{**common, "value": int(slider.here)})
    return widgets.FloatSlider(min=slider.low, max=slider.high, step=(slider.high - slider.low) / 200, **common)


def _moved(report: EvaluatedClaim, formula: FloatFormula, names: Sequence[str]) -> list[str]:
    """The quantities to move; those that the claim leaves open first, where none are named."""
    shown = report.result.left  # which stands beside the sliders in any case
    for name in names:
        if name in formula.zeros:
            raise InputError(f"{name} = 0 leaves out what has no value here: give that to move {name}")
        if name not in formula.given and name != shown:
            raise UnknownNameError("quantity that the result rests on", name, formula.given)
    if set(names) - {shown}:
        return [name for name in dict.fromkeys(names) if name != shown]
    tied = defining_steps(report.derivation)
    conditional = {name for condition in report.headline.conditions for name in condition.names}
    open_ = [name for name in formula.given if name not in tied and (
        name in report.claim.defaults or name in report.claim.ranges)]
    return (sorted(open_, key=lambda name: name not in conditional) or list(formula.given))[:_MOST]


def _slider(report: EvaluatedClaim, name: str) -> Slider:
    quantity, value = report.derivation.notation[name], report.evaluation.scenario.values[name]
    found, factor = reach(report, quantity, value), float(quantity.parsed_unit.factor)
    here = float(value.number) / factor
    return Slider(quantity, found["low"] / factor, found["high"] / factor, here, found["logarithmic"])


def _svg(
    points: Sequence[tuple[float, float | None]], here: tuple[float, float | None], known: Sequence[float],
    words: Mapping[str, str],
) -> str:
    """A curve as an image with words for who does not see it."""
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    logarithmic = low > 0 and high > 20 * low

    def across(share: float) -> float:
        return _LEFT + share * (_WIDE - 2 * _LEFT)

    def up(y: float) -> float:
        span = log10(high / low) if logarithmic else high - low
        share = 0.5 if not span else log10(y / low) / span if logarithmic else (y - low) / span
        return _HIGH - _BOTTOM - share * (_HIGH - _BOTTOM - _TOP)

    lines: list[list[str]] = [[]]
    for share, y in points:
        if y is None:
            lines.append([])
        else:
            lines[-1].append(f"{across(share):.1f},{up(y):.1f}")
    curves = "".join(f'<polyline points="{" ".join(line)}"/>' for line in lines if len(line) > 1)
    x, y = here
    dot = "" if y is None else f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="4.5" fill="{_BLUE}"/>'
    foot = _HIGH - _BOTTOM
    ends = [share for share, y in points if y is not None]
    gone = _without(across(ends[-1]), words["outside"]) if ends and points[-1][1] is None else ""
    falls = bool(lines[0]) and points[0][1] == max(known)  # numbers stand where the curve does not
    (left, start), (right, end) = (_LEFT, "start"), (_WIDE - _LEFT, "end")
    top, bottom = ((right, end), (left, start)) if falls else ((left, start), (right, end))
    told = f"{words['title']}: from {words['least']} to {words['most']}" if known else f"{words['title']}: no number"
    return (
        f'<svg role="img" viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" height="{_HIGH}" fill="currentColor"'
        f' font-size="12" font-family="sans-serif"><title>{escape(told)}</title>'
        f'<line x1="{_LEFT}" y1="{foot}" x2="{_WIDE - _LEFT}" y2="{foot}" stroke="currentColor" stroke-opacity="0.5"/>'
        f'<g fill="none" stroke="{_BLUE}" stroke-width="2">{curves}</g>{dot}{gone}'
        f'<text x="{top[0]}" y="{_TOP - 3}" text-anchor="{top[1]}">{escape(words["most"])}</text>'
        f'<text x="{bottom[0]}" y="{foot - 5}" text-anchor="{bottom[1]}">{escape(words["least"])}</text>'
        f'<text x="{_LEFT}" y="{foot + 16}">{escape(words["low"])}</text>'
        f'<text x="{_WIDE / 2}" y="{foot + 16}" text-anchor="middle">{escape(words["across"])}</text>'
        f'<text x="{_WIDE - _LEFT}" y="{foot + 16}" text-anchor="end">{escape(words["high"])}</text></svg>'
    )


def _without(edge: float, words: str) -> str:
    """The part of the picture beyond a condition, where there is no result."""
    wide = _WIDE - _LEFT - edge
    text = f'<text x="{edge + wide / 2:.1f}" y="{_HIGH / 2}" text-anchor="middle">{escape(words)}</text>'
    tall = _HIGH - _BOTTOM - _TOP
    return (f'<rect x="{edge:.1f}" y="{_TOP}" width="{wide:.1f}" height="{tall}" fill-opacity="0.08"/>'
            f'{text if wide > _LETTER * len(words) else ""}')
