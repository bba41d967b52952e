"""What HBM is worth: out of the tool, and again by a search over memories, without a formula."""

from fractions import Fraction
from math import isclose, log, sqrt

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding
from derivations.study.evidence import evidence_of

from ..numbers import value

CLAIM = "memory-price"
GB = 10**9
# hours and memories of H100 and H200, as their cards have them
HOURS, MEMORIES = (Fraction(13, 10), Fraction(141, 100)), (80, 141)
PRICE = (HOURS[1] - HOURS[0]) / (MEMORIES[1] - MEMORIES[0])  # dollars an hour for a GB
LLAMA_ON_EIGHT, V3_ON_EIGHT = 405.9 / 8, 671.0 / 8  # GB of weights on each GPU, a byte a parameter
WRONG = {
    "twice-the-memory-twice-the-throughput", "as-much-as-there-is", "share-of-cost-is-share-of-weights",
    "free-memory-is-waste", "half-as-much-at-twice-the-price",
}


def cost(memory: float, weights: float, rest: float, price: float) -> float:
    """Dollars over tokens, but for a factor: sequences fill what the weights leave, and a pass reads all memory."""
    sequences, seconds = memory - weights, memory
    return (rest + price * memory) / (sequences / seconds)


def cheapest(weights: float, rest: float, price: float) -> float:
    """The memory of the least cost by golden section."""
    low, high, part = weights * 1.0001, weights * 1e3, (sqrt(5) - 1) / 2
    for _ in range(200):
        left, right = high - part * (high - low), low + part * (high - low)
        if cost(left, weights, rest, price) < cost(right, weights, rest, price):
            high = right
        else:
            low = left
    return (low + high) / 2


def test_the_price_of_memory_by_twins(built: Report) -> None:
    """$0.00180 and $0.00195 for a GB and hour, at two makers; a wrong twin leaves out the power and has $0.0025."""
    nvidia, amd = (float(value(built, "twins", name)) for name in ("nvidia-twins", "amd-twins"))
    assert isclose(nvidia, float(PRICE), rel_tol=1e-12)
    assert isclose(amd, (1.28 - 1.12 - 0.09 * (2.18 - 1.79)) / (256 - 192), rel_tol=1e-9)
    assert (f"{nvidia:.5f}", f"{amd:.5f}", round(amd / nvidia, 2)) == ("0.00180", "0.00195", 1.08)
    assert isclose((1.28 - 1.12) / (256 - 192), 0.0025)


def test_the_best_memory_is_that_of_a_search(built: Report) -> None:
    rest = float(HOURS[1] - PRICE * MEMORIES[1])
    best = cheapest(LLAMA_ON_EIGHT, rest, float(PRICE))
    assert isclose(float(value(built)) / GB, best, rel_tol=1e-6)
    assert round(best) == 238
    least = cost(best, LLAMA_ON_EIGHT, rest, float(PRICE))
    sold = cost(141, LLAMA_ON_EIGHT, rest, float(PRICE))
    assert isclose(float(value(built, "extra-by-the-share-as-sold")), sold / least, rel_tol=1e-9)


@pytest.mark.parametrize(("reading", "weights", "hour", "memory", "rounded"), [
    ("v3-on-eight", V3_ON_EIGHT, 1.41, 141, 330), ("v3-on-a-rack", 671.0 / 72, 2.21, 186, 108),
    ("trillion-on-a-rack", 500 / 72, 2.21, 186, 92),
])
def test_other_weights(built: Report, reading: str, weights: float, hour: float, memory: float, rounded: int) -> None:
    """On a rack the best memory at a fixed bandwidth is about half of what is sold, which costs a few per cent more."""
    rest = hour - float(PRICE) * memory
    best = cheapest(weights, rest, float(PRICE))
    found = float(value(built, "best-by-the-share-as-sold", reading)) / GB
    assert isclose(found, best, rel_tol=1e-3)  # the card counts parameters to more digits
    assert round(found) == rounded
    assert isclose(float(value(built, "sold-over-best", reading)), memory / best, rel_tol=1e-3)


def test_a_rack_at_half_of_the_cost_is_refuted(built: Report) -> None:
    """Weights would fill a third of the best rack; they fill 3.7% of what is sold, which costs 1.4 times the least."""
    weights, memory = 500 / 72, 186.0
    best = cheapest(weights, memory, 1)  # the rest costs as much as all of the memory that is sold
    assert isclose(float(value(built, "best-by-the-share-as-sold", "half-of-the-cost")) / GB, best, rel_tol=1e-6)
    over = cost(memory, weights, memory, 1) / cost(best, weights, memory, 1)
    assert isclose(float(value(built, "extra-by-the-share-as-sold", "half-of-the-cost")), over, rel_tol=1e-9)
    assert (round(over, 2), round(100 * weights / memory, 1)) == (1.41, 3.7)
    assert value(built, "weights-by-share", "half") == Fraction(1, 3)


