"""Wider scale-up domains: out of the tool, and again out of plain fractions."""

from fractions import Fraction
from math import log
from typing import Any

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value
from ..pipelines import V3_TOTAL, text

CLAIM = "scale-up"
TB = 10**12
BANDWIDTH = Fraction("4.8") * TB  # an H200


def test_the_model_cancels(built: Report) -> None:
    """What is left is the hardware: the domain, and the GPU in it."""
    assert text(built, "domain-times-gpu") == "y_gen = y_domain*y_gpu"
    assert built["any-model"].verdict.shown
    assert built["any-format"].verdict.shown
    assert value(derive(CLAIM, model="llama-3.1-70b")) == value(built)


def test_the_numbers_as_built(built: Report) -> None:
    """Eight H200 to 72 GB200: 9 times as many, each 8 over 4.8 times as fast."""
    assert value(built, "weights-alone") == Fraction(V3_TOTAL) / (8 * BANDWIDTH)
    assert value(built, "domain-ratio") == 9
    assert value(built, "gpu-ratio") == Fraction(8 * TB) / BANDWIDTH
    assert value(built) == Fraction(72 * 8 * TB) / (8 * BANDWIDTH)


@pytest.mark.parametrize(("reading", "times"), [("as-said", 16), ("lower-end", 12)])
def test_the_numbers_as_said(said: Report, reading: str, times: int) -> None:
    assert value(said, "domain-times-gpu", reading) == times


@pytest.mark.parametrize(
    ("reading", "domain", "gpu"),
    [
        ("a100-to-h100", 1, Fraction("3.35") / Fraction("2.039")),
        ("h100-to-h200", 1, Fraction("4.8") / Fraction("3.35")),
        ("h200-to-gb200", 9, Fraction(8) / Fraction("4.8")),
        ("gb200-to-rubin", 1, Fraction(22, 8)),
    ],
)
def test_from_generation_to_generation(built: Report, reading: str, domain: int, gpu: Fraction) -> None:
    """On the cards only one step of four has a wider domain."""
    assert value(built, "domain-ratio", reading) == domain
    assert value(built, "gpu-ratio", reading) == gpu
    assert value(built, "domain-times-gpu", reading) == domain * gpu


@pytest.mark.long
def test_the_share_of_the_domain_is_by_logarithms(built: Report, said: Report) -> None:
    """As said three of four doublings; and nothing where the domain stays as it is."""
    assert float(value(said, "domain-share")) == pytest.approx(3 / 4)
    expected = log(9) / log(9 * 8 / 4.8)
    assert float(value(built, "domain-share")) == pytest.approx(expected)
    assert float(value(built, "gpu-share")) == pytest.approx(1 - expected)
    assert value(built, "domain-share", "gb200-to-rubin") == 0


@pytest.mark.parametrize(
    ("reading", "ratio"), [("dies-over-packages", 8), ("dies-over-dies", 4), ("packages-over-packages", 2)]
)
def test_rubin_by_what_is_counted(built: Report, reading: str, ratio: int) -> None:
    """Eight, four or two times: the four of the lecture counts dies on both sides."""
    assert value(built, "domain-ratio", reading) == ratio


def test_five_hundred_and_something(built: Report) -> None:
    """Four times the dies of a rack, and not four times its GPUs."""
    assert value(built, "domain-of-next", "genuine-four") == 256
    assert value(built, "domain-of-next", "genuine-four-of-dies") == 576


# --- what a user sees of it

V3_FP8: dict[str, Any] = {"accelerator": "h200", "model": "deepseek-v3", "compute": "fp8", "cache": "fp8"}
LAYERS, WIDTH, EXPERTS_USED, CACHE = 61, 7168, 8, 61 * 576
LINK, READ = 450 * 10**9, 4800 * 10**9  # byte/s of an H200: to its neighbors, and from its memory
WAIT = Fraction(233, 100) / (368 * 61)


@pytest.fixture(scope="module")
def node() -> Report:
    """DeepSeek-V3 in fp8 on a node of eight H200."""
    return derive(CLAIM, **V3_FP8)


def pass_by_hand(gpus: int, load: int = 32, context: int = 8000) -> Fraction:
    """Weights shared by the domain, and what the sequences of a GPU and the layers take beside them."""
    sends = Fraction(LAYERS * 2 * EXPERTS_USED * WIDTH, LINK)
    return Fraction(V3_TOTAL, gpus * READ) + load * (Fraction(CACHE * context, READ) + sends) + LAYERS * WAIT


def test_a_user_gets_a_token_for_each_pass(node: Report) -> None:
    """Weights, caches, the exchange between experts, and a fixed time for each layer."""
    assert value(node, "pass-by-gpu") == value(node, "pass-with-bytes") == pass_by_hand(8)
    assert value(node, "user-speed") == 1 / pass_by_hand(8)


