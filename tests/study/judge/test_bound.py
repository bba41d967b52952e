"""Bounds: tight, true but weaker by a factor, wrong by one; each beside its wrong twin."""

from fractions import Fraction

import pytest

from derivations import Report, relation
from derivations.claim.outline import Outline
from derivations.document.judgement import judgement_json
from derivations.study.judge.bound import tighter_bound
from derivations.study.judge.judge import judge
from derivations.study.judge.judgement import Entailment

from ...document.texts import judgement_text

RIDGE, SPARSITY = Fraction(1979, 2) / Fraction(48, 10), Fraction(671, 37)  # of H200 in fp8, and of DeepSeek-V3


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No alternative of a premise is tried: each is a derivation of its own."""
    monkeypatch.setattr(Outline, "alternatives", ())


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("formula", "outcome", "factor", "holds", "told"),
    [
        ("B >= r*s/n/18", Entailment.FOLLOWS, Fraction(18), True, "is true but weaker, 18 times below the derived"),
        ("B >= r*s/n", Entailment.FOLLOWS, Fraction(1), True, "follows from step balance-batch"),
        ("B >= 2*r*s/n", Entailment.DOES_NOT_FOLLOW, Fraction(2), False, "it is wrong by a factor of 2; refuted at"),
        ("B > r*s/n", Entailment.DOES_NOT_FOLLOW, Fraction(1), False, "both sides are the same; refuted at"),
        ("B >= r*s/18", Entailment.DOES_NOT_FOLLOW, Fraction(18), True,
         "is true with the numbers here but weaker, 18 times below the derived 3,738 sequences; in general it does"),
        ("B >= 300", Entailment.DOES_NOT_FOLLOW, RIDGE * SPARSITY / 300, True, "but weaker, 12.5 times below"),
        ("B <= 300", Entailment.DOES_NOT_FOLLOW, RIDGE * SPARSITY / 300, False, "it is wrong by a factor of 12.5"),
        ("B <= 74770", Entailment.DOES_NOT_FOLLOW, 74770 / (RIDGE * SPARSITY), True, "but weaker, 20 times above"),
        ("T >= t_w/18", Entailment.FOLLOWS, Fraction(18), True, "18 times below T >= t_w, which follows, too"),
        ("t_kv <= 18*t_m", Entailment.FOLLOWS, Fraction(18), True, "18 times above t_kv <= t_m, which follows, too"),
    ],
)
def test_a_bound_is_told_with_its_factor(
    as_built: Report, formula: str, outcome: Entailment, factor: Fraction, holds: bool, told: str
) -> None:
    """How far it is below or above what is derived with the numbers here, and whether it is true there."""
    found = judge(as_built, formula)
    assert found.bound is not None
    assert (found.outcome, found.bound.factor, found.bound.holds) == (outcome, factor, holds)
    assert told in " ".join(judgement_text(found).split())
    assert judgement_json(found)["bound"]["factor"] == float(factor)


def test_a_factor_whatever_the_numbers_is_told_apart(as_built: Report) -> None:
    """Of a definition it does not hang on the deployment; of a bound without the cache it does."""
    definition = judge(as_built, "s >= N_total/N_active/4").bound
    balance = judge(as_built, "B >= r*s/n/18").bound
    assert definition is not None
    assert balance is not None
    assert (definition.always, balance.always) == (True, False)


@pytest.mark.long
def test_a_tight_bound_is_not_called_weaker(as_built: Report) -> None:
    """Nor is a number without which nothing would follow."""
    derivation = as_built.derivation
    steps = derivation["memory-time"], derivation["roofline"]
    assert tighter_bound(derivation, relation("T >= t_w", derivation.notation), steps) is None
    assert tighter_bound(derivation, relation("T >= t_m*18/19", derivation.notation), steps) is not None
    assert tighter_bound(derivation, relation("t_c <= 2*t_w", derivation.notation), steps) is None
    assert judge(as_built, "B = r*s/n").bound is None
