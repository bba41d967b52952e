"""isolate: the edge of a condition as a quantity of its own."""

import pytest

from derivations.derivation.rules.base import Input
from derivations.derivation.rules.isolate import Isolate
from derivations.errors import UndecidedError
from derivations.proof.verdict import Finding

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Isolate), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Isolate), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def _rule() -> Isolate:
    return Isolate(NOTATION["L"].symbol, NOTATION["u"].symbol)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ((), "has no condition that bounds L"),
        (("a < b",), "has no condition that bounds L"),
        (("L^2 < b",), "it is not linear there"),
        (("min(L, a) < b",), "it is not linear there"),
    ],
)
def test_without_a_condition_that_bounds_the_quantity_there_is_no_edge(line: tuple[str, ...], told: str) -> None:
    with pytest.raises(UndecidedError, match=told):
        _rule().compute((Input("batch", of("t = a"), tuple(map(of, line))),), NOTATION)


def test_a_lower_bound_has_an_edge_too() -> None:
    inputs = (Input("batch", of("t = a/(c*L - b)"), (of("b < c*L"),)),)
    outcome = _rule().compute(inputs, NOTATION)[0]
    assert str(outcome.relation) == "u = b/c"
    assert _rule().check(inputs, outcome, NOTATION).verdict.finding is Finding.PROVEN
