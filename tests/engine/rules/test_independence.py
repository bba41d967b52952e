"""independence: a quantity shown not to matter."""

import pytest

from derivations.engine.rules import Independence, Input, Outcome
from derivations.engine.verdict import Finding

from .twins import NOTATION, Case, of, right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Independence), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Independence), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def test_the_note_says_for_what_it_holds() -> None:
    inputs = (Input("first", of("t = a*G*1[1/GPU]/b/(G*1[1/GPU])")),)
    outcome = Independence(NOTATION["G"].symbol).compute(inputs, NOTATION)[0]
    assert (str(outcome.relation), outcome.note) == ("t = a/b", "for every G")


def test_a_share_is_only_compared_with_shares() -> None:
    """The other value has the domain of the quantity: min(f, 2) is f for every share, and f matters."""
    rule = Independence(NOTATION["f"].symbol)
    kept = (Input("first", of("t = max(f, 2)")),)
    assert rule.check(kept, Outcome(of("t = 2")), NOTATION).verdict.finding is Finding.PROVEN


def test_what_matters_is_named() -> None:
    """The reason says what changes with what; the point that shows it stays."""
    rule = Independence(NOTATION["x"].symbol)
    inputs = (Input("first", of("t = a*x/b")),)
    verdict = rule.check(inputs, rule.compute(inputs, NOTATION)[0], NOTATION).verdict
    assert (verdict.finding, verdict.reason) == (Finding.REFUTED, "t changes with x")
    assert verdict.counterexample
