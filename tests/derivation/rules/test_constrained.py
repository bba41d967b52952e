"""minimise subject to: Lagrange's condition, the only point at which it holds, and what has none."""

from math import exp, isclose, log
from random import Random

import pytest

from derivations.derivation.rules.base import Checked, Input, Outcome
from derivations.derivation.rules.constrained import MinimiseSubjectTo
from derivations.derivation.rules.solve import Solve
from derivations.errors import UndecidedError
from derivations.proof.verdict import Finding, inconclusive

from ...proof.numeric import point, value
from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong

RULE = MinimiseSubjectTo(NOTATION["x"].symbol, NOTATION["b"].symbol)


@pytest.mark.parametrize("case", right_uses(MinimiseSubjectTo), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(MinimiseSubjectTo), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def _inputs(target: str, law: str, *conditions: str) -> tuple[Input, ...]:
    return Input("first", of(target), tuple(map(of, conditions))), Input("law", of(law))


@pytest.mark.parametrize(
    ("target", "law", "reason"),
    [
        ("t <= p*x + q*b", "u = b*x", "bounds from above"),
        ("t = p*x + q*b", "u <= b*x", "is no equation"),
        ("t = p*x + q*b", "-u = b*x", "cannot be met"),
        ("t = p*x + q*b", "b*x + u = 0", "cannot be met"),
        ("t = p*x + q*b", "u = p*x", "leaves b free"),
        ("t = p + q", "u = b*x", "depends on neither x nor b"),
        ("x = p*b", "u = b*x", "x is on the left side"),
        ("t = max(p*x, q*b)", "u = b*x", "split it into regimes first"),
        ("t = p*x + q*b", "u = max(b, x)", "split it into regimes first"),
        ("t = p*x + q*b", "u = b*(x - a)^2", "may turn back"),
        ("t = sqrt(x - a) + q*b", "u = b*x", "may have no value"),
    ],
)
def test_what_is_not_covered_is_undecided(target: str, law: str, reason: str) -> None:
    with pytest.raises(UndecidedError, match=reason):
        RULE.compute(_inputs(target, law), NOTATION)


def test_a_condition_on_what_varies_is_undecided() -> None:
    """The least may then lie where the condition ends."""
    with pytest.raises(UndecidedError, match="the least may lie where x > 2 ends"):
        RULE.compute(_inputs("t = p*x + q*b", "u = b*x", "x > 2"), NOTATION)


@pytest.mark.parametrize(
    ("target", "law", "note"),
    [
        ("t = p*x + q/b", "u = b*x", "along u = b*x every smaller x has a smaller t, down to the lowest"),
        ("t = p/x + q*b", "u = b*x", "no finite optimum: along u = b*x every larger x has a smaller t, however large"),
        ("t = p*x + 2*p*b", "u = b + x",
         "along u = b + x every larger x has a smaller t, up to the edge, where x < u no longer holds"),
        ("t = p*x + q*b", "a = b - x", "along a = b - x every smaller x has a smaller t, down to the lowest"),
        ("t = p/x + q/b", "a = b - x", "along a = b - x every larger x has a smaller t, however large"),
        ("t = p*x + q*b", "b = x - a",
         "along b = x - a every smaller x has a smaller t, up to the edge, where a < x no longer holds"),
        ("t = p/x + q/b", "u*b^5 + b = x",
         "every larger x has a smaller t, so that it is least at an end, or nowhere"),
        ("t = b*x", "u = b + x", "t is greatest where it neither falls nor rises"),
        ("t = p*x + q*b", "u = b^2 + x^2", "t is greatest where it neither falls nor rises"),
        ("t = (b*x)^2", "u = b*x", "t is the same all along u = b*x"),
    ],
)
def test_a_least_value_at_an_end_or_nowhere_is_told_as_that(target: str, law: str, note: str) -> None:
    inputs = _inputs(target, law)
    (outcome,) = RULE.compute(inputs, NOTATION)
    assert outcome.relation is None
    assert note in outcome.note
    found = RULE.check(inputs, outcome, NOTATION).verdict
    assert (found.finding, found.reason) == (Finding.REFUTED, outcome.note)


def test_where_a_curve_ends_is_told_of_a_solution_that_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solved for b the curve would go on however large x is, if that were shown; here the proof is kept away."""
    inputs = _inputs("t = p/x + q/b", "u*b^2 + b = x")
    (outcome,) = RULE.compute(inputs, NOTATION)
    assert outcome.note.endswith("every larger x has a smaller t, however large")
    monkeypatch.setattr(Solve, "check", lambda *_: Checked(inconclusive("not shown")))
    (outcome,) = RULE.compute(inputs, NOTATION)
    assert outcome.note.endswith("every larger x has a smaller t, so that it is least at an end, or nowhere")


def test_that_there_is_no_optimum_is_no_way_out() -> None:
    """Where there is one, nobody can say that there is none."""
    found = RULE.check(_inputs("t = p*x + q*b", "u = b*x"), Outcome(None, (), "no optimum"), NOTATION).verdict
    assert found.finding is Finding.INCONCLUSIVE


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("target", "law"),
    [
        ("t = p*x + q*b", "u = b*x"),
        ("t = p/x + q/b", "u = b + x"),
        ("t = c*x*(b + d)", "u = p/x^f + q/b^mfu"),
        ("t = c*x + d*b", "u = p/x + q/b"),
    ],
)
def test_the_condition_holds_where_the_cost_is_least_in_numbers(target: str, law: str) -> None:
    """Golden section along the curve, which is followed by bisection, ends where the condition holds."""
    (outcome,) = RULE.compute(_inputs(target, law), NOTATION)
    assert outcome.relation is not None
    formula, curve, random = of(target).written.right, of(law).written.right, Random(target + law)
    for _ in range(2):
        values = point(NOTATION, random)
        rises = value(curve, {**values, "b": values["b"] * 2}) > value(curve, values)
        goal = value(curve, values)

        def along(log_x: float) -> dict[str, float]:
            low, high = -60.0, 60.0
            for _ in range(70):
                middle = (low + high) / 2
                here = {**values, "x": exp(log_x), "b": exp(middle)}  # noqa: B023
                low, high = (middle, high) if (value(curve, here) < goal) == rises else (low, middle)  # noqa: B023
            return {**values, "x": exp(log_x), "b": exp(low)}  # noqa: B023

        centre = log(values["x"])
        low, high = centre - 30, centre + 30
        for _ in range(50):
            first, second = low + (high - low) / 3, high - (high - low) / 3
            costs = [value(formula, along(place)) for place in (first, second)]
            low, high = (low, second) if costs[0] < costs[1] else (first, high)
        best = along(low)
        sides = [value(side, best) for side in (outcome.relation.written.left, outcome.relation.written.right)]
        assert isclose(*sides, rel_tol=1e-3), (str(outcome.relation), best)
