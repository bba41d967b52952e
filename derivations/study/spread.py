"""Spread: what a result can be where numbers behind it are ranges, or are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.study.ranges import Ranged, ranged

if TYPE_CHECKING:
    from derivations.study.draws import Drawn  # which needs NumPy


def spread_of(evaluated: EvaluatedClaim) -> Ranged | Drawn:
    """Between what the result of a claim lies, or over its draws, where the study says how likely numbers are.

    Raises as `ranged` and `draws.drawn` do, and `InputError` where NumPy is wanted and not installed.
    """
    if not evaluated.study.likely:
        return ranged(evaluated, brief=True)
    from derivations.study.sweep import wanted

    wanted("numpy")
    from derivations.study.draws import drawn

    return drawn(evaluated, brief=True)
