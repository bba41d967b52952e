"""Origins of a number, drawn as a tree for a terminal, or as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.language.display import MARKS
from derivations.numbers.source import Source
from derivations.show.json import SCHEMA, premise_json
from derivations.show.terminal import PLAIN, Style, wrapped
from derivations.study.provenance.leaf import BY_YOU
from derivations.study.provenance.origin import FAILS, OPEN, Cited, Origin, standing_words
from derivations.study.provenance.trace import origins

_DETAIL = "  "  # what stands under a number, before the numbers that enter
_NARROW = 30  # columns that text keeps, however deep the tree


def why_text(account: EvaluatedClaim, name: str, style: Style = PLAIN, also: Sequence[str] = ()) -> str:
    """The origins of the number of a quantity or a step of an account: a tree, then premises and documents.

    `also` names other claims in which it occurs. Raises `UnknownNameError` with the nearest quantities and steps.
    """
    origin = origins(account, name)
    numbered = {source: place for place, source in enumerate(origin.sources, start=1)}
    lines = [*_head(account, origin, style, also), "", *_drawn(origin, numbered, style)]
    lines += _premises(account, origin, style)
    lines += _documents(origin, numbered, style)
    if origin.missing:
        notation = account.derivation.notation
        asked = (notation[name] for name in origin.missing)
        needed = [f'--set {own.name}="{" ".join(("...", own.unit)).rstrip()}"' for own in asked]
        never = notation.any_functions(origin.missing)
        lines += ["", *_wrapped(never or f"To give what is missing: {' '.join(needed)}", style)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def why_json(account: EvaluatedClaim, name: str, also: Sequence[str] = ()) -> dict[str, Any]:
    """The tree as plain data, with the claim and the numbers it is seen through."""
    origin = origins(account, name)
    return {
        "schema": SCHEMA,
        "claim": account.claim.name,
        "also_in": list(also),
        "scenario": {"name": account.scenario.name, "title": account.scenario.title},
        "assumptions": dict(account.derivation.assumptions.premises),
        "premises": [premise_json(account.derivation[step]) for step in _rested_on(account, origin)],
        "origin": origin.to_json(),
    }


def _head(account: EvaluatedClaim, origin: Origin, style: Style, also: Sequence[str]) -> list[str]:
    """The quantity that was asked for, its claim, and the scenario."""
    quantity = origin.quantity
    asked = origin.step if quantity is None else quantity.name
    meaning = "" if quantity is None else f" [{quantity.unit or '1'}]: {quantity.meaning}"
    lines = [style.paint(line, "title") for line in _wrapped(f"{asked}{meaning}", style)]
    lines += _wrapped(f"in {account.claim.name}: {account.claim.title}", style)
    lines += _wrapped(f"scenario: {account.scenario.title}", style)
    for name, text in account.derivation.assumptions.premises.items():
        lines += _wrapped(f"changed: {name}: {text}", style)
    if also:
        lines += _wrapped(f"also in: {', '.join(also)}", style)
    return lines


def _drawn(origin: Origin, numbered: dict[Source, int], style: Style, first: str = "", rest: str = "") -> Iterator[str]:
    """A number, what stands behind it, and what enters it."""
    under = rest + ("│ " if origin.children else _DETAIL)
    own, *others = _filling(_shown(origin, root=not rest), style, first, under + _DETAIL)
    yield own.replace(origin.name, style.paint(origin.name, "name"), 1)
    yield from others
    for text, role in _told(origin, numbered):
        for line in _filling(text, style, under, under + _DETAIL):
            yield under + style.paint(line[len(under) :], role) if role else line
    for place, child in enumerate(origin.children, start=1):
        last = place == len(origin.children)
        yield from _drawn(child, numbered, style, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  "))


def _shown(origin: Origin, root: bool) -> str:
    """The number, or why there is none, and what it means; the meaning of the root stands in the head."""
    if origin.above:
        return f"{origin.shown}, above"
    meaning = f" ({origin.quantity.meaning})" if origin.quantity is not None and not root else ""
    return f"{origin.shown}{meaning}" + (f": {origin.note}" if origin.note and not origin.value else "")


def _told(origin: Origin, numbered: dict[Source, int]) -> Iterator[tuple[str, str]]:
    """Remarks on a number, line by line, each with the role it is painted in."""
    if origin.above:
        return
    if origin.step:
        named = origin.relation if origin.relation else "no relation"
        yield f"{origin.step} ({origin.rule}): {named}", ""
    if origin.filled:
        yield f"= {origin.filled}", ""
    for held in origin.conditions:
        role = {FAILS: "bad", OPEN: "bad"}.get(held.standing, "good")
        yield f"if {held}", role
    if origin.within:
        yield f"at {', '.join(origin.within)}", ""
    if origin.replaces:
        yield f"changed premise, in place of {origin.replaces}", "bad"
    yield from ((text, "dim") for text in (origin.because, origin.where and f"source: {origin.where}") if text)
    if origin.verdict:
        word = origin.verdict.split(" ", 1)[0]
        yield f"{MARKS.get(word, '')} {origin.verdict}".strip(), "good" if word in ("proven", "checked") else "bad"
    if origin.cited is not None:
        yield from _stated(origin.cited, numbered)
    for other in origin.conflicts:
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


def _premises(account: EvaluatedClaim, origin: Origin, style: Style) -> list[str]:
    """The premises and definitions behind the formulas, where the tree does not show them."""
    names = _rested_on(account, origin)
    if not names:
        return []
    heading = "The formulas rest on"
    first, *others = _wrapped(f"{heading} (derive show {account.claim.name} has every step)", style)
    lines = ["", style.paint(heading, "heading") + first[len(heading) :], *others]
    for name in names:
        step = account.derivation[name]
        lines += _wrapped(f"{name}: {step.relation}", style, _DETAIL)
        told = [step.because, f"source: {step.source}" if step.source else ""]
        told += [f"changed premise, in place of {step.replaces}"] if step.replaces else []
        for text in filter(None, told):
            lines += [style.paint(line, "dim") for line in _wrapped(text, style, _DETAIL * 3)]
    return lines


def _rested_on(account: EvaluatedClaim, origin: Origin) -> list[str]:
    """Premises and definitions that a formula of the tree rests on and that are no node of it, in order."""
    items = list(origin.walk())
    found = {name for item in items for name in item.premises} - {item.step for item in items}
    return [step.name for step in account.derivation if step.name in found]


def _documents(origin: Origin, numbered: dict[Source, int], style: Style) -> list[str]:
    """Every document once, with its address and how far it can be trusted."""
    cited = [(item.name, item.cited) for item in origin.walk() if item.cited is not None]
    bare = [name for name, item in cited if item.source is None and not item.by.startswith(BY_YOU)]
    lines = []
    for source, number in numbered.items():
        told = ", ".join(part for part in (source.title, source.date) if part)
        lines += _wrapped(f"[{number}] {told}; {standing_words(source)}", style, _DETAIL)
        if source.url:
            lines.append(style.paint(f"{_DETAIL * 3}{source.url}", "dim"))
    if bare:
        lines += _wrapped(f"no document: {', '.join(bare)}", style, _DETAIL)
    if origin.unverified:
        lines += _wrapped(f"unverified: {', '.join(dict.fromkeys(origin.unverified))}", style, _DETAIL)
    return ["", style.paint("Documents", "heading"), *lines] if lines else []


def _filling(text: str, style: Style, first: str, rest: str) -> list[str]:
    """Text beside the lines of the tree, which leaves it some room however deep it is."""
    return wrapped(text, replace(style, width=max(style.width, len(rest) + _NARROW)), first, rest) or [first]


def _wrapped(text: str, style: Style, indent: str = "") -> list[str]:
    return _filling(text, style, indent, indent + _DETAIL)
