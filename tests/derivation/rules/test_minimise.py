"""minimise: larger before it, no smaller after it."""

from fractions import Fraction
from random import Random

import pytest

from derivations.derivation.rules.base import Input, Outcome
from derivations.derivation.rules.minimise import Minimise, left_open
from derivations.errors import UndecidedError
from derivations.language.quantity import Quantity
from derivations.language.relation import relation
from derivations.proof.verdict import Finding

from ...proof.numeric import holds, point, value
from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Minimise), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Minimise), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def _minimised(text: str, over: str = "x", *conditions: str) -> Outcome:
    rule = Minimise(NOTATION[over].symbol)
    return rule.compute((Input("first", of(text), tuple(map(of, conditions))),), NOTATION)[0]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("t = a + b/x", "no finite optimum: t falls for every x, however large"),
        ("t = max(a/x, b + c/x)", "no finite optimum: t falls for every x, however large"),
        ("t = a + b*x", "no optimum: t rises for every x, down to the lowest"),
    ],
)
def test_a_function_that_only_falls_or_rises_has_no_optimum(text: str, note: str) -> None:
    outcome = _minimised(text)
    assert (outcome.relation, outcome.note) == (None, note)


@pytest.mark.parametrize(
    ("text", "over", "reason"),
    [
        ("t = a/f", "f", "no minimum inside: t falls for every f, least at the upper end, f = 1"),
        ("t = a*L + b", "L", "no minimum inside: t rises for every L, least at the lower end, L = 0"),
        ("t = max(a*n, b/n)", "n", "n counts whole numbers"),
        ("t = a*x/(b*x)", "x", "does not depend on x"),
        ("t = a", "x", "does not depend on x"),
        ("x = a*x + b", "x", "x is on the left side"),
        ("t = min(x/a, a/x)", "x", "has a min"),
        ("t = 1/max(x/a, a/x)", "x", "does not grow with its max"),
        ("t = b - max(x/a, a/x)", "x", "does not grow with its max"),
        # it grows with its max on either side of b, and falls over it: with the max it is never positive
        ("t = -1/(max(c + x, b - 1/(x/a + a/x)) - b)", "x", "does not grow with its max"),
        ("t = sqrt(max(x/a, a/x) - b)", "x", "does not grow with its max"),
        ("t = max(x, a) + max(a/x, b)", "x", "more than one max or min"),
        ("t = a/(x - b)^2 + c*x", "x", "no minimum"),
        ("t = x/(x^2 + a^2)", "x", "no minimum"),
        ("t = (x - a)^3", "x", "no minimum"),
        ("t = max(x/a, b/x, c)", "x", "no minimum"),
    ],
)
def test_what_is_not_covered_is_undecided(text: str, over: str, reason: str) -> None:
    with pytest.raises(UndecidedError, match=reason):
        _minimised(text, over)


def test_a_condition_on_the_quantity_itself_is_undecided() -> None:
    """The least may then lie where the condition ends."""
    with pytest.raises(UndecidedError, match=r"the least may lie where x > 2\*a ends"):
        _minimised("t = max(x/a, a/x)", "x", "x > 2*a")


def test_a_pole_between_two_valleys_is_not_passed_over() -> None:
    """The curve bends upward wherever its slope vanishes, but is lower on the other side of its pole."""
    inputs = (Input("first", of("t = a/(x - b)^2 + c*x")),)
    outcome = Outcome(of("x = b + (2*a/c)^(1/3)"))
    found = Minimise(NOTATION["x"].symbol).check(inputs, outcome, NOTATION).verdict
    assert (found.finding, found.reason) == (Finding.INCONCLUSIVE, "t may jump on the way")


def test_a_maximum_is_never_taken_for_a_minimum() -> None:
    inputs = (Input("first", of("t = x/(x^2 + a^2)")),)
    found = Minimise(NOTATION["x"].symbol).check(inputs, Outcome(of("x = a")), NOTATION).verdict
    assert not found.holds


