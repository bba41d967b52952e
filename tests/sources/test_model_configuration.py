"""Configurations read: the language model in a file for several media, and files that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from derivations.errors import CardError
from derivations.sources.model_configuration import on_one_line, read_configuration


def written(folder: Path, text: str) -> Path:
    """A file with that text."""
    file = folder / "config.json"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_language_model_of_several_media(tmp_path: Path) -> None:
    """Its keys are those of a part, and an error names them so; what the part lacks stands in the whole."""
    whole = {
        "model_type": "mistral3", "tie_word_embeddings": True, "quantization_config": {"quant_method": "fp8"},
        "text_config": {"model_type": "mistral", "hidden_size": "wide"}, "vision_config": {"hidden_size": 7},
    }
    read = read_configuration(written(tmp_path, json.dumps(whole)))
    assert (read.model_type, read.is_tied, read.quantization["quant_method"]) == ("mistral", True, "fp8")
    assert read.other_media == ("vision_config",)
    with pytest.raises(CardError, match=r"key text_config\.hidden_size: expected a whole number"):
        read.count("hidden_size")


def test_a_part_without_a_type_is_of_the_whole(tmp_path: Path) -> None:
    """As older files have it; and parts may be in parts."""
    older = {"model_type": "gemma3", "text_config": {"hidden_size": 8}}
    assert read_configuration(written(tmp_path, json.dumps(older))).model_type == "gemma3"
    deeper = {"model_type": "a", "thinker_config": {"text_config": {"model_type": "b"}}}
    read = read_configuration(written(tmp_path, json.dumps(deeper)))
    assert (read.model_type, read.part) == ("b", "thinker_config.text_config")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no valid JSON"), ("{", "no valid JSON"), ("[1, 2]", "not a list"), ("3", "not 3"), ("null", "not null"),
        ('"llama"', "not a text"), ("{}", "key model_type: this key is missing"),
        ('{"model_type": "llama", "hidden_size": NaN}', "NaN is no number"),
        ('{"model_type": "llama", "hidden_size": -Infinity}', "-Infinity is no number"),
        ('{"model_type": "llama", "hidden_size": ' + "9" * 5000 + "}", "no valid JSON"),
        ("[" * 100_000, "nested too deeply"), ('{"dim": 4096, "n_layers": 32}', "key model_type: this key is missing"),
        (" " * 1_000_001, "larger than 1,000,000 bytes"),
    ],
    ids=range(13),
)
def test_what_is_no_configuration_is_one_line(tmp_path: Path, text: str, words: str) -> None:
    """Which names the file."""
    with pytest.raises(CardError) as refused:
        read_configuration(written(tmp_path, text))
    assert words in str(refused.value)
    assert "config.json" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    """A file that is not there, a folder, bytes, and a file of a gigabyte, of which a megabyte is read."""
    with pytest.raises(CardError, match="cannot be read: No such file"):
        read_configuration(tmp_path / "nothing.json")
    with pytest.raises(CardError, match="cannot be read: "):
        read_configuration(tmp_path)
    file = tmp_path / "config.json"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CardError, match="not UTF-8"):
        read_configuration(file)
    with file.open("wb") as stream:
        stream.truncate(10**9)
    with pytest.raises(CardError, match="larger than 1,000,000 bytes"):
        read_configuration(file)


def test_a_title_is_one_line_that_prints() -> None:
    """Whatever stands in a file."""
    assert on_one_line(" a\n[b]\x1b[0m\u2028 \ud800" + "c" * 99) == "a [b][0m " + "c" * 51
