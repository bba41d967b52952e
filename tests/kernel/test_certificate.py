"""Certificates: what the finder finds, the kernel replays, and holds against the statement that was asked for."""

import json
from fractions import Fraction

import pytest

from derivations.kernel.certificate import Certificate, replayed, upholds
from derivations.kernel.statement import Statement, statement
from derivations.kernel.term import KernelError, Term
from derivations.kernel.theorem import Kernel
from derivations.language.grammar import parse_relation
from derivations.proof.finder import find_certificate

from ..reports import few

DOMAINS = dict.fromkeys(("a", "b", "c", "d", "t", "u", "W"), "positive") | {"x": "real", "L": "nonnegative"}


def asked(goal: str, *given: str) -> Statement:
    """A statement from text."""
    names = tuple(DOMAINS)
    return statement([parse_relation(each, names, {}) for each in given], parse_relation(goal, names, {}), DOMAINS, {})


TRUE = [
    ("t = a*b/W", "t = u/W", "u = a*b"),
    ("t >= a", "t = max(a, b)"),
    ("a/b = c/d", "a*d = b*c"),
    ("a < b", "a + c < b"),
    ("a*c < b*c", "a < b"),
    ("x/x = 1", "x > 2"),
    ("sqrt(a)*sqrt(a) = a",),
    ("max(a, b)*c = max(a*c, c*b)",),
    ("a^x*a^b = a^(x + b)",),
    ("t = a", "t = max(a, b)", "b <= a"),
]
FALSE = [
    ("t = a*b*W", "t = u/W", "u = a*b"),
    ("t > a", "t = max(a, b)"),
    ("a/b = d/c", "a*d = b*c"),
    ("a < b", "a < b + c"),
    ("x*a < x*b", "a < b"),
    ("x/x = 1",),
    ("sqrt(x)*sqrt(x) = x",),
    ("max(a, b)*x = max(a*x, x*b)",),
    ("t = b", "t = max(a, b)", "b <= a"),
]


@pytest.mark.parametrize("relations", TRUE, ids=lambda relations: relations[0])
def test_what_is_found_is_replayed(relations: tuple[str, ...]) -> None:
    """A certificate that went through JSON proves its statement in a fresh kernel."""
    wanted = asked(*relations)
    certificate = find_certificate(wanted)
    assert certificate is not None
    theorems = replayed(json.loads(json.dumps(certificate)), wanted)
    assert [theorem.conclusion for theorem in theorems] == [goal for _, goal in wanted.goals]


@pytest.mark.parametrize("relations", FALSE, ids=lambda relations: relations[0])
def test_nothing_is_found_for_what_is_false(relations: tuple[str, ...]) -> None:
    """A wrong twin has no certificate."""
    assert find_certificate(asked(*relations)) is None


@pytest.mark.parametrize(("right", "wrong"), [*zip(TRUE, FALSE, strict=False)], ids=lambda relations: relations[0])
def test_a_certificate_proves_no_other_statement(right: tuple[str, ...], wrong: tuple[str, ...]) -> None:
    """It is held against the statement that is asked for."""
    certificate = find_certificate(asked(*right))
    assert certificate is not None
    assert not upholds(certificate, asked(*wrong))


def test_a_kernel_that_has_been_at_work_replays_what_is_over_its_own_quantities() -> None:
    """With no other answer than a fresh one; one in which a factor has a sign of its own is refused."""
    right, wrong = asked("x*b > x*a", "a < b", "x > 0"), asked("x*b > x*a", "a < b")
    certificate = find_certificate(right)
    assert certificate is not None
    own = Kernel(right.domains, right.at_most)
    for _ in range(2):
        assert upholds(certificate, right, own)
        assert not upholds(certificate, wrong, own)
    with pytest.raises(KernelError, match="over other quantities"):
        replayed(certificate, right, Kernel({**right.domains, "x": "positive"}, right.at_most))


def test_numbers_keep_their_units_out() -> None:
    """A number with a unit is the number in base units."""
    wanted = statement([], parse_relation("2[kB] = 2000[byte]", (), {}), {}, {})
    assert wanted.goals[0][1][1] == ("n", 2000, 1) == ("n", Fraction(2000).numerator, 1)
    assert find_certificate(wanted) is not None


def test_a_quantity_without_a_domain_is_refused() -> None:
    """Nothing is known of a name that was not declared."""
    with pytest.raises(KernelError, match="q has no domain"):
        statement([], parse_relation("q = q", ("q",), {}), {}, {})


