"""Families: what a fact about every value of a quantity rests on, and what wrong ones do not."""

from collections.abc import Sequence

import pytest

from derivations.kernel import families
from derivations.kernel.statement import Statement
from derivations.kernel.term import KernelError
from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.tree import Node, WrittenRelation
from derivations.proof.finder import find_certificate

DOMAINS = {
    **dict.fromkeys(("a", "b", "y", "u", "x", "x_other"), "positive"), "k": "whole", "n": "whole", "c": "real",
    "s": "real", "f": "real", "f_slope": "real",
}
FUNCTIONS = {"s": (1, 1), "f": (1, 0), "f_slope": (1, 0)}


def of(text: str) -> WrittenRelation:
    return parse_relation(text, tuple(DOMAINS), FUNCTIONS)


def node(text: str) -> Node:
    return parse_expression(text, tuple(DOMAINS), FUNCTIONS)


@pytest.mark.parametrize(
    ("source", "given", "holds"),
    [
        ("y = a*x/x", [], True), ("y = a + b", [], True), ("y = a*x", [], False), ("y = max(a, a + c*x)", [], False),
        ("y = a + c*x", ["c = 0"], True), ("y = x/(x + a)", [], False),
    ],
)
def test_independence(source: str, given: list[str], holds: bool) -> None:
    """The same for two values of x, or not."""
    wanted = families.independence(of(source), "x", "x_other", [of(each) for each in given], DOMAINS, {})
    assert (find_certificate(wanted) is not None) is holds


def test_independence_asks_for_a_new_value() -> None:
    """A letter that is there already has a value of its own."""
    with pytest.raises(KernelError, match="no new value"):
        families.independence(of("y = a*x"), "x", "a", [], DOMAINS, {})
    with pytest.raises(KernelError, match="on the left"):
        families.independence(of("x = a"), "x", "x_other", [], DOMAINS, {})


@pytest.mark.parametrize(
    ("source", "slope", "holds"),
    [
        ("y = a*x^2 + b", "u = 2*a*x", True), ("y = a*x^2 + b", "u = a*x", False),
        ("y = a/x", "u = -a/x^2", True), ("y = a/x", "u = a/x^2", False),
        ("y = sqrt(x)", "u = 1/(2*sqrt(x))", True), ("y = sqrt(x)", "u = 2/sqrt(x)", False),
        ("y = x^a", "u = a*x^(a - 1)", True), ("y = x^a", "u = x^(a - 1)", False),
        ("y = exp(a*x)", "u = a*exp(a*x)", True), ("y = exp(a*x)", "u = exp(a*x)", False),
        ("y = log(a*x)", "u = 1/x", True), ("y = log(a*x)", "u = 1/(a*x)", False),
        ("y = a^x", "u = a^x*log(a)", True), ("y = a^x", "u = a^x", False),
        ("y = x*f(x)", "u = f(x) + x*f_slope(x)", True), ("y = x*f(x)", "u = x*f_slope(x)", False),
        ("y = f(a*x)", "u = a*f_slope(a*x)", True), ("y = f(a*x)", "u = f_slope(a*x)", False),
    ],
)
def test_slopes(source: str, slope: str, holds: bool) -> None:
    """By the rules of calculus, and no other one."""
    wanted = families.slope(of(source), of(slope), "x", {"f": "f_slope"}, [], DOMAINS, {})
    assert (find_certificate(wanted) is not None) is holds


def test_no_slope_of_what_has_a_kink() -> None:
    """A max has none at the edge."""
    with pytest.raises(KernelError, match="no derivative of max"):
        families.slope(of("y = max(x, a)"), of("u = 1"), "x", {}, [], DOMAINS, {})


def test_an_instance_is_what_is_said_at_one_index() -> None:
    """And not at another one."""
    right = families.instance(of("s(k) = a*k"), of("s(3) = 3*a"), "k", node("3"), [], DOMAINS, {})
    wrong = families.instance(of("s(k) = a*k"), of("s(3) = 4*a"), "k", node("3"), [], DOMAINS, {})
    assert find_certificate(right) is not None
    assert find_certificate(wrong) is None


