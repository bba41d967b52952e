"""The packaged models: as their makers print them, plausible, and with the cache that follows from them."""

from fractions import Fraction

import pytest

from derivations.sources.catalog import Catalog

MODELS = [
    "deepseek-v3", "llama-3.1-70b", "mixtral-8x7b", "llama-3.1-8b", "llama-3.1-405b", "mixtral-8x22b", "kimi-k2",
    "qwen3-235b", "qwen3-32b", "gpt-oss-120b", "gpt-oss-20b", "gpt-3", "palm-540b", "deepseek-v2", "deepseek-v3.2",
    "deepseek-v4-pro", "deepseek-v4-flash", "qwen3.5-397b", "llama-4-maverick", "gemma-4-31b", "minimax-m2.5",
]
# Models in which a new token does not read all that is stored.
SPARSE = {"deepseek-v3.2", "deepseek-v4-pro", "deepseek-v4-flash"}


def test_the_packaged_models_are_these(catalog: Catalog) -> None:
    """Claims and notebooks refer to them by name."""
    assert list(catalog.models) == MODELS


def test_deepseek_v3_is_as_its_makers_print_it(catalog: Catalog) -> None:
    """671 and 37 billion parameters; 8 of 256 experts and a shared one, where the lecture says 32."""
    card = catalog.model("deepseek-v3")
    assert [card.total.number, card.active.number] == [671 * 10**9, 37 * 10**9]
    assert card.layers.number == 61
    assert card.experts is not None
    assert card.active_experts is not None
    assert card.shared_experts is not None
    counts = [card.experts.number, card.active_experts.number, card.shared_experts.number]
    assert counts == [256, 8, 1]
    assert card.active_experts.conflicts[0].number == 32


@pytest.mark.parametrize("name", MODELS)
def test_models_are_plausible(catalog: Catalog, name: str) -> None:
    """Active parameters and experts are part of the whole, and reads are part of what is stored."""
    card = catalog.model(name)
    assert card.active.number <= card.total.number
    assert (card.experts is None) == (card.sparsity.number == 1)
    assert card.sparsity.number >= 1
    if card.experts is not None and card.active_experts is not None:
        assert card.active_experts.number < card.experts.number
    attention = card.attention
    assert 0 < attention.read_numbers <= attention.cached_numbers
    assert (attention.read_numbers < attention.cached_numbers) == (name in SPARSE)
    assert 3_000 < attention.cached_numbers < 2_500_000
    assert attention.arithmetic is not None
    assert attention.arithmetic > 0


@pytest.mark.parametrize(
    ("name", "stored", "read"),
    [
        ("gpt-3", 2_359_296, 2_359_296), ("llama-3.1-8b", 65_536, 65_536), ("llama-3.1-70b", 163_840, 163_840),
        ("llama-3.1-405b", 258_048, 258_048), ("mixtral-8x22b", 114_688, 114_688), ("deepseek-v2", 34_560, 34_560),
        ("deepseek-v3", 35_136, 35_136), ("kimi-k2", 35_136, 35_136), ("qwen3-235b", 96_256, 96_256),
        ("qwen3-32b", 131_072, 131_072),
        ("qwen3.5-397b", 15_360, 15_360), ("gpt-oss-120b", 18_432, 18_432), ("gpt-oss-20b", 12_288, 12_288),
        ("llama-4-maverick", 24_576, 24_576), ("gemma-4-31b", 20_480, 20_480),
        ("deepseek-v3.2", 35_136 + 7_808, 7_808), ("deepseek-v4-pro", 3_964 + 960, 960 + 124),
    ],
)
def test_the_numbers_of_a_token(catalog: Catalog, name: str, stored: int, read: int) -> None:
    """Stored and read per token of context; an index reads its keys, and all else only where it is dense."""
    attention = catalog.model(name).attention
    assert (attention.cached_numbers, attention.read_numbers) == (stored, read)


