"""The live part of a page as data: which claims have one, what moves, and that its functions are the engine's."""

from fractions import Fraction

import pytest

from derivations import derive
from derivations.errors import UndecidedError
from derivations.lecture.index import CLAIMS
from derivations.show.html.live import live_data, live_script, still_because

from ...reports import few, plain

# a constant, a condition in which the number of GPUs is left open, and roots that only numbers find
STILL = {"budget-split", "speculative-decoding", "overtraining-optimum", "cheapest-training", "checkpoint-interval",
         "draft-length"}


@pytest.mark.parametrize("name", few())
def test_almost_every_result_moves(name: str) -> None:
    """With a slider for everything that the result rests on and a claim or a card has a number for."""
    data = live_data(plain(name))
    assert bool(data) == (name not in STILL)
    assert bool(still_because(plain(name))) == (name in STILL)
    if data:
        assert data["letters"].keys() == set(plain(name).evaluation.function(plain(name).headline.name).chain.given)
        assert any(letter["moves"] for letter in data["letters"].values())
        assert data["over"] in data["letters"]


@pytest.mark.parametrize("name", few(CLAIMS, ("optimal-batch",)))
def test_sliders_reach_around_the_value_within_the_domain(name: str) -> None:
    """Low ends below, high ends above what is given; nothing outside of what a quantity can be."""
    report = plain(name)
    for letter, item in live_data(report).get("letters", {}).items():
        assert item["low"] <= item["value"] <= item["high"]
        assert item["low"] < item["high"]
        domain = report.derivation.notation[letter].range
        assert domain.contains(Fraction(item["low"])) or item["low"] == 0
        assert domain.contains(Fraction(item["high"]))


def test_cards_bring_their_values() -> None:
    """Each accelerator in each of its formats, each model with its cache, and the one that the page is read for."""
    report = plain("optimal-batch")
    choices = live_data(report)["choices"]
    for choice in choices.values():
        now = next(option for option in choice["options"] if option["name"] == choice["now"])
        for letter, number in now["values"].items():
            assert float(report.scenario.values[letter].number) == number
    chips = {option["name"]: option["values"] for option in choices["accelerator"]["options"]}
    assert chips["b200 fp4"]["C_gpu"] > chips["b200 bf16"]["C_gpu"]
    assert chips["b200 fp4"]["b_w"] < chips["b200 bf16"]["b_w"]


def test_what_is_tied_to_no_value_has_no_chain() -> None:
    """A result on which something without a value would matter is not given to a script."""
    report = derive("optimal-batch", without="N_active")
    with pytest.raises(UndecidedError, match="no closed form"):
        report.evaluation.function(report.headline.name)
    assert live_data(report) == {}


def test_the_script_holds_no_markup() -> None:
    """Nothing in it could end the element that it stands in."""
    script = live_script(live_data(plain("optimal-batch")))
    assert "</" not in script
    assert script.startswith("const LIVE = {")
