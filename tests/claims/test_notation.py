"""The letters: one ASCII name for one thing in the whole project, one LaTeX letter for each within a claim."""

from collections import Counter

import pytest

from derivations import Claim
from derivations.claim.composition import CARD_UNITS, reading_scenario
from derivations.claim.outline import outline
from derivations.claims.index import CLAIMS, find_claim
from derivations.claims.shared.passes import SERVING
from derivations.language.quantity import Quantity
from derivations.sources.catalog import load_catalog

from ..reports import plain

ALL = [find_claim(name) for name in CLAIMS]


@pytest.mark.parametrize("chosen", ALL, ids=lambda claim: claim.name)
def test_latex_letters_are_unique_within_a_claim(chosen: Claim) -> None:
    """Two things under one letter could not be told apart on a page."""
    counted = Counter(quantity.latex for quantity in chosen.notation)
    assert [letter for letter, count in counted.items() if count > 1] == []


def test_a_name_means_the_same_in_every_claim() -> None:
    """One quantity, with its unit, domain and definition."""
    seen: dict[str, Quantity] = {quantity.name: quantity for quantity in SERVING}
    for chosen in ALL:
        for quantity in chosen.notation:
            assert seen.setdefault(quantity.name, quantity) == quantity


def test_letters_that_cards_value_have_the_units_of_the_cards() -> None:
    """Those that alternatives bring along included; a claim that wants a value from a card names it as the cards do."""
    brought = [letter for each in ALL for premise in outline(each).taken
               for other in premise.alternatives for letter in other.quantities]
    letters = [*brought, *(letter for each in ALL for letter in each.notation)]
    assert {letter.name: letter.unit for letter in letters if letter.name in CARD_UNITS} == CARD_UNITS


def test_every_quantity_says_what_it_is() -> None:
    """A meaning, and bounds that are quantities themselves."""
    for chosen in ALL:
        for quantity in chosen.notation:
            assert quantity.meaning
            assert not quantity.at_most or quantity.at_most in chosen.notation


def test_no_more_parameters_are_active_than_there_are() -> None:
    """A sparsity below one is no model."""
    assert SERVING["N_active"].at_most == "N_total"


def test_the_cache_fetch_may_take_no_time() -> None:
    """A context of zero is in the domain, so that what it leads to is, too."""
    assert SERVING["L"].domain == SERVING["t_kv"].domain == "nonnegative"


@pytest.mark.parametrize("chosen", ALL, ids=lambda claim: claim.name)
def test_what_a_claim_names_exists(chosen: Claim) -> None:
    """Steps of published numbers and tables, readings, and the numbers of each reading."""
    derivation, catalog = plain(chosen.name).derivation, load_catalog()
    for published in chosen.published:
        assert published.step in derivation
        published.read()
    assert all(step in derivation for step in chosen.compared)
    for reading in chosen.readings:
        reading_scenario(reading, chosen, catalog).fitted(chosen.notation)
        assert set(reading.numbers) <= {quantity.name for quantity in chosen.notation}
    assert set(chosen.defaults) <= {quantity.name for quantity in chosen.notation}
    assert chosen.chapter
    assert chosen.question
