"""Arguments of tools: of the kinds that a tool says, short, flat, and nothing that a terminal would not show."""

from typing import Any

import pytest

from derivations.assistant.arguments import LONGEST, read_arguments
from derivations.assistant.changes import Changes
from derivations.errors import InputError, UnknownNameError

CLAIM = {"claim": {"type": "string", "description": "the name of a claim"}, "parts": {"type": "array", "items": {
    "type": "string"}}, "gpus": {"type": "integer"}, "to": {"type": "string", "enum": ["latex"]}}


def nested(depth: int) -> Any:
    """Lists within each other."""
    return [nested(depth - 1)] if depth else []


@pytest.mark.parametrize(("given", "told"), [
    ([], "the arguments are an object"),
    ({}, "the argument claim is missing: the name of a claim"),
    ({"claim": 3}, "claim is a text, not 3"),
    ({"claim": "a", "gpus": True}, "gpus is a whole number, not true"),
    ({"claim": "a", "parts": "steps"}, "parts is a list"),
    ({"claim": "a", "parts": [1]}, "parts 1 is a text, not 1"),
    ({"claim": "a", "to": "pdf"}, "unknown to 'pdf'; known: latex"),
    ({"claim": "a", "claims": "mine.py"}, "unknown argument 'claims'; did you mean claim?"),
    ({"claim": "a" * LONGEST}, "longer than 20,000 bytes"),
    ({"claim": "a", "parts": nested(9)}, "nested more than 8 deep"),
    ({"claim": float("nan")}, "not a finite number"),
    ({"claim": "a", "gpus": 10**5000}, "too many digits"),
    ({"claim": "\x1b[31m"}, "characters in it that no terminal shows"),
    ({"claim": "\ud800"}, "characters in it that no terminal shows"),
    ({"claim": "a", "\x1b": 1}, "characters in it that no terminal shows"),
])
def test_what_cannot_be_used_is_refused_in_a_sentence(given: Any, told: str) -> None:
    with pytest.raises(InputError) as refused:
        read_arguments(given, CLAIM, ["claim"])
    assert told in str(refused.value)


def test_what_can_be_used_comes_as_it_is() -> None:
    given = {"claim": "kv-bytes", "parts": ["steps"], "gpus": 8, "to": "latex"}
    assert read_arguments(given, CLAIM, ["claim"]) == given


def test_changes_are_those_of_a_study_file_and_of_a_command() -> None:
    """Every key of a file but its title has an option that does the same."""
    read = Changes.read({
        "title": "mine", "accelerator": "h100", "model": "llama-3.1-70b", "compute": "fp8", "weights": "int4",
        "cache": "fp8", "without": ["L"], "set": {"B": "2k sequence", "n": [1, 2]},
        "assume": {"roofline": "no-overlap"}, "symbols": {"e_kv": "[] (fraction) efficiency"},
    })
    assert read.words == (
        "--accelerator", "h100", "--model", "llama-3.1-70b", "--compute", "fp8", "--weights", "int4", "--cache", "fp8",
        "--without", "L", "--set", "B=2k sequence", "--set", "n=1, 2", "--assume", "roofline=no-overlap",
        "--symbol", "e_kv [] (fraction) efficiency")
    assert read.study.title == "mine"
    assert read.study.quantities[0].domain == "fraction"
    assert [str(value.number) for value in read.study.values["n"]] == ["1", "2"]
    assert Changes.read({"as_said": True}).words == ("--as-said",)


@pytest.mark.parametrize("name", ["catalog", "claims", "study", "budget", "save_study"])
def test_changes_name_no_file(name: str) -> None:
    with pytest.raises(UnknownNameError, match=f"unknown key '{name}' in changes"):
        Changes.read({name: "mine.toml"})


@pytest.mark.parametrize("data", [[], "h100", {"set": []}, {"set": {"L": {"a": 1}}}, {"assume": {"roofline": 3}}])
def test_changes_of_another_form_are_refused(data: Any) -> None:
    with pytest.raises(InputError):
        Changes.read(data)
