"""Passages of an argument as sentences: why they are so, what they come from, and what is to be known of them.

A medium says how its prose, its references and its sources are written; the sentences are the same in all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from derivations.derivation.step import Step
from derivations.kernel.judgement import Context
from derivations.language.display import listed, sentence
from derivations.numbers.source import Source
from derivations.proof.verdict import Finding
from derivations.show.argument import Passage, runs
from derivations.show.selection import Selection

Cite: TypeAlias = "Callable[[str | Source], str]"  # what cites a source, empty for one that has no entry


@dataclass(frozen=True)
class Telling(ABC):
    """Context that all passages of a writeup share: claim, selection, and citations of sources."""

    claim: str
    shown: Selection
    cite: Cite | None = None

    @abstractmethod
    def prose(self, text: str) -> str:
        """Text in which formulas of the notation stand as mathematics."""

    @abstractmethod
    def escaped(self, text: str) -> str:
        """Plain text."""

    @abstractmethod
    def letter(self, name: str) -> str:
        """The letter of a quantity."""

    @abstractmethod
    def reference(self, name: str) -> str:
        """The number of a step's equation."""

    @property
    def order(self) -> tuple[str, ...]:
        """The numbered steps in their order."""
        return tuple(s.name for s in (*self.shown.premises, *self.shown.argument) if s.relation is not None)

    def source(self, source: str | Source) -> str:
        """A source, cited where that is wanted and possible, else as text."""
        cited = self.cite(source) if self.cite is not None else ""
        return cited or self.prose(source if isinstance(source, str) else source.label)

    def before(self, passage: Passage) -> str:
        """The sentences before the equations of a passage, or instead of them; empty where there is nothing to say."""
        if not passage.told:
            told = (f"{self.escaped(step.name)}, {self.prose(step.standing)}" for step in passage.steps)
            return f"Without an equation here: {'; '.join(told)}."
        parts = []
        for because, source in passage.reasons:
            why = self.prose(because)
            parts.append(f"{why} ({self.source(source)})" if source else why)
        reason = "; ".join(part for part in parts if part)
        how = self.how(passage)
        remarks = "".join(f" {sentence(self.prose(remark))}." for remark in passage.remarks)
        if reason and how:
            return f"{sentence(reason)}.{remarks} {sentence(how)}:"
        if remarks:
            return f"{sentence(reason or how)}.{remarks}"
        return f"{sentence(reason or how)}{'.' if ':' in reason else ':'}" if reason or how else ""

    def how(self, passage: Passage) -> str:
        """Origin of a passage: what it follows from, what it was solved for, its limit, and its suppositions."""
        parts = []
        if passage.behind:
            parts.append(f"from {self.references(passage.behind)}")
        if passage.solved:
            parts.append(f"solved for {self.letter(passage.solved)}")
        if passage.note:
            parts.append(self.prose(passage.note))
        supposed = [name for name in passage.supposed if name not in passage.behind]  # else it is named already
        if numbered := [name for name in supposed if name in self.order]:
            parts.append(f"given {self.references(numbered)}")
        others = [each for each in passage.steps[-1].context.suppositions
                  if each.name in supposed and each.name not in self.order]
        if others:
            parts.append(self.escaped(Context(tuple(others)).words))
        return ", ".join(parts)

    def references(self, names: Iterable[str]) -> str:
        """The numbers of equations in rising order, a run of them by its ends."""
        order = self.order
        found = runs(order.index(name) for name in set(names))
        return listed("--".join(self.reference(order[place]) for place in run) for run in found)

    def rejected(self, step: Step) -> tuple[str, str]:
        """Words for a wrong statement: why it stands here, and what is wrong with it."""
        why = " ".join(f"{sentence(self.prose(text))}." for text in (step.because, step.standing) if text)
        stands = "Not so:" if step.sound else "Rejected:" if step.verdict.finding is Finding.CLAIMED else "Not refuted:"
        return stands, why


def label(claim: str, step: str) -> str:
    r"""The label of a step's equation.

    >>> label("optimal-batch", "balance")
    'eq:optimal-batch:balance'
    """
    return f"eq:{claim}:{step}"
