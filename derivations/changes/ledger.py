"""The ledger before and after a change: a shared premise changed once changes every claim that takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from derivations.catalog.loader import Catalog
from derivations.changes.apply import apply, starting_scenario
from derivations.changes.difference import Difference, compare
from derivations.changes.numbers import used
from derivations.changes.part import refuse_several, refuse_unconcerned, study_for
from derivations.claims.account import Account
from derivations.claims.claim import Claim
from derivations.claims.study import Study
from derivations.engine.time_limit import RULE_SECONDS
from derivations.errors import InputError

Watch: TypeAlias = Callable[[Sequence[Claim]], Iterable[Claim]]
Standing = Literal["moved", "result unchanged", "not touched"]

MOVED: Standing = "moved"
KEPT: Standing = "result unchanged"
UNTOUCHED: Standing = "not touched"


@dataclass(frozen=True)
class Entry:
    """A claim before and after a change; `after` and `difference` are None where nothing of the change concerns it."""

    before: Account
    after: Account | None = None
    difference: Difference | None = None

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.before.claim

    @property
    def standing(self) -> Standing:
        """Whether a step or the number of the result moved, the change only passes through, or does not concern it."""
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
    claims: Sequence[Claim], study: Study, catalog: Catalog, time_limit: float = RULE_SECONDS, watch: Watch = iter
) -> tuple[Entry, ...]:
    """Every claim before and after a study; `watch` passes the claims on one by one, and may show how far it is.

    Raises `InputError` or one of its kind for a study with several values of a quantity, for a part of it that concerns
    no claim, and for a change that a claim cannot make.
    """
    refuse_several(study)
    refuse_unconcerned(study, claims)
    entries = tuple(entry(claim, study, catalog, time_limit) for claim in watch(claims))
    for name in study.values:
        if not any(item.after is not None and name in item.after.given for item in entries):
            raise InputError(f"no claim uses {name} under these premises")
    for name in study.without:
        if not any(item.after is not None and name in item.after.study.without for item in entries):
            raise InputError(f"no claim has a value of {name!r} to leave out")
    return entries


def entry(claim: Claim, study: Study, catalog: Catalog, time_limit: float = RULE_SECONDS) -> Entry:
    """A claim with its defaults, and with the part of a study that concerns it.

    Raises `InputError` or one of its kind for a change that the claim cannot make.
    """
    before = apply(claim, Study(), catalog, Account, time_limit)
    try:
        part = _with_values_to_leave_out(claim, study_for(claim, study), catalog)
        if not part:
            return Entry(before)
        after = _applied(claim, part, catalog, time_limit)
    except InputError as error:
        raise InputError(f"{claim.name}: {error}") from error
    return Entry(before, after, compare(after, before))


def _with_values_to_leave_out(claim: Claim, part: Study, catalog: Catalog) -> Study:
    """The part, leaving out only what the claim has a value of."""
    if not part.without:
        return part
    values = starting_scenario(claim, part, catalog).values
    return replace(part, without=tuple(name for name in part.without if name in values))


def _applied(claim: Claim, part: Study, catalog: Catalog, time_limit: float) -> Account:
    """The claim under its part of a study, without what its changed premises leave no use for."""
    try:
        return apply(claim, part, catalog, Account, time_limit)
    except InputError:
        kept = _in_use(claim, part, catalog, time_limit)
        if kept == part:
            raise
    return apply(claim, kept, catalog, Account, time_limit)


def _in_use(claim: Claim, part: Study, catalog: Catalog, time_limit: float) -> Study:
    """The part without values that nothing uses; as it is where its premises cannot be applied without values."""
    if not part.premises or not (part.values or part.without):
        return part
    try:
        names = used(apply(claim, replace(part, values={}, without=()), catalog, Account, time_limit))
    except InputError:
        return part
    kept = {name: values for name, values in part.values.items() if name in names}
    return replace(part, values=kept, without=tuple(name for name in part.without if name in names))
