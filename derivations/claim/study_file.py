"""A study as the text of a file: what a reader typed, to be read again by `read_study`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

Entry: TypeAlias = "str | bool | int | float | Fraction | Decimal | Sequence[Entry]"


def study_text(entries: Mapping[str, Entry], tables: Mapping[str, Mapping[str, Entry]]) -> str:
    """The TOML of a study with single entries, and tables of them; what is empty is left out.

    >>> print(study_text({"accelerator": "h200"}, {"set": {"L": "1k, 2k"}, "assume": {}}), end="")
    accelerator = "h200"
    <BLANKLINE>
    [set]
    L = "1k, 2k"
    """
    blocks = [_lines(entries)]
    blocks += [f"[{name}]\n{_lines(table)}" for name, table in tables.items() if table]
    return "\n".join(filter(None, blocks))


def _lines(entries: Mapping[str, Entry]) -> str:
    filled = {key: entry for key, entry in entries.items() if entry not in ("", False, 0, (), [])}
    return "".join(f"{_text(key) if not _is_bare(key) else key} = {_value(entry)}\n" for key, entry in filled.items())


def _is_bare(key: str) -> bool:
    return key.replace("-", "_").isidentifier() and key.isascii()


def _value(entry: Any) -> str:
    if isinstance(entry, bool):
        return str(entry).lower()
    if isinstance(entry, str):
        return _text(entry)
    if isinstance(entry, list | tuple):
        return f"[{', '.join(map(_value, entry))}]"
    return str(entry)


def _text(text: str) -> str:
    """A basic string of TOML, which escapes as JSON does."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
