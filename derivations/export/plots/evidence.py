"""Measured beside derived: points on the derived curve; the ratio of each row, and the bound that would be broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.errors import InputError
from derivations.export.plots.drawing import in_brackets
from derivations.export.plots.panels import Line, Number, Panel, Plot
from derivations.study.evidence import Evidence, EvidenceRow

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MARKERS = "os^Dv<>P"
_ROLES = ("first", "second", "third")
_LEAST = 3  # values that make a curve
_ANY = "measured"  # where no accelerator is named


def evidence_plot(found: Sequence[Evidence]) -> Figure:
    """Measured over derived: a panel for each test of a claim, without those of other premises, as a matplotlib figure.

    Raises `InputError` where no row counts, or if matplotlib is missing.
    """
    return planned_evidence(found).figure()


def planned_evidence(found: Sequence[Evidence]) -> Plot:
    """The same before it is drawn."""
    own = _own(found)
    if not own:
        raise InputError("it has no measured rows to draw")
    names = _names(own)
    return _plot([evidence_panel(item, names) for item in own], own[0], "measured over derived")


def curve_plot(found: Sequence[Evidence]) -> Figure:
    """A panel for each test of a claim, without those of other premises, as a matplotlib figure.

    A test over a condition that grows has its measured points on the derived curve, another one measured over derived.
    Raises as `evidence_plot` does.
    """
    own = _own(found)
    if not any(map(curves, own)):
        return evidence_plot(found)
    panels = [curve_panel(item) if curves(item) else evidence_panel(item, _names([item])) for item in own]
    return _plot(panels, own[0], "measured points on the derived curve").figure()


def _own(found: Sequence[Evidence]) -> list[Evidence]:
    """The tests of the claim itself that have rows to draw."""
    return [item for item in found if _drawn(item) and not item.prediction.alternative]


def _names(found: Sequence[Evidence]) -> list[str]:
    """The accelerators of the rows that are drawn."""
    return sorted({_name(row) for item in found for row in _drawn(item)})


def _plot(panels: Sequence[Panel], item: Evidence, words: str) -> Plot:
    """The panels below each other, under the title of the claim."""
    told = [text for panel in panels for text in (panel.title, *(str(line) for line in panel.lines if line.points))]
    return Plot(panels, f"{item.claim.title}: {words}", told)


@dataclass(frozen=True)
class MeasuredCurve:
    """Rows of a test that differ in the condition `across` alone, as far as what is derived goes, in rising order."""

    across: str
    label: str
    rows: tuple[EvidenceRow, ...]


def curves(item: Evidence) -> tuple[MeasuredCurve, ...]:
    """The curves of a test over the condition with most values among rows that are otherwise alike; none without one.

    The longest of each accelerator comes first; more than a panel has room for are left out.
    """
    numeric = [name for name in item.varying if name in item.table.columns]
    groups = {name: list(_alike(item, name).values()) for name in numeric}
    longest = {name: max((_count(name, rows) for rows in each), default=0) for name, each in groups.items()}
    across = max(numeric, key=lambda name: longest[name], default="")
    if not across or longest[across] < _LEAST:
        return ()
    falling = sorted((rows for rows in groups[across] if _count(across, rows) >= _LEAST),
                     key=lambda rows: -_count(across, rows))
    first: dict[str, list[EvidenceRow]] = {}
    others = [rows for rows in falling if first.setdefault(_name(rows[0]), rows) is not rows]
    chosen = [*first.values(), *others][:len(_ROLES)]
    apart = [name for name in item.conditions if name != across and _is_told(item, name, chosen)]
    return tuple(
        MeasuredCurve(across, ", ".join(_told(rows[0], name) for name in apart),
                      tuple(sorted(rows, key=lambda row: row.row.values[across].number)))
        for rows in chosen
    )


def curve_panel(item: Evidence) -> Panel:
    """The curves of a test: what is derived for each row as a line, what is measured as points, in one unit.

    There is a curve where `curves` has one.
    """
    lines, found = list[Line](), curves(item)
    unit = next(row.measured.unit for row in found[0].rows if row.measured is not None)
    for place, curve in enumerate(found):
        behind = f", {curve.label}" if curve.label else ""
        points: dict[str, list[tuple[Number, Number | None]]] = {"derived": [], "measured": []}
        for row in curve.rows:
            assert row.measured is not None
            assert row.derived is not None
            across = row.row.values[curve.across]
            points["derived"].append((across.in_unit(across.unit), row.derived.in_unit(unit)))
            points["measured"].append((across.in_unit(across.unit), row.measured.in_unit(unit)))
        marker, role = _MARKERS[place % len(_MARKERS)], _ROLES[place % len(_ROLES)]
        lines += [Line(f"as derived{behind}", points["derived"], unit, role=role, named=place == 0 and not behind),
                  Line(f"measured{behind}", points["measured"], unit, marker=marker, joined=False, role=role)]
    across_words = f"{found[0].across}{in_brackets(item.table.columns[found[0].across].unit)}"
    free = all(x > 0 for line in lines for x, _ in line.points)
    return Panel(lines, across_words, f"{item.prediction.measured}{in_brackets(unit)}", item.prediction.title,
                 logarithmic="xy" if free else "y")


def _alike(item: Evidence, across: str) -> dict[tuple[object, ...], list[EvidenceRow]]:
    """The rows by all else that a derived number comes from: the cards, and the numbers of other conditions."""
    found: dict[tuple[object, ...], list[EvidenceRow]] = {}
    others = [name for name in item.table.conditions if name in item.table.columns and name != across]
    for row in _drawn(item):
        if across in row.row.values:
            numbers = (row.row.values[name].number if name in row.row.values else None for name in others)
            found.setdefault((*sorted(row.row.cards.items()), *numbers), []).append(row)
    return found


def _count(across: str, rows: Sequence[EvidenceRow]) -> int:
    """How many values of a condition rows have."""
    return len({row.row.values[across].number for row in rows})


def _is_told(item: Evidence, name: str, chosen: Sequence[Sequence[EvidenceRow]]) -> bool:
    """True for a card or a number that tells the chosen curves apart."""
    return name not in item.table.labels and len({_told(rows[0], name) for rows in chosen}) > 1


def _told(row: EvidenceRow, name: str) -> str:
    """A condition of a row in a legend."""
    if name in row.row.values:
        return f"{name} {row.row.values[name].typed}"
    return row.row.cards.get(name, f"no {name}")


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
