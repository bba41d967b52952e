"""induction and instance: facts for every index, and one of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from sympy import Expr, Integer, Symbol

from derivations.derivation.rules.base import Checked, Input, Outcome, carried, discharged, kept, replaced
from derivations.errors import UndecidedError
from derivations.language.from_sympy import from_sympy
from derivations.language.functions import Applied, applications, has_terms_of_functions, outside_indices
from derivations.language.printing.text import to_text
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.proof.condition import holds_everywhere
from derivations.proof.every_index import holds_at_every_index, may_fail
from derivations.proof.interpolation import functions_in
from derivations.proof.normal_form import field_of
from derivations.proof.obligation import Obligation
from derivations.proof.prove import contradictory, prove_all, prove_at_one_index
from derivations.proof.series import aligned
from derivations.proof.verdict import CONTRADICTION, Finding, Verdict, all_of, inconclusive, proven, refuted


def followed(
    recurrences: Iterable[Relation], others: Iterable[Relation], index: Symbol, start: Expr, notation: Notation
) -> frozenset[Symbol]:
    """The sequences that recurrences continue from the start on for ever; none if it is not sure that they do.

    Each recurrence must say of one sequence what it is at the next index, from values at the index; `others`, what else
    is given, may speak of these sequences only at the start, and the start is the first index there is: those before it
    are continued, too.
    """
    if start != notation[index.name].range.limits[0][1]:
        return frozenset()
    continued: dict[Symbol, Expr] = {}
    for item in recurrences:
        call = item.lhs
        if not (item.is_equation and isinstance(call, Applied) and call.arguments == (index + 1,)):
            return frozenset()
        if call.function in continued or notation[call.function.name].domain != "real" or may_fail(item.rhs):
            return frozenset()
        continued[call.function] = item.rhs
    sides = [side for item in others for side in (item.lhs, item.rhs)]
    known = (*_places(continued.values(), continued, index), *_places(sides, continued, start))
    return frozenset(continued) if all(known) else frozenset()


def stays_within(goal: Relation, continued: Iterable[Symbol], places: range) -> bool:
    """True if a goal speaks of the sequences that are continued at these places only: what comes later is not open."""
    names = set(continued)
    for side in aligned([goal.lhs, goal.rhs], field_of):
        if has_terms_of_functions(side) and side.free_symbols & names:
            return False
        calls = [call for call in applications(side) if call.function in names]
        if not all(call.arguments[0].is_Integer and int(call.arguments[0]) in places for call in calls):
            return False
    return True


def told(
    counterexample: Mapping[str, Expr], continued: Iterable[Symbol], places: range, notation: Notation
) -> dict[str, Expr]:
    """A counterexample in which sequences that are continued are given by their values at these places."""
    functions = functions_in(counterexample, notation)
    names = {symbol.name for symbol in continued}
    kept = {name: value for name, value in counterexample.items() if name.partition("(")[0] not in names}
    for symbol in sorted(set(continued) & set(functions), key=lambda symbol: symbol.name):
        kept |= {f"{symbol.name}({place})": functions[symbol](Integer(place)) for place in places}
    return kept


def _places(sides: Iterable[Expr], continued: Mapping[Symbol, Expr], place: Expr) -> Iterable[bool]:
    """Of every call of what is continued whether it is at this place, and of every sum that none is in it."""
    for side in sides:
        for call in applications(side):
            yield call.function not in continued or call.arguments == (place,)
        yield not (has_terms_of_functions(side) and side.free_symbols & set(continued))


METHOD = "induction"
_STEPS_TRIED = 3
_START = "it holds at the start"
# they say what a quantity is, for one index
NAMING = ("define", "isolate", "differentiate", "sum", "minimise", "minimise_subject_to", "round_up")


@dataclass(frozen=True)
class Induction:
    """From recurrences to facts for every index from `start` on or, with `downward`, for every index down from it.

    The goals are shown together: each step may use all of them one index before.
    """

    name: ClassVar[str] = "induction"
    goals: tuple[Relation, ...]
    index: Symbol
    start: Expr
    downward: bool = False

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """One outcome for each goal, under the condition that the index is in the range.

        Raises `UndecidedError` for inputs that are no recurrences and for a start that is no index.
        """
        self._refuse(inputs, notation)
        conditions = carried(inputs, [self._range(self.index, notation)])
        return tuple(
            Outcome(goal, conditions, self.note, label=f"goal-{place}") for place, goal in enumerate(self.goals, 1)
        )

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Every goal holds at the start, and at an index where it holds at the one before.

        A point at which one of the two fails refutes the goals only where the recurrences hold for every index with the
        functions that it names; else a stronger goal may be what is needed.
        """
        if outcome.relation not in self.goals:
            return Checked(refuted(f"{outcome.relation} is none of the goals", None, "form"))
        self._refuse(inputs, notation)
        k, at_k = self.index, [item.relation for item in inputs if self.index in item.relation.symbols]
        plain = [item.relation for item in inputs if self.index not in item.relation.symbols]
        plain += [condition for item in inputs for condition in item.conditions]
        still = [item for item in at_k if self._indices(item) == {k}]  # definitions, of which the next one is needed
        here, there = (k + 1, k) if self.downward else (k, k + 1)
        known = [*plain, *at_k, *(replaced(item, {k: k + 1}) for item in still)]
        first = [*plain, *(replaced(item, {k: self.start}) for item in at_k)]
        if contradictory([*known, *first]):
            return Checked(inconclusive(CONTRADICTION))
        in_range = self._range(k + 1 if self.downward else k, notation)
        hypotheses = [replaced(goal, {k: here}) for goal in self.goals]
        base = [Obligation(replaced(goal, {k: self.start}), tuple(first), _START) for goal in self.goals]
        given = (*known, *hypotheses, *(() if holds_everywhere(in_range) else (in_range,)))
        steps = [Obligation(replaced(goal, {k: there}), given, "it holds at the next index") for goal in self.goals]
        others = [
            *(Obligation(item, tuple(plain), "the start is an index") for item in _inside(self.start, k, notation)),
            *([] if holds_everywhere(self._range(k, notation)) or self._range(k, notation) in outcome.conditions else
              [Obligation(self._range(k, notation), outcome.conditions, "no further than shown")]),
            *kept(inputs, outcome),
        ]
        found = [self._weighed(each, at_k, notation) for each in (*base, *steps)]
        own = found[self.goals.index(outcome.relation) :: len(self.goals)]
        verdict = all_of([*found, prove_all(others)] if others else found)
        wrong = [each for each in found if each.finding is Finding.REFUTED]
        if wrong and not any(each in own for each in wrong):
            verdict = all_of([*own, inconclusive("it was to be shown together with what does not hold: show it alone")])
        if verdict.finding is Finding.INCONCLUSIVE and not self.downward:
            verdict = self._soon_wrong(outcome.relation, plain, at_k, notation) or verdict
        shown = proven(METHOD, *verdict.checked_by) if verdict.finding is Finding.PROVEN else verdict
        return Checked(shown, (*base, *steps, *others))

    def _soon_wrong(
        self, goal: Relation, plain: list[Relation], at_k: list[Relation], notation: Notation
    ) -> Verdict | None:
        """A point at which a goal fails a few steps after the start."""
        on = followed(at_k, plain, self.index, self.start, notation)
        given = [*plain]
        for steps in range(1, _STEPS_TRIED + 1):
            given += [replaced(item, {self.index: self.start + steps - 1}) for item in at_k]
            obligation = Obligation(replaced(goal, {self.index: self.start + steps}), tuple(given))
            places = range(int(self.start), int(self.start) + steps + 1) if on else range(0)
            free = bool(on) and stays_within(obligation.goal, on, places)
            found = prove_at_one_index(obligation) if free else self._weighed(obligation, at_k, notation)
            if found.finding is Finding.REFUTED:
                point = told(found.counterexample, on if free else (), places, notation)
                return refuted(found.reason, point, *found.checked_by)
        return None

    @property
    def note(self) -> str:
        """For which indices the goals hold."""
        start = to_text(from_sympy(self.start, {}))
        return f"for every {self.index} from {start} {'down' if self.downward else 'on'}"

    def _range(self, index: Expr, notation: Notation) -> Relation:
        return from_sides(index, "<=" if self.downward else ">=", self.start, notation)

    def _refuse(self, inputs: tuple[Input, ...], notation: Notation) -> None:
        """Raise `UndecidedError` for what is no induction."""
        refuse_index(self.index, notation)
        if self.index in self.start.free_symbols or not _is_index(self.start, self.index, notation):
            raise UndecidedError(f"{self.start} is no {self.index} to start from")
        for goal in self.goals:
            if self.index not in goal.symbols:
                raise UndecidedError(f"{goal} does not speak of {self.index}")
        for item in inputs:
            if item.unknown is not None:
                raise UndecidedError(f"{item.name} has no closed form")
            if any(self.index in condition.symbols for condition in item.conditions):
                raise UndecidedError(f"{item.name} holds only under a condition on {self.index}")
            if self.index in outside_indices(item.relation.lhs) | outside_indices(item.relation.rhs):
                raise UndecidedError(f"{item.name} speaks of {self.index} not only as an index: {only(self.index)}")

    def _indices(self, item: Relation) -> set[Expr]:
        """Every argument in which the index stands."""
        return {
            part
            for call in applications(item.lhs, item.rhs)
            for part in call.arguments
            if self.index in part.free_symbols and not applications(part)
        }

    def _weighed(self, obligation: Obligation, recurrences: Iterable[Relation], notation: Notation) -> Verdict:
        """The verdict on the start or on a step; refuted only by functions that satisfy every recurrence everywhere."""
        verdict = prove_at_one_index(obligation)
        if verdict.finding is not Finding.REFUTED:
            return verdict
        functions = functions_in(verdict.counterexample, notation)
        point: dict[Expr, Expr] = {
            notation[name].symbol: value
            for name, value in verdict.counterexample.items()
            if name in notation and name != self.index.name
        }
        wholly = all(holds_at_every_index(item, {**point, **functions}) for item in recurrences)
        if wholly:
            return verdict
        where = "at the start" if obligation.says == _START else "at an index from the one before"
        return inconclusive(f"it does not follow {where}, and no functions are found for which it is wrong")


