"""The tables of a report: several values, readings, published numbers, grids over cards, and swings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from functools import partial

from derivations.claim.claim import ModelGrid
from derivations.claim.composition import sizes_of_its_own
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import Comparison
from derivations.document.cells import Cell, LeftSide, Number, bare_cell, result_cell
from derivations.document.columns import NOTHING
from derivations.document.evidence import row_of_test
from derivations.document.grids import grid_table, grids, model_table
from derivations.document.sweep import VALUES, values_table
from derivations.document.table import Table
from derivations.document.unanswered import number_in_words
from derivations.errors import DerivationsError, InputError, UndecidedError, UnknownNameError
from derivations.language.display import listed
from derivations.numbers.evaluation import Evaluation
from derivations.study.evidence import evidence_of
from derivations.study.sweep import Sweep, sweep
from derivations.study.verdicts import told_statements

_TESTS = "Tests against measurement"
_SAID = "What was said, and what follows"
_DECIDED = "would take "
SWINGS = "swings"


def table(report: EvaluatedClaim, kind: str) -> Table:
    """One table of a report; raises `InputError` or one of its kind for a kind that there is no table of.

    Raises `UndecidedError` where ranges have no result to move.

    ``values`` is the result at several values where they are given, ``compared`` is as said and as built, ``published``
    what was published, ``grid`` the result over cards (``grid-2`` the second such table), ``swings`` what moves the
    result; in brief ``conclusions`` is what was published, and ``measured`` what is measured.
    """
    known = {**_kinds(report), **_IN_BRIEF}
    if kind == VALUES and kind not in known:
        raise InputError("a table of values needs several of a quantity, as in --set L=0..2k")
    if kind == SWINGS and kind not in known and report.claim.ranges:
        raise UndecidedError(f"no result that its inputs move: {number_in_words(report, report.headline.name)}")
    if kind not in known:
        raise UnknownNameError("table", kind, known)
    return _IN_BRIEF[kind](report) if kind in _IN_BRIEF else report.once(_table, kind)


def results_table(report: EvaluatedClaim) -> Table:
    """The number of every definition and step that is an equation for a quantity, a row for each."""
    rows = []
    for step in (*report.derivation.definitions, *report.derivation.steps):
        if step.relation is not None and step.relation.left.name in report.derivation.notation:
            try:
                line = report.numbers(step.name)
                cell, unit = bare_cell(line), line.unit
            except DerivationsError as error:
                cell, unit = str(error), ""
            rows.append((step.name, step.relation.written_left, str(step.relation), cell, unit))
    return Table("Results", ("step", "quantity", "relation", "number", "unit"), tuple(rows), 2)


def report_tables(
    report: EvaluatedClaim, without: Container[str] = (), swept: Sweep | None = None
) -> list[tuple[str, Table]]:
    """All tables of a report that have rows, in reading order, each with its kind.

    `swept` is the table of several values where it was made before.
    """
    several = {} if swept is None else {VALUES: values_table(swept)}
    kinds = [kind for kind in {**several, **_kinds(report)} if kind not in without]
    made = ((kind, several[kind] if kind in several else report.once(_table, kind)) for kind in kinds)
    return [(kind, table) for kind, table in made if table.rows]


def _table(report: EvaluatedClaim, kind: str) -> Table:
    return _kinds(report)[kind](report)


def _kinds(report: EvaluatedClaim) -> dict[str, Callable[[EvaluatedClaim], Table]]:
    claim = report.claim
    kinds: dict[str, Callable[[EvaluatedClaim], Table]] = {}
    if report.study.several:
        kinds[VALUES] = several_table
    if claim.readings and claim.compared:
        kinds["compared"] = compared_table
    if claim.published:
        kinds["published"] = published_table
    for kind, grid in grids(report).items():
        if isinstance(grid, ModelGrid):
            kinds[kind] = partial(model_table, grid=grid)
        else:
            kinds[kind] = partial(grid_table, grid=grid)
    if claim.ranges and report.swings:
        kinds[SWINGS] = swings_table
    return kinds


def several_table(report: EvaluatedClaim) -> Table:
    """A row for every combination of several values."""
    return values_table(sweep(report))


def published_table(report: EvaluatedClaim) -> Table:
    """Published numbers beside the derived ones."""
    rows = []
    for statement in told_statements(report):
        for row in (statement.said, *statement.otherwise):
            published = row.published
            verdict = f"{row.verdict}: {published.note}" if published.note else row.verdict
            rows.append(
                (published.step, row.said, f"{published.by}, {published.where}", published.rounding,
                 basis_of(row, report),
                 row.derived_text if row.derived is None else Number(row.derived_text, row.derived, row.unit),
                 verdict if row is statement.said else f"otherwise {verdict}")
            )
    return Table("Published numbers", ("step", "said", "by", "rounding", "from", "derived", "verdict"), tuple(rows))


def conclusions_table(report: EvaluatedClaim) -> Table:
    """What was published as a conclusion or retold, each statement once: who said what, and what follows."""
    found = [item.said for item in told_statements(report) if item.kind in ("conclusion", "retelling")]
    who = [f"{row.published.by}, {row.published.where}" for row in found]
    alike = Counter(zip((row.published.step for row in found), who, strict=True))
    rows = []
    for row, name in zip(found, who, strict=True):
        if alike[row.published.step, name] > 1:  # of one table, on several machines
            name = f"{name}: {report.readings[row.published.reading].title}"
        rows.append((row.published.step, name, row.said, row.derived_text, row.verdict))
    if not rows:
        return Table(_SAID, ("what was said",), (("no published number is a conclusion of this claim",),))
    return Table(_SAID, ("step", "who", "said", "follows", "verdict"), tuple(rows))


def measured_table(report: EvaluatedClaim) -> Table:
    """Each test of the claim against measurement: its rows, measured over derived in the median, and its outcome.

    Where nothing is measured, what would decide the claim.
    """
    if not evidence_of(report):
        deciding = report.claim.deciding.removeprefix(_DECIDED)
        nothing = "nothing measured" if deciding == report.claim.deciding else "nothing measured; what would decide it"
        return Table(_TESTS, (nothing,), ((deciding,),))
    rows = []
    for item in evidence_of(report):
        row = row_of_test(item)
        outcome = "no row" if row["failed"] is None else "fails" if row["failed"] else "holds"
        title = f"Alternative: {item.prediction.title}" if item.prediction.alternative else item.prediction.title
        rows.append((title, row["rows"], row["median"] or NOTHING, row["allowed"], outcome))
    head = ("test", "rows", "measured over derived", "allowed", "outcome")
    return Table(_TESTS, head, tuple(rows))


_IN_BRIEF: Mapping[str, Callable[[EvaluatedClaim], Table]] = {  # that no report has among its tables
    "conclusions": conclusions_table, "measured": measured_table,
}


def basis_of(row: Comparison, report: EvaluatedClaim) -> str:
    """Title of the scenario behind the derived number."""
    titles = {reading.name: reading.title for reading in report.claim.readings}
    return titles.get(row.published.reading, report.reference.title)


def compared_table(report: EvaluatedClaim) -> Table:
    """The claim's quantities under every reading, and as built."""
    claim = report.claim
    columns = [(reading.title, report.readings[reading.name]) for reading in claim.readings]
    if not sizes_of_its_own(claim):  # else what is evaluated is the lecture's own model, as said
        columns.append((report.reference.title, report.reference))
    if report.scenario not in (report.reference, *(scenario for _, scenario in columns)):
        columns.append((report.scenario.title, report.scenario))
    rows: list[tuple[Cell, ...]] = []
    for title, scenario in columns:
        try:
            evaluation = report.evaluation.again(scenario)
        except DerivationsError:  # under changed premises the numbers of a reading may disagree
            rows.append((title, *(NOTHING for _ in claim.compared)))
            continue
        cells = [_result(evaluation, step, report) for step in claim.compared]
        if any(cell != NOTHING for cell in cells):  # a reading may be about something else
            rows.append((title, *cells))
    head: tuple[Cell, ...] = ("numbers", *(LeftSide.of(report.derivation[step]) for step in claim.compared))
    return Table("As said and as built", head, tuple(rows))


