"""An argument of an assistant's own: every line is judged, and no target is reached by its name."""

from typing import Any

import pytest

from derivations.assistant.outcome import Outcome
from derivations.assistant.own_argument import MOST, checked
from derivations.errors import InputError, UnknownNameError


def letters(names: str, domain: str = "real") -> list[dict[str, Any]]:
    """Pure numbers."""
    return [{"name": name, "domain": domain} for name in names]


def found(data: dict[str, Any]) -> dict[str, str]:
    """The outcome of each line."""
    return {line["name"]: line["outcome"] for line in data["lines"]}


SAME = [{"name": "same", "says": "x*y = x*z"}]


def test_a_step_that_divides_by_what_may_be_zero_is_refuted_with_the_point() -> None:
    outcome, told, data = checked(letters("xyz"), SAME, [{"says": "y = z"}])
    assert outcome is Outcome.REFUTED
    assert found(data) == {"same": "taken", "step-1": "refuted"}
    assert data["lines"][1]["counterexample"]["x"] == "0"
    assert "refuted at x = 0" in told
    assert "proven" not in told


def test_it_follows_where_the_letters_are_positive_and_that_is_said() -> None:
    outcome, told, _ = checked(letters("xyz", "positive"), SAME, [{"says": "y = z"}])
    assert outcome is Outcome.PROVEN
    assert told.endswith("x, y and z are positive.")


def test_a_target_that_is_not_shown_is_not_reached_whatever_steps_are_called() -> None:
    """Neither by a step of that name, nor by proven steps on the way that lead elsewhere."""
    steps = [{"name": "reached", "says": "x*(y - z) = 0"}, {"name": "done", "says": "x*y - x*z = 0"}]
    outcome, told, data = checked(letters("xyz"), SAME, steps, "y = z")
    assert data["target"] == {"says": "y = z", "reached": False, "outcome": "refuted"}
    assert outcome is Outcome.REFUTED
    assert told.startswith("the target is not reached (refuted)")
    assert found(data)["reached"] == "proven"
    with pytest.raises(InputError, match="two lines are named 'target'"):
        checked(letters("xyz"), SAME, [{"name": "target", "says": "y = z"}], "y = z")


def test_a_target_that_holds_in_some_states_alone_is_not_reached() -> None:
    """It is told where it is so, and a step that is to use such a line has to name it."""
    own, premise = letters("tab", "positive"), [{"name": "load", "says": "t = max(a, b)"}]
    balance = {"name": "balance", "rule": "boundary", "options": {"roofline": "load"}}
    outcome, told, data = checked(own, premise, [balance], "t = b")
    assert data["target"] == {"says": "t = b", "reached": False, "outcome": "refuted", "reached_only": "at balance"}
    assert outcome is Outcome.REFUTED
    assert told.startswith("the target is not reached (refuted)")
    _, _, alone = checked(own, premise, [balance, {"name": "side", "says": "t = b"}])
    assert found(alone)["side"] == "refuted"
    side = {"name": "side", "says": "t = b", "from": ["load", "balance"]}
    outcome, told, named = checked(own, premise, [balance, side])
    assert outcome is Outcome.PROVEN
    assert named["lines"][-1]["holds"] == "at balance"
    assert "some of them only at balance" in told


def test_a_target_does_not_rest_on_a_step_that_failed() -> None:
    _, _, data = checked(letters("xyz"), SAME, [{"name": "wrong", "says": "y = z"}], "y - z = 0")
    assert data["target"]["reached"] is False


def test_a_target_that_is_shown_beside_a_wrong_step_does_not_make_the_argument_proven() -> None:
    outcome, told, data = checked(letters("xyz"), SAME, [{"says": "y = z"}], "x*(y - z) = 0")
    assert data["target"]["reached"] is True
    assert outcome is Outcome.REFUTED
    assert "not every line does" in told


def test_what_rests_on_a_line_that_fails_is_no_better() -> None:
    steps = [{"name": "wrong", "says": "y = z"}, {"name": "after", "says": "y - z = 0", "from": ["wrong"]},
             {"name": "unread", "says": "y + = z"}, {"name": "beyond", "says": "y = z", "from": ["unread"]}]
    _, _, data = checked(letters("xyz"), SAME, steps)
    assert found(data) == {
        "same": "taken", "wrong": "refuted", "after": "waiting", "unread": "refused", "beyond": "refused"}


