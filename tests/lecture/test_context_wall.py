"""The wall of long contexts: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.search.verdict import Finding

from .caches import BANDWIDTH, LATENT, LATENT_WORK, PEAK
from .numbers import value

CLAIM = "context-wall"
GB, TB, MONTH = 10**9, 10**12, 100 * 10**6
ACTIVE = 37 * 10**9
WALL = 2 * Fraction(ACTIVE) * BANDWIDTH["h100"] / PEAK["h100"] / LATENT


# --- the numbers that the claim is known by


def test_as_said_the_wall_is_at_200k_and_a_month_is_500_of_them(said: Report) -> None:
    """100e9 bytes of weights over 300 tokens and 1,667 bytes."""
    assert value(said) == Fraction(100 * 10**9, 300 * 1667)
    assert value(said, "cost-over-balance") == Fraction(MONTH, 200_000) == 500


def test_as_said_a_month_is_167_gigabytes_and_21_milliseconds(said: Report) -> None:
    """On one GPU with 8 TB/s, most of whose memory it fills."""
    assert value(said, "cache-of-a-sequence") == 1667 * MONTH
    assert value(said, "fetch-of-a-sequence") == Fraction(1667 * MONTH, 8 * TB)
    assert value(said, "gpus-of-a-sequence") == Fraction(1667 * MONTH, 186 * GB) < 1


@pytest.mark.parametrize(
    ("reading", "times"),
    [
        ("eight-thousand", Fraction(1, 25)),
        ("hundred-thousand", Fraction(1, 2)),
        ("two-hundred-thousand", Fraction(1)),
        ("million", Fraction(5)),
    ],
)
def test_each_context_that_was_said_has_its_cost(said: Report, reading: str, times: Fraction) -> None:
    """The KV fetch over compute: less than one is hidden behind it."""
    assert value(said, "cost-over-balance", reading) == times


def test_as_built_deepseek_v3_meets_it_at_3567_tokens(built: Report) -> None:
    """And a month takes 28,000 times compute, and 88 GPUs to hold."""
    assert value(built) == value(built, "wall-per-gpu") == WALL
    assert value(built, "cost-over-balance") == MONTH / WALL
    assert value(built, "gpus-of-a-sequence") == Fraction(LATENT * MONTH, 80 * GB)


def test_the_memory_and_the_bandwidth_of_a_rack_end_beyond_a_hundred_million() -> None:
    """72 GB200 hold one such sequence of DeepSeek-V3 and read it in 20 ms, and no other beside it."""
    rack = derive(CLAIM, accelerator="gb200")
    assert value(rack, "memory-wall") == Fraction(72 * 186 * GB, LATENT) > MONTH
    assert value(rack, "bandwidth-wall") == Fraction(72 * 8 * TB, LATENT) / 50 > MONTH


def test_the_arithmetic_of_attention_counts_long_before_millions(said: Report, built: Report) -> None:
    """Llama 70B: 80 layers of 64 heads, 128 wide, scores and sums; DeepSeek-V3 by its latent attention."""
    assert value(said, "arithmetic-wall", "llama-3.1-70b") == Fraction(2 * 706 * 10**8, 80 * 4 * 64 * 128)
    assert round(value(said, "arithmetic-wall", "llama-3.1-70b")) == 53_864
    assert value(built, "arithmetic-wall") == Fraction(2 * ACTIVE, LATENT_WORK)


# --- what moves the wall


@pytest.mark.parametrize(
    ("name", "unit", "power"),
    [
        ("W_gpu", "TB/s/GPU", 1),
        ("C_gpu", "TFLOP/s/GPU", -1),
        ("N_active", "parameter", 1),
        ("kappa_stored", "byte/token", -1),
    ],
)
def test_twice_of_each_moves_the_wall_by_two(built: Report, name: str, unit: str, power: int) -> None:
    """Bandwidth and active parameters move it out, compute and bytes of cache bring it nearer."""
    doubled = 2 * built.scenario.values[name].in_unit(unit)
    report = derive(CLAIM, values={name: f"{doubled} {unit}"})
    assert value(report) == value(built) * Fraction(2) ** power


def test_five_generations_of_memory_did_not_move_it_out() -> None:
    """From an A100 to a B200: bandwidth rose less than compute."""
    walls = [value(derive(CLAIM, accelerator=name)) for name in ("a100-80", "h100", "b200")]
    assert walls[0] > walls[1]
    assert walls[0] > walls[2]


# --- the derivation


def test_every_default_step_is_proven_and_says_why(built: Report) -> None:
    """None only computed, none given up; every premise with a source."""
    assert all(step.verdict.finding is Finding.PROVEN and not step.fell_back for step in built.derivation.steps)
    assert all(step.because for step in (*built.derivation.premises, *built.derivation.rejects))
    assert all(step.source for step in built.derivation.premises)
    assert [step.verdict.finding for step in built.derivation.rejects] == [Finding.REFUTED]


# --- sparse attention


def test_a_square_root_squares_the_way_to_the_wall() -> None:
    """Dense up to L_dense: the wall is at L_x^2 over that, and a month costs the root of it."""
    values = {"L_dense": "4k token/sequence", "kappa_stored": "1667 byte/token"}
    root = derive(CLAIM, premises={"kv-fetch": "square-root"}, values=values)
    dense = derive(CLAIM, values={"kappa_stored": "1667 byte/token"})
    assert value(root) == value(dense) ** 2 / 4000
    over = value(root, "fetch-over-compute-in-full")
    assert abs(float(over) - float(MONTH / value(root)) ** 0.5) < 1e-9 * float(over)


def test_with_a_fixed_selection_there_is_no_such_wall() -> None:
    """The reads do not grow: no condition bounds the context, and the cost is that of the selection."""
    fixed = derive(CLAIM, premises={"kv-fetch": "top-k"}, values={"L_top": "2,048 token/sequence"})
    assert not fixed["cost-wall"].verdict.holds
    assert value(fixed, "fetch-over-compute-in-full") == 2048 / WALL
    assert value(fixed, "memory-wall") == value(derive(CLAIM), "memory-wall")


def test_a_part_read_moves_the_cost_wall_and_not_the_memory_wall(built: Report) -> None:
    """Reading a 56th leaves all of the cache in memory."""
    sparse = derive(CLAIM, premises={"dense-read": "sparse-read"}, values={"x_kv": "1/56"})
    assert value(sparse) == 56 * value(built)
    assert value(sparse, "memory-wall") == value(built, "memory-wall")


# --- what was published


def test_what_should_reproduce_does_and_the_rest_says_why(said: Report) -> None:
    """100,000 to 200,000 as said; not with the cache of a published model, and not 'millions' for attention."""
    rows = said.published
    assert {row.verdict for row in rows if row.published.reproduces} == {"reproduced"}
    known = [row for row in rows if not row.published.reproduces]
    assert all(row.verdict.startswith("off by a factor of ") and row.published.note for row in known)
    assert {row.published.step for row in known} == {"cost-wall", "arithmetic-wall"}


def test_the_verdict(built: Report) -> None:
    """Without a condition."""
    assert built.verdict == "reproduced; 7 published numbers do not follow"
