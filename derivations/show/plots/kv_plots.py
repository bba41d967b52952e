"""Pictures of the claim about KV bytes: models beside the step in the price, and beside the bytes that it implies."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.claim.composition import DEFAULT_ACCELERATOR, widest
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError
from derivations.show.plots.dots import Mark, Row, Series, dot_plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure



_CROSSING = "crossover-context"
_ALL_READ = Series("whole cache read, windows left out", "second")
_ATTENTION = Series("with the arithmetic of attention", "first", hollow=True)
_PARTS = Series("windows, selection read (◂ inside them)", "third", "D", hollow=True)
_STORED = Series("stored", "second")
_READ = Series("read, on average", "third", "D", hollow=True)
_IMPLIED = Series("implied by the step for its parameters", "ink", "|")


def crossover_plot(report: EvaluatedClaim, accelerator: str = DEFAULT_ACCELERATOR) -> Figure:
    """The context at which the KV fetch of each model takes as long as compute, against the step in the price.

    Without and with the arithmetic of attention, and with windows and selection where a model has them; a line behind
    the dots spans all accelerators. Raises `InputError` if matplotlib is missing, `UnknownNameError` for another card.
    """
    with_attention = report.with_premises({"compute-time": "with-attention"})
    in_parts = report.with_premises({"kv-fetch": "windows-and-selection"})
    rows = []
    for name, model in report.catalog.models.items():
        numbers, before, never = {}, {}, []
        plain = _number(report, accelerator, name)
        if plain is None:
            continue
        numbers[_ALL_READ.name] = plain
        counted = _number(with_attention, accelerator, name)
        if counted is None:
            never.append(_ATTENTION.name)
        else:
            numbers[_ATTENTION.name] = counted
        full = in_parts.on_cards(accelerator, name).values["L_full"].number
        partly = _number(in_parts, accelerator, name)
        if full and (partly is None or partly < full):
            before[_PARTS.name] = full
        elif full and partly is not None:
            numbers[_PARTS.name] = partly
        elsewhere = list(_elsewhere(report, name))
        rows.append(Row(model.title, numbers, before, tuple(never), (min(elsewhere), max(elsewhere))))
    rows.sort(key=lambda row: -row.numbers[_ALL_READ.name])
    step = report.evaluation.value_of("L")
    assert step is not None
    return dot_plot(
        rows, (_ALL_READ, _ATTENTION, _PARTS), Mark(step.number, "the step in the price"),
        f"context where the KV fetch takes as long as compute [{step.unit}]",
        "Where models cross", _caption(report, accelerator),
    )


def bytes_plot(report: EvaluatedClaim, said: Fraction, accelerator: str = DEFAULT_ACCELERATOR) -> Figure:
    """What each model stores and reads per token of a context at the step, against the bytes that were said.

    `said` is in byte per token. Raises as `crossover_plot` does.
    """
    in_parts = report.with_premises({"kv-fetch": "windows-and-selection"})
    rows = []
    for name, model in report.catalog.models.items():
        stored = report.on_cards(accelerator, name).values["kappa_stored"].number
        found = {
            _STORED.name: stored,
            _READ.name: _number(in_parts, accelerator, name, "bytes-read"),
            _IMPLIED.name: _number(report, accelerator, name, "kv-bytes"),
        }
        rows.append(Row(model.title, {key: number for key, number in found.items() if number is not None}))
    rows.sort(key=lambda row: row.numbers[_STORED.name])
    return dot_plot(
        rows, (_STORED, _READ, _IMPLIED), Mark(said, "as said"), "KV cache [byte/token]",
        "KV bytes per token of models", f"{_caption(report, accelerator)}, 16-bit KV cache",
    )


def _number(report: EvaluatedClaim, accelerator: str, model: str, step: str = _CROSSING) -> Fraction | None:
    """The number of a step on two cards, or None if there is none."""
    try:
        return report.evaluation.again(report.on_cards(accelerator, model)).line(step).value
    except DerivationsError:
        return None


def _elsewhere(report: EvaluatedClaim, model: str) -> Iterator[Fraction]:
    for name, chip in report.catalog.accelerators.items():
        if chip.compute and (number := _number(report, name, model)) is not None:
            yield number


def _caption(report: EvaluatedClaim, accelerator: str) -> str:
    chip = report.catalog.accelerator(accelerator)
    return f"{chip.title} ({widest(chip)})"
