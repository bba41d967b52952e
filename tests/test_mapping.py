"""Mappings that do not change: they refuse, hash by content, pickle and are copied as they are."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from derivations.mapping import FrozenMapping

SIZES = FrozenMapping({"L": 8000, "B": 64})


def test_it_is_a_mapping_by_content() -> None:
    """Whatever the order: equal, and with one hash; a plain dict of the same is equal, too."""
    other = FrozenMapping({"B": 64, "L": 8000})
    assert SIZES == other == {"L": 8000, "B": 64}
    assert hash(SIZES) == hash(other)
    assert hash(SIZES) != hash(FrozenMapping({"B": 65, "L": 8000}))
    assert list(SIZES) == ["L", "B"]


@pytest.mark.parametrize(
    "change",
    [lambda it: it.__setitem__("L", 1), lambda it: it.__delitem__("L"), lambda it: it.update(L=1),
     lambda it: it.pop("L"), lambda it: it.setdefault("x", 1), lambda it: it.clear(), lambda it: it.popitem(),
     lambda it: it.__ior__({"L": 1})],
)
def test_nothing_changes_it(change: Callable[[Any], object]) -> None:
    """Each way to change a dict is refused, and it is as it was."""
    with pytest.raises(TypeError, match="does not change"):
        change(SIZES)
    assert SIZES == {"L": 8000, "B": 64}


def test_copies_and_pickles_are_equal() -> None:
    """And as frozen as it is."""
    for other in (copy.copy(SIZES), copy.deepcopy(SIZES), pickle.loads(pickle.dumps(SIZES))):
        assert other == SIZES
        with pytest.raises(TypeError):
            other["L"] = 1


def test_with_another_one_it_makes_a_dict() -> None:
    """That one can be changed."""
    wider = SIZES | {"s": 8}
    wider["L"] = 1
    assert (wider, SIZES["L"]) == ({"L": 1, "B": 64, "s": 8}, 8000)
