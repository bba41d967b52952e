"""The whole numbers beside a result as a function of given numbers, for what moves them.

Of a minimum it is the function of what is minimized, in which the whole number is given like any other; of a bound that
of the bound. They come from the written tree, as those of the result do.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.whole_numbers import Basis, basis_of
from derivations.errors import DerivationsError
from derivations.study.live_function import LiveFunction, Roots, step_function


@dataclass(frozen=True)
class LiveWhole:
    """What the whole numbers beside a result are found from, and the function of that."""

    basis: Basis
    function: LiveFunction

    @property
    def given(self) -> frozenset[str]:
        """The quantities that it rests on beside the one that comes whole."""
        return self.function.given - {self.basis.quantity.name}

    @property
    def operator(self) -> str:
        """The sign of a bound; empty for a minimum."""
        relation = self.basis.source.relation
        return "" if self.basis.is_minimum or relation is None else relation.operator


def live_whole(report: EvaluatedClaim) -> LiveWhole | None:
    """The whole numbers beside what a claim's page moves; None where it does not come whole, or no function tells."""
    step = report.moving
    basis = basis_of(report.claim, report.derivation, step.name)
    if basis is None or basis.quantity.at_most:  # which would have to be asked at each of them
        return None
    try:
        if basis.is_minimum:
            value = report.evaluation.line(step.name, alone=True).value
            there = basis.at(report.evaluation, Fraction(max(1, floor(value or 1))))
        else:
            there = basis.free(report.evaluation)
        return LiveWhole(basis, step_function(Roots(there), basis.source))
    except DerivationsError:
        return None
