"""A part of stored data, read key by key: whatever is missing, of another type or unknown is told in one line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unicodedata import category

from derivations.errors import InputError, UnknownNameError

_LONGEST_TEXT = 10_000  # characters
_LONGEST_LIST = 2_000
_UNSHOWN = ("Cc", "Cs", "Zl", "Zp")  # controls, halves of letters, ends of lines
_LINES = "\n\t"


class Part:
    """An object of stored data; `where` names it in messages.

    Raises `InputError` for data that is no object, or whose keys are not those of `keys`.
    """

    def __init__(self, data: Any, where: str, keys: Iterable[str]) -> None:
        self.where = where
        if not isinstance(data, dict):
            raise InputError(f"{where} is an object, not {kind(data)}")
        known = tuple(keys)
        for key in data:
            if key not in known:
                raise UnknownNameError("key", str(key), known, where=f"in {where}")
        missing = [key for key in known if key not in data]
        if missing:
            raise InputError(f"{where} has no {missing[0]!r}")
        self._data = data

    def any(self, key: str) -> Any:
        """What stands under a key, of any type."""
        return self._data[key]

    def text(self, key: str) -> str:
        """A text."""
        return text(self._data[key], f"{key} of {self.where}")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(text(item, f"{key} of {self.where}") for item in self.items(key))

    def text_map(self, key: str) -> dict[str, str]:
        """An object of texts."""
        place = f"{key} of {self.where}"
        data = self._data[key]
        if not isinstance(data, dict) or len(data) > _LONGEST_LIST:
            raise InputError(f"{place} is an object of texts, not {kind(data)}")
        return {text(name, place): text(item, place) for name, item in data.items()}

    def whole(self, key: str) -> int:
        """A whole number."""
        item = self._data[key]
        if not isinstance(item, int) or isinstance(item, bool):
            raise InputError(f"{key} of {self.where} is a whole number, not {kind(item)}")
        return item

    def flag(self, key: str) -> bool:
        """True or false."""
        return flag(self._data[key], f"{key} of {self.where}")

    def items(self, key: str) -> list[Any]:
        """A list of anything."""
        return items(self._data[key], f"{key} of {self.where}")


def text(item: Any, where: str) -> str:
    """A text that can be shown as it is; raises `InputError` for anything else."""
    if not isinstance(item, str):
        raise InputError(f"{where} is a text, not {kind(item)}")
    if len(item) > _LONGEST_TEXT:
        raise InputError(f"{where} is longer than {_LONGEST_TEXT:,} characters")
    if any(category(letter) in _UNSHOWN and letter not in _LINES for letter in item):
        raise InputError(f"{where} holds a character that cannot be shown")
    return item


def flag(item: Any, where: str) -> bool:
    """True or false; raises `InputError` for anything else."""
    if not isinstance(item, bool):
        raise InputError(f"{where} is true or false, not {kind(item)}")
    return item


def items(item: Any, where: str) -> list[Any]:
    """A list; raises `InputError` for anything else, and for one that is too long."""
    if not isinstance(item, list):
        raise InputError(f"{where} is a list, not {kind(item)}")
    if len(item) > _LONGEST_LIST:
        raise InputError(f"{where} has more than {_LONGEST_LIST:,} entries")
    return item


def kind(item: Any) -> str:
    """What a piece of JSON is, in a word or two; never the piece itself, which may be huge.

    >>> kind(None), kind([1])
    ('null', 'a list')
    """
    words = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number",
             float: "a number", type(None): "null"}  # fmt: skip
    return words.get(type(item), f"a {type(item).__name__}")
