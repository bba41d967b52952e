"""The tables of a report, as rows of text: values, readings, published numbers, and grids over cards."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial

from derivations.claim.claim import ALL, Grid, ModelGrid
from derivations.claim.composition import DEFAULT_ACCELERATOR, widest
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import Comparison, chosen_reading
from derivations.errors import DerivationsError, InputError, UnknownNameError
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.scenario import Scenario
from derivations.numbers.sensitivity import Swing
from derivations.numbers.tracing import Tracing
from derivations.search.derivation import Derivation
from derivations.show.sweep import VALUES, values_table
from derivations.show.table import NOTHING, Table, heading, line_or_none
from derivations.sources.card import Accelerator
from derivations.sources.formats import number_format
from derivations.study.sweep import Sweep, sweep

_FEW = 3  # models beside all accelerators that still make a quick and narrow table


def table(report: EvaluatedClaim, kind: str) -> Table:
    """The table of that kind; raises `UnknownNameError` for another word, or one that the claim has no table for.

    ``values`` is the result at several values where they are given, ``compared`` is as said and as built, ``published``
    what was published, ``grid`` the result over cards (``grid-2`` the second such table), ``swings`` what moves the
    result.
    """
    known = _kinds(report)
    if kind not in known:
        raise UnknownNameError("table", kind, known)
    return known[kind](report)


def report_tables(
    report: EvaluatedClaim, without: Container[str] = (), swept: Sweep | None = None
) -> list[tuple[str, Table]]:
    """The tables that a report has something to put in, in reading order, each with its kind.

    `swept` is the table of several values where it was made before.
    """
    made = ((kind, make(report)) for kind, make in _kinds(report, swept).items() if kind not in without)
    return [(kind, table) for kind, table in made if table.rows]


def wide_grids(report: EvaluatedClaim) -> dict[str, Grid]:
    """The grids over all accelerators and very many models, by kind."""
    return {kind: grid for kind, grid in _grids(report).items() if isinstance(grid, Grid) and _is_wide(grid)}


def _is_wide(grid: Grid) -> bool:
    return grid.models == ALL or (grid.accelerators == ALL and len(grid.models) > _FEW)


def _grids(report: EvaluatedClaim) -> dict[str, Grid | ModelGrid]:
    if not all(grid.steps for grid in report.claim.grids):
        raise InputError(f"a grid of claim {report.claim.name!r} names no step")
    return {"grid" if place == 1 else f"grid-{place}": grid for place, grid in enumerate(report.claim.grids, 1)}


def _kinds(report: EvaluatedClaim, swept: Sweep | None = None) -> dict[str, Callable[[EvaluatedClaim], Table]]:
    claim = report.claim
    kinds: dict[str, Callable[[EvaluatedClaim], Table]] = {}
    if swept is not None or report.study.several:
        kinds[VALUES] = partial(_several, swept=swept)
    if claim.readings and claim.compared:
        kinds["compared"] = compared_table
    if claim.published:
        kinds["published"] = published_table
    for kind, grid in _grids(report).items():
        if isinstance(grid, ModelGrid):
            kinds[kind] = partial(model_table, grid=grid)
        else:
            kinds[kind] = partial(grid_table, grid=grid)
    if claim.ranges and report.swings:
        kinds["swings"] = swings_table
    return kinds


def _several(report: EvaluatedClaim, swept: Sweep | None) -> Table:
    """A row for every combination of several values."""
    return values_table(report, sweep(report) if swept is None else swept)


def letters_table(derivation: Derivation) -> Table:
    """The letters that occur, with unit and meaning."""
    rows = tuple((q.name, q.unit or NOTHING, q.meaning) for q in derivation.letters)
    return Table("Letters", ("letter", "unit", "meaning"), rows)


def published_table(report: EvaluatedClaim) -> Table:
    """What was said or printed, and what follows."""
    rows = []
    for row in report.published:
        published = row.published
        verdict = f"{row.verdict}: {published.note}" if published.note else row.verdict
        rows.append(
            (published.step, row.said, f"{published.by}, {published.where}", published.rounding,
             basis_of(row, report),
             row.derived_text, verdict)
        )
    return Table("Published numbers", ("step", "said", "by", "rounding", "from", "derived", "verdict"), tuple(rows))


def basis_of(row: Comparison, report: EvaluatedClaim) -> str:
    """The numbers that a published one is derived from, by their title."""
    titles = {reading.name: reading.title for reading in report.claim.readings}
    return titles.get(row.published.reading, report.reference.title)


def compared_table(report: EvaluatedClaim) -> Table:
    """The claim's quantities under every reading, and as built."""
    claim = report.claim
    columns = [(reading.title, report.readings[reading.name]) for reading in claim.readings]
    columns.append((report.reference.title, report.reference))
    if report.scenario not in (report.reference, *(scenario for _, scenario in columns)):
        columns.append((report.scenario.title, report.scenario))
    rows = []
    for title, scenario in columns:
        try:
            evaluation = report.evaluation.again(scenario)
        except DerivationsError:  # under changed premises the numbers of a reading may disagree
            rows.append((title, *(NOTHING for _ in claim.compared)))
            continue
        cells = [_result(evaluation, step, report) for step in claim.compared]
        if any(cell != NOTHING for cell in cells):  # a reading may be about something else
            rows.append((title, *cells))
    head = ("numbers", *(heading(step, report) for step in claim.compared))
    return Table("As said and as built", head, tuple(rows))