@pytest.mark.parametrize(
    ("value", "given", "holds"),
    [("0", [], True), ("k + 2", [], True), ("0 - 1", [], False), ("k - 1", [], False), ("k - 1", ["k >= 1"], True)],
)
def test_an_instance_is_at_an_index(value: str, given: list[str], holds: bool) -> None:
    """Of s(k) = a for k = 0, 1 and so on nothing follows for s(-1)."""
    goal = of(f"s({value}) = a")
    wanted = families.instance(of("s(k) = a"), goal, "k", node(value), [of(each) for each in given], DOMAINS, {})
    assert (find_certificate(wanted) is not None) is holds


@pytest.mark.parametrize("value", ["1/2", "n/2", "x", "a"])
def test_an_instance_is_at_a_whole_number(value: str) -> None:
    """And an induction starts at one."""
    with pytest.raises(KernelError, match="no value of k"):
        families.instance(of("s(k) = a"), of(f"s({value}) = a"), "k", node(value), [], DOMAINS, {})
    with pytest.raises(KernelError, match="no value of k"):
        families.induction([of("s(k) = a")], [of("s(k + 1) = s(k)")], [of(f"s({value}) = a")], "k", node(value),
                           DOMAINS, {})


def test_an_induction_starts_at_an_index() -> None:
    """From s(-1) = a nothing follows, as the recurrence is said of indices alone."""
    start, _ = families.induction([of("s(k) = a")], [of("s(k + 1) = s(k)")], [of("s(0 - 1) = a")], "k", node("0 - 1"),
                                  DOMAINS, {})
    assert find_certificate(start) is None


@pytest.mark.parametrize(
    ("goal", "start", "holds"),
    [("s(k) = a*k", "0", [True, True]), ("s(k) = 2*a*k", "0", [True, False]), ("s(k) = a*k + b", "0", [False, True])],
)
def test_induction_wants_start_and_step(goal: str, start: str, holds: list[bool]) -> None:
    """From s(k + 1) = s(k) + a and s(0) = 0."""
    wanted = families.induction(
        [of(goal)], [of("s(k + 1) = s(k) + a")], [of("s(0) = 0")], "k", node(start), DOMAINS, {}
    )
    assert [find_certificate(each) is not None for each in wanted] == holds


def test_induction_is_over_what_varies() -> None:
    """What speaks of the index is no plain fact."""
    with pytest.raises(KernelError, match="k varies"):
        families.induction([of("s(k) = a")], [], [of("k = 3")], "k", node("0"), DOMAINS, {})
    with pytest.raises(KernelError, match="k varies"):  # the step would be shown only from n on
        families.induction([of("s(k) = a")], [], [], "k", node("0"), DOMAINS, {"n": "k"})


def proven(*wanted: Statement) -> bool:
    return all(find_certificate(each) is not None for each in wanted)


def limit(
    source: str, outcome: str, by: str = "x", to: str = "oo", conditions: Sequence[str] = (), given: Sequence[str] = (),
    at_most: dict[str, str] | None = None,
) -> bool:
    """Whether a limit is proven; a statement that cannot be made proves nothing."""
    said, left = ([of(each) for each in items] for items in (conditions, given))
    try:
        return proven(families.limit(
            of(source), of(outcome), by, said, left, DOMAINS, at_most or {}, to_infinity=to == "oo"
        ))
    except KernelError:
        return False


