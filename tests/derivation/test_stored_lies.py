"""A stored derivation that lies is not upheld, whatever was changed in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Premise
from derivations.derivation.recheck import recheck, upheld
from derivations.derivation.stored import restored_relation
from derivations.language.quantity import Notation
from derivations.proof.verdict import Finding

from ..reports import of_every_form
from .stored_claims import data, derived, first_of, step_of, written


def _factor(stored: Any) -> None:
    step_of(stored, "batch")["relation"] = step_of(stored, "batch")["relation"].replace("B = ", "B = 2*")


def _condition(stored: Any) -> None:
    step_of(stored, "batch")["conditions"] = []


def _verdict(stored: Any) -> None:
    step_of(stored, "as-printed")["verdict"] |= {"finding": "proven", "counterexample": {}, "reason": ""}


def _point(stored: Any) -> None:
    point = step_of(stored, "as-printed")["verdict"]["counterexample"]
    point |= {name: f"{value} + 1" for name, value in point.items()}


def _method(stored: Any) -> None:
    step_of(stored, "batch")["verdict"]["checked_by"] = ["z3"]


def _obligations(stored: Any) -> None:
    step_of(stored, "batch")["obligations"] = []


def _inputs(stored: Any) -> None:
    step_of(stored, "batch")["inputs"] = [stored["trace"][0]["name"]]


def _supposed(stored: Any) -> None:
    step_of(stored, "batch")["context"] = [[], []]


def _definition(stored: Any) -> None:
    step = next(step for step in stored["trace"] if step["rule"] == "define")
    step["relation"] = step["relation"].replace("= ", "= 2*", 1)


def _premise(stored: Any) -> None:
    step = stored["trace"][0]
    step["relation"] = step["options"]["relation"] = step["relation"].replace("= ", "= 2*")


def _found_by_nobody(stored: Any) -> None:
    step_of(stored, "batch")["relation"] = None


def rejects_of() -> list[str]:
    """The rejects of the claim that a point refutes."""
    return [step.name for step in derived("optimal-batch").rejects if step.verdict.counterexample]


TAMPERED = {
    "batch": (_factor, _condition, _method, _obligations, _inputs, _supposed, _found_by_nobody),
    "reject": (_verdict, _point),
    "definition": (_definition,),
    "premise": (_premise,),
}


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("where", "tamper"), [(where, tamper) for where, ways in TAMPERED.items() for tamper in ways]
)
def test_a_file_that_was_tampered_with_is_not_upheld(where: str, tamper: Callable[[Any], None]) -> None:
    """The step that was changed is among those that are not upheld."""
    stored = data()
    if where == "reject":
        step_of(stored, rejects_of()[0])["name"] = "as-printed"
    tamper(stored)
    changed = {
        "batch": "batch", "reject": "as-printed", "premise": stored["trace"][0]["name"],
        "definition": next(step["name"] for step in stored["trace"] if step["rule"] == "define"),
    }[where]
    found = recheck(Derivation.from_json(stored))
    assert not upheld(found)
    assert changed in [item.step.name for item in found if not item.upheld]
    assert all("not upheld" in str(item) for item in found if not item.upheld)


def doubled(stored: Any) -> None:
    """Twice the right side of a stored step."""
    left, operator, right = stored["relation"].partition(" = ")
    stored["relation"] = f"{left}{operator}2*({right})"


@pytest.mark.long
@pytest.mark.parametrize("name", of_every_form())
def test_no_equation_can_be_doubled(name: str) -> None:
    """Each step that says what a quantity is, with twice the right side: none is upheld, whatever else is told."""
    made, stored = Derivation.from_json(written(name)), data(name)
    equations = [step.name for step in derived(name).steps
                 if step.relation is not None and step.verdict.holds and step.relation.is_equation and step.rhs != 0]
    for each in equations:
        step = made[each]
        own = step_of(stored, each)
        doubled(own)
        lie = replace(step, relation=restored_relation(own["relation"], made.notation, each))
        trace = tuple(lie if other is step else other for other in made.trace)
        (found,) = (item for item in recheck(replace(made, trace=trace)) if item.step is lie)
        assert not found.upheld, each


@pytest.mark.some(1)
@pytest.mark.parametrize("name", of_every_form())
def test_a_doubled_equation_is_found_in_the_whole(name: str) -> None:
    """The last step of a claim that says what a quantity is, in its file: it is among those that are not upheld."""
    stored = data(name)
    told = [step for step in derived(name).steps
            if step.relation is not None and step.verdict.holds and step.relation.is_equation and step.rhs != 0]
    if told:
        doubled(step_of(stored, told[-1].name))
        found = {item.step.name: item for item in Derivation.from_json(stored).check()}
        assert not found[told[-1].name].upheld


def test_a_verdict_that_shows_nothing_is_not_made_into_a_proof() -> None:
    """A step that waits, called proven."""
    stored = json.loads(written("optimal-batch", 1))
    waiting = [step for step in stored["trace"] if step["verdict"]["finding"] == "waiting"]
    assert waiting
    waiting[0]["verdict"]["finding"] = "proven"
    found = {item.step.name: item for item in Derivation.from_json(stored).check()}
    assert not found[waiting[0]["name"]].upheld
    assert found[waiting[0]["name"]].found.finding is Finding.WAITING


def _limit_untold(stored: Any) -> str:
    step = first_of(stored, "limit")
    step["note"] = ""
    return str(step["name"])


def _limit_of_another(stored: Any) -> str:
    step = first_of(stored, "limit")
    step["note"] = "for every value of it"
    return str(step["name"])


def _other_statement(stored: Any) -> str:
    step = stored["rejects"][0]
    step["statement"] = "1 = 1"
    return str(step["name"])


def _definition_from_nothing(stored: Any) -> str:
    step = first_of(stored, "define")
    step["obligations"] = step_of(stored, "batch")["obligations"]
    return str(step["name"])


def _given_up(stored: Any) -> str:
    step_of(stored, "batch")["fell_back"] = True
    return "batch"


def _replacing(stored: Any) -> str:
    step_of(stored, "batch")["replaces"] = "B = 1[sequence]"
    return "batch"


def _told_another_form(stored: Any) -> str:
    step = first_of(stored, "rewrite")
    step["options"]["form"] = step["options"]["form"].replace("= ", "= 2*", 1)
    return str(step["name"])


def _noted(stored: Any) -> str:
    step = next(each for each in stored["trace"] if each["rule"] == "state")
    step["note"] = "for every x"
    return str(step["name"])


def _replaced_by_something_else(stored: Any) -> str:
    step = stored["trace"][0]
    stored["assumptions"]["premises"] = {step["name"]: step["relation"].replace("= ", "= 2*", 1)}
    step["replaces"] = step["relation"]
    return str(step["name"])


@pytest.mark.some(1)
@pytest.mark.parametrize(
    "tamper",
    [_limit_untold, _limit_of_another, _other_statement, _definition_from_nothing, _given_up, _replacing,
     _told_another_form, _replaced_by_something_else, _noted],
)
def test_what_stands_beside_a_relation_is_checked_too(tamper: Callable[[Any], str]) -> None:
    """Without its note a limit says that something *is* what it only tends to; and so on."""
    stored = data()
    changed = tamper(stored)
    found = Derivation.from_json(stored).check()
    assert [item.step.name for item in found if not item.upheld] == [changed]


def test_one_of_two_solutions_is_not_the_only_one() -> None:
    """A branch that is told without the choice it belongs to: x = -sqrt(y) does not follow from x^2 = y."""
    board = Board(Notation.of("x [] (real) x\ny [] y"))
    board.solve("root", board.take(Premise("square", "x^2 = y")), for_="x")
    stored = board.finish().to_json()
    assert upheld(Derivation.from_json(stored).check())
    alone = stored["trace"][1] | {"name": "root", "context": [[], []]}
    found = Derivation.from_json(stored | {"trace": [stored["trace"][0], alone]}).check()
    assert [item.step.name for item in found if not item.upheld] == ["root"]


def test_an_edge_is_not_named_like_what_is_given() -> None:
    """The edge of a condition, called K: that would be a statement about the K that a premise speaks of."""
    board = Board(Notation.of("t [s] time\nS [s] a\nL [s] b\nL_x [s] edge\nK [s] given"))
    regimes = board.split("regimes", board.take(Premise("slower", "t = max(S, L)")), ("first", "second"))
    board.take(Premise("given", "K = 2*S"))
    board.isolate("edge", regimes[0], of="L", named="L_x")
    stored = board.finish().to_json()
    assert upheld(Derivation.from_json(stored).check())
    lying = json.loads(json.dumps(stored).replace("L_x", "K"))
    lying["notation"] = stored["notation"]
    found = Derivation.from_json(lying).check()
    assert [str(item) for item in found if not item.upheld] == [
        f"edge: not upheld, stored as {found[-1].stored}, found K already stands for something, in given"
    ]
