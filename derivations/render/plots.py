"""Plots: the roofline of a report, every curve evaluated from the relations of its derivation."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sympy import Expr, Rational

from derivations.engine.literal import UNITS_TO_ONE
from derivations.errors import InputError
from derivations.values.evaluation import Evaluation
from derivations.values.format import format_value
from derivations.values.value import Value, parse_value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from derivations.engine.derivation import Derivation, Step
    from derivations.report import Report

# A colour for each role on light paper, and its twin on dark paper; told apart also by those who see no red or green.
COLOURS = {
    "paper": ("#ffffff", "#0d1117"), "ink": ("#1b1f24", "#e6edf3"), "quiet": ("#57606a", "#9ea7b4"),
    "rule": ("#d8dee4", "#30363e"), "compute-time": ("#0b5fa5", "#6cb6ff"), "memory-time": ("#b34700", "#f69d50"),
    "weight-fetch": ("#00714f", "#3fc79b"),
}  # fmt: skip
_ROOFLINE = "roofline"
_LINES = ("compute-time", "memory-time", "weight-fetch")
_FLOOR = "weight-fetch"
_POINTS = 120
_SCALES = ((Fraction(1), "s"), (Fraction(1, 10**3), "ms"), (Fraction(1, 10**6), "µs"))

Point = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Curve:
    """A relation of the derivation over a range of batches; `step` names it."""

    step: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Panel:
    """What is drawn for one context: the times, the bound in pieces, and the balance or why there is none."""

    context: Value
    lines: tuple[Curve, ...]
    bound: tuple[Curve, ...]  # one for each stretch of a regime, named after the time that is its bound
    balance: Point | None
    why_not: str


def roofline_plot(
    report: Report, contexts: Sequence[str | Value], gpus: str | Value, batches: tuple[int, int] | None = None
) -> Figure:
    """Time per pass against batch, one panel for each context, as a matplotlib figure.

    Drawn are compute time, memory time and weight fetch, the lower bound in bold, coloured by its regime, and the
    balance point with its numbers, or the reason why there is none. `batches` is the range drawn; without it the
    range goes to twice the largest balance batch. The figure's label holds a title and a description in words.

    Raises `InputError` if matplotlib is missing, if a value cannot be used, or if no context has a balance and
    `batches` is left out; `UnknownNameError` if the derivation has no roofline.
    """
    try:
        import matplotlib.style
    except ImportError:
        raise InputError("plots need matplotlib: pip install 'derivations[notebook]'") from None
    shared = _value(gpus)
    panels = roofline_panels(report, [_value(context) for context in contexts], shared, batches)
    style = {"font.size": 10, "axes.spines.top": False, "axes.spines.right": False, "svg.fonttype": "none"}
    with matplotlib.style.context(["default", style]):
        figure = _drawn(report, panels, shared)
    figure.set_label(f"{_title(report, shared)}\n{' '.join(map(_described, panels))}")
    return figure


def svg_text(figure: Figure) -> str:
    """The figure as SVG, the same for the same figure, with title, description and colours for a dark page.

    The text stays text. The first line of the figure's label is the title, the rest the description.
    """
    import matplotlib

    stream = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "derivations", "svg.fonttype": "none"}):
        nameless = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(stream, format="svg", metadata=nameless)
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", stream.getvalue()[stream.getvalue().index("<svg") :], flags=re.S)
    title, _, description = str(figure.get_label()).partition("\n")
    head = (
        f"<title>{escape(title)}</title>\n <desc>{escape(description)}</desc>\n"
        f" <style>@media (prefers-color-scheme: dark) {{ {_dark_rules()} }}</style>"
    )
    text = text.replace("<svg ", '<svg role="img" class="derivations-plot" style="max-width: 100%; height: auto" ', 1)
    return re.sub(r"(<svg [^>]*>)", lambda match: f"{match[1]}\n {head}", text, count=1)


def roofline_panels(
    report: Report, contexts: Iterable[Value], gpus: Value, batches: tuple[int, int] | None = None
) -> tuple[Panel, ...]:
    """The numbers of `roofline_plot`, exactly; raises as it does."""
    derivation = report.derivation
    views = []
    for context in contexts:
        scenario = report.scenario.with_values({"L": context, "G": gpus})
        views.append((context, Evaluation(derivation, scenario, report.claim.outside)))
    lines = [(context, evaluation, *_balance(report, evaluation)) for context, evaluation in views]
    if batches is None:
        found = [point[0] for *_, point, _ in lines if point is not None]
        if not found:
            raise InputError("no balance to draw at any of the contexts: give batches=(first, last)")
        batches = (0, _round_up(2 * max(found)))
    first, last = map(Fraction, batches)
    if not 0 <= first < last:
        raise InputError(f"batches go from a smaller to a larger number, not {batches}")
    grid = [first + (last - first) * place / _POINTS for place in range(_POINTS + 1)]
    panels = []
    for context, evaluation, balance, why_not in lines:
        here = sorted({*grid, balance[0]}) if balance is not None and first < balance[0] < last else grid
        curves = tuple(Curve(name, _points(evaluation, derivation[name], here)) for name in _LINES)
        panels.append(Panel(context, curves, _bound(derivation, evaluation, here), balance, why_not))
    return tuple(panels)


def _balance(report: Report, evaluation: Evaluation) -> tuple[Point | None, str]:
    """Batch and time at the balance, or None and the reason."""
    step = report.headline
    if step.relation is None:
        return None, report.verdict
    line = evaluation.line(step.name)
    if line.value is None:
        return None, line.result
    return (line.value, _function(evaluation, report.derivation[_ROOFLINE].rhs)(line.value)), ""


def _bound(derivation: Derivation, evaluation: Evaluation, grid: Sequence[Fraction]) -> tuple[Curve, ...]:
    """The roofline in stretches, each named after the time that it follows, or after the roofline itself."""
    regimes = [
        (next((name for name in _LINES if derivation[name].lhs == step.rhs), _ROOFLINE), step)
        for step in derivation
        if step.rule == "split" and step.inputs == (_ROOFLINE,) and step.verdict.holds
    ]
    if not regimes:
        return (Curve(_ROOFLINE, _points(evaluation, derivation[_ROOFLINE], grid)),)
    curves = []
    for name, step in regimes:
        sides = [(_function(evaluation, c.lhs), _function(evaluation, c.rhs)) for c in step.conditions]
        within = [(batch, all(left(batch) <= right(batch) for left, right in sides)) for batch in grid]
        for holds, stretch in groupby(within, key=lambda item: item[1]):
            batches = [batch for batch, _ in stretch]
            if holds and len(batches) > 1:
                curves.append(Curve(name, _points(evaluation, step, batches)))
    return tuple(sorted(curves, key=lambda curve: curve.points[0]))


def _points(evaluation: Evaluation, step: Step, grid: Iterable[Fraction]) -> tuple[Point, ...]:
    time = _function(evaluation, step.rhs)
    return tuple((batch, time(batch)) for batch in grid)


def _function(evaluation: Evaluation, expression: Expr) -> Callable[[Fraction], Fraction]:
    """An expression as a function of the batch; raises `InputError` if another quantity has no value."""
    notation = evaluation.derivation.notation
    batch = notation["B"].symbol
    known = {
        notation[name].symbol: Rational(value.number.numerator, value.number.denominator)
        for name, value in evaluation.scenario.values.items()
    }
    filled = evaluation.expanded(expression).xreplace(UNITS_TO_ONE).xreplace(known)
    missing = sorted(symbol.name for symbol in filled.free_symbols - {batch})
    if missing:
        raise InputError(f"the plot needs values for {', '.join(missing)}")

    def at(size: Fraction) -> Fraction:
        number = filled.xreplace({batch: Rational(size.numerator, size.denominator)})
        return Fraction(str(number))

    return at


def _value(text: str | Value) -> Value:
    return text if isinstance(text, Value) else parse_value(text)


def _round_up(number: Fraction) -> int:
    """The next number with two figures that ends in an even one."""
    step = 1
    while step * 50 < number:
        step *= 10
    return -(-number // (2 * step)) * 2 * step


def _title(report: Report, gpus: Value) -> str:
    return f"Time per pass against batch, {report.scenario.title}, {gpus}"


def _described(panel: Panel) -> str:
    (low, high), (start, floor) = (panel.bound[0].points[0][0], panel.bound[-1].points[-1][0]), panel.bound[0].points[0]
    text = f"At a context of {panel.context}, batches from {int(low):,} to {int(high):,}: the lower bound "
    text += f"starts at {_time(floor)}" if start == low else f"is {_time(floor)} at first"
    text += " and follows " + ", then ".join(curve.step.replace("-", " ") for curve in panel.bound)
    if panel.balance is not None:
        batch, time = panel.balance
        return f"{text}; the two meet at a batch of {_batch(batch)}, at {_time(time)}."
    return f"{text}; {panel.why_not}."


def _time(number: Fraction) -> str:
    return format_value(number, parse_value("1 s").dimension, "s", 3)


def _batch(number: Fraction) -> str:
    return format_value(number, parse_value("1 sequence").dimension, "sequence")


def _dark_rules() -> str:
    rules = []
    for light, dark in COLOURS.values():
        for way in ("fill", "stroke"):
            rules.append(f'.derivations-plot [style*="{way}: {light}"] {{ {way}: {dark} !important }}')
    return " ".join(rules)


def _drawn(report: Report, panels: Sequence[Panel], gpus: Value) -> Figure:
    from matplotlib.figure import Figure

    paper, ink, quiet = (COLOURS[role][0] for role in ("paper", "ink", "quiet"))
    highest = max(y for panel in panels for curve in panel.bound for _, y in curve.points)
    scale, unit = next(((size, unit) for size, unit in _SCALES if highest >= size), _SCALES[-1])
    figure = Figure(figsize=(7.2, 0.9 + 3.1 * len(panels)), facecolor=paper)
    places = figure.subplots(len(panels), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    batch, time = (report.derivation.notation[name] for name in ("B", "T"))
    for axes, panel in zip(places, panels, strict=True):
        _draw_panel(axes, panel, scale)
        axes.set_ylabel(f"{time.meaning} [{unit}]", color=ink)
        axes.set_ylim(0, float(highest / scale) * 1.06)
    places[-1].set_xlabel(f"{batch.meaning} [{batch.unit}]", color=ink)
    figure.suptitle(
        "\n".join(textwrap.wrap(f"{report.scenario.title}, {gpus}", 76)), x=0.02, y=0.985, ha="left", va="top",
        color=quiet, fontsize=9,
    )  # fmt: skip
    figure.subplots_adjust(left=0.1, right=0.83, top=1 - 0.68 / figure.get_figheight(), bottom=0.09, hspace=0.2)
    return figure


def _draw_panel(axes: Any, panel: Panel, scale: Fraction) -> None:
    colour = {role: light for role, (light, _) in COLOURS.items()} | {_ROOFLINE: COLOURS["ink"][0]}
    axes.set_facecolor(colour["paper"])
    axes.grid(True, color=colour["rule"], linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(colors=colour["quiet"])
    axes.xaxis.set_major_formatter("{x:,.0f}")
    for side in ("left", "bottom"):
        axes.spines[side].set_color(colour["quiet"])
    for curve in panel.lines:
        axes.plot(*_floats(curve.points, scale), color=colour[curve.step], linewidth=1.3,
                  linestyle=(0, (5, 3)) if curve.step == _FLOOR else "solid")  # fmt: skip
    for curve in panel.bound:
        axes.plot(*_floats(curve.points, scale), color=colour[curve.step], linewidth=4, solid_capstyle="butt")
    axes.set_xlim(float(panel.lines[0].points[0][0]), float(panel.lines[0].points[-1][0]))
    axes.set_title(f"context {panel.context}", loc="left", fontsize=10, color=colour["ink"], fontweight="bold")
    bold = {curve.step for curve in panel.bound[-1:]}
    ends = [(float(curve.points[-1][1] / scale), curve.step) for curve in panel.lines]
    for height, step in ends:
        axes.annotate(step.replace("-", " "), (1, height), (6, 0), ("axes fraction", "data"), "offset points",
                      color=colour[step], va="center", fontweight="bold" if step in bold else "normal")  # fmt: skip
    if panel.balance is None:
        axes.text(0.03, 0.93, "\n".join(textwrap.wrap(panel.why_not, 46)), transform=axes.transAxes, va="top",
                  color=colour["ink"])  # fmt: skip
        return
    (x,), (y,) = _floats([panel.balance], scale)
    axes.plot([x], [y], "o", color=colour["ink"], markersize=8, zorder=5)
    axes.annotate(f"balance\n{_batch(panel.balance[0])}\n{_time(panel.balance[1])}", (x, y), (-12, 10),
                  textcoords="offset points", ha="right", color=colour["ink"])  # fmt: skip


def _floats(points: Sequence[Point], scale: Fraction) -> tuple[list[float], list[float]]:
    return [float(x) for x, _ in points], [float(y / scale) for _, y in points]
