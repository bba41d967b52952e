"""Claims by words of what was said."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from derivations.claims.index import CLAIMS, find_claim
from derivations.claims.titles import claims_of_words, nearest_claims

from ..fixed_claims import EVEN_ROUND

FIXED = {
    claim.name: claim for claim in (
        replace(EVEN_ROUND, name="start", title="A round every 20 ms", question="When is a round even?", answer=""),
        EVEN_ROUND,
        replace(EVEN_ROUND, name="price", title="The price of output: 5 times that of input", question="Who pays?",
                answer=""),
    )
}


@pytest.fixture
def _fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fixed claims, as if there were no others."""
    monkeypatch.setattr("derivations.claims.titles.CLAIMS", tuple(FIXED))
    monkeypatch.setattr("derivations.claims.titles.find_claim", FIXED.__getitem__)


@pytest.mark.usefixtures("_fixed")
@pytest.mark.parametrize(
    ("words", "names"),
    [("5 times input", ("price",)), ("the price of outputs", ("price",)), ("every 20 ms a round", ("start",)),
     ("even rounds", ("even-round", "start")), ("Which sequences are busy?", ()), ("busy sequences", ("even-round",)),
     ("of the", ())],
)
def test_words_of_title_and_question_find_claims(words: str, names: tuple[str, ...]) -> None:
    """In any order, with little words between, of one or of many; those with most in the title first."""
    assert claims_of_words(words) == names


@pytest.mark.usefixtures("_fixed")
def test_where_no_claim_has_all_the_nearest_are_named() -> None:
    """Those with most of the words, also of the answer."""
    assert nearest_claims("output of an even round") == ("even-round", "start", "price")
    assert nearest_claims("parameters per read") == ("even-round",)
    assert nearest_claims("nothing") == ()


@pytest.mark.parametrize("name", CLAIMS)
def test_a_title_finds_its_claim(name: str) -> None:
    """Before any other."""
    assert claims_of_words(find_claim(name).title)[:1] == (name,)


@pytest.mark.long
def test_a_command_takes_them(command: Callable[..., Any]) -> None:
    """And says which claim it is; several claims, or none, are one line."""
    done = command("show", "the optimal batch", "--brief")
    assert (done.code, done.err) == (0, "derive: optimal-batch has these words\n")
    assert done.out == command("show", "optimal-batch", "--brief").out
    command("show", "nothing of the kind at all").refused("no claim has all the words")
    command("show", "the pipeline").refused("several claims have the words")
    assert command("check", "the 20 ms train").out == command("check", "train-interval").out
