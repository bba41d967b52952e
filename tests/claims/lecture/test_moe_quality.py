"""Dense size of a routed model: the numbers of the tool, and again in floating point."""

from dataclasses import dataclass
from fractions import Fraction
from math import isclose, log10

import pytest

from derivations import Report, derive, evidence, find_claim, load_catalog, packaged_tables
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value
from ..proofs import holds

CLAIM = "moe-quality"


@dataclass(frozen=True)
class Law:
    """A row of the paper's table, signs as printed."""

    a: float
    b: float
    c: float
    start: float
    most: float

    def counted(self, experts: float) -> float:
        """Experts with the ends of the law smoothed."""
        return 1 / (1 / (experts - 1 + 1 / (1 / self.start - 1 / self.most)) + 1 / self.most)

    def decades(self, size: float, experts: float) -> float:
        """The loss in decades, without the constant term."""
        n, e = log10(size), log10(self.counted(experts))
        return self.a * n + self.b * e + self.c * n * e

    def dense(self, size: float, experts: float) -> float:
        """The dense size of the same loss, by bisection."""
        low, high = 1e3, 1e18
        for _ in range(200):
            middle = (low * high) ** 0.5
            low, high = (middle, high) if self.decades(middle, 1) > self.decades(size, experts) else (low, middle)
        return low


BASE = Law(-0.082, -0.108, 0.009, 1.847, 314.478)
LAWS = {
    "as-said": BASE, "rl-r": Law(-0.083, -0.126, 0.012, 1.880, 469.982),
    "hash": Law(-0.087, -0.136, 0.012, 4.175, 477.741),
}


@pytest.fixture(scope="module")
def named() -> Report:
    """With a model of today, far outside of what the law was fitted to."""
    return derive(CLAIM, model="deepseek-v3")


@pytest.mark.parametrize("name", LAWS)
def test_the_dense_size_has_the_same_loss(said: Report, name: str) -> None:
    """Found by bisection on the law as printed."""
    assert isclose(float(value(said, "dense-size", name)), LAWS[name].dense(370e6, 64), rel_tol=1e-9)


def test_sixty_four_experts_count_for_nearly_four(said: Report) -> None:
    """3.7, a dense model of 1.37 billion: four to one figure, and 1.4 to two where 1.3 was said."""
    assert round(float(value(said)), 3) == 3.699
    assert round(float(value(said, "dense-size")) / 1e9, 2) == 1.37
    assert float(value(said, "gain-defined", "read-off")) == pytest.approx(1.3 / 0.37)


@pytest.mark.parametrize(
    ("reading", "size", "experts"), [("hundred", 370e6, 100), ("small", 5e6, 128), ("large", 370e9, 64)]
)
def test_other_points_agree_with_bisection(said: Report, reading: str, size: float, experts: float) -> None:
    """Ten times the parameters for a hundred experts is far off; larger models gain less."""
    assert isclose(float(value(said, "gain", reading)), BASE.dense(size, experts) / size, rel_tol=1e-9)


def test_one_expert_is_a_dense_model() -> None:
    """The law counts what it starts with, and nothing is gained."""
    report = derive(CLAIM, as_said=True, values={"x_exp": "1"})
    assert isclose(float(value(report)), 1, rel_tol=1e-12)
    assert isclose(BASE.counted(1), 1.847)


def test_beyond_the_last_size_experts_lose(said: Report) -> None:
    """At b over c decades nothing is gained: 10^12 by the constants as printed."""
    assert float(value(said, "last-size")) == pytest.approx(1e12)
    assert isclose(BASE.dense(1e12, 64), 1e12, rel_tol=1e-9)
    assert BASE.dense(1e13, 64) < 1e13


def test_the_law_counts_never_more_than_its_end(said: Report) -> None:
    """Proven, and close to it for very many."""
    assert said["fewer-than-the-most"].verdict.shown
    assert 314 < BASE.counted(1e9) < 314.478


def test_all_parameters_grow_by_more_than_the_dense_size(said: Report) -> None:
    """64 over 3.7."""
    assert float(value(said, "total-gain")) == pytest.approx(64 / (BASE.dense(370e6, 64) / 370e6))


