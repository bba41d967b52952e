"""User card files add to the catalog, and every mistake in them is named with file, card and key."""

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from derivations.errors import CardError, InputError, UnknownNameError
from derivations.sources.catalog import READERS_OWN, Catalog, load_catalog
from derivations.sources.reader import read_accelerator
from derivations.sources.toml_text import Place

MINE = """
[sources.our-lab]
title = "Measured in our laboratory"
standing = "verified"
date = 2026-03-01

[accelerators.mychip]
title = "My chip"
source = "our-lab"
compute.bf16 = { number = 0.5, unit = "PFLOP/s/GPU" }
bandwidth = { number = 2.5, unit = "TB/s/GPU", conflicts = [
    { number = 2.4, unit = "TB/s/GPU", source = "general-knowledge", meaning = "sustained" },
] }
capacity = { number = 64, unit = "GiB/GPU" }

[models."my.model"]
title = "My model"
source = "our-lab"
total = { number = 20e9, unit = "parameter" }
layers = 40
attention = { kv_vectors = 2, kv_heads = 4, head_dim = 128 }

[prices.my-prices]
title = "My prices"
source = "our-lab"
input = { number = 1, unit = "dollar/Mtoken" }
output = { number = 4, unit = "USD/Mtoken" }

[tiers.my-tier]
title = "My tier"
source = "our-lab"
kind = "flash"
capacity = { number = 4, unit = "TB" }
bandwidth = { number = 7, unit = "GB/s" }
price = { number = 0.1, unit = "dollar/GB" }
"""
WINDOW = 'kv_heads = 4, window_layers = 30, window = { number = 128, unit = "token" }'
LATENT = "attention = { latent_rank = 512, rope_dim = 64, index_heads = 64, index_dim = 128, top_k = 2048 }"
COMPRESSED = (
    "attention = { entry_dim = 512, selected_layers = 20, selected_ratio = 4, dense_layers = 20, dense_ratio = 128,"
    " index_heads = 64, index_dim = 128, top_k = 1024 }"
)
GROUPED = "attention = { kv_vectors = 2, kv_heads = 4, head_dim = 128 }"
STATE = 'linear_layers = 30, state = { number = 75.5, unit = "MB/sequence" }'
LONG = 'input = { number = 1, unit = "dollar/Mtoken" }\n'


def load(tmp_path: Path, text: str) -> Catalog:
    """The catalog with one user file of that text."""
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    return load_catalog(path)


def refusal(tmp_path: Path, text: str) -> str:
    """The message with which a user file of that text is refused, without the folder."""
    with pytest.raises(CardError) as caught:
        load(tmp_path, text)
    message = str(caught.value)
    assert "\n" not in message
    return message.replace(f"{tmp_path}/", "")


def test_a_user_file_adds_cards_and_sources(tmp_path: Path) -> None:
    """Packaged sources may be cited; the packaged cards stay."""
    catalog = load(tmp_path, MINE)
    chip, model = catalog.accelerator("mychip"), catalog.model("my.model")
    assert str(chip.rate("bf16")) == "500 TFLOP/s per GPU"
    assert chip.capacity.number == 64 * 2**30
    assert chip.bandwidth.source.label == "Measured in our laboratory, 2026-03-01"
    assert chip.bandwidth.conflicts[0].source.standing == "unverified"
    assert chip.domain is None
    assert model.sparsity.number == 1
    assert model.kv_bytes_per_token("bf16").number == 40 * 2 * 4 * 128 * 2
    assert model.attention_work is None
    assert "h100" in catalog.accelerators
    assert str(catalog.price_list("my-prices").output) == "4 dollars per million tokens"
    assert catalog.price_list("my-prices").ratios["output/input"].number == 4
    tier = catalog.tier("my-tier")
    assert tier.kind == "flash"
    assert tier.figure("price").as_value().in_unit("dollar/TB") == 100
    assert tier.drain.number == Fraction(4000, 7)


