"""What one token leaves in the attention cache, and what attention to it costs, from the architecture.

Both follow from a handful of counts on a model's card. Layers whose cache stops growing with the context
(sliding windows, linear attention) do not count as cached layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Attention(Protocol):
    """The shape of a model's attention."""

    @property
    def cached_numbers(self) -> int:
        """Numbers kept for each token of context."""

    @property
    def formula(self) -> str:
        """How `cached_numbers` is made up, in words."""

    @property
    def arithmetic(self) -> int | None:
        """FLOP for each new token and each token of context; None if the query heads are not known."""


@dataclass(frozen=True)
class GroupedAttention:
    """Keys and values kept per head, where several query heads may share one key and value head.

    >>> GroupedAttention(layers=80, kv_vectors=2, kv_heads=8, head_dim=128).cached_numbers
    163840
    """

    layers: int
    kv_vectors: int
    kv_heads: int
    head_dim: int
    query_heads: int | None = None

    @property
    def cached_numbers(self) -> int:
        """layers x vectors x heads x width."""
        return self.layers * self.kv_vectors * self.kv_heads * self.head_dim

    @property
    def formula(self) -> str:
        """The product in words, with its numbers."""
        vectors = "(keys and values)" if self.kv_vectors == 2 else "shared"
        heads = f"{self.kv_heads} heads x {self.head_dim} wide"
        return f"{self.layers} layers x {self.kv_vectors} {vectors} x {heads}"

    @property
    def arithmetic(self) -> int | None:
        """Scores and weighted sum: 2 + 2 FLOP for each query head and element of its width."""
        return None if self.query_heads is None else 4 * self.layers * self.query_heads * self.head_dim


@dataclass(frozen=True)
class LatentAttention:
    """One compressed vector per layer for keys and values together, and a positional key shared by all heads.

    >>> LatentAttention(layers=61, latent_rank=512, rope_dim=64).cached_numbers
    35136
    """

    layers: int
    latent_rank: int
    rope_dim: int
    query_heads: int | None = None

    @property
    def cached_numbers(self) -> int:
        """layers x (rank + positional width)."""
        return self.layers * (self.latent_rank + self.rope_dim)

    @property
    def formula(self) -> str:
        """The product in words, with its numbers."""
        return f"{self.layers} layers x ({self.latent_rank} latent + {self.rope_dim} positional)"

    @property
    def arithmetic(self) -> int | None:
        """Scores over rank + positional width, weighted sum over the rank, as in the absorbed form."""
        if self.query_heads is None:
            return None
        return 2 * self.layers * self.query_heads * (2 * self.latent_rank + self.rope_dim)
