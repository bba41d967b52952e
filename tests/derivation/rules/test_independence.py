"""independence: a quantity shown not to matter."""

import pytest

from derivations.derivation.rules.base import Input, Outcome
from derivations.derivation.rules.independence import Independence
from derivations.language.quantity import Quantity
from derivations.language.relation import relation
from derivations.proof.verdict import Finding

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
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


BOUNDED = NOTATION.extended([Quantity("k_part", "", "part", at_most="x"), Quantity("q" * 40, "", "a long name")])


def test_the_other_value_has_the_bounds_of_the_quantity() -> None:
    """What never exceeds x does not matter to max(k, x), nor does x to min(k, x)."""
    for name, text in (("k_part", "t = max(k_part, x)*a"), ("x", "t = min(k_part, x)*a")):
        item = Input("first", relation(text, BOUNDED))
        rule = Independence(BOUNDED[name].symbol)
        checked = rule.check((item,), rule.compute((item,), BOUNDED)[0], BOUNDED)
        assert checked.verdict.finding is Finding.PROVEN, text


def test_the_other_value_has_a_name_of_its_own() -> None:
    """Also beside a quantity of that very name, and where the own name is as long as names may be."""
    notation = BOUNDED.extended([Quantity("x_other", "", "another value of x")])
    for name, text in (("x", "t = x_other*x/x"), ("q" * 40, f"t = a*{'q' * 40}/{'q' * 40}")):
        item = Input("first", relation(text, notation))
        rule = Independence(notation[name].symbol)
        assert rule.check((item,), rule.compute((item,), notation)[0], notation).verdict.finding is Finding.PROVEN
    matters = Input("first", relation("t = x_other*x", notation))
    rule = Independence(notation["x"].symbol)
    assert rule.check((matters,), Outcome(matters.relation), notation).verdict.finding is Finding.REFUTED
