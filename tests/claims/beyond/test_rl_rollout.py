"""Rollouts: out of the tool, and again by playing updates step by step, without a formula."""

from fractions import Fraction
from math import isclose
from random import Random

import pytest

from derivations import Report, derive
from derivations.errors import DerivationsError
from derivations.proof.verdict import Finding
from derivations.study.evidence import evidence_of

from ..numbers import value

CLAIM = "rl-rollout"
# Qwen3-32B in bf16 on eight H100, nine tenths of whose memory weights and caches fill
WEIGHTS, MEMORY, BANDWIDTH, RATE = 2 * 32.76e9 / 8, 72e9, 3.35e12, 989e12
CACHE, ACTIVE, GPUS, PROMPT, MEAN = 262144, 32.76e9, 8, 1024, 8000
BARE = WEIGHTS / BANDWIDTH + 3e-3
NONE, ANY = Fraction("128.7"), Fraction("396.8")  # AReaL's throughput without staleness and with any
WRONG = {
    "memory-for-utilization", "half-of-the-mean", "pools-by-passes", "more-gpus-shorten-it", "all-of-it",
    "linear-without-end",
}


def harmonic(count: int) -> float:
    """The sum of one over each number up to a count."""
    return sum(1 / each for each in range(1, count + 1))


def answers(count: int, seed: int) -> list[int]:
    """Lengths that end at any token with the same chance."""
    draw = Random(seed)
    return [1 + int(draw.expovariate(1 / MEAN)) for _ in range(count)]


def with_a_barrier(lengths: list[int]) -> float:
    """Seconds until the last answer is done: between two ends, all that are left read growing caches."""
    seconds, before = 0.0, 0
    left = sorted(lengths)
    for place, end in enumerate(left):
        passes, alive = end - before, len(left) - place
        context = PROMPT + (before + end) / 2
        seconds += passes * (BARE + CACHE * alive * context / (GPUS * BANDWIDTH))
        before = end
    return seconds


def updates(staleness: int, batch: int, slots: int, seconds: int) -> float:
    """Batches per second of a trainer that takes them in order, where an answer takes one second to three.

    `slots` answers are generated at once, an answer begins only within the staleness, and training takes no time.
    """
    draw, clock, done, begun = Random(1), [0.0] * slots, list[float](), 0
    ends: list[float] = []  # when each batch is trained on
    while not ends or ends[-1] < seconds:
        for _ in range(batch):
            number = begun // batch  # of the batch that the answer is for
            gate = ends[number - staleness - 1] if number > staleness else 0.0
            place = min(range(slots), key=clock.__getitem__)
            clock[place] = max(clock[place], gate) + draw.choice((1.0, 1.0, 3.0))
            done.append(clock[place])
            begun += 1
        ends.append(max(max(done[-batch:]), ends[-1] if ends else 0.0))
    return len(ends) / ends[-1]


def test_the_utilization_is_that_of_a_full_pass(built: Report) -> None:
    """Sequences that fit, times their arithmetic, over the time to read all memory."""
    context = PROMPT + MEAN
    batch = GPUS * (MEMORY - WEIGHTS) / (CACHE * context)
    reached = 2 * ACTIVE * batch / (MEMORY / BANDWIDTH) / (GPUS * RATE)
    assert isclose(float(value(built, "utilization-by-length")), reached, rel_tol=1e-9)
    assert round(100 * reached, 1) == 8.3
    assert isclose(float(value(built)), 0.4 / (4 * reached), rel_tol=1e-9)


def test_memory_matters_by_the_fraction_of_the_weights_alone(built: Report) -> None:
    """Twice the memory of GPUs with the same weights adds a seventh to the MFU and doubles the batch and more."""
    twice = built.with_values({"M_gpu": "160 GB/GPU"})
    share = WEIGHTS / MEMORY
    ratio = float(value(twice, "utilization-by-length") / value(built, "utilization-by-length"))
    assert isclose(ratio, (1 - share / 2) / (1 - share), rel_tol=1e-9)


def test_long_answers_are_alive_longer() -> None:
    """The mean context over all passes of many answers is a prompt and a whole mean length, not half of one."""
    lengths = answers(20_000, 1)
    read = sum(length * (PROMPT + length / 2) for length in lengths) / sum(lengths)
    assert isclose(read, PROMPT + MEAN, rel_tol=0.03)


def test_a_synchronous_update_played_answer_by_answer(built: Report) -> None:
    """The mean of many updates of 64 answers is what the claim says, to a few percent."""
    played = [with_a_barrier(answers(64, seed)) for seed in range(400)]
    mean = sum(played) / len(played)
    told = BARE * MEAN * harmonic(64) + CACHE * 64 * (PROMPT + MEAN) * MEAN / (GPUS * BANDWIDTH)
    assert isclose(mean, told, rel_tol=0.03)
    batch = GPUS * (MEMORY - WEIGHTS) / (CACHE * (PROMPT + MEAN))
    refilled = BARE * 64 * MEAN / batch + CACHE * 64 * (PROMPT + MEAN) * MEAN / (GPUS * BANDWIDTH)
    assert isclose(float(value(built, "slow-down-in-full")), told / refilled, rel_tol=1e-9)


