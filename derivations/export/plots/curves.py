"""Steps of reports over one quantity, as curves; and a result at each of several values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import starmap
from typing import TYPE_CHECKING

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.sweep import column_heading, sweep_title
from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.export.float_formula import FloatFormula
from derivations.export.plots.drawing import in_brackets
from derivations.export.plots.panels import Line, Panel, Plot
from derivations.language.display import sentence
from derivations.language.printing.text import to_text
from derivations.language.quantity import Quantity
from derivations.language.tree import names
from derivations.numbers.format import format_value
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.rounding import nearest_integer
from derivations.numbers.scenario import fitted_value
from derivations.numbers.value import Value, parse_value
from derivations.study.sweep import Sweep, SweepRow

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_POINTS = 97
_FEW = 2  # points with a number, from which on a line is drawn at all
_WITHOUT = ("none: ", "no ")  # how what has no number is told
_DECADE = 10  # from the least to the greatest, beyond which an axis is logarithmic


@dataclass(frozen=True)
class Curve:
    """A step of a report, drawn over a quantity that the report's scenario may value; `label` is its name there.

    `bold` and `role`, the name of a color, are those of a `Line`.
    """

    report: EvaluatedClaim
    step: str
    label: str = ""
    bold: bool = False
    role: str = ""

    @property
    def name(self) -> str:
        """The label, or the name of the step."""
        return self.label or self.step

    @property
    def quantity(self) -> Quantity:
        """The quantity on the left of the step.

        Raises `UndecidedError` for a step without a relation, and `InputError` for one that says nothing about one.
        """
        name = getattr(self.report.derivation[self.step].lhs, "name", None)
        if name is None or name not in self.report.derivation.notation:
            raise InputError(f"step {self.step!r} gives no quantity that could be drawn")
        return self.report.derivation.notation[name]

    def line(
        self, over: str, between: tuple[str, str], *, geometric: bool = False, points: int = _POINTS
    ) -> Line:
        """The curve as points, in the units of the quantities: exact where fractions are enough, else in floats.

        Where the step has no number, because a condition fails there, the line has a gap; where it has none beyond a
        place, all points are spent on what is before it. Raises `InputError` for what is no range of the quantity. A
        quantity that counts has points at whole numbers alone.
        """
        quantity = self.report.derivation.notation[over]
        low, high = (_value(text, quantity) for text in between)
        if not low.number < high.number:
            raise InputError(f"{between[0]} to {between[1]} is no range")
        if geometric and low.number <= 0:
            raise InputError(f"a logarithmic axis begins above zero, not at {between[0]}")

        def drawn(first: Value, last: Value) -> list[tuple[Value, Fraction | None]]:
            places = tuple(_spread(first, last, points, geometric=geometric))
            places = tuple(_whole(places)) if quantity.range.whole else places
            return list(zip(places, self._numbers(over, places), strict=True))

        rough = drawn(low, high)
        inside = [place for place, (_, y) in enumerate(rough) if y is not None]
        if inside and _FEW < len(inside) < len(rough) == points and inside == [*range(inside[0], inside[-1] + 1)]:
            rough = [*rough[:inside[0]], *drawn(rough[inside[0]][0], rough[inside[-1]][0]), *rough[inside[-1] + 1:]]
        found = tuple((x.in_unit(quantity.unit), y) for x, y in rough)
        return Line(self.name, found, self.quantity.unit, bold=self.bold, role=self.role)

    def reason(self, over: str, at: str) -> str:
        """The number at a value of the quantity, as text, or the reason that there is none."""
        try:
            value = fitted_value(self.report.derivation.notation[over], parse_value(at))
            return self.report.evaluation.again(self.report.scenario.with_values({over: value})).line(self.step).result
        except DerivationsError as error:
            return str(error)

    def _numbers(self, over: str, places: Iterable[Value]) -> Iterator[Fraction | None]:
        """The number at each value of the quantity; None where there is none."""
        formula: FloatFormula | None = None
        for x in places:
            if formula is not None:
                yield self._in_floats(formula, over, x)
                continue
            line = self._line_at(over, x)
            yield None if line is None else line.in_unit
            if line is not None and line.value is not None and not line.exact:  # digits of it take long
                formula = self._float_formula(over, x)

    def _line_at(self, over: str, x: Value) -> NumbersLine | None:
        try:
            seen = self.report.evaluation.again(self.report.scenario.with_values({over: x}))
            return seen.line(self.step, alone=True)
        except UndecidedError:
            return None

    def _float_formula(self, over: str, x: Value) -> FloatFormula | None:
        """The step in floats, as a function of a quantity that has a value; None where it has no closed form."""
        scenario = self.report.scenario.with_values({over: x})
        try:
            return FloatFormula.of(replace(self.report, scenario=scenario), self.step)
        except UndecidedError:
            return None

    def _in_floats(self, formula: FloatFormula, over: str, x: Value) -> Fraction | None:
        found = formula.number({over: float(x.number)})
        if found is None or not self.quantity.range.contains(Fraction(found)):
            return None
        return Fraction(found) / self.quantity.parsed_unit.factor


def curves_panel(
    curves: Sequence[Curve], over: str, between: tuple[str, str], *, logarithmic: str = "",
    marks: Mapping[str, str] | None = None, title: str = "", vertical: str = "", here: bool = False,
) -> Panel:
    """A panel with steps over one quantity.

    `over` is the name of that quantity and `between` its ends, as text with unit. `logarithmic` names axes: ``x``,
    ``y`` or ``xy``. `marks` are values of the quantity, as text with unit, each with a label. `vertical` is what the
    axis that goes up is called, by default the meaning of the first curve's quantity. With `here` the number of each
    curve in its scenario is a point, and the edges of the first one's conditions are marks. A mark that is told to have
    no number, as `in_words` tells it, is left out, and a note says so.

    Raises `InputError` if nothing is to be drawn, or if the curves measure different things, `UnknownNameError` for a
    quantity or a step that there is not.
    """
    if not curves:
        raise InputError("a plot needs at least one curve")
    quantity = curves[0].report.derivation.notation[over]
    first = curves[0].quantity
    for curve in curves[1:]:
        if curve.quantity.unit != first.unit:
            other = curve.quantity
            raise InputError(f"one axis holds one unit: {first.name} is in {first.unit}, {other.name} in {other.unit}")
    lines = [curve.line(over, between, geometric="x" in logarithmic) for curve in curves]
    if all(sum(y is not None for _, y in line.points) < 2 for line in lines):
        reason = curves[0].reason(over, between[0])
        raise InputError(f"{curves[0].name} has no numbers from {between[0]} to {between[1]}: {reason}")
    missing = {label: text for label, text in (marks or {}).items() if text.startswith(_WITHOUT)}
    placed = {label: _value(text, quantity).in_unit(quantity.unit)
              for label, text in (marks or {}).items() if label not in missing}
    lines, unit = _prefixed(lines, first)
    across = f"{_called(quantity)}{in_brackets(quantity.unit)}"
    up = f"{vertical or _called(first)}{in_brackets(unit)}"
    low, high = (_value(text, quantity).number for text in between)
    edges = {label: x / quantity.parsed_unit.factor for label, x in _edges(curves[0], over) if low < x < high}
    found = [_here(curve, over, unit) for curve in curves] if here else []
    at = list({point[2]: point for point in found if point is not None}.values())  # one where two curves meet
    return Panel(lines, across, up, title, {**placed, **(edges if here else {})}, logarithmic=logarithmic, here=at,
                 note=" ".join(starmap(_unmarked, missing.items())))


def _called(quantity: Quantity) -> str:
    """What an axis calls a quantity: its letter where its meaning leans on that of another, as "the same with ..."."""
    return quantity.name if quantity.called.startswith("the same") else quantity.called


def _unmarked(label: str, told: str) -> str:
    """That a mark is left out, and why."""
    why = told.removeprefix("none: ")
    return f"Not marked: {why}." if label == told else f"{sentence(label)} is not marked: {why}."


def _edges(curve: Curve, over: str) -> Iterator[tuple[str, Fraction]]:
    """The values of the quantity at which a condition of the curve's step holds no longer, each with its name."""
    report = curve.report
    for condition in report.derivation[curve.step].conditions:
        for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
            if one.name == over and over not in names(other.tree):
                size = report.evaluation.size_of(other)
                if size is not None:
                    quantity = report.derivation.notation[over]
                    yield f"{to_text(other.tree)} = {format_value(size, quantity.dimension, quantity.unit)}", size


