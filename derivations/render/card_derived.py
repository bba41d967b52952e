"""What follows from a card alone: ridge and drain time, bytes of the KV cache, ratios of prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from derivations.catalog.base import Card
from derivations.catalog.card import Accelerator, Model
from derivations.catalog.formats import FORMATS, number_format
from derivations.catalog.memory_tier import MemoryTier
from derivations.catalog.price_list import PriceList
from derivations.claims.compose import ridge_of
from derivations.values.value import Value


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
        stored = {form: card.stored_bytes_per_token(form) for form in FORMATS}
        return {
            "sparsity": float(card.sparsity.number),
            "kv_bytes_per_token": _plain(stored),
            "read_bytes_per_token": _plain({form: card.read_bytes_per_token(form) for form in FORMATS}),
            "fixed_bytes_per_sequence": _plain({form: card.fixed_bytes_per_sequence(form) for form in FORMATS}),
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
        ("fixed", model.fixed_bytes_per_sequence, attention.fixed_formula),
    ):
        values = ", ".join(f"{find(forms[0])} in {' and '.join(forms)}" for forms in _formats_by_width())
        yield f"{name} = {values if find(next(iter(FORMATS))).number else 0}: {formula}"


def _formats_by_width() -> list[list[str]]:
    """The number formats, those of one width together."""
    return [list(forms) for _, forms in groupby(FORMATS, key=lambda form: number_format(form).bits)]


def _line(name: str, value: Value) -> str:
    return f"{name} = {value}: {value.meaning}"


def _plain(values: Mapping[str, Value]) -> dict[str, float]:
    return {name: float(value.number) for name, value in values.items()}
