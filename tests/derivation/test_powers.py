"""Powers with letters in their exponents: what a premise with one says of its base, which is nothing."""

from __future__ import annotations

import pytest

from derivations import Board, Notation, Premise
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    y [] (real) result
    r [] (real) base
    q [] (nonnegative) base that is zero or more
    a [] exponent
    f [] (fraction) fraction
    n [] (integer) whole exponent
    k [] (integer) k
    x [] x
""")


def stated(fact: str, *premises: str) -> Finding:
    """The finding on a statement beside premises."""
    board = Board(NOTATION)
    taken = tuple(board.take(Premise(f"p{place}", text)) for place, text in enumerate(premises))
    board.state("stated", fact, taken)
    return board.finish()["stated"].verdict.finding


@pytest.mark.parametrize(
    ("premises", "fact"),
    [
        (("y = q^a",), "q > 0"), (("y = q^a",), "y > 0"), (("y = q^f",), "y > 0"), (("y = (1 - f)^a",), "f < 1"),
        (("y = r^(2*n)",), "r >= 0"), (("y = r^(2*n + 1)",), "y >= 0"), (("y = r^(-n)",), "r >= 0"),
        (("y = r^(n*k)",), "r >= 0"), (("y = r^(n - 1)",), "r >= 0"), (("y = r^ceil(f)",), "r >= 0"),
        (("y = r^max(n, 2)",), "y >= 0"), (("y = r^a", "a = 3"), "r >= 0"), (("y = r^a", "a = 3"), "y >= 0"),
    ],
)
def test_a_power_of_a_premise_makes_no_base_positive(premises: tuple[str, ...], fact: str) -> None:
    """At (-2)^3 and 0^2 there is a value, too."""
    assert stated(fact, *premises) in (Finding.REFUTED, Finding.INCONCLUSIVE)


@pytest.mark.parametrize(
    ("premises", "fact"),
    [
        (("y = q^a",), "y >= 0"), (("y = q^f",), "y >= 0"), (("y = (1 - f)^a",), "y >= 0"), (("y = a^r",), "y > 0"),
        (("y = sqrt(r)",), "r >= 0"), (("y = r^(-1/2)",), "r > 0"), (("y = r^a", "a = 3", "r = -2"), "y = -8"),
        (("y = a^(r + x)",), "y = a^r*a^x"),
    ],
)
def test_what_is_so_of_every_value_is_proven(premises: tuple[str, ...], fact: str) -> None:
    """Powers of what is zero or more are; and a root says what it is taken of."""
    assert stated(fact, *premises) is Finding.PROVEN


@pytest.mark.parametrize(
    ("letters", "premise", "solve", "found"),
    [
        ("w [] (whole) w\nz [] (whole) z", "w >= z", "", "w = z"),
        ("w [] (whole) w\nz [] (real) z", "w >= z", "", "w = ceil(z)"),
        ("q [] (nonnegative) q\nz [] (real) z", "q^2 = z", "q", "q = sqrt(z)"),
    ],
)
def test_a_condition_that_is_too_strict_refutes_nothing(letters: str, premise: str, solve: str, found: str) -> None:
    """The statement is true under it."""
    board = Board(Notation.of(letters))
    taken = board.take(Premise("taken", premise))
    if solve:
        board.solve("found", taken, for_=solve)
    else:
        board.round_up("found", taken)
    steps = [step for step in board.finish() if step.relation is not None and step.relation.written_left != premise]
    (step,) = [step for step in steps if str(step.relation) == found]
    assert step.verdict.finding in (Finding.PROVEN, Finding.INCONCLUSIVE)
