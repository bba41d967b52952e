"""What a number lacks: the quantities without a value, and who has one."""

from __future__ import annotations

from dataclasses import dataclass

from derivations.claim.composition import DEFAULT_ACCELERATOR, card_values, hardware_values, widest
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.premises import on_cards
from derivations.errors import InputError, UndecidedError
from derivations.language.quantity import Quantity
from derivations.sources.catalog import Catalog


@dataclass(frozen=True)
class Wanted:
    """A quantity without a value, with the cards and the readings of the claim that have one."""

    quantity: Quantity
    cards: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """One line: what it is, and where a value can come from.

        >>> Wanted(Quantity("B", "sequence", "batch")).text
        'needs B (batch), which no card has'
        """
        own = self.quantity
        if own.is_function:
            return f"{own.name} ({own.meaning}) is any function: no number"
        if self.cards:
            shown = ", ".join(self.cards[:_FEW]) + (f" and {len(self.cards) - _FEW} more" * (len(self.cards) > _FEW))
            told = f"which these cards have: {shown}"
        else:
            told = "which no card has"
        if self.readings:
            told += f"; said in {', '.join(self.readings)}"
        return f"needs {own.name} ({own.meaning}), {told}"

    @property
    def form(self) -> str:
        """How to write a value for it."""
        return f'{self.quantity.name}="{" ".join(("...", self.quantity.unit)).rstrip()}"'


_FEW = 4  # names of cards in a line


def wanted(account: EvaluatedClaim, name: str) -> Wanted:
    """Who has a value for a quantity; raises `UnknownNameError` for a name that there is not."""
    quantity = account.derivation.notation[name]
    catalog = account.catalog
    cards = []
    some_chip = catalog.accelerator(DEFAULT_ACCELERATOR)
    for chip in catalog.accelerators.values():
        if name in hardware_values(chip, widest(chip), widest(chip)):
            cards.append(chip.name)
    if len(cards) < len(catalog.accelerators):  # what every accelerator brings along is no matter of the model
        form = widest(some_chip)
        on_chip = hardware_values(some_chip, form, form)
        for network in catalog.models.values():
            if name not in on_chip and name in card_values(some_chip, network, form, form, form):
                cards.append(network.name)
    readings = tuple(reading.name for reading in account.claim.readings if name in reading.numbers)
    return Wanted(quantity, tuple(cards), readings)


_NAMED = 6  # cards that are named before the rest is counted


def refuse_lacking(account: EvaluatedClaim) -> None:
    """Raise `InputError` if the result has no number for want of a value, naming it and the cards that have one.

    A result about any function never has one: nothing is lacking, and the formula is what there is.
    """
    try:
        missing = account.result.missing
    except UndecidedError:
        return
    if not missing or account.derivation.notation.any_functions(missing):
        return
    of = account.headline.unknown or account.result.left
    together: dict[str, list[Quantity]] = {}
    for name in missing:
        cards = "" if name in account.claim.not_from_cards else _cards(name, account.catalog)
        together.setdefault(cards, []).append(account.derivation.notation[name])
    wants = "; ".join(_wants(quantities, cards) for cards, quantities in together.items())
    raise InputError(f"no number for {of} in {account.claim.name}: {wants}")


def _wants(quantities: list[Quantity], cards: str) -> str:
    named = " and ".join(f"{quantity.name} ({quantity.meaning})" for quantity in quantities)
    verb = "has" if len(quantities) == 1 else "have"
    by_hand = " ".join(f'--set {q.name}="...{f" {q.unit}" if q.unit else ""}"' for q in quantities)
    return f"{named} {verb} no value; give {by_hand}" + (f", or {cards}" if cards else "")


def _cards(name: str, catalog: Catalog) -> str:
    found = on_cards(name, catalog)
    if found is None:
        return ""
    shown = ", ".join(found.names[:_NAMED]) + (", …" if len(found.names) > _NAMED else "")
    article = "an" if found.kind == "accelerator" else "a"
    return f"take {article} {found.kind} whose card has it: {shown}"
