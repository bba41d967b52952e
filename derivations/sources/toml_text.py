"""TOML text read to tables with exact numbers, and the place that an error message names."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from derivations.errors import CardError, InputError, UnknownNameError
from derivations.numbers.value import read_number

MOST_BYTES = 1_000_000  # of a card file
_LARGEST = 10**60
_HEADER = re.compile(r'^\[(?:(\w+)\.(?:"([^"\n]+)"|([\w-]+)))?', re.MULTILINE)


@dataclass(frozen=True)
class Place:
    """A place in the card files: file, card and key."""

    file: str
    card: str = ""
    key: str = ""

    def at(self, key: str) -> Place:
        """The same card at another key."""
        return replace(self, key=key)

    def error(self, message: str) -> CardError:
        """The error that names this place."""
        return CardError(self.file, self.card, self.key, message)

    def unknown(self, kind: str, name: str, known: Iterable[str]) -> CardError:
        """The error for a name that is not among the known ones, with the nearest of them."""
        return self.error(str(UnknownNameError(kind, name, known)))


def read_file(path: Path) -> dict[str, Any]:
    """The tables of a card file; raises `CardError` if the file cannot be read or is no TOML."""
    return read_toml(text_of(path, MOST_BYTES), str(path))


def text_of(path: Path, most: int) -> str:
    """The text of a file of at most so many bytes; raises `CardError`, which names the file, if it cannot be read."""
    try:
        if path.stat().st_size > most:
            raise Place(str(path)).error(f"the file is larger than {most:,} byte")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Place(str(path)).error("the file is not UTF-8 text") from None
    except OSError as reason:
        raise Place(str(path)).error(f"the file cannot be read: {reason.strerror}") from None


def read_toml(text: str, file: str) -> dict[str, Any]:
    """The tables of a TOML text, with decimal numbers as exact fractions; `file` is named in errors.

    Raises `CardError`, with the line, for a text that is no TOML.

    >>> read_toml("rate = 3.35", "cards.toml")
    {'rate': Fraction(67, 20)}
    """
    try:
        return tomllib.loads(text, parse_float=_exact)
    except RecursionError:
        raise Place(file).error("the tables are nested too deeply") from None
    except ValueError as reason:  # no TOML, or an integer with thousands of digits
        raise Place(file).error(f"no valid TOML: {' '.join(str(reason).split())}") from None


def entry_texts(text: str, table: str) -> dict[str, str]:
    """The part of a TOML text that each entry of a table is written in, to be read by itself; in their order.

    For a text of ours, where a line that begins with a bracket is the header of a table.

    >>> list(entry_texts("[tiers.hbm]\\nlife = 4\\n[tiers.hbm.price]\\nyear = 2026\\n[tiers.ssd]\\n", "tiers"))
    ['hbm', 'ssd']
    """
    found: dict[str, str] = {}
    headers = [*_HEADER.finditer(text)]
    ends = [header.start() for header in headers[1:]] + [len(text)]
    for header, end in zip(headers, ends, strict=True):
        kind, quoted, plain = header.groups()
        if kind == table:
            name = quoted or plain
            found[name] = found.get(name, "") + text[header.start():end]
    return found


def quoted(text: str) -> str:
    """A text as TOML writes it, which in this is as JSON does."""
    return json.dumps(text, ensure_ascii=False)


def read_text(entry: Any, place: Place) -> str:
    """A text that is not empty; raises `CardError` for anything else."""
    if not isinstance(entry, str) or not entry.strip():
        raise place.error("expected a text")
    return " ".join(entry.split())


def read_date(entry: Any, place: Place) -> str:
    """A date as text, from a TOML date or a text such as ``2026-08`` or ``2026``."""
    return entry.isoformat() if isinstance(entry, date) else read_text(entry, place)


def read_table(entry: Any, place: Place) -> dict[str, Any]:
    """A table; raises `CardError` for anything else."""
    if not isinstance(entry, dict):
        raise place.error("expected a table")
    return entry


def known_keys(entry: Any, known: tuple[str, ...], place: Place) -> dict[str, Any]:
    """A table that has no other keys than the known ones; raises `CardError` otherwise."""
    table = read_table(entry, place)
    for key, value in table.items():
        if key not in known:
            # [models.llama-3.1-70b] is read as three nested tables.
            hint = "; a name with a dot needs quotes" if isinstance(value, dict) else ""
            raise place.error(str(UnknownNameError("key", key, known)) + hint)
    return table


def require(table: Mapping[str, Any], keys: tuple[str, ...], place: Place) -> None:
    """Raise `CardError` for the first of the keys that the table lacks."""
    for key in keys:
        if key not in table:
            raise place.error(f"the key {key} is missing")


def read_amount(entry: Any, place: Place) -> Fraction:
    """A finite number of less than 10^60; raises `CardError` for anything else."""
    if isinstance(entry, float):
        raise place.error("expected a finite number of at most 60 digits and exponent")
    if isinstance(entry, bool) or not isinstance(entry, int | Fraction):
        raise place.error("expected a number")
    number = Fraction(entry)
    if abs(number) > _LARGEST:
        raise place.error("the number is larger than 10^60")
    return number


def _exact(text: str) -> Fraction | float:
    """An exact fraction, or a float for nan, infinities and extreme exponents, which no figure may have."""
    try:
        return read_number(text)
    except InputError:
        return float(text.replace("_", ""))
