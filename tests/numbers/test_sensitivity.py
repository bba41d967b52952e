"""Sensitivity: exact powers, swings that plain arithmetic gives again, and what happens where there is no number."""

from dataclasses import replace
from fractions import Fraction
from math import log

import pytest

from derivations import Board, Claim, DimensionError, Handle, InputError, Notation, Premise, UnknownNameError, derive
from derivations.claim.claim import Between
from derivations.numbers.sensitivity import NO_NUMBER, elasticity, exact_elasticity, swing
from derivations.numbers.value import parse_value
from derivations.report import Report

from ..lecture_balance import LECTURE_BALANCE

NOTATION = Notation.of("""
t [s] time to load the weights and start
S [byte] size of all copies of the weights
N [parameter] parameters
b [byte/parameter] size of a parameter
W [byte/s] bandwidth of all disks
d [byte/s] bandwidth of one disk
u [] disks, each with a copy to load
v [s] time to start
x [] (fraction) share that is read ahead
k [] (nonnegative) number of links
e [] exponent
y [] (real) links that are missing
""")
LOAD = Premise("load", "t = (1 - x)*S/W + v")


def loading(board: Board) -> None:
    """A product, a sum, and a number of disks that cancels."""
    load = board.take(LOAD)
    size, disks = board.take(Premise("size", "S = u*N*b")), board.take(Premise("disks", "W = u*d"))
    board.substitute("time", load, (size, disks))


def single(relation: str) -> Claim:
    """A claim of one premise."""

    def body(board: Board) -> str:
        board.take(Premise("only", relation))
        return "only"

    return Claim("single", NOTATION, body)


LOADING = Claim(
    "loading", NOTATION, loading, result="time",
    ranges={
        "x": Between("1/4", "3/4", "somebody"), "v": Between("1 s", "9 s", "somebody", "p. 1"),
        "N": Between("1e9 parameter", "4e9 parameter", "us"), "u": Between("1", "8", "nobody"),
    },
)
GIVEN = {
    "N": "2e9 parameter", "b": "2 byte/parameter", "d": "1 GB/s", "u": "2", "v": "1 s", "x": "1/2",
}


@pytest.fixture(scope="module")
def report() -> Report:
    """Half of four gigabytes at one gigabyte a second, and a second to start: three seconds."""
    return derive(LOADING, values=GIVEN)


def ends(low: str, high: str):  # type: ignore[no-untyped-def]
    """A range."""
    return parse_value(low), parse_value(high)


def time(x: Fraction = Fraction(1, 2), n: int = 2 * 10**9, v: int = 1) -> Fraction:
    """The result in plain fractions."""
    return (1 - x) * n * 2 / 10**9 + v


# --- elasticities


@pytest.mark.parametrize(
    ("relation", "name", "power"),
    [
        ("t = N*b/d", "N", "+1"),
        ("t = N*b/d", "d", "-1"),
        ("t = N*b/d", "v", "0"),
        ("S = N*b*(N/1[parameter])^2", "N", "+3"),
        ("S = N*b*sqrt(k)", "k", "+1/2"),
        ("S = N*b/k^(3/4)", "k", "-3/4"),
    ],
)
def test_the_elasticity_of_a_product_is_the_power(relation: str, name: str, power: str) -> None:
    """Exactly, the same everywhere, and without any value at all."""
    assert elasticity(derive(single(relation)).evaluation, "only", name) == power


def test_what_cancels_has_no_elasticity() -> None:
    """Twice the disks hold twice the copies, symbolically."""
    assert elasticity(derive(LOADING).evaluation, "time", "u") == "0"


def test_a_symbolic_exponent_is_an_elasticity_where_it_has_a_value() -> None:
    """A number only in a scenario, and marked so."""
    claim = single("S = N*b*k^e")
    assert elasticity(derive(claim, values={"e": "3/4"}).evaluation, "only", "k") == "+0.75 here"
    assert elasticity(derive(claim).evaluation, "only", "k") == NO_NUMBER


