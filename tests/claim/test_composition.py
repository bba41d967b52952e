"""Scenarios from cards: what is taken from them, what is left out, and the title that says so."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from derivations import Claim, InputError, Notation, Report, UnknownNameError, derive, load_catalog
from derivations.claim.claim import Between, Cards, Deployment, OnCard, Reading, Said
from derivations.claim.composition import (
    CARD_UNITS,
    OWN_NUMBERS,
    built,
    card_values,
    letters_on_cards,
    reading_scenario,
    uses_cards,
    widest,
    working_format,
)
from derivations.claims.index import CLAIMS, find_claim
from derivations.claims.shared.passes import ATTENTION_WORK
from derivations.claims.shared.ridge import ridge_of
from derivations.language.unit import parse_unit

from .small import bandwidth, claim

MY_CARDS = """
[sources.our-lab]
title = "Measured in our laboratory"
standing = "verified"

[accelerators.mychip]
title = "My chip"
source = "our-lab"
compute.fp8 = { number = 1, unit = "PFLOP/s/GPU" }
compute.fp4 = { number = 2, unit = "PFLOP/s/GPU" }
bandwidth = { number = 2.5, unit = "TB/s/GPU" }
capacity = { number = 64, unit = "GiB/GPU" }
"""


def test_the_default_cards_and_formats(as_built: Report) -> None:
    """fp8 as the model was released, the cache in bf16; the title names both cards and every format."""
    for part in ("H200", "fp8", "bf16", "DeepSeek-V3", "KV cache"):
        assert part in as_built.scenario.title
    assert set(as_built.evaluation.scenario.values) == {
        "C_gpu", "C_attn_gpu", "W_gpu", "M_gpu", "G", "b_w", "phi", "N_total", "N_active", "f_attn", "kappa",
        "kappa_win", "L_win", "K_state", "n", "L", "g_rent",
    }


def test_formats_that_differ_are_both_named(as_built: Report) -> None:
    """fp8 arithmetic on fp4 weights is not fp8."""
    title = as_built.with_cards("h100", compute="fp8", weights="fp4").scenario.title
    assert "fp8 compute" in title
    assert "fp4 weights" in title


def test_every_number_has_an_origin(as_built: Report) -> None:
    """A card, a format, a speaker: never nothing."""
    assert all(value.origin and value.origin != "given" for value in as_built.scenario.values.values())


def test_weights_are_stored_in_the_compute_format_unless_said_otherwise(as_built: Report) -> None:
    """One byte in fp8, half a byte in fp4."""
    assert as_built.with_cards("h100", compute="fp8").scenario.values["b_w"].number == 1
    assert as_built.with_cards("b200", compute="fp4").scenario.values["b_w"].number * 2 == 1


def test_a_card_without_bf16_works_in_its_widest_format() -> None:
    """bf16 where the card has it, and else its widest."""
    chip = load_catalog().accelerator("h100")
    assert widest(chip) == "bf16"
    assert widest(replace(chip, compute={"fp8": chip.compute["fp8"]})) == "fp8"
    assert widest(replace(chip, compute={})) == "bf16"


def test_a_model_runs_in_the_format_that_it_was_released_in_where_the_accelerator_has_it() -> None:
    """DeepSeek-V3 in fp8 but on an A100; a model of 16 bits in bf16."""
    catalog = load_catalog()
    old, new = catalog.accelerator("a100-80"), catalog.accelerator("h100")
    released, dense = catalog.model("deepseek-v3"), catalog.model("llama-3.1-70b")
    assert [working_format(chip, model) for chip in (old, new) for model in (released, dense)] == [
        "bf16", "bf16", "fp8", "bf16",
    ]


def test_a_claim_names_a_deployment_of_its_own() -> None:
    """Its cards stand in for the default ones, and a reader's for both."""
    mine = replace(find_claim("optimal-batch"), deployment=Deployment(Cards("gb200", "kimi-k2", cache="fp8")))
    title = built(mine, load_catalog()).title
    assert all(part in title for part in ("GB200", "Kimi K2", "(fp8)", "fp8 KV cache"))
    assert "H100" in built(mine, load_catalog(), "h100").title


@pytest.mark.parametrize("other", [{"accelerator": "h101"}, {"model": "deepseek-v4"}, {"cache": "fp9"}])
def test_an_unknown_card_or_format_is_refused_with_the_nearest(other: dict[str, str]) -> None:
    """Before anything is derived."""
    with pytest.raises(UnknownNameError) as caught:
        derive("optimal-batch", **other)  # type: ignore[arg-type]
    assert caught.value.suggestions or "known" in str(caught.value)


def test_a_readers_own_card_works_the_same_way(tmp_path: Path) -> None:
    """400 tokens in both formats."""
    path = tmp_path / "my.toml"
    path.write_text(MY_CARDS, encoding="utf-8")
    report = derive("optimal-batch", accelerator="mychip", catalog=path)
    assert str(report.numbers("ridge").result) == "200 tokens"
    assert "My chip (fp8)" in report.scenario.title
    assert "Measured in our laboratory" in " ".join(report.result.origins)
    assert {str(found) for found in ridge_of(report.catalog.accelerator("mychip")).values()} == {"200 tokens"}


