"""Parameters counted: the numbers in the matrices of each sort of layer, from their widths.

A matrix counts its rows times its columns, a bias and a norm their width. `width` is that of an activation throughout.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Heads:
    """The heads of an attention: `query` ones, which share `kv` heads of keys and values, each `width` wide.

    With `vectors` of 1 the values are the keys, whose projection they share.
    """

    query: int
    kv: int
    width: int
    vectors: int = 2


@dataclass(frozen=True)
class LatentWidths:
    """The widths of latent attention: `rank` of keys and values, `query_rank` of queries or None, and of its heads.

    A query and a key have a part of `plain` and one of `positional` width; values are `value` wide.
    """

    query: int
    rank: int
    query_rank: int | None
    plain: int
    positional: int
    value: int


@dataclass(frozen=True)
class LinearLayer:
    """A layer with a state in place of a cache: its `parameters`, the numbers of the `state`, and of its convolution.

    `convolution` counts the inputs that are kept until the next token.
    """

    parameters: int
    state: int
    convolution: int = 0


def grouped_attention(
    width: int, heads: Heads, *, biases_in: bool = False, bias_out: bool = False, gate: bool = False,
    norms: str = "", sinks: bool = False,
) -> int:
    """Parameters of attention with heads.

    A `gate` is as wide as the queries. `norms` of queries and keys are one for each "head", one over the "whole" of
    them, or none; `sinks` are a number for each query head.

    >>> grouped_attention(8192, Heads(64, 8, 128))
    150994944
    """
    queries, keys = heads.query * heads.width, heads.kv * heads.width
    inner = queries * (2 if gate else 1) + heads.vectors * keys
    matrices = width * inner + queries * width
    biases = (inner if biases_in else 0) + (width if bias_out else 0)
    return matrices + biases + {"": 0, "head": 2 * heads.width, "whole": queries + keys}[norms] + sinks * heads.query


def latent_attention(width: int, of: LatentWidths) -> int:
    """Parameters of latent attention, with the norms of what is compressed.

    >>> latent_attention(7168, LatentWidths(128, 512, 1536, 128, 64, 128))
    187107328
    """
    asked = of.query * (of.plain + of.positional)
    queries = width * asked if of.query_rank is None else (width + asked) * of.query_rank + of.query_rank
    down = width * (of.rank + of.positional) + of.rank
    up = of.rank * of.query * (of.plain + of.value)
    return queries + down + up + of.query * of.value * width


def index_of_latent(width: int, query_rank: int, heads: int, head_width: int) -> int:
    """Parameters of the index that selects what latent attention reads: queries, key, its norm, weights of the heads.
    """
    return query_rank * heads * head_width + width * head_width + 2 * head_width + width * heads


def feed_forward(width: int, inner: int, *, matrices: int = 3, bias: bool = False) -> int:
    """Parameters of a feed-forward part: up, down, and with three `matrices` a gate beside up.

    >>> feed_forward(8192, 28672)
    704643072
    """
    return matrices * width * inner + ((matrices - 1) * inner + width if bias else 0)


def mamba(width: int, inner: int, state: int, rank: int, kernel: int, *, norms: bool = False) -> LinearLayer:
    """A layer of Mamba: in for both branches, convolution with bias, step and state from its input, out.

    `rank` is that of the step; `norms` are of step, input and output of the state, as in Jamba.
    """
    parameters = (
        width * 2 * inner + inner * (kernel + 1) + inner * (rank + 2 * state) + rank * inner + inner
        + inner * state + inner + inner * width + (rank + 2 * state if norms else 0)
    )
    return LinearLayer(parameters, inner * state, (kernel - 1) * inner)


def mamba_2(width: int, heads: int, head_width: int, state: int, groups: int, kernel: int) -> LinearLayer:
    """A layer of Mamba-2: in, convolution with bias, a step, decay and skip for each head, norm, out."""
    inner = heads * head_width
    channels = inner + 2 * groups * state
    parameters = (
        width * (inner + channels + heads) + channels * (kernel + 1) + 3 * heads + inner + inner * width
    )
    return LinearLayer(parameters, inner * state, (kernel - 1) * channels)


def gated_delta(width: int, keys: int, key_width: int, values: int, value_width: int, kernel: int) -> LinearLayer:
    """A layer of gated delta rule, as in Qwen3-Next: `keys` heads of queries and keys, `values` heads of values.

    A state is held for each head of values.
    """
    asked, told = keys * key_width, values * value_width
    channels = 2 * asked + told
    parameters = (
        width * (channels + told) + width * 2 * values + channels * kernel + 2 * values + value_width + told * width
    )
    return LinearLayer(parameters, values * key_width * value_width, (kernel - 1) * channels)


def lightning(width: int, heads: int, head_width: int) -> LinearLayer:
    """A layer of lightning attention, as in MiniMax-01: queries, keys and values, a gate, a norm, out."""
    inner = heads * head_width
    return LinearLayer(width * 3 * inner + width * inner + inner + inner * width, inner * head_width)
