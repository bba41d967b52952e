"""Premises, names and suppositions that numbers break: what is told, what has no number then, and what is no break."""

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, Report, derive

NOTATION = Notation.of("""
B [sequence] batch
B_cap [sequence] most sequences that fit
a_w [s*sequence^2] work
c_w [s*sequence] time of the weights
t_1 [s/sequence] time of a sequence
t_pass [s] time of a pass, for each sequence
x_a [] (fraction) first share
x_b [] (fraction) second share
x_c [] (fraction) third share
y_long [] longer
y_short [] shorter
m_kept [token] kept
m_lost [token] (nonnegative) lost
m_all [token] all
""")


def premise(name: str, text: str) -> Premise:
    """A premise that somebody gives."""
    return Premise(name, text, because="given", source="by hand")


def reported(body: object, **values: str) -> Report:
    """A claim with this argument, at these numbers."""
    return derive(Claim("own", NOTATION, body, outside="none"), values=values)  # type: ignore[arg-type]


def batch(board: Board) -> Handle:
    """A batch by the time of a pass, beside a bound on the batch that its argument does not use."""
    cost = board.take(premise("cost", "t_pass = a_w/B^2"))
    board.take(premise("fits", "B <= B_cap"))
    return board.solve("found", cost, for_="B")


def test_a_premise_is_held_against_the_number_of_the_result() -> None:
    """By hand: the root of 1000 is 31.62 sequences, where 4 fit; both are told, and there is no result."""
    values = {"a_w": "1000 s*sequence^2", "t_pass": "1 s"}
    report = reported(batch, **values, B_cap="4 sequence")
    told = "the numbers contradict fits: B = 31.62 sequences against B_cap = 4 sequences, with B from found"
    assert report.result.value is None
    assert report.result.result == told
    assert report.contradictions == (
        "fits says B <= B_cap, but B = 31.62 sequences and B_cap = 4 sequences, with B from found",)
    assert report.to_json()["result"]["why_not"] == told
    assert report.to_json()["result"]["value"] is None
    assert str(report.result).endswith(told)
    # its wrong twin: with room for them nothing is broken
    twin = reported(batch, **values, B_cap="40 sequence")
    assert twin.contradictions == ()
    assert twin.result.result == "31.62 sequences"


def test_a_bound_met_as_far_as_digits_go_is_broken_only_if_it_is_strict() -> None:
    """The root of 2 to twenty digits is a tie: no fraction is that root."""
    def body(operator: str) -> object:
        def argument(board: Board) -> Handle:
            cost = board.take(premise("cost", "t_pass = a_w/B^2"))
            board.take(premise("fits", f"B {operator} B_cap"))
            return board.solve("found", cost, for_="B")
        return argument

    values = {"a_w": "2 s*sequence^2", "t_pass": "1 s", "B_cap": "1.41421356237309504880 sequence"}
    assert reported(body("<="), **values).contradictions == ()
    assert reported(body("<"), **values).result.value is None
    assert reported(body("<="), **{**values, "B_cap": "1.4142135 sequence"}).result.value is None


def shares(board: Board) -> Handle:
    """Three shares that make up the whole, and another line."""
    board.take(premise("whole", "x_a + x_b + x_c = 1"))
    return board.take(premise("twice", "y_long = 2*y_short"))


@pytest.mark.parametrize(("share", "broken"), [("1/3", False), ("33%", True), ("33.3333%", True)])
def test_numbers_count_as_they_were_typed(share: str, broken: bool) -> None:
    """Three times a third is one, and three times 33% is not."""
    report = reported(shares, x_a=share, x_b=share, x_c=share, y_short="1")
    assert bool(report.contradictions) is broken
    assert not broken or "x_a + x_b + x_c = 0.99" in report.contradictions[0]


def tiers(board: Board) -> Handle:
    """A longer one that is dearer, and what it is over the other."""
    dearer = board.take(premise("dearer", "y_long > y_short"))
    share = board.take(premise("share", "x_a = y_short/y_long"))
    return board.state("below-one", "x_a < 1", (dearer, share))


@pytest.mark.parametrize(("longer", "broken"), [("2", True), ("2.0001", False), ("1", True)])
def test_a_strict_bound_is_broken_by_a_tie(longer: str, broken: bool) -> None:
    """2 > 2 does not hold."""
    report = reported(tiers, y_long=longer, y_short="2")
    assert bool(report.evaluation.broken_premises) is broken
    assert (report.result.value is None) is broken


