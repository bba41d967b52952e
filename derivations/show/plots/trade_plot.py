"""A plot of two costs against one scale: where their sum is least, and where they are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError
from derivations.numbers.format import format_number
from derivations.numbers.value import Value, parse_value
from derivations.show.plots.drawing import LIGHT, decades, drawing, frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure



RISING, FALLING, SUM = "rising-cost", "falling-cost", "sum-of-powers"
CHEAPEST = "cheapest-scale"
_COLOUR = {RISING: LIGHT["first"], FALLING: LIGHT["second"], SUM: LIGHT["ink"]}
_NAMES = {RISING: "rising cost", FALLING: "falling cost", SUM: "both"}
_POINTS = 24  # to either side of the cheapest scale
_REACH = Fraction(5)  # times the cheapest scale, drawn to either side
_WIDTH, _HEIGHT = 7.6, 3.5  # inches

Exponents = tuple[str, str]


@dataclass(frozen=True)
class Trade:
    """Two costs over a range of scales, exactly as the relations give them, and the cheapest scale."""

    exponents: Exponents
    curves: dict[str, tuple[tuple[Fraction, Fraction], ...]]
    cheapest: Fraction
    costs: dict[str, Fraction]  # at the cheapest scale

    def __str__(self) -> str:
        """The panel in words."""
        p, q = self.exponents
        shown = [format_number(self.costs[step], 3) for step in (RISING, FALLING)]
        return (
            f"Exponents {p} and {q}: the sum is least at a scale of {format_number(self.cheapest, 3)}, "
            f"where the rising cost is {shown[0]} and the falling cost {shown[1]}."
        )


def trades(report: EvaluatedClaim, exponents: Sequence[Exponents]) -> tuple[Trade, ...]:
    """One trade for each pair of exponents of the rising and the falling cost, both costs 1 FLOP at scale one.

    Raises `UnknownNameError` if the derivation has no such costs, `InputError` for exponents that are none.
    """
    return tuple(_trade(report, pair) for pair in exponents)


def trade_plot(report: EvaluatedClaim, exponents: Sequence[Exponents]) -> Figure:
    """The two costs and their sum, a panel for each pair of exponents, as a matplotlib figure.

    The figure's label holds a title and a description in words. Raises `InputError` if matplotlib is missing or no
    pair is given, and what `trades` raises.
    """
    drawn = trades(report, exponents)
    if not drawn:
        raise InputError("a plot of a trade needs at least one pair of exponents")
    with drawing(**{"font.size": 10}):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(_WIDTH, _HEIGHT), facecolor=LIGHT["paper"])
        places = figure.subplots(1, len(drawn), squeeze=False)[0]
        for axes, trade in zip(places, drawn, strict=True):
            _draw(axes, trade)
        places[0].set_ylabel("cost [FLOP]", color=LIGHT["ink"])
        figure.subplots_adjust(left=0.075, right=0.98, top=0.9, bottom=0.15, wspace=0.2)
    figure.set_label("\n".join(("Two costs against one scale", *map(str, drawn))))
    return figure


def _trade(report: EvaluatedClaim, exponents: Exponents) -> Trade:
    one = parse_value("1 FLOP")
    given = {"a_up": one, "a_down": one, "p_up": parse_value(exponents[0]), "q_down": parse_value(exponents[1])}
    cheapest = _at(report, given, CHEAPEST)
    scales = [cheapest * _spread(place) for place in range(-_POINTS, _POINTS + 1)]
    curves = {
        step: tuple((x, _at(report, {**given, "x_scale": Value.of(x, "")}, step)) for x in scales)
        for step in (RISING, FALLING, SUM)
    }
    costs = {step: dict(curve)[cheapest] for step, curve in curves.items()}
    return Trade(exponents, curves, cheapest, costs)


def _spread(place: int) -> Fraction:
    """From 1/_REACH to _REACH in even steps of a logarithmic axis, as fractions of few digits."""
    return Fraction(float(_REACH) ** (place / _POINTS)).limit_denominator(1000)


def _at(report: EvaluatedClaim, given: dict[str, Value], step: str) -> Fraction:
    seen = report.evaluation.again(report.scenario.with_values(given))
    line = seen.line(step)
    if line.value is None:
        raise InputError(f"{step} has no number for these exponents: {line.result}")
    return line.value


def _draw(axes: Any, trade: Trade) -> None:
    """The curves, and the costs where their sum is least."""
    p, q = trade.exponents
    decades(axes, "{x:g}")
    frame(axes)
    for step, curve in trade.curves.items():
        xs, ys = ([float(point[side]) for point in curve] for side in (0, 1))
        axes.plot(xs, ys, color=_COLOUR[step], linewidth=3 if step == SUM else 1.5)
    best = float(trade.cheapest)
    axes.axvline(best, color=LIGHT["quiet"], linewidth=0.9, linestyle=(0, (1, 2)))
    top = 5 * float(trade.costs[SUM])
    axes.set_ylim(0, top)
    for step, cost in trade.costs.items():
        axes.plot([best], [float(cost)], "o", color=_COLOUR[step], markersize=6, zorder=5)
    lines = [f"{_NAMES[step]} {format_number(cost, 3)}" for step, cost in trade.costs.items()]
    for place, (step, line) in enumerate(zip(trade.costs, lines, strict=True)):
        axes.annotate(line, (best, top), (6, -14 - 15 * place), textcoords="offset points", color=_COLOUR[step],
                      va="center", bbox={"facecolor": LIGHT["paper"], "edgecolor": "none", "pad": 1})
    axes.set_title(f"exponents {p} and {q}", loc="left", fontsize=10, color=LIGHT["ink"], fontweight="bold")
    axes.set_xlabel("scale that is chosen", color=LIGHT["ink"])
