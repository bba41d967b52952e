"""Consistency: what the numbers of an evaluation break, of all that is taken and of what a step supposes.

One relation by itself is looked at by `contradiction`. Here it is looked at again with the number of a result for its
letter, with those that are chosen or solved on the way to it, in limits, and with what premises force.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from derivations.derivation.step import Step
from derivations.language.display import listed
from derivations.language.relation import Relation
from derivations.language.tree import names
from derivations.numbers.contradiction import (
    NAMING,
    Contradiction,
    before,
    behind,
    broken_bound,
    broken_bounds,
    broken_by,
    broken_premises,
    forced,
    without_room,
)
from derivations.numbers.definitions import DEFINING, following
from derivations.numbers.limit_state import CHOSEN, LimitStates, breaking, broken_in
from derivations.numbers.value import Value

if TYPE_CHECKING:
    from sympy import Expr

    from derivations.numbers.evaluation import Evaluation


class Consistency:
    """What the numbers of an evaluation break; the premises that they do may be `known`."""

    def __init__(self, seen: Evaluation, known: tuple[Contradiction, ...] | None = None) -> None:
        self._seen, self._derivation, self._known = seen, seen.derivation, known
        self._contradicting: dict[str, Contradiction | None] = {}

    @cached_property
    def broken_premises(self) -> tuple[Contradiction, ...]:
        """Premises that the numbers break, by themselves, and if they do not, with the number of the result.

        What breaks by a letter on the way that leaves its domain is not told once more.
        """
        if self._known is not None:
            return self._known
        found = {each.step: each for each in self._broken_as_said}
        outside = {name for name, each in found.items() if each.none_left and not each.others}
        for each in (*self._without_room, *self._broken_by_forced):
            found.setdefault(each.step, each)
        if all(each.none_left for each in found.values()):
            for each in self._broken_with_its_number(self._derivation.headline):
                found.setdefault(each.step, each)
        return tuple(each for name, each in found.items() if not (each.partial or each.giving) or outside.isdisjoint(
            behind(self._seen, self._derivation[name]) - {name}))

    @cached_property
    def contradictions(self) -> tuple[Contradiction, ...]:
        """The same, what the result supposes and the numbers break, and inequalities that were shown.

        A definition of a letter that the result does not need contradicts nothing: its letter has no value.
        """
        told = [each for each in self.broken_premises if not each.none_left or self._is_needed(each.step)]
        by_result = (each for each in self._broken_by_result if all(each.step != other.step for other in told))
        return *told, *by_result, *broken_bounds(self._seen)

    def contradiction_of(self, name: str) -> Contradiction | None:
        """What leaves a step without a number, as no state of the premises has the numbers of the scenario.

        Of a premise that gives a letter no value that it can take, only what rests on it has none.
        """
        if name not in self._contradicting:  # asked by each that tells the number of the step
            self._contradicting[name] = self._contradiction_of(name)
        return self._contradicting[name]

    def _contradiction_of(self, name: str) -> Contradiction | None:
        found = self.broken_premises
        step = self._derivation[name]
        rests_on = behind(self._seen, step) if any(each.partial for each in found) else ()
        premise = next((each for each in found if each.is_behind(rests_on) or not (
            each.partial or (each.giving and each.step == name))), None)
        if premise is None and name != self._derivation.headline.name:
            own = self._broken_with_its_number(step)
            premise = next((each for each in own if each.step not in self._broken_alone), None)
        own_result = name == self._derivation.headline.name
        supposed = self._broken_by_result if own_result else self._broken_suppositions(step)
        return premise or next(iter(supposed), None) or broken_bound(self._seen, step)

    def _is_needed(self, name: str) -> bool:
        """True for a premise, and for the name of something that is given, or that the result rests on."""
        step, headline = self._derivation[name], self._derivation.headline
        given = step.subject_name in self._seen.scenario.values
        return given or step.rule == "take" or name == headline.name or name in behind(self._seen, headline)

    @cached_property
    def _broken_as_said(self) -> tuple[Contradiction, ...]:
        """The premises and names that the numbers break, each looked at by itself."""
        return tuple(broken_premises(self._seen))

    @cached_property
    def _broken_alone(self) -> frozenset[str]:
        """The premises and names that the numbers break by themselves, also for a part of the steps alone."""
        by_themselves = *self._broken_as_said, *self._without_room, *self._broken_by_forced
        return frozenset(each.step for each in by_themselves)

    @cached_property
    def _broken_by_result(self) -> tuple[Contradiction, ...]:
        """What the result supposes and the numbers break, and what its own one breaks with those solved for it.

        Also in place of one that is given. Other lines keep their numbers: what is given may not be of the states of
        the result, as beside an optimum, where it says what is so there.
        """
        headline = self._derivation.headline
        own, rounded = self._number_without_one(headline)
        solved = self._broken_with(headline, own, rounded=rounded, on_the_way=True)
        known = (each for each in solved if not (each.partial or each.whatever or each.undefined))
        found = {} if headline.context.limit is not None else {each.step: each for each in known}
        return (*self._broken_suppositions(headline), *found.values(), *self._broken_in_place_of_the_given(headline))

    def _broken_with_its_number(self, step: Step) -> Iterator[Contradiction]:
        """What the number of a step breaks, and those of the letters that are chosen for it.

        In a limit a letter stands for what it goes to, which is the number of no state.
        """
        if step.context.limit is not None:
            return
        own, rounded = self._number_without_one(step)
        around = self if step is self._derivation.headline else self._as_supposed(step).consistency
        yield from around._broken_with(step, own, rounded=rounded)

    def _broken_with(
        self, step: Step, own: Mapping[str, Value], *, rounded: bool, on_the_way: bool = False
    ) -> Iterator[Contradiction]:
        """The same with a number for the letter of the step, or none for it; and with those solved `on_the_way`."""
        seen = self._seen.supposing(self._seen.scenario.with_values(own)) if own else self._seen
        if own and not on_the_way:
            yield from self._broken_at(seen, own, rounded=rounded)
        found = dict[str, Value]()
        for line in (*self.choices_behind(step), *(self.solved_behind(step) if on_the_way else ())):
            numbers, also = seen.consistency._number_without_one(line)
            new = {name: value for name, value in numbers.items() if self._seen.value_of(name) is None}
            found, rounded = {**new, **found}, rounded or also
        if found:
            seen = self._seen.supposing(self._seen.scenario.with_values({**found, **own}))
            yield from self._broken_at(seen, {**found, **own}, rounded=rounded)

    def _broken_in_place_of_the_given(self, step: Step) -> Iterator[Contradiction]:
        """What the number of a step breaks that gives a letter another than the scenario has, as the batch at balance.
        """
        seen, given = self.but_for(step), self._seen.scenario.values.get(step.subject_name)
        own, rounded = ({}, False) if seen is None else self._own_number(step)
        if seen is not None and given is not None and own and own[step.subject_name].number != given.number:
            for each in seen.consistency._broken_with(step, own, rounded=rounded):
                if each.step not in self._broken_alone:
                    yield each

    def but_for(self, step: Step) -> Evaluation | None:
        """The same without the number that is given for the letter of a step, and for what is traced back to that.

        Where the step says another number for the letter, what follows it is another one, too. None where none is given
        that a step says more than the name of, and of a step in a limit.
        """
        given, name = self._seen.scenario.values, step.subject_name
        if name not in given or step.rule in DEFINING or step.context.limit is not None:
            return None
        moved = following({name}, ((each, names(defining.relation.written.right)) for each, defining in
                                   self._seen.kept.definitions.items() if defining.relation is not None))
        return self._seen.supposing(replace(self._seen.scenario, values={
            each: value for each, value in given.items() if each not in moved}))

    def _as_supposed(self, step: Step) -> Evaluation:
        """This one, with the numbers behind a step alone where it supposes an equation: it may say what others are."""
        within = (self._derivation[name] for name in step.within if name in self._derivation)
        supposed = (each.relation for each in within if each.rule not in CHOSEN)
        if any(item is not None and item.is_equation for item in supposed):
            return self._seen.supposing(replace(self._seen.scenario, values=self._seen.leaves(step.name)))
        return self._seen

    def _broken_at(self, seen: Evaluation, own: Mapping[str, Value], *, rounded: bool) -> Iterator[Contradiction]:
        beside = f", with {listed([f'{name} {value.origin}' for name, value in own.items()], 'and')}"
        yield from broken_premises(seen, rounded=rounded, beside=beside, about=self._seen.kept.moved_by(frozenset(own)))
        for each in without_room(seen, rounded=rounded, beside=beside):
            if replace(each, beside="", none_left=True) not in self._without_room:  # the number has no part in it
                yield each

    @cached_property
    def _without_room(self) -> tuple[Contradiction, ...]:
        """The letters without a number that premises leave none."""
        return tuple(without_room(self._seen))

    @cached_property
    def _broken_by_forced(self) -> tuple[Contradiction, ...]:
        """What a number breaks that an equation leaves a letter, which the scenario has no number for.

        Each is put in by itself, so that what says it is known. Numbers that were said, as those of a reading, are
        rounded, and nothing is told of what these alone break so.
        """
        found = list[Contradiction]()
        for name, (value, step) in forced(self._seen).items():
            seen = self._seen.supposing(self._seen.scenario.with_values({name: value}))
            beside, about = f", with {name} = {value} by {step}", self._seen.kept.moved_by(frozenset({name}))
            for each in broken_premises(seen, beside=beside, about=about):
                if each.step != step and self._seen.rests_on_typed((step, each.step)):
                    found.append(replace(each, none_left=True, others=(step,)))
        return tuple(found)

    def _broken_suppositions(self, step: Step) -> Iterator[Contradiction]:
        """What a step supposes and the numbers break.

        An equation may say what a letter is that is given here as something else, as the batch at balance: it is
        looked at with the numbers behind the step alone, and that of the step. A bound says where all this is so.
        """
        if step.context.limit is not None:
            yield from self._broken_in_limit(step)
        if step.context.limit is not None or not step.verdict.holds:
            return
        for name in step.within:
            relation = self._derivation[name].relation if name in self._derivation and name != step.name else None
            if relation is None:
                continue
            own, rounded = self._own_number(step)
            behind_it = self._seen.leaves(step.name) if relation.is_equation else self._seen.scenario.values
            seen = self._seen.supposing(replace(self._seen.scenario, values={**behind_it, **own}))
            found = broken_by(seen, self._derivation[name], rounded=rounded, beside=f", which {step.name} supposes")
            if found is not None:
                yield found

    def _broken_in_limit(self, step: Step) -> Iterator[Contradiction]:
        """What all states break that are close to the limit of a step."""
        found = self._close_to_limit(step)
        if found is not None:
            yield from broken_in(found[0], self._derivation, found[1])

    def breaking_in_limit(self, step: Step, moving: Collection[str]) -> Iterator[tuple[Step, Relation]]:
        """What would be broken so at some numbers of `moving`: what says it, and what holds of these where it is."""
        found = self._close_to_limit(step, moving)
        if found is not None:
            yield from breaking(found[0], self._derivation, found[1], moving)

    def _close_to_limit(
        self, step: Step, moving: Collection[str] = ()
    ) -> tuple[LimitStates, Callable[[Expr], Expr]] | None:
        """The states close to the limit of a step, and what puts numbers in there; None where nothing speaks of them.
        """
        states = self._seen.kept.limit_states(step)
        if states is None:
            return None
        purposely = {name: value for name in states.arrow.purposely
                     if (value := self._seen.value_of(name)) is not None}
        if len(purposely) < len(states.arrow.purposely):
            return None
        own = {name: value for name, value in self._own_number(step)[0].items() if name not in states.moving}
        kept = self._seen.scenario.without(states.moving).with_values({**purposely, **own})
        variable = self._derivation.notation[states.arrow.variable]
        # what varies has no number, and is traced back to nothing
        still = Value(Fraction(1), variable.unit, variable.dimension, "varies")
        seen, without = self._seen.supposing(kept.with_values({variable.name: still})), {variable.name, *moving}
        return states, lambda each: seen.in_numbers(each, but=without)

    def choices_behind(self, line: Step) -> list[Step]:
        """The steps that choose a letter for a line, so that something is least, or a whole number."""
        supposed = [self._derivation[name] for name in line.within if name in self._derivation and name != line.name]
        return [step for step in supposed if step.rule in CHOSEN]

    def solved_behind(self, line: Step) -> Iterator[Step]:
        """The lines that a line is made of and that hold in all of its states, each of which gives a letter.

        None of a line in a limit, where what moves has no number.
        """
        if line.context.limit is not None:
            return
        for name in sorted(before(self._seen, line.inputs)):
            step = self._derivation[name]
            gives = step.relation is not None and step.relation.is_equation and bool(step.subject_name)
            if gives and step.rule not in NAMING and step.verdict.holds and step.context.limit is None and (
                    set(step.within) <= set(line.within)):
                yield step

    def _number_without_one(self, step: Step) -> tuple[dict[str, Value], bool]:
        """The number that a step gives a letter which has none otherwise, if it does, and whether that is rounded."""
        own, rounded = self._own_number(step)
        open_ = {name: value for name, value in own.items() if step.unknown or self._seen.value_of(name) is None}
        return open_, rounded

    def _own_number(self, step: Step) -> tuple[dict[str, Value], bool]:
        """The number that a step gives the letter alone on its left, if it does, and whether that is rounded."""
        if step.relation is None or not step.relation.is_equation or step.rule in DEFINING or not step.verdict.holds:
            return {}, False
        line = self._seen.bare_line(step.name, alone=True)
        if line.value is None or line.quantity is None:
            return {}, False
        value = Value(line.value, line.quantity.unit, line.quantity.dimension, f"from {step.name}")
        return {line.quantity.name: value}, not line.exact
