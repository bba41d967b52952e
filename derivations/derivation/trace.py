"""Traces: what was written on a board, in order, as data; what is stored and what is checked again is a trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from derivations.derivation.premise import Assumptions
from derivations.derivation.step import Step
from derivations.errors import UnknownNameError
from derivations.language.quantity import Notation
from derivations.proof.verdict import CONTRADICTION, Finding

ASSUMED = ("take", "suppose")  # premises, of the whole and of a part
BELIEVED = (*ASSUMED, "define")
LASTING = ("take", "define")  # what holds in every state
SAYING = ("sum", "differentiate")  # rules whose equation says what a letter comes to


@dataclass(frozen=True)
class Trace:
    """Premises and steps in the order in which they were written, and what was rejected on the way."""

    notation: Notation
    trace: tuple[Step, ...]
    rejects: tuple[Step, ...] = ()
    result: str = ""
    assumptions: Assumptions = field(default_factory=Assumptions)

    @property
    def premises(self) -> tuple[Step, ...]:
        """The steps that were taken and not defined."""
        return tuple(step for step in self.trace if step.rule in ASSUMED)

    @property
    def definitions(self) -> tuple[Step, ...]:
        """The steps that define a quantity."""
        return tuple(step for step in self.trace if step.rule == "define")

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that were derived."""
        return tuple(step for step in self.trace if step.rule not in BELIEVED)

    @property
    def argument(self) -> tuple[Step, ...]:
        """Definitions and steps, in order: all but the premises."""
        return tuple(step for step in self.trace if step.rule not in ASSUMED)

    @property
    def names(self) -> frozenset[str]:
        """The names of the quantities in any relation or condition."""
        said = (item for step in self.trace for item in (step.relation, *step.conditions) if item is not None)
        return frozenset().union(*(item.names for item in said))

    @property
    def letters(self) -> Notation:
        """The quantities that occur, in reading order; among them those that a sum or product counts with."""
        shown = [step.relation for step in self.trace if step.relation is not None]
        used = frozenset().union(*(item.letters for item in shown))
        return Notation(tuple(quantity for quantity in self.notation if quantity.name in used))

    @property
    def headline(self) -> Step:
        """The step that is the result: the one named so, or the last."""
        return self[self.result] if self.result else self.trace[-1]

    @property
    def unsound(self) -> tuple[Step, ...]:
        """Steps and rejects that do not stand as their author meant them."""
        return tuple(step for step in (*self.trace, *self.rejects) if not step.sound)

    @property
    def contradictory(self) -> bool:
        """True if a step, or a reject, shows nothing because what is given contradicts itself."""
        told = ((step.verdict.reason, step.note if step.fell_back else "") for step in (*self.trace, *self.rejects))
        return any(CONTRADICTION in text for texts in told for text in texts)

    def failures(self, step: Step) -> tuple[Step, ...]:
        """A step, and as long as it waits the first of its inputs that does not stand, and so on."""
        found = [step]
        while found[-1].verdict.finding is Finding.WAITING:
            seen = {item.name for item in found}
            inputs = (self[name] for name in found[-1].inputs if name in self and name not in seen)
            failed = next((item for item in inputs if not item.verdict.holds), None)
            if failed is None:
                break
            found.append(failed)
        return tuple(found)

    def premises_behind(self, step: Step) -> tuple[str, ...]:
        """The premises and definitions that a derived step rests on, in the order of the derivation."""
        pending, found = list(step.inputs), set[str]()
        while pending:
            name = pending.pop()
            if name in self and name not in found:
                found.add(name)
                pending += self[name].inputs
        return tuple(item.name for item in self.trace if item.name in found and item.rule in BELIEVED)

    def __getitem__(self, name: str) -> Step:
        """The premise, step or reject of that name; raises `UnknownNameError` with the nearest names."""
        for step in (*self.trace, *self.rejects):
            if step.name == name:
                return step
        raise UnknownNameError("step", str(name), [step.name for step in (*self.trace, *self.rejects)])

    def __contains__(self, name: object) -> bool:
        return any(step.name == name for step in (*self.trace, *self.rejects))

    def __iter__(self) -> Iterator[Step]:
        return iter(self.trace)

    def to_markdown(self) -> str:
        """Every premise, definition, step and reject, in order."""
        blocks = [step.to_markdown() for step in self.trace]
        if self.rejects:
            blocks += ["**Rejected**", *(step.to_markdown() for step in self.rejects)]
        return "\n\n".join(blocks)

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def __str__(self) -> str:
        return "\n".join(str(step) for step in (*self.trace, *self.rejects))
