"""Somebody else's formula as a statement that can be judged: read, with the units that its numbers lack."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from sympy import Max, Min

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.outline import outline
from derivations.errors import DerivationsError, DimensionError, UndecidedError
from derivations.language.grammar import parse_relation
from derivations.language.printing.text import relation_text
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, Relation, RelationLike, from_written, relation
from derivations.language.tree import Name, WrittenRelation, names
from derivations.search.derivation import Derivation
from derivations.search.proof.normal_form import equal
from derivations.search.step import Step
from derivations.study.judge.units import with_units

FormulaLike: TypeAlias = "RelationLike | WrittenRelation"


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


def read_formula(evaluated: EvaluatedClaim, formula: FormulaLike) -> Read:
    """The formula in the quantities of a derivation, and those that alternatives of its premises would bring along.

    Raises `GrammarError`, `UnknownNameError` or another `InputError` for a formula that cannot be read.
    """
    notation, derivation = _notation(evaluated), evaluated.derivation
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


def _notation(evaluated: EvaluatedClaim) -> Notation:
    notation = evaluated.derivation.notation
    brought = (quantity for _, item in outline(evaluated.claim).alternatives for quantity in item.quantities)
    return notation.extended({q.name: q for q in brought if q.name not in notation}.values())


def _written(formula: FormulaLike, notation: Notation) -> WrittenRelation:
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
