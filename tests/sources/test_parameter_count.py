"""Parameters of each sort of layer, against the shapes of its matrices written out one by one."""

from __future__ import annotations

from math import prod

import pytest

from derivations.sources.parameter_count import (
    Heads,
    LatentWidths,
    feed_forward,
    gated_delta,
    grouped_attention,
    index_of_latent,
    latent_attention,
    lightning,
    mamba,
    mamba_2,
)


def numbers(*shapes: tuple[int, ...]) -> int:
    """The numbers in matrices and vectors of these shapes."""
    return sum(map(prod, shapes))


def test_grouped_attention() -> None:
    """Queries, keys, values and output; then biases, norms, sinks, a gate, and values that are the keys."""
    heads, matrices = Heads(4, 2, 3), [(7, 12), (7, 6), (7, 6), (12, 7)]
    assert grouped_attention(7, heads) == numbers(*matrices)
    assert grouped_attention(7, heads, biases_in=True) == numbers(*matrices, (12,), (6,), (6,))
    assert grouped_attention(7, heads, bias_out=True) == numbers(*matrices, (7,))
    assert grouped_attention(7, heads, norms="head") == numbers(*matrices, (3,), (3,))
    assert grouped_attention(7, heads, norms="whole") == numbers(*matrices, (12,), (6,))
    assert grouped_attention(7, heads, sinks=True) == numbers(*matrices, (4,))
    assert grouped_attention(7, heads, gate=True) == numbers((7, 24), (7, 6), (7, 6), (12, 7))
    assert grouped_attention(7, Heads(4, 2, 3, 1)) == numbers((7, 12), (7, 6), (12, 7))


@pytest.mark.parametrize("rank", [None, 5])
def test_latent_attention(rank: int | None) -> None:
    """Queries at once or by way of a rank, with its norm; keys and values down and up; output."""
    widths = LatentWidths(query=4, rank=6, query_rank=rank, plain=3, positional=2, value=7)
    queries = [(11, 4 * 5)] if rank is None else [(11, 5), (5,), (5, 4 * 5)]
    assert latent_attention(11, widths) == numbers(*queries, (11, 6 + 2), (6,), (6, 4 * (3 + 7)), (4 * 7, 11))
    assert index_of_latent(11, 5, 3, 2) == numbers((5, 3 * 2), (11, 2), (2,), (2,), (11, 3))


def test_feed_forward() -> None:
    """With a gate beside up or without, and with biases."""
    assert feed_forward(7, 9) == numbers((7, 9), (7, 9), (9, 7))
    assert feed_forward(7, 9, matrices=2) == numbers((7, 9), (9, 7))
    assert feed_forward(7, 9, bias=True) == numbers((7, 9), (7, 9), (9, 7), (9,), (9,), (7,))


def test_layers_with_a_state() -> None:
    """Their matrices, the numbers of their state, and what their convolution keeps."""
    one = mamba(7, 14, 3, 2, 4)
    parts = [(7, 28), (14, 4), (14,), (14, 2 + 2 * 3), (2, 14), (14,), (14, 3), (14,), (14, 7)]
    assert (one.parameters, one.state, one.convolution) == (numbers(*parts), 14 * 3, 3 * 14)
    assert mamba(7, 14, 3, 2, 4, norms=True).parameters == numbers(*parts, (2,), (3,), (3,))
    two = mamba_2(7, 4, 5, 3, 2, 4)
    channels = 20 + 2 * 2 * 3
    parts = [(7, 20 + channels + 4), (channels, 4), (channels,), (4,), (4,), (4,), (20,), (20, 7)]
    assert two.parameters == numbers(*parts)
    assert (two.state, two.convolution) == (4 * 5 * 3, 3 * channels)
    delta = gated_delta(7, 2, 3, 4, 5, 6)
    channels = 2 * 6 + 20
    assert delta.parameters == numbers((7, channels + 20), (7, 8), (channels, 6), (4,), (4,), (5,), (20, 7))
    assert (delta.state, delta.convolution) == (4 * 3 * 5, 5 * channels)
    light = lightning(7, 4, 3)
    assert light.parameters == numbers((7, 36), (7, 12), (12,), (12, 7))
    assert (light.state, light.convolution) == (4 * 3 * 3, 0)