@pytest.mark.parametrize(
    "text",
    [
        "t = max(a*x, b)/x", "t = max(a*x, b + c*x)/x", "t = max(x/a, b*c/x)", "t = max(a*x, b)/x + c",
        "t = max(x/a, a/x, 2)", "t = max(a*x, b/x)^2", "t = a*x + b/x", "t = a*x^p + c*x^(-q)", "t = a*x^2 + b/x",
        "t = a*sqrt(x) + b/x", "t = (a + b)*x + c/x^2", "t = a*x^p/b + c/x", "t = x/a + sqrt(b/x)", "t = (x + a)^2/x",
    ],
)
def test_proven_optima_are_optima_in_numbers(text: str) -> None:
    """No value nearby or far away is better, wherever the conditions hold."""
    outcome, random, tried = _minimised(text), Random(text), 0
    assert outcome.relation is not None
    function = of(text).written.right
    for _ in range(30):
        values = point(NOTATION, random)
        if not all(holds(condition.written, values) for condition in outcome.conditions):
            continue
        tried += 1
        best = Fraction(value(outcome.relation.written.right, values) or 0)
        least = value(function, {**values, "x": best})
        for factor in (1 / 1000, 1 / 3, 0.9, 0.999, 1.001, 1.1, 3, 1000):
            beside = value(function, {**values, "x": best * Fraction(factor)})
            assert beside >= least * (1 - 1e-9), (str(outcome.relation), values)
    assert tried


@pytest.mark.long
def test_a_quantity_named_like_the_other_value_is_not_taken_for_it() -> None:
    """The least would be at 1 if x were only compared with x_other; it falls without end beyond that."""
    notation = NOTATION.extended([Quantity("x_other", "", "another value of x")])
    item = Input("first", relation("t = max(1/x, x) - 5*(x - x_other)^2*(x + 1)/(x_other + 1)", notation))
    rule = Minimise(notation["x"].symbol)
    with pytest.raises(UndecidedError, match="no minimum"):
        rule.compute((item,), notation)
    wrong = Outcome(relation("x = 1", notation))
    assert rule.check((item,), wrong, notation).verdict.finding is not Finding.PROVEN


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("t = a/x + b*x + c*x^3", "b*x^2 + 3*c*x^4 = a"),
        ("t = (exp((x + a)/b) - 1)/x", "x*exp(a/b)*exp(x/b) + b = b*exp(a/b)*exp(x/b)"),
        ("t = a*x^p + b/x^q + c*x", "a*p*x^p*x^q + c*x*x^q = b*q"),
    ],
)
def test_without_a_formula_the_slope_is_left_for_numbers(text: str, says: str) -> None:
    """The difference of its sides has the sign of the slope, and it is shown to vanish once at most."""
    outcome = _minimised(text)
    assert (str(outcome.relation), outcome.unknown) == (says, NOTATION["x"].symbol)
    inputs = (Input("first", of(text)),)
    found = Minimise(NOTATION["x"].symbol).check(inputs, outcome, NOTATION)
    assert found.verdict.finding is Finding.PROVEN
    assert left_open(Minimise(NOTATION["x"].symbol), found, NOTATION["x"].symbol).endswith("at one value at most")


@pytest.mark.parametrize(
    "says",
    [
        "b*x^2 + 3*c*x^4 = 2*a",  # a factor dropped
        "b*x^2 + c*x^4 = a",  # an exponent forgotten
        "a = b*x^2 + 3*c*x^4",  # what rises on the right: numbers would take a greatest value for a least one
        "b*x + 3*c*x^3 = a",  # a power lost
    ],
)
def test_another_equation_is_not_that_of_the_slope(says: str) -> None:
    inputs = (Input("first", of("t = a/x + b*x + c*x^3")),)
    outcome = Outcome(of(says), unknown=NOTATION["x"].symbol)
    found = Minimise(NOTATION["x"].symbol).check(inputs, outcome, NOTATION).verdict
    assert found.finding is Finding.REFUTED


def test_where_there_is_a_formula_numbers_are_no_way_out() -> None:
    inputs = (Input("first", of("t = a*x + b/x")),)
    outcome = Outcome(of("a*x^2 = b"), unknown=NOTATION["x"].symbol)
    assert not Minimise(NOTATION["x"].symbol).check(inputs, outcome, NOTATION).verdict.holds
