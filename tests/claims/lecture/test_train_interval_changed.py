"""The interval between passes under changed premises, against what was published, and as a reader gets it."""

import json
from fractions import Fraction

import pytest

from derivations import AS_BUILT, InputError, Report, derive
from derivations.claim.claim import Said
from derivations.claims.lecture.train_interval import CLAIM
from derivations.proof.verdict import Finding

from ...document.texts import report_text
from ..numbers import agreeing, value
from ..trains import ACTIVE, ATTENTION_PEAK, CACHE, GPUS, MEMORY, PAIR, PEAK, TERA, TOTAL

NAME = "train-interval"
BATCH = {"B": "2000 sequence"}
ALTERNATIVES = [("full-read", "part-read", {"u_read": "70%"}), ("next-train", "full-trains", {"n_full": "2"})]


@pytest.fixture(scope="module")
def rack() -> Report:
    """A rack of GB200, on which there is room beside the weights, with the lecture's batch."""
    return derive("train-interval", accelerator="gb200", compute="fp8", cache="bf16", values=BATCH)


# --- changed premises


def test_a_part_of_the_memory_is_read_in_that_part_of_the_time(rack: Report) -> None:
    """The interval shrinks, the operating point moves, and forms that no longer follow say so."""
    part = derive("train-interval", accelerator="gb200", compute="fp8", cache="bf16",
                  premises={"full-read": "part-read"}, values={"u_read": "70%", **BATCH})
    assert str(part.headline.relation) == "T = M_gpu*u_read/W_gpu"
    assert value(part) == Fraction(7, 10) * value(rack)
    assert value(part, "throughput") == value(rack, "throughput") / Fraction(7, 10)
    filled = Fraction(7, 10) * GPUS * MEMORY
    left, own = 1 - TOTAL / filled, value(rack, "attention-over-its-reads")
    assert value(part, "meeting-batch") == value(rack, "ridge") * filled / ACTIVE * (1 - own * left)
    assert value(part, "meeting-context") == value(rack, "kv-context") * left / (1 - own * left)
    assert part["meeting-batch"].fell_back
    assert part.verdict == (
        "follows from the changed premises; no longer holds: times-the-drain-time, as-many-as-fit, "
        "larger-than-balance; no longer in the form of: meeting-batch, meeting-context"
    )


def test_a_part_without_a_number_is_asked_for() -> None:
    """The formula stands; its number needs the part."""
    part = derive("train-interval", premises={"full-read": "part-read"})
    assert part.result.result == "needs u_read"


@pytest.mark.parametrize("full", [0, 1, 2])
def test_full_trains_add_whole_intervals(built: Report, full: int) -> None:
    """To the worst time and to the mean, and not to the interval."""
    report = derive("train-interval", premises={"next-train": "full-trains"}, values={"n_full": full})
    assert value(report) == value(built)
    assert value(report, "worst-time") == (2 + full) * value(built)
    assert value(report, "mean-time") == (Fraction(3, 2) + full) * value(built)
    assert report["at-most-two"].verdict.finding is Finding.REFUTED


def test_passes_that_start_every_other_time(built: Report) -> None:
    """A reader's own premise: the wait doubles and the ride does not, and half as many tokens come out."""
    slow = derive("train-interval", premises={"back-to-back": "tau = 2*T"}, values=BATCH)
    built = built.with_values(BATCH)
    assert value(slow, "worst-time") == 3 * value(built)
    assert value(slow, "throughput") == value(built, "throughput") / 2
    assert slow["batch-times-passes"].fell_back
    assert "at-most-two" in slow.verdict


@pytest.mark.long
def test_reads_below_full_bandwidth(built: Report) -> None:
    """A reader's own premise, with a quantity of its own."""
    slow = derive("train-interval", symbols="x_bw [] (fraction) achieved share of the bandwidth",
                  premises={"read-time": "t_m = R_pass/(x_bw*W)"}, values={"x_bw": "80%"})
    assert value(slow) == value(built) / Fraction(4, 5)
    assert slow.verdict.startswith("follows from the changed premises")


def test_compute_that_is_not_overlapped(rack: Report) -> None:
    """A reader's own premise: a batch of 2,000 adds what its multiplications take, in a context that fills memory."""
    context = Fraction(GPUS * MEMORY - TOTAL, 2000 * 2 * CACHE)
    serial = derive("train-interval", accelerator="gb200", compute="fp8", cache="bf16",
                    premises={"pass-by-reads": "T = t_m + t_c"}, values={**BATCH, "L": f"{context} token/sequence"})
    added = Fraction(2 * 2000 * ACTIVE, GPUS * PEAK) + 2000 * context * PAIR / (GPUS * ATTENTION_PEAK)
    assert value(serial) == value(rack) + added


def test_without_the_arithmetic_of_attention_the_interval_stays(built: Report) -> None:
    """Only where memory and compute meet changes."""
    alone = derive("train-interval", premises={"arithmetic-time": "weights-alone"})
    assert value(alone) == value(built)
    assert value(alone, "batch-for-both") > value(built, "batch-for-both")


def test_values_that_disagree_are_refused() -> None:
    """An interval and a card cannot both be given."""
    with pytest.raises(InputError, match="T = 20 ms is given, but"):
        derive("train-interval", values={"T": "20 ms"})


# --- what was published


def test_what_should_reproduce_does(built: Report) -> None:
    """Each of the numbers that agrees."""
    expected = [row for row in built.published if agreeing(row)]
    assert {row.published.step for row in expected} == {
        "interval", "worst-time", "times-read", "throughput", "traffic-of-share", "announced-traffic", "share",
        "passes-per-second",
    }