@pytest.mark.parametrize(("name", "share"), [("N", Fraction(2, 3)), ("v", Fraction(1, 3)), ("x", Fraction(-2, 3))])
def test_in_a_sum_the_elasticity_is_the_share_of_the_term(report: Report, name: str, share: Fraction) -> None:
    """Two of the three seconds are loading; it holds in this scenario alone, and says so."""
    assert elasticity(report.evaluation, "time", name) == f"{float(share):+.3f} here"


@pytest.mark.parametrize("name", ["N", "b", "d", "v", "x"])
def test_elasticity_is_what_a_small_change_does(report: Report, name: str) -> None:
    """One part in a million more of a quantity, in plain arithmetic."""
    before = report.result.value
    value = report.scenario.values[name]
    more = report.with_values({name: replace(value, number=value.number * (1 + Fraction(1, 10**6)))})
    assert before is not None
    assert more.result.value is not None
    change = float((more.result.value / before - 1) * 10**6)
    assert elasticity(report.evaluation, "time", name) == f"{change:+.3f} here"


def test_there_is_no_elasticity_without_a_relation() -> None:
    """A step that was blocked has no numbers."""
    falling = derive("optimal-batch", premises={"roofline": "no-overlap"})
    assert elasticity(falling.evaluation, "smallest-best-batch", "W") == NO_NUMBER


def test_there_is_no_elasticity_of_a_result_of_zero() -> None:
    """One per cent of nothing is nothing."""
    assert elasticity(derive(single("y = 2 - k"), values={"k": 2}).evaluation, "only", "k") == NO_NUMBER


# --- swings


@pytest.mark.parametrize(
    ("name", "low", "high", "at_low", "at_high"),
    [
        ("x", "1/4", "3/4", time(x=Fraction(1, 4)), time(x=Fraction(3, 4))),
        ("v", "1 s", "9 s", time(v=1), time(v=9)),
        ("N", "1e9 parameter", "4e9 parameter", time(n=10**9), time(n=4 * 10**9)),
    ],
)
def test_a_swing_has_the_results_of_plain_arithmetic(  # type: ignore[no-untyped-def]
    report: Report, name: str, low: str, high: str, at_low: Fraction, at_high: Fraction
) -> None:
    """At both ends, all else as it is; the factor is the larger over the smaller."""
    found = swing(report.evaluation, "time", name, ends(low, high), "us")
    assert (found.at_low.value, found.at_high.value) == (at_low, at_high)
    assert found.factor == max(at_low / at_high, at_high / at_low)
    assert found.by == "us"


def test_the_scenario_is_left_as_it_was(report: Report) -> None:
    """A swing looks elsewhere and changes nothing here."""
    swing(report.evaluation, "time", "N", ends("1e9 parameter", "4e9 parameter"), "us")
    assert report.result.value == time()


def test_a_quantity_without_influence_moves_nothing(report: Report) -> None:
    """It is shown with a factor of 1 and an elasticity of 0, rather than left out."""
    found = swing(report.evaluation, "time", "u", ends("1", "8"), "us")
    assert (found.factor, found.factor_text, found.elasticity) == (1, "1", "0")
    assert found.at_low.value == found.at_high.value == time()


def test_a_traced_quantity_swings_as_if_it_were_given() -> None:
    """S stands for u N b; at its own ends it is valued itself, and its power is its own."""
    free = derive(LOADING, values={name: text for name, text in GIVEN.items() if name not in ("N", "b")} | {"u": "1"})
    found = swing(free.evaluation, "load", "S", ends("1 GB", "4 GB"), "us")
    assert (found.at_low.value, found.at_high.value) == (Fraction(3, 2), 3)
    assert found.elasticity == "+0.333 here"


def test_a_range_against_a_definition_is_refused(report: Report) -> None:
    """N and b make S four gigabytes; a range of S contradicts both."""
    with pytest.raises(InputError, match="give one or the other"):
        swing(report.evaluation, "time", "S", ends("1 GB", "2 GB"), "us")


