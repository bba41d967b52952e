"""What is no stored derivation is refused in one line, or checked."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Premise
from derivations.errors import DerivationsError, InputError
from derivations.language.quantity import Notation

from .stored_claims import data, first_of, step_of


def _without(key: str) -> Callable[[Any], None]:
    def change(stored: Any) -> None:
        del stored[key]

    return change


def _with(path: tuple[Any, ...], value: Any) -> Callable[[Any], None]:
    def change(stored: Any) -> None:
        for key in path[:-1]:
            stored = stored[key]
        stored[path[-1]] = value

    return change


def _huge() -> Any:
    deep: Any = "x"
    for _ in range(50_000):
        deep = [deep]
    return deep


def _circle(stored: Any) -> None:
    """A definition that takes up what it defines."""
    step = first_of(stored, "define")
    name, _, right = step["relation"].partition(" = ")
    own = next(quantity for quantity in stored["notation"] if quantity["name"] == name)
    own["definition"] = f"sqrt({name}*({right}))"
    step["relation"] = f"{name} = {own['definition']}"


def _no_input(stored: Any) -> None:
    step_of(stored, "batch")["inputs"] = []


def _waits_for_nothing(stored: Any) -> None:
    """A verdict that is shown by its reason alone, with a reason like a proof."""
    step_of(stored, "batch")["verdict"] |= {"finding": "waiting", "reason": "proven (normal form)"}


BAD = [
    (_with(("schema",), 1), "has schema 2, not 1"),
    (_with(("schema",), True), "has schema 2, not True"),
    (_with(("schema",), "1"), "has schema 2"),
    (_without("schema"), "has schema 2, not null"),
    (_without("trace"), "the derivation has no 'trace'"),
    (_with(("extra",), 1), "unknown key 'extra'"),
    (_with(("trace",), {}), "trace of the derivation is a list, not an object"),
    (_with(("trace",), []), "has no steps"),
    (_with(("trace", 0), "x"), "step 1 is an object, not a text"),
    (_with(("trace", 0, "name"), 7), "the name of a step is a text, not a number"),
    (_with(("trace", 1, "name"), "arithmetic-time"), "two steps are named 'arithmetic-time'"),
    (_with(("trace", 0, "number"), 5), "another number than its place, 1"),
    (_with(("trace", 0, "number"), True), "is a whole number, not true or false"),
    (_with(("trace", 0, "rule"), "magic"), "unknown rule 'magic'"),
    (_with(("trace", 0, "rule"), "reject"), "rejects are kept separate"),
    (_with(("trace", 0, "inputs"), ["batch"]), "unknown step 'batch' that step 'arithmetic-time' uses"),
    (_with(("trace", 0, "context"), [[["nowhere", "case", []]], []]), "unknown step 'nowhere'"),
    (_with(("trace", 0, "relation"), "t_c = "), "the text ends where"),
    (_with(("trace", 0, "relation"), "t_c = __import__('os')"), "unexpected '_'"),
    (_with(("trace", 0, "relation"), "t_c = 9^9^9"), "an exponent may hold no power"),
    (_with(("trace", 0, "relation"), "t_c = " + "(" * 90 + "t_w" + ")" * 90), "nested more than 40 deep"),
    (_with(("trace", 0, "relation"), "t_c = B"), "step 'arithmetic-time'"),
    (_with(("trace", 0, "relation"), "t_c = nowhere"), "unknown quantity 'nowhere'"),
    (_with(("trace", 0, "relation"), 7), "is an object, not a number"),
    (_with(("trace", 0, "relation"), _huge()), "is an object, not a list"),
    (_with(("trace", 0, "unknown"), "nowhere"), "unknown quantity 'nowhere'"),
    (_with(("trace", 0, "because"), "red \x1b[31m"), "a character that cannot be shown"),
    (_with(("trace", 0, "because"), "x" * 20_000), "is longer than 10,000 characters"),
    (_with(("trace", 0, "fell_back"), 0), "is true or false, not a number"),
    (_with(("trace", 0, "options"), {}), "has no 'premise'"),
    (_with(("trace", 0, "options", "default"), "t_c"), "a relation needs one of"),
    (_with(("trace", 0, "verdict", "finding"), "true"), "unknown finding 'true'"),
    (_with(("trace", 0, "verdict", "finding"), "claimed"), "unknown finding 'claimed'"),
    (_with(("trace", 0, "verdict", "finding"), ["proven"]), "is a text, not a list"),
    (_with(("trace", 0, "verdict", "stored"), {}), "unknown key 'stored'"),
    (_with(("trace", 0, "because"), "so it is ✔"), "because of step 'arithmetic-time' holds a tick, which only"),
    (_with(("trace", 0, "note"), "✓ proven"), "holds a tick"),
    (_with(("trace", 0, "note"), "Proven (normal form)"), "a note is one line, and never says 'proven'"),
    (_with(("trace", 0, "name"), "batch is proven"), "a name is one line, and never says 'proven'"),
    (_with(("trace", 0, "note"), "as L → 0\n\nand so on"), "a note is one line"),
    (_with(("trace", 0, "verdict", "reason"), "✅"), "holds a tick"),
    (_with(("notation", 0, "latex"), r"\phi\checkmark"), "holds a tick"),
    *((_with(("notation", 0, "meaning"), tick), "holds a tick") for tick in "✓✔✅☑🗸🗹"),
    (_with(("trace", 0, "verdict", "counterexample"), {"B": "open('x')"}), "counterexample"),
    (_with(("notation", 0, "unit"), "parsec"), "unknown unit"),
    (_with(("notation", 0, "domain"), "small"), "unknown domain"),
    (_with(("notation", 0, "name"), "sqrt"), "cannot name a quantity"),
    (_with(("notation", 0, "at_most"), "nowhere"), "unknown quantity"),
    (_with(("assumptions", "premises"), []), "is an object of texts, not a list"),
    (_with(("result",), "nowhere"), "unknown step 'nowhere'"),
    (_with(("trace", 0, "inputs"), ["arithmetic-time"]), "that step 'arithmetic-time' uses"),
    (_with(("trace", 1, "inputs"), ["arithmetic-time"]), "take has no inputs, not 1"),
    (_with(("assumptions", "premises"), {"nowhere": "x"}), "unknown premise 'nowhere'"),
    (_with(("notation", 0, "definition"), "B*nowhere"), "the definition of "),
    (_circle, "in a circle"),
    (_no_input, "step 'batch': solve has 1 input, not 0"),
    (_waits_for_nothing, "what waits says what it is waiting for"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_what_is_no_derivation_is_refused_in_one_line(change: Callable[[Any], None], message: str) -> None:
    """The thing is named, and nothing of it is shown that could be huge."""
    stored = data()
    change(stored)
    with pytest.raises(InputError) as told:
        Derivation.from_json(stored)
    assert message in str(told.value)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 400


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "7", "NaN", '"x"', "{", "{}", "[" * 100_000, "1" * 10_000, '{"derivation": null}',
             '{"derivation": []}', '{"schema": 1}', '{"schema": NaN}', '{"schema": 1e400}', '{"schema": [1]}',
             '{"claim": "kv-bytes"}', '{"claim": "kv-bytes", "trace": []}'],
)
def test_a_text_that_is_no_derivation_is_refused(text: str) -> None:
    """Whatever JSON makes of it."""
    with pytest.raises(InputError) as told:
        Derivation.from_json(text)
    assert "\n" not in str(told.value)


_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    | st.sampled_from(["t_c = B", "B", "1/0", "9^9^9", "proven", "solve", "batch", "token"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@settings(suppress_health_check=list(HealthCheck))
@given(st.data())
def test_hostile_data_is_refused_or_checked(draw: st.DataObject) -> None:
    """Anything in any place of a small derivation: one of our errors, or a derivation that can be checked and shown."""
    stored = deepcopy(_SMALL)
    for _ in range(draw.draw(st.integers(1, 2))):
        place: Any = stored
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = draw.draw(st.sampled_from(keys))
            deeper = isinstance(place[key], dict | list) and len(place[key]) > 0
            if not deeper or draw.draw(st.integers(0, 9)) == 0:
                break
            place = place[key]
        place[key] = draw.draw(_ANYTHING)
    told, found = "", None
    try:
        found = Derivation.from_json(stored)
    except DerivationsError as error:
        told = str(error)
    assert "\n" not in told
    if found is not None:
        assert all(str(item) for item in found.check(budget=200_000))
        assert found.checked(budget=200_000).to_markdown()
        assert "✓" not in found.to_markdown()
        assert "[proven" not in str(found)


def _small() -> Any:
    board = Board(Notation.of("t [s] time\nS [byte] size\nW [byte/s] bandwidth"))
    load = board.take(Premise("load", "t = S/W", because="every byte crosses the link once"))
    board.solve("bandwidth", load, for_="W")
    board.reject("twice", "t = 2*S/W", [load])
    return board.finish().to_json()


_SMALL = _small()
