"""What fills the memory of a rack: out of the tool, and again out of plain fractions."""

from fractions import Fraction
from typing import Any

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value
from ..pipelines import BATCH, CACHE, CONTEXT, GB, MEMORY, V3_CACHE, V3_TOTAL, text

CLAIM = "memory-wall"
TB = 1000 * GB
RACK = 72 * 186 * GB


@pytest.mark.parametrize(("reading", "memory"), [("as-said", 10), ("twenty-terabytes", 20)])
def test_the_numbers_as_said(said: Report, reading: str, memory: int) -> None:
    """Five terabytes of weights, and what they leave over the cache of a token."""
    assert value(said, "weights-share", reading) == Fraction(5, memory)
    room = (memory - 5) * TB
    assert value(said, "tokens-that-fit", reading) == Fraction(room, CACHE)
    assert value(said, "fitting-batch", reading) == Fraction(room, CACHE * CONTEXT)


@pytest.mark.parametrize(
    ("reading", "memory"),
    [("trillion-on-hopper", 8 * 80), ("trillion-on-blackwell", 72 * 186), ("trillion-on-rubin", 72 * 288)],
)
def test_a_trillion_on_cards(said: Report, reading: str, memory: int) -> None:
    """One terabyte over gigabytes of the domain."""
    assert value(said, "weights-share", reading) == Fraction(1000, memory)
    assert value(said, "pooled-memory", reading) == memory * GB


def test_the_numbers_as_built(built: Report) -> None:
    """DeepSeek-V3 in fp8 takes a twentieth of a rack of GB200."""
    assert value(built, "weights-share") == Fraction(V3_TOTAL, 72 * MEMORY)
    assert round(1 / value(built, "weights-share")) == 20
    assert value(built, "largest-model") == 72 * MEMORY


def test_on_a_rack_agrees_with_plain_fractions() -> None:
    """In fp8 on 72 GB200, at 8,000 tokens of context."""
    report = derive(CLAIM, accelerator="gb200", compute="fp8", cache="fp8")
    assert value(report, "weights-share") == Fraction(V3_TOTAL, RACK)
    tokens = Fraction(RACK - V3_TOTAL) / Fraction(V3_CACHE, 2)
    assert value(report, "tokens-that-fit") == value(report, "tokens-by-size") == tokens
    assert value(report, "fitting-batch") == tokens / 8000
    assert value(report, "no-weights") == Fraction(RACK) / Fraction(V3_CACHE, 2) / 8000


def test_weights_and_caches_fill_the_memory_again() -> None:
    """Put back: the batch that fits, at its context, beside the weights."""
    report = derive(CLAIM, accelerator="gb200", model="kimi-k2", values={"L": "32k token/sequence"})
    used = 1040 * GB + value(report, "fitting-batch") * 32_000 * V3_CACHE
    assert used == RACK


@pytest.fixture(scope="module")
def small() -> Report:
    """A node that the weights do not fit into."""
    return derive(CLAIM, accelerator="h100", compute="bf16")


def test_where_the_weights_do_not_fit_there_is_no_batch(built: Report, small: Report) -> None:
    """The reason is told in the words of the claim."""
    line = small.numbers("fitting-batch")
    assert line.value is None
    assert "1.342 TB is not below M = 640 GB" in line.result
    assert built.numbers("fitting-batch").value is not None


def test_twice_the_context_is_half_the_batch() -> None:
    batches = [value(derive(CLAIM, accelerator="gb200", values={"L": context}), "fitting-batch")
               for context in ("8k token/sequence", "16k token/sequence")]
    assert batches[0] == 2 * batches[1]


def test_the_stages_are_those_of_pipelining(built: Report) -> None:
    """One derivation for both claims: the same step, the same number."""
    assert text(built, "even-stages") == text(derive("pipeline-kv"), "even-stages")
    assert value(built, "even-stages") == value(derive("pipeline-kv"), "even-stages")
    assert value(built, "even-stages", "trillion-on-blackwell") == Fraction(1000 * GB, CACHE * CONTEXT * BATCH)


def test_what_the_weights_leave_is_the_rest(built: Report, small: Report) -> None:
    """Half and three quarters as said; no share where the weights do not fit."""
    assert text(built, "share-left") == "u_room = 1 - u_mem"
    assert value(built, "share-left", "as-said") == Fraction(1, 2)
    assert value(built, "share-left", "twenty-terabytes") == Fraction(3, 4)
    assert small.numbers("share-left").value is None


def test_the_stages_beyond_which_the_cache_dominates(built: Report) -> None:
    """An inequality of its own, under the condition that names the larger part."""
    step = built["stages-at-least"]
    assert step.verdict.shown
    assert text(built, "stages-at-least") == "n_stages*kappa*L*b_micro >= b_w*N_total"
    assert [str(condition) for condition in step.conditions] == ["m_w <= m_kv"]


