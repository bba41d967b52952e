"""Replicas for a traffic: the numbers out of the tool, and again out of plain fractions."""

from fractions import Fraction
from math import ceil
from typing import Any

import pytest

from derivations import Report, derive
from derivations.claims.lecture.train_interval import READINGS
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value

CLAIM = "replicas"
MILLION = 10**6
SYSTEM = 2000 * 64  # tokens a second, as said


def test_500_million_tokens_a_second_need_3907_systems(said: Report) -> None:
    """3,906.25 of them, and systems come whole."""
    assert Fraction(500 * MILLION, SYSTEM) == Fraction("3906.25")
    assert value(said) == value(said, "replicas-in-full") == value(said, "fewest") == 3907
    assert said.result.result == "3,907"


@pytest.mark.parametrize(
    ("reading", "tokens", "expected"),
    [("ten-models", 50 * MILLION, 391), ("five-models", 100 * MILLION, 782), ("as-said", 500 * MILLION, 3907)],
)
def test_models_that_share_the_traffic_need_fewer_each(built: Report, reading: str, tokens: int, expected: int) -> None:
    """50 million for each of ten."""
    assert value(built, "family-traffic", reading) == tokens
    assert value(built, "replicas", reading) == ceil(Fraction(tokens, SYSTEM)) == expected


@pytest.mark.parametrize(
    ("month", "trillions", "expected"),
    [("may-2025", 480, 1447), ("june-2025", 980, 2954), ("october-2025", 1300, 3919), ("may-2026", 3200, 9646)],
)
def test_what_google_announced_in_systems(built: Report, month: str, trillions: int, expected: int) -> None:
    """Tokens of a month of 30 days, over 128,000 a second."""
    traffic = Fraction(trillions * 10**12, 30 * 24 * 3600)
    assert value(built, "replicas", f"announced-in-{month}") == ceil(traffic / SYSTEM) == expected


def test_the_announcements_are_those_of_the_claim_about_trains(built: Report) -> None:
    """One list of months for both."""
    ours = {name: seen.values["D_announced"] for name, seen in built.readings.items() if "announced" in name}
    theirs = {reading.name: reading.numbers["D_announced"].read() for reading in READINGS
              if "announced" in reading.name}
    assert ours == theirs
    assert len(ours) == 4


def test_a_thousandth_is_a_thousand_systems(built: Report) -> None:
    """And stands for 128 million tokens a second."""
    assert value(built, "replicas-by-share", "a-thousandth") == 1000
    assert value(built, "traffic-of-share", "a-thousandth") == 1000 * SYSTEM == 128 * MILLION


def test_one_system_is_a_larger_part_of_one_model_than_of_all(built: Report) -> None:
    """1 in 3,906 of all the traffic, 1 in 391 of one of ten models."""
    assert value(built, "share", "ten-models") == Fraction(SYSTEM, 500 * MILLION)
    assert value(built, "share-of-model", "ten-models") == Fraction(SYSTEM, 50 * MILLION)
    assert value(built, "more-of-a-model", "ten-models") == 10 * value(built, "share", "ten-models")


@pytest.mark.parametrize("reading", ["as-said", "ten-models", "announced-in-may-2025", "twenty-milliseconds"])
def test_what_rounding_up_leaves_over_is_less_than_one_system(built: Report, reading: str) -> None:
    """And nothing where the quotient is whole."""
    systems, model, one = (value(built, step, reading) for step in ("replicas", "family-traffic", "throughput"))
    assert value(built, "used-in-full", reading) == model / (systems * one) <= 1
    assert value(built, "spare-in-full", reading) == systems - model / one
    assert 0 <= systems - model / one < 1


def test_one_system_fewer_would_not_be_enough(said: Report) -> None:
    """Which is what the fewest means."""
    assert (value(said) - 1) * SYSTEM < 500 * MILLION <= value(said) * SYSTEM


