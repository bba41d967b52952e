"""What has no value where what is given holds is not proven there."""

from __future__ import annotations

import pytest

from derivations.derivation.board import Board
from derivations.derivation.premise import Premise
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.proof.definedness import UNDEFINED
from derivations.proof.obligation import Obligation
from derivations.proof.prove import lacks_value, prove, shows
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    x [] (real) number
    y [] (real) another number
    t [] (real) third number
    L [] (nonnegative) context
    p [] positive number
    a [] (bit) bit
    k [] (integer) index
    m [] (whole) count
    n [] (integer) another count
    h(number) [] (real) function
""")


def question(line: str) -> Obligation:
    """``goal | given | given ...``"""
    goal, *given = (relation(text, NOTATION) for text in line.split("|"))
    return Obligation(goal, tuple(given))


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("x/x = 1 | x = 0", "a division by x"),
        ("x/x > 0 | x = 0", "a division by x"),
        ("x/x >= 1 | x = 0", "a division by x"),
        ("0/x = 0 | x = 0", "a division by x"),
        ("x/x = 1 | x^2 = 0", "a division by x"),
        ("x/x = 1 | x^2*y = 0 | y = x", "a division by x"),
        ("(x - y)/(x - y) = t | x = y | t = 1", "a division by x - y"),
        ("(x - y)/(x - y) = 1 | x >= y | x <= y", "a division by x - y"),
        ("L/L = 1 | L <= 0", "a division by L"),
        ("y/x > 0 | x = 0 | y = 1", "a division by x"),
        ("1/(1/x) = 0 | x = 0", "a division by x"),
        ("log(x) = log(x) | x = 0 - 1", "log(x)"),
        ("0*log(x) = 0 | x < 0", "log(x)"),
        ("log(L)/log(L) = 1 | L = 0", "log(L)"),
        ("sqrt(x)^2 = x | x = 0 - p", "a root or power of x"),
        ("L^(0 - 1/2) = L^(0 - 1/2) | L = 0", "a root or power of L"),
        ("t = 1 | t = x/x | x = 0", "a division by x"),  # what is given has no value
        ("h(x)/h(x) = 1 | h(x) = 0", "a division by h(x)"),
        ("a/a = 1 | a = 0", "a division by a"),
    ],
)
def test_what_has_no_value_is_not_proven(line: str, what: str) -> None:
    for found in (prove(question(line)), shows(question(line))):
        assert found.finding is Finding.INCONCLUSIVE
        assert found.reason == f"{UNDEFINED}: {what} has no value where what is given holds"


@pytest.mark.parametrize(
    "line",
    [
        "p/p = 1",
        "x/x = 1 | x < 0",
        "x/x = 1 | x^2 = p",
        "x/x = 1 | y = 1/x",  # what is given has a value
        "0/x = 0 | 0 < x^2",
        "(x^2 - y^2)/(x - y) = x + y | y < x",
        "L/(L + x) <= 1 | x > 0",
        "sqrt(L) = 0 | L = 0",
        "sqrt(x)^2 = x | x >= 0",
        "x^3 = 0 | x = 0",
        "log(p) + log(x) = log(x) + log(p) | x > 1",
        "a/a = 1 | a = 1",
        "h(x)/h(x) = 1 | h(x) = p",
        "factorial(m) = m*factorial(m - 1) | m >= 1",
        "factorial(n) = n*factorial(n - 1)",
        "factorial(m)/factorial(m) = 1",
        "sum(1, k, 1, m) = m",
        "product(2, k, 1, m) = 2^m",
        "sum(k/k, k, 1, m) = m",
        "x*sum(p, k, 1, m)/x = p*m | x < 0",
        "y + 1 = sum(1, k, 1, x) + 1 | y = sum(1, k, 1, x)",  # then x is a whole number
        "lambert_w0(p)/lambert_w0(p) = 1",
        "y = 1*x^p | y = x^p",  # the same power
        "y = p*p^(x - 1) | y = p^x",
        "y = x*x^(t - 1) | y = x^t | x > 0",
        "L^p*L^p = L^(2*p)",
        "y = x^(0 - n) + 0/x | y = x^(0 - n)",
        "y = log(x) + sqrt(x) - sqrt(x) | y = log(x)",
    ],
)
def test_what_has_a_value_is_proven(line: str) -> None:
    assert prove(question(line)).finding is Finding.PROVEN
    assert shows(question(line)).finding is Finding.PROVEN


@pytest.mark.parametrize(
    ("line", "lacks"),
    [
        ("x/x = 1", "x != 0 is not shown"),
        ("x/x <= 2", "x != 0 is not shown"),
        ("x/x <= 1", "x != 0 is not shown"),
        ("L/L = 1", "L != 0 is not shown"),
        ("L*(x/L) = x", "L != 0 is not shown"),
        ("0/x = 0", "x != 0 is not shown"),
        ("1/(1/x) = x", "x != 0 is not shown"),
        ("x/x = 1 | x >= 0", "x != 0 is not shown"),
        ("x/x = 1 | x*y = 0", "x != 0 is not shown"),
        ("(x^2 - y^2)/(x - y) = x + y", "x - y != 0 is not shown"),
        ("L/(L + L) <= 1", "L + L != 0 is not shown"),
        ("max(x/x, 1) = 1", "x != 0 is not shown"),
        ("x^y/x^y = 1", "x > 0 is not shown"),
        ("sqrt(x)^2 = x", "x >= 0 is not shown"),
        ("sqrt(x)^2 = x | x <= 0", "x >= 0 is not shown"),
        ("0*log(x) = 0", "x > 0 is not shown"),
        ("log(p) + log(x) = log(x) + log(p) | x < 1", "x > 0 is not shown"),
        ("a/a = 1", "a != 0 is not shown"),
        ("h(x)/h(x) = 1", "h(x) != 0 is not shown"),
        ("factorial(m) = m*factorial(m - 1)", "m - 1 >= 0 is not shown"),
        ("factorial(m)/factorial(m - 1) = m", "m - 1 >= 0 is not shown"),
        ("sum(1, k, 1, p) = p", "p may be no whole number"),
        ("sum(1, k, 1, n/2) = n/2", "n/2 may be no whole number"),
        ("product(p, k, 1, x) > 0", "x may be no whole number"),
        ("sum(L, k, 1, x) >= 0", "x may be no whole number"),
        ("sum(x/x, k, 1, n) = n", "x != 0 is not shown"),
        ("sum(k/k, k, 0, m) = m + 1", "k != 0 is not shown"),
        ("lambert_w0(x) - lambert_w0(x) = 0", "x + exp(-1) >= 0 is not shown"),
        ("lambert_wm1(x)/lambert_wm1(x) = 1 | x < 0", "x + exp(-1) >= 0 is not shown"),
        # that a power has a value says no more of its base than the exponent asks for, which is open
        ("y = x^p + 0*log(x) | y = x^p", "x > 0 is not shown"),
        ("y = (x^p)^2 | y = x^(2*p)", "x >= 0 is not shown"),
        ("y = L*L^(p - 1) | y = L^p", "L > 0 is not shown"),
        ("y = L^p + log(L) - log(L) | y = L^p", "L > 0 is not shown"),
        ("y = x^(m - 1) + 0/x | y = x^(m - 1)", "x != 0 is not shown"),
    ],
)
def test_what_may_have_no_value_is_not_proven(line: str, lacks: str) -> None:
    """What SymPy cancels decides nothing of where there is no value."""
    for found in (prove(question(line)), shows(question(line))):
        assert found.finding is Finding.INCONCLUSIVE
        assert found.reason.endswith(f"may have no value: {lacks}"), found.reason


@pytest.mark.parametrize("line", ["sum(1, k, 1, x) = x", "product(2, k, 1, x) = 2^x"])
def test_a_range_between_what_is_no_whole_number_has_no_closed_form(line: str) -> None:
    assert not prove(question(line)).holds


def test_what_is_equal_for_sympy_is_told_apart() -> None:
    """Proofs are kept by content, and x/x is 1 in it."""
    lines = ("1 = 1 | x = 0", "x/x = 1 | x = 0", "1 = 1 | x = 0")
    assert [prove(question(line)).holds for line in lines] == [True, False, True]


def test_a_step_and_a_rejected_statement_without_a_value_say_so() -> None:
    """The wrong twin, at another number, is refuted."""
    board = Board(NOTATION)
    zero, t = board.take(Premise("zero", "x = 0")), board.take(Premise("t", "t = 1"))
    board.state("stated", "t*x/x = 1", [zero, t])
    board.reject("rejected", "t*x/x = 2", [zero, t])
    board.reject("refuted", "t*(x + 1)/(x + 1) = 2", [zero, t])
    steps = board.finish()
    assert steps["stated"].verdict.reason.startswith(UNDEFINED)
    rejected, refuted = steps.rejects
    assert not rejected.sound
    assert refuted.sound


@pytest.mark.parametrize("domains", [("positive", "nonnegative"), ("nonnegative", "positive")])
def test_what_cancels_is_asked_in_its_own_domain(domains: tuple[str, str]) -> None:
    """Also where the same text was asked before with a letter of another one: SymPy keeps nothing of it."""
    for domain in domains:
        own = Notation.of(f"y [] result\nx [] number\nw [] ({domain}) cancels")
        asked = Obligation(relation("y = x*w/w", own), (relation("y = x", own),))
        assert prove(asked).holds is (domain == "positive")
        assert (lacks_value(asked) == "") is (domain == "positive")
