"""Domains: which numbers a quantity can take."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from derivations.engine.written.nodes import COMPARE


@dataclass(frozen=True)
class Domain:
    """A range of numbers: its name, its words for a reader, the limits it sets, and whether only whole numbers count.

    `assumptions` are those of the SymPy symbol; what they cannot say, the limits do.
    """

    name: str
    words: str
    limits: tuple[tuple[str, int], ...] = ()
    whole: bool = False
    assumptions: dict[str, bool] = field(default_factory=dict, compare=False)

    def contains(self, number: Any) -> bool:
        """True if a number, a fraction or one of SymPy's, lies in the domain.

        >>> DOMAINS["fraction"].contains(1), DOMAINS["fraction"].contains(0)
        (True, False)
        """
        if self.whole and number != int(number):
            return False
        return all(bool(COMPARE[operator](number, bound)) for operator, bound in self.limits)


DOMAINS: dict[str, Domain] = {
    domain.name: domain
    for domain in (
        Domain("positive", "positive", ((">", 0),), assumptions={"positive": True}),
        Domain("nonnegative", "zero or more", ((">=", 0),), assumptions={"nonnegative": True}),
        Domain("fraction", "in (0, 1]", ((">", 0), ("<=", 1)), assumptions={"positive": True}),
        Domain("integer", "a whole number from 1", ((">=", 1),), whole=True,
               assumptions={"integer": True, "positive": True}),
        Domain("whole", "a whole number from 0", ((">=", 0),), whole=True,
               assumptions={"integer": True, "nonnegative": True}),
        Domain("bit", "0 or 1", ((">=", 0), ("<=", 1)), whole=True,
               assumptions={"integer": True, "nonnegative": True}),
        Domain("real", "real", assumptions={"real": True}),
    )
}  # fmt: skip
