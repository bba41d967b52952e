"""differentiate, checked from the difference quotient or by the rules of calculus."""

import pytest

from derivations.derivation.rules.base import Input, Outcome
from derivations.derivation.rules.calculus import Differentiate
from derivations.errors import UndecidedError
from derivations.proof.verdict import Finding

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Differentiate), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Differentiate), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def _derivative(text: str) -> str:
    rule = Differentiate(NOTATION["x"].symbol, NOTATION["r"].symbol)
    inputs = (Input("first", of(text)),)
    outcome = rule.compute(inputs, NOTATION)[0]
    found = rule.check(inputs, outcome, NOTATION).verdict
    assert found.finding is Finding.PROVEN, found
    return found.checked_by[0]


@pytest.mark.parametrize("text", ["t = a*x^3 - b/x", "t = (a + x)/(b + x^2)", "t = a"])
def test_rational_functions_are_checked_from_the_difference_quotient(text: str) -> None:
    assert _derivative(text) == "difference quotient"


@pytest.mark.parametrize(
    "text", ["t = a*x^p", "t = sqrt(a + x)", "t = exp(a*x)/b", "t = log(a*x)", "t = a^x", "t = x^x", "t = (1 - f^x)*a"]
)
def test_other_functions_are_checked_by_the_rules_of_calculus(text: str) -> None:
    assert _derivative(text) == "sum, product and power rules"


def test_a_max_has_regimes_first() -> None:
    with pytest.raises(UndecidedError, match="split it into regimes first"):
        _derivative("t = max(x, a)")


@pytest.mark.parametrize("by", ["n", "j", "bit_a"])
def test_what_counts_has_no_slope(by: str) -> None:
    """A bit is its own square, so that one quantity had two slopes by it, both proven: a, and 2*a*bit."""
    rule, inputs = Differentiate(NOTATION[by].symbol, NOTATION["r"].symbol), (Input("first", of(f"t = a*{by}")),)
    with pytest.raises(UndecidedError, match=f"{by} counts whole numbers: what is between two of them has no slope"):
        rule.compute(inputs, NOTATION)
    with pytest.raises(UndecidedError, match="counts whole numbers"):
        rule.check(inputs, Outcome(of("r = a")), NOTATION)


def test_the_point_that_refutes_lies_in_the_domain() -> None:
    rule = Differentiate(NOTATION["f"].symbol, NOTATION["u"].symbol)
    found = rule.check((Input("first", of("t = a*f^p")),), Outcome(of("u = a*f^p")), NOTATION).verdict
    assert found.finding is Finding.REFUTED
    assert 0 < found.counterexample["f"] <= 1


@pytest.mark.parametrize("text", ["r = sum(any_g(s*l), l, 0, J)", "r = sum(s*left(l), l, 0, J)"])
def test_a_sum_of_functions_is_not_differentiated_term_by_term(text: str) -> None:
    with pytest.raises(UndecidedError, match="its terms are functions"):
        Differentiate(NOTATION["s"].symbol, NOTATION["u"].symbol).compute((Input("first", of(text)),), NOTATION)
