"""Numbers that claims are told with: none of them breaks a premise, and those that once did say what they mean."""

from dataclasses import replace
from fractions import Fraction
from math import isclose, sqrt

import pytest

from derivations import derive
from derivations.claim.counts import comes_whole
from derivations.claims.index import CLAIMS
from derivations.numbers.scenario import Scenario

from ..reports import few, plain

MENDED = ("cache-price", "sharding-plan", "memory-wall", "pipeline-kv", "train-interval")


def with_gpus(scenario: Scenario, number: int) -> Scenario:
    """The same numbers with so many GPUs in training."""
    return scenario.with_values({"G_train": replace(scenario.values["G_train"], number=Fraction(number))})


@pytest.mark.parametrize("name", few(CLAIMS, ("optimal-batch", *MENDED)))
def test_no_reading_breaks_a_premise(name: str) -> None:
    """Nor do the default cards; where weights do not fit, the room beside them is less than nothing, and so told."""
    report = plain(name)
    for reading, scenario in {**report.readings, "as built": report.reference}.items():
        found = report.evaluation.again(scenario).contradictions
        told = [str(each) for each in found]
        if (name, reading) == ("memory-wall", "trillion-on-hopper"):
            room = "room-for-cache says K_room = M - b_w*N_total, but K_room = -360 GB, which must be positive"
            assert told == [room]
        else:
            assert not told, reading


@pytest.mark.parametrize("name", few(CLAIMS, ("optimal-batch", "routing-imbalance")))
def test_what_is_counted_is_given_whole(name: str) -> None:
    """Layers, experts, stages and bins, by default and in each reading; parameters and tokens are rounded."""
    report = plain(name)
    notation = report.derivation.notation
    counted = [each.name for each in notation if each.dimension.is_pure and comes_whole(report.claim, each)]
    for reading, scenario in {**report.readings, "as built": report.reference}.items():
        given = {letter: scenario.values[letter].number for letter in counted if letter in scenario.values}
        assert {letter: number for letter, number in given.items() if number.denominator != 1} == {}, reading


def test_the_run_as_it_was_is_that_of_a_stage() -> None:
    """By hand: 16,384 GPUs over 16 stages are 1,024, and 128 groups of these have 8 each, as wide as a domain."""
    report = derive("sharding-plan")
    seen = report.evaluation.again(report.readings["llama-3-405b-as-run"])
    assert str(seen.value_of("tp_way")) == "8"
    broken = report.evaluation.again(with_gpus(seen.scenario, 16384))  # its wrong twin
    assert "tp_way*1[GPU] = 128 GPUs against G = 8 GPUs" in broken.line("gathered-by-tokens").result


def test_the_best_split_of_a_stage_fits_into_a_domain_and_of_all_its_gpus_does_not() -> None:
    """By hand: 1,024 GPUs have 6.6 tensor ways at best, and 16,384 have 26.5, where a domain has 8."""
    report = derive("sharding-plan")
    seen = report.evaluation.again(report.readings["llama-3-405b"])
    assert seen.contradictions == ()
    groups = sqrt(2 * 2 * 2**24 * 1024 * 50 / (2 * 3 * 53248 * 450))
    assert isclose(float(seen.line("tensor-ways").value or 0), 1024 / groups, rel_tol=1e-12)
    broken = report.evaluation.again(with_gpus(seen.scenario, 16384))
    told = "within-a-domain: tp_way*1[GPU] = 26.5 GPUs against G = 8 GPUs, with tp_way from tensor-ways"
    assert broken.line("tensor-ways").result == f"the numbers contradict {told}"
    assert broken.line("gpus-that-hide").value == seen.line("gpus-that-hide").value  # however many there are


def test_an_hour_alone_has_no_longer_tier() -> None:
    """With one it would cost as much as the shorter one, 2 > 2."""
    report = derive("cache-price")
    reading = report.readings["an-hour-alone"]
    seen = report.evaluation.again(reading)
    assert seen.line("longest-gap").value is not None
    assert seen.line("gap-between-tiers").missing
    broken = report.evaluation.again(reading.with_values({"q_write_long": reading.values["q_write"]}))
    assert broken.line("longest-gap").result == (
        "the numbers contradict longer-dearer: x_write_long = 2 against x_write = 2")


def test_a_batch_whose_arithmetic_outlasts_the_reads_contradicts_that_reads_set_the_pace() -> None:
    """By hand, Llama 3.1 70B in bf16 on eight A100: 2,000 sequences that fill their memory take 114.7 ms."""
    context = Fraction(8 * 80 * 10**9 - 2 * 70_600_000_000, 2000 * 327_680)
    work = 2 * 70_600_000_000 * 2000 + 2000 * context * 80 * 64 * 4 * 128  # attention: 4 FLOP for each of 128 numbers
    assert round(work * 1000 / (8 * 312 * 10**12), 1) == Fraction("114.7")
    alone = derive("train-interval", accelerator="a100-80", model="llama-3.1-70b")
    assert alone.result.result == "39.23 ms"
    report = alone.with_values(B="2000 sequence", L=f"{context} token/sequence")
    assert "roofline: T = 39.23 ms against max(t_c, t_m) = 114.7 ms" in report.result.result
