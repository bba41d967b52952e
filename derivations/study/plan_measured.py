"""What is measured beside a plan: rows of its model on its GPU, and how far forecasts for its kind of model are off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.claim.composition import DEFAULT_MODEL
from derivations.numbers.value import Value
from derivations.sources.fits import FitError, packaged_fit
from derivations.sources.measured import packaged_tables
from derivations.study.plan_asked import PASS, Asked

if TYPE_CHECKING:
    from derivations.sources.catalog import Catalog
    from derivations.sources.measured import MeasuredRow

NEAR = Fraction(3, 2)  # how far the context of a measured row may be from the plan's, as a factor


@dataclass(frozen=True)
class MeasuredPoint:
    """A measured row of the same model on the same GPU, at a context near the plan's: speed and throughput."""

    row: MeasuredRow
    gpus: int
    batch: int
    speed: Value
    throughput: Value


@dataclass(frozen=True)
class Beside:
    """What is measured beside a plan: the rows near it of `rows` for its cards, and how far forecasts are off.

    `held_out` says whether no efficiency was fitted to this model on this GPU, and `experts` whether it has experts. A
    dense model says nothing of one with experts, nor the other way round: `error` is that of the claim on rows of this
    GPU that nothing was fitted to, where all models `judged_on` are of the kind of this one; None else. `unseen` is the
    error on the rows of this model, of efficiencies fitted to the other models of this GPU alone; None where it has
    none. `alike` has the same of each other model of its kind.
    """

    points: tuple[MeasuredPoint, ...]
    rows: int
    held_out: bool
    error: FitError | None
    judged_on: tuple[str, ...]
    unseen: FitError | None = None
    alike: Mapping[str, FitError] = field(default_factory=dict)
    experts: bool = False


def measured(asked: Asked, accelerator: str, catalog: Catalog) -> Beside:
    """What is measured of the model on the accelerator, and how far forecasts for it are off."""
    card = catalog.model(asked.cards.model or DEFAULT_MODEL)
    model, experts = card.name, card.experts is not None
    fit = packaged_fit().gpus.get(accelerator)
    own = [row for table in packaged_tables(catalog)
           if any(each.claim == PASS and each.unseen for each in table.predictions)
           for row in table.rows
           if (row.cards.get("accelerator"), row.cards.get("model")) == (accelerator, model) and not row.apart]
    points = [point for row in own if (point := _point(row)) is not None and _near(row, asked.mean_context)]
    if fit is None:
        return Beside(tuple(points), len(own), True, None, (), experts=experts)
    alike = {name: error for name, error in fit.without.items() if (catalog.model(name).experts is not None) == experts}
    unseen, judges = alike.pop(model, None), all(name == model or name in alike for name in fit.judged_on)
    return Beside(tuple(points), len(own), model not in fit.fitted_on, fit.judged if judges else None,
                  fit.judged_on if judges else (), unseen, alike, experts)


def _near(row: MeasuredRow, context: Value) -> bool:
    """True if the context of a row is within a factor of `NEAR` of the plan's."""
    ratio = row.values["context"].number / context.number
    return 1 / NEAR <= ratio <= NEAR


def _point(row: MeasuredRow) -> MeasuredPoint | None:
    """Speed and throughput of a row from its time per output token; None where a number is wanting."""
    if not {"tpot", "batch", "gpus", "context"} <= set(row.values):
        return None
    time, batch, gpus = (row.values[name].number for name in ("tpot", "batch", "gpus"))
    return MeasuredPoint(row, int(gpus), int(batch), Value.of(1 / time, "token/s/sequence", origin="measured"),
                         Value.of(batch / (time * gpus), "token/s/GPU", origin="measured"))
