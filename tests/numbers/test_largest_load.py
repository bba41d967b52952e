"""The largest load of a random routing: counted by a recurrence, and by going through every routing."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, log, sqrt

import pytest

from derivations import expected_largest_load
from derivations.errors import InputError, UndecidedError
from derivations.numbers.largest_load import count_routings

TINY = [(tokens, experts, chosen) for tokens in range(1, 6) for experts in range(1, 5) for chosen in (1, 2, 3)
        if chosen <= experts]
SMALL = [*TINY, (1, 10, 1), (1, 100, 1), (2, 64, 1), (3, 32, 2), (16, 8, 1), (12, 6, 2), (32, 4, 1)]


def fullest_of_all(tokens: int, experts: int, chosen: int) -> list[int]:
    """The load of the fullest expert in every routing, one after the other."""
    sends = tuple(combinations(range(experts), chosen))
    return [
        max(sum(expert in sent for sent in routing) for expert in range(experts))
        for routing in product(sends, repeat=tokens)
    ]


def normal_bound(tokens: int, experts: int, chosen: int) -> float:
    """What the mean of the maximum is at most, were loads normal."""
    mean = tokens * chosen / experts
    return mean + sqrt(2 * log(experts) * mean * (1 - chosen / experts))


def bound(tokens: int, experts: int, chosen: int) -> float:
    """What it is at most for binomial loads: by Bernstein's inequality."""
    return normal_bound(tokens, experts, chosen) + log(experts) / 3


@pytest.mark.parametrize(("tokens", "experts", "chosen"), TINY)
def test_counting_finds_what_every_routing_shows(tokens: int, experts: int, chosen: int) -> None:
    """The mean, and how many routings keep to each limit."""
    seen = fullest_of_all(tokens, experts, chosen)
    assert expected_largest_load(tokens, experts, chosen) == Fraction(sum(seen), len(seen))
    for most in range(tokens + 1):
        assert count_routings(tokens, experts, chosen, most) == sum(load <= most for load in seen)


def test_with_no_limit_all_routings_count() -> None:
    assert count_routings(tokens=12, experts=6, chosen=2, most=12) == comb(6, 2) ** 12


@pytest.mark.parametrize(("tokens", "experts", "chosen"), SMALL)
def test_the_mean_of_the_fullest_lies_between_the_mean_and_the_bound(tokens: int, experts: int, chosen: int) -> None:
    counted = expected_largest_load(tokens, experts, chosen)
    assert Fraction(tokens * chosen, experts) <= counted
    assert float(counted) <= bound(tokens, experts, chosen) * (1 + 1e-12)


def test_without_its_terms_the_bound_fails() -> None:
    """The mean alone fails where there is a choice; the bound for normal loads fails for one token and ten experts."""
    assert expected_largest_load(16, 8) > Fraction(16, 8)
    assert float(expected_largest_load(1, 10)) > normal_bound(1, 10, 1)
    assert expected_largest_load(1, 10) == 1


def test_distinct_experts_even_the_load_out() -> None:
    """Two sends of a token to distinct experts are more even than two sends by themselves."""
    assert expected_largest_load(4, 4, 2) < expected_largest_load(8, 4, 1)


@pytest.mark.parametrize("sizes", [(0, 4, 1), (4, 4, 0), (4, 4, 5)])
def test_what_counts_nothing_is_refused(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="at least one token"):
        expected_largest_load(*sizes)


def test_large_sizes_are_left_to_the_bound() -> None:
    with pytest.raises(UndecidedError, match="only a bound"):
        expected_largest_load(2048, 256, 8)
