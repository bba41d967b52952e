"""What was measured, and its card, which the reader of cards reads."""

import pytest

from derivations.errors import CardError, InputError
from derivations.measure.measurement import MINE, card_toml, measure
from derivations.sources.card import Accelerator
from derivations.sources.catalog import load_catalog

from .machines import SMALL, Told

DAY = "2026-11-23"


def card(machine: Told) -> Accelerator:
    return load_catalog().with_accelerators(card_toml(measure(machine, SMALL, DAY)), "mine.toml").accelerator(MINE)


def test_the_card_has_the_rates_of_the_machine() -> None:
    """By the faster of two ways to read; a product that is bound by its reads is no rate of arithmetic."""
    found = card(Told())
    assert found.bandwidth.number == 100 * 10**9
    assert found.rate("fp32").number == 2 * 10**12
    assert found.capacity.number == 10**9
    assert found.host_link is not None
    assert found.host_link.number == 50 * 10**9
    assert found.domain is not None
    assert found.domain.number == 1


def test_every_figure_says_how_it_was_measured_and_when() -> None:
    """Repeats, spread and method stand on the card; its standing is that of the reader's own measurement."""
    found = card(Told())
    for figure in (found.bandwidth, found.rate("fp32"), found.host_link):
        assert figure is not None
        assert "median of 3 repeats, from " in figure.meaning
        assert (figure.source.standing, figure.source.date) == ("measured", DAY)
        assert "timed by no clock" in figure.source.title
    assert found.host_link is not None
    assert found.host_link.meaning.endswith("back 40 GB/s")
    assert "32 x 32 random numbers" in found.rate("fp32").meaning


def test_what_a_library_cannot_multiply_is_missing_with_its_words() -> None:
    found = measure(Told(), SMALL, DAY)
    assert dict(found.missing) == {"fp8": "no product in fp8 here"}
    assert "# fp8 is missing: no product in fp8 here" in card_toml(found)


def test_a_machine_that_multiplies_nothing_has_no_card() -> None:
    machine = Told()
    machine.formats = ("fp8",)
    with pytest.raises(InputError, match="no product of matrices works on"):
        measure(machine, SMALL, DAY)


def test_how_several_gpus_are_joined_was_not_measured() -> None:
    machine = Told()
    machine.together = 8
    assert card(machine).domain is None


def test_a_name_is_one_line_whatever_the_maker_wrote() -> None:
    assert card(Told()).title == 'A "machine" of ours'


def test_a_card_yields_to_none_of_the_packaged_ones() -> None:
    with pytest.raises(CardError, match="already taken"):
        load_catalog().with_accelerators(card_toml(measure(Told(), SMALL, DAY), "h100"), "mine.toml")
