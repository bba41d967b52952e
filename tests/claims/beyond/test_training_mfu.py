"""The MFU of training: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

STAGES, BATCHES, CHUNKS = 16, 16, 7
# layers, width, sequences, GPUs and seconds of the steps of a paper's models
MODELS = {
    "22-billion": (48, 6144, 4, 8, "1.10"),
    "175-billion": (96, 12288, 64, 64, "13.75"),
    "530-billion": (105, 20480, 280, 280, "37.83"),
    "1-trillion": (128, 25600, 512, 512, "71.49"),
}
LENGTH, WORDS, PEAK = 2048, 51200, 312 * 10**12
WRONG = ("ratio-as-share", "losses-add-up")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("training-mfu")


def number(report: Report, step: str, reading: str = "") -> Fraction:
    """The number of a step: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).value
    assert value is not None
    return value


def idle(chunks: int, batches: int) -> Fraction:
    """The idle share, counted: slots without work over all slots of a stage."""
    slots = [chunk for _ in range(batches) for chunk in range(chunks)]
    return Fraction(STAGES - 1, len(slots) + STAGES - 1)


def test_idle_share_and_mfu(report: Report) -> None:
    share = idle(CHUNKS, BATCHES)
    assert number(report, "idle-share") == share
    assert number(report, "idle-ratio") == Fraction(STAGES - 1, CHUNKS * BATCHES) == share / (1 - share)
    assert number(report, "mfu-in-full") == (1 - share) / 2


@pytest.mark.parametrize(("chunks", "again"), [(1, "0"), (8, "0"), (4, "1/3")])
def test_each_loss_is_a_factor(chunks: int, again: str) -> None:
    changed = derive("training-mfu", values={"n_chunks": str(chunks), "x_again": again})
    assert number(changed, "mfu-in-full") == (1 - idle(chunks, BATCHES)) / 2 / (1 + Fraction(again))


def test_two_runs_tell_the_chunks_of_a_stage(report: Report) -> None:
    """5.8 of them, with which the larger run is slower by just what is printed."""
    chunks = number(report, "chunks-that-must-be", "llama-3-runs")
    assert round(float(chunks), 1) == 5.8
    time = {many: (STAGES - 1 + chunks * many) / many for many in (16, 32)}
    assert time[32] / time[16] == Fraction(400, 430)


def test_mfu_from_printed_rates(report: Report) -> None:
    """43% and 38% follow from the rates beside them, and 41% does not."""
    assert number(report, "mfu-from-rate", "llama-3-16384") == Fraction(400, 989)
    assert [row.follows for row in report.published] == [True, False, True]


@pytest.mark.parametrize("name", MODELS)
def test_mfu_from_the_time_of_a_step(report: Report, name: str) -> None:
    """72 B s l h^2 (1 + s/6h + V/12hl), as the paper counts, over what the GPUs could do."""
    layers, width, batch, gpus, seconds = MODELS[name]
    factor = 1 + Fraction(LENGTH, 6 * width) + Fraction(WORDS, 12 * width * layers)
    work = 72 * batch * LENGTH * layers * width**2 * factor
    assert number(report, "mfu-from-clock", name) == work / (gpus * PEAK * Fraction(seconds))


def test_a_schedule_without_bubble_idles_a_third() -> None:
    changed = derive("training-mfu", premises={"in-chunks": "zero-bubble"})
    fill = Fraction(STAGES - 1, 3)
    assert number(changed, "idle-in-full") == fill / (CHUNKS * BATCHES + fill)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
