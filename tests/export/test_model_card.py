"""Cards of counted models: they read as card files, with the numbers that were counted; what is not known stays out."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from derivations import derive
from derivations.document.counted_model import ShownCount
from derivations.export.model_card import model_card, shown_count
from derivations.sources.card import Model
from derivations.sources.catalog import load_catalog
from derivations.sources.counted_model import CountedModel, count_model
from derivations.sources.model_configuration import read_configuration

FOLDER = Path(__file__).parents[1] / "sources" / "configurations"
NAMES = [file.stem for file in sorted(FOLDER.glob("*.json"))]
# by their packaged cards
SAME_CACHE = {"DeepSeek-V3": "deepseek-v3", "Qwen3-235B-A22B": "qwen3-235b", "gpt-oss-120b": "gpt-oss-120b",
              "Llama-4-Maverick-17B-128E-Instruct": "llama-4-maverick", "gemma-4-31B-it": "gemma-4-31b",
              "Qwen3.5-397B-A17B": "qwen3.5-397b", "DeepSeek-V3.2": "deepseek-v3.2", "MiniMax-M2.5": "minimax-m2.5"}


def counted(name: str) -> CountedModel:
    """The model of a configuration."""
    return count_model(read_configuration(FOLDER / f"{name}.json"))


def shown(name: str) -> ShownCount:
    """The same with the name of its card."""
    return shown_count(counted(name), load_catalog().names)


def card(found: ShownCount, folder: Path) -> Model:
    """Its card, written and read by the project's own reader."""
    file = folder / "my.toml"
    file.write_text(model_card(found), encoding="utf-8")
    return load_catalog(file).model(found.name)


@pytest.mark.some(8)
@pytest.mark.parametrize("name", NAMES)
def test_a_card_reads_back_with_what_was_counted(name: str, tmp_path: Path) -> None:
    """Of every type: parameters, layers, experts, each count of the attention, and the format of the weights."""
    found = shown(name)
    read, model = card(found, tmp_path), found.counted
    assert (read.title, read.total.number, read.active.number) == (name, model.total, model.active)
    assert read.width is not None
    assert (read.layers.number, read.width.number) == (model.layers, model.width)
    figures = {key: figure.number for key, figure in read.attention_figures.items()}
    assert figures == {**model.attention, **({"state": model.state.held} if model.state else {})}
    assert (read.weights, read.experts is None) == (model.weights.format, model.experts is None)
    assert all(figure.is_unverified for figure in read.figures)
    assert read.train_tokens is None
    assert "counted from the configuration" in read.total.meaning


@pytest.mark.some(2)
@pytest.mark.parametrize("name", SAME_CACHE)
def test_a_token_leaves_as_much_as_on_the_packaged_card(name: str, tmp_path: Path) -> None:
    """Stored, read, in windows and in states."""
    own, packaged = card(shown(name), tmp_path), load_catalog().model(SAME_CACHE[name])
    for form in ("bf16", "fp8"):
        assert own.stored_bytes_per_token(form).number == packaged.stored_bytes_per_token(form).number
        assert own.read_bytes_per_token(form).number == packaged.read_bytes_per_token(form).number
        assert own.fixed_bytes_per_sequence(form).number == packaged.fixed_bytes_per_sequence(form).number
        assert own.window_bytes_per_token(form).number == packaged.window_bytes_per_token(form).number
    assert (own.attention_work and own.attention_work.number) == (
        packaged.attention_work and packaged.attention_work.number)


@pytest.mark.long
def test_a_counted_card_derives(tmp_path: Path) -> None:
    """What rests on it is what rests on the packaged card, but for the digits that a publisher rounds."""
    found = shown("Llama-3.1-70B")
    card(found, tmp_path)
    own = derive("kv-bytes", model=found.name, catalog=[tmp_path / "my.toml"]).result.value
    packaged = derive("kv-bytes", model="llama-3.1-70b").result.value
    assert own is not None
    assert packaged is not None
    assert abs(own / packaged - 1) < Fraction(1, 1000)


def test_a_name_that_is_taken_is_not_taken_again() -> None:
    """Names of packaged cards are in no reader's file."""
    assert shown("Qwen3-32B").name == "qwen3-32b-counted"
    again = shown_count(counted("Qwen3-32B"), ["QWEN3-32B", "qwen3-32b-counted", "qwen3-32b-counted-2"])
    assert again.name == "qwen3-32b-counted-3"
    assert shown_count(counted("Qwen3-32B"), [], "模型").name == "my-model"


@pytest.mark.some(3)
@pytest.mark.parametrize("title", ['a"b', "a\nb = 1\n[models.x]", "\x1b[0m\x7f", "x" * 500, "\\", "'''", "# a", "–é"])
def test_no_name_breaks_the_file(title: str, tmp_path: Path) -> None:
    """It is one line in comments, and a text in the tables."""
    found = shown_count(counted("Llama-3.1-8B"), (), title)
    assert card(found, tmp_path).total.number == found.counted.total
    assert list(tomllib.loads(model_card(found))) == ["sources", "models"]


def test_no_text_of_a_configuration_breaks_the_file(tmp_path: Path) -> None:
    """Method, dtype and names of parts are told as well."""
    keys = json.loads((FOLDER / "gemma-3-4b-it.json").read_text(encoding="utf-8"))
    odd = 'a"\n[models.x]\nb = "\x1b'
    file = tmp_path / "config.json"
    for changes in ({"torch_dtype": odd}, {"quantization_config": {"quant_method": odd}}, {f"vision{odd}": {}},
                    {"_name_or_path": odd}):
        file.write_text(json.dumps({**keys, **changes}), encoding="utf-8")
        found = shown_count(count_model(read_configuration(file)), ())
        assert card(found, tmp_path).total.number == found.counted.total
        assert list(tomllib.loads(model_card(found))) == ["sources", "models"]


def test_what_is_not_in_a_configuration_is_named() -> None:
    """And stays behind a sign of comment, without a number."""
    text = model_card(shown("Mixtral-8x7B-v0.1"))
    assert "# Not in a configuration, so not on the card: pre-training tokens, the release date" in text
    assert '#train_tokens = "... tokens"' in text
    assert '#date = ' in text


def test_the_name_is_compared_with_the_count() -> None:
    """A difference above three percent is told as one, and its count without the tables beside it."""
    near = model_card(shown("Qwen3-235B-A22B"))
    assert "# The name says 235B in all, and 235.1 billion are counted: 0.04% more." in near
    text = model_card(shown("Qwen3-Next-80B-A3B"))
    assert "# The name says A3B used for a token, but 3.875 billion are counted: 29% more." in text
    assert "without the embedding table, of which it reads a row: 3.564 billion" in text
    wrong = replace(shown("Llama-3.1-8B"), title="Llama-70B")
    assert "The name says 70B in all, but 8.03 billion are counted: 89% less." in model_card(wrong)


def test_a_cache_that_does_not_grow_is_said() -> None:
    """As claims about it have no number."""
    for name in ("mamba-2.8b-hf", "Mistral-7B-v0.1"):
        assert "# No layer has a cache that grows with the context" in model_card(shown(name))
