"""Trains that fill: numbers out of the tool, and again out of plain fractions; other premises; what was published."""

from fractions import Fraction
from math import exp, lgamma, log

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value

CLAIM = "queueing"
MILLI = Fraction(1, 1000)
H200 = Fraction(141, 4800)  # seconds: 141 GB at 4.8 TB/s


def by_hand(rate: int, tau: Fraction, places: int = 2000) -> dict[str, Fraction]:
    """Fill, sequences that ride, and those that no train carries in a second."""
    arrived = rate * tau
    boarded = min(arrived, Fraction(places))
    return {"fill": boarded / places, "boarded": boarded, "left": (arrived - boarded) / tau}


# --- the numbers


def test_as_said_the_worst_time_is_40_milliseconds_and_the_mean_30(said: Report) -> None:
    """A wait of 20 and a ride of 20; half a wait on average."""
    assert value(said) == value(said, "wait-and-ride") == 40 * MILLI
    assert value(said, "mean-time") == 30 * MILLI
    assert said.result.result == "40 ms"


def test_trains_fill_up_at_100_000_a_second_as_said(said: Report, built: Report) -> None:
    """2,000 places every 20 ms; on an H200 every 29.4."""
    assert value(said, "full-from") == 2000 / (20 * MILLI) == 100_000
    assert value(built, "full-from") == 2000 / H200


@pytest.mark.parametrize("rate", [1, 50_000, 99_999, 100_000, 100_001, 128_000, 10**6])
def test_fill_and_throughput_agree_with_plain_fractions(rate: int) -> None:
    """At most one, and at most what all places carry."""
    report = derive(CLAIM, as_said=True, values={"lam": f"{rate} sequence/s"})
    expected = by_hand(rate, 20 * MILLI)
    assert value(report, "fill-of-a-train") == expected["fill"] <= 1
    assert value(report, "boarded") == expected["boarded"]
    assert value(report, "throughput") == expected["boarded"] / (20 * MILLI)
    step = "carried" if rate <= 100_000 else "carried-when-full"
    assert value(report, step) == value(report, "throughput")


@pytest.mark.parametrize("seconds", [0, 1, 60])
def test_above_that_the_time_grows_with_every_second(seconds: int) -> None:
    """By 0.28 seconds for each at 128,000: those in the queue, over what a second carries away."""
    report = derive(CLAIM, as_said=True, values={"lam": "128,000 sequence/s", "t_over": f"{seconds} s"})
    queue = 28_000 * seconds
    assert value(report, "queue-when-full") == queue
    assert value(report, "worst-time-when-full") == 40 * MILLI + Fraction(queue, 100_000)
    assert value(report, "growth") == Fraction(28, 100)


def test_where_trains_are_full_the_worst_time_says_so(built: Report) -> None:
    """No number, and both rates."""
    line = built.evaluation.again(built.readings["generated-at-20-ms"]).line("worst-time")
    assert line.value is None
    assert line.result == (
        "the queue grows: lam = 128,000 sequences per second is above lam_full = 100,000 sequences per second"
    )


def test_the_128_000_need_every_one_of_64_trains_full(built: Report) -> None:
    """So the two numbers of the lecture hold together at a single rate of arrivals, and of two intervals."""
    reading = "generated-at-64-a-second"
    assert value(built, "fill-of-a-train", reading) == 1
    assert value(built, "throughput", reading) == 128_000
    assert value(built, "worst-time", reading) == Fraction(2, 64)
    assert value(built, "fill-of-a-train", "generated-on-rubin") == 128_000 * Fraction("0.0144") / 2000


# --- trains that leave when they are full


@pytest.mark.parametrize("rate", [100_000, 128_000, 200_000])
def test_full_trains_that_leave_at_once_wait_as_long_as_they_take_to_fill(rate: int) -> None:
    """While the machine is free: here a pass takes half of the interval."""
    report = derive(CLAIM, as_said=True, values={"T": "10 ms", "u_busy": "1/2", "lam": f"{rate} sequence/s"})
    assert value(report, "early-worst-time") == Fraction(2000, rate) + 10 * MILLI
    assert value(report, "early-mean-time") == value(report, "early-half-wait") == Fraction(1000, rate) + 10 * MILLI


