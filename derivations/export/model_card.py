"""The card of a counted model as the text of a card file, with the count above it as a comment."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from derivations.document.counted_model import ShownCount, count_document
from derivations.document.forms import written
from derivations.sources.counted_model import CountedExperts, CountedModel
from derivations.sources.keys import ATTENTION
from derivations.sources.model_name import name_of
from derivations.sources.toml_text import quoted

_MOST_LETTERS = 48  # of a name, which another word may be added to
_COUNTED = "counted from the configuration"


def shown_count(counted: CountedModel, taken: Collection[str], given: str = "") -> ShownCount:
    """A counted model with the name of its card, which is none of those that are `taken`."""
    title = name_of(counted, given)
    return ShownCount(counted, _card_name(title, taken), title)


def _card_name(title: str, taken: Collection[str]) -> str:
    """A title as the name of a card: letters, digits, dots and hyphens."""
    known = {name.casefold() for name in taken}
    name = re.sub(r"[^a-z0-9.]+", "-", title.lower())[:_MOST_LETTERS].strip(".-") or "my-model"
    endings = ("", "-counted", *(f"-counted-{number}" for number in range(2, len(known) + 3)))
    return next(f"{name}{ending}" for ending in endings if f"{name}{ending}" not in known)


def model_card(shown: ShownCount) -> str:
    """The card file, which `load_catalog` reads."""
    return "\n".join(_lines(shown)) + "\n"


def _lines(shown: ShownCount) -> Iterator[str]:
    counted = shown.counted
    yield from (f"# {line}".rstrip() for line in written(count_document(shown)).splitlines())
    yield from ("", f"[sources.{quoted(f'{shown.name}-config')}]")
    yield f"title = {quoted(f'Configuration of {shown.title}, its config.json as given')}"
    yield "# where it was downloaded from and when; verified, once that is where the model's publisher keeps it"
    yield from ('#url = "https://huggingface.co/..."', '#date = "2026-11-01"', 'standing = "unverified"')
    yield from ("", f"[models.{quoted(shown.name)}]", f"title = {quoted(shown.title)}")
    yield f"source = {quoted(f'{shown.name}-config')}"
    yield f"total = {_figure(counted.total, 'parameter', f'all parameters, {_COUNTED}')}"
    if counted.experts is not None:
        meaning = f"parameters used for one token, tables for embedding and output in full, {_COUNTED}"
        yield f"active = {_figure(counted.active, 'parameter', meaning)}"
    yield from (f"layers = {counted.layers}", f"width = {counted.width}")
    if counted.weights.format:
        yield f"weights = {quoted(counted.weights.format)}  # {counted.weights.told}"
    else:
        yield f'#weights = "bf16"  # {counted.weights.told}'
    if counted.experts is not None:
        yield from _experts(counted.experts, counted.layers)
    yield '#train_tokens = "... tokens"  # pre-training tokens, which are not in a configuration'
    yield from ("", f"[models.{quoted(shown.name)}.attention]")
    yield from (f"{key} = {_attention(key, number, counted)}" for key, number in counted.attention.items())
    if counted.state is not None:
        yield f"state = {_figure(counted.state.held, 'byte/sequence', counted.state.meaning)}"


def _experts(found: CountedExperts, layers: int) -> Iterator[str]:
    if found.layers == layers:
        yield f"experts = {found.routed}"
    else:
        meaning = f"routed experts per layer, in {found.layers} of {layers} layers"
        yield f"experts = {_figure(found.routed, '1', meaning)}"
    yield from (f"active_experts = {found.used}", f"shared_experts = {found.shared}")


def _attention(key: str, number: int, counted: CountedModel) -> str:
    """A count of the attention, with its own meaning where it is not the usual one."""
    meaning = ""
    if key == "window" and counted.chunked:
        meaning = "tokens in a chunk; a token sees those of its chunk before it"
    if key in ("kv_vectors", "window_vectors") and number == 1:
        meaning = "vectors per head: values reuse the projection of the keys and are counted once"
    unit = ATTENTION[key].unit
    return _figure(number, unit, meaning) if meaning or unit != "1" else str(number)


def _figure(number: int, unit: str, meaning: str = "") -> str:
    told = f", meaning = {quoted(meaning)}" if meaning else ""
    return f"{{ number = {number}, unit = {quoted(unit)}{told} }}"
