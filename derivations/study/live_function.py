"""A result as a function of given numbers, for what moves them: what is behind it in the order of need, roots among it.

What only numbers solve is a root of the relation that the engine solves, bracketed as the engine brackets it. What has
no value and cancels in the ratio of a condition's sides, as the number of GPUs does, may be any number there.

The whole numbers beside a minimum are found from the function of what is minimized, in which the whole number is given
like any other; those beside a bound from that of the bound.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.whole_numbers import Basis, basis_of
from derivations.derivation.rules.calculus import derivative
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.language.printing.python_code import python_name, to_arrays
from derivations.language.tree import Name, Node, Number, Quotient, Sum, WrittenRelation, names
from derivations.numbers.definitions import DEFINING
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_number, unit_in_words
from derivations.numbers.value import Value
from derivations.numbers.written import Chain, WrittenFunction, conditions_of
from derivations.proof.prove import known_sign
from derivations.proof.sign import Sign


@dataclass(frozen=True)
class LiveRoot:
    """A quantity that only an equation gives, and between which numbers it is looked for, in base units and in words.

    What looks for it takes the difference of `sides`: those of the equation without the terms that both have, which
    would hide what is small beside them. `once` is true where the difference of the sides is shown to rise all the way,
    or to fall all the way, whatever the other quantities are: then there is one root at most.
    """

    equation: WrittenRelation
    sides: tuple[Node, Node]
    low: float
    high: float
    between: tuple[str, str]
    once: bool


@dataclass(frozen=True)
class LiveFunction:
    """A formula, its conditions, and what is behind them, each quantity after those that it rests on.

    Of a condition in `as_ratio` only the ratio of its sides has a number, whatever those in `free` are.
    """

    formula: Node
    conditions: tuple[WrittenRelation, ...]
    as_ratio: frozenset[WrittenRelation]
    definitions: Mapping[str, Node | LiveRoot]
    given: frozenset[str]
    free: frozenset[str]

    @property
    def behind_formula(self) -> frozenset[str]:
        """The quantities that the formula rests on, at any remove; conditions may rest on others."""
        found, pending = set[str](), list(names(self.formula))
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                item = self.definitions.get(name)
                sides = item.sides if isinstance(item, LiveRoot) else (item,) if item is not None else ()
                pending += [each for side in sides for each in names(side)]
        return frozenset(found)

    @property
    def roots(self) -> dict[str, LiveRoot]:
        """The roots among the definitions, by name."""
        return {name: item for name, item in self.definitions.items() if isinstance(item, LiveRoot)}


def refuse_least(step: Step) -> None:
    """Raise `UndecidedError` for the slope where something is least, unless a root alone shows that it is least there.

    The difference of its sides has the sign of the slope: where it only rises, the root is the least value.
    """
    if step.rule == "minimise" and _trend(step) is not Sign.POSITIVE:
        raise UndecidedError(f"{step.unknown} is where something is least, which a change of sign alone does not show")


def _trend(step: Step) -> Sign:
    """The sign of the slope of the difference of an equation's sides in its unknown, whatever the other letters are."""
    assert step.relation is not None
    unknown = step.relation.notation[step.unknown].symbol
    return known_sign(derivative(step.relation.difference, unknown, step.relation.notation))


def root_code(name: str, item: LiveRoot) -> str:
    """The Python that looks for a root on arrays, by `root_arrays.root`; other letters stand for their numbers."""
    left, right = map(to_arrays, item.sides)
    return f"root(lambda {python_name(name)}: ({left}) - ({right}), {item.low!r}, {item.high!r}, {item.once})"


def live_function(report: EvaluatedClaim) -> LiveFunction:
    """The function of what a claim's page moves. Raises `UndecidedError` with the reason where there is none."""
    if report.moving.unknown:
        raise UndecidedError("only numbers solve the result itself")
    return step_function(Roots(report.evaluation), report.moving)


def step_function(roots: Roots, step: Step) -> LiveFunction:
    """The function of a step; of an equation that only numbers solve, its root.

    Raises `UndecidedError` with the reason where there is none.
    """
    subject = step.subject_name
    if step.relation is None or not step.verdict.holds:
        raise UndecidedError(f"{step.name} does not stand")
    if step.unknown and roots.steps.get(step.unknown) is not step:
        raise UndecidedError(f"another equation gives {step.unknown}")
    known = roots.evaluation.scenario.values
    defines = step.rule in DEFINING
    itself = bool(step.unknown) or (defines and subject in known)
    formula = Name(subject) if itself else step.relation.right.tree
    behind = _Behind(roots)
    behind.enter(behind.evaluation.chain((formula,), "" if defines or itself else subject))
    conditions = conditions_of(step)
    as_ratio = frozenset(condition for condition in conditions if behind.enter_condition(condition))
    return LiveFunction(
        formula, conditions, as_ratio, behind.ordered, frozenset(behind.given), frozenset(behind.free))


