"""Cards: the accelerators and models that a scenario is composed of.

Every accelerator figure is per GPU; a TPU chip or another package counts as one GPU. Network bandwidths are
per direction. Compute rates are dense; rates with structured sparsity stand apart in `sparse`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from derivations.catalog.attention import Attention
from derivations.catalog.figure import Figure
from derivations.catalog.formats import number_format
from derivations.errors import UnknownNameError
from derivations.values.value import Value


def _none() -> Mapping[str, Figure]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Accelerator:
    """An accelerator, with its figures per GPU.

    `compute` maps a number format to the dense peak [FLOP/s/GPU], `sparse` to the peak with structured
    sparsity. `bandwidth` [byte/s/GPU] and `capacity` [byte/GPU] are those of the high-bandwidth memory;
    `domain` [GPU] is the number of GPUs joined by the scale-up network.
    """

    name: str
    title: str
    compute: Mapping[str, Figure]
    bandwidth: Figure
    capacity: Figure
    sparse: Mapping[str, Figure] = field(default_factory=_none)
    scale_up_bandwidth: Figure | None = None
    scale_out_bandwidth: Figure | None = None
    domain: Figure | None = None

    def rate(self, format_name: str) -> Figure:
        """The dense peak in a number format; raises `UnknownNameError` if the card has none."""
        number_format(format_name)
        try:
            return self.compute[format_name]
        except KeyError:
            where = f"on the card of {self.name}"
            raise UnknownNameError("compute rate", format_name, self.compute, where=where) from None

    @property
    def figures(self) -> Iterator[Figure]:
        """Every figure of the card, defaults only, in reading order."""
        yield from self.compute.values()
        yield from self.sparse.values()
        yield from (self.bandwidth, self.capacity)
        for figure in (self.scale_up_bandwidth, self.scale_out_bandwidth, self.domain):
            if figure is not None:
                yield figure


@dataclass(frozen=True)
class Model:
    """A language model: how many parameters it has and reads, and what a token leaves in its cache.

    `total` and `active` [parameter] are all parameters and those used for one token; a dense model uses all.
    `layers`, `experts`, `active_experts` (routed ones for each token) and `shared_experts` are pure counts.
    `attention` gives the cached numbers per token; `attention_figures` are the sourced counts it is made of.
    """

    name: str
    title: str
    total: Figure
    active: Figure
    layers: Figure
    attention: Attention
    attention_figures: Mapping[str, Figure] = field(default_factory=_none)
    experts: Figure | None = None
    active_experts: Figure | None = None
    shared_experts: Figure | None = None
    train_tokens: Figure | None = None

    @property
    def is_dense(self) -> bool:
        """True if every parameter is used for every token."""
        return self.active.number == self.total.number

    @property
    def kv_elements_per_token(self) -> Value:
        """The numbers cached for each token of context [1/token], with the product they come from."""
        return self._from_architecture(self.attention.cached_numbers, "1/token", self.attention.formula)

    def kv_bytes_per_token(self, format_name: str) -> Value:
        """The bytes cached for each token of context [byte/token] if they are kept in that number format.

        Raises `UnknownNameError` for an unknown format.
        """
        width = number_format(format_name)
        number = self.attention.cached_numbers * width.byte_count
        meaning = f"{self.attention.formula} x {width.byte_count} byte ({width.name})"
        return self._from_architecture(number, "byte/token", meaning)

    @property
    def attention_work(self) -> Value | None:
        """The attention arithmetic for each new token and token of context [FLOP·sequence/token^2].

        The unit makes it a time when it is multiplied by new tokens and context tokens, both per sequence,
        and by sequences, and divided by FLOP/s. None if the card does not give the number of query heads.
        """
        work = self.attention.arithmetic
        if work is None:
            return None
        return self._from_architecture(work, "FLOP·sequence/token^2", "scores and weighted sum of all heads")

    @property
    def figures(self) -> Iterator[Figure]:
        """Every figure of the card, defaults only, in reading order."""
        yield self.total
        if self.active is not self.total:
            yield self.active
        yield self.layers
        yield from self.attention_figures.values()
        for figure in (self.experts, self.active_experts, self.shared_experts, self.train_tokens):
            if figure is not None:
                yield figure

    def _from_architecture(self, number: Fraction | int, unit: str, meaning: str) -> Value:
        return Value.of(number, unit, origin=f"card {self.name}", source=self.layers.source,
                        date=self.layers.date, meaning=meaning)  # fmt: skip
