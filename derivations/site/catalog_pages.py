"""Pages of the catalog: the cards of each kind with every figure, and the sources that figures and claims rest on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.claims.shared.ridge import ridge_of
from derivations.document.cards import LEGEND, UNSURE, derived_lines, models_table, prices_table, tiers_table
from derivations.numbers.source import STANDINGS, Source
from derivations.numbers.value import Value
from derivations.site.plan import PREMISES
from derivations.site.sheet import Sheet
from derivations.sources.card import Accelerator, Card, Model, PriceList
from derivations.sources.catalog import Catalog, load_catalog
from derivations.sources.figure import Figure

_MARKS = {"verified": "", "measured": "measured", "secondary": "second-hand", "unverified": "unverified"}
_UNIT = " token"
_NAMED = 6  # figures of a card that are named, where more rest on a source


def cards(sheet: Sheet) -> str:
    """Cards of one kind: a table of them all, then every number of each."""
    catalog, kind = load_catalog(), sheet.page.file.removesuffix(".html")
    tables = {"models": models_table, "prices": prices_table, "tiers": tiers_table}
    members: Mapping[str, Card] = getattr(catalog, kind)
    return sheet.render(
        "cards.html.j2", cards=list(members.values()), derived_lines=derived_lines, legend=LEGEND, standings=_MARKS,
        overview=tables[kind](catalog) if kind in tables else None,
        chips=_chips(catalog) if kind == "accelerators" else [],
    )


def _chips(catalog: Catalog) -> list[dict[str, Any]]:
    """Every accelerator with its ridge in each format and its drain time, the largest ridge first."""
    def key(chip: Accelerator) -> tuple[float, float]:
        return -max([float(value.number) for value in ridge_of(chip).values()], default=0), float(chip.drain.number)

    return [
        {"card": chip, "ridges": _ridges(chip), "drain": f"{chip.drain}{_unsure(chip.drain)}",
         "memory": _figure(chip.capacity), "bandwidth": _figure(chip.bandwidth)}
        for chip in sorted(catalog.accelerators.values(), key=key)
    ]


def _ridges(chip: Accelerator) -> list[tuple[str, list[str]]]:
    """The ridge in every format, formats of the same ridge together, the largest first."""
    same: dict[str, list[str]] = {}
    for form, value in sorted(ridge_of(chip).items(), key=lambda item: -item[1].number):
        unsure = chip.compute[form].is_unverified or chip.bandwidth.is_unverified
        same.setdefault(value.typed.removesuffix(_UNIT) + (UNSURE if unsure else ""), []).append(form)
    return list(same.items())


def _figure(figure: Figure) -> str:
    return str(figure).removesuffix(" per GPU") + (UNSURE if figure.is_unverified else "")


def _unsure(value: Value) -> str:
    return UNSURE if value.source is not None and value.source.standing == "unverified" else ""


def sources(sheet: Sheet) -> str:
    """Sources by how far they can be trusted, with what rests on each; then those that are named in words."""
    on_cards, in_claims = _of_cards(load_catalog()), _of_claims(sheet)
    used = known_sources(sheet)
    standings = [(standing, words, [source for source in used if source.standing == standing])
                 for standing, words in STANDINGS.items() if any(source.standing == standing for source in used)]
    return sheet.render(
        "sources.html.j2", count=len(used), standings=standings, cards=on_cards, claims=in_claims, cited=_cited(sheet),
        people=_people(sheet),
    )


def known_sources(sheet: Sheet) -> list[Source]:
    """The sources that a number on a card or in a claim rests on."""
    catalog = load_catalog()
    known = {source.key: source for source in catalog.sources.values()}
    for name in sheet.plan.claims:
        for item in sheet.data[name]["sources"]:
            own = Source(item["key"], item["title"], item["url"], item["date"], standing=item["standing"])
            known.setdefault(item["key"], own)
    used = _of_cards(catalog).keys() | _of_claims(sheet).keys()
    return [source for key, source in known.items() if key in used]


def _of_cards(catalog: Catalog) -> dict[str, list[tuple[str, Card, list[str], int]]]:
    """For each source the cards that state figures from it: their page, some of the figures, and how many more."""
    found: dict[str, list[tuple[str, Card, list[str], int]]] = {}
    for card in catalog.cards.values():
        keys: dict[str, dict[str, None]] = {}
        for figure in card.figures:
            for recorded in figure.recorded:
                keys.setdefault(recorded.source.key, {})[figure.key] = None
        page = ("accelerators" if isinstance(card, Accelerator) else "models" if isinstance(card, Model)
                else "prices" if isinstance(card, PriceList) else "tiers")
        for source, names in keys.items():
            shown = list(names)
            row = (f"{page}.html", card, shown[:_NAMED], max(0, len(shown) - _NAMED))
            found.setdefault(source, []).append(row)
    return found


def _of_claims(sheet: Sheet) -> dict[str, list[tuple[str, list[str]]]]:
    """For each source the claims with numbers from it, and the quantities of these."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for name in sheet.plan.claims:
        for item in sheet.data[name]["sources"]:
            found.setdefault(item["key"], []).append((name, item["quantities"]))
    return found


def _cited(sheet: Sheet) -> dict[str, list[str]]:
    """Citations of premises and their alternatives, with the places of these on the page of premises."""
    found: dict[str, list[str]] = {}
    for item in sheet.data[PREMISES]["premises"]:
        alternatives = [(choice, f"{item['name']}-{choice['name']}") for choice in item["alternatives"]]
        for each, place in ((item, item["name"]), *alternatives):
            if each["source"]:
                found.setdefault(each["source"], []).append(place)
    return found


def _people(sheet: Sheet) -> dict[str, dict[str, int]]:
    """Authors of published numbers, with a count for each claim."""
    found: dict[str, dict[str, int]] = {}
    for name in sheet.plan.claims:
        for row in sheet.data[name]["published"]:
            counts = found.setdefault(row["by"], {})
            counts[name] = counts.get(name, 0) + 1
    return found
