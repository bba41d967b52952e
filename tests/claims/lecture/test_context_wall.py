"""The wall of long contexts: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..caches import BANDWIDTH, FP8, LATENT, LATENT_WORK, PEAK
from ..numbers import value

CLAIM = "context-wall"
GB, TB, MONTH = 10**9, 10**12, 100 * 10**6
ACTIVE = 37 * 10**9
SAID_WALL = 2 * Fraction(ACTIVE) * BANDWIDTH["gb200"] / FP8["gb200"] / LATENT
OWN = LATENT_WORK * BANDWIDTH["gb200"] / PEAK["gb200"] / LATENT  # arithmetic of attention over its reads
WALL = SAID_WALL / (1 - OWN)


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


def test_as_built_deepseek_v3_meets_it_at_7445_tokens(built: Report) -> None:
    """On a rack of GB200; a month costs 59,000 times as much as a short context, and takes 38 GPUs to hold."""
    assert value(built) == value(built, "wall-per-gpu") == WALL
    assert round(WALL) == 7445
    assert value(built, "wall-as-said") == SAID_WALL
    assert value(built, "cost-over-short") == MONTH / SAID_WALL
    assert round(value(built, "cost-over-short"), -3) == 59_000
    assert value(built, "cost-over-balance") == MONTH / SAID_WALL / (1 + OWN * MONTH / SAID_WALL)
    assert value(built, "gpus-of-a-sequence") == Fraction(LATENT * MONTH, 186 * GB)


def test_where_attention_computes_longer_than_it_reads_there_is_no_such_wall() -> None:
    """On an H200 its arithmetic is as much as that of the weights from 2,177 tokens on, and sets the cost."""
    node = derive(CLAIM, accelerator="h200", values={"L": "8k token/sequence"})
    assert node.numbers("cost-wall").result == "no wall: x_pair = 1.173 is not below 1"
    wall = 2 * Fraction(ACTIVE) * PEAK["h200"] / FP8["h200"] / LATENT_WORK
    assert value(node, "decode-wall") == wall
    assert value(node, "cost-over-short") == 1 + 8000 / wall
    assert node.answer.startswith("Beyond about 2,200 tokens of context most arithmetic is that of attention")


def test_the_memory_and_the_bandwidth_of_a_rack_end_beyond_a_hundred_million() -> None:
    """72 GB200 hold one such sequence of DeepSeek-V3 and read it in 20 ms, and no other beside it."""
    rack = derive(CLAIM, accelerator="gb200")
    assert value(rack, "memory-wall") == Fraction(72 * 186 * GB, LATENT) > MONTH
    assert value(rack, "bandwidth-wall") == Fraction(72 * 8 * TB, LATENT) / 50 > MONTH


# --- the arithmetic of attention


def test_for_the_architecture_of_his_bytes_arithmetic_counts_from_six_million_tokens(said: Report) -> None:
    """One layer, 64 query heads over 8 of keys and values, 128 wide: scores and sums are 4 FLOP a head and element."""
    work = 4 * 64 * 128
    assert value(said, "plain-work", "one-layer") == work
    assert value(said, "arithmetic-wall", "one-layer") == Fraction(2 * 100 * 10**9, work)
    assert value(said, "recompute-wall", "one-layer") == 2 * Fraction(2 * 100 * 10**9, work)


def test_as_said_it_is_37_times_as_far_as_the_wall_of_cost(said: Report) -> None:
    """600 FLOP per byte over 16, eight heads with a multiply and an add each; 7.5 million of 200,000 tokens."""
    assert value(said, "arithmetic-beside-ridge") == Fraction(600, 16)
    assert value(said, "arithmetic-wall") == value(said) * Fraction(600, 16)


def test_his_millions_stand_while_at_most_48_heads_use_each_number(said: Report) -> None:
    """Put back: with so many the wall is at a million; six layers that share a cache are as many."""
    uses = value(said, "uses-at-the-wall", "wall-at-a-million")
    assert 48 < uses < 49
    assert 2 * 100 * 10**9 / (2 * uses * 2048) == 10**6


@pytest.mark.parametrize(
    ("reading", "layers", "heads", "active"),
    [("llama-3.1-70b", 80, 64, 706 * 10**8), ("llama-3.1-405b", 126, 128, 4059 * 10**8)],
)
def test_of_published_models_it_counts_long_before(
    said: Report, reading: str, layers: int, heads: int, active: int
) -> None:
    """Scores and sums of every query head, 128 wide; from the cache, and as decode computes it on the card."""
    wall = Fraction(2 * active, layers * 4 * heads * 128)
    assert value(said, "plain-work", reading) == layers * 4 * heads * 128
    assert abs(value(said, "arithmetic-wall", reading) / wall - 1) < Fraction(1, 100)
    assert value(said, "decode-wall", reading) == value(said, "arithmetic-wall", reading)
    assert value(said, "recompute-wall", reading) == 2 * value(said, "arithmetic-wall", reading)


def test_absorbed_latent_attention_has_a_wall_of_its_own_and_recomputed_a_later_one(said: Report) -> None:
    """DeepSeek-V3: per head 576 + 512 in decode, 192 + 128 if keys and values are computed again."""
    decoded, again = Fraction(2 * ACTIVE, LATENT_WORK), Fraction(2 * ACTIVE, 61 * 128 * 2 * (192 + 128))
    assert value(said, "decode-wall", "latent-recomputed") == decoded * PEAK["h100"] / FP8["h100"]
    assert value(said, "arithmetic-wall", "latent-recomputed") == again
    assert again / decoded == Fraction(576 + 512, 192 + 128)


def test_a_context_that_is_computed_again_is_seen_by_half(said: Report) -> None:
    """The sum over places, and its limit."""
    assert said["part-seen-of-many"].verdict.shown
    assert str(said["part-seen-of-many"].relation) == "x_pairs = 1/2"
    for tokens in (1, 2, 10, 1000):
        assert sum(range(1, tokens + 1)) == Fraction(tokens**2, 2) + Fraction(tokens, 2)


def test_layers_that_share_a_cache_bring_the_wall_nearer() -> None:
    """The bytes stay, and the arithmetic does not."""
    own, shared = (
        derive(CLAIM, as_said=True, values={"l_use": layers}) for layers in (1, 6)
    )
    assert value(own, "arithmetic-wall") == 6 * value(shared, "arithmetic-wall")
    assert value(own) == value(shared)


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
    assert value(report, "wall-as-said") == value(built, "wall-as-said") * Fraction(2) ** power


@pytest.mark.long
def test_five_generations_of_memory_did_not_move_it_out() -> None:
    """From an A100 to a B200: bandwidth rose less than compute; as said, without the arithmetic of attention."""
    walls = [value(derive(CLAIM, accelerator=name), "wall-as-said") for name in ("a100-80", "h100", "b200")]
    assert walls[0] > walls[1]
    assert walls[0] > walls[2]


# --- the derivation


def test_every_default_step_is_proven_and_says_why(built: Report) -> None:
    """None only computed, none given up; every premise with a source."""
    assert all(step.verdict.shown and not step.fell_back for step in built.derivation.steps)
    assert all(step.because for step in (*built.derivation.premises, *built.derivation.rejects))
    assert all(step.source for step in built.derivation.premises)
    assert [step.name for step in built.derivation.rejects] == ["a-batch-pays", "all-seen-by-all", "absorbed-is-plain"]
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)


# --- sparse attention


@pytest.mark.long
def test_a_square_root_squares_the_way_to_the_wall() -> None:
    """Dense up to L_dense: as said, the wall is at its square over that, and a month costs the root of it."""
    values = {"L_dense": "4k token/sequence", "kappa_stored": "1667 byte/token"}
    said = {"arithmetic-time": "weights-alone"}
    root = derive(CLAIM, premises={"kv-fetch": "square-root", **said}, values=values)
    dense = derive(CLAIM, premises=said, values={"kappa_stored": "1667 byte/token"})
    assert value(root) == value(dense) ** 2 / 4000
    over = value(root, "fetch-over-compute-in-full")
    assert abs(float(over) - float(MONTH / value(root)) ** 0.5) < 1e-9 * float(over)


def test_with_a_fixed_selection_there_is_no_such_wall() -> None:
    """The reads do not grow: no condition bounds the context, and the cost is that of the selection."""
    said = {"kv-fetch": "top-k", "arithmetic-time": "weights-alone"}
    fixed = derive(CLAIM, premises=said, values={"L_top": "2,048 token/sequence"})
    assert not fixed["cost-wall"].verdict.holds
    assert value(fixed, "fetch-over-compute-in-full") == 2048 / SAID_WALL
    assert value(fixed, "memory-wall") == value(derive(CLAIM), "memory-wall")


@pytest.mark.long
def test_a_part_read_moves_the_cost_wall_and_not_the_memory_wall(built: Report) -> None:
    """Reading a 56th leaves all of the cache in memory."""
    sparse = derive(CLAIM, premises={"dense-read": "sparse-read"}, values={"x_kv": "1/56"})
    assert value(sparse, "wall-as-said") == 56 * value(built, "wall-as-said")
    assert value(sparse, "memory-wall") == value(built, "memory-wall")


# --- what was published


def test_his_millions_follow_for_his_architecture_and_not_for_published_models(said: Report) -> None:
    """The same words against the architecture that they were said of, and against three plain ones that are served."""
    rows = {row.published.reading: row.verdict for row in said.published if row.published.step == "arithmetic-wall"}
    assert rows.pop("one-layer") == "reproduced"
    assert set(rows) == {"llama-3.1-70b", "llama-3.1-405b", "qwen3-235b"}
    assert all(verdict.startswith("off by a factor of ") and verdict.endswith("too large") for verdict in rows.values())


def test_the_wall_of_cost_follows_as_said_and_not_as_built(said: Report) -> None:
    rows = [(row.published.reading, row.verdict) for row in said.published if row.published.statement[0] == "cost-wall"]
    assert [verdict == "reproduced" for _, verdict in rows] == [True, True, False, False, False]
    assert [reading for reading, _ in rows] == ["as-said", "as-said", "as-said", "as-built", "gpt-3"]


def test_the_verdict(built: Report) -> None:
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven; holds only if x_pair < 1"
