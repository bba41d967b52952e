"""equate: two equations for one thing."""

import pytest

from derivations.derivation.rules.algebra import Equate
from derivations.derivation.rules.base import Input
from derivations.errors import UndecidedError

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Equate), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Equate), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


@pytest.mark.parametrize(("first", "second"), [("t = a", "u = a"), ("t >= a", "t = b"), ("t = a", "t <= b")])
def test_both_must_be_equations_for_the_same_thing(first: str, second: str) -> None:
    with pytest.raises(UndecidedError, match="not two equations for the same left side"):
        Equate().compute((Input("first", of(first)), Input("second", of(second))), NOTATION)


def test_the_writing_of_both_is_kept() -> None:
    inputs = (Input("first", of("t = (a/b)*c")), Input("second", of("t = d + x")))
    assert str(Equate().compute(inputs, NOTATION)[0].relation) == "(a/b)*c = d + x" or str(
        Equate().compute(inputs, NOTATION)[0].relation
    ) == "a/b*c = d + x"
