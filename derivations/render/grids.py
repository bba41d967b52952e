"""Tables of results over cards: every accelerator, or every accelerator with every model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from derivations.catalog.card import Accelerator
from derivations.claims.account import Account
from derivations.claims.claim import ALL, Grid
from derivations.claims.compose import widest
from derivations.errors import DerivationsError
from derivations.render.table import NOTHING, Table, heading

_NARROW = 3  # with more columns than this the reason why a cell has no number is left to the claim's words for it


def grid_table(report: Account, grid: Grid) -> Table:
    """The table of a grid, under the premises of the report and those that the grid asks for."""
    seen = report.with_premises(grid.premises) if grid.premises else report
    chips = _chosen(grid.accelerators or ALL, report.catalog.accelerators)
    models = _chosen(grid.models, report.catalog.models)
    of_compute = any(_rests_on_rate(seen, step) for step in grid.steps)
    rows = {}
    for name in chips:
        chip = report.catalog.accelerator(name)
        form = grid.cards.compute or widest(chip)
        if of_compute and form not in chip.compute:
            continue  # no rate to compute with
        columns = [(step, "") for step in grid.steps] if not models else [(grid.steps[0], model) for model in models]
        cells = [_cell(seen, grid, name, model, step, len(columns)) for step, model in columns]
        rows[f"{chip.title} ({_format(chip, form)})" if of_compute else chip.title] = cells
    head = [heading(step, seen) for step in grid.steps]
    columns_shown = [report.catalog.model(name).title for name in models] or head
    unit = _common_unit(cell for cells in rows.values() for cell in cells) if len(models) > _NARROW else ""
    return Table(
        _title(seen, grid, head, unit),
        ("accelerator", *columns_shown),
        tuple((name, *(cell.removesuffix(unit) for cell in cells)) for name, cells in rows.items()),
    )


def _rests_on_rate(seen: Account, step: str) -> bool:
    """True if a result rests on a compute rate, so that the number format matters."""
    relation = seen.derivation[step].relation
    if relation is None:
        return True
    symbols = seen.evaluation.again(seen.reference).expanded(relation.rhs).free_symbols
    return bool({symbol.name for symbol in symbols} & {"C", "C_gpu"})


def _format(chip: Accelerator, form: str) -> str:
    return form if chip.rate(form).source.standing != "unverified" else f"{form}, rate unverified"


def _chosen(names: tuple[str, ...], known: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(known) if names == ALL else names


def _cell(seen: Account, grid: Grid, chip: str, model: str, step: str, columns: int) -> str:
    cards = grid.cards
    try:
        scenario = seen.on_cards(
            chip, model or cards.model, compute=cards.compute, weights=cards.weights, cache=cards.cache
        )
        line = seen.evaluation.again(scenario).line(step)
    except DerivationsError:
        return NOTHING
    if columns > _NARROW and line.value is None:
        return seen.claim.outside if line.outside else NOTHING
    return line.result


def _title(seen: Account, grid: Grid, head: list[str], unit: str) -> str:
    what = grid.title or ", ".join(head)
    of = f" [{unit.strip()}]" if unit else ""
    taken = seen.derivation.assumptions.premises  # the reader's own, where both replace a premise
    choices = "".join(f", {name}: {taken[name]}" for name in grid.premises)
    kept = "".join(f", {name} = {value}" for name, value in seen.kept_beside_cards.items())
    return f"{what}{of}{'' if grid.title else ' on other cards'}{choices}{kept}"


def _common_unit(cells: Iterable[str]) -> str:
    """The unit that all numbers of a table end with, with the space before it; empty if they differ."""
    units = {cell.partition(" ")[2] for cell in cells if cell[:1].isdigit()}
    return f" {units.pop()}" if len(units) == 1 and "" not in units else ""
