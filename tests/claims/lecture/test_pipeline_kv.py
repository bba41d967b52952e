"""What pipelining saves and what it does not: out of the tool, and again out of plain fractions."""

import json
from fractions import Fraction
from itertools import pairwise

import pytest

from derivations import Report, derive
from derivations.claims.lecture.pipeline_kv import CLAIM
from derivations.derivation.board import Board
from derivations.derivation.script import Handle
from derivations.proof.verdict import Finding

from ...lecture_balance import LECTURE_BALANCE
from ..numbers import agreeing, value
from ..pipelines import (
    BANDWIDTH,
    BATCH,
    CACHE,
    CONTEXT,
    GB,
    MEMORY,
    PEAK,
    TOTAL,
    V3_ACTIVE,
    V3_CACHE,
    V3_TOTAL,
    WIDTH,
    text,
)

NAME = "pipeline-kv"
NO_ATTENTION = {"arithmetic-time": "weights-alone"}  # of optimal-batch, which counts it otherwise


# --- the derivation


def test_the_stages_cancel_from_the_cache_and_not_from_the_weights(built: Report) -> None:
    """The claim itself."""
    assert text(built, "cache-without-stages") == "m_kv = kappa*L*b_micro/ep_width"
    assert text(built, "memory-per-gpu") == "m_gpu = b_w*N_total/(ep_width*n_stages) + kappa*L*b_micro/ep_width"
    assert text(built, "many-stages") == "m_gpu = kappa*L*b_micro/ep_width"
    assert text(built, "part-per-stage") == "w_share = 1/n_stages"
    assert built.headline.name == "cache-without-stages"


def test_the_width_cancels_from_the_number_of_stages(built: Report) -> None:
    """A wider domain holds less of both on each GPU."""
    assert text(built, "even-stages") == text(built, "any-width") == "n_stages = b_w*N_total/(kappa*L*b_micro)"
    narrow = derive(NAME, values={"ep_width": "8 GPU"})
    assert value(narrow, "even-stages") == value(built, "even-stages")
    assert value(narrow) == 8 * value(built)


def test_both_parts_of_all_gpus_are_the_memory_of_the_system(said: Report) -> None:
    """Stated, and again in numbers: four stages of 64 GPUs hold the weights and four micro-batches."""
    assert text(said, "whole-system") == "m_gpu*ep_width*n_stages = b_w*N_total + kappa*B*L"
    assert value(said, "memory-per-gpu") * WIDTH * 4 == TOTAL + CACHE * (4 * BATCH) * CONTEXT


def test_what_rests_on_equal_parts_says_so(built: Report) -> None:
    """That both are equal is a supposition, and so is that the memory is full."""
    assert built["even-stages"].within == ("even-parts",)
    assert built["fewest-stages"].within == ("memory-full",)
    assert built["cache-without-stages"].within == ()


def test_the_model_cancels_where_the_micro_batch_is_a_balance_batch(built: Report) -> None:
    """Only active parameters, hardware and cache are left, and the context."""
    assert text(built, "even-stages-at-balance") == "n_stages = phi*n*N_active*W/(kappa*L*C)"
    assert text(built, "even-stages-by-context") == "n_stages = L_one/L"
    assert "N_total" not in text(built, "even-stages-at-balance")


def test_stages_do_not_read_the_weights_of_a_token_faster(built: Report) -> None:
    """Capacity and not bandwidth: each stage reads less, one after another."""
    assert text(built, "weight-time-without-stages") == "t_w = b_w*N_total/(W_gpu*ep_width)"
    assert value(built, "weight-time") == Fraction(V3_TOTAL) / (64 * BANDWIDTH)


# --- the numbers, as said


@pytest.mark.parametrize(("reading", "stages"), [("one-stage", 1), ("two-stages", 2), ("as-said", 4)])
def test_weights_fall_with_the_stages_and_the_cache_stays(said: Report, reading: str, stages: int) -> None:
    """15.6, 7.8 and 3.9 GB of weights beside 12.5 GB of KV cache."""
    assert value(said, "stage-weights", reading) == Fraction(TOTAL, WIDTH * stages)
    assert value(said, "cache-per-gpu", reading) == Fraction(CACHE * CONTEXT * BATCH, WIDTH)
    assert round(float(value(said, "stage-weights", reading)) / GB, 1) == {1: 15.6, 2: 7.8, 4: 3.9}[stages]
    assert round(float(value(said, "cache-per-gpu", reading)) / GB, 1) == 12.5