def test_half_the_active_parameters_take_eight_times_the_experts(said: Report) -> None:
    """4 = 64^(1/3), so that 2 = 8^(1/3); and all parameters grow four-fold."""
    assert value(said, "sparser-for-half") == pytest.approx(8)
    assert value(said, "total-for-half-read-off") == pytest.approx(4)


def test_another_point_has_another_power() -> None:
    """16 experts for 4 times: a square root, and four times the experts for half."""
    report = derive(CLAIM, as_said=True, values={"x_point": "16"})
    assert value(report, "sparser-for-half") == pytest.approx(4)


def test_its_first_number_is_the_lecture_s_own(built: Report, said: Report) -> None:
    """64 experts of 370 million parameters, for which the law was fitted; its answer says which law."""
    assert isclose(float(value(built)), float(value(said)), rel_tol=1e-12)
    assert "N_total" not in built.scenario.values
    assert built.answer.startswith("By a law that was fitted to small models with one expert for a token: ")
    assert "1.4 billion parameters, 3.7 times the active parameters, for 64 times the experts" in built.answer


def test_experts_of_a_model_that_is_named_are_counted_for_each_one_in_use(named: Report) -> None:
    """256 over 8 for DeepSeek-V3, at 37 billion active parameters."""
    assert value(named, "routed-experts") == Fraction(256, 8)
    assert isclose(float(value(named)), BASE.dense(37e9, 32) / 37e9, rel_tol=1e-9)
    assert value(named, "memory-by-sparsity") == 671 * 10**9


def test_pairs_that_were_published_are_further_apart_than_the_law_says() -> None:
    """6.9 B for 2.8 B on the same corpus, and 405 B for 37 B: 1.5 and 7 times the law; two rows saw other tokens."""
    cards = load_catalog()
    (tested,) = evidence(find_claim(CLAIM), packaged_tables(cards), cards)
    pairs = [(6.9, 2.8, 64 / 6), (405.0, 37.0, 256 / 8)]
    assert [float(ratio) for ratio in tested.ratios] == pytest.approx(
        [dense / active / (BASE.dense(active * 1e9, experts) / (active * 1e9)) for dense, active, experts in pairs])
    assert [round(float(ratio), 2) for ratio in tested.ratios] == [1.47, 6.98]
    assert sum(tested.apart.values()) == 2
    assert tested.falsified


def test_the_table_has_every_model_with_experts(built: Report) -> None:
    """Dense models have no experts to count."""
    rows = built.table("grid").rows
    assert [row[0] for row in rows] == [m.title for m in load_catalog().models.values() if m.experts is not None]


def test_time_is_by_active_parameters_and_memory_by_all(built: Report) -> None:
    """The fetch spreads over the batch, and goes to nothing."""
    assert built["compute-by-active-alone"].verdict.shown
    assert str(built["nothing-in-a-large-batch"].relation) == "t_fetch = 0"
    fetch = str(built["spread-over-the-batch"].relation)
    assert holds(built, "t_fetch*B = b_w*N_total/W", fetch) is Finding.PROVEN


def test_every_default_step_is_proven_and_every_reject_refuted(said: Report) -> None:
    """None in a form that was given up."""
    assert all(step.verdict.shown and not step.fell_back for step in said.derivation.steps)
    assert [step.name for step in said.derivation.rejects] == ["experts-as-parameters", "total-eight-fold"]
    assert all(step.verdict.finding is Finding.REFUTED for step in said.derivation.rejects)


def test_published_numbers_stand_as_expected(said: Report) -> None:
    """Four, eight, and the last size; and 1.3 billion as one reads a chart."""
    follow = [(row.published.step, row.published.reading) for row in said.published if agreeing(row)]
    assert follow == [
        ("dense-size", "as-said"), ("gain", "as-said"), ("gain-defined", "read-off"), ("sparser-for-half", "as-said"),
        ("last-size", "as-said"),
    ]


@pytest.mark.long
def test_experts_counted_by_parameters_are_fewer() -> None:
    """671 over 37 in place of 256 over 8."""
    report = derive(CLAIM, model="deepseek-v3", premises={"routed-experts": "by-parameters"})
    assert value(report, "routed-experts") == Fraction(671, 37)
    assert isclose(float(value(report)), BASE.dense(37e9, 671 / 37) / 37e9, rel_tol=1e-9)
