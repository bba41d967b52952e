"""What the search of the site finds, as a script: a page that was opened from disk can load nothing else.

An entry is a short text with the place that it leads to. The library makes its index of them where it is first asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import chain

from derivations.site.catalog_pages import known_sources
from derivations.site.plan import CLAIM, DERIVATION, INDEX, PREMISES, derivation_file
from derivations.site.sheet import Sheet
from derivations.sources.catalog import load_catalog
from derivations.writers.html.equation import anchor, anchor_of

_LONGEST = 240  # letters of a text: what comes later says little about what it is about
_KINDS = ("accelerators", "models", "prices", "tiers")
_Entry = Mapping[str, str]


def search_index(sheet: Sheet) -> str:
    """The entries as data of a script: kind, title, text, address, and the page that it is on."""
    found = [
        *_claims(sheet), *_pages(sheet), *_letters(sheet), *_premises(sheet), *_cards(), *_sources(sheet),
        *_steps(sheet),
    ]
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"window.SEARCHED = {text};\n"


def _entry(kind: str, title: str, text: str, address: str, page: str = "") -> _Entry:
    """An entry; `page` is what the page is called where the title does not say so."""
    return {"kind": kind, "title": title, "text": " ".join(text.split())[:_LONGEST], "at": address, "page": page}


def _claims(sheet: Sheet) -> Iterator[_Entry]:
    """Each claim with its question and answer; and what was said about it, with the numbers as they were said."""
    for name in sheet.plan.claims:
        claim = sheet.data[name]
        file = sheet.claim_file(name)
        yield _entry("claim", claim["title"], f"{name} {claim['question']} {claim['answer']}", file)
        said = dict.fromkeys((row["said"], row["by"]) for row in claim["published"])
        for number, by in said:
            yield _entry("said", number, f"{by} {name}", f"ledger.html#{anchor(name)}", claim["title"])


def _pages(sheet: Sheet) -> Iterator[_Entry]:
    """Every other page, by its title."""
    for page in sheet.plan.pages:
        if page.is_page and page.group not in (INDEX, CLAIM, DERIVATION):
            yield _entry("page", page.title, page.lead, page.file)


def _steps(sheet: Sheet) -> Iterator[_Entry]:
    """Every step of a derivation and every wrong statement: its name, its equation, and why it is there."""
    for name in sheet.plan.claims:
        claim = sheet.data[name]
        argument = claim["argument"]
        told = chain.from_iterable(passage["steps"] for passage in (*argument["main"], *argument["rest"]))
        for step in (*told, *argument["rejects"]):
            equation = step["relation"] or step["statement"]
            address = f"{derivation_file(name)}#{anchor_of(name, step['name'])}"
            yield _entry("step", step["name"], f"{equation} {step['because']}", address, claim["title"])


def _letters(sheet: Sheet) -> Iterator[_Entry]:
    """Every letter of the claims with its meaning."""
    told: dict[str, str] = {}
    for name in sheet.plan.claims:
        for item in sheet.data[name]["notation"]:
            told.setdefault(item["name"], f"{item['meaning']} {item['unit']}")
    for letter, meaning in told.items():
        yield _entry("letter", letter, meaning, f"notation.html#{anchor(letter)}")


def _premises(sheet: Sheet) -> Iterator[_Entry]:
    """Every premise, and what may stand in its place."""
    for item in sheet.data[PREMISES]["premises"]:
        place = anchor(item["name"])
        yield _entry("premise", item["name"], f"{item['relation']} {item['because']}", f"premises.html#{place}")
        for choice in item["alternatives"]:
            yield _entry("alternative", choice["name"], f"{choice['relation']} {choice['because']}",
                         f"premises.html#{place}-{anchor(choice['name'])}", item["name"])


def _cards() -> Iterator[_Entry]:
    """Every card."""
    catalog = load_catalog()
    for kind in _KINDS:
        for name, card in getattr(catalog, kind).items():
            yield _entry("card", card.title, name, f"{kind}.html#{anchor(name)}", kind)


def _sources(sheet: Sheet) -> Iterator[_Entry]:
    """Every source that a number rests on."""
    for source in known_sources(sheet):
        yield _entry("source", source.title, source.date, f"sources.html#{anchor(source.key)}")

