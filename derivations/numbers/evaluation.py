"""Evaluation: a step of a derivation in a scenario, exactly, with its conditions.

Quantities that the scenario does not value are traced back through definitions, premises and named results, as they
were written (`written`) wherever fractions tell the number, else symbolically and with SymPy (`traced`); either way
what cancels (the number of GPUs, say) need not be known.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.language.arithmetic import NotPlainError
from derivations.language.printing.text import to_text
from derivations.language.quantity import bounds_of
from derivations.language.relation import FAILS_IN_WORDS, Relation, Side
from derivations.language.tree import BINDERS, COMPARE, Call, Name, Node, Power, Quotient, children, fold, names
from derivations.numbers.contradiction import (
    Contradiction,
    Left,
    broken_by,
    left_by,
)
from derivations.numbers.definitions import DEFINING, defining_steps, following
from derivations.numbers.format import figures_apart, format_number, format_value
from derivations.numbers.letter_range import least, near
from derivations.numbers.limit_state import LimitStates, limit_states
from derivations.numbers.numbers_line import Amount, NumbersLine
from derivations.numbers.scenario import Scenario
from derivations.numbers.value import Value
from derivations.numbers.written import Chain, Line, Written, WrittenFunction, conditions_of, keep_some

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from derivations.language.quantity import Quantity
    from derivations.numbers.consistency import Consistency
    from derivations.numbers.traced import Traced
    from derivations.numbers.tracing import Tracing
    from derivations.numbers.unsolved import Solved

OUTSIDE = "outside the condition"
NO_FORM = "this form does not apply"
NO_NUMBER = "no value here"

_DIGITS = 30  # of a number that is not exact


class Kept:
    """The part that the scenarios of a derivation share: definitions, and what was traced for the same valued names.

    It lives as long as an evaluation of the derivation does, and serves every other one.
    """

    @classmethod
    def of(cls, derivation: Derivation) -> Kept:
        """That of this very derivation."""
        found = _KEPT.get(id(derivation))
        if found is None or found.derivation is not derivation:
            found = _KEPT[id(derivation)] = cls(derivation)
        return found

    def __init__(self, derivation: Derivation) -> None:
        self.derivation = derivation
        self.definitions = defining_steps(derivation)
        self.unsolved = frozenset(step.unknown for step in derivation.trace if step.unknown and step.verdict.holds)
        self._written: dict[frozenset[str], Written] = {}
        self._in_closed_forms: dict[frozenset[str], Written] = {}
        self._tracings: dict[frozenset[str], Tracing] = {}
        self._limit_states: dict[str, LimitStates | None] = {}
        self._moved_by: dict[frozenset[str], frozenset[str]] = {}
        self.solved: dict[tuple[object, ...], Solved] = {}  # what numbers found, by step and equation

    def limit_states(self, step: Step) -> LimitStates | None:
        """The states close to the limit of a step, where something speaks of what moves in them."""
        if step.name not in self._limit_states:
            found = limit_states(self.derivation, step)
            self._limit_states[step.name] = found if found is not None and found.open else None
        return self._limit_states[step.name]

    def moved_by(self, letters: frozenset[str]) -> frozenset[str]:
        """These letters, and those that may have other numbers, or other bounds, where these have."""
        if letters not in self._moved_by:
            unsolved = {step.unknown: step for step in self.derivation.trace if step.unknown in self.unsolved}
            steps = (*self.definitions.items(), *unsolved.items())
            said = [(name, step.relation.names) for name, step in steps if step.relation is not None]
            said += [(name, frozenset({bound})) for name, bound in bounds_of(self.derivation.notation).items()]
            self._moved_by[letters] = following(letters, said)
        return self._moved_by[letters]

    def written(self, known: frozenset[str]) -> Written:
        """The formulas as they were written where these names have values."""
        if known not in self._written:
            self._written[known] = Written(self.derivation.notation, known, self.definitions, self.unsolved)
        return self._written[known]

    def in_closed_forms(self, known: frozenset[str]) -> Written:
        """The same with a solution in place of an equation that only numbers solve, where a later step has one.

        One that holds under conditions of its own is left out: nothing would ask for them.
        """
        if known not in self._in_closed_forms:
            found = {step.subject_name: step for step in self.derivation.trace
                     if step.rule == "solve" and not step.unknown and not step.conditions and step.verdict.holds}
            closed = {name: step for name, step in found.items() if name in self.unsolved}
            definitions = {**self.definitions, **closed}
            self._in_closed_forms[known] = Written(
                self.derivation.notation, known, definitions, self.unsolved - closed.keys())
        return self._in_closed_forms[known]

    def tracing(self, known: frozenset[str]) -> Tracing:
        """The formulas as SymPy has them where these names have values."""
        if known not in self._tracings:
            from derivations.numbers.tracing import Tracing

            self._tracings[known] = Tracing(self.derivation, known)
        return self._tracings[known]


_KEPT: WeakValueDictionary[int, Kept] = WeakValueDictionary()


class Evaluation:
    """A derivation seen through a scenario.

    `shares` are the steps and quantities whose numbers people are told in per cent; `closed` takes a solution in place
    of an equation that only numbers solve, as `in_closed_forms` does. What the numbers break is the same as of `like`.

    Raises `InputError` if a quantity is valued both directly and through its definition, and the two disagree; not if
    that is to be told as a contradiction (`disagreeing`).
    """

    def __init__(
        self, derivation: Derivation, scenario: Scenario, outside: str = OUTSIDE,
        kept: Kept | None = None, shares: Collection[str] = (), *, closed: bool = False, disagreeing: bool = False,
        like: Evaluation | None = None,
    ) -> None:
        self.derivation, self._like = derivation, like
        self.scenario = scenario.fitted(derivation.notation)
        self._outside = outside
        self._shares = frozenset(shares)
        self.kept = Kept.of(derivation) if kept is None else kept
        self._numbers = self.scenario.numbers
        written = self.kept.in_closed_forms if closed else self.kept.written
        self._written = written(frozenset(self._numbers))
        self._with_ends: dict[frozenset[str], tuple[Mapping[str, Fraction], ...]] = {}
        if not disagreeing:
            self._check_agreement()

    @cached_property
    def consistency(self) -> Consistency:
        """What the numbers break, and what chooses or solves letters for a step."""
        from derivations.numbers.consistency import Consistency

        return Consistency(self, None if self._like is None else self._like.consistency.broken_premises)

    @property
    def contradictions(self) -> tuple[Contradiction, ...]:
        """What the numbers break, of premises, of what the result supposes, and of inequalities that were shown."""
        return self.consistency.contradictions

    @cached_property
    def left(self) -> Left:
        """What premises leave letters without a number."""
        return left_by(self)

    def in_closed_forms(self) -> Evaluation:
        """The same, whose functions have a solution in place of an equation that only numbers solve.

        Where floats are wanted, as over arrays: Lambert's W writes a root that numbers are sought for here.
        """
        return Evaluation(self.derivation, self.scenario, self._outside, self.kept, self._shares, closed=True)

    @cached_property
    def _traced(self) -> Traced:
        """What the written form does not tell, symbolically."""
        from derivations.numbers.traced import Traced

        return Traced(self.derivation, self.scenario, self.kept.tracing, self._plain_numbers, self.kept.solved)

    def _plain_numbers(self, target: str) -> dict[str, Fraction]:
        """The numbers of defined quantities that fractions hold, but of those that would be traced back to `target`."""
        found = dict[str, Fraction]()
        for name in self.kept.definitions.keys() - self._numbers.keys():
            with suppress(NotPlainError):
                number = self._written.number(Name(name), self._numbers, target, all_missing=False)
                found |= {} if isinstance(number, tuple) else {name: number}
        return found

    def line_or_none(self, name: str) -> NumbersLine | None:
        """The numbers line of a step; None where it has no relation, does not stand, or is no step at all."""
        try:
            return self.line(name)
        except DerivationsError:  # also where a number is too large to write out
            return None

    def line(self, name: str, *, alone: bool = False, anyway: bool = False) -> NumbersLine:
        """The numbers line of a step, by name. Raises `UndecidedError` if the step has no relation or does not hold.

        With `alone` it is the number, or why there is none, without the numbers that enter and those behind it. Where
        the numbers contradict the premises a step has none, but `anyway`, for who tells the contradiction beside it.
        """
        line = self.bare_line(name, alone=alone)
        told = self.derivation[name].rule not in DEFINING or name == self.derivation.headline.name
        derived = told and (line.value is not None or line.undefined)
        found = self.consistency.contradiction_of(name) if derived and not anyway else None
        if found is not None and not (found.none_left and line.undefined):  # which says it already
            line = replace(line, value=None, undefined=found.reason)
        subject = "" if line.quantity is None else line.quantity.name
        return replace(line, told="%") if line.dimension.is_pure and subject in self._shared else line

    def leaves(self, name: str) -> dict[str, Value]:
        """The given numbers behind the number of a step that has a relation, in the order of the notation."""
        step = self.derivation[name]
        assert step.relation is not None
        if step.unknown:
            return self._in_order(self._traced.leaves_of(step))
        subject = step.subject_name
        if step.rule in DEFINING and subject in self.scenario.values:
            return {subject: self.scenario.values[subject]}
        return self._leaves(step.relation.right, "" if step.rule in DEFINING else subject)

    def named(self, name: str) -> frozenset[str]:
        """The given numbers behind all that stands in a step: either side, conditions, and what it is supposed in.

        A condition for a least value along an equation rests on the formula and on the equation as they stand.
        """
        step = self.derivation[name]
        supposed = [self.derivation[each] for each in step.within if each in self.derivation]
        along = [each for each in supposed if each.rule == "minimise_subject_to"]
        behind = [self.derivation[each] for item in along for each in item.inputs]
        relations = [item.relation for item in (step, *along, *behind) if item.relation is not None]
        solved = step.subject_name  # what is solved for, and valued itself, does not matter for its number
        sides = [side for item in (*relations, *step.conditions) for side in (item.left, item.right)]
        return frozenset().union(*(self._leaves(side, "") for side in sides)) - {solved}

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The quantities that are told in per cent."""
        steps = (self.derivation[name] for name in self._shares if name in self.derivation)
        return self._shares | {step.unknown or step.subject_name for step in steps} - {""}

    def bare_line(self, name: str, *, alone: bool) -> NumbersLine:
        """The line as it is told without regard to shares."""
        step = self.derivation[name]
        if step.relation is None:
            raise UndecidedError(f"step {name!r} has no relation: {step.verdict}")
        if not step.verdict.holds:
            raise UndecidedError(f"step {name!r} cannot be used: {step.verdict}")
        item = step.relation
        if step.unknown:
            return self._in_numbers(step)
        subject = step.subject_name
        quantity = self.derivation.notation[subject] if subject else None
        if step.rule in DEFINING and subject in self.scenario.values:
            own = self.scenario.values[subject]
            return NumbersLine(step.name, item, quantity, own.number, given=True, leaves={subject: own})
        target = "" if step.rule in DEFINING else subject
        of_itself = [each for each in step.conditions if item.is_equation and target in each.names]
        outside, undecided = self._conditions(step, but=of_itself)
        line = NumbersLine(step.name, item, quantity, outside=outside, unchecked=tuple(map(str, undecided)))
        if not alone:
            written = sorted(names(item.written.right))
            entering = {n: v for n in written if (v := self._value_of(n, target)) is not None}
            line = replace(line, entering=entering, leaves=self.leaves(name))
        if outside:
            return line
        amount = self.amount_of(item.right, target, all_missing=True)
        if isinstance(amount, tuple):
            fails, without = self._without_root(step, amount)
            return replace(line, outside=fails, undefined=without, missing=() if fails or without else amount)
        if amount is None:
            return replace(line, undefined="no value here: the formula divides by zero or leaves the real numbers")
        if quantity is not None and item.is_equation and not quantity.range.contains(amount.size):
            digits = figures_apart(amount.size, *near(quantity, amount.size))
            shown = format_value(amount.size, quantity.dimension, quantity.unit, digits)
            reason = f"no value here: {quantity.name} must be {quantity.range.words}, not {shown}"
            return replace(line, undefined=reason)
        line = replace(line, value=amount.size, exact=amount.exact)
        its = [*of_itself, *undecided] if target and item.is_equation else []  # some rest on it by other letters
        line = self._under_its_own(line, its) if its else line
        if alone or line.outside:
            return line
        beside = None if item.is_equation else self.size_of(item.left)
        return self._shown_in_known(replace(line, left_value=beside), target)

    def _under_its_own(self, line: NumbersLine, conditions: Iterable[Relation]) -> NumbersLine:
        """The line under conditions that may rest on the letter on its left: its own number stands for that."""
        step, quantity = self.derivation[line.step], line.quantity
        assert quantity is not None
        assert line.value is not None
        own = Value(line.value, quantity.unit, quantity.dimension, f"from {step.name}")
        seen, unchecked = self.supposing(self.scenario.with_values({quantity.name: own})), list[str]()
        for condition in conditions:
            if seen.stands(condition) is None:
                unchecked.append(str(condition))
            elif broken_by(seen, replace(step, relation=condition, conditions=()), rounded=not line.exact) is not None:
                return replace(line, value=None, outside=seen._failure(step, condition), unchecked=())
        return replace(line, unchecked=tuple(unchecked))

    def exact(self, name: str) -> Expr:
        """The number of a step as SymPy has it, in base units: a root or a logarithm stays one.

        Raises `UndecidedError` with the reason where there is no number, or only numbers find it.
        """
        line = self.line(name, alone=True)
        if line.value is None:
            raise UndecidedError(f"step {name!r} has no number: {line.result}")
        if line.given:
            from derivations.numbers.substitution import rational

            return rational(line.value)
        target = "" if self.derivation[name].rule in DEFINING else self.derivation[name].subject_name
        found = None if line.numeric else self._traced.exact(line.relation.rhs, self._symbol(target))
        if found is None or found.free_symbols:
            raise UndecidedError(f"step {name!r} has no exact number: it is found by numbers, as {line.result}")
        return found

    def _shown_in_known(self, line: NumbersLine, target: str) -> NumbersLine:
        """The line with its numbers in the expanded formula, where its own names quantities that cancel."""
        if names(line.relation.written.right) <= set(line.entering):
            return line
        expanded = self._traced.in_known(line.relation, self._symbol(target))
        if expanded is None:
            return line
        entering = {name: self.scenario.values[name] for name in sorted(names(expanded))}
        return replace(line, filled=expanded, entering=entering)

    def value_of(self, name: str, target: Symbol | None = None) -> Value | None:
        """The value of a quantity: given by the scenario, or traced back; None if something is missing.

        What would be traced back to `target`, the quantity in question, counts as missing.
        """
        return self._value_of(name, "" if target is None else target.name)

    def _value_of(self, name: str, target: str) -> Value | None:
        if name in self.scenario.values:
            return self.scenario.values[name]
        quantity = self.derivation.notation[name]
        if name in self.kept.unsolved and name != target:
            step = self.unsolved[quantity.symbol]
            root = self._traced.root(step)
            return None if root is None else Value(root.value, quantity.unit, quantity.dimension, f"from {step.name}")
        if name not in self.kept.definitions:
            return None
        amount = self._amount(Name(name), target, lambda: quantity.symbol)
        if amount is None or isinstance(amount, tuple):
            return None
        return Value(amount.size, quantity.unit, quantity.dimension, f"from {self.kept.definitions[name].relation}")

    def expanded(self, expression: Expr, target: Symbol | None = None) -> Expr:
        """The expression in quantities that the scenario values, as far as definitions reach, in lowest terms."""
        return self._traced.expanded(expression, target)

    @property
    def definitions(self) -> Mapping[Symbol, Step]:
        """The step that each quantity without a value is traced back through."""
        return self._traced.tracing.definitions

    @property
    def unsolved(self) -> Mapping[Symbol, Step]:
        """The step that gives each quantity without a closed form, and without a value of its own."""
        return self._traced.unsolved

    def size(self, expression: Expr) -> Fraction | None:
        """The value of an expression in base units in the scenario; None where it has none."""
        return self._traced.size(expression)

    def size_of(self, side: Side) -> Fraction | None:
        """The value of a side of a relation in base units in the scenario; None where it has none."""
        amount = self.amount_of(side)
        return None if amount is None or isinstance(amount, tuple) else amount.size

    def amount_of(
        self, side: Side, target: str = "", *, all_missing: bool = False
    ) -> Amount | tuple[str, ...] | None:
        """The number of a side and whether it is exact; the missing names, or some; None where it has no finite value.

        What would be traced back to `target`, the quantity in question, counts as missing.
        """
        return self._amount(side.tree, target, lambda: side.expression, all_missing=all_missing)

    def amount(self, tree: Node) -> Amount | tuple[str, ...] | None:
        """The number of a formula in the letters of the derivation; all missing names; None where it has no value."""
        from derivations.language.to_sympy import to_sympy

        return self._amount(tree, "", lambda: to_sympy(tree, self.derivation.notation), all_missing=True)

    def known_amount(self, side: Side, *, quick: bool = False) -> Amount | tuple[str, ...] | None:
        """The number of a side, or names that it lacks; None where it has no finite value.

        Of what fractions do not hold, a name that it is traced back to counts as lacking also where it might cancel. A
        `quick` answer has no number of what counts over an index and fractions do not hold, which may take a second.
        """
        try:
            found = self._written.number(side.tree, self._numbers, all_missing=False)
        except NotPlainError:
            if quick and self._written.counts(side.tree):
                return ()
            if (known := self._with_roots(side.tree, "")) is not None:
                return known
            with suppress(NotPlainError):
                if lacking := self._written.lacking(side.tree):
                    return tuple(sorted(lacking))
            return None if self._lacks_value_on_the_way(side.tree, "") else self._traced.amount(side.expression, None)
        return found if isinstance(found, tuple) else Amount(found)

    def lacks_value(self, tree: Node) -> bool:
        """True if some part of a formula has no value here, though its letters have numbers."""
        match tree:
            case Call(function, (_, _, first, last)) if function in BINDERS and (
                    self._is(first, _is_broken_off) or self._is(last, _is_broken_off)):
                return True
            case Quotient(_, divisor) if self._least(divisor) < 1 and self._is(divisor, lambda number: number == 0):
                return True
            case Power(base, exponent) if self._is_no_power(base, exponent):
                return True
            case Call("sqrt", (root,)) if self._least(root) < 0 and self._is(root, lambda number: number < 0):
                return True
            case Call("log", (power,)) if self._least(power) < 1 and self._is(power, lambda number: number <= 0):
                return True
            case Call("factorial", (count,)) if self._is(count, lambda number: number < 0 or _is_broken_off(number)):
                return True
        return any(map(self.lacks_value, children(tree)))

    def _least(self, tree: Node) -> int:
        return least(tree, self.derivation.notation)

    def _is_no_power(self, base: Node, exponent: Node) -> bool:
        """True for a power of 0 or of a negative number that is none."""
        if self._least(base) == 1:
            return False
        negative, root = self._is(exponent, lambda number: number < 0), self._is(exponent, _is_broken_off)
        return (negative or root) and self._is(
            base, lambda number: (negative and number == 0) or (root and number < 0))

    def _is(self, tree: Node, holds: Callable[[Fraction], bool]) -> bool:
        """True if a formula has a number here, and that is so of it; false of one that is no fraction."""
        number = fold(tree)
        if number is not None:
            return holds(number)
        try:
            found = self._written.number(tree, self._numbers, all_missing=False)
        except NotPlainError:
            return False
        return not isinstance(found, tuple) and holds(found)

    def _lacks_value_on_the_way(self, tree: Node, target: str) -> bool:
        """True if a formula has no value here as it is written, or one that it is traced back through has none."""
        try:
            behind_it = [part for _, part in self.chain((tree,), target).definitions]
        except UndecidedError:
            behind_it = []
        return any(map(self.lacks_value, (*behind_it, tree)))

    def stands(self, condition: Relation) -> bool | None:
        """True if a condition holds in the scenario, False if it fails; None where that cannot be told."""
        try:
            left, right = (self._written.number(side.tree, self._numbers, all_missing=False)
                           for side in (condition.left, condition.right))
        except NotPlainError:
            return self._traced.stands(condition)
        if isinstance(left, tuple) or isinstance(right, tuple):
            try:
                return self._written.stands_without(condition.written, self._numbers)
            except NotPlainError:
                return self._traced.stands(condition)
        return bool(COMPARE[condition.operator](left, right))

    def unless_held(
        self, step: Step, look: Callable[[], Contradiction | None], *, rounded: bool
    ) -> Contradiction | None:
        """What a look at a step of the derivation finds; None at once where the same numbers broke nothing before.

        Also where these were of another scenario.
        """
        behind_it = self._written.values_behind(step, self._numbers)
        key = None if behind_it is None else (step.name, rounded, *behind_it)
        if key is not None and key in self._written.unbroken:
            return None
        found = look()
        if found is None and key is not None:
            keep_some(self._written.unbroken, key, True)
        return found

    def lines_of(self, relation: Relation) -> tuple[Line, ...]:
        """The one quantity without a number that a relation is linear in, with the offset and the slope of its sides.

        These are of the left side less the right one; none where there are more, or it is not linear.
        """
        with suppress(NotPlainError):
            return tuple(self._written.lines(relation.written, self._numbers))
        return ()

    def rests_on_typed(self, steps: Iterable[str]) -> bool:
        """True if a number that somebody typed is behind what these steps say, and not only what cards and claims have.
        """
        relations = [self.derivation[name].relation for name in steps]
        sides = [side.tree for item in relations if item is not None for side in (item.left, item.right)]
        typed = {name for name, value in self.scenario.values.items() if value.origin.startswith("given")}
        with suppress(NotPlainError):
            return any(not typed.isdisjoint(self._written.given_behind(tree)) for tree in sides)
        return any(not typed.isdisjoint(names(tree)) for tree in sides)

    def may_stand(self, relation: Relation) -> bool:
        """False if a relation is broken whatever the quantities without a number are."""
        try:
            return self._written.may_stand(relation.written, self._numbers)
        except NotPlainError:
            return True

    @property
    def giving_names(self) -> dict[str, str]:
        """The step that gives each quantity without a value, by name: a definition, or an equation for it."""
        trace = reversed(self.derivation.trace)
        unsolved = {step.unknown: step for step in trace if step.unknown in self.kept.unsolved}
        given = self.scenario.values
        return {name: step.name for name, step in {**self.kept.definitions, **unsolved}.items() if name not in given}

    def in_numbers(self, expression: Expr, *, but: Collection[str]) -> Expr:
        """An expression traced back, with the numbers of all quantities but some put in, and nothing rounded."""
        return self._traced.in_numbers(expression, but=but)

    def supposing(self, scenario: Scenario) -> Evaluation:
        """The same derivation in another scenario, also where what is given disagrees with what it rests on."""
        return Evaluation(self.derivation, scenario, self._outside, self.kept, self._shares, disagreeing=True)

    def function(self, name: str) -> WrittenFunction:
        """A step as a function of the quantities that have values: its formula, its conditions, what is behind.

        Raises `UndecidedError` where the step has no closed form in quantities with values.
        """
        step = self.derivation[name]
        if step.relation is None or not step.verdict.holds or step.unknown:
            raise UndecidedError(f"step {name!r} has no closed form")
        subject = step.subject_name
        formula, target = step.relation.right.tree, "" if step.rule in DEFINING else subject
        conditions = conditions_of(step)
        if step.rule in DEFINING and subject in self.scenario.values:
            formula = Name(subject)
        try:
            own = self.chain((formula,), target)
            around = self.chain(side for item in conditions for side in (item.left, item.right))
        except UndecidedError as error:
            raise UndecidedError(f"step {name!r} has no closed form: {error}") from None
        return WrittenFunction(formula, conditions, own.joined(around))

    def chain(self, trees: Iterable[Node], target: str = "") -> Chain:
        """The definitions behind formulas, for other numbers of the same quantities; `target` is not traced back to.

        Raises `UndecidedError` where there is no closed form in quantities with values.
        """
        try:
            return self._written.chain(trees, target)
        except NotPlainError as error:
            raise UndecidedError(str(error)) from None

    def again(self, scenario: Scenario) -> Evaluation:
        """The same derivation in another scenario; what was traced serves again where the same names have values."""
        return Evaluation(self.derivation, scenario, self._outside, self.kept, self._shares)

    def moved(self, values: Mapping[str, Value]) -> Evaluation:
        """The same with some quantities at other values; the scenario keeps its title."""
        return self.again(replace(self.scenario, values={**self.scenario.values, **values}))

    def of_more(self, derivation: Derivation) -> Evaluation:
        """The scenario with the same premises, definitions and result, and steps behind them that are held against it.

        What its numbers break is the same, and is not looked for again.
        """
        return Evaluation(derivation, self.scenario, like=self)

    def _symbol(self, name: str) -> Symbol | None:
        return self.derivation.notation[name].symbol if name else None

    def _amount(
        self, tree: Node, target: str, expression: Callable[[], Expr], *, all_missing: bool = False
    ) -> Amount | tuple[str, ...] | None:
        """The same of a formula, as it was written and as SymPy has it where that is needed."""
        try:
            found = self._written.number(tree, self._numbers, target, all_missing=all_missing)
        except NotPlainError:  # where SymPy may cancel what has no value
            if (known := self._with_roots(tree, target)) is not None:
                return known
            if self._lacks_value_on_the_way(tree, target):
                return None
            return self._traced.amount(expression(), self._symbol(target))
        return found if isinstance(found, tuple) else Amount(found)

    def _with_roots(self, tree: Node, target: str) -> Amount | None:
        """The number of a formula that fractions hold, the roots of equations that only numbers solve put in.

        None where they do not hold it, or not one root is found, and where it is cannot tell which way to round.
        """
        with suppress(NotPlainError):
            unsolved, rounded = self._written.unsolved_behind(tree, target)
            ends = self._ends(unsolved) if unsolved and target not in unsolved else ()
            if not ends:
                return None
            written = self.kept.written(frozenset(self._numbers) | unsolved)
            low, value, high = ends
            for part in rounded:
                if written.number(part, low, all_missing=False) != written.number(part, high, all_missing=False):
                    return None
            found = written.number(tree, value, target, all_missing=False)
            return None if isinstance(found, tuple) else Amount(found, exact=False)
        return None

    def _ends(self, unsolved: frozenset[str]) -> tuple[Mapping[str, Fraction], ...]:
        """The numbers with roots among them: lower ends, those to go on with, upper ends; none where one has no root.

        Nor where one is known exactly: what rests on it may be exact.
        """
        if unsolved not in self._with_ends:
            roots = {name: self._traced.root(self.unsolved[self.derivation.notation[name].symbol]) for name in unsolved}
            found = {name: root for name, root in roots.items() if root is not None and not root.exact}
            self._with_ends[unsolved] = () if len(found) < len(roots) else tuple(
                {**self._numbers, **{name: getattr(root, end) for name, root in found.items()}}
                for end in ("low", "value", "high"))
        return self._with_ends[unsolved]

    def _leaves(self, side: Side, target: str) -> dict[str, Value]:
        """The given numbers behind a side."""
        try:
            return self._in_order(self._written.leaves(side.tree, self._numbers, target))
        except NotPlainError:
            return self._in_order(self._traced.leaves(side.expression, self._symbol(target)))

    def _in_order(self, found: Iterable[str]) -> dict[str, Value]:
        """Values by name, in the order of the notation."""
        values, wanted = self.scenario.values, frozenset(found)
        return {name: values[name] for name in self.derivation.notation.order if name in wanted}

    def _in_numbers(self, step: Step) -> NumbersLine:
        """The line of a step that only numbers solve: its one root, or why there is none."""
        assert step.relation is not None
        quantity = self.derivation.notation[step.unknown]
        line = NumbersLine(step.name, step.relation, quantity, exact=False, leaves=self.leaves(step.name))
        solved = self._traced.solved(step)
        if isinstance(solved, tuple):
            return replace(line, missing=solved)
        line = replace(line, numeric=solved)
        outside, undecided = self._conditions(step)
        if outside:
            return replace(line, outside=outside)
        if solved.only is None:
            return replace(line, undefined=solved.words)
        return replace(line, value=solved.only.value, unchecked=tuple(map(str, undecided)))

    def _conditions(self, step: Step, but: Collection[Relation] = ()) -> tuple[str, tuple[Relation, ...]]:
        """The message of the first condition that fails, and the conditions that cannot be decided."""
        undecided = []
        for condition in step.conditions:
            if condition in but:
                continue
            stands = self.stands(condition)
            if stands is None:
                undecided.append(condition)
            elif not stands:
                return self._failure(step, condition), ()
        return "", tuple(undecided)

    def _without_root(
        self, step: Step, missing: Iterable[str], seen: frozenset[str] = frozenset()
    ) -> tuple[str, str]:
        """Why a step has no number, where nobody has to give one: an equation for what is missing has no such root.

        First in the words for what fails, where a condition of that equation does; else that no root was found, which
        answers nothing. It may be one behind that equation; `seen` are the unknowns on the way there.
        """
        for name in missing:
            behind = next((each for each in self.derivation.trace if each.unknown == name and each.verdict.holds), None)
            found = None if behind is None else self._in_numbers(behind)
            if behind is None or found is None or name in seen:
                return "", ""
            if found.missing:
                return self._without_root(step, found.missing, seen | {name})
            solved = found.numeric
            if found.outside or (solved is not None and solved.roots.complete and not solved.roots.found):
                failing = next((each for each in behind.conditions if self.stands(each) is False), None)
                if failing is not None:
                    return self._compared(failing, self._words(step)), ""
                return "", f"{NO_NUMBER}: {name} has {found.undefined}"
        return "", ""

    def _words(self, step: Step) -> str:
        """What is said where a step has no value: in the claim's words if it is the result."""
        headline = self.derivation.headline.relation
        is_result = headline is not None and step.relation is not None and step.relation.left.same_as(headline.left)
        return self._outside if is_result else OUTSIDE

    def _failure(self, step: Step, condition: Relation) -> str:
        elsewhere = self._rewritten(step)
        if elsewhere is not None:
            return f"{self._compared(condition, NO_FORM)}; {elsewhere.step} gives {elsewhere.result}"
        stated = next((each for each in self.derivation if condition in each.conditions), step)
        if stated.rule != "sum":
            return self._compared(condition, self._words(step))
        return f"{self._compared(condition, NO_FORM)}{self._at_the_edge(step, condition)}"  # what is summed has a value

    def _at_the_edge(self, step: Step, condition: Relation) -> str:
        """What a step goes to as a given quantity goes to a number that its strict condition just leaves out."""
        name, assertion = condition.left.name, step.relation
        edge = self.size_of(condition.right)
        if assertion is None or name not in self.scenario.values or edge != self.scenario.values[name].number:
            return ""
        symbol, target = self.derivation.notation[name].symbol, self._symbol(step.subject_name)
        amount = self._traced.approached(assertion.rhs, symbol, target)
        if amount is None or not step.subject_name:
            return ""
        quantity = self.derivation.notation[step.subject_name]
        told = format_value(amount.size, quantity.dimension, quantity.unit)
        return f"; as {name} goes to it, {quantity.name} goes to {told}"

    def _rewritten(self, step: Step) -> NumbersLine | None:
        """The line of the step that a rewrite is another form of, where that has a value and the form has none."""
        if step.rule != "rewrite" or self.derivation[step.inputs[0]].relation is None:
            return None
        line = self.bare_line(step.inputs[0], alone=False)
        same = step.relation is not None and line.relation.left.same_as(step.relation.left)
        return line if same and line.value is not None and not line.unchecked else None

    def _compared(self, condition: Relation, outside: str) -> str:
        """Both sides of a condition that fails."""
        word = FAILS_IN_WORDS[condition.operator]
        sides = condition.left, condition.right
        sizes = [self.size_of(side) for side in sides]
        measures = [None if size is None else self._measure(side, condition)
                    for side, size in zip(sides, sizes, strict=True)]
        digits = figures_apart(*(size for size in sizes if size is not None), most=_DIGITS)
        values = ["" if own is None or size is None else format_value(size, own.dimension, own.unit, digits)
                  for own, size in zip(measures, sizes, strict=True)]
        texts = (to_text(side.tree) if (whole := _whole_number(side)) is None else str(whole) for side in sides)
        left, right = (f"{text} = {value}" if value else text for text, value in zip(texts, values, strict=True))
        if None in sizes:
            over = Quotient(condition.written.left, condition.written.right)
            none = fold(over.denominator) == 0
            quotient = None if none else self._amount(over, "", lambda: condition.lhs / condition.rhs)
            if quotient is not None and not isinstance(quotient, tuple):
                joined = " but" if word.startswith("not") else ","
                return f"{outside}: {left} is {word} {right}{joined} {format_number(quotient.size)} times as much"
        return f"{outside}: {left} is {word} {right}"

    @staticmethod
    def _measure(side: Side, condition: Relation) -> Quantity | None:
        """The quantity in whose unit a side of a condition is told; None for a whole number, or where none is named."""
        if _whole_number(side) is not None:
            return None
        # what the two sides measure may have no name here, and nobody thinks in its units
        name = side.name or condition.left.name or condition.right.name
        return condition.notation[name] if name else None

    def _check_agreement(self) -> None:
        for name, step in self.kept.definitions.items():
            if name not in self.scenario.values:
                continue
            found = self._disagreement(name, step)
            if found is None:
                continue
            size, behind = found
            quantity = self.derivation.notation[name]
            shown, used = format_value(size, quantity.dimension, quantity.unit), sorted(behind)
            typed = {other for other in (name, *used) if self.scenario.values[other].origin == "given"}
            free = next((other for other in (name, *used) if other not in typed), name)  # what nobody typed goes first
            makes = (f"{', '.join(used)} make{'s' if len(used) == 1 else ''} it {shown}: give one or the other, "
                     f"as with --without {free}")
            if not used:  # a premise that is a number
                makes = f"{step.name} says that it is {shown}: replace that premise, or leave the value out"
            raise InputError(f"{name} = {self.scenario.values[name]} is given, but {makes}")

    def _disagreement(self, name: str, step: Step) -> tuple[Fraction, frozenset[str]] | None:
        """The number that the definition of a given quantity makes it, and the names behind; None if they agree."""
        assert step.relation is not None
        try:
            others, right = self._written.without(name), step.relation.written.right
            size = others.number(right, self._numbers, all_missing=False)
            if isinstance(size, tuple) or size == self.scenario.values[name].number:
                return None
            return size, others.behind(right, self._numbers)
        except NotPlainError:
            return self._traced.disagreement(step)


def _is_broken_off(number: Fraction) -> bool:
    """True for what is no whole number."""
    return number.denominator != 1


def _whole_number(side: Side) -> int | None:
    """The whole number that a side is as it was written; None for anything else."""
    number = fold(side.tree)
    return int(number) if number is not None and number.denominator == 1 else None
