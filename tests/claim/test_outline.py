"""Outlines: what they say of a claim is what its derivation says, and the claim that answers a question is found."""

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, Said, UnknownNameError
from derivations.claim.outline import choose, outline
from derivations.claims.index import find_claim

from ..reports import OF_EVERY_FORM, derived_under, few, plain
from .small import LOAD, NOTATION, claim

TIME = Claim("time", NOTATION, lambda board: board.take(LOAD))
SIZED = Claim("sized", NOTATION, lambda board: board.take(LOAD), defaults={"S": Said("140 GB", "somebody", "p. 4")})


@pytest.mark.parametrize("name", few())
def test_an_outline_agrees_with_the_derivation(name: str) -> None:
    """The same steps and the same result, for every claim that is built in."""
    chosen = find_claim(name)
    drawn, derivation = outline(chosen), plain(name).derivation
    assert all(drawn.has_step(step.name) for step in (*derivation.trace, *derivation.rejects))
    assert drawn.result == derivation.headline.name
    assert derivation.headline.relation is not None
    assert drawn.headline == str(derivation.headline.relation.written_left)
    assert {quantity.name for quantity in derivation.letters} <= drawn.names
    assert drawn.whole
    assert [premise.name for premise in drawn.taken] == [step.name for step in derivation.premises]
    assert drawn.premises == {step.name for step in derivation.premises}


def test_a_left_side_is_read_off_each_kind_of_step() -> None:
    """By keyword or by place."""
    drawn = outline(find_claim("optimal-batch"))
    assert {name: drawn.steps[name] for name in ("batch", "crossover-context", "ridge", "short-context")} == {
        "batch": "B", "crossover-context": "L_x", "ridge": "r", "short-context": "B",
    }
    assert "u_flop" in drawn.in_reach

    def by_place(board: Board) -> Handle:
        return board.solve("bandwidth", board.take(LOAD), "W")

    assert outline(claim(body=by_place)).headline == "W"


def test_branches_go_by_the_name_of_their_step() -> None:
    """An outline does not know how many there are."""
    own = Notation.of("a [s^2] square\nx [s] (real) root\ny [s] (real) the same")

    def body(board: Board) -> Handle:
        square = board.take(Premise("square", "a = x^2"))
        board.solve("roots", square, for_="x")
        return board.rewrite("again", Handle("roots-2"), "x = sqrt(a)")

    drawn = outline(Claim("roots", own, body))
    assert drawn.has_step("roots-2")
    assert not drawn.has_step("root-2")
    assert drawn.headline == "x"


def test_a_body_that_fails_is_outlined_as_far_as_it_got() -> None:
    """Its derivation tells what is wrong."""

    def body(board: Board) -> Handle:
        board.take(LOAD)
        raise RuntimeError("later")

    drawn = outline(claim(body=body))
    assert (drawn.steps, drawn.taken, drawn.whole) == ({"load": "t"}, (LOAD,), False)


def test_the_claim_whose_result_it_is_comes_first() -> None:
    """Then the one that derives it, then the one that has a number, then the one that names it."""
    assert choose("W", [TIME, claim()]) == (claim(), ("time",))
    assert choose("t", [claim(), TIME])[0] is TIME
    assert choose("S", [TIME, SIZED])[0] is SIZED
    assert choose("bandwidth", [TIME, claim()])[0].name == "cold-start"
    assert choose("x", [TIME, claim()]) == (TIME, ())
    with_derived = claim(body=lambda board: board.solve("bandwidth", board.take(LOAD), for_="W") and None)
    assert choose("W", [TIME, with_derived])[0] is with_derived


def test_a_named_claim_is_taken() -> None:
    """And a slip in its name is told."""
    assert choose("W", [TIME, claim()], "time") == (TIME, ("cold-start",))
    with pytest.raises(UnknownNameError, match="did you mean time"):
        choose("W", [TIME], "tyme")


def test_a_claim_that_takes_the_premise_is_preferred() -> None:
    """What is to be replaced must be there."""
    other = Claim("other", NOTATION, lambda board: board.take(Premise("slow", "t = 2*S/W")))
    assert choose("t", [TIME, other], premises=["slow"])[0] is other
    assert choose("t", [TIME, other], premises=["nowhere"])[0] is TIME


def test_an_unknown_name_is_refused_with_the_nearest_of_all_claims() -> None:
    """Quantities and steps; what the reader brings along is known."""
    claims = [TIME, claim()]
    with pytest.raises(UnknownNameError, match="unknown quantity or step 'bandwith'; did you mean bandwidth"):
        choose("bandwith", claims)
    assert choose("mine", claims, brought=["mine"])[0] is TIME


@pytest.mark.some(1)
@pytest.mark.parametrize("name", few(OF_EVERY_FORM, ("revnet", "differential")))
def test_an_alternative_of_each_claim_can_be_assumed(name: str) -> None:
    """Those that are named are those that a derivation takes."""
    found = [(premise.name, item.name) for premise, item in outline(find_claim(name)).alternatives]
    assert found
    assert len(set(found)) == len(found)
    premise, alternative = found[0]
    assert derived_under(name, {premise: alternative})[premise].replaces
