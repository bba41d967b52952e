"""Pools for prompts and for output: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding
from derivations.study.hardware import on_hardware

from ...reports import shipped

# DeepSeek-V3 in fp8 on eight H200; prompt, output, context and batch of our choice
ACTIVE, TOTAL, CACHE, GPUS = 37 * 10**9, 671 * 10**9, 70_272, 8
STARTS = 61 * 2 * Fraction(307, 10**8)  # seconds of two all-reduces in each layer
FLOPS, READS, LINK = 1979 * 10**12, Fraction(48, 10) * 10**12, 50 * 10**9
PROMPT, OUTPUT, CONTEXT, BATCH = 2048, 1024, 2560, 256
# DeepSeek's day
DAY = 86_400
NODES_IN, NODES_OUT = Fraction(608 * 10**9, DAY * 73_700), Fraction(168 * 10**9, DAY * 14_800)
WRONG = ("a-token-is-a-token", "prompts-over-compute", "fewer-gpus-apart")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("prefill-decode-pools")


def number(report: Report, step: str, reading: str = "") -> Fraction:
    """The number of a step in base units: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).value
    assert value is not None
    return value


def a_pass() -> tuple[Fraction, Fraction]:
    """Seconds of a pass that decodes, and of the prompts that begin in it."""
    compute = Fraction(2 * BATCH * ACTIVE, GPUS * FLOPS)
    reads = (TOTAL + CACHE * BATCH * CONTEXT) / (GPUS * READS)
    return max(compute, reads) + STARTS, Fraction(2 * BATCH * PROMPT * ACTIVE, OUTPUT * GPUS * FLOPS)


def test_the_ratio_is_prompts_over_a_pass(report: Report) -> None:
    decode, prompts = a_pass()
    assert number(report, "pools-by-lengths") == number(report, "pools-by-times") == prompts / decode


def test_a_pass_without_all_reduces_is_that_of_the_blackboard(report: Report) -> None:
    """On one GPU none waits; with eight it is what a reader may leave out."""
    bare = derive("prefill-decode-pools", premises={"all-starts": "no-starts"})
    assert number(report, "roofline-and-starts") - number(bare, "roofline-and-starts") == STARTS
    alone = derive("prefill-decode-pools", model="llama-3.1-8b", values={"G": "1 GPU"})
    assert number(alone, "all-starts") == 0


def test_starts_leave_out_no_deployment() -> None:
    """They are counted; held against the pass they excluded more than half of those that have room."""
    hardware = on_hardware(shipped("prefill-decode-pools"))
    assert hardware is not None
    assert hardware.feasible > 300
    assert not [reason for reason in hardware.left_out if "pooled-bandwidth" in reason]


def test_a_token_comes_sooner_by_the_other_pool(report: Report) -> None:
    decode, prompts = a_pass()
    assert number(report, "speed") == 1 / decode
    assert number(report, "speed-with-prompts") == 1 / (decode + prompts)


def test_links_carry_the_caches_easily(report: Report) -> None:
    assert number(report, "links-per-gpu") == Fraction(CACHE * FLOPS, 2 * ACTIVE * LINK) < Fraction(1, 20)


def test_nodes_of_a_published_day(report: Report) -> None:
    """95.5 of one kind and 131.4 of the other."""
    assert number(report, "prefill-systems", "deepseek-day") == NODES_IN
    assert number(report, "decode-systems", "deepseek-day") == NODES_OUT
    assert (round(float(NODES_IN), 1), round(float(NODES_OUT), 1)) == (95.5, 131.4)
    assert number(report, "pools", "deepseek-day") == NODES_IN / NODES_OUT


def test_a_batch_that_is_rounded_moves_the_ratio_by_a_third(report: Report) -> None:
    """Three with the 32 sequences that 43 are called, and four with 43."""
    for batch, reading in ((32, "scaling-book"), (43, "scaling-book-43")):
        assert number(report, "pools-by-lengths", reading) == Fraction(910 * batch, 512 * 19)
    first, rounded = report.published
    assert (first.follows, rounded.follows) == (True, False)


def test_the_output_for_which_given_pools_are_right(report: Report) -> None:
    """Three nodes to nine: 2,558 tokens of output for 2,000 of prompt."""
    length = number(report, "output-at-balance", "sglang")
    assert length == Fraction(2000 * 22_300 * 3, 52_300)
    assert round(length) == 2558


def test_of_what_is_found_nothing_is_computed(report: Report) -> None:
    half = derive("prefill-decode-pools", premises={"input-asked": "part-is-found"}, values={"x_found": "50%"})
    assert number(half, "pools-in-full") == number(report, "pools-in-full") / 2


def test_prompts_that_hide_under_reads_slow_nobody() -> None:
    """Then parting wins no speed, and the step that says so does not follow."""
    chunks = derive("prefill-decode-pools", premises={"between-passes": "chunks-ride-along"})
    assert number(chunks, "speed-with-prompts") == number(chunks, "speed")
    assert chunks["no-fewer-apart"].verdict.holds
    assert not chunks["speed-won"].verdict.holds


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
