"""Proof: what is proven is true at every point, what is true is proven where a method is named for it."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from derivations.errors import InputError
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation, from_written, relation
from derivations.language.tree import Name, Node, Number, Product, Quotient, Sum, WrittenRelation
from derivations.proof.elimination import fact_of
from derivations.proof.obligation import Obligation
from derivations.proof.prove import known_sign, prove, prove_all
from derivations.proof.sign import Sign
from derivations.proof.verdict import Finding, Verdict

from . import numeric
from .expressions import NOTATION, names, numbers, positive_names, relations, trees

WIDE = NOTATION.extended(
    Notation.of("d [] x\ny [] (real) x\np [] exponent\nq [] exponent\nu [] (real) any exponent")
).extended([Quantity("h", "", "part", "nonnegative", at_most="a"), Quantity("j", "", "part of that", at_most="h")])


def question(goal: str, *texts: str) -> Obligation:
    """``given ⊢ goal`` in the wide notation."""
    return Obligation(relation(goal, WIDE), tuple(relation(text, WIDE) for text in texts))


@pytest.mark.parametrize(
    ("goal", "texts"),
    [
        # equality
        ("(a + b)^2 = a^2 + 2*a*b + b^2", ()),
        ("a = b*c", ("a/b = c",)),
        ("a*d = b*c", ("a/b = c/d",)),
        ("a = c", ("a = b", "b = c")),
        ("max(a, b) = a", ("b <= a",)),
        ("max(a, b) + min(a, b) = a + b", ()),
        ("max(a, min(a, b)) = a", ()),
        ("max(a*c, b*c)/c = max(a, b)", ()),
        ("sqrt((a - b)^2) = a - b", ("b <= a",)),
        ("sqrt((a - b)^2) = b - a", ("a < b",)),
        ("p*a*c^(p + q) = q*b", ("p*a*c^p = q*b*c^(-q)",)),
        # positive coefficients
        ("a + b > 0", ()),
        ("a + L >= a", ()),
        ("L/(L + M) <= 1", ("L + M > 0",)),
        ("x^2 - 2*x + 1 >= 0", ()),
        ("sqrt(a^2 + b) > a", ()),
        ("1/(1 + L) <= 1", ()),
        # a given relation times a positive factor
        ("a*c < b*c", ("a < b",)),
        ("a/b < 1", ("a < b",)),
        ("a - b <= 0", ("a < b",)),
        ("L*a <= L*b", ("a <= b",)),
        ("a < b", ("a*L < b*L",)),
        ("(a - b)/(c - d) >= 0", ("(a - b)*(c - d) >= 0", "d < c")),
        ("(a - b)/(c - d) > 0", ("(a - b)*(c - d) > 0",)),
        ("1/(a - b)^2 > 0", ("a < b",)),
        ("(a - b)^2 > 0", ("c = 1/(a - b)",)),
        # slack
        ("a < c", ("a < b", "b < c")),
        ("1/(b - a) > 1/b", ("a < b",)),
        ("a^2 < b^2", ("a < b",)),
        ("a/(b - L*c) >= a/b", ("L*c < b",)),
        # domains
        ("f*a <= a", ()),
        ("k*a >= a", ()),
        ("h <= a", ()),
        ("j <= a", ()),
        ("h*b <= a*b", ()),
        # cases
        ("max(a, b) >= a", ()),
        ("min(a, b) <= b", ()),
        ("max(a, b) >= min(a, c)", ()),
        ("max(a, b, c) >= max(a, b)", ()),
        ("a < c", ("max(a, b) < c",)),
        ("max(a, b) < c", ("a < c", "b < c")),
        # what is given once more, where no symbol comes out of it
        ("a*x = exp(x) - 1", ("a*x = exp(x) - 1",)),
        ("2*exp(x) - 2 = 2*a*x", ("a*x = exp(x) - 1", "b < c")),
        ("max(a, x) = max(b, x)", ("max(x, b) = max(x, a)",)),
        # units
        ("a*1[token] < b*1[token]", ("a < b",)),
    ],
)
def test_what_is_true_is_proven(goal: str, texts: tuple[str, ...]) -> None:
    found = prove(question(goal, *texts))
    assert found.finding is Finding.PROVEN, found
    assert found.checked_by


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("goal", "texts"),
    [
        # nearly what is given
        ("a*x = exp(x) - 2", ("a*x = exp(x) - 1",)),
        ("max(a, x) = max(b, 2*x)", ("max(x, b) = max(x, a)",)),
        # what may be zero
        ("L > 0", ()),
        ("a + L > a", ()),
        ("a*L < b*L", ("a < b",)),
        ("L*M > 0", ()),
        ("a >= b", ("a*L >= b*L",)),
        ("x^2 > 0", ()),
        ("f < 1", ()),
        ("h < a", ()),
        ("k > 1", ()),
        # what may be negative
        ("x*a < x*b", ("a < b",)),
        ("x^2 < y^2", ("x < y",)),
        ("1/x > 1/y", ("x < y",)),
        ("sqrt(x^2) = x", ()),
        ("max(x*a, x*b) = x*max(a, b)", ()),
        ("x^p >= 0", ()),
        ("x^(2*p) >= 0", ()),
        ("x^(p/2) >= 0", ()),
        ("max(x^p*a, x^p*b) = x^p*max(a, b)", ()),
        # denominators of no definite sign
        ("1/(a - b) > 0", ()),
        ("a/(a - b) > 2*b/(a - b)", ()),
        ("max(a/(c - d), b/(c - d)) = max(a, b)/(c - d)", ()),
        ("a > b", ("a/(c - d) > b/(c - d)",)),
        ("(a - b)/(c - d) >= 0", ("(a - b)*(c - d)*L >= 0",)),
        ("(a - b)/(c - d) > 0", ("(a - b)*(c - d) >= 0",)),
        ("a - b >= 0", ("(a - b)*(c - d) >= 0",)),
        # two that may both be negative
        ("sqrt((a - b)*(c - d)) = (c - d)*sqrt(a/(c - d) - b/(c - d))", ()),
        ("sqrt((a - b)^2) = a - b", ()),
        # roots and squares
        ("a = b", ("a^2 = b^2 + c*L",)),
        ("x = y", ("x^2 = y^2",)),
        ("sqrt(a + b) = sqrt(a) + sqrt(b)", ()),
        ("sqrt(a) >= a", ()),
        # max and min
        ("max(a, b) = b", ()),
        ("max(a, b/2) = max(a, b)", ()),
        ("max(L, a/2) = max(L, a)", ()),
        ("max(L/3, a/2) = max(L, a)/2", ()),
        ("max(a, b) <= c", ("a <= c",)),
        ("min(a, b) >= c", ("a >= c",)),
        ("max(a, min(b, c)) = max(min(a, b), c)", ()),
        # logarithms
        ("c = log(a) + log(a*L)", ("c*(b + d) = q*log(a*L)", "q = b + d")),
        ("log(a + b) = log(a) + log(b)", ()),
        # converse
        ("b < a", ("a < b + c",)),
        ("a < b", ("a < c", "b < c")),
        ("a = b", ("a <= b",)),
        ("a < b", ("a <= b",)),
    ],
)
def test_what_is_false_is_never_proven(goal: str, texts: tuple[str, ...]) -> None:
    assert prove(question(goal, *texts)).finding is not Finding.PROVEN


@pytest.mark.parametrize(
    "texts",
    [("a < b", "b < a"), ("a < b", "b < c", "c < a"), ("a = -b",), ("a = b", "a = 2*b"), ("a < a - b",), ("f > 1",),
     ("h > a",), ("a < b", "a - b > c")],
)
def test_what_contradicts_itself_proves_nothing(texts: tuple[str, ...]) -> None:
    """Anything follows from it, and so nothing is said to."""
    for goal in ("a > d", "a*b > 0", "d < b"):
        assert prove(question(goal, *texts)).finding is not Finding.PROVEN


def test_the_methods_are_named() -> None:
    assert prove(question("a*(b + c) = a*b + a*c")).checked_by == ("normal form",)
    assert prove(question("a + b > 0")).checked_by == ("positive coefficients",)
    assert prove(question("a*c < b*c", "a < b")).checked_by == ("a given relation times a positive factor",)
    assert "cases of max and min" in prove(question("max(a, b) >= a")).checked_by


def test_a_refutation_brings_its_point() -> None:
    found = prove(question("a = b", "a < 2*b"))
    assert (found.finding, found.reason) == (Finding.REFUTED, "does not follow")
    assert found.counterexample["a"] < 2 * found.counterexample["b"]


def test_the_domain_is_part_of_the_question() -> None:
    """The same relation about quantities of other domains is another question."""
    for domain, expected in (("positive", Finding.PROVEN), ("nonnegative", Finding.REFUTED)):
        own = Notation((Quantity("v", "", "", domain), Quantity("w", "", "")))
        assert prove(Obligation(relation("v/w > 0", own), ())).finding is expected


def test_several_obligations_are_no_better_than_the_worst() -> None:
    good, bad = question("a + b > 0"), question("a > b")
    assert prove_all([good, good]).finding is Finding.PROVEN
    assert prove_all([good, bad]).finding is Finding.REFUTED


def test_a_sign_may_rest_on_facts() -> None:
    difference = relation("b - a = 0", WIDE).lhs
    assert known_sign(difference) is Sign.UNKNOWN
    assert known_sign(difference, [fact_of(relation("a < b", WIDE))]) is Sign.POSITIVE
    squared = relation("(b - a)^2 = 0", WIDE).lhs
    assert known_sign(squared) is Sign.NONNEGATIVE
    assert known_sign(squared, [fact_of(relation("a < b", WIDE))]) is Sign.POSITIVE


any_relation = relations(trees(st.one_of(names, numbers), size=5))
inequality = relations(trees(st.one_of(names, numbers), size=4), ("<", "<=", ">", ">="))
draws = st.randoms(use_true_random=False)


def _no_point_contradicts(goal: Relation, texts: tuple[Relation, ...], found: Verdict, random: Random) -> None:
    for _ in range(40):
        point = numeric.point(NOTATION, random)
        if all(numeric.holds(item.written, point) for item in texts):
            assert numeric.holds(goal.written, point) is not False, (str(goal), [*map(str, texts)], point, found)


@given(any_relation, st.lists(inequality, max_size=2), draws)
def test_no_point_contradicts_a_proof(goal: Relation | None, texts: list[Relation | None], random: Random) -> None:
    assume(goal is not None and None not in texts)
    found = prove(Obligation(goal, tuple(texts)))
    if found.finding is Finding.PROVEN:
        _no_point_contradicts(goal, tuple(texts), found, random)


@pytest.mark.long
@given(inequality, trees(st.one_of(names, numbers), size=3), st.integers(0, 5), st.sampled_from("<>≤≥"), draws)
def test_no_point_contradicts_a_consequence(
    premise: Relation | None, factor: Node, kind: int, operator: str, random: Random
) -> None:
    """Goals that look like what is given, multiplied, divided, squared or turned round."""
    assume(premise is not None)
    left, right = premise.written.left, premise.written.right
    two = Number(numeric.Fraction(2))
    forms = {
        0: (Product((left, factor)), Product((right, factor))),
        1: (Quotient(left, factor), Quotient(right, factor)),
        2: (Product((left, left)), Product((right, right))),
        3: (Sum((left, factor)), Sum((right, factor))),
        4: (Quotient(two, right), Quotient(two, left)),
        5: (right, Sum((left, factor))),
    }
    given_operator = {"<": "<", ">": ">", "≤": "<=", "≥": ">="}[operator]
    try:
        goal = from_written(WrittenRelation(forms[kind][0], given_operator, forms[kind][1]), NOTATION)
    except InputError:
        assume(False)
    found = prove(Obligation(goal, (premise,)))
    if found.finding is Finding.PROVEN:
        _no_point_contradicts(goal, (premise,), found, random)


@given(st.lists(st.tuples(positive_names, positive_names), min_size=1, max_size=3), st.integers(0, 3))
def test_sums_of_positive_terms_exceed_any_of_them(pairs: list[tuple[Node, Node]], pick: int) -> None:
    """True inequalities of a kind that must be proven."""
    terms: list[Node] = [Product(pair) for pair in pairs]
    whole = Sum((*terms, Name("c")))
    goal = from_written(WrittenRelation(whole, ">", terms[pick % len(terms)]), NOTATION)
    assert prove(Obligation(goal, ())).finding is Finding.PROVEN


@pytest.mark.parametrize(
    ("goal", "texts"),
    [
        ("0^(p - q) = 1", ()),
        ("L^(p - q) > 0", ("L = 0",)),
        ("(x*((a + b)^2 - a^2 - 2*a*b - b^2))^(p - q) = 1", ()),
        ("L^(p - q) = y", ("L^p = L^q*y",)),
        ("x^(k - 1) = y", ("x^k = x*y",)),
        ("product(x, j_, 2, k) = y", ("x^k = x*y",)),
        ("sum(x^(j_ - 1), j_, 2, k) = y", ("sum(x^j_, j_, 2, k) = x*y",)),
    ],
)
def test_a_power_of_zero_is_no_quotient_of_powers(goal: str, texts: tuple[str, ...]) -> None:
    """The normal form makes x^k/x of x^(k - 1), which has a value at 0 where that has none."""
    wide = WIDE.extended(Notation.of("j_ [] (integer) index"))
    asked = Obligation(relation(goal, wide), tuple(relation(text, wide) for text in texts))
    assert prove(asked).finding is Finding.REFUTED
    assert prove(question("a^(k - 1) = y", "a^k = a*y")).holds
    assert prove(question("x^k + y = a", "y + x^k - a = 0")).holds
