"""Obligations freed of functions: equal arguments give equal values, and nothing else is known."""

import pytest

from derivations.proof.prove import NEITHER, prove
from derivations.proof.uninterpreted import apart, freed, has_functions
from derivations.proof.verdict import Finding

from .functions import (
    CONTRADICTORY,
    FALSE,
    FALSE_OF_ROWS,
    FALSE_OF_SEQUENCES,
    TRUE,
    TRUE_OF_ROWS,
    TRUE_OF_SEQUENCES,
    question,
)


@pytest.mark.parametrize("line", [*TRUE, *TRUE_OF_SEQUENCES, *TRUE_OF_ROWS])
def test_what_holds_for_every_function_is_proven(line: str) -> None:
    found = prove(question(line))
    assert found.finding is Finding.PROVEN, found


@pytest.mark.parametrize("line", [*FALSE, *FALSE_OF_SEQUENCES, *FALSE_OF_ROWS])
def test_what_fails_for_some_function_is_refuted(line: str) -> None:
    found = prove(question(line))
    assert found.finding is Finding.REFUTED, found
    assert found.counterexample


@pytest.mark.parametrize("line", CONTRADICTORY)
def test_what_contradicts_itself_proves_nothing(line: str) -> None:
    assert prove(question(line)).finding is Finding.INCONCLUSIVE


def test_a_point_with_two_values_for_one_argument_refutes_nothing() -> None:
    """That positive numbers with equal squares are equal is not seen here, and no point contradicts it."""
    found = prove(question("h(p) = h(pos(r)) | p^2 = pos(r)^2"))
    assert (found.finding, found.reason) == (Finding.INCONCLUSIVE, NEITHER)


def test_equal_arguments_make_one_quantity() -> None:
    plain = freed(question("h(r) = h(s) | r = s"))
    assert len({term.symbol for term in plain.terms}) == 1
    assert len(plain.terms) == 2
    assert len({term.symbol for term in apart(question("h(r) = h(s) | r = s")).terms}) == 2


def test_nothing_is_left_of_functions() -> None:
    plain = freed(question("h(h(r) + x(k)) = 3 | x(k + 1) = s"))
    assert not has_functions(plain.obligation)
    inner = {term.symbol for term in plain.terms}
    assert any(term.arguments[0].free_symbols & inner for term in plain.terms)


def test_an_obligation_without_functions_has_none() -> None:
    assert not has_functions(question("r = s"))
