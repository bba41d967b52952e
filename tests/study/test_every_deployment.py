"""Every claim on every deployment of the catalog: a number stands where its premises hold, or is told why it does not.

Premises are put in here by themselves, number by number; the engine's look for contradictions is not asked.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from derivations.claim.claim import Cards
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.feasibility import NO_ROOM
from derivations.claim.study import study_of
from derivations.claims.index import CLAIMS
from derivations.errors import DerivationsError
from derivations.language.arithmetic import NotPlainError, exact_value
from derivations.language.tree import names
from derivations.study.application import apply
from derivations.study.hardware import DOES_NOT_HOLD, LEAVES_OUT, NO_NUMBER, deployed, deployments

from ..reports import few, shipped

ALMOST = Fraction(1, 10**20)  # relative: a letter that is a root has more figures
HALF = Fraction(1, 2)


def broken(report: EvaluatedClaim) -> Iterator[str]:
    """The premises whose letters all have numbers, and that these break."""
    for step in report.derivation.premises:
        if step.rule != "take" or step.relation is None:  # what some steps suppose is not believed
            continue
        written = step.relation.written
        both = {name for side in (written.left, written.right) for name in names(side)}
        letters = {name: report.evaluation.value_of(name) for name in both}
        numbers = {name: value.number for name, value in letters.items() if value is not None}
        if len(numbers) < len(letters):
            continue
        try:
            left, right = (exact_value(side, numbers.__getitem__) for side in (written.left, written.right))
        except NotPlainError:  # a root or a power: judged elsewhere
            continue
        room = ALMOST * max(abs(left), abs(right))
        least = {"=": abs(left - right), "<=": left - right, "<": left - right, ">=": right - left, ">": right - left}
        if least[written.operator] > room:
            yield step.name


@pytest.mark.parametrize("name", few(CLAIMS, ("train-interval",)))
def test_no_result_stands_without_its_premises_and_none_is_left_out_untold(name: str) -> None:
    """Nor does one premise leave out what matters on most deployments: such a term belongs into the derivation."""
    shown = shipped(name)
    asked = deployments(shown)
    left_out = Counter[str]()
    for chip, model in asked:
        outcome = deployed(shown, chip, model)
        if isinstance(outcome, str):
            left_out[outcome] += 1
        try:
            study = study_of(cards=Cards(chip, model))
            there = apply(shown.claim, study, shown.catalog, derived=shown.derivation)
        except DerivationsError:  # cards that the claim cannot use
            assert outcome == NO_NUMBER, (chip, model)
            continue
        if not isinstance(outcome, str):
            assert there.contradictions_of_result == (), (chip, model)
            assert list(broken(there)) == [], (chip, model)
        elif outcome == NO_ROOM or outcome.endswith((LEAVES_OUT, DOES_NOT_HOLD)):
            assert there.contradictions_of_result, (chip, model, outcome)
        else:  # a condition of the result fails, or a number is wanting
            line = there.evaluation.line(there.headline.name, alone=True)
            assert line.value is None, (chip, model, outcome)
            assert line.outside or outcome == NO_NUMBER, (chip, model, outcome)
    for reason, count in left_out.items():
        assert not reason.endswith(LEAVES_OUT) or count <= HALF * len(asked), reason
