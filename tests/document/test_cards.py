"""The cards: four tables, every number with its source, and what follows from a card, from the derivation."""

import json
from pathlib import Path

import pytest

from derivations import UnknownNameError, load_catalog
from derivations.document.cards import (
    LEGEND,
    UNSURE,
    ShownCards,
    accelerators_table,
    card_json,
    cards_document,
    cards_json,
    models_table,
    prices_table,
    tiers_table,
)
from derivations.sources.catalog import Catalog
from derivations.writers.terminal import write as text

from .texts import card_text, cards_text

UNSTATED = """
[accelerators.memory-only]
title = "Memory only"
source = "general-knowledge"
compute = "not known"
bandwidth = { number = 20, unit = "TB/s/GPU" }
capacity = { number = 400, unit = "GB/GPU" }
"""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The packaged cards."""
    return load_catalog()


@pytest.fixture
def unstated(tmp_path: Path) -> Catalog:
    """The packaged cards and an accelerator whose rates nobody has stated."""
    path = tmp_path / "my.toml"
    path.write_text(UNSTATED)
    return load_catalog(path)


def joined(text: str) -> str:
    """The words of wrapped lines in one line."""
    return " ".join(text.split())


def test_the_tables_hold_every_card(catalog: Catalog) -> None:
    """By the name that an option takes."""
    tables = (accelerators_table(catalog), models_table(catalog), prices_table(catalog), tiers_table(catalog))
    assert [row[0] for table in tables for row in table.rows if row[0]] == list(catalog.names)
    for table in tables:
        assert {len(row) for row in table.rows} == {len(table.head)}


def test_the_overview_fits_a_hundred_columns(catalog: Catalog) -> None:
    """No line is longer, and the name of every card stands in one piece before its numbers."""
    lines = cards_text(catalog).splitlines()
    assert max(map(len, lines)) <= 100
    firsts = {line.split()[0] for line in lines if line}
    assert set(catalog.names) <= firsts


def test_the_index_names_every_card_once_on_a_screen_or_two(catalog: Catalog) -> None:
    """A row an accelerator and a model; of price lists and memory tiers the names."""
    told = text(cards_document(ShownCards(catalog)))
    assert all(told.replace(",", " ").split().count(name) >= 1 for name in catalog.names)
    assert len(told.splitlines()) <= 75
    assert max(map(len, told.splitlines())) <= 100
    assert "`derive cards --full` tables of all" in joined(told)


def test_the_ridge_of_every_card_in_every_format(catalog: Catalog) -> None:
    """r for every card, derived and not typed."""
    ridges: dict[str, dict[str, str]] = {}
    name = ""
    for row in accelerators_table(catalog).rows:
        name = row[0] or name
        ridges.setdefault(name, {})[row[-3]] = row[-1]
    assert ridges["h100"] == {"bf16": "295.2", "fp8": "295.4"}
    assert ridges["b200"] == {"bf16": "292.2", "fp8": "292.2", "fp4": "292.2"}
    assert ridges["b300"] == {"bf16": "290.3", "fp8": "290.3", "fp4": "451.6"}
    for chip in catalog.accelerators.values():
        assert list(ridges[chip.name]) == list(chip.compute)


def test_the_first_rows_of_each_kind(catalog: Catalog) -> None:
    """What a reader looks for first: memory and drain; parameters and cache; prices; capacity and drain."""
    (h200,) = (row for row in accelerators_table(catalog).rows if row[0] == "h200")
    assert h200[2:] == ("141 GB", "4.8 TB/s", "29.38 ms", "bf16", "989", "206")
    (v32,) = (row for row in models_table(catalog).rows if row[0] == "deepseek-v3.2")
    assert v32[2:] == ("671", "37", "18.14", "85.89 kB", "15.62 kB")
    (sonnet,) = (row for row in prices_table(catalog).rows if row[0] == "claude-sonnet-4.5-prices")
    assert sonnet[1:] == ("3", "15", "0.3", "3.75", "6", "200k", "6 / 22.5", "—")
    (flash,) = (row for row in tiers_table(catalog).rows if row[0] == "micron-9550-7.68tb")
    assert flash[2:] == ("flash", "7.68 TB", "14 GB/s", "9.143 min")


def test_unverified_numbers_are_marked_and_the_mark_is_explained(catalog: Catalog) -> None:
    """The number itself, and what is computed from it."""
    rows = {row[0]: row for row in accelerators_table(catalog).rows if row[0]}
    assert rows["h800"][2:] == ("80 GB?", "3.35 TB/s?", "23.88 ms?", "bf16", "989?", "295.2?")
    assert UNSURE not in "".join(rows["h100"])
    tiers = {row[0]: row for row in tiers_table(catalog).rows}
    assert tiers["hdd-32tb"][3:] == ("32 TB", "285 MB/s?", "31.19 h?")
    models = {row[0]: row for row in models_table(catalog).rows}
    assert models["minimax-m2.5"][2:5] == ("230?", "10?", "23?")
    assert LEGEND in cards_text(catalog)
    assert UNSURE in LEGEND


def test_rates_that_nobody_stated_are_told(unstated: Catalog) -> None:
    """In the table, on the card and as data."""
    (row,) = (row for row in accelerators_table(unstated).rows if row[0] == "memory-only")
    assert row[2:] == ("400 GB?", "20 TB/s?", "20 ms?", "not known", "—", "—")
    assert "drain = 20 ms" in joined(card_text(unstated, "memory-only"))
    assert card_json(unstated, "memory-only")["ridge"] == {}


@pytest.mark.parametrize(
    "name", ["h100", "b300", "mi455x", "deepseek-v3", "mixtral-8x7b", "grok-4-prices", "host-ram-pcie5"]
)
def test_a_card_shows_every_figure_with_its_source_and_what_others_say(catalog: Catalog, name: str) -> None:
    """Conflicts are kept side by side."""
    text = joined(card_text(catalog, name))
    for figure in catalog.card(name).figures:
        assert f"{figure.key} {figure}" in text
        for recorded in figure.recorded:
            assert str(recorded) in text
            assert recorded.meaning in text
            assert recorded.source.label in text
            assert recorded.source.url in text
        for other in figure.conflicts:
            assert f"also {other}: {other.meaning}" in text


def test_an_address_is_given_once(catalog: Catalog) -> None:
    """Below the numbers, however many of them it stands behind."""
    text = card_text(catalog, "h100")
    assert text.count("https://github.com/ai-dynamo/aiconfigurator") == 1


def test_what_follows_from_a_card_is_told_with_it(catalog: Catalog) -> None:
    """Ridge and drain; stored, read and fixed bytes; ratios of prices."""
    h100 = joined(card_text(catalog, "h100"))
    assert "r = 295.2 tokens in bf16" in h100
    assert "drain = 23.88 ms" in h100
    v4 = joined(card_text(catalog, "deepseek-v4-pro"))
    assert "sparsity = 32.65" in v4
    assert "stored = 9,848 bytes per token in bf16 and fp16, 4,924 bytes per token in fp8 and int8" in v4
    assert "read = 2,168 bytes per token in bf16 and fp16, 1,084 bytes per token in fp8 and int8" in v4
    assert "fixed = 39.45 MB per sequence in bf16 and fp16" in v4
    assert "fixed = 0: nothing" in joined(card_text(catalog, "deepseek-v3"))
    prices = joined(card_text(catalog, "gemini-3.1-pro-prices"))
    for ratio in ("output/input = 6:", "cached_input/input = 0.1:", "long_input/input = 2:", "long_output/output = 1."):
        assert ratio in prices
    assert "drain = 19.49 h" in joined(card_text(catalog, "hdd-20tb"))


def test_every_card_can_be_shown(catalog: Catalog) -> None:
    """None fails, and each says of what kind it is."""
    for name in catalog.names:
        first = card_text(catalog, name).splitlines()[0]
        assert first.endswith((", accelerator", ", model", ", price list", ", memory tier"))


def test_an_unknown_card_is_named(catalog: Catalog) -> None:
    """With the nearest."""
    with pytest.raises(UnknownNameError, match="did you mean deepseek-v3 or deepseek-v2 or deepseek-v4-pro"):
        card_text(catalog, "deepseek-v4")
    with pytest.raises(UnknownNameError, match="did you mean h100"):
        card_json(catalog, "h10")


def test_cards_as_plain_data(catalog: Catalog) -> None:
    """Exact numbers in the unit beside them, meaning, source and date, conflicts, and the derived ridge."""
    data = cards_json(ShownCards(catalog))
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert set(data) == {"accelerators", "models", "prices", "tiers"}
    h100 = card_json(catalog, "h100")
    assert h100 in data["accelerators"]
    (bandwidth,) = [figure for figure in h100["figures"] if figure["key"] == "bandwidth"]
    assert (bandwidth["exact"], bandwidth["unit"]) == ("67/20", "TB/s/GPU")
    assert {"value", "meaning", "source", "url", "standing", "date", "conflicts"} <= set(bandwidth)
    assert bandwidth["conflicts"]
    assert h100["ridge"]["bf16"] == pytest.approx(295.22, abs=0.01)
    assert h100["drain_s"] == pytest.approx(0.02388, abs=0.00001)


def test_what_follows_from_models_prices_and_tiers_as_plain_data(catalog: Catalog) -> None:
    """In base units, by number format or by name."""
    assert card_json(catalog, "deepseek-v3")["kv_bytes_per_token"]["bf16"] == 70272.0
    v4 = card_json(catalog, "deepseek-v4-pro")
    assert (v4["kv_bytes_per_token"]["fp8"], v4["read_bytes_per_token"]["fp8"]) == (4924.0, 1084.0)
    assert v4["fixed_bytes_per_sequence"]["fp4"] == 9_863_168.0
    assert card_json(catalog, "claude-opus-4.6-prices")["ratios"]["fast_output/output"] == 6.0
    tier = card_json(catalog, "ddr5-3tb")
    assert (tier["kind"], tier["memory"]) == ("memory tier", "DRAM")
    assert tier["drain_s"] == pytest.approx(4.883, abs=0.001)


def test_the_overview_says_how_to_see_one_card(catalog: Catalog) -> None:
    """At its end."""
    assert "derive cards NAME" in cards_text(catalog).splitlines()[-1]
