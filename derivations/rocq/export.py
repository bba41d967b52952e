"""A claim as a file for Rocq: a lemma for each statement that the kernel proves, and one that premises agree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.derivation import Derivation
from derivations.derivation.kernel_statements import statements_behind
from derivations.derivation.step import Step
from derivations.derivation.told import WITHOUT
from derivations.kernel.statement import Statement
from derivations.proof import proof_store
from derivations.proof.finder import find_certificate
from derivations.rocq.lemma import lemma
from derivations.rocq.satisfiable import TOGETHER, satisfiable
from derivations.rocq.written import UnprintedError, prelude


@dataclass(frozen=True)
class RocqExport:
    """A file for Rocq: its text, the lemmas in it, and what has none."""

    text: str
    lemmas: tuple[tuple[str, str], ...]  # each by its name, with the step that rests on it
    left_out: tuple[tuple[str, str, str], ...]  # what the kernel proves and is no lemma here: name, step, reason
    unproven: tuple[str, ...]  # the names of what the kernel has no proof of, either
    apart: str  # why no lemma says that the premises hold together; empty if one does

    @property
    def certified(self) -> int:
        """Number of statements that the kernel proves."""
        return len(self.lemmas) + len(self.left_out)

    @property
    def steps(self) -> tuple[int, int]:
        """The steps of which every statement is a lemma, and all with statements that the kernel proves."""
        partly = {step for _, step, _ in self.left_out}
        every = partly | {step for _, step in self.lemmas}
        return len(every) - len(partly), len(every)


def rocq_export(claim: EvaluatedClaim) -> RocqExport:
    """The file of a claim.

    Each statement that the kernel proves becomes a lemma: its quantities are real numbers, their domains, what is
    given and that this has a value are hypotheses, and its proof has an assertion for each call of a rule.
    """
    texts: list[str] = []
    lemmas: list[tuple[str, str]] = []
    left_out: list[tuple[str, str, str]] = []
    unproven: list[str] = []
    for name, step, statement in _named(claim.derivation):
        certificate = proof_store.kept(statement)
        if certificate is None and WITHOUT not in step.verdict.reason:  # what was looked for once is not again
            certificate = find_certificate(statement)
        if certificate is None:
            unproven.append(name)
            continue
        try:
            texts.append(lemma(name, statement, certificate))
            lemmas.append((name, step.name))
        except UnprintedError as reason:
            left_out.append((name, step.name, str(reason)))
    together, apart = satisfiable(claim.derivation)
    names = [name for name, _ in lemmas] + [TOGETHER] * bool(together)
    remarks = [*(f"{name}: {reason}" for name, _, reason in left_out), *(f"{TOGETHER}: {apart}" for _ in apart[:1]),
               *(f"{name}: the kernel has no proof of it, either" for name in unproven)]
    steps = len({step for _, step in lemmas})
    text = "\n".join([
        _head(f"{len(lemmas)} lemmas behind {steps} steps of the claim {claim.claim.name}", remarks), prelude(), *texts,
        *([together] if together else []), _assumptions(names),
    ])
    return RocqExport(text, tuple(lemmas), tuple(left_out), tuple(unproven), apart)


def _named(derivation: Derivation) -> Iterator[tuple[str, Step, Statement]]:
    """Each statement behind a step with a name of its own."""
    items = list(statements_behind(derivation))
    of_step = Counter(step.name for step, _ in items)
    turn: Counter[str] = Counter()
    for step, statement in items:
        turn[step.name] += 1
        name = re.sub(r"\W", "_", f"step_{step.name}", flags=re.ASCII)
        yield (f"{name}_{turn[step.name]}" if of_step[step.name] > 1 else name), step, statement


def _head(title: str, remarks: list[str]) -> str:
    lines = [
        f"{title}, for the prover Rocq (Coq 8.16 and later).", "", *wrap(
            "Quantities are real numbers. Their domains, what a step is given, and that this has a value are "
            "hypotheses; the step, and that it has a value, is shown. Units are set to one: numbers are in base "
            "units.", 110,
        ),
    ]
    if remarks:
        lines += ["", "Left out:", *(f"  {_plain(remark)}" for remark in remarks)]
    return "(* " + "\n   ".join(lines).replace("\n   \n", "\n\n") + " *)"


def _plain(text: str) -> str:
    """Text that may stand in a comment."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")


def _assumptions(names: list[str]) -> str:
    """What prints the axioms behind all lemmas: those of the real numbers alone."""
    pairs = [f"pose proof {name}." for name in names]
    lines = ["(* What all of it rests on: the axioms of the real numbers. *)", "Lemma everything : True.", "Proof."]
    return "\n".join([*lines, *wrap(" ".join(pairs), 118), "exact I.", "Qed.", "Print Assumptions everything.", ""])