def test_what_rests_on_equal_parts_says_so(built: Report) -> None:
    assert built["even-stages"].within == ("even-parts",)
    assert built["weights-share"].within == built["what-memory-buys"].within == ()


# --- what the memory is used for, and what it buys

FP8_RACK: dict[str, Any] = {"accelerator": "gb200", "compute": "fp8", "cache": "fp8"}
RATE, BANDWIDTH, ACTIVE = 72 * 5 * 10**15, 72 * 8 * TB, 37 * GB


WORK, ATTENTION_RATE = 61 * 128 * 2 * (576 + 512), RATE // 2  # of attention, for a pair of tokens; in bf16


def arithmetic(batch: Fraction, context: Fraction | int) -> Fraction:
    """Time of the products of such a pass on the rack, with weights and in attention."""
    return 2 * batch * ACTIVE / RATE + batch * WORK * context / ATTENTION_RATE


@pytest.mark.long
@pytest.mark.parametrize("context", [1000, 8000])
def test_at_balance_weights_and_caches_are_read_while_the_arithmetic_lasts(context: int) -> None:
    """Put back: the batch whose caches are in use beside the weights computes as long as it reads."""
    report = derive(CLAIM, **FP8_RACK, values={"L": context})
    used = value(report, "memory-at-balance")
    assert used == value(report, "used-at-balance-in-full") > V3_TOTAL
    batch = (used - V3_TOTAL) / (Fraction(V3_CACHE, 2) * context)
    assert arithmetic(batch, context) == used / BANDWIDTH


def test_beyond_the_crossover_there_is_no_balance() -> None:
    """With a cache in bf16 from 7,445 tokens on; with one in fp8 attention computes longer than it reads."""
    line = derive(CLAIM, accelerator="gb200").numbers("memory-at-balance")
    assert line.value is None
    assert "L/L_kv is not below 1 + y_attn" in line.result
    assert derive(CLAIM, accelerator="gb200", values={"L": 7000}).numbers("memory-at-balance").value is not None


def test_memory_buys_a_part_of_the_best_that_the_context_allows() -> None:
    """One less the weights over the memory: 95% on a rack, by the times of the pass itself."""
    report = derive(CLAIM, **FP8_RACK)
    batch = Fraction(RACK - V3_TOTAL) / (Fraction(V3_CACHE, 2) * 8000)
    assert value(report, "batch-of-a-full-memory") == batch
    over = arithmetic(batch, 8000) / Fraction(RACK, BANDWIDTH)
    assert value(report, "arithmetic-of-a-full-memory") == over
    assert over == value(report, "most-at-a-context") * value(report)
    assert value(report) == 1 - Fraction(V3_TOTAL, RACK) > Fraction(94, 100)


@pytest.mark.parametrize(("changes", "words"), [
    ({}, "brings a rack to about 95% of the throughput that unlimited memory would give"),
    ({"accelerator": "h200", "model": "deepseek-v3", "values": {"b_micro": "200 sequence"}},
     "takes about 60% of the time of its reads; with unlimited memory the arithmetic would be the limit"),
    (FP8_RACK, "at 8,000 tokens of context more memory brings no more throughput"),
])
def test_what_more_memory_would_bring_is_said_where_it_is_so(changes: dict[str, Any], words: str) -> None:
    """More throughput where reads are the limit at any batch, up to the limit of the arithmetic elsewhere."""
    report = derive(CLAIM, **changes)
    assert words in report.answer
    over = value(report, "most-at-a-context"), value(report, "arithmetic-of-a-full-memory")
    assert (over[0] > 1) == ("would be the limit" in words or "no more" in words)
    assert (over[1] > 1) == ("no more" in words)


@pytest.mark.long
def test_without_attention_as_he_has_it_the_bound_is_lower() -> None:
    """What a memory reaches of it is the same."""
    said, plain = (derive(CLAIM, accelerator="gb200", **changes) for changes in (
        {"values": {"f_attn": 0}}, {"premises": {"arithmetic-time": "weights-alone"}}))
    assert value(said, "most-at-a-context") == value(plain, "most-at-a-context") < Fraction(1, 4)
    assert value(said) == value(plain) == value(derive(CLAIM, accelerator="gb200"))


@pytest.mark.parametrize(("reading", "part"), [("as-said", Fraction(1, 2)), ("twenty-terabytes", Fraction(3, 4))])
def test_the_racks_as_said_reach_a_half_and_three_quarters(said: Report, reading: str, part: Fraction) -> None:
    """Five trillion parameters of a byte in 10 and in 20 TB."""
    assert value(said, "what-memory-buys", reading) == part


def test_eight_racks_save_no_more_than_the_weights(said: Report) -> None:
    """Seven eighths of a terabyte of 13: the caches stay what they are."""
    part = Fraction(1000 * GB, RACK) * Fraction(7, 8)
    assert value(said, "saved-by-many-racks", "eight-racks") == part < Fraction(7, 100)
    assert value(said, "saved-in-full", "eight-racks") == Fraction(1000 * GB, 72) * Fraction(7, 8)
    assert said["cache-at-any-stages"].verdict.finding is Finding.PROVEN