LETTERS = [["n", 0, 1], ["n", 1, 1], *(["s", name] for name in (*DOMAINS, "n"))]
EVERY = tuple(range(2, len(LETTERS)))
_X = 2 + list(DOMAINS).index("x")


def told(terms: list[list[object]], *calls: list[object]) -> Certificate:
    """A certificate with these terms behind the letters, by their places."""
    return {"terms": [*LETTERS, *terms], "calls": list(calls), "goals": [0]}


END = len(LETTERS)
POWERS = [part for turn in range(4_000) for part in (["n", turn + 2, 1], ["+", *EVERY, END + 3 * turn],
                                                      ["^", END + 3 * turn + 1, 4])]
DEEP = [["*", 2, 3], *(["*", END + turn, END + turn] for turn in range(12))]
LONGEST = {"four thousand powers of sums", "numbers with large factors", "sums in sums"}  # before they are refused
HOSTILE = {
    "four thousand powers of sums": told(
        POWERS, *(["combine", {"p": ["=", END + 3 * turn + 2, END + 3 * turn + 2]}, {"e": 1}, [], []]
                  for turn in range(4_000))),
    "a letter that is rewritten as its square": told(
        [["*", _X, _X]], ["assume", {"p": ["=", _X, END]}], ["assume", {"p": [">", _X, 0]}],
        *(["rewrite", {"t": 0}, {"t": turn + 1}] for turn in range(3_900))),
    "parts that double": told(
        [["*", 2, 3], *(["*", END + turn, END + turn] for turn in range(190))], ["assume", {"p": ["=", END + 190, 0]}]),
    "a tower of powers": told(
        [["n", 2, 1], *(["^", END + turn, 4096] for turn in range(5))],
        ["combine", {"p": ["=", END + 5, 0]}, {"e": 1}, [], []]),
    "a broken power of many digits": told(
        [["n", 2, 1], ["n", 2 * 10**1000 + 1, 2], ["pow", END, END + 1]],
        ["combine", {"p": [">", END + 2, 0]}, {"e": 1}, [], []]),
    "numbers with large factors": told(
        [["n", 1, 2], *(part for turn in range(2_000) for part in (
            ["n", (1 << 3_900) + 2 * turn + 1, 1], ["pow", END + 1 + 2 * turn, END]))],
        *(["combine", {"p": [">", END + 2 + 2 * turn, 0]}, {"e": 1}, [], []] for turn in range(2_000))),
    "sums in sums": told(
        [["s", "i"], ["s", "j"], ["s", "k"], ["n", 1000, 1], ["^", END, 3], ["^", END + 1, 3],
         ["sum", "k", 0, END + 5, END + 2], ["sum", "j", 0, END + 4, END + 6], ["sum", "i", 0, END + 3, END + 7]],
        ["combine", {"p": ["=", END + 8, 0]}, {"e": 1}, [], []]),
    "terms of all that a term may hold": told(
        [*DEEP, *(part for turn in range(4_000) for part in (
            ["n", turn + 5, 1], ["+", END + 12, END + 13 + 2 * turn]))],
        *(["assume", {"p": ["=", END + 14 + 2 * turn, 0]}] for turn in range(4_000))),
    "a million theorems in one call": told(
        [], ["assume", {"p": [">", _X, 0]}],
        *(["combine", {"p": [">", 2, 0]}, {"e": 1}, [], [{"t": 0}] * 20_000] for _ in range(50))),
}


@pytest.mark.some(1)
@pytest.mark.parametrize("name", few(HOSTILE, HOSTILE.keys() - LONGEST))
def test_no_certificate_takes_for_ever(name: str) -> None:
    """What asks for more work, longer numbers or larger terms than a proof needs is refused on the way."""
    wanted = Statement((), ((frozenset(), ("=", ("n", 0, 1), ("n", 1, 1))),), {**DOMAINS, "n": "whole"}, {})
    with pytest.raises(KernelError, match=r"more work|too large|too long"):
        replayed(HOSTILE[name], wanted)


def test_work_that_is_used_up_stays_used_up() -> None:
    """Also where a rule takes an error for "these two are not the same"."""
    kernel = Kernel(DOMAINS, {})
    kernel._algebra.spend(1_999_000)
    x: Term = ("s", "x")
    one, other = ("max", x, ("^", ("+", x, ("s", "a"), ("s", "b")), 20)), ("max", ("s", "a"), x)
    equation, fact = kernel.assume(("=", one, x)), kernel.assume((">", other, x))
    with pytest.raises(KernelError, match="more work"):
        kernel.rewrite(equation, fact)
