"""Ratios beside their aims, in one run: absolute times mean little on a shared machine."""

from __future__ import annotations

import statistics
from collections.abc import Sequence


def told(what: str, ratios: Sequence[float], aim: float) -> str:
    """A line with the median of some ratios, their range, the aim, and whether it holds."""
    median = statistics.median(ratios)
    word = "holds" if median <= aim else "MISSED"
    return f"{what:<42} {median:6.2f}  ({min(ratios):.2f} to {max(ratios):.2f})  aim {aim:>4}  {word}"
