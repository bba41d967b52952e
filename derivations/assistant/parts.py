"""Parts of a result: what an answer has room for comes whole, and of all else is said how to ask for it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from derivations.errors import UnknownNameError

ROOM = 6_000  # characters of JSON that the parts of an answer may have where none is asked for; 8,000 with all else
MOST = 40_000  # of those that are asked for
_NAMED = 5  # parts of a part that are named beside it
_NAMES = ("name", "step", "claim", "kind", "relation", "text")  # what an item of a list is known by, the first it has
_LONGEST = 40  # characters of such a name
_PAGE = 6_000  # characters of a page of a long text


def in_parts(data: Mapping[str, Any], asked: Sequence[str] = ()) -> dict[str, Any]:
    """The parts that are asked for, by default the first ones, as far as there is room, and under `more` the others.

    A part is a key of the data; a part of it stands behind a slash: an item by its name or its number, a page of a long
    text by its number. Raises `UnknownNameError` for a part that there is not.

    >>> in_parts({"a": 1, "b": [{"name": "x"}]}, ["b/x"])
    {'b/x': {'name': 'x'}, 'more': [{'part': 'a', 'characters': 1}, {'part': 'b', 'characters': 15}]}
    """
    wanted = list(dict.fromkeys(asked)) or list(data)
    room, found, left = MOST if asked else ROOM, dict[str, Any](), list[str]()
    for path in wanted:
        part = _part(data, path)
        for name, item in _fitting(path, part, room) if asked else ((path, part),):
            size = _size(item)
            if size <= room:
                found[name] = item
                room -= size
            else:
                left.append(name)
    rest = [*left, *(key for key in data if key not in found and key not in left)]
    more = [_named(name, _part(data, name), inner=not asked or name in left) for name in rest]
    return {**found, **({"more": more} if more else {})}


def _size(part: Any) -> int:
    return len(json.dumps(part, ensure_ascii=False))


def _fitting(path: str, part: Any, room: int) -> Iterator[tuple[str, Any]]:
    """A part that was asked for, or its own parts where it is larger than there is room."""
    inner = _items(part) if _size(part) > room else {}
    yield from ((f"{path}/{name}", item) for name, item in inner.items()) if inner else ((path, part),)


def _items(part: Any) -> dict[str, Any]:
    """The parts of a part by name."""
    if isinstance(part, str):
        return {str(place): page for place, page in enumerate(_pages(part), 1)} if len(part) > _PAGE else {}
    if isinstance(part, Mapping):
        return dict(part)
    if not isinstance(part, list):
        return {}
    names = [_name(item) for item in part]
    return {name if name and names.count(name) == 1 else str(place): item
            for place, (name, item) in enumerate(zip(names, part, strict=True), 1)}


def _name(item: Any) -> str:
    if not isinstance(item, Mapping):
        return ""
    named = next((item[key] for key in _NAMES if isinstance(item.get(key), str)), "")
    return named if len(named) <= _LONGEST and "/" not in named else ""


def _pages(text: str) -> list[str]:
    """A text in pages of whole lines; a line that is longer than a page is cut."""
    pages = [""]
    for line in text.splitlines(keepends=True):
        for start in range(0, len(line), _PAGE):
            piece = line[start : start + _PAGE]
            if pages[-1] and len(pages[-1]) + len(piece) > _PAGE:
                pages.append("")
            pages[-1] += piece
    return pages


def _part(data: Mapping[str, Any], path: str) -> Any:
    """The part of that name; raises `UnknownNameError` with the nearest names."""
    found: Any = data
    for depth, name in enumerate(path.split("/")):
        items = dict(found) if depth == 0 else _items(found)
        if name not in items:
            raise UnknownNameError("part", path, items)
        found = items[name]
    return found


def _named(name: str, part: Any, *, inner: bool) -> dict[str, Any]:
    """A part that is left out, with its size and, if `inner`, some of its own parts."""
    parts = [f"{name}/{each}" for each in _items(part)][:_NAMED] if inner else []
    return {"part": name, "characters": _size(part), **({"parts": parts} if parts else {})}
