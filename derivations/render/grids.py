"""Tables of results: over accelerators, over accelerators and models, or over readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from derivations.catalog.card import Accelerator
from derivations.catalog.formats import number_format
from derivations.claims.account import Account
from derivations.claims.claim import ALL, Grid
from derivations.claims.comparison import chosen_reading
from derivations.claims.compose import widest
from derivations.errors import DerivationsError
from derivations.render.table import NOTHING, Table, heading
from derivations.values.evaluation import Evaluation
from derivations.values.numbers import NumbersLine
from derivations.values.scenario import Scenario
from derivations.values.tracing import Tracing

_NARROW = 3  # with more columns than this the reason why a cell has no number is left to the claim's words for it


def grid_table(report: Account, grid: Grid) -> Table:
    """The table of a grid, under the premises of the report and those that the grid asks for.

    Raises `UnknownNameError` for a card, a number format, a reading or a step that there is not.
    """
    for form in filter(None, (grid.cards.compute, grid.cards.weights, grid.cards.cache)):
        number_format(form)  # a slip must not pass for a card without a rate
    seen = report.with_premises(grid.premises) if grid.premises else report
    if grid.readings:
        chosen = [chosen_reading(seen.claim, seen.readings, name) for name in grid.readings]
        return _list(seen, grid, "numbers", [(scenario.title, scenario) for scenario in chosen])
    chips = _chosen(grid.accelerators or ALL, report.catalog.accelerators)
    models = _chosen(grid.models, report.catalog.models)
    columns = [(grid.steps[0], model) for model in models] or [(step, grid.cards.model) for step in grid.steps]
    of_compute = any(rests_on_rate(seen, step) for step in grid.steps)
    rows = {}
    for name in chips:
        chip = report.catalog.accelerator(name)
        form = grid.cards.compute or widest(chip)
        if of_compute and form not in chip.compute:
            continue  # no rate to compute with
        cells = [
            _cell(seen, grid, _scenario(seen, grid, name, model), step, len(columns)) for step, model in columns
        ]
        rows[f"{chip.title} ({shown_format(chip, form)})" if of_compute else chip.title] = cells
    head = [heading(step, seen) for step in grid.steps]
    columns_shown = [report.catalog.model(name).title for name in models] or head
    unit = _common_unit(cell for cells in rows.values() for cell in cells) if len(models) > _NARROW else ""
    return Table(
        _title(seen, grid, head, unit),
        ("accelerator", *columns_shown),
        tuple((name, *(cell.removesuffix(unit) for cell in cells)) for name, cells in rows.items()),
    )


def _list(seen: Account, grid: Grid, first: str, rows: Sequence[tuple[str, Scenario | None]]) -> Table:
    """A row for each scenario, and a column for each step or letter."""
    head = [name if name in seen.derivation.notation else heading(name, seen) for name in grid.steps]
    cells = tuple((title, *(_cell(seen, grid, at, name, len(head)) for name in grid.steps)) for title, at in rows)
    return Table(_title(seen, grid, head, ""), (first, *head), cells)


def rests_on_rate(seen: Account, step: str) -> bool:
    """True if a result rests on a compute rate, so that the number format matters."""
    relation = seen.derivation[step].relation
    if relation is None:
        return True
    symbols = Tracing(seen.derivation, frozenset(seen.reference.values)).expanded(relation.rhs).free_symbols
    return bool({symbol.name for symbol in symbols} & {"C", "C_gpu"})


def shown_format(chip: Accelerator, form: str) -> str:
    """A number format beside its accelerator, with a word where nobody vouches for its rate."""
    return form if chip.rate(form).source.standing != "unverified" else f"{form}, rate unverified"


def _chosen(names: tuple[str, ...], known: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(known) if names == ALL else names


def _scenario(seen: Account, grid: Grid, chip: str, model: str) -> Scenario | None:
    """The scenario of two cards, or None if they have no value for what is asked, such as a rate in that format."""
    cards = grid.cards
    try:
        return seen.on_cards(chip, model, compute=cards.compute, weights=cards.weights, cache=cards.cache)
    except DerivationsError:
        return None


def _cell(seen: Account, grid: Grid, scenario: Scenario | None, name: str, columns: int) -> str:
    """What a step or a letter comes to, or a word for why it comes to nothing."""
    if scenario is None:
        return NOTHING
    try:
        evaluation = seen.evaluation.again(scenario)
        if name in seen.derivation.notation:
            value = evaluation.value_of(name)
            return NOTHING if value is None else str(value)
        line = evaluation.line(name)
    except DerivationsError:
        return NOTHING
    if grid.outside and (line.outside or _below(seen, evaluation, grid, line)):
        return grid.outside
    if columns > _NARROW and line.value is None:
        return seen.claim.outside if line.outside else NOTHING
    return line.result


def _below(seen: Account, evaluation: Evaluation, grid: Grid, line: NumbersLine) -> bool:
    """True if a number lies where the premises of the grid do not hold.

    A reader who replaced one of these premises may have done away with the quantity that is the edge.
    """
    own = seen.derivation.assumptions.premises
    replaced = any(own[name] != choice for name, choice in grid.premises.items())
    known = not replaced or grid.at_least in seen.derivation.notation
    edge = evaluation.value_of(grid.at_least) if grid.at_least and known else None
    return edge is not None and line.value is not None and line.value < edge.number


def _title(seen: Account, grid: Grid, head: list[str], unit: str) -> str:
    what = grid.title or ", ".join(head)
    of = f" [{unit.strip()}]" if unit else ""
    choices = choices_text(seen, grid.premises)
    kept = "".join(f", {name} = {value}" for name, value in seen.kept_beside_cards.items())
    return f"{what}{of}{'' if grid.title else ' on other cards'}{choices}{kept}"


def choices_text(seen: Account, premises: Iterable[str]) -> str:
    """What a title says of premises that a table asked for: the reader's own, where both replace one."""
    return "".join(f", {name}: {seen.derivation.assumptions.premises[name]}" for name in premises)


def _common_unit(cells: Iterable[str]) -> str:
    """The unit that all numbers of a table end with, with the space before it; empty if they differ."""
    units = {cell.partition(" ")[2] for cell in cells if cell[:1].isdigit()}
    return f" {units.pop()}" if len(units) == 1 and "" not in units else ""
