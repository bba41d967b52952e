"""How steps and derivations show themselves in a notebook: Markdown with LaTeX from the written forms.

Whole documents are the business of `derivations.render`, which builds on these lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from derivations.engine.derivation import Derivation, Step
    from derivations.engine.quantity import Notation

MARKS = {"taken": "", "proven": "✓", "checked": "✓", "refuted": "✗", "inconclusive": "?", "waiting": "…"}


def spoken(text: str, notation: Notation | None, plain: Callable[[str], str] = str) -> str:
    """Prose in which names of quantities that are no words, such as b_w or kappa, stand as mathematics.

    `plain` treats what lies between (escapes it, say).
    """
    letters = {q.name: q.latex for q in notation or () if "_" in q.name or q.latex.startswith("\\")}
    if not letters:
        return plain(text)
    pattern = re.compile(r"(?<![\w/.-])(" + "|".join(map(re.escape, letters)) + r")(?![\w-])")
    parts = pattern.split(text)
    return "".join(f"${letters[part]}$" if place % 2 else plain(part) for place, part in enumerate(parts))


def step_markdown(step: Step) -> str:
    """One numbered equation with its reason, its conditions and its verdict."""
    notation = None if step.relation is None else step.relation.notation
    reason = f" — {spoken(step.because, notation)}" if step.because else ""
    lines = [f"**({step.number}) {step.name}** · {step.rule}{reason}"]
    if step.relation is not None:
        lines += ["", f"$$\n{step.relation.latex}\n$$"]
    elif step.statement:
        lines += ["", f"`{step.statement}`"]
    lines += ["", step_footer(step)]
    return "\n".join(lines)


def step_footer(step: Step) -> str:
    """Conditions, notes and the verdict on one line of Markdown."""
    parts = []
    if step.conditions:
        parts.append("if " + " and ".join(f"${condition.latex}$" for condition in step.conditions))
    if step.note and step.note not in str(step.verdict):
        parts.append(step.note)
    if step.replaces:
        parts.append(f"replaces `{step.replaces}`")
    if step.source:
        parts.append(f"source: {step.source}")
    parts.append(f"{MARKS[step.verdict.finding]} *{step.verdict}*".strip())
    if step.verdict.counterexample:
        point = ", ".join(f"{name} = {value}" for name, value in step.verdict.counterexample.items())
        parts.append(f"at {point}")
    return " · ".join(parts)


def derivation_markdown(derivation: Derivation) -> str:
    """Every premise, definition, step and reject, in order."""
    blocks = [step_markdown(step) for step in derivation.trace]
    if derivation.rejects:
        blocks.append("**Rejected**")
        blocks += [step_markdown(step) for step in derivation.rejects]
    return "\n\n".join(blocks)
