"""What idles in a pipeline: out of the tool, and again out of a schedule that is played through."""

from fractions import Fraction
from math import sqrt

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import value
from ..pipelines import BANDWIDTH, V3_ACTIVE, V3_TOTAL, text

CLAIM = "bubbles"
PEAK = 2500 * 10**12  # a GB200 in bf16
BATCH = {"D_batch": "4000000 token", "n_stages": 4, "ep_width": "64 GPU"}


def played(stages: int, micro_batches: int) -> tuple[int, int]:
    """Slots until the last stage ends, and those that a stage waits: each starts when the one before it is done."""
    ends = [0] * micro_batches
    for _ in range(stages):
        free = 0
        for place in range(micro_batches):
            free = max(free, ends[place]) + 1
            ends[place] = free
    return ends[-1], ends[-1] - micro_batches


@pytest.mark.parametrize(("stages", "micro_batches"), [(4, 4), (4, 1), (8, 32), (2, 3), (16, 5)])
def test_a_schedule_that_is_played_through_idles_as_much(stages: int, micro_batches: int) -> None:
    """Slot by slot, without the formula."""
    slots, idle = played(stages, micro_batches)
    report = derive(CLAIM, values={"n_stages": stages, "n_mb": micro_batches})
    assert value(report) == Fraction(idle, slots)
    assert value(report, "idle-over-busy") == Fraction(idle, micro_batches)


def test_share_and_ratio_are_two_things(built: Report) -> None:
    """Three of seven, and three of four."""
    assert value(built) == Fraction(3, 7)
    assert value(built, "idle-over-busy") == Fraction(3, 4)
    assert text(built, "share-from-ratio") == "x_bubble = y_bubble/(1 + y_bubble)"


def test_the_empty_boxes_of_the_picture_are_counted(built: Report) -> None:
    """Before the first micro-batches: 0 + 1 + 2 + 3 on four stages."""
    report = derive(CLAIM, values={"n_stages": 4})
    assert value(report, "empty-boxes") == sum(range(4))
    assert built["boxes-of-each-stage"].verdict.shown


@pytest.mark.parametrize(
    ("reading", "share", "stages"),
    [
        ("a-tenth", Fraction(1, 10), 4),
        ("a-twentieth", Fraction(1, 20), 4),
        ("a-twentieth-of-sixteen", Fraction(1, 20), 16),
    ],
)
def test_micro_batches_for_a_share(built: Report, reading: str, share: Fraction, stages: int) -> None:
    """Put back into the share."""
    needed = value(built, "micro-batches-needed", reading)
    assert Fraction(stages - 1) / (needed + stages - 1) == share


def test_a_share_of_all_time_takes_no_micro_batches() -> None:
    """The condition travels with the number."""
    line = derive(CLAIM, without="n_mb", values={"x_bubble": 1}).numbers("micro-batches-needed")
    assert line.value is None
    assert line.outside


def test_nothing_idles_where_the_next_always_follows(built: Report) -> None:
    """As a limit, and as a premise."""
    assert text(built, "endless-batch") == "x_bubble = 0"
    never = derive(CLAIM, premises={"schedule": "never-empty"})
    assert value(never) == 0
    assert never.verdict.startswith("follows from the changed premises")


# --- what more micro-batches cost


def test_the_best_micro_batch_reads_as_long_as_it_computes(built: Report) -> None:
    """Six FLOP for each token and active parameter, and two reads of all weights."""
    tokens = value(built, "best-micro-batch")
    assert 6 * V3_ACTIVE * tokens / PEAK == Fraction(2 * 2 * V3_TOTAL) / BANDWIDTH
    assert value(built, "best-micro-batch") == value(built, "tokens-in-full")


def test_it_is_two_thirds_of_the_balance_batch_of_serving(built: Report) -> None:
    """The claim optimal-batch without a context, in tokens."""
    serving = derive("optimal-batch", values={"L": "0 token/sequence"}, accelerator="gb200", compute="bf16")
    assert value(built, "best-micro-batch") == Fraction(2, 3) * value(serving)


@pytest.mark.parametrize("other", ["1/2", "9/10", "11/10", "2"])
def test_no_other_number_ends_a_batch_sooner(other: str) -> None:
    """Beside the best one, on either side."""
    best = value(derive(CLAIM, values=BATCH), "soonest")
    times = [value(derive(CLAIM, values={**BATCH, "n_mb": str(best * Fraction(factor))}), "batch-time")
             for factor in ("1", other)]
    assert times[0] < times[1]


def test_more_stages_do_not_move_the_best_number(built: Report) -> None:
    assert built["soonest-at-any-depth"].verdict.shown


@pytest.mark.long
def test_without_overlap_the_best_number_grows_with_the_square_root() -> None:
    """Stages beyond the first, times arithmetic over reads; the form of the balance batch is given up."""
    report = derive(CLAIM, premises={"slot": "no-overlap"}, values=BATCH)
    work = Fraction(6 * V3_ACTIVE * 4 * 10**6) / PEAK
    read = Fraction(2 * 2 * V3_TOTAL) / BANDWIDTH
    assert float(value(report, "soonest")) == pytest.approx(sqrt(3 * work / read))
    assert report["best-micro-batch"].fell_back
    assert report["soonest-at-any-depth"].verdict.finding is Finding.REFUTED


@pytest.mark.long
def test_gradients_that_are_added_up_ask_for_larger_micro_batches(built: Report) -> None:
    """Four byte, read and written, beside two reads of two-byte weights: three times the bytes."""
    report = derive(CLAIM, premises={"forward-and-backward": "with-gradients"}, values={"b_grad": "4 byte/parameter"})
    assert value(report, "tokens-in-full") == 3 * value(built, "tokens-in-full")


# --- what was said


def test_what_is_published(built: Report) -> None:
    """Three-quarters with one at a time, of which it was said; nothing in inference."""
    rows = [(row.published.step, row.published.reading, row.verdict) for row in built.published]
    assert rows == [
        ("idle-share", "one-at-a-time", "reproduced"),
        ("endless-batch", "as-said", "reproduced"),
    ]
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"


def test_waits_and_needs_are_told_in_stages(built: Report) -> None:
    """As papers print the ratio, and without the time of a slot where it cancels."""
    assert text(built, "idle-slots") == "t_idle = n_fill*t_slot"
    assert text(built, "idle-over-busy") == "y_bubble = (n_stages - 1)/n_mb"
    assert text(built, "micro-batches-needed") == "n_mb = n_fill*(1 - x_bubble)/x_bubble"


@pytest.mark.parametrize("name", ["ratio-taken-for-a-share", "all-but-one"])
def test_every_reject_is_refuted(built: Report, name: str) -> None:
    """At a point that the schedule, played through, contradicts as well."""
    step = built[name]
    assert step.verdict.finding is Finding.REFUTED
    point = {key: Fraction(str(number)) for key, number in step.verdict.counterexample.items()}
    slots, idle = played(int(point["n_stages"]), int(point["n_mb"]))
    assert point["x_bubble"] == Fraction(idle, slots)