def test_a_sequence_and_a_micro_batch_have_the_caches_of_the_example(said: Report) -> None:
    """333 MB and 800 GB."""
    assert value(said, "sequence-cache") == CACHE * CONTEXT == 333_400_000
    assert value(said, "micro-batch-cache") == CACHE * CONTEXT * BATCH == 800_160_000_000


def test_two_whole_stages_are_enough_as_said(said: Report) -> None:
    """At 1.25 both parts are equal, so that with two the KV cache is the larger one."""
    assert value(said, "even-stages") == Fraction(TOTAL, CACHE * CONTEXT * BATCH)
    assert said.numbers("even-stages").result == "1.25"
    assert value(said, "stage-weights", "one-stage") > value(said)
    assert value(said, "stage-weights", "two-stages") < value(said)


def test_the_terabyte_of_the_lecture_is_one_byte_per_parameter(said: Report) -> None:
    """A trillion parameters."""
    assert value(said, "model-size") == 10**12


# --- the numbers, as built


def test_as_built_agrees_with_plain_fractions(built: Report) -> None:
    """Every number that the claim shows for the default cards."""
    cache = Fraction(V3_CACHE * 8000 * BATCH, WIDTH)
    assert value(built) == value(built, "cache-per-gpu") == cache
    assert value(built, "stage-weights") == Fraction(V3_TOTAL, WIDTH * 4)
    assert value(built, "memory-per-gpu") == cache + Fraction(V3_TOTAL, WIDTH * 4)
    assert value(built, "even-stages") == Fraction(V3_TOTAL, V3_CACHE * 8000 * BATCH)
    assert value(built, "fewest-stages") == Fraction(V3_TOTAL, WIDTH * MEMORY - V3_CACHE * 8000 * BATCH)
    assert value(built, "fewest-stages-by-context") == value(built, "fewest-stages")
    assert value(built, "longest-context") == Fraction(WIDTH * MEMORY, V3_CACHE * BATCH)


def test_at_the_balance_batch_agrees_with_plain_fractions(built: Report) -> None:
    """The ridge of a GB200 times the sparsity of DeepSeek-V3."""
    batch = Fraction(PEAK, BANDWIDTH) / 2 * Fraction(V3_TOTAL, V3_ACTIVE)
    assert value(built, "balanced-batch") == batch
    assert value(built, "even-stages-at-balance") == V3_TOTAL / (V3_CACHE * 8000 * batch)
    assert value(built, "even-stages-by-context") == value(built, "even-stages-at-balance")
    assert value(built, "fewest-stages-at-balance") == V3_TOTAL / (WIDTH * MEMORY - V3_CACHE * 8000 * batch)


@pytest.mark.some(1)
@pytest.mark.parametrize(("chip", "model"), [("h100", "deepseek-v3"), ("gb200", "llama-3.1-70b")])
def test_the_context_of_one_stage_is_the_crossover_context(chip: str, model: str) -> None:
    """Derived here from memory in use and there from times, without the arithmetic of attention: the same context."""
    there = derive("optimal-batch", accelerator=chip, model=model, premises=NO_ATTENTION)
    crossover = there.numbers("crossover-context").value
    assert derive(NAME, accelerator=chip, model=model).numbers("one-stage-context").value == crossover


@pytest.mark.parametrize(("stages", "fits"), [("0.063", False), ("0.064", True)])
def test_with_the_fewest_stages_the_memory_is_full(built: Report, stages: str, fits: bool) -> None:
    """On either side of it, by the memory that is in use."""
    report = derive(NAME, values={"n_stages": stages})
    assert (value(report, "memory-per-gpu") <= MEMORY) is fits
    assert (Fraction(stages) >= value(built, "fewest-stages")) is fits


def test_a_rack_and_a_node_hold_what_was_said(built: Report) -> None:
    """72 GPUs of 186 GB, and eight of 80 GB."""
    assert value(built, "pooled-memory", "blackwell-rack") == 72 * 186 * GB
    assert value(built, "pooled-memory", "hopper-node") == 640 * GB


def test_what_does_not_matter_is_told(built: Report) -> None:
    """A reader who changes the stages is told that the result does not rest on them."""
    more = derive(NAME, values={"n_stages": 8})
    assert value(more) == value(built)
    assert more.idle == ("n_stages",)
    assert value(more, "stage-weights") * 2 == value(built, "stage-weights")


