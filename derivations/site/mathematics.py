"""Relations, letters and prose of ours as HTML: the one place that says how the site sets mathematics."""

from __future__ import annotations

import re
from html import escape

from derivations.engine.display import spoken
from derivations.engine.quantity import Notation, Quantity
from derivations.engine.relation import Relation
from derivations.render.html.from_latex import display_mathml, mathml

_FORMULA = re.compile(r"\$([^$]+)\$")


def displayed(relation: Relation) -> str:
    """A relation on a line of its own."""
    return f'<span class="formula">{display_mathml(relation.latex)}</span>'


def inline(relation: Relation) -> str:
    """A relation within a line of text or a cell of a table."""
    return mathml(relation.latex)


def letter(quantity: Quantity) -> str:
    """The letter of a quantity."""
    return mathml(quantity.latex)


def prose(text: str, notation: Notation | None) -> str:
    """Prose as HTML, the names of quantities in it as their letters."""
    marked = spoken(text, notation, lambda part: escape(part).replace("$", "&#36;"))
    return _FORMULA.sub(lambda match: mathml(match[1]), marked)
