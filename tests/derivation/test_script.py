"""A script has the calls of an argument, and its prose apart from them."""

from dataclasses import replace
from inspect import signature
from typing import Any

import pytest

from derivations import Board, Handle, Notation, Premise
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.script import PARAMETERS, Call, Prose, Script, plain

from ..reports import of_every_form
from ..reports import plain as derived

LETTERS = Notation.of("t [s] time\nS [byte] size\nW [byte/s] bandwidth")
LOAD = Premise("load", "t = S/W", because="every byte crosses the link once", source="by hand")


def body(board: Board) -> Handle:
    """One premise, turned round, and what it is not."""
    load = board.take(LOAD)
    found = board.solve("bandwidth", load, "W", because="the link is what is asked for")
    board.reject("doubled", "t = 2*S/W", against=(load,), because="nothing is read twice")
    return found


def test_the_parameters_are_those_of_the_board() -> None:
    """By place, too; but for a premise, which is taken whole, a look at what stands so far, and the end."""
    methods = {name: each for name, each in vars(Board).items() if callable(each) and not name.startswith("_")}
    found = {name: tuple(signature(each).parameters)[2:] for name, each in methods.items()}
    assert dict(PARAMETERS) == {
        name: tuple(each for each in found[name] if each in PARAMETERS[name]) for name in PARAMETERS}
    assert found.keys() - PARAMETERS.keys() == {"take", "suppose", "so_far", "finish"}


def test_a_script_has_the_calls_of_an_argument() -> None:
    """Without a board: options by their names however they are given, reasons apart."""
    found = Script.of(body, LETTERS)
    assert found.whole
    assert found.result == "bandwidth"
    assert found.premises == (LOAD,)
    assert [(call.rule, call.name) for call in found.calls] == [
        ("take", "load"), ("solve", "bandwidth"), ("reject", "doubled")]
    assert found.calls[1] == Call(
        "solve", "bandwidth", {"equation": Handle("load"), "for_": "W"}, "the link is what is asked for")
    assert found.prose("load") == Prose("every byte crosses the link once", "by hand")
    assert found.prose("bandwidth-2") == found.prose("bandwidth") == Prose("the link is what is asked for")
    assert found.prose("doubled") == Prose("nothing is read twice", statement="t = 2*S/W")
    assert found.prose("another") == Prose()
    assert not found.speaks_of("another")


def test_what_is_asked_has_no_word_of_prose() -> None:
    found = Script.of(body, LETTERS)
    said = str(found.asked)
    for words in (LOAD.because, LOAD.source, "asked for", "twice", "bandwidth of", LETTERS["S"].meaning):
        assert words not in said
    assert "t = 2*S/W" in said


@pytest.mark.parametrize("value", [
    Handle("a"), replace(LOAD, because=""), {"a": (1, True, None)}, [LETTERS["t"]], LOAD.read(LETTERS), 1.5])
def test_anything_is_plain_data(value: Any) -> None:
    """What JSON has no form for is a text."""
    def is_plain(data: Any) -> bool:
        if isinstance(data, dict):
            return all(isinstance(key, str) and is_plain(each) for key, each in data.items())
        return all(map(is_plain, data)) if isinstance(data, list) else data is None or isinstance(data, str | int)

    assert is_plain(plain(value))


def test_an_argument_that_looks_at_more_than_handles_is_followed_as_far_as_it_gets() -> None:
    """Another rule than a board has, or a relation of a step."""

    def looking(board: Board) -> Handle:
        return board.take(LOAD).relation  # type: ignore[attr-defined, no-any-return]

    def other(board: Board) -> Handle:
        return board.guess("t")  # type: ignore[attr-defined, no-any-return]

    assert [(found.whole, len(found.calls)) for each in (looking, other) for found in [Script.of(each, LETTERS)]] == [
        (False, 1), (False, 0)]


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_is_followed_to_its_end(name: str) -> None:
    """A part of a question would be the same for several."""
    assert find_claim(name).script.whole


@pytest.mark.parametrize("name", of_every_form())
def test_the_script_has_the_prose_of_the_derivation(name: str) -> None:
    """For every step of which it speaks, and it speaks of all that the engine does not make by itself."""
    script, derivation = find_claim(name).script, derived(name).derivation
    steps = (*derivation.trace, *derivation.rejects)
    spoken = [step for step in steps if script.speaks_of(step.name)]
    assert [(step.because, step.source, step.statement) for step in spoken] == [
        tuple(script.prose(step.name)) for step in spoken]
    if all(call.rule != "solve_together" for call in script.calls):
        assert spoken == list(steps)
