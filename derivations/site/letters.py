"""The letters that a page tells of: what occurs on it, with values where there is one to tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from derivations.show.html.letters import Letters, letters_json

_TOLD = re.compile(r'data-q="([^"]+)"')


def with_letters(body: str, letters: Letters) -> str:
    """A body with the data of those letters that occur in it, for the script of the page."""
    occurring = set(_TOLD.findall(body))
    return f"{body}\n{letters_json({name: told for name, told in letters.items() if name in occurring})}".rstrip()


def letters_of_claims(data: Mapping[str, Any], claims: Iterable[str]) -> dict[str, dict[str, str]]:
    """The letters of several claims; a name means one thing everywhere, and a value is told where all agree on it."""
    found: dict[str, dict[str, str]] = {}
    for claim in claims:
        for name, letter in data[claim]["told"].items():
            known = found.setdefault(name, dict(letter))
            if known.get("value") != letter.get("value"):
                known.pop("value", None)
    return found
