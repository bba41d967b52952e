"""substitute: symbols replaced by what they equal."""

import pytest

from derivations.derivation.rules.algebra import Substitute
from derivations.derivation.rules.base import Input
from derivations.errors import UndecidedError

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Substitute), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Substitute), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def _inputs(*texts: str) -> tuple[Input, ...]:
    return tuple(Input(f"input-{place}", of(text)) for place, text in enumerate(texts, 1))


def test_an_input_that_replaces_nothing_is_found() -> None:
    assert Substitute().idle(_inputs("t = a*u", "x = b", "u = c", "c = d")) == ["input-2"]


def test_an_idle_input_beside_others_is_noted() -> None:
    outcome = Substitute().compute(_inputs("t = a*u", "x = b", "u = c"), NOTATION)[0]
    assert (str(outcome.relation), outcome.note) == ("t = a*c", "not needed here: input-2")


def test_nothing_to_replace_at_all_leaves_the_step_undecided() -> None:
    with pytest.raises(UndecidedError, match="input-2 replaces nothing"):
        Substitute().compute(_inputs("t = a", "x = b"), NOTATION)


@pytest.mark.parametrize("text", ["x >= a", "x*u = a"])
def test_only_an_equation_for_a_symbol_replaces_it(text: str) -> None:
    with pytest.raises(UndecidedError, match="no equation for a symbol"):
        Substitute().compute(_inputs("t = a*x", text), NOTATION)


def test_the_grouping_of_the_author_survives() -> None:
    outcome = Substitute().compute(_inputs("t = (a/b)*x", "x = c/(d + u)"), NOTATION)[0]
    assert str(outcome.relation) == "t = (a/b)*(c/(d + u))"


def test_a_condition_that_holds_everywhere_is_left_out() -> None:
    inputs = (Input("first", of("t = a/x"), (of("x > 0*b"),)), Input("second", of("x = c")))
    assert Substitute().compute(inputs, NOTATION)[0].conditions == ()


@pytest.mark.parametrize("texts", [("t = xor(bit_a, bit_b)", "bit_a = 3"), ("t = xor(row_a, row_b)", "row_a = 1/2")])
def test_what_has_no_exclusive_or_is_not_put_into_one(texts: tuple[str, ...]) -> None:
    with pytest.raises(UndecidedError, match="no exclusive or of"):
        Substitute().compute(_inputs(*texts), NOTATION)


def test_conditions_are_written_out_too_and_as_far_as_the_relation() -> None:
    """What stands in a condition alone is no idle input, and what replaces it is replaced in turn."""
    first, *using = _inputs("t = a", "x = b", "b = c")
    inputs = (Input(first.name, first.relation, (of("x <= a"),)), *using)
    assert Substitute().idle(inputs) == []
    outcome = Substitute().compute(inputs, NOTATION)[0]
    assert (str(outcome.relation), [str(each) for each in outcome.conditions]) == ("t = a", ["c <= a"])
    assert Substitute().check(inputs, outcome, NOTATION).verdict.holds
