"""Ranges in, ranges out: what encloses a result holds it everywhere, and what changes inside is found."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from derivations import derive
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claims.index import CLAIMS
from derivations.errors import InputError, UndecidedError
from derivations.study.inversion import inverted, solved
from derivations.study.judge.judge import judge
from derivations.study.ranges import Ranged, ranged
from derivations.study.sensitivity import sensitivity
from derivations.study.sweep import sweep
from tests.study.random_ranges import outside, ranges_of


def seen(claim: str, values: dict[str, str], **options: object) -> tuple[EvaluatedClaim, Ranged]:
    report = derive(claim, values=values, **options)
    found = ranged(report)
    return report, found


def test_the_ends_are_the_exact_results_at_the_corner_where_slopes_tell_it() -> None:
    _, found = seen("optimal-batch", {"L": "1k to 32k", "C_gpu": "1 to 2 PFLOP/s"})
    ends = [derive("optimal-batch", values={"L": length, "C_gpu": rate}).result.value
            for length, rate in (("32k", "1 PFLOP/s"), ("1k", "2 PFLOP/s"))]
    assert [found.low, found.high] == ends
    assert found.enclosed
    assert found.tight


def test_other_numbers_are_those_of_the_middle() -> None:
    report, found = seen("optimal-batch", {"L": "1k to 3k"})
    assert report.scenario.values["L"].number == 2000
    assert found.line.value == derive("optimal-batch", values={"L": "2k"}).result.value
    assert "the middle of 1,000 to 3,000" in report.scenario.values["L"].origin


def test_a_condition_that_fails_in_a_part_is_told_with_where_it_begins_to() -> None:
    """On a GB200 the balance batch of DeepSeek-V3 rises to a wall near 7,445 tokens: beyond it there is none."""
    _, found = seen("optimal-batch", {"L": "1k to 128k"}, accelerator="gb200")
    (change,) = found.changes
    assert change.name == "L"
    assert abs(change.at.number - 7445) < 2
    assert change.below == ""
    assert change.above.startswith("no number, as not ")
    assert found.high is None


def test_a_branch_that_changes_is_told_with_its_balance() -> None:
    report, found = seen("roofline", {"B": "100 to 3k"})
    turns = [change for change in found.changes if "memory-bound" in change.below]
    assert len(turns) == 1
    below, above = (derive("roofline", values={"B": f"{float(turns[0].at.number) * part} sequence"})
                    for part in (0.99, 1.01))
    assert below.numbers("memory-bound").value is not None
    assert above.numbers("memory-bound").value is None
    assert report.study.ranges


def test_the_shares_of_two_factors_are_their_own_widths() -> None:
    """B = r s at L = 0: with C in 1..3 and W fixed the width is C's alone; two equal factors share alike."""
    _, found = seen("optimal-batch", {"C_gpu": "1 to 3 PFLOP/s", "n": "1 to 2 token/sequence", "L": "0 token/sequence"},
                    compute="fp8")
    shares = {share.name: share for share in found.shares}
    assert set(shares) == {"C_gpu", "n"}
    for share in shares.values():
        assert share.alone is not None
        assert share.left is not None
        assert 0 < share.alone < 1
        assert 0 < share.left < 1


@pytest.mark.long
def test_a_root_that_only_numbers_find_is_enclosed() -> None:
    """The work between two saves rises with the time of a save, so that the ends are those of the range."""
    _, found = seen("checkpoint-interval", {"t_save": "60 s to 180 s"})
    ends = [derive("checkpoint-interval", values={"t_save": end}).result.value for end in ("180 s", "60 s")]
    assert found.enclosed
    assert found.tight
    assert found.low is not None
    assert found.high is not None
    assert found.low <= min(ends) < max(ends) <= found.high


