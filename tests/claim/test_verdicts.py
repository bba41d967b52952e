"""The words of the verdicts on a claim: the derivation, as said, against measurement."""

from dataclasses import replace
from fractions import Fraction

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, Published, Report, derive
from derivations.claim.verdicts import MeasuredQuantity, MeasuredVerdict, SaidVerdict, Verdicts, said_verdict

from .small import BANDWIDTH, LOAD, bandwidth, claim


def said(value: str, rounding: str = "exact") -> Published:
    """A published number about the bandwidth."""
    return Published("bandwidth", value, "somebody", "p. 5", rounding)


def verdict(chosen: Claim, **premises: str) -> str:
    """The verdict, under changed premises if any are given."""
    return derive(chosen, premises=premises or None).verdict


def test_all_steps_are_proven_whatever_was_published() -> None:
    """What somebody published is no part of the verdict on the derivation."""
    assert verdict(claim(BANDWIDTH)) == "its one step is proven"
    assert verdict(claim(said("14 GB/s"))) == "its one step is proven"


def test_of_several_steps_it_says_how_many_are_proven() -> None:
    found = derive(claim()).stands
    struck = replace(found, steps=3, proven=2, argued=1)
    assert found.as_data()["steps"] == found.as_data()["proven"] == 1
    assert struck.as_data()["argued"] == 1


def test_holds_only_if() -> None:
    """The condition of the result is part of the verdict."""

    def body(board: Board) -> Handle:
        first = board.take(Premise("load", "t = S/W - x*t_0", because="cached parts come for free"))
        return board.solve("size", first, for_="x")

    notation = Notation.of("t [s] time\nS [byte] size\nW [byte/s] rate\nx [] share\nt_0 [s] cached")
    assert verdict(Claim("cached", notation, body)) == "its one step is proven; holds only if t*W < S"


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

    assert verdict(claim(body=body)) == "0 of 1 step proven, S solved numerically"


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
    assert "no longer in the form of: wall-by-contexts, grouped" in half_used.verdict
    assert "reproduced" not in half_used.verdict
    assert no_overlap.verdict.startswith("does not hold")


def test_a_changed_premise_that_leaves_the_form_is_not_called_another_form() -> None:
    """Only what no longer holds is named."""
    words = verdict(claim(BANDWIDTH), load="t = 2*S/W")
    assert words == "follows from the changed premises"


# --- as said, and as others retell it


def conclusions(*numbers: Published) -> SaidVerdict:
    """The verdict on what was said of the small claim."""
    return said_verdict(derive(claim(*numbers)).statements)


def test_as_said_counts_conclusions_and_names_the_first_that_does_not_follow() -> None:
    found = conclusions(BANDWIDTH, said("14 GB/s"), said("3.5 GB/s"))
    assert (found.judged, found.follow) == (3, 1)
    assert found.words == (
        "1 of 3 conclusions follows from the lecture's own premises; 14 GB/s (bandwidth) is off by a factor of 2, too "
        "large"
    )
    assert found.as_data()["first_that_does_not"]["ratio"] == 0.5


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((), "nothing was published as a conclusion"),
        ((BANDWIDTH,), "the one conclusion follows from the lecture's own premises"),
        ((BANDWIDTH, said("7,000 MB/s")), "both conclusions follow from the lecture's own premises"),
        ((said("1 TB/s", "rounded up to a whole number"),),
         "no conclusion can be checked; 1 would fit almost any number"),
    ],
)
def test_the_words_of_as_said(numbers: tuple[Published, ...], words: str) -> None:
    assert conclusions(*numbers).words == words


def test_where_nothing_is_derived_the_reason_stands_for_the_factor() -> None:
    found = conclusions(said("7e9 parameter"))
    assert found.words.startswith("the one conclusion does not follow")
    assert "not comparable" in found.words


def test_retellings_are_counted_apart() -> None:
    blog = Published("bandwidth", "14 GB/s", "a blog", "p. 6", "exact", kind="retelling")
    told = derive(claim(BANDWIDTH, blog)).statements
    assert said_verdict(told).words == "the one conclusion follows from the lecture's own premises"
    assert said_verdict(told, "retelling").words.startswith("the one retelling does not follow")


