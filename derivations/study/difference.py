"""Differences of two evaluations of one claim: premises, steps, numbers, results and verdicts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from derivations.claim.claim import Claim
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.whole_numbers import whole_remark
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Assumptions
from derivations.derivation.step import Step
from derivations.derivation.trace import BELIEVED
from derivations.errors import DerivationsError, InputError
from derivations.language.dimension import Dimension
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.value import Value
from derivations.study.ranges import Ranged
from derivations.study.spread import spread_of
from derivations.study.step_changes import (
    PremiseChange,
    StepChange,
    premise_changes,
    reject_changes,
    step_changes,
    why_not,
)

if TYPE_CHECKING:
    from derivations.study.draws import Drawn, DrawnRatio  # which needs NumPy

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
        """The new number over the old one; None where one is missing, or a range, the old is zero, or they measure two
        things.
        """
        if self.old is None or self.new is None or self.old.dimension != self.new.dimension or self.ranges:
            return None
        return self.new.number / self.old.number if self.old.number else None

    @property
    def ranges(self) -> bool:
        """True where it lies anywhere between two ends, before or now."""
        return any(value is not None and value.ends is not None for value in (self.old, self.new))


@dataclass(frozen=True)
class Side:
    """The numbers line of a step in one evaluated claim, or the reason why there is none.

    Where quantities behind it have ranges, or are drawn, the line is for the middle of each.
    """

    line: NumbersLine | None
    why_not: str = ""
    whole: str = ""  # the whole number to take in its place, of what comes whole
    range: Ranged | None = None
    drawn: Drawn | None = None

    @property
    def value(self) -> Fraction | None:
        """The number in base units; None where there is none."""
        return None if self.line is None else self.line.value

    @property
    def shown(self) -> str:
        """The number with its unit, or between what it lies, or the reason why there is none."""
        if self.line is None:
            return self.why_not
        found = self.drawn or self.range
        return self.line.result + self.whole if found is None else found.shown

    @property
    def ends(self) -> tuple[Fraction, Fraction] | None:
        """The least and the greatest number in base units, the same twice for one number; None where one is unknown."""
        low, high = (self.value, self.value) if self.range is None else (self.range.low, self.range.high)
        return None if low is None or high is None else (low, high)


@dataclass(frozen=True)
class ResultChange:
    """The numbers of a step before and after; `steps` names it and those that say the same of the same left side."""

    steps: tuple[str, ...]
    left: str
    old: Side
    new: Side

    @property
    def ratio(self) -> Fraction | None:
        """The new number over the old one; None where one is missing, the old is zero, or they measure two things."""
        before, after = self.old.line, self.new.line
        if before is None or after is None or not before.value or after.value is None:
            return None
        return after.value / before.value if before.dimension == after.dimension else None

    @property
    def has_range(self) -> bool:
        """True where a quantity behind it lies anywhere between two ends, before or now."""
        return self.old.range is not None or self.new.range is not None

    @property
    def is_drawn(self) -> bool:
        """True where it is drawn, before or now."""
        return self.old.drawn is not None or self.new.drawn is not None

    @property
    def drawn_ratio(self) -> DrawnRatio | None:
        """The new result over the old one, draw by draw; None where one has no number, or they measure two things."""
        from derivations.study.draws import drawn_ratio

        before, after = (side.drawn or side.value for side in (self.old, self.new))
        same = self.old.line and self.new.line and self.old.line.dimension == self.new.line.dimension
        return None if before is None or after is None or not same else drawn_ratio(before, after)

    @property
    def ratios(self) -> tuple[Fraction, Fraction] | None:
        """The least and the greatest that the new number can be over the old one, whatever both are in their ranges.

        None where neither has a range, an end is unknown, the old number may be zero, or they measure two things.
        """
        ends = self._ends
        if ends is None or not self.has_range or ends[0][0] <= 0 <= ends[0][1]:
            return None
        found = [after / before for before in ends[0] for after in ends[1]]
        return min(found), max(found)

    @property
    def overlap(self) -> tuple[Fraction, Fraction] | None:
        """What both can be, the least and the greatest; None where there is no such number, or an end is unknown."""
        if self._ends is None:
            return None
        (low, high), (least, most) = self._ends
        return (max(low, least), min(high, most)) if max(low, least) <= min(high, most) else None

    @property
    def _ends(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]] | None:
        before, after = self.old, self.new
        if before.ends is None or after.ends is None or before.line is None or after.line is None:
            return None
        return (before.ends, after.ends) if before.line.dimension == after.line.dimension else None

    @property
    def moved(self) -> bool:
        """True if the number is another one, or is there in one claim only."""
        if self.is_drawn:
            return self.old.shown != self.new.shown
        if self.has_range:
            return self.old.ends != self.new.ends
        before, after = self.old.value, self.new.value
        if before is None or after is None:
            return (before is None) != (after is None)
        exact = all(side.line is not None and side.line.exact for side in (self.old, self.new))
        return abs(after - before) > (0 if exact else _NOISE * max(abs(before), abs(after)))


def number_changes(old: EvaluatedClaim, new: EvaluatedClaim) -> tuple[NumberChange, ...]:
    """The quantities whose number a scenario gives, and which have another one now, in reading order."""
    given = {name for evaluated in (old, new) for name in evaluated.evaluation.scenario.values}
    occurring = old.derivation.names | new.derivation.names
    lines = [evaluated.evaluation.line_or_none(evaluated.headline.name) for evaluated in (old, new)]
    resting = {name for line in lines if line is not None for name in line.leaves}
    found = []
    # a reader may declare a symbol twice, each time as something else
    for quantity in {item.name: item for item in (*old.derivation.notation, *new.derivation.notation)}.values():
        if quantity.name not in given & occurring:
            continue
        before, after = (each.study.ranges.get(quantity.name) or _value(each, quantity.name) for each in (old, new))
        if _measured(before) != _measured(after):
            found.append(NumberChange(quantity, before, after, None in lines or quantity.name in resting))
    return tuple(found)


def with_effects(
    changes: tuple[NumberChange, ...], old: EvaluatedClaim, new: EvaluatedClaim
) -> tuple[NumberChange, ...]:
    """The changes, each with the old result under that number alone."""
    given = new.evaluation.scenario.values
    return tuple(
        replace(item, alone=_alone(old, item.quantity.name, given[item.quantity.name]))
        if item.quantity.name in given and item.rested_on and not item.ranges else item
        for item in changes
    )


def with_premise_effects(
    changes: tuple[PremiseChange, ...], old: EvaluatedClaim, new: EvaluatedClaim
) -> tuple[PremiseChange, ...]:
    """The changes, each with the old result under that premise alone, and the numbers that only new premises need."""
    only = new.derivation if len(changes) == 1 else None
    return tuple(replace(item, alone=_under_premise(old, new, item.name, only)) for item in changes)


def result_side(evaluated: EvaluatedClaim) -> Side:
    """The numbers of the result of an evaluated claim, or the steps that do not stand behind it."""
    step = evaluated.headline
    try:
        line = evaluated.numbers(step.name)
        whole = "" if line.value is None else whole_remark(evaluated.claim, evaluated.evaluation, step.name)
        found = spread_of(evaluated) if evaluated.study.ranges and not line.missing else None
        if found is not None and not isinstance(found, Ranged):
            return Side(line, whole=whole, drawn=found if found.moves else None)
        if found is not None and found.enclosed and found.low == found.high is not None:  # no range is behind it
            found = None
        return Side(line, whole=whole, range=found)
    except InputError:
        raise
    except DerivationsError as error:
        if step.verdict.holds:
            return Side(None, str(error))
        return Side(None, why_not(evaluated.derivation, step))


def result_change(old: EvaluatedClaim, new: EvaluatedClaim) -> ResultChange:
    """The result of the claim in both."""
    before, after = old.headline, new.headline
    left = _left(after if after.relation is not None else before)
    return ResultChange((after.name,), left, result_side(old), result_side(new))


def result_changes(old: EvaluatedClaim, new: EvaluatedClaim) -> tuple[ResultChange, ...]:
    """The definitions and steps that have a number before and after, and another one now, the result among them.

    Those that say the same of the same left side stand together; a number that was given is no result.
    """
    found: dict[tuple[str, Fraction, Fraction], ResultChange] = {}
    for step in new.derivation.argument:
        before, after = old.evaluation.line_or_none(step.name), new.evaluation.line_or_none(step.name)
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


def _value(evaluated: EvaluatedClaim, name: str) -> Value | None:
    if name not in evaluated.derivation.notation:
        return None
    try:
        return evaluated.evaluation.value_of(name)
    except DerivationsError:  # a power that is too large to write out
        return None


def _alone(old: EvaluatedClaim, name: str, value: Value) -> NumbersLine | None:
    """The old result with one new number; None where the old claim does not know it, or another forbids it."""
    if name not in old.derivation.notation:
        return None
    scenario = replace(old.scenario, values={**old.scenario.values, name: value})
    try:
        return old.evaluation.again(scenario).line(old.headline.name)
    except DerivationsError:
        return None


def _under_premise(
    old: EvaluatedClaim, new: EvaluatedClaim, name: str, derivation: Derivation | None
) -> NumbersLine | None:
    """The old result with one new premise, derived unless the derivation is known; None where it has no number."""
    before, after = (evaluated.derivation.assumptions for evaluated in (old, new))
    if before.premises.get(name) == after.premises.get(name):  # what changed is the claim itself
        return None
    premises = {each: item for each, item in before.premises.items() if each != name}
    premises |= {each: item for each, item in after.premises.items() if each == name}
    quantities = {item.name: item for item in (*before.quantities, *after.quantities)}
    brought = {each: value for each, value in new.scenario.values.items() if each not in old.derivation.names}
    try:
        if derivation is None:
            derivation = old.claim.derive(Assumptions(premises, tuple(quantities.values())), old.budget)
        scenario = replace(old.scenario, values={**brought, **old.scenario.values})
        return replace(old, derivation=derivation, scenario=scenario).result
    except DerivationsError:
        return None


def _measured(value: Value | None) -> tuple[tuple[Fraction, Fraction] | Fraction, Dimension] | None:
    return None if value is None else (value.ends or value.number, value.dimension)


@dataclass(frozen=True)
class Difference:
    """The difference of two evaluations of a claim, each pair the old one first.

    `steps` has every definition and step of either derivation once, those that did not change as well, and `rejects`
    every rejected statement; `premises`, `numbers` and `results` hold only what differs. `brought` are the quantities
    that only the new premises name, `dropped` those that only the old ones named. `scenarios` are the titles of the
    numbers without what the reader valued, `studies` those of the studies, empty where they have none; `broken` is what
    the numbers of each contradict.
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
    broken: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @classmethod
    def between(cls, new: EvaluatedClaim, old: EvaluatedClaim) -> Self:
        """The difference of `new` from `old`, both of one claim; raises `InputError` for two claims.

        >>> from derivations import derive
        >>> cards = ("h100", "h200")
        >>> found = Difference.between(*(derive("optimal-batch", accelerator=card, values={"L": 0}) for card in cards))
        >>> [item.quantity.name for item in found.numbers], found.result.ratio
        (['W_gpu', 'M_gpu'], Fraction(96, 67))
        """
        if new.claim.name != old.claim.name:
            raise InputError(f"cannot compare {new.claim.name} with {old.claim.name}: take two reports of one claim")
        before, after = old.derivation, new.derivation
        premises, numbers = premise_changes(before, after), number_changes(old, new)
        if len(premises) + len(numbers) > 1:
            numbers = with_effects(numbers, old, new)
            premises = with_premise_effects(premises, old, new)
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
            broken=(old.contradictions, new.contradictions),
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
        )

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
        old, new = ((item.relation, item.conditions, item.context) for item in self.headlines)
        return self.result.moved or old != new or not all(item.same for item in (*self.steps, *self.rejects))

    @property
    def nothing(self) -> bool:
        """True if the two evaluated claims say the same."""
        return not (self.moved or self.premises or self.numbers or self.verdicts[0] != self.verdicts[1])


def _results(
    old: EvaluatedClaim, new: EvaluatedClaim, entered: Collection[str]
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
        {symbol.name for step in item if step.rule in BELIEVED and step.relation is not None
         for symbol in step.relation.symbols}
        for item in (one, other)
    )
    return tuple(quantity for quantity in one.notation if quantity.name in mine - theirs)


def _scenario(evaluated: EvaluatedClaim) -> str:
    """The title of the scenario without what the reader valued, which stands among the numbers."""
    given = ", ".join(f"{name} = {value}" for name, value in evaluated.given.items())
    title = evaluated.scenario.title
    if not given:
        return title
    return "no numbers given" if title == f"given: {given}" else title.removesuffix(f", with {given}")
