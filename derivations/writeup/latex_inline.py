r"""A derivation as a sentence or two with formulas between dollars, for a footnote."""

from __future__ import annotations

from derivations.claims.account import Account
from derivations.engine.step import Step
from derivations.errors import DerivationsError
from derivations.values.format import latex_value
from derivations.writeup.latex_slashed import in_text
from derivations.writeup.latex_steps import PHRASES, Setting
from derivations.writeup.latex_text import escaped, listed, one_line, prose


def inline(account: Account, setting: Setting) -> str:
    """What is taken, what follows from it step by step, and what it comes to; without labels or displays.

    A step that does not stand is left out: a sentence has no room to say that it does not.
    """
    shown, headline = setting.shown, account.headline
    premises = [_formula(step) for step in shown.premises if step.relation is not None]
    definitions = [_formula(s) for s in shown.argument if s.rule == "define" and s.relation is not None]
    steps = [s for s in shown.argument if s.rule != "define" and s.verdict.holds and s is not headline]
    parts = []
    if premises:
        parts.append(f"Take {listed(premises)}{', with ' + listed(definitions) if definitions else ''}.")
    if steps:
        parts.append(f"Then {'; '.join(map(_formula, steps))}.")
    if headline.relation is None or not headline.verdict.holds:
        parts.append(f"No result follows: {prose(str(headline.verdict), account.derivation.notation)}.")
    else:
        parts.append(f"Hence {_formula(headline)}{_number(account)}.")
    comment = f"% {one_line(f'{account.claim.name}: {account.verdict}')}"
    return f"{comment}\n{' '.join(parts)}\n"


def _formula(step: Step) -> str:
    """The equation with all that it holds under: limits, suppositions, conditions."""
    assert step.relation is not None
    under = [f"at {listed(map(escaped, step.within))}"] if step.within else []
    under += [prose(step.note, step.relation.notation)] if step.note.startswith(PHRASES) else []
    conditions = f" if {listed(map(in_text, step.conditions))}" if step.conditions else ""
    return f"{''.join(f'{part}, ' for part in under)}{in_text(step.relation)}{conditions}"


def _number(account: Account) -> str:
    """What the result comes to, and on which numbers; empty where there is no number."""
    try:
        line = account.result
    except DerivationsError:
        return ""
    if line.value is None:
        return f" ({prose(line.result, account.derivation.notation)})"
    unit = "" if line.quantity is None else line.quantity.unit
    return f", which is ${latex_value(line.value, line.dimension, unit)}$, {escaped(account.scenario.title)}"
