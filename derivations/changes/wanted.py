"""What a number lacks: the quantities without a value, and who has one."""

from __future__ import annotations

from dataclasses import dataclass

from derivations.claims.account import Account
from derivations.claims.compose import DEFAULT_ACCELERATOR, card_values, hardware_values, widest
from derivations.engine.quantity import Quantity


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


def wanted(account: Account, name: str) -> Wanted:
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
