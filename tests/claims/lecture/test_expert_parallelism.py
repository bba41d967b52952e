"""Experts on other GPUs, and in other racks: out of the tool, and again out of plain fractions."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value
from ..pipelines import PEAK, V3_ACTIVE, text

CLAIM = "expert-parallelism"
ONCE = {"sends-that-leave": "once-for-each-rack"}
UP, OUT = 900 * 10**9, 50 * 10**9  # a GB200, bytes per second
BYTES = 2 * 8 * 7168  # of a token in a layer: out and back, 8 experts, 7,168 numbers of a byte


def test_the_numbers_as_said(said: Report) -> None:
    """Four experts on a GPU, one in 32 used, half of the sends leave, four times as long."""
    assert value(said, "experts-per-gpu") == 4
    assert value(said, "part-of-experts") == Fraction(1, 32)
    assert value(said, "sends-that-leave") == Fraction(1, 2)
    assert value(said) == Fraction(1, 2) * 8
    assert value(said, "remote-tokens") == 1 - Fraction(1, 2) ** 8


def test_in_one_rack_nothing_leaves(said: Report) -> None:
    for step in ("sends-that-leave", "remote-tokens", "longer-with-racks"):
        assert value(said, step, "one-rack") == 0


def test_bytes_of_a_token_in_a_layer(built: Report) -> None:
    assert value(built, "bytes-per-token") == BYTES
    assert text(built, "bytes-per-token") == "Q_layer = 2*k_active*d_model*b_act"


def test_the_numbers_as_built(built: Report) -> None:
    """From bytes and rates of 1,000 tokens on 72 GPUs."""
    inside = Fraction(1000 * BYTES, 72 * UP)
    outside = Fraction(1000 * BYTES, 2 * 72 * OUT)
    work = Fraction(2 * 1000 * V3_ACTIVE, 61 * 72 * PEAK)
    assert value(built) == outside / inside
    assert value(built, "work-hides-sends") == work / inside
    assert value(built, "work-hides-what-leaves") == work / outside


def test_half_of_sends_by_counting_them_out() -> None:
    """Every way to spread three experts over two racks, the token in the first."""
    ways = list(product((0, 1), repeat=3))
    report = derive(CLAIM, values={"k_active": 3, "n_racks": 2})
    assert value(report, "sends-that-leave") == Fraction(sum(map(sum, ways)), 3 * len(ways))
    assert value(report, "remote-tokens") == Fraction(sum(any(way) for way in ways), len(ways))


@pytest.mark.parametrize(("gpus", "links"), [(2, 2), (8, 2), (72, 2), (73, 4), (576, 4), (72 * 36, 4)])
def test_two_links_as_far_as_a_switch_has_ports(built: Report, gpus: int, links: int) -> None:
    """Counted out: one layer joins 72 GPUs, each further one 36 times as many."""
    reach, layers = 72, 1
    while reach < gpus:
        reach, layers = 36 * reach, layers + 1
    assert value(built.with_values({"G": f"{gpus} GPU"}), "links-between-two") == links == 2 * layers


def test_no_width_is_too_wide_inside_a_domain(built: Report) -> None:
    """Width and batch cancel from work over sends."""
    assert built["no-widest-rack"].verdict.shown
    assert built["at-any-batch"].verdict.shown
    wide = derive(CLAIM, values={"G": "4096 GPU"})
    assert value(wide, "work-hides-sends") == value(built, "work-hides-sends")


@pytest.mark.parametrize(("reading", "part"), [("prefill-of-v3", Fraction(3, 4)), ("decode-of-v3", Fraction(17, 18))])
def test_what_deepseek_did_crosses_the_domain(built: Report, reading: str, part: Fraction) -> None:
    """Four and eighteen nodes of eight, at a ratio of four."""
    assert value(built, "sends-that-leave", reading) == part
    assert value(built, "longer-with-racks", reading) == 4 * part


# --- changed premises


@pytest.mark.parametrize("racks", [2, 3])
def test_once_for_each_rack_is_the_mean_over_all_routings(racks: int) -> None:
    """Counted out for two experts: other racks that are hit, over the experts."""
    ways = list(product(range(racks), repeat=2))
    mean = Fraction(sum(len(set(way) - {0}) for way in ways), 2 * len(ways))
    report = derive(CLAIM, premises=ONCE, values={"k_active": 2, "n_racks": racks})
    assert value(report, "sends-that-leave") == mean
    assert report.verdict.startswith("follows from the changed premises")


def test_one_crossing_for_each_rack_makes_two_racks_nearly_even(built: Report) -> None:
    """At the ratio of eight that was said, and eight experts, nothing is lost by the second rack."""
    report = derive(CLAIM, as_said=True, premises=ONCE)
    assert value(report) == 1 - Fraction(1, 2) ** 8
    assert value(report) < value(built)


@pytest.mark.long
def test_a_token_s_own_gpu_makes_the_width_matter() -> None:
    """Then the independence is refuted, and the result stays."""
    report = derive(CLAIM, premises={"layer-bytes": "not-to-itself"})
    assert report["no-widest-rack"].verdict.finding is Finding.REFUTED
    assert value(report, "bytes-per-token") == BYTES * Fraction(143, 144)


@pytest.mark.long
def test_different_experts_are_more_often_elsewhere(built: Report) -> None:
    """Eight of 256 with half of them in either rack: counted as choices, beside independent ones."""
    report = derive(CLAIM, premises={"experts-at-home": "different-experts"})
    assert report["remote-tokens"].verdict.shown
    assert report.verdict == "follows from the changed premises"
    assert value(report, "remote-tokens") == 1 - Fraction(comb(128, 8), comb(256, 8))
    assert value(report, "remote-tokens") > value(built, "remote-tokens")


@pytest.mark.long
@pytest.mark.parametrize(("racks", "experts", "chosen"), [(2, 6, 2), (3, 6, 2), (2, 4, 3)])
def test_different_experts_counted_out(racks: int, experts: int, chosen: int) -> None:
    """Every choice; where a token uses more than a rack has, none is at home alone."""
    home = set(range(experts // racks))
    ways = [set(way) for way in combinations(range(experts), chosen)]
    numbers = {"n_experts": experts, "k_active": chosen, "n_racks": racks}
    report = derive(CLAIM, premises={"experts-at-home": "different-experts"}, values=numbers)
    assert value(report, "remote-tokens") == Fraction(sum(not way <= home for way in ways), len(ways))


def test_the_width_is_that_of_all_racks(built: Report) -> None:
    """Thirty-two and 144 GPUs, as DeepSeek calls them; and as many experts on each."""
    assert value(built, "all-racks", "prefill-of-v3") == 32
    assert value(built, "all-racks", "decode-of-v3") == 144
    assert value(built, "experts-per-gpu", "prefill-of-v3") == 8


def test_another_format_on_the_way_back() -> None:
    """One byte out and two back: the mean of both, half as much again as one byte both ways."""
    report = derive(
        CLAIM, compute="fp8", premises={"activation-size": "mean-of-both-ways"}, values={"b_back": "2 byte"}
    )
    assert value(report, "bytes-per-token") == BYTES * Fraction(3, 2)


# --- what was said


def test_what_is_published(built: Report) -> None:
    """Four experts follow, one in 32, about eight, half of the sends; half of the tokens does not."""
    rows = [(row.published.step, row.published.reading, agreeing(row)) for row in built.published]
    assert [row[:2] for row in rows if row[2]] == [
        ("experts-per-gpu", "as-said"), ("part-of-experts", "v3-as-published"), ("network-ratio", "hopper-nodes"),
        ("links-between-two", "blackwell-racks"), ("sends-that-leave", "as-said"),
    ]
    assert ("remote-tokens", "as-said", False) in rows
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"


@pytest.mark.parametrize("name", ["whole-ratio", "every-gpu-sends-all"])
def test_every_reject_is_refuted(built: Report, name: str) -> None:
    assert built[name].verdict.finding is Finding.REFUTED
    assert built[name].because


def test_a_model_without_a_width_on_its_card_says_so() -> None:
    line = derive(CLAIM, model="palm-540b").numbers("bytes-per-token")
    assert line.value is None
    assert "d_model" in line.result
