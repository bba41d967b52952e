"""The tables of a report, as rows of text."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial

from derivations.changes.sweep import Sweep, sweep
from derivations.claims.account import Account
from derivations.claims.claim import ALL, Grid, ModelGrid
from derivations.claims.comparison import Comparison
from derivations.engine.derivation import Derivation
from derivations.errors import DerivationsError, InputError, UnknownNameError
from derivations.render.grids import grid_table
from derivations.render.model_grids import model_table
from derivations.render.sweep import VALUES, values_table
from derivations.render.table import NOTHING, Table, heading, line_or_none
from derivations.values.evaluation import Evaluation
from derivations.values.sensitivity import Swing

_FEW = 3  # models beside all accelerators that still make a quick and narrow table


def table(report: Account, kind: str) -> Table:
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
    report: Account, without: Container[str] = (), swept: Sweep | None = None
) -> list[tuple[str, Table]]:
    """The tables that a report has something to put in, in reading order, each with its kind.

    `swept` is the table of several values where it was made before.
    """
    made = ((kind, make(report)) for kind, make in _kinds(report, swept).items() if kind not in without)
    return [(kind, table) for kind, table in made if table.rows]


def wide_grids(report: Account) -> dict[str, Grid]:
    """The grids over all accelerators and very many models, by kind."""
    return {kind: grid for kind, grid in _grids(report).items() if isinstance(grid, Grid) and _is_wide(grid)}


def _is_wide(grid: Grid) -> bool:
    return grid.models == ALL or (grid.accelerators == ALL and len(grid.models) > _FEW)


def _grids(report: Account) -> dict[str, Grid | ModelGrid]:
    if not all(grid.steps for grid in report.claim.grids):
        raise InputError(f"a grid of claim {report.claim.name!r} names no step")
    return {"grid" if place == 1 else f"grid-{place}": grid for place, grid in enumerate(report.claim.grids, 1)}


def _kinds(report: Account, swept: Sweep | None = None) -> dict[str, Callable[[Account], Table]]:
    claim = report.claim
    kinds: dict[str, Callable[[Account], Table]] = {}
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


def _several(report: Account, swept: Sweep | None) -> Table:
    """A row for every combination of several values."""
    return values_table(report, sweep(report) if swept is None else swept)


def letters_table(derivation: Derivation) -> Table:
    """The letters that occur, with unit and meaning."""
    rows = tuple((q.name, q.unit or NOTHING, q.meaning) for q in derivation.letters)
    return Table("Letters", ("letter", "unit", "meaning"), rows)


def published_table(report: Account) -> Table:
    """What was said or printed, and what follows."""
    rows = []
    for row in report.published:
        published = row.published
        verdict = f"{row.verdict}: {published.note}" if published.note else row.verdict
        rows.append(
            (published.step, row.said, f"{published.by}, {published.where}", published.rounding,
             basis_of(row, report),
             row.derived_text, verdict)
        )  # fmt: skip
    return Table("Published numbers", ("step", "said", "by", "rounding", "from", "derived", "verdict"), tuple(rows))


def basis_of(row: Comparison, report: Account) -> str:
    """The numbers that a published one is derived from, by their title."""
    titles = {reading.name: reading.title for reading in report.claim.readings}
    return titles.get(row.published.reading, report.reference.title)


def compared_table(report: Account) -> Table:
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


def _result(evaluation: Evaluation, step: str, report: Account) -> str:
    """What the step comes to, or the value that was given for its left side."""
    line = line_or_none(evaluation, step)
    if line is None:
        return NOTHING
    if line.value is not None or line.outside:
        return line.result
    relation = report.headline.relation
    given = None if relation is None else evaluation.scenario.values.get(relation.written_left)
    return NOTHING if given is None or step != report.headline.name else f"{given}, given"


def swings_table(report: Account) -> Table:
    """How far the result moves as each quantity goes through its range, the widest swing first."""
    rows = [
        (swing.name, range_text(swing), swing.at_low.result, swing.at_high.result, swing.factor_text, swing.elasticity,
         swing.by)
        for swing in report.swings
    ]  # fmt: skip
    head = ("quantity", "range", "at the low end", "at the high end", "factor", "elasticity", "whose range")
    return Table(f"What moves {heading(report.headline.name, report)}, {report.scenario.title}", head, tuple(rows))


def range_text(swing: Swing) -> str:
    """Both ends, with the unit once where they share it."""
    low, high = str(swing.low), str(swing.high)
    start, _, unit = low.partition(" ")
    return f"{start if unit and high.endswith(f' {unit}') and high.count(' ') == low.count(' ') else low} to {high}"
