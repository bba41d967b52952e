"""Draws told: how many have a result, between what these lie, and what speaks against the others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derivations import derive
from derivations.document.draws import draws_blocks, draws_json, share_in_words
from derivations.document.fields import RESULT, report_document
from derivations.document.spread import spread_json
from derivations.writers.terminal import write


def told(claim: str, values: dict[str, str], **options: int) -> str:
    report = derive(claim, values=values, **options)
    document = report_document(report, RESULT)
    text = " ".join(write(document).split())
    return text[text.index("Draws"):text.index("Result, ")]


def test_the_median_stands_beside_nine_tenths_and_a_half() -> None:
    text = told("optimal-batch", {"L": "4k to 16k token/sequence (90%)"})
    lies = "Draws B lies between 1,790 and 2,939 sequences in 90% of 100,000 draws, half of them between "
    assert text.startswith(lies)
    assert "the median 2,42" in text
    assert "L is lognormally distributed" in text
    assert "whatever lies within these ranges gives 1,791 to 2,940 sequences" in text
    assert "--seed 1 draws others" in text


def test_a_standard_deviation_is_normal_and_encloses_nothing() -> None:
    text = told("optimal-batch", {"L": "4k +- 4k"}, seed=5)
    assert "L is normally distributed; the 16% that would lie outside its domain is drawn again" in text
    assert "whatever lies" not in text
    assert "--seed 6 draws others" in text


def test_what_has_no_result_is_told_with_its_share() -> None:
    text = told("train-interval", {"M_gpu": "80 GB +- 5%"})
    assert "of 100,000 draws that have a number" in text
    assert "in 83% of the draws, which have no result: weights and KV cache do not fit in memory" in text


def test_the_data_has_the_seed_the_quantiles_and_the_ends() -> None:
    values = {"L": "4k to 16k token/sequence (90%)", "C_gpu": "1 to 2 PFLOP/s (90%)"}
    report = derive("optimal-batch", values=values, draws=1000, seed=2)
    found = draws_json(report)
    assert found is not None
    assert found == spread_json(report)
    draws = found["draws"]
    assert (draws["count"], draws["seed"], draws["with_a_number"]) == (1000, 2, 1.0)
    assert list(draws["quantiles"]) == ["0.05", "0.25", "0.5", "0.75", "0.95"]
    assert found["low"] < draws["quantiles"]["0.05"] < draws["quantiles"]["0.95"] < found["high"]
    assert {each["name"] for each in found["shares"]} == set(values)


def test_without_a_result_there_is_no_data_and_a_line() -> None:
    report = derive("optimal-batch", values={"L": "4k +- 1k", "n": "1 to 2"})
    assert draws_json(report) is None
    (line,) = [block for block in draws_blocks(report) if "does not say how likely" in str(block)]
    assert "n = 1 to 2 token" in str(line)


@pytest.mark.parametrize(("share", "words"), [
    (Fraction(0), "0%"), (Fraction(1), "100%"), (Fraction(1, 10**5), "below 0.1%"),
    (Fraction(99999, 10**5), "above 99.9%"),
    (Fraction(1, 20), "5%"), (Fraction(123, 10**4), "1.2%"), (Fraction(954, 1000), "95.4%"), (Fraction(1, 3), "33%"),
])
def test_a_share_is_all_or_nothing_only_of_all_or_none(share: Fraction, words: str) -> None:
    assert share_in_words(share) == words
