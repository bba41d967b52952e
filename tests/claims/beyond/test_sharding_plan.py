"""The plan of a training run: out of the tool, and again out of plain fractions."""

from fractions import Fraction
from math import isclose, sqrt

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

# Llama 3.1 70B in 16 bits on H100: a gated layer, and four million tokens between two updates
RATE, OUT, UP, DOMAIN = 989 * 10**12, 50 * 10**9, 450 * 10**9, 8
WIDTH, INNER, MATRICES, TOKENS, GPUS = 8192, 28672, 3, 4_194_304, 512
WRONG = ("as-many-of-each", "gathers-alone", "more-tokens-allow-more-ways", "stages-send-alike")


@pytest.fixture(scope="module")
def report() -> Report:
    return derive("sharding-plan")


def number(report: Report, step: str, reading: str = "") -> Fraction:
    """The number of a step in base units: as built, or in a reading."""
    seen = report.evaluation.again(report.readings[reading]) if reading else report.evaluation
    value = seen.line(step).value
    assert value is not None
    return Fraction(value)


def exchanges(groups: float, gpus: float = GPUS) -> tuple[float, float]:
    """Seconds to gather the weights of a layer, and to exchange its activations, with so many groups."""
    weights, ways = MATRICES * WIDTH * INNER, gpus / groups
    return 2 * weights / (ways * OUT), 2 * 2 * WIDTH * TOKENS / (groups * UP)


def multiplications(gpus: float = GPUS) -> float:
    """Seconds for the multiplications of a layer."""
    return 2 * MATRICES * WIDTH * INNER * TOKENS / (gpus * RATE)


def test_no_other_split_exchanges_less(report: Report) -> None:
    """74.5 groups of 6.9 GPUs, where both exchanges take equally long."""
    best = float(number(report, "groups"))
    least = sum(exchanges(best))
    assert isclose(*exchanges(best), rel_tol=1e-9)
    assert all(sum(exchanges(groups)) >= least for groups in range(1, GPUS + 1))
    assert isclose(float(number(report, "tensor-ways")), GPUS / best, rel_tol=1e-12)
    assert round(best, 1) == 74.5


def hidden(ways: Fraction, out: int = OUT, up: int = UP, rate: int = RATE) -> Fraction:
    """The GPUs on which, with so many tensor ways, both exchanges of a layer take as long as the multiplications."""
    left = Fraction(2 * MATRICES * WIDTH * INNER * TOKENS, rate) - Fraction(2 * 2 * WIDTH * TOKENS, up) * ways
    return left * ways * out / (2 * MATRICES * WIDTH * INNER)


def test_up_to_1002_gpus_hide_and_not_one_more(report: Report) -> None:
    """With eight tensor ways, both exchanges of that many take as long as the multiplications."""
    most = number(report, "gpus-that-hide")
    for gpus, hides in ((int(most), True), (int(most) + 1, False)):
        assert (sum(exchanges(gpus / DOMAIN, gpus)) <= multiplications(gpus)) is hides
    assert most == hidden(Fraction(DOMAIN))
    assert int(most) == 1002
    assert number(report, "ways-that-hide-most") == DOMAIN


def test_no_ways_within_a_domain_hide_more_gpus(report: Report) -> None:
    """Nor does the split that exchanges least: it has 9.8 ways where it hides 1,037 GPUs, and no domain is so wide."""
    most = number(report, "gpus-that-hide")
    assert all(hidden(Fraction(ways, 10)) <= most for ways in range(1, 10 * DOMAIN + 1))
    best = Fraction(MATRICES * INNER * UP, 4 * RATE)
    assert round(float(best), 2) == 9.78
    assert int(hidden(best)) == 1037 > most
    assert int(number(report, "gpus-at-the-best-split")) == 1037


def test_a_domain_that_is_wide_enough_has_the_best_split() -> None:
    """With 16 GPUs to a domain, ways and GPUs are those of the best split; with four, four ways."""
    best = Fraction(MATRICES * INNER * UP, 4 * RATE)
    wide = derive("sharding-plan", values={"G": "16 GPU"})
    assert number(wide, "ways-that-hide-most") == best
    assert number(wide, "gpus-that-hide") == number(wide, "gpus-at-the-best-split") == hidden(best)
    narrow = derive("sharding-plan", values={"G": "4 GPU"})
    assert number(narrow, "gpus-that-hide") == hidden(Fraction(4))


def test_the_answer_names_the_ways() -> None:
    """Those of a domain, or of the best split; and no split of GPUs whose best one is wider than a domain."""
    built = derive("sharding-plan").answer
    assert built.endswith(
        "up to about 1,000 GPUs, with 8 tensor ways, as many as a scale-up domain has GPUs, at 4,200 tokens per GPU.")
    wide = derive("sharding-plan", values={"G": "16 GPU"}).answer
    assert wide.endswith(
        "up to about 1,000 GPUs, with the 9.8 tensor ways of the best split there, at 4,000 tokens per GPU.")
    more = derive("sharding-plan", values={"G_train": "900 GPU"}).answer
    assert more.startswith("The best split of 900 GPUs would be wider than a scale-up domain of 8 GPUs;")
    assert "up to about 1,000 GPUs, with 8 tensor ways, at" in more


def test_tokens_of_a_gpu_decide(report: Report) -> None:
    """Twice the GPUs need twice the tokens, within a domain as at the best split."""
    each = number(report, "tokens-of-a-gpu-that-hide")
    assert each == TOKENS / number(report, "gpus-that-hide")
    best = number(report, "tokens-of-a-gpu-at-the-best-split")
    assert best == Fraction(8 * 4 * RATE**2, 4 * MATRICES * INNER * OUT * UP)
    twice = derive("sharding-plan", values={"D_batch": str(2 * TOKENS)})
    assert number(twice, "gpus-that-hide") == 2 * number(report, "gpus-that-hide")
    assert number(twice, "tokens-of-a-gpu-that-hide") == each


