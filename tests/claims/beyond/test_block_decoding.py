"""Decoders of blocks: out of the tool, and again by two clocks over every batch, without a formula."""

from fractions import Fraction
from math import isclose

import pytest

from derivations import Report, derive
from derivations.errors import DerivationsError
from derivations.proof.verdict import Finding
from derivations.study.evidence import evidence_of

from ..numbers import value

CLAIM = "block-decoding"
RIDGE = 312e12 / 2.039e12  # tokens, of an A100 in bf16
WRONG = {"computed-is-speed", "always-as-kept", "fuller-is-better"}


def speed_up(batch: float, block: int, passes: float, balance: float = RIDGE) -> float:
    """Tokens a second over those of one token at a time, in reads of the weights."""
    blocks, singles = max(1, block * batch / balance), max(1, batch / balance)
    return (block / passes) * singles / blocks


def level(block: int, passes: float, balance: float = RIDGE) -> float:
    """The batch at which neither is faster, by halves."""
    low, high = 0.01, balance
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if speed_up(middle, block, passes, balance) > 1 else (low, middle)
    return low


def test_a_diffusion_decoder_is_level_at_fifteen_sequences(built: Report) -> None:
    """Fast-dLLM has it level with a causal model at 1 to 8 sequences and behind at 16 to 32: second-hand."""
    assert isclose(float(value(built)), level(32, 32 / 3.25), rel_tol=1e-6)
    assert round(float(value(built)), 1) == 15.5
    assert [speed_up(batch, 32, 32 / 3.25) > 1 for batch in (1, 2, 4, 8, 16, 32)] == [True] * 4 + [False] * 2
    assert {item.kind for item in built.statements} == {"look-up"}


@pytest.mark.parametrize(("reading", "block", "passes"), [("few-passes", 32, 4), ("long-block", 256, 128 / 13)])
def test_only_the_passes_count(built: Report, reading: str, block: int, passes: float) -> None:
    assert isclose(float(value(built, "turn-by-passes", reading)), level(block, passes), rel_tol=1e-6)


def test_experts_move_the_balance_batch(built: Report) -> None:
    """DiffusionGemma on an H200 in fp8: the sparsity multiplies what the passes divide."""
    balance = (1979e12 / 4.8e12 / 2) * 25.2 / 3.8
    assert isclose(float(value(built, "turn-by-passes", "diffusion-gemma")), level(256, 20, balance), rel_tol=1e-6)


def test_throughput_is_flat_from_full_blocks_on(built: Report) -> None:
    full = float(value(built, "full-blocks-in-full"))
    assert round(full, 1) == 4.8
    rates = [batch / max(1, 32 * batch / RIDGE) for batch in (full, 2 * full, 20 * full)]
    assert max(rates) - min(rates) < 1e-9


def test_a_large_batch_has_the_fraction_that_is_kept(built: Report) -> None:
    assert isclose(speed_up(10 * RIDGE, 32, 32 / 3.25), float(value(built, "kept-of-computed")))


@pytest.mark.parametrize(("block", "chance", "percent"), [(4, "0.7", 63), (2, "0.85", 92)])
def test_drafts_keep_far_more(block: int, chance: str, percent: int) -> None:
    """The same boundary with the tokens of a chain: up to a batch several times as large."""
    report = derive(CLAIM, premises={"in-passes": "drafts"}, values={"x_taken": chance, "n_block": str(block)})
    part = sum(float(chance) ** place for place in range(block)) / block
    assert isclose(float(value(report)), part * RIDGE, rel_tol=1e-9)
    assert int(100 * part) == percent


def test_without_a_cache_the_boundary_is_not_shown() -> None:
    """A pass that computes everything again is level at a smaller batch, and the claim does not say this one."""
    report = derive(CLAIM, premises={"over-blocks": "nothing-cached"})
    assert not report["level-at"].verdict.holds


@pytest.mark.parametrize("wrong", [{"n_block": "0"}, {"k_pass": "0"}, {"k_pass": "-1"}])
def test_no_tokens_and_no_passes_are_refused(built: Report, wrong: dict[str, str]) -> None:
    with pytest.raises(DerivationsError):
        built.with_values(wrong)


def test_measured_gains_decide_nothing(built: Report) -> None:
    """Second-hand, and below a bound that hardly anything could break."""
    (found,) = evidence_of(built)
    assert found.prediction.idle
    assert [round(float(row.ratio), 2) for row in found.counted] == [0.07, 0.25]
    assert Fraction(1288, 205) < Fraction(256, 10)


def test_every_step_is_proven_and_wrong_statements_are_refuted(built: Report) -> None:
    assert {step.verdict.finding for step in built.derivation} == {Finding.PROVEN, Finding.TAKEN}
    assert {step.name for step in built.derivation.rejects} == WRONG
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)
