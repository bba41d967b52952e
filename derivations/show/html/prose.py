"""Prose with formulas in it as HTML: what parses as a formula in known letters is set as one."""

from __future__ import annotations

import re
from html import escape

from derivations.language.printing.mathml import MathmlPrinter, math
from derivations.language.prose import read, set_prose
from derivations.language.tree import Statement
from derivations.show.html.letters import Letters, functions_of, letters_of

_CODE = re.compile(r"`([^`]+)`")


def prose(text: str, letters: Letters) -> str:
    """Plain text as HTML: formulas and letters as mathematics, what stands in backquotes as code."""
    names = {name: letter["latex"] for name, letter in letters.items()}
    return set_prose(text, names, functions_of(letters), lambda found: _set(found, letters), _plain)


def formula(text: str, letters: Letters) -> str:
    """A formula in our grammar as MathML in running text; a text that is none as code."""
    found = read(text, letters, functions_of(letters))
    return _set(found.tree, letters) if found else f"<code>{escape(text)}</code>"


def _set(statement: Statement, letters: Letters) -> str:
    return math(MathmlPrinter(letters_of(letters)).statement(statement))


def _plain(text: str) -> str:
    parts = _CODE.split(text)
    return "".join(f"<code>{escape(part)}</code>" if place % 2 else escape(part) for place, part in enumerate(parts))