@pytest.mark.parametrize(
    ("source", "to", "right", "wrong"),
    [
        ("y = a + b/x", "oo", "y = a", "y = a + b"), ("y = (a*x + b)/(b*x + a)", "oo", "y = a/b", "y = b/a"),
        ("y = (a*x + b)/(b*x + a)", "0", "y = b/a", "y = a/b"), ("y = 1/(a + b/x)", "0", "y = 0", "y = 1/a"),
        ("y = a/(sqrt(b*x) + 1)", "oo", "y = 0", "y = a"), ("y = a/(sqrt(b*x) + 1)", "0", "y = a", "y = 0"),
        ("y = sqrt(a*x)/(sqrt(x) + b)", "oo", "y = sqrt(a)", "y = a"), ("y = a + b", "0", "y = a + b", "y = a"),
        ("y = (x + a)^2/x^2 - 2*a/x", "oo", "y = 1", "y = 2"), ("y = (x + a) - x", "oo", "y = a", "y = 0"),
        ("y >= a/(1 + x)", "0", "y >= a", "y >= b"), ("y = (x^2 - a^2)/(x - a)", "0", "y = a", "y = -a"),
    ],
)
def test_limits_of_quotients(source: str, to: str, right: str, wrong: str) -> None:
    """By the leading terms, and no other one."""
    assert limit(source, right, to=to)
    assert not limit(source, wrong, to=to)
    assert not limit(source, right.replace("=", ">") if ">=" not in right else right.replace(">=", "="), to=to)


@pytest.mark.parametrize(
    ("source", "outcome", "to"),
    [
        ("y = a*x", "y = a", "oo"), ("y = a/x", "y = a", "0"), ("y = x - x^2/(x + a)", "y = x", "oo"),
        ("y = max(a, x)", "y = a", "0"), ("y = x^x", "y = 1", "0"), ("y = log(x)/x", "y = 0", "oo"),
        ("y = sqrt(x + a)/x", "y = 0", "oo"), ("y = y/x", "y = 0", "oo"), ("x = a/x", "x = 0", "oo"),
        ("y = 1/(x - x)", "y = 0", "oo"), ("y = a/(c*x + a)", "y = 0", "oo"), ("y = a/c + b/x", "y = a/c", "oo"),
        ("y = sqrt(c*x)/x", "y = 0", "oo"),
    ],
)
def test_no_limit(source: str, outcome: str, to: str) -> None:
    """None that is finite, none by leading terms, or one that is undefined for some value of what is held."""
    assert limit(source, outcome, to=to) is (source == "y = a/c + b/x")  # where that has a value, so has the limit


@pytest.mark.parametrize(
    ("source", "to", "right", "wrong"),
    [
        ("y = a + b*(1/2)^x", "oo", "y = a", "y = a + b"), ("y = a + b*2^x", "0", "y = a + b", "y = a"),
        ("y = a + x^5*(1/2)^x", "oo", "y = a", "y = 0"), ("y = a + b*exp(-a*x)", "oo", "y = a", "y = a + b"),
        ("y = (a + x*(1/2)^x)/(1 - (1/2)^(b*x))", "oo", "y = a", "y = a/2"),
        ("y = a*(1/2)^(b/x)", "oo", "y = a", "y = 0"), ("y = a*(1/2)^(b/x)", "0", "y = 0", "y = a"),
        ("y = a*u^(b*x/(x + a))", "oo", "y = a*u^b", "y = a*u"), ("y = a*x/(1/2)^x", "0", "y = 0", "y = a"),
        ("y = a^x + sum(a^x, x, 1, 3)", "0", "y = 1 + a + a^2 + a^3", "y = 4"),
    ],
)
def test_limits_of_powers_with_the_letter_in_their_exponents(source: str, to: str, right: str, wrong: str) -> None:
    """A power of a positive base is continuous; one of a fraction falls faster than every power of the letter grows."""
    assert limit(source, right, to=to)
    assert not limit(source, wrong, to=to)


@pytest.mark.parametrize(
    ("source", "outcome", "to"),
    [
        ("y = a + b*2^x", "y = a", "oo"), ("y = a + b*u^x", "y = a", "oo"), ("y = a + b*exp(a*x)", "y = a", "oo"),
        ("y = a*(1/2)^(c*x)", "y = 0", "oo"), ("y = a/(1/2)^x", "y = 0", "oo"), ("y = a + b*c^x", "y = a + b", "0"),
        ("y = (1 - (1/2)^x)/x", "y = 0", "0"), ("y = a + sqrt((1/2)^x)", "y = a", "oo"),
    ],
)
def test_no_limit_of_a_power(source: str, outcome: str, to: str) -> None:
    """Of a base that may be larger, an exponent of any sign, or where the rate at which it falls is what counts."""
    assert not limit(source, outcome, to=to)


