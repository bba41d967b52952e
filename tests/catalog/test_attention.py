"""The cache and the arithmetic of attention follow from the architecture."""

from derivations.catalog.attention import GroupedAttention, LatentAttention


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