@pytest.mark.parametrize(("reading", "share", "less", "paid"), [
    ("ninth", 0.11, -26, 9.5), ("three-tenths", 0.3, -20, 28), ("half", 0.5, -14, 48), ("chips-2025", 0.63, -10, 62),
])
def test_twice_the_price(built: Report, reading: str, share: float, less: float, paid: float) -> None:
    """Choosing anew saves a point or two: a price is paid, not avoided."""
    rest, price = 1 / share**2 - 1, 1.0  # in weights and in the price of memory
    before, after = cheapest(1, rest, price), cheapest(1, rest, 2 * price)
    memory = float(value(built, "memory-after", reading))
    times = float(value(built, "cost-after", reading))
    assert isclose(memory, after / before, rel_tol=1e-6)
    assert isclose(times, cost(after, 1, rest, 2) / cost(before, 1, rest, 1), rel_tol=1e-9)
    assert round(100 * (memory - 1)) == less
    assert round(100 * (times - 1), 1 if paid % 1 else 0) == paid
    kept = cost(before, 1, rest, 2) / cost(before, 1, rest, 1)
    assert isclose(float(value(built, "cost-if-kept", reading)), kept, rel_tol=1e-6)
    assert times < kept
    assert isclose(float(value(built, "weights-by-share", reading)), 1 / before, rel_tol=1e-6)


def test_the_elasticity_is_that_of_two_prices(built: Report) -> None:
    rest, price = float(HOURS[1] - PRICE * MEMORIES[1]), float(PRICE)
    some = 1e-3
    up, down = (cheapest(LLAMA_ON_EIGHT, rest, price * (1 + sign * some)) for sign in (1, -1))
    measured = log(up / down) / log((1 + some) / (1 - some))
    assert isclose(float(value(built, "elasticity-by-the-weights")), measured, rel_tol=1e-3)
    assert -0.5 < measured < 0


def test_an_analysts_table_is_its_fractions_times_a_fifth(built: Report) -> None:
    """Five rises are reproduced; the headline beside them is not."""
    told = [(item.kind, item.follows) for item in built.statements]
    assert told.count(("conclusion", True)) == 5
    assert told.count(("conclusion", False)) == 1
    assert value(built, "rise-if-kept", "bill-gb200") == Fraction(43, 500)
    made = ((1160, 13500), (870, 8000), (580, 6400), (440, 3800), (300, 4250))  # what a fifth more adds, in dollars
    assert [round(100 * rise / whole, 1) for rise, whole in made] == [8.6, 10.9, 9.1, 11.6, 7.1]


def test_with_stacks_no_memory_is_best(built: Report) -> None:
    """At a bandwidth that grows with the memory, the cost falls with every byte, and a pass takes as long."""
    stacks = derive(CLAIM, premises={"fixed-bandwidth": "stacks"})
    assert "no finite optimum: cost_full falls for every M_room" in stacks["best-room"].note
    assert stacks["best-memory"].verdict.finding is Finding.WAITING
    assert not stacks["memory-bound"].verdict.holds
    assert isclose(float(value(built, "pass-of-stacks")), 0.141 / 4.8, rel_tol=1e-9)
    falls = [(1 + memory) / (memory - 1) for memory in range(2, 50)]
    assert falls == sorted(falls, reverse=True)


def test_power_is_a_higher_price_and_nothing_else(built: Report) -> None:
    report = derive(CLAIM, premises={"memory-alone": "with-power"}, values={"P_byte": "6.1 W/GB"})
    price = float(PRICE) + 0.09 * 6.1e-3
    rest = 1.41 - price * 141
    assert isclose(float(value(report)) / GB, cheapest(LLAMA_ON_EIGHT, rest, price), rel_tol=1e-6)
    assert all(step.verdict.holds for step in report.derivation)


def test_a_model_whose_attention_computes_longer_than_it_reads_breaks_a_premise() -> None:
    """DeepSeek-V3's absorbed attention on an H200: the claim does not stand there, and says so."""
    report = derive(CLAIM, model="deepseek-v3")
    assert "long-contexts says" in str(report.contradictions[0])


def test_throughput_stays_below_what_full_memory_allows(built: Report) -> None:
    """Of 99 steps on two GPUs; and of six prices of memory, none is a measurement."""
    found = {each.table.name: each for each in evidence_of(built) if not each.prediction.alternative}
    assert all(row.ratio < 1 for row in found["decode-step"].counted)
    prices = found["twin-hours"]
    assert prices.prediction.idle
    assert [round(float(row.ratio), 2) for row in sorted(prices.counted, key=lambda row: row.row.number)] == [
        1.0, 1.08, 0.45, 1.34, 2.73, 1.86]


def test_every_step_is_proven_and_wrong_statements_are_refuted(built: Report) -> None:
    assert {step.verdict.finding for step in built.derivation} == {Finding.PROVEN, Finding.TAKEN}
    assert {step.name for step in built.derivation.rejects} == WRONG
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)
