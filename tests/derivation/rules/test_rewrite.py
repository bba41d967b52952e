"""rewrite: another form of the same thing."""

import pytest

from derivations.derivation.rules.base import Input, Outcome
from derivations.derivation.rules.statements import Rewrite
from derivations.proof.verdict import Finding

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Rewrite), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Rewrite), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def test_a_form_that_does_not_follow_falls_back_to_the_input() -> None:
    inputs = (Input("first", of("t = a*c/b"), (of("a < b"),)),)
    outcome = Rewrite(of("t = a*c")).compute(inputs, NOTATION)[0]
    assert outcome.fell_back
    assert outcome.relation == inputs[0].relation
    assert outcome.conditions == inputs[0].conditions
    assert outcome.note == "t = a*c no longer follows (does not follow); kept as it was"
    assert Rewrite(of("t = a*c")).check(inputs, outcome, NOTATION).verdict.finding is Finding.PROVEN


def test_what_fell_back_must_be_the_input_itself() -> None:
    inputs = (Input("first", of("t = a*c/b")),)
    outcome = Outcome(of("t = a*c"), fell_back=True)
    assert Rewrite(of("t = a*c")).check(inputs, outcome, NOTATION).verdict.finding is Finding.REFUTED


def test_conditions_of_what_is_used_travel_too() -> None:
    inputs = (Input("first", of("t = c*b"), (of("x < d"),)), Input("second", of("b = c"), (of("u < d"),)))
    outcome = Rewrite(of("t = c^2"), of("x < d")).compute(inputs, NOTATION)[0]
    assert set(outcome.conditions) == {of("x < d"), of("u < d")}


@pytest.mark.parametrize("case", wrong_twins(Rewrite), ids=str)
def test_no_wrong_form_is_kept(case: Case) -> None:
    """Where only the condition is wrong, the form stays and the condition is the right one."""
    outcome = case.rule.compute(case.inputs, NOTATION)[0]
    assert outcome.fell_back or case.title == "missing condition"
