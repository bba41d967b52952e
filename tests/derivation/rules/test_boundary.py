"""boundary: where two arguments of a max or min are equal."""

import pytest

from derivations.derivation.rules.base import Input, Outcome
from derivations.derivation.rules.regimes import Boundary
from derivations.errors import UndecidedError
from derivations.proof.verdict import Finding

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Boundary), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Boundary), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def _compute(text: str, between: tuple[str, str] | None = None) -> str:
    pair = None if between is None else tuple(NOTATION[name].symbol for name in between)
    return str(Boundary(pair).compute((Input("roofline", of(text)),), NOTATION)[0].relation)


def test_the_arguments_keep_the_order_in_which_they_were_written() -> None:
    assert _compute("t >= max(c + d, a)") == "c + d = a"


def test_a_max_on_the_left_is_found_too() -> None:
    assert _compute("max(a, b) >= max(c, c)") in ("a = b", "b = a")


@pytest.mark.parametrize(
    ("text", "between", "reason"),
    [
        ("t >= a + b", None, "has no max or min to split into cases"),
        ("t >= max(a, b) + max(c, d)", None, "more than one max or min"),
        ("t >= max(a, b, c)", None, r"say between which two of the 3 arguments in t >= max\(a, b, c\)"),
        ("t >= max(a, b, c)", ("a", "d"), "d is no argument of"),
        ("t = sum(max(left(l), r), l, 0, J)", None, "a max or min for every index that a sum counts"),
    ],
)
def test_what_cannot_be_taken_apart_says_why(text: str, between: tuple[str, str] | None, reason: str) -> None:
    with pytest.raises(UndecidedError, match=reason):
        _compute(text, between)


def test_a_narrower_place_is_no_boundary() -> None:
    """Both are equal there, and elsewhere too."""
    found = Boundary().check((Input("roofline", of("t >= max(a, b)")),), Outcome(of("a*b = a^2*b/a*1")), NOTATION)
    assert found.verdict.finding is not Finding.PROVEN
