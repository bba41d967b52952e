"""state: a new fact that follows."""

import pytest

from derivations.derivation.rules.base import Input
from derivations.derivation.rules.statements import State
from derivations.proof.verdict import Finding

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(State), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(State), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def test_a_fact_carries_the_conditions_it_rests_on() -> None:
    inputs = (Input("first", of("t = a"), (of("a < b"),)),)
    assert State(of("t < b")).compute(inputs, NOTATION)[0].conditions == (of("a < b"),)


def test_what_contradicts_itself_proves_nothing() -> None:
    inputs = (Input("first", of("a < b")), Input("second", of("b < a")))
    rule = State(of("a > b"))
    found = rule.check(inputs, rule.compute(inputs, NOTATION)[0], NOTATION).verdict
    assert (found.finding, found.reason) == (Finding.INCONCLUSIVE, "what is given contradicts itself")