# --- against measurement


@pytest.mark.parametrize(
    ("measured", "words"),
    [
        (MeasuredVerdict(), "nothing measured"),
        (MeasuredVerdict(2), "no measured row applies to it"),
        (MeasuredVerdict(1, (), (MeasuredQuantity.of("knee", (Fraction(2),)),)),
         "the one measurement agrees; median of measured over derived: knee 2 (1 row)"),
        (MeasuredVerdict(3, ("knee", "drain"), (
            MeasuredQuantity.of("time", (Fraction(1), Fraction(3)), "overhead"),
            MeasuredQuantity.of("bandwidth", (Fraction(1, 2),), "heat", attributed=True))),
         "2 of 3 measurements disagree (knee, and 1 other); median of measured over derived: time 2 (2 rows, 1 to 3, "
         "mostly overhead); bandwidth 0.5 (1 row, attributed to heat)"),
        (MeasuredVerdict(3, ("drain",), (MeasuredQuantity.of("knee", (Fraction(2),)),), "trust the knee: timed"),
         "1 of 3 measurements disagrees; trust the knee: timed; median of measured over derived: knee 2 (1 row)"),
        (MeasuredVerdict(2, ("knee", "batch"), (
            MeasuredQuantity.of("knee", (Fraction(1, 3), Fraction(1)), furthest=Fraction(1, 3)),
            MeasuredQuantity.of("batch", (Fraction(1), Fraction(5, 2)), furthest=Fraction(5, 2)))),
         "both measurements disagree; largest gap: knee, down to 0.333 times what is derived; "
         "median of measured over derived: knee 0.667 (2 rows, 0.333 to 1); batch 1.75 (2 rows, 1 to 2.5)"),
    ],
)
def test_the_words_of_what_is_measured(measured: MeasuredVerdict, words: str) -> None:
    assert measured.words == words
    data = measured.as_data()
    assert data["rows"] == sum(item["rows"] for item in data["quantities"])
    assert "median_ratio" not in data  # unlike quantities have no median in common


def test_several_measured_quantities_are_listed_below_their_verdict() -> None:
    """And one stays in its line: nothing is told twice, and nothing is lost."""
    time, rate = MeasuredQuantity.of("time", (Fraction(2),)), MeasuredQuantity.of("rate", (Fraction(1, 2),), "heat")
    stands = derive(claim()).stands
    several = Verdicts(stands, against_measurement=MeasuredVerdict(1, (), (time, rate)))
    measured = several.listed[-1]
    assert measured.words == "the one measurement agrees; median of measured over derived:"
    assert measured.items == (time.words, rate.words)
    assert dict(several.lines)["Against measurement"] == f"{measured.words} {'; '.join(measured.items)}"
    assert several.to_markdown().splitlines()[-2:] == ["  - time 2 (1 row)", "  - rate 0.5 (1 row, mostly heat)"]
    assert str(several).splitlines()[-1] == "  rate 0.5 (1 row, mostly heat)"
    alone = Verdicts(stands, against_measurement=MeasuredVerdict(1, (), (time,))).listed[-1]
    assert alone.items == ()
    assert alone.words.endswith("of measured over derived: time 2 (1 row)")


def test_the_small_claim_is_what_the_tests_take_it_for() -> None:
    """140 GB in 20 s."""
    assert derive(claim(), as_said=True).result.result == "7 GB/s"
    assert claim().body is bandwidth


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "words"), [
    ("optimal-batch", "at balance"),
    ("replicas", "holds with the fewest whole N_rep"),
    ("sharding-plan", "holds where G_hide = G_train, where t_mult = t_both, where tp_way = tp_even"),
    ("prefill-decode", "where y_price > 1"),
])
def test_a_verdict_says_where_by_what_is_so_there(name: str, words: str) -> None:
    """Not by names of steps; the balance is the field's own word."""
    assert derive(name).verdicts.derivation.words.endswith(words)
