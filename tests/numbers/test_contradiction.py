"""Premises, names and suppositions that numbers break: what is told, what has no number then, and what is no break."""

from fractions import Fraction

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, Quantity, Report, derive

NOTATION = Notation.of("""
B [sequence] batch
B_cap [sequence] most sequences that fit
a_w [s*sequence^2] work
c_w [s*sequence] time of the weights
t_1 [s/sequence] time of a sequence
t_slow [s/sequence] half the time of a sequence
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


def test_what_leaves_another_letter_no_value_is_no_break_of_the_result() -> None:
    """The number of the result has no part in it: the kept tokens are told, and the result has its number."""
    def body(operator: str) -> object:
        def argument(board: Board) -> Handle:
            each = board.solve("each", board.take(premise("pass", "t_1/2 = t_slow")), for_="t_1")
            cost = board.take(premise("cost", "B*t_1 = t_pass"))
            found = board.solve("found", board.substitute("in-cost", cost, [each]), for_="B")
            board.take(premise("all", f"m_kept + m_lost {operator} m_all"))
            board.take(premise("kept", "m_kept >= 2*m_lost"))
            return found
        return argument

    values = {"t_pass": "8 s", "t_slow": "1 s/sequence", "m_all": "3 token", "m_lost": "2 token"}
    report = reported(body("="), **values)
    assert report.contradictions == (
        "kept says m_kept >= 2*m_lost, but m_kept >= 4 tokens by it and <= 1 token by all",)
    assert report.result.result == "4 sequences"
    assert reported(body(">="), **values).contradictions == ()


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
    assert bool(report.evaluation.consistency.broken_premises) is broken
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
        "kept-or-lost says m_kept + m_lost = m_all, but m_kept = 3.5 tokens and m_all = 3 tokens, where m_lost would "
        "be -0.5 tokens, which must be zero or more")
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
    assert not report.evaluation.consistency.broken_premises
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


WAYS = Notation.of("""
x [] x
y [] (real) y
z [] (real) z
a [] a
b [] b
k [] (integer) k
u [] (fraction) u
w [] (nonnegative) w
""").extended([Quantity("v", "", "v", at_most="b")])


def ways(gives: str, uses: str) -> object:
    """A letter by a formula, and another that does without it or not."""

    def argument(board: Board) -> Handle:
        board.take(premise("gives", gives))
        return board.take(premise("uses", uses))

    return argument


@pytest.mark.parametrize(
    ("gives", "uses", "a", "b", "told"),
    [
        ("x = b - a", "y = x + 1", "6", "1", "x = -5, which must be positive"),
        ("x = b - a", "y = x + 1", "1", "1", ""),  # a limit of states, as a pipeline of one stage is
        ("x = b - a", "y = x + 1", "1", "6", ""),
        ("w = b - a", "y = w + 1", "1", "1", ""),
        ("w = b - a", "y = w + 1", "6", "1", "w = -5, which must be zero or more"),
        ("u = a/b", "y = u + 1", "6", "5", "u = 1.2, which must be in (0, 1]"),
        ("u = a/b", "y = u + 1", "5", "5", ""),
        ("k = a/b", "y = k + 1", "5", "2", "k = 2.5, which must be a whole number from 1"),
        ("k = a/b", "y = k + 1", "4", "2", ""),
        ("v = 2*a", "y = v + b", "6", "5", "v = 12, which must be at most b = 5"),
        ("v = a/2", "y = v + b", "6", "5", ""),
        ("x = sqrt(b) - sqrt(a)", "y = x^2", "3", "2", "x = -0.3178, which must be positive"),
    ],
)
def test_a_letter_on_the_way_keeps_to_its_domain_and_its_bound(
    gives: str, uses: str, a: str, b: str, told: str
) -> None:
    """By hand: 1 - 6 = -5 is not positive, so that no state has these numbers, and y = -4 is the result of none."""
    report = derive(Claim("own", WAYS, ways(gives, uses), outside="none"),  # type: ignore[arg-type]
                    values={"a": a, "b": b})
    assert (report.result.value is None) is bool(told)
    assert report.contradictions == ((f"gives says {gives}, but {told}",) if told else ())
    assert not told or report.result.result == f"the numbers contradict gives: {told}"


def test_only_what_rests_on_such_a_letter_has_no_number() -> None:
    """The premise is told as broken all the same; what rests on a letter of a definition that nobody needs is not."""
    other = derive(Claim("own", WAYS, ways("x = b - a", "y = 2*z"), outside="none"),  # type: ignore[arg-type]
                   values={"a": "6", "b": "1", "z": "3"})
    assert other.result.value == 6
    assert other.contradictions == ("gives says x = b - a, but x = -5, which must be positive",)

    letters = Notation.of("a [] a\nb [] b\ny [] (real) y").extended([Quantity("x", "", "x", definition="b - a")])

    def named(board: Board) -> Handle:
        own = board.define("named", "x")
        twice = board.take(premise("twice", "y = 2*a"))
        board.state("beside", "x + y = b + a", (own, twice))
        return twice

    found = derive(Claim("own", letters, named, outside="none"), values={"a": "6", "b": "1"})
    assert (found.result.value, found.contradictions) == (12, ())
    assert found.numbers("beside").result == "the numbers contradict named: x = -5, which must be positive"
    # where a table tells that line beside the result, the reader is told why it has no number there
    shown = Claim("own", letters, named, outside="none", compared=("twice", "beside"))
    told = derive(shown, values={"a": "6", "b": "1"})
    assert told.contradictions == ("named says x = b - a, but x = -5, which must be positive",)
    assert told.result.value == 12
    assert derive(shown, values={"a": "1", "b": "6"}).contradictions == ()
    assert derive(Claim("own", letters, named, outside="none", compared=("twice",)),
                  values={"a": "6", "b": "1"}).contradictions == ()


def test_what_breaks_by_such_a_letter_is_not_told_once_more() -> None:
    """The room is below zero, so that nothing fills it."""

    def room(board: Board) -> Handle:
        board.take(premise("gives", "x = b - a"))
        board.take(premise("filled", "x = k*w"))
        return board.take(premise("uses", "y = 2*z"))

    report = derive(Claim("own", WAYS, room, outside="none"), values={"a": "6", "b": "1", "k": "2", "z": "1"})
    assert report.contradictions == ("gives says x = b - a, but x = -5, which must be positive",)


def between(*texts: str) -> object:
    """Premises about a letter that has no number, and a line that rests on all of them beside one that does not."""

    def argument(board: Board) -> Handle:
        taken = [board.take(premise(f"p-{place}", text)) for place, text in enumerate(texts)]
        board.state("both", "a + b + 1 > a", taken)
        return board.take(premise("uses", "y = 2*a*b"))

    return argument


@pytest.mark.parametrize(
    ("texts", "a", "b", "told"),
    [
        (("x >= a", "x <= b"), "6", "1", "p-0 says x >= a, but x >= 6 by it and <= 1 by p-1"),
        (("x >= a", "x <= b"), "1", "6", ""),
        (("x >= a", "x <= b"), "6", "6", ""),
        (("x > a", "x <= b"), "6", "6", "p-0 says x > a, but x > 6 by it and <= 6 by p-1"),
        (("2*x + a <= b", "x/3 >= a"), "1", "5", "p-1 says x/3 >= a, but x >= 3 by it and <= 2 by p-0"),
        (("2*x + a <= b", "x/3 >= a"), "1", "7", ""),
        (("2*a - x >= b", "x >= a"), "3", "4", "p-1 says x >= a, but x >= 3 by it and <= 2 by p-0"),
        (("x + a = b", "x >= a"), "3", "5", "p-1 says x >= a, but x >= 3 by it and <= 2 by p-0"),
        (("x + a = b", "x >= a"), "3", "6", ""),
        (("k >= a", "2*k <= b"), "2.2", "5.6", "p-0 says k >= a, but k >= 2.2 by it and <= 2.8 by p-1, "
                                               "which must be a whole number from 1"),
        (("k >= a", "2*k <= b"), "2.2", "6", ""),
        (("2*k = a", "k <= b"), "5", "9", "p-0 says 2*k = a, but k = 2.5 by it, which must be a whole number from 1"),
        (("u >= a", "u <= b"), "6", "7", "p-0 says u >= a, but u >= 6 by it and <= 1 as it must be"),
        (("v >= a", "v >= 2*a"), "6", "7", "p-1 says v >= 2*a, but v >= 12 by it and <= 7 as it must be"),
        (("a/x = b", "x/b = a"), "2", "2", "p-1 says x/b = a, but x >= 4 by it and <= 1 by p-0"),
        (("a/x = b", "x/b = a"), "1", "1", ""),
        (("a/x >= b", "x >= 2*a"), "1", "1", "p-1 says x >= 2*a, but x >= 2 by it and <= 1 by p-0"),
        (("a/x >= b", "x >= 2*a"), "2", "1/4", ""),
        (("a/(z - 1) >= b", "z <= 0"), "2", "1", ""),  # of z > 1 or z < 1 nothing is known here: nothing is said
        (("x + a = b", "sqrt(x) = 2*a"), "1", "6",
         "p-1 says sqrt(x) = 2*a, but sqrt(x) = 2.236 and 2*a = 2, with x = 5 by p-0"),
        (("x + a = b", "sqrt(x) = 2*a"), "1", "5", ""),
        (("x + a = b", "exp(x) <= b"), "1", "6",
         "p-1 says exp(x) <= b, but exp(x) = 148.4 and b = 6, with x = 5 by p-0"),
        (("x + a = b", "exp(x) >= b"), "1", "6", ""),
        (("a/(x + 1) = b", "x*x = a"), "6", "2", "p-1 says x*x = a, but x*x = 4 and a = 6, with x = 2 by p-0"),
        (("a/(x + 1) = b", "x*x = a"), "4", "4/3", ""),
        (("x^2 >= a", "x^2 <= b"), "6", "1", ""),  # no interval of it is sought: nothing is said
    ],
)
def test_two_premises_may_leave_a_letter_without_a_number_no_value(
    texts: tuple[str, ...], a: str, b: str, told: str
) -> None:
    """By hand: at least 6 and at most 1 is no number, so that what rests on both has none; another line has one."""
    report = derive(Claim("own", WAYS, between(*texts), outside="none"),  # type: ignore[arg-type]
                    values={"a": a, "b": b})
    assert report.contradictions == ((told,) if told else ())
    assert (report.numbers("both").value is None) is bool(told)
    assert report.result.value is not None


@pytest.mark.parametrize(
    ("over_busy", "told"),
    [
        ("5", ("schedule says T_batch = (n_fill + n_mb)*t_slot, but t_slot >= 142.9 ms by it and <= 41.67 ms by "
               "over-busy-time",)),
        ("0.75", ()),  # of seven slots four are busy: 3/4
    ],
)
def test_a_letter_below_a_line_is_left_none_too(over_busy: str, told: tuple[str, ...]) -> None:
    """Idle over busy time rests on the time of a slot, which that of a batch says: 1 s/7; and (1 s - 4 t)/(4 t) = 5.

    No card says how long a slot takes, so that the two given numbers are held against each other alone.
    """
    report = derive("bubbles", values={"T_batch": "1 s", "y_bubble": over_busy})
    assert report.contradictions == told
    assert report.result.value == Fraction(3, 7)  # the idle share rests on counts, and not on what is contradicted


COUNTED = Notation.of("y [] (real) y\nr [] (real) r\nx [] x\nj [] (integer) j")


@pytest.mark.parametrize(
    ("formula", "values", "number"),
    [
        ("(r^x)^2", {"r": "-2", "x": "1/2"}, None),
        ("(r^x)^2", {"r": "-2", "x": "2"}, "16"),
        ("r^x*r^x", {"r": "-2", "x": "1/2"}, None),
        ("(sqrt(r) + 1)^2 - 2*sqrt(r)", {"r": "-2"}, None),
        ("(sqrt(r) + 1)^2 - 2*sqrt(r)", {"r": "9"}, "10"),
        ("ceil(r^x*r^x)", {"r": "-2", "x": "1/2"}, None),
        ("sum(1, j, 1, x)", {"x": "1/2"}, None),
        ("sum(1, j, 1, x)", {"x": "3"}, "3"),
        ("product(2, j, 1, 2*x)", {"x": "1.25"}, None),
        ("product(2, j, 1, 2*x)", {"x": "1.5"}, "8"),
    ],
)
def test_what_cancels_must_have_a_value_all_the_same(formula: str, values: dict[str, str], number: str | None) -> None:
    """No root of -2 has a square, though algebra makes -2 of it; no sum has half a term."""
    found = derive(Claim("own", COUNTED, lambda board: board.take(premise("gives", f"y = {formula}")), outside="none"),
                   values=values)
    assert found.result.result == (number or "no value here: the formula divides by zero or leaves the real numbers")
    told = f"gives says y = {formula}, but {formula} has no value"
    assert found.contradictions == (() if number else (told,))


def test_a_bound_that_is_not_said_to_hold_needs_no_value() -> None:
    """A sum in closed form is below a number where its quotient is below one; at one it says nothing."""
    letters = Notation.of("m_all [] terms\nx [] (fraction) quotient\nk [] (whole) index\nn [] (integer) how many")

    def argument(board: Board) -> Handle:
        whole = board.sum("all", "x^k", "k", "0", "n - 1", count="n", named="m_all", because="term by term")
        board.state("never-more", "m_all < 1/(1 - x)", (whole,), because="what is left out is positive")
        return whole

    claim = Claim("own", letters, argument, outside="none")
    edge = derive(claim, values={"x": "1", "n": "3"})
    assert edge["never-more"].conditions
    assert edge.contradictions == ()
    assert edge.result.result == "this form does not apply: x = 1 is not below 1; as x goes to it, m_all goes to 3"
    # its wrong twin: where it is said to hold and has a value, it is held against the numbers
    twin = derive(claim, values={"x": "1/2", "n": "3", "m_all": "2"})
    assert any("m_all" in each for each in twin.contradictions)


def test_what_a_definition_on_the_way_cancels_must_have_a_value_too() -> None:
    letters = Notation.of("y [] (real) y\nr [] (real) r\nx [] x").extended(
        [Quantity("q", "", "q", "real", definition="r^x")])

    def argument(board: Board) -> Handle:
        board.define("named", "q")
        return board.take(premise("gives", "y = q^2"))

    claim = Claim("own", letters, argument, outside="none")
    assert derive(claim, values={"r": "-2", "x": "1/2"}).result.value is None
    assert derive(claim, values={"r": "4", "x": "1/2"}).result.value == 4


def test_the_number_of_the_result_must_leave_other_letters_one() -> None:
    """Three at least, and twice as many as something: 3 is twice no whole number, and 4 is twice 2."""

    def rounded(board: Board) -> Handle:
        least = board.take(premise("least", "k >= x"))
        board.take(premise("even", "k = 2*a*m"))
        return board.round_up("fewest", least)

    letters = WAYS.extended([Quantity("m", "", "m", "integer")])
    claim = Claim("own", letters, rounded, outside="none")
    report = derive(claim, values={"x": "2.3", "a": "1"})
    told = "m = 1.5 by it, which must be a whole number from 1, with k from fewest"
    assert report.result.result == f"the numbers contradict even: {told}"
    assert report.contradictions == (f"even says k = 2*a*m, but {told}",)
    assert derive(claim, values={"x": "3.3", "a": "1"}).result.value == 4


def test_a_bound_that_the_numbers_break_has_no_number_itself() -> None:
    """By hand: 2 is not at least 5. Which premise is wrong nobody can say, and another line keeps its number."""

    def chain(board: Board) -> Handle:
        taken = [board.take(premise(f"p-{text[0]}", text)) for text in ("x >= b", "z >= x", "a >= z")]
        board.take(premise("uses", "y = a + b"))
        return board.state("last", "a >= b", taken)

    letters = Notation.of("x [] x\nz [] z\na [] a\nb [] b\ny [] y")
    broken = derive(Claim("own", letters, chain, outside="none"), values={"a": "2", "b": "5"})
    assert broken.contradictions == ("last says a >= b, but a = 2 and b = 5",)
    assert broken.result.result == "the numbers contradict last: a = 2 against b = 5"
    assert broken.numbers("uses").value == 7
    kept = derive(Claim("own", letters, chain, outside="none"), values={"a": "5", "b": "2"})
    assert (kept.result.value, kept.contradictions) == (2, ())


CHOICES = Notation.of("y [] y\nz [] z\nx [] x\na [] a\nb [] b\nc [] c\nt [] t\nu [] u\nn [] (integer) n")


def chosen(*beside: str, result: str = "") -> Claim:
    """The x at which y is least, and the b at which y is then c, or another premise as the result."""

    def body(board: Board) -> Handle:
        cost = board.take(premise("cost", "y = a*x + b/x"))
        others = [board.take(premise(f"beside-{place}", text)) for place, text in enumerate(beside)]
        best = board.minimise("best", cost, over="x")
        least = board.substitute("least", cost, (best,))
        even = board.boundary("even", board.take(premise("longer", "z = max(y, c)")))
        most = board.solve("most", board.substitute("spelled", even, (least,)), for_="b")
        return others[-1] if result else most

    return Claim("own", CHOICES, body, outside="none")


@pytest.mark.parametrize(("bound", "broken"), [("1", True), ("2", False), ("3", False)])
def test_a_chosen_letter_is_held_against_every_premise_with_the_number_of_the_result(bound: str, broken: bool) -> None:
    """By hand: y is least at x = sqrt(b), where it is 2 sqrt(b), and that is 4 for b = 4, where x is 2."""
    report = derive(chosen("t >= x"), values={"a": "1", "c": "4", "t": bound})
    told = "beside-0 says t >= x, but t = 1 and x = 2, with x from best and b from most"
    assert report.contradictions == ((told,) if broken else ())
    assert (report.result.value is None) is broken


def test_a_letter_that_is_chosen_on_the_side_takes_the_number_of_its_own_lines_only() -> None:
    """No state has x = 2 where x is at most 1; another line has its number."""
    report = derive(chosen("t >= x", "u = 3*c", result="beside-1"), values={"a": "1", "b": "4", "c": "4", "t": "1"})
    assert report.contradictions == ()
    assert report.result.value == 12
    told = "the numbers contradict beside-0: t = 1 against x = 2, with x from best"
    assert report.numbers("best").result == told
    assert report.numbers("least").result.startswith(told)
    allowed = report.with_values(t="2")  # its wrong twin
    assert (allowed.numbers("best").value, allowed.numbers("least").value) == (2, 4)


@pytest.mark.parametrize("supposed", [True, False])
def test_beside_the_result_a_boundary_may_say_what_a_given_letter_is(supposed: bool) -> None:
    """By hand: a*x = b and x = t/u give u = a*t/b = 2, at x = 6; x is given as 100, which the same equation forbids
    where it is taken, and not supposed."""

    def body(board: Board) -> Handle:
        share = board.take(premise("share", "x = t/u"))
        even = (board.boundary("even", board.take(premise("longer", "y = max(a*x, b)"))) if supposed
                else board.take(premise("even", "a*t/u = b")))
        board.solve("filling", board.substitute("filled", even, (share,)) if supposed else even, for_="u")
        return board.take(premise("other", "z = 3*c"))

    values = {"a": "1", "b": "6", "c": "4", "t": "12", "x": "100"}
    report = derive(Claim("own", CHOICES, body, outside="none"), values=values)
    assert report.result.value == 12
    told = "2" if supposed else "the numbers contradict share: x = 100 against t/u = 6, with u from filling"
    assert report.numbers("filling").result == told


@pytest.mark.parametrize(("bound", "broken"), [("3", True), ("4", False)])
def test_a_number_that_is_rounded_up_is_held_against_every_premise(bound: str, broken: bool) -> None:
    """By hand: 7/2 rounded up is 4."""

    def body(board: Board) -> Handle:
        least = board.take(premise("least", "n >= a/b"))
        board.take(premise("most", "t >= n"))
        board.round_up("whole", least)
        return board.take(premise("other", "z = c*u"))

    report = derive(Claim("own", CHOICES, body, outside="none"),
                    values={"a": "7", "b": "2", "c": "4", "u": "1", "t": bound})
    whole = report.numbers("whole")
    assert (whole.value is None) is broken
    assert ("t = 3 against n = 4, with n from whole" in whole.result) is broken


@pytest.mark.parametrize(
    ("values", "told"),
    [({"t": "1"}, "none: sqrt(b/a) = 2 is above t = 1"), ({"t": "2"}, "4"), ({"t": "2.5", "b": "9"}, "4"),
     ({"t": "1", "b": "0.01"}, "none: sqrt(b/a) = 2 is above t = 1")],
)
def test_a_condition_that_speaks_of_the_letter_of_its_step_is_held_against_the_number_of_the_step(
    values: dict[str, str], told: str
) -> None:
    """By hand: b is 4 and sqrt(b) is 2, whatever b is given besides."""
    report = derive(chosen("x <= t"), values={"a": "1", "c": "4", **values})
    assert report.derivation["most"].conditions
    assert report.result.result == told


PLAIN = Notation.of("""x [] x
a [] a
b [] b
c [] c
t [] t
u [] u
y [] y
z [] (real) z
w [] (nonnegative) w
n [] (integer) n""")


def least_of(*beside: str) -> Claim:
    """The least of a sum of two terms, put back into it, beside other premises."""

    def body(board: Board) -> Handle:
        cost = board.take(premise("cost", "y = a/x + b*x"))
        for place, text in enumerate(beside):
            board.take(premise(f"beside{place}", text))
        return board.substitute("least", cost, (board.minimise("best", cost, over="x"),))

    return Claim("own", PLAIN, body, outside="none", result="least")


@pytest.mark.parametrize(("most", "held"), [("4", False), ("6", True)])
def test_a_condition_that_rests_on_the_result_by_another_letter_is_held_against_it(most: str, held: bool) -> None:
    """By hand: at a = 4 and b = 1 the best x is 2, y = 4 and u = 7 - 4 = 3, so that u*x is 6."""
    report = derive(least_of("u = c - y", "u*x <= t"), values={"a": "4", "b": "1", "c": "7", "t": most})
    assert "u*sqrt(a/b) <= t" in map(str, report.headline.conditions)
    assert report.result.unchecked == ()
    assert (report.result.value == 4) is held
    assert bool(report.result.outside) is not held


@pytest.mark.parametrize(("whole", "held"), [("1", False), ("3", True)])
def test_what_the_number_of_the_result_leaves_no_number_leaves_the_result_none(whole: str, held: bool) -> None:
    """At the best x = 2 a share that is no less than zero adds up to 3 and not to 1."""
    report = derive(least_of("x + w = t"), values={"a": "4", "b": "1", "t": whole})
    assert (report.result.value == 4) is held
    assert bool(report.contradictions) is not held


@pytest.mark.parametrize(("x", "broken"), [("1", False), ("2", False), ("5", True)])
def test_one_given_number_beside_a_constant_contradicts_too(x: str, broken: bool) -> None:
    """No real number squared makes up for 25 of 4; what does not rest on it keeps its number."""

    def body(board: Board) -> Handle:
        board.take(premise("circle", "x^2 + w^2 = 4"))
        return board.take(premise("twice", "y = 2*x"))

    report = derive(Claim("own", PLAIN, body, outside="none"), values={"x": x})
    told = ("circle says x^2 + w^2 = 4, but x = 5, whatever w is",) if broken else ()
    assert report.contradictions == told
    assert report.result.value == 2 * int(x)


@pytest.mark.parametrize(("beside", "broken"), [((), False), (("x <= 1.5",), True)])
def test_a_root_in_a_power_of_a_letter_breaks_nothing_as_far_as_its_digits_go(
    beside: tuple[str, ...], broken: bool
) -> None:
    """The root of 3 to the power of three is three times it, as far as its digits go; above 1.5 it is all the same."""

    def body(board: Board) -> Handle:
        main = board.take(premise("main", "z = x^a - a*x"))
        for text in beside:
            board.take(premise("beside", text))
        return board.solve("root", main, for_="x")

    report = derive(Claim("own", PLAIN, body, outside="none"), values={"z": "0", "a": "3"})
    assert bool(report.contradictions) is broken
    assert broken or float(report.result.value or 0) == pytest.approx(3**0.5)


@pytest.mark.parametrize(("texts", "t_all", "broken"), [
    (("m_all = m_kept*x_a + m_lost", "t_pass = 3*t_1*1[sequence]"), "1", False),
    (("t_pass = 2*t_1*1[sequence]", "t_1 = max(x_a, x_b)*1[s/sequence]"), "0.9", True),
    (("t_1 = max(x_a, x_b)*1[s/sequence]", "t_pass = 2*t_1*1[sequence]"), "0.9", True),
    (("t_pass = 2*t_1*1[sequence]", "t_1 = max(x_a, x_b)*1[s/sequence]"), "1.5", False),
])
def test_a_letter_whose_formula_has_no_number_is_held_against_all_that_says_what_it_is(
    texts: tuple[str, ...], t_all: str, broken: bool
) -> None:
    """Half a second by the pass and a third of what is given: no maximum is both, in whatever order it is said."""
    def body(board: Board) -> Handle:
        told = board.take(premise("told", "y_long = y_short"))
        for place, text in enumerate(texts):
            board.take(premise(f"said-{place}", text))
        board.take(premise("other", "a_w*1[1/(s*sequence^2)] = 3*t_1*1[sequence/s]"))
        return told

    report = reported(body, y_short="2", t_pass="1 s", a_w=f"{t_all} s*sequence^2")
    assert bool(report.contradictions) is broken
    assert (report.result.value is None) is False  # what does not rest on it keeps its number


@pytest.mark.parametrize(("y_short", "broken"), [("0.5", False), ("7", True)])
def test_a_definition_of_what_is_given_says_what_other_letters_are(y_short: str, broken: bool) -> None:
    """Seven would make a share of more than all."""
    own = NOTATION.extended([Quantity("y_far", "", "distance", "real", definition="3*x_a - 1")])

    def body(board: Board) -> Handle:
        told = board.take(premise("told", "m_all = 2*m_kept"))
        board.define("distance", "y_far")
        return told

    report = derive(Claim("own", own, body, outside="none"), values={"m_kept": "1 token", "y_far": y_short})
    assert bool(report.contradictions) is broken


@pytest.mark.parametrize(
    ("gives", "a", "told"),
    [
        ("a <= 3", "3.0000001", "a <= 3, but a = 3.0000001"),
        ("u = a/3", "3.0000001", "u = a/3, but u = 1.00000003, which must be in (0, 1]"),
        ("k = a/3", "6.0000003", "k = a/3, but k = 2.0000001, which must be a whole number from 1"),
        ("w = 3 - a", "3.5", "w = 3 - a, but w = -0.5, which must be zero or more"),
        ("3*x + a <= 3", "3.0000003",
         "3*x + a <= 3, but a = 3.0000003, where x would be at most -1e-7, which must be positive"),
    ],
)
def test_numbers_that_are_told_against_each_other_have_the_figures_that_tell_them_apart(
    gives: str, a: str, told: str
) -> None:
    """Four figures of 3.0000001 would be those of 3, which the premise allows."""

    def body(board: Board) -> Handle:
        board.take(premise("gives", gives))
        return board.take(premise("uses", "y = 2*b"))

    report = derive(Claim("own", WAYS, body, outside="none"), values={"a": a, "b": "1"})
    assert report.contradictions == (f"gives says {told}",)


def test_two_ends_that_leave_no_room_are_told_apart() -> None:
    report = derive(Claim("own", WAYS, between("x >= a", "x <= b"), outside="none"),  # type: ignore[arg-type]
                    values={"a": "3.0000001", "b": "3"})
    assert report.contradictions == ("p-0 says x >= a, but x >= 3.0000001 by it and <= 3 by p-1",)


SOLVED = Notation.of("y [] y\nx [] x\nz [] z\na [] a\nb [] b\nc [] c\nt [] t\nn [] (integer) n\nf [] (fraction) f")


def solved(law: str, *beside: str) -> Claim:
    """The square of the x that an equation says, and more premises."""

    def body(board: Board) -> Handle:
        found = board.solve("found", board.take(premise("law", law)), for_="x")
        for place, text in enumerate(beside):
            board.take(premise(f"beside-{place}", text))
        return board.substitute("put-in", board.take(premise("uses", "y = x^2")), (found,))

    return Claim("own", SOLVED, body, outside="none")


@pytest.mark.parametrize(
    ("law", "beside", "values", "breaking"),
    [
        ("1/x = b", "x <= t", {"b": "1/4", "t": "4"}, {"t": "1"}),  # x is 4
        ("x^2 = b", "x <= t", {"b": "4", "t": "2"}, {"t": "1"}),
        ("x^2 = b", "t = 2*x + 1", {"b": "4", "t": "5"}, {"t": "3"}),
        ("x^2 = b", "x*t = 1", {"b": "4", "t": "1/2"}, {"t": "1"}),
        ("x^2 = b", "n = x", {"b": "4"}, {"b": "9/4"}),  # whole
        ("x^2 = b", "f = x", {"b": "1/4"}, {"b": "4"}),  # one at most
        ("a*x = b", "x <= t", {"a": "1", "b": "2", "t": "2"}, {"t": "1"}),
    ],
)
def test_a_letter_that_is_solved_on_the_way_is_held_against_every_premise(
    law: str, beside: str, values: dict[str, str], breaking: dict[str, str]
) -> None:
    claim = solved(law, beside)
    kept = derive(claim, values=values)
    assert kept.contradictions == ()
    assert kept.result.value is not None
    broken = derive(claim, values={**values, **breaking})
    assert any(told.startswith("beside-0 says") for told in broken.contradictions)
    assert broken.result.value is None


def test_what_a_letter_that_is_solved_breaks_leaves_others_their_number() -> None:
    """A line that does not rest on x."""

    def body(board: Board) -> Handle:
        found = board.solve("found", board.take(premise("law", "x^2 = b")), for_="x")
        board.take(premise("beside", "x <= t"))
        board.substitute("put-in", board.take(premise("uses", "y = x^2")), (found,))
        return board.take(premise("other", "z = 3*b"))

    broken = derive(Claim("own", SOLVED, body, outside="none"), values={"b": "4", "t": "1"})
    assert (broken.contradictions, broken.result.value) == ((), 12)


@pytest.mark.parametrize(("most", "value", "told"), [
    ("3", 6, "6"), ("1", None, "none: sqrt(b*c/a) = 3 is above t = 1")])
def test_what_is_least_along_an_equation_is_held_against_every_premise(most: str, value: int | None, told: str) -> None:
    """By hand: x + 9 z with x z = 1 is least at x = 3, where it is 6; the bound is a condition of that."""

    def body(board: Board) -> Handle:
        cost, law = board.take(premise("cost", "y = a*x + b*z")), board.take(premise("law", "x*z = c"))
        board.take(premise("cap", "x <= t"))
        along = board.minimise("along", cost, over=("x", "z"), subject_to=law)
        both = board.solve_together("both", (along, law), ("x", "z"))
        return board.substitute("least", cost, both)

    report = derive(Claim("own", SOLVED, body, outside="none"), values={"a": "1", "b": "9", "c": "1", "t": most})
    assert (report.result.value, report.result.result) == (value, told)


@pytest.mark.parametrize(("most", "held"), [("2", True), ("1", False)])
def test_a_letter_at_a_boundary_is_held_against_every_premise(most: str, held: bool) -> None:
    """By hand: 3 x = 4 + x at x = 2, where y = 6; with x at most 1, y is at most 5 anywhere."""

    def body(board: Board) -> Handle:
        longer = board.take(premise("longer", "y = max(a*x, b + c*x)"))
        board.take(premise("cap", "x <= t"))
        even = board.solve("even-at", board.boundary("even", longer), for_="x")
        first, _ = board.split("cases", longer, ("first", "second"))
        return board.substitute("there", first, (even,))

    report = derive(Claim("own", SOLVED, body, outside="none"), values={"a": "3", "b": "4", "c": "1", "t": most})
    assert report.result.value == (6 if held else None)
    assert bool(report.contradictions) is not held


@pytest.mark.parametrize(("most", "held"), [("9", True), ("3", False)])
def test_another_number_than_is_given_is_held_against_what_follows_from_it(most: str, held: bool) -> None:
    """By hand: x is even at 2 where 1 is given, and z = 4 x is 8 there and not 4; what does not rest on it stays."""

    def body(board: Board) -> Handle:
        longer = board.take(premise("longer", "y = max(a*x, b)"))
        board.take(premise("follows", "z = 4*x"))
        board.take(premise("cap", "z <= t"))
        return board.solve("even-at", board.boundary("even", longer), for_="x")

    given = {"a": "1", "b": "2", "x": "3/4", "t": most}
    report = derive(Claim("own", SOLVED, body, outside="none"), values=given)
    assert report.result.value == (2 if held else None)
    assert report.contradictions == (() if held else ("cap says z <= t, but z = 8 and t = 3, with x from even-at",))
    assert report.numbers("follows").value == 3
