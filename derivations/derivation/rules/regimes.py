"""boundary and split: a roofline is regimes.

A max or min is never expanded on its own account; an author asks for its regimes, or for the boundary between two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import Expr, Max, Min

from derivations.derivation.rules.base import Checked, Input, Outcome, carried, discharged, given_by, kept, with_writing
from derivations.errors import UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import Call, WrittenRelation
from derivations.proof.obligation import Obligation


def extremum_of(item: Relation) -> Expr:
    """The one max or min of a relation. Raises `UndecidedError` if there is none, or more than one.

    One that is another for every index of a sum is more than one.
    """
    found = sorted(item.lhs.atoms(Max, Min) | item.rhs.atoms(Max, Min), key=lambda e: e.sort_key())
    outer = [e for e in found if not any(e in other.args or other.has(e) for other in found if other != e)]
    if len(outer) != 1:
        raise UndecidedError(f"{item} has {'no' if not outer else 'more than one'} max or min to split into cases")
    if not outer[0].free_symbols <= item.lhs.free_symbols | item.rhs.free_symbols:
        raise UndecidedError(f"{item} has a max or min for every index that a sum counts")
    return outer[0]


@dataclass(frozen=True)
class Boundary:
    """The boundary on which two arguments of the max or min of the first input are equal.

    `between` gives the two arguments; it may be left out where there are just two.
    """

    name: ClassVar[str] = "boundary"
    between: tuple[Expr, Expr] | None = None

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """``a = b``, in the order in which the arguments were written."""
        target = inputs[0].relation
        extremum = extremum_of(target)
        first, second = self._pair(extremum, target)
        written = None
        right = target.written.right
        if self.between is None and isinstance(right, Call) and _is_written(extremum, target):
            written = WrittenRelation(right.arguments[0], "=", right.arguments[1])
        return (Outcome(with_writing(first, "=", second, notation, written), carried(inputs)),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """On the boundary the extremum equals both arguments; beside it, one of them on each side."""
        result = outcome.relation
        assert result is not None
        extremum = extremum_of(inputs[0].relation)
        first, second = self._pair(extremum, inputs[0].relation)
        function = type(extremum)
        pair = function(first, second)
        if extremum != pair:
            here = [
                Obligation(from_sides(first, "=", second, notation), (result,), "the two are equal"),
                Obligation(result, (from_sides(first, "=", second, notation),), "and only there"),
            ]
            return discharged([*here, *kept(inputs, outcome)])
        upper, lower = (first, second) if function is Max else (second, first)
        obligations = [
            Obligation(from_sides(extremum, "=", first, notation), (result,), "it equals the first on the boundary"),
            Obligation(from_sides(extremum, "=", second, notation), (result,), "and the second"),
            Obligation(result, (from_sides(first, "=", second, notation),), "both are equal only there"),
            Obligation(
                from_sides(extremum, "=", first, notation),
                (from_sides(upper, ">", lower, notation),),
                "the first on one side",
            ),
            Obligation(
                from_sides(extremum, "=", second, notation),
                (from_sides(upper, "<", lower, notation),),
                "the second on the other",
            ),
            *kept(inputs, outcome),
        ]
        return discharged(obligations)

    def _pair(self, extremum: Expr, target: Relation) -> tuple[Expr, Expr]:
        if self.between is not None:
            for argument in self.between:
                if argument not in extremum.args:
                    raise UndecidedError(f"{argument} is no argument of {extremum}")
            return self.between
        if len(extremum.args) != 2:
            raise UndecidedError(f"say between which two of the {len(extremum.args)} arguments in {target}")
        first, second = _in_written_order(extremum, target)
        return first, second


@dataclass(frozen=True)
class Split:
    """The regimes of the max or min of the first input: one outcome for each argument, with its condition."""

    name: ClassVar[str] = "split"
    labels: tuple[str, ...] = ()

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The relation with the extremum replaced, under the condition that the argument is the extreme one."""
        target = inputs[0].relation
        extremum = extremum_of(target)
        arguments = _in_written_order(extremum, target)
        operator = "<=" if isinstance(extremum, Max) else ">="
        outcomes = []
        for place, argument in enumerate(arguments):
            conditions = tuple(
                from_sides(other, operator, argument, notation) for other in arguments if other != argument
            )
            swap = {extremum: argument}
            regime = from_sides(target.lhs.xreplace(swap), target.operator, target.rhs.xreplace(swap), notation)
            label = self.labels[place] if place < len(self.labels) else f"regime-{place + 1}"
            outcomes.append(Outcome(regime, carried(inputs, conditions), label=label))
        return tuple(outcomes)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Under its condition the regime and the relation say the same."""
        assert outcome.relation is not None
        return discharged(
            [
                Obligation(outcome.relation, (*given_by(inputs), *outcome.conditions), "the regime follows"),
                Obligation(
                    inputs[0].relation,
                    (outcome.relation, *outcome.conditions, *given_by(inputs[1:])),
                    "and nothing is lost",
                ),
                *kept(inputs, outcome),
            ]
        )


def _in_written_order(extremum: Expr, target: Relation) -> list[Expr]:
    right = target.written.right
    if isinstance(right, Call) and _is_written(extremum, target):
        return [to_sympy(argument, target.notation) for argument in right.arguments]
    return list(extremum.args)


def _is_written(extremum: Expr, target: Relation) -> bool:
    """True if the right side was written as this very max or min, argument by argument."""
    right = target.written.right
    if not isinstance(right, Call) or target.rhs != extremum:
        return False
    written = [to_sympy(argument, target.notation) for argument in right.arguments]
    return len(written) == len(extremum.args) and set(written) == set(extremum.args)