def test_conditions_that_speak_of_a_power_close_to_the_limit() -> None:
    """What falls to zero has no sign of its own there, also where it is all that is left."""
    assert limit("y = a + b*u^x", "y = a", conditions=["u < 1"], given=["u < 1"])
    assert limit("y = a + b*(1/2)^x", "y = a", conditions=["(1/2)^x < a"])
    assert not limit("y = a + b*(1/2)^x", "y = a", conditions=["(1/2)^x <= 0"])
    assert limit("y = a + x", "y = a", to="0", conditions=["(1/2)^x < 2"])
    assert not limit("y = a + x", "y = a", to="0", conditions=["(1/2)^x > 2"])
    assert not limit("y = a + x", "y = a", to="0", conditions=["(1/2)^x < 1"])


def test_a_limit_of_a_number_of_any_sign_is_one_from_both_sides() -> None:
    """A root of it has none at zero, a slope of its absolute value neither."""
    assert limit("y = a + c", "y = a", "c", "0")
    assert limit("y = a/(b + c)", "y = a/b", "c", "0")
    assert not limit("y = sqrt(c)", "y = 0", "c", "0")
    assert limit("y = sqrt(x)", "y = 0", "x", "0")


def test_what_goes_there_can() -> None:
    """No whole number goes to zero, and nothing beyond what it never exceeds, or below what never exceeds it."""
    assert limit("y = a/(k + 1)", "y = 0", "k")
    assert not limit("y = a/(k + 1)", "y = a", "k", "0")
    assert limit("y = a/(x + 1)", "y = 0", at_most={"a": "x"})
    assert not limit("y = a/(x + 1)", "y = 0", at_most={"x": "b"})
    assert not limit("y = a/(x + 1)", "y = a", to="0", at_most={"b": "x"})


def test_conditions_hold_on_the_way() -> None:
    """Those of the formula close to the limit; those that are left do not speak of what varies."""
    assert limit("y = a + b/x", "y = a", conditions=["x > b"])
    assert not limit("y = a + b/x", "y = a", conditions=["x < b"])
    assert not limit("y = a + b/x", "y = a", conditions=["x < b"], given=["x < b"])
    assert not limit("y = a + x", "y = a", to="0", conditions=["x = b"], given=[])
    assert limit("y = a + x", "y = a", to="0", conditions=["b + x <= a"], given=["b < a"])
    assert not limit("y = a + x", "y = a", to="0", conditions=["b + x <= a"], given=["b <= a"])
    assert limit("y = a + x", "y = a", to="0", conditions=["y <= b"], given=["y < b"])
    assert not limit("y = a + x", "y = a", to="0", conditions=["y <= b"], given=["y <= b"])
    assert not limit("y = a + x", "y = a", to="0", conditions=["y <= b"], given=["y < 2*a"])
    assert not limit("y = a + x", "y = a", to="0", conditions=["c > b"])


def least(
    source: str, outcome: str, given: Sequence[str] = (), at_most: dict[str, str] | None = None, **domains: str
) -> bool:
    try:
        return proven(families.least(
            of(source), of(outcome), [of(each) for each in given], DOMAINS | domains, at_most or {}
        ))
    except KernelError:
        return False


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        ("y = a*x + b/x", "x = sqrt(b/a)", "x = b/a"), ("y = (x - a)^2 + b", "x = a", "x = b"),
        ("y = a*x - log(x)", "x = 1/a", "x = a"), ("y = exp(c) - c", "c = 0", "c = a"),
        ("y = max(a/x, b)", "x = a/b", "x = 2*a/b"), ("y = max(a/x, b)", "x = a/b", "x = a/(2*b)"),
        ("y >= max(a*x, b/x)", "x = sqrt(b/a)", "x = a/b"),
    ],
)
def test_least_values(source: str, right: str, wrong: str) -> None:
    """At the stationary point of what bends upward, or where a max has its kink; the smallest such value."""
    assert least(source, right)
    assert not least(source, wrong)


