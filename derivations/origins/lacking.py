"""Numbers that a result lacks: which quantities have no value, and what would give them one."""

from __future__ import annotations

from derivations.catalog.loader import Catalog
from derivations.claims.account import Account
from derivations.engine.quantity import Quantity
from derivations.errors import InputError, UndecidedError
from derivations.origins.premises import on_cards

_NAMED = 6  # cards that are named before the rest is counted


def refuse_lacking(account: Account) -> None:
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
