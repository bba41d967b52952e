"""The notation as a page: every quantity with letter, unit, domain, meaning, and the claims that use it."""

from __future__ import annotations

from html import escape
from typing import Any

from derivations.lecture.index import CLAIMS
from derivations.show.html.letters import joined
from derivations.site.frame import Sheet
from derivations.site.letters import letters_of_claims, with_letters
from derivations.site.pieces import anchor, file_link, plural, table
from derivations.site.plan import PREMISES

_HEAD = ("name", "letter", "unit", "values", "meaning", "used in")
_DOMAINS = {
    "positive": "positive", "nonnegative": "zero or positive", "fraction": "above 0, up to 1",
    "integer": "1, 2, 3, …", "whole": "0, 1, 2, …", "bit": "0 or 1", "real": "any number",
}


def body(sheet: Sheet) -> str:
    """Every quantity of the claims and of the alternatives of their premises, by name."""
    quantities: dict[str, dict[str, Any]] = {}
    users: dict[str, list[str]] = {}
    for name in CLAIMS:
        claim = sheet.data[name]
        for item in claim["notation"]:
            known = quantities.setdefault(item["name"], item)
            if item["definition"] and not known["definition"]:
                quantities[item["name"]] = item
            if item["name"] in claim["letters"]:
                users.setdefault(item["name"], []).append(sheet.claim_link(name))
    premises = sheet.data[PREMISES]["premises"]
    for premise in premises:
        for choice in premise["alternatives"]:
            for item in choice["brings"]:
                quantities.setdefault(item["name"], item)
                place = f"{premise['name']}-{choice['name']}"
                shown = f"{escape(premise['name'])} = {escape(choice['name'])}"
                users.setdefault(item["name"], []).append(f"if {file_link('premises.html', shown, place)}")
    names = sorted(quantities, key=lambda name: (name.casefold(), name))
    rows = [_row(quantities[name], users.get(name, [])) for name in names]
    places = [{"id": anchor(name)} for name in names]
    brought = [choice["told"] for item in premises for choice in item["alternatives"]]
    return with_letters("\n".join([
        "<h1>The letters and what they stand for</h1>",
        f"<p>{plural(len(names), 'quantity')}, by the name that is typed for each. A "
        "letter means one thing within a claim; a name means one thing everywhere.</p>",
        table("Notation", _HEAD, rows, stacked=True, attributes=places),
    ]), joined(letters_of_claims(sheet.data, CLAIMS), *brought))


def _row(item: dict[str, Any], users: list[str]) -> tuple[str, ...]:
    unit = escape(item["unit"]) or '<span class="quiet">a pure number</span>'
    values = _DOMAINS.get(item["domain"], item["domain"])
    if item["at_most"]:
        values += f", at most {item['at_most']}"
    defined = f"<br>{item['definition']}" if item["definition"] else ""
    used = ", ".join(users) or '<span class="quiet">with changed premises only</span>'
    return (f"<code>{escape(item['name'])}</code>", item["letter"], unit, escape(values),
            f"{item['meaning']}{defined}", used)
