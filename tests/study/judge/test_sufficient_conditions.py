"""What must hold for a statement to be right: in few quantities, shown both ways, and nothing where nothing does."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations import Report, derive, relation
from derivations.search.verdict import Finding
from derivations.study.judge.relevant_steps import further_limits, limits_behind, stated_value, steps_about
from derivations.study.judge.sufficient_conditions import sufficient_conditions
from derivations.study.judge.trials import premises_on, trial, trials


@cache
def default() -> Report:
    """The default report, which examples cannot take from a fixture of a function."""
    return derive("optimal-batch")


@pytest.fixture(scope="module")
def costs() -> Report:
    """The claim with steps that have no single quantity on their left side."""
    return derive("chinchilla")


def test_a_statement_is_held_against_what_is_about_it(as_built: Report) -> None:
    """The one that says the same first, then the result; with every premise that they touch and no other."""
    derivation = as_built.derivation
    statement = relation("B = r*s/n", derivation.notation)
    steps = [step.name for step in steps_about(derivation, statement)]
    assert steps[:2] == ["ridge-times-sparsity", "balance-batch"]
    assert [step.name for step in premises_on(derivation, [relation("t_w = 1[s]", derivation.notation)])] == [
        "weight-fetch", "pooled-bandwidth"
    ]
    for found in trials(derivation, statement):
        assert all(step in derivation.trace for step in found.given)


def test_what_rests_on_a_limit_is_known(as_built: Report) -> None:
    """Those of the result itself apart."""
    derivation = as_built.derivation
    assert limits_behind(derivation, derivation["tokens-per-pass"]) == ("short-context",)
    assert further_limits(derivation, derivation["balance-batch"]) == ()
    bytes_ = derive("kv-bytes").derivation
    assert limits_behind(bytes_, bytes_.headline) == ("large-batch",)
    assert further_limits(bytes_, bytes_["kv-bytes-by-intensity"]) == ()


def test_a_contradiction_shows_nothing(as_built: Report) -> None:
    """A statement that follows from what excludes itself is not called proven."""
    derivation = as_built.derivation
    statement = relation("B = 3*r*s/n", derivation.notation)
    twice = (derivation["ridge-times-sparsity"], derivation["balance-batch"])
    beside = (relation("L_x = 2*L", derivation.notation),)
    assert trial(derivation, statement, twice, beside).verdict.finding is not Finding.PROVEN


def test_a_step_is_turned_round_for_what_stands_in_it(costs: Report) -> None:
    """Also where its left side is a product."""
    statement = relation("cost_up = cost_down", costs.derivation.notation)
    said = stated_value(costs["costs-stand-crosswise"], statement)
    assert said is not None
    names = {q.name: q.symbol for q in costs.derivation.notation}
    assert said == (names["cost_up"], names["cost_down"] * names["q_down"] / names["p_up"])
    assert stated_value(costs["rising-cost"], relation("cost_down = cost_sum", costs.derivation.notation)) is None


def test_no_values_make_right_what_never_is(as_built: Report) -> None:
    """Twice a positive number is another; and what follows anyway needs nothing."""
    derivation = as_built.derivation
    step, definitions = derivation["ridge-times-sparsity"], as_built.evaluation.definitions
    never = sufficient_conditions(derivation, relation("B = 2*r*s/n", derivation.notation), step, definitions)
    assert never is not None
    assert never.relations == ()
    assert sufficient_conditions(derivation, relation("B = r*s/n", derivation.notation), step, definitions) is None


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
