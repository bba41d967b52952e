"""Premises of claims with their named alternatives; as plain data, and as rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from derivations.claim.claim import Claim
from derivations.claim.premises import Brought, OfferedAlternative, TakenPremise, ValuingCards
from derivations.document.blocks import EMPTY, SET, TERMINAL, Document, TextLine
from derivations.document.data import each, selected
from derivations.document.schema import SCHEMA
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.language.display import plural
from derivations.language.quantity import Notation, Quantity

_NAMED = 5  # cards that are named, where not all of them give a number
_ASSUME = (
    "Replace a premise by an alternative, `--assume PREMISE=ALTERNATIVE`, or by any relation with the same left side, "
    '`--assume PREMISE="RELATION"`; `--symbol` declares what a relation of your own needs, `--set` gives it a number.'
)
_FULL = "`derive premises{of} --full` has reasons, sources, and the quantities that alternatives bring."
_FORMATS = "Number formats are not premises: choose them with `--compute`, `--weights` and `--cache`."


@dataclass(frozen=True)
class TakenPremises:
    """The premises of some claims."""

    claims: Sequence[Claim]
    premises: Sequence[TakenPremise]


def premises_document(taken: TakenPremises, *, brief: bool = False) -> Document:
    """The premises of some claims with their alternatives, and how to replace one.

    If `brief` without reasons, sources, and what else takes them.
    """
    claims, premises = taken.claims, taken.premises
    parts = [_index_lines(item) if brief else (EMPTY, *_premise_lines(item, _told(item, claims))) for item in premises]
    notes = (TextLine(_ASSUME, hang=2), TextLine(_FORMATS, hang=2))
    of = f" {claims[0].name}" if len(claims) == 1 else ""
    full = (TextLine(_FULL.format(of=of), hang=2),) if brief else ()
    title = TextLine(_title(claims, premises), hang=2, role="title")
    return Document.of(title, *([(EMPTY,)] if brief else []), *parts, EMPTY, notes, full)


def premises_json(taken: TakenPremises) -> dict[str, Any]:
    """The same as plain data; `cards` is None where no card gives a number."""
    return {
        "schema": SCHEMA,
        "claims": [claim.name for claim in taken.claims],
        "premises": [
            {**selected(item, "name=premise.name relation latex=relation.latex because=premise.because "
                              "source=premise.source claims"),
             "alternatives": [_choice_json(choice) for choice in item.choices]}
            for item in taken.premises
        ],
    }


def premises_table(taken: TakenPremises) -> Table:
    """A row for each premise, and one for each alternative of it, whose name stands in the second column."""
    rows = []
    for item in taken.premises:
        own, claims = item.premise, ", ".join(item.claims)
        rows.append((own.name, "", str(item.relation), own.because, own.source, claims))
        rows += [(own.name, choice.alternative.name, str(choice.relation), choice.alternative.because,
                  choice.alternative.source, claims) for choice in item.choices]
    return Table("Premises", ("premise", "alternative", "relation", "because", "source", "claims"), tuple(rows), keys=2)


def _title(claims: Sequence[Claim], premises: Sequence[TakenPremise]) -> str:
    count = sum(len(item.choices) for item in premises)
    counted = f"{plural(len(premises), 'premise')}, {plural(count, 'named alternative')}"
    if len(claims) == 1:
        return f"Premises of {claims[0].name}: {counted}"
    return f"Premises of {plural(len(claims), 'claim')}: {counted}"


def _told(item: TakenPremise, claims: Sequence[Claim]) -> str:
    """The claims that take it; of a single claim's premises, the others that do."""
    if len(claims) != 1:
        return f"in {', '.join(item.claims)}"
    others = [name for name in item.claims if name != claims[0].name]
    return f"also in {', '.join(others)}" if others else ""


def _premise_lines(item: TakenPremise, told: str) -> Iterator[TextLine]:
    name, premise, relation = item.premise.name, item.premise, item.relation
    yield TextLine(f"{name}  {told}".rstrip(), hang=2, role="name", named=name)
    yield TextLine(relation=relation, depth=1, hang=4, only=TERMINAL)
    yield TextLine(relation=relation, display=True, only=SET)
    yield from _reasons(premise.because, premise.source, 3, relation.notation)
    for choice in item.choices:
        own, notation = choice.alternative, choice.relation.notation
        yield TextLine(f"or {own.name}", depth=1, role="name", named=own.name, only=TERMINAL)
        yield TextLine(relation=choice.relation, depth=3, hang=4, only=TERMINAL)
        yield TextLine(f"or {own.name}:", choice.relation, depth=1, only=SET)
        yield from _reasons(own.because, own.source, 5, notation)
        for brought in choice.brings:
            quantity = brought.quantity
            text = f"brings {quantity.name} [{quantity.unit or '1'}], {quantity.meaning}: {_number(brought)}"
            yield TextLine(text, depth=5, hang=2, notation=notation)


def _index_lines(item: TakenPremise) -> Iterator[TextLine]:
    """A premise in a line, and one for each alternative."""
    name = item.premise.name
    yield TextLine(f"{name}:", item.relation, depth=1, hang=6, role="name", named=name)
    for choice in item.choices:
        yield TextLine(f"or {choice.alternative.name}:", choice.relation, depth=3, hang=6)


def _reasons(because: str, source: str, depth: int, notation: Notation) -> Iterator[TextLine]:
    if because:
        yield TextLine(because, depth=depth, notation=notation)
    if source:
        yield TextLine(f"source: {source}", depth=depth, role="dim", notation=notation)


def _choice_json(choice: OfferedAlternative) -> dict[str, Any]:
    return {
        **selected(choice, "name=alternative.name relation latex=relation.latex because=alternative.because "
                           "source=alternative.source"),
        "quantities": each(
            choice.brings, "name=quantity.name latex=quantity.latex unit=quantity.unit domain=quantity.domain "
            "meaning=quantity.meaning cards=cards.names to_be_set"),
    }


def _number(brought: Brought) -> str:
    """Cards or an option that give the quantity a number, with what is typed in backquotes."""
    if brought.in_claims:
        return "the claim has a number for it"
    if brought.cards is None:
        return f"give it by {_option(brought.quantity)}"
    if brought.cards.every:
        return f"on the card of every {brought.cards.kind}"
    return f"{_named(brought.cards)}; for another {brought.cards.kind} give it by {_option(brought.quantity)}"


def _named(cards: ValuingCards) -> str:
    shown = ", ".join(f"`{name}`" for name in cards.names[:_NAMED])
    if len(cards.names) == 1:
        return f"on the card of {shown}"
    return f"on the cards of {shown}" + (f", … ({len(cards.names)} in all)" if len(cards.names) > _NAMED else "")


def _option(quantity: Quantity) -> str:
    value = f"... {quantity.unit}".rstrip()
    return f'`--set {quantity.name}="{value}"`'


PREMISES = Producer(premises_document, premises_json, premises_table)