def test_rates_that_nobody_stated_are_written_as_not_known(tmp_path: Path) -> None:
    """The card is good for its memory, and a rate asked of it is refused in one line."""
    changed = MINE.replace('compute.bf16 = { number = 0.5, unit = "PFLOP/s/GPU" }', 'compute = "not known"')
    chip = load(tmp_path, changed).accelerator("mychip")
    assert not chip.compute
    assert chip.drain.number == Fraction(64 * 2**30, 2_500_000_000_000)
    assert [figure.key for figure in chip.figures] == ["bandwidth", "capacity"]
    with pytest.raises(InputError, match="the compute rates of mychip are not known"):
        chip.rate("bf16")


def test_what_costs_nothing_has_no_ratio_above_it(tmp_path: Path) -> None:
    """Cached input may be free; nothing is divided by its price."""
    free = LONG + LONG.replace("input = { number = 1", "cached_input = { number = 0")
    long = "".join(LONG.replace("input", f"long_{key}") for key in ("input", "output", "cached_input"))
    step = 'long_from = { number = 200e3, unit = "token" }\n'
    prices = load(tmp_path, MINE.replace(LONG, free + long + step)).price_list("my-prices")
    assert list(prices.ratios) == ["output/input", "cached_input/input", "long_input/input", "long_output/output"]
    assert prices.ratios["cached_input/input"].number == 0


