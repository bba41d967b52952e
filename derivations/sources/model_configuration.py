"""A model's published configuration, as Hugging Face keeps it in config.json: read, and asked for counts by their keys.

What a file says is checked where it is asked for: a count is a whole number, within what a model may have. Everything
raises `CardError`, which names the file and the key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from derivations.errors import CardError, clipped
from derivations.mapping import FrozenMapping
from derivations.sources.toml_text import Place

_LARGEST_FILE = 1_000_000  # bytes: published ones have some thousands
_LARGEST = 10**9  # of a count
_MOST_LAYERS = 10_000
_LONGEST = 60  # of a title
# keys under which a model for several media keeps the configuration of its language model
_PARTS = ("text_config", "language_config", "llm_config", "thinker_config")
# words of keys that describe what reads other media
_OTHER_MEDIA = ("vision", "audio", "image", "talker", "speech")
_KINDS = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}


@dataclass(frozen=True)
class Configuration:
    """The keys of a language model; `whole` are those of its file, of which it may be the part called `part`.

    `filled` holds what the file leaves out and the library's own class for this `model_type` says.
    """

    file: str
    model_type: str
    keys: Mapping[str, Any]
    whole: Mapping[str, Any]
    part: str = ""
    filled: Mapping[str, Any] = FrozenMapping()

    def error(self, key: str, message: str) -> CardError:
        """The error that names file and key."""
        return Place(self.file, "", f"{self.part}.{key}" if self.part else key).error(message)

    def with_defaults(self, defaults: Mapping[str, Any]) -> Configuration:
        """The same, with those defaults whose keys the file does not have."""
        return replace(self, filled=FrozenMapping({key: defaults[key] for key in defaults if key not in self.keys}))

    def get(self, key: str) -> Any:
        """What stands under a key; None for null, and where there is no such key."""
        return self.keys[key] if key in self.keys else self.filled.get(key)

    def has(self, key: str) -> bool:
        """True where something other than null stands under the key."""
        return self.get(key) is not None

    def is_set(self, key: str) -> bool:
        """True where something stands under the key that is neither null, false, zero nor empty."""
        return bool(self.get(key))

    def count(self, key: str, usual: int | None = None, *, zero: bool = False, most: int = _LARGEST) -> int:
        """The whole number under a key, positive unless it may be `zero`; the `usual` one where there is none."""
        found = self.get(key)
        if found is None:
            if usual is None:
                raise self.error(key, "this key is missing, and the parameters cannot be counted without it")
            return usual
        if isinstance(found, bool) or not isinstance(found, int):
            raise self.error(key, f"expected a whole number, not {told(found)}")
        if not (0 if zero else 1) <= found <= most:
            raise self.error(key, f"expected a whole number from {0 if zero else 1} to {most:,}")
        return found

    @property
    def layers(self) -> int:
        """The number of layers."""
        return self.count("num_hidden_layers", most=_MOST_LAYERS)

    def flag(self, key: str, *, usual: bool = False) -> bool:
        """What is true or false under a key; the `usual` where there is none."""
        found = self.get(key)
        if found is not None and not isinstance(found, bool):
            raise self.error(key, f"expected true or false, not {told(found)}")
        return usual if found is None else found

    def of_layers(self, key: str) -> tuple[Any, ...]:
        """A list with an entry for each layer."""
        found = self.get(key)
        if not isinstance(found, list):
            raise self.error(key, f"expected a list with an entry for each layer, not {told(found)}")
        if len(found) != self.layers:
            raise self.error(key, f"expected an entry for each of {self.layers:,} layers, and there are {len(found):,}")
        return tuple(found)

    def ratio(self, above: str, below: str) -> int:
        """One count over another, which divides it."""
        larger, smaller = self.count(above), self.count(below)
        if larger % smaller:
            raise self.error(above, f"{larger:,} is no multiple of {below}, {smaller:,}")
        return larger // smaller

    @property
    def is_tied(self) -> bool | None:
        """Whether the embedding table is the output matrix, too; None where the file does not say."""
        for keys in (self.keys, self.whole):
            found = keys.get("tie_word_embeddings")
            if isinstance(found, bool):
                return found
        return None

    @property
    def quantization(self) -> Mapping[str, Any]:
        """How the weights are stored where that is not in their own format; empty where nothing is said."""
        for keys in (self.whole, self.keys):
            found = keys.get("quantization_config")
            if isinstance(found, dict):
                return found
        return {}

    @property
    def other_media(self) -> tuple[str, ...]:
        """The keys of the file for what reads or writes other media."""
        return tuple(key for key, entry in self.whole.items()
                     if isinstance(entry, dict) and any(word in key for word in _OTHER_MEDIA))

    @property
    def path(self) -> str:
        """The name or path that the file gives for its model; empty without one."""
        found = self.whole.get("_name_or_path")
        return found if isinstance(found, str) else ""


def read_configuration(path: Path) -> Configuration:
    """The configuration in a file, or that of the language model in it; raises `CardError` in one line."""
    whole = _read(path)
    keys, parts = whole, ()  # type: tuple[dict[str, Any], tuple[str, ...]]
    while part := next((part for part in _PARTS if isinstance(keys.get(part), dict)), ""):
        keys, parts = keys[part], (*parts, part)
    return _of_type(Configuration(str(path), "", keys, whole, ".".join(parts)))


def told(found: Any) -> str:
    """What was found, in words for a message."""
    return _KINDS.get(type(found)) or clipped(repr(found), 30)


def on_one_line(text: str) -> str:
    """A text that anybody may have written, as a title: on one line, without what does not print."""
    return "".join(each for each in " ".join(text.split()) if each.isprintable())[:_LONGEST].strip()


def _of_type(read: Configuration) -> Configuration:
    for keys in (read.keys, read.whole):
        if (kind := keys.get("model_type")) is not None:
            if not isinstance(kind, str) or not kind:
                raise read.error("model_type", f"expected a text, not {told(kind)}")
            return replace(read, model_type=kind)
    raise read.error("model_type", 'this key is missing, which says how the others are read, as "llama": '
                                   "give the config.json of a model on Hugging Face")


def _read(path: Path) -> dict[str, Any]:
    """The object in a JSON file of at most so many bytes, without numbers that are none."""
    place = Place(str(path))
    try:
        with path.open("rb") as stream:
            content = stream.read(_LARGEST_FILE + 1)  # a device may have no end
        if len(content) > _LARGEST_FILE:
            raise place.error(f"the file is larger than {_LARGEST_FILE:,} bytes, so no configuration of a model")
        read = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except OSError as reason:
        raise place.error(f"the file cannot be read: {reason.strerror}") from None
    except UnicodeDecodeError:
        raise place.error("the file is not UTF-8 text") from None
    except RecursionError:
        raise place.error("the file is nested too deeply") from None
    except ValueError as reason:  # no JSON, a path with a null, or an integer with thousands of digits
        raise place.error(f"no valid JSON: {clipped(' '.join(str(reason).split()), 100)}") from None
    if not isinstance(read, dict):
        raise place.error(f'expected an object with keys, {{"model_type": ...}}, not {told(read)}')
    return read


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")