@dataclass(frozen=True)
class Instance:
    """The instance at the index `value` of the input, which holds for every index."""

    name: ClassVar[str] = "instance"
    index: Symbol
    value: Expr

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The relation and its conditions at that index. Raises `UndecidedError` for what is no index."""
        self._refuse(inputs[0], notation)
        at = {self.index: self.value}
        conditions = (replaced(condition, at) for condition in inputs[0].conditions)
        kept_ones = tuple(dict.fromkeys(item for item in conditions if not holds_everywhere(item)))
        return (Outcome(replaced(inputs[0].relation, at), kept_ones, self.note),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """The relation follows from the input at that index, which is in the domain and within the conditions."""
        assert outcome.relation is not None
        self._refuse(inputs[0], notation)
        at = {self.index: self.value}
        here = replaced(inputs[0].relation, at)
        conditions = [replaced(condition, at) for condition in inputs[0].conditions]
        return discharged(
            [
                Obligation(outcome.relation, (here, *outcome.conditions), "it is what is said of that index"),
                *(Obligation(item, outcome.conditions, "it is an index")
                  for item in _inside(self.value, self.index, notation)),
                *(Obligation(item, outcome.conditions, "the condition holds there")
                  for item in conditions if item not in outcome.conditions),
            ]
        )

    @property
    def note(self) -> str:
        """The index, as a note."""
        return f"at {self.index} = {to_text(from_sympy(self.value, {}))}"

    def _refuse(self, item: Input, notation: Notation) -> None:
        refuse_index(self.index, notation)
        if item.unknown is not None:
            raise UndecidedError(f"{item.name} has no closed form")
        if self.index not in item.relation.symbols:
            raise UndecidedError(f"{item.name} does not speak of {self.index}")
        if not _is_index(self.value, self.index, notation):
            raise UndecidedError(f"{self.value} is no {self.index}")


def only(index: Symbol) -> str:
    """The reason for which nothing is shown for every index."""
    return f"it may be meant for one {index} only"


def refuse_index(index: Symbol, notation: Notation) -> None:
    """Raise `UndecidedError` for a quantity that is no whole number, or that bounds or is bounded by another one."""
    own = notation[index.name]
    if not own.range.whole or own.domain == "bit" or own.is_function:
        raise UndecidedError(f"{own.name} is no index: its domain is neither 'whole' nor 'integer'")
    if own.at_most or notation.below(own.name):
        raise UndecidedError(f"{own.name} is no index, as it is bound to another quantity")


def _is_index(value: Expr, index: Symbol, notation: Notation) -> bool:
    """True for a whole number; one that is written out must be in the domain of the index."""
    return bool(value.is_integer and (not value.is_Integer or notation[index.name].range.contains(value)))


def _inside(value: Expr, index: Symbol, notation: Notation) -> list[Relation]:
    """That a value is in the domain of the index, as far as that is not known."""
    limits = notation[index.name].range.limits
    sides = (from_sides(value, operator, Integer(limit), notation) for operator, limit in limits)
    return [item for item in sides if not holds_everywhere(item)]
