"""Every premise of the claims as plain data, with its alternatives and the claims that take it."""

from __future__ import annotations

from typing import Any

from derivations.claim.premises import OfferedAlternative, TakenPremise, premises_of
from derivations.language.quantity import Notation
from derivations.lecture.index import CLAIMS, find_claim
from derivations.search.step_data import letters_data
from derivations.site.mathematics import displayed, letter, prose


def data(_: str) -> dict[str, Any]:
    """The premises of all claims, in reading order, for JSON."""
    return {"premises": [_premise(item) for item in premises_of([find_claim(name) for name in CLAIMS])]}


def _premise(item: TakenPremise) -> dict[str, Any]:
    notation = item.relation.notation
    return {
        "name": item.premise.name,
        "relation": displayed(item.relation),
        "text": str(item.relation),
        "because": prose(item.premise.because, notation),
        "source": item.premise.source,
        "claims": list(item.claims),
        "letters": _letters(item.relation.notation, {symbol.name for symbol in item.relation.symbols}),
        "told": letters_data(item.relation.notation),
        "alternatives": [_choice(choice) for choice in item.choices],
    }


def _choice(choice: OfferedAlternative) -> dict[str, Any]:
    notation = choice.relation.notation
    return {
        "name": choice.alternative.name,
        "relation": displayed(choice.relation),
        "text": str(choice.relation),
        "because": prose(choice.alternative.because, notation),
        "source": choice.alternative.source,
        "told": letters_data(notation),
        "brings": [
            {
                "name": brought.quantity.name,
                "letter": letter(brought.quantity),
                "unit": brought.quantity.unit,
                "domain": brought.quantity.domain,
                "at_most": brought.quantity.at_most,
                "meaning": prose(brought.quantity.meaning, notation),
                "definition": "",
            }
            for brought in choice.brings
        ],
    }


def _letters(notation: Notation, used: set[str]) -> list[str]:
    return [quantity.name for quantity in notation if quantity.name in used]
