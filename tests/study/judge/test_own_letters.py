"""Letters that a claim has not, for the quantities that they can only stand for."""

import pytest

from derivations import GrammarError, InputError, Report, derive
from derivations.study.judge.judgement import Entailment
from derivations.study.judge.own_letters import understood

from ...document.texts import judgement_text


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("chinchilla")


@pytest.mark.parametrize("formula", [r"D(N) \approx 20 N", "D = 20*N", r"D := 20 N_{active}"])
def test_what_one_line_of_the_claim_relates_is_meant(report: Report, formula: str) -> None:
    """Of five D and two N only those of Chinchilla's rule stand in one line; what was read is told."""
    found = report.judge(formula).found
    assert str(found.formula).startswith("D_chin = 20*N_active")
    told = " ".join(judgement_text(found).split())
    assert "D_chin (tokens that Chinchilla's rule calls for) in place of D" in told
    assert "is right with the numbers here, where k_chin = 20[token/parameter]" in told


def test_with_a_wrong_number_it_is_refuted(report: Report) -> None:
    assert report.judge("D = 21*N").found.outcome is Entailment.DOES_NOT_FOLLOW


@pytest.mark.parametrize(("formula", "told"), [
    ("D = 3", "D may be D_pre, D_RL, D_inf, D_real or D_chin: --letter 'D=D_pre' says which"),
    ("C = 6*N*D", "and N may be N_active or N_total, and D may be"),  # the cost of pre-training, or of serving
])
def test_where_several_may_be_meant_they_are_named(report: Report, formula: str, told: str) -> None:
    with pytest.raises(InputError) as refused:
        understood(formula, report.derivation)
    assert told in str(refused.value)


def test_a_letter_that_nothing_is_called_by_stays_unknown(report: Report) -> None:
    with pytest.raises(GrammarError, match="unknown quantity 'Q'"):
        understood("Q = 3*N_active", report.derivation)


def test_what_a_reader_says_of_a_letter_comes_first(report: Report) -> None:
    read = understood("D = 20*N", report.derivation, {"D": "D_real", "N": "N_active"})
    assert str(report.judge("D_real = 20*N_active").found.formula) == str(report.judge(
        "D = 20*N", letters={"D": "D_real", "N": "N_active"}).found.formula)
    assert read.read == ()
