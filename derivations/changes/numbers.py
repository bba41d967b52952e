"""The numbers of two accounts of one claim, side by side: those that enter, and those that come out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from derivations.changes.steps import causes
from derivations.claims.account import Account
from derivations.engine.dimension import Dimension
from derivations.engine.quantity import Quantity
from derivations.engine.step import Step
from derivations.errors import DerivationsError
from derivations.values.numbers import NumbersLine
from derivations.values.value import Value

_NOISE = Fraction(1, 10**25)  # relative; decimal powers are computed to some thirty digits


@dataclass(frozen=True)
class NumberChange:
    """A quantity that has another number: given by the scenario, or traced back where only the other one gives it.

    `rested_on` is False where the result has a number before and now and neither rests on the quantity. `alone` is the
    result with this number new and all else old, where more than one thing changed.
    """

    quantity: Quantity
    old: Value | None
    new: Value | None
    rested_on: bool
    alone: NumbersLine | None = None

    @property
    def ratio(self) -> Fraction | None:
        """The new number over the old one; None where one is missing, the old is zero, or they measure two things."""
        if self.old is None or self.new is None or self.old.dimension != self.new.dimension:
            return None
        return _quotient(self.new.number, self.old.number)


@dataclass(frozen=True)
class Side:
    """What a step comes to in one account: its numbers line, or why there is none."""

    line: NumbersLine | None
    why_not: str = ""

    @property
    def value(self) -> Fraction | None:
        """The number in base units; None where there is none."""
        return None if self.line is None else self.line.value

    @property
    def shown(self) -> str:
        """The number with its unit, or the reason why there is none."""
        return self.why_not if self.line is None else self.line.result


@dataclass(frozen=True)
class ResultChange:
    """What a step comes to in both accounts; `steps` names it and those that say the same of the same left side."""

    steps: tuple[str, ...]
    left: str
    old: Side
    new: Side

    @property
    def ratio(self) -> Fraction | None:
        """The new number over the old one; None where one is missing, the old is zero, or they measure two things."""
        before, after = self.old.line, self.new.line
        if before is None or after is None or before.value is None or after.value is None:
            return None
        return _quotient(after.value, before.value) if before.dimension == after.dimension else None

    @property
    def moved(self) -> bool:
        """True if the number is another one, or is there in one account only."""
        before, after = self.old.value, self.new.value
        if before is None or after is None:
            return (before is None) != (after is None)
        exact = all(side.line is not None and side.line.exact for side in (self.old, self.new))
        return abs(after - before) > (0 if exact else _NOISE * max(abs(before), abs(after)))


def number_changes(old: Account, new: Account) -> tuple[NumberChange, ...]:
    """The quantities whose number a scenario gives, and which have another one now, in reading order."""
    given = {name for account in (old, new) for name in account.evaluation.scenario.values}
    occurring = used(old) | used(new)
    lines = [_line(account, account.headline.name) for account in (old, new)]
    resting = {name for line in lines if line is not None for name in line.leaves}
    found = []
    # a reader may declare a symbol twice, each time as something else
    for quantity in {item.name: item for item in (*old.derivation.notation, *new.derivation.notation)}.values():
        if quantity.name not in given & occurring:
            continue
        before, after = _value(old, quantity.name), _value(new, quantity.name)
        if _measured(before) != _measured(after):
            found.append(NumberChange(quantity, before, after, None in lines or quantity.name in resting))
    return tuple(found)


def with_effects(changes: tuple[NumberChange, ...], old: Account, new: Account) -> tuple[NumberChange, ...]:
    """The changes, each with what the old account would come to with that number alone."""
    given = new.evaluation.scenario.values
    return tuple(
        replace(item, alone=_alone(old, item.quantity.name, given[item.quantity.name]))
        if item.quantity.name in given and item.rested_on else item
        for item in changes
    )  # fmt: skip


def result_side(account: Account) -> Side:
    """The numbers of the result of an account, or what it comes down to that there are none."""
    step = account.headline
    try:
        return Side(account.numbers(step.name))
    except DerivationsError as error:
        if step.verdict.holds:
            return Side(None, str(error))
        behind = (account.derivation[name] for name in causes(account.derivation, step))
        return Side(None, "; ".join(f"{item.name} is {item.verdict}" for item in behind))


def result_change(old: Account, new: Account) -> ResultChange:
    """The result of the claim in both."""
    before, after = old.headline, new.headline
    left = _left(after if after.relation is not None else before)
    return ResultChange((after.name,), left, result_side(old), result_side(new))


def result_changes(old: Account, new: Account) -> tuple[ResultChange, ...]:
    """The definitions and steps that have a number in both accounts, and another one now, the result among them.

    Those that say the same of the same left side stand together; a number that was given is no result.
    """
    found: dict[tuple[str, Fraction, Fraction], ResultChange] = {}
    for step in new.derivation.argument:
        before, after = _line(old, step.name), _line(new, step.name)
        if before is None or after is None or before.value is None or after.value is None:
            continue
        change = ResultChange((step.name,), _left(step), Side(before), Side(after))
        if not change.moved or before.given or after.given:
            continue
        key = (change.left, before.value, after.value)
        known = found.get(key)
        found[key] = change if known is None else replace(known, steps=(*known.steps, step.name))
    return tuple(found.values())


def _left(step: Step) -> str:
    """The left side, with the operator where it is no equation."""
    if step.relation is None:
        return ""
    if step.unknown:
        return step.unknown
    return step.relation.written_left + ("" if step.relation.is_equation else f" {step.relation.operator}")


def _line(account: Account, name: str) -> NumbersLine | None:
    try:
        return account.numbers(name)
    except DerivationsError:  # blocked, not part of the derivation, or too large to write out
        return None


def _value(account: Account, name: str) -> Value | None:
    if name not in account.derivation.notation:
        return None
    try:
        return account.evaluation.value_of(name)
    except DerivationsError:  # a power that is too large to write out
        return None


def used(account: Account) -> set[str]:
    """The names of the quantities in any relation or condition of an account."""
    return {symbol.name for step in account.derivation for item in (step.relation, *step.conditions)
            if item is not None for symbol in item.symbols}  # fmt: skip


def _alone(old: Account, name: str, value: Value) -> NumbersLine | None:
    """The old result with one new number; None where the old account does not know it, or another forbids it."""
    if name not in old.derivation.notation:
        return None
    scenario = replace(old.scenario, values={**old.scenario.values, name: value})
    try:
        return old.evaluation.again(scenario).line(old.headline.name)
    except DerivationsError:
        return None


def _measured(value: Value | None) -> tuple[Fraction, Dimension] | None:
    return None if value is None else (value.number, value.dimension)


def _quotient(new: Fraction, old: Fraction) -> Fraction | None:
    return new / old if old else None
