"""The premises as a page: a picture of which claims take which, and each with reason, source and alternatives."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from derivations.lecture.index import CLAIMS
from derivations.show.html.letters import joined
from derivations.site.frame import Sheet
from derivations.site.letters import with_letters
from derivations.site.pieces import anchor, file_link, heading, listed, plural
from derivations.site.plan import PREMISES
from derivations.site.premise_graph import Line, premise_graph

_LEAD = (
    "A premise is believed for the reason given beside it, and may be replaced: by one of its alternatives, or by a "
    "relation of your own with the same left side. All that rests on it is then derived again."
)


def body(sheet: Sheet) -> str:
    """The picture, and below it every premise."""
    premises = sheet.data[PREMISES]["premises"]
    lines = [Line(item["name"], f"#{anchor(item['name'])}", item["text"], tuple(item["claims"])) for item in premises]
    targets = {name: sheet.claim_file(name) for name in CLAIMS}
    alternatives = sum(len(item["alternatives"]) for item in premises)
    shared = sum(len(item["claims"]) > 1 for item in premises)
    counted = (f"{plural(len(premises), 'premise')} with {plural(alternatives, 'named alternative')}; "
               f"{shared} of them are shared by several claims.")
    parts = ["<h1>What is taken for granted</h1>", f"<p>{_LEAD}</p>", f"<p>{counted}</p>"]
    parts.append(f'<div class="graph">{premise_graph(lines, targets)}</div>')
    for item in premises:
        parts += _premise(sheet, item)
    told = joined(*(each["told"] for item in premises for each in (item, *item["alternatives"])))
    return with_letters("\n".join(parts), told)


def _premise(sheet: Sheet, item: dict[str, Any]) -> Iterator[str]:
    place = anchor(item["name"])
    yield heading(2, escape(item["name"]), place)
    yield item["relation"]
    if item["because"]:
        yield f"<p>{item['because']}.</p>"
    source = f" Source: {escape(item['source'])}." if item["source"] else ""
    claims = ", ".join(sheet.claim_link(claim) for claim in item["claims"])
    letters = ", ".join(file_link("notation.html", f"<code>{escape(name)}</code>", name) for name in item["letters"])
    yield f'<p class="quiet">Taken in {claims}.{source} Letters: {letters}.</p>'
    for choice in item["alternatives"]:
        yield f'<div class="alternative" id="{place}-{anchor(choice["name"])}">'
        yield f"<p>or <strong>{escape(choice['name'])}</strong>: {choice['because']}.</p>"
        yield choice["relation"]
        if choice["source"]:
            yield f'<p class="quiet">Source: {escape(choice["source"])}.</p>'
        yield listed(map(_brought, choice["brings"]))
        claim, assumed = item["claims"][0], f"{item['name']}={choice['name']}"
        yield f"<p><code>derive show {escape(claim)} --assume {escape(assumed)}</code></p></div>"


def _brought(quantity: dict[str, Any]) -> str:
    unit = f", in {escape(quantity['unit'])}" if quantity["unit"] else ""
    name = file_link("notation.html", f"<code>{escape(quantity['name'])}</code>", quantity["name"])
    return f"brings {quantity['letter']} {name}: {quantity['meaning']}{unit}"
