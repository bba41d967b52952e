"""Attention that selects: an index over the whole context decides which entries of the cache are read.

What is read for every token of context is then the keys of the index; the entries that are selected are as many
however long the context is. The number format of index keys may differ from that of the cache; bytes are counted
here in one format for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from derivations.catalog.attention import LatentAttention, MadeOf, Window


@dataclass(frozen=True)
class Index:
    """The index of a layer: `heads` queries score one key, `width` wide, per entry; `top_k` entries are selected."""

    heads: int
    width: int
    top_k: int

    @property
    def arithmetic(self) -> int:
        """FLOP to score one entry: 2 for each head and element of the key."""
        return 2 * self.heads * self.width


@dataclass(frozen=True)
class SelectedLatentAttention:
    """Latent attention whose layers read only the entries that an index selects, as in DeepSeek-V3.2.

    >>> attention = SelectedLatentAttention(LatentAttention(61, 512, 64), Index(heads=64, width=128, top_k=2048))
    >>> attention.cached_numbers, attention.read_numbers
    (42944, 7808)
    """

    latent: LatentAttention
    index: Index

    @property
    def layers(self) -> int:
        """Layers whose cache grows with the context."""
        return self.latent.layers

    @property
    def cached_numbers(self) -> int:
        """What latent attention keeps, and one index key per layer."""
        return self.latent.cached_numbers + self.read_numbers

    @property
    def read_numbers(self) -> int:
        """The index keys: layers x width."""
        return self.latent.layers * self.index.width

    @property
    def fixed_numbers(self) -> int:
        """The selected entries of all layers."""
        return self.latent.cached_numbers * self.index.top_k

    @property
    def formula(self) -> str:
        """The sum in words, with its numbers."""
        parts = f"{self.latent.latent_rank} latent + {self.latent.rope_dim} positional + {self.index.width} index key"
        return f"{self.latent.layers} layers x ({parts})"

    @property
    def read_formula(self) -> str:
        """The index keys in words."""
        return f"{self.latent.layers} layers x {self.index.width} index key"

    @property
    def fixed_formula(self) -> str:
        """The selected entries in words."""
        return f"{self.latent.formula} x {self.index.top_k:,} selected tokens at most"

    @property
    def arithmetic(self) -> int:
        """The scores of the index. Attention to the selected entries is left out: it does not grow with the context."""
        return self.latent.layers * self.index.arithmetic

    @property
    def counts(self) -> Mapping[str, int]:
        """None: the layout of latent attention has no index keys."""
        return MappingProxyType({})

    @property
    def full_from(self) -> int:
        """As many tokens as are selected."""
        return self.index.top_k

    @property
    def made_of(self) -> MadeOf:
        """What latent attention keeps, and the index; its arithmetic is not taken apart."""
        latent = self.latent.made_of.stored
        return MadeOf((*latent, "index_dim"), ("layers", "index_dim"), (*latent, "top_k"))


@dataclass(frozen=True)
class CompressedAttention:
    """One shared vector for every few tokens: entries selected by an index in some layers, all read in others.

    Modelled on DeepSeek-V4: `selected_layers` keep one entry, `entry_dim` wide, and one index key for every
    `selected_ratio` tokens; `dense_layers` keep one entry for every `dense_ratio` tokens and read them all. `window`
    is what is kept uncompressed beside them. What a compressor holds until an entry is full is left out.

    >>> CompressedAttention(512, 30, 4, 31, 128, Index(64, 128, 1024)).cached_numbers
    Fraction(4924, 1)
    """

    entry_dim: int
    selected_layers: int
    selected_ratio: int
    dense_layers: int
    dense_ratio: int
    index: Index
    query_heads: int | None = None
    window: Window | None = None

    @property
    def layers(self) -> int:
        """Layers whose cache grows with the context."""
        return self.selected_layers + self.dense_layers

    @property
    def cached_numbers(self) -> Fraction:
        """Entries of both kinds, and index keys."""
        selected = Fraction(self.selected_layers * self.entry_dim, self.selected_ratio)
        return selected + self.read_numbers

    @property
    def read_numbers(self) -> Fraction:
        """Index keys, and the entries that are read densely."""
        keys = Fraction(self.selected_layers * self.index.width, self.selected_ratio)
        return keys + Fraction(self.dense_layers * self.entry_dim, self.dense_ratio)

    @property
    def fixed_numbers(self) -> int:
        """The selected entries, and the windows."""
        selected = self.selected_layers * self.index.top_k * self.entry_dim
        return selected + (0 if self.window is None else self.window.numbers)

    @property
    def formula(self) -> str:
        """The sum in words, with its numbers."""
        kept = f"({self.entry_dim} wide + {self.index.width} index key) / {self.selected_ratio}"
        return f"({self.selected_layers} layers x {kept} + {self._dense})"

    @property
    def read_formula(self) -> str:
        """Index keys and densely read entries in words."""
        keys = f"{self.selected_layers} layers x {self.index.width} index key / {self.selected_ratio}"
        return f"({keys} + {self._dense})"

    @property
    def fixed_formula(self) -> str:
        """Selected entries and windows in words."""
        top = self.index.top_k
        selected = f"{self.selected_layers} layers x {top:,} selected entries at most x {self.entry_dim} wide"
        return selected if self.window is None else f"({selected} + {self.window.formula})"

    @property
    def arithmetic(self) -> Fraction | None:
        """The scores of the index, and attention to the densely read entries; None without query heads.

        Attention to selected entries and windows is left out: it does not grow with the context.
        """
        if self.query_heads is None:
            return None
        scores = Fraction(self.selected_layers * self.index.arithmetic, self.selected_ratio)
        return scores + Fraction(4 * self.dense_layers * self.query_heads * self.entry_dim, self.dense_ratio)

    @property
    def counts(self) -> Mapping[str, int]:
        """None: the layout of grouped attention has no ratios."""
        return MappingProxyType({})

    @property
    def full_from(self) -> int:
        """The window, or as many tokens as the selected entries stand for."""
        window = 0 if self.window is None else self.window.tokens
        return max(window, self.index.top_k * self.selected_ratio)

    @property
    def made_of(self) -> MadeOf:
        """Entries of both kinds, and the index; its arithmetic is not taken apart."""
        kept = ("entry_dim", "selected_layers", "selected_ratio", "dense_layers", "dense_ratio", "index_dim")
        return MadeOf(kept, kept, ("entry_dim", "selected_layers", "top_k", "window_layers", "window"))

    @property
    def _dense(self) -> str:
        return f"{self.dense_layers} layers x {self.entry_dim} wide / {self.dense_ratio}"