@pytest.mark.parametrize("rate", ["128,000", "128,001", "1"])
def test_a_small_traffic_still_needs_a_whole_system(rate: str) -> None:
    """Just what one carries, one token more, and next to nothing."""
    report = derive(CLAIM, as_said=True, values={"X_all": f"{rate} token/s"})
    assert value(report) == (2 if rate == "128,001" else 1)


def test_gpus_are_counted_only_where_the_model_has_room(built: Report) -> None:
    """Eight for each replica of a node, 72 for each of a rack; eight H100 do not hold the weights in bf16."""
    assert value(built, "gpus") == 8 * value(built)
    line = derive(CLAIM, accelerator="h100", compute="bf16").numbers("gpus")
    assert line.value is None
    assert "b_w*N_total = 1.342 TB is above M = 640 GB" in line.outside
    interval = Fraction(186, 8000)
    racks = ceil(500 * MILLION * interval / 2000)
    assert value(built, "replicas", "blackwell-racks") == racks == 5813
    assert value(built, "gpus", "blackwell-racks") == 72 * racks
    room = (72 * 186 * 10**9 - 671 * 10**9) / Fraction(2000 * 61 * (512 + 64))
    assert value(built, "room", "blackwell-racks") == room


def test_as_built_a_system_generates_a_batch_in_the_time_to_read_its_memory(built: Report) -> None:
    """141 GB at 4.8 TB/s, 2,000 sequences: 7,344 systems."""
    assert value(built, "throughput") == 2000 / Fraction(141, 4800)
    assert value(built) == ceil(500 * MILLION * Fraction(141, 4800) / 2000) == 7344


# --- other premises


@pytest.mark.long
def test_a_reserve_for_peaks_needs_more_of_them(said: Report) -> None:
    """A reader's own premise: half as much again as the mean traffic."""
    report = derive(CLAIM, as_said=True, premises={"enough": "N_rep*X_sys >= 1.5*X_model"})
    assert value(report) == ceil(Fraction(3, 2) * Fraction("3906.25")) == 5860
    assert value(report) > value(said)
    assert report["replicas-by-share"].fell_back


def test_a_strict_bound_is_not_rounded_up() -> None:
    """The fewest above a whole number is the next one, which the rule does not give."""
    report = derive(CLAIM, as_said=True, premises={"enough": "N_rep*X_sys > X_model"})
    assert report["fewest"].verdict.finding is Finding.INCONCLUSIVE
    assert report["replicas"].verdict.finding is Finding.WAITING


def test_a_part_of_the_traffic_alone(said: Report) -> None:
    """A reader's own premise: a tenth of what is announced is generated, the rest read."""
    report = derive(CLAIM, as_said=True, premises={"whole-family": "X_family = X_all/10"})
    assert value(report) == 391 < value(said)


# --- batch from memory and context, input apart from output

DAY = 86_400
H800 = {"rate": 1979 * 10**12, "bandwidth": 3350 * 10**9, "memory": 80 * 10**9}
WEIGHTS, ACTIVE, CACHE, CONTEXT = 671 * 10**9, 37 * 10**9, 61 * 576 * 2, 4989
OUTPUT, COMPUTED = Fraction(168 * 10**9, DAY), Fraction(266 * 10**9, DAY)


def test_the_batch_is_what_the_weights_leave_over_the_cache_of_a_sequence(built: Report) -> None:
    """On 144 H800, with DeepSeek-V3 in fp8 and its mean context; a token reads its own share of all memory."""
    memory = 144 * H800["memory"]
    batch = Fraction(memory - WEIGHTS, CACHE * CONTEXT)
    assert value(built, "batch-that-fits", "deepseek-day") == batch
    drain = Fraction(H800["memory"], H800["bandwidth"])
    generated = batch / drain
    assert value(built, "generated-with-full-memory", "deepseek-day") == generated
    assert value(built, "generated-by-context", "deepseek-day") == generated


