"""Derivations as JSON: they come back equal, and are checked again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from sympy import Eq

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Premise
from derivations.derivation.recheck import upheld
from derivations.derivation.rules.base import with_writing
from derivations.derivation.stored import restored_relation, stored_relation
from derivations.errors import InputError
from derivations.language.grammar import parse_relation
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.proof.verdict import Finding

from .stored_claims import CASES, ONE_EACH, QUICK, derived, read, written


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "place"), CASES)
def test_a_derivation_comes_back_equal(name: str, place: int) -> None:
    """Steps, notation, assumptions, obligations and rules; text and LaTeX as before; and the same text again."""
    before = derived(name, place)
    after = read(name, place)
    assert (after.notation, after.assumptions, after.result) == (before.notation, before.assumptions, before.result)
    for mine, theirs in zip((*after.trace, *after.rejects), (*before.trace, *before.rejects), strict=True):
        believed = replace(mine, verdict=theirs.verdict)
        assert believed == theirs
        assert (mine.obligations, mine.applied) == (theirs.obligations, theirs.applied)
        assert believed.to_markdown() == theirs.to_markdown()
        for one, other in zip(mine.conditions, theirs.conditions, strict=True):
            assert (str(one), one.latex) == (str(other), other.latex)
    assert after.headline.name == before.headline.name
    assert json.dumps(after.to_json(), allow_nan=False) == written(name, place)
    assert Derivation.from_json(after.to_json()) == after


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "place"), sorted(QUICK))
def test_what_comes_back_is_upheld(name: str, place: int) -> None:
    """Every verdict is found again, also those that show nothing."""
    checked = read(name, place).check()
    assert [str(item) for item in checked if not item.upheld] == []
    assert len(checked) == len(derived(name, place).trace) + len(derived(name, place).rejects)


@pytest.mark.some(2)
@pytest.mark.parametrize(("name", "place"), ONE_EACH)
def test_what_comes_back_and_is_checked_is_the_derivation(name: str, place: int) -> None:
    """Equal to the one that was written; the words of a verdict that shows nothing may be others."""
    before, after = derived(name, place), read(name, place).checked()
    assert type(after) is Derivation
    for mine, theirs in zip((*after.trace, *after.rejects), (*before.trace, *before.rejects), strict=True):
        if theirs.verdict.finding in (Finding.INCONCLUSIVE, Finding.WAITING):
            assert mine.verdict.finding in (Finding.INCONCLUSIVE, Finding.WAITING)
            mine = replace(mine, verdict=theirs.verdict)
        assert mine == theirs


@pytest.mark.long
def test_it_comes_back_from_a_whole_report() -> None:
    """What `derive show --json` prints holds the derivation."""
    from derivations import derive

    report = derive("kv-bytes")
    assert Derivation.from_json(json.dumps(report.to_json())).checked() == report.derivation


def test_a_statement_in_sympy_comes_back() -> None:
    """Whatever it was rejected as, and whatever its dimensions."""
    notation = Notation.of("t [s] time\nS [byte] size\nW [byte/s] bandwidth")
    t, size, width = (quantity.symbol for quantity in notation)
    board = Board(notation)
    load = board.take(Premise("load", "t = S/W"))
    board.reject("twice", Eq(t, 2 * size / width), [load])
    board.reject("size", Eq(t, size), [load])
    board.reject("own", relation("t = S/(2*W)", notation), [load])
    board.reject("text", "t = S*W", [load])
    made = board.finish()
    again = Derivation.from_json(json.dumps(made.to_json()))
    assert again.checked() == made
    assert [step.applied for step in again.rejects] == [step.applied for step in made.rejects]
    assert upheld(again.check())


def test_sides_that_the_text_does_not_lead_to_are_written_out() -> None:
    """SymPy would put ``a*(b + c)`` together otherwise; data whose sides say something else is refused."""
    notation = Notation.of("T [] x\na [] x\nb [] x\nc [] x")
    T, a, b, c = (quantity.symbol for quantity in notation)
    item = with_writing(T, "=", a * b + a * c, notation, parse_relation("T = a*(b + c)"))
    stored = stored_relation(item)
    assert stored == {"text": "T = a*(b + c)", "sides": ["T", "a*b + a*c"]}
    back = restored_relation(stored, notation, "step")
    assert (back, str(back), back.latex) == (item, str(item), item.latex)
    with pytest.raises(InputError, match="its sides do not say"):
        restored_relation({**stored, "sides": ["T", "a*b + c"]}, notation, "step")


def test_what_no_text_leads_back_to_is_told() -> None:
    """A sum of thousands of characters; the step is named."""
    names = [f"a_long_name_of_a_quantity_number_{place}" for place in range(70)]
    notation = Notation.of("\n".join(["T [] x", *(f"{name} [] x" for name in names)]))
    board = Board(notation)
    first = board.take(Premise("first", f"T = {' + '.join(names[:35])}"))
    second = board.take(Premise("second", f"{names[0]} = {' + '.join(names[36:])}"))
    board.substitute("both", first, [second])
    with pytest.raises(InputError, match=r"step 'both' cannot be stored.*2,000 characters"):
        board.finish().to_json()
