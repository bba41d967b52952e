"""Prose with formulas in it as HTML: what parses as a formula in known letters is set as one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from derivations.language.printing.mathml import math, relation_mathml, to_mathml
from derivations.language.prose import Limit, Tree, pieces, read
from derivations.language.tree import WrittenRelation
from derivations.show.html.letters import Letters, functions_of, letters_of

_CODE = re.compile(r"`([^`]+)`")


def prose(text: str, letters: Letters) -> str:
    """Plain text as HTML: formulas and letters as mathematics, what stands in backquotes as code."""
    found = pieces(text, {name: letter["latex"] for name, letter in letters.items()}, functions_of(letters))
    signs = letters_of(letters) if any(not isinstance(piece, str) for piece in found) else {}
    return "".join(_plain(piece) if isinstance(piece, str) else _set(piece.tree, signs) for piece in found)


def formula(text: str, letters: Letters) -> str:
    """A formula in our grammar as MathML in running text; a text that is none as code."""
    found = read(text, letters, functions_of(letters))
    return _set(found.tree, letters_of(letters)) if found else f"<code>{escape(text)}</code>"


def _plain(text: str) -> str:
    parts = _CODE.split(text)
    return "".join(f"<code>{escape(part)}</code>" if place % 2 else escape(part) for place, part in enumerate(parts))


def _set(tree: Tree, signs: Mapping[str, str]) -> str:
    match tree:
        case WrittenRelation():
            return math(relation_mathml(tree, signs))
        case Limit(left, to):
            goal = to_mathml(to, signs) if to else "<mi>∞</mi>"
            return math(f"<mrow>{to_mathml(left, signs)}<mo>→</mo>{goal}</mrow>")
    return math(to_mathml(tree, signs))
