"""Sessions of an agent: out of the tool, and again turn by turn in fractions, without a formula."""

from fractions import Fraction
from math import isclose, sqrt

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding
from derivations.study.evidence import evidence_of

from ..numbers import value

CLAIM = "agent-sessions"
# Claude Opus 5: dollars a million tokens for input, output, a hit and a write
INPUT, OUTPUT, HIT, WRITE = Fraction(5), Fraction(25), Fraction(1, 2), Fraction(25, 4)
FIRST, ADDED, PUT, AFTER, SUMMARY = 20_000, 2_000, 500, 41_478, 8_478
WRONG = {
    "reads-are-linear", "output-dominates", "hits-count-turns", "as-late-as-the-window-allows",
    "a-tenth-lost-is-a-tenth-more",
}


def bill(turns: int, cached: bool = True) -> Fraction:
    """Dollars of a session: each turn finds the prompt of the one before it, and writes the rest of its own."""
    paid, kept, prompt = Fraction(0), 0, FIRST
    for _ in range(turns):
        paid += HIT * kept + WRITE * (prompt - kept) if cached else INPUT * prompt
        paid += OUTPUT * PUT
        kept, prompt = prompt, prompt + ADDED
    return paid / 10**6


def of_a_turn(turns: int, hit: Fraction = HIT / INPUT, packed: Fraction | None = None) -> Fraction:
    """Mean cost of a turn in tokens of fresh input, if the history is compacted after so many of them."""
    paid, prompt = Fraction(0), AFTER
    for _ in range(turns):
        paid += hit * prompt
        prompt += ADDED
    paid += (hit if packed is None else packed) * prompt + SUMMARY * (OUTPUT + WRITE) / INPUT
    return paid / turns


@pytest.mark.some(2)
@pytest.mark.parametrize(("reading", "turns"), [("", 100), ("fifty-turns", 50), ("two-hundred-turns", 200)])
def test_the_bill_is_that_of_its_turns(built: Report, reading: str, turns: int) -> None:
    assert value(built, "bill-in-turns", reading) == bill(turns)
    assert value(built, "bill-without-cache-in-turns", reading) == bill(turns, cached=False)
    assert value(built, "without-over-with-in-turns", reading) == bill(turns, cached=False) / bill(turns)
    assert value(built, "share-of-output-in-turns", reading) == turns * PUT * OUTPUT / 10**6 / bill(turns)


def test_a_hundred_turns(built: Report) -> None:
    """11.9 million tokens read, of which 218,000 are new: 98.2% hits, 238 tokens of input for one of output."""
    read, new = sum(FIRST + turn * ADDED for turn in range(100)), FIRST + 99 * ADDED
    assert (read, new) == (11_900_000, 218_000)
    assert value(built, "tokens-read") == read
    assert value(built, "written-in-turns") == new
    assert value(built, "hit-rate-in-turns") == 1 - Fraction(new, read)
    assert value(built, "input-per-output-in-full") == Fraction(read, 100 * PUT) == 238


def test_a_session_of_one_turn_finds_nothing() -> None:
    one = derive("agent-sessions", values={"K_turns": "1"})
    assert value(one, "tokens-found") == value(one, "hit-rate-in-turns") == 0


def test_a_hit_rate_is_a_number_of_turns(built: Report) -> None:
    """(1 + h)/(1 - h); and back, from sessions whose first prompt is as long as what a turn adds."""
    rates = {"mooncake-chat": Fraction(2, 5), "deepseek-day": Fraction(342, 608), "mooncake-agents": Fraction(59, 100),
             "mooncake-synthetic": Fraction(33, 50), "claude-code-user": Fraction(489, 500)}
    turns = {name: value(built, "turns-of-a-hit-rate", name) for name in rates}
    assert turns == {name: (1 + rate) / (1 - rate) for name, rate in rates.items()}
    assert [round(float(each), 1) for each in turns.values()] == [2.3, 3.6, 3.9, 4.9, 89.9]
    for count in (1, 2, 7, 90):
        prompts = range(1, count + 1)
        rate = Fraction(sum(prompts) - count, sum(prompts))
        assert (1 + rate) / (1 - rate) == count


@pytest.mark.parametrize(
    ("changed", "hit"), [({}, HIT / INPUT), ({"u_warm": "90%"}, (9 * HIT + WRITE) / INPUT / 10)],
)
def test_the_trigger_is_that_of_a_search(built: Report, changed: dict[str, str], hit: Fraction) -> None:
    """Of all numbers of turns between two compactions the cheapest is one beside that of the best trigger."""
    report = derive("agent-sessions", values=changed) if changed else built
    trigger = float(value(report))
    between = (trigger - AFTER) / ADDED
    cheapest = min(range(1, 500), key=lambda turns: of_a_turn(turns, hit))
    assert abs(cheapest - between) < 1
    fixed = SUMMARY * (OUTPUT + WRITE) / INPUT / hit
    assert isclose(trigger, AFTER + sqrt(2 * ADDED * (AFTER + fixed)), rel_tol=1e-12)
    least = float(value(report, "cheapest-turn-in-full"))
    assert isclose(least, float(hit) * (trigger + ADDED / 2), rel_tol=1e-12)
    assert isclose(least, float(of_a_turn(cheapest, hit)), rel_tol=1e-3)


