"""Numbers for SymPy: the values of the letters of a step as rationals, in base units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import UndecidedError

if TYPE_CHECKING:
    from sympy import Rational, Symbol


def substitutions(report: EvaluatedClaim, step: str) -> dict[Symbol, Rational]:
    """The numbers of the letters in a step, in base units, but not of the quantity on its left side.

    The symbols of base units are one, so that what is left is a number. Raises `UnknownNameError` for a step that there
    is not, and `UndecidedError` for one without a relation.
    """
    from sympy import Rational

    found = report[step]
    if found.relation is None:
        raise UndecidedError(f"step {step!r} has no relation: {found.verdict}")
    notation = report.derivation.notation
    numbers: dict[Symbol, Rational] = {}
    for symbol in sorted(found.relation.lhs.free_symbols | found.relation.rhs.free_symbols, key=str):
        if symbol == found.subject:
            continue
        if symbol.name not in notation:
            numbers[symbol] = Rational(1)
        elif (value := report.evaluation.value_of(symbol.name)) is not None:
            numbers[symbol] = Rational(value.number.numerator, value.number.denominator)
    return numbers