def test_one_kind_of_split_alone(report: Report) -> None:
    """Groups of 19,780 tokens hide their weights, whatever the layer; 19 GPUs hide activations, whatever the tokens."""
    assert number(report, "tokens-of-a-group") == Fraction(RATE, OUT) == 19780
    assert number(report, "gpus-by-data-alone-in-full") == Fraction(TOKENS, 19780)
    widest = number(report, "tensor-ways-that-hide")
    assert widest == Fraction(MATRICES * INNER * UP, 2 * RATE)
    for ways, hides in ((19, True), (20, False)):
        assert (exchanges(GPUS / ways)[1] <= multiplications()) is hides
        assert (ways <= widest) is hides


def test_the_largest_llama_hides_its_gradients(report: Report) -> None:
    """Its groups have 131,072 tokens, 6.6 times what hides, however their GPUs share the layers."""
    share = number(report, "gathered-by-tokens", "llama-3-405b-as-run")
    assert share == Fraction(19780 * 128, 2**24)
    assert round(float(1 / share), 1) == 6.6


def test_the_best_split_leaves_a_domain_at_693_gpus(report: Report) -> None:
    room = number(report, "gpus-within-a-domain")
    assert int(room) == 693
    groups = sqrt(2 * TOKENS * OUT * 2 * room / (2 * MATRICES * INNER * UP))
    assert isclose(float(room) / groups, DOMAIN, rel_tol=1e-9)


@pytest.mark.parametrize(("reading", "groups"), [("a-node-each", 64), ("four-each", 128), ("data-alone", 512)])
def test_a_split_that_is_given(report: Report, reading: str, groups: int) -> None:
    """A node for each group hides; each GPU for itself does not."""
    share = float(number(report, "both-over-multiplications-in-full", reading))
    assert isclose(share, sum(exchanges(groups)) / multiplications(), rel_tol=1e-9)
    assert (share < 1) is (groups < 512)
    gathered = float(number(report, "gathered-by-tokens", reading))
    assert isclose(gathered, exchanges(groups)[0] / multiplications(), rel_tol=1e-9)


def test_precision_cancels(report: Report) -> None:
    """Twice the rate on half the bytes, but for the figure that a data sheet rounds."""
    wide, narrow = number(report, "gpus-that-hide"), number(report, "gpus-that-hide", "eight-bits")
    assert narrow == hidden(Fraction(DOMAIN), 2 * OUT, 2 * UP, 1979 * 10**12)
    assert isclose(wide, narrow, rel_tol=1e-3)


def test_state_of_training_at_each_stage(report: Report) -> None:
    """16 bytes for each parameter: 7.5 billion on 64 GPUs take 120, 31.4, 16.6 and 1.9 GB."""
    apart = {
        "copies": Fraction(16), "optimizer-split": 4 + Fraction(12, 64), "gradients-split": 2 + Fraction(14, 64),
        "all-split": Fraction(16, 64),
    }
    for step, size in apart.items():
        assert number(report, step, "zero") == size * 75 * 10**8
    assert number(report, "sent-more-in-full") == Fraction(3, 2)


def test_what_a_book_says(report: Report) -> None:
    """13.9 groups come from 49,152 tokens; 4,096 chips need 1.6 million, not billions; ten pods take 3.5 days."""
    assert isclose(float(number(report, "groups", "book")), sqrt(2 * 64 * 48000 / 32768), rel_tol=1e-12)
    assert isclose(float(number(report, "groups", "book-in-binary")), sqrt(2 * 64 * 49152 / 32768), rel_tol=1e-12)
    assert number(report, "tokens-at-the-best-split", "book-4096") == Fraction(4096 * 2 * 2550**2, 32768)
    assert number(report, "tokens-of-a-group", "book-16-million") == 850
    days = Fraction(6 * 70 * 10**9 * 15 * 10**12, 89600 * 459 * 10**12) / 86400
    assert number(report, "time-of-the-run", "book-ten-pods") == 2 * days * 86400
    wrong = [(row.published.value, row.published.reading) for row in report.published if row.follows is False]
    assert wrong == [
        ("13.9", "book"), ("1.6e10 token", "book-4096"),
        ("76000 token", "book-pods-counted"), ("2 day", "book-ten-pods"),
    ]


@pytest.mark.long
def test_networks_of_their_own_carry_four_times_the_gpus() -> None:
    """Exchanges side by side take half as long at the best split, and GPUs count squared; it has 20 ways there."""
    beside = derive("sharding-plan", premises={"one-after-the-other": "side-by-side"}, values={"G": "32 GPU"})
    alone = Fraction(4 * TOKENS * MATRICES * INNER * OUT * UP, 8 * 4 * RATE**2)
    assert number(beside, "gpus-at-the-best-split") == 4 * alone
    assert not beside.answer


def test_wide_gradients_cost_a_quarter_of_the_gpus(report: Report) -> None:
    wide = derive("sharding-plan", premises={"gathered": "gradients-twice-as-wide"})
    assert number(wide, "gpus-that-hide") == number(report, "gpus-that-hide") * Fraction(3, 4)
    assert number(wide, "group-at-the-edge-in-full") == Fraction(4, 3) * 19780


@pytest.mark.parametrize("name", WRONG)
def test_wrong_twins_are_refuted(report: Report, name: str) -> None:
    (wrong,) = (step for step in report.derivation.rejects if step.name == name)
    assert wrong.verdict.finding is Finding.REFUTED