def test_a_compaction_whose_cache_is_gone_waits_longer(built: Report) -> None:
    cold = derive("agent-sessions", premises={"warm": "cold"})
    between = float(value(cold) - AFTER) / ADDED
    cheapest = min(range(1, 500), key=lambda turns: of_a_turn(turns, packed=WRITE / INPUT))
    assert abs(cheapest - between) < 1
    assert value(cold) > value(built)
    assert not cold["least-cost"].verdict.holds


@pytest.mark.parametrize(("reading", "trigger", "over", "left", "added"), [
    ("near-the-window", 165_320, 1.26, 5.6, 13_400), ("near-a-million", 967_000, 5.61, 1.6, 750_000),
])
def test_a_later_trigger(built: Report, reading: str, trigger: int, over: float, left: float, added: int) -> None:
    """Its cost over the least, the turns after which it pays, and what a turn would add if it were the best."""
    best, hit, fixed = float(value(built)), HIT / INPUT, SUMMARY * (OUTPUT + WRITE) / INPUT

    def cost(context: float) -> float:
        grown = context - AFTER
        return float(hit) * (AFTER + (grown - ADDED) / 2) + ADDED * (float(hit) * context + float(fixed)) / grown

    found = float(value(built, "over-the-least", reading))
    assert isclose(found, cost(trigger) / cost(best), rel_tol=1e-9)
    assert round(found, 2) == over
    paid_back = value(built, "turns-to-pay-back", reading)
    assert paid_back == (hit * trigger + fixed) / (hit * (trigger - AFTER))
    assert round(float(paid_back), 1) == left
    needed = float(value(built, "growth-for-a-trigger", reading))
    assert isclose(needed, added, rel_tol=5e-3)
    again = derive("agent-sessions", values={"a_turn": f"{needed!r} token"})
    assert isclose(float(value(again)), trigger, rel_tol=1e-9)


def test_lost_caches(built: Report) -> None:
    """8.7% of lost turns double the price of reading, and 2.0% where a hit costs a fortieth.

    One lost cache costs as much as 11.5 requests that keep it, or 49.
    """
    assert value(built, "doubling") == HIT / (WRITE - HIT)
    doubled = derive("agent-sessions", values={"u_warm": str(1 - HIT / (WRITE - HIT))})
    assert value(doubled, "read-again") == 2 * HIT / INPUT
    assert value(built, "pings-in-full") == (WRITE - HIT) / HIT == Fraction(23, 2)
    assert (value(built, "doubling", "fable"), value(built, "pings-in-full", "fable")) == (Fraction(1, 49), 49)


def test_a_saving_that_is_printed_leaves_out_the_cache(built: Report) -> None:
    """$0.60 for 120,000 tokens of fresh input: a tenth of it if the history is found."""
    (item,) = built.statements
    assert (item.kind, item.follows) == ("conclusion", True)
    assert value(built, "saved-next-turn", "with-hits") == Fraction(6, 100)


def test_four_bills_over_the_list(built: Report) -> None:
    """0.92, 0.91, 0.74 and 0.88 of what Opus would have cost.

    A wrong twin: with hits at the price of input all are below a fifth.
    """
    found = {each.table.name: each for each in evidence_of(built)}
    rows = sorted(found["agent-bills"].counted, key=lambda row: row.row.number)
    days = [(54_300, 9_700, 3_200_000, 87_100_000, "59.20"), (11_000, 5_400, 1_200_000, 25_700_000, "18.59"),
            (27_300, 4_900, 718_700, 10_600_000, "7.39"), (15_400, 4_900, 287_900, 7_700_000, "5.17")]
    for row, (sent, put, written, read, paid) in zip(rows, days, strict=True):
        listed = (INPUT * sent + OUTPUT * put + WRITE * written + HIT * read) / 10**6
        assert row.ratio == Fraction(paid) / listed
        assert Fraction(paid) / (listed + (INPUT - HIT) * read / 10**6) < Fraction(1, 5)
    assert [f"{float(row.ratio):.3f}" for row in rows] == ["0.924", "0.905", "0.735", "0.884"]


def test_triggers_in_use_are_no_verdict(built: Report) -> None:
    """Their sources are second-hand, and no trigger could be cheaper than the best one."""
    (found,) = (each for each in evidence_of(built) if each.table.name == "compaction-triggers")
    assert found.prediction.idle
    assert {row.row.source.status for row in found.counted} == {"second-hand"}
    over = {int(row.row.values["trigger"].number): round(float(row.ratio), 2) for row in found.counted}
    assert over == {165_320: 1.26, 67_113: 1.02, 76_697: 1.0, 967_000: 5.61}


def test_every_step_is_proven_and_wrong_statements_are_refuted(built: Report) -> None:
    assert {step.verdict.finding for step in built.derivation} == {Finding.PROVEN, Finding.TAKEN}
    assert {step.name for step in built.derivation.rejects} == WRONG
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)
