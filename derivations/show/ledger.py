"""The ledger: all claims side by side with the verdict, and what a change does to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import groupby
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import Comparison
from derivations.claim.study import Study
from derivations.errors import DerivationsError
from derivations.show.difference import WHEN, before_and_now, counts, ratio_json, result_name, side_json
from derivations.show.document import EMPTY, Block, TextLine, deeper
from derivations.show.json import published_json
from derivations.show.rocq.accepted import accepted_json, accepted_lines
from derivations.show.table import Cell, Table, bare_cell
from derivations.show.terminal import PLAIN, Style, text_of
from derivations.show.verdicts import verdict_lines, verdicts_of
from derivations.show.warning import warnings
from derivations.study.difference import result_side
from derivations.study.ledger import KEPT, MOVED, UNTOUCHED, Entry


def ledger_text(reports: Iterable[EvaluatedClaim], style: Style = PLAIN, *, brief: bool = False) -> str:
    """The claims by chapter, with result and verdicts and, unless `brief`, every published number beside what follows.

    A claim without a chapter stands under no heading.
    """
    blocks: list[Block] = []
    for chapter, members in groupby(reports, key=lambda report: report.claim.chapter):
        if chapter:
            blocks += [EMPTY, TextLine(chapter, hang=8, role="heading")]
        for report in members:
            blocks += [EMPTY, *_claim(report, brief=brief)]
    return text_of(blocks[1:], style)


def _claim(report: EvaluatedClaim, *, brief: bool) -> Iterator[Block]:
    name = report.claim.name
    yield TextLine(f"{name}  {report.claim.title}", whole=True, role="title", named=name)
    if report.headline.relation is not None:
        yield TextLine(relation=report.headline.relation, depth=1, hang=4)
    yield from deeper([*verdict_lines(report), *accepted_lines(report)], 1)
    if not brief and report.published:
        yield published_ledger(report)


def published_ledger(report: EvaluatedClaim) -> Table:
    """A line for each statement about a claim, with the numbers that it is derived from; below it what others give."""
    head = ("", "said", "by", "derived, from", "verdict")
    rows = [line for item in report.statements for line in (
        _row(item.said, item.said.mark), *(_row(other, "otherwise") for other in item.otherwise))]
    return Table(f"Published numbers of {report.claim.name}", head, tuple(rows))


def _row(row: Comparison, mark: str) -> tuple[str, ...]:
    published = row.published
    by = f"{published.by}, {published.where}" if published.where else published.by
    return mark, f"{published.step}: {row.said}", by, f"{row.derived_text}, {published.reading}", row.verdict


def ledger_json(reports: Iterable[EvaluatedClaim]) -> list[dict[str, Any]]:
    """The ledger as plain data, an object for each claim."""
    return [
        {
            "claim": report.claim.name,
            "title": report.claim.title,
            "chapter": report.claim.chapter,
            "result": str(report.headline.relation or ""),
            **verdicts_of(report).as_data(),
            **accepted_json(report),
            "published": [published_json(item) for item in report.statements],
        }
        for report in reports
    ]


def ledger_csv(reports: Iterable[EvaluatedClaim]) -> str:
    """The claims as comma-separated values: formula and number of the result, and each verdict in words."""
    keys = ("derivation", "as_said", "on_hardware", "against_measurement", "retold")
    rows = []
    for report in reports:
        told = verdicts_of(report).as_data()
        cell, unit = _number(report)
        words = ((told[key] or {}).get("words", "") for key in keys)
        claim = report.claim
        rows.append((claim.name, claim.title, claim.chapter, str(report.headline.relation or ""), cell, unit, *words))
    head = ("claim", "title", "chapter", "result", "number", "unit", *(key.replace("_", " ") for key in keys))
    return Table("Claims", head, tuple(rows)).to_csv()


def changed_ledger_csv(entries: Sequence[Entry]) -> str:
    """The claims as comma-separated values: what became of each, and its result before and now."""
    rows = []
    for item in entries:
        after = item.after or item.before
        formulas = (str(each.headline.relation or "") for each in (item.before, after))
        (before, unit), (now, _) = _number(item.before), _number(after)
        broken = "; ".join(after.contradictions)
        rows.append((item.claim.name, item.claim.title, item.standing, *formulas, before, now, unit, broken))
    head = ("claim", "title", "standing", "result before", "result now", "number before", "number now", "unit",
            "contradiction now")
    return Table("Claims", head, tuple(rows)).to_csv()


def _number(report: EvaluatedClaim) -> tuple[Cell, str]:
    """The number of a result and its unit, or the reason that there is none."""
    try:
        return bare_cell(report.result), report.result.unit
    except DerivationsError as error:
        return str(error), ""


def changed_ledger_text(
    entries: Sequence[Entry], study: Study, style: Style = PLAIN, *, brief: bool = False
) -> str:
    """Claims that moved, each with result and verdict before and now; if `brief`, with the result alone.

    The others have a line each, with their verdict; if `brief`, those that are not touched are told by name only.
    """
    lines = [TextLine(_summary(entries), hang=2, role="title")]
    lines.append(TextLine(f"changed: {'; '.join(_changes(study))}", hang=2))
    for item in entries:
        if item.standing == MOVED:
            name = item.claim.name
            lines += [EMPTY, TextLine(f"{name}  {item.claim.title}", whole=True, role="name", named=name)]
            lines += (TextLine(text, depth=1, hang=4) for text in _moved(item, brief=brief))
    for standing in (KEPT,) if brief else (KEPT, UNTOUCHED):
        others = [item for item in entries if item.standing == standing]
        lines += [EMPTY, TextLine(standing, role="heading")] if others else []
        for item in others:
            passing = f" {_taken(item)}; its result does not change;" if standing == KEPT else ""
            lines.append(TextLine(f"{item.claim.name}:{passing} {_verdict_now(item)}", depth=1, hang=4))
    return text_of(lines, style)


def changed_ledger_json(entries: Sequence[Entry], study: Study) -> list[dict[str, Any]]:
    """The same as plain data, an object for each claim with what was changed and how it stands now."""
    changed = _changes(study)
    return [{**_entry_json(item), "changed": changed} for item in entries]


def _summary(entries: Sequence[Entry]) -> str:
    """Every claim by name, under what became of it."""
    parts = []
    for standing in (MOVED, KEPT, UNTOUCHED):
        names = [item.claim.name for item in entries if item.standing == standing]
        if names or standing == MOVED:
            parts.append(f"{standing}: {', '.join(names) or 'none'}")
    return "; ".join(parts)


def _changes(study: Study) -> list[str]:
    """The changes of a study, each in a few words."""
    cards = {item.name: getattr(study.cards, item.name) for item in fields(study.cards)}
    return [
        *([study.title] if study.title else []),
        *(f"{name}: {item}" for name, item in study.premises.items()),
        *(f"{name} {card}" for name, card in cards.items() if card),
        *(["as said"] if study.as_said else []),
        *(f"without {name}" for name in study.without),
        *(f"{name} = {value}" for name, value in study.first.items()),
    ]


def _moved(item: Entry, *, brief: bool) -> Iterator[str]:
    """A claim that moved: its result, its verdict and its formula before and now, and what became of its steps."""
    difference = item.difference
    assert difference is not None
    result, (old, new) = difference.result, difference.headlines
    before, now = before_and_now(result.old, result.new, result.ratio)
    yield from warnings(difference.broken[1])
    same = not result.moved and old.relation == new.relation and old.conditions == new.conditions
    if same:
        yield f"{_taken(item)}; its result does not change: {result_name(difference)}, {result.new.shown}"
    else:
        yield f"{_taken(item)}"
        yield f"{result_name(difference)}: {before} → {now}"
    if brief:
        return
    if not same and (old.relation, old.conditions) != (new.relation, new.conditions):
        for when, step in zip(WHEN, (old, new), strict=True):
            told = TextLine(f"formula {when}:", step.relation, step.conditions).text
            yield told if step.relation is not None else f"no formula {when}"
    if difference.verdicts[0] == difference.verdicts[1]:
        yield f"verdict as before: {difference.verdicts[1]}"
    else:
        yield from (f"verdict {when}: {told}" for when, told in zip(WHEN, difference.verdicts, strict=True))
    yield counts(difference)
    if difference.unrefuted:
        yield f"no longer refuted: {', '.join(step.name for step in difference.unrefuted)}"


def _taken(item: Entry) -> str:
    """Premises of the change that the claim takes, and numbers of it that it uses."""
    difference = item.difference
    assert difference is not None
    premises = [change.name for change in difference.premises]
    numbers = [change.quantity.name for change in difference.numbers]
    told = [f"{word} {', '.join(names)}" for word, names in (("takes", premises), ("uses", numbers)) if names]
    return ", ".join(told) or "derived anew"


def _verdict_now(item: Entry) -> str:
    return (item.after or item.before).verdict


def _entry_json(item: Entry) -> dict[str, Any]:
    difference = item.difference
    return {
        "claim": item.claim.name,
        "title": item.claim.title,
        "standing": item.standing,
        "takes": list(item.takes),
        "before": _evaluated_json(item.before),
        "after": _evaluated_json(item.after or item.before),
        "ratio": None if difference is None else ratio_json(difference.result.ratio),
        "steps": {} if difference is None else {
            str(fate): [step.name for step in difference.changed if step.fate is fate]
            for fate in dict.fromkeys(step.fate for step in difference.changed)
        },
    }


def _evaluated_json(evaluated: EvaluatedClaim) -> dict[str, Any]:
    """The result and the verdict of an evaluated claim."""
    return {
        "result": str(evaluated.headline.relation or "") or None,
        "conditions": [str(condition) for condition in evaluated.headline.conditions],
        "number": side_json(result_side(evaluated)),
        "contradictions": list(evaluated.contradictions),
        "verdict": evaluated.verdict,
    }
