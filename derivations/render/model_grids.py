"""Tables of results over models: a row for each model, a column for each step."""

from __future__ import annotations

from derivations.claims.account import Account
from derivations.claims.claim import ALL, ModelGrid
from derivations.claims.compose import DEFAULT_ACCELERATOR, widest
from derivations.errors import InputError
from derivations.render.grids import choices_text, rests_on_rate, shown_format
from derivations.render.table import NOTHING, Table, heading, line_or_none
from derivations.values.numbers import NumbersLine


def model_table(report: Account, grid: ModelGrid) -> Table:
    """The table of a grid over models; a model without a number for the first step is left out.

    A number that rests on one without a source says so. Where a step rests on a compute rate, the title names the
    accelerator, which is the default one.
    """
    seen = report.with_premises(grid.premises) if grid.premises else report
    names = tuple(report.catalog.models) if grid.models == ALL else grid.models
    rows = []
    for name in names:
        scenario = seen.on_cards("", name)
        try:
            evaluation = seen.evaluation.again(scenario)
        except InputError:  # under changed premises the numbers of a card may disagree
            continue
        lines = [line_or_none(evaluation, step) for step in grid.steps]
        if lines[0] is not None and lines[0].value is not None:
            rows.append((report.catalog.model(name).title, *map(_cell, lines)))
    head = [heading(step, seen) for step in grid.steps]
    what = grid.title or f"{', '.join(head)} on models"
    title = what + choices_text(seen, grid.premises)
    if any(rests_on_rate(seen, step) for step in grid.steps):
        chip = report.catalog.accelerator(DEFAULT_ACCELERATOR)
        title += f", {chip.title} ({shown_format(chip, widest(chip))})"
    return Table(title, ("model", *head), tuple(rows))


def _cell(line: NumbersLine | None) -> str:
    if line is None:
        return NOTHING
    unsure = [name for name, value in line.leaves.items() if value.source and value.source.standing == "unverified"]
    return f"{line.result} ({', '.join(unsure)} unverified)" if unsure else line.result
