"""Equation blocks: mathematics first, one line of reason, and on demand the rule, the check and the source.

A block is made from the data of a step (`derivation/step.py`), so that no page needs SymPy. It reads without a script.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from derivations.errors import InputError
from derivations.language.grammar import parse_expression
from derivations.language.printing.latex_lines import width
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
from derivations.language.tree import Name, Node
from derivations.writers.html.mathematics import (
    Letters,
    display,
    displayed,
    functions_of,
    joined,
    prose,
    read_relation,
    signs_of,
    value,
)

LEFT = 90.0  # points, at ten points: what still stands before an aligned sign


def anchor_of(claim: str, step: str) -> str:
    """The anchor of a step's equation, which is its label in LaTeX, too.

    >>> anchor_of("optimal-batch", "balance")
    'eq:optimal-batch:balance'
    """
    return f"eq:{claim}:{step}"


def anchor(text: str) -> str:
    """A text as the name of a place on a page, the same for the same text."""
    return "".join(character if character.isalnum() or character in "-_." else "-" for character in text)


@dataclass(frozen=True)
class EquationPlace:
    """Place of a step's equation: its number, and an address for links."""

    label: str
    address: str


def places_of(labels: Mapping[str, str], claim: str, page: str = "") -> dict[str, EquationPlace]:
    """The places of steps, by their labels, on the page that shows the derivation of a claim; by default this one."""
    return {step: EquationPlace(label, f"{page}#{anchor_of(claim, step)}") for step, label in labels.items()}


def statement(data: Mapping[str, Any], letters: Letters) -> str:
    """The relation of a step, or the statement that it rejects, on lines of its own; empty for what is none."""
    relation = read_relation(data["relation"] or data["statement"], letters)
    return "" if relation is None else display(relation_pieces(relation, signs_of(letters)))


def python_of(data: Mapping[str, Any]) -> str:
    """The relation of a step as Python; empty for one that has none."""
    relation = read_relation(data["relation"], data["letters"])
    if relation is None:
        return ""
    assigns = relation.operator == "=" and isinstance(relation.left, Name)
    sign = "=" if assigns else {"=": "=="}.get(relation.operator, relation.operator)
    try:
        return f"{to_python(relation.left)} {sign} {to_python(relation.right)}"
    except InputError:  # a function that may be any
        return ""


def right_side(text: str, letters: Letters) -> str:
    """The right side of a relation in the grammar, in running text."""
    relation = read_relation(text, letters)
    return "" if relation is None else math(to_mathml(relation.right, signs_of(letters)))


def numbers_formula(data: Mapping[str, Any], letters: Letters) -> str:
    """The formula of a numbers line: relation, numbers, result, each number with the quantity that it is of.

    Of a relation that was solved with numbers, or a value that was given, the left side and the result; empty where
    the relation cannot be read.
    """
    relation = read_relation(data["relation"], letters)
    if relation is None:
        return ""
    signs, known = signs_of(letters), data["result"] is not None
    result = value_mathml(data["result"]) if known else ""
    equal = f"<mrow>{sign_mathml('=')}{result}</mrow>"
    if known and data["solved"]:
        return display((to_mathml(Name(data["solved"]["unknown"]), signs), equal))
    if known and data["given"]:
        return display((to_mathml(relation.left, signs), f"<mrow>{sign_mathml(relation.operator)}{result}</mrow>"))
    shown = (equal,) if known else ()
    filled = _expression(data["filled"], letters) if data["filled"] and known else None
    values = {name: value_mathml(value) for name, value in data["values"].items()}
    middle = () if filled is None else led_by(sign_mathml("="), side_pieces(filled, signs, values))
    return display((*relation_pieces(relation, signs), *(() if middle == shown else middle), *shown))


def numbers_block(data: Mapping[str, Any], letters: Letters | None = None) -> str:
    """A numbers line: formula, numbers, result, and what is to be said of it."""
    known = joined(data["letters"], letters)
    shown = numbers_formula(data, known)
    if not shown:
        return f'<p class="numbers"><code>{escape(data["text"])}</code></p>'
    told, valued = [], data["result"] is not None
    if data["reason"]:
        told.append(_remark(prose(data["reason"], known)))
    elif data["solved"] and valued:
        told.append(_remark(f"solved with numbers: {escape(data['solved']['words'])}; the equation is"))
        told.append(displayed(data["relation"], known))
    elif data["given"] and valued:
        told.append(_remark(f"given; otherwise {right_side(data['relation'], known)}"))
    if data["unchecked"]:
        undecided = data.get("undecided", "not decided for lack of numbers")
        told.append(_remark(f"{escape(undecided)}: {prose(', '.join(data['unchecked']), known)}"))
    return f'<div class="numbers">{shown}{"".join(told)}</div>'


def _remark(text: str) -> str:
    return f'<p class="remark">{text}</p>'


def letters_table(letters: Letters) -> str:
    """The letters with name, unit and meaning, and their values where they have one: open without a script."""
    signs, valued = signs_of(letters), any(letter.get("value") for letter in letters.values())
    head = ("name", "letter", "meaning", "unit", *(("value",) if valued else ()))
    rows = []
    for name, letter in letters.items():
        unit = escape(letter["unit"]) or '<span class="quiet">pure number</span>'
        own = [math(signs[name]), escape(letter["meaning"]), unit]
        if valued:
            own.append(value(letter["value"]) if letter.get("value") else "—")
        cells = "".join(f"<td>{cell}</td>" for cell in own)
        rows.append(f'<tr id="letter:{escape(name)}"><th scope="row"><code>{escape(name)}</code></th>{cells}</tr>')
    titles = "".join(f'<th scope="col">{title}</th>' for title in head)
    whole = "\n".join((f"<table><thead><tr>{titles}</tr></thead><tbody>", *rows, "</tbody></table>"))
    return f'<div class="table" role="region" aria-label="Letters" tabindex="0">{whole}</div>'


def _expression(text: str, letters: Letters) -> Node | None:
    try:
        return parse_expression(text, None, functions_of(letters))
    except InputError:
        return None


def sides(step: Mapping[str, Any], letters: Letters) -> tuple[str, str]:
    """The left side of a relation, and its sign with the right side, each as HTML; no left side where it is long."""
    relation = read_relation(step["relation"], letters)
    if relation is None:
        return "", f"<code>{step['relation']}</code>"
    signs = signs_of(letters)
    if width(step["latex"].split("=", 1)[0]) > LEFT:
        return "", display(relation_pieces(relation, signs))
    right = led_by(sign_mathml(relation.operator), side_pieces(relation.right, signs))
    return math(to_mathml(relation.left, signs), display=True), display(right)
