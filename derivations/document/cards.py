"""The cards: an overview of all, or every number of one with its source and what other sources say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from derivations.claim.composition import DEFAULT_FORMAT
from derivations.claims.shared.ridge import ridge_of
from derivations.document.blocks import EMPTY, Block, Document, TextLine
from derivations.document.cells import Cell, Number
from derivations.document.columns import NOTHING
from derivations.document.data import value_data
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.numbers.format import format_number
from derivations.numbers.source import source_data
from derivations.numbers.value import Value
from derivations.sources.card import Accelerator, Card, MemoryTier, Model, PriceList
from derivations.sources.catalog import Catalog
from derivations.sources.figure import Figure
from derivations.sources.formats import STORED, number_format
from derivations.sources.kept_cards import kept_names


def derived_lines(card: Card) -> list[str]:
    """Each value that follows from the card, in a line with what it is made of."""
    if isinstance(card, Accelerator):
        ridges = ridge_of(card).items()
        lines = [f"r = {value} in {form}, by its definition, for any number of GPUs" for form, value in ridges]
        return [*lines, _line("drain", card.drain)]
    if isinstance(card, Model):
        return list(_model_lines(card))
    if isinstance(card, PriceList):
        return [_line(name, value) for name, value in card.ratios.items()]
    return [_line("drain", card.drain)] if isinstance(card, MemoryTier) else []


def derived_json(card: Card) -> dict[str, Any]:
    """The same values as plain data, in base units."""
    if isinstance(card, Accelerator):
        return {"ridge": _plain(ridge_of(card)), "drain_s": float(card.drain.number)}
    if isinstance(card, Model):
        stored = {form: card.stored_bytes_per_token(form) for form in STORED}
        return {
            "sparsity": float(card.sparsity.number),
            "kv_bytes_per_token": _plain(stored),
            "read_bytes_per_token": _plain({form: card.read_bytes_per_token(form) for form in STORED}),
            "fixed_bytes_per_sequence": _plain({form: card.fixed_bytes_per_sequence(form) for form in STORED}),
        }
    if isinstance(card, PriceList):
        return {"ratios": _plain(card.ratios)}
    return {"drain_s": float(card.drain.number)} if isinstance(card, MemoryTier) else {}


def _model_lines(model: Model) -> Iterator[str]:
    yield _line("sparsity", model.sparsity)
    attention = model.attention
    for name, find, formula in (
        ("stored", model.stored_bytes_per_token, attention.formula),
        ("read", model.read_bytes_per_token, attention.read_formula),
        ("fixed", model.fixed_bytes_per_sequence, model.fixed_formula),
    ):
        values = ", ".join(f"{find(forms[0])} in {' and '.join(forms)}" for forms in _formats_by_width())
        yield f"{name} = {values if find(STORED[0]).number else 0}: {formula}"


def _formats_by_width() -> list[list[str]]:
    """The number formats, those of one width together."""
    return [list(forms) for _, forms in groupby(STORED, key=lambda form: number_format(form).bits)]


def _line(name: str, value: Value) -> str:
    return f"{name} = {value}: {value.meaning}"


def _plain(values: Mapping[str, Value]) -> dict[str, float]:
    return {name: float(value.number) for name, value in values.items()}


UNSURE = "?"
LEGEND = f"{UNSURE} marks a number from general knowledge, or one computed from such: check it before relying on it."
_NOT_KNOWN = "not known"


def accelerators_table(catalog: Catalog) -> Table:
    """Every accelerator: memory, drain time, and a row for each number format with its rate and ridge."""
    rows: list[tuple[Cell, ...]] = []
    for chip in catalog.accelerators.values():
        rows += _accelerator_rows(chip)
    return Table(
        "Accelerators, dense and per GPU; r is the ridge in tokens per pass, weights in the compute format",
        ("card", "name", "memory", "bandwidth", "drain", "format", "TFLOP/s", "r"),
        tuple(rows),
    )


def models_table(catalog: Catalog) -> Table:
    """Every model: parameters, sparsity, and the bytes of its KV cache."""
    return Table(
        f"Models, parameters in billions, and the KV cache in {DEFAULT_FORMAT} stored and read per token of context",
        ("card", "name", "total", "active", "sparsity", "stored", "read"),
        tuple(_model_row(model) for model in catalog.models.values()),
    )


def prices_table(catalog: Catalog) -> Table:
    """Every price list: plain, cached, written, at long context and in fast mode."""
    return Table(
        "Price lists in dollars per million tokens; input / output above the step in context, and in fast mode",
        ("card", "input", "output", "cached", "5 min", "1 hour", "step", "above it", "fast"),
        tuple(_price_row(prices) for prices in catalog.prices.values()),
    )


def tiers_table(catalog: Catalog) -> Table:
    """Every memory tier: kind, capacity, bandwidth and drain time."""
    return Table(
        "Memory tiers, one device each; drain is the time to read it once",
        ("card", "name", "kind", "capacity", "bandwidth", "drain"),
        tuple(_tier_row(tier) for tier in catalog.tiers.values()),
    )


def _accelerator_rows(chip: Accelerator) -> list[tuple[Cell, ...]]:
    """The memory of the chip beside its first format, further formats below."""
    memory = (_short(chip.capacity), _short(chip.bandwidth), _derived(chip.drain))
    rates: list[tuple[Cell, ...]] = []
    for form, ridge in ridge_of(chip).items():
        rate = chip.compute[form]
        unsure = rate.is_unverified or chip.bandwidth.is_unverified
        rates.append((form, _in_unit(rate, "TFLOP/s/GPU"), _derived(ridge, "token", unsure)))
    first, *others = rates or [(_NOT_KNOWN, NOTHING, NOTHING)]
    return [(chip.name, chip.title, *memory, *first), *(("", "", "", "", "", *rate) for rate in others)]


def _model_row(model: Model) -> tuple[Cell, ...]:
    stored, read = model.stored_bytes_per_token(DEFAULT_FORMAT), model.read_bytes_per_token(DEFAULT_FORMAT)
    parameters = tuple(_billions(figure) for figure in (model.total, model.active))
    cache = tuple(_derived(value, "/token") for value in (stored, read))
    return (model.name, model.title, *parameters, _derived(model.sparsity), *cache)


def _price_row(prices: PriceList) -> tuple[Cell, ...]:
    def pair(first: Figure | None, second: Figure | None) -> str:
        return NOTHING if first is None or second is None else f"{_price(first)} / {_price(second)}"

    single = (prices.input, prices.output, prices.cached_input, prices.write_5_minutes, prices.write_1_hour)
    step = NOTHING if prices.long_from is None else _in_unit(prices.long_from, "ktoken", "k")
    long = pair(prices.long_input, prices.long_output)
    return (prices.name, *map(_price, single), step, long, pair(prices.fast_input, prices.fast_output))


def _tier_row(tier: MemoryTier) -> tuple[Cell, ...]:
    return (tier.name, tier.title, tier.kind, _short(tier.capacity), _short(tier.bandwidth), _derived(tier.drain))


def _short(figure: Figure) -> Number:
    value = figure.as_value()
    return Number(str(figure).removesuffix(" per GPU"), value.in_unit(figure.unit), figure.unit, remark=_mark(figure))


def _in_unit(figure: Figure, unit: str, prefix: str = "") -> Number:
    number = figure.as_value().in_unit(unit)
    return Number(format_number(number) + prefix, number, unit, remark=_mark(figure))


def _billions(figure: Figure) -> Number:
    return Number(format_number(figure.number / 10**9), figure.number, "parameter", remark=_mark(figure))


def _price(figure: Figure | None) -> Cell:
    return NOTHING if figure is None else _in_unit(figure, "dollar/Mtoken")


def _mark(figure: Figure) -> str:
    return UNSURE if figure.is_unverified else ""


def _derived(value: Value, unit: str = "", unsure: bool | None = None) -> Number:
    """A computed value without a unit that the head of its column gives, marked if a number behind it is unsure."""
    if unsure is None:
        unsure = value.source is not None and value.source.standing == "unverified"
    shown = value.typed.removesuffix(unit).rstrip()
    return Number(shown, value.in_unit(value.unit), value.unit, remark=UNSURE if unsure else "")


_KINDS: tuple[tuple[type[Card], str], ...] = (
    (Accelerator, "accelerator"), (Model, "model"), (PriceList, "price list"), (MemoryTier, "memory tier"),
)


@dataclass(frozen=True)
class ShownCards:
    """The cards of a catalog, or the one of a name; of all of them, an index unless it is `full`."""

    catalog: Catalog
    name: str = ""
    full: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of them, or the one; raises `UnknownNameError` for a name that no card has."""
        return (self.catalog.card(self.name),) if self.name else tuple(self.catalog.cards.values())


