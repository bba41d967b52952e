"""limit: to zero and without bound."""

from fractions import Fraction
from random import Random

import pytest

from derivations.derivation.rules.base import Input, Outcome
from derivations.derivation.rules.calculus import Limit
from derivations.errors import UndecidedError
from derivations.language.quantity import Quantity
from derivations.language.relation import relation
from derivations.proof.verdict import Finding

from ...proof.numeric import holds, point, value
from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Limit), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Limit), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def _limit(text: str, variable: str, *, to_infinity: bool = False, conditions: tuple[str, ...] = ()) -> Outcome:
    rule = Limit(NOTATION[variable].symbol, to_infinity)
    return rule.compute((Input("first", of(text), tuple(map(of, conditions))),), NOTATION)[0]


def test_the_note_says_what_goes_where() -> None:
    assert _limit("t = a/(b + L)", "L").note == "as L → 0"
    assert _limit("t = a*x/(b + x)", "x", to_infinity=True).note == "as x → ∞"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("t = a/L", "has no finite limit"),
        ("L = a", "L is on the left side"),
        ("t = L^L", "L stands in a function or an exponent"),
        ("t = ceil(L)", "L stands in a function or an exponent"),
        ("t = max(a, L)", "split it into regimes first"),
    ],
)
def test_where_there_is_no_limit_the_reason_is_given(text: str, reason: str) -> None:
    with pytest.raises(UndecidedError, match=reason):
        _limit(text, "L")


def test_a_condition_in_the_variable_is_taken_to_the_limit() -> None:
    assert [str(c) for c in _limit("t = a/(b + L)", "L", conditions=("a < b + L",)).conditions] == ["a < b"]
    assert _limit("t = a/(b - c*L)", "L", conditions=("c*L < b",)).conditions == ()


def test_a_condition_that_fails_close_to_the_limit_leaves_the_step_undecided() -> None:
    with pytest.raises(UndecidedError, match="does not survive x → ∞"):
        _limit("t = a + b/x", "x", to_infinity=True, conditions=("x < c",))


@pytest.mark.parametrize(
    ("text", "variable", "to_infinity"), [("t = a*f", "f", True), ("t = a/n", "n", False), ("t = a*k", "k", True)]
)
def test_a_quantity_only_goes_where_its_domain_reaches(text: str, variable: str, to_infinity: bool) -> None:
    """A share does not grow without bound, and a count does not go to zero."""
    wide = NOTATION.extended([Quantity("k", "", "few", at_most="a")])
    rule = Limit(wide[variable].symbol, to_infinity)
    with pytest.raises(UndecidedError, match=f"{variable} does not go to"):
        rule.compute((Input("first", relation(text, wide)),), wide)


@pytest.mark.parametrize("case", right_uses(Limit), ids=str)
def test_values_come_close_to_the_limit(case: Case) -> None:
    rule, outcome, random, tried = case.rule, case.outcome, Random(case.title), 0
    assert isinstance(rule, Limit)
    assert outcome.relation is not None
    for _ in range(20):
        values = point(NOTATION, random)
        if not all(holds(condition.written, values) for condition in outcome.conditions):
            continue
        tried += 1
        far = Fraction(10**12)
        near = {**values, rule.variable.name: far if rule.to_infinity else 1 / far}
        close = value(case.inputs[0].relation.written.right, near)
        limit = value(outcome.relation.written.right, values)
        assert abs(close - limit) <= 1e-3 * max(1, abs(limit))
        assert all(holds(condition.written, near) for condition in case.inputs[0].conditions)
    assert tried


def test_a_denominator_that_may_vanish_close_to_the_limit_is_not_passed_over() -> None:
    """(a - b) c/(a - b + x) goes to c, but not where a = b: there it is zero all the way."""
    inputs = (Input("first", of("t = (a - b)*c/(a - b + x) + d")),)
    found = Limit(NOTATION["x"].symbol).check(inputs, Outcome(of("t = c + d")), NOTATION).verdict
    assert (found.finding, found.reason) == (Finding.INCONCLUSIVE, "a denominator may vanish as x → 0")


