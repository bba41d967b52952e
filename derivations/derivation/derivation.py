"""Derivations: the finished, immutable trace of a board, which can be stored and checked again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from derivations.derivation.trace import Trace
from derivations.errors import InputError
from derivations.proof.budget import budget_of
from derivations.proof.verdict import Finding

if TYPE_CHECKING:
    from derivations.derivation.recheck import Rechecked


@dataclass(frozen=True, repr=False)
class Derivation(Trace):
    """Premises and steps in the order in which they were written, and what was rejected on the way."""

    @classmethod
    def of(cls, trace: Trace) -> Self:
        """The derivation that a trace is."""
        return cls(trace.notation, trace.trace, trace.rejects, trace.result, trace.assumptions)

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

        return ClaimedDerivation.of(restored(data))

    def check(self, budget: float | None = None) -> tuple[Rechecked, ...]:
        """Every step and reject, checked again by its rule; each says whether its verdict is upheld.

        Each is checked with its inputs as they are told. Premises are believed, and words (reasons, sources) are not
        checked. A check that is more work than `budget` finds nothing.
        """
        from derivations.derivation.recheck import recheck

        return recheck(self, budget_of(budget))

    def checked(self, budget: float | None = None) -> Derivation:
        """The same derivation with the verdicts that are found now, each step resting on what was found of its inputs.

        What a file claims and is not found so says "not upheld"; what it does not claim to hold does not hold.
        """
        from derivations.derivation.recheck import checked

        return Derivation.of(checked(self, budget_of(budget)))


@dataclass(frozen=True, repr=False)
class ClaimedDerivation(Derivation):
    """A derivation as a file says it, in which every verdict is claimed and nothing holds, until it is `checked`.

    Raises `InputError` for a verdict that says more.

    >>> from derivations.derivation.board import Board
    >>> from derivations.derivation.premise import Premise
    >>> from derivations.language.quantity import Notation
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
