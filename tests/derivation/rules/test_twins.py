"""No rule without a right use and a wrong twin."""

from collections import Counter

import pytest

from derivations.derivation.rules import RULES
from derivations.derivation.rules.statements import Reject, Take
from derivations.proof.verdict import Finding

from .twins import RIGHT, WRONG, right_uses, wrong_twins


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_rule_has_a_twin(rule: type) -> None:
    """A right use that is shown, and a wrong outcome that is refuted; for `reject` it is the other way round."""
    shown = {Finding.TAKEN} if issubclass(rule, Take) else {Finding.PROVEN}
    refuted = {Finding.REFUTED}
    if rule is Reject:
        shown, refuted = refuted, shown
    assert shown & {case.finding for case in right_uses(rule)}
    assert refuted & {case.finding for case in wrong_twins(rule)}


def test_every_case_belongs_to_a_rule_and_has_a_title_of_its_own() -> None:
    for table in (RIGHT, WRONG):
        assert all(isinstance(case.rule, RULES) for case in table)
        titles = Counter((case.rule.name, case.title) for case in table)
        assert [title for title, count in titles.items() if count > 1] == []
