"""Between what and what a result lies on hardware: feasible deployments of the catalog, and no others."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from derivations import Report, derive
from derivations.claim.feasibility import NO_ROOM
from derivations.study.hardware import OnHardware, on_hardware

CARD = """
[sources.sheet]
title = "Our data sheet"
standing = "secondary"

[accelerators.mine]
title = "Ours"
source = "sheet"
compute.bf16 = {{ number = 1000, unit = "TFLOP/s/GPU" }}
compute.fp8 = {{ number = 2000, unit = "TFLOP/s/GPU" }}
bandwidth = {{ number = {bandwidth}, unit = "TB/s/GPU" }}
capacity = {{ number = {capacity}, unit = "GB/GPU" }}
domain = {{ number = 8, unit = "GPU" }}
"""


@pytest.fixture(scope="module")
def interval() -> Report:
    return derive("train-interval")


@pytest.fixture(scope="module")
def found(interval: Report) -> OnHardware:
    on = on_hardware(interval)
    assert on is not None
    return on


def with_card(
    folder: Path, bandwidth: str, capacity: str, premises: Mapping[str, str] | None = None, **values: str
) -> OnHardware:
    """The interval over the catalog and a card of the reader's own."""
    path = folder / "mine.toml"
    path.write_text(CARD.format(bandwidth=bandwidth, capacity=capacity))
    on = on_hardware(derive("train-interval", catalog=[path], values=values, premises=premises or {}))
    assert on is not None
    return on


def test_the_ends_are_those_of_the_cards_that_hold_the_model(interval: Report, found: OnHardware) -> None:
    """Capacity over bandwidth on every accelerator whose domain holds DeepSeek-V3."""
    times = {}
    for chip in interval.catalog.accelerators.values():
        weights = 671 * 10**9 * (1 if "fp8" in chip.compute else 2)
        if chip.domain is not None and weights <= chip.domain.number * chip.capacity.number:
            times[chip.name] = chip.capacity.number / chip.bandwidth.number
    assert found.low is not None
    assert found.high is not None
    assert (found.low.value, found.high.value) == (min(times.values()), max(times.values()))
    assert (times[found.low.accelerator], times[found.high.accelerator]) == (found.low.value, found.high.value)
    assert found.feasible == len(times)
    assert sum(found.left_out.values()) == len(interval.catalog.accelerators) - len(times)
    assert found.left_out[NO_ROOM] > 0


@pytest.mark.long
def test_a_card_of_the_readers_own_moves_the_range(found: OnHardware, tmp_path: Path) -> None:
    """A fifth more of the card's bandwidth, so much less of the least interval."""
    slow, fast = with_card(tmp_path, "10", "120"), with_card(tmp_path, "12", "120")
    assert slow.low is not None
    assert fast.low is not None
    assert (slow.low.accelerator, slow.low.value) == ("mine", Fraction(120, 10_000))
    assert fast.low.value == slow.low.value * Fraction(10, 12)
    assert slow.feasible == found.feasible + 1
    assert slow.high == found.high


def test_a_deployment_that_does_not_fit_never_enters(found: OnHardware, tmp_path: Path) -> None:
    """The quickest of all, with too little memory for the weights: it is counted among those left out."""
    small = with_card(tmp_path, "1000", "80")
    assert small.low == found.low
    assert small.feasible == found.feasible
    assert small.left_out[NO_ROOM] == found.left_out[NO_ROOM] + 1


def test_a_premise_that_the_numbers_break_leaves_a_deployment_out(found: OnHardware, tmp_path: Path) -> None:
    """A memory read in 5 ms, in which a batch of 2,000 cannot be computed, as on two cards of the catalog."""
    quick = with_card(tmp_path, "40", "200", {"arithmetic-time": "weights-alone"}, B="2000 sequence")
    assert quick.low == found.low
    assert quick.left_out["roofline does not hold"] == found.feasible + 1 - quick.feasible > 0


@pytest.mark.long
def test_a_condition_that_fails_leaves_a_deployment_out() -> None:
    """Trains that so many arrivals overfill."""
    found = on_hardware(derive("queueing", values={"lam": "80,000 sequence/s"}))
    assert found is not None
    assert any("lam <= lam_full" in reason for reason in found.left_out)


def test_published_numbers_lie_between_or_do_not(found: OnHardware) -> None:
    """Twenty milliseconds do; a thousandth of the traffic is on no card one of these replicas."""
    held = {(item.published.step, str(item.published.value)): item.between for item in found.conclusions}
    assert held["interval", "20 ms"] is True
    replicas = on_hardware(derive("replicas"))
    assert replicas is not None
    assert {item.between for item in replicas.conclusions if item.published.step == "share"} == {False}


def test_models_vary_where_the_result_rests_on_one() -> None:
    """Every model on the accelerator of the claim, for a result without hardware in it."""
    found = on_hardware(derive("revnet"))
    assert found is not None
    assert found.feasible + sum(found.left_out.values()) == len(derive("revnet").catalog.models)


@pytest.mark.parametrize("name", ["budget-split", "feistel", "differential", "bubbles", "price-tier"])
def test_a_result_that_rests_on_no_card_has_none(name: str) -> None:
    assert on_hardware(derive(name)) is None


def test_words_and_data_say_the_same(found: OnHardware) -> None:
    data = found.as_data()
    assert data["words"] == found.words
    assert found.words.startswith("13.09 ms on NVIDIA Rubin")
    assert f"over {found.feasible} of " in found.words
    assert NO_ROOM in found.words
    assert data["low"]["accelerator"] == "rubin"
    assert data["low"]["value"] == pytest.approx(0.01309, abs=1e-5)
    assert (data["feasible"], data["unit"]) == (found.feasible, "s")


@pytest.mark.long
def test_the_readers_own_values_stay() -> None:
    """A value that no card gives holds on all of them; the range is in its numbers."""
    alone = {"arithmetic-time": "weights-alone"}
    bare, long = (on_hardware(derive("roofline", values={"L": context, "B": "1 sequence"}, premises=alone))
                  for context in ("100k token/sequence", "200k token/sequence"))
    assert bare is not None
    assert long is not None
    assert bare.low is not None
    assert long.low is not None
    assert bare.low.value == 2 * long.low.value


@pytest.mark.parametrize(("claim", "told"), [
    ("chinchilla", "with gpt-oss-20b, over 21 of 21 models"),  # on no accelerator
    ("pipeline-kv", "of 21 models on NVIDIA GB200 NVL72; "),  # which they have to fit on
    ("train-interval", "of 23 accelerators with DeepSeek-V3; "),
    ("latency-floor", "of 483 deployments"),
])
def test_only_what_the_result_differs_on_is_named(claim: str, told: str) -> None:
    found = on_hardware(derive(claim))
    assert found is not None
    assert told in found.words
    assert OnHardware.from_kept(found.as_kept(derive(claim)), derive(claim)).words == found.words
