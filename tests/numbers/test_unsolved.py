"""Equations without a closed form: one root, several, none; what they rest on; what goes on from there."""

from fractions import Fraction

import pytest

from derivations import AS_SAID, Claim, Finding, Notation, NumbersLine, Premise, Quantity, Reading, Report, Said, derive
from derivations.derivation.board import Board
from derivations.derivation.script import Handle
from derivations.errors import UndecidedError

NOTATION = Notation.of("x [] unknown\na [] given\nb [] given too\ny [] what follows\nz [byte] size\nk [] cancels")


def solved(premise: str, **values: str) -> Report:
    """A claim that solves one equation for x, and doubles what it finds."""

    def body(board: Board) -> Handle:
        equation = board.take(Premise("equation", premise))
        found = board.solve("found", equation, for_="x")
        twice = board.take(Premise("twice", "y = 2*x"))
        return board.substitute("doubled", twice, (found,))

    reading = Reading(AS_SAID, "as said", {name: Said(text, "somebody", "here") for name, text in values.items()})
    return derive(Claim("unsolved", NOTATION, body, readings=(reading,)), as_said=True)


def test_one_root_is_found_bracketed_and_shown_to_be_the_only_one() -> None:
    """x e^x = a has one positive solution; where it is, the two sides agree."""
    report = solved("a = x*exp(x)", a="2")
    step = report["found"]
    assert (step.verdict.finding, step.unknown) == (Finding.NUMERIC, "x")
    line = report.numbers("found")
    assert line.numeric is not None
    (root,) = line.numeric.roots.found
    assert line.numeric.roots.complete
    assert root.low <= line.value <= root.high  # type: ignore[operator]
    assert abs(float(line.value) - 0.8526055020137254) < 1e-15  # type: ignore[arg-type]
    assert "one root from 1e-12 to 1e30" in str(line)
    assert not line.exact


def test_markdown_says_how_it_was_solved() -> None:
    """As the text does, below the number and the equation."""
    line = solved("a = x*exp(x)", a="2").numbers("found")
    assert line.numeric is not None
    assert f"solved with numbers: {line.numeric.words}" in line.to_markdown().replace("\\", "")


def test_a_value_of_the_unknown_that_the_equation_excludes_contradicts_it() -> None:
    """Where x is given, the equation is still solved for x, and what was given is held against it: 3 e^3 is 60.26."""
    plain, given = solved("x*exp(x) = a", a="2"), solved("x*exp(x) = a", a="2", x="3")
    found = given.evaluation.line("found", anyway=True)
    assert found.value == plain.numbers("found").value
    assert set(found.leaves) == {"a"}
    assert given.evaluation.line("doubled", anyway=True).value == 6
    assert given.result.result == "the numbers contradict equation: x*exp(x) = 60.26 against a = 2"
    assert solved("x*exp(x) = a", x="3").result.value == 6


def test_what_follows_goes_on_with_the_number_and_says_so() -> None:
    """The unknown stays in the formula; its number comes from the equation, with what that rests on."""
    report = solved("a = x*exp(x)", a="2")
    assert str(report.headline.relation) == "y = 2*x"
    assert report["doubled"].note == "x is found in numbers (found)"
    assert report.result.value == 2 * report.numbers("found").value  # type: ignore[operator]
    assert set(report.result.leaves) == {"a"}
    assert report.verdict == "1 of 2 steps proven, x solved numerically"


def test_several_roots_are_all_named_and_none_is_chosen() -> None:
    """x + b = a e^-x ... with two crossings."""
    report = solved("a*x = exp(x)*b", a="3", b="1")
    line = report.numbers("found")
    assert line.value is None
    assert line.result.startswith("2 roots from 1e-12 to 1e30: 0.6191, 1.512")
    assert report.result.missing == ("x",)


def test_no_root_is_said_with_the_range() -> None:
    report = solved("a*x = exp(x)*b", a="2", b="1")
    assert report.numbers("found").result == "no root from 1e-12 to 1e30"


def test_a_missing_number_is_named() -> None:
    report = solved("a*x = exp(x)*b", a="2")
    assert report.numbers("found").missing == ("b",)
    assert report.numbers("found").result == "needs b"


def test_a_factor_of_all_terms_need_not_be_known() -> None:
    """It cancels."""
    with_factor, without = solved("k*a = k*x*exp(x)", a="2"), solved("a = x*exp(x)", a="2")
    assert with_factor.numbers("found").value == without.numbers("found").value is not None


def test_the_range_ends_where_the_domain_does() -> None:
    """A share is at most one, and a root beyond is none."""

    def body(board: Board) -> Handle:
        return board.solve("found", board.take(Premise("equation", "a = u*exp(u)")), for_="u")

    notation = Notation.of("u [] (fraction) share\na [] given")
    report = derive(Claim("share", notation, body), values={"a": "20"})
    assert report.result.result == "no root from 1e-12 to 1"