def test_output_is_paid_in_bandwidth_and_input_in_arithmetic(built: Report) -> None:
    """331 GPUs at the rates of the data sheet, where the day took 1,814."""
    left = 1 - Fraction(WEIGHTS, 144 * H800["memory"])
    output = OUTPUT * CACHE * CONTEXT / (H800["bandwidth"] * left)
    computing = COMPUTED * 2 * ACTIVE / H800["rate"]
    assert value(built, "gpus-of-traffic", "deepseek-day") == output + computing
    assert value(built, "systems-of-both", "deepseek-day") == (output + computing) / 144
    assert value(built, "share-of-input-in-full", "deepseek-day") == computing / (output + computing)
    assert 5 < Fraction("226.75") * 8 / (output + computing) < 6


def test_the_nodes_of_the_day_follow_from_the_rates_of_its_nodes(built: Report) -> None:
    """608 billion at 73,700 a second and 168 billion at 14,800: 226.9, where 226.75 are printed."""
    nodes = Fraction(608 * 10**9, 73_700 * DAY) + Fraction(168 * 10**9, 14_800 * DAY)
    assert value(built, "one-at-a-time", "deepseek-node-rates") == nodes
    assert round(float(nodes), 1) == 226.9
    assert value(built, "share-of-input", "deepseek-node-rates") == Fraction(608 * 10**9, 73_700 * DAY) / nodes


def test_a_context_too_short_for_its_reads_is_told() -> None:
    """A batch that fills the memory would then be bound by arithmetic, and the step that rests on reads says so."""
    cards: dict[str, Any] = {"accelerator": "gb200", "compute": "fp8", "cache": "fp8"}
    short = derive(CLAIM, values={"L_mean": "1,000 token/sequence"}, **cards)
    assert any("reads-longer" in each for each in short.contradictions)
    assert not derive(CLAIM, **cards).contradictions


@pytest.mark.long
def test_input_below_the_peak_takes_more_systems(built: Report) -> None:
    """A named alternative: half of the rate, twice the systems for input, and as many for output."""
    cards: dict[str, Any] = {"accelerator": "gb200", "compute": "fp8", "cache": "fp8"}
    half = derive(CLAIM, premises={"input-rate": "input-below-peak"}, values={"u_flop": "1/2"}, **cards)
    peak = derive(CLAIM, **cards)
    more = value(half, "systems-of-both") - value(peak, "systems-of-both")
    assert more == value(peak, "systems-of-both") * value(peak, "share-of-input-in-full")
    assert half["gpus-of-traffic"].fell_back


# --- windows and state

GEMMA = {"growing": 10 * 1 * 4 * 512 * 2, "windows": 50 * 2 * 16 * 256 * 2}  # bytes of a token, in bf16


def test_windows_take_room_beside_the_growing_cache() -> None:
    """Gemma 4 31B on an H100 at 1,500 tokens: 18 GB over 61 MB of growing cache and 839 MB of full windows."""
    report = derive(CLAIM, accelerator="h100", model="gemma-4-31b", values={"G": 1, "L_mean": 1500})
    held = GEMMA["growing"] * 1500 + GEMMA["windows"] * 1024
    assert value(report, "held-at-the-mean") == held
    assert value(report, "batch-that-fits") == value(report, "batch-that-fits-in-full") == Fraction(18 * 10**9, held)
    assert value(report, "batch-that-fits") // 1 == 19


@pytest.mark.parametrize(("context", "kept"), [(1000, 1000), (1024, 1024), (1025, 1024), (100_000, 1024)])
def test_a_window_holds_no_more_tokens_than_there_are(context: int, kept: int) -> None:
    """Below it, at it, one beyond it and far beyond."""
    report = derive(CLAIM, accelerator="h100", model="gemma-4-31b", values={"G": 2, "L_mean": context})
    assert value(report, "held-at-the-mean") == GEMMA["growing"] * context + GEMMA["windows"] * kept


