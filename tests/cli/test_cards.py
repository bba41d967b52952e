"""The command `derive cards`: templates of a reader's own cards, and a model's card from its configuration."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.export.card_template import TEMPLATES

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`
CONFIGURATIONS = Path(__file__).parents[1] / "sources" / "configurations"


def test_a_template_is_a_card_file(command: Command, tmp_path: Path) -> None:
    """Printed alone, so that it can be written to a file, and named with --catalog."""
    file = tmp_path / "my.toml"
    for kind in TEMPLATES:
        file.write_text(command("cards", "--template", kind).out, encoding="utf-8")
        told = command("cards", f"my-{kind}", "--catalog", str(file)).out
        assert "the reader's own (unverified)" in told


def test_a_template_comes_alone(command: Command) -> None:
    """No card beside it, no other form, and no other kind."""
    command("cards", "--template", "chip").refused("unknown template 'chip'")
    command("cards", "h100", "--template", "model").refused("--template is a file to fill in")
    command("cards", "--csv", "--template", "model").refused("--template is a file to fill in")


def test_a_model_is_counted_from_its_configuration(command: Command, tmp_path: Path) -> None:
    """The card is written, the count is told, and the command that is told next takes the card."""
    file = tmp_path / "my.toml"
    done = command("cards", "--from", str(CONFIGURATIONS / "Qwen3-235B-A22B.json"), "-o", str(file))
    assert done.code == 0
    assert "in all     235,093,634,560  22,190,763,520" in done.out
    assert "The name says 235B in all, and 235.1 billion are counted: 0.04% more." in done.out
    assert f"wrote {file}: derive show kv-bytes --catalog {file} --model qwen3-235b-a22b" in done.err
    told = command("cards", "qwen3-235b-a22b", "--catalog", str(file)).out
    assert "stored = 192.5 kB per token in bf16" in told
    assert "Configuration of Qwen3-235B-A22B" in told
    shown = command("show", "kv-bytes", "--brief", "--catalog", str(file), "--model", "qwen3-235b-a22b")
    assert (shown.code, "compared with 190 kB that the model stores" in shown.out) == (0, True)


def test_a_counted_card_is_printed_alone(command: Command, tmp_path: Path) -> None:
    """Without -o, so that it can be written to a file; the name is that of --name."""
    done = command("cards", "--from", str(CONFIGURATIONS / "Llama-3.1-8B.json"), "--name", "Mine 70B")
    assert (done.code, done.err) == (0, "")
    assert "# The name says 70B in all, but 8.03 billion are counted: 89% less." in done.out
    file = tmp_path / "my.toml"
    file.write_text(done.out, encoding="utf-8")
    assert "8.03" in command("cards", "mine-70b", "--catalog", str(file)).out


def test_a_count_in_other_forms(command: Command, tmp_path: Path) -> None:
    """Plain data, rows and Markdown of what was counted."""
    words = ("cards", "--from", str(CONFIGURATIONS / "gpt-oss-20b.json"), "--force", "-o", str(tmp_path / "my.toml"))
    data = json.loads(command(*words, "--json").out)
    assert (data["total"], data["named"][0]["far"], data["card"]) == (20_914_757_184, True, "gpt-oss-20b-counted")
    assert sum(part["active"] for part in data["parts"]) == data["active"]
    assert command(*words, "--csv").out.splitlines()[-1].startswith("in all,20914757184")
    assert "| in all | 20,914,757,184 | 4,187,440,704 |" in command(*words, "--to", "markdown").out


def test_a_card_without_a_growing_cache_is_shown(command: Command, tmp_path: Path) -> None:
    """The command that is told next has an answer, too."""
    file = tmp_path / "my.toml"
    done = command("cards", "--from", str(CONFIGURATIONS / "mamba-2.8b-hf.json"), "-o", str(file))
    assert f"derive cards --catalog {file} mamba-2.8b-hf" in done.err
    assert "a state of 20.97 MB per sequence" in command("cards", "--catalog", str(file), "mamba-2.8b-hf").out


def test_options_of_a_configuration_are_its_own(command: Command, tmp_path: Path) -> None:
    """And no file is replaced unasked, least of all the one that is read."""
    source = tmp_path / "config.json"
    source.write_bytes((CONFIGURATIONS / "Llama-3.1-8B.json").read_bytes())
    given = ("cards", "--from", str(source))
    command(*given, "--template", "model").refused("leave --template and the name of a card out")
    command(*given, "h100").refused("leave --template and the name of a card out")
    command(*given, "--json").refused("give -o FILE to write it")
    command("cards", "--name", "x").refused("--name, -o and --force go with --from")
    command("cards", "-o", str(tmp_path / "my.toml")).refused("--name, -o and --force go with --from")
    command(*given, "-o", str(source)).refused("give --force to replace it")
    command(*given, "-o", str(source), "--force").refused("is read for this")
    assert json.loads(source.read_text(encoding="utf-8"))["hidden_size"] == 4096


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "not a list"), ("{", "no valid JSON"), ('{"model_type": "llama", "d": NaN}', "NaN is no number"),
        ('{"model_type": "bert", "hidden_size": 8}', "the layers of model_type 'bert' are not known"),
        ('{"model_type": "llama", "num_hidden_layers": "8"}', "expected a whole number, not a text"),
        ('{"model_type": "llama", "num_hidden_layers": -8}', "expected a whole number from 1"),
    ],
)
def test_a_wrong_configuration_is_one_line(command: Command, tmp_path: Path, text: str, words: str) -> None:
    """And nothing is written."""
    source = tmp_path / "config.json"
    source.write_text(text, encoding="utf-8")
    command("cards", "--from", str(source), "-o", str(tmp_path / "my.toml")).refused(words)
    assert not (tmp_path / "my.toml").exists()
    command("cards", "--from", str(tmp_path / "none.json")).refused("cannot be read")
