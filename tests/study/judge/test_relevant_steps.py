"""Steps that say something of what a statement is about."""

import pytest

from derivations import Report, derive, relation
from derivations.study.judge.relevant_steps import limits_behind, stated_value, steps_about
from derivations.study.judge.trials import premises_on, trials


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
    """Also of the result; and not of a bound that the limit shows to hold in every state."""
    derivation = as_built.derivation
    assert limits_behind(derivation, derivation["tokens-per-pass"]) == ("short-context",)
    assert limits_behind(derivation, derivation["balance-batch"]) == ()
    bytes_ = derive("kv-bytes").derivation
    assert limits_behind(bytes_, bytes_.headline) == ("large-batch",)
    assert limits_behind(bytes_, bytes_["kv-bytes-by-intensity"]) == ("large-batch",)
    floor = derive("latency-floor").derivation
    assert floor["empty-pass"].rule == "limit"
    assert limits_behind(floor, floor["empty-pass"]) == ()


def test_a_step_is_turned_round_for_what_stands_in_it(costs: Report) -> None:
    """Also where its left side is a product."""
    statement = relation("cost_up = cost_down", costs.derivation.notation)
    said = stated_value(costs["costs-stand-crosswise"], statement)
    assert said is not None
    names = {q.name: q.symbol for q in costs.derivation.notation}
    assert said == (names["cost_up"], names["cost_down"] * names["q_down"] / names["p_up"])
    assert stated_value(costs["rising-cost"], relation("cost_down = cost_sum", costs.derivation.notation)) is None
