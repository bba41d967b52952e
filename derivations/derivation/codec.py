"""Codec: frozen dataclasses as plain data that JSON can hold, and back, by the types of their fields.

Texts, whole numbers, flags, words of an enumeration, tuples and mappings are told as they are; a dataclass is an object
with its fields as keys; what else there is has a form of its own. Reading is strict: a key that is missing or unknown,
and a value of another type, is told with the place where it stands.

What is only shown, and never read back, is told by a list of its attributes (`selected`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from fractions import Fraction
from functools import cache, reduce
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints
from unicodedata import name

from derivations.errors import InputError, UnknownNameError
from derivations.language.display import is_shown
from derivations.language.quantity import Notation

_LONGEST_TEXT = 10_000  # characters
_LONGEST_LIST = 2_000
_LINES = "\n\t"
_FRACTION = re.compile(r"-?[0-9]{1,4000}(/[1-9][0-9]{0,3999})?")
_NONE: Mapping[str, Any] = {}
_NOTHING = object()  # which no field is
_TICKS = (r"\checkmark", r"\surd")  # in LaTeX; those of Unicode have names such as HEAVY CHECK MARK
# fields that are told only where the first of them is not empty, as in data that is older than they are
_OMITTED = (
    ("of", "derivative"), ("holding", "differentiated"), ("determines",), ("written",), ("following",), ("by_lambert",),
)


@dataclass(frozen=True)
class Form:
    """Data of a type that is none of the plain ones; reading is told where the data stand."""

    write: Callable[[Any, Notation], Any]
    read: Callable[[Any, Notation, str], Any]


@dataclass(frozen=True)
class Codec:
    """Plain data of what is written in the letters of a notation; `forms` are of types, or of annotations."""

    notation: Notation
    forms: Mapping[Any, Form]

    def write(self, item: Any, of: Any) -> Any:
        """The data of an item of a type. Raises what a form raises for what it cannot tell."""
        if of in self.forms:
            return self.forms[of].write(item, self.notation)
        inner = get_args(of)
        if NoneType in inner:
            return None if item is None else self.write(item, inner[0])
        if get_origin(of) is tuple:
            return [self.write(each, kind) for each, kind in zip(item, _each(inner, item), strict=True)]
        if get_origin(of) is Mapping:
            return {name: self.write(each, inner[1]) for name, each in item.items()}
        if issubclass(of, str | int | Fraction):
            return str(item) if issubclass(of, StrEnum | Fraction) else item
        left_out = {name for group in _OMITTED if not getattr(item, group[0], True) for name in group}
        return self.told(item, {key: kind for key, kind in types(of).items() if key not in left_out})

    def told(self, item: Any, known: Mapping[str, Any], usual: Mapping[str, Any] = _NONE) -> dict[str, Any]:
        """The data of these fields of an item, but for those that are as `usual`."""
        return {key: self.write(found, kind) for key, kind in known.items()
                if (found := getattr(item, key)) != usual.get(key, _NOTHING)}

    def read(self, data: Any, of: Any, where: str) -> Any:
        """The item of a type that `write` made data of. Raises `InputError` or one of its kind for any other data."""
        if of in self.forms:
            return self.forms[of].read(data, self.notation, where)
        inner = get_args(of)
        if NoneType in inner:
            return None if data is None else self.read(data, inner[0], where)
        if get_origin(of) is tuple:
            return self._tuple(entries(data, where), inner, where)
        if get_origin(of) is Mapping:
            if not isinstance(data, dict) or len(data) > _LONGEST_LIST:
                raise InputError(f"{where} is an object of texts, not {kind_of(data)}")
            return {text(name, where): self.read(each, inner[1], where) for name, each in data.items()}
        if issubclass(of, str | int | Fraction):
            return _plain(data, of, where)
        told = types(of)
        absent = {name for group in _OMITTED if isinstance(data, dict) and group[0] not in data for name in group}
        known = {key: kind for key, kind in told.items() if key not in absent}
        return of(**self.fields(data, known, where))

    def fields(
        self, data: Any, known: Mapping[str, Any], where: str, usual: Collection[str] = ()
    ) -> dict[str, Any]:
        """The values of an object with just these keys, each of its type; the `usual` ones may be left out of it."""
        found = record(data, where, known, usual)
        return {key: self.read(found[key], kind, f"{key} of {where}") for key, kind in known.items() if key in found}

    def _tuple(self, data: list[Any], inner: tuple[Any, ...], where: str) -> tuple[Any, ...]:
        wanted = _each(inner, data)
        if len(wanted) != len(data):
            raise InputError(f"{where} is a list of {len(wanted)}, not of {len(data)}")
        return tuple(self.read(each, kind, where) for each, kind in zip(data, wanted, strict=True))


def selected(item: Any, keys: str, forms: Mapping[Any, Callable[[Any], Any]] = _NONE) -> Any:
    """Attributes of an item as plain data to be shown, by their keys; None for None.

    A key is the name of an attribute, or stands before the path to it, ``step=line.step``; where something on the path
    is None, so is what is at its end. What is empty is None under a key with a question mark.

    >>> selected(Fraction(3, 2), "numerator below=denominator none?=imag")
    {'numerator': 3, 'below': 2, 'none': None}
    """
    if item is None:
        return None
    found = {key: shown(reduce(_attribute, path, item), forms) for key, path, _ in _paths(keys)}
    return found | {key: found[key] or None for key, _, optional in _paths(keys) if optional}


def shown(item: Any, forms: Mapping[Any, Callable[[Any], Any]] = _NONE) -> Any:
    """What a result is made of as plain data: in its form, a fraction as a number, a relation as text."""
    if item is None or isinstance(item, bool | int | float):
        return item
    for kind, form in forms.items():
        if isinstance(item, kind):
            return form(item)
    if isinstance(item, Mapping):
        return {str(key): shown(each, forms) for key, each in item.items()}
    if isinstance(item, tuple | list):
        return [shown(each, forms) for each in item]
    return float(item) if isinstance(item, Fraction) else str(item)


def _attribute(item: Any, name: str) -> Any:
    return None if item is None else getattr(item, name)


@cache
def _paths(keys: str) -> tuple[tuple[str, tuple[str, ...], bool], ...]:
    """Each key with the path to its attribute, and whether what is empty is None."""
    parts = [word.replace("?", "").partition("=") for word in keys.split()]
    return tuple((key, tuple((path or key).split(".")), "?" in word)
                 for (key, _, path), word in zip(parts, keys.split(), strict=True))


def _any_text(data: Any, where: str) -> str:
    if not isinstance(data, str):
        raise InputError(f"{where} is a text, not {kind_of(data)}")
    return data


# of data without letters that the package keeps itself: its texts may hold ticks, which are its own
PLAIN = Codec(Notation(()), {str: Form(lambda item, _: item, lambda data, _, where: _any_text(data, where))})


@cache
def types(of: type[Any]) -> dict[str, Any]:
    """The fields of a dataclass with their types."""
    hints = get_type_hints(of, localns=_OfSympy())
    return {item.name: hints[item.name] for item in fields(of)}


@cache
def usual(of: type[Any]) -> dict[str, Any]:
    """The fields of a dataclass that have a default, with it."""
    own = [item for item in fields(of) if item.init]
    return {item.name: item.default for item in own if item.default is not MISSING} | {
        item.name: item.default_factory() for item in own if item.default_factory is not MISSING}


class _OfSympy(dict[str, Any]):
    """The types of SymPy's that frozen data name, which is imported where one of them does."""

    def __missing__(self, key: str) -> Any:
        if key not in ("Expr", "Relational"):
            raise KeyError(key)
        from sympy import Expr
        from sympy.core.relational import Relational

        return {"Expr": Expr, "Relational": Relational}[key]


