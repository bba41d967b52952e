"""Draft length: out of the tool, and again by trying every length."""

from itertools import pairwise
from math import log

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

LONGEST = 60


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("draft-length")


def number(report: Report, step: str, reading: str = "") -> float:
    """The number of a step: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step, alone=True).value
    assert value is not None
    return float(value)


def put_out(chance: float, tokens: float) -> float:
    return (1 - chance**tokens) / (1 - chance)


def speed_up(chance: float, cost: float, tokens: float) -> float:
    return put_out(chance, tokens) / (1 + cost * (tokens - 1))


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("reading", "chance", "cost"),
    [("", None, 14 / 671), ("as-said", None, None), ("four-seen", None, None), ("likely-and-cheap", 0.8, 0.05),
     ("unlikely-and-expensive", 0.4, 0.5)],
)
def test_the_best_length_is_that_of_a_search(
    report: Report, reading: str, chance: float | None, cost: float | None
) -> None:
    x, c = number(report, "odds", reading), number(report, "cost-of-a-token", reading)
    assert chance is None or x == pytest.approx(chance)
    assert cost is None or c == pytest.approx(cost)
    tries = {tokens: speed_up(x, c, tokens) for tokens in range(1, LONGEST)}
    best = max(tries, key=tries.__getitem__)
    assert number(report, "best-length", reading) == best
    assert number(report, "best-speed-up", reading) == pytest.approx(tries[best], rel=1e-12)
    # and no other length is a peak of its own
    rises = [later > before for before, later in pairwise(tries.values())]
    assert rises == sorted(rises, reverse=True)


@pytest.mark.some(1)
@pytest.mark.parametrize("reading", ["", "as-said", "likely-and-cheap"])
def test_the_continuous_length_is_where_the_slope_vanishes(report: Report, reading: str) -> None:
    x, c = number(report, "odds", reading), number(report, "cost-of-a-token", reading)
    length = number(report, "continuous-length", reading)
    low, high = (speed_up(x, c, length + beside) for beside in (-1e-3, 1e-3))
    assert speed_up(x, c, length) > max(low, high)
    failures = number(report, "best-failures", reading)
    assert failures - log(1 + failures) == pytest.approx(-log(x) * (1 / c - 1), rel=1e-9)
    assert abs(length - number(report, "best-length", reading)) < 1


@pytest.mark.some(1)
@pytest.mark.parametrize("reading", ["", "as-said", "likely-and-cheap", "unlikely-and-expensive"])
def test_lambert_gives_the_same_length(report: Report, reading: str) -> None:
    assert [str(each) for each in report["length-by-lambert"].conditions] == ["c_more < 1"]
    assert "lambert_wm1" in str(report["length-by-lambert"].relation)
    closed = number(report, "length-by-lambert", reading)
    assert closed == pytest.approx(number(report, "continuous-length", reading), rel=1e-12)


def test_the_flat_top_of_sglang(report: Report) -> None:
    """2.18 of three tokens: chance 0.696, cost 0.182; of a window of four at most a per cent or two is left to gain."""
    x, c = number(report, "odds", "as-said"), number(report, "cost-of-a-token", "as-said")
    assert (round(x, 3), round(c, 3)) == (0.696, 0.182)
    assert put_out(x, 3) == pytest.approx(2.18, rel=1e-12)
    assert 1 + 2 * c == pytest.approx(2.18 * 51.0 / 81.5, rel=1e-12)
    assert number(report, "best-length", "as-said") == number(report, "best-length", "four-seen") == 4
    assert 1 < speed_up(x, c, 4) / speed_up(x, c, 3) < 1.03
    assert number(report, "speed-up-of-one-more", "as-said") == pytest.approx(speed_up(x, c, 4), rel=1e-12)
    assert [row.follows for row in report.published if row.published.kind == "conclusion"] == [True, True]


def test_a_roofline_ends_the_free_tokens_at_its_balance(report: Report) -> None:
    """Within it a token costs its drafting; a batch far beyond it leaves no draft that pays."""
    assert number(report, "free-tokens") == number(report, "free-length") > number(report, "best-length")
    assert number(report, "length-on-a-roofline") == number(report, "best-length")
    middle = derive("draft-length", values={"B": "1,024 sequence"})
    assert number(middle, "best-length") > number(middle, "free-length") == number(middle, "length-on-a-roofline")
    assert number(report, "cost-of-a-token") == pytest.approx(14 / 671)
    large = derive("draft-length", values={"B": "16,384 sequence", "L": "0 token/sequence"})
    assert number(large, "free-tokens") < 1
    assert number(large, "cost-of-a-token") == pytest.approx(1 + 14 / 671)
    assert large.result.value is None  # no length above none at which one more is even
    assert large.result.result == "no draft pays here, best is 0 drafts: c_more = 1.021 is not below 1"
    assert large.numbers("best-speed-up").result == "outside the condition: c_more = 1.021 is not below 1"


def test_what_is_proven_and_what_numbers_find(report: Report) -> None:
    findings = {step.name: step.verdict.finding for step in report.derivation.steps}
    assert {name for name, found in findings.items() if found is not Finding.PROVEN} == {
        "odds-from-tokens", "turning-length", "best-failures",
        "failures-by-length", "length-at-the-optimum", "length-by-lambert",
    }
    assert report["best-failures"].verdict.reason == "w_fail is found in numbers, and is least at one value at most"
    line = report.numbers("best-failures")
    assert line.numeric is not None
    assert line.numeric.words.startswith("one minimum from ")


@pytest.mark.long
@pytest.mark.some(1)
@pytest.mark.parametrize("premise", [{"round-time": "drafted-together"}, {"verifying-pass": "no-overlap"}])
def test_other_premises_move_the_length(report: Report, premise: dict[str, str]) -> None:
    other = derive("draft-length", premises=premise)
    assert (other.result.value or 0) > 1
    assert other.result.value != report.result.value
    assert not other.derivation.contradictory


def test_wrong_statements_are_refuted(report: Report) -> None:
    wrong = {"always-one-more", "by-its-own-chance", "brought-less-cost"}
    assert {step.name for step in report.derivation.rejects} == wrong
    assert all(step.sound for step in report.derivation.rejects)


def test_a_regime_that_nothing_tells_breaks_nothing(report: Report) -> None:
    """A speed-up above one contradicts no compute-bound pass where nobody says that the pass is one."""
    watched = report.evaluation.again(report.readings["as-said"])
    assert watched.line("loss-while-compute-bound", alone=True).unchecked
    assert watched.contradictions == ()


def test_attention_shortens_what_is_verified_within_the_reads() -> None:
    """By hand, DeepSeek-V3 on an H200: its arithmetic at 1,000 tokens is nearly half of that of the weights."""
    report = derive("draft-length", values={"L": "1k token/sequence", "B": "256 sequence"})
    token = 2 * 37e9 / 1979e12 + 61 * 128 * 2 * (576 + 512) * 1000 / 989e12
    reads = (671e9 + 61 * 576 * 2 * 256 * 1000) / 4.8e12
    assert number(report, "free-length") == pytest.approx(reads / (256 * token), rel=1e-12)
    alone = derive("draft-length", premises={"arithmetic-time": "weights-alone"})
    assert number(alone, "free-length") > 1.4 * number(report, "free-length")


def test_no_deployment_is_left_out_for_attention() -> None:
    assert "the arithmetic of attention" not in str(derive("draft-length").verdicts)
