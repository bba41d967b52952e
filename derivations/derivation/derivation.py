"""Derivations: the finished, immutable trace of a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from derivations.derivation.premise import Assumptions
from derivations.derivation.step import Step
from derivations.errors import InputError, UnknownNameError
from derivations.language.quantity import Notation
from derivations.proof.budget import budget_of
from derivations.proof.verdict import CONTRADICTION, Finding

if TYPE_CHECKING:
    from derivations.derivation.recheck import Rechecked


@dataclass(frozen=True)
class Derivation:
    """Premises and steps in the order in which they were written, and what was rejected on the way."""

    notation: Notation
    trace: tuple[Step, ...]
    rejects: tuple[Step, ...] = ()
    result: str = ""
    assumptions: Assumptions = field(default_factory=Assumptions)

    @property
    def premises(self) -> tuple[Step, ...]:
        """The steps that were taken and not defined."""
        return tuple(step for step in self.trace if step.rule == "take")

    @property
    def definitions(self) -> tuple[Step, ...]:
        """The steps that define a quantity."""
        return tuple(step for step in self.trace if step.rule == "define")

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that were derived."""
        return tuple(step for step in self.trace if step.rule not in ("take", "define"))

    @property
    def argument(self) -> tuple[Step, ...]:
        """Definitions and steps, in order: all but the premises."""
        return tuple(step for step in self.trace if step.rule != "take")

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
        return tuple(item.name for item in self.trace if item.name in found and item.rule in ("take", "define"))

    def __getitem__(self, name: str) -> Step:
        """The premise, step or reject of that name; raises `UnknownNameError` with the nearest names."""
        for step in (*self.trace, *self.rejects):
            if step.name == name:
                return step
        raise UnknownNameError("step", name, [step.name for step in (*self.trace, *self.rejects)])

    def __contains__(self, name: object) -> bool:
        return any(step.name == name for step in (*self.trace, *self.rejects))

    def __iter__(self) -> Iterator[Step]:
        return iter(self.trace)

    def to_json(self) -> dict[str, Any]:
        """The derivation as plain data, which `from_json` reads back; what a file claims is written as it was claimed.

        Raises `InputError` that names the step where an expression is too large to be read back from its text.
        """
        from derivations.derivation.stored import stored

        return stored(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | str) -> ClaimedDerivation:
        """The derivation that plain data or a JSON text claims: what `to_json` gives, or a whole report that holds it.

        It is read and not believed: every verdict in it is claimed, until `checked` earns it again. Raises `InputError`
        or one of its kind for data that is no derivation.
        """
        from derivations.derivation.stored import restored

        return restored(data)

    def check(self, budget: float | None = None, *, time_limit: float | None = None) -> tuple[Rechecked, ...]:
        """Every step and reject, checked again by its rule; each says whether its verdict is upheld.

        Each is checked with its inputs as they are told. Premises are believed, and words (reasons, sources) are not
        checked. A check that is more work than `budget` finds nothing; `time_limit`, in seconds, is what a budget was
        called.
        """
        from derivations.derivation.recheck import recheck

        return recheck(self, budget_of(budget, time_limit))

    def checked(self, budget: float | None = None, *, time_limit: float | None = None) -> Derivation:
        """The same derivation with the verdicts that are found now, each step resting on what was found of its inputs.

        What a file claims and is not found so says "not upheld"; what it does not claim to hold does not hold.
        """
        from derivations.derivation.recheck import checked

        return checked(self, budget_of(budget, time_limit))

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


@dataclass(frozen=True, repr=False)
class ClaimedDerivation(Derivation):
    """A derivation as a file says it, in which every verdict is claimed and nothing holds, until it is `checked`.

    Raises `InputError` for a verdict that says more.

    >>> from derivations.derivation.board import Board
    >>> from derivations.derivation.premise import Premise
    >>> board = Board(Notation.of("t [s] time\\nS [byte] size\\nW [byte/s] bandwidth"))
    >>> _ = board.solve("bandwidth", board.take(Premise("load", "t = S/W")), for_="W")
    >>> stored = Derivation.from_json(board.finish().to_json())
    >>> print(stored["bandwidth"])
    (2) bandwidth: W = S/t  [claimed]
    >>> print(stored.checked()["bandwidth"].verdict.finding)
    proven
    """

    def __post_init__(self) -> None:
        for step in (*self.trace, *self.rejects):
            if step.verdict.finding is not Finding.CLAIMED:
                raise InputError(f"step {step.name!r} of what a file claims is not claimed, but {step.verdict}")
