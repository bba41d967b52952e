"""The part of the long tests that a commit runs: the same whenever it is drawn, and in the end all of them."""

import runpy
import sys
from pathlib import Path

import pytest

from derivations.claims.index import CLAIMS

from . import part
from .part import ONE_IN, drawn, part_of

FILES = [f"tests/{number}.py" for number in range(30)]


def test_a_word_draws_the_same_whatever_the_order() -> None:
    """One in eight, of claims and of files apart; which are selected beside them does not matter to claims."""
    found = part_of((*FILES, *CLAIMS), "c0ffee")
    assert found == part_of((*reversed(FILES), *FILES), "c0ffee")
    assert [len(found & set(kind)) for kind in (CLAIMS, FILES)] == [-(-len(kind) // ONE_IN) for kind in (CLAIMS, FILES)]
    assert found & set(CLAIMS) == set(drawn(CLAIMS, "c0ffee")) == part_of((), "c0ffee")


def test_another_word_draws_others_and_many_words_all() -> None:
    """No test is left out forever."""
    words = [str(number) for number in range(150)]
    assert part_of(FILES, words[0]) != part_of(FILES, words[1])
    assert frozenset[str]().union(*(part_of(FILES, word) for word in words)) == {*FILES, *CLAIMS}


def test_the_claims_of_a_part_are_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """For the scripts that take names of claims."""
    monkeypatch.setattr(sys, "argv", ["part", "c0ffee"])
    runpy.run_path(str(Path(part.__file__)), run_name="__main__")
    assert capsys.readouterr().out.split() == list(drawn(CLAIMS, "c0ffee"))