def test_a_wider_domain_divides_the_weights_and_nothing_else(node: Report) -> None:
    """Nine times as many GPUs, and a user less than three times as fast."""
    gain = pass_by_hand(8) / pass_by_hand(72)
    assert value(node, "gain-of-speed") == gain
    assert 2 < gain < 3
    rest = pass_by_hand(8) - Fraction(V3_TOTAL, 8 * READ)
    assert value(node, "most-gain") == pass_by_hand(8) / rest
    assert value(node, "fastest-user") == value(node, "fastest-user-in-parts") == 1 / rest
    for name in ("less-than-the-domain", "no-slower"):
        assert node[name].verdict.finding is Finding.PROVEN


@pytest.mark.parametrize("speed", [20, 40])
def test_at_one_speed_the_wider_domain_has_time_for_more_sequences(speed: int) -> None:
    """What a sequence takes cancels."""
    report = derive(CLAIM, **V3_FP8, without=["B_gpu"], values={"v_user": f"{speed} token/sequence/s"})
    narrow, wide = (Fraction(V3_TOTAL, gpus * READ) for gpus in (8, 72))
    left = Fraction(1, speed) - LAYERS * WAIT
    assert value(report, "gain-at-a-speed") == value(report, "tokens-gain-in-full") == (left - wide) / (left - narrow)
    each = Fraction(CACHE * 8000, READ) + Fraction(LAYERS * 2 * EXPERTS_USED * WIDTH, LINK)
    assert value(report, "load-at-speed") == (left - narrow) / each


@pytest.mark.long
def test_an_exchange_that_hides_makes_a_pass_shorter(node: Report) -> None:
    """A named alternative: the longer of the reads and the exchange."""
    hidden = derive(CLAIM, **V3_FP8, premises={"pass-of-a-user": "hidden-exchange"})
    sends = LAYERS * (32 * Fraction(2 * EXPERTS_USED * WIDTH, LINK) + WAIT)
    assert value(hidden, "pass-in-full") == max(sends, pass_by_hand(8) - sends)
    assert value(hidden, "user-speed") > value(node, "user-speed")


# --- changed premises


def test_half_the_bytes_are_another_factor_of_two(built: Report) -> None:
    """Then the step is more than domain and GPU, and the form says so."""
    report = derive(CLAIM, premises={"next-fetch": "half-the-bytes"})
    assert value(report) == 2 * value(built)
    assert report["domain-times-gpu"].fell_back
    assert report.verdict.startswith("follows from the changed premises")


@pytest.mark.long
def test_half_the_bandwidth_in_the_earlier_domain() -> None:
    """A premise that a reader types: what is reached of the bandwidth in one generation alone."""
    report = derive(CLAIM, premises={"pooled-bandwidth": "W = G*W_gpu/2"})
    assert value(report) == 2 * Fraction(72 * 8 * TB) / (8 * BANDWIDTH)


@pytest.mark.long
def test_touched_experts_in_one_generation_only_make_the_model_matter() -> None:
    """With fewer weights read on one side the model no longer cancels, and the step says so."""
    report = derive(CLAIM, premises={"weight-fetch": "touched-experts"}, values={"B_gpu": "1/8 sequence/GPU"})
    assert report["domain-times-gpu"].fell_back
    assert value(report) < Fraction(72 * 8 * TB) / (8 * BANDWIDTH)


# --- what was said


def test_what_is_published(built: Report) -> None:
    """Five readings agree with the cards."""
    assert sum(map(agreeing, built.published)) == 5
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"


def test_a_summary_leaves_the_gpu_out(built: Report) -> None:
    """Its 8 is the domain alone: off by just the factor of each GPU."""
    rows = {row.published.reading: row.ratio for row in built.published if row.published.by == "a summary"}
    assert rows == {"as-said": 2, "lower-end": Fraction(3, 2), "as-built": value(built) / 8}


def test_the_two_eights_are_two_ratios(built: Report) -> None:
    """On an H100 both are 9, and on an A100 only one of them."""
    assert built["one-and-the-same-eight"].verdict.finding is Finding.REFUTED
    assert value(built, "network-ratio") == value(built, "domain-ratio") == 9
    older = derive(CLAIM, accelerator="a100-80")
    assert (value(older, "network-ratio"), value(older, "domain-ratio")) == (12, 9)


@pytest.mark.parametrize("name", ["domain-alone", "gpu-alone", "ratios-added"])
def test_every_reject_is_refuted(built: Report, name: str) -> None:
    """At a point where the product is another number."""
    step = built[name]
    assert step.verdict.finding is Finding.REFUTED
    point = {key: Fraction(str(number)) for key, number in step.verdict.counterexample.items()}
    domain, gpu = point["y_domain"], point["y_gpu"]
    assert point["y_gen"] == domain * gpu
    assert point["y_gen"] != {"domain-alone": domain, "gpu-alone": gpu, "ratios-added": domain + gpu}[name]


def test_the_answer_calls_no_generation_faster_that_is_none() -> None:
    """GB200 racks beside themselves: a factor of one from each."""
    assert derive("scale-up", accelerator="gb200").answer.startswith("Not faster: 1 times the rate")
    assert " times faster, a factor of " in derive("scale-up").answer