class Roots:
    """The quantities of an evaluation that only equations give, each looked for where it is asked for.

    `evaluation` is one in which they have numbers: formulas are traced back to them, and not through them. With
    `anywhere` a quantity without a root at these numbers has one all the same, as it may have a root at others.
    """

    def __init__(self, evaluation: Evaluation, *, anywhere: bool = False) -> None:
        self.steps = {symbol.name: step for symbol, step in evaluation.unsolved.items()}
        found = {name: value for name in self.steps if (value := evaluation.value_of(name)) is not None}
        if anywhere:
            notation = evaluation.derivation.notation
            one = {name: Value(notation[name].parsed_unit.factor, notation[name].unit, notation[name].dimension)
                   for name in self.steps}
            found = {**one, **found}
        for name, value in found.items():
            try:
                evaluation = evaluation.again(evaluation.scenario.with_values({name: value}))
            except InputError:  # what is given makes it another number by its definition, and no equation is asked
                del self.steps[name]
        self.evaluation = evaluation

    def function(self, step: Step) -> WrittenFunction:
        """A step as a function of what has values; of an equation that only numbers solve, its unknown.

        Raises `UndecidedError` where there is no closed form and no root in its place.
        """
        if not step.unknown or self.steps.get(step.unknown) is not step:
            return self.evaluation.function(step.name)
        conditions = tuple(condition.written for condition in step.conditions)
        sides = [side for item in conditions for side in (item.left, item.right)]
        return WrittenFunction(Name(step.unknown), conditions, self.evaluation.chain([Name(step.unknown), *sides]))

    def chain(self, name: str) -> Chain:
        """What is behind the equation of a quantity; a definition that rests on the quantity is none for it."""
        step = self.steps[name]
        assert step.relation is not None
        sides = step.relation.written
        chain = self.evaluation.chain((sides.left, sides.right), name)
        return chain._replace(given=chain.given - {name})

    def root(self, name: str) -> LiveRoot:
        """The bracket in which the engine looks for a quantity, if it is the same whatever the other numbers are."""
        step = self.steps[name]
        assert step.relation is not None
        unknown = self.evaluation.derivation.notation[step.unknown]
        if unknown.range.limits != ((">", 0),) or unknown.range.whole or unknown.at_most:
            raise UndecidedError(f"{unknown.name} is searched for in a range that depends on its domain")
        line = self.evaluation.line(step.name)
        if line.numeric is None:
            raise UndecidedError(f"{unknown.name} has no equation in numbers")
        low, high = line.numeric.roots.low, line.numeric.roots.high
        once = _trend(step) in (Sign.POSITIVE, Sign.NEGATIVE)
        factor, unit = unknown.parsed_unit.factor, unit_in_words(unknown.unit)
        told = tuple(f"{format_number(end / factor)} {unit}".strip() for end in (low, high))
        written = step.relation.written
        return LiveRoot(written, _apart(written.left, written.right), float(low), float(high), (told[0], told[1]), once)


class _Behind:
    """What is behind formulas, each quantity after those that it rests on."""

    def __init__(self, roots: Roots) -> None:
        self._roots = roots
        self.evaluation = roots.evaluation
        self.ordered: dict[str, Node | LiveRoot] = {}
        self.given: set[str] = set()
        self.free: set[str] = set()

    def enter(self, chain: Chain, above: tuple[str, ...] = ()) -> None:
        """Add a chain; `above` are the unknowns of the equations that it is behind."""
        for name in sorted(chain.given & self._roots.steps.keys() - self.ordered.keys()):
            if name in above:
                raise UndecidedError(f"the equation of {name} rests on {name} by another one")
            self._enter_root(name, (*above, name))
        self.given |= chain.given - self._roots.steps.keys()
        self.free |= chain.free
        for name, tree in chain.definitions:
            self.ordered.setdefault(name, tree)

    def enter_condition(self, condition: WrittenRelation) -> bool:
        """Add what is behind a condition; true if only the ratio of its sides has a number."""
        try:
            self.enter(self.evaluation.chain((condition.left, condition.right)))
        except UndecidedError:
            if not self._is_never_negative(condition.right):  # else the larger side is not told by the ratio
                raise
            self.enter(self.evaluation.chain((Quotient(condition.left, condition.right),)))
            return True
        return False

    def _is_never_negative(self, side: Node) -> bool:
        notation = self.evaluation.derivation.notation
        return isinstance(side, Name) and side.name in notation and not notation[side.name].range.contains(Fraction(-1))

    def _enter_root(self, name: str, above: tuple[str, ...]) -> None:
        self.enter(self._roots.chain(name), above)
        self.ordered[name] = self._roots.root(name)


def _apart(left: Node, right: Node) -> tuple[Node, Node]:
    """Two sums without the terms that stand in both."""
    terms, others = (list[Node](side.terms if isinstance(side, Sum) else (side,)) for side in (left, right))
    for term in tuple(terms):
        if term in others:
            terms.remove(term)
            others.remove(term)
    first, second = (Sum(tuple(kept)) if len(kept) > 1 else kept[0] if kept else Number(Fraction(0))
                     for kept in (terms, others))
    return first, second


@dataclass(frozen=True)
class LiveWhole:
    """What the whole numbers beside a result are found from, and the function of that."""

    basis: Basis
    function: LiveFunction

    @property
    def given(self) -> frozenset[str]:
        """The quantities that it rests on beside the one that comes whole."""
        return self.function.given - {self.basis.quantity.name}

    @property
    def operator(self) -> str:
        """The sign of a bound; empty for a minimum."""
        relation = self.basis.source.relation
        return "" if self.basis.is_minimum or relation is None else relation.operator


def live_whole(report: EvaluatedClaim) -> LiveWhole | None:
    """The whole numbers beside what a claim's page moves; None where it does not come whole, or no function tells."""
    step = report.moving
    basis = basis_of(report.claim, report.derivation, step.name)
    if basis is None or basis.quantity.at_most:  # which would have to be asked at each of them
        return None
    try:
        if basis.is_minimum:
            value = report.evaluation.line(step.name, alone=True).value
            there = basis.at(report.evaluation, Fraction(max(1, floor(value or 1))))
        else:
            there = basis.free(report.evaluation)
        return LiveWhole(basis, step_function(Roots(there), basis.source))
    except DerivationsError:
        return None