def _here(curve: Curve, over: str, unit: str) -> tuple[Fraction, Fraction, str] | None:
    """The point of the scenario with its number; None where there is none."""
    report = curve.report
    try:
        x, line = report.evaluation.value_of(over), report.numbers(curve.step)
    except DerivationsError:
        return None
    if x is None or line.value is None:
        return None
    y = line.value / fitted_value(curve.quantity, parse_value(f"1 {unit}".strip())).number
    return x.in_unit(report.derivation.notation[over].unit), y, line.result


def _prefixed(lines: list[Line], quantity: Quantity) -> tuple[list[Line], str]:
    """The lines in the unit in which their greatest number is told, as in milliseconds, and that unit."""
    top = max(abs(float(y)) for line in lines for _, y in line.points if y is not None)
    told = str(fitted_value(quantity, parse_value(f"{top!r} {quantity.unit}".strip())))
    _, _, unit = told.partition(" ")
    try:
        factor = fitted_value(quantity, parse_value(f"1 {unit}".strip())).in_unit(quantity.unit)
    except DerivationsError:  # words, as in "3 million parameters"
        return lines, quantity.unit
    if factor == 1:
        return lines, quantity.unit
    return [replace(line, unit=unit, points=[(x, None if y is None else y / factor) for x, y in line.points])
            for line in lines], unit