@pytest.mark.parametrize(
    ("name", "fixed"),
    [
        ("llama-3.1-70b", 0), ("deepseek-v3", 0),
        ("gpt-oss-120b", 18 * 2 * 8 * 64 * 128), ("gpt-oss-20b", 12 * 2 * 8 * 64 * 128),
        ("gemma-4-31b", 50 * 2 * 16 * 256 * 1024), ("llama-4-maverick", 36 * 2 * 8 * 128 * 8192),
        ("deepseek-v3.2", 61 * 576 * 2048), ("deepseek-v4-pro", 30 * 1024 * 512 + 61 * 128 * 512),
        ("deepseek-v4-flash", 21 * 512 * 512 + 43 * 128 * 512),
    ],
)
def test_what_a_sequence_reads_however_long_it_is(catalog: Catalog, name: str, fixed: int) -> None:
    """Windows and selected entries, from plain products."""
    assert catalog.model(name).attention.fixed_numbers == fixed


def test_a_long_context_of_deepseek_v4_is_as_reported(catalog: Catalog) -> None:
    """At 2^20 tokens in bf16: 9.62 GiB, 8.7 times less than DeepSeek-V3.2, as a report on the release has it."""
    tokens, gibibyte = 2**20, 2**30
    v4, older = (catalog.model(name).stored_bytes_per_token("bf16").number * tokens for name in
                 ("deepseek-v4-pro", "deepseek-v3.2"))
    assert round(v4 / gibibyte, 2) == Fraction("9.62")
    assert round(older / v4, 1) == Fraction("8.7")


def test_the_published_cache_sizes_follow(catalog: Catalog) -> None:
    """70.272, 327.680 and 516.096 kB are what DeepSeek prints in arXiv 2505.09343 (the second for Qwen2.5-72B)."""
    for name, kilobytes in (("deepseek-v3", "70.272"), ("llama-3.1-70b", "327.680"), ("llama-3.1-405b", "516.096")):
        assert catalog.model(name).stored_bytes_per_token("bf16").in_unit("kB/token") == Fraction(kilobytes)


def dense_parameters(shape: tuple[int, ...]) -> int:
    """Parameters of a gated transformer without bias, with separate input and output tables."""
    layers, width, heads, kv_heads, head, hidden, words = shape
    attention = 2 * width * heads * head + 2 * width * kv_heads * head
    return layers * (attention + 3 * width * hidden + 2 * width) + 2 * words * width + width


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("llama-3.1-8b", (32, 4096, 32, 8, 128, 14336, 128256)),
        ("llama-3.1-70b", (80, 8192, 64, 8, 128, 28672, 128256)),
        ("qwen3-32b", (64, 5120, 64, 8, 128, 25600, 151936)),
        ("llama-3.1-405b", (126, 16384, 128, 8, 128, 53248, 128256)),
    ],
)
def test_totals_follow_from_the_configurations(catalog: Catalog, name: str, shape: tuple[int, ...]) -> None:
    """A total that is called counted is counted here again, and agrees to three figures."""
    counted = dense_parameters(shape)
    assert abs(catalog.model(name).total.number - counted) < counted / 1000


def test_the_total_of_minimax_follows_from_its_configuration(catalog: Catalog) -> None:
    """Experts, attention and two tables of words: 228.7 billion, which its makers round up."""
    layers, width, experts, hidden, heads, kv_heads, head, words = 62, 3072, 256, 1536, 48, 8, 128, 200064
    attention = 2 * width * heads * head + 2 * width * kv_heads * head
    counted = layers * (experts * 3 * width * hidden + attention + experts * width) + 2 * words * width
    (recorded,) = catalog.model("minimax-m2.5").total.conflicts
    assert abs(recorded.number - counted) < counted / 1000


def test_linear_attention_holds_a_state_however_short_its_context(catalog: Catalog) -> None:
    """Qwen3.5: 64 matrices of 128 by 128 in fp32 in each of 45 layers, three times a cache of 2,048 tokens."""
    model = catalog.model("qwen3.5-397b")
    state = 45 * 64 * 128 * 128 * 4
    assert model.attention.state_bytes == model.state_bytes.number == state == 188_743_680
    assert model.fixed_bytes_per_sequence("bf16").number == state
    assert model.fixed_formula == "a state of 188.7 MB per sequence"
    assert state / (2048 * model.stored_bytes_per_token("bf16").number) == 3
    assert "nothing" in catalog.model("palm-540b").fixed_formula
