"""A sweep in a few numbers: the ends of each variable, and how many points are in each regime."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from derivations.study.sweep_dataset import attributes
from derivations.study.sweep_kernel import block_shape
from derivations.study.sweep_plan import SweepPlan, Variable, refuse_too_large

_BLOCK = 1 << 20


@dataclass
class Ends:
    """A variable of numbers: the least and the greatest, and how many points have one."""

    variable: Variable
    unit: str
    low: float = float("inf")
    high: float = float("-inf")
    count: int = 0


@dataclass
class Shares:
    """A variable of codes: how many points each word is said of."""

    variable: Variable
    counts: list[int]


@dataclass(frozen=True)
class SweepSummary:
    """Both for all variables of a sweep."""

    plan: SweepPlan
    ends: tuple[Ends, ...]
    shares: tuple[Shares, ...]


def sweep_summary(plan: SweepPlan) -> SweepSummary:
    """Every point computed, and summed up; raises `InputError` for more than the memory would have room for."""
    refuse_too_large(plan)
    ends = {item.name: Ends(item, str(attributes(item)["units"])) for item in plan.variables if item.is_number}
    shares = {item.name: Shares(item, [0] * len(item.words)) for item in plan.variables if not item.is_number}
    for part in plan.parts(block_shape(tuple(plan.dims.values()), _BLOCK)):
        for name, found in plan.block(part).items():
            if name in shares:
                counted = np.bincount(found.ravel(), minlength=len(shares[name].counts))
                shares[name].counts = [old + int(new) for old, new in zip(shares[name].counts, counted, strict=True)]
                continue
            good = found[np.isfinite(found)]
            if good.size:
                own = ends[name]
                own.low, own.high = min(own.low, float(good.min())), max(own.high, float(good.max()))
                own.count += good.size
    return SweepSummary(plan, tuple(ends.values()), tuple(shares.values()))
