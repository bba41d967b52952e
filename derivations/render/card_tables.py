"""The overview of all cards: one table for each kind, with the numbers that a reader looks for first."""

from __future__ import annotations

from derivations.catalog.card import Accelerator, Model
from derivations.catalog.figure import Figure
from derivations.catalog.loader import Catalog
from derivations.catalog.memory_tier import MemoryTier
from derivations.catalog.price_list import PriceList
from derivations.claims.compose import DEFAULT_FORMAT, ridge_of
from derivations.render.table import NOTHING, Table
from derivations.values.format import format_number
from derivations.values.value import Value

UNSURE = "?"
LEGEND = f"{UNSURE} marks a number from general knowledge, or one computed from such: check it before relying on it."
_NOT_KNOWN = "not known"


def accelerators_table(catalog: Catalog) -> Table:
    """Every accelerator: memory, drain time, and a row for each number format with its rate and ridge."""
    rows: list[tuple[str, ...]] = []
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
        f"Models; parameters in billions; KV cache in {DEFAULT_FORMAT}, stored and read per token of context",
        ("card", "name", "total", "active", "sparsity", "stored", "read"),
        tuple(_model_row(model) for model in catalog.models.values()),
    )


def prices_table(catalog: Catalog) -> Table:
    """Every price list: plain, cached, written, at long context and in fast mode."""
    return Table(
        "Price lists, dollar per million tokens; input / output above the step in context, and in fast mode",
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


def _accelerator_rows(chip: Accelerator) -> list[tuple[str, ...]]:
    """The memory of the chip beside its first format, further formats below."""
    memory = (_short(chip.capacity), _short(chip.bandwidth), _derived(chip.drain))
    rates = []
    for form, ridge in ridge_of(chip).items():
        rate = chip.compute[form]
        unsure = _mark(rate) or _mark(chip.bandwidth)
        rates.append((form, _in_unit(rate, "TFLOP/s/GPU"), f"{_bare(ridge, 'token')}{unsure}"))
    first, *others = rates or [(_NOT_KNOWN, NOTHING, NOTHING)]
    return [(chip.name, chip.title, *memory, *first), *(("", "", "", "", "", *rate) for rate in others)]


def _model_row(model: Model) -> tuple[str, ...]:
    stored, read = model.stored_bytes_per_token(DEFAULT_FORMAT), model.read_bytes_per_token(DEFAULT_FORMAT)
    parameters = tuple(_billions(figure) for figure in (model.total, model.active))
    cache = tuple(_derived(value, "/token") for value in (stored, read))
    return (model.name, model.title, *parameters, _derived(model.sparsity), *cache)


def _price_row(prices: PriceList) -> tuple[str, ...]:
    def pair(first: Figure | None, second: Figure | None) -> str:
        return NOTHING if first is None or second is None else f"{_price(first)} / {_price(second)}"

    single = (prices.input, prices.output, prices.cached_input, prices.write_5_minutes, prices.write_1_hour)
    step = NOTHING if prices.long_from is None else _in_unit(prices.long_from, "ktoken") + "k"
    long = pair(prices.long_input, prices.long_output)
    return (prices.name, *map(_price, single), step, long, pair(prices.fast_input, prices.fast_output))


def _tier_row(tier: MemoryTier) -> tuple[str, ...]:
    return (tier.name, tier.title, tier.kind, _short(tier.capacity), _short(tier.bandwidth), _derived(tier.drain))


def _short(figure: Figure) -> str:
    return str(figure).removesuffix("/GPU") + _mark(figure)


def _in_unit(figure: Figure, unit: str) -> str:
    return format_number(figure.as_value().in_unit(unit)) + _mark(figure)


def _billions(figure: Figure) -> str:
    return format_number(figure.number / 10**9) + _mark(figure)


def _price(figure: Figure | None) -> str:
    return NOTHING if figure is None else _in_unit(figure, "dollar/Mtoken")


def _mark(figure: Figure) -> str:
    return UNSURE if figure.is_unverified else ""


def _derived(value: Value, unit: str = "") -> str:
    """A computed value without a unit that the head of its column gives, marked if a number behind it is unsure."""
    unsure = value.source is not None and value.source.standing == "unverified"
    return _bare(value, unit) + (UNSURE if unsure else "")


def _bare(value: Value, unit: str) -> str:
    return str(value).removesuffix(unit).rstrip()
