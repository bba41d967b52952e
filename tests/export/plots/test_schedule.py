"""What runs when: trains of passes with their requests, and micro-batches in the stages of a pipeline."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from derivations import Block, UndecidedError, derive, schedule_plot, stages_plot, trains_plot


def blocks(figure: Any) -> dict[int, list[tuple[float, float]]]:
    """Start and end of what stands in each lane, from top to bottom, in order of time."""
    found: dict[int, list[tuple[float, float]]] = {}
    for bar in figure.axes[0].patches:
        lane = round(bar.get_y() + bar.get_height() / 2)
        found.setdefault(lane, []).append((bar.get_x(), bar.get_x() + bar.get_width()))
    return {lane: sorted(each) for lane, each in sorted(found.items())}


def test_a_lane_has_its_blocks_and_the_label_says_them() -> None:
    """The axis ends where the last one does."""
    lanes = {"one": [Block(Fraction(0), Fraction(1), "a")], "two": [Block(Fraction(1), Fraction(3), "b", pale=True)]}
    figure = schedule_plot(lanes, "time [s]", "Two lanes", ["One, then the other."])
    assert blocks(figure) == {0: [(0, 1)], 1: [(1, 3)]}
    assert figure.axes[0].get_xlim() == (0, 3)
    assert figure.get_label() == "Two lanes\nOne, then the other."


def test_requests_wait_for_a_pass_and_ride_it() -> None:
    """One that just missed a start takes two intervals, the mean one and a half, and both end where a pass does."""
    report = derive("train-interval")
    interval = 1000 * float(report["interval"].value)
    passes, missed, mean = blocks(trains_plot(report)).values()
    assert all(one[1] == pytest.approx(other[0]) for one, other in pairwise(passes))
    assert missed[-1][1] - missed[0][0] == pytest.approx(2 * interval)
    assert mean[-1][1] - mean[0][0] == pytest.approx(1.5 * interval)
    ends = [end for _, end in passes]
    assert all(min(abs(lane[-1][1] - end) for end in ends) < 1e-9 for lane in (missed, mean))


@pytest.mark.long
def test_as_many_micro_batches_as_stages_keep_every_stage_busy() -> None:
    """From its first micro-batch on; with fewer of them a stage idles for the rest of each round."""
    report = derive("pipeline-kv")
    full = blocks(stages_plot(report))
    assert len(full) == 4
    assert all(one[1] == other[0] for lane in full.values() for one, other in pairwise(lane))
    assert [lane[0][0] for lane in full.values()] == [0, 1, 2, 3]
    fixed = derive("pipeline-kv", premises={"one-per-stage": "fixed-number"}, values={"n_fixed": 3})
    gaps = {other[0] - one[1] for lane in blocks(stages_plot(fixed)).values() for one, other in pairwise(lane)}
    assert gaps == {0, 1}
    assert "idles for 25% of the time" in str(stages_plot(fixed).get_label())


@pytest.mark.long
def test_no_two_micro_batches_are_in_a_stage_at_once() -> None:
    """Also with several for each stage."""
    several = derive("pipeline-kv", premises={"one-per-stage": "several-per-stage"}, values={"n_each": 2})
    assert all(one[1] <= other[0] for lane in blocks(stages_plot(several)).values() for one, other in pairwise(lane))


def test_what_cannot_be_drawn_is_undecided() -> None:
    """More stages than can be told apart, and half of one; an interval that does not follow."""
    for stages in ("40", "5/2"):
        with pytest.raises(UndecidedError, match=r"n_stages = .* is not drawn: that takes a whole number up to 12"):
            stages_plot(derive("pipeline-kv", values={"n_stages": stages}))
    with pytest.raises(UndecidedError, match="has no relation"):
        trains_plot(derive("train-interval", premises={"roofline": "no-overlap"}))
