"""Wider scale-up domains: out of the tool, and again out of plain fractions."""

from fractions import Fraction
from math import log

import pytest

from derivations import Report, derive
from derivations.search.verdict import Finding

from .numbers import value
from .pipelines import BANDWIDTH, V3_TOTAL, text

CLAIM = "scale-up"
TB = 10**12


def test_the_model_cancels(built: Report) -> None:
    """What is left is the hardware: the domain, and the GPU in it."""
    assert text(built, "domain-times-gpu") == "y_gen = y_domain*y_gpu"
    assert built["any-model"].verdict.finding is built["any-format"].verdict.finding is Finding.PROVEN
    assert value(derive(CLAIM, model="llama-3.1-70b")) == value(built)


def test_the_numbers_as_built(built: Report) -> None:
    """Eight H100 to 72 GB200: 9 times as many, each 8 over 3.35 times as fast."""
    assert value(built, "weights-alone") == Fraction(2 * V3_TOTAL) / (8 * BANDWIDTH)
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


def test_the_share_of_the_domain_is_by_logarithms(built: Report, said: Report) -> None:
    """As said three of four doublings; and nothing where the domain stays as it is."""
    assert float(value(said, "domain-share")) == pytest.approx(3 / 4)
    expected = log(9) / log(9 * 8 / 3.35)
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


# --- changed premises


def test_half_the_bytes_are_another_factor_of_two(built: Report) -> None:
    """Then the step is more than domain and GPU, and the form says so."""
    report = derive(CLAIM, premises={"next-fetch": "half-the-bytes"})
    assert value(report) == 2 * value(built)
    assert report["domain-times-gpu"].fell_back
    assert report.verdict.startswith("follows from the changed premises")


def test_half_the_bandwidth_in_the_earlier_domain() -> None:
    """A premise that a reader types: what is reached of the bandwidth in one generation alone."""
    report = derive(CLAIM, premises={"pooled-bandwidth": "W = G*W_gpu/2"})
    assert value(report) == 2 * Fraction(72 * 8 * TB) / (8 * BANDWIDTH)


def test_touched_experts_in_one_generation_only_make_the_model_matter() -> None:
    """With fewer weights read on one side the model no longer cancels, and the step says so."""
    report = derive(CLAIM, premises={"weight-fetch": "touched-experts"}, values={"n": "1 token/sequence", "B": "1"
                    " sequence"})
    assert report["domain-times-gpu"].fell_back
    assert value(report) < Fraction(72 * 8 * TB) / (8 * BANDWIDTH)


# --- what was said


def test_what_is_published(built: Report) -> None:
    """What is expected to follow does, and nothing else."""
    assert all(row.published.reproduces is (row.verdict == "reproduced") for row in built.published)
    assert sum(row.published.reproduces for row in built.published) == 5
    assert built.verdict == "reproduced; 10 published numbers do not follow"


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