@pytest.mark.parametrize(("busy", "rate"), [("1", 128_000), ("1/2", 200_001)])
def test_beyond_the_passes_of_the_machine_there_is_no_such_time(busy: str, rate: int) -> None:
    """A full train that finds the machine busy waits, and the formula no longer says how long."""
    values = {"T": f"{20 * Fraction(busy)} ms", "u_busy": busy, "lam": f"{rate} sequence/s"}
    report = derive(CLAIM, as_said=True, values=values)
    assert report.numbers("early-worst-time").value is None
    assert value(report, "machine-busy") == value(report, "no-earlier-than-a-pass") == 20 * Fraction(busy) * MILLI


@pytest.mark.parametrize("busy", ["1", "1/2", "1/4"])
def test_leaving_early_carries_more_by_what_the_machine_was_idle(busy: str) -> None:
    """Nothing more with passes back to back, which is what the lecture has."""
    report = derive(CLAIM, as_said=True, values={"T": f"{20 * Fraction(busy)} ms", "u_busy": busy})
    assert value(report, "free-until") / value(report, "full-from") == 1 / Fraction(busy)
    assert value(report, "gain") == value(report, "gain-in-arrivals") == value(report, "gain-by-busy")
    assert value(report, "gain") == 1 / Fraction(busy)


def test_while_trains_are_not_full_both_rules_are_the_same(built: Report) -> None:
    """One time, and the step that says so is proven."""
    assert value(built, "early-time-not-full") == value(built, "worst-time") == 2 * H200
    assert built["same-while-not-full"].verdict.shown


# --- requests in place of tokens


def test_places_become_free_at_the_batch_over_the_time_of_an_answer(said: Report) -> None:
    """2,000 places, 1,000 tokens of 20 ms: 100 requests a second, where 2,000 tokens leave every 20 ms."""
    assert value(said, "most-requests-by-pass") == Fraction(2000) / (1000 * 20 * MILLI) == 100
    assert value(said, "same-edge") == 1000 * value(said, "most-requests-by-pass") == value(said, "full-from")


@pytest.mark.parametrize("rate", [1, 80, 100, 128])
def test_what_is_admitted_is_what_arrives_as_far_as_places_become_free(rate: int) -> None:
    """By Little's law in plain fractions."""
    report = derive(CLAIM, as_said=True, values={"lam_req": f"{rate} sequence/s"})
    riding = min(rate * 1000 * 20 * MILLI, Fraction(2000))
    assert value(report, "share-of-places") == riding / 2000
    if rate <= 100:
        assert value(report, "all-are-admitted") == rate
    if rate >= 100:
        assert value(report, "freed-places") == value(report, "no-more-than-freed") == 100
        assert value(report, "wait-by-overload") == value(report, "wait-in-full") == Fraction(rate - 100, 100)


def test_a_full_train_has_room_for_two_of_its_two_thousand(built: Report) -> None:
    """As many as end in an interval."""
    assert value(built, "new-riders-of-a-train", "generated-at-20-ms") == Fraction(2000, 1000)


def test_the_last_token_comes_a_pass_after_all_intervals(said: Report, built: Report) -> None:
    """1,000 intervals of 20 ms and a ride."""
    assert value(said, "time-to-last-token") == 1000 * 20 * MILLI + 20 * MILLI
    assert value(built, "time-to-last-token") == 1001 * H200


def test_places_drafted_ahead_free_places_sooner(said: Report) -> None:
    """Two tokens in each pass: half the time of a ride, twice the requests."""
    report = derive(CLAIM, as_said=True, values={"n": "2 token/sequence"})
    assert value(report, "most-requests-by-pass") == 2 * value(said, "most-requests-by-pass")


@pytest.mark.parametrize("rate", [30, 50, 60])
def test_the_chance_that_all_places_are_taken_is_that_of_a_poisson_number(rate: int) -> None:
    """A few places, with the sum in floating point."""
    values = {"lam_req": f"{rate} sequence/s", "B_cap": "50 sequence", "D_req": "50 token/sequence"}
    mean = rate * 50 * 0.02
    below = sum(exp(k * log(mean) - mean - lgamma(k + 1)) for k in range(50))
    found = derive(CLAIM, as_said=True, values=values).numbers("random-places").value
    assert found is not None
    assert float(found) == pytest.approx(1 - below, rel=1e-6)


