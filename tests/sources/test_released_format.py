"""The number format of the weights, as the methods of quantization write it."""

from __future__ import annotations

from typing import Any

import pytest

from derivations.sources.model_configuration import Configuration
from derivations.sources.released_format import released_format


def read(said: Any, layers: int = 2) -> Configuration:
    """A configuration with that quantization."""
    keys = {"num_hidden_layers": layers, "quantization_config": said}
    return Configuration("config.json", "llama", keys, keys)


def group(kind: str, bits: int) -> dict[str, Any]:
    """A group of modules as compressed-tensors writes it."""
    return {"targets": ["Linear"], "weights": {"num_bits": bits, "type": kind}}


@pytest.mark.parametrize(
    ("said", "form"),
    [
        ({"quant_method": "fp8"}, "fp8"), ({"quant_method": "mxfp4"}, "fp4"),
        ({"quant_method": "awq", "bits": 4}, "int4"), ({"quant_method": "gptq", "bits": 8}, "int8"),
        ({"quant_method": "gptq", "bits": 3}, ""), ({"quant_method": "gptq", "bits": [4]}, ""),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, "int4"),
        ({"quant_method": "modelopt", "quant_algo": "NVFP4"}, "fp4"), ({"quant_method": ["fp8"]}, ""),
        ({"quant_method": "compressed-tensors", "config_groups": {"group_0": group("int", 4)}}, "int4"),
        ({"quant_method": "compressed-tensors", "config_groups": {"a": group("float", 8), "b": group("int", 4)}}, ""),
        ({"quant_method": "compressed-tensors", "config_groups": [3]}, ""), ({"quant_method": "new"}, ""),
    ],
)
def test_the_format_by_its_method(said: dict[str, Any], form: str) -> None:
    """None of the cards' where the method is not known, or where there are several."""
    found = released_format(read(said))
    assert found is not None
    assert found.format == form


def test_nothing_is_said_without_a_method() -> None:
    """So that the weights are as the file names its numbers."""
    for said in (None, {}, [], "fp8"):
        assert released_format(read(said)) is None


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        (["model.layers.*.self_attn", "model.layers.*.mlp.router", "lm_head"], {"attn"}), (["gate", "lm_head"], set()),
        (["re:.*self_attn.*", "re:.*shared_experts.*", r"re:.*mlp\.(gate|up)_proj.*"], {"attn", "shared", "mlp"}),
        (["model.layers.0.mlp.gate"], set()),
        (["model.layers.0.self_attn.q_proj"], set()), ("self_attn", set()), ([3, None], set()),
        (["model.layers.0.self_attn.q_proj", "model.layers.1.self_attn.q_proj"], {"attn"}),
    ],
)
def test_what_is_kept_in_a_wider_format(kept: Any, words: set[str]) -> None:
    """Modules by a pattern, or by name in every layer; a router is not the part that it stands in."""
    found = released_format(read({"quant_method": "fp8", "modules_to_not_convert": kept}))
    assert found is not None
    assert found.kept == words