@pytest.mark.parametrize(("count", "last", "percent"), [(64, 6, 52), (512, 51, 66), (8192, 819, 76)])
def test_the_last_tenth(built: Report, count: int, last: int, percent: int) -> None:
    """A tenth of the answers takes more than half of the passes."""
    reading = {64: "of-sixty-four", 512: "of-five-hundred", 8192: "of-eight-thousand"}[count]
    found = float(value(built, "tail-of-passes", reading))
    assert isclose(found, harmonic(last) / harmonic(count), rel_tol=1e-9)
    assert round(100 * found) == percent


@pytest.mark.parametrize(("staleness", "ratio"), [(1, "1.05"), (2, "0.92"), (4, "0.90"), (8, "0.94"), (16, "0.96")])
def test_throughput_by_staleness(built: Report, staleness: int, ratio: str) -> None:
    """Two numbers of AReaL's curve give the other five within a tenth."""
    measured = {1: "269.3", 2: "356.6", 4: "356.6", 8: "371.7", 16: "382.4"}[staleness]
    derived = min(ANY, (1 + staleness) * NONE)
    assert value(built, "throughput-by-staleness", f"areal-{staleness}") == 1000 * derived
    assert f"{float(Fraction(measured) / derived):.2f}" == ratio


def test_a_queue_that_is_played_gains_one_batch_an_update() -> None:
    """In order, with places enough, one, two and three updates of staleness bring two, three and four times as much."""
    none = updates(0, 32, 400, 400)
    for staleness in (1, 2, 3):
        assert isclose(updates(staleness, 32, 400, 400) / none, 1 + staleness, rel_tol=0.05)


def test_rows_decide_against_answers_in_any_order(built: Report) -> None:
    """Nine rows of two curves are within a tenth or so; as first done, a row at a staleness of one is off by half."""
    found = {each.prediction.alternative: each for each in evidence_of(built) if each.table.name == "staleness"}
    ratios = [float(row.ratio) for row in found[False].counted]
    assert len(ratios) == 9
    assert 0.89 < min(ratios) < max(ratios) < 1.06
    assert min(float(row.ratio) for row in found[True].counted) < 0.7


def test_the_speed_up_over_other_systems_is_over_its_own_variant(built: Report) -> None:
    assert [round(hours / 14.8, 2) for hours in (41.0, 33.6)] == [2.77, 2.27]
    (told,) = [item for item in built.statements if item.kind == "conclusion"]
    assert told.follows
    found = [float(value(built, "speed-up-of-a-run", row)) for row in ("areal-own", "areal-verl")]
    assert [round(each, 2) for each in found] == [2.77, 2.27]


def test_the_bill_of_r1_carries_no_verdict(built: Report) -> None:
    """$294,672 out of 512 GPUs, 278 hours and 5,000 more; it was read in a transcription, and is looked up."""
    assert value(built, "hours-of-a-run", "r1") == 512 * 278 + 5000
    assert value(built, "bill-of-a-run-in-full", "r1") == 294_672
    assert {item.kind for item in built.statements if "second-hand" in item.said.published.by} == {"look-up"}
    assert isclose(float(value(built, "price-behind-a-bill", "minimax-m1")), 534_700 / (512 * 21 * 24), rel_tol=1e-9)


def test_shares_and_speed_ups(built: Report) -> None:
    """Where 70% generates, no generation wins more than 3.3; who wins 5.48 had more than 82% of it."""
    assert value(built, "ceiling", "seven-tenths") == Fraction(10, 3)
    assert value(built, "ceiling", "nine-tenths") == 10
    assert round(float(value(built, "least-share", "laminar")), 2) == 0.82


def test_the_longest_answer_of_a_run(built: Report) -> None:
    """At 39 tokens a second the longest answer of R1-Zero takes nine tenths of the time between two rollouts."""
    assert round(39_700 / 1_097) == round(float(value(built, "speed-for-the-longest", "r1-zero"))) == 36
    assert round(float(value(built, "share-of-the-longest", "r1-zero")), 2) == 0.93


def test_staleness_grows_with_the_gpus(built: Report) -> None:
    """Twice the GPUs on the same batch: one more than the staleness doubles."""
    twice = built.with_values({"G_gen": "2048 GPU"})
    once, more = (float(value(each, "staleness-by-gpus")) for each in (built, twice))
    assert isclose(more + 1, 2 * (once + 1), rel_tol=1e-9)


def test_answers_of_one_length_need_fewer_gpus(built: Report) -> None:
    equal = derive(CLAIM, premises={"spread": "equal-lengths"})
    assert isclose(float(value(equal) / value(built)), (PROMPT + MEAN / 2) / (PROMPT + MEAN), rel_tol=1e-9)


def test_first_done_keeps_the_bound_open() -> None:
    """If any finished answers make up a batch, the gain in order no longer follows, and says so."""
    report = derive(CLAIM, premises={"in-order": "first-done"})
    assert report["throughput-by-staleness"].relation != derive(CLAIM)["throughput-by-staleness"].relation
    assert report["gain-by-staleness"].verdict.finding is not Finding.PROVEN


@pytest.mark.parametrize("wrong", [
    {"n_ans": "0"}, {"x_roll": "1.5"}, {"L_gen": "0 token/sequence"}, {"k_stale": "0.5"},
])
def test_what_is_no_answer_no_share_and_no_update_is_refused(built: Report, wrong: dict[str, str]) -> None:
    with pytest.raises(DerivationsError):
        built.with_values(wrong)


def test_every_step_is_proven_and_wrong_statements_are_refuted(built: Report) -> None:
    assert {step.verdict.finding for step in built.derivation} == {Finding.PROVEN, Finding.TAKEN}
    assert {step.name for step in built.derivation.rejects} == WRONG
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)
