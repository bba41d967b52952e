"""What rules found before: a step whose rule and inputs did not change is not run again.

Rules, inputs and outcomes are frozen data, so what a rule computes from the same inputs is the same. Relations are
equal however they are written; here the writing counts too, as it is what a reader sees.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from derivations.engine.quantity import Notation
from derivations.engine.rules.base import Checked, Input, Outcome, Rule

_WORD = re.compile(r"[A-Za-z]\w*")


@dataclass(frozen=True)
class Question:
    """A rule and its inputs, as they are written, in the notation that they need."""

    rule: Rule
    inputs: tuple[Input, ...]
    notation: Notation
    written: str

    @classmethod
    def of(cls, rule: Rule, inputs: tuple[Input, ...], notation: Notation, plain: Notation) -> Question:
        """The question in the `plain` notation where it names nothing that `notation` has beyond it.

        So a quantity that somebody brings along does not make a new question of every old one.
        """
        written = f"{rule!r} {inputs!r}"
        brought = [quantity for quantity in notation if quantity.name not in plain]
        words = set(_WORD.findall(written)) if brought else set()
        apart = all(quantity.name not in words and quantity.at_most not in plain for quantity in brought)
        return cls(rule, inputs, plain if apart else notation, written)


@lru_cache(maxsize=1024)
def computed(question: Question) -> tuple[Outcome, ...]:
    """What the rule computes from its inputs."""
    return question.rule.compute(question.inputs, question.notation)


@lru_cache(maxsize=2048)
def checked(question: Question, outcome: Outcome) -> Checked:
    """What the rule's check finds."""
    return question.rule.check(question.inputs, outcome, question.notation)
