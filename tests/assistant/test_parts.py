"""Parts of a result: what fits comes whole, all else is named with its size and can be asked for."""

import json

import pytest

from derivations.assistant.parts import MOST, ROOM, in_parts
from derivations.errors import UnknownNameError

DATA = {"small": 1, "large": [{"name": f"item-{place}", "says": "x" * 500} for place in range(100)],
        "text": "".join(f"line {place}\n" for place in range(10_000)), "last": None}


def test_what_has_no_room_is_named_with_its_size() -> None:
    found = in_parts(DATA)
    assert list(found) == ["small", "last", "more"]
    large, text = found["more"]
    assert large["part"] == "large"
    assert large["characters"] == len(json.dumps(DATA["large"]))
    assert large["parts"][0] == "large/item-0"
    assert text["parts"][0] == "text/1"
    assert len(json.dumps(found)) < ROOM


def test_a_part_that_is_asked_for_comes_as_far_as_there_is_room() -> None:
    """In whole items; those left out can be asked for by name."""
    found = in_parts(DATA, ["large"])
    assert found["large/item-0"] == DATA["large"][0]  # type: ignore[index]
    assert len(json.dumps(found)) < MOST + ROOM
    left = next(item["part"] for item in found["more"] if item["part"].startswith("large/"))
    assert in_parts(DATA, [left])[left]["says"] == "x" * 500


def test_pages_of_a_text_put_together_are_the_text() -> None:
    names = [f"text/{place}" for place in range(1, 100)]
    pages, place = "", 0
    while len(pages) < len(str(DATA["text"])):
        pages += in_parts(DATA, [names[place]])[names[place]]
        place += 1
    assert pages == DATA["text"]


def test_items_of_one_name_are_told_apart_by_number() -> None:
    twins = {"steps": [{"name": "a", "at": 1}, {"name": "a", "at": 2}]}
    assert in_parts(twins, ["steps/2"])["steps/2"]["at"] == 2


@pytest.mark.parametrize("path", ["no", "small/no", "large/item-999", "large/", "/", ""])
def test_a_part_that_there_is_not_is_refused(path: str) -> None:
    with pytest.raises(UnknownNameError, match="unknown part"):
        in_parts(DATA, [path])
