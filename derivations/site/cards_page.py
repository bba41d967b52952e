"""The cards as pages, one for each kind: an overview, then every number of each card with what states it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from derivations.lecture.ridge import ridge_of
from derivations.numbers.value import Value
from derivations.show.cards import LEGEND, UNSURE, derived_lines, models_table, prices_table, tiers_table
from derivations.show.html.shell import outside_link
from derivations.show.table import Table
from derivations.site.frame import Sheet
from derivations.site.pieces import anchor, file_link, heading, plural, standing_note, table
from derivations.sources.card import Accelerator, Card
from derivations.sources.catalog import Catalog, load_catalog
from derivations.sources.figure import Figure

_UNIT = " token"


def body(sheet: Sheet) -> str:
    """The cards of the kind that the page is about."""
    catalog = load_catalog()
    cards, overview = _kind(catalog, sheet.page.file.removesuffix(".html"))
    parts = [f"<h1>{escape(sheet.page.title)}</h1>", overview, f'<p class="quiet">{escape(LEGEND)}</p>']
    for card in cards.values():
        parts += _card(card)
    return "\n".join(parts)


def _kind(catalog: Catalog, name: str) -> tuple[Mapping[str, Card], str]:
    """The cards of a kind, and the table that gives them all."""
    if name == "accelerators":
        return catalog.accelerators, _accelerators(catalog)
    tables = {"models": models_table, "prices": prices_table, "tiers": tiers_table}
    cards: Mapping[str, Mapping[str, Card]] = {
        "models": catalog.models, "prices": catalog.prices, "tiers": catalog.tiers,
    }
    return cards[name], _table(tables[name](catalog))


def _accelerators(catalog: Catalog) -> str:
    """Every accelerator with its ridge in each format and its drain time, the largest ridge first."""
    def key(chip: Accelerator) -> tuple[float, float]:
        return -max([float(value.number) for value in ridge_of(chip).values()], default=0), float(chip.drain.number)

    rows = [
        (file_link("", escape(chip.title), chip.name), _ridges(chip), escape(str(chip.drain)) + _unsure(chip.drain),
         _figure(chip.capacity), _figure(chip.bandwidth))
        for chip in sorted(catalog.accelerators.values(), key=key)
    ]
    lead = (
        "The ridge r is the number of new tokens per pass at which a dense model balances compute and weight fetch, "
        "with weights in the format of the arithmetic; the drain time is that of reading the whole memory once. Rates "
        "are dense, and all figures are for one GPU. The largest ridge comes first."
    )
    head = ("accelerator", "r [token]", "drain time", "memory", "bandwidth")
    return f"<p>{lead}</p>\n" + table("Ridge and drain time of every accelerator", head, rows, stacked=True)


def _ridges(chip: Accelerator) -> str:
    """The ridge in every format, formats of the same ridge together, the largest first."""
    same: dict[str, list[str]] = {}
    for form, value in sorted(ridge_of(chip).items(), key=lambda item: -item[1].number):
        unsure = chip.compute[form].is_unverified or chip.bandwidth.is_unverified
        same.setdefault(str(value).removesuffix(_UNIT) + (UNSURE if unsure else ""), []).append(form)
    shown = [f'{escape(number)} <span class="quiet">{", ".join(forms)}</span>' for number, forms in same.items()]
    return "<br>".join(shown) or '<span class="quiet">rates not known</span>'


def _card(card: Card) -> Iterator[str]:
    """Every number of a card with meaning and source, what other sources say, and what follows."""
    yield heading(2, f"{escape(card.title)} <code>{escape(card.name)}</code>", anchor(card.name))
    rows = [(f"<code>{escape(figure.key)}</code>" if recorded is figure else '<span class="quiet">also</span>',
             escape(str(recorded)), escape(recorded.meaning), _source(recorded))
            for figure in card.figures for recorded in figure.recorded]
    yield f"<details><summary>{plural(len(rows), 'figure')} with their sources</summary>"
    yield table(f"Figures of {card.title}", ("figure", "value", "meaning", "source"), rows) + "</details>"
    follows = "".join(f"<li>{escape(line)}</li>" for line in derived_lines(card))
    if follows:
        yield f"<ul>{follows}</ul>"


def _source(figure: Figure) -> str:
    """Who says so, with a link to the document and one to its place among the sources."""
    source = figure.source
    date = figure.date or source.date
    place = file_link("sources.html", escape(source.title), source.key)
    out = outside_link(source.url, "document") if source.url else ""
    parts = [place + (f", {escape(date)}" if date and date not in source.title else ""), out]
    return " · ".join(filter(None, parts)) + standing_note(source.standing)


def _figure(figure: Figure) -> str:
    return escape(str(figure).removesuffix("/GPU")) + (UNSURE if figure.is_unverified else "")


def _unsure(value: Value) -> str:
    return UNSURE if value.source is not None and value.source.standing == "unverified" else ""


def _table(overview: Table) -> str:
    """An overview of cards, each name a link to the card below."""
    rows = [[file_link("", escape(row[0]), row[0]) if row[0] else "", *map(escape, row[1:])] for row in overview.rows]
    return f"<p>{escape(overview.title)}.</p>\n" + table(overview.title, list(map(escape, overview.head)), rows)
