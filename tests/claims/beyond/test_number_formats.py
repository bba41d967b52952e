"""Bits stored and time won: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

WRONG = ("always-full", "four-bits-are-a-quarter", "half-the-cache")
GIB = 2**30


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("number-formats")


def number(report: Report, step: str, reading: str = "") -> Fraction:
    """The number of a step in its own unit: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).in_unit
    assert value is not None
    return value


def test_bits_with_their_scales(report: Report) -> None:
    """In groups of 128 with 16 bits, and in blocks of 32 and 16 with 8."""
    for reading, block, scale in (("", 128, 16), ("mxfp4", 32, 8), ("nvfp4", 16, 8)):
        bits = 4 + Fraction(scale, block)
        assert number(report, "block-scales", reading) == bits / 8
        assert number(report, "smaller-in-bits", reading) == 16 / bits
        assert number(report, "part-in-bits", reading) == bits / 16


def a_pass(report: Report, batch: int, context: int, size: Fraction) -> Fraction:
    """Seconds of a pass with weights of that size: eight GPUs, which wait for two all-reduces in each of 80 layers."""
    card = {name: report.scenario.values[name].number for name in ("N_total", "N_active", "kappa", "C_gpu", "W_gpu")}
    reads = size * card["N_total"] + card["kappa"] * batch * context
    shared = max(2 * batch * card["N_active"] / card["C_gpu"], reads / card["W_gpu"]) / 8
    return shared + 2 * 80 * Fraction("3.07e-6")


@pytest.mark.parametrize(("batch", "context"), [(1, 0), (76, 0), (77, 0), (200, 0), (300, 0), (32, 2048), (400, 2048)])
def test_the_speed_up_is_that_of_two_passes(report: Report, batch: int, context: int) -> None:
    """In part, less with a cache, and none from the ridge of wide weights on; all-reduces take as long in both."""
    changed = derive("number-formats", values={"B": f"{batch} sequence", "L": f"{context} token/sequence"})
    expected = a_pass(report, batch, context, Fraction(2)) / a_pass(report, batch, context, Fraction(33, 64))
    assert number(changed, "speed-up") == expected
    assert (expected == 1) is (batch == 300)


@pytest.mark.parametrize("batch", [1, 76, 77, 200, 300])
def test_one_gpu_waits_for_no_other(batch: int) -> None:
    """Without a context the speed-up is full up to the ridge of narrow weights; eight GPUs come to less."""
    values = {"B": f"{batch} sequence", "L": "0 token/sequence"}
    one = derive("number-formats", values={**values, "G": "1 GPU"}, model="llama-3.1-8b")
    alike = derive("number-formats", values=values, premises={"all-starts": "no-starts"})
    found = number(one, "speed-up")
    assert number(one, "all-starts") == 0
    assert found == number(alike, "speed-up")
    assert (found == Fraction(128, 33)) is (batch <= 76)
    eight = number(derive("number-formats", values=values), "speed-up")
    assert eight < found or found == eight == 1


def test_the_ridge_falls_with_the_bytes_and_the_crossover_stays(report: Report) -> None:
    assert number(report, "ridge") == number(report, "wide-ridge") * Fraction(33, 128)
    assert number(report, "crossover-context") == number(report, "crossover-context", "nvfp4")


def test_a_checkpoint_of_two_formats(report: Report) -> None:
    """60.8 GiB, as printed."""
    experts = 36 * 128 * (2880 * 5760 + 2880 * 2880)
    assert number(report, "mixed", "gpt-oss") == (experts * Fraction(17, 32) + (116_830_000_000 - experts) * 2) / GIB


def test_a_cache_of_latents_in_eight_bits_is_not_half(report: Report) -> None:
    assert number(report, "low-latents", "fp8-latents") == 512 + 4 * 4 + 2 * 64 == 656
    assert number(report, "cache-in-full", "fp8-latents") == Fraction(656, 2 * 576) > Fraction(1, 2)


def test_without_scales_four_bits_are_a_quarter() -> None:
    assert number(derive("number-formats", premises={"block-scales": "bare"}), "part-in-bits") == Fraction(1, 4)


@pytest.mark.long
def test_with_faster_arithmetic_a_large_batch_gains_as_well() -> None:
    """Twice as fast, but for the starts of the all-reduces, which take as long."""
    values = {"B": "1000 sequence", "L": "0 token/sequence"}
    changed = derive("number-formats", premises={"wide-pass": "half-the-arithmetic-rate"}, values=values)
    starts, arithmetic = (changed.evaluation.value_of(name) for name in ("t_starts", "t_c"))
    assert starts is not None
    assert arithmetic is not None
    told = (2 * arithmetic.number + starts.number) / (arithmetic.number + starts.number)
    assert number(changed, "faster-in-full") == told < 2
    assert changed["never-slower"].verdict.holds
    assert not changed["never-more-than-bytes"].verdict.holds


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
