"""What an argument of an assistant's own is written in: letters, premises and steps, as JSON schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derivations.derivation.script import PARAMETERS
from derivations.language.quantity import DOMAINS

SAYS = {"state": "fact", "rewrite": "form", "reject": "statement"}  # rules by their option for what is stated
_TEXT: Mapping[str, Any] = {"type": "string"}
_TEXTS: Mapping[str, Any] = {"type": "array", "items": _TEXT}
_OPTIONS = {rule: [each for each in names if each != "because"] for rule, names in PARAMETERS.items()}

LETTER: Mapping[str, Any] = {
    "type": "object", "required": ["name"],
    "properties": {
        "name": {**_TEXT, "description": "a letter, then letters, digits and _"},
        "unit": {**_TEXT, "description": "as in byte/s or token/sequence; empty for a pure number"},
        "domain": {**_TEXT, "enum": list(DOMAINS), "description": "real unless said otherwise"},
        "meaning": _TEXT,
        "definition": {**_TEXT, "description": "the right side that defines it, for the rule define"},
    },
}
PREMISE: Mapping[str, Any] = {
    "type": "object", "required": ["says"],
    "properties": {"name": _TEXT, "says": {**_TEXT, "description": "a relation, as in t = S/W"}, "because": _TEXT},
}
STEP: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "name": _TEXT,
        "says": {**_TEXT, "description": "the statement that is to follow"},
        "from": {**_TEXTS, "description": "names of premises and steps; by default all so far that hold everywhere: "
                                          "name those that hold at a boundary, in a limit or under a condition"},
        "rule": {**_TEXT, "enum": list(PARAMETERS), "description": "by default state: that what it says follows"},
        "options": {
            "type": "object",
            "description": "of rules that compute what they say: "
                           + "; ".join(f"{rule} {', '.join(names)}" for rule, names in _OPTIONS.items()
                                       if rule not in SAYS),
        },
        "because": _TEXT,
    },
}