@pytest.mark.long
def test_what_cannot_be_enclosed_is_told_as_seen() -> None:
    """The wrong twin of an enclosure: no bound is called one where a letter counts terms that are multiplied."""
    _, found = seen("differential", {"n_more": "1 to 4"})
    assert not found.enclosed
    assert not found.tight
    assert found.why


def test_without_a_range_there_is_nothing_to_tell() -> None:
    with pytest.raises(InputError, match="there is no range: give one, as in --set L='4k to 8k'"):
        ranged(derive("optimal-batch"))


@pytest.mark.parametrize(("text", "why"), [
    ("2k to 1k", "2,000 is above 1,000"),
    ("1k to 1k", "both ends are 1,000"),
    ("1 token/sequence to 2 s", "measure different things"),
    ("-1 to 2k", "must be zero or more"),
    ("1k to 2k (x%)", "with a chance above 0 and below 100%"),
    ("1k to 2k +- 5", "how likely a number is stands behind one value"),
    ("1k to 2k; 5k", "a range is given alone"),
])
def test_what_is_no_range_is_refused_in_a_line(text: str, why: str) -> None:
    with pytest.raises(InputError) as raised:
        derive("optimal-batch", values={"L": text.split(";") if ";" in text else text})
    assert why in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_standard_deviation_has_no_ends() -> None:
    """The wrong twin of a range: nothing encloses what may be any number of its domain."""
    with pytest.raises(UndecidedError, match="L = 8,000 ± 1,000 tokens per sequence may be any number of its domain"):
        ranged(derive("optimal-batch", values={"L": "8k +- 1k"}))


@pytest.mark.parametrize("text", ["1k to 2k", "1k to 2k (90%)", "1k +- 10"])
def test_what_takes_one_number_says_so(text: str) -> None:
    report = derive("optimal-batch", values={"L": text})
    for asked in (lambda: sensitivity(report), lambda: judge(report, "B = r*s"),
                  lambda: sweep(report, {"n": ("1", "2")})):
        with pytest.raises(InputError, match="takes one number of each quantity"):
            asked()


def test_a_result_turned_round_lies_between_ends_too() -> None:
    """The least and the greatest context that go with a batch in a range are those of its ends."""
    claim = derive("optimal-batch")
    found = ranged(inverted(claim, "L", {"B": "2000 to 2500 sequence"}))
    ends = [inverted(claim, "L", {"B": batch}).result.value for batch in ("2500 sequence", "2000 sequence")]
    assert [found.low, found.high] == ends
    assert found.enclosed


def test_a_result_turned_round_that_only_numbers_find_takes_one_number() -> None:
    report = derive("checkpoint-interval")
    with pytest.raises(InputError, match="takes one number of each quantity"):
        solved(report, "t_save", {"x_useful": "90% to 95%"}, by_itself=report)


def test_a_range_beside_several_values_is_refused() -> None:
    with pytest.raises(InputError, match="give one or the other"):
        ranged(derive("optimal-batch", values={"L": "1k to 2k", "n": "1; 2"}))


@pytest.mark.parametrize("claim", [
    name if name == "optimal-batch" else pytest.param(name, marks=pytest.mark.long) for name in sorted(CLAIMS)
])
def test_no_exact_point_lies_outside(claim: str) -> None:
    count, points = (4, 20) if claim == "optimal-batch" else (44, 50)
    found = list(ranges_of(derive(claim), seed=41, count=count))
    assert not [text for over, ends in found for text in outside(over, ends, Random(3), points)]


@pytest.mark.long
def test_an_enclosure_that_is_too_narrow_would_be_found() -> None:
    """The wrong twin: half of the width holds some points and not others."""
    report = derive("optimal-batch")
    over, found = next(pair for pair in ranges_of(report, seed=41, count=6) if pair[1].enclosed)
    assert found.low is not None
    assert found.high is not None
    middle = (found.low + found.high) / 2
    assert list(outside(over, replace(found, high=middle), Random(3), 50))
    assert Fraction(0) < middle
