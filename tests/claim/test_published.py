"""Published numbers beside derived ones, and the words of the verdict on a claim."""

from fractions import Fraction

import pytest

from derivations import AS_BUILT, Board, Claim, Handle, Notation, Premise, Published, Report, derive

from .small import BANDWIDTH, LOAD, bandwidth, claim


def report(published: Published) -> Report:
    """The small claim with one published number."""
    return derive(claim(published))


def said(value: str | tuple[str, str], rounding: str = "exact", **other: str) -> Published:
    """A published number about the bandwidth."""
    return Published(other.get("step", "bandwidth"), value, "somebody", "p. 5", rounding)


@pytest.mark.parametrize(
    ("published", "verdict", "ratio"),
    [
        (said("7 GB/s"), "reproduced", Fraction(1)),
        (said("7,000 MB/s"), "reproduced", Fraction(1)),
        (said("7.2 GB/s", "one significant figure"), "off by a factor of 1.03, too large", Fraction(35, 36)),
        (said("3.5 GB/s"), "off by a factor of 2, too small", Fraction(2)),
        (said("14 GB/s"), "off by a factor of 2, too large", Fraction(1, 2)),
        (said(("5 GB/s", "8 GB/s"), "range"), "reproduced", Fraction(1)),
        (said(("8 GB/s", "9 GB/s"), "range"), "off by a factor of 1.14, too large", Fraction(7, 8)),
        (said("10 GB/s", "order of magnitude"), "reproduced", Fraction(7, 10)),
    ],
)
def test_a_published_number_reproduces_or_is_off_by_a_factor(
    published: Published, verdict: str, ratio: Fraction
) -> None:
    """The factor is the derived number over the published one; units do not matter."""
    row = report(published).published[0]
    assert row.verdict == verdict
    assert row.ratio == ratio
    assert row.fails is (verdict != "reproduced")


def test_the_derived_number_is_told_in_the_published_unit() -> None:
    """A reader compares like with like."""
    row = report(said("3,500 MB/s")).published[0]
    assert row.derived == 7000
    assert (row.unit, row.derived_text) == ("MB/s", "7,000 MB/s")
    assert row.said == "3,500 MB/s"


def test_a_number_of_another_dimension_is_never_reproduced() -> None:
    """7e9 parameters are not 7e9 bytes per second, however equal the digits."""
    row = report(said("7e9 parameter")).published[0]
    assert row.fails
    assert row.derived is None
    assert "parameter" in row.verdict
    assert "byte/s" in row.verdict


def test_a_published_zero_has_no_factor() -> None:
    """It fails without a division by zero."""
    row = report(said("0 GB/s")).published[0]
    assert row.fails
    assert row.ratio is None


def test_a_number_that_cannot_be_derived_says_why() -> None:
    """Values are missing from the reading that it refers to."""
    row = report(Published("bandwidth", "7 GB/s", "somebody", "p. 5", "exact", AS_BUILT)).published[0]
    assert row.fails
    assert row.derived is None
    assert row.verdict == "needs S, t"


def test_a_number_that_is_known_not_to_follow_does_not_fail() -> None:
    """It is shown with its factor all the same."""
    row = report(Published("bandwidth", "14 GB/s", "somebody", "p. 5", "exact", reproduces=False)).published[0]
    assert row.verdict == "off by a factor of 2, too large"
    assert not row.fails


# --- the verdict on a claim


def verdict(chosen: Claim, **premises: str) -> str:
    """The verdict, under changed premises if any are given."""
    return derive(chosen, premises=premises or None).verdict


def test_reproduced() -> None:
    """The published number follows."""
    assert verdict(claim(BANDWIDTH)) == "reproduced"


def test_derived_where_nothing_was_published() -> None:
    """Nothing was there to reproduce."""
    assert verdict(claim()) == "derived"


def test_off_by_a_factor() -> None:
    """Also where the number is known not to follow: the claim as published is off."""
    assert verdict(claim(said("14 GB/s"))) == "off by a factor of 2, too large"
    known = Published("bandwidth", "14 GB/s", "somebody", "p. 5", "exact", reproduces=False)
    assert verdict(claim(known)) == "off by a factor of 2, too large"
    assert verdict(claim(BANDWIDTH, known)) == "reproduced; 1 published number does not follow"


