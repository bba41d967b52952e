"""Mathematics on a page as MathML: letters, values, relations in the grammar, and prose with formulas in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import TypeAlias

from derivations.errors import InputError
from derivations.language.grammar import parse_relation
from derivations.language.printing.mathml import (
    MathmlPrinter,
    letters_mathml,
    math,
    relation_pieces,
    to_mathml,
    value_mathml,
)
from derivations.language.prose import read, set_prose
from derivations.language.tree import FormulaTree, Name, WrittenRelation

# by name: "latex", "unit", "meaning", and "value" where there is one, and "of", the arguments of a function
Letters: TypeAlias = Mapping[str, Mapping[str, str]]
_CODE = re.compile(r"`([^`]+)`")
_UNIT = re.compile(
    r"(?<=\d) (?=(?:thousand|million|billion|trillion|tokens?|sequences?|GPUs?|parameters?|bytes?|FLOP|times|layers?"
    r"|[kMGTPE]?B(?:/s)?|[mµn]?s|min|h|days?)\b)")


def functions_of(letters: Letters) -> dict[str, tuple[int, int]]:
    """The functions among the letters: how many arguments each takes, and how many of them are subscripts."""
    found = {name: letter["of"].split(", ") for name, letter in letters.items() if letter.get("of")}
    return {name: (len(units), units.count("index")) for name, units in found.items()}


def signs_of(letters: Letters) -> dict[str, str]:
    """The MathML of each letter, by name."""
    return letters_mathml({name: letter["latex"] for name, letter in letters.items()})


def joined(*several: Letters | None) -> dict[str, Mapping[str, str]]:
    """The letters of several blocks; the first says what a name is."""
    found: dict[str, Mapping[str, str]] = {}
    for letters in several:
        for name, letter in (letters or {}).items():
            found.setdefault(name, letter)
    return found


def letter(name: str, letters: Letters) -> str:
    """The letter of a quantity in running text."""
    return math(to_mathml(Name(name), signs_of(letters)))


def value(text: str) -> str:
    """A value as it is printed for people, in running text."""
    return math(value_mathml(text))


def assignment(name: str, text: str, letters: Letters) -> str:
    """A letter and its value, as an equation in running text."""
    return math(f"<mrow>{to_mathml(Name(name), signs_of(letters))}<mo>=</mo>{value_mathml(text)}</mrow>")


def prose(text: str, letters: Letters) -> str:
    """Plain text as HTML: formulas and letters as mathematics, what stands in backquotes as code."""
    names = {name: letter["latex"] for name, letter in letters.items()}
    return set_prose(text, names, functions_of(letters), lambda found: _set(found, letters), _plain)


def formula(text: str, letters: Letters) -> str:
    """A formula in the grammar as MathML in running text; a text that is none as code."""
    found = read(text, letters, functions_of(letters))
    return _set(found.tree, letters) if found else f"<code>{escape(text)}</code>"


def read_relation(text: str | None, letters: Letters) -> WrittenRelation | None:
    """A relation from its text in the grammar, None for any other text."""
    try:
        return parse_relation(text, None, functions_of(letters)) if text else None
    except InputError:
        return None


def formula_pieces(text: str, letters: Letters) -> tuple[str, ...]:
    """A formula in the grammar as MathML, a relation in pieces that a narrow page may part; none for any other text."""
    relation = read_relation(text, letters)
    if relation is not None:
        return tuple(relation_pieces(relation, signs_of(letters)))
    found = read(text, letters, functions_of(letters))
    return (MathmlPrinter(signs_of(letters)).statement(found.tree),) if found else ()


def display(parts: Sequence[str]) -> str:
    """A formula on lines of its own, which breaks between its pieces where the page is narrow."""
    shown = "<wbr>".join(f"<span>{math(piece, display=True)}</span>" for piece in parts)
    return f'<div class="formula"><div class="set">{shown}</div></div>'


def displayed(text: str, letters: Letters) -> str:
    """A relation in the grammar on lines of its own; a text that is none as code."""
    relation = read_relation(text, letters)
    if relation is None:
        return f"<p><code>{escape(text)}</code></p>"
    return display(relation_pieces(relation, signs_of(letters)))


def unbroken(text: str) -> str:
    """Text in which no line ends between a number and its unit.

    >>> unbroken("20 ms for 2,000 sequences, as of 2026 or so").count(chr(160))
    2
    """
    return _UNIT.sub("\N{NO-BREAK SPACE}", text)


def _plain(text: str) -> str:
    parts = _CODE.split(text)
    return "".join(f"<code>{escape(part)}</code>" if place % 2 else unbroken(escape(part))
                   for place, part in enumerate(parts))


def _set(statement: FormulaTree, letters: Letters) -> str:
    return math(MathmlPrinter(signs_of(letters)).statement(statement))