def curves_plot(
    curves: Sequence[Curve], over: str, between: tuple[str, str], *, logarithmic: str = "",
    marks: Mapping[str, str] | None = None, title: str = "", vertical: str = "", here: bool = False,
) -> Figure:
    """Steps over one quantity, as a matplotlib figure whose label holds a title and a description in words.

    The arguments are those of `curves_panel`, but for `title`, which is that of the figure. Raises as `curves_panel`
    and `panels_plot` do.
    """
    return planned_curves(curves, over, between, logarithmic=logarithmic, marks=marks, title=title, vertical=vertical,
                          here=here).figure()


def planned_curves(
    curves: Sequence[Curve], over: str, between: tuple[str, str], *, logarithmic: str = "",
    marks: Mapping[str, str] | None = None, title: str = "", vertical: str = "", here: bool = False,
) -> Plot:
    """The same before it is drawn."""
    panel = curves_panel(curves, over, between, logarithmic=logarithmic, marks=marks, vertical=vertical, here=here)
    quantity = curves[0].report.derivation.notation[over]
    return Plot([panel], title or sentence(f"{_called(curves[0].quantity)} over {_called(quantity)}"))


def sweep_plot(swept: Sweep) -> Figure:
    """The result at every value of the one quantity that varies: the rows of the table of values, as a figure.

    Where there is no number the line is broken and a cross stands at the foot. An axis over more than a decade is
    logarithmic. The figure's label holds a title and a description in words. Raises `InputError` if matplotlib is
    missing, if more than one quantity varies, or if fewer than two rows have a number.
    """
    return planned_sweep(swept).figure()


def planned_sweep(swept: Sweep) -> Plot:
    """The same before it is drawn."""
    if len(swept.varied) != 1:
        raise InputError(f"a plot is over one quantity, and {len(swept.varied)} vary: give one value of all but one")
    quantity, column = swept.varied[0], swept.columns[0]
    heading = column_heading(column)
    rows = sorted(swept.rows, key=lambda row: row.values[quantity.name].number)
    points = [(row.values[quantity.name].in_unit(quantity.unit), _number(row)) for row in rows]
    numbers = [y for _, y in points if y is not None]
    if len(numbers) < 2:
        raise InputError(f"a plot needs two numbers of {heading}")
    named = column.name if column.quantity is None else _called(column.quantity)
    panel = Panel(
        [Line(heading, points, column.unit, marker="o")],
        f"{_called(quantity)}{in_brackets(quantity.unit)}", f"{named}{in_brackets(column.unit)}",
        logarithmic=("x" if _over_a_decade([x for x, _ in points]) else "") + ("y" if _over_a_decade(numbers) else ""),
    )
    return Plot([panel], sweep_title(swept), [_words(row) for row in rows])


def _value(text: str, quantity: Quantity) -> Value:
    return fitted_value(quantity, parse_value(text))


def _spread(low: Value, high: Value, points: int, *, geometric: bool) -> Iterator[Value]:
    """From one value to the other, as fractions of few digits."""
    for place in range(points):
        share = Fraction(place, points - 1)
        if geometric:
            ratio = Fraction(float(high.number / low.number) ** float(share)).limit_denominator(10**6)
            number = high.number if share == 1 else low.number * ratio
        else:
            number = low.number + (high.number - low.number) * share
        yield Value(number, low.unit, low.dimension, low.origin)


def _whole(values: Iterable[Value]) -> list[Value]:
    """The nearest whole numbers, each once."""
    return list({number: replace(value, number=number)
                 for value in values for number in (Fraction(nearest_integer(value.number)),)}.values())


def _number(row: SweepRow) -> Fraction | None:
    """The result of a row, if it has one."""
    return row.cells[0].number if row.cells else None


def _words(row: SweepRow) -> str:
    """A point in words."""
    (given,) = row.values.items()
    return f"{given[0]} = {given[1]}: {row.cells[0].text if row.cells else row.refused}."


def _over_a_decade(numbers: Sequence[Fraction]) -> bool:
    return min(numbers) > 0 and max(numbers) > _DECADE * min(numbers)
