"""Arguments of a tool as they come in, plain data from whoever asks: of the kinds that the tool says, and not too long.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from derivations.errors import InputError, UnknownNameError, clipped
from derivations.language.display import is_shown

LONGEST = 20_000  # bytes of all arguments of a call, as JSON
_DEEPEST = 8  # objects and lists within each other
_SPACES = str.maketrans("\n\t", "  ")
_KINDS: Mapping[str, tuple[type, str]] = {
    "string": (str, "a text"), "boolean": (bool, "true or false"), "integer": (int, "a whole number"),
    "array": (list, "a list"), "object": (dict, "an object"),
}


def read_arguments(given: Any, properties: Mapping[str, Any], required: Sequence[str]) -> dict[str, Any]:
    """The arguments by name, each of the kind that its JSON schema says; an empty dictionary for none.

    Raises `InputError` for what is missing, is of another kind or is too long, `UnknownNameError` for another name.

    >>> read_arguments({"claim": "kv-bytes"}, {"claim": {"type": "string"}}, ["claim"])
    {'claim': 'kv-bytes'}
    """
    given = {} if given is None else given
    if not isinstance(given, dict):
        raise InputError("the arguments are an object")
    _refuse_deep(given, _DEEPEST)
    try:
        text = json.dumps(given, ensure_ascii=False, allow_nan=False)
        length = len(text.encode())
    except UnicodeEncodeError:
        raise InputError("a text in the arguments has halves of letters in it") from None
    except ValueError:
        raise InputError("a number in the arguments is not a finite number, or has too many digits") from None
    if length > LONGEST:
        raise InputError(f"the arguments are longer than {LONGEST:,} bytes")
    for name in given:
        if name not in properties:
            raise UnknownNameError("argument", name, properties)
    for name in required:
        if name not in given:
            raise InputError(f"the argument {name} is missing: {properties[name].get('description', '')}".rstrip(": "))
    for name, value in given.items():
        _refuse_other(name, value, properties[name])
    return given


def _refuse_deep(value: Any, left: int) -> None:
    """Raise `InputError` for what is nested too deeply, and for a text that is not what it shows on a terminal."""
    if isinstance(value, dict | list):
        if left == 0:
            raise InputError(f"the arguments are nested more than {_DEEPEST} deep")
        for item in (*value, *value.values()) if isinstance(value, dict) else value:
            _refuse_deep(item, left - 1)
    elif isinstance(value, str) and not is_shown(value.translate(_SPACES)):
        raise InputError("a text in the arguments has characters in it that no terminal shows")


def _refuse_other(name: str, value: Any, schema: Mapping[str, Any]) -> None:
    """Raise `InputError` for a value of another kind than its schema says, or for a name that it has not."""
    kind, words = _KINDS[schema["type"]]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InputError(f"{name} is {words}, not {clipped(json.dumps(value, ensure_ascii=False))}")
    if "enum" in schema and value not in schema["enum"]:
        raise UnknownNameError(name, str(value), schema["enum"])
    if isinstance(value, list) and "items" in schema:
        for place, item in enumerate(value, 1):
            _refuse_other(f"{name} {place}", item, schema["items"])
    if isinstance(value, dict) and "properties" in schema:
        own = schema["properties"]
        for key, item in value.items():
            if key not in own:
                raise UnknownNameError("key", key, own, where=f"of {name}")
            _refuse_other(f"{key} of {name}", item, own[key])
        for key in schema.get("required", ()):
            if key not in value:
                raise InputError(f"{name} has no {key}")