def test_chunks_below_their_length_keep_all_tokens() -> None:
    """Llama 4 Maverick in fp8 on eight H200, at 7,500 of its 8,192 tokens: 728 GB over 1.47 GB, 493 sequences."""
    report = derive(CLAIM, accelerator="h200", model="llama-4-maverick", compute="fp8", values={"L_mean": 7500})
    held = (12 + 36) * 2 * 8 * 128 * 2 * 7500
    assert value(report, "batch-that-fits") == Fraction((8 * 141 - 400) * 10**9, held)
    assert value(report, "batch-that-fits") // 1 == 493


def test_without_windows_and_state_the_growing_cache_is_all_that_is_held(built: Report) -> None:
    """The same number by the premise and by its alternative, as on the blackboard."""
    alone = derive(CLAIM, premises={"held-at-the-mean": "growing-cache-alone"})
    assert value(alone, "batch-that-fits") == value(built, "batch-that-fits")
    gemma: dict[str, Any] = {"model": "gemma-4-31b", "values": {"L_mean": "100k token/sequence"}}
    more = derive(CLAIM, premises={"held-at-the-mean": "growing-cache-alone"}, **gemma)
    assert value(more, "batch-that-fits") > value(derive(CLAIM, **gemma), "batch-that-fits")


@pytest.mark.long
def test_a_part_held_back_leaves_less_for_sequences() -> None:
    """A tenth of a node for activations and the runtime."""
    report = derive(CLAIM, premises={"filled": "part-held-back"}, values={"x_free": "9/10"})
    left = Fraction(9, 10) * 8 * 141 * 10**9 - WEIGHTS
    assert value(report, "batch-that-fits") == left / (CACHE * CONTEXT)
    assert report["generated-by-context"].fell_back


# --- the derivation, and what was published


def test_every_step_is_proven_and_every_wrong_statement_refuted(built: Report) -> None:
    """None in a form that was given up, and the result has no condition."""
    for step in built.derivation.steps:
        assert step.verdict.shown, step
        assert not step.fell_back
    assert {step.name: step.verdict.finding for step in built.derivation.rejects} == {
        "all-traffic-on-each-model": Finding.REFUTED, "not-rounded": Finding.REFUTED,
        "every-token-alike": Finding.REFUTED, "weights-need-no-room": Finding.REFUTED,
        "windows-take-no-room": Finding.REFUTED,
    }
    assert str(built.headline.relation) == "N_rep = ceil(X_all/(n_models*X_sys))"
    assert built.headline.conditions == ()


def test_a_thousandth_is_of_a_system_and_a_traffic_of_that_chapter(built: Report) -> None:
    """He has 128,000 tokens a second and hundreds of millions; a node of today and 500 million do not judge that."""
    own = next(item for item in built.statements if item.said.published.step == "share")
    assert own.follows
    assert own.said.published.reading == "announced-in-may-2025"
    assert value(built, "throughput", "announced-in-may-2025") == SYSTEM
    assert value(built, "replicas") != value(built, "replicas", "announced-in-may-2025")
    assert "thousandth" not in built.claim.answer


def test_what_was_published_and_what_of_it_does_not_follow(built: Report) -> None:
    """A thousand is right for a thousandth, near for the traffic of early 2025, and not for that of later."""
    for row in built.published:
        assert row.published.note or agreeing(row)
    wrong = {(row.published.step, row.published.reading): row.ratio for row in built.published
             if not agreeing(row)}
    assert wrong == {
        ("replicas", "as-said"): Fraction(3907, 1000),
        ("replicas", "announced-in-october-2025"): Fraction(3919, 1000),
        ("share", "as-said"): Fraction(1000 * SYSTEM, 500 * MILLION),
    }
    told = "holds with the fewest whole N_rep"
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven; {told}"