def cards_document(shown: ShownCards) -> Document:
    """An index of the cards, or full tables; or of one every number with its source, and what follows from the card."""
    if shown.name:
        return Document.of(_card(*shown.cards))
    return Document.of(_overview(shown.catalog) if shown.full else _index(shown.catalog))


def _index(catalog: Catalog) -> Iterator[Block]:
    """A row for each accelerator and model, the names of all else, and how a card is looked at, taken or made."""
    chips = tuple((chip.name, chip.title, _short(chip.capacity), _short(chip.bandwidth), *_peaks(chip))
                  for chip in catalog.accelerators.values())
    models = tuple((name, title, total, active, stored)
                   for name, title, total, active, _, stored, _ in map(_model_row, catalog.models.values()))
    for table in (
        Table("Accelerators (--accelerator), per GPU, with the dense peak in TFLOP/s",
              ("card", "name", "memory", "bandwidth", *_INDEXED), chips),
        Table(f"Models (--model), parameters in billions, and the {DEFAULT_FORMAT} KV cache of a token",
              ("card", "name", "total", "active", "KV cache"), models),
    ):
        yield from (TextLine(table.title, role="heading"), table, EMPTY)
    for heading, cards in (("Price lists", catalog.prices), ("Memory tiers", catalog.tiers)):
        yield TextLine(heading, role="heading")
        yield from (TextLine(", ".join(cards), depth=1), EMPTY)
    yield TextLine(LEGEND)
    yield from _kept_line(catalog)
    yield TextLine(_NEXT, hang=2)