def test_a_denominator_that_the_limit_keeps_is_no_matter() -> None:
    inputs = (Input("first", of("r = c/(a - b + x)")),)
    assert Limit(NOTATION["x"].symbol).check(inputs, Outcome(of("r = c/(a - b)")), NOTATION).verdict.holds


@pytest.mark.parametrize(("text", "outcome"), [("t = any_g(L)", "t = any_g(0)"), ("t = b*L^L", "t = b")])
def test_no_point_refutes_a_limit_that_is_inside_a_function_or_a_power(text: str, outcome: str) -> None:
    """What goes to zero there has the name of a quantity of the notation, and is none."""
    found = Limit(NOTATION["L"].symbol).check((Input("first", of(text)),), Outcome(of(outcome)), NOTATION).verdict
    assert found.finding is Finding.INCONCLUSIVE


def test_a_condition_that_holds_a_power_of_the_variable_is_not_that_of_a_quantity() -> None:
    rule, given = Limit(NOTATION["L"].symbol), Input("first", of("t = b + L"), (of("L^L < c"),))
    with pytest.raises(UndecidedError, match="the condition L\\^L < c is not followed"):
        rule.check((given,), Outcome(of("t = b"), (of("u^u < c"),)), NOTATION)


@pytest.mark.parametrize(
    ("text", "variable", "to_infinity", "outcome", "conditions"),
    [
        ("t = b*a^L + c", "L", False, "t = b + c", []),
        ("t = b*a^x + c", "x", True, "t = c", ["a < 1"]),
        ("t = b*x^3*a^x + c", "x", True, "t = c", ["a < 1"]),
        ("t = b*exp(-x) + c", "x", True, "t = c", []),
        ("t = b*a^(c/x)", "x", True, "t = b", []),
        ("t = b*a^(c/x)", "x", False, "t = 0", ["a < 1"]),
        ("t = b*a^(c*x/(x + b))", "x", True, "t = a^c*b", []),
    ],
)
def test_a_power_with_the_variable_in_its_exponent_has_a_limit(
    text: str, variable: str, to_infinity: bool, outcome: str, conditions: list[str]
) -> None:
    """Where the exponent grows beyond all bounds, that of a fraction goes to zero faster than any power of it grows."""
    found = _limit(text, variable, to_infinity=to_infinity)
    assert ((str(found.relation), [str(each) for each in found.conditions])) == (outcome, conditions)
    rule = Limit(NOTATION[variable].symbol, to_infinity)
    given = (Input("first", of(text)),)
    assert rule.check(given, found, NOTATION).verdict.finding is Finding.PROVEN
    if conditions:  # at any base there is no such limit
        unconditioned = rule.check(given, Outcome(of(outcome)), NOTATION).verdict
        assert (unconditioned.holds, "for the power to have a limit" in unconditioned.reason) == (False, True)
    wrong = Outcome(of(f"{outcome} + 1"), found.conditions)
    assert rule.check(given, wrong, NOTATION).verdict.finding is Finding.REFUTED


@pytest.mark.parametrize(
    ("text", "outcome", "condition", "finding"),
    [
        ("t = b/(1 + a^x)", "t = 0", "a > 1", Finding.INCONCLUSIVE),  # true, and by no rule that there is
        ("t = b/(1 + a^x)", "t = 2*b", "a < 1", Finding.REFUTED),
        ("t = b*(1 - a^x)", "t = 0", "a < 1", Finding.REFUTED),
    ],
)
def test_no_point_refutes_a_limit_where_the_power_has_another(
    text: str, outcome: str, condition: str, finding: Finding
) -> None:
    given = (Input("first", of(text)),)
    rule = Limit(NOTATION["x"].symbol, to_infinity=True)
    assert rule.check(given, Outcome(of(outcome), (of(condition),)), NOTATION).verdict.finding is finding


def test_how_fast_a_power_falls_is_not_taken_for_nothing() -> None:
    """(1 - a^L)/L goes to -log(a): the difference in the numerator vanishes, and so does what it is divided by."""
    given = (Input("first", of("t = (1 - a^L)/L")),)
    found = Limit(NOTATION["L"].symbol).check(given, Outcome(of("t = 0")), NOTATION).verdict
    assert found.finding is Finding.INCONCLUSIVE