@pytest.mark.parametrize(
    ("attention", "stored", "read", "fixed"),
    [
        (GROUPED, 40960, 40960, 0),
        (GROUPED.replace("kv_heads = 4", WINDOW), 10240, 10240, 30 * 2 * 4 * 128 * 128),
        (GROUPED.replace("kv_heads = 4", f"{WINDOW}, window_vectors = 1, window_heads = 3, window_dim = 5"),
         10240, 10240, 30 * 1 * 3 * 5 * 128),
        (GROUPED.replace("kv_heads = 4", "kv_heads = 4, linear_layers = 39"), 1024, 1024, 0),
        (GROUPED.replace("kv_heads = 4", "kv_heads = 4, cached_layers = 7"), 7168, 7168, 0),
        (LATENT, 40 * 704, 40 * 128, 40 * 576 * 2048),
        (COMPRESSED, 20 * 640 // 4 + 80, 20 * 128 // 4 + 80, 20 * 1024 * 512),
        (GROUPED.replace("head_dim = 128", "head_dim = 192, value_dim = 128"), 40 * 4 * 320, 40 * 4 * 320, 0),
        (GROUPED.replace("kv_heads = 4", WINDOW).replace("head_dim = 128", "head_dim = 192, value_dim = 128"),
         10 * 4 * 320, 10 * 4 * 320, 30 * 4 * 320 * 128),
        (f"attention = {{ latent_rank = 512, rope_dim = 64, {STATE} }}", 10 * 576, 10 * 576, 0),
        (f"attention = {{ cached_layers = 0, {STATE} }}", 0, 0, 0),
        (GROUPED.replace("kv_heads = 4", WINDOW.replace("30", "40, cached_layers = 0")), 0, 0, 40 * 2 * 4 * 128 * 128),
    ],
    ids=["grouped", "window", "other window", "linear", "cached layers", "index", "compressed", "other values",
         "other values in windows", "latent beside linear", "state alone", "windows alone"],
)
def test_the_counts_decide_the_kind_of_attention(
    tmp_path: Path, attention: str, stored: int, read: int, fixed: int
) -> None:
    """Layers grow with the context unless they are said to be of another sort."""
    shape = load(tmp_path, MINE.replace(GROUPED, attention)).model("my.model").attention
    assert (shape.cached_numbers, shape.read_numbers, shape.fixed_numbers) == (stored, read, fixed)


def test_a_state_is_read_and_held_in_bytes_of_its_own(tmp_path: Path) -> None:
    """Whatever the format of the cache, beside the windows; the figure on the card stands behind it."""
    wanted = GROUPED.replace("kv_heads = 4", f"{WINDOW.replace('30', '9')}, {STATE}")
    model = load(tmp_path, MINE.replace(GROUPED, wanted)).model("my.model")
    state = Fraction(75_500_000)
    assert model.state_bytes.number == state
    assert model.state_bytes == model.figure("attention.state").as_value("card my.model")
    assert model.window_tokens.number == 128
    for form, width in (("bf16", 2), ("fp8", 1)):
        each = model.window_bytes_per_token(form)
        assert each.number == 9 * 2 * 4 * 128 * width
        fixed = model.fixed_bytes_per_sequence(form)
        assert fixed.number == each.number * 128 + state
        assert fixed.meaning.endswith("+ a state of 75.5 MB per sequence")


def test_a_figure_may_have_its_own_date_and_meaning(tmp_path: Path) -> None:
    """Without them the date of the source and the usual meaning of the key are taken."""
    changed = MINE.replace("number = 64,", 'number = 64, date = "2025", meaning = "usable",')
    chip = load(tmp_path, changed).accelerator("mychip")
    assert (chip.capacity.date, chip.capacity.meaning) == ("2025", "usable")
    assert (chip.bandwidth.date, chip.compute["bf16"].meaning) == ("2026-03-01", "dense peak")


def test_several_files_are_read_together(tmp_path: Path) -> None:
    """One file may cite the sources of another."""
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    first.write_text(MINE)
    cards = MINE[MINE.index("[accelerators") :]
    for name in ("mychip", "my.model", "my-prices", "my-tier"):
        cards = cards.replace(name, f"other-{name}")
    second.write_text(cards)
    assert {"mychip", "other-mychip"} <= set(load_catalog(first, second).accelerators)


def test_unknown_cards_are_refused_with_the_nearest_names(tmp_path: Path) -> None:
    """Case does not hide the name that was meant."""
    catalog = load(tmp_path, MINE)
    with pytest.raises(UnknownNameError, match="unknown accelerator 'H10'; did you mean h100"):
        catalog.accelerator("H10")
    with pytest.raises(UnknownNameError, match="unknown model 'deepseek'; did you mean deepseek-v3"):
        catalog.model("deepseek")


@pytest.mark.parametrize("typed", ['"64 GiB"', '"64 GiB/GPU"', '"0.0625 TiB"', '{ number = 64, unit = "GiB" }'])
def test_a_figure_is_read_as_people_type_it(tmp_path: Path, typed: str) -> None:
    """As a text, and without the GPU that it is per, the same as in a table."""
    capacity = load(tmp_path, MINE).accelerator("mychip").capacity
    found = load(tmp_path, MINE.replace('{ number = 64, unit = "GiB/GPU" }', typed)).accelerator("mychip").capacity
    assert (found.number, found.dimension) == (capacity.number, capacity.dimension) == (64 * 2**30, capacity.dimension)


def test_billions_of_parameters_are_no_bytes(tmp_path: Path) -> None:
    """As in options: the B of a model is a billion."""
    text = re.sub(r"total = .*", 'total = "20B"', MINE)
    assert str(load(tmp_path, text).model("my.model").total) == "20 billion parameters"


CHANGES = [
    ("[accelerators.mychip]", "[accelerators.h100]",
     "my.toml, card accelerators.h100: the name is already taken in accelerators.toml; choose another"),
    ("[sources.our-lab]", "[sources.lecture]",
     "my.toml, card sources.lecture: the name is already taken in sources.toml; choose another"),
    ("[accelerators.mychip]", '[accelerators.""]',
     "my.toml, card accelerators.: a name is made of letters, digits, dots, hyphens and underscores"),
    ("[accelerators.mychip]", "[accelerator.mychip]",
     "my.toml: unknown table 'accelerator'; did you mean accelerators?"),
    ("[accelerators.mychip]", "[accelerators]\nmychip = 5\n[accelerators.other]",
     "my.toml, card accelerators.mychip: expected a table"),
    ("\n[sources.our-lab]", "models = 5\n[sources.our-lab]", "my.toml: no valid TOML"),
    ("bandwidth =", "bandwith =",
     "my.toml, card accelerators.mychip: unknown key 'bandwith'; did you mean bandwidth"),
    ("number = 2.5,", "nubmer = 2.5,",
     "my.toml, card accelerators.mychip, key bandwidth: unknown key 'nubmer'; did you mean number?"),
    ("number = 2.5, ", "", "my.toml, card accelerators.mychip, key bandwidth: the number is missing"),
    (', unit = "GiB/GPU"', "", "my.toml, card accelerators.mychip, key capacity: the unit is missing"),
    ("{ number = 64, unit = \"GiB/GPU\" }", "64",
     'key capacity: the unit is missing, as in "1 GB/GPU"'),
    ("{ number = 64, unit = \"GiB/GPU\" }", '"64"', 'key capacity: the unit is missing, as in "1 GB/GPU"'),
    ("{ number = 64, unit = \"GiB/GPU\" }", '"64 GiB, 80 GiB"', "key capacity: "),
    ("{ number = 64, unit = \"GiB/GPU\" }", '"64 Gib"', "key capacity: unknown unit 'Gib'"),
    ("{ number = 64, unit = \"GiB/GPU\" }", '"-64 GiB"', "key capacity: expected a positive number"),
    ("{ number = 64, unit = \"GiB/GPU\" }", '"64 W"',
     "key capacity: the unit W measures J/s, expected byte/GPU as in GB/GPU"),
    ('title = "My chip"\nsource = "our-lab"', 'title = "My chip"\nsource = "our-lap"',
     "my.toml, card accelerators.mychip, key source: unknown source 'our-lap'; did you mean our-lab?"),
    ('source = "general-knowledge"', 'source = "general"',
     "my.toml, card accelerators.mychip, key bandwidth: unknown source 'general'"),
    ('number = 2.5, unit = "TB/s/GPU"', 'number = 2.5, unit = "TB"',
     "key bandwidth: the unit TB measures byte, expected byte/(GPU·s) as in TB/s/GPU"),
    ('unit = "GiB/GPU"', 'unit = "Gib/GPU"', "key capacity: unknown unit 'Gib'"),
    ('unit = "GiB/GPU"', 'unit = ""', "key capacity: expected a text"),
    ("number = 2.5,", "number = 0,", "key bandwidth: expected a positive number"),
    ("number = 2.5,", "number = -2.5,", "key bandwidth: expected a positive number"),
    ("number = 2.5,", 'number = "2.5",', "key bandwidth: expected a number"),
    ("number = 2.5,", "number = true,", "key bandwidth: expected a number"),
    ("number = 2.5,", "number = nan,", "key bandwidth: expected a finite number"),
    ("number = 2.5,", "number = inf,", "key bandwidth: expected a finite number"),
    ("number = 2.5,", "number = 1e999999999,", "key bandwidth: expected a finite number"),
    ("compute.bf16", "compute.bf61", "key compute: unknown number format 'bf61'; did you mean bf16?"),
    ('compute.bf16 = { number = 0.5, unit = "PFLOP/s/GPU" }', "compute = {}",
     "key compute: expected at least one number format"),
    ('compute.bf16 = { number = 0.5, unit = "PFLOP/s/GPU" }', "",
     "my.toml, card accelerators.mychip: the key compute is missing"),
    ('meaning = "sustained" }', "conflicts = [] }",
     "key bandwidth: a conflicting figure cannot have conflicts of its own"),
    ('"GiB/GPU" }', '"GiB/GPU", conflicts = 5 }', "key capacity: conflicts must be a list of tables"),
    ('{ number = 2.4, unit = "TB/s/GPU", source = "general-knowledge", meaning = "sustained" }', "2.4",
     "key bandwidth: expected a table"),
    ('title = "Measured in our laboratory"\n', "", "my.toml, card sources.our-lab: the key title is missing"),
    ('"verified"', '"verifed"', "unknown standing 'verifed'; did you mean verified or unverified?"),
    ("date = 2026-03-01", "year = 2026", "card sources.our-lab: unknown key 'year'"),
    ("date = 2026-03-01", "date = 2026", "card sources.our-lab, key date: expected a text"),
    ('[models."my.model"]', "[models.my.model]",
     "my.toml, card models.my: unknown key 'model'; known: title, source, date, total"),
    ("layers = 40", "layers = 40.5", 'card models.my.model, key layers: expected a whole number'),
    ("layers = 40", "", "card models.my.model: the key layers is missing"),
    ("layers = 40", "layers = 40\nexperts = 8", "card models.my.model: the key active is missing"),
    ("layers = 40", 'layers = 40\nactive = { number = 30e9, unit = "parameter" }',
     "key active: active (30 billion parameters) exceeds total (20 billion parameters)"),
    ("head_dim = 128 }", "head_dim = 128, cached_layers = 41 }",
     "key cached_layers: cached_layers (41) exceeds layers (40)"),
    (GROUPED, "attention = { query_heads = 4 }",
     "key attention: expected either kv_vectors, kv_heads and head_dim, or latent_rank and rope_dim, or entry_dim"),
    (", head_dim = 128 }", " }",
     "key attention: attention with heads needs kv_vectors, kv_heads, head_dim: head_dim is missing"),
    ("head_dim = 128 }", "head_dim = 128, latent_rank = 512 }",
     "compressed attention; kv_vectors and latent_rank are of different kinds"),
    (GROUPED, LATENT.replace("rope_dim = 64", 'rope_dim = 64, window_layers = 3'),
     "key attention.window_layers: latent attention has no such key"),
    ("head_dim = 128 }", 'head_dim = 128, state = { number = 1, unit = "MB/sequence" } }',
     "key attention.state: a state is that of linear_layers, which are missing"),
    ("head_dim = 128 }", 'head_dim = 128, linear_layers = 2, state = { number = 1, unit = "MB/token" } }',
     "key attention.state: the unit MB/token measures byte/token, expected byte/sequence"),
    ("kv_vectors = 2, kv_heads = 4", "kv_vectors = 1, value_dim = 64, kv_heads = 4",
     "key attention.value_dim: a width of values needs kv_vectors = 2, keys and values"),
    (GROUPED, "attention = { linear_layers = 30 }",
     "key attention: layers with a growing cache (10) need kv_vectors, kv_heads and head_dim, or latent_rank"),
    ("kv_heads = 4", "kv_heads = 4, linear_layers = 40",
     "one with a growing cache included: linear_layers = 40; cached_layers = 0 says that none has one"),
    ("head_dim = 128 }", "head_dim = 128, heads = 4 }", "key attention: unknown key 'heads'; did you mean"),
    ("kv_heads = 4", "kv_heads = 0", "key attention.kv_heads: expected a positive number"),
    ("kv_heads = 4", "kv_heads = 4, window_layers = 3",
     "key attention: window_layers alone: expected window_layers, window together"),
    ("kv_heads = 4", "kv_heads = 4, window_heads = 3, window_dim = 4, window_vectors = 2",
     "key attention: window_vectors, window_heads and window_dim need window_layers and window"),
    ("kv_heads = 4", f"{WINDOW}, window_dim = 4",
     "key attention: window_dim alone: expected window_vectors, window_heads, window_dim together"),
    ("kv_heads = 4", WINDOW.replace("30", "40"),
     "key attention: the kinds of layers do not fit in layers (40), one with a growing cache included"),
    ("kv_heads = 4", WINDOW.replace("30", "30, cached_layers = 20"),
     "key attention: the kinds of layers do not fit in layers (40)"),
    ("kv_heads = 4", "kv_heads = 4, linear_layers = 10000000000000", "key attention: the kinds of layers do not fit"),
    ("kv_heads = 4", WINDOW.replace('"token"', '"byte"'),
     "key attention.window: the unit byte measures byte, expected token"),
    (GROUPED, LATENT.replace(", top_k = 2048", ""),
     "key attention: index_dim and index_heads alone: expected index_heads, index_dim, top_k together"),
    (GROUPED, LATENT.replace("latent_rank = 512, rope_dim = 64", "kv_vectors = 2, kv_heads = 4, head_dim = 128"),
     "key attention.index_heads: attention with heads has no such key"),
    (GROUPED, COMPRESSED.replace("selected_layers = 20", "selected_layers = 21"),
     "key attention: the kinds of layers do not fit in layers (40)"),
    (GROUPED, COMPRESSED.replace("dense_ratio = 128, ", ""), "dense_ratio is missing"),
    (GROUPED, COMPRESSED.replace("selected_ratio = 4", "selected_ratio = 0"),
     "key attention.selected_ratio: expected a positive number"),
    ('compute.bf16 = { number = 0.5, unit = "PFLOP/s/GPU" }', 'compute = "none"', "key compute: expected a table"),
    ("[prices.my-prices]", "[prices.h100]",
     "my.toml, card prices.h100: the name is already taken in accelerators.toml; choose another"),
    ("[tiers.my-tier]", "[tiers.mychip]",
     "my.toml, card tiers.mychip: the name is already taken in my.toml; choose another"),
    ("[models.\"my.model\"]", "[models.mychip]",
     "my.toml, card models.mychip: the name is already taken in my.toml; choose another"),
    ("[prices.my-prices]", '[prices."a b"]', "my.toml, card prices.a b: a name is made of letters, digits"),
    ("[prices.my-prices]", "[price.my-prices]", "my.toml: unknown table 'price'; did you mean prices"),
    (LONG, "", "my.toml, card prices.my-prices: the key input is missing"),
    (LONG, LONG.replace("Mtoken", "Mbyte"), "key input: the unit dollar/Mbyte measures dollar/byte, expected"),
    (LONG, LONG + LONG.replace("input", "long_input"), "card prices.my-prices: the key long_from is missing"),
    (LONG, LONG + LONG.replace("input", "fast_output"), "card prices.my-prices: the key fast_input is missing"),
    (LONG, LONG + "fast_speed = 2.5\n", "card prices.my-prices: the key fast_input is missing"),
    (LONG, LONG + 'long_from = { number = 200e3, unit = "token" }\n',
     "card prices.my-prices: the key long_input is missing"),
    (LONG, LONG + LONG.replace("input = { number = 1", "cached_input = { number = 2"),
     "key cached_input: cached_input (2 dollars per million tokens) exceeds input (1 dollar per million tokens)"),
    (LONG, LONG + 'long_from = { number = 200e3, unit = "token" }\n' + LONG.replace("input", "cached_input")
     + "".join(LONG.replace("input", f"long_{key}") for key in ("input", "output"))
     + 'long_cached_input = { number = 2, unit = "dollar/Mtoken" }\n',
     "key long_cached_input: long_cached_input (2 dollars per million tokens) exceeds "
     "long_input (1 dollar per million tokens)"),
    (LONG, LONG.replace("number = 1", "number = -1"), "key input: expected a positive number"),
    (LONG, LONG.replace("input", "imput"), "card prices.my-prices: unknown key 'imput'; did you mean input"),
    ('kind = "flash"', 'kind = "flesh"',
     "card tiers.my-tier, key kind: unknown kind of memory 'flesh'; did you mean flash?"),
    ('kind = "flash"', "kind = 5", "card tiers.my-tier, key kind: expected a text"),
    ('kind = "flash"\n', "", "card tiers.my-tier: the key kind is missing"),
    ('"TB" }', '"TB/s" }', "card tiers.my-tier, key capacity: the unit TB/s measures byte/s, expected byte as in GB"),
    ('"dollar/GB"', '"dollar"', "card tiers.my-tier, key price: the unit dollar measures dollar, expected dollar/byte"),
]


@pytest.mark.some(20)
@pytest.mark.parametrize(("old", "new", "message"), CHANGES, ids=[f"{c[2][:60]}" for c in CHANGES])
def test_mistakes_are_named_with_file_card_and_key(tmp_path: Path, old: str, new: str, message: str) -> None:
    """One change to a good file, one line that says what is wrong and where."""
    assert MINE.count(old) >= 1
    assert message in refusal(tmp_path, MINE.replace(old, new, 1))


def test_experts_in_use_are_not_more_than_there_are(tmp_path: Path) -> None:
    """Eight of four cannot be."""
    moe = 'layers = 40\nexperts = 4\nactive_experts = 8\nactive = { number = 9e9, unit = "parameter" }'
    message = refusal(tmp_path, MINE.replace("layers = 40", moe))
    assert "active_experts (8) exceeds experts (4)" in message


def test_a_table_that_is_no_table_is_named(tmp_path: Path) -> None:
    """A number where the models should be."""
    assert refusal(tmp_path, "models = 5") == "my.toml, key models: expected a table"


def test_a_dotted_name_without_quotes_is_explained(tmp_path: Path) -> None:
    """TOML reads it as a table in a table."""
    message = refusal(tmp_path, MINE.replace('[models."my.model"]', "[models.my.model]"))
    assert message.endswith("a name with a dot needs quotes")


def test_the_same_name_in_two_user_files_is_refused(tmp_path: Path) -> None:
    """The second file does not silently win."""
    first, second = tmp_path / "first.toml", tmp_path / "second.toml"
    first.write_text(MINE)
    second.write_text(MINE)
    with pytest.raises(CardError, match=r"second\.toml, card sources\.our-lab: the name is already taken in"):
        load_catalog(first, second)


def test_the_catalog_cannot_be_changed(catalog: Catalog) -> None:
    """Cards are values, not a registry."""
    with pytest.raises(TypeError):
        catalog.accelerators["mine"] = catalog.accelerator("h100")  # type: ignore[index]


def test_a_packaged_card_read_by_itself_is_the_card_read_with_all_others(catalog: Catalog, tmp_path: Path) -> None:
    none = tmp_path / "none.toml"
    none.write_text("", encoding="utf-8")  # with a file of the reader's, all are read at once, and their names checked
    at_once = load_catalog(none)
    assert list(catalog.names) == list(at_once.cards)
    assert dict(catalog.sources) == dict(at_once.sources)
    assert dict(catalog.cards) == dict(at_once.cards)


def test_reading_the_catalog_needs_no_sympy() -> None:
    """`derive cards` starts fast."""
    code = "import sys, derivations.sources.catalog as l; l.load_catalog(); print('sympy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_a_figure_without_a_source_is_the_readers_own(tmp_path: Path) -> None:
    """In a reader's file; a packaged figure needs a source."""
    entry = {
        "title": "My chip", "compute": {"bf16": {"number": 100, "unit": "TFLOP/s/GPU"}},
        "bandwidth": {"number": 2, "unit": "TB/s/GPU"}, "capacity": {"number": 64, "unit": "GB/GPU"},
    }
    place = Place("accelerators.toml", "accelerators.mychip")
    with pytest.raises(CardError, match=r"key compute\.bf16: the source is missing; name one for the figure"):
        read_accelerator("mychip", entry, place, {})
    own = read_accelerator("mychip", entry, place, {}, READERS_OWN).bandwidth
    assert (own.source.label, own.is_unverified) == ("the reader's own (unverified)", True)
