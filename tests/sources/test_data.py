"""The packaged cards: every number sourced, told apart from others, and doubtful where it is."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from derivations.sources.catalog import Catalog
from derivations.sources.figure import Figure


def all_figures(catalog: Catalog) -> Iterator[Figure]:
    """Every packaged figure, conflicting ones included."""
    for card in catalog.cards.values():
        for figure in card.figures:
            yield from figure.recorded


def test_every_figure_has_source_date_meaning_and_a_positive_number(catalog: Catalog) -> None:
    """A number without a source does not enter the catalog; shared experts may be none."""
    for figure in all_figures(catalog):
        assert figure.source.title, figure.key
        assert figure.date, (figure.key, figure.source.key)
        assert figure.meaning, figure.key
        assert figure.number > 0 or figure.key == "shared_experts"


def test_every_source_is_used(catalog: Catalog) -> None:
    """A source that no figure cites is left over from something."""
    assert {figure.source.key for figure in all_figures(catalog)} == set(catalog.sources)


def test_every_source_but_general_knowledge_can_be_found(catalog: Catalog) -> None:
    """It has an address, or at least a title of its own; what nobody read anywhere is unverified."""
    for key, source in catalog.sources.items():
        assert source.url.startswith(("https://", "http://")) or key in ("general-knowledge", "epoch-notebook")
        assert (source.standing == "unverified") == (key == "general-knowledge")


def test_an_unverified_figure_says_so(catalog: Catalog) -> None:
    """By its own property, and in the label that is printed beside it."""
    unsure = [figure for figure in all_figures(catalog) if figure.source.key == "general-knowledge"]
    assert unsure
    for figure in unsure:
        assert figure.is_unverified
        assert "(unverified)" in figure.source.label


def test_conflicting_figures_differ_from_the_default(catalog: Catalog) -> None:
    """A source that agrees is no conflict."""
    for figure in all_figures(catalog):
        numbers = [other.number for other in figure.recorded]
        assert len(set(numbers)) == len(numbers), (figure.key, figure.source.key)


def test_no_figure_without_a_document_is_far_from_one_with_one(catalog: Catalog) -> None:
    """Sources round, or count a little more; half of what a source says, for GB200 racks, once came from nowhere."""
    for card in catalog.cards.values():
        for figure in (item for item in card.figures if item.is_unverified):
            sourced = [other.number for other in figure.conflicts if not other.is_unverified]
            assert all(Fraction(3, 4) <= figure.number / other <= Fraction(4, 3) for other in sourced), (
                card.name, figure.key)
    assert catalog.accelerator("gb200").figure("scale_out_bandwidth").source.standing == "secondary"


def test_the_names_of_all_cards_differ(catalog: Catalog) -> None:
    """One name, one card, whatever its kind."""
    kinds = (catalog.accelerators, catalog.models, catalog.prices, catalog.tiers)
    assert len(catalog.names) == len(set(catalog.names)) == sum(len(kind) for kind in kinds)


@pytest.mark.parametrize(("kind", "count"), [("accelerators", 23), ("models", 21), ("prices", 23), ("tiers", 17)])
def test_the_catalog_has_so_many_cards(catalog: Catalog, kind: str, count: int) -> None:
    """A card that goes missing is noticed."""
    assert len(getattr(catalog, kind)) == count
