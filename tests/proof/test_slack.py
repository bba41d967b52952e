"""Slack variables: every admissible point is reached, and at every point that is reached the facts hold."""

import pytest
from sympy import Expr, Rational, Symbol, solve

from derivations.language.grammar import parse_expression
from derivations.language.quantity import Notation
from derivations.language.to_sympy import to_sympy
from derivations.proof.elimination import Fact
from derivations.proof.sign import Sign, sign
from derivations.proof.slack import Slack, slacken

NOTATION = Notation.of("a [] x\nb [] x\nc [] x\nL [] (nonnegative) x\nM [] (nonnegative) x\nx [] (real) x")


def fact(text: str) -> Fact:
    """``expression > 0`` or ``expression >= 0``."""
    body, operator, _ = text.rpartition(">= 0") if ">=" in text else text.rpartition("> 0")
    return Fact(to_sympy(parse_expression(body), NOTATION), operator == "> 0")


FACTS = [
    "b - a > 0", "b - a >= 0", "a - b > 0", "a - b >= 0", "b - L > 0", "b - L >= 0", "L - b > 0", "L - b >= 0",
    "a*b - c > 0", "a/b - c/a > 0", "b^2 - a*b >= 0", "c - a*L > 0", "b - sqrt(a) > 0", "b - sqrt(L) >= 0", "L > 0",
    "a*(b - c) > 0", "(c - a)/(a + b) >= 0",
]


def _slacked(text: str) -> tuple[Symbol, Expr, list[Symbol]]:
    replacements = slacken([fact(text)]).replacements
    assert len(replacements) == 1
    symbol, value = replacements[0]
    known = {quantity.symbol for quantity in NOTATION}
    return symbol, value, sorted(value.free_symbols - known, key=lambda s: s.sort_key())


@pytest.mark.parametrize("text", FACTS)
def test_facts_hold_by_construction(text: str) -> None:
    """At every value of the slack, zero included where it may be."""
    symbol, value, slacks = _slacked(text)
    numbers = [Rational(n, 4) for n in (1, 3, 4, 40)] + ([] if slacks[0].is_positive else [Rational(0)])
    for others in (Rational(1, 3), Rational(2), Rational(7)):
        at = {q.symbol: others * place for place, q in enumerate(NOTATION, 1) if q.symbol != symbol}
        for first in numbers:
            for second in numbers[:3]:
                slack_values = dict(zip(slacks, (first, second), strict=False))
                there = value.xreplace(at).xreplace(slack_values)
                size = fact(text).expression.xreplace({**at, symbol: there}).evalf(30)
                assert size > -1e-20 if not fact(text).strict else size > 0


@pytest.mark.some(4)
@pytest.mark.parametrize("text", FACTS)
def test_every_point_that_satisfies_a_fact_is_reached(text: str) -> None:
    """Otherwise a proof would miss it."""
    symbol, value, slacks = _slacked(text)
    reached = 0
    for others in (Rational(1, 3), Rational(2), Rational(7)):
        at = {q.symbol: others * place for place, q in enumerate(NOTATION, 1) if q.symbol != symbol}
        here = fact(text).expression.xreplace(at)
        for number in (0, Rational(1, 50), Rational(1, 3), 1, 2, 5, 49, 400):
            size = here.xreplace({symbol: Rational(number)})
            inside = size.is_real and (size > 0 or (size == 0 and not fact(text).strict))
            if not inside or (number == 0 and symbol.is_positive):
                continue
            reached += 1
            assert _reachable(value.xreplace(at), slacks, Rational(number)), (symbol, number, value)
    assert reached >= 2


def _reachable(value: Expr, slacks: list[Symbol], wanted: Expr) -> bool:
    for fixed in (Rational(1), Rational(0)):  # of two slacks, one may stand for the scale
        target = value if len(slacks) == 1 else value.subs(slacks[1], fixed)
        plain = Symbol("plain")
        for found in solve(target.subs(slacks[0], plain) - wanted, plain):
            if found.is_real and (found > 0 or (found == 0 and not slacks[0].is_positive)):
                return True
    return False


def test_one_fact_may_build_on_another() -> None:
    slack = slacken([fact("b - a > 0"), fact("c - b > 0")])
    assert slack.unused == ()
    assert sign(slack.apply(fact("c - a > 0").expression)) is Sign.POSITIVE


def test_facts_that_exclude_each_other_are_seen() -> None:
    assert slacken([fact("b - a > 0"), fact("a - b > 0")]).contradictory
    assert slacken([fact("b - a > 0"), fact("c - b > 0"), fact("a - c > 0")]).contradictory
    assert not slacken([fact("b - a >= 0"), fact("a - b >= 0")]).contradictory
    assert not slacken([fact("b - a > 0"), fact("c - b > 0")]).contradictory


@pytest.mark.parametrize("text", ["x - a > 0", "a - x > 0", "(a - b)*(b - c) > 0", "a^2 - b^2 - c > 0"])
def test_a_fact_without_a_symbol_to_bound_is_left_unused(text: str) -> None:
    """A symbol of any sign cannot stand for a multiple of a positive slack."""
    slack = slacken([fact(text)])
    assert (slack.replacements, slack.unused) == ((), (fact(text),))


def test_a_fact_that_holds_anyway_needs_no_slack() -> None:
    assert slacken([fact("a + L > 0")]) == Slack()
