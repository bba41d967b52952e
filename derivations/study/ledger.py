"""The ledger before and after a change: a shared premise changed once changes every claim that takes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Literal, TypeAlias

from derivations.claim.claim import AS_SAID, Cards, Claim
from derivations.claim.composition import uses_cards
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.outline import Outline, outline
from derivations.claim.study import Study
from derivations.errors import DimensionError, InputError, UnknownNameError
from derivations.language.relation import Relation, RelationLike
from derivations.numbers.scenario import fitted_values
from derivations.numbers.value import Value
from derivations.proof.budget import RULE_BUDGET, budget_of
from derivations.sources.catalog import Catalog
from derivations.study.application import apply, starting_scenario
from derivations.study.difference import Difference

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


def fitted_study(study: Study, claims: Iterable[Claim]) -> Study:
    """The study with its values as they are meant for the quantities of the first claim that can take each."""
    for claim in claims:
        fitting = (name for name, given in study.values.items()
                   if name in claim.notation and _fits(name, given, claim, study))
        values = {name: fitted_values(claim.notation[name], study.values[name]) for name in fitting}
        study = replace(study, values={**study.values, **values})
    return study


def refuse_unconcerned(study: Study, claims: Sequence[Claim]) -> None:
    """Raise for a part of a study that concerns none of the claims.

    `UnknownNameError` with the nearest names, or `InputError` for what is known and not used.
    """
    parts = [_part(claim, study) for claim in claims]
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
        raise InputError("no claim takes anything from cards of accelerators and models: leave out cards and formats")
    if study.as_said and not any(part.as_said for part in parts):
        raise InputError("no claim has the lecturer's own numbers: leave out as said")


def _part(claim: Claim, study: Study) -> Study:
    """The part that concerns a claim; none of it where a symbol of the study is a quantity of the claim."""
    try:
        return study_for(claim, study)
    except InputError:
        return Study()


def refuse_several(study: Study) -> None:
    """Raise `InputError` for a quantity with several values: what is compared has one, or a range."""
    for name, values in study.several.items():
        raise InputError(f"{name} has {len(values)} values: give one value each to compare")


def _refuse_value(name: str, study: Study, drawn: Sequence[Outline]) -> None:
    for item in drawn:
        if name in item.names and name in item.claim.notation:
            fitted_values(item.claim.notation[name], study.values[name])
    within_reach = any(name in item.in_reach or name in item.claim.notation for item in drawn)
    if within_reach or any(quantity.name == name for quantity in study.quantities):
        raise InputError(f"no claim uses {name} under these premises")
    raise UnknownNameError("quantity", name, _each(item.names for item in drawn))


def _fits(name: str, values: Sequence[Value], claim: Claim, study: Study) -> bool:
    """True if the values measure what the quantity of that name does in the claim, as far as that is known."""
    quantity = next((item for item in (*claim.notation, *study.quantities) if item.name == name), None)
    try:
        return quantity is None or bool(fitted_values(quantity, values))
    except DimensionError:
        return False


def _names(item: RelationLike) -> set[str]:
    """The words of a relation, or of the name of an alternative."""
    if isinstance(item, str):
        return set(_WORD.findall(item))
    symbols = item.symbols if isinstance(item, Relation) else item.free_symbols
    return {symbol.name for symbol in symbols}


def _each(groups: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(name for group in groups for name in sorted(group)))


Watch: TypeAlias = Callable[[Sequence[Claim]], Iterable[Claim]]
Effect = Literal["moved", "result unchanged", "not touched"]

MOVED: Effect = "moved"
KEPT: Effect = "result unchanged"
UNTOUCHED: Effect = "not touched"


@dataclass(frozen=True)
class Entry:
    """A claim before and after a change; `after` and `difference` are None where nothing of the change concerns it.

    `evaluate` gives the claim before, and keeps it: where nothing concerns it, it is derived once somebody asks.
    """

    claim: Claim
    evaluate: Callable[[], EvaluatedClaim]
    after: EvaluatedClaim | None = None
    difference: Difference | None = None

    @property
    def before(self) -> EvaluatedClaim:
        """The claim with its defaults."""
        return self.evaluate()

    @property
    def standing(self) -> Effect:
        """Moved, if a step or the result is; unchanged, if the change only passes through; or untouched."""
        if self.difference is None or self.difference.nothing:
            return UNTOUCHED
        return MOVED if self.difference.moved else KEPT

    @property
    def takes(self) -> tuple[str, ...]:
        """The changed premises that the claim takes, and the changed numbers that it uses, by name."""
        if self.difference is None:
            return ()
        numbers = (item.quantity.name for item in self.difference.numbers)
        return (*(item.name for item in self.difference.premises), *numbers)


def ledger(
    claims: Sequence[Claim], study: Study, catalog: Catalog, budget: float | None = None, watch: Watch = iter
) -> tuple[Entry, ...]:
    """Every claim before and after a study; `watch` passes the claims on one by one, and may show how far it is.

    Raises `InputError` or one of its kind for a study with several values of a quantity, for a part of it that concerns
    no claim, and for a change that a claim cannot make.
    """
    refuse_several(study)
    refuse_unconcerned(study, claims)
    work = budget_of(budget)
    entries = tuple(entry(claim, study, catalog, work) for claim in watch(claims))
    for name in study.values:
        if not any(item.after is not None and name in item.after.given for item in entries):
            raise InputError(f"no claim uses {name} under these premises")
    for name in study.without:
        if not any(item.after is not None and name in item.after.study.without for item in entries):
            raise InputError(f"no claim has a value of {name!r} to leave out")
    return entries


def entry(claim: Claim, study: Study, catalog: Catalog, budget: float = RULE_BUDGET) -> Entry:
    """A claim with its defaults, and with the part of a study that concerns it.

    Raises `InputError` or one of its kind for a change that the claim cannot make.
    """
    evaluate = cache(partial(apply, claim, Study(), catalog, budget))
    try:
        part = _with_values_to_leave_out(claim, study_for(claim, study), catalog)
        if not part:
            return Entry(claim, evaluate)
        after = _applied(claim, part, catalog, budget)
    except InputError as error:
        raise InputError(f"{claim.name}: {error}") from error
    return Entry(claim, evaluate, after, Difference.between(after, evaluate()))


def _with_values_to_leave_out(claim: Claim, part: Study, catalog: Catalog) -> Study:
    """The part, leaving out only what the claim has a value of."""
    if not part.without:
        return part
    values = starting_scenario(claim, part, catalog).values
    return replace(part, without=tuple(name for name in part.without if name in values))


def _applied(claim: Claim, part: Study, catalog: Catalog, budget: float) -> EvaluatedClaim:
    """The claim under its part of a study, without what its changed premises leave no use for."""
    try:
        return apply(claim, part, catalog, budget)
    except InputError:
        kept = in_use(claim, part, catalog, budget)
        if kept == part:
            raise
    return apply(claim, kept, catalog, budget)


def in_use(claim: Claim, part: Study, catalog: Catalog, budget: float, beside: Study | None = None) -> Study:
    """The part without values that nothing uses, also `beside` premises of another study.

    It is as it is where the premises cannot be applied without values.
    """
    whole = part if beside is None else part.joined(beside)
    if not whole.premises or not (part.values or part.without):
        return part
    try:
        names = apply(claim, replace(whole, values={}, without=()), catalog, budget).derivation.names
    except InputError:
        return part
    kept = {name: values for name, values in part.values.items() if name in names}
    return replace(part, values=kept, without=tuple(name for name in part.without if name in names))