def test_the_table_of_letters_on_cards_holds_all_that_cards_value() -> None:
    """Under the names and with the dimensions of the values themselves."""
    catalog = load_catalog()
    found = {
        name: value.dimension
        for chip in catalog.accelerators.values()
        for network in catalog.models.values()
        for name, value in card_values(chip, network, widest(chip), widest(chip), "bf16").items()
    }
    assert found == {name: parse_unit(unit).dimension for name, unit in CARD_UNITS.items()}


def test_a_claim_without_card_quantities_has_no_card_in_its_title() -> None:
    """Numbers that play no part are not named."""
    small = claim()
    assert not uses_cards(small)
    assert "H100" not in derive(small).scenario.title
    assert derive(small).scenario.values == {}


def test_a_claim_that_leaves_out_all_that_cards_value_uses_none() -> None:
    """It keeps its own numbers, and the title names no card."""
    wide = claim().notation.extended((ATTENTION_WORK,))
    some = replace(claim(), notation=wide, defaults={"S": Said("1 TB", "somebody", "p. 1")})
    none = replace(some, not_from_cards=letters_on_cards(some.notation))
    assert (uses_cards(some), uses_cards(none)) == (True, False)
    scenario = built(none, load_catalog())
    assert (scenario.values.keys(), scenario.title) == ({"S"}, OWN_NUMBERS)


def test_cards_for_a_claim_that_uses_none_are_refused() -> None:
    """Otherwise they would be passed over in silence."""
    with pytest.raises(InputError, match="cold-start takes nothing from cards"):
        derive(claim(), accelerator="h200")


def test_a_quantity_of_another_dimension_takes_nothing_from_a_card() -> None:
    """The same name in an author's own sense."""
    notation = Notation.of("t [s] time\nS [byte] size\nW [byte/s] rate\nkappa [] a pure constant")
    other = Claim("other", notation, bandwidth)
    assert built(other, load_catalog()).values == {}


def test_every_claim_of_the_index_is_there_under_its_name() -> None:
    """The index is read before anything is imported, so it must be right."""
    for name in CLAIMS:
        assert find_claim(name).name == name
    with pytest.raises(UnknownNameError, match="optimal-batch"):
        find_claim("optimal-bath")


def test_a_reading_may_take_figures_from_cards() -> None:
    """The published parameters are those of the card, with its source."""
    report = derive("optimal-batch")
    total = report.readings["published-parameters"].values["N_total"]
    figure = report.catalog.model("deepseek-v3").total
    assert total.number == figure.number
    assert total.source == figure.source
    assert total.origin == "card deepseek-v3"


def test_a_reading_may_stand_on_cards_with_numbers_of_its_own_before_them() -> None:
    """Cards fill what is left open, and do not replace what was said."""
    said = Said("100e9 parameter", "somebody", "p. 1")
    reading = Reading("mine", "mine", {"N_active": said}, Cards("h200", "llama-3.1-70b", compute="fp8"))
    scenario = reading_scenario(reading, find_claim("optimal-batch"), load_catalog())
    assert scenario.values["N_active"].number == 100 * 10**9
    assert scenario.values["W_gpu"].number == load_catalog().accelerator("h200").bandwidth.number
    assert scenario.values["b_w"].number == 1


def test_a_reading_that_names_no_card_is_refused() -> None:
    """With the nearest names, for cards and for their figures."""
    for card, key in (("h1000", "bandwidth"), ("h100", "bandwith")):
        reading = Reading("mine", "mine", {"W": OnCard(card, key)})
        with pytest.raises(UnknownNameError):
            reading_scenario(reading, find_claim("optimal-batch"), load_catalog())


def test_a_claim_may_leave_card_values_out() -> None:
    """What cancels stays open, and what is traced back is not given twice."""
    assert "G" not in built(find_claim("kv-bytes"), load_catalog()).values
    assert "G" in built(find_claim("train-interval"), load_catalog()).values
    assert "kappa" not in built(find_claim("kv-bytes"), load_catalog()).values


def test_the_layout_of_a_cache_and_its_bytes_agree_on_every_card() -> None:
    """Stored bytes are vectors times layers times heads times width times bytes, or the latent form of it."""
    for name in load_catalog().models:
        values = built(find_claim("kv-bytes"), load_catalog(), model=name, cache="fp8").values
        if "n_kv" in values:
            product = values["n_vectors"].number * values["n_own"].number * values["n_kv"].number
            assert product * values["d_head"].number * values["b_kv"].number == values["kappa_stored"].number
        elif "d_latent" in values:
            width = values["d_latent"].number + values["d_rope"].number
            assert values["n_own"].number * width * values["b_kv"].number == values["kappa_stored"].number


def test_a_default_may_stand_on_a_card() -> None:
    """With the card as its origin."""
    mine = replace(claim(), defaults={"S": OnCard("hbm-h100", "capacity")})
    value = built(mine, load_catalog()).values["S"]
    assert value.number == load_catalog().tier("hbm-h100").capacity.number
    assert value.origin == "card hbm-h100"


