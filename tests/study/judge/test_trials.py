"""Trials: a statement held against steps."""

from dataclasses import replace

import pytest

from derivations import Report, derive, relation
from derivations.proof.budget import budgeted
from derivations.proof.certified import statement_of
from derivations.proof.exact_refutation import EXACT, exact_point
from derivations.proof.obligation import Obligation
from derivations.proof.verdict import Finding
from derivations.study.judge.judge import judge
from derivations.study.judge.judgement import Entailment
from derivations.study.judge.trials import NEAR, trial


def test_a_contradiction_shows_nothing(as_built: Report) -> None:
    """A statement that follows from what excludes itself is not called proven, also one that something is zero."""
    derivation = as_built.derivation
    statement = relation("B = 3*r*s/n", derivation.notation)
    twice = (derivation["ridge-times-sparsity"], derivation["balance-batch"])
    beside = (relation("L_x = 2*L", derivation.notation),)
    assert trial(derivation, statement, twice, beside).verdict.finding is not Finding.PROVEN
    nothing = relation("B - r*s/n = 0", derivation.notation)
    below = (relation("L > L_x", derivation.notation), relation("L < L_x", derivation.notation))
    assert trial(derivation, nothing, (derivation["balance-batch"],), below).verdict.finding is not Finding.PROVEN


@pytest.fixture(scope="module")
def drafts() -> Report:
    """A claim whose premises have maxima within maxima."""
    return derive("draft-length")


@pytest.mark.long
def test_what_maxima_cost_is_paid_for_before_a_trial(drafts: Report) -> None:
    """Maxima within maxima are slow to put numbers in: a trial of them costs more than its searches count."""
    def cost(report: Report, text: str) -> float:
        with budgeted(0) as meter:
            trial(report.derivation, relation(text, report.derivation.notation), ())
        return meter.spent

    assert cost(drafts, "n_best = n_turn") > 1_000_000 > cost(derive("checkpoint-interval"), "t_work = t_young")


@pytest.mark.long
def test_a_judgement_without_work_left_says_what_was_tried(drafts: Report) -> None:
    """It is no decision, for want of work and not of a proof, and it names what the formula was held against."""
    few = judge(replace(drafts, budget=500_000), "n_best < n_turn + 1")
    assert few.outcome is Entailment.NOT_DECIDED
    assert "ran out of its budget" in few.reason
    assert few.reason.endswith("tried without a decision: the premises alone")


@pytest.mark.long
def test_what_has_no_maxima_is_refuted_with_little_work() -> None:
    """The price of maxima is not charged where there are none."""
    few = judge(replace(derive("checkpoint-interval"), budget=500_000), "t_work = 2*t_young")
    assert few.outcome is Entailment.DOES_NOT_FOLLOW


@pytest.mark.parametrize(("text", "step"), [
    ("n_best = n_turn", "best-length"), ("y_spec = m_out", ""), ("y_spec = m_out", "gain-of-one-more"),
])
def test_what_maxima_make_dear_is_refuted_near_the_numbers(drafts: Report, text: str, step: str) -> None:
    """By an exact point, although an equation without a closed form tells the length beyond which no token pays."""
    derivation = drafts.derivation
    statement = relation(text, derivation.notation)
    found = trial(derivation, statement, (derivation[step],) if step else (), near=drafts.evaluation)
    assert found.refuted
    assert found.verdict.checked_by == (NEAR, EXACT)
    relations = tuple(each.relation for each in (*found.given, *found.steps) if each.relation is not None)
    wanted = statement_of(Obligation(statement, relations))
    assert exact_point(found.verdict.counterexample, derivation.notation).refutes(wanted)


@pytest.mark.long
def test_what_is_derived_is_not_refuted_near_the_numbers(drafts: Report) -> None:
    derivation = drafts.derivation
    found = trial(derivation, relation("n_best = ceil(n_turn)", derivation.notation), (derivation["best-length"],),
                  near=drafts.evaluation)
    assert found.proven


@pytest.fixture(scope="module")
def floor() -> Report:
    """A claim with many premises that a bound on the time of a pass does not need."""
    return derive("latency-floor")


@pytest.mark.parametrize(
    ("text", "premises"),
    [
        ("T >= b_w*N_total/W", ("weight-fetch", "kv-fetch", "memory-time", "roofline")),
        ("2*T >= t_w", ("memory-time", "roofline")),
        pytest.param("T >= b_w*N_active/W", (), marks=pytest.mark.long),
    ],
)
def test_what_leads_from_one_letter_to_another_is_enough(floor: Report, text: str, premises: tuple[str, ...]) -> None:
    """Whatever else is given; where letters have parts in common, what is behind one part of a maximum."""
    found = trial(floor.derivation, relation(text, floor.derivation.notation), ())
    assert found.proven
    assert not premises or {step.name for step in found.given} == set(premises)


def test_what_leads_from_one_letter_to_another_shows_no_more_than_it_does(floor: Report) -> None:
    """Twice the reads of the weights are no bound, and what a sequence adds may be more than its reads."""
    for text in ("T >= 2*b_w*N_total/W", "T <= b_w*N_total/W"):
        assert judge(floor, text, brief=True).outcome is Entailment.DOES_NOT_FOLLOW
