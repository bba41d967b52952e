"""The premises of claims, gathered without deriving them: who takes each, and the alternatives that it offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from derivations.claim.claim import Claim
from derivations.claim.composition import (
    DEFAULT_ACCELERATOR,
    DEFAULT_FORMAT,
    card_values,
    hardware_values,
    uses_cards,
    valued_by_cards,
    widest,
)
from derivations.claim.outline import outline
from derivations.derivation.board import Board
from derivations.derivation.premise import Alternative, Premise
from derivations.derivation.script import Handle
from derivations.errors import InputError
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation, relation
from derivations.sources.catalog import Catalog, load_catalog


@dataclass(frozen=True)
class ValuingCards:
    """The cards that give a quantity a number, by name, of all those of their `kind`: accelerator or model."""

    kind: str
    names: tuple[str, ...]
    every: bool


@dataclass(frozen=True)
class Brought:
    """A quantity that an alternative brings along, and what gives it a number.

    `cards` is None where no card does, or where the claims that are asked about do not take it from cards: one that
    stands on no card is passed over beside others. `in_claims` is True where these claims value it themselves.
    """

    quantity: Quantity
    cards: ValuingCards | None = None
    in_claims: bool = False

    @property
    def to_be_set(self) -> bool:
        """True if the reader must give the number."""
        return self.cards is None and not self.in_claims


@dataclass(frozen=True)
class OfferedAlternative:
    """A named alternative of a premise as its claims read it, and the quantities that it brings along."""

    alternative: Alternative
    relation: Relation
    brings: tuple[Brought, ...]


@dataclass(frozen=True)
class TakenPremise:
    """A premise as its claims read it; `claims` names all that take it, and `choices` may stand in its place."""

    premise: Premise
    relation: Relation
    claims: tuple[str, ...]
    choices: tuple[OfferedAlternative, ...]


def premises_of(
    claims: Sequence[Claim], beside: Sequence[Claim] = (), catalog: Catalog | None = None
) -> tuple[TakenPremise, ...]:
    """Every premise of the claims once, in reading order, without a step being derived.

    Two that say the same and differ only in what they declare to be left out are one: a term may matter to one claim
    alone. `beside` holds other claims, which are told where they share a premise.
    The packaged cards are asked for numbers, or those of `catalog`. Raises `InputError` or one of its kind for a
    premise that cannot be read.
    """
    cards = load_catalog() if catalog is None else catalog
    everything = list({claim.name: claim for claim in (*claims, *beside)}.values())
    taken = {claim.name: tuple(replace(premise, leaves_out=()) for premise in _taken(claim)) for claim in everything}
    found = dict.fromkeys(premise for claim in claims for premise in taken[claim.name])
    takers = {premise: [claim for claim in everything if premise in taken[claim.name]] for premise in found}
    asked = {claim.name for claim in claims}
    return tuple(_read(premise, taking, [each for each in taking if each.name in asked], cards)
                 for premise, taking in takers.items())


def _taken(claim: Claim) -> tuple[Premise, ...]:
    """The premises of a claim in order: from its outline or, for a body that needs a real board, from one."""
    drawn = outline(claim)
    if drawn.whole:
        return drawn.taken
    board = _Recorder(claim.notation)
    claim.body(board)
    return tuple(board.given)


class _Recorder(Board):
    """A board that keeps the premises that it was given."""

    def __init__(self, notation: Notation) -> None:
        super().__init__(notation)
        self.given: list[Premise] = []

    def take(self, premise: Premise) -> Handle:
        self.given.append(premise)
        return super().take(premise)


def _read(premise: Premise, claims: Sequence[Claim], asked: Sequence[Claim], catalog: Catalog) -> TakenPremise:
    notation = claims[0].notation
    try:
        choices = tuple(
            OfferedAlternative(
                item, relation(item.relation, notation.extended(item.quantities)),
                tuple(_brought(quantity, asked, catalog) for quantity in item.quantities),
            )
            for item in premise.alternatives
        )
        return TakenPremise(premise, premise.read(notation), tuple(claim.name for claim in claims), choices)
    except InputError as error:
        raise InputError(f"premise {premise.name!r} of {claims[0].name}: {error}") from None


def _brought(quantity: Quantity, claims: Sequence[Claim], catalog: Catalog) -> Brought:
    own = all(quantity.name in claim.defaults for claim in claims)
    on_cards = [claim for claim in claims if uses_cards(claim)]
    from_cards = bool(on_cards) and all(quantity.name not in claim.not_from_cards for claim in on_cards)
    cards = cards_valuing(quantity.name, catalog) if from_cards and valued_by_cards(quantity) else None
    return Brought(quantity, cards, own)


def cards_valuing(name: str, catalog: Catalog) -> ValuingCards | None:
    """The cards that give a quantity a number: those of accelerators, or else of models; None if there are none."""
    hardware = [
        chip.name for chip in catalog.accelerators.values() if name in hardware_values(chip, widest(chip), widest(chip))
    ]
    if hardware:
        return ValuingCards("accelerator", tuple(hardware), len(hardware) == len(catalog.accelerators))
    chip, form = catalog.accelerator(DEFAULT_ACCELERATOR), DEFAULT_FORMAT
    models = [model.name for model in catalog.models.values() if name in card_values(chip, model, form, form, form)]
    return ValuingCards("model", tuple(models), len(models) == len(catalog.models)) if models else None
