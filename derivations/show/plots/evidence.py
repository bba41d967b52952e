"""Measured over derived: the ratio of each row, and the bound that would be broken."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.errors import InputError
from derivations.show.plots.drawing import in_brackets
from derivations.show.plots.panels import Line, Number, Panel, panels_plot
from derivations.study.evidence import Evidence, EvidenceRow

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MARKERS = "os^Dv<>P"
_ROLES = ("first", "second", "third")
_BATCH = "batch"  # the column that a growing batch stands in
_ANY = "measured"  # where no accelerator is named


def evidence_plot(found: Sequence[Evidence]) -> Figure:
    """A panel for each test of a claim, without those of other premises, as a matplotlib figure.

    Raises `InputError` where no row counts, or if matplotlib is missing.
    """
    own = [item for item in found if _drawn(item) and not item.prediction.alternative]
    if not own:
        raise InputError("nothing measured is held against it that could be drawn")
    names = sorted({_name(row) for item in own for row in _drawn(item)})
    panels = [evidence_panel(item, names) for item in own]
    words = [told for panel in panels for told in (panel.title, *(str(line) for line in panel.lines if line.points))]
    return panels_plot(panels, f"{own[0].claim.title}: measured over derived", words)


def curve_plot(found: Sequence[Evidence]) -> Figure:
    """Measurements over a growing batch, as points on the derived curve, as a matplotlib figure.

    Raises `InputError` where no test has rows with a batch, or if matplotlib is missing.
    """
    item = next((each for each in found if any(_BATCH in row.row.values for row in _drawn(each))), None)
    if item is None:
        raise InputError(f"nothing measured has a column {_BATCH} that a curve could be drawn over")
    panel = curve_panel(item)
    title = f"{item.claim.title}: measured on the derived curve"
    return panels_plot([panel], title, [panel.title, *map(str, panel.lines)])


def curve_panel(item: Evidence) -> Panel:
    """Measured and derived values over the batch of each row, in the unit of what was measured."""
    rows = [row for row in _drawn(item) if _BATCH in row.row.values]
    rows.sort(key=lambda row: row.row.values[_BATCH].number)
    points: dict[str, list[tuple[Number, Number | None]]] = {"as derived": [], "measured": []}
    for row in rows:
        assert row.measured is not None
        assert row.derived is not None
        batch, unit = row.row.values[_BATCH].number, row.measured.unit
        points["as derived"].append((batch, row.derived.in_unit(unit)))
        points["measured"].append((batch, row.measured.in_unit(unit)))
    unit = next(row.measured.unit for row in rows if row.measured is not None)
    lines = [Line("as derived", points["as derived"], unit, role="ink"),
             Line("measured", points["measured"], unit, marker=_MARKERS[0], joined=False)]
    return Panel(lines, f"{_BATCH}{in_brackets(item.table.columns[_BATCH].unit)}",
                 f"{item.prediction.measured}{in_brackets(unit)}", item.prediction.title, logarithmic="xy")


def evidence_panel(item: Evidence, names: Sequence[str]) -> Panel:
    """The rows of one test as points over what is derived; `names` are the accelerators in the legend."""
    points: dict[str, list[tuple[Number, Number | None]]] = {name: [] for name in names}
    for row in _drawn(item):
        assert row.derived is not None
        points[_name(row)].append((row.derived.in_unit(row.derived.unit), row.ratio))
    across = [x for each in points.values() for x, _ in each]
    first, last = min(across), max(across)
    bound: list[tuple[Number, Number | None]] = []
    for ratio in filter(None, item.prediction.limits):
        bound += [(first, ratio), (last, ratio), (last, None)]
    same = [(first, Fraction(1)), (last, Fraction(1))]
    lines = [Line("as derived", same, role="ink"), Line("bound", bound, role="quiet")]
    for place, (name, each) in enumerate(points.items()):
        marker, role = _MARKERS[place % len(_MARKERS)], _ROLES[place % len(_ROLES)]
        lines.append(Line(name, each, marker=marker, joined=False, role=role))
    unit = next(row.derived.unit for row in _drawn(item) if row.derived is not None)
    across_words = f"derived, {item.table.name}{in_brackets(unit)}"
    return Panel(lines, across_words, "measured over derived", item.prediction.title, logarithmic="xy")


def _drawn(item: Evidence) -> list[EvidenceRow]:
    """The rows that a logarithmic axis has a place for."""
    return [row for row in item.counted if (row.ratio or 0) > 0]


def _name(row: EvidenceRow) -> str:
    return row.row.cards.get("accelerator", _ANY)
