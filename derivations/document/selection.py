"""Selections from a derivation for a writeup: all of it, its key steps, or its result."""

from __future__ import annotations

from collections.abc import Iterable

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.derivation import Derivation
from derivations.derivation.trace import BELIEVED
from derivations.document.argument import Selection
from derivations.errors import UndecidedError, UnknownNameError
from derivations.language.relation import Relation

STEPS = ("all", "key", "result")


def selection(report: EvaluatedClaim, steps: str = "all") -> Selection:
    """The chosen part of a report's derivation.

    ``all`` is everything; ``key`` the result and the steps that the claim compares or that something published is
    about, with the premises and definitions behind them; ``result`` the result alone. Raises `UnknownNameError` for
    another word.
    """
    derivation = report.derivation
    if steps not in STEPS:
        raise UnknownNameError("choice of steps", steps, STEPS)
    if steps == "all":
        return Selection(derivation, steps, derivation.trace, derivation.rejects)
    if steps == "result":
        return Selection(derivation, steps, (derivation.headline,), ())
    named = {derivation.headline.name, *report.claim.compared, *(row.step for row in report.claim.published)}
    behind = reached(derivation, named)
    chosen = (s for s in derivation if s.name in named or (s.name in behind and s.rule in BELIEVED))
    return Selection(derivation, steps, tuple(chosen), ())


def headline_relation(report: EvaluatedClaim, name: str = "") -> Relation:
    """The formula of the result, or of the step of that name.

    Raises `UndecidedError` if there is none, or it does not stand, and `UnknownNameError` for another name.
    """
    step = report.derivation[name] if name else report.headline
    if step.relation is None or not step.verdict.holds:
        wanted = "formula" if name else "result"
        raise UndecidedError(f"there is no {wanted} to write: step {step.name!r} is {step.verdict}")
    return step.relation


def reached(derivation: Derivation, names: Iterable[str]) -> frozenset[str]:
    """The steps of these names, and all that they rest on."""
    found: set[str] = set()
    ahead = [name for name in names if name in derivation]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += (each for each in derivation[name].inputs if each in derivation)
    return frozenset(found)
