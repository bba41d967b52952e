"""Somebody else's formula as a statement that can be judged: read, with the units that its numbers lack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from sympy import Max, Min

from derivations.claim.claim import Claim
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError, DimensionError, UndecidedError
from derivations.language.grammar import parse_relation
from derivations.language.printing.text import relation_text
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, Relation, RelationLike, from_written, relation
from derivations.language.tree import Name, WrittenRelation, names
from derivations.search.board import Board, Handle
from derivations.search.derivation import Derivation
from derivations.search.premise import Alternative, Premise
from derivations.search.proof.normal_form import equal
from derivations.search.step import Step
from derivations.study.judge.units import with_units


def alternatives_of(claim: Claim) -> tuple[tuple[Premise, Alternative], ...]:
    """Every premise that the claim takes with each of its named alternatives, in the order in which they are taken.

    A body that looks at more than handles is followed as far as it gets.

    >>> from derivations.lecture.index import find_claim
    >>> [(premise.name, choice.name) for premise, choice in alternatives_of(find_claim("optimal-batch"))][0]
    ('compute-time', 'with-attention')
    """
    listener = _Listener()
    with suppress(Exception):  # what is wrong with a body, its derivation tells
        claim.body(cast(Board, listener))
    return tuple((premise, choice) for premise in listener.premises.values() for choice in premise.alternatives)


@dataclass
class _Listener:
    """Takes the place of a board: notes the premises that are taken, and does nothing."""

    premises: dict[str, Premise] = field(default_factory=dict)

    def take(self, premise: Premise) -> Handle:
        self.premises[premise.name] = premise
        return Handle(premise.name)

    def split(self, name: str, roofline: Handle, regimes: Sequence[str], because: str = "") -> tuple[Handle, ...]:
        return tuple(Handle(regime) for regime in regimes)

    def induct(self, name: str, goals: Sequence[str], *_: object, **__: object) -> tuple[Handle, ...]:
        return tuple(Handle(name) for _ in goals)

    def __getattr__(self, rule: str) -> Callable[..., Handle]:
        return lambda name, *_, **__: Handle(name)


Formula: TypeAlias = "RelationLike | WrittenRelation"


@dataclass(frozen=True)
class Read:
    """A formula as it was read.

    `misfit` says which parts measure different things, `read_with` which units were given to its numbers so that they
    do not; without a `statement` no units mend it. `rejected` is what the claim itself refutes, where that is the same.
    """

    text: str
    statement: Relation | None
    misfit: str = ""
    read_with: tuple[str, ...] = ()
    rejected: Step | None = None


def read_formula(account: EvaluatedClaim, formula: Formula) -> Read:
    """The formula in the quantities of a derivation, and those that alternatives of its premises would bring along.

    Raises `GrammarError`, `UnknownNameError` or another `InputError` for a formula that cannot be read.
    """
    notation, derivation = _notation(account), account.derivation
    written = _written(formula, notation)
    text = relation_text(written)
    try:
        _ = from_written(written, notation)
        statement = from_written(_quantity_first(written), notation)
        return Read(text, statement, rejected=_rejected(derivation, statement))
    except DimensionError as error:
        misfit = str(error)
    known = _rejected_text(derivation, written)
    reading = with_units(_quantity_first(written), notation)
    if reading is None:
        return Read(text, None, misfit, rejected=known)
    statement = from_written(reading.written, notation)
    return Read(text, statement, misfit, reading.read, known or _rejected(derivation, statement))


def same(first: Relation, second: Relation) -> bool:
    """True if two relations say the same of the same thing."""
    if first.operator != second.operator or first.lhs != second.lhs:
        return False
    with suppress(UndecidedError):
        return first.rhs == second.rhs or (not first.rhs.has(Max, Min) and equal(first.rhs, second.rhs))
    return False


def _notation(account: EvaluatedClaim) -> Notation:
    notation = account.derivation.notation
    brought = (quantity for _, choice in alternatives_of(account.claim) for quantity in choice.quantities)
    return notation.extended({q.name: q for q in brought if q.name not in notation}.values())


def _written(formula: Formula, notation: Notation) -> WrittenRelation:
    if isinstance(formula, str):
        return parse_relation(formula, notation.names, notation.functions)
    written = formula if isinstance(formula, WrittenRelation) else relation(formula, notation).written
    for name in sorted(names(written.left) | names(written.right)):
        _ = notation[name]  # a name that there is not is told before anything else
    return written


def _quantity_first(written: WrittenRelation) -> WrittenRelation:
    """The relation with a single quantity on the left, where one stands on the right."""
    if isinstance(written.right, Name) and not isinstance(written.left, Name):
        return WrittenRelation(written.right, FLIPPED[written.operator], written.left)
    return written


def _rejected(derivation: Derivation, statement: Relation) -> Step | None:
    """The statement of the claim itself that is the same and was refuted."""
    return next((step for step in derivation.rejects if step.sound and step.relation is not None
                 and same(step.relation, statement)), None)


def _rejected_text(derivation: Derivation, written: WrittenRelation) -> Step | None:
    """The same for a statement whose parts do not fit together."""
    known = derivation.notation.names
    for step in derivation.rejects:
        if step.sound and step.relation is None:
            with suppress(DerivationsError):
                if parse_relation(step.statement, known, derivation.notation.functions) == written:
                    return step
    return None
