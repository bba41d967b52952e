"""What is asked of every case in the table of twins."""

from derivations.derivation.rules.base import Outcome
from derivations.language.relation import Relation, from_written
from derivations.proof.normal_form import equal
from derivations.proof.verdict import Finding

from .case import NOTATION, Case


def verify_right(case: Case) -> None:
    """The rule computes what the case says, and its check finds what the case says of that and of the computed."""
    computed = [outcome for outcome in case.rule.compute(case.inputs, NOTATION) if _same(outcome, case.outcome)]
    assert computed, f"not computed: {case.says or 'an outcome without a relation'}"
    for item in (computed[0].relation, *computed[0].conditions):
        assert item is None or means_what_it_says(item), str(item)
    for outcome in (computed[0], case.outcome) if case.says else (computed[0],):
        found = case.rule.check(case.inputs, outcome, NOTATION)
        assert found.verdict.finding is case.finding, found.verdict
        assert found.verdict.checked_by or case.finding is Finding.TAKEN


def verify_wrong(case: Case) -> None:
    """The check finds the twin wrong, and says why."""
    found = case.rule.check(case.inputs, case.outcome, NOTATION).verdict
    assert found.finding is case.finding, found
    assert found.checked_by


def means_what_it_says(item: Relation) -> bool:
    """True if the written form and the SymPy sides are the same."""
    read = from_written(item.written, item.notation)
    return read.operator == item.operator and equal(read.lhs, item.lhs) and equal(read.rhs, item.rhs)


def _same(first: Outcome, second: Outcome) -> bool:
    return _alike(first.relation, second.relation) and set(first.conditions) == set(second.conditions)


def _alike(first: Relation | None, second: Relation | None) -> bool:
    if first is None or second is None:
        return first is second
    return (
        first.lhs == second.lhs and first.operator == second.operator and equal(first.rhs, second.rhs)
    )
