"""What training keeps for the backward pass: out of the tool, and again out of plain fractions."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.claims.lecture.revnet import DEFAULTS as REVERSIBLE
from derivations.proof.verdict import Finding

# heads, width, layers, sequences, stages, chunks of the paper's models, on eight GPUs a layer
MODELS = {
    "22-billion": (64, 6144, 48, 4, 1, 1),
    "175-billion": (96, 12288, 96, 1, 8, 3),
    "530-billion": (128, 20480, 105, 1, 35, 3),
    "1-trillion": (160, 25600, 128, 1, 64, 1),
}
LENGTH, WAYS, WORDS = 2048, 8, 51200
WRONG = ("divided-like-weights", "a-fifth-for-every-model", "a-stage-holds-its-share", "twice-the-compute",
         "root-of-the-layers")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("recompute")


def number(report: Report, step: str, reading: str = "") -> Fraction:
    """The number of a step in base units: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).value
    assert value is not None
    return value


def sizes_of(name: str) -> dict[str, Fraction]:
    """Bytes of the first stage, by the paper's formulas: 34 bytes a number of the width, and 5 for each score."""
    heads, width, layers, batch, stages, chunks = MODELS[name]
    vector = batch * LENGTH * width
    scores = Fraction(5 * heads * LENGTH, width)
    held = layers * (1 + Fraction(stages - 1, stages * chunks) if chunks > 1 else Fraction(1))
    return {
        "stage-with-none": vector * (10 + Fraction(24, WAYS) + scores / WAYS) * held,
        "stage-with-scores-again": Fraction(34 * vector, WAYS) * held,
        "stage-with-inputs-alone": 2 * vector * held,
        "state-in-full": Fraction(18 * 12 * layers * width**2, WAYS * stages),
    }


@pytest.mark.parametrize("name", MODELS)
def test_sizes_are_those_of_the_formulas(report: Report, name: str) -> None:
    for step, size in sizes_of(name).items():
        assert number(report, step, name) == size


def test_all_twelve_published_sizes_come_out(report: Report) -> None:
    assert len(report.published) == 3 * len(MODELS)
    for row in report.published:
        assert row.derived == Fraction(str(row.published.value).removesuffix(" GiB"))


@pytest.mark.parametrize("name", MODELS)
def test_arithmetic_is_that_of_plain_fractions(report: Report, name: str) -> None:
    """A forward pass of a token is 24 h^2 in a layer, 4 s h for its scores, and 2 V h for the vocabulary."""
    _, width, layers, *_ = MODELS[name]
    blocks, scores, words = 24 * layers * width**2, 4 * layers * width * LENGTH, 2 * WORDS * width
    whole = 3 * (blocks + scores + words)
    assert number(report, "extra-for-scores", name) == Fraction(scores, whole)
    assert number(report, "extra-for-layers", name) == Fraction(blocks + scores, whole)
    assert number(report, "slower-by", name) == Fraction(whole + blocks + scores, whole + scores)


def test_scores_take_over_at_so_many_widths_of_a_head(report: Report) -> None:
    """6.8 of them with masks."""
    for name, (heads, width, *_) in MODELS.items():
        assert number(report, "length-in-formats", name) == Fraction(34, 5) * Fraction(width, heads)


def test_a_layer_keeps_what_reversible_layers_are_held_against(report: Report) -> None:
    """The claim `revnet` counts the same layer, without scores, in numbers of two bytes."""
    kept = number(report, "on-each") + number(report, "split-up")
    assert kept / report.scenario.values["b_act"].number == Fraction(REVERSIBLE["k_kept"].value)


def test_what_is_built_fits_only_with_scores_computed_again(report: Report) -> None:
    memory, state = report.scenario.values["M_gpu"].number, number(report, "state-in-full")
    assert state + number(report, "stage-with-scores-again") <= memory < state + number(report, "stage-with-none")
    assert number(report, "sequences-that-fit") >= 1


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("premises", "step", "expected"),
    [
        ({"for-scores": "fused"}, "stage-with-none", Fraction(10 + Fraction(24, WAYS))),
        ({"on-each": "no-dropout", "for-scores": "fused"}, "stage-with-none", Fraction(8 + Fraction(24, WAYS))),
        ({"on-each": "no-dropout"}, "stage-with-scores-again", Fraction(32, WAYS)),
        ({"inputs-alone": "inputs-spread"}, "stage-with-inputs-alone", Fraction(2, WAYS)),
    ],
)
def test_each_premise_can_be_left(premises: Mapping[str, str], step: str, expected: Fraction) -> None:
    """Bytes for each number of the width, over all layers of Llama 3.1 70B."""
    changed = derive("recompute", premises=premises)
    assert number(changed, step) == expected * 8192 * 8192 * 80


def test_without_scores_no_length_makes_them_the_larger_part() -> None:
    assert derive("recompute", premises={"for-scores": "fused"}).numbers("length-at-even").value is None


def test_half_of_the_pairs_is_half_of_their_arithmetic(report: Report) -> None:
    causal = derive("recompute", premises={"score-work": "earlier-alone"})
    assert number(causal, "score-work") == number(report, "score-work") / 2


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
