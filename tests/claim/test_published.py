"""Published numbers beside derived ones: statements, their kinds, and whether they follow."""

from fractions import Fraction

import pytest

from derivations import AS_BUILT, Board, Claim, Handle, Notation, Premise, Published, Reading, Report, Said, derive
from derivations.claim.claim import Kind
from derivations.claim.published import ComparisonOutcome
from derivations.errors import UnknownNameError

from .small import BANDWIDTH, claim


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
        (said("6.999 GB/s"), "off by 0.014%, too small", Fraction(7000, 6999)),
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
    assert row.follows is (verdict == "reproduced")


def test_the_derived_number_is_told_in_the_published_unit() -> None:
    """A reader compares like with like."""
    row = report(said("3,500 MB/s")).published[0]
    assert row.derived == 7000
    assert (row.unit, row.derived_text) == ("MB/s", "7,000 MB/s")
    assert row.said == "3,500 MB/s"


def test_a_number_of_another_dimension_is_never_reproduced() -> None:
    """7e9 parameters are not 7e9 bytes per second, however equal the digits."""
    row = report(said("7e9 parameter")).published[0]
    assert row.follows is False
    assert row.derived is None
    assert "parameter" in row.verdict
    assert "byte/s" in row.verdict


def test_a_published_zero_has_no_factor() -> None:
    """It fails without a division by zero."""
    row = report(said("0 GB/s")).published[0]
    assert row.follows is False
    assert row.ratio is None


def test_a_number_that_cannot_be_derived_says_why() -> None:
    """Values are missing from the reading that it refers to."""
    row = report(Published("bandwidth", "7 GB/s", "somebody", "p. 5", "exact", AS_BUILT)).published[0]
    assert row.follows is False
    assert row.derived is None
    assert row.verdict == "needs S, t"


@pytest.mark.parametrize("kind", ["premise", "illustration", "look-up"])
@pytest.mark.parametrize(("value", "words"), [("7 GB/s", "the same"), ("14 GB/s", "derived is 0.5 times it")])
def test_of_what_is_no_conclusion_it_is_not_asked_whether_it_follows(kind: Kind, value: str, words: str) -> None:
    """It is shown beside the derived number all the same, without a tick."""
    row = report(Published("bandwidth", value, "somebody", "p. 5", "exact", kind=kind)).published[0]
    assert (row.follows, row.mark, row.verdict) == (None, "·", f"{kind}: {words}")


def test_a_retelling_is_judged() -> None:
    row = report(Published("bandwidth", "14 GB/s", "a blog", "p. 5", "exact", kind="retelling")).published[0]
    assert (row.follows, row.mark) == (False, "≠")


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="conclusion"):
        Published("bandwidth", "7 GB/s", "somebody", "p. 5", "exact", kind="conclusions")  # type: ignore[arg-type]


def test_a_match_that_any_number_would_have_given_says_nothing() -> None:
    """Whatever lies below one is raised to it; to two not everything is."""
    idle, real = (report(Published("bandwidth", value, "somebody", "p. 5", "rounded up to a whole number")).published[0]
                  for value in ("1 TB/s", "7 GB/s"))
    assert (idle.follows, idle.outcome) == (None, ComparisonOutcome.IDLE)
    assert idle.verdict == "says nothing: any value below 1 rounds to it"
    assert real.follows


def test_what_was_said_as_a_bound_holds_or_is_exceeded() -> None:
    """One that is enough is not a number that something is rounded to: less agrees with it, and more refutes it."""
    enough, refuted = (report(Published("bandwidth", value, "somebody", "p. 5", "at most")).published[0]
                       for value in ("1 TB/s", "6 GB/s"))
    assert (enough.said, enough.verdict, enough.follows) == ("at most 1 TB/s", "holds as a bound", True)
    assert (refuted.verdict, refuted.follows) == ("off by a factor of 1.17, too small", False)


def test_an_input_of_the_reading_is_not_reproduced() -> None:
    """The step takes a number that stands in the reading, and gives it back."""
    given = Reading("given", "seven gigabytes", {"S": Said("7 GB", "somebody", "p. 5")})
    notation = Notation.of("S [byte] size\nS_all [byte] all of it")

    def whole(board: Board) -> Handle:
        return board.solve("all", board.take(Premise("all-of-it", "S_all = S")), for_="S_all")

    number = Published("all", "7 GB", "somebody", "p. 5", "exact", "given")
    row = derive(Claim("input", notation, whole, readings=(given,), published=(number,))).published[0]
    assert (row.follows, row.outcome, row.verdict) == (None, ComparisonOutcome.INPUT, "an input of these numbers")


def test_numbers_of_one_statement_are_one_and_the_first_is_what_it_was_said_with() -> None:
    """Other readings, also those of another step, are what it would be otherwise."""
    first = Published("bandwidth", "7 GB/s", "somebody", "p. 5", "exact")
    other = Published("bandwidth", "7 GB/s", "somebody", "p. 5", "exact", AS_BUILT)
    step = Published("load", "7 GB/s", "somebody", "p. 5", "exact", otherwise="bandwidth")
    elsewhere = Published("bandwidth", "7 GB/s", "somebody", "p. 6", "exact")
    found = derive(claim(other, elsewhere, first, step)).statements
    assert [len(item.otherwise) for item in found] == [2, 0]
    assert [item.follows for item in found] == [False, True]
    assert [item.follows for item in derive(claim(first, other, step)).statements] == [True]


def test_retellings_stand_behind_what_was_said() -> None:
    blog = Published("bandwidth", "14 GB/s", "a blog", "p. 6", "exact", kind="retelling")
    assert [item.kind for item in derive(claim(blog, BANDWIDTH)).statements] == ["conclusion", "retelling"]
