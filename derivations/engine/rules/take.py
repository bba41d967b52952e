"""take: a premise or a definition is put on the board; it is believed, not derived."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from derivations.engine.quantity import Notation
from derivations.engine.relation import Relation
from derivations.engine.rules.base import Checked, Input, Outcome
from derivations.engine.verdict import Finding, Verdict, refuted
from derivations.errors import InputError


@dataclass(frozen=True)
class Take:
    """Take `relation` for the premise whose default is `default`; both define the same left side.

    `determines` names the quantity that an equation determines which has none alone on its left.
    """

    name: ClassVar[str] = "take"
    premise: str
    relation: Relation
    default: Relation
    determines: str = ""

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The relation itself. Raises `InputError` if a replacement defines another left side."""
        self._same_left_side(self.relation)
        return (Outcome(self.relation),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Taken, if it is what was to be taken, and defines what the premise defines."""
        try:
            self._same_left_side(self.relation)
        except InputError as error:
            return Checked(refuted(str(error), None, "form"))
        if outcome.relation != self.relation or outcome.conditions:
            return Checked(refuted(f"{self.relation} was to be taken, not {outcome.relation}", None, "form"))
        return Checked(Verdict(Finding.TAKEN))

    def _same_left_side(self, item: Relation) -> None:
        if item.lhs != self.default.lhs:
            raise InputError(
                f"premise {self.premise!r} defines {self.default.written_left}, "
                f"not {item.written_left}: keep the left side of {self.default}"
            )
