"""Relations, letters and prose of ours as HTML: the one place that says how the site sets mathematics."""

from __future__ import annotations

from derivations.language.printing.mathml import math, relation_mathml, to_mathml
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation
from derivations.language.tree import Name
from derivations.search.step_data import letters_data
from derivations.show.html import prose as writer
from derivations.show.html.equation import relation_display
from derivations.show.html.letters import letters_of


def displayed(relation: Relation) -> str:
    """A relation on lines of its own."""
    return relation_display(str(relation), letters_data(relation.notation))


def inline(relation: Relation) -> str:
    """A relation within a line of text or a cell of a table."""
    return math(relation_mathml(relation.written, letters_of(letters_data(relation.notation))))


def letter(quantity: Quantity) -> str:
    """The letter of a quantity."""
    return math(to_mathml(Name(quantity.name), letters_of(letters_data([quantity]))))


def prose(text: str, notation: Notation | None) -> str:
    """Prose as HTML, the formulas in it as mathematics."""
    return writer.prose(text, letters_data(notation or ()))
