"""What a change did to a claim: two accounts of it side by side, as data."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Self

from derivations.changes.numbers import (
    NumberChange,
    ResultChange,
    number_changes,
    result_change,
    result_changes,
    with_effects,
)
from derivations.changes.steps import (
    PremiseChange,
    StepChange,
    premise_changes,
    reject_changes,
    step_changes,
)
from derivations.claims.account import Account
from derivations.claims.claim import Claim
from derivations.engine.derivation import Derivation
from derivations.engine.quantity import Quantity
from derivations.engine.relation import Relation
from derivations.engine.step import Step
from derivations.errors import InputError


@dataclass(frozen=True)
class Difference:
    """What differs between two accounts of a claim, each pair the old one first.

    `steps` has every definition and step of either derivation once, those that did not change as well, and `rejects`
    every rejected statement; `premises`, `numbers` and `results` hold only what differs. `brought` are the quantities
    that only the new premises name, `dropped` those that only the old ones named. `scenarios` are the titles of the
    numbers without what the reader valued, `studies` those of the studies, empty where they have none.
    """

    claim: Claim
    headlines: tuple[Step, Step]
    result: ResultChange
    verdicts: tuple[str, str]
    scenarios: tuple[str, str]
    studies: tuple[str, str]
    premises: tuple[PremiseChange, ...]
    brought: tuple[Quantity, ...]
    dropped: tuple[Quantity, ...]
    numbers: tuple[NumberChange, ...]
    steps: tuple[StepChange, ...]
    rejects: tuple[StepChange, ...]
    results: tuple[ResultChange, ...]

    @classmethod
    def between(cls, new: Account, old: Account) -> Self:
        """What differs in `new` from `old`; raises `InputError` for accounts of two claims."""
        if new.claim.name != old.claim.name:
            raise InputError(f"cannot compare {new.claim.name} with {old.claim.name}: take two accounts of one claim")
        before, after = old.derivation, new.derivation
        premises, numbers = premise_changes(before, after), number_changes(old, new)
        if len(premises) + len(numbers) > 1:
            numbers = with_effects(numbers, old, new)
        result, others = _results(old, new, {item.quantity.name for item in numbers})
        return cls(
            claim=new.claim,
            headlines=(old.headline, new.headline),
            result=result,
            verdicts=(old.verdict, new.verdict),
            scenarios=(_scenario(old), _scenario(new)),
            studies=(old.study.title, new.study.title),
            premises=premises,
            brought=_named_only_by(after, before),
            dropped=_named_only_by(before, after),
            numbers=numbers,
            steps=step_changes(before, after),
            rejects=reject_changes(before, after),
            results=others,
        )

    @property
    def changed(self) -> tuple[StepChange, ...]:
        """The definitions and steps that are not as they were."""
        return tuple(item for item in self.steps if not item.same)

    @property
    def unrefuted(self) -> tuple[StepChange, ...]:
        """The rejected statements that were refuted and no longer are."""
        return tuple(
            item for item in self.rejects
            if item.old is not None and item.old.sound and (item.new is None or not item.new.sound)
        )  # fmt: skip

    @property
    def gained(self) -> tuple[Relation, ...]:
        """The conditions of the result that it did not have before."""
        old, new = (headline.conditions for headline in self.headlines)
        return tuple(condition for condition in new if condition not in old)

    @property
    def lost(self) -> tuple[Relation, ...]:
        """The conditions that the result had before."""
        old, new = (headline.conditions for headline in self.headlines)
        return tuple(condition for condition in old if condition not in new)

    @property
    def moved(self) -> bool:
        """True if a step, a reject, or the formula or the number of the result is not as it was."""
        old, new = ((item.relation, item.conditions) for item in self.headlines)
        return self.result.moved or old != new or not all(item.same for item in (*self.steps, *self.rejects))

    @property
    def nothing(self) -> bool:
        """True if the two accounts say the same."""
        return not (self.moved or self.premises or self.numbers or self.verdicts[0] != self.verdicts[1])


def compare(new: Account, old: Account) -> Difference:
    """What differs in `new` from `old`, two accounts of one claim; raises `InputError` for accounts of two.

    >>> from derivations import derive
    >>> found = compare(derive("optimal-batch", accelerator="h200"), derive("optimal-batch"))
    >>> [item.quantity.name for item in found.numbers], found.result.ratio
    (['W_gpu'], Fraction(67, 96))
    """
    return Difference.between(new, old)


def _results(
    old: Account, new: Account, entered: Collection[str]
) -> tuple[ResultChange, tuple[ResultChange, ...]]:
    """The result of the claim, with the steps that say the same, and the others, those of its left side first."""
    result, others = result_change(old, new), []
    for item in result_changes(old, new):
        if new.headline.name in item.steps:
            result = replace(result, steps=tuple(dict.fromkeys((*result.steps, *item.steps))))
        elif item.left not in entered:
            others.append(item)
    return result, tuple(sorted(others, key=lambda item: item.left != result.left))


def _named_only_by(one: Derivation, other: Derivation) -> tuple[Quantity, ...]:
    """The quantities in the premises and definitions of one derivation and not in those of the other."""
    mine, theirs = (
        {symbol.name for step in item if step.rule in ("take", "define") and step.relation is not None
         for symbol in step.relation.symbols}
        for item in (one, other)
    )  # fmt: skip
    return tuple(quantity for quantity in one.notation if quantity.name in mine - theirs)


def _scenario(account: Account) -> str:
    """The title of the scenario without what the reader valued, which stands among the numbers."""
    given = ", ".join(f"{name} = {value}" for name, value in account.given.items())
    title = account.scenario.title
    if not given:
        return title
    return "no numbers given" if title == f"given: {given}" else title.removesuffix(f", with {given}")
