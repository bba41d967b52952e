"""Relations and expressions as text, and back to the very same SymPy expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from unicodedata import category

from sympy import Expr

from derivations.errors import DerivationsError, InputError, UndecidedError, UnknownNameError
from derivations.language.dimensional_analysis import check_relation
from derivations.language.from_sympy import from_sympy
from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.printing.text import to_text
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_written
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import WrittenRelation
from derivations.search.proof.normal_form import vanishes
from derivations.search.time_limit import RULE_SECONDS, attempt

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
             float: "a number", type(None): "null"}
    return words.get(type(item), f"a {type(item).__name__}")


_Made = TypeVar("_Made")


def stored_relation(item: Relation) -> Any:
    """A text or, where that leads to other SymPy sides, an object with the sides written out as well.

    Raises `InputError` for a relation that no text leads back to: one that is too large, say.
    """
    shown = str(item)
    try:
        again = from_written(parse_relation(shown, None, item.notation.functions), item.notation)
    except DerivationsError as error:
        raise InputError(f"cannot be stored, as {_clipped(shown)} does not read back: {error}") from None
    if str(again) != shown or again.latex != item.latex:
        raise InputError(f"cannot be stored, as {_clipped(shown)} reads back as {_clipped(str(again))}")
    if again == item:
        return shown
    return {"text": shown, "sides": [stored_expression(side, item.notation) for side in (item.lhs, item.rhs)]}


def restored_relation(data: Any, notation: Notation, where: str) -> Relation:
    """The relation that `stored_relation` made data of.

    Raises `InputError` or one of its kind for data that is none: where the sides do not say what the text says, too.
    """
    if isinstance(data, str):
        return _told(lambda: from_written(_parsed(text(data, where), notation), notation), where)
    part = Part(data, where, ("text", "sides"))
    sides = items(part.any("sides"), f"sides of {where}")
    if len(sides) != 2:
        raise InputError(f"sides of {where} are two")
    written = _told(lambda: _parsed(part.text("text"), notation), where)
    left, right = (restored_expression(side, notation, f"sides of {where}") for side in sides)

    def made() -> Relation:
        check_relation(written, notation)
        plain = from_written(written, notation)
        try:
            with attempt(RULE_SECONDS):
                same = vanishes(plain.lhs - left) and vanishes(plain.rhs - right)
        except UndecidedError:
            same = False
        if not same:
            raise InputError(f"its sides do not say {written_text(written)}")
        return Relation(left, written.operator, right, notation, written)

    return _told(made, where)


def stored_expression(expression: Expr, notation: Notation) -> str:
    """The text of an expression. Raises `InputError` where no text leads back to it."""
    try:
        shown = to_text(from_sympy(expression, notation.order))
        if to_sympy(parse_expression(shown, None, notation.functions), notation) == expression:
            return shown
    except InputError as error:
        raise InputError(f"cannot be stored, as {_clipped(str(expression))} does not read back: {error}") from None
    raise InputError(f"cannot be stored, as {_clipped(shown)} reads back as another expression")


def restored_expression(data: Any, notation: Notation, where: str) -> Expr:
    """The expression of a text. Raises `InputError` or one of its kind for a text that is none."""
    known = notation.names
    return _told(lambda: to_sympy(parse_expression(text(data, where), known, notation.functions), notation), where)


def written_text(written: WrittenRelation) -> str:
    """A written relation, clipped for a message."""
    return _clipped(f"{to_text(written.left)} {written.operator} {to_text(written.right)}")


def _parsed(shown: str, notation: Notation) -> WrittenRelation:
    return parse_relation(shown, notation.names, notation.functions)


def _told(make: Callable[[], _Made], where: str) -> _Made:
    """What `make` makes; its errors say where the text stands."""
    try:
        return make()
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _clipped(shown: str) -> str:
    return shown if len(shown) <= 80 else shown[:79] + "…"
