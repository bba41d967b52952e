"""The ledger before and after a change: which claims it moves, and which it does not touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import Study
from derivations.document.blocks import EMPTY, Document, TextLine, warnings
from derivations.document.data import ratio_data, selected
from derivations.document.difference import WHEN, before_and_now, counts, formulas, result_name, side_data
from derivations.document.ledger import number_cell
from derivations.document.shown import Producer, Shown
from derivations.document.table import Table
from derivations.study.difference import result_side
from derivations.study.ledger import KEPT, MOVED, UNTOUCHED, Entry


@dataclass(frozen=True)
class ChangedLedger:
    """What a change makes of claims."""

    entries: Sequence[Entry]
    study: Study


def changed_ledger_table(changed: ChangedLedger) -> Table:
    """The claims: what became of each, and its result before and now."""
    rows = []
    for item in changed.entries:
        after = item.after or item.before
        formulas = (str(each.headline.relation or "") for each in (item.before, after))
        (before, unit), (now, _) = number_cell(item.before), number_cell(after)
        broken = "; ".join(after.contradictions)
        rows.append((item.claim.name, item.claim.title, item.standing, *formulas, before, now, unit, broken))
    head = ("claim", "title", "standing", "result before", "result now", "number before", "number now", "unit",
            "contradiction now")
    return Table("Claims", head, tuple(rows))


def changed_ledger_document(changed: ChangedLedger, *, brief: bool = False) -> Document:
    """Claims that moved, each with result and verdict before and now; if `brief`, with the result alone.

    The others have a line each, with their verdict; if `brief`, those that are not touched are told by name only.
    """
    entries, study = changed.entries, changed.study
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
    return Document(tuple(lines))


def changed_ledger_json(changed: ChangedLedger) -> list[dict[str, Any]]:
    """The same as plain data, an object for each claim with what was changed and how it stands now."""
    changes = _changes(changed.study)
    return [{**_entry_json(item), "changed": changes} for item in changed.entries]


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
    before, now = before_and_now(result)
    yield from warnings(difference.broken[1])
    alike = (old.relation, old.conditions, old.context) == (new.relation, new.conditions, new.context)
    same = not result.moved and alike
    if same:
        yield f"{_taken(item)}; its result does not change: {result_name(difference)}, {result.new.shown}"
    else:
        yield f"{_taken(item)}"
        yield f"{result_name(difference)}: {before} → {now}"
    if brief:
        return
    if not alike:
        yield from (line.text for line in formulas(difference))
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
        **selected(item, "claim=claim.name title=claim.title standing takes"),
        "before": _evaluated_json(item.before),
        "after": _evaluated_json(item.after or item.before),
        "ratio": None if difference is None else ratio_data(difference.result.ratio),
        "steps": {} if difference is None else {
            str(fate): [step.name for step in difference.changed if step.fate is fate]
            for fate in dict.fromkeys(step.fate for step in difference.changed)
        },
    }


def _evaluated_json(evaluated: EvaluatedClaim) -> dict[str, Any]:
    """The result and the verdict of an evaluated claim."""
    return {
        **selected(evaluated.headline, "result=relation conditions context=holds?"),
        "number": side_data(result_side(evaluated)),
        **selected(evaluated, "contradictions verdict"),
    }


CHANGED_LEDGER = Producer(changed_ledger_document, changed_ledger_json, changed_ledger_table)


def changed_ledger(entries: Sequence[Entry], study: Study) -> Shown[ChangedLedger]:
    """What a change makes of claims, as `ledger` found it, to be shown."""
    return Shown(ChangedLedger(entries, study), CHANGED_LEDGER)
