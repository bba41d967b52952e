"""Evidence drawn: measured beside derived, the gap in terms, what would falsify a claim, and whether it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from derivations.claim.claim import Claim
from derivations.document.blocks import EMPTY, Block, Document, TextLine
from derivations.document.cells import Cell, Number, shared_unit
from derivations.document.columns import NOTHING
from derivations.document.data import selected, value_data
from derivations.document.forecast import forecast_blocks
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.document.words import Link, Words, joined
from derivations.language.display import mark_of, plural
from derivations.numbers.format import format_number
from derivations.numbers.value import Value
from derivations.sources.measured import MeasuredRow
from derivations.study.evidence import REST, Evidence, EvidenceRow
from derivations.study.forecast import forecast
from derivations.study.verdicts import measured_quantities

_SHOWN = 8  # rows of a table on a screen, unless all are asked for
_NAMED = 3  # sources of a table on a screen
_DIGITS = 3


class Rows(StrEnum):
    """How much of a test is shown: a line that has no rows, a few of a long table, or all."""

    NONE = "none"
    FEW = "few"
    ALL = "all"


@dataclass(frozen=True)
class ShownEvidence:
    """What is measured about one claim, or about several; nothing is about the `others`."""

    claims: Sequence[Claim]
    found: Sequence[Sequence[Evidence]]
    alone: bool = True  # one claim, test by test
    others: Sequence[str] = ()
    rows: Rows = Rows.FEW

    @property
    def items(self) -> list[Evidence]:
        """The evidence of all of them."""
        return [item for each in self.found for item in each]


def evidence_document(shown: ShownEvidence) -> Document:
    """Everything measured about a claim, table by table, of a long table a few rows; or a line for each test of it.

    Of several claims a line for each quantity.
    """
    if shown.alone:
        claim, found = shown.claims[0], shown.found[0]
        heading = (TextLine(claim.title, role="title"), TextLine(claim.question, role="question"))
        whole = shown.rows is not Rows.NONE
        told = evidence_blocks(claim, found, every_row=shown.rows is Rows.ALL) if whole else _tests(claim, found)
        return Document.of(heading, told)
    return Document.of(_summary(shown.claims, shown.found, shown.others))


def evidence_blocks(
    claim: Claim, found: Sequence[Evidence], *, every_row: bool = False, every_source: bool = False
) -> Iterator[Block]:
    """Everything measured about a claim, under its title; of a long table a few rows, evenly by ratio."""
    named = None if every_source else _NAMED
    told: set[str] = set()
    for item in found:
        yield from _blocks(item, every_row=every_row, named=named, how=item.table.name not in told)
        told.add(item.table.name)
    if (told_of := forecast(found)) is not None:
        yield from forecast_blocks(told_of)
    yield from _concluded(claim, found)


def _tests(claim: Claim, found: Sequence[Evidence]) -> Iterator[Block]:
    """Each test of a claim in a sentence, what the measurements say of it, and which test to trust."""
    if found:
        yield from (EMPTY, TextLine("Measured over derived", role="heading"))
        yield from (TextLine(_sentence(item), depth=1, hang=2, bullet=True) for item in found)
    yield from _concluded(claim, found)
    if _broken(found) and claim.deciding:
        yield TextLine(claim.deciding, hang=2)
    if found:
        words = f"`derive evidence {claim.name} --full` shows each test with its rows, method and sources"
        yield from (EMPTY, TextLine(words, hang=2, role="dim"))


def _sentence(item: Evidence) -> str:
    """A test in a sentence: whether it fails, its title, the ratios, what is allowed, and what the gap is mostly."""
    row = row_of_test(item)
    title = f"{'alternative: ' if item.prediction.alternative else ''}{item.prediction.title}"
    mark = mark_of(None if row["failed"] is None else not row["failed"])
    spread = f", {row['range']}" if row["range"] else ""
    judged = f"median error {_error(item.missed)}, ratio " if item.prediction.bound == "error" and item.counted else ""
    told = f"{judged}{row['median']} ({plural(len(item.counted), 'row')}{spread}); " if item.counted else "no row; "
    mostly = f"; the gap is mostly {row['explains']}" if row["explains"] else ""
    return f"{mark} {title}: {told}allowed {row['allowed']}{mostly}"


def _concluded(claim: Claim, found: Sequence[Evidence]) -> Iterator[Block]:
    """What the measurements say of a claim."""
    role = "aside" if not _own(found) else "bad" if _broken(found) else "good"
    yield from (EMPTY, TextLine(outcome(claim, found), hang=2, role=role))


def outcome(claim: Claim, found: Sequence[Evidence]) -> str:
    """The sentence on a claim: the verdict of the measurements or, of one against which none is held, what would decide
    it, or why nothing could.
    """
    if _own(found):
        return _standing(found)
    deciding = f"it {claim.deciding}" if claim.deciding.startswith("would ") else claim.deciding
    return "; ".join(filter(None, ("no measurement tests it", deciding)))


def _summary(
    claims: Sequence[Claim], found: Sequence[Sequence[Evidence]], others: Sequence[str]
) -> Iterator[Block]:
    """A line for each quantity of a claim, how much is measured in all, and the `others` without a measurement."""
    items = [item for each in found for item in each]
    tables = {item.table.name: len(item.table.rows) for item in items}
    apart = sum(sum(item.apart.values()) for item in items)
    rows = plural(sum(tables.values()), "row")
    told = (f"{rows} of {plural(len(tables), 'table')}, each compared with the claims that it bears on; "
            f"rows are excluded {apart} times, for reasons that `derive evidence CLAIM --full` gives")
    yield from (summary_table(claims, found), TextLine(told, role="dim"))
    if others:
        names = ", ".join(others)
        yield from (EMPTY, TextLine(f"no measurement tests {names}: `derive evidence CLAIM` says what would"
                                    " decide it, or why nothing could", role="dim"))


def summary_table(claims: Sequence[Claim], found: Sequence[Sequence[Evidence]]) -> Table:
    """A row for each quantity that is measured about a claim: the ratios, what explains the gap, and what is falsified.
    """
    rows = []
    for claim, items in zip(claims, found, strict=True):
        own = _own(items)
        for quantity in measured_quantities(own):
            tests = [item for item in own if item.quantity == quantity.name]
            low, high = quantity.lowest, quantity.highest
            rows.append((
                claim.name, quantity.name, str(quantity.rows), _ratio(quantity.median),
                f"{_ratio(low)} to {_ratio(high)}" if low != high else NOTHING, quantity.explains or NOTHING,
                _word(tests),
            ))
        if not any(item.counted for item in own):
            rows.append((claim.name, *(NOTHING,) * 5, _word(own)))
    head = ("claim", "measured", "rows", "median ratio", "range", "gap mostly", "measurements")
    return Table("Measured over derived, each quantity by itself", head, tuple(rows))


def _standing(found: Sequence[Evidence]) -> str:
    """The verdict of the measurements on a claim, in a sentence."""
    own, broken = _own(found), _broken(found)
    rows = sum(len(item.counted) for item in own)
    if not rows:
        return "no measured row applies to the claim"
    tests = f"{plural(len(own), 'test')} over {plural(rows, 'row')}"
    if not broken:
        return f"{tests}: the measurements do not falsify the claim"
    told = "; ".join(item.prediction.title for item in broken)
    verb = "falsifies" if len(broken) == 1 else "falsify"
    return f"{tests}, {len(broken)} of which {verb} the claim: {told}"


def falsifier(item: Evidence) -> str:
    """The falsifier of the claim, and whether the measurements are one, in a sentence with numbers."""
    prediction, counted = item.prediction, item.counted
    if prediction.idle and not item.falsified:
        return f"does not count, because hardly any row could break it: {prediction.because}"
    told = f"would be falsified by {_would(item)} ({prediction.because})"
    if not counted:
        return f"{told}: no row can tell"
    so = "so the claim is falsified" if item.falsified else "so the claim is not falsified"
    if prediction.bound == "error":
        return f"{told}: it is {_missed(item)}, {so}"
    if prediction.bound == "about":
        return f"{told}: the median is {_ratio(item.median)}, {so}"
    far, against = item.furthest, len(item.against)
    where = conditions_text(item, far.row)
    seen = f"the furthest at {_ratio(far.ratio)}" + (f" ({where})" if where else "")
    many = f"{against} of {plural(len(counted), 'row')} {'is' if against == 1 else 'are'}" if against else (
        f"none of {plural(len(counted), 'row')} is")
    return f"{told}: {many}, {seen}, {so}"


def _would(item: Evidence) -> str:
    """What would break the bound."""
    if item.prediction.bound == "error":
        return f"a median error above {_percent(item.prediction.most)}"
    low, high = item.prediction.limits
    if high is None:
        return f"one row measured below {_times(low)}"
    if low is None:
        return f"one row measured above {_times(high)}"
    outside = f"outside {_ratio(low)} to {_times(high)}"
    return f"a median ratio {outside}" if item.prediction.bound == "about" else f"one row measured {outside}"


def _times(factor: Fraction | None) -> str:
    return "the derived value" if factor == 1 else f"{_ratio(factor)} times the derived value"


def evidence_json(found: Sequence[Evidence]) -> list[dict[str, Any]]:
    """One list of rows: claim, source, conditions, measured, derived, ratio, and the terms of the gap.

    Each has the sentence on its test, and whether the rows of that falsify the claim; None where no row tells.
    """
    return [
        {**_row_json(item, row), **told} for item in found
        for told in ({"falsifier": falsifier(item), "falsified": item.falsified},) for row in item.rows
    ]


def evidence_table(found: Sequence[Evidence]) -> Table:
    """All rows, numbers in the unit that stands beside them."""
    head = ("claim", "table", "test", "row", "source", "url", "date", "status", "where", "conditions", "unit",
            "measured", "derived", "ratio", "terms", "apart")
    rows = []
    for item in found:
        for row in item.rows:
            told = _row_json(item, row)
            terms = "; ".join(f"{name} = {value['value']}" for name, value in told["terms"].items())
            measured, derived, source = told["measured"] or {}, told["derived"] or {}, told["source"]
            rows.append(tuple("" if cell is None else str(cell) for cell in (
                told["claim"], told["table"], told["test"], told["row"], source["title"], source["url"], source["date"],
                source["status"], source["where"], conditions_text(item, row.row), measured.get("unit"),
                measured.get("value"), derived.get("value"), told["ratio"], terms, told["apart"],
            )))
    return Table("evidence", head, tuple(rows))


def _blocks(item: Evidence, *, every_row: bool, named: int | None, how: bool) -> Iterator[Block]:
    """One test: the table, its figures, and the sentence; `how` it was measured is told once for a table.

    As many sources are `named`, or every one.
    """
    prediction = item.prediction
    alternative = "alternative: " if prediction.alternative else ""
    yield from (EMPTY, TextLine(f"{alternative}{prediction.title}", hang=2, role="heading"))
    sources = dict.fromkeys(row.row.source for row in item.rows)
    shown = list(sources)[:named]
    told: list[Words] = [(Link(source.label, source.url),) for source in shown]
    more = [f"and {len(sources) - len(shown)} more sources"] if len(shown) < len(sources) else []
    yield TextLine((f"{item.table.title}. ", *joined([*told, *more], "; ")), hang=2, role="dim")
    if how:
        yield TextLine(f"how: {item.table.how}", hang=2, role="dim")
        for reason, count in item.table.left_out.items():
            yield TextLine(f"left out of the source: {format_number(count)}: {reason}", hang=2, role="dim")
    if item.counted:
        yield _rows_table(item, every_row=every_row)
        if not every_row and len(item.counted) > _SHOWN:
            words = f"{_SHOWN} of {plural(len(item.counted), 'row')}, evenly by ratio"
            yield TextLine(f"{words}; `derive evidence {item.claim.name} --all` shows every one", hang=2, role="dim")
    yield from (TextLine(line, hang=2, bullet=True) for line in _figures(item))
    yield TextLine(falsifier(item), hang=2, role="bad" if item.falsified else "", bullet=True)


def row_of_test(item: Evidence) -> dict[str, Any]:
    """A test in a row of a table: its rows, the ratio in the median and its range, what is allowed, and the outcome.

    `failed` is None where no row tells.
    """
    allowed = _allowed(item)
    if not item.counted:
        return {"rows": "0", "median": "", "range": "", "allowed": allowed, "explains": "", "failed": None}
    low, high = _ratio(item.ratios[0]), _ratio(item.ratios[-1])
    return {
        "rows": format_number(len(item.counted)), "median": _ratio(item.median),
        "range": f"{low} to {high}" if low != high else "", "allowed": allowed,
        "explains": item.explains if item.explains != REST else "", "failed": item.falsified,
    }


def _allowed(item: Evidence) -> str:
    """The bound of a test in a few words."""
    if item.prediction.bound == "error":
        return f"median error up to {_percent(item.prediction.most)}"
    low, high = item.prediction.limits
    which = "median" if item.prediction.bound == "about" else "every row"
    if high is None:
        return f"{which} at least {_ratio(low)}"
    return f"{which} at most {_ratio(high)}" if low is None else f"{which} {_ratio(low)} to {_ratio(high)}"


def _rows_table(item: Evidence, *, every_row: bool = False) -> Table:
    """The rows that count of one test, measured beside derived; unless all are asked for a few, evenly by ratio."""
    return _table(item, item.counted if every_row else _evenly(item.counted))


def _figures(item: Evidence) -> Iterator[str]:
    """The ratios in a line, the gap in another, and a line for each reason for which rows are set apart."""
    if item.counted:
        yield _ratios(item)
    if item.prediction.terms and item.counted:
        yield _gap(item)
    elif item.explains:
        yield f"the gap is attributed to {item.explains}; no term accounts for it"
    for reason, count in item.apart.items():
        yield f"excluded: {plural(count, 'row')}: {reason}{_detail(item, reason)}"


def _ratios(item: Evidence) -> str:
    low, high = item.ratios[0], item.ratios[-1]
    many = plural(len(item.counted), "row")
    return f"{many}: the median of measured over derived is {_ratio(item.median)}, from {_ratio(low)} to {_ratio(high)}"


def _gap(item: Evidence) -> str:
    """The parts of a measured value, in the median over the rows."""
    shares = [(name, item.share(name)) for name in (*item.prediction.terms, REST)]
    told = ", ".join(f"{name} {_percent(share)}" for name, share in shares if share is not None)
    if not item.explains:
        return f"median parts of a measured value: {told}"
    beside = "what no term explains" if item.explains == REST else item.explains
    mostly = f"what no term explains, attributed to {item.explains}" if item.attributed else f"mostly {beside}"
    return f"median parts of a measured value: {told}; outside the claim's own terms it is {mostly}"


def _detail(item: Evidence, reason: str) -> str:
    detail = next((row.detail for row in item.rows if row.apart == reason and row.detail), "")
    return f" ({detail})" if detail else ""


def _table(item: Evidence, rows: Sequence[EvidenceRow]) -> Table:
    """The rows with the conditions that differ among them; a unit that a column shares stands in its head."""
    names = item.varying
    terms = (*item.prediction.terms, REST) if item.prediction.terms else ()
    cells = [
        [str(row.row.number), *(_condition(row.row, name) for name in names), _number(row.measured),
         _number(row.derived), _ratio(row.ratio), *(_part(row, name) for name in terms)]
        for row in rows
    ]
    units = [shared_unit(column) for column in zip(*cells, strict=True)]
    head = ["row", *names, "measured", "derived", "ratio", *terms]
    shown = [[cell.without_unit if unit and isinstance(cell, Number) else cell
              for cell, unit in zip(line, units, strict=True)] for line in cells]
    told = tuple(f"{name} [{unit}]" if unit else name for name, unit in zip(head, units, strict=True))
    return Table(item.prediction.title, told, tuple(map(tuple, shown)))


def _condition(row: MeasuredRow, name: str) -> Cell:
    return _number(row.values[name]) if name in row.values else row.cards.get(name) or row.words.get(name) or NOTHING


def _number(value: Value | None) -> Cell:
    return NOTHING if value is None else Number.of_value(value)


def _part(row: EvidenceRow, term: str) -> str:
    """The part of the measured value that a term has."""
    if term not in row.terms or row.measured is None:
        return NOTHING
    return _percent(row.terms[term].number / row.measured.number)


def conditions_text(item: Evidence, row: MeasuredRow) -> str:
    """Those conditions of a row that are not the same in all, in one line."""
    given = [name for name in item.varying if name in {**row.cards, **row.words, **row.values}]
    return ", ".join(f"{name} {_condition(row, name)}" for name in given)


def _evenly(rows: Sequence[EvidenceRow]) -> Sequence[EvidenceRow]:
    """At most as many rows as a screen takes, the first and the last among them."""
    if len(rows) <= _SHOWN:
        return rows
    return [rows[place * (len(rows) - 1) // (_SHOWN - 1)] for place in range(_SHOWN)]


def _own(found: Sequence[Evidence]) -> list[Evidence]:
    """The tests of the claim itself, without those of other premises and those that nothing could fail."""
    return [item for item in found if item.bears]


def _broken(found: Sequence[Evidence]) -> list[Evidence]:
    return [item for item in _own(found) if item.falsified]


def _word(own: Sequence[Evidence]) -> str:
    broken = _broken(own)
    if not any(item.counted for item in own):
        return "no row applies to it"
    return f"falsify {len(broken)} of {plural(len(own), 'test')}" if broken else "do not falsify it"


def _row_json(item: Evidence, row: EvidenceRow) -> dict[str, Any]:
    measured = row.row
    return {
        **selected(item, "claim=claim.name table=table.name test=prediction.title quantity "
                         "alternative=prediction.alternative"),
        "row": measured.number,
        "source": selected(measured, "title=source.title url=source.url? date=source.date license=source.license "
                                     "status=source.status where?"),
        "conditions": {
            name: value_data(measured.values[name]) if name in measured.values else str(_condition(measured, name))
            for name in item.conditions if name in {**measured.cards, **measured.words, **measured.values}
        },
        **selected(row, "measured derived ratio error terms"),
        "apart": ": ".join(filter(None, (row.apart, row.detail))) or None,
    }


def _ratio(ratio: Fraction | None) -> str:
    return NOTHING if ratio is None else format_number(ratio, _DIGITS)


def _missed(item: Evidence) -> str:
    """The median error, to three digits; over draws of the halves with its spread."""
    if item.draws is None:
        return _error(item.missed)
    return (f"{_error(item.draws.median)} in the median over {item.draws.count} draws of the halves, "
            f"from {_error(item.draws.least)} to {_error(item.draws.most)}")


def _error(share: Fraction) -> str:
    """An error to three digits."""
    return f"{format_number(100 * share, _DIGITS)}%"


def _percent(share: Fraction) -> str:
    return f"{format_number(round(share * 100))}%"


EVIDENCE: Producer[ShownEvidence] = Producer(
    evidence_document, lambda shown: evidence_json(shown.items), lambda shown: evidence_table(shown.items))
