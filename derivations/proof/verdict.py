"""Verdicts: what a check found, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from derivations.errors import STOPPED
from derivations.mapping import FrozenMapping

if TYPE_CHECKING:
    from sympy import Expr

# reasons for which nothing is decided
CONTRADICTION = "what is given contradicts itself"
NEITHER = "no proof and no counterexample found"
DOES_NOT_FOLLOW = "does not follow"  # of what a point refutes


class Finding(StrEnum):
    """The words a verdict can use."""

    TAKEN = "taken"  # a premise or a definition: believed, not derived
    PROVEN = "proven"  # by the kernel
    ARGUED = "argued"  # by a rule or a prover beside the kernel, or from what is
    CHECKED = "checked"  # computed by SymPy, and no independent check covers it
    NUMERIC = "numeric"  # an equation that holds, and that only numbers solve
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"
    WAITING = "waiting"  # an input is missing
    CLAIMED = "claimed"  # by a file, whatever it says: nothing was checked here


@dataclass(frozen=True)
class Verdict:
    """A finding, the methods that earned it, and the point that refutes, if one does.

    `stored` is what a file says where no check here has found the same; it is never shown, and nothing rests on it.
    """

    finding: Finding
    checked_by: tuple[str, ...] = ()
    reason: str = ""
    counterexample: Mapping[str, Expr] = field(default_factory=dict)
    stored: Verdict | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "counterexample", FrozenMapping(self.counterexample))

    @property
    def holds(self) -> bool:
        """True when later steps may build on it."""
        return self.finding in (Finding.TAKEN, Finding.PROVEN, Finding.ARGUED, Finding.CHECKED, Finding.NUMERIC)

    @property
    def shown(self) -> bool:
        """True for what a search shows, whether or not the kernel has a proof of it."""
        return self.finding in (Finding.PROVEN, Finding.ARGUED)

    @property
    def stopped(self) -> bool:
        """True where a call took too much time or memory: that is no answer, and not to be kept as one."""
        return self.finding is Finding.INCONCLUSIVE and self.reason.startswith(f"{STOPPED}: ")

    @property
    def point(self) -> str:
        """The counterexample in one line."""
        return ", ".join(f"{name} = {value}" for name, value in self.counterexample.items()).replace("**", "^")

    def __str__(self) -> str:
        if self.finding is Finding.WAITING:
            return self.reason
        detail = self.reason or ", ".join(self.checked_by)
        return f"{self.finding} ({detail})" if detail else str(self.finding)


def proven(*methods: str) -> Verdict:
    """A proof by the named methods."""
    return Verdict(Finding.PROVEN, tuple(dict.fromkeys(methods)))


def inconclusive(reason: str) -> Verdict:
    """No proof and no counterexample."""
    return Verdict(Finding.INCONCLUSIVE, (), reason)


def refuted(reason: str, counterexample: Mapping[str, Expr] | None = None, *methods: str) -> Verdict:
    """A statement shown to be wrong."""
    return Verdict(Finding.REFUTED, methods, reason, counterexample or {})


def waiting(names: Iterable[str]) -> Verdict:
    """A step whose inputs did not hold."""
    return Verdict(Finding.WAITING, (), "waiting for " + ", ".join(names))


def claimed(stored: Verdict) -> Verdict:
    """A verdict as a file says it, which nobody has checked."""
    return Verdict(Finding.CLAIMED, stored=stored)


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of several checks together: refuted by one, else no better than the weakest."""
    found = list(verdicts)
    for finding in (Finding.REFUTED, Finding.INCONCLUSIVE, Finding.WAITING, Finding.CLAIMED):
        for verdict in found:
            if verdict.finding == finding:
                return verdict
    methods = tuple(dict.fromkeys(method for verdict in found for method in verdict.checked_by))
    if any(verdict.finding == Finding.CHECKED for verdict in found):
        return Verdict(Finding.CHECKED, methods)
    for verdict in found:
        if verdict.finding == Finding.ARGUED:
            return Verdict(Finding.ARGUED, methods, verdict.reason)
    return Verdict(Finding.PROVEN, methods)
