"""Cards give figures, rates by number format, and the cache of a token."""

from fractions import Fraction

import pytest

from derivations.errors import UnknownNameError
from derivations.sources.card import Card
from derivations.sources.catalog import Catalog


def test_a_rate_is_looked_up_by_number_format(catalog: Catalog) -> None:
    """The H100 has a dense fp8 rate."""
    assert str(catalog.accelerator("h100").rate("fp8")) == "1,979 TFLOP/s per GPU"


def test_a_rate_that_the_card_lacks_is_refused_with_those_it_has(catalog: Catalog) -> None:
    """The A100 has no fp8 units; a format that does not exist is another error."""
    with pytest.raises(UnknownNameError, match="rate 'fp8' on the card of a100-80; known: bf16"):
        catalog.accelerator("a100-80").rate("fp8")
    with pytest.raises(UnknownNameError, match="unknown number format 'fp3'"):
        catalog.accelerator("a100-80").rate("fp3")


def test_a_figure_becomes_a_value_with_its_origin_and_source(catalog: Catalog) -> None:
    """A scenario can print where its bandwidth comes from."""
    value = catalog.accelerator("h100").bandwidth.as_value("card h100")
    assert (str(value), value.origin) == ("3.35 TB/s per GPU", "card h100")
    assert value.source is not None
    assert value.source.is_verified
    assert value.date == "2026-07-14"


def test_conflicting_figures_stand_beside_the_default(catalog: Catalog) -> None:
    """The default comes first and nothing is lost."""
    recorded = catalog.accelerator("rubin").bandwidth.recorded
    assert [str(figure) for figure in recorded] == ["22 TB/s per GPU", "20 TB/s per GPU", "13 TB/s per GPU"]
    assert recorded[1].source.key == "lecture"
    assert "0:24:13" in recorded[1].meaning


@pytest.mark.parametrize(
    ("name", "format_name", "number"),
    [
        ("deepseek-v3", "bf16", 70_272),
        ("deepseek-v3", "fp8", 35_136),
        ("deepseek-v3", "fp4", 17_568),
        ("llama-3.1-70b", "bf16", 327_680),
        ("llama-3.1-405b", "bf16", 516_096),
        ("mixtral-8x7b", "bf16", 131_072),
        ("gpt-oss-120b", "bf16", 36_864),
    ],
)
def test_the_cache_of_a_token_is_exact(catalog: Catalog, name: str, format_name: str, number: int) -> None:
    """70.272, 327.680 and 516.096 kB are also what DeepSeek prints in arXiv 2505.09343."""
    value = catalog.model(name).kv_bytes_per_token(format_name)
    assert value.number == number
    assert str(value.dimension) == "byte/token"


def test_the_cache_of_a_token_tells_how_it_is_made_up(catalog: Catalog) -> None:
    """The meaning is the product in words, and the source is that of the architecture."""
    value = catalog.model("deepseek-v3").kv_bytes_per_token("fp4")
    assert value.meaning == "61 layers x (512 latent + 64 positional) x 1/2 bytes (fp4)"
    assert value.origin == "card deepseek-v3"
    assert value.source is not None
    assert value.source.key == "model-configs"


def test_the_cache_in_an_unknown_format_is_refused(catalog: Catalog) -> None:
    """The table of formats is closed."""
    with pytest.raises(UnknownNameError, match="number format"):
        catalog.model("deepseek-v3").kv_bytes_per_token("fp9")


def test_attention_work_has_the_dimension_that_makes_it_a_time(catalog: Catalog) -> None:
    """FLOP per new token and token of context, both counted per sequence."""
    work = catalog.model("deepseek-v3").attention_work
    assert work is not None
    assert work.number == 16_990_208
    assert work.in_unit("FLOP·sequence/token^2") == work.number


def test_a_dense_model_uses_all_its_parameters(catalog: Catalog) -> None:
    """Its card states the total only."""
    assert catalog.model("llama-3.1-70b").sparsity.number == 1
    assert catalog.model("deepseek-v3").sparsity.number > 1


def test_a_card_lists_its_figures_once(catalog: Catalog) -> None:
    """`derive cards` prints each of them."""
    keys = [figure.key for figure in catalog.model("llama-3.1-70b").figures]
    assert keys == ["total", "layers", "attention.kv_vectors", "attention.kv_heads", "attention.head_dim",
                    "attention.query_heads", "train_tokens", "width"]
    keys = [figure.key for figure in catalog.accelerator("h100").figures]
    assert keys == ["compute.bf16", "compute.fp8", "sparse.bf16", "sparse.fp8", "bandwidth", "capacity",
                    "scale_up_bandwidth", "scale_out_bandwidth", "domain", "power", "site_power", "owner_cost"]