# --- windows and state


def test_windows_fill_the_memory_beside_the_growing_cache() -> None:
    """Gemma 4 31B on an H100 at 1,500 tokens: 19 sequences, with their caches and full windows."""
    report = derive(CLAIM, accelerator="h100", model="gemma-4-31b", values={"G": 1, "L": 1500, "b_micro": 1})
    held = (10 * 4 * 512 * 1500 + 50 * 2 * 16 * 256 * 1024) * 2
    assert value(report, "held-per-token") == Fraction(held, 1500)
    assert value(report, "fitting-batch") == value(report, "fitting-batch-in-full") == Fraction(18 * GB, held)
    assert value(report, "fitting-batch") // 1 == 19
    assert value(report, "tokens-that-fit") == Fraction(18 * GB * 1500, held)


def test_windows_are_read_as_well_as_held() -> None:
    """The bound counts them too, so that what memory buys is what the weights leave, whatever a sequence holds."""
    report = derive(CLAIM, accelerator="h100", model="gemma-4-31b", values={"G": 1, "L": 1500, "b_micro": 1})
    card = report.scenario.values
    attention = card["f_attn"].number * 1500 / card["C_attn_gpu"].number
    seconds = {"arithmetic": 2 * 31 * GB / card["C_gpu"].number + attention,
               "reads": value(report, "held-per-token") * 1500 / card["W_gpu"].number}
    assert value(report, "most-at-a-context") == seconds["arithmetic"] / seconds["reads"]
    assert value(report) == 1 - Fraction(62, 80)


@pytest.mark.long
def test_the_growing_cache_alone_is_an_alternative() -> None:
    """As on the blackboard: without windows the same number, with windows too many sequences."""
    plain = {"held-per-token": "growing-cache-alone"}
    assert value(derive(CLAIM, premises=plain), "fitting-batch") == value(derive(CLAIM), "fitting-batch")
    gemma: dict[str, Any] = {"accelerator": "h100", "model": "gemma-4-31b"}
    more, right = (value(derive(CLAIM, premises=each, **gemma), "fitting-batch") for each in (plain, None))
    assert more > right


# --- changed premises


@pytest.mark.long
def test_memory_that_is_held_back_leaves_less() -> None:
    """A tenth of a rack for other things."""
    report = derive(
        CLAIM, accelerator="gb200", premises={"room-for-cache": "part-held-back"}, values={"x_free": "9/10"}
    )
    assert value(report, "tokens-that-fit") == (Fraction(9, 10) * RACK - V3_TOTAL) / V3_CACHE
    assert report.verdict.startswith("follows from the changed premises")


def test_memory_holds_what_is_stored() -> None:
    """Where attention is sparse that is more than it reads."""
    report = derive(CLAIM, accelerator="gb200", premises={"room-filled": "as-stored"})
    assert value(report, "tokens-that-fit") == Fraction(RACK - V3_TOTAL, V3_CACHE)


@pytest.mark.long
def test_two_micro_batches_for_each_stage_halve_the_stages(built: Report) -> None:
    report = derive(CLAIM, premises={"one-per-stage": "several-per-stage"}, values={"n_each": 2})
    assert value(report, "even-stages") * 2 == value(built, "even-stages")


# --- what was said


def test_what_is_published(built: Report) -> None:
    """Many tens of terabytes are not in a rack of Blackwell; all else that should follow does.

    Tens are ten to a hundred, as hundreds of millions are a hundred million to a thousand.
    """
    rows = {(row.said, row.published.by,
             row.published.reading): row for row in built.published}
    assert {key[1:] for key, row in rows.items() if not agreeing(row)} == {
        ("Reiner Pope", "blackwell-rack"),
    }
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven; holds only if 0 < L and b_w*N_total < M"


def test_the_memory_wall_itself_is_only_asserted(built: Report) -> None:
    """Smartphones, half of CapEx and a trillion rest on nothing that is derived here."""
    told = " ".join(built.asserted())
    for number in ("30%", "50%", *(item.text for item in built.claim.asserted)):
        assert number in told
    assert "13.39 TB on NVIDIA GB200 NVL72" in told


@pytest.mark.parametrize("name", [
    "weights-in-every-gpu", "parts-the-other-way-round", "parameters-are-bytes", "twice-the-memory-twice-as-good",
    "balance-needs-the-weights-alone", "windows-take-no-room",
])
def test_every_reject_is_refuted(built: Report, name: str) -> None:
    assert built[name].verdict.finding is Finding.REFUTED
    assert built[name].because


def test_the_point_against_a_single_gpu_has_several() -> None:
    """For one GPU the rejected form is right."""
    point = derive(CLAIM)["weights-in-every-gpu"].verdict.counterexample
    assert Fraction(str(point["G"])) != 1