def test_what_moves_the_cache_leaves_the_stages_out(built: Report) -> None:
    """Each to the first power, the width to the power of minus one."""
    assert {swing.name: swing.elasticity for swing in built.swings} == {
        "kappa": "+1", "L": "+1", "b_micro": "+1", "ep_width": "-1",
    }
    assert built.swings[0].name == "kappa"


# --- outside the conditions


def test_without_context_there_is_no_number_of_stages() -> None:
    """No KV cache ever outweighs the weights, and the number is not infinite but missing."""
    report = derive(NAME, values={"L": "0 token/sequence"})
    assert value(report) == 0
    line = report.numbers("even-stages")
    assert line.value is None
    assert line.outside


def test_beyond_the_longest_context_no_number_of_stages_fits() -> None:
    """The reason names both contexts."""
    line = derive(NAME, values={"L": "80k token/sequence"}).numbers("fewest-stages-by-context")
    assert line.value is None
    assert "L = 80,000 tokens per sequence is not below L_fit = 70,583 tokens per sequence" in line.result


@pytest.mark.long
def test_the_worked_example_stands_where_no_balance_exists() -> None:
    """100 B active, 300 tokens and 1,667 bytes make the crossover context 200k: one stage, and no balance batch.

    That is so without the arithmetic of attention, as in the example.
    """
    numbers = {
        "L": "200k token/sequence", "kappa": f"{Fraction(100 * GB, 300 * 200_000)} byte/token",
        "b_w": "1 byte/parameter", "N_active": f"{100 * GB} parameter", "N_total": f"{TOTAL} parameter",
    }
    hardware = {"pooled-compute": "C = 600[FLOP/byte]*W"}
    balance = derive("optimal-batch", values=numbers, premises=hardware | NO_ATTENTION)
    assert (value(balance, "ridge"), value(balance, "crossover-context")) == (300, 200_000)
    assert balance.result.value is None
    assert balance.result.result == "no balance: kappa*L*C is not below phi*n*N_active*W"
    blackboard = derive(LECTURE_BALANCE, values=numbers, premises=hardware).result
    assert blackboard.value is None
    assert blackboard.result.startswith("no balance: L = 200,000 tokens per sequence is not below L_x = 200,000")
    assert value(derive(NAME, values=numbers, premises=hardware), "even-stages-at-balance") == 1


# --- wrong statements


@pytest.mark.parametrize("name", ["micro-batch-size", "cache-over-stages", "all-over-stages", "parameters-plus-bytes"])
def test_every_reject_is_refuted(built: Report, name: str) -> None:
    """And says why people write it."""
    assert {step.name for step in built.derivation.rejects} >= {name}
    assert built[name].verdict.finding is Finding.REFUTED
    assert built[name].because


def test_the_slip_of_the_tongue_fails_its_dimensions(built: Report) -> None:
    """A size of a micro-batch is no number of stages."""
    reason = built["micro-batch-size"].verdict.reason
    assert "b_micro is sequence" in reason
    assert "n_stages is a pure number" in reason


def test_the_points_that_refute_have_more_or_less_than_one_stage(built: Report) -> None:
    """For one stage the rejected forms are right; put back by hand."""
    for name in ("cache-over-stages", "all-over-stages"):
        point = {key: Fraction(str(number)) for key, number in built[name].verdict.counterexample.items()}
        assert point["n_stages"] != 1
    point = {k: Fraction(str(v)) for k, v in built["cache-over-stages"].verdict.counterexample.items()}
    assert point["m_kv"] == point["kappa"] * point["L"] * point["b_micro"] / point["ep_width"]
    assert point["m_kv"] != point["kappa"] * point["L"] * point["b_micro"] / (point["ep_width"] * point["n_stages"])


