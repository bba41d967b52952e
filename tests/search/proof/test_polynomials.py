"""Large polynomials with few generators in common: their divisors come from what both have."""

import random

import pytest
from sympy import QQ, ring
from sympy.polys.rings import PolyElement

from derivations.search.proof import polynomials
from derivations.search.proof.polynomials import greatest_divisor, lowest

RING, *GENERATORS = ring("a b c d u v w x y z", QQ)
A, B, C, D, U, V, W, X, Y, Z = GENERATORS


def _drawn(seed: random.Random, among: list[PolyElement], terms: int) -> PolyElement:
    """A polynomial in some of these generators."""
    found = RING.zero
    while len(found) < terms:
        term = RING(QQ(seed.randint(-6, 6) or 1, seed.randint(1, 4)))
        for generator in seed.sample(among, seed.randint(0, len(among))):
            term *= generator**seed.randint(1, 2)
        found += term
    return found


@pytest.mark.parametrize("seed", range(30))
def test_a_fraction_is_the_same_as_by_sympy(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the two have in common: a factor, a power of a generator, a number, or nothing."""
    numbers = random.Random(seed)
    common = _drawn(numbers, [A, B, C], numbers.randint(1, 3))
    over = common * _drawn(numbers, [A, B, U, V, W], 4)
    under = common * _drawn(numbers, [A, C, X, Y], 3)
    monkeypatch.setattr(polynomials, "_DENSE", 0)
    assert lowest(over, under) == over.cancel(under)
    assert greatest_divisor(over, under) == over.gcd(under)


def test_a_divisor_of_some_coefficients_alone_is_none() -> None:
    """A wrong twin: a + b divides one coefficient of each, and neither polynomial."""
    one, other = (A + B) * U + (A - B) * V, (A + B) * X + A * Y
    assert polynomials._by_shared_generators(one, other) == 1
    assert polynomials._by_shared_generators(one * (A + C), other * (A + C)) == A + C


def test_many_generators_of_which_few_are_shared_take_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """SymPy itself ran for minutes here; none of it is left for the worker."""
    monkeypatch.setattr(polynomials, "stoppable", None)
    wide, *generators = ring([f"x{place}" for place in range(50)], QQ)
    under = (generators[0] + generators[1]) * (generators[2] + generators[3])
    for generator in generators[10:30]:
        under *= generator**2
    over = sum((generators[place] * generators[place + 1] * generators[place % 4] for place in range(4, 48)), wide.zero)
    for generator in generators[10:20]:
        over *= generator
    found = lowest(over, under)
    assert found[0] * under == found[1] * over
    assert all(found[1].degree(generator) == 1 for generator in generators[10:20])
