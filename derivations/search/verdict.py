"""Verdicts: what a check found, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from sympy import Expr

# reasons for which nothing is decided
CONTRADICTION = "what is given contradicts itself"
NEITHER = "no proof and no counterexample found"


class Finding(StrEnum):
    """The words a verdict can use."""

    TAKEN = "taken"  # a premise or a definition: believed, not derived
    PROVEN = "proven"
    CHECKED = "checked"  # computed by SymPy, and no independent check covers it
    NUMERIC = "numeric"  # an equation that holds, and that only numbers solve
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"
    WAITING = "waiting"  # an input is missing


@dataclass(frozen=True)
class Verdict:
    """A finding, the methods that earned it, and the point that refutes, if one does."""

    finding: Finding
    checked_by: tuple[str, ...] = ()
    reason: str = ""
    counterexample: Mapping[str, Expr] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """True when later steps may build on it."""
        return self.finding in (Finding.TAKEN, Finding.PROVEN, Finding.CHECKED, Finding.NUMERIC)

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
    return Verdict(Finding.REFUTED, methods, reason, dict(counterexample or {}))


def waiting(names: Iterable[str]) -> Verdict:
    """A step whose inputs did not hold."""
    return Verdict(Finding.WAITING, (), "waiting for " + ", ".join(names))


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of several checks together: refuted by one, else no better than the weakest."""
    found = list(verdicts)
    for finding in (Finding.REFUTED, Finding.INCONCLUSIVE, Finding.WAITING):
        for verdict in found:
            if verdict.finding == finding:
                return verdict
    methods = tuple(dict.fromkeys(method for verdict in found for method in verdict.checked_by))
    weakest = Finding.CHECKED if any(v.finding == Finding.CHECKED for v in found) else Finding.PROVEN
    return Verdict(weakest, methods)
