"""Steps in words: the rule and what it was applied to, the quantities of a formula, the numbers put in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sympy import Symbol

from derivations.language.literal import is_unit
from derivations.language.printing.text import to_text
from derivations.language.tree import Node, names
from derivations.numbers.numbers_line import NumbersLine
from derivations.search.derivation import Derivation
from derivations.search.step import Step

_IN_WORDS = {
    "take": "premise",
    "define": "definition",
    "equate": "{inputs}: their right sides are equal",
    "substitute": "{first}, with {rest} put in",
    "solve": "{first}, solved for {left}",
    "rewrite": "{first}, in another form",
    "state": "follows from {inputs}",
    "reject": "a statement that is rejected",
    "boundary": "where the two sides of {first} are equal",
    "split": "one regime of {first}",
    "differentiate": "the derivative of {first}",
    "minimise": "where {first} is least",
    "limit": "the limit of {first}",
    "isolate": "where the condition of {first} ends",
    "independence": "{first}, and what it does not depend on",
    "sum": "a sum in closed form",
}


def in_words(step: Step) -> str:
    """The rule of a step in words, with what it was applied to and the note that it left."""
    first, *rest = step.inputs or ("",)
    left = step.unknown or ("" if step.relation is None else to_text(step.relation.written.left))
    told = _IN_WORDS.get(step.rule, step.rule)
    text = told.format(first=first, rest=_listed(rest), inputs=_listed(step.inputs), left=left)
    return f"{text}, {step.note}" if step.note and step.note not in str(step.verdict) else text


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def premises_behind(derivation: Derivation, step: Step) -> tuple[str, ...]:
    """The premises and definitions that a derived step rests on, in the order of the derivation."""
    pending, found = list(step.inputs), set[str]()
    while pending:
        name = pending.pop()
        if name in derivation and name not in found:
            found.add(name)
            pending += derivation[name].inputs
    return tuple(item.name for item in derivation.trace if item.name in found and item.rule in ("take", "define"))


def left_of(step: Step) -> Symbol | None:
    """The quantity that a step is about: on its left side, or the one that its equation has no closed form for.

    None if something else stands on the left.
    """
    if step.unknown and step.relation is not None:
        return step.relation.notation[step.unknown].symbol
    left = None if step.relation is None else step.relation.lhs
    return left if isinstance(left, Symbol) and not is_unit(left) else None


def in_order(node: Node) -> tuple[str, ...]:
    """The quantities of an expression in the order in which they are written."""
    found = names(node)
    return tuple(dict.fromkeys(word for word in re.findall(r"[A-Za-z]\w*", to_text(node)) if word in found))


def filled(line: NumbersLine) -> str:
    """The formula with its numbers, where that says more than the result."""
    if line.numeric is not None and line.value is not None:
        return f"solved with numbers: {line.numeric.words}"
    if line.value is None or not line.entering:
        return ""
    form = line.relation.written.right if line.filled is None else line.filled
    text = to_text(form, {name: str(value) for name, value in line.entering.items()})
    return "" if text == line.result else text
