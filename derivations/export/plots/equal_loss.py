"""What models of one loss cost over their life: small ones that are trained on many tokens, and large ones on few."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import UndecidedError
from derivations.export.plots.panels import Line, Panel, panels_plot
from derivations.export.plots.paper import for_paper
from derivations.numbers.format import format_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FIT = "besiroglu"  # the reading that has the constants of a fitted law
_FITTED, _FLOOR = ("fit_A", "fit_B", "fit_alpha", "fit_beta"), "loss_floor"  # which is the same on both sides
_LAW, _TOKENS = "fitted-law", ("data-by-inference", "tokens")  # of either claim
_COSTS = {"pre-training": "pretraining-cost", "inference": "inference-cost"}
_SHORT, _LONG, _POINTS = 1 / 40, 4, 161  # times the tokens that follow: from where, to where, at how many places
_TRILLION, _UNIT = 1e12, 1e24
_WIDTH = "4in"
_NEAR = 0.95  # from where on one mark says both


def equal_loss_plot(report: EvaluatedClaim) -> Figure:
    """The cost of pre-training, of inference and of both for models of one loss, as a matplotlib figure.

    For a report on `chinchilla` or `overtraining-optimum`: the loss is that of its model on the tokens that follow, by
    a fitted law, for `chinchilla` that of one of its readings; the tokens served stay the same. Marked are those
    tokens, and where both together cost least, if that is elsewhere.
    Raises `UndecidedError` where there are none, and `InputError` if matplotlib is missing.
    """
    from sympy import lambdify, solve

    derivation = report.derivation
    fit = report.readings[_FIT].values if _FIT in report.readings else report.scenario.values
    seen = report.with_values({name: value for name, value in fit.items() if name in _FITTED})
    line = seen.numbers(next(name for name in _TOKENS if name in derivation))
    if (tokens := line.value) is None:
        raise UndecidedError(f"{line.step} has no number: {line.result}")
    law, letters = derivation[_LAW], {each.name: each.symbol for each in derivation.notation}
    numbers = {letters[name]: _number(seen, name) for name in ("a_pre", "a_inf", "eta", "D_inf")}
    numbers |= {letters[name]: _number(seen, name) for name in _FITTED} | {letters[_FLOOR]: 0.0}
    loss = law.rhs.subs(numbers).subs({letters["n_par"]: _number(seen, "N_active"), letters["n_tok"]: float(tokens)})
    (size,) = solve(law.as_eq(), letters["n_par"])
    at = {letters["N_active"]: size, letters["D_pre"]: letters["n_tok"]}
    costs = {name: lambdify(letters["n_tok"], derivation[step].rhs.subs(at).subs({law.lhs: loss}).subs(numbers))
             for name, step in _COSTS.items()}
    rows = list(_rows(costs, float(tokens)))
    least, _ = min(rows, key=lambda row: sum(row[1]))
    lines = [Line(name, [(each, row[place] / _UNIT) for each, row in rows], "10²⁴ FLOP")
             for place, name in enumerate(costs)]
    lines.append(Line("both", [(each, sum(row) / _UNIT) for each, row in rows], "10²⁴ FLOP", bold=True))
    marks = {f"as derived: {format_number(tokens / 10**12, 3)}": float(tokens) / _TRILLION}
    if not _NEAR < least * _TRILLION / float(tokens) < 1 / _NEAR:
        marks[f"least: {format_number(Fraction(least), 2)}"] = least
    panel = Panel(lines, "pre-training tokens [trillion tokens]", "cost over the life [10²⁴ FLOP]",
                  marks=marks, logarithmic="xy")
    title = "What models of one loss cost, over the tokens that they are trained on"
    return for_paper(panels_plot([panel], title), _WIDTH)


def _rows(costs: dict[str, Any], tokens: float) -> Iterator[tuple[float, tuple[float, ...]]]:
    """Trillions of tokens and the costs there, as far as a model of any size has that loss."""
    for place in range(_POINTS):
        each = tokens * _SHORT * (_LONG / _SHORT) ** (place / (_POINTS - 1))
        found = tuple(cost(each) for cost in costs.values())
        if all(isinstance(number, float) and number > 0 for number in found):
            yield each / _TRILLION, found


def _number(report: EvaluatedClaim, name: str) -> float:
    value = report.evaluation.value_of(name)
    if value is None:
        raise UndecidedError(f"{name} has no number")
    return float(value.number)
