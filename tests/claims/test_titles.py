"""Claims by words of what was said."""

from collections.abc import Callable
from typing import Any

import pytest

from derivations.claims.titles import claims_of_words


@pytest.mark.parametrize(
    ("words", "name"),
    [("300 times sparsity", "optimal-batch"), ("the price of output", "price-tier"),
     ("every 20 ms a train", "train-interval")],
)
def test_words_of_a_title_find_its_claim(words: str, name: str) -> None:
    """In any order, with little words between."""
    assert claims_of_words(words)[:1] == (name,)


def test_a_command_takes_them(command: Callable[..., Any]) -> None:
    """And says which claim it is; several claims, or none, are one line."""
    done = command("show", "300 times sparsity", "--brief")
    assert (done.code, done.err) == (0, "derive: optimal-batch has these words\n")
    assert done.out == command("show", "optimal-batch", "--brief").out
    command("show", "nothing of the kind at all").refused("no claim has all the words")
    command("show", "the batch of a pass").refused("several claims have the words")
    assert command("check", "300 times sparsity").out == command("check", "optimal-batch").out
