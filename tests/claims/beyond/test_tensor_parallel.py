"""GPUs that make a token soonest: out of the tool, and again out of plain fractions."""

from fractions import Fraction
from math import isclose, log, sqrt

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

# Llama 3.1 70B in 16 bits on H100, one sequence; starts and steps of NCCL's ring
READS, UP = Fraction("3.35e12"), 450 * 10**9
LAYERS, WIDTH = 80, 8192
READY, STEP = Fraction("3.07e-6"), Fraction("1.567e-6")
WRONG = ("twice-as-many-twice-as-fast", "root-forgotten", "bytes-are-divided", "grid-in-a-square")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("tensor-parallel")


def number(report: Report, step: str, reading: str = "") -> Fraction:
    """The number of a step in base units: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).value
    assert value is not None
    return Fraction(value)


def token(report: Report, gpus: int, batch: int = 1) -> Fraction:
    """Seconds until the next token on so many GPUs."""
    weights = 2 * report.scenario.values["N_total"].number / (gpus * READS)
    sums = 2 * LAYERS * (READY + STEP * gpus)
    return weights + sums + Fraction(4 * LAYERS * WIDTH * 2 * batch, UP)


def test_the_time_of_a_token(report: Report) -> None:
    assert number(report, "next-token") == token(report, 8)
    assert number(report, "next-token", "two-hundred") == token(report, 8, 200)


def test_no_other_number_of_gpus_is_sooner(report: Report) -> None:
    """Thirteen, as the neighbors of the root tell; and the root of two for twice the weights."""
    best = float(number(report, "soonest"))
    weights = 2 * report.scenario.values["N_total"].number / READS
    assert isclose(best, sqrt(weights / (2 * LAYERS * STEP)), rel_tol=1e-12)
    assert min(range(1, 100), key=lambda gpus: token(report, gpus)) == round(best) == 13
    assert isclose(best / float(number(report, "soonest", "eight-bits")), sqrt(2), rel_tol=1e-12)


def test_the_least_time_is_two_roots_above_what_stays(report: Report) -> None:
    assert isclose(float(number(report, "soonest-token")), float(token(report, 13)), rel_tol=1e-4)
    assert number(report, "soonest-token") <= token(report, 13)


def test_bytes_take_over_where_a_book_says(report: Report) -> None:
    assert number(report, "wires-take-over", "scaling-book") == Fraction(16384, 8 * 32) == 64
    assert number(report, "wires-take-over", "scaling-book-llama") == Fraction(28672, 8 * 64) == 56
    assert [row.follows for row in report.published] == [True, True, False]


def grid_bytes(rows: float, columns: float, wide: int, on: tuple[Fraction, Fraction], inner: int = 1) -> float:
    """Bytes that a chip waits for in a layer cut both ways, for each number of a token, in bytes of all its links."""
    gathered, added = on
    return 2 * WIDTH / (rows * float(gathered)) + 2 * inner * wide / (columns * float(added))


def test_a_grid_pays_from_72_chips_on_where_a_book_says_81(report: Report) -> None:
    """On a torus of three axes: the first number of chips with a grid that sends less than a layer cut one way."""
    on, wide = (Fraction(2, 3), Fraction(1, 3)), 4 * WIDTH
    assert number(report, "grid-pays", "scaling-book-grid") == 128 * Fraction(3, 4) ** 2 == 72
    for chips, pays in ((71, False), (73, True)):
        least = min(grid_bytes(rows / 1000, 1000 * chips / rows, wide, on) for rows in range(1000, 10_000))
        assert (least < 2 * WIDTH) is pays
    (said,) = (row for row in report.published if row.published.step == "grid-pays")
    assert (said.said, said.follows) == ("81 GPUs", False)


def test_over_a_switch_a_grid_pays_from_fewer_gpus_on(report: Report) -> None:
    """28 for a gated layer, and 16 for one of two matrices that is four times as wide inside."""
    assert number(report, "grid-pays") == 4 * 2 * Fraction(28672, WIDTH) == 28
    plain = derive("tensor-parallel", values={"n_inner": "1", "d_ff": str(4 * WIDTH)})
    assert number(plain, "grid-pays") == 16
    assert isclose(grid_bytes(2, 8, 4 * WIDTH, (Fraction(1), Fraction(1))), 2 * WIDTH)


def test_no_more_gpus_are_called_best_than_there_are(report: Report) -> None:
    """A node of H100 has 8, and the least time is at 13; a rack of GB200 has more than it takes."""
    assert report.answer.startswith("All there are: with 8 GPUs a token takes 7.78 ms")
    assert report.answer.endswith("up to about 13 GPUs with 7 ms, if they were linked alike.")
    rack = derive("tensor-parallel", accelerator="gb200")
    assert rack.answer.startswith("About 8.4 GPUs in one domain, with a token every 4.7 ms, where it takes 18.8 ms")
    assert derive("tensor-parallel", values={"G": "14"}).answer.startswith("About 13 GPUs in one domain")


def test_what_does_not_fit_on_the_gpus_there_are_is_told_whatever_the_best_number_is() -> None:
    """DeepSeek-V3.2 in 16 bits is 1.342 TB: it would fit on the 46 GPUs of the least time; a node has 8 of 80 GB."""
    large = derive("tensor-parallel", model="deepseek-v3.2")
    assert 45 < number(large, "soonest") < 46
    assert large.contradictions == (
        "the deployment must fit in memory, but the weights take 1.342 TB, and 8 GPUs (card h100) have 640 GB",)
    assert large.answer == ""
    assert not derive("tensor-parallel", model="deepseek-v3.2", accelerator="gb200").contradictions


def test_a_single_shot_has_no_least_time() -> None:
    """What ends the gain is then the switch, and not the sum."""
    one = derive("tensor-parallel", premises={"ring": "one-shot"})
    assert one["soonest"].relation is None
    assert one["next-in-full"].verdict.holds


@pytest.mark.long
def test_a_tree_is_soonest_with_far_more_gpus(report: Report) -> None:
    tree = derive("tensor-parallel", premises={"ring": "tree"})
    weights = 2 * report.scenario.values["N_total"].number / READS
    by_hand = log(2) * weights / (2 * LAYERS * STEP)
    assert min(range(1, 400), key=lambda gpus: weights / gpus + 2 * LAYERS * STEP * log(gpus, 2)) == round(by_hand)
    assert float(number(tree, "next-in-full")) < float(token(report, 8))


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