@pytest.mark.long
def test_exponentials_of_large_numbers_stay_in_sight() -> None:
    """a 248^x + b x 256^x = 2 a 256^x is about (31/32)^x, not about numbers with thousands of digits."""
    report = solved("a*(31/32)^x + b*x = 2*a", a="1e9", b="1e3")
    (root,) = report.numbers("found").numeric.roots.found  # type: ignore[union-attr]
    left = Fraction(10**9) * Fraction(31, 32) ** int(root.value) + 1000 * root.value
    assert abs(left / (2 * 10**9) - 1) < Fraction(1, 10**12)


def test_a_step_that_needs_a_formula_waits_for_it() -> None:
    """A limit of what has none says what it waits for."""

    def body(board: Board) -> Handle:
        found = board.solve("found", board.take(Premise("equation", "a = x*exp(x) + b*x")), for_="x")
        board.limit("without-b", found, "b")
        return found

    report = derive(Claim("waits", NOTATION, body), values={"a": "2", "b": "1"})
    assert str(report["without-b"].verdict) == "waiting for a closed form of found"


def test_running_out_of_time_ends_in_numbers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is past its limit leaves the equation, and the numbers solve it."""
    from derivations.derivation.rules.solve import Solve
    from derivations.errors import NoClosedFormError

    def slow(*_: object) -> None:
        raise NoClosedFormError("no answer within 1 s")

    monkeypatch.setattr(Solve, "compute", slow)
    report = solved("a = 3*x + k", a="5", k="2")
    assert report["found"].note == "no answer within 1 s"
    assert report.numbers("found").value == 1


def in_domain(premise: str, domain: str, **values: str) -> NumbersLine:
    """The numbers of an equation in an unknown of that domain, which never exceeds `top` where that has a value."""
    unknown = Quantity("x", "", "unknown", domain, at_most="top" if "top" in values else "")
    notation = Notation.of("a [] given\nb [] given too").extended([unknown, Quantity("top", "", "bound", domain)])
    reading = Reading(AS_SAID, "as said", {name: Said(text, "somebody", "here") for name, text in values.items()})

    def body(board: Board) -> Handle:
        if "top" in values:
            board.take(Premise("bounded", "b = top"))
        return board.solve("found", board.take(Premise("equation", premise)), for_="x")

    return derive(Claim("unsolved", notation, body, readings=(reading,)), as_said=True).numbers("found")


@pytest.mark.parametrize(
    ("premise", "told"),
    [
        ("a = x^2*exp(x)", "3 roots from -1e30 to 1e30: -5.828, -0.383, 0.2755"),
        ("a = x*exp(x) + log(x)", "0.493"),  # there is no logarithm below zero
        ("a = x*exp(x) + sqrt(x)", "0.008381"),
        ("a = x*exp(x) + max(sqrt(x), 2*x)", "0.008381"),
        ("a = exp(-x) - x^3 - 1000", "-6.574"),
        ("10*a - x = exp(x)", "0"),
        ("a + x = exp(x)*2", "no root from -1e30 to 1e30"),
        ("a*x = x*exp(x)", "2 roots from -1e30 to 1e30: -2.303, 0"),
        ("x^5 + x = a*x", "0"),
        ("x^2*exp(x) + x^2 = a*x^2", "at least one root from -1e30 to 1e30: 0, exact"),
        ("x^2*exp(x) = a*x^2", "at least 2 roots from -1e30 to 1e30: -2.303, 0"),  # others may be near to zero
    ],
)
def test_an_unknown_of_any_sign_is_looked_for_on_both_sides_of_zero(premise: str, told: str) -> None:
    """One positive root is not the value where there are negative ones, too."""
    line = in_domain(premise, "real", a="0.1")
    assert line.result == told
    assert (line.value is None) == ("root" in told)


@pytest.mark.parametrize(
    ("premise", "domain", "told"),
    [
        ("a = 2^x", "whole", "0"),
        ("exp(x) - x = a", "nonnegative", "0"),
        ("a*x^5 + 1 = a*x + exp(0*a)", "whole", "2 roots at 0 or from 1e-12 to 1e30: 0, 1"),
        ("exp(x) + x = 1/2 + a/2", "bit", "0"),
        ("a = x*exp(x)", "nonnegative", "0.5671"),
        ("a = 2 + x*exp(x)", "nonnegative", "no root at 0 or from 1e-12 to 1e30"),
        ("a = 2^x", "positive", "no root from 1e-12 to 1e30"),
        ("a = 2^x", "integer", "no root from 1 to 1e30"),
    ],
)
def test_zero_is_looked_at_where_the_unknown_may_be_that(premise: str, domain: str, told: str) -> None:
    """Beside a range that begins above it; it is no root of what is only positive."""
    assert in_domain(premise, domain, a="1").result == told


@pytest.mark.parametrize(("premise", "told"), [("k = 1/x", "no root at 0 or from 1e-12 to 1e30"), ("k = x + 1", "")])
def test_zero_is_no_root_where_something_behind_the_equation_has_no_value(premise: str, told: str) -> None:
    """For SymPy ``x/x`` is 1 everywhere; where what is put in has a value at zero, zero is a root."""
    equation = "a = x*k*exp(x)" if told else "a = k*exp(x)"

    def body(board: Board) -> Handle:
        taken = board.take(Premise("equation", equation))
        whole = board.substitute("whole", taken, [board.take(Premise("k", premise))])
        return board.solve("found", whole, for_="x")

    notation = Notation.of("x [] (nonnegative) unknown\na [] given\nk [] put in")
    line = derive(Claim("put-in", notation, body, defaults={"a": "1"})).numbers("found")
    assert (line.value, line.undefined or "") == (None if told else 0, told)


@pytest.mark.parametrize(
    ("premise", "domain", "a", "top", "told"),
    [
        ("a = x*exp(x)", "positive", "1e-21", "1e-20", "1e-21"),
        ("a = x*exp(x)", "positive", "2", "1e-20", "no root from 1e-32 to 1e-20"),
        ("a = x*exp(x)", "integer", "2", "1", "no root from 1 to 1"),
        ("a = x*exp(x)", "real", "2", "-3", "no root from -1e30 to -3"),
        ("x*exp(x) + a = 0", "real", "0.1", "-3", "-3.577"),
        ("a = x*exp(x)", "nonnegative", "2", "0", "no root from 0 to 0"),
    ],
)
def test_a_bound_below_the_range_moves_it(premise: str, domain: str, a: str, top: str, told: str) -> None:
    """Nothing is refused because what is searched otherwise lies above it."""
    assert in_domain(premise, domain, a=a, top=top).result == told


def test_a_root_that_the_unknown_cannot_be_is_no_value() -> None:
    """A count is a whole number, also where only numbers find it."""
    assert in_domain("a*exp(x) = x*exp(3)", "integer", a="3").result == "3"
    line = in_domain("a = x*exp(x)", "integer", a="100")
    assert line.value is None
    assert line.result == "one root from 1 to 1e30, and it is no value: 3.386 is not a whole number from 1"


def test_an_equation_from_which_the_unknown_drops_out_has_no_root() -> None:
    """What is left is a number that is not zero."""
    report = solved("exp(x)*b + x = exp(x)*a + x", a="1", b="2")
    assert report.numbers("found").result == "no root from 1e-12 to 1e30"


def derived(then: str, a: str, solve: str = "") -> NumbersLine:
    """The numbers of `then`, with the root of x^5 + x = a put in; solved for `solve` first, where that is given."""

    def body(board: Board) -> Handle:
        found = board.solve("found", board.take(Premise("equation", "a = x^5 + x")), for_="x")
        more = board.take(Premise("more", then))
        if solve:
            more = board.solve("turned", more, for_=solve)
            return board.substitute("goes-on", more, (board.take(Premise("same", "y = x")),))
        return board.substitute("goes-on", more, (found,))

    notation = Notation.of("x [] unknown\na [] given\ny [] what follows\nf [] (fraction) share")
    return derive(Claim("goes-on", notation, body), values={"a": a}).numbers("goes-on")


def test_what_follows_from_a_root_is_exact_only_where_the_root_is() -> None:
    assert not derived("y = 2*x", "3").exact
    exact = derived("y = 2*x", "34")
    assert (exact.value, exact.exact) == (4, True)


def test_a_root_that_is_not_told_from_a_whole_number_is_not_rounded_up() -> None:
    """34 and a little leads to 2 and a little, which is rounded up to 3, though its digits are those of 2."""
    assert derived("y = ceil(x)", "34").value == 2
    assert derived("y = ceil(x)", "35").value == 3
    with pytest.raises(UndecidedError, match="cannot tell which way to round: x is too near"):
        derived("y = ceil(x)", f"34.{'0' * 39}1")


def test_a_condition_that_hangs_on_the_last_digits_of_a_root_is_not_decided() -> None:
    """f = x/2 holds for x up to 2."""
    assert derived("y = 2*f", "34", "f").unchecked == ()
    assert "is above 2" in derived("y = 2*f", "35", "f").outside
    near = derived("y = 2*f", f"34.{'0' * 39}1", "f")
    assert (near.outside, near.unchecked) == ("", ("x <= 2",))