def test_the_names_of_a_byte_per_token(catalog: Catalog) -> None:
    """Stored is what the KV cache of a token always meant; dense attention reads it in full."""
    model = catalog.model("llama-3.1-70b")
    assert model.kv_bytes_per_token("fp8") == model.stored_bytes_per_token("fp8") == model.read_bytes_per_token("fp8")
    assert model.fixed_bytes_per_sequence("fp8").number == 0
    assert model.fixed_bytes_per_sequence("fp8").meaning == "nothing"


def test_sparse_attention_reads_less_than_it_stores(catalog: Catalog) -> None:
    """DeepSeek-V4-Pro in 1 byte a number: 4,924 stored, 1,084 read per token, and 19.7 MB for each sequence."""
    model = catalog.model("deepseek-v4-pro")
    assert str(model.stored_bytes_per_token("fp8")) == "4,924 bytes per token"
    assert str(model.read_bytes_per_token("fp8")) == "1,084 bytes per token"
    fixed = model.fixed_bytes_per_sequence("fp8")
    assert (fixed.number, str(fixed.dimension)) == (19_726_336, "byte/sequence")
    assert fixed.meaning.endswith("x 1 byte (fp8)")
    assert model.attention_work is not None
    assert model.attention_work.number == 186_368


def test_the_least_trusted_count_stands_behind_the_cache(catalog: Catalog) -> None:
    """The layers with chunks of Llama 4 Maverick are from general knowledge, and so is what follows."""
    value = catalog.model("llama-4-maverick").stored_bytes_per_token("bf16")
    assert value.source is not None
    assert value.source.standing == "unverified"


def test_sparsity_is_total_over_active(catalog: Catalog) -> None:
    """A pure number, 1 for a dense model."""
    assert catalog.model("deepseek-v3").sparsity.number == Fraction(671, 37)
    assert catalog.model("llama-3.1-70b").sparsity.number == 1


def test_the_drain_time_is_capacity_over_bandwidth(catalog: Catalog) -> None:
    """A time, of accelerators and of tiers."""
    for card in (catalog.accelerator("h100"), catalog.tier("hbm-h100")):
        assert card.drain.number == Fraction(80, 3350)
        assert str(card.drain.dimension) == "s"
        assert card.drain.origin == f"card {card.name}"


@pytest.mark.parametrize(
    ("name", "key", "text"),
    [
        ("h100", "bandwidth", "3.35 TB/s per GPU"), ("h100", "compute.bf16", "989 TFLOP/s per GPU"),
        ("deepseek-v3", "attention.latent_rank", "512"), ("llama-3.1-70b", "active", "70.6 billion parameters"),
        ("claude-opus-4.5-prices", "output", "25 dollars per million tokens"), ("hdd-20tb", "capacity", "20 TB"),
    ],
)
def test_a_figure_is_found_by_its_key_on_any_card(catalog: Catalog, name: str, key: str, text: str) -> None:
    """A dense model's active parameters are all of them."""
    assert str(catalog.card(name).figure(key)) == text


def test_a_figure_that_a_card_lacks_is_refused_with_the_nearest_keys(catalog: Catalog) -> None:
    """One line that names the card."""
    with pytest.raises(UnknownNameError, match="unknown figure 'bandwith' on the card of h100; did you mean bandw"):
        catalog.card("h100").figure("bandwith")
    with pytest.raises(UnknownNameError, match="on the card of hdd-20tb"):
        catalog.card("hdd-20tb").figure("price")


def test_any_card_is_found_by_its_name(catalog: Catalog) -> None:
    """And an unknown one is refused with the nearest of all kinds."""
    assert {catalog.card(name).name for name in catalog.names} == set(catalog.names)
    with pytest.raises(UnknownNameError, match="unknown card 'kimi-k2-price'; did you mean kimi-k2-prices"):
        catalog.card("kimi-k2-price")
    with pytest.raises(UnknownNameError, match="unknown price list 'kimi-k2'; did you mean kimi-k2-prices"):
        catalog.price_list("kimi-k2")
    with pytest.raises(UnknownNameError, match="unknown memory tier 'hdd-30tb'; did you mean hdd-32tb or hdd-20tb"):
        catalog.tier("hdd-30tb")


def test_the_figures_of_a_card_are_its_own_business() -> None:
    """The base of all cards has none to give."""
    with pytest.raises(NotImplementedError):
        _ = Card("name", "title").figures
