"""solve: an equation turned round, every branch with its conditions."""

from fractions import Fraction
from random import Random

import pytest

from derivations.derivation.rules.base import Input, Outcome
from derivations.derivation.rules.solve import Solve
from derivations.errors import UndecidedError
from derivations.language.tree import WrittenRelation
from derivations.proof.verdict import Finding

from ...proof.numeric import holds, point, value
from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Solve), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Solve), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def _solved(text: str, unknown: str) -> list[str]:
    return [str(outcome.relation) for outcome in _rule(unknown).compute((Input("equation", of(text)),), NOTATION)]


def _rule(unknown: str) -> Solve:
    return Solve(NOTATION[unknown].symbol)


@pytest.mark.parametrize(
    ("text", "unknown", "reason"),
    [
        ("t = a", "x", "x does not occur in t = a"),
        ("a/(b*x) = c/(b*x)", "x", "x cancels from .*, which holds for all of its values or for none"),
        ("a*x = b*x", "x", "x cancels from a\\*x = b\\*x"),
        ("max(x, a) = b*x", "x", "no closed form for x"),
        ("x^5 + a*x = b", "x", "degree 5"),
        ("a*b*c*x/(t*u) = b*d*p*q*(1 + (x/f)^3)/(a*c*t) + b*x*L*q/(t*d)", "x", "x that could be written"),
        ("a*x + b = 0", "x", "no solution for x in its domain"),
        ("f = 1 + a", "f", "no solution for f in its domain"),
        ("x^2 >= a", "x", "not linear in x"),
        ("(a - b)*x >= c", "x", "has no definite sign"),
        ("exp(x) + x = a", "x", "no closed form for x"),
    ],
)
def test_where_there_is_no_answer_the_reason_is_given(text: str, unknown: str, reason: str) -> None:
    with pytest.raises(UndecidedError, match=reason):
        _solved(text, unknown)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x^2*exp(x) = a", "no closed form for x by Lambert's W: no line times an exponential"),
        ("exp(x) + exp(2*x) = a", "no line times an exponential"),
        ("(x + a)*exp(x) = b - x", "no line times an exponential"),
        ("exp(x^2) = a*x", "no line times an exponential"),
        ("x*exp(x) = -a", "no solution for x in its domain"),
        ("x*exp(r*x) = a", "the exponential may rise or fall"),
        ("(x + r)*exp(x) = a", "on which branch it is, is not known"),
        ("f*exp(f) = a", "only for positive and for real ones"),
    ],
)
def test_what_lambert_does_not_solve_is_told(text: str, reason: str) -> None:
    unknown = "f" if text.startswith("f") else "x"
    with pytest.raises(UndecidedError, match=reason):
        Solve(NOTATION[unknown].symbol, by_lambert=True).compute((Input("equation", of(text)),), NOTATION)


def test_every_admissible_branch_is_an_outcome() -> None:
    assert len(_solved("x^2 + b = a*x", "x")) == 2
    assert len(_solved("x^2 = a*x + b", "x")) == 1


def test_complex_roots_are_no_branches() -> None:
    assert _solved("x^3 = a", "x") == ["x = a^(1/3)"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [("(c - d)*x^2 = (c - d)*a", "x = sqrt(a)"), ("(c - d)*x = (c - d)*a", "x = a"),
     ("(c - d)*sqrt(x) = (c - d)*a", "x = a^2"), ("(c - d)*(x^2 - a*x - b) = 0", "x = a/2 + sqrt(a^2/4 + b)")],
)
def test_a_factor_that_may_vanish_leaves_room_for_other_solutions(text: str, answer: str) -> None:
    """At c = d every x solves these equations, so that the answer is never called proven."""
    try:
        found = _rule("x").check((Input("equation", of(text)),), Outcome(of(answer)), NOTATION).verdict
    except UndecidedError:
        return
    assert found.finding is not Finding.PROVEN


def test_redundant_conditions_are_left_out() -> None:
    outcome = _rule("x").compute((Input("equation", of("sqrt(x) = a - b")),), NOTATION)[0]
    assert [str(condition) for condition in outcome.conditions] == ["b < a"]


def test_a_solution_that_is_no_root_of_the_equation_is_refuted() -> None:
    found = _rule("x").check((Input("equation", of("x^2 + a = 2*x")),), Outcome(of("x = a")), NOTATION).verdict
    assert found.finding is Finding.REFUTED


def test_a_max_stays_whole_when_only_a_factor_is_divided_by() -> None:
    assert _solved("b*x >= max(a, c)", "x") == ["x >= max(a, c)/b"]


@pytest.mark.parametrize("case", [case for case in right_uses(Solve) if "<=" not in case.given[0] + case.says
                                  and ">" not in case.given[0]], ids=str)
def test_conditions_say_exactly_where_there_is_a_solution(case: Case) -> None:
    """In numbers: where they hold, the value is in the domain and solves; where they fail, it is not."""
    outcome, random, seen = case.outcome, Random(case.title), set()
    assert outcome.relation is not None
    name, equation = outcome.relation.written_left, case.inputs[0].relation.written
    for _ in range(60):
        values = point(NOTATION, random)
        inside = all(holds(condition.written, values) for condition in outcome.conditions)
        found = value(outcome.relation.written.right, values)
        seen.add(inside)
        if not inside:
            admissible = found is not None and NOTATION[name].range.contains(found)
            assert not admissible or not _solves(equation, values, name, found)
            continue
        assert found is not None
        assert NOTATION[name].range.contains(found)
        assert _solves(equation, values, name, found)
    assert True in seen
    assert (False in seen) == bool(outcome.conditions)


def _solves(equation: WrittenRelation, values: dict[str, Fraction], name: str, found: float | Fraction) -> bool:
    here = {**values, name: found if isinstance(found, Fraction) else Fraction(found)}
    left, right = value(equation.left, here), value(equation.right, here)
    return left is not None and right is not None and abs(left - right) <= 1e-9 * max(abs(left), abs(right))


def test_an_unknown_that_may_be_zero_is_so_where_its_root_is() -> None:
    """sqrt(L) = s has a solution at s = 0, too."""
    inputs = (Input("equation", of("sqrt(L) = s")),)
    (outcome,) = _rule("L").compute(inputs, NOTATION)
    assert [str(condition) for condition in outcome.conditions] == ["0 <= s"]
    assert _rule("L").check(inputs, outcome, NOTATION).verdict.finding is Finding.PROVEN
