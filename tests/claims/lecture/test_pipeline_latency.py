"""What a pipeline does to the time of a token: out of the tool, and again out of plain fractions."""

from fractions import Fraction
from typing import Any

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import value
from ..pipelines import BATCH, GB, V3_CACHE, V3_TOTAL, WIDTH, text

CLAIM = "pipeline-latency"
MS = Fraction(1, 1000)
US = MS / 1000
MODEL_WIDTH, LINK = 7168, 50 * GB  # numbers of an activation, and a link of 400 Gbit/s
BANDWIDTH = Fraction("3.35") * 1000 * GB  # of an H100
DEVICES = 3 * Fraction("0.15") * US + 2 * US  # three switches, two network cards
READS = Fraction(2 * V3_TOTAL + V3_CACHE * 8000 * BATCH) / (WIDTH * BANDWIDTH)  # of one micro-batch


def on_h100(**changed: Any) -> Report:
    """Stages of 64 H100 with DeepSeek-V3 in bf16."""
    return derive(CLAIM, accelerator="h100", model="deepseek-v3", compute="bf16", cache="bf16", **changed)


@pytest.fixture(scope="module")
def h100() -> Report:
    """Four stages of 64 H100."""
    return on_h100()


@pytest.mark.parametrize("stages", [1, 2, 4, 16])
def test_the_work_of_all_stages_is_that_of_one(stages: int) -> None:
    """Summed over the stages, each with its part of weights and cache."""
    each = Fraction(2 * V3_TOTAL + V3_CACHE * 8000 * BATCH, stages) / (WIDTH * BANDWIDTH)
    report = on_h100(values={"n_stages": stages})
    assert value(report, "work-of-all-stages") == sum(each for _ in range(stages)) == READS
    assert report["neutral"].verdict.shown


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


def test_a_guess_comes_out_as_it_went_in(said: Report) -> None:
    """The 30 ms rest on 2 ms that are an input: half the guess, half of what is added, and nothing else moves it."""
    half = derive(CLAIM, as_said=True, values={"t_hop": "1 ms"})
    assert text(said, "hop-time") == "t_more = t_hop*n_stages"
    assert value(said, "hop-time") == 2 * value(half, "hop-time") == 8 * MS


# --- the hand-over, from bytes, links and switches


@pytest.mark.parametrize(("chip", "compute", "size"), [("h100", "bf16", 2), ("h100", "fp8", 1), ("h200", "fp8", 1)])
def test_the_bytes_of_a_micro_batch_take_microseconds_on_its_links(chip: str, compute: str, size: int) -> None:
    """2,400 tokens over 64 GPUs, each with a vector as wide as the model, and a link each: 10.75 us in bf16."""
    report = derive(CLAIM, accelerator=chip, model="deepseek-v3", compute=compute)
    wire = Fraction(BATCH * MODEL_WIDTH * size, WIDTH * LINK)
    assert value(report, "wire-of-a-micro-batch") == wire
    assert value(report, "hand-over") == wire + DEVICES < 15 * US
    assert value(report, "hand-over-of-few-bytes") == DEVICES
    assert value(report, "added-by-links") == 4 * (wire + DEVICES)


def test_the_guess_is_a_hundred_and_fifty_times_that(h100: Report) -> None:
    """So for two milliseconds a GPU would have to hand 7,000 tokens on at a time, where decode has 38."""
    wire = Fraction(BATCH * MODEL_WIDTH * 2, WIDTH * LINK)
    assert value(h100, "guess-over-links-in-full") == 2 * MS / (wire + DEVICES)
    assert value(h100, "tokens-of-a-gpu") == Fraction(BATCH, WIDTH)
    assert value(h100, "tokens-of-the-guess") == 2 * MS * LINK / (2 * MODEL_WIDTH)
    assert wire / (2 * MS) == value(h100, "tokens-of-a-gpu") / value(h100, "tokens-of-the-guess")


def test_in_prefill_the_guess_is_right() -> None:
    """A prompt of 8,000 tokens for each GPU fills its link for the two milliseconds."""
    prompts = on_h100(values={"n": "8k token/sequence", "b_micro": "64 sequence", "ep_width": "64 GPU"})
    assert 2 * MS < value(prompts, "hand-over") < Fraction(5, 2) * MS


def test_the_numbers_as_built(h100: Report) -> None:
    """Four stages of 64 H100, and the hand-over by links."""
    wire = Fraction(BATCH * MODEL_WIDTH * 2, WIDTH * LINK)
    assert value(h100) == value(h100, "time-in-full") == value(h100, "token-by-links") == READS + 4 * (wire + DEVICES)
    assert value(h100) / READS - 1 < Fraction(1, 200)


