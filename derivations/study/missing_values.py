"""Quantities without a value, and the cards and readings that have one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import InputError, UndecidedError
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.claim.premises import ValuingCards
    from derivations.numbers.numbers_line import NumbersLine

_FEW, _SEVERAL = 4, 6  # cards that are named in a line, and in an error


@dataclass(frozen=True)
class MissingValue:
    """A quantity without a value, with the cards and the readings of the claim that have one."""

    quantity: Quantity
    on_cards: ValuingCards | None = None
    readings: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that have a value, by name."""
        return () if self.on_cards is None else self.on_cards.names

    @property
    def text(self) -> str:
        """One line: the quantity, and where a value can come from.

        >>> MissingValue(Quantity("B", "sequence", "batch")).text
        'needs B (batch), which no card has'
        """
        own = self.quantity
        if own.is_function:
            return f"{own.name} ({own.meaning}) is any function: no number"
        told = "which no card has"
        if self.cards:
            rest = f" and {len(self.cards) - _FEW} more" if len(self.cards) > _FEW else ""
            told = f"which these cards have: {', '.join(self.cards[:_FEW])}{rest}"
        if self.readings:
            told += f"; said in {', '.join(self.readings)}"
        return f"needs {own.name} ({own.meaning}), {told}"

    @property
    def option(self) -> str:
        """The form in which a command takes a value: ``W="... byte/s"``."""
        return f'{self.quantity.name}="{f"... {self.quantity.unit}".rstrip()}"'


def with_options(line: NumbersLine) -> str:
    """The result of a numbers line; where values are missing, with the options of a command that would give them."""
    notation = line.relation.notation
    if line.value is not None or not line.missing or notation.any_functions(line.missing):
        return line.result
    named = ", ".join(f"{name} ({notation[name].called})" for name in line.missing)
    return f"needs {named}: give {' '.join(f'--set {MissingValue(notation[name]).option}' for name in line.missing)}"


def missing_value(evaluated: EvaluatedClaim, name: str) -> MissingValue:
    """A quantity with those who have a value for it; raises `UnknownNameError` for a name that there is not."""
    from derivations.claim.premises import cards_valuing

    readings = tuple(reading.name for reading in evaluated.claim.readings if name in reading.numbers)
    return MissingValue(evaluated.derivation.notation[name], cards_valuing(name, evaluated.catalog), readings)


def refuse_missing(evaluated: EvaluatedClaim) -> None:
    """Raise `InputError` if the result has no number for want of a value, naming it and the cards that have one.

    A result about any function never has one: nothing is missing, and the formula is what there is.
    """
    try:
        missing = evaluated.result.missing
    except UndecidedError:
        return
    if not missing or evaluated.derivation.notation.any_functions(missing):
        return
    together: dict[ValuingCards | None, list[MissingValue]] = {}
    for item in (missing_value(evaluated, name) for name in missing):
        cards = None if item.quantity.name in evaluated.claim.not_from_cards else item.on_cards
        together.setdefault(cards, []).append(item)
    wants = "; ".join(_request(items, cards) for cards, items in together.items())
    of = evaluated.headline.unknown or evaluated.result.left
    raise InputError(f"no number for {of} in {evaluated.claim.name}: {wants}")


def _request(items: list[MissingValue], cards: ValuingCards | None) -> str:
    """The values that only a reader can give, or the same cards."""
    named = " and ".join(f"{item.quantity.name} ({item.quantity.meaning})" for item in items)
    by_hand = " ".join(f"--set {item.option}" for item in items)
    text = f"{named} {'has' if len(items) == 1 else 'have'} no value; give {by_hand}"
    if cards is None:
        return text
    shown = ", ".join(cards.names[:_SEVERAL]) + (", …" if len(cards.names) > _SEVERAL else "")
    article = "an" if cards.kind == "accelerator" else "a"
    return f"{text}, or take {article} {cards.kind} whose card has it: {shown}"
