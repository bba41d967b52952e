"""No text does anything but become a relation or raise an `InputError`: no code, no crash, no hang."""

import faulthandler
from collections import Counter
from pathlib import Path

import pytest

from derivations.errors import InputError
from derivations.language.grammar import parse_relation
from derivations.language.quantity import Notation
from derivations.language.to_sympy import to_sympy

from .hostile import BOMBS, QUANTITIES, VALID, hostile_texts

NOTATION = Notation.of(QUANTITIES)
SEED = 20_260_101
LONGEST = 240  # seconds for everything


def _outcome(text: str) -> str:
    try:
        relation = parse_relation(text)
        to_sympy(relation.left, NOTATION)
        to_sympy(relation.right, NOTATION)
    except InputError as error:
        message = str(error)
        outcome = type(error).__name__
    else:
        return "read"
    assert "\n" not in message, text
    assert len(message) < 600, text
    return outcome


@pytest.mark.parametrize("count", [1_500, pytest.param(30_000, marks=pytest.mark.long)])
def test_thousands_of_hostile_texts(count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random, broken, deep, huge and malicious texts; the same ones on every run."""
    monkeypatch.chdir(tmp_path)
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    try:
        outcomes = Counter(map(_outcome, hostile_texts(count, SEED)))
    finally:
        faulthandler.cancel_dump_traceback_later()
    assert outcomes.total() == count
    assert outcomes["read"] > 0.03 * count, "too few of the texts reach SymPy for the test to mean much"
    assert not list(tmp_path.iterdir()), "a text ran a command"


@pytest.mark.parametrize("text", VALID)
def test_what_the_mutations_start_from_is_valid(text: str) -> None:
    """The texts that are broken by mutation are right before."""
    assert _outcome(text) == "read"


@pytest.mark.parametrize("bomb", [bomb for bomb in BOMBS if "^" in bomb and ("9^9" in bomb or "200" in bomb)])
def test_towers_are_refused(bomb: str) -> None:
    """The examples that hang SymPy are refused before it sees them."""
    assert _outcome(f"a = {bomb}") in ("GrammarError", "InputError")


def test_code_is_text() -> None:
    """A text that would be a program elsewhere is a grammar error here."""
    for text in ("a = __import__('os').system('true')", "a = eval(b)", "a = b.__class__", "a = [b]"):
        assert _outcome(text) == "GrammarError"
