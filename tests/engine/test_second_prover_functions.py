"""The second prover on functions and bits: it never disagrees with the first."""

import pytest

from derivations.engine.proof import prove
from derivations.engine.verdict import Finding
from derivations.engine.z3_prover import prove_with_z3
from derivations.errors import UndecidedError

from .functions import CONTRADICTORY, FALSE, FALSE_OF_ROWS, TRUE, TRUE_OF_ROWS, question


@pytest.mark.parametrize("line", TRUE)
def test_what_holds_for_every_function_is_proven(line: str) -> None:
    assert prove_with_z3(question(line)).finding is Finding.PROVEN


@pytest.mark.parametrize("line", FALSE)
def test_both_refute_what_fails_for_some_function(line: str) -> None:
    """Where Z3's point leads to functions that satisfy everything; without derivatives it does."""
    found = prove_with_z3(question(line))
    assert found.finding is Finding.REFUTED or "slope" in line
    assert prove(question(line)).finding is Finding.REFUTED


@pytest.mark.parametrize("line", CONTRADICTORY)
def test_neither_proves_anything_from_a_contradiction(line: str) -> None:
    assert prove_with_z3(question(line)).finding is Finding.INCONCLUSIVE


@pytest.mark.parametrize("line", TRUE_OF_ROWS)
def test_what_holds_for_rows_of_any_width_is_proven(line: str) -> None:
    """But that a row is a number from zero, which arrays know nothing of."""
    if ">=" in line:
        with pytest.raises(UndecidedError, match="is not asked"):
            prove_with_z3(question(line))
    else:
        assert prove_with_z3(question(line)).finding is Finding.PROVEN


@pytest.mark.parametrize("line", FALSE_OF_ROWS)
def test_what_fails_for_rows_is_not_proven(line: str) -> None:
    """A row in a sum or beside an inequality is not put to it."""
    try:
        found = prove_with_z3(question(line)).finding
    except UndecidedError:
        return
    assert found is not Finding.PROVEN