def test_units_are_told_line_by_line() -> None:
    own = [{"name": "t", "unit": "s"}, {"name": "S", "unit": "byte"},
           {"name": "W", "unit": "byte/s", "domain": "positive"}]
    outcome, told, data = checked(own, [{"says": "t = S/W"}, {"says": "S = t"}], [{"says": "S = t*W"}])
    assert outcome is Outcome.UNITS
    assert "S is byte but t is s" in told
    assert found(data) == {"premise-1": "taken", "premise-2": "units", "step-1": "proven"}


def test_premises_that_contradict_each_other_show_nothing() -> None:
    outcome, told, _ = checked(letters("xy"), [{"says": "x = 1"}, {"says": "x = 2"}], [{"says": "y = 5"}])
    assert outcome is Outcome.CONTRADICTS
    assert "what is given contradicts itself" in told


def test_rules_compute_with_their_conditions() -> None:
    own = [{"name": name, "domain": "positive"} for name in "tSW"]
    solve = {"name": "bandwidth", "rule": "solve", "options": {"equation": "load", "for_": "W"}}
    grow = {"name": "fast", "rule": "limit", "options": {"step": "load", "variable": "W", "to": "oo"}}
    outcome, _, data = checked(own, [{"name": "load", "says": "t = S/W"}], [solve, grow])
    lines = {line["name"]: line for line in data["lines"]}
    assert lines["bandwidth"]["relation"] == "W = S/t"
    assert lines["fast"]["relation"] == "t = 0"
    assert outcome is Outcome.PROVEN


def test_a_wrong_statement_may_be_rejected_and_a_right_one_not() -> None:
    premises = [{"says": "y = x + 1"}, {"says": "x = 1"}]
    outcome, _, _ = checked(letters("xy"), premises, [{"rule": "reject", "says": "y = 3"}])
    assert outcome is Outcome.PROVEN
    outcome, told, _ = checked(letters("xy"), premises, [{"rule": "reject", "says": "y = 2"}])
    assert outcome is Outcome.UNDECIDED
    assert "was to be refuted, and is not" in told


@pytest.mark.parametrize(("step", "told"), [
    ({"says": "q = 1"}, "unknown quantity 'q'"),
    ({"says": "y = __import__('os')"}, "unexpected '_'"),
    ({"says": "y = 9^9^9"}, "an exponent may hold no power"),
    ({"says": "y = x", "from": ["nowhere"]}, "unknown step 'nowhere'"),
    ({"rule": "solve", "options": {}}, "solve needs equation and for_ under options"),
    ({"rule": "solve", "options": {"equation": "same", "for_": 3}}, "for_ is a text"),
    ({"rule": "solve", "options": {"equation": "same", "for_": "y", "by_lambert": True}},
     "unknown option 'by_lambert'"),
    ({"rule": "solve", "says": "y = z", "options": {"equation": "same", "for_": "y"}}, "solve computes what it says"),
    ({"rule": "finish"}, "unknown rule 'finish'"),
    ({"rule": "_add"}, "unknown rule '_add'"),
    ({"rule": "state"}, "state is about a statement"),
])
def test_a_step_that_cannot_be_used_is_told_beside_the_others(step: dict[str, Any], told: str) -> None:
    outcome, _, data = checked(letters("xyz"), SAME, [step, {"name": "fine", "says": "x*(y - z) = 0"}])
    assert outcome is Outcome.REFUSED
    assert told in data["lines"][1]["reason"]
    assert found(data)["fine"] == "proven"


@pytest.mark.parametrize(("own", "steps", "told"), [
    ([{"name": "x"}, {"name": "x"}], [], "letter 'x' is declared twice"),
    ([{"name": "__class__"}], [], "cannot name a quantity"),
    ([{"name": "x", "unit": "parsec"}], [], "parsec"),
    ([{"name": "x"}], [{"name": "a\nb", "says": "x = x"}], "cannot name a line"),
    ([{"name": "x"}], [{"says": "x = x"}] * (MOST + 1), "at most 40 steps"),
])
def test_an_argument_that_cannot_be_told_is_refused(own: Any, steps: Any, told: str) -> None:
    with pytest.raises(InputError) as refused:
        checked(own, [], steps)
    assert told in str(refused.value)


def test_a_domain_that_there_is_not_is_named() -> None:
    with pytest.raises(UnknownNameError, match="unknown domain 'complex'"):
        checked([{"name": "x", "domain": "complex"}], [], [])