def test_known_conflicts_are_off_by_the_printed_factor(built: Report) -> None:
    """Each with the speaker, the place and a note that says why."""
    known = [row for row in built.published if not agreeing(row)]
    october = Fraction(1300 * TERA, 30 * 24 * 3600)
    assert {(row.published.step, row.published.reading): row.ratio for row in known} == {
        ("interval", "rubin-as-built"): Fraction(288, 22) / 15,
        ("interval", "blackwell-rack"): Fraction(186, 8) / 15,
        ("passes-per-second", "twenty-milliseconds"): Fraction(50, 64),
        ("throughput", "twenty-milliseconds"): Fraction(100, 128),
        ("throughput", "as-said"): 2000 / Fraction("0.0144") / 128_000,
        ("announced-traffic", "announced-in-may-2026"): Fraction(3200 * TERA, 30 * 24 * 3600) / 10**9,
        ("share", "announced-in-october-2025"): 128_000 / october * 1000,
        ("share", "later-traffic"): Fraction(1000 * 4, 15625),
    }
    said = [row for row in built.published if row.published.value == "60 1/s"]
    assert {(row.ratio, row.follows) for row in said} == {
        (Fraction(50, 60), True), (1 / Fraction("0.0144") / 60, True),
    }
    for row in known:
        assert row.published.by
        assert row.published.where
        assert row.published.note


def test_the_numbers_of_the_section_are_all_there(built: Report) -> None:
    """What was said or printed about trains, from 20 ms to a thousandth."""
    said = {row.published.value for row in built.published}
    assert said >= {"20 ms", "15 ms", "40 ms", "2", "60 1/s", "64 1/s", "128,000 token/s", "1/1000"}
    numbers = {str(item.read()) for reading in CLAIM.readings for item in reading.numbers.values()
               if isinstance(item, Said)}
    assert numbers >= {"288 GB per GPU", "20 TB/s per GPU", "30 ms", "2,000 sequences"}


def test_what_is_only_asserted_is_told_with_what_it_comes_to(built: Report) -> None:
    """About 20 ms on NVIDIA's generations: seven times, from 13 to 39 ms."""
    first = built.asserted()[0]
    assert first.count(" ms on NVIDIA ") == 7
    assert "13.09 ms on NVIDIA Rubin" in first
    assert "39.23 ms on NVIDIA A100 SXM 80 GB" in first


def test_the_verdict_on_the_claim(built: Report) -> None:
    """Of the derivation alone, on every card."""
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"
    assert built.with_cards("a100-80").verdict == built.verdict


# --- what a reader gets


@pytest.mark.long
def test_as_data_it_is_complete(built: Report) -> None:
    """JSON holds every step, reject, published number and grid."""
    data = json.loads(json.dumps(built.to_json(), allow_nan=False))
    assert data["claim"] == "train-interval"
    for kind, items in (("steps", built.derivation.steps), ("rejects", built.derivation.rejects)):
        assert {item["name"] for item in data[kind]} >= {step.name for step in items}
    assert sum(1 + len(item["otherwise"]) for item in data["published"]) == len(CLAIM.published)


def test_as_a_page_it_has_every_step(built: Report) -> None:
    """LaTeX labels each of them, Markdown names each of them."""
    latex, markdown = built.to_latex(), built.to_markdown()
    for step in built.derivation.steps:
        assert rf"\label{{eq:train-interval:{step.name}}}" in latex
        assert f"**({step.number}) {step.name}**" in markdown


def test_on_a_terminal_it_tells_the_story(built: Report) -> None:
    """The interval with its numbers, the table of cards, and the reason where a domain is too small."""
    text = report_text(built)
    assert "T = M_gpu/W_gpu = 141 GB/GPU / (4.8 TB/s/GPU) = 29.38 ms" in text
    for line in ("NVIDIA A100 SXM 80 GB                  39.23 ms      78.47 ms", "6,038 tokens per"):
        assert line in text
    assert max(len(line) for line in text.splitlines() if "https://" not in line) <= 100


@pytest.mark.parametrize(("premise", "alternative", "numbers"), ALTERNATIVES)
def test_each_named_alternative_can_be_chosen(premise: str, alternative: str, numbers: dict[str, str]) -> None:
    """The interval still follows, with a number."""
    report = derive("train-interval", premises={premise: alternative}, values=numbers)
    assert report.result.value is not None
    assert report[premise].replaces
    assert report.reference.name == AS_BUILT


def test_two_thousand_and_twenty_milliseconds_meet_at_a_long_context_and_not_at_balance() -> None:
    """On 72 GB200, V3 in fp8 with its cache in bf16: 2,000 sequences of 90,513 tokens fill memory, read in 23.25 ms."""
    held = 72 * 186 * 10**9
    context = Fraction(held - TOTAL, 2000 * CACHE * 2)
    assert round(context) == 90_513
    rack = derive("roofline", accelerator="gb200", compute="fp8", premises={"roofline": "T = max(t_c, t_m)"},
                  values={"G": "72 GPU", "B": "2000 sequence", "L": f"{context} token/sequence"})
    assert value(rack, "roofline") == value(rack, "memory-time") == Fraction(held, 72 * 8 * 10**12)
    pairs = 2000 * context * 61 * 128 * 2 * (576 + 512)  # attention's arithmetic, in bf16, far more than the weights'
    arithmetic = (Fraction(2 * 37 * 10**9 * 2000, 5000 * 10**12) + pairs / (2500 * 10**12)) / 72
    assert value(rack, "arithmetic-time") == arithmetic < value(rack, "memory-time")
    assert round(1000 * arithmetic, 1) == Fraction("17.5")
