"""split: the regimes of a max or min."""

import pytest

from derivations.derivation.rules.base import Input
from derivations.derivation.rules.regimes import Split
from derivations.errors import UndecidedError

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Split), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Split), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def test_regimes_come_in_the_order_in_which_the_arguments_were_written() -> None:
    outcomes = Split(("slow", "fast")).compute((Input("roofline", of("t >= max(c + d, a)")),), NOTATION)
    assert [(o.label, str(o.relation), *map(str, o.conditions)) for o in outcomes] == [
        ("slow", "t >= c + d", "a <= c + d"),
        ("fast", "t >= a", "c + d <= a"),
    ]


def test_regimes_without_names_are_numbered() -> None:
    outcomes = Split().compute((Input("roofline", of("t >= max(a, b, c)")),), NOTATION)
    assert [outcome.label for outcome in outcomes] == ["regime-1", "regime-2", "regime-3"]


def test_a_relation_without_max_or_min_has_no_regimes() -> None:
    with pytest.raises(UndecidedError, match="has no max or min to split into cases"):
        Split().compute((Input("roofline", of("t >= a + b")),), NOTATION)


def test_conditions_of_the_input_stay() -> None:
    outcome = Split().compute((Input("roofline", of("t >= max(a, b)"), (of("c < d"),)),), NOTATION)[0]
    assert set(outcome.conditions) == {of("c < d"), of("b <= a")}
