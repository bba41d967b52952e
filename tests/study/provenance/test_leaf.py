"""The figure of a card behind a value, or the counts that were multiplied."""

from dataclasses import replace

import pytest

from derivations import load_catalog, parse_value
from derivations.claim.composition import card_values, hardware_values
from derivations.sources.catalog import Catalog
from derivations.sources.formats import FORMATS
from derivations.study.provenance.leaf import card_behind, counts_behind, figure_behind


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The packaged cards."""
    return load_catalog()


def test_every_rate_bandwidth_and_capacity_is_found_again(catalog: Catalog) -> None:
    """The rate in the format that was asked for, also where two formats are equally fast."""
    for chip in catalog.accelerators.values():
        for form in chip.compute:
            values = hardware_values(chip, form, form)
            assert figure_behind(values["C_gpu"], catalog) is chip.rate(form)
            assert figure_behind(values["W_gpu"], catalog) is chip.bandwidth
            assert figure_behind(values["M_gpu"], catalog) is chip.capacity
            assert card_behind(values["W_gpu"], catalog) is chip


def test_every_number_of_parameters_is_found_again(catalog: Catalog) -> None:
    """Of dense models, too."""
    chip = catalog.accelerator("h100")
    for model in catalog.models.values():
        values = card_values(chip, model, "bf16", "bf16", "bf16")
        assert figure_behind(values["N_active"], catalog) in (model.active, model.total)
        found = figure_behind(values["N_total"], catalog)
        assert found is not None
        assert found.recorded == model.total.recorded


@pytest.mark.parametrize("form", list(FORMATS))
def test_the_cache_names_the_counts_it_was_computed_from(catalog: Catalog, form: str) -> None:
    """Some for every model, and never the heads that only ask."""
    for model in catalog.models.values():
        for value in (model.stored_bytes_per_token(form), model.read_bytes_per_token(form)):
            keys = {count.key for count in counts_behind(value, catalog)}
            assert keys, model.name
            assert not keys & {"attention.query_heads", "attention.index_heads", "attention.window", "attention.top_k"}


GROUPED = {"kv_vectors", "kv_heads", "head_dim"}


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("llama-3.1-70b", {"layers", *GROUPED}),
        ("deepseek-v3", {"layers", "latent_rank", "rope_dim"}),
        ("deepseek-v3.2", {"layers", "latent_rank", "rope_dim", "index_dim"}),
        ("gpt-oss-120b", {"layers", "window_layers", *GROUPED}),
        ("qwen3.5-397b", {"layers", "linear_layers", *GROUPED}),
        ("deepseek-v4-pro", {"entry_dim", "selected_layers", "selected_ratio", "dense_layers", "dense_ratio",
                             "index_dim"}),
    ],
)
def test_each_kind_of_attention_names_its_own_counts(catalog: Catalog, name: str, keys: set[str]) -> None:
    """Those in the product; the layers that keep no growing cache stand beside the layers where they are subtracted."""
    counts = counts_behind(catalog.model(name).stored_bytes_per_token("bf16"), catalog)
    assert {count.key.removeprefix("attention.") for count in counts} == keys


def test_what_does_not_grow_names_the_windows(catalog: Catalog) -> None:
    """And nothing where nothing is kept for good."""
    fixed = catalog.model("gpt-oss-120b").fixed_bytes_per_sequence("bf16")
    keys = {count.key.removeprefix("attention.") for count in counts_behind(fixed, catalog)}
    assert keys == {"window_layers", "window", *GROUPED}
    assert counts_behind(catalog.model("llama-3.1-70b").fixed_bytes_per_sequence("bf16"), catalog) == ()


def test_the_arithmetic_of_attention_names_its_heads(catalog: Catalog) -> None:
    """For the two plain kinds; the sum for attention that selects is not taken apart."""
    for name, keys in (("llama-3.1-70b", {"layers", "head_dim", "query_heads"}),
                       ("deepseek-v3", {"layers", "latent_rank", "rope_dim", "query_heads"}),
                       ("deepseek-v3.2", set())):
        work = catalog.model(name).attention_work
        assert work is not None
        assert {count.key.removeprefix("attention.") for count in counts_behind(work, catalog)} == keys


def test_what_is_no_figure_has_none(catalog: Catalog) -> None:
    """A reader's value, a computed one, and a card that is not there."""
    assert figure_behind(parse_value("3.35 TB/s/GPU"), catalog) is None
    assert counts_behind(parse_value("3.35 TB/s/GPU"), catalog) == ()
    bandwidth = catalog.accelerator("h100").bandwidth.as_value("card h100")
    assert counts_behind(bandwidth, catalog) == ()
    assert figure_behind(replace(bandwidth, number=bandwidth.number * 2), catalog) is None
    assert card_behind(replace(bandwidth, origin="card nowhere"), catalog) is None


@pytest.mark.parametrize("form", list(FORMATS))
def test_a_count_that_only_looks_like_another_is_not_named(catalog: Catalog, form: str) -> None:
    """Windows with a shape of their own, in any format: not the vectors of the other layers, though both are one."""
    fixed = catalog.model("gemma-4-31b").fixed_bytes_per_sequence(form)
    keys = {count.key.removeprefix("attention.") for count in counts_behind(fixed, catalog)}
    assert keys == {"window_layers", "window", "window_vectors", "window_heads", "window_dim"}
