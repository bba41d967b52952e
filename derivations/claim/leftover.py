"""Leftovers: what a premise leaves out, held against what it keeps on the deployment of a claim.

A premise is sound on every machine; a number that stands on it is not where what it leaves out matters. Nothing is
derived: two formulas are evaluated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from derivations.claim.claim import Claim
from derivations.claim.composition import DOMAIN
from derivations.claim.outline import outline
from derivations.derivation.premise import LeftOut, Premise
from derivations.errors import DerivationsError
from derivations.language.arithmetic import NotPlainError, exact_value
from derivations.language.tree import Node, WrittenRelation, names
from derivations.numbers.contradiction import behind
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.format import format_number
from derivations.numbers.rounding import to_figures
from derivations.numbers.scenario import Scenario

_OTHER = Fraction(3, 2)  # another number for a letter without one: what changes with it is not known
_FIGURES = 3


@dataclass(frozen=True)
class Leftover:
    """What a premise leaves out here, as a share of what it keeps."""

    premise: Premise
    left_out: LeftOut
    share: Fraction

    @property
    def words(self) -> str:
        """The term and its share, without where it is left out."""
        share = to_figures(100 * self.share, _FIGURES)
        return f"{self.left_out.what}, {format_number(share, _FIGURES)}% of {self.left_out.kept}"

    @property
    def remedy(self) -> str:
        """How a reader counts it; empty where no alternative of the premise does."""
        counted = self.left_out.counted
        return f"`--assume {self.premise.name}={counted}` counts {self.left_out.what}" if counted else ""

    def __str__(self) -> str:
        return f"{self.premise.name} leaves out {self.words}"


def leaving_out(claim: Claim, evaluation: Evaluation) -> tuple[Premise, ...]:
    """The premises behind the result of a claim that leave something out; one that a reader replaced says so no more.
    """
    taken = [premise for premise in dict.fromkeys(outline(claim).taken) if premise.leaves_out]
    derivation = evaluation.derivation
    taken = [premise for premise in taken if premise.name in derivation and not derivation[premise.name].replaces]
    rests_on = behind(evaluation, derivation.headline) if taken else frozenset()
    return tuple(premise for premise in taken if premise.name in rests_on)


def leftovers(premises: Iterable[Premise], scenario: Scenario, evaluation: Evaluation) -> tuple[Leftover, ...]:
    """What premises leave out that matters in a scenario; of a term without numbers nothing is told."""
    found = []
    for premise in premises:
        numbers = _Numbers(scenario, evaluation)
        for item in premise.leaves_out:
            share = numbers.share(item)
            if share is not None and share > item.share:
                found.append(Leftover(premise, item, share))
    return tuple(found)


class _Numbers:
    """The numbers of letters of a claim and of its cards."""

    def __init__(self, scenario: Scenario, evaluation: Evaluation) -> None:
        self._scenario, self._evaluation = scenario, evaluation
        self._headline = evaluation.derivation.headline
        arrow = self._headline.context.limit
        self._endless = "" if arrow is None else arrow.variable  # what goes to its end has no number

    def share(self, item: LeftOut) -> Fraction | None:
        """A term over what stands beside it; None where it does no harm, or where that cannot be told."""
        term, beside = item.sides
        numbers = {name: self._number(name) for name in {*names(term), *names(beside)}}
        known = {name: number for name, number in numbers.items() if number is not None}
        unknown = sorted(numbers.keys() - known.keys())
        if item.no_harm is not None and self._holds(item.no_harm):
            return None
        found = _ratio(term, beside, {**known, **dict.fromkeys(unknown, Fraction(1))})
        others = (_ratio(term, beside, {**known, **dict.fromkeys(unknown, Fraction(1)), name: _OTHER})
                  for name in unknown)
        return found if all(other == found for other in others) else None

    def _holds(self, relation: WrittenRelation) -> bool:
        numbers = {name: self._number(name) for side in (relation.left, relation.right) for name in names(side)}
        known = {name: number for name, number in numbers.items() if number is not None}
        if len(known) < len(numbers):
            return False
        return exact_value(relation.left, known.__getitem__) <= exact_value(relation.right, known.__getitem__)

    def _number(self, name: str) -> Fraction | None:
        if name == self._endless:
            return None
        if name not in self._evaluation.derivation.notation:
            value = self._scenario.values.get(name)
            return None if value is None else value.number
        try:
            if name == self._headline.subject_name:
                return self._evaluation.line(self._headline.name, alone=True).value
            value = self._evaluation.value_of(name)
            if value is None and name == "G":
                value = self._scenario.values.get(DOMAIN)
        except DerivationsError:
            return None
        return None if value is None else value.number


def _ratio(term: Node, beside: Node, numbers: Mapping[str, Fraction]) -> Fraction | None:
    try:
        kept = exact_value(beside, numbers.__getitem__)
        return exact_value(term, numbers.__getitem__) / kept if kept else None
    except NotPlainError:
        return None
