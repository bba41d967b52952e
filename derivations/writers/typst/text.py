"""Text for Typst: escaping, and prose with formulas in it."""

from __future__ import annotations

import re

from derivations.language.printing.typst import SlashedTypst
from derivations.language.prose import set_prose, spaced
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.language.tree import FormulaTree

_SIGNS = re.compile(r"[\\#$*_`<>@\[\]~]|^[-=+/](?=\s|\Z)|(?<=/)/|(?<=-)-|-(?=-|\?)")
_NUMBERED = re.compile(r"^(\s*[0-9]+)\.(?=\s|\Z)")  # would begin an item of a list
_RAISED = re.compile(r"(?<=[A-Za-z])\^(-?[0-9]+)")  # as in token^2


def escaped(text: str) -> str:
    r"""Plain text for Typst's markup: nothing in it is lost or sets Typst going.

    >>> print(escaped("b_w is #1, see [a]"))
    b\_w is \#1, see \[a\]
    """
    plain = _SIGNS.sub(lambda sign: f"\\{sign[0]}", " ".join(text.split()))
    return _RAISED.sub(r"#super[\1]", _NUMBERED.sub(r"\1\\.", plain))


def string(text: str) -> str:
    r"""Text as a string of Typst's code.

    >>> print(string('a "b"'))
    "a \"b\""
    """
    told = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{told}"'


def prose(text: str, notation: Notation | None) -> str:
    r"""Text in which formulas of the notation stand as mathematics, each of them whole.

    >>> notation = Notation.of("L [token] context\nL_x [token] its edge")
    >>> print(prose("holds only if L < L_x", notation))
    holds only if $L < L_(x)$
    """
    letters = notation.latex_names if notation else {}
    printer, functions = SlashedTypst(letters), notation.functions if notation else {}

    def formula(found: FormulaTree) -> str:
        return f"${printer.statement(found)}$"

    return set_prose(text, letters, functions, formula, spaced(escaped), powers=True)


def in_text(relation: Relation) -> str:
    """A relation between dollars."""
    return f"${SlashedTypst(relation.notation.latex_names).statement(relation.written)}$"
