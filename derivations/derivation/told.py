"""Verdicts as they are told: "proven" is what the kernel says, "argued" is what a rule or a prover beside it does.

A search shows that a step follows. It is told as proven if every obligation of the step has a certificate that the
kernel replays, if nothing but these obligations is its argument, and if all that it rests on is proven or believed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from derivations.derivation.kernel_statements import family_statements
from derivations.derivation.rules.base import Checked, Input, Outcome, Rule
from derivations.derivation.rules.lambert import LAMBERT
from derivations.derivation.rules.solve import ALL_ROOTS, ROOT_TAKEN
from derivations.derivation.step import Step
from derivations.kernel.statement import Statement
from derivations.kernel.term import KernelError
from derivations.language.quantity import Notation
from derivations.proof.certified import certificate_of, certified
from derivations.proof.exact_refutation import exactly
from derivations.proof.obligation import Obligation
from derivations.proof.verdict import Finding, Verdict

WITHOUT = "without a certificate"
_WEAK = frozenset({Finding.ARGUED, Finding.CHECKED, Finding.CLAIMED})


def told(verdict: Verdict, obligation: Obligation) -> Verdict:
    """The verdict on one obligation: argued where the kernel has no proof of what a search shows."""
    if verdict.finding is Finding.PROVEN and not certified(obligation):
        return _argued(verdict, WITHOUT)
    return exactly(verdict, [obligation])


def step_told(
    rule: Rule, found: Checked, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation, used: Iterable[Step]
) -> Verdict:
    """The verdict on a step: argued by its rule, by a prover beside the kernel, or as what it rests on is argued."""
    verdict = found.verdict
    if not verdict.shown:
        return exactly(verdict, found.obligations)
    if {ALL_ROOTS, LAMBERT, ROOT_TAKEN} & set(verdict.checked_by):
        return _argued(verdict, f"by rule {rule.name}")
    if not all(map(certified, found.obligations)):
        return _argued(verdict, WITHOUT)
    try:
        if not all(map(_proven, family_statements(rule, inputs, outcome, notation))):
            return _argued(verdict, f"by rule {rule.name}")
    except KernelError:
        return _argued(verdict, f"by rule {rule.name}")
    return resting_on(verdict, used)


def unless_open(verdict: Verdict, why: str) -> Verdict:
    """A verdict that is no proof where nothing shows that there is a state which the step speaks of; why, said once."""
    if why and verdict.finding is Finding.ARGUED:
        if any(part.startswith(why) for part in verdict.reason.split("; ")):
            return verdict
        return replace(verdict, reason=f"{why}; {verdict.reason}")
    return _argued(verdict, why) if why and verdict.finding is Finding.PROVEN else verdict


def resting_on(verdict: Verdict, used: Iterable[Step]) -> Verdict:
    """A verdict that is no proof where what it rests on is none."""
    weak = [step.name for step in used if step.verdict.finding in _WEAK]
    return _argued(verdict, f"from {', '.join(weak)}") if weak and verdict.finding is Finding.PROVEN else verdict


def _proven(wanted: Statement) -> bool:
    return certificate_of(wanted) is not None


def _argued(verdict: Verdict, why: str) -> Verdict:
    return replace(verdict, finding=Finding.ARGUED, reason=f"{why}: {', '.join(verdict.checked_by)}")
