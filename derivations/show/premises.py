"""What claims take for granted and what may stand in its place: for a terminal, as Markdown, or as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from derivations.claim.claim import Claim
from derivations.claim.premises import Brought, OfferedAlternative, OnCards, TakenPremise
from derivations.language.display import in_markdown, spoken
from derivations.language.quantity import Quantity
from derivations.show.json import SCHEMA
from derivations.show.terminal import PLAIN, Style, wrapped

_NAMED = 5  # cards that are named, where not all of them give a number
# in backquotes what is typed; only Markdown shows them
_ASSUME = (
    "Replace a premise by an alternative, `--assume PREMISE=ALTERNATIVE`, or by any relation with the same left side, "
    '`--assume PREMISE="RELATION"`; `--symbol` declares what a relation of your own needs, `--set` gives it a number.'
)
_FORMATS = "Number formats are no premises: they are chosen with `--compute`, `--weights`, `--cache`."


def premises_text(claims: Sequence[Claim], premises: Sequence[TakenPremise], style: Style = PLAIN) -> str:
    """The premises of some claims with their alternatives, and how to replace one."""
    lines = [style.paint(line, "title") for line in wrapped(_title(claims, premises), style, "", "  ")]
    for item in premises:
        lines += ["", *_premise_lines(item, style, told=_told(item, claims))]
    lines += ["", *wrapped(_typed(_ASSUME), style, "", "  "), *wrapped(_typed(_FORMATS), style, "", "  ")]
    return "\n".join(lines) + "\n"


def premises_markdown(claims: Sequence[Claim], premises: Sequence[TakenPremise]) -> str:
    """The same as GitHub Markdown with LaTeX mathematics, for a notebook or a page."""
    blocks = [f"# {in_markdown(_title(claims, premises))}"]
    for item in premises:
        blocks += _premise_blocks(item, _told(item, claims))
    return "\n\n".join([*blocks, _ASSUME, _FORMATS]) + "\n"


def premises_json(claims: Sequence[Claim], premises: Sequence[TakenPremise]) -> dict[str, Any]:
    """The same as plain data; `cards` is None where no card gives a number."""
    return {
        "schema": SCHEMA,
        "claims": [claim.name for claim in claims],
        "premises": [
            {
                "name": item.premise.name,
                "relation": str(item.relation),
                "latex": item.relation.latex,
                "because": item.premise.because,
                "source": item.premise.source,
                "claims": list(item.claims),
                "alternatives": [_choice_json(choice) for choice in item.choices],
            }
            for item in premises
        ],
    }


def _title(claims: Sequence[Claim], premises: Sequence[TakenPremise]) -> str:
    count = sum(len(item.choices) for item in premises)
    counted = f"{_plural(len(premises), 'premise')}, {_plural(count, 'named alternative')}"
    if len(claims) == 1:
        return f"Premises of {claims[0].name}: {counted}"
    return f"Premises of {_plural(len(claims), 'claim')}: {counted}"


def _told(item: TakenPremise, claims: Sequence[Claim]) -> str:
    """Which claims take it; of a single claim's premises, which others do."""
    if len(claims) != 1:
        return f"in {', '.join(item.claims)}"
    others = [name for name in item.claims if name != claims[0].name]
    return f"also in {', '.join(others)}" if others else ""


def _premise_lines(item: TakenPremise, style: Style, told: str) -> Iterator[str]:
    name = item.premise.name
    first, *others = wrapped(f"{name}  {told}".rstrip(), style, "", "  ")
    yield from (style.paint(name, "name") + first[len(name) :], *others)
    yield from wrapped(str(item.relation), style, "  ", "      ")
    yield from _reasons(item.premise.because, item.premise.source, style, "      ")
    for choice in item.choices:
        named = choice.alternative.name
        yield f"  or {style.paint(named, 'name')}"
        yield from wrapped(str(choice.relation), style, "      ", "          ")
        yield from _reasons(choice.alternative.because, choice.alternative.source, style, "          ")
        for brought in choice.brings:
            quantity = brought.quantity
            text = f"brings {quantity.name} [{quantity.unit or '1'}], {quantity.meaning}: {_typed(_number(brought))}"
            yield from wrapped(text, style, "          ", "            ")


def _reasons(because: str, source: str, style: Style, indent: str) -> Iterator[str]:
    yield from wrapped(because, style, indent)
    if source:
        yield from (style.paint(line, "dim") for line in wrapped(f"source: {source}", style, indent))


def _premise_blocks(item: TakenPremise, told: str) -> Iterator[str]:
    premise, notation = item.premise, item.relation.notation
    reason = f" — {spoken(premise.because, notation, in_markdown)}" if premise.because else ""
    yield f"**{premise.name}**{reason}"
    yield f"$$\n{item.relation.latex}\n$$"
    remarks = [told, f"source: {in_markdown(premise.source)}" if premise.source else ""]
    if any(remarks):
        yield " · ".join(filter(None, remarks))
    if item.choices:
        yield "\n".join(f"- {_choice_markdown(choice)}" for choice in item.choices)


def _choice_markdown(choice: OfferedAlternative) -> str:
    own, notation = choice.alternative, choice.relation.notation
    text = f"or **{own.name}**: ${choice.relation.latex}$ — {spoken(own.because, notation, in_markdown)}"
    parts = [text, f"source: {in_markdown(own.source)}" if own.source else ""]
    for brought in choice.brings:
        quantity = brought.quantity
        unit = f"in {in_markdown(quantity.unit)}" if quantity.unit else "a pure number"
        meaning = spoken(quantity.meaning, notation, in_markdown)
        parts.append(f"brings ${quantity.latex}$ (`{quantity.name}`), {unit}, {meaning}: {_number(brought)}")
    return " · ".join(filter(None, parts))


def _choice_json(choice: OfferedAlternative) -> dict[str, Any]:
    return {
        "name": choice.alternative.name,
        "relation": str(choice.relation),
        "latex": choice.relation.latex,
        "because": choice.alternative.because,
        "source": choice.alternative.source,
        "quantities": [
            {
                "name": brought.quantity.name,
                "latex": brought.quantity.latex,
                "unit": brought.quantity.unit,
                "domain": brought.quantity.domain,
                "meaning": brought.quantity.meaning,
                "cards": None if brought.cards is None else list(brought.cards.names),
                "to_be_set": brought.to_be_set,
            }
            for brought in choice.brings
        ],
    }


def _number(brought: Brought) -> str:
    """What gives the quantity a number, with what is typed in backquotes."""
    if brought.in_claims:
        return "the claim has a number for it"
    if brought.cards is None:
        return f"give it by {_option(brought.quantity)}"
    if brought.cards.every:
        return f"on the card of every {brought.cards.kind}"
    return f"{_named(brought.cards)}; for another {brought.cards.kind} give it by {_option(brought.quantity)}"


def _named(cards: OnCards) -> str:
    shown = ", ".join(f"`{name}`" for name in cards.names[:_NAMED])
    if len(cards.names) == 1:
        return f"on the card of {shown}"
    return f"on the cards of {shown}" + (f", … ({len(cards.names)} in all)" if len(cards.names) > _NAMED else "")


def _option(quantity: Quantity) -> str:
    value = f"... {quantity.unit}".rstrip()
    return f'`--set {quantity.name}="{value}"`'


def _typed(text: str) -> str:
    return text.replace("`", "")


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
