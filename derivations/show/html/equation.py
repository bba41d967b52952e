"""Equation blocks: mathematics first, one line of reason, and on demand the rule, the check and the source.

A block is made from the data of a step (`engine/step_data.py`), so that no page needs SymPy. It reads without a script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from derivations.errors import InputError
from derivations.language.display import MARKS
from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.printing.mathml import (
    led_by,
    math,
    relation_pieces,
    side_pieces,
    sign_mathml,
    to_mathml,
    value_mathml,
)
from derivations.language.printing.python_code import to_python
from derivations.language.tree import Name, Node, WrittenRelation
from derivations.show.html.letters import Letters, functions_of, joined, letters_of
from derivations.show.html.prose import formula, prose

_FINDINGS = {
    "proven": "proven", "checked": "computed, without an independent check", "numeric": "solved with numbers",
    "refuted": "refuted", "inconclusive": "not decided", "waiting": "waiting",
}
_RULES = {"take": "premise", "define": "definition", "reject": "rejected"}
_SCROLLED = 50  # characters of conditions that a narrow screen may have to scroll: the keyboard reaches them then


def anchor_of(claim: str, step: str) -> str:
    """The anchor of a step's equation, which is its label in LaTeX, too.

    >>> anchor_of("optimal-batch", "balance")
    'eq:optimal-batch:balance'
    """
    return f"eq:{claim}:{step}"


@dataclass(frozen=True)
class Place:
    """Where the equation of a step stands: its number, and an address for links."""

    label: str
    address: str


def equation_block(
    data: Mapping[str, Any], anchor: str, *, places: Mapping[str, Place] | None = None, letters: Letters | None = None
) -> str:
    """The block of a step; `anchor` is unique on the page.

    `places` are those of other steps by name: what the step rests on is a link to them, as far as they have one.
    `letters` are those of the page, beside the step's own.
    """
    known = joined(data["letters"], letters or {})
    finding = data["verdict"]["finding"]
    label, name = escape(data["label"]), escape(data["name"])
    own = escape(anchor)
    return "\n".join(
        part
        for part in (
            f'<div class="equation" id="{own}" data-verdict="{escape(finding)}">',
            '<div class="line">',
            display(_pieces(data, known)) if _relation(data, known) else _statement(data["statement"], finding),
            f'<a class="number" href="#{own}" aria-label="equation {label}, {name}">({label})</a>',
            "</div>",
            _conditions(data, known),
            _reason(data, known),
            _foot(data, known, places or {}),
            "</div>",
        )
        if part
    )


def numbers_block(data: Mapping[str, Any], *, letters: Letters | None = None) -> str:
    """A numbers line: formula, numbers, result, each number with the quantity that it is of."""
    known = joined(data["letters"], letters or {})
    signs = letters_of(known)
    relation = _read_relation(data["relation"], known)
    if relation is None:
        return f'<p class="numbers"><code>{escape(data["text"])}</code></p>'
    values = {name: value_mathml(value) for name, value in data["values"].items()}
    shown = () if data["result"] is None else (f"<mrow>{sign_mathml('=')}{value_mathml(data['result'])}</mrow>",)
    pieces: tuple[str, ...]
    after = ""
    if data["solved"] and shown:
        pieces = (to_mathml(Name(data["solved"]["unknown"]), signs), *shown)
        after = f"solved with numbers: {escape(data['solved']['words'])}; the equation is"
    elif data["given"] and shown:
        sign = sign_mathml(relation.operator)
        result = value_mathml(data["result"])
        pieces = (to_mathml(relation.left, signs), f"<mrow>{sign}{result}</mrow>")
        after = f"given; otherwise {math(to_mathml(relation.right, signs))}"
    else:
        filled = _read(data["filled"], known) if data["filled"] and shown else None
        middle = () if filled is None else led_by(sign_mathml("="), side_pieces(filled, signs, values))
        if middle and middle == shown:
            middle = ()
        pieces = (*relation_pieces(relation, signs), *middle, *shown)
    if data["reason"]:
        after = prose(data["reason"], known)
    parts = [display(pieces), f'<p class="remark">{after}</p>' if after else ""]
    if data["solved"] and shown:
        parts.append(display(relation_pieces(relation, signs)))
    if data["unchecked"]:
        undecided = prose(", ".join(data["unchecked"]), known)
        parts.append(f'<p class="remark">not decided for lack of numbers: {undecided}</p>')
    return f'<div class="numbers">{"".join(parts)}</div>'


def display(pieces: Sequence[str]) -> str:
    """A formula on lines of its own, which breaks between its pieces where the page is narrow."""
    shown = "<wbr>".join(f"<span>{math(piece, display=True)}</span>" for piece in pieces)
    return f'<div class="formula"><div class="set">{shown}</div></div>'


def relation_display(text: str, letters: Letters) -> str:
    """A relation in our grammar on lines of its own; a text that is none as code."""
    relation = _read_relation(text, letters)
    if relation is None:
        return f"<p><code>{escape(text)}</code></p>"
    return display(relation_pieces(relation, letters_of(letters)))


def _relation(data: Mapping[str, Any], known: Letters) -> WrittenRelation | None:
    return _read_relation(data["relation"] or data["statement"], known)


def _read_relation(text: str | None, letters: Letters) -> WrittenRelation | None:
    try:
        return parse_relation(text, None, functions_of(letters)) if text else None
    except InputError:
        return None


def _read(text: str, letters: Letters) -> Node | None:
    try:
        return parse_expression(text, None, functions_of(letters))
    except InputError:
        return None


def _pieces(data: Mapping[str, Any], known: Letters) -> Sequence[str]:
    relation = _relation(data, known)
    assert relation is not None
    return relation_pieces(relation, letters_of(known))


def _statement(text: str, finding: str) -> str:
    shown = f"<code>{escape(text)}</code>" if text else f'<span class="quiet">no equation: {escape(finding)}</span>'
    return f'<div class="formula"><div class="set">{shown}</div></div>'


def _conditions(data: Mapping[str, Any], known: Letters) -> str:
    if not data["conditions"]:
        return ""
    shown = " and ".join(formula(condition["relation"], known) for condition in data["conditions"])
    size = sum(len(condition["relation"]) for condition in data["conditions"])
    reached = ' tabindex="0" role="group" aria-label="Conditions"' if size > _SCROLLED else ""
    return f'<p class="conditions"{reached}>if {shown}</p>'


def _reason(data: Mapping[str, Any], known: Letters) -> str:
    """The reason in one line, with what the step supposes."""
    parts = [prose(data["because"], known)] if data["because"] else []
    note = data["note"]
    if note and note not in data["verdict"]["text"]:
        parts.append(prose(note, known))
    return f'<p class="because">{"; ".join(parts)}</p>' if parts else ""


def _foot(data: Mapping[str, Any], known: Letters, places: Mapping[str, Place]) -> str:
    """What opens on demand, and the buttons that copy."""
    verdict = data["verdict"]
    finding, name = verdict["finding"], escape(data["name"])
    rule = escape(_RULES.get(data["rule"], data["rule"]))
    mark = MARKS.get(finding, "?")
    told = (
        f'<span class="mark {escape(finding)}" aria-hidden="true">{mark}</span>'
        f'<span class="unseen">{_FINDINGS.get(finding, escape(finding))}:</span> '
        if mark
        else ""
    )
    rows = _rows(data, known, places)
    listed = "".join(f'<div class="{term.split()[0]}"><dt>{term}</dt><dd>{text}</dd></div>' for term, text in rows)
    return (
        f'<div class="foot"><details class="behind"><summary>{told}<span class="name">{name}</span> '
        f'<span class="rule">{rule}</span></summary><dl>{listed}</dl></details>{_copies(data)}</div>'
    )


def _rows(data: Mapping[str, Any], known: Letters, places: Mapping[str, Place]) -> list[tuple[str, str]]:
    verdict = data["verdict"]
    rows = []
    if data["inputs"]:
        rows.append(("rests on", ", ".join(_link(name, places) for name in data["inputs"])))
    if data["within"] and list(data["within"]) != [data["name"]]:
        rows.append(("supposes", ", ".join(_link(name, places) for name in data["within"])))
    if verdict["finding"] != "taken":
        text = prose(verdict["text"], known)
        rows.append(("check", text + (f", at {prose(verdict['at'], known)}" if verdict["at"] else "")))
    if data["replaces"]:
        rows.append(("replaces", formula(data["replaces"], known)))
    if data["source"]:
        rows.append(("source", prose(data["source"], {})))
    return rows or [("stands on", "itself: it says what a letter means")]


def _link(name: str, places: Mapping[str, Place]) -> str:
    place = places.get(name)
    if place is None:
        return escape(name)
    return f'<a href="{escape(place.address)}">({escape(place.label)})&nbsp;{escape(name)}</a>'


def _copies(data: Mapping[str, Any]) -> str:
    """Buttons that copy the equation; the script shows them."""
    texts = {"LaTeX": data["latex"], "text": data["relation"] or data["statement"], "Python": _python(data)}
    buttons = [
        f'<button type="button" data-copy="{escape(text)}">{kind}</button>' for kind, text in texts.items() if text
    ]
    return f'<p class="copy" hidden>copy {" ".join(buttons)}</p>' if buttons else ""


def _python(data: Mapping[str, Any]) -> str:
    """The relation as Python; empty for one that has none."""
    relation = _read_relation(data["relation"], data["letters"])
    if relation is None:
        return ""
    assigns = relation.operator == "=" and isinstance(relation.left, Name)
    sign = "=" if assigns else {"=": "=="}.get(relation.operator, relation.operator)
    try:
        return f"{to_python(relation.left)} {sign} {to_python(relation.right)}"
    except InputError:  # a function that may be any
        return ""
