"""Templates of card files: they read as they stand, and with every field that may be given."""

import re
from pathlib import Path

import pytest

from derivations import UnknownNameError, derive
from derivations.export.card_template import TEMPLATES, card_template
from derivations.sources.catalog import READERS_OWN, load_catalog
from derivations.sources.keys import ACCELERATOR, ATTENTION, MEMORY_TIER, MODEL, PRICE_LIST

KEYS = {"accelerator": ACCELERATOR, "model": MODEL, "prices": PRICE_LIST, "tier": MEMORY_TIER}


def written(kind: str, folder: Path, *, whole: bool = False) -> Path:
    """The template in a file; if `whole`, with the fields that may be left out."""
    text = card_template(kind, load_catalog())
    file = folder / f"{kind}.toml"
    file.write_text(re.sub(r"(?m)^#(?=[a-z[])", "", text) if whole else text, encoding="utf-8")
    return file


@pytest.mark.parametrize("kind", TEMPLATES)
def test_a_template_reads_as_it_stands(tmp_path: Path, kind: str) -> None:
    """Its numbers are the reader's own, until a source is named."""
    card = load_catalog(written(kind, tmp_path)).card(f"my-{kind}")
    assert {figure.source for figure in card.figures} == {READERS_OWN}


@pytest.mark.parametrize("kind", TEMPLATES)
def test_every_field_may_be_given(tmp_path: Path, kind: str) -> None:
    """The source as well."""
    card = load_catalog(written(kind, tmp_path, whole=True)).card(f"my-{kind}")
    assert {figure.source.key for figure in card.figures} == {"my-sheet"}
    figures = {figure.key.partition(".")[0] for figure in card.figures}
    assert figures >= {name for name, key in KEYS[kind].known.items() if key is not None}


@pytest.mark.parametrize("kind", TEMPLATES)
def test_every_field_is_explained(kind: str) -> None:
    """By the meaning that a card prints."""
    text = card_template(kind, load_catalog())
    keys = {**KEYS[kind].known, **(ATTENTION if kind == "model" else {})}
    for name, key in keys.items():
        assert key is None or f"# {key.meaning}" in text, name


def test_a_filled_template_derives(tmp_path: Path) -> None:
    """An accelerator and a model of one's own."""
    cards = [written(kind, tmp_path) for kind in ("accelerator", "model")]
    own = derive("optimal-batch", accelerator="my-accelerator", model="my-model", catalog=cards)
    assert own.result.value == derive("optimal-batch", accelerator="h100", model="mixtral-8x7b").result.value


def test_another_kind_is_refused() -> None:
    """With those that there are."""
    with pytest.raises(UnknownNameError, match="unknown template 'chip'; known: accelerator"):
        card_template("chip", load_catalog())
