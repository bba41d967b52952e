"""Premises gathered from claims: those that their derivations take, with what gives their alternatives numbers."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from derivations import (
    Alternative,
    Board,
    Claim,
    GrammarError,
    Handle,
    InputError,
    Notation,
    Premise,
    Quantity,
    Said,
    load_catalog,
)
from derivations.claim.composition import built, letters_on_cards
from derivations.claim.premises import Brought, TakenPremise, premises_of
from derivations.claims.index import CLAIMS, find_claim
from derivations.claims.shared.passes import ATTENTION_WORK, MEMORY

from ..reports import few, plain
from .small import LOAD, NOTATION, claim

ALL = [find_claim(name) for name in CLAIMS]
NAMED = {item.name: item for item in ALL}
SERVING = Notation.of("t [s] time\nkappa [byte/token] cache read\nW [byte/s] rate")


def brought(found: Sequence[TakenPremise]) -> list[tuple[TakenPremise, Brought]]:
    """Every quantity that an alternative brings along."""
    return [(item, one) for item in found for choice in item.choices for one in choice.brings]


def with_quantity(*quantities: Quantity, notation: Notation = SERVING, **more: Any) -> Claim:
    """A claim with one premise, whose alternative brings quantities along."""
    other = Alternative("other", "t = kappa*1[token]/W", because="why not", quantities=quantities)
    premise = Premise("load", "t = 2*kappa*1[token]/W", alternatives=(other,))
    return Claim("mine", notation, lambda board: board.take(premise), **more)


def the_one(*claims: Claim, cards: Path | None = None) -> Brought:
    """The only quantity that is brought along."""
    ((_, found),) = brought(premises_of(claims, catalog=None if cards is None else load_catalog(cards)))
    return found


@pytest.mark.parametrize("name", few())
def test_they_are_those_of_the_derivation(name: str) -> None:
    """In order, with relation, reason and source."""
    steps = plain(name).derivation.premises
    found = premises_of([NAMED[name]])
    assert [(item.premise.name, item.relation, item.premise.because, item.premise.source) for item in found] == [
        (step.name, step.relation, step.because, step.source) for step in steps
    ]
    assert all(item.claims == (name,) for item in found)


@pytest.mark.long
def test_of_several_claims_each_is_told_once_and_by_whom_it_is_taken() -> None:
    """In the order in which a reader meets them."""
    found = premises_of(ALL)
    taken = {item.name: [one.premise for one in premises_of([item])] for item in ALL}
    assert [item.premise for item in found] == list(dict.fromkeys(one for own in taken.values() for one in own))
    for item in found:
        assert item.claims == tuple(name for name, own in taken.items() if item.premise in own)


@pytest.mark.long
def test_a_premise_that_stands_in_two_forms_offers_the_same_choices_by_name() -> None:
    """A study chooses for all claims at once: what one of them offers and another does not, would be refused."""
    offered: dict[str, list[set[str]]] = {}
    for item in premises_of(ALL):
        offered.setdefault(item.premise.name, []).append({choice.alternative.name for choice in item.choices})
    several = {name: sets for name, sets in offered.items() if len(sets) > 1}
    assert several.keys() == {"arithmetic-time"}
    assert several["arithmetic-time"] == [{"weights-alone", "with-attention", "below-peak"}] * 2


def test_of_one_claim_the_others_that_share_a_premise_are_told() -> None:
    """Its own name comes first, and no premise of theirs is listed."""
    own = NAMED["kv-bytes"]
    found = premises_of([own], beside=ALL)
    assert [item.premise for item in found] == [item.premise for item in premises_of([own])]
    shared = {item.premise.name: item.claims for item in found}
    assert shared["roofline"][0] == "kv-bytes"
    assert {"optimal-batch", "train-interval"} <= set(shared["roofline"][1:])
    assert shared["cache-layout"] == ("kv-bytes",)


@pytest.mark.long
def test_nothing_is_derived(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rule runs for a list of premises."""
    monkeypatch.setattr(Claim, "derive", lambda *_: pytest.fail("a claim was derived"))
    monkeypatch.setattr(Board, "take", lambda *_: pytest.fail("a board was written on"))
    assert len(premises_of(ALL)) > 40


@pytest.mark.long
def test_every_alternative_is_read_in_the_notation_that_it_widens() -> None:
    """With the left side of its premise, and the quantities that it brings along."""
    found = premises_of(ALL)
    for item in found:
        assert [choice.alternative for choice in item.choices] == list(item.premise.alternatives)
        for choice in item.choices:
            assert choice.relation.lhs == item.relation.lhs
            assert [one.quantity for one in choice.brings] == list(choice.alternative.quantities)
    assert sum(len(item.choices) for item in found) == sum(len(item.premise.alternatives) for item in found) > 10


@pytest.mark.long
def test_the_cards_that_give_a_number_are_those_whose_scenario_has_it() -> None:
    """On every model card, in every claim that takes the premise; no card is named that would not do."""
    catalog, checked = load_catalog(), 0

    @cache
    def valued(name: str, model: str) -> set[str]:
        return set(built(NAMED[name], catalog, "", model).values)

    for item, one in brought(premises_of(ALL)):
        for name in item.claims:
            able = tuple(model for model in catalog.models if one.quantity.name in valued(name, model))
            assert one.to_be_set == (able == ())
            if one.cards is not None and one.cards.kind == "model":  # a rate of attention is of an accelerator
                assert (one.cards.kind, one.cards.names) == ("model", able)
                assert one.cards.every == (able == tuple(catalog.models))
                checked += 1
    assert checked > 10


