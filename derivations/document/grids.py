"""Tables over cards: a result on accelerators and models, or under several readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from derivations.claim.answer import named_in, told
from derivations.claim.claim import ALL, PLACE, Grid, ModelGrid
from derivations.claim.composition import (
    DEFAULT_FORMAT,
    default_accelerator,
    default_model,
    model_values,
    working_format,
)
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.feasibility import NO_ROOM, misfits
from derivations.claim.published import chosen_reading
from derivations.claim.whole_numbers import whole_remark
from derivations.document.cells import Cell, LeftSide, Number, result_cell, shared_unit, told_once
from derivations.document.columns import NOTHING
from derivations.document.table import Table
from derivations.errors import DerivationsError, InputError
from derivations.language.display import listed
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.scenario import Scenario
from derivations.sources.card import Accelerator
from derivations.sources.formats import number_format

_FEW = 3  # models beside all accelerators that still make a quick and narrow table


def grids(report: EvaluatedClaim) -> dict[str, Grid | ModelGrid]:
    """The grids of the claim by kind, ``grid``, ``grid-2`` and so on; raises `InputError` for one without a step."""
    if not all(grid.steps for grid in report.claim.grids):
        raise InputError(f"a grid of claim {report.claim.name!r} names no step")
    return {"grid" if place == 1 else f"grid-{place}": grid for place, grid in enumerate(report.claim.grids, 1)}


def wide_grids(report: EvaluatedClaim) -> dict[str, Grid]:
    """The grids over all accelerators and very many models, by kind."""
    return {kind: grid for kind, grid in grids(report).items() if isinstance(grid, Grid) and _is_wide(grid)}


def _is_wide(grid: Grid) -> bool:
    return grid.models == ALL or (grid.accelerators == ALL and len(grid.models) > _FEW)


def model_table(report: EvaluatedClaim, grid: ModelGrid) -> Table:
    """The table of a grid over models; a model without a number for the first step is left out.

    A number that rests on one without a source says so. Where a step rests on a compute rate, the title names the
    accelerator, which is the default one.
    """
    seen = report.with_premises(grid.premises) if grid.premises else report
    names = tuple(report.catalog.models) if grid.models == ALL else grid.models
    rows, missing = [], dict[str, None]()
    for name in names:
        scenario = seen.on_cards("", name)
        try:
            evaluation = seen.evaluation.again(scenario)
        except InputError:  # under changed premises the numbers of a card may disagree
            continue
        lines = [evaluation.line_or_none(step) for step in grid.steps]
        if lines[0] is not None and lines[0].value is not None:
            rows.append((report.catalog.model(name).title, *(_model_cell(line, missing) for line in lines)))
    head = [LeftSide.of(seen.derivation[step]) for step in grid.steps]
    what = _worded(seen, grid.title) or f"{', '.join(map(str, head))} on models"
    title = what + choices_text(seen, grid.premises)
    if any(rests_on_rate(seen, step) for step in grid.steps):
        chip = report.catalog.accelerator(default_accelerator(report.claim))
        title += f", {chip.title} ({_formats(report, chip, names)})"
    return Table(title + _without_number(missing), ("model", *head), tuple(rows))


def _model_cell(line: NumbersLine | None, missing: dict[str, None]) -> Cell:
    if line is None or line.missing:
        missing.update(dict.fromkeys(() if line is None else line.missing))
        return NOTHING
    unsure = [name for name, value in line.leaves.items() if value.source and value.source.standing == "unverified"]
    return result_cell(line, f" ({', '.join(unsure)} unverified)" if unsure else "")


_MANY = 12  # cards without room, beyond which a title has their number alone
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
    full: dict[tuple[str, str], None] = {}  # cards that do not hold what runs on them
    missing: dict[str, None] = {}  # letters for lack of which a cell is empty
    for name in chips:
        chip = report.catalog.accelerator(name)
        if of_compute and (not chip.compute or (grid.cards.compute and grid.cards.compute not in chip.compute)):
            continue  # no rate to compute with
        scenarios = [_scenario(seen, grid, name, model) for _, model in columns]
        cells = [_cell(seen, grid, scenario, step, len(columns), missing)
                 for scenario, (step, _) in zip(scenarios, columns, strict=True)]
        for scenario, cell, (step, model) in zip(scenarios, cells, columns, strict=True):
            if isinstance(cell, Number) and _is_full(seen, scenario, step):
                full[chip.title, model if models else ""] = None
        forms = _formats(report, chip, models or (grid.cards.model,), grid.cards.compute) if of_compute else ""
        rows[f"{chip.title} ({forms})" if of_compute else chip.title] = cells
    head = [LeftSide.of(seen.derivation[step]) for step in grid.steps]
    columns_shown = [report.catalog.model(name).title for name in models] or head
    unit = shared_unit(cell for cells in rows.values() for cell in cells) if len(models) > _NARROW else ""
    if unit:
        rows = {name: [cell.without_unit if isinstance(cell, Number) else cell for cell in cells]
                for name, cells in rows.items()}
    return Table(
        _title(seen, grid, head, unit) + _without_number(missing) + _without_room(report, full),
        ("accelerator", *columns_shown),
        tuple(tuple(told_once((name, *cells))) for name, cells in rows.items()),
    )


def _list(seen: EvaluatedClaim, grid: Grid, first: str, rows: Sequence[tuple[str, Scenario | None]]) -> Table:
    """A row for each scenario, and a column for each step or letter."""
    derivation = seen.derivation
    head = [LeftSide(name) if name in derivation.notation else LeftSide.of(derivation[name]) for name in grid.steps]
    missing: dict[str, None] = {}
    cells = tuple(tuple(told_once((title, *(_cell(seen, grid, at, name, len(head), missing) for name in grid.steps))))
                  for title, at in rows)
    return Table(_title(seen, grid, head, "") + _without_number(missing), (first, *head), cells)


def _without_number(missing: Iterable[str]) -> str:
    """What cells without a number would need, for the title: it is told once, and not in each of them."""
    names = listed([*missing])
    return f"; a dash where there is no {names}" if names else ""


def rests_on_rate(seen: EvaluatedClaim, step: str) -> bool:
    """True if a result rests on a compute rate, so that the number format matters."""
    relation = seen.derivation[step].relation
    if relation is None:
        return True
    from derivations.numbers.tracing import Tracing

    symbols = Tracing(seen.derivation, frozenset(seen.reference.values)).expanded(relation.rhs).free_symbols
    return bool({symbol.name for symbol in symbols} & {"C", "C_gpu"})


def _formats(report: EvaluatedClaim, chip: Accelerator, models: Iterable[str], compute: str = "") -> str:
    """The number formats of models on an accelerator, each once and in their order."""
    own = default_model(report.claim)
    chosen = (compute or working_format(chip, report.catalog.model(name or own)) for name in models)
    return " and ".join(dict.fromkeys(shown_format(chip, form) for form in chosen))


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


def _cell(
    seen: EvaluatedClaim, grid: Grid, scenario: Scenario | None, name: str, columns: int, missing: dict[str, None]
) -> Cell:
    """The number of a step or a letter, or a word for why there is none; `missing` takes the letters that it needs."""
    if scenario is None:
        return NOTHING
    try:
        evaluation = seen.evaluation.again(scenario)
        if name in seen.derivation.notation:
            value = evaluation.value_of(name)
            return NOTHING if value is None else Number.of_value(value)
        line = evaluation.line(name)
    except DerivationsError:
        return NOTHING
    if grid.outside and (line.outside or _below(seen, evaluation, grid, line)):
        return grid.outside
    if line.missing:
        missing.update(dict.fromkeys(line.missing))
        return NOTHING
    if columns > _NARROW and line.value is None:
        return seen.claim.outside if line.outside else NOTHING
    return result_cell(line, "" if line.value is None else whole_remark(seen.claim, evaluation, name))


def _is_full(seen: EvaluatedClaim, scenario: Scenario | None, step: str) -> bool:
    """True where a number rests on what runs, a model or its sequences, and that does not fit into memory."""
    if scenario is None:
        return False
    own = seen.claim.deployment
    model = seen.catalog.model(default_model(seen.claim))
    running = {*model_values(model, DEFAULT_FORMAT), *own.batch, own.context}
    try:
        evaluation = seen.evaluation.again(scenario)
        rests = running & ({step} if step in seen.derivation.notation else evaluation.line(step).leaves.keys())
        return bool(rests and misfits(seen.claim, scenario, evaluation))
    except DerivationsError:
        return False


def _without_room(report: EvaluatedClaim, full: Iterable[tuple[str, str]]) -> str:
    """Where the numbers of a table are of what does not fit, for its title: it is read before them."""
    named: dict[str, list[str]] = {}
    for chip, model in full:
        named.setdefault(chip, []).append(report.catalog.model(model).title if model else "")
    count = sum(map(len, named.values()))
    if not count:
        return ""
    if count > _MANY:
        return f"; {NO_ROOM} in {count} of the combinations shown"
    told = "; ".join(chip + (f" with {', '.join(models)}" if any(models) else "") for chip, models in named.items())
    return f"; {NO_ROOM} on {told}"


def _below(seen: EvaluatedClaim, evaluation: Evaluation, grid: Grid, line: NumbersLine) -> bool:
    """True if a number lies where the premises of the grid do not hold.

    A reader who replaced one of these premises may have done away with the quantity that is the edge.
    """
    own = seen.derivation.assumptions.premises
    replaced = any(own[name] != choice for name, choice in grid.premises.items())
    known = not replaced or grid.at_least in seen.derivation.notation
    edge = evaluation.value_of(grid.at_least) if grid.at_least and known else None
    return edge is not None and line.value is not None and line.value < edge.number


def _title(seen: EvaluatedClaim, grid: Grid, head: Sequence[LeftSide], unit: str) -> str:
    what = _worded(seen, grid.title) or ", ".join(map(str, head))
    of = f" [{unit}]" if unit else ""
    choices = choices_text(seen, grid.premises)
    said = named_in(grid.title)
    kept = "".join(f", {name} = {value}" for name, value in seen.kept_beside_cards.items() if name not in said)
    return f"{what}{of}{'' if grid.title else ' on other cards'}{choices}{kept}"


def _worded(seen: EvaluatedClaim, title: str) -> str:
    """A title with the numbers that it speaks of, in the places of an answer; a letter where that has no number."""
    try:
        return told(title, seen, {})
    except DerivationsError:
        return PLACE.sub(lambda place: place["name"], title)


def choices_text(seen: EvaluatedClaim, premises: Iterable[str]) -> str:
    """Premises that a table asked for, as its title has them: the reader's own, where both replace one."""
    return "".join(f", {name}: {seen.derivation.assumptions.premises[name]}" for name in premises)
