"""The cards: every number with its source, and the ridge from the derivation."""

import json

import pytest

from derivations import UnknownNameError, load_catalog
from derivations.catalog.loader import Catalog
from derivations.render.cards import accelerators_table, card_json, card_lines, cards_json, cards_lines, models_table


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    """The packaged cards."""
    return load_catalog()


def test_both_tables_hold_every_card(catalog: Catalog) -> None:
    """By the name that an option takes."""
    assert [row[0] for row in accelerators_table(catalog).rows] == list(catalog.accelerators)
    assert [row[0] for row in models_table(catalog).rows] == list(catalog.models)


def test_the_ridge_of_every_card_in_every_format(catalog: Catalog) -> None:
    """r for every card, derived and not typed."""
    ridges = {row[0]: row[-1] for row in accelerators_table(catalog).rows}
    assert ridges["h100"] == "bf16 295.2, fp8 295.4"
    assert ridges["b200"] == "bf16 292.2, fp8 292.2, fp4 292.2"
    assert ridges["b300"] == "bf16 290.3, fp8 290.3, fp4 451.6"
    for name, chip in catalog.accelerators.items():
        assert all(form in ridges[name] for form in chip.compute)


@pytest.mark.parametrize("name", ["h100", "b300", "deepseek-v3", "mixtral-8x7b"])
def test_a_card_shows_every_figure_with_its_source_and_what_others_say(catalog: Catalog, name: str) -> None:
    """Conflicts are kept side by side."""
    text = "\n".join(card_lines(catalog, name))
    card = catalog.accelerators.get(name) or catalog.models[name]
    for figure in card.figures:
        assert figure.key in text
        for recorded in figure.recorded:
            assert str(recorded) in text
            assert recorded.source.title in text


def test_an_unknown_card_is_named(catalog: Catalog) -> None:
    """With the nearest."""
    with pytest.raises(UnknownNameError, match="deepseek-v3"):
        card_lines(catalog, "deepseek-v4")


def test_cards_as_plain_data(catalog: Catalog) -> None:
    """Exact numbers in the unit beside them, meaning, source and date, conflicts, and the derived ridge."""
    data = cards_json(catalog)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert set(data) == {"accelerators", "models"}
    h100 = card_json(catalog, "h100")
    assert h100 in data["accelerators"]
    (bandwidth,) = [figure for figure in h100["figures"] if figure["key"] == "bandwidth"]
    assert (bandwidth["exact"], bandwidth["unit"]) == ("67/20", "TB/s/GPU")
    assert {"value", "meaning", "source", "url", "standing", "date", "conflicts"} <= set(bandwidth)
    assert bandwidth["conflicts"]
    assert h100["ridge"]["bf16"] == pytest.approx(295.22, abs=0.01)
    assert card_json(catalog, "deepseek-v3")["kv_bytes_per_token"]["bf16"] == 70272.0


def test_the_overview_says_how_to_see_one_card(catalog: Catalog) -> None:
    """At its end."""
    assert "derive cards NAME" in cards_lines(catalog)[-1]
