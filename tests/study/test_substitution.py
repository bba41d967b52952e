"""Numbers for SymPy: with them the result of a claim comes to the number that the engine has."""

import pytest

from derivations import CLAIMS, UndecidedError, derive

from ..reports import few, plain


@pytest.mark.parametrize("name", few(CLAIMS, ("optimal-batch", "train-interval")))
def test_sympy_has_the_number_of_the_engine(name: str) -> None:
    """In base units, to more digits than are shown."""
    report = plain(name)
    number = report.headline.as_eq().rhs.subs(report.substitutions()).evalf(15)
    assert report.result.value is not None
    assert abs(float(number) / float(report.result.value) - 1) < 1e-9


def test_symbols_have_their_domains() -> None:
    """So that SymPy may cancel and take roots."""
    equation = plain("optimal-batch")["batch"].as_eq()
    assert equation.lhs.is_positive
    assert all(symbol.is_nonnegative for symbol in equation.free_symbols)


def test_a_step_without_a_relation_has_none() -> None:
    """And says why."""
    report = derive("optimal-batch", premises={"roofline": "no-overlap"})
    with pytest.raises(UndecidedError, match="smallest-best-batch"):
        report.substitutions("smallest-best-batch")
    with pytest.raises(UndecidedError):
        report["smallest-best-batch"].as_eq()
