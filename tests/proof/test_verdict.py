"""Verdicts: what several checks say together."""

import pytest
from sympy import Integer

from derivations.proof.verdict import Finding, Verdict, all_of, claimed, inconclusive, proven, refuted, waiting

CHECKED = Verdict(Finding.CHECKED, ("sympy",), "no independent check")
BY_FORM, BY_SIGN = proven("normal form"), proven("positive coefficients")
WRONG = refuted("does not follow", {"a": Integer(2)}, "counterexample")
OPEN = inconclusive("no proof")


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([BY_FORM, BY_SIGN], Finding.PROVEN),
        ([BY_FORM, CHECKED], Finding.CHECKED),
        ([BY_FORM, OPEN, CHECKED], Finding.INCONCLUSIVE),
        ([OPEN, WRONG, BY_FORM], Finding.REFUTED),
        ([BY_FORM, waiting(["batch"])], Finding.WAITING),
        ([OPEN, waiting(["batch"])], Finding.INCONCLUSIVE),
        ([BY_FORM, claimed(BY_FORM)], Finding.CLAIMED),
        ([CHECKED, claimed(WRONG)], Finding.CLAIMED),
    ],
)
def test_together_they_are_no_better_than_the_weakest(found: list[Verdict], expected: Finding) -> None:
    assert all_of(found).finding is expected
    assert all_of(reversed(found)).finding is expected


def test_methods_are_kept_once_in_order() -> None:
    assert all_of([BY_SIGN, BY_FORM, BY_SIGN]).checked_by == ("positive coefficients", "normal form")


def test_a_refutation_keeps_its_point_and_its_reason() -> None:
    together = all_of([BY_FORM, WRONG])
    assert (together.reason, together.counterexample, together.point) == ("does not follow", {"a": 2}, "a = 2")


@pytest.mark.parametrize(
    ("verdict", "holds"),
    [(BY_FORM, True), (CHECKED, True), (Verdict(Finding.TAKEN), True), (WRONG, False), (OPEN, False),
     (waiting(["x"]), False), (claimed(BY_FORM), False)],
)
def test_later_steps_build_on_what_holds(verdict: Verdict, holds: bool) -> None:
    assert verdict.holds is holds
    assert holds or not verdict.shown


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        (BY_FORM, "proven (normal form)"),
        (CHECKED, "checked (no independent check)"),
        (Verdict(Finding.TAKEN), "taken"),
        (WRONG, "refuted (does not follow)"),
        (OPEN, "inconclusive (no proof)"),
        (waiting(["batch", "ridge"]), "waiting for batch, ridge"),
        (claimed(BY_FORM), "claimed"),
    ],
)
def test_text(verdict: Verdict, text: str) -> None:
    assert str(verdict) == text