def test_some_models_only_have_a_latent_cache_and_no_card_says_how_many_copies_there_are() -> None:
    """A part of the cards, all of them, none of them."""
    found = {one.quantity.name: one for _, one in brought(premises_of(ALL))}
    latent = found["d_latent"].cards
    assert latent is not None
    assert not latent.every
    assert "deepseek-v3" in latent.names
    assert "llama-3.1-70b" not in latent.names
    work = found["f_attn"].cards
    assert work is not None
    assert work.every
    assert found["n_copies"].to_be_set


def test_a_figure_of_an_accelerator_is_on_its_cards() -> None:
    """Counted apart from models."""
    found = the_one(with_quantity(MEMORY)).cards
    assert found is not None
    assert (found.kind, found.every) == ("accelerator", True)
    assert "h100" in found.names


def test_a_number_is_from_cards_only_where_the_claim_takes_it_from_them() -> None:
    """Not where it has no quantity of theirs, leaves this one out, or means another thing by the name."""
    assert not the_one(with_quantity(ATTENTION_WORK)).to_be_set
    bare = Notation.of("t [s] time\nkappa [byte] size\nW [byte/s] rate")
    other = Alternative("other", "t = kappa/W", because="why not", quantities=(ATTENTION_WORK,))
    premise = Premise("load", "t = 2*kappa/W", alternatives=(other,))
    assert the_one(Claim("bare", bare, lambda board: board.take(premise))).to_be_set
    wide = SERVING.extended([ATTENTION_WORK])
    assert the_one(with_quantity(ATTENTION_WORK, notation=wide, not_from_cards=("f_attn",))).to_be_set
    assert the_one(with_quantity(Quantity("f_attn", "s", "a time of its own"))).to_be_set


def test_a_claim_that_stands_on_no_card_takes_none_from_another_that_has_the_premise() -> None:
    """Asked about together, the number is told as the other has it; asked about alone, it is for the reader."""
    mine = with_quantity(ATTENTION_WORK)
    bare = replace(mine, name="bare", not_from_cards=letters_on_cards(mine.notation))
    assert not the_one(mine, bare).to_be_set
    for asked, own in ((bare, True), (mine, False)):
        ((_, found),) = brought(premises_of([asked], beside=[mine, bare]))
        assert found.to_be_set is own


def test_a_number_that_the_claim_has_need_not_be_given() -> None:
    """As all claims that take the premise have it."""
    own = Quantity("x_own", "", "a share of its own")
    wide = SERVING.extended([own])
    valued = with_quantity(own, notation=wide, defaults={"x_own": Said("2", "somebody", "p. 1")})
    assert the_one(valued).in_claims
    assert not the_one(valued).to_be_set
    assert the_one(with_quantity(own, notation=wide)).to_be_set


def test_a_reader_s_own_cards_are_asked(tmp_path: Path) -> None:
    """An accelerator without a scale-up domain gives no number of GPUs."""
    file = tmp_path / "my.toml"
    file.write_text(
        '[sources.lab]\ntitle = "Our laboratory"\nstanding = "verified"\n[accelerators.mychip]\ntitle = "My chip"\n'
        'source = "lab"\ncompute.bf16 = { number = 500, unit = "TFLOP/s/GPU" }\n'
        'bandwidth = { number = 2.5, unit = "TB/s/GPU" }\ncapacity = { number = 64, unit = "GiB/GPU" }\n',
        encoding="utf-8",
    )
    pooled = Quantity("G", "GPU", "GPUs that share the model")
    found = the_one(with_quantity(pooled), cards=file).cards
    assert found is not None
    assert not found.every
    assert "mychip" not in found.names
    sized = the_one(with_quantity(MEMORY), cards=file).cards
    assert sized is not None
    assert "mychip" in sized.names


def test_two_premises_of_one_name_are_two() -> None:
    """Each with the claim that takes it so."""
    other = Claim("other", NOTATION, lambda board: board.take(Premise("load", "t = 2*S/W")))
    found = premises_of([claim(), other])
    assert [(str(item.relation), item.claims) for item in found] == [
        ("t = S/W", ("cold-start",)), ("t = 2*S/W", ("other",)),
    ]


def late(board: Board) -> Handle:
    """A body that looks at more than handles before it takes its second premise."""
    board.take(LOAD)
    assert board._steps["load"].relation is not None
    return board.take(Premise("part", "x = 1"))


def test_a_body_that_needs_a_real_board_gets_one() -> None:
    """No premise is passed over in silence."""
    assert [item.premise.name for item in premises_of([claim(body=late)])] == ["load", "part"]


def failing(board: Board) -> Handle:
    """A body that nothing helps."""
    board.take(LOAD)
    raise RuntimeError("later")


@pytest.mark.parametrize(
    ("body", "error", "told"),
    [
        (failing, RuntimeError, "later"),
        (lambda board: board.take(Premise("load", "t = S/V")), InputError, "premise 'load' of cold-start: unknown"),
        (lambda board: board.take(Premise("load", "t = S*W")), InputError, "premise 'load' of cold-start: t = S"),
        (lambda board: board.take(Premise("load", "t = (S")), InputError, "premise 'load' of cold-start: "),
        (lambda board: board.take(Premise("load", "t = S/W", alternatives=(Alternative("x", "t = S/V", ""),))),
         InputError, "premise 'load' of cold-start: unknown"),
    ],
)
def test_what_cannot_be_read_names_premise_and_claim(
    body: Callable[[Board], Handle], error: type[Exception], told: str
) -> None:
    """In one line; a failing body fails as it does when it is derived."""
    with pytest.raises(error, match=told) as caught:
        premises_of([claim(body=body)])
    assert not isinstance(caught.value, GrammarError)
    assert "\n" not in str(caught.value)
