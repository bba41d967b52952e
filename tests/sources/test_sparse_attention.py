"""Attention that selects: what it stores, reads for every token of context, and reads whatever the context."""

from fractions import Fraction

from derivations.sources.attention import CompressedAttention, Index, LatentAttention, SelectedLatentAttention, Window


def test_an_index_over_latent_attention() -> None:
    """DeepSeek-V3.2: index keys are stored and read for all tokens, 2,048 entries are selected."""
    latent = LatentAttention(61, 512, 64, query_heads=128)
    shape = SelectedLatentAttention(latent, Index(heads=64, width=128, top_k=2048))
    assert shape.read_numbers == 61 * 128
    assert shape.cached_numbers == 61 * (512 + 64 + 128)
    assert shape.fixed_numbers == 61 * (512 + 64) * 2048
    assert shape.arithmetic == 2 * 61 * 64 * 128
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