@pytest.mark.parametrize(
    ("source", "outcome", "at_most", "domain"),
    [
        ("y = (x - a)^2*(x - b)^2", "x = a", {}, "positive"),  # there are two
        ("y = b - (x - a)^2", "x = a", {}, "positive"),  # the largest
        ("y = (x - a)^3", "x = a", {}, "positive"),  # neither
        ("y = (x - c)^2", "x = c", {}, "positive"),  # which c may not be
        ("y = (x - a)^2", "x = a", {}, "fraction"),
        ("y = (x - a)^2", "x = a", {"x": "b"}, "positive"),  # beyond the largest x
        ("y = (x - a)^2", "x = a", {"b": "x"}, "positive"),  # below the smallest one
        ("y = (x - a)^2", "x = a", {}, "integer"),  # between two whole numbers
        ("y = x + 1/(x - a)", "x = a + 1", {}, "positive"),  # has a pole on the way
        ("y < a*x + b/x", "x = sqrt(b/a)", {}, "positive"), ("y = (y - x)^2", "x = y", {}, "positive"),
        ("y = (x - a)^2", "x = x", {}, "positive"), ("y = f(x)", "x = a", {}, "positive"),
    ],
)
def test_no_least_value(source: str, outcome: str, at_most: dict[str, str], domain: str) -> None:
    """Another one, none in the domain, or none of a function of which nothing is known."""
    assert not least(source, outcome, (), at_most, x=domain)


def test_a_least_value_is_for_every_value_of_what_varies() -> None:
    """Under no condition that speaks of it, or of what is least."""
    assert least("y = (x - c)^2", "x = c", ["c > 0"])
    assert not least("y = (x - c)^2", "x = c", ["x = c"])
    assert not least("y = (x - a)^2*(x - b)^2", "x = a", ["y > 0"])


@pytest.mark.parametrize(
    ("summed", "first", "last", "closed_form", "holds"),
    [
        ("k", "1", "n", "n*(n + 1)/2", True), ("k", "1", "n", "n*(n + 2)/3", False),
        ("k", "1", "n", "n*(n - 1)/2", False), ("k", "0", "n - 1", "n*(n - 1)/2", True),
        ("a*k + b", "1", "n", "a*n*(n + 1)/2 + b*n", True), ("a*k + b", "1", "n", "a*n*(n + 1)/2 + b", False),
        ("k", "1", "n", "n*(n + 1)/2 + a - a", True), ("k", "1", "n", "n*(n + 1)/2 + a", False),
        ("a^k", "0", "n - 1", "(1 - a^n)/(1 - a)", False),  # not where a is one
    ],
)
def test_finite_sums(summed: str, first: str, last: str, closed_form: str, holds: bool) -> None:
    """Right at the first count, and at the next one."""
    for domain in ("integer", "positive"):
        wanted = families.finite_sum(
            of(f"u = {closed_form}"), node(summed), "k", node(first), node(last), "n", [], DOMAINS | {"n": domain}, {}
        )
        assert proven(*wanted) is holds


def test_sums_are_over_counts() -> None:
    """From the first number on, of what counts; no condition speaks of it, nor has it a least value that varies."""
    closed = of("u = n*(n + 1)/2")

    def asked(given: list[WrittenRelation], at_most: dict[str, str], domain: str) -> None:
        families.finite_sum(
            closed, node("k"), "k", node("1"), node("n"), "n", given, DOMAINS | {"n": domain}, at_most
        )

    asked([of("a < 1")], {"n": "b"}, "integer")
    for given, at_most, domain in (([of("n < a")], {}, "integer"), ([], {"b": "n"}, "integer"), ([], {}, "real")):
        with pytest.raises(KernelError):
            asked(given, at_most, domain)
    with pytest.raises(KernelError):  # which may end between two whole numbers
        families.finite_sum(of("u = n/2"), node("1"), "k", node("1"), node("n/2"), "n", [], DOMAINS, {})
    wanted = families.finite_sum(
        of("u = (1 - a^n)/(1 - a)"), node("a^k"), "k", node("0"), node("n - 1"), "n", [of("a < 1")],
        DOMAINS | {"n": "integer"}, {},
    )
    assert proven(*wanted)
