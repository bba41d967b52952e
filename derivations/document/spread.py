"""Spread told: between what a result lies where numbers are ranges, how it is spread where they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.blocks import Block
from derivations.document.ranges import range_blocks, range_json


def spread_blocks(report: EvaluatedClaim, *, brief: bool = False) -> Iterator[Block]:
    """What the result can be, where a reader gave ranges or said how likely numbers are; `brief` is that alone."""
    yield from (draws_module().draws_blocks if report.study.likely else range_blocks)(report, brief=brief)


def spread_json(report: EvaluatedClaim) -> dict[str, Any] | None:
    """The same as data; None where there is no result."""
    found: dict[str, Any] | None = draws_module().draws_json(report) if report.study.likely else range_json(report)
    return found


def draws_module() -> ModuleType:
    """How draws are told; raises `InputError` where NumPy is not installed."""
    from derivations.study.sweep import wanted

    wanted("numpy")
    from derivations.document import draws

    return draws