def test_a_factor_of_another_step_is_told_with_the_step() -> None:
    """Otherwise it would be read as the factor of the result."""
    number = Published("load", "40 s", "somebody", "p. 5", "exact")
    assert verdict(claim(number)) == "off by a factor of 2, too large (load)"


def test_holds_only_if() -> None:
    """The condition of the result is part of the verdict."""

    def body(board: Board) -> Handle:
        first = board.take(Premise("load", "t = S/W - x*t_0", because="cached parts come for free"))
        return board.solve("size", first, for_="x")

    notation = Notation.of("t [s] time\nS [byte] size\nW [byte/s] rate\nx [] share\nt_0 [s] cached")
    assert verdict(Claim("cached", notation, body)) == "derived; holds only if t*W < S"


def test_a_refuted_result_does_not_hold() -> None:
    """A stated fact that is wrong, with its name."""

    def body(board: Board) -> Handle:
        return board.state("doubled", "t = 2*S/W", [board.take(LOAD)])

    found = derive(claim(body=body))
    assert found.verdict == "does not hold: does not follow (doubled)"
    assert found.to_json()["result"]["value"] is None


def test_a_result_that_rests_on_something_refuted_does_not_hold() -> None:
    """The cause is named, and not the step that waits for it."""

    def body(board: Board) -> Handle:
        wrong = board.state("doubled", "t = 2*S/W", [board.take(LOAD)])
        return board.solve("bandwidth", wrong, for_="W")

    assert verdict(claim(body=body)) == "does not hold: does not follow (doubled)"


def test_where_a_rule_finds_nothing_the_claim_is_not_derived() -> None:
    """A tool that finds nothing has not shown that the claim is wrong."""

    def body(board: Board) -> Handle:
        return board.boundary("size", board.take(LOAD))

    found = verdict(claim(body=body))
    assert found.startswith("not derived: ")
    assert found.endswith("(size)")


def test_where_only_numbers_solve_the_claim_is_derived_and_says_so() -> None:
    def body(board: Board) -> Handle:
        whole = board.take(Premise("load", "t = S/W*(1 + x)^(S/1[byte]) + S/W"))
        return board.solve("size", whole, for_="S")

    assert verdict(claim(body=body)) == "derived, with numbers alone for S"


def test_a_fact_beside_the_result_is_no_reason_why_the_result_is_missing() -> None:
    """Only what the result rests on, or a search that shows that there is none, is a cause."""

    def body(board: Board) -> Handle:
        load = board.take(LOAD)
        board.state("beside", "t = 2*S/W", [load])
        return board.boundary("size", load)

    notation = Notation.of("t [s] time\nS [byte] size\nW [byte/s] rate")
    found = verdict(Claim("beside", notation, body))
    assert found.startswith("not derived: ")
    assert found.endswith("(size)")


def test_a_step_beside_the_result_that_is_not_shown_spoils_the_verdict() -> None:
    """By its name."""

    def body(board: Board) -> Handle:
        load = board.take(LOAD)
        board.state("doubled", "t = 2*S/W", [load])
        return board.solve("bandwidth", load, for_="W")

    assert verdict(claim(BANDWIDTH, body=body)) == "not shown: doubled"


def test_a_rejected_statement_that_stands_spoils_the_verdict() -> None:
    """It was meant to be refuted."""

    def body(board: Board) -> Handle:
        load = board.take(LOAD)
        board.reject("turned", "W = S/t", [load])
        return board.solve("bandwidth", load, for_="W")

    assert verdict(claim(BANDWIDTH, body=body)) == "not refuted: turned"


def test_under_changed_premises_the_verdict_says_what_still_follows(half_used: Report, no_overlap: Report) -> None:
    """Nothing is expected to reproduce then."""
    assert half_used.verdict.startswith("follows from the changed premises")
    assert "no longer in the form of: grouped" in half_used.verdict
    assert "reproduced" not in half_used.verdict
    assert no_overlap.verdict.startswith("does not hold")


def test_a_changed_premise_that_leaves_the_form_is_not_called_another_form() -> None:
    """Only what no longer holds is named."""
    words = verdict(claim(BANDWIDTH), load="t = 2*S/W")
    assert words == "follows from the changed premises"


def test_the_small_claim_is_what_the_tests_take_it_for() -> None:
    """140 GB in 20 s."""
    assert derive(claim(), as_said=True).result.result == "7 GB/s"
    assert claim().body is bandwidth
