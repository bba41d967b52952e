"""The second prover on functions and bits: it never disagrees with the first."""

import pytest

from derivations.errors import UndecidedError
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding
from derivations.proof.z3_prover import prove_with_z3

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
def test_both_refute_what_fails_for_some_rows(line: str) -> None:
    found = prove_with_z3(question(line))
    assert found.finding is Finding.REFUTED
    assert found.counterexample


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("sum(x(i), i, 0, 1) = x(0) + x(1)", Finding.PROVEN),
        ("product(x(i), i, 0, 2) = x(0)*x(1)*x(2)", Finding.PROVEN),
        ("sum(x(i), i, 0, 1) = 2*x(0)", Finding.REFUTED),
        ("r = sum(x(i), i, 2, 1)", Finding.REFUTED),
    ],
)
def test_a_known_number_of_terms_is_written_out(line: str, finding: Finding) -> None:
    assert prove_with_z3(question(line)).finding is finding


def test_an_open_number_of_terms_is_not_asked() -> None:
    with pytest.raises(UndecidedError, match="not asked about sum"):
        prove_with_z3(question("sum(x(i), i, 0, n) = 2*x(0)"))
