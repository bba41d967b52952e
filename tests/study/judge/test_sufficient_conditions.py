"""Sufficient conditions: in few quantities, shown both ways, and none where none suffices."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations import Report, derive, relation
from derivations.study.judge.sufficient_conditions import sufficient_conditions
from derivations.study.judge.trials import trial


@cache
def default() -> Report:
    """The default report, which examples cannot take from a fixture of a function."""
    return derive("optimal-batch")


def test_no_values_make_right_what_never_is(as_built: Report) -> None:
    """Twice a positive number is another; and what follows anyway needs nothing."""
    derivation = as_built.derivation
    step, definitions = derivation["ridge-times-sparsity"], as_built.evaluation.definitions
    never = sufficient_conditions(derivation, relation("B = 2*r*s/n", derivation.notation), step, definitions)
    assert never is not None
    assert never.relations == ()
    assert sufficient_conditions(derivation, relation("B = r*s/n", derivation.notation), step, definitions) is None


@pytest.mark.long
@settings(max_examples=25)
@given(st.integers(1, 4), st.sampled_from(["r", "s", "N_total/N_active", "C/W*b_w/phi", "n"]), st.integers(-2, 2))
def test_what_is_needed_is_enough(number: int, factor: str, power: int) -> None:
    """Given beside the step, the statement follows; where it is exact, the other way round as well."""
    report = default()
    derivation = report.derivation
    unit = {"r": "1[token]", "C/W*b_w/phi": "1[token]", "n": "1[token/sequence]"}.get(factor, "1")
    statement = relation(f"B = {number}*(r*s/n)*({factor}/{unit})^{power}", derivation.notation)
    step = derivation["ridge-times-sparsity"]
    found = sufficient_conditions(derivation, statement, step, report.evaluation.definitions)
    if found is None:
        return
    for item in found.relations:
        assert trial(derivation, statement, (step,), (item,)).proven
        if found.exactly and len(found.relations) == 1:
            assert trial(derivation, item, (step,), (statement,)).proven