_INDEXED = ("bf16", "fp8", "fp4")  # formats with a column in the index
_NEXT = ("`derive cards NAME` shows every number of a card with its source, `derive cards --full` tables of all; "
         "`derive cards --template accelerator > my.toml` and `derive cards --from config.json -o my.toml` make a card "
         "of yours.")


def _peaks(chip: Accelerator) -> Iterator[Cell]:
    """The dense peak in each format of the index."""
    for form in _INDEXED:
        yield _in_unit(chip.compute[form], "TFLOP/s/GPU") if form in chip.compute else NOTHING


def _kept_line(catalog: Catalog) -> Iterator[Block]:
    if own := kept_names(catalog.kept):
        yield TextLine(f"Kept in {catalog.kept}: {', '.join(own)}")


def _overview(catalog: Catalog) -> Iterator[Block]:
    for table in (accelerators_table(catalog), models_table(catalog), prices_table(catalog), tiers_table(catalog)):
        yield from (TextLine(table.title, role="heading"), table, EMPTY)
    yield TextLine(LEGEND)
    yield from _kept_line(catalog)
    yield TextLine("derive cards NAME shows every number of a card with its source.", whole=True)


def _card(card: Card) -> Iterator[TextLine]:
    yield from (TextLine(f"{card.title} ({card.name}), {_kind(card)}", whole=True, role="title"), EMPTY)
    for figure in card.figures:
        yield TextLine(f"{figure.key}  {figure}", whole=True, role="name", named=figure.key)
        for recorded in figure.recorded:
            said = _provenance(recorded) if recorded is figure else f"also {recorded}: {_provenance(recorded)}"
            yield TextLine(said, depth=1, hang=2, role="dim")
    yield from (EMPTY, TextLine("Follows from the card", role="heading"))
    yield from (TextLine(text, depth=1, hang=4) for text in derived_lines(card))
    yield from (EMPTY, TextLine("Sources", role="heading"))
    yield from (TextLine(text, depth=1, hang=2) for text in _sources(card))


def cards_json(shown: ShownCards) -> dict[str, Any]:
    """All cards as plain data, by their kind; or the one."""
    catalog = shown.catalog
    return card_json(catalog, shown.name) if shown.name else {
        kind: [card_json(catalog, name) for name in getattr(catalog, kind)]
        for kind in ("accelerators", "models", "prices", "tiers")
    }


def cards_table(shown: ShownCards) -> Table:
    """Every figure of all cards, or of the one, a row each with its unit and source."""
    rows = tuple(
        (card.name, _kind(card), figure.key, Number(str(figure), figure.as_value().in_unit(figure.unit)), figure.unit,
         figure.meaning, figure.source.title, figure.source.url, figure.date, figure.source.standing)
        for card in shown.cards for figure in card.figures
    )
    head = ("card", "kind", "figure", "number", "unit", "meaning", "source", "url", "date", "standing")
    return Table("Figures", head, rows)


def card_json(catalog: Catalog, name: str) -> dict[str, Any]:
    """One card as plain data, with what is derived from it; raises `UnknownNameError` for an unknown name."""
    card = catalog.card(name)
    return {
        "card": card.name, "kind": _kind(card), "title": card.title,
        **({"memory": card.kind} if isinstance(card, MemoryTier) else {}),
        "figures": [{**_figure_json(figure), "conflicts": list(map(_figure_json, figure.conflicts))}
                    for figure in card.figures],
        **derived_json(card),
    }


def _kind(card: Card) -> str:
    return next(name for kind, name in _KINDS if isinstance(card, kind))


def _provenance(figure: Figure) -> str:
    """Meaning, source and date; the addresses of the sources follow below the numbers."""
    label = figure.source.label
    date = figure.date if figure.date not in label else ""
    return "; ".join(part for part in (figure.meaning, label, date) if part)


def _sources(card: Card) -> list[str]:
    """Each source of the card once, with its address."""
    sources = {other.source: None for figure in card.figures for other in figure.recorded}
    return [f"{source.label}: {source.url}" if source.url else source.label for source in sources]


def _figure_json(figure: Figure) -> dict[str, Any]:
    return {"key": figure.key, **value_data(figure.as_value()), "meaning": figure.meaning,
            **source_data(figure.source, figure.date)}


CARDS = Producer(cards_document, cards_json, cards_table)
