"""Mutants of whole claims: a tie or a bound, put to an argument after its last step as premises that are inequalities.

Where a step varies a letter and holds another one, two opposite inequalities that tie the two leave no state in which
the one varies and the other does not; where a step lets a letter go to an end, a bound keeps it from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any

from derivations import Board, Premise
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import DerivationsError
from derivations.language.literal import is_unit
from derivations.language.quantity import Notation
from derivations.proof.verdict import Finding

_VARIED = {"differentiate": "by", "limit": "variable", "minimise": "over", "minimise_subject_to": "over",
           "independence": "of"}
# the held letter by the one that varies, each as a number of its units
_FORMS = ("{c}*{x}", "{c}/{x}", "{c}*{x}^2", "{x} + {c}", "{c} + 1/{x}")
_FACTORS = ("2", "1/3", "7", "1/50")
_WRITTEN = (("{h} >= {e}", "{h} <= {e}"), ("{e} >= {h}", "{h} >= {e}"), ("{h} <= {e}", "{e} <= {h}"))


@dataclass(frozen=True)
class Mutant:
    """Premises that come after the argument of a claim, and the step that they must not leave standing."""

    claim: str
    step: str
    premises: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.claim}: {self.step} beside {' and '.join(self.premises)}"

    def stands(self) -> bool:
        """True if the step is told as proven all the same."""
        board = _board(self.claim)
        try:
            for place, text in enumerate(self.premises, 1):
                board.take(Premise(f"mutant-{place}", text))
        except DerivationsError:  # what cannot be taken ties nothing
            return False
        return _stands(board.finish()[self.step])


def mutants(claims: Iterable[str] = CLAIMS) -> Iterator[Mutant]:
    """The mutants of claims: for each step that varies a letter, each letter that it holds, in several forms."""
    for claim in claims:
        derivation, notation = _derived(claim), find_claim(claim).notation
        for step in derivation.trace:
            if step.rule not in _VARIED or not _stands(step):
                continue
            x = getattr(step.applied, _VARIED[step.rule]).name
            for tied in _held(step, derivation, x):
                for turn, form in enumerate(_FORMS):
                    for place, factor in enumerate(_FACTORS):
                        e = _value(form, factor, x, tied, notation)
                        texts = _WRITTEN[(turn + place) % len(_WRITTEN)]
                        yield Mutant(claim, step.name, tuple(text.format(h=tied, e=e) for text in texts))
            if step.rule == "limit":
                for bound in (("<=", "5"), ("<=", "1000"), ("<", "1/7")) if step.applied.to_infinity else (
                        (">=", "1/5"), (">=", "1/1000"), (">", "7")):
                    yield Mutant(claim, step.name, (f"{x} {bound[0]} {_counted(bound[1], x, notation)}",))


def _stands(step: Step) -> bool:
    """True for a step that is told as proven, and not of every state."""
    context: Any = getattr(step, "context", None)
    plain = step.rule == "limit" and context is not None and context.limit is None
    return step.verdict.finding is Finding.PROVEN and step.relation is not None and not plain


def _held(step: Step, derivation: Derivation, x: str) -> list[str]:
    """The letters that a step holds while it varies another one."""
    rule: Any = step.applied
    first = derivation[step.inputs[0]]
    beside = {s.name for name in ("written", "following", "holding") for s in getattr(rule, name, ())}
    beside |= {x, *([rule.along.name] if step.rule == "minimise_subject_to" else [])}
    letters = {s.name for s in first.rhs.free_symbols if not is_unit(s) and not s.is_integer}
    own = _functions(derivation.notation)
    return sorted(letters - beside - own)


def _functions(notation: Notation) -> set[str]:
    """The names of functions, which no inequality ties to a letter."""
    return {own.name for own in notation if own.is_function}


def _value(form: str, factor: str, x: str, tied: str, notation: Notation) -> str:
    plain = f"({x}/{_counted('1', x, notation)})" if notation[x].unit else x
    value = form.format(c=f"({factor})", x=plain)
    return f"({value})*{_counted('1', tied, notation)}" if notation[tied].unit else value


def _counted(number: str, letter: str, notation: Notation) -> str:
    """A number of the units of a letter."""
    unit = notation[letter].unit
    return f"({number})*1[{unit}]" if unit and "/" in number else f"{number}[{unit}]" if unit else f"({number})"


def _board(claim: str) -> Board:
    """A board of its own on which the argument of a claim stands."""
    board = copy(_argued(claim))
    for name, value in vars(board).items():
        if isinstance(value, dict | set):
            setattr(board, name, copy(value))
    return board


@cache
def _argued(claim: str) -> Board:
    own = find_claim(claim)
    board = Board(own.notation)
    own.body(board)
    return board


@cache
def _derived(claim: str) -> Derivation:
    return _board(claim).finish()
