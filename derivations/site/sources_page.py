"""The sources as a page: every document that a number rests on, how far it was read, and what rests on it."""

from __future__ import annotations

from html import escape
from typing import Any

from derivations.lecture.index import CLAIMS
from derivations.numbers.source import STANDINGS, Source
from derivations.show.html.shell import outside_link
from derivations.site.frame import Sheet
from derivations.site.pieces import anchor, file_link, heading, listed, plural
from derivations.site.plan import PREMISES
from derivations.sources.card import Accelerator, Model, PriceList
from derivations.sources.catalog import Catalog, load_catalog

_NAMED = 6  # figures of a card that are named, where more rest on a source


def body(sheet: Sheet) -> str:
    """Sources by how far they can be trusted, then those that are named in words."""
    catalog = load_catalog()
    cards, claims = _of_cards(catalog), _of_claims(sheet)
    sources = {source.key: source for source in catalog.sources.values()}
    for name in CLAIMS:
        for item in sheet.data[name]["sources"]:
            known = Source(item["key"], item["title"], item["url"], item["date"], standing=item["standing"])
            sources.setdefault(item["key"], known)
    used = [source for key, source in sources.items() if key in cards or key in claims]
    parts = ["<h1>Sources</h1>", f"<p>{plural(len(used), 'source')} of numbers on cards and in claims.</p>"]
    for standing, words in STANDINGS.items():
        members = [source for source in used if source.standing == standing]
        if members:
            parts.append(heading(2, f'{escape(standing.capitalize())} <span class="quiet">{escape(words)}</span>',
                                 f"standing-{standing}"))
            parts += [_source(source, cards.get(source.key, []), claims.get(source.key, [])) for source in members]
    return "\n".join([*parts, *_in_words(sheet)])


def _source(source: Source, cards: list[str], claims: list[str]) -> str:
    date = f' <span class="quiet">{escape(source.date)}</span>' if source.date else ""
    title = outside_link(source.url, escape(source.title))
    rests = [*cards, *claims]
    counts = [plural(len(cards), "card")] * bool(cards) + [plural(len(claims), "claim")] * bool(claims)
    return (
        f'<section class="source" id="{anchor(source.key)}"><h3>{title}{date}</h3>'
        f"<details><summary>{', '.join(counts)}</summary>{listed(rests)}</details>"
        "</section>"
    )


def _of_cards(catalog: Catalog) -> dict[str, list[str]]:
    """For each source the cards that state figures from it."""
    found: dict[str, list[str]] = {}
    for card in catalog.cards.values():
        keys: dict[str, list[str]] = {}
        for figure in card.figures:
            for recorded in figure.recorded:
                keys.setdefault(recorded.source.key, []).append(figure.key)
        page = ("accelerators" if isinstance(card, Accelerator) else "models" if isinstance(card, Model)
                else "prices" if isinstance(card, PriceList) else "tiers")
        for source, names in keys.items():
            shown = list(dict.fromkeys(names))
            more = f" and {len(shown) - _NAMED} more" if len(shown) > _NAMED else ""
            figures = escape(", ".join(shown[:_NAMED])) + more
            link = file_link(f"{page}.html", escape(card.title), card.name)
            found.setdefault(source, []).append(f"{link}: {figures}")
    return found


def _of_claims(sheet: Sheet) -> dict[str, list[str]]:
    """For each source the claims with numbers from it."""
    found: dict[str, list[str]] = {}
    for name in CLAIMS:
        for item in sheet.data[name]["sources"]:
            letters = ", ".join(file_link("notation.html", f"<code>{escape(each)}</code>", each)
                                for each in item["quantities"])
            found.setdefault(item["key"], []).append(f"claim {sheet.claim_link(name)}: {letters}")
    return found


def _in_words(sheet: Sheet) -> list[str]:
    """What premises cite, and who published the numbers of the ledger."""
    premises: dict[str, list[str]] = {}
    for item in sheet.data[PREMISES]["premises"]:
        for each, place in ((item, item["name"]), *((choice, f"{item['name']}-{choice['name']}")
                                                    for choice in item["alternatives"])):
            if each["source"]:
                premises.setdefault(each["source"], []).append(file_link("premises.html", escape(place), place))
    people: dict[str, dict[str, int]] = {}
    for name in CLAIMS:
        rows: list[dict[str, Any]] = sheet.data[name]["published"]
        for row in rows:
            counts = people.setdefault(row["by"], {})
            counts[name] = counts.get(name, 0) + 1
    said = [
        f"{escape(by)}: " + ", ".join(f"{file_link('ledger.html', escape(name), name)} ({plural(count, 'number')})"
                                      for name, count in counts.items())
        for by, counts in people.items()
    ]
    cited = [f"{escape(text)}: {', '.join(links)}" for text, links in premises.items()]
    return [
        heading(2, "What premises cite", "cited"), listed(cited), heading(2, "Who published numbers", "published"),
        listed(said),
    ]
