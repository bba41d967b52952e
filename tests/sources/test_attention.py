"""The cache and the arithmetic of attention follow from the architecture."""

from fractions import Fraction
from math import prod

import pytest

from derivations.sources.attention import (
    CompressedAttention,
    GroupedAttention,
    Index,
    LatentAttention,
    SelectedLatentAttention,
    Window,
)
from derivations.sources.catalog import Catalog


def test_grouped_attention_keeps_two_vectors_per_head_and_layer() -> None:
    """Llama 3.1 70B: 80 x 2 x 8 x 128 numbers per token, 4 FLOP per query head and element."""
    shape = GroupedAttention(layers=80, kv_vectors=2, kv_heads=8, head_dim=128, query_heads=64)
    assert shape.cached_numbers == 163_840
    assert shape.arithmetic == 2_621_440
    assert shape.formula == "80 layers x 2 (keys and values) x 8 heads x 128 wide"


def test_latent_attention_keeps_one_vector_and_a_positional_key() -> None:
    """DeepSeek-V3: 61 x 576 numbers per token; the absorbed form computes 17.0 MFLOP per pair of tokens."""
    shape = LatentAttention(layers=61, latent_rank=512, rope_dim=64, query_heads=128)
    assert shape.cached_numbers == 35_136
    assert shape.arithmetic == 16_990_208
    assert shape.formula == "61 layers x (512 latent + 64 positional)"


def test_the_arithmetic_is_unknown_without_query_heads() -> None:
    """Nothing is guessed."""
    assert GroupedAttention(layers=1, kv_vectors=1, kv_heads=1, head_dim=1).arithmetic is None
    assert LatentAttention(layers=1, latent_rank=1, rope_dim=1).arithmetic is None


def test_shared_keys_and_values_count_once() -> None:
    """Where keys serve as values, one vector is kept."""
    shape = GroupedAttention(layers=10, kv_vectors=1, kv_heads=4, head_dim=512)
    assert shape.cached_numbers == 20_480
    assert "1 shared x" in shape.formula


def test_dense_attention_reads_all_that_it_stores() -> None:
    """And nothing is fixed."""
    for shape in (GroupedAttention(80, 2, 8, 128), LatentAttention(61, 512, 64)):
        assert shape.read_numbers == shape.cached_numbers
        assert shape.read_formula == shape.formula
        assert (shape.fixed_numbers, shape.fixed_formula) == (0, "nothing")


def test_windowed_layers_count_apart() -> None:
    """Gemma 4 31B: 10 layers grow with the context, 50 read a window of another shape."""
    window = Window(layers=50, tokens=1024, vectors=2, heads=16, width=256)
    shape = GroupedAttention(layers=10, kv_vectors=1, kv_heads=4, head_dim=512, query_heads=32, window=window)
    assert shape.cached_numbers == 10 * 1 * 4 * 512
    assert shape.fixed_numbers == 50 * 2 * 16 * 256 * 1024
    assert shape.arithmetic == 4 * 10 * 32 * 512
    told = "50 windowed layers x 2 (keys and values) x 16 heads x 256 wide x 1,024 tokens at most"
    assert shape.fixed_formula == told


def test_the_state_of_linear_layers_is_left_out_and_said_to_be() -> None:
    """Beside a window as well."""
    shape = GroupedAttention(layers=15, kv_vectors=2, kv_heads=2, head_dim=256, linear_layers=45)
    assert shape.fixed_numbers == 0
    assert shape.fixed_formula == "nothing (the state of 45 layers of linear attention is left out)"
    window = Window(layers=1, tokens=1, vectors=1, heads=1, width=1)
    both = GroupedAttention(1, 2, 2, 2, window=window, linear_layers=1)
    assert "1 windowed layers" in both.fixed_formula
    assert "left out" in both.fixed_formula


def test_a_state_is_as_large_for_any_context() -> None:
    """Of linear layers beside heads, beside latent attention, and alone; what is given is not said to be left out."""
    state = Fraction(75_497_472)
    beside_heads = GroupedAttention(12, 2, 2, 256, query_heads=16, linear_layers=36, state=state)
    beside_latents = LatentAttention(7, 512, 64, query_heads=32, linear_layers=20, state=state)
    alone = GroupedAttention(0, 0, 0, 0, linear_layers=48, state=state)
    for shape in (beside_heads, beside_latents, alone):
        assert shape.state_bytes == state
        assert shape.fixed_formula == "nothing"
    assert [shape.products for shape in (beside_heads, beside_latents, alone)] == [4, None, 4]
    assert (alone.cached_numbers, alone.arithmetic, dict(alone.counts)) == (0, None, {})
    assert alone.formula == "no layer with a growing cache"
    assert "20 layers of linear attention is left out" in LatentAttention(7, 512, 64, linear_layers=20).fixed_formula


def test_a_window_is_counted_by_its_tokens() -> None:
    """So that a sequence shorter than it holds no more than it has: 50 layers of 8,192 numbers for each token."""
    window = Window(layers=50, tokens=1024, vectors=2, heads=16, width=256)
    shape = GroupedAttention(10, 1, 4, 512, window=window)
    assert shape.kept_in_window is window
    assert window.of_a_token * window.tokens == window.numbers == shape.fixed_numbers
    assert GroupedAttention(10, 1, 4, 512).kept_in_window is None


