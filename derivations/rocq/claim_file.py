"""A claim as one file for Rocq: its steps, its argument from premises to the result, and states that it speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap

from derivations.derivation.derivation import Derivation
from derivations.derivation.trace import BELIEVED
from derivations.rocq.accepted import UNSEEN
from derivations.rocq.at_hand import comment
from derivations.rocq.theorem import Argument
from derivations.rocq.witness import Witnesses
from derivations.rocq.written import library

ASSUMPTIONS = "Print Assumptions everything.\n"  # what all of it rests on


@dataclass(frozen=True)
class ClaimFile:
    """The file of a claim, and what it has.

    `lines` are steps that are lemmas or theorems from premises, `missing` those that are not, by the reason, without
    suppositions; `unseen` are contexts and families for which no witness was found.
    """

    text: str
    lines: tuple[str, ...]
    missing: Mapping[str, str]
    result: bool  # whether the closing theorem stands
    premises: tuple[str, ...]  # those that the closing theorem rests on
    unseen: Mapping[str, str]

    @property
    def of_lines(self) -> int:
        """How many lines there are, as lemmas or missing."""
        return len({*self.lines, *self.missing})


def claim_file(derivation: Derivation, numbers: Mapping[str, Fraction], title: str = "A claim") -> ClaimFile:
    """The file of a derivation; `numbers` are those near which states are looked for that satisfy everything."""
    argument = Argument(derivation)
    witnesses = Witnesses(argument, numbers)
    witnesses.of_contexts()
    witnesses.of_families()
    result = argument.result
    if result is not None and result.text:
        witnesses.of_result(result)
    families = argument.families.lines
    closing, section = argument.closing(), argument.section()
    own = {*argument.lines, *argument.leasts, *families}
    lines = tuple(step.name for step in derivation.trace if step.name in own and step.rule not in BELIEVED)
    missing, unseen = argument.missing, witnesses.missing
    remarks = [*(f"{name}: {why}" for name, why in missing.items()),
               *(f"{name}: {UNSEEN} ({why})" for name, why in unseen.items())]
    shown = [*argument.lemma_names, *(["result"] if closing else []), *witnesses.names]
    text = "\n".join([
        _head(title, remarks), library(), *argument.lemmas, *argument.aids.texts, section,
        *(each.text for each in families.values()), closing, *witnesses.texts, _everything(shown),
    ])
    premises = premises_of(argument, derivation.headline.name)
    return ClaimFile(text, lines, missing, bool(closing), premises, unseen)


def premises_of(argument: Argument, name: str) -> tuple[str, ...]:
    """The premises and definitions that a line rests on, by name."""
    family = argument.families.lines.get(name)
    line = argument.lines.get(name) or argument.leasts.get(name)
    hypotheses = ([] if family is None else [each for each in (*family.family.outside, *family.family.inside)
                                             if isinstance(each, str)])
    hypotheses += [] if line is None else line.hypotheses
    steps = dict.fromkeys(argument.hypotheses[each].step for each in hypotheses if argument.hypotheses[each].step)
    return tuple(each for each in steps if argument.derivation[each].rule in BELIEVED)


def _head(title: str, remarks: Sequence[str]) -> str:
    lines = [f"{title} as one theorem, for the prover Rocq (Coq 8.16 and later) with Coquelicot.", "", *wrap(
        "Quantities are real numbers, in base units. Their domains, the premises as they are written, and that these "
        "have a value are hypotheses of the section; every line is a lemma from them, what it supposes and its "
        "conditions standing before it. The theorem result says the result from the premises that it needs.", 110)]
    if remarks:
        lines += ["", "Not shown:", *(f"  {comment(remark)}" for remark in remarks)]
    return "(* " + "\n   ".join(lines).replace("\n   \n", "\n\n") + " *)"


def _everything(names: Sequence[str]) -> str:
    """What prints the axioms behind all of it: those of the real numbers alone."""
    lines = ["(* What all of it rests on: the axioms of the real numbers. *)", "Lemma everything : True.", "Proof."]
    pairs = wrap(" ".join(f"pose proof {name}." for name in names), 118)
    return "\n".join([*lines, *pairs, "exact I.", "Qed.", ASSUMPTIONS])
