"""The source of an argument is read from where it stands, and is never a copy."""

import ast
from pathlib import Path

import pytest

from derivations import InputError, UnknownNameError, find_claim, source_of
from derivations.claims.lecture import optimal_batch


def test_it_is_the_function_in_its_module() -> None:
    """Word for word, and Python."""
    found = source_of("optimal-batch")
    assert found.name == "optimal_batch"
    assert found.text in Path(str(optimal_batch.__file__)).read_text(encoding="utf-8")
    assert isinstance(ast.parse(found.text).body[0], ast.FunctionDef)
    assert found.to_markdown().startswith("```python\ndef optimal_batch(")
    assert source_of(find_claim("optimal-batch")) == found


def test_what_there_is_not_is_an_error() -> None:
    """With the nearest name; and a function in no file has no source."""
    with pytest.raises(UnknownNameError, match="optimal-batch"):
        source_of("optimal-bach")
    claim = find_claim("optimal-batch")
    namespace: dict[str, object] = {}
    exec("def body(board): return None", namespace)
    from dataclasses import replace

    with pytest.raises(InputError, match="cannot be read"):
        source_of(replace(claim, body=namespace["body"]))  # type: ignore[arg-type]