def test_keys_and_values_may_have_different_widths() -> None:
    """Keys 192 and values 128 wide: their sum is kept, and multiplied by every query head; no product of counts."""
    shape = GroupedAttention(layers=9, kv_vectors=2, kv_heads=4, head_dim=192, query_heads=64, value_dim=128)
    assert shape.cached_numbers == 9 * 4 * (192 + 128)
    assert shape.arithmetic == 9 * 64 * (2 * 192 + 2 * 128)
    assert shape.formula == "9 layers x 4 heads x (192 wide keys + 128 wide values)"
    assert not shape.counts
    alike = GroupedAttention(layers=9, kv_vectors=2, kv_heads=4, head_dim=192, query_heads=64, value_dim=192)
    plain = GroupedAttention(layers=9, kv_vectors=2, kv_heads=4, head_dim=192, query_heads=64)
    assert (alike.cached_numbers, alike.arithmetic) == (plain.cached_numbers, plain.arithmetic)


@pytest.mark.parametrize("name", ["llama-3.1-70b", "gpt-oss-120b", "gemma-4-31b", "qwen3.5-397b", "palm-540b"])
def test_the_counts_of_grouped_attention_multiply_to_what_is_stored(catalog: Catalog, name: str) -> None:
    """Under the names that claims give them."""
    attention = catalog.model(name).attention
    assert list(attention.counts) == ["n_own", "n_vectors", "n_kv", "d_head"]
    assert prod(attention.counts.values()) == attention.cached_numbers


@pytest.mark.parametrize("name", ["deepseek-v2", "deepseek-v3", "kimi-k2"])
def test_the_counts_of_latent_attention_make_up_what_is_stored(catalog: Catalog, name: str) -> None:
    """Layers times the sum of both widths."""
    attention = catalog.model(name).attention
    counts = attention.counts
    assert counts["n_own"] * (counts["d_latent"] + counts["d_rope"]) == attention.cached_numbers


def test_counts_cannot_be_changed() -> None:
    """They are values."""
    with pytest.raises(TypeError):
        LatentAttention(1, 1, 1).counts["n_own"] = 2  # type: ignore[index]


def test_an_index_over_latent_attention() -> None:
    """DeepSeek-V3.2: index keys are stored and read for all tokens, 2,048 entries are selected."""
    latent = LatentAttention(61, 512, 64, query_heads=128)
    shape = SelectedLatentAttention(latent, Index(heads=64, width=128, top_k=2048))
    assert shape.read_numbers == 61 * 128
    assert shape.cached_numbers == 61 * (512 + 64 + 128)
    assert shape.fixed_numbers == 61 * (512 + 64) * 2048
    assert shape.arithmetic == 2 * 61 * 64 * 128
    assert shape.products == latent.products == 7
    assert shape.formula == "61 layers x (512 latent + 64 positional + 128 index key)"
    assert shape.read_formula == "61 layers x 128 index key"
    assert shape.fixed_formula == "61 layers x (512 latent + 64 positional) x 2,048 selected tokens at most"


def test_compressed_entries_are_selected_or_read_densely() -> None:
    """DeepSeek-V4-Pro: 3,964 numbers in entries and 960 in index keys, of which 1,084 are read for each token."""
    window = Window(layers=61, tokens=128, vectors=1, heads=1, width=512)
    shape = CompressedAttention(512, 30, 4, 31, 128, Index(64, 128, 1024), query_heads=128, window=window)
    assert shape.cached_numbers == 3_964 + 960
    assert shape.read_numbers == 960 + 124
    assert shape.fixed_numbers == 30 * 1024 * 512 + 61 * 128 * 512
    assert shape.arithmetic == 2 * 30 * 64 * 128 // 4 + 4 * 31 * 128 * 512 // 128
    assert shape.formula == "(30 layers x (512 wide + 128 index key) / 4 + 31 layers x 512 wide / 128)"
    assert shape.read_formula == "(30 layers x 128 index key / 4 + 31 layers x 512 wide / 128)"
    assert shape.fixed_formula.startswith("(30 layers x 1,024 selected entries at most x 512 wide + 61 windowed layers")


def test_compressed_attention_may_have_no_window_and_no_query_heads() -> None:
    """Then only the selected entries are fixed, and the arithmetic is not known."""
    shape = CompressedAttention(8, 1, 3, 1, 7, Index(heads=1, width=2, top_k=5))
    assert shape.cached_numbers == Fraction(8 + 2, 3) + Fraction(8, 7)
    assert shape.fixed_numbers == 5 * 8
    assert shape.fixed_formula == "1 layers x 5 selected entries at most x 8 wide"
    assert shape.arithmetic is None


def test_attention_that_selects_has_no_counts_of_a_dense_layout() -> None:
    """A claim that multiplies them would leave the index keys out."""
    index = Index(1, 1, 1)
    assert not SelectedLatentAttention(LatentAttention(1, 1, 1), index).counts
    assert not CompressedAttention(1, 1, 1, 1, 1, index).counts
