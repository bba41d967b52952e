"""Points found by propagation: equation by equation, where premises hang on each other."""

from fractions import Fraction

import pytest

from derivations.kernel.statement import Statement
from derivations.kernel.term import ONE, ZERO, Term, number
from derivations.proof.propagation import PlainPoint, plain_points
from derivations.proof.witness import witnesses

A, B, C, D = (("s", name) for name in "abcd")
TRIES = 200


def given(*facts: tuple[str, Term, Term], **domains: str) -> Statement:
    return Statement(facts, (), domains, {})


def over(above: Term, below: Term) -> Term:
    return ("*", above, ("^", below, -1))


def test_a_point_of_witnesses_comes_first() -> None:
    """What is quickly found is not looked for again."""
    facts = given(("=", A, ("*", B, C)), ("=", B, ("+", C, ONE)), a="positive", b="positive", c="positive")
    first = next(witnesses(facts))
    assert next(plain_points(facts, 0)).values == first.values


@pytest.mark.parametrize("facts", [
    given(("=", A, ("*", over(ONE, number(4)), ("+", ONE, ("*", number(-1), A)))), a="fraction"),
    given(("=", ("*", A, A), ("+", B, C)), ("=", ("*", A, C), ONE), ("=", B, number(0)), a="positive", b="real",
          c="positive"),
    given(("=", D, over(("log", A), ("log", B))), ("!=", ("log", B), ZERO), a="positive", b="positive", d="integer"),
])
def test_a_point_found_satisfies_what_is_given(facts: Statement) -> None:
    """Where a quantity stands on both sides, where equations need one another, and of quotients of logarithms."""
    point = next(plain_points(facts, TRIES))
    assert point.values.keys() == facts.domains.keys()
    assert point.in_domains(facts)
    assert all(map(point.holds, facts.given))


def test_there_is_none_of_what_contradicts_itself() -> None:
    facts = given(("=", A, B), ("=", A, ("*", number(2), B)), a="positive", b="positive")
    assert not list(plain_points(facts, TRIES))


def test_a_root_has_no_value_at_a_plain_point() -> None:
    """A witness with a square is left out: whoever asks for whole exponents gets none else."""
    rooted = given(("=", A, ("pow", B, ("n", 1, 2))), a="positive", b="positive")
    assert any(point.values["b"] != 1 for point in witnesses(rooted))
    assert PlainPoint({"b": Fraction(4)}).holds((">", ("pow", B, ("n", 1, 2)), ZERO)) is None
    assert not list(plain_points(rooted, TRIES))
