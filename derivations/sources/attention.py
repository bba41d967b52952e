"""Attention: what one token leaves in the cache, what of it is read again, and what attention costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.mapping import FrozenMapping

NOTHING_FIXED = "nothing"


class Attention:
    """The shape of a model's attention, in numbers of a cache and in FLOP.

    Dense attention reads all that it stores, and nothing else; other kinds say what differs.
    """

    @property
    def cached_numbers(self) -> Fraction | int:
        """Numbers stored for each token of context, index keys included, windowed layers not."""
        raise NotImplementedError

    @property
    def formula(self) -> str:
        """The product or sum behind `cached_numbers`, in words."""
        raise NotImplementedError

    @property
    def arithmetic(self) -> Fraction | int | None:
        """FLOP for each new token and token of context, of what grows with the context; None if not known."""
        raise NotImplementedError

    @property
    def products(self) -> int | None:
        """Products of matrices in a layer that wait for one another in decode; None if not counted."""
        return None

    @property
    def made_of(self) -> MadeOf:
        """The keys of the card that each number is made of."""
        raise NotImplementedError

    @property
    def read_numbers(self) -> Fraction | int:
        """Numbers read per token of context for each new token, whatever the selection."""
        return self.cached_numbers

    @property
    def read_formula(self) -> str:
        """The product or sum behind `read_numbers`, in words."""
        return self.formula

    @property
    def fixed_numbers(self) -> int:
        """Numbers read per sequence for each new token once the context is longer than windows and selection."""
        return 0

    @property
    def fixed_formula(self) -> str:
        """The product or sum behind `fixed_numbers`, in words."""
        return NOTHING_FIXED

    @property
    def kept_in_window(self) -> Window | None:
        """The layers that keep a window; None without. A sequence holds no more of them than it has tokens."""
        return None

    @property
    def state_bytes(self) -> Fraction:
        """Bytes that a sequence holds whatever its context: the state of linear layers, as far as the card says."""
        return Fraction(0)

    @property
    def counts(self) -> Mapping[str, int]:
        """The counts under the names of the claims, where their product is `cached_numbers`; else empty."""
        return FrozenMapping({})

    @property
    def full_from(self) -> int:
        """The context from which windows and a selection are full [token]; 0 without either."""
        return 0


@dataclass(frozen=True)
class MadeOf:
    """Keys on a model's card behind its numbers: stored, read, fixed, arithmetic, and of a token in a window.

    Empty where none is told.
    """

    stored: tuple[str, ...]
    read: tuple[str, ...]
    fixed: tuple[str, ...] = ()
    work: tuple[str, ...] = ()
    window: tuple[str, ...] = ()


@dataclass(frozen=True)
class Window:
    """Layers that keep and read only the last `tokens` tokens.

    >>> window = Window(layers=18, tokens=128, vectors=2, heads=8, width=64)
    >>> window.numbers, window.of_a_token
    (2359296, 18432)
    """

    layers: int
    tokens: int
    vectors: int
    heads: int
    width: int
    value_width: int | None = None  # where it is not that of a key

    @property
    def of_a_token(self) -> int:
        """Numbers kept for each token in the window: layers x vectors x heads x width."""
        return self.layers * self.heads * _both(self.vectors, self.width, self.value_width)

    @property
    def numbers(self) -> int:
        """Numbers of a full window."""
        return self.of_a_token * self.tokens

    @property
    def formula_of_a_token(self) -> str:
        """The product behind `of_a_token` in words, with its numbers."""
        return f"{self.layers} windowed layers x {_shape(self.vectors, self.heads, self.width, self.value_width)}"

    @property
    def formula(self) -> str:
        """The product behind `numbers` in words."""
        return f"{self.formula_of_a_token} x {self.tokens:,} tokens at most"


@dataclass(frozen=True)
class GroupedAttention(Attention):
    """Keys and values kept per head, where several query heads may share one key and value head.

    `layers` have a cache that grows with the context, and may be none; `window` describes those that see a window
    only. `head_dim` is the width of a key, and of a value unless `value_dim` says otherwise. The `state` of
    `linear_layers` [byte/sequence] is as large for any context; where it is not known, `fixed_formula` says that it is
    left out.

    >>> GroupedAttention(layers=80, kv_vectors=2, kv_heads=8, head_dim=128).cached_numbers
    163840
    """

    layers: int
    kv_vectors: int
    kv_heads: int
    head_dim: int
    query_heads: int | None = None
    window: Window | None = None
    linear_layers: int = 0
    value_dim: int | None = None
    state: Fraction = Fraction(0)

    @property
    def cached_numbers(self) -> int:
        """layers x vectors x heads x width."""
        return self.layers * self.kv_heads * _both(self.kv_vectors, self.head_dim, self.value_dim)

    @property
    def state_bytes(self) -> Fraction:
        """The state of linear layers."""
        return self.state

    @property
    def fixed_numbers(self) -> int:
        """The reads of the windowed layers; a state is counted in bytes."""
        return 0 if self.window is None else self.window.numbers

    @property
    def formula(self) -> str:
        """The product in words, with its numbers."""
        if not self.layers:
            return "no layer with a growing cache"
        return f"{self.layers} layers x {_shape(self.kv_vectors, self.kv_heads, self.head_dim, self.value_dim)}"

    @property
    def fixed_formula(self) -> str:
        """The product of the windowed layers, and what is left out."""
        counted = NOTHING_FIXED if self.window is None else self.window.formula
        return counted + _left_out(self.linear_layers, self.state)

    @property
    def arithmetic(self) -> int | None:
        """Scores and weighted sum: 2 + 2 FLOP for each query head and element of its width.

        Windowed and linear layers are left out: their work does not grow with the context.
        """
        if self.query_heads is None or not self.layers:
            return None
        return 2 * self.layers * self.query_heads * _both(2, self.head_dim, self.value_dim)

    @property
    def products(self) -> int | None:
        """Query, key and value in one; scores; weighted sum; output.

        A linear layer has as many: what goes in, in one; the convolution; the state, written and read; output.
        """
        return 4

    @property
    def counts(self) -> Mapping[str, int]:
        """Layers with a cache of their own, vectors, heads and their width, where they multiply to what is stored."""
        if not self.layers or self.value_dim is not None:
            return FrozenMapping({})
        named = {"n_own": self.layers, "n_vectors": self.kv_vectors, "n_kv": self.kv_heads, "d_head": self.head_dim}
        return FrozenMapping(named)

    @property
    def kept_in_window(self) -> Window | None:
        """The windowed layers."""
        return self.window

    @property
    def full_from(self) -> int:
        """The window, where some layers have one."""
        return 0 if self.window is None else self.window.tokens

    @property
    def made_of(self) -> MadeOf:
        """Vectors, heads and width of the layers; of windows their own."""
        widths = ("head_dim", "value_dim")
        kept = ("layers", "kv_vectors", "kv_heads", *widths)
        windows = ("window_layers", "window", "window_vectors", "window_heads", "window_dim")
        of_token = tuple(key for key in windows if key != "window")
        fixed, each = ((), ()) if self.window is None else (windows, of_token)
        return MadeOf(kept, kept, fixed, ("layers", *widths, "query_heads"), each)


LATENT_PRODUCTS = 7


@dataclass(frozen=True)
class LatentAttention(Attention):
    """One compressed vector per layer for keys and values together, and a positional key shared by all heads.

    Beside its `layers` there may be `linear_layers` with a `state` [byte/sequence].

    >>> LatentAttention(layers=61, latent_rank=512, rope_dim=64).cached_numbers
    35136
    """

    layers: int
    latent_rank: int
    rope_dim: int
    query_heads: int | None = None
    linear_layers: int = 0
    state: Fraction = Fraction(0)

    @property
    def cached_numbers(self) -> int:
        """layers x (rank + positional width)."""
        return self.layers * (self.latent_rank + self.rope_dim)

    @property
    def state_bytes(self) -> Fraction:
        """The state of linear layers."""
        return self.state

    @property
    def fixed_formula(self) -> str:
        """Nothing but a state, which is left out where it is not known."""
        return NOTHING_FIXED + _left_out(self.linear_layers, self.state)

    @property
    def products(self) -> int | None:
        """In the absorbed form: both down, query up, into the latent; scores; weighted sum; out of the latent, output.

        Not counted where some layers are linear.
        """
        return None if self.linear_layers else LATENT_PRODUCTS

    @property
    def formula(self) -> str:
        """The product in words, with its numbers."""
        return f"{self.layers} layers x ({self.latent_rank} latent + {self.rope_dim} positional)"

    @property
    def arithmetic(self) -> int | None:
        """Scores over rank + positional width, weighted sum over the rank, as in the absorbed form."""
        if self.query_heads is None or not self.layers:
            return None
        return 2 * self.layers * self.query_heads * (2 * self.latent_rank + self.rope_dim)

    @property
    def counts(self) -> Mapping[str, int]:
        """Layers with a cache of their own, rank of the compressed vector, width of the positional key."""
        named = {"n_own": self.layers, "d_latent": self.latent_rank, "d_rope": self.rope_dim}
        return FrozenMapping(named if self.layers else {})

    @property
    def made_of(self) -> MadeOf:
        """Rank and positional width of the layers."""
        kept = ("layers", "latent_rank", "rope_dim")
        return MadeOf(kept, kept, work=(*kept, "query_heads"))


def _vectors(count: int) -> str:
    return f"{count} {'(keys and values)' if count == 2 else 'shared'}"


def _both(vectors: int, width: int, value_width: int | None) -> int:
    """Numbers of the vectors of a head; of keys and values, where both have a width of their own."""
    return vectors * width if value_width is None else width + value_width


def _shape(vectors: int, heads: int, width: int, value_width: int | None) -> str:
    """What a layer keeps of a token, in words."""
    if value_width is None:
        return f"{_vectors(vectors)} x {_heads(heads)} x {width} wide"
    return f"{_heads(heads)} x ({width} wide keys + {value_width} wide values)"


def _left_out(linear_layers: int, state: Fraction) -> str:
    """Words for a state that a card does not give."""
    if not linear_layers or state:
        return ""
    return f" (the state of {linear_layers} layers of linear attention is left out)"


def _heads(count: int) -> str:
    return f"{count} head{'' if count == 1 else 's'}"


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
class SelectedLatentAttention(Attention):
    """Latent attention whose layers read only the entries that an index selects, as in DeepSeek-V3.2.

    >>> attention = SelectedLatentAttention(LatentAttention(61, 512, 64), Index(heads=64, width=128, top_k=2048))
    >>> attention.cached_numbers, attention.read_numbers
    (42944, 7808)
    """

    latent: LatentAttention
    index: Index

    @property
    def products(self) -> int | None:
        """As many as in latent attention: the index's queries and scores are made beside the queries of attention."""
        return self.latent.products

    @property
    def state_bytes(self) -> Fraction:
        """The state of linear layers."""
        return self.latent.state_bytes

    @property
    def cached_numbers(self) -> int:
        """The vectors of latent attention, and one index key per layer."""
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
    def full_from(self) -> int:
        """As many tokens as are selected."""
        return self.index.top_k

    @property
    def made_of(self) -> MadeOf:
        """The vectors of latent attention, and the index; its arithmetic is not taken apart."""
        latent = self.latent.made_of.stored
        return MadeOf((*latent, "index_dim"), ("layers", "index_dim"), (*latent, "top_k"))