@pytest.mark.long
def test_switches_that_store_before_they_forward_take_four_times_the_wire() -> None:
    slow = on_h100(premises={"hand-over-time": "stored-and-forwarded"})
    assert value(slow, "hand-over") == 4 * Fraction(BATCH * MODEL_WIDTH * 2, WIDTH * LINK) + DEVICES


def test_neutral_exactly_where_a_hand_over_takes_no_time(built: Report) -> None:
    """In the limit nothing is added, and what is added says how long a hand-over is."""
    assert text(built, "no-hand-overs") == "t_more = 0"
    assert text(built, "hop-from-time") == "t_hop = t_more/n_stages"


def test_micro_batches_that_hide_the_hand_overs() -> None:
    """While one is under way each stage works on all others: put back by hand, with the hand-over that was said."""
    guessed = on_h100(premises={"hand-over-time": "as-guessed"})
    stage = READS / 4
    needed = value(guessed, "micro-batches-kept")
    assert needed == value(guessed, "micro-batches-to-hide") == 4 * (1 + 2 * MS / stage)
    assert needed * stage == value(guessed) == READS + 8 * MS


def test_without_hand_overs_there_is_one_for_each_stage(said: Report) -> None:
    """As the claim pipeline-kv takes it."""
    assert value(said, "micro-batches-kept", "ideal") == 4


# --- changed premises


@pytest.mark.long
def test_an_open_pipeline_has_one_hop_less(said: Report) -> None:
    report = derive(CLAIM, as_said=True, premises={"wrap-round": "open-ended"})
    assert value(report) == value(said) - 2 * MS
    assert report.verdict.startswith("follows from the changed premises")


def test_hidden_hand_overs_make_both_statements_one() -> None:
    """Then neutral is right, and the statement that was rejected stands."""
    report = derive(CLAIM, as_said=True, premises={"wrap-round": "hidden"})
    assert value(report) == 20 * MS
    assert report["neutral-with-hops"].verdict.shown


@pytest.mark.long
def test_a_cache_on_every_stage_is_read_on_every_stage() -> None:
    """A premise that a reader types: the work then grows with the stages."""
    report = on_h100(premises={"stage-reads": "t_stage = (m_w + K_micro/ep_width)/W_gpu"})
    assert report["neutral"].verdict.finding is Finding.REFUTED
    assert value(report, "work-of-all-stages") > READS


# --- what was said


def test_what_is_published(built: Report) -> None:
    """Twenty to thirty and ten follow from guesses; a hand-over takes no milliseconds; neutral follows in the ideal."""
    rows = [(row.published.step, row.published.reading, row.verdict) for row in built.published]
    assert rows[0] == ("time-per-token", "as-said", "illustration: the same")
    assert rows[1] == ("hop-time", "as-said", "illustration: the same")
    assert rows[2][:2] == ("hand-over", "as-built")
    assert rows[2][2] == "look-up: derived is 0.0391 times it"  # a guess at hardware, of which he says so
    assert rows[3:] == [
        ("slower", "ideal", "reproduced"), ("slower", "as-said", "off by a factor of 1.4, too small"),
    ]
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"


@pytest.mark.parametrize("name", ["stages-share-the-work", "neutral-with-hops", "one-link-for-all"])
def test_every_reject_is_refuted(built: Report, name: str) -> None:
    """At a point with more than one stage, or with hand-overs that take time."""
    step = built[name]
    assert step.verdict.finding is Finding.REFUTED
    point = {key: Fraction(str(number)) for key, number in step.verdict.counterexample.items()}
    if name == "stages-share-the-work":
        assert point["T"] == point["n_stages"] * point["t_stage"] != point["t_stage"]
    elif name == "neutral-with-hops":
        assert point["t_token"] == point["T"] + point["n_stages"] * point["t_hop"] != point["T"]
    else:
        assert point["t_wire"] == point["S_act"] * point["n"] * point["b_micro"] / (point["ep_width"] * point["W_out"])
        assert point["ep_width"] != 1


def test_the_context_moves_it_most_and_no_device_by_much(h100: Report) -> None:
    """Cards and switches over their whole range: less than a tenth of a millisecond."""
    swings = {swing.name: swing for swing in h100.swings}
    assert h100.swings[0].name == "L"
    assert {"t_card", "t_switch", "W_out"} <= set(swings)
