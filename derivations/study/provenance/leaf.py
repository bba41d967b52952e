"""Leaves of an origin: numbers that a scenario values, with the card figures and counts behind them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields

from derivations.claim.claim import Said
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import DerivationsError
from derivations.language.quantity import Quantity
from derivations.numbers.value import Value
from derivations.sources.card import Card, Model
from derivations.sources.catalog import Catalog
from derivations.sources.figure import Figure
from derivations.study.provenance.origin import Cited, Origin

BY_YOU = "given by you"
_ORIGIN = re.compile(r"card (?P<card>[^,]+)(?:, (?P<form>.+))?\Z")


def card_behind(value: Value, catalog: Catalog) -> Card | None:
    """The card that a value names as its origin; None if it names none."""
    match = _ORIGIN.match(value.origin)
    tables = [getattr(catalog, item.name) for item in fields(catalog)] if match else []
    cards = [table.get(match["card"]) for table in tables if match and isinstance(table, Mapping)]
    return next((card for card in cards if isinstance(card, Card)), None)


def figure_behind(value: Value, catalog: Catalog) -> Figure | None:
    """The figure of a card that a value is, with what other sources say; None if it is none as it stands."""
    card, match = card_behind(value, catalog), _ORIGIN.match(value.origin)
    if card is None or match is None:
        return None
    equal = [figure for figure in card.figures if figure.as_value(value.origin) == value]
    if isinstance(card, Model) and card.active.as_value(value.origin) == value:
        equal.append(card.active)  # of a dense model, whose figures name it once
    # two formats may have the same rate from the same source: the origin says which one is meant
    named = [figure for figure in equal if match["form"] and figure.key.endswith(f".{match['form']}")]
    return next(iter(named or equal), None)


def counts_behind(value: Value, catalog: Catalog) -> tuple[Figure, ...]:
    """The counts of a model's card that its cache, or its arithmetic of attention, was computed from.

    Empty for any other value, and for the arithmetic of attention that selects.
    """
    card = card_behind(value, catalog)
    if not isinstance(card, Model):
        return ()
    attention, made_of = card.attention, card.attention.made_of
    if value == card.attention_work:
        return card.counts_behind(made_of.work)
    if attention.formula in value.meaning:
        return card.counts_behind(made_of.stored)
    if attention.read_formula in value.meaning:
        return card.counts_behind(made_of.read)
    if attention.fixed_formula in value.meaning and value.number:
        return card.counts_behind(made_of.fixed)
    window = attention.kept_in_window
    in_window = window is not None and window.formula_of_a_token in value.meaning
    return card.counts_behind(made_of.window) if in_window else ()


def stated(evaluated: EvaluatedClaim, quantity: Quantity, cut: Step | None, root: Step | None) -> Origin:
    """The origin of a quantity that the scenario of an evaluated claim values, with the counts behind it as children.

    `cut` is the step that would give the quantity if nobody had valued it, `root` the step whose number is in question:
    with every other source comes what that number would be.
    """
    value = evaluated.evaluation.scenario.values[quantity.name]
    figure = figure_behind(value, evaluated.catalog)
    note = f"taken as it stands; by {cut.name} it would be {cut.relation}" if cut is not None else ""
    headline = evaluated.headline
    if root is None and cut is None and headline.subject == quantity.symbol:
        note = f"taken as it stands; derive why {headline.name} tells what the claim makes it"
    number = value.in_unit(quantity.unit)
    return Origin(
        quantity.name, quantity, value=str(value), number=number, unit=quantity.unit, exact=str(number), note=note,
        cited=Cited(str(value), _by(evaluated, quantity.name, value), value.meaning, value.source, value.date),
        conflicts=() if figure is None else _conflicts(evaluated, figure, value, root),
        children=tuple(_count(evaluated, count, value, root) for count in counts_behind(value, evaluated.catalog)),
    )


def _count(evaluated: EvaluatedClaim, figure: Figure, value: Value, root: Step | None) -> Origin:
    """A count of a card that a value was computed from."""
    cited = Cited(str(figure), value.origin, figure.meaning, figure.source, figure.date)
    number = figure.as_value().in_unit(figure.unit)
    return Origin(figure.key, value=str(figure), number=number, unit=figure.unit, exact=str(number), cited=cited,
                  conflicts=_conflicts(evaluated, figure, value, root))


def _conflicts(evaluated: EvaluatedClaim, figure: Figure, value: Value, root: Step | None) -> tuple[Cited, ...]:
    return tuple(
        Cited(str(other), value.origin, other.meaning, other.source, other.date,
              "" if root is None else _effect(evaluated, figure, other, value, root))
        for other in figure.conflicts
    )


def _effect(evaluated: EvaluatedClaim, figure: Figure, other: Figure, value: Value, root: Step) -> str:
    """The number in question under another source's figure; empty if there is none."""
    values = evaluated.evaluation.scenario.values
    # one figure may stand behind two quantities, as all and active parameters of a dense model
    same = [n for n, v in values.items() if v.origin == value.origin and figure_behind(v, evaluated.catalog) == figure]
    if not same:
        return ""
    changed = evaluated.scenario.with_values({name: other.as_value(value.origin) for name in same})
    try:
        line = evaluated.evaluation.again(changed).line(root.name)
    except DerivationsError:  # the other number does not go with the rest
        return ""
    if line.value is None:  # worth telling only where there is a number otherwise
        return line.outside if evaluated.evaluation.line(root.name).value is not None else ""
    return f"{line.left} {line.relation.operator} {line.result}"


def _by(evaluated: EvaluatedClaim, name: str, value: Value) -> str:
    """The reader, the speaker or the card that gave a number."""
    if name in evaluated.given:
        return BY_YOU if value.origin == "given" else f"{BY_YOU}: {value.origin}"
    claim = evaluated.claim
    said = [numbers[name] for numbers in (claim.defaults, *(r.numbers for r in claim.readings)) if name in numbers]
    if any(isinstance(item, Said) and item.read() == value for item in said):
        return f"as said: {value.origin}"
    return value.origin
