"""Origins of a number as a tree; as plain data, and as rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.document.blocks import EMPTY, Block, Document, TextLine, headed, warning_lines
from derivations.document.cells import Cell, Number
from derivations.document.columns import NOTHING
from derivations.document.data import selected
from derivations.document.json import premise_json
from derivations.document.schema import SCHEMA
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.language.display import MARKS, UNMET
from derivations.numbers.source import Source
from derivations.study.provenance.leaf import BY_YOU
from derivations.study.provenance.origin import FAILS, OPEN, Cited, Origin, standing_words
from derivations.study.provenance.trace import origin_of

_FULL = "`--full` adds reasons and checks, the numbers in each formula, what other sources say, and addresses."


@dataclass(frozen=True)
class Asked:
    """A quantity or a step of an evaluated claim, with the origin of its number; `also` occurs in these claims."""

    evaluated: EvaluatedClaim
    origin: Origin
    also: tuple[str, ...] = ()

    @classmethod
    def of(cls, evaluated: EvaluatedClaim, name: str, also: Sequence[str] = (), branch: str = "") -> Asked:
        """By name; `branch` chooses one of several. Raises `UnknownNameError` with the nearest quantities and steps."""
        return cls(evaluated, origin_of(evaluated, name, branch), tuple(also))


def why_document(asked: Asked, *, brief: bool = False) -> Document:
    """The origins of a number: a tree, then premises and documents.

    If `brief` without reasons, numbers put in, verdicts, other sources, premises behind the formulas, and addresses.
    """
    lines = _lines(asked.evaluated, asked.origin, asked.also, brief)
    return Document.of(lines, notation=asked.evaluated.derivation.notation)


def _lines(evaluated: EvaluatedClaim, origin: Origin, also: Sequence[str], brief: bool) -> Iterator[Block]:
    numbered = {source: place for place, source in enumerate(origin.sources, start=1)}
    yield from (*_head(evaluated, origin, also), EMPTY, *_tree(origin, numbered, brief=brief))
    yield from () if brief else _premises(evaluated, origin)
    yield from _documents(origin, numbered, brief=brief)
    if origin.missing:
        notation = evaluated.derivation.notation
        asked = (notation[name] for name in origin.missing)
        needed = [f'--set {own.name}="{" ".join(("...", own.unit)).rstrip()}"' for own in asked]
        never = notation.any_functions(origin.missing)
        yield from (EMPTY, TextLine(never or f"To give what is missing: {' '.join(needed)}", hang=2))
    if brief:
        yield from (EMPTY, TextLine(_FULL, hang=2))


def why_json(asked: Asked) -> dict[str, Any]:
    """The tree as plain data, with the claim and the numbers it is seen through."""
    evaluated, origin, also = asked.evaluated, asked.origin, asked.also
    return {
        "schema": SCHEMA,
        "claim": evaluated.claim.name,
        "also_in": list(also),
        "scenario": selected(evaluated.scenario, "name title"),
        "assumptions": dict(evaluated.derivation.assumptions.premises),
        "premises": [premise_json(evaluated.derivation[step]) for step in _rested_on(evaluated, origin)],
        "origin": origin.to_json(),
    }


def why_table(asked: Asked) -> Table:
    """The tree as a table: a row for each quantity in reading order, with its depth and what it enters.

    A number stands in the unit beside it.
    """
    head = ("depth", "quantity", "enters", "meaning", "operator", "number", "unit", "step", "relation", "verdict", "by",
            "source", "url", "date", "standing", "note")
    return Table("Origin", head, tuple(_rows(asked.origin)), keys=2)


def _rows(origin: Origin, depth: int = 0, enters: str = "") -> Iterator[tuple[Cell, ...]]:
    """The row of a quantity, and those of what enters it; one that stands further up is not traced again."""
    number = NOTHING if origin.number is None else Number(origin.value, origin.number)
    cited = origin.cited.to_json() if origin.cited is not None else {}
    said = (cited.get(key) or "" for key in ("by", "source", "url", "date", "standing"))
    note = "above" if origin.above else origin.note
    meaning = "" if origin.quantity is None else origin.quantity.meaning
    yield (str(depth), origin.name, enters, meaning, origin.operator, number, origin.unit, origin.step, origin.relation,
           origin.verdict, *said, note)
    for child in origin.children:
        yield from _rows(child, depth + 1, origin.name)


def _head(evaluated: EvaluatedClaim, origin: Origin, also: Sequence[str]) -> Iterator[Block]:
    """The quantity that was asked for, its claim, and the scenario."""
    yield from warning_lines(evaluated.contradictions)
    quantity = origin.quantity
    asked = origin.step if quantity is None else quantity.name
    meaning = "" if quantity is None else f" [{quantity.unit or '1'}]: {quantity.meaning}"
    yield TextLine(f"{asked}{meaning}", hang=2, role="title")
    yield TextLine(f"in {evaluated.claim.name}: {evaluated.claim.title}", hang=2)
    yield TextLine(f"scenario: {evaluated.scenario.title}", hang=2)
    for name, text in evaluated.derivation.assumptions.premises.items():
        yield TextLine(f"changed: {name}: {text}", hang=2)
    if also:
        yield TextLine(f"also in: {', '.join(also)}", hang=2)


def _tree(
    origin: Origin, numbered: dict[Source, int], branch: str = "", trunk: str = "", *, brief: bool
) -> Iterator[TextLine]:
    """A number, the remarks on it, and the numbers that enter it."""
    under = trunk + ("│ " if origin.children else "  ")
    shown = _shown(origin, root=not trunk) + (_cited(origin, numbered) if brief else "")
    yield TextLine(shown, hang=2, role="name", named=origin.name, branch=branch, trunk=under)
    for text, role in _told(origin, numbered, brief=brief):
        yield TextLine(text, hang=2, role=role, branch=under, trunk=under)
    for place, child in enumerate(origin.children, start=1):
        last = place == len(origin.children)
        begun, below = trunk + ("└─ " if last else "├─ "), trunk + ("   " if last else "│  ")
        yield from _tree(child, numbered, begun, below, brief=brief)


def _shown(origin: Origin, root: bool) -> str:
    """The number, or why there is none, and what it means; the meaning of the root stands in the head."""
    if origin.above:
        return f"{origin.shown}, above"
    meaning = f" ({origin.quantity.meaning})" if origin.quantity is not None and not root else ""
    return f"{origin.shown}{meaning}" + (f": {origin.note}" if origin.note and not origin.value else "")


def _cited(origin: Origin, numbered: dict[Source, int]) -> str:
    """Who gives the number, and the place of the document, behind the number."""
    cited = None if origin.above else origin.cited
    if cited is None:
        return ""
    place = "" if cited.source is None else f" [{numbered[cited.source]}]"
    return f"; {cited.by}{place}"


def _told(origin: Origin, numbered: dict[Source, int], *, brief: bool) -> Iterator[tuple[str, str]]:
    """Remarks on a number, line by line, each with the role it is painted in."""
    if origin.above:
        return
    if origin.step:
        named = origin.relation if origin.relation else "no relation"
        yield f"{origin.step} ({origin.rule}): {named}", ""
    if origin.filled and not brief:
        yield f"= {origin.filled}", ""
    for held in origin.conditions:
        role = {FAILS: "bad", OPEN: "bad"}.get(held.standing, "good")
        yield f"if {held}", role
    if origin.context:
        yield origin.context, ""
    if origin.replaces:
        yield f"changed premise, in place of {origin.replaces}", "bad"
    reasons = () if brief else (origin.because, origin.where and f"source: {origin.where}")
    yield from ((text, "dim") for text in reasons if text)
    if origin.verdict:
        word = origin.verdict.split(" ", 1)[0]
        holds = word in ("proven", "argued", "checked")
    if origin.verdict and not (brief and holds):
        yield f"{MARKS.get(word, UNMET)} {origin.verdict}".strip(), "good" if holds else "bad"
    if origin.cited is not None and not brief:
        yield from _stated(origin.cited, numbered)
    for other in () if brief else origin.conflicts:
        yield _said_elsewhere(other, origin, numbered), "dim"
    if origin.note and origin.value:
        yield origin.note, ""


def _stated(cited: Cited, numbered: dict[Source, int]) -> Iterator[tuple[str, str]]:
    yield "; ".join(part for part in (cited.by, cited.meaning) if part), ""
    if cited.source is not None:
        yield _document(cited, numbered), "dim" if cited.source.standing != "unverified" else "bad"
    elif not cited.by.startswith(BY_YOU):
        yield "no document is cited for it", "dim"


def _document(cited: Cited, numbered: dict[Source, int]) -> str:
    source = cited.source
    assert source is not None
    parts = [source.title, source.date, cited.date if cited.date != source.date else "", source.standing]
    return f"[{numbered[source]}] {', '.join(part for part in parts if part)}"


def _said_elsewhere(other: Cited, origin: Origin, numbered: dict[Source, int]) -> str:
    meaning = other.meaning if origin.cited is None or other.meaning != origin.cited.meaning else ""
    told = [f"another source: {other.value}", meaning, _document(other, numbered) if other.source else ""]
    told += [f"with it {other.effect}" if other.effect else ""]
    return "; ".join(part for part in told if part)


def _premises(evaluated: EvaluatedClaim, origin: Origin) -> Iterator[TextLine]:
    """The premises and definitions behind the formulas, where the tree does not show them."""
    names = _rested_on(evaluated, origin)
    if not names:
        return
    yield from (EMPTY, headed("The formulas rest on", f" (derive show {evaluated.claim.name} --full has every step)"))
    for name in names:
        step = evaluated.derivation[name]
        yield TextLine(f"{name}: {step.relation}", depth=1, hang=2)
        told = [step.because, f"source: {step.source}" if step.source else ""]
        told += [f"changed premise, in place of {step.replaces}"] if step.replaces else []
        yield from (TextLine(text, depth=3, hang=2, role="dim") for text in told if text)


def _rested_on(evaluated: EvaluatedClaim, origin: Origin) -> list[str]:
    """Premises and definitions that a formula of the tree rests on and that are no node of it, in order."""
    items = list(origin.walk())
    found = {name for item in items for name in item.premises} - {item.step for item in items}
    return [step.name for step in evaluated.derivation if step.name in found]


def _documents(origin: Origin, numbered: dict[Source, int], *, brief: bool) -> Iterator[TextLine]:
    """Every document once, with its standing and, unless `brief`, its address."""
    cited = [(item.name, item.cited) for item in origin.walk() if item.cited is not None]
    bare = [name for name, item in cited if item.source is None and not item.by.startswith(BY_YOU)]
    lines = []
    for source, number in numbered.items():
        told = ", ".join(part for part in (source.title, source.date) if part)
        lines.append(TextLine(f"[{number}] {told}; {standing_words(source)}", depth=1, hang=2))
        if source.url and not brief:
            lines.append(TextLine(source.url, depth=3, role="dim", whole=True))
    for word, names in (("no document", bare), ("unverified", list(dict.fromkeys(origin.unverified)))):
        if names:
            lines.append(TextLine(f"{word}: {', '.join(names)}", depth=1, hang=2))
    if lines:
        yield from (EMPTY, TextLine("Documents", role="heading"), *lines)


WHY = Producer(why_document, why_json, why_table)