def test_an_end_outside_the_condition_has_a_reason_and_no_factor() -> None:
    """The end says why it has no number; the factor is not invented."""
    context = derive(LECTURE_BALANCE, values={"L": "1k token/sequence"})
    found = swing(context.evaluation, "balance-batch", "L", ends("1k token/sequence", "8k token/sequence"), "us")
    assert found.at_low.value is not None
    assert found.at_high.result.startswith("no balance: L = 8,000")
    assert found.factor is None
    assert found.factor_text == NO_NUMBER


@pytest.mark.parametrize(("low", "high", "factor"), [("1", "3", None), ("1", "2", None), ("0", "1", 2)])
def test_a_result_that_reaches_zero_moves_by_no_factor(low: str, high: str, factor: int | None) -> None:
    """From 1 to -1 or to 0 there is none; from 2 to 1 there is."""
    crossing = derive(single("y = 2 - k"), values={"k": 1})
    assert swing(crossing.evaluation, "only", "k", ends(low, high), "us").factor == factor


@pytest.mark.parametrize(
    ("name", "low", "high", "error"),
    [
        ("x", "1/2", "2", InputError),
        ("x", "1 s", "2 s", DimensionError),
        ("z", "1", "2", UnknownNameError),
    ],
)
def test_ends_that_are_no_values_are_refused(
    report: Report, name: str, low: str, high: str, error: type[Exception]
) -> None:
    """Outside the domain, of another dimension, or of nothing there is."""
    with pytest.raises(error):
        swing(report.evaluation, "time", name, ends(low, high), "us")


@pytest.mark.parametrize(("low", "high"), [("2", "1"), ("1 s", "1 byte")])
def test_a_range_runs_upwards_in_one_unit(low: str, high: str) -> None:
    """Anything else is no range."""
    with pytest.raises(InputError, match="is no range"):
        Between(low, high, "us").read()


# --- the table


def test_the_widest_swing_comes_first(report: Report) -> None:
    """11 s over 3, then 5 over 2, then 4 over 2, and last what moves nothing."""
    assert [found.name for found in report.swings] == ["v", "N", "x", "u"]
    assert [found.factor for found in report.swings] == [Fraction(11, 3), Fraction(5, 2), 2, 1]


def test_the_table_tells_range_ends_factor_elasticity_and_whose_it_is(report: Report) -> None:
    """The unit stands once."""
    table = report.table("swings")
    assert table.head == (
        "quantity", "range", "at the low end", "at the high end", "factor", "elasticity", "whose range",
    )
    assert table.rows[0] == ("v", "1 to 9 s", "3 s", "11 s", "3.67", "+0.333 here", "somebody, p. 1")
    assert table.rows[1][1] == "1 to 4 billion parameters"
    assert "What moves t (time)" in str(report)


def test_a_range_that_cannot_be_used_here_is_left_out() -> None:
    """Beyond the domain of a quantity, or against what defines it; the others stay."""
    ranges = {**LOADING.ranges, "x": Between("1/2", "3/2", "us"), "S": Between("1 GB", "2 GB", "us")}
    found = derive(replace(LOADING, ranges=ranges), values=GIVEN)
    assert [item.name for item in found.swings] == ["v", "N", "u"]


def test_without_a_result_there_are_no_swings() -> None:
    """And no empty table in what is shown."""

    def body(board: Board) -> Handle:
        return board.solve("rate", board.take(Premise("load", "t = S/W", because="bytes over their rate")), for_="W")

    ranged = Claim("rate", NOTATION, body, result="rate", ranges={"S": Between("1 GB", "4 GB", "us")})
    given = {"t": "1 s", "S": "2 GB"}
    found = derive(ranged, values=given)
    assert [item.name for item in found.swings] == ["S"]
    blocked = derive(ranged, values=given, premises={"load": "t = S/d"})
    assert blocked.swings == ()
    assert "What moves" in str(found)
    assert "What moves" not in str(blocked)


TIED = Notation.of("""
cost [] cost
p [] price
N [] size
D [] data
k [] constant
""")


def tied(law: str) -> Claim:
    """A cost of ``p N D``, with data that a premise ties to the size."""

    def body(board: Board) -> str:
        board.take(Premise("cost", "cost = p*N*D"))
        board.take(Premise("data", law))
        return "cost"

    return Claim("tied", TIED, body)


