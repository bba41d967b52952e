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
from derivations.language.tree import Node, names
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
    numbers, found = _Numbers(scenario, evaluation), []
    for premise in premises:
        for item in premise.leaves_out:
            share = numbers.share(item)
            if share is not None and share > item.share and not numbers.harmless(item):
                found.append(Leftover(premise, item, share))
    return tuple(found)


class _Numbers:
    """The numbers of letters of a claim and of its cards."""

    def __init__(self, scenario: Scenario, evaluation: Evaluation) -> None:
        self._scenario, self._evaluation = scenario, evaluation
        self._headline = evaluation.derivation.headline
        arrow = self._headline.context.limit
        self._endless = "" if arrow is None else arrow.variable  # what goes to its end has no number
        self._found: dict[str, Fraction | None] = {}

    def share(self, item: LeftOut) -> Fraction | None:
        """A term over what stands beside it; None where that cannot be told."""
        term, beside = item.sides
        known, unknown = self._known(item.sides)
        found = _ratio(term, beside, {**known, **dict.fromkeys(unknown, Fraction(1))})
        others = (_ratio(term, beside, {**known, **dict.fromkeys(unknown, Fraction(1)), name: _OTHER})
                  for name in unknown)
        return found if all(other == found for other in others) else None

    def harmless(self, item: LeftOut) -> bool:
        """True where a term of any size changes nothing; False also where that cannot be told."""
        if item.no_harm is None:
            return False
        left, right = item.no_harm.left, item.no_harm.right
        known, unknown = self._known((left, right))
        return not unknown and exact_value(left, known.__getitem__) <= exact_value(right, known.__getitem__)

    def _known(self, sides: Iterable[Node]) -> tuple[dict[str, Fraction], list[str]]:
        """The letters that have numbers with these, and the others."""
        letters = sorted({name for side in sides for name in names(side)})
        for name in letters:
            if name not in self._found:
                self._found[name] = self._number(name)
        known = {name: number for name in letters if (number := self._found[name]) is not None}
        return known, [name for name in letters if name not in known]

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
