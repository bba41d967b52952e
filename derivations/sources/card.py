"""Cards: accelerators, models, price lists and memory tiers, each with figures that are found by their keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from derivations.errors import InputError, UnknownNameError
from derivations.mapping import FrozenMapping
from derivations.numbers.format import format_value, unit_in_words
from derivations.numbers.value import Value
from derivations.sources.attention import NOTHING_FIXED, Attention, CompressedAttention
from derivations.sources.figure import Figure, derived
from derivations.sources.formats import number_format


@dataclass(frozen=True)
class Card:
    """A card of any kind: `name` is what options and claims call it, `title` is for people."""

    name: str
    title: str

    @property
    def figures(self) -> Iterator[Figure]:
        """Every figure of the card, defaults only, in reading order."""
        raise NotImplementedError

    def figure(self, key: str) -> Figure:
        """The figure of that key, such as ``bandwidth`` or ``compute.bf16``.

        Raises `UnknownNameError` with the nearest keys if the card has none.
        """
        found = {figure.key: figure for figure in self.figures}
        try:
            return found[key]
        except KeyError:
            raise UnknownNameError("figure", key, found, where=f"on the card of {self.name}") from None


def given(*figures: Figure | None) -> Iterator[Figure]:
    """The figures that a card has, of those that it may have."""
    return (figure for figure in figures if figure is not None)


_LAYERS = ("cached_layers", "window_layers", "linear_layers")
_SHARED = {"window_vectors": "kv_vectors", "window_heads": "kv_heads", "window_dim": "head_dim"}


def _none() -> Mapping[str, Figure]:
    return FrozenMapping({})


@dataclass(frozen=True)
class Accelerator(Card):
    """An accelerator, with its figures per GPU.

    `compute` maps a number format to the dense peak [FLOP/s/GPU], `sparse` to the peak with structured
    sparsity; `compute` is empty where the rates are not known. `bandwidth` [byte/s/GPU] and `capacity` [byte/GPU]
    are those of the high-bandwidth memory; `domain` [GPU] is the number of GPUs joined by the scale-up network, and
    `host_link` [byte/s/GPU] the way to the host's memory. `power` [W/GPU] is what the board is limited to, `site_power`
    that of a GPU with its share of server, network and cooling; `owner_cost` [USD/s/GPU] is what its time costs the
    owner of a site.
    """

    compute: Mapping[str, Figure]
    bandwidth: Figure
    capacity: Figure
    sparse: Mapping[str, Figure] = field(default_factory=_none)
    scale_up_bandwidth: Figure | None = None
    scale_out_bandwidth: Figure | None = None
    domain: Figure | None = None
    host_link: Figure | None = None
    power: Figure | None = None
    site_power: Figure | None = None
    owner_cost: Figure | None = None

    def rate(self, format_name: str) -> Figure:
        """The dense peak in a number format.

        Raises `UnknownNameError` if the card has none in that format, `InputError` if it has none at all.
        """
        number_format(format_name)
        if not self.compute:
            raise InputError(f"the compute rates of {self.name} are not known, so its card has none")
        try:
            return self.compute[format_name]
        except KeyError:
            where = f"on the card of {self.name}"
            raise UnknownNameError("compute rate", format_name, self.compute, where=where) from None

    @property
    def drain(self) -> Value:
        """The time to read the whole high-bandwidth memory once [s]."""
        time = self.capacity.number / self.bandwidth.number
        meaning = "capacity over bandwidth, the time to read the whole high-bandwidth memory once"
        return derived(time, "s", f"card {self.name}", meaning, self.bandwidth, self.capacity)

    @property
    def figures(self) -> Iterator[Figure]:
        """Every figure of the card, defaults only, in reading order."""
        yield from self.compute.values()
        yield from self.sparse.values()
        yield from (self.bandwidth, self.capacity)
        yield from given(self.scale_up_bandwidth, self.scale_out_bandwidth, self.domain, self.host_link, self.power,
                         self.site_power, self.owner_cost)


@dataclass(frozen=True)
class Model(Card):
    """A language model: how many parameters it has and reads, and what a token leaves in its cache.

    `total` and `active` [parameter] are all parameters and those used for one token; a dense model uses all.
    `layers`, `width` (numbers in the activation of a token), `experts`, `active_experts` (routed ones for each token)
    and `shared_experts` are pure counts.
    `weights` is the number format that the model was released in, empty for one of 16 bits; `attention_format` the one
    in which its attention computes, empty for bf16.
    `attention` gives the numbers stored and read; `attention_figures` are the sourced counts they are made of.
    """

    total: Figure
    active: Figure
    layers: Figure
    attention: Attention
    attention_figures: Mapping[str, Figure] = field(default_factory=_none)
    experts: Figure | None = None
    active_experts: Figure | None = None
    shared_experts: Figure | None = None
    train_tokens: Figure | None = None
    width: Figure | None = None
    weights: str = ""
    attention_format: str = ""

    @property
    def sparsity(self) -> Value:
        """All parameters over those used for one token; 1 for a dense model."""
        ratio = self.total.number / self.active.number
        return derived(ratio, "1", f"card {self.name}", "total over active parameters", self.total, self.active)

    @property
    def routed(self) -> Value | None:
        """The parameters of all routed experts together [parameter]; None for a model without experts.

        Every token uses the same share of them, and all of the others: that is what total and active parameters leave.
        """
        if self.experts is None or self.active_experts is None:
            return None
        share = self.active_experts.number / self.experts.number
        number = (self.total.number - self.active.number) / (1 - share)
        meaning = "what total and active parameters leave for experts of which so many are active"
        return derived(number, "parameter", f"card {self.name}", meaning, self.total, self.active, self.experts,
                       self.active_experts)

    def stored_bytes_per_token(self, format_name: str) -> Value:
        """The bytes stored for each token of context [byte/token] if all are kept in that number format.

        Index keys are included; windowed layers are not, because they do not grow with the context. Raises
        `UnknownNameError` for an unknown format.
        """
        attention = self.attention
        return self._bytes(attention.cached_numbers, attention.formula, "byte/token", format_name)

    def read_bytes_per_token(self, format_name: str) -> Value:
        """The bytes read per token of context for each new token [byte/token], whatever a selection decides.

        Those stored for dense attention, index keys and densely read entries for sparse attention. Raises
        `UnknownNameError` for an unknown format.
        """
        attention = self.attention
        return self._bytes(attention.read_numbers, attention.read_formula, "byte/token", format_name)

    def fixed_bytes_per_sequence(self, format_name: str) -> Value:
        """The bytes read per sequence for each new token, however long its context [byte/sequence].

        Sliding windows and selected entries, once the context is longer than both, and the state of linear layers; 0
        for plain dense attention. Raises `UnknownNameError` for an unknown format.
        """
        attention = self.attention
        read = self._bytes(attention.fixed_numbers, attention.fixed_formula, "byte/sequence", format_name)
        if not attention.state_bytes:
            return read
        number = read.number + attention.state_bytes
        return self._from_architecture(number, "byte/sequence", self._with_state(read.meaning))

    @property
    def fixed_formula(self) -> str:
        """What is read however long the context, in words and without the number format."""
        counted = self.attention.fixed_formula
        return self._with_state(counted) if self.attention.state_bytes else counted

    def _with_state(self, counted: str) -> str:
        state = self.state_bytes
        told = f"a state of {format_value(state.number, state.dimension, state.unit)}"
        return f"{counted} + {told}" if self.attention.fixed_numbers else told

    def window_bytes_per_token(self, format_name: str) -> Value:
        """The bytes that layers with a window hold for each token in it [byte/token]; 0 without such layers.

        A chunk counts as a window: until it is full, all of its tokens are kept. Raises `UnknownNameError` for an
        unknown format.
        """
        window = self.attention.kept_in_window
        if window is None:
            return self._bytes(0, NOTHING_FIXED, "byte/token", format_name)
        return self._bytes(window.of_a_token, window.formula_of_a_token, "byte/token", format_name)

    @property
    def window_tokens(self) -> Value:
        """The tokens in the window of layers that keep one [token/sequence]; 0 without such layers."""
        window = self.attention.kept_in_window
        number, told = (0, "no layer keeps a window") if window is None else (window.tokens, "tokens in the window")
        return self._from_architecture(number, "token/sequence", told)

    @property
    def state_bytes(self) -> Value:
        """The bytes that a sequence holds whatever its context [byte/sequence], as far as the card says."""
        if "state" in self.attention_figures:
            return self.attention_figures["state"].as_value(f"card {self.name}")
        return self._from_architecture(0, "byte/sequence", "no state on the card")

    def kv_bytes_per_token(self, format_name: str) -> Value:
        """`stored_bytes_per_token`, which dense attention reads in full."""
        return self.stored_bytes_per_token(format_name)

    @property
    def products(self) -> Value | None:
        """Products of matrices in a layer that wait for one another in decode; None where they are not counted.

        Those of attention; then up and down, the gate beside up; before routed experts their choice, beside them the
        up and down of shared ones. That the first layers of some models are dense is left out.
        """
        attention, routed = self.attention.products, self.experts is not None
        if attention is None or (routed and self.shared_experts is None):
            return None
        shared = self.shared_experts is not None and self.shared_experts.number > 0
        number = attention + 2 + (1 if routed else 0) + (2 if shared else 0)
        how = "estimated as for latent attention" if isinstance(self.attention, CompressedAttention) else "counted"
        return self._from_architecture(number, "1", f"products of attention and of the feed-forward part, {how}")

    @property
    def attention_work(self) -> Value | None:
        """The attention arithmetic for each new token and token of context [FLOP·sequence/token^2].

        The unit makes it a time when it is multiplied by new tokens and context tokens, both per sequence,
        and by sequences, and divided by FLOP/s. What does not grow with the context is left out. None if the card
        does not give the number of query heads.
        """
        work = self.attention.arithmetic
        if work is None:
            return None
        return self._from_architecture(work, "FLOP·sequence/token^2", "scores and weighted sum of all heads")

    def counts_behind(self, keys: Iterable[str]) -> tuple[Figure, ...]:
        """The figures of the card behind keys of its attention (`MadeOf`), in reading order.

        The layers of every sort stand beside all of them; windows without a shape of their own have that of the other
        layers.
        """
        parts = {"layers": self.layers, **self.attention_figures}
        wanted = {key if key in parts else _SHARED.get(key, key) for key in keys}
        if "layers" in wanted:
            wanted.update(_LAYERS)
        return tuple(figure for key, figure in parts.items() if key in wanted)

    @property
    def figures(self) -> Iterator[Figure]:
        """Every figure of the card, defaults only, in reading order."""
        yield self.total
        if self.active is not self.total:
            yield self.active
        yield self.layers
        yield from self.attention_figures.values()
        yield from given(self.experts, self.active_experts, self.shared_experts, self.train_tokens, self.width)

    def figure(self, key: str) -> Figure:
        """The figure of that key; ``active`` is that of ``total`` for a dense model.

        Raises `UnknownNameError` with the nearest keys if the card has none.
        """
        return self.active if key == "active" else super().figure(key)

    def _bytes(self, numbers: Fraction | int, formula: str, unit: str, format_name: str) -> Value:
        width = number_format(format_name)
        each = unit_in_words("byte", one=width.byte_count == 1)
        meaning = f"{formula} x {width.byte_count} {each} ({width.name})" if numbers else formula
        return self._from_architecture(numbers * width.byte_count, unit, meaning)

    def _from_architecture(self, number: Fraction | int, unit: str, meaning: str) -> Value:
        return derived(number, unit, f"card {self.name}", meaning, self.layers, *self.attention_figures.values())


# The kinds of memory, from the fastest to the slowest.
KINDS = ("HBM", "DRAM", "flash", "disk")


@dataclass(frozen=True)
class MemoryTier(Card):
    """A memory of one of the `KINDS`, with `capacity` [byte] and `bandwidth` [byte/s] of one device.

    `price` [dollar/byte] is a place for the reader's own number; no packaged card fills it.
    """

    kind: str
    capacity: Figure
    bandwidth: Figure
    price: Figure | None = None

    @property
    def drain(self) -> Value:
        """The time to read the whole memory once [s]."""
        time = self.capacity.number / self.bandwidth.number
        meaning = "capacity over bandwidth, the time to read the whole memory once"
        return derived(time, "s", f"card {self.name}", meaning, self.bandwidth, self.capacity)

    @property
    def figures(self) -> Iterator[Figure]:
        """Every figure of the card, defaults only, in reading order."""
        yield from (self.capacity, self.bandwidth)
        yield from given(self.price)


# Which prices are compared: (more expensive or special one, the one it is compared with).
_RATIOS = (
    ("output", "input"),
    ("cached_input", "input"),
    ("write_5_minutes", "input"),
    ("write_1_hour", "input"),
    ("long_input", "input"),
    ("long_output", "output"),
    ("long_cached_input", "cached_input"),
    ("fast_input", "input"),
    ("fast_output", "output"),
)


@dataclass(frozen=True)
class PriceList(Card):
    """The prices of one model's tokens [dollar/token].

    `cached_input` is the price of input found in the provider's cache, `write_5_minutes` and `write_1_hour` those of
    input kept there for as long. `long_from` [token] is the context above which the `long_` prices hold for the whole
    request. The `fast_` prices buy output at up to `fast_speed` times the usual speed.
    """

    input: Figure
    output: Figure
    cached_input: Figure | None = None
    write_5_minutes: Figure | None = None
    write_1_hour: Figure | None = None
    long_from: Figure | None = None
    long_input: Figure | None = None
    long_output: Figure | None = None
    long_cached_input: Figure | None = None
    fast_input: Figure | None = None
    fast_output: Figure | None = None
    fast_speed: Figure | None = None

    @property
    def ratios(self) -> Mapping[str, Value]:
        """The pure ratios of the prices that the list has, named like ``output/input``; none over a price of zero."""
        found = {figure.key: figure for figure in self.figures}
        return FrozenMapping(
            {
                f"{above}/{below}": derived(
                    found[above].number / found[below].number, "1", f"card {self.name}",
                    f"{found[above].meaning}, over {found[below].meaning}", found[above], found[below],
                )
                for above, below in _RATIOS
                if above in found and below in found and found[below].number
            }
        )

    @property
    def figures(self) -> Iterator[Figure]:
        """Every price of the list, defaults only, in reading order."""
        yield from (self.input, self.output)
        yield from given(
            self.cached_input, self.write_5_minutes, self.write_1_hour,
            self.long_from, self.long_input, self.long_output, self.long_cached_input,
            self.fast_input, self.fast_output, self.fast_speed,
        )
