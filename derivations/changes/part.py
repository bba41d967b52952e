"""Which part of a study concerns a claim, known without deriving it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from derivations.claims.claim import AS_SAID, Cards, Claim
from derivations.claims.compose import uses_cards
from derivations.claims.study import Study
from derivations.engine.relation import Relation, RelationLike
from derivations.errors import InputError, UnknownNameError
from derivations.origins.outline import Outline, outline
from derivations.values.scenario import check_value
from derivations.values.value import Value

_WORD = re.compile(r"[A-Za-z]\w*")


def study_for(claim: Claim, study: Study) -> Study:
    """The part of a study that concerns a claim; nothing at all if none of it does.

    That is: the premises that the claim takes; the values of the quantities that it, or a changed premise, names, where
    they measure the same; the symbols that a changed premise names; cards and formats if the claim uses cards, and the
    lecturer's numbers if it has them.
    """
    drawn = outline(claim)
    premises = {name: item for name, item in study.premises.items() if name in drawn.premises}
    named = {name for item in premises.values() for name in _names(item)}
    symbols = tuple(quantity for quantity in study.quantities if quantity.name in named)
    own = claim.notation.extended(symbols)
    known = drawn.names | {name for name in named if name in own} | (drawn.in_reach if premises else frozenset())
    return Study(
        study.title,
        study.cards if uses_cards(claim) else Cards(),
        study.as_said and any(reading.name == AS_SAID for reading in claim.readings),
        tuple(name for name in study.without if name in known),
        {name: values for name, values in study.values.items() if name in known and _fits(name, values, claim, study)},
        premises,
        symbols,
    )


def refuse_unconcerned(study: Study, claims: Sequence[Claim]) -> None:
    """Raise for a part of a study that concerns none of the claims.

    `UnknownNameError` with the nearest names, or `InputError` for what is known and not used.
    """
    parts = [study_for(claim, study) for claim in claims]
    drawn = [outline(claim) for claim in claims]
    for name in study.premises:
        if not any(name in part.premises for part in parts):
            raise UnknownNameError("premise", name, _each(item.premises for item in drawn))
    for quantity in study.quantities:
        if not any(quantity in part.quantities for part in parts):
            raise InputError(f"no changed premise names the symbol {quantity.name!r}")
    for name in study.without:
        if not any(name in part.without for part in parts):
            raise InputError(f"no claim has a value of {name!r} to leave out")
    for name in study.values:
        if not any(name in part.values for part in parts):
            _refuse_value(name, study, drawn)
    if study.cards != Cards() and not any(part.cards != Cards() for part in parts):
        raise InputError("no claim has a quantity that a card values: leave out cards and formats")
    if study.as_said and not any(part.as_said for part in parts):
        raise InputError("no claim has the lecturer's own numbers: leave out as said")


def refuse_several(study: Study) -> None:
    """Raise `InputError` for a quantity with several values: what is compared has one."""
    for name, values in study.several.items():
        raise InputError(f"{name} has {len(values)} values: give one value each to compare")


def _refuse_value(name: str, study: Study, drawn: Sequence[Outline]) -> None:
    for item in drawn:
        if name in item.names and name in item.claim.notation:
            check_value(item.claim.notation[name], study.values[name][0])
    within_reach = any(name in item.in_reach or name in item.claim.notation for item in drawn)
    if within_reach or any(quantity.name == name for quantity in study.quantities):
        raise InputError(f"no claim uses {name} under these premises")
    raise UnknownNameError("quantity", name, _each(item.names for item in drawn))


def _fits(name: str, values: Sequence[Value], claim: Claim, study: Study) -> bool:
    """True if the values measure what the quantity of that name does in the claim, as far as that is known."""
    quantity = next((item for item in (*claim.notation, *study.quantities) if item.name == name), None)
    return quantity is None or all(value.dimension == quantity.dimension for value in values)


def _names(item: RelationLike) -> set[str]:
    """The words of a relation, or of the name of an alternative."""
    if isinstance(item, str):
        return set(_WORD.findall(item))
    symbols = item.symbols if isinstance(item, Relation) else item.free_symbols
    return {symbol.name for symbol in symbols}


def _each(groups: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(name for group in groups for name in sorted(group)))
