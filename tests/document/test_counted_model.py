"""A counted model as a document, as data and as rows."""

from __future__ import annotations

from pathlib import Path

from derivations.document.counted_model import COUNT, ShownCount, in_words
from derivations.document.forms import written
from derivations.sources.counted_model import count_model
from derivations.sources.model_configuration import read_configuration

FOLDER = Path(__file__).parents[1] / "sources" / "configurations"


def shown(name: str, title: str = "") -> ShownCount:
    """A configuration counted under a title."""
    return ShownCount(count_model(read_configuration(FOLDER / f"{name}.json")), "card", title or name)


def test_a_dense_model_has_one_column() -> None:
    """What is used for a token is all of it."""
    assert COUNT.rows(shown("Llama-3.1-8B")).head == ("part", "parameters")
    assert COUNT.rows(shown("Mixtral-8x7B-v0.1")).head == ("part", "parameters", "used for a token")
    assert "Used for a token without" not in written(COUNT.document(shown("Llama-3.1-8B")))


def test_the_parts_add_up() -> None:
    """To the last row, in the table as in the data."""
    for name in ("DeepSeek-V3", "Qwen3.5-397B-A17B", "gemma-2-9b"):
        data = COUNT.data(shown(name))
        assert sum(part["total"] for part in data["parts"]) == data["total"]
        assert sum(part["active"] for part in data["parts"]) == data["active"]
        assert f"{data['total']:,}" in written(COUNT.document(shown(name)))


def test_a_far_name_is_a_warning() -> None:
    """And a near one is no more than a line."""
    roles = {line.text: line.role for line in COUNT.document(shown("Llama-3.1-8B", "Llama-9B")).lines}
    assert roles["The name says 9B in all, but 8.03 billion are counted: 11% less."] == "warning"
    near = {line.text: line.role for line in COUNT.document(shown("Llama-3.1-8B")).lines}
    assert near["The name says 8B in all, and 8.03 billion are counted: 0.38% more."] == ""
    rounded = written(COUNT.document(shown("Mistral-7B-v0.1")))
    assert "but 7.242 billion are counted: 3.5% more, which rounds to it." in rounded


def test_numbers_in_words() -> None:
    """As people say them."""
    assert [in_words(count) for count in (999, 1_500_000, 1_040_000_000_000)] == ["999", "1.5 million", "1.04 trillion"]