def _each(inner: tuple[Any, ...], items: Any) -> tuple[Any, ...]:
    """The type of each entry of a tuple."""
    return inner[:1] * len(items) if Ellipsis in inner else inner


def _plain(data: Any, of: type[Any], where: str) -> Any:
    if issubclass(of, StrEnum):
        if text(data, where) not in tuple(of):
            raise UnknownNameError(of.__name__.lower(), data, tuple(of), where=f"in {where}")
        return of(data)
    if issubclass(of, Fraction):
        if not _FRACTION.fullmatch(text(data, where)):
            raise InputError(f"{where} is a fraction as '3/4', not {data[:40]!r}")
        return Fraction(data)
    if issubclass(of, str):
        return text(data, where)
    if not isinstance(data, of) or (of is int and isinstance(data, bool)):
        raise InputError(f"{where} is {'true or false' if of is bool else 'a whole number'}, not {kind_of(data)}")
    return data


def record(data: Any, where: str, keys: Iterable[str], usual: Collection[str] = ()) -> dict[str, Any]:
    """An object with just these keys, of which the `usual` ones may be missing; raises `InputError` for another."""
    if not isinstance(data, dict):
        raise InputError(f"{where} is an object, not {kind_of(data)}")
    known = tuple(keys)
    for key in data:
        if key not in known:
            raise UnknownNameError("key", str(key), known, where=f"in {where}")
    missing = [key for key in known if key not in data and key not in usual]
    if missing:
        raise InputError(f"{where} has no {missing[0]!r}")
    return data


def text(item: Any, where: str) -> str:
    """A text that can be shown as it is; raises `InputError` for anything else."""
    own = _any_text(item, where)
    if len(own) > _LONGEST_TEXT:
        raise InputError(f"{where} is longer than {_LONGEST_TEXT:,} characters")
    plain = own.isascii() and own.isprintable()
    if not plain and not all(is_shown(letter) or letter in _LINES for letter in own):
        raise InputError(f"{where} holds a character that cannot be shown")
    if any(tick in own for tick in _TICKS) or (
            not plain and any("CHECK" in name(letter, "") for letter in own if letter > "~")):
        raise InputError(f"{where} holds a tick, which only a check may set")
    return own


def entries(item: Any, where: str) -> list[Any]:
    """A list; raises `InputError` for anything else, and for one that is too long."""
    if not isinstance(item, list):
        raise InputError(f"{where} is a list, not {kind_of(item)}")
    if len(item) > _LONGEST_LIST:
        raise InputError(f"{where} has more than {_LONGEST_LIST:,} entries")
    return item


def kind_of(item: Any) -> str:
    """The type of a piece of JSON, in a word or two; never the piece itself, which may be huge.

    >>> kind_of(None), kind_of([1])
    ('null', 'a list')
    """
    words = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number",
             float: "a number", NoneType: "null"}
    return words.get(type(item), f"a {type(item).__name__}")
