"""Derivations: the finished, immutable trace of a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sympy import Expr

from derivations.engine.display import derivation_markdown, step_markdown
from derivations.engine.obligation import Obligation
from derivations.engine.premise import Assumptions
from derivations.engine.quantity import Notation
from derivations.engine.relation import Relation
from derivations.engine.verdict import Finding, Verdict
from derivations.errors import UndecidedError, UnknownNameError


@dataclass(frozen=True)
class Step:
    """One rule as it ran."""

    name: str
    number: int
    rule: str
    inputs: tuple[str, ...]
    relation: Relation | None
    verdict: Verdict
    because: str = ""
    conditions: tuple[Relation, ...] = ()
    note: str = ""
    source: str = ""
    replaces: str = ""  # the default relation of a premise that was replaced
    fell_back: bool = False
    statement: str = ""  # the text of a reject, which may be no relation at all
    obligations: tuple[Obligation, ...] = field(default=(), repr=False, compare=False)

    @property
    def lhs(self) -> Expr:
        """Left side of the relation; raises `UndecidedError` if the step has none."""
        return self._known().lhs

    @property
    def rhs(self) -> Expr:
        """Right side of the relation; raises `UndecidedError` if the step has none."""
        return self._known().rhs

    @property
    def sound(self) -> bool:
        """True if the step stands as its author meant it: derived and shown, or rejected and refuted."""
        if self.rule == "reject":
            return self.verdict.finding is Finding.REFUTED
        return self.verdict.holds and not self.fell_back

    def _known(self) -> Relation:
        if self.relation is None:
            raise UndecidedError(f"step {self.name!r} has no relation: {self.verdict}")
        return self.relation

    def _repr_markdown_(self) -> str:
        return step_markdown(self)

    def __str__(self) -> str:
        return f"({self.number}) {self.name}: {self.relation or self.statement or '—'}  [{self.verdict}]"


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
        """What was taken and not defined."""
        return tuple(step for step in self.trace if step.rule == "take")

    @property
    def definitions(self) -> tuple[Step, ...]:
        """What was defined."""
        return tuple(step for step in self.trace if step.rule == "define")

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was derived."""
        return tuple(step for step in self.trace if step.rule not in ("take", "define"))

    @property
    def argument(self) -> tuple[Step, ...]:
        """Definitions and steps, in order: all but the premises."""
        return tuple(step for step in self.trace if step.rule != "take")

    @property
    def headline(self) -> Step:
        """The step that is the result: the one named so, or the last."""
        return self[self.result] if self.result else self.trace[-1]

    @property
    def unsound(self) -> tuple[Step, ...]:
        """Steps and rejects that do not stand as their author meant them."""
        return tuple(step for step in (*self.trace, *self.rejects) if not step.sound)

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

    def _repr_markdown_(self) -> str:
        return derivation_markdown(self)

    def __str__(self) -> str:
        return "\n".join(str(step) for step in (*self.trace, *self.rejects))