# --- other premises


@pytest.mark.long
def test_a_pass_that_is_shorter_than_its_interval_makes_the_ride_shorter(said: Report) -> None:
    """A ride of 5 ms in place of 20, by a reader's own timetable."""
    report = derive(CLAIM, as_said=True, values={"T": "5 ms"}, premises={"timetable": "tau = 20[ms]"})
    assert value(report) == 25 * MILLI < value(said)
    assert report.verdict.startswith("follows from the changed premises")


@pytest.mark.long
def test_some_who_find_no_place_give_up(said: Report) -> None:
    """A reader's own premise: the queue of those who stay, and the time with it."""
    stay = {"queue": "n_queue = x_stay*(lam - B/tau)*t_over"}
    report = derive(CLAIM, as_said=True, symbols="x_stay [] (fraction) part that stays", premises=stay,
                    values={"x_stay": "1/2", "lam": "128,000 sequence/s"})
    assert value(report, "queue-when-full") == 14_000
    assert value(report, "time-when-full") == 40 * MILLI + Fraction(14, 100)
    assert report["worst-time-when-full"].fell_back
    assert value(report, "full-from") == value(said, "full-from")


def test_no_train_leaves_before_the_pass_ahead_of_it_has_ended() -> None:
    """A timetable that is too tight contradicts what was shown, and the report says so."""
    report = derive(CLAIM, as_said=True, premises={"timetable": "tau = 10[ms]"}, values={"lam": "1,000 sequence/s"})
    assert report["at-most-two-intervals"].verdict.finding is Finding.REFUTED
    assert report["faster-than-a-pass"].verdict.finding is not Finding.REFUTED


# --- the derivation, and what was published


def test_every_step_is_proven_and_every_wrong_statement_refuted(built: Report) -> None:
    """None in a form that was given up."""
    for step in built.derivation.steps:
        assert step.verdict.shown, step
        assert not step.fell_back
    assert {step.name for step in built.derivation.rejects} == {
        "bounded-when-full", "earlier-than-the-timetable", "faster-than-a-pass", "a-request-for-each-place",
        "emptied-at-each-departure",
    }
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)


def test_the_main_line_and_its_conditions(built: Report) -> None:
    """The 40 ms come with the condition that trains are not full."""
    relations = {
        "full-from": "lam_full = B_cap/tau",
        "fill-while-not-full": "u_fill = lam/lam_full",
        "worst-time": "t_sys = tau + T",
        "mean-time": "t_mean = tau/2 + T",
        "worst-time-when-full": "t_sys = tau + T + (lam/lam_full - 1)*t_over",
        "early-worst-time": "t_early = B_cap/lam + T",
        "free-until": "lam_free = B_cap/T",
        "gain-by-busy": "gain_early = 1/u_busy",
    }
    assert {name: str(built[name].relation) for name in relations} == relations
    assert [str(condition) for condition in built.headline.conditions] == ["lam <= lam_full"]
    assert [str(condition) for condition in built["worst-time-when-full"].conditions] == ["lam >= lam_full"]
    assert len(built["early-worst-time"].conditions) == 2


def test_every_premise_says_why_and_whence(built: Report) -> None:
    """The ones of our own are called that."""
    assert all(step.because and step.source for step in built.derivation.premises)


def test_what_was_published_and_what_of_it_does_not_follow(built: Report) -> None:
    """40 ms where trains are not full; 128,000 only where all are."""
    rows = {(row.published.step, row.published.reading): row for row in built.published}
    assert {key for key, row in rows.items() if agreeing(row)} == {
        ("worst-time", "as-said"), ("worst-time", "just-full"), ("carried-when-full", "generated-at-64-a-second"),
    }
    assert rows["worst-time", "generated-at-64-a-second"].ratio == Fraction(3125, 4000)
    assert rows["carried-when-full", "generated-at-20-ms"].ratio == Fraction(100, 128)
    assert rows["worst-time", "generated-at-20-ms"].derived is None
    assert all(row.published.note for row in rows.values() if not agreeing(row))
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven; holds only if lam <= lam_full"