@pytest.mark.some(4)
@pytest.mark.parametrize(
    ("fact", "using"),
    [
        ("m_gpu*ep_width = b_w*N_total + kappa*B*L", ("gpu-memory", "stage-weights", "stage-cache")),
        ("m_gpu*ep_width*n_stages = N_active*b_w + kappa*B*L", ("gpu-memory", "stage-weights", "stage-cache")),
        ("m_kv = kappa*L*b_micro/n_stages*1[1/GPU]", ("cache-per-gpu",)),
        ("m_kv = K_micro*n_stages/ep_width", ("cache-per-gpu", "sequence-cache", "micro-batch-cache")),
        ("w_share = 1/ep_width*1[GPU]", ("part-per-stage",)),
        ("m_gpu <= kappa*L*b_micro/ep_width", ("memory-per-gpu",)),
        ("t_w = b_w*N_total/(W_gpu*ep_width*n_stages)", ("weight-time",)),
        ("n_stages = kappa*L*b_micro/(b_w*N_total)", ("even-stages",)),
        ("n_stages = L/L_one", ("even-stages-at-balance", "one-stage-context")),
        ("L_fit = ep_width*M_gpu/(kappa*b_micro*n_stages)", ("longest-context",)),
    ],
)
def test_wrong_twins_are_refuted(fact: str, using: tuple[str, ...]) -> None:
    """Each stands near a step of the claim, and does not follow from what that step rests on."""
    board = Board(CLAIM.notation)
    CLAIM.body(board)
    board.state("twin", fact, tuple(Handle(name) for name in using))
    assert board.finish("twin")["twin"].verdict.finding is Finding.REFUTED


# --- what was published


def test_what_should_reproduce_does(built: Report) -> None:
    """The drawing, the idle part, the quarter, the terabyte, the two stages, and both memories."""
    assert {(row.published.step, row.said) for row in built.published if agreeing(row)} == {
        ("one-per-stage", "4"), ("idle-with-one", "0.75"), ("part-per-stage", "0.25"), ("model-size", "1 TB"),
        ("even-stages", "2"), ("even-stages", "2 or 3"), ("pooled-memory", "10 to 20 TB"), ("pooled-memory", "640 GB"),
    }


def test_beyond_two_or_three_stages_little_is_saved(built: Report) -> None:
    """With one to four stages a GPU holds 28.1, 20.3, 17.7 and 16.4 GB: from the second on, the cache is larger."""
    (row,) = (row for row in built.published if row.said == "2 or 3")
    assert (row.published.by, row.verdict) == ("a summary", "reproduced")
    held = [Fraction(TOTAL, 64 * stages) + Fraction(CACHE * CONTEXT * BATCH, 64) for stages in (1, 2, 3, 4)]
    assert [round(float(size / 10**9), 1) for size in held] == [28.1, 20.3, 17.7, 16.4]
    saved = [before - after for before, after in pairwise(held)]
    assert saved[0] > held[0] / 4
    assert saved[1] < held[1] / 7
    assert saved[2] < held[2] / 13


def test_the_verdict_on_the_claim(built: Report) -> None:
    """Of the derivation alone, whatever was published."""
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"


def test_the_memory_of_other_racks_is_computed_beside_what_was_said(built: Report) -> None:
    """Many tens of terabytes, on the cards of racks."""
    (said,) = (item.text for item in CLAIM.asserted if item.of == "pooled-memory")
    (line,) = (line for line in built.asserted() if said in line)
    assert "13.39 TB on NVIDIA GB200 NVL72" in line


# --- exports


@pytest.mark.long
def test_all_of_it_is_data(built: Report) -> None:
    """Serialisable, with every step, reject and published number."""
    data = json.loads(json.dumps(built.to_json()))
    told = json.dumps(data)
    for step in (*built.derivation, *built.derivation.rejects):
        assert f'"{step.name}"' in told
    notes = [item.note for item in CLAIM.published if item.note]
    assert notes
    assert all(json.dumps(note) in told for note in notes)


@pytest.mark.long
def test_it_can_be_pasted_into_a_document(built: Report) -> None:
    """LaTeX with its labels."""
    latex = built.to_latex()
    assert r"\frac{\kappa\,L\,b}{E}" in latex
    assert "eq:pipeline-kv:cache-without-stages" in latex


@pytest.mark.parametrize(
    ("model", "share"), [("gemma-4-31b", "256%"), ("llama-4-maverick", "300%"), ("qwen3.5-397b", "76.8%")]
)
def test_windows_and_state_that_a_sequence_holds_are_not_passed_over(model: str, share: str) -> None:
    """Of 8,000 tokens: 50 layers with a window of 1,024, 36 with chunks, and 45 with a state of 4.19 MB each."""
    (told,) = (line for line in derive("pipeline-kv", model=model).contradictions if "stage-cache" in line)
    assert told == f"stage-cache leaves out windows, and the state of linear layers, {share} of the growing cache"
    assert not derive("pipeline-kv", model="deepseek-v3").contradictions
    assert round(45 * 64 * 128 * 128 * 4 / (15 * 2 * 2 * 256 * 2 * 8000), 3) == 0.768
