"""A step as plain data, so that pages can show it without SymPy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from derivations.language.prose import in_partial_derivatives

if TYPE_CHECKING:
    from derivations.derivation.step import Step
    from derivations.language.quantity import Quantity
    from derivations.language.relation import Relation


STEP_TYPE = "application/vnd.derivations.step+json"
FORMULAS_TYPE = "application/vnd.derivations.formulas+json"
SCHEMA = 1


def step_data(step: Step) -> dict[str, Any]:
    """A step as a page shows it: relations as text in the grammar and as LaTeX, and the letters that occur in them.

    `relation` is None for a step without one, `statement` is the text of a reject. The schema number changes when a
    field changes its meaning or goes away.
    """
    relation, verdict = step.relation, step.verdict
    shown = [item for item in (relation, *step.conditions) if item is not None]
    notation: Iterable[Quantity] = shown[0].notation if shown else ()
    return {
        "schema": SCHEMA,
        "name": step.name,
        "label": step.label,
        "rule": step.rule,
        "inputs": list(step.inputs),
        "because": step.because,
        "relation": None if relation is None else str(relation),
        "latex": None if relation is None else relation.latex,
        "statement": step.statement,
        "conditions": [{"relation": str(condition), "latex": condition.latex} for condition in step.conditions],
        "within": list(step.within),
        "note": step.note,
        "source": step.source,
        "replaces": step.replaces,
        "verdict": {"finding": str(verdict.finding), "text": step.standing, "at": verdict.point},
        **({"unmet": step.unmet} if step.unmet else {}),
        "letters": letters_data(_told(notation, shown, step)),
    }


def formulas_data(relations: Sequence[Relation]) -> dict[str, Any]:
    """The relations that a text shows as LaTeX, and their letters, so that a page sets them without reading LaTeX."""
    quantities = {quantity.name: quantity for relation in relations for quantity in relation.notation}
    return {
        "schema": SCHEMA,
        "formulas": [{"relation": str(relation), "latex": relation.latex} for relation in relations],
        "letters": letters_data(q for q in quantities.values() if any(q.symbol in item.symbols for item in relations)),
    }


def letters_data(quantities: Iterable[Quantity]) -> dict[str, dict[str, str]]:
    """The letters of some quantities by name: LaTeX, unit, meaning, and of a function its arguments."""
    return {
        q.name: {"latex": q.latex, "unit": q.unit, "meaning": q.meaning, **({"of": q.arguments} if q.of else {})}
        for q in quantities
    }


def _told(notation: Iterable[Quantity], shown: Sequence[Relation], step: Step) -> Iterator[Quantity]:
    """The quantities that occur in a relation, those that a sum or product only counts with among them, or that the
    words around it name.
    """
    symbols = {symbol for item in shown for symbol in item.symbols}
    names = {str(atom) for item in shown for side in (item.lhs, item.rhs) for atom in side.atoms()}
    held = in_partial_derivatives(step.note)
    texts = (step.because, step.note, step.replaces, str(step.verdict))
    for quantity in notation:
        worded = "_" in quantity.name and any(quantity.name in text for text in texts)
        if worded or quantity.symbol in symbols or quantity.name in names | held:
            yield quantity
