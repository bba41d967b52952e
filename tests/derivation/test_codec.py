"""Dataclasses as plain data: they come back equal, and what does not fit is told by its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, is_dataclass
from enum import StrEnum
from fractions import Fraction
from types import NoneType
from typing import Any, get_args

import pytest

from derivations.derivation.codec import Codec, Form, text, types
from derivations.derivation.rules import RULES
from derivations.derivation.stored import FORMS
from derivations.errors import InputError
from derivations.language.quantity import Notation
from derivations.proof.verdict import Verdict


class Color(StrEnum):
    """Two words."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Leaf:
    """A part with fields that older data lack."""

    name: str
    determines: str = ""


@dataclass(frozen=True)
class Tree:
    """One field of each kind."""

    color: Color
    count: int
    stands: bool
    share: Fraction
    leaves: tuple[Leaf, ...]
    pair: tuple[str, int] | None
    words: Mapping[str, str]


SHARE = Form(lambda item, _: str(item), lambda data, _, where: Fraction(text(data, where)))
CODEC = Codec(Notation(()), {Fraction: SHARE})
TREE = Tree(Color.RED, 3, True, Fraction(1, 3), (Leaf("a"), Leaf("b", "c")), ("x", 2), {"k": "v"})
DATA = {
    "color": "red", "count": 3, "stands": True, "share": "1/3",
    "leaves": [{"name": "a"}, {"name": "b", "determines": "c"}], "pair": ["x", 2], "words": {"k": "v"},
}


def test_data_read_as_they_are_told_and_come_back_equal() -> None:
    """Keys are the fields; what is empty and was not there in older data is left out."""
    assert CODEC.write(TREE, Tree) == DATA
    assert CODEC.read(json.loads(json.dumps(DATA)), Tree, "the tree") == TREE
    without = CODEC.write(Tree(Color.BLUE, 0, False, Fraction(2), (), None, {}), Tree)
    assert (without["pair"], without["leaves"]) == (None, [])
    assert CODEC.read(without, Tree, "the tree").pair is None


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("color", "green", "unknown color 'green'"),
        ("color", 1, "color of the tree is a text, not a number"),
        ("count", True, "count of the tree is a whole number, not true or false"),
        ("count", 1.5, "count of the tree is a whole number, not a number"),
        ("stands", 1, "stands of the tree is true or false, not a number"),
        ("leaves", {}, "leaves of the tree is a list, not an object"),
        ("leaves", [{"nom": "a"}], "unknown key 'nom' in leaves of the tree"),
        ("leaves", [{}], "leaves of the tree has no 'name'"),
        ("pair", ["x"], "pair of the tree is a list of 2, not of 1"),
        ("words", {"k": 1}, "words of the tree is a text, not a number"),
        ("words", [], "words of the tree is an object of texts, not a list"),
        ("more", 1, "unknown key 'more' in the tree"),
    ],
)
def test_what_does_not_fit_is_told_by_its_place(key: str, value: Any, message: str) -> None:
    """The first thing that is wrong, in one line."""
    with pytest.raises(InputError) as told:
        CODEC.read({**DATA, key: value}, Tree, "the tree")
    assert message in str(told.value)


def _plain(kind: Any) -> bool:
    """True for a type that the codec of derivations can tell."""
    if kind in FORMS or kind in (str, int, bool, NoneType, Ellipsis):
        return True
    inner = get_args(kind)
    return all(map(_plain, inner)) if inner else is_dataclass(kind) or issubclass(kind, StrEnum)


def test_every_option_of_every_rule_can_be_told() -> None:
    """A rule whose option has another type would not come back."""
    for made in (*RULES, Verdict):
        assert all(map(_plain, types(made).values())), made