@pytest.mark.parametrize("law", ["D = k/N^3", "D + D^5 = k/N^3", "D*N^3 = k"])
def test_what_a_premise_ties_is_held_only_where_it_is_given_and_then_that_is_told(law: str) -> None:
    """A scenario that values the data cuts them off from the size: at given data the cost follows the size."""
    given = derive(tied(law), values={"p": "2", "N": "3", "D": "5"})
    assert elasticity(given.evaluation, "cost", "N") == "+1, at given D"
    found = swing(given.evaluation, "cost", "N", (parse_value("1"), parse_value("3")), "somebody")
    assert (found.factor_text, found.elasticity) == ("3", "+1, at given D")
    assert elasticity(given.evaluation, "cost", "p") == "+1"


@pytest.mark.parametrize("law", ["D + D^5 = k/N^3", "D*N^3 = k"])
def test_what_a_premise_ties_without_a_value_refuses(law: str) -> None:
    """Data that nothing says the value of are not held while the size varies."""
    open_ = derive(tied(law), values={"p": "2", "N": "3", "k": "4"})
    assert elasticity(open_.evaluation, "cost", "N") == f"{NO_NUMBER} (D depends on N by premise data)"
    ends = parse_value("1"), parse_value("3")
    assert swing(open_.evaluation, "cost", "N", ends, "somebody").elasticity.startswith(NO_NUMBER)
    assert elasticity(open_.evaluation, "cost", "p") == "+1"


def test_what_is_traced_back_varies_with_the_rest() -> None:
    """Data without a value of their own follow the size."""
    traced = derive(tied("D = k/N^3"), values={"p": "2", "N": "3", "k": "4"})
    assert [elasticity(traced.evaluation, "cost", name) for name in ("N", "k")] == ["-2", "+1"]


def test_a_value_on_the_way_holds_what_is_behind_it() -> None:
    """What follows the size by way of something that has a value does not follow it."""

    def body(board: Board) -> str:
        board.take(Premise("cost", "cost = p*N*D"))
        board.take(Premise("data", "D = 2*k"))
        board.take(Premise("constant", "k = 1/N"))
        return "cost"

    given = derive(Claim("way", TIED, body), values={"p": "2", "N": "3", "k": "1/3"})
    assert elasticity(given.evaluation, "cost", "N") == "+1, at given k"
    given = derive(Claim("way", TIED, body), values={"p": "2", "N": "3", "D": "2/3"})
    assert elasticity(given.evaluation, "cost", "N") == "+1, at given D"


def test_what_only_numbers_find_follows_and_a_value_of_it_is_told() -> None:
    """With the data as a root of their equation, and with a value in its place."""

    def body(board: Board) -> str:
        board.take(Premise("cost", "cost = p*N*D"))
        board.solve("root", board.take(Premise("data", "D + D^5 = k/N^3")), for_="D")
        return "cost"

    found = derive(Claim("root", TIED, body), values={"p": "2", "N": "1", "k": "2"})
    assert elasticity(found.evaluation, "cost", "N") == "0 here"  # D = 1 falls by 3 k/(1 + 5) = 1 per cent
    held = derive(Claim("root", TIED, body), values={"p": "2", "N": "1", "D": "1"})
    assert elasticity(held.evaluation, "cost", "N") == "+1, at given D"


def test_a_max_follows_the_side_that_is_ahead() -> None:
    """A number as of that side alone, without a formula, as there are two; zero where it cancels."""
    longer = derive("roofline", model="llama-3.1-70b")
    found = exact_elasticity(longer.evaluation, longer.headline.name, "L")
    moved = longer.with_values({"L": "200.2k token/sequence"}).numbers(longer.headline.name).value
    here = longer.numbers(longer.headline.name).value
    assert found.here is not None
    assert moved is not None
    assert here is not None
    assert float(found.here) == pytest.approx(log(moved / here) / log(1.001), rel=1e-2)
    assert (found.everywhere, found.formula) == (False, "")
    reached = derive("roofline")
    assert exact_elasticity(reached.evaluation, reached.headline.name, "L").here == 0
