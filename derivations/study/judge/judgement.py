"""Judgements: the relation of somebody else's formula to a derivation, with the evidence for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from sympy import Expr

from derivations.derivation.step import Step
from derivations.kernel.judgement import Context
from derivations.language.relation import Relation
from derivations.study.judge.bound import Bound
from derivations.study.judge.condition import JudgedCondition
from derivations.study.judge.numbers import Contrast, RequiredValue, Sides
from derivations.study.judge.sufficient_conditions import SufficientConditions


class Entailment(StrEnum):
    """The relation of a formula to a derivation: a logical consequence of it, a condition of its steps, or none.

    An inequality that follows, and is false with numbers of the reader that the premises do not hold of, fails here.
    """

    FOLLOWS = "follows"
    IN_A_LIMIT = "follows in a limit"
    IS_A_CONDITION = "is a condition"
    DOES_NOT_FOLLOW = "does not follow"
    FAILS_HERE = "false with the numbers here"
    NOT_DECIDED = "not decided"


@dataclass(frozen=True)
class Support:
    """The steps that a formula follows from: premises and definitions, or a derived step beside them.

    `same` is the step that says the same, if there is one. `limits` names the steps that took a limit on the way, and
    `supposed` what they suppose; with `chosen` that says the value of the letter on the left, which is open otherwise.
    """

    steps: tuple[Step, ...]
    same: Step | None = None
    limits: tuple[str, ...] = ()
    supposed: tuple[Relation, ...] = ()
    chosen: bool = False

    @property
    def needed(self) -> tuple[Relation, ...]:
        """All that the formula needs: the conditions of the steps, and what they suppose."""
        return tuple(dict.fromkeys((*self.conditions, *self.supposed)))

    @property
    def conditions(self) -> tuple[Relation, ...]:
        """The conditions of the steps, each once."""
        return tuple(dict.fromkeys(item for step in self.steps for item in step.conditions))

    @property
    def where(self) -> str:
        """Where the steps hold, apart from a limit: at a boundary, on a branch, in a case."""
        suppositions = dict.fromkeys(each for step in self.steps for each in step.context.suppositions)
        return Context(tuple(suppositions)).words


@dataclass(frozen=True)
class SufficientAlternative:
    """A named alternative of a premise under which a formula follows; without support it is that alternative."""

    premise: str
    name: str
    because: str
    support: Support | None = None

    @property
    def option(self) -> str:
        """The option of a command that takes it."""
        return f"--assume {self.premise}={self.name}"


@dataclass(frozen=True)
class Judgement:
    """A formula held against a claim.

    `misfit` says which parts measure different things, and `read_with` which units were given to bare numbers so that
    they do not; `statement` is what was judged, None where nothing could be. `support` says what it follows from.
    `point` contradicts it, and satisfies everything that is given. `against` is the step that it is compared with, with
    `letters` of its own and of what it is a limit of, `sufficient` what would make both agree, and `sufficient_here`
    how far that is so in the scenario. `differs` are premises and definitions that say something else of the same
    quantity; `rejected` is the statement of the claim itself that is the same and refuted there. `alternatives` are
    alternatives of premises, and `values` values, with which it would hold. `condition` is what the formula is said to
    hold under, and how that stands to what is needed; for a formula that is the condition of a step it is that. `bound`
    says how far a bound is from what is derived.
    `only` is what shows it in a part of the states alone, though premises refute it in others: at a boundary, say,
    where both sides of an inequality may be `equal_there`.
    """

    claim: str
    formula: str
    outcome: Entailment
    statement: Relation | None = None
    misfit: str = ""
    read_with: tuple[str, ...] = ()
    support: Support | None = None
    point: Mapping[str, Expr] = field(default_factory=dict)
    against: Step | None = None
    letters: frozenset[str] = frozenset()
    sufficient: SufficientConditions | None = None
    sufficient_here: tuple[Sides, ...] = ()
    numbers: tuple[Contrast, ...] = ()
    differs: tuple[Step, ...] = ()
    rejected: Step | None = None
    alternatives: tuple[SufficientAlternative, ...] = ()
    values: tuple[RequiredValue, ...] = ()
    reason: str = ""
    unfinished: str = ""
    changed: Mapping[str, str] = field(default_factory=dict)  # premises that were replaced before judging
    condition: JudgedCondition | None = None
    bound: Bound | None = None
    only: Support | None = None
    equal_there: bool = False

    @property
    def asked(self) -> str:
        """The formula with the condition that it was said to hold under."""
        if self.condition is None or self.condition.alone:
            return self.formula
        return f"{self.formula} if {' and '.join(map(str, self.condition.relations))}"

    @property
    def reached(self) -> bool:
        """True if the formula follows, or is refuted: the question is answered."""
        return self.outcome is not Entailment.NOT_DECIDED

    @property
    def holds_here(self) -> bool:
        """True if what would make it right is so in the scenario."""
        if self.sufficient is None or not self.sufficient_here:
            return False
        found = [item.holds is True for item in self.sufficient_here]
        return all(found) if self.sufficient.every else any(found)

    def __str__(self) -> str:
        return f"{self.asked}: {self.outcome}"
