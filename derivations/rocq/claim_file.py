"""A claim as one file for Rocq: its steps, its argument from premises to the result, and states that it speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from textwrap import wrap

from derivations.derivation.derivation import Derivation
from derivations.derivation.trace import BELIEVED
from derivations.rocq.at_hand import comment
from derivations.rocq.calculus import calculus
from derivations.rocq.theorem import Argument
from derivations.rocq.witness import NOTHING, Witnesses
from derivations.rocq.written import prelude


@dataclass(frozen=True)
class ClaimFile:
    """The file of a claim, and what it has.

    `lines` are steps that are lemmas or theorems from premises, `supposed` those that others suppose, `missing` those
    with neither, by the reason; `unseen` are contexts and families for which no witness was found.
    """

    text: str
    lines: tuple[str, ...]
    supposed: tuple[str, ...]
    missing: Mapping[str, str]
    result: bool  # whether the closing theorem stands
    premises: tuple[str, ...]  # those that the closing theorem rests on
    witnesses: int
    unseen: Mapping[str, str]


def library() -> str:
    """What every file begins with: powers, sums, signs; slopes and limits; counting, and where things go."""
    own = (resources.files("derivations") / "rocq" / "theorem.v").read_text(encoding="utf-8")
    return prelude() + calculus() + own


def claim_file(derivation: Derivation, numbers: Mapping[str, Fraction], title: str = "") -> ClaimFile:
    """The file of a derivation; `numbers` are those near which states are looked for that satisfy everything."""
    argument = Argument(derivation)
    witnesses = Witnesses(argument, numbers)
    witnesses.of_contexts()
    witnesses.of_families()
    headline = derivation.headline
    line = argument.lines.get(headline.name)
    if line is not None and line.text:
        witnesses.of_result(line)
    families = argument.families.lines
    closing, section = argument.closing(), argument.section()
    own = tuple(step.name for step in derivation.trace if step.name in argument.lines or step.name in families)
    supposed = tuple(step.name for step in derivation.trace if step.name in argument.chosen)
    remarks = [f"{name}: {why}" for name, why in argument.missing.items()]
    remarks += [f"{name}: {NOTHING} ({why})" for name, why in witnesses.missing.items()]
    text = "\n".join([
        _head(title, remarks), library(), *argument.lemmas, *argument.aids.texts, section,
        *(each.text for each in families.values()), closing, *witnesses.texts,
    ])
    return ClaimFile(text, own, supposed, argument.missing, bool(closing), premises_of(argument, headline.name),
                     len(witnesses.texts), witnesses.missing)


def premises_of(argument: Argument, name: str) -> tuple[str, ...]:
    """The premises and definitions that a line rests on, by name."""
    family = argument.families.lines.get(name)
    line = argument.lines.get(name)
    hypotheses = ([] if family is None else [each for each in (*family.family.outside, *family.family.inside)
                                             if isinstance(each, str)])
    hypotheses += [] if line is None else line.hypotheses
    steps = dict.fromkeys(argument.hypotheses[each].step for each in hypotheses if argument.hypotheses[each].step)
    return tuple(each for each in steps if argument.derivation[each].rule in BELIEVED)


def _head(title: str, remarks: list[str]) -> str:
    what = title or "A claim"
    lines = [f"{what} as one theorem, for the prover Rocq (Coq 8.16 and later) with Coquelicot.", "", *wrap(
        "Quantities are real numbers, in base units. Their domains, the premises as they are written, and that these "
        "have a value are hypotheses of the section; every line is a lemma from them, what it supposes and its "
        "conditions standing before it. The last theorem says the result from the premises that it needs.", 110)]
    if remarks:
        lines += ["", "Not shown:", *(f"  {comment(remark)}" for remark in remarks)]
    return "(* " + "\n   ".join(lines).replace("\n   \n", "\n\n") + " *)"
