"""Proofs about what is rounded, summed and multiplied up, and the second prover on what it can be asked."""

import pytest

from derivations.errors import UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding
from derivations.proof.z3_prover import prove_with_z3

NOTATION = Notation.of("""
    a [] first
    b [] second
    c [] third
    f [] (fraction) share
    L [] (nonnegative) may be zero
    x [] (real) any sign
    n [] (integer) count
    N [] (integer) number
    M [] (integer) other number
    k [] (integer) index
    j [] (integer) other index
    t [] result
    w [byte] work
    v [byte] piece
    G [GPU] (integer) machines
    H [GPU] (integer) other machines
""")

ROUNDED = [
    ("ceil(a) >= a", (), Finding.PROVEN),
    ("ceil(x) < x + 1", (), Finding.PROVEN),
    ("ceil(a) >= 1", (), Finding.PROVEN),
    ("ceil(a) > 1", (), Finding.REFUTED),
    ("ceil(L) >= 1", (), Finding.REFUTED),
    ("ceil(x) <= x", (), Finding.REFUTED),
    ("N >= w/v", ("N = ceil(w/v)",), Finding.PROVEN),
    ("M >= ceil(a/b)", ("M >= a/b",), Finding.PROVEN),
    ("M >= ceil(a/b) + 1", ("M >= a/b",), Finding.REFUTED),
    ("t >= ceil(a/b)", ("t >= a/b",), Finding.REFUTED),
    ("M >= ceil((a - b)/c)", ("M >= (a - b)/c", "b < a"), Finding.PROVEN),
    ("b < a", ("N = ceil((a - b)/c)",), Finding.PROVEN),
    ("M >= ceil(a/(b - c))", ("M >= a/(b - c)", "c < b"), Finding.PROVEN),
    ("ceil(a) + ceil(b) >= ceil(a + b)", (), Finding.PROVEN),
    ("ceil(a) + ceil(b) <= ceil(a + b)", (), Finding.REFUTED),
    ("ceil(ceil(a)/2) >= a/2", (), Finding.PROVEN),
    ("H >= 1[GPU]*ceil(a/b)", ("H >= 1[GPU]*a/b",), Finding.PROVEN),
]

SUMMED = [
    ("t > 0", ("t = sum(a*k, k, 1, n)",), Finding.PROVEN),
    ("sum((n - j)*a^j, j, 0, n - 1) > 0", (), Finding.PROVEN),
    ("sum((n - j)*a^j, j, 0, n) >= 0", (), Finding.PROVEN),
    ("sum((n - j)*a^j, j, 0, n + 2) >= 0", (), Finding.REFUTED),
    ("sum((a - b)*k, k, 1, n) > 0", ("b < a",), Finding.PROVEN),
    ("sum(a*k, k, 1, n) < sum(a*k, k, 1, n + 1)", (), Finding.PROVEN),
    ("sum(a*k, k, 1, n + 1) = sum(a*k, k, 1, n) + a*n", (), Finding.REFUTED),
    ("sum(k, k, 1, n) = n*(n + 1)/3", (), Finding.REFUTED),
    ("product(f*k/(k + a), k, 1, n) <= 1", (), Finding.PROVEN),
    ("product(2*f, k, 1, n) <= 1", (), Finding.REFUTED),
    ("factorial(n + 1) > factorial(n)", (), Finding.PROVEN),
    ("factorial(n) >= 1", (), Finding.PROVEN),
    ("factorial(n) > n", (), Finding.REFUTED),
    ("sum(exp(-a)*a^j/factorial(j), j, 0, n) <= 1/2", (), Finding.REFUTED),
    ("sum(k, k, 1, n) = n*(n + 1)/2", (), Finding.INCONCLUSIVE),  # that is for the rule `sum`
]


def _obligation(goal: str, given: tuple[str, ...]) -> Obligation:
    return Obligation(relation(goal, NOTATION), tuple(relation(item, NOTATION) for item in given))


@pytest.mark.parametrize(("goal", "given", "finding"), [*ROUNDED, *SUMMED])
def test_what_is_known_is_shown_and_what_is_wrong_is_refuted(
    goal: str, given: tuple[str, ...], finding: Finding
) -> None:
    assert prove(_obligation(goal, given)).finding is finding


@pytest.mark.parametrize(("goal", "given", "finding"), ROUNDED)
def test_the_second_prover_agrees(goal: str, given: tuple[str, ...], finding: Finding) -> None:
    """What is rounded up is a whole number between two bounds to it."""
    found = prove_with_z3(_obligation(goal, given)).finding
    assert found in (finding, Finding.INCONCLUSIVE)


@pytest.mark.parametrize(("goal", "given", "finding"), SUMMED)
def test_the_second_prover_is_not_asked_about_ranges(goal: str, given: tuple[str, ...], finding: Finding) -> None:
    with pytest.raises(UndecidedError, match="not asked"):
        prove_with_z3(_obligation(goal, given))


@pytest.mark.parametrize(
    ("goal", "given", "finding"),
    [
        ("sum(t*k, k, 2, 4) = 9*t", ("t = sum(k, k, 1, n)",), Finding.PROVEN),
        ("sum(t*k, k, 2, 4) = 8*t", ("t = sum(k, k, 1, n)",), Finding.REFUTED),
        ("product(t, k, 2, n) >= 0", ("t = product(2*k, k, 1, N)",), Finding.PROVEN),
        ("sum(t + k, k, n, n + 1) = 2*t + 2*n + 1", ("t = sum(k, k, 1, n)",), Finding.PROVEN),
        ("sum(t*k, k, 1, N) > 0", ("t = sum(k, k, 1, n)",), Finding.PROVEN),
    ],
)
def test_a_sum_put_into_another_may_count_under_the_same_name(
    goal: str, given: tuple[str, ...], finding: Finding
) -> None:
    """What it counts is its own, and not a number of the sum around it."""
    assert prove(_obligation(goal, given)).finding is finding


def test_a_product_that_ends_before_it_starts_is_one_in_a_max_too() -> None:
    """SymPy's own product is not, and its max refuses what it makes of it."""
    assert prove(_obligation("max(N, product(k, k, 2, n - 3)) >= 1", ("n = 1",))).finding is Finding.PROVEN
    assert prove(_obligation("max(N, product(k, k, 2, n - 3)) <= 0", ("n = 1",))).finding is Finding.REFUTED


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("max(product(L, k, 1, n - 1), 1/2) = 1/2", ("L = 0",)),
        ("ceil(product(L, k, 1, n - 1)) = 0", ("L = 0",)),
        ("max(product(0, k, 1, n - 1), 1/2) = 1/2", ()),
        ("ceil(product(0, k, 1, n - 1)) = 0", ()),
        ("max(product(0, k, n, 0), a) = a", ()),
    ],
)
def test_a_product_of_nothing_is_one_also_where_its_factors_would_be_zero(goal: str, given: tuple[str, ...]) -> None:
    """At n = 1; SymPy takes it for zero in a max."""
    assert prove(_obligation(goal, given)).finding is not Finding.PROVEN
    assert prove(_obligation("product(L, k, 1, n) = 0", ("L = 0",))).finding is not Finding.REFUTED