def _result(evaluation: Evaluation, step: str, report: EvaluatedClaim) -> Cell:
    """The number of a step, or the value that was given for its left side."""
    line = evaluation.line_or_none(step)
    if line is None:
        return NOTHING
    if line.value is not None or line.outside:
        return result_cell(line)
    relation = report.headline.relation
    given = None if relation is None else evaluation.scenario.values.get(relation.written_left)
    if given is None or step != report.headline.name:
        return NOTHING
    return replace(Number.of_value(given), remark=", given")


def swings_table(report: EvaluatedClaim) -> Table:
    """Swings of the result as each quantity goes through its range, the widest first.

    What does not move it is named in the title: the result does not rest on it here.
    """
    moving = [swing for swing in report.swings if not swing.still]
    still = [swing.name for swing in report.swings if swing.still]
    rows = [
        (swing.name, swing.range_text, result_cell(swing.at_low), result_cell(swing.at_high), swing.factor_text,
         swing.elasticity, swing.by)
        for swing in moving
    ]
    head = ("quantity", "range", "at the low end", "at the high end", "factor", "elasticity", "whose range")
    unmoved = f"; {listed(still)} {'does' if len(still) == 1 else 'do'} not move it" if still else ""
    return Table(f"What moves {LeftSide.of(report.headline)}, {report.scenario.title}{unmoved}", head, tuple(rows))
