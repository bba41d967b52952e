"""The letters of a page: what each stands for, as a table, and as data for the script that tells it beside a letter."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any, TypeAlias

from derivations.language.printing.mathml import letters_mathml, math, value_mathml

# by name: "latex", "unit", "meaning", and "value" where there is one, and "of", the arguments of a function
Letters: TypeAlias = Mapping[str, Mapping[str, str]]


def functions_of(letters: Letters) -> dict[str, tuple[int, int]]:
    """How many arguments each function among the letters takes, and how many of them are subscripts."""
    found = {name: letter["of"].split(", ") for name, letter in letters.items() if letter.get("of")}
    return {name: (len(units), units.count("index")) for name, units in found.items()}


def letters_of(letters: Letters) -> dict[str, str]:
    """The MathML of each letter, by name."""
    return letters_mathml({name: letter["latex"] for name, letter in letters.items()})


def letters_table(letters: Letters) -> str:
    """The letters with name, unit and meaning, and their values where they have one: open without a script."""
    if not letters:
        return ""
    signs, valued = letters_of(letters), any(letter.get("value") for letter in letters.values())
    head = ["name", "letter", "meaning", "unit", *(["value"] if valued else [])]
    rows = []
    for name, letter in letters.items():
        unit = escape(letter["unit"]) or '<span class="quiet">pure number</span>'
        cells = [math(signs[name]), escape(letter["meaning"]), unit]
        if valued:
            cells.append(math(value_mathml(letter["value"])) if letter.get("value") else "—")
        rest = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f'<tr id="letter:{escape(name)}"><th scope="row"><code>{escape(name)}</code></th>{rest}</tr>')
    titles = "".join(f'<th scope="col">{title}</th>' for title in head)
    return (
        '<div class="table" role="region" aria-label="Letters" tabindex="0">'
        f"<table><thead><tr>{titles}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def letters_json(letters: Letters) -> str:
    """A data element for the page's script, once on a page."""
    if not letters:
        return ""
    signs = letters_of(letters)
    told = {
        name: {
            "sign": math(signs[name]), "meaning": letter["meaning"], "unit": letter["unit"],
            "value": letter.get("value", ""),
        }
        for name, letter in letters.items()
    }
    return data_element("letters", told)


def joined(*several: Letters) -> dict[str, Mapping[str, str]]:
    """The letters of several blocks; the first says what a name is."""
    found: dict[str, Mapping[str, str]] = {}
    for letters in several:
        for name, letter in letters.items():
            found.setdefault(name, letter)
    return found


def data_element(name: str, data: Any) -> str:
    """Data for the script in an element of that id; nothing in the data can end the element."""
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c").replace("&", "\\u0026")
    return f'<script type="application/json" id="{name}">{text}</script>'
