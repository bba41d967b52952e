"""What the numbers behind a result are called: a scenario, or price lists where no hardware is behind it."""

from __future__ import annotations

from derivations.catalog.card import Accelerator, Model
from derivations.claims.account import Account
from derivations.claims.compose import OWN_NUMBERS
from derivations.errors import UndecidedError
from derivations.origins.recorded import card_behind


def basis(account: Account) -> str:
    """The title of the scenario, or what the result rests on in its place.

    A result that follows from a price list alone is not "as built" on any accelerator.
    """
    try:
        leaves = tuple(account.result.leaves.values())
    except UndecidedError:
        return account.scenario.title
    cards = [card for value in leaves if (card := card_behind(value, account.catalog)) is not None]
    if not leaves or account.given or any(isinstance(card, Accelerator | Model) for card in cards):
        return account.scenario.title
    return " and ".join([*dict.fromkeys(card.title for card in cards), OWN_NUMBERS])