@dataclass(frozen=True)
class CompressedAttention(Attention):
    """One shared vector for every few tokens: entries selected by an index in some layers, all read in others.

    Modeled on DeepSeek-V4: `selected_layers` keep one entry, `entry_dim` wide, and one index key for every
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
    def products(self) -> int:
        """An estimate, as its code is not counted: as many as in latent attention, which keeps one vector as well."""
        return LATENT_PRODUCTS

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
    def kept_in_window(self) -> Window | None:
        """What is kept uncompressed beside the entries."""
        return self.window

    @property
    def full_from(self) -> int:
        """The window, or as many tokens as the selected entries stand for."""
        window = 0 if self.window is None else self.window.tokens
        return max(window, self.index.top_k * self.selected_ratio)

    @property
    def made_of(self) -> MadeOf:
        """Entries of both kinds, and the index; its arithmetic is not taken apart."""
        kept = ("entry_dim", "selected_layers", "selected_ratio", "dense_layers", "dense_ratio", "index_dim")
        fixed = ("entry_dim", "selected_layers", "top_k", "window_layers", "window")
        return MadeOf(kept, kept, fixed, window=("window_layers", "entry_dim"))

    @property
    def _dense(self) -> str:
        return f"{self.dense_layers} layers x {self.entry_dim} wide / {self.dense_ratio}"