def rounds(board: Board) -> Handle:
    """Of all tokens some are kept and the others lost; another line does not rest on that."""
    lost = board.take(premise("kept-or-lost", "m_kept + m_lost = m_all"))
    board.state("no-more-than-all", "m_kept <= m_all", (lost,))
    share = board.take(premise("share", "x_a = y_short/y_long"))
    return board.rewrite("turned", share, "x_a = 1/(y_long/y_short)")


def test_an_equation_that_no_letter_satisfies_is_told_and_only_what_rests_on_it_has_no_number() -> None:
    """No number of lost tokens is below zero; a share of something else is told all the same."""
    values = {"y_short": "1", "y_long": "2", "m_all": "3 token"}
    report = reported(rounds, **values, m_kept="3.5 token")
    assert report.contradictions[0] == (
        "kept-or-lost says m_kept + m_lost = m_all, but m_kept = 3.5 tokens and m_all = 3 tokens, whatever m_lost is")
    assert report.numbers("no-more-than-all").value is None
    assert "it says m_kept + m_lost = m_all for no m_lost" in report.numbers("no-more-than-all").result
    assert report.result.result == "0.5"
    assert reported(rounds, **values, m_kept="3 token").contradictions == ()


def in_a_case(board: Board) -> Handle:
    """What holds where the batch fits."""
    fits = board.suppose(premise("fits", "B <= B_cap"))
    cost = board.take(premise("cost", "t_pass = t_1*B"))
    return board.state("at-most", "t_pass <= t_1*B_cap", (fits, cost))


def test_what_a_result_supposes_is_held_against_the_numbers() -> None:
    """And what others do not suppose leaves them their number."""
    values = {"t_1": "1 s/sequence", "B_cap": "4 sequence"}
    report = reported(in_a_case, **values, B="5 sequence")
    assert report.result.result == (
        "the numbers contradict fits: B = 5 sequences against B_cap = 4 sequences, which at-most supposes")
    assert report.numbers("cost").result == "5 s"
    assert not report.evaluation.broken_premises
    assert reported(in_a_case, **values, B="3 sequence").result.result == "4 s"


def at_balance(board: Board) -> Handle:
    """The batch at which two times are equal."""
    longer = board.take(premise("longer", "t_pass = max(t_1*B, c_w/B)"))
    even = board.boundary("even", longer)
    return board.solve("batch", even, for_="B")


def test_a_letter_that_a_boundary_chooses_may_be_given_as_something_else() -> None:
    """What the batch would be is asked, and not what it is."""
    report = reported(at_balance, c_w="4 s*sequence", t_1="1 s/sequence", B="100 sequence")
    assert report.contradictions == ()
    assert report.result.result == "2 sequences"


SHARES = Notation.of("y [] (real) y\nz [] (real) z\nr [] (real) r\nq [] (nonnegative) q\na [] a")


@pytest.mark.parametrize(
    ("gives", "uses", "follows", "values"),
    [
        ("y = a/(r - 1)", "z = y*(r - 1)", "z = a", {"r": "1", "a": "2"}),
        ("y = sqrt(r)", "z = y^2 + 1", "z = r + 1", {"r": "-2"}),
        ("y = a/q", "z = y*q", "z = a", {"q": "0", "a": "2"}),
        ("y = log(r)", "z = exp(y)", "z = r", {"r": "-2"}),
    ],
)
def test_a_letter_without_a_value_on_the_way_leaves_no_result(
    gives: str, uses: str, follows: str, values: dict[str, str]
) -> None:
    """What follows holds where the premises do, and they say nothing of these numbers."""

    def argument(board: Board) -> Handle:
        return board.state("follows", follows, (board.take(premise("gives", gives)), board.take(premise("uses", uses))))

    found = derive(Claim("own", SHARES, argument, outside="none"), values=values)
    assert found.result.value is None
    assert "the numbers contradict gives" in found.result.result
    assert len(found.contradictions) == 1


@pytest.mark.parametrize("formula", ["r^(1/2)*z^(1/2)", "sqrt(r)*sqrt(z) + 1", "r^a*z^a", "(1/r)^(-1/2)*sqrt(z)"])
def test_two_roots_of_what_is_negative_make_no_number(formula: str) -> None:
    found = derive(Claim("own", SHARES, lambda board: board.take(premise("gives", f"y = {formula}")), outside="none"),
                   values={"r": "-2", "z": "-8", **({"a": "0.5"} if "^a" in formula else {})})
    assert (found.result.value, found.result.result) == (
        None, "no value here: the formula divides by zero or leaves the real numbers")
