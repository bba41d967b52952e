"""What a pipeline does to the time of a token: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.search.verdict import Finding

from .numbers import value
from .pipelines import BANDWIDTH, BATCH, V3_CACHE, V3_TOTAL, WIDTH, text

CLAIM = "pipeline-latency"
MS = Fraction(1, 1000)
READS = Fraction(2 * V3_TOTAL + V3_CACHE * 8000 * BATCH) / (WIDTH * BANDWIDTH)  # of one micro-batch


@pytest.mark.parametrize("stages", [1, 2, 4, 16])
def test_the_work_of_all_stages_is_that_of_one(stages: int) -> None:
    """Summed over the stages, each with its part of weights and cache."""
    each = Fraction(2 * V3_TOTAL + V3_CACHE * 8000 * BATCH, stages) / (WIDTH * BANDWIDTH)
    report = derive(CLAIM, values={"n_stages": stages})
    assert value(report, "work-of-all-stages") == sum(each for _ in range(stages)) == READS
    assert report["neutral"].verdict.finding is Finding.PROVEN


def test_the_numbers_as_said(said: Report) -> None:
    """20 + 4 x 2 = 28 ms."""
    assert value(said) == 28 * MS
    assert value(said, "hop-time") == 8 * MS
    assert value(said, "slower") == Fraction(28, 20)
    assert value(said, "time-per-token", "ideal") == 20 * MS


@pytest.mark.parametrize(
    ("reading", "time"), [("two-stages", 24), ("ten-times-shorter", "20.8"), ("ten-times-longer", 100)]
)
def test_other_readings(said: Report, reading: str, time: str) -> None:
    assert value(said, "time-per-token", reading) == Fraction(time) * MS


def test_the_numbers_as_built(built: Report) -> None:
    """Four stages of 64 H100, and the hand-over that was said."""
    assert value(built) == value(built, "time-in-full") == READS + 8 * MS
    assert value(built, "hop-time") == 8 * MS


def test_neutral_exactly_where_a_hand_over_takes_no_time(built: Report) -> None:
    """In the limit nothing is added, and what is added says how long a hand-over is."""
    assert text(built, "no-hand-overs") == "t_more = 0"
    assert text(built, "hop-from-time") == "t_hop = t_more/n_stages"


def test_micro_batches_that_hide_the_hand_overs(built: Report) -> None:
    """While one is under way each stage works on all others: put back by hand."""
    stage = READS / 4
    needed = value(built, "micro-batches-kept")
    assert needed == value(built, "micro-batches-to-hide") == 4 * (1 + 2 * MS / stage)
    assert needed * stage == value(built)


def test_without_hand_overs_there_is_one_for_each_stage() -> None:
    """As the claim pipeline-kv takes it."""
    assert value(derive(CLAIM, values={"t_hop": "0 ms"}), "micro-batches-kept") == 4


# --- changed premises


def test_an_open_pipeline_has_one_hop_less(said: Report) -> None:
    report = derive(CLAIM, as_said=True, premises={"wrap-round": "open-ended"})
    assert value(report) == value(said) - 2 * MS
    assert report.verdict.startswith("follows from the changed premises")


def test_hidden_hand_overs_make_both_statements_one() -> None:
    """Then neutral is right, and the statement that was rejected stands."""
    report = derive(CLAIM, as_said=True, premises={"wrap-round": "hidden"})
    assert value(report) == 20 * MS
    assert report["neutral-with-hops"].verdict.finding is Finding.PROVEN


def test_a_cache_on_every_stage_is_read_on_every_stage() -> None:
    """A premise that a reader types: the work then grows with the stages."""
    report = derive(CLAIM, premises={"stage-reads": "t_stage = (m_w + K_micro/ep_width)/W_gpu"})
    assert report["neutral"].verdict.finding is Finding.REFUTED
    assert value(report, "work-of-all-stages") > READS


# --- what was said


def test_what_is_published(built: Report) -> None:
    """Thirty follows when rounded, ten does not; neutral follows in the ideal, and not with hand-overs."""
    rows = [(row.published.step, row.published.reading, row.verdict) for row in built.published]
    assert rows == [
        ("time-per-token", "as-said", "reproduced"),
        ("hop-time", "as-said", "off by a factor of 1.25, too large"),
        ("slower", "ideal", "reproduced"),
        ("slower", "as-said", "off by a factor of 1.4, too small"),
    ]
    assert built.verdict == "reproduced; 2 published numbers do not follow"


@pytest.mark.parametrize("name", ["stages-share-the-work", "neutral-with-hops"])
def test_every_reject_is_refuted(built: Report, name: str) -> None:
    """At a point with more than one stage, or with hand-overs that take time."""
    step = built[name]
    assert step.verdict.finding is Finding.REFUTED
    point = {key: Fraction(str(number)) for key, number in step.verdict.counterexample.items()}
    if name == "stages-share-the-work":
        assert point["T"] == point["n_stages"] * point["t_stage"] != point["t_stage"]
    else:
        assert point["t_token"] == point["T"] + point["n_stages"] * point["t_hop"] != point["T"]


def test_the_hand_over_moves_it_most_beside_the_context(built: Report) -> None:
    """An order of magnitude either way."""
    assert {swing.name for swing in built.swings[:2]} == {"L", "t_hop"}