def _result(evaluation: Evaluation, step: str, report: EvaluatedClaim) -> str:
    """What the step comes to, or the value that was given for its left side."""
    line = line_or_none(evaluation, step)
    if line is None:
        return NOTHING
    if line.value is not None or line.outside:
        return line.result
    relation = report.headline.relation
    given = None if relation is None else evaluation.scenario.values.get(relation.written_left)
    return NOTHING if given is None or step != report.headline.name else f"{given}, given"


def swings_table(report: EvaluatedClaim) -> Table:
    """How far the result moves as each quantity goes through its range, the widest swing first."""
    rows = [
        (swing.name, range_text(swing), swing.at_low.result, swing.at_high.result, swing.factor_text, swing.elasticity,
         swing.by)
        for swing in report.swings
    ]
    head = ("quantity", "range", "at the low end", "at the high end", "factor", "elasticity", "whose range")
    return Table(f"What moves {heading(report.headline.name, report)}, {report.scenario.title}", head, tuple(rows))


def range_text(swing: Swing) -> str:
    """Both ends, with the unit once where they share it."""
    low, high = str(swing.low), str(swing.high)
    start, _, unit = low.partition(" ")
    return f"{start if unit and high.endswith(f' {unit}') and high.count(' ') == low.count(' ') else low} to {high}"


def model_table(report: EvaluatedClaim, grid: ModelGrid) -> Table:
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
            rows.append((report.catalog.model(name).title, *map(_model_cell, lines)))
    head = [heading(step, seen) for step in grid.steps]
    what = grid.title or f"{', '.join(head)} on models"
    title = what + choices_text(seen, grid.premises)
    if any(rests_on_rate(seen, step) for step in grid.steps):
        chip = report.catalog.accelerator(DEFAULT_ACCELERATOR)
        title += f", {chip.title} ({shown_format(chip, widest(chip))})"
    return Table(title, ("model", *head), tuple(rows))


def _model_cell(line: NumbersLine | None) -> str:
    if line is None:
        return NOTHING
    unsure = [name for name, value in line.leaves.items() if value.source and value.source.standing == "unverified"]
    return f"{line.result} ({', '.join(unsure)} unverified)" if unsure else line.result


_NARROW = 3  # with more columns than this the reason why a cell has no number is left to the claim's words for it


def grid_table(report: EvaluatedClaim, grid: Grid) -> Table:
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


def _list(seen: EvaluatedClaim, grid: Grid, first: str, rows: Sequence[tuple[str, Scenario | None]]) -> Table:
    """A row for each scenario, and a column for each step or letter."""
    head = [name if name in seen.derivation.notation else heading(name, seen) for name in grid.steps]
    cells = tuple((title, *(_cell(seen, grid, at, name, len(head)) for name in grid.steps)) for title, at in rows)
    return Table(_title(seen, grid, head, ""), (first, *head), cells)


def rests_on_rate(seen: EvaluatedClaim, step: str) -> bool:
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


def _scenario(seen: EvaluatedClaim, grid: Grid, chip: str, model: str) -> Scenario | None:
    """The scenario of two cards, or None if they have no value for what is asked, such as a rate in that format."""
    cards = grid.cards
    try:
        return seen.on_cards(chip, model, compute=cards.compute, weights=cards.weights, cache=cards.cache)
    except DerivationsError:
        return None


def _cell(seen: EvaluatedClaim, grid: Grid, scenario: Scenario | None, name: str, columns: int) -> str:
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


def _below(seen: EvaluatedClaim, evaluation: Evaluation, grid: Grid, line: NumbersLine) -> bool:
    """True if a number lies where the premises of the grid do not hold.

    A reader who replaced one of these premises may have done away with the quantity that is the edge.
    """
    own = seen.derivation.assumptions.premises
    replaced = any(own[name] != choice for name, choice in grid.premises.items())
    known = not replaced or grid.at_least in seen.derivation.notation
    edge = evaluation.value_of(grid.at_least) if grid.at_least and known else None
    return edge is not None and line.value is not None and line.value < edge.number


def _title(seen: EvaluatedClaim, grid: Grid, head: list[str], unit: str) -> str:
    what = grid.title or ", ".join(head)
    of = f" [{unit.strip()}]" if unit else ""
    choices = choices_text(seen, grid.premises)
    kept = "".join(f", {name} = {value}" for name, value in seen.kept_beside_cards.items())
    return f"{what}{of}{'' if grid.title else ' on other cards'}{choices}{kept}"


def choices_text(seen: EvaluatedClaim, premises: Iterable[str]) -> str:
    """What a title says of premises that a table asked for: the reader's own, where both replace one."""
    return "".join(f", {name}: {seen.derivation.assumptions.premises[name]}" for name in premises)


def _common_unit(cells: Iterable[str]) -> str:
    """The unit that all numbers of a table end with, with the space before it; empty if they differ."""
    units = {cell.partition(" ")[2] for cell in cells if cell[:1].isdigit()}
    return f" {units.pop()}" if len(units) == 1 and "" not in units else ""
