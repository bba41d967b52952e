"""Names of models: where they are found, and the sizes in them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from derivations.sources.counted_model import count_model
from derivations.sources.model_configuration import read_configuration
from derivations.sources.model_name import name_of, sizes_in

LLAMA = count_model(read_configuration(Path(__file__).parent / "configurations" / "Llama-3.1-8B.json"))


@pytest.mark.parametrize(
    ("name", "total", "active"),
    [
        ("Qwen3-235B-A22B", "235B", "A22B"), ("Llama-3.1-8B-Instruct", "8B", ""), ("gpt-oss-120b", "120b", ""),
        ("Mixtral-8x7B-v0.1", "", ""), ("Llama-4-Scout-17B-16E", "", "17B"), ("Qwen1.5-MoE-A2.7B", "", "A2.7B"),
        ("SmolLM2-135M", "135M", ""), ("DeepSeek-V3", "", ""), ("Kimi-1T", "1T", ""), ("Nemotron_H_8B", "8B", ""),
        ("Qwen2.5-7B-Instruct-1M", "7B", ""), ("gemma-3n-E4B", "", ""), ("0B", "", ""), ("", "", ""),
    ],
)
def test_sizes_in_a_name(name: str, total: str, active: str) -> None:
    """All parameters and active ones; eight experts of 7B are no size of a model, and that of Llama 4 is active."""
    found = {size.active: size.written for size in sizes_in(name)}
    assert (found.get(False, ""), found.get(True, "")) == (total, active)


def test_a_difference_is_far_above_three_percent() -> None:
    """Of what the name says, in both directions."""
    [size] = sizes_in("32B")
    assert size.parameters == 32 * 10**9
    assert size.difference(32_320_000_000) == Fraction(1, 100)
    assert [size.is_far(count * 10**7) for count in (3103, 3104, 3296, 3297)] == [True, False, False, True]
    [small] = sizes_in("0.6B")
    assert [small.rounds_to(count * 10**6) for count in (549, 550, 650, 651)] == [False, True, True, False]


@pytest.mark.parametrize(
    ("file", "path", "given", "name"),
    [
        ("config.json", "", "My model", "My model"), ("Qwen3-32B.json", "meta/x", "", "Qwen3-32B"),
        ("config.json", "meta-llama/Llama-3.1-8B", "", "Llama-3.1-8B"), ("a/Qwen3-8B/config.json", "", "", "Qwen3-8B"),
        ("Downloads/config (1).json", "", "", "llama model"), ("Qwen--Qwen3-32B_config.json", "", "", "Qwen3-32B"),
        ("hub/models--Qwen--Qwen3-4B/snapshots/1a2b/config.json", "", "", "Qwen3-4B"),
        ("config.json", "C:\\models\\Yi-34B", "", "Yi-34B"), ("config.json", "/", "\n", "llama model"),
    ],
)
def test_where_a_name_is_found(file: str, path: str, given: str, name: str) -> None:
    """The given one, that of the file, the one in it, and the folders around it, if they say a size."""
    assert name_of(replace(LLAMA, file=file, path=path), given) == name
