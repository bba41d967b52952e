"""Sentences about the steps of a writeup: why they are taken, what they come from, and what is to be known of them.

A medium says how its prose, its references and its sources are written; the sentences are the same in all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from derivations.language.display import listed, sentence
from derivations.numbers.source import Source
from derivations.search.step import Step
from derivations.search.verdict import Finding
from derivations.show.selection import Selection

Cite: TypeAlias = "Callable[[str | Source], str]"  # what cites a source, empty for one that has no entry

PHRASES = ("as ", "for every ", "with ", "at fixed ")  # notes that say how a step came about, and go on in its sentence
_RUN = 3  # from so many equations in a row on, the first and the last are named
_OPEN = (Finding.REFUTED, Finding.INCONCLUSIVE, Finding.CLAIMED)


@dataclass(frozen=True)
class Telling(ABC):
    """Context that all steps of a writeup share: claim, selection, and citations of sources."""

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

    def before(self, group: Sequence[Step]) -> str:
        """The sentences before the equations of steps that are told together; empty where there is nothing to say."""
        parts = []
        for because, source in dict.fromkeys((step.because, step.source) for step in group):
            told = self.prose(because)
            parts.append(f"{told} ({self.source(source)})" if source else told)
        reason = "; ".join(part for part in parts if part)
        how = self.how(group[-1])
        remarks = "".join(f" {remark}." for step in group for remark in self.remarks(step))
        if reason and how:
            return f"{sentence(reason)}.{remarks} {sentence(how)}:"
        if remarks:
            return f"{sentence(reason or how)}.{remarks}"
        return f"{sentence(reason or how)}{'.' if ':' in reason else ':'}" if reason or how else ""

    def how(self, step: Step) -> str:
        """The inputs of a step, its limit, and its suppositions."""
        parts = []
        if step.rule not in ("take", "define") and (behind := self.shown.behind(step)):
            parts.append(f"from {self.references(behind)}")
        if step.note.startswith(PHRASES):
            parts.append(self.prose(step.note))
        if supposed := [name for name in step.within if name != step.name]:
            parts.append(f"at {listed(map(self.escaped, supposed))}")
        return ", ".join(parts)

    def remarks(self, step: Step) -> list[str]:
        """Sentences about a step: that it was changed, what else is to be known, and that it is not shown."""
        found = []
        if step.replaces:
            found.append("Changed")
        if step.note and not step.note.startswith(PHRASES) and step.note not in str(step.verdict):
            found.append(sentence(self.prose(step.note)))
        if step.verdict.finding in _OPEN or step.verdict.stored is not None:
            found.append(sentence(self.prose(step.standing)))
        return found

    def references(self, names: Iterable[str]) -> str:
        """The numbers of equations in rising order, a run of them by its ends."""
        places = sorted(self.order.index(name) for name in set(names))
        runs: list[list[int]] = []
        for place in places:
            if runs and runs[-1][-1] == place - 1:
                runs[-1].append(place)
            else:
                runs.append([place])
        shown: list[str] = []
        for run in runs:
            told = [self.reference(self.order[place]) for place in run]
            shown += [f"{told[0]}--{told[-1]}"] if len(run) >= _RUN else told
        return listed(shown)

    def without_equation(self, group: Sequence[Step]) -> str:
        """Steps that came to nothing, each with why, in one paragraph."""
        told = (f"{self.escaped(step.name)}, {self.prose(step.standing)}" for step in group)
        return f"Without an equation here: {'; '.join(told)}."

    def rejected(self, step: Step) -> tuple[str, str]:
        """What a wrong statement is doing here, and what is wrong with it."""
        why = " ".join(f"{sentence(self.prose(text))}." for text in (step.because, step.standing) if text)
        stands = "Not so:" if step.sound else "Rejected:" if step.verdict.finding is Finding.CLAIMED else "Not refuted:"
        return stands, why


def label(claim: str, step: str) -> str:
    r"""The label of a step's equation.

    >>> label("optimal-batch", "balance")
    'eq:optimal-batch:balance'
    """
    return f"eq:{claim}:{step}"
