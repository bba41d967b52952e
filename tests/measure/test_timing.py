"""Times are medians over repeats, after calls that do not count."""

from dataclasses import replace

from derivations.measure.timing import Timing, timed

from .machines import SMALL, Told


def test_the_median_stands_between_the_least_and_the_greatest() -> None:
    timing = Timing((3.0, 1.0, 2.0))
    assert (timing.least, timing.median, timing.greatest, timing.repeats) == (1, 2, 3, 3)


def test_a_warm_up_comes_before_the_repeats() -> None:
    machine = Told()
    timing = timed(machine, machine._taking(0.5), SMALL)
    assert timing.seconds == (0.5, 0.5, 0.5)
    assert machine.calls > timing.repeats


def test_what_takes_long_is_repeated_three_times_and_no_more() -> None:
    machine = Told()
    many = replace(SMALL, repeats=50, seconds=2.0)
    assert timed(machine, machine._taking(1.5), many).repeats == 3
    assert timed(machine, machine._taking(0.1), many).repeats == 20
    assert timed(machine, machine._taking(1e-6), many).repeats == 50


def test_a_clock_that_does_not_tick_divides_nothing_by_zero() -> None:
    machine = Told()
    assert timed(machine, machine._taking(0.0), SMALL).median > 0
