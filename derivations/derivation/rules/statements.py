"""take and suppose, rewrite, state and reject: what is believed, and forms that are shown to follow or to fail."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from derivations.derivation.premise import turned
from derivations.derivation.rules.base import (
    Checked,
    Input,
    Outcome,
    carried,
    discharged,
    given_by,
    kept,
    where_defined,
    with_values_put_in,
)
from derivations.errors import DimensionError, InputError
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, RelationLike, relation
from derivations.proof.certified import fails_at_a_point
from derivations.proof.elimination import eliminate
from derivations.proof.every_index import with_instances
from derivations.proof.obligation import Obligation
from derivations.proof.uninterpreted import freed
from derivations.proof.verdict import DOES_NOT_FOLLOW, Finding, Verdict, inconclusive, refuted


@dataclass(frozen=True)
class Take:
    """Take `relation` for the premise whose default is `default`; both define the same left side.

    `determines` names the quantity that an equation determines which has none alone on its left.
    """

    name: ClassVar[str] = "take"
    premise: str
    relation: Relation
    default: Relation
    determines: str = ""

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The relation itself. Raises `InputError` if a replacement defines another left side."""
        self._same_left_side(self.relation)
        return (Outcome(self.relation),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Taken, if it is what was to be taken, and defines what the premise defines."""
        try:
            self._same_left_side(self.relation)
        except InputError as error:
            return Checked(refuted(str(error), None, "form"))
        if outcome.relation != self.relation or outcome.conditions:
            return Checked(refuted(f"{self.relation} was to be taken, not {outcome.relation}", None, "form"))
        return Checked(Verdict(Finding.TAKEN))

    def _same_left_side(self, item: Relation) -> None:
        if item.lhs != self.default.lhs:
            raise InputError(
                f"premise {self.premise!r} defines {self.default.written_left}, "
                f"not {item.written_left}: keep the left side of {self.default}"
                f"{turned(item, self.default.written_left)}"
            )


@dataclass(frozen=True)
class Suppose(Take):
    """Take a relation as the assumption of a part of the argument."""

    name: ClassVar[str] = "suppose"


@dataclass(frozen=True)
class Rewrite:
    """Another form of the first input, equivalent to it given the other inputs.

    `condition`, if given, replaces the conditions of the first input, and must be equivalent to them. Conditions of
    the other inputs stay.
    """

    name: ClassVar[str] = "rewrite"
    form: Relation
    condition: Relation | None = None

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The form, or the first input itself where the form does not follow (`fell_back`)."""
        if inputs[0].unknown is not None:
            return (self._given_up(inputs[0], f"{self.form} needs a closed form of {inputs[0].unknown}"),)
        conditions = carried(inputs) if self.condition is None else carried(inputs[1:], (self.condition,))
        wanted = Outcome(self.form, conditions)
        found = self._wrong(inputs, wanted, notation)
        if not found:
            return (wanted,)
        if self.condition is not None and not replace(self, condition=None)._wrong(
            inputs, Outcome(self.form, carried(inputs)), notation
        ):
            own = " and ".join(map(str, inputs[0].conditions)) or "no condition"
            return (self._given_up(inputs[0], f"{self.form} follows, but {self.condition} is not the same as {own}"),)
        return (self._given_up(inputs[0], f"{self.form} no longer follows ({found})"),)

    def _wrong(self, inputs: tuple[Input, ...], wanted: Outcome, notation: Notation) -> str:
        """Why the form does not follow, or its condition; empty if both do."""
        if any(map(fails_at_a_point, self._obligations(inputs, wanted))):
            return DOES_NOT_FOLLOW
        verdict = self.check(inputs, wanted, notation).verdict
        return "" if verdict.holds else verdict.reason or str(verdict.finding)

    def _given_up(self, first: Input, why: str) -> Outcome:
        note = f"{why}; kept as it was"
        return Outcome(first.relation, first.conditions, note, fell_back=True, unknown=first.unknown)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Each form follows from the other, and so do the conditions."""
        return discharged(self._obligations(inputs, outcome))

    def _obligations(self, inputs: tuple[Input, ...], outcome: Outcome) -> list[Obligation]:
        assert outcome.relation is not None
        first, others = inputs[0], given_by(inputs[1:])
        if outcome.fell_back:
            same = [Obligation(outcome.relation, (first.relation,), "it is the input")]
            return [*same, *kept(inputs[:1], outcome)]
        obligations = [
            Obligation(outcome.relation, given_by(inputs), "the form follows"),
            where_defined(first.relation, (outcome.relation, *outcome.conditions, *others), "and nothing is lost"),
        ]
        obligations += kept(inputs, outcome)
        if self.condition is not None:
            obligations += [
                Obligation(new, (*first.conditions, *others), "the condition is no stronger")
                for new in outcome.conditions
            ]
        return obligations


@dataclass(frozen=True)
class State:
    """A new fact that follows from the inputs; what depends on it waits if it does not."""

    name: ClassVar[str] = "state"
    fact: Relation

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The fact as stated."""
        return (Outcome(self.fact, carried(inputs)),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """It follows from the inputs."""
        assert outcome.relation is not None
        found = discharged([Obligation(outcome.relation, given_by(inputs), "it follows"), *kept(inputs, outcome)])
        return with_values_put_in(found, inputs)


@dataclass(frozen=True)
class Reject:
    """A wrong statement, kept so that it is seen to fail: its dimensions do, or a point contradicts it.

    A statement of sound dimensions needs inputs that say what one of its quantities is: that a formula for something
    unknown does not follow shows nothing.
    """

    name: ClassVar[str] = "reject"
    statement: RelationLike

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The statement, or the reason why its dimensions fail as a note."""
        try:
            return (Outcome(relation(self.statement, notation), carried(inputs)),)
        except DimensionError as error:
            return (Outcome(None, (), f"dimensions: {error}"),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Refuted, as it should be; any other finding means that the statement stands."""
        if outcome.relation is None:
            return Checked(refuted(outcome.note, None, "dimensions"))
        obligation = Obligation(outcome.relation, given_by(inputs), "it follows")
        plain = freed(with_instances(obligation))
        known = eliminate(plain.obligation.given, plain.quantities).substitution
        if not plain.obligation.goal.symbols & set(known):
            return Checked(inconclusive("nothing given says what its quantities are"))
        return discharged([obligation])
