"""Passages of an argument as sentences: why they are so, what they come from, and what is to be known of them.

The words are the same in every medium; each sets letters, sources and the numbers of equations in its own way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from derivations.derivation.step import Step
from derivations.document.argument import Passage, Selection, runs
from derivations.document.words import Cited, Equation, Letter, Plain, Sentence, Span, Words, joined, plain
from derivations.kernel.judgement import Context
from derivations.proof.verdict import Finding


@dataclass(frozen=True)
class Telling:
    """What all passages of a writeup share: the claim, what is shown of its derivation, and numbers of equations.

    Without `numbers` the equations are numbered in the order in which they are shown.
    """

    claim: str
    shown: Selection
    numbers: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def places(self) -> dict[str, int]:
        """The number of each equation, by its step."""
        if self.numbers:
            return {name: int(number) for name, number in self.numbers.items() if number.isdecimal()}
        steps = (*self.shown.part.premises, *self.shown.part.argument)
        return {name: place for place, name in enumerate((s.name for s in steps if s.relation is not None), 1)}

    def before(self, passage: Passage, *, sources: bool = True) -> tuple[Span, ...]:
        """The sentences before the equations of a passage, or instead of them; empty where there is nothing to say.

        Without `sources` these are told elsewhere.
        """
        if not passage.told:
            told = [(Plain(step.name), f", {step.standing}") for step in passage.steps]
            return ("Without an equation here: ", *joined([*told], "; "), ".")
        reason = joined([_reason(why, source if sources else "") for why, source in passage.reasons], "; ")
        how = self.how(passage)
        remarks = tuple(each for remark in passage.remarks for each in (" ", Sentence((remark,)), "."))
        if reason and how:
            return (Sentence(reason), ".", *remarks, " ", Sentence(how), ":")
        if remarks:
            return (Sentence(reason or how), ".", *remarks)
        return (Sentence(reason or how), "." if ":" in plain(reason) else ":") if reason or how else ()

    def how(self, passage: Passage) -> tuple[Span, ...]:
        """Origin of a passage: what it follows from, what it was solved for, its limit, and its suppositions."""
        parts: list[Words] = []
        if passage.behind:
            parts.append(("from ", *self.references(passage.behind)))
        if passage.solved:
            parts.append(("solved for ", Letter(passage.solved)))
        if passage.note:
            parts.append(passage.note)
        supposed = [name for name in passage.supposed if name not in passage.behind]  # else it is named already
        if numbered := [name for name in supposed if name in self.places]:
            parts.append(("given ", *self.references(numbered)))
        others = [each for each in passage.steps[-1].context.suppositions
                  if each.name in supposed and each.name not in self.places]
        if others:
            parts.append((Plain(Context(tuple(others)).words),))
        return joined(parts, ", ")

    def references(self, names: Iterable[str]) -> tuple[Span, ...]:
        """The numbers of equations in rising order, a run of them by its ends."""
        by_number = {self.places[name]: name for name in names if name in self.places}
        found: list[Span] = []
        ends = runs(by_number)
        between = ["", *[", "] * (len(ends) - 2), " and "][: len(ends)]
        for gap, run in zip(between, ends, strict=True):
            first, *last = (Equation(label(self.claim, by_number[end]), str(end)) for end in run)
            found += [*([gap] if gap else []), first, *(each for end in last for each in ("–", end))]
        return tuple(found)

    def rejected(self, step: Step) -> tuple[str, Words]:
        """Words for a wrong statement: why it stands here, and what is wrong with it."""
        why = joined([(Sentence((text,)), ".") for text in (step.because, step.standing) if text], " ")
        stands = "Not so:" if step.sound else "Rejected:" if step.verdict.finding is Finding.CLAIMED else "Not refuted:"
        return stands, why


def _reason(because: str, source: str) -> Words:
    return (because, " (", Cited(source), ")") if source else because


def label(claim: str, step: str) -> str:
    r"""The label of a step's equation.

    >>> label("optimal-batch", "balance")
    'eq:optimal-batch:balance'
    """
    return f"eq:{claim}:{step}"
