"""The number format that weights were released in, as the `quantization_config` of a configuration says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from derivations.sources.model_configuration import Configuration, on_one_line

# by method, and by the name of the algorithm in a file of NVIDIA's Model Optimizer
_METHODS = {"fp8": "fp8", "fbgemm_fp8": "fp8", "mxfp4": "fp4"}
_ALGORITHMS = {"FP8": "fp8", "NVFP4": "fp4", "MXFP4": "fp4", "FP8_PB_WO": "fp8", "W4A16_AWQ": "int4"}
_BY_BITS = {("float", 8): "fp8", ("float", 4): "fp4", ("int", 8): "int8", ("int", 4): "int4"}
_LISTS = ("modules_to_not_convert", "ignore", "ignored_layers", "exclude_modules")


@dataclass(frozen=True)
class ReleasedFormat:
    """A number `format` of the cards, or none where the file names none of them; what is `kept` in a wider one.

    `method` is what the file calls it. `kept` are words in the names of modules: "attn", "mlp", "shared".
    """

    method: str
    format: str = ""
    kept: frozenset[str] = frozenset()


def released_format(read: Configuration) -> ReleasedFormat | None:
    """How the weights are stored; None where the file says nothing, so that they are as it names its numbers."""
    said = read.quantization
    if not said:
        return None
    method = on_one_line(str(said.get("quant_method") or said.get("quant_algo") or "a method without a name"))
    kept = [each for key in _LISTS for each in _texts(said.get(key))]
    # a list of modules goes by words, or names them layer by layer
    words = frozenset(
        word for word in ("attn", "mlp", "shared", "experts") if _is_kept(word, kept, read.layers)
    )
    return ReleasedFormat(method, _format(said, method), words)


def _format(said: Mapping[str, Any], method: str) -> str:
    if method in _METHODS:
        return _METHODS[method]
    if method == "bitsandbytes":
        return "int4" if said.get("load_in_4bit") is True else "int8" if said.get("load_in_8bit") is True else ""
    if method in ("awq", "gptq"):
        bits = said.get("bits")
        return _BY_BITS.get(("int", bits), "") if isinstance(bits, int) else ""
    algorithm = said.get("quant_algo")
    if isinstance(algorithm, str) and algorithm in _ALGORITHMS:
        return _ALGORITHMS[algorithm]
    found = set(_groups(said.get("config_groups")))
    return found.pop() if len(found) == 1 else ""


def _groups(groups: Any) -> Iterable[str]:
    """The format of the weights of each group of modules, as compressed-tensors writes them."""
    for group in groups.values() if isinstance(groups, dict) else ():
        weights = group.get("weights") if isinstance(group, dict) else None
        if isinstance(weights, dict):
            kind, bits = weights.get("type"), weights.get("num_bits")
            if isinstance(kind, str) and isinstance(bits, int):
                yield _BY_BITS.get((kind, bits), "")


def _texts(entry: Any) -> list[str]:
    return [each for each in entry if isinstance(each, str)] if isinstance(entry, list) else []


def _is_kept(word: str, kept: list[str], layers: int) -> bool:
    """Whether modules with that word in their names are kept in every layer."""
    named = [each for each in kept if word in each and not (word == "experts" and "shared" in each)
             and not (word == "mlp" and re.search(r"expert|mlp\.gate$|router", each))]
    if any(not re.search(r"layers\.\d", each) for each in named):
        return True
    return len({found[1] for each in named if (found := re.search(r"layers\.(\d+)", each))}) >= layers
