"""Sums and products over an index where SymPy compares them: empty ranges count nothing."""

import pytest
from sympy import sqrt

from derivations.language.counting import CountedProduct, CountedSum, index_symbol
from derivations.search.proof.prove import prove
from derivations.search.verdict import Finding

from ..search.functions import question


@pytest.mark.parametrize(
    "line",
    [
        "max(sum(i, i, 3, 1), 0 - 1) = 0",
        "max(product(i, i, 3, 1), 3/4) = 1",
        "sum(max(sum(i, i, 4, k), 0 - 1), k, 1, 2) = 0",
        "max(product(0, i, 1, n + 1), 1/2) = 1/2",
        "max(product(i, i, 1, 3), 7) = 7",
    ],
)
def test_a_max_of_a_range_is_that_of_its_value(line: str) -> None:
    assert prove(question(line)).finding is Finding.PROVEN


@pytest.mark.parametrize(
    "line",
    [
        "max(sum(i, i, 3, 1), 0 - 1) = 0 - 1",
        "max(product(i, i, 3, 1), 3/4) = 3/4",
        "max(product(0, i, 1, n), 1/2) = 1/2",
        "r = 1/2 | r = max(product(s, i, 1, n), 1/2) | s = 0",
        "sum(max(product(0, i, 1, k), 1/2), k, 0, 2) = 3/2",
    ],
)
def test_a_reversed_range_is_empty_and_a_product_of_none_is_one(line: str) -> None:
    assert prove(question(line)).finding is Finding.REFUTED


def test_numbers_are_those_of_the_terms() -> None:
    k = index_symbol("k")
    assert abs(CountedSum(sqrt(k), (k, 1, 3)).evalf() - 4.146264369941973) < 1e-12
    assert int(CountedProduct(k, (k, 1, 4)).evalf()) == 24
    assert str(CountedSum(k, (k, 1, 4))) == "sum(k, k, 1, 4)"