@pytest.mark.parametrize(
    "wrong",
    [
        {"defaults": {"Z": Said("1 s", "somebody", "p. 1")}},
        {"ranges": {"Z": Between("1 s", "2 s", "somebody")}},
        {"not_from_cards": ("Z",)},
        {"readings": (Reading("mine", "mine", {"Z": Said("1 s", "somebody", "p. 1")}),)},
    ],
)
def test_a_claim_that_names_a_quantity_it_has_not_is_refused(wrong: dict[str, Any]) -> None:
    """When it is made, with the quantities that it has."""
    with pytest.raises(UnknownNameError, match="unknown quantity 'Z' in claim 'cold-start'"):
        replace(claim(), **wrong)


def test_networks_and_activations_come_from_cards() -> None:
    """Bandwidths per direction, the width of the model for each token, and the compute format for its numbers."""
    catalog = load_catalog()
    values = card_values(catalog.accelerator("h100"), catalog.model("deepseek-v3"), "bf16", "bf16", "bf16")
    assert [str(values[name]) for name in ("W_up", "W_out")] == ["450 GB/s per GPU", "50 GB/s per GPU"]
    assert "per direction" in values["W_up"].origin
    assert [str(values[name]) for name in ("d_model", "n_layers", "b_act")] == ["7,168 per token", "61", "2 bytes"]


def test_what_a_card_lacks_of_a_network_has_no_value() -> None:
    """Nobody has stated it, and no other number stands in."""
    catalog = load_catalog()
    values = card_values(catalog.accelerator("mi455x"), catalog.model("palm-540b"), "bf16", "bf16", "bf16")
    assert not {"W_up", "W_out", "d_model"} & set(values)


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("claim", "values", "written"),
    [
        ("latency-floor", {"W_gpu": "4.8"}, 'W_gpu="4.8 TB/s/GPU" or W_gpu="4.8 byte/s/GPU"'),
        ("latency-floor", {"W_gpu": 4.8}, 'W_gpu="4.8 TB/s/GPU"'),
        ("cache-tiers", {"p_gpu": "2.5"}, 'p_gpu="2.5 USD/h/GPU" or p_gpu="2.5 USD/s/GPU"'),
        ("chinchilla", {"t_life": "90"}, 't_life="90 day" or t_life="90 s"'),
        ("train-interval", {"T": "20"}, 'T="20 ms" or T="20 s"'),
    ],
)
def test_a_number_without_a_unit_is_refused_where_others_have_another_than_the_quantity_s(
    claim: str, values: dict[str, Any], written: str
) -> None:
    """4.8 of a bandwidth are terabytes on its card, and were bytes: 202,245 days for a pass."""
    with pytest.raises(InputError, match=re.escape(written)):
        derive(claim, values=values)
    with pytest.raises(InputError, match=re.escape(written)):
        derive(claim).with_values(values)


def test_a_number_without_a_unit_is_in_the_quantity_s_own_where_all_are() -> None:
    """Counts, and zero of anything; a unit may still be written."""
    report = derive("optimal-batch", values={"L": "1k", "N_active": "37e9", "b_w": "0.5", "n": "2"})
    assert report.scenario.values["L"].number == 1000
    assert derive("cache-tiers", values={"p_gpu": "2.5 USD/h/GPU"}).scenario.values["p_gpu"].number == Fraction(
        5, 2) / 3600
    assert derive("optimal-batch", values={"C_gpu": "1979e12 FLOP/s/GPU"}).given["C_gpu"].number == 1979 * 10**12


@pytest.mark.parametrize(
    ("form", "rate"), [("", 989), ('attention_format = "fp8"', 1979), ('attention_format = "bf16"', 989)]
)
def test_attention_computes_in_bf16_unless_the_card_says_otherwise(tmp_path: Path, form: str, rate: int) -> None:
    """At the rate of that format, whatever the weights compute in."""
    (tmp_path / "mine.toml").write_text(f"""
[models.mine]
title = "A model of the reader's own"
total = {{ number = 8e9, unit = "parameter" }}
weights = "fp8"
layers = 32
{form}
attention = {{ kv_vectors = 2, kv_heads = 8, head_dim = 128, query_heads = 32 }}
""")
    report = derive("roofline", accelerator="h200", model="mine", catalog=tmp_path / "mine.toml")
    values = report.scenario.values
    assert values["C_gpu"].number == 1979 * 10**12
    assert values["C_attn_gpu"].number == rate * 10**12
    assert "in which attention computes" in values["C_attn_gpu"].origin


def test_a_format_of_attention_that_there_is_not_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("""
[models.mine]
title = "A model of the reader's own"
total = { number = 8e9, unit = "parameter" }
layers = 32
attention_format = "fp9"
attention = { kv_vectors = 2, kv_heads = 8, head_dim = 128 }
""")
    with pytest.raises(InputError, match="fp9"):
        derive("roofline", model="mine", catalog=tmp_path / "mine.toml")
