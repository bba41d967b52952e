"""The answer to a claim's question in a sentence, every number in it computed and rounded."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.claim.claim import PLACE
from derivations.errors import DerivationsError
from derivations.language.dimension import Dimension
from derivations.language.relation import relation
from derivations.numbers.format import format_number, format_value
from derivations.numbers.rounding import to_figures

if TYPE_CHECKING:
    from derivations.claim.evaluated_claim import EvaluatedClaim

_FIGURES = 2  # a number for the ear; the page has all digits beside it
_SECOND = Dimension.base("s")
_MINUTES = 120  # seconds from which on a time is told in minutes
_PARTS = Fraction(1, 10**6), Fraction(1, 10**3)  # a small part is told as one of so many


def answer(report: EvaluatedClaim) -> str:
    """The answer of a claim with the numbers of a report's scenario; empty where there is none to give.

    A place such as ``{ridge:3}`` in the claim's `answer` names a step or a quantity, rounded to so many figures, by
    default two; ``{mfu:%}`` is a percentage. Where the words around it say per what a number is, ``{cache:/}`` leaves
    that out, as in "21 GB" for 21 GB per GPU, and ``{speed:#}`` the whole unit. Under changed
    premises the words may be wrong, and nothing is said; where the numbers make them wrong, the claim's other sentence.
    """
    if report.derivation.assumptions:
        return ""
    try:
        text = report.claim.answer if _is_true(report) else report.claim.otherwise
        if report.contradictions and PLACE.search(text):  # no number is right where the premises are not
            return ""
        return PLACE.sub(lambda place: _told(report, place[1], place[2], place[3]), text)
    except DerivationsError:
        return ""


def _is_true(report: EvaluatedClaim) -> bool:
    """True where the numbers break nothing, and what the words of the answer suppose of them holds."""
    conditions = (relation(text, report.derivation.notation) for text in report.claim.answer_if)
    return not report.contradictions and all(report.evaluation.stands(each) for each in conditions)


def about(number: Fraction, dimension: Dimension, unit: str = "", figures: int = _FIGURES) -> str:
    """A number in base units, rounded to so many figures, with its unit as it is said.

    >>> from derivations.language.unit import parse_unit
    >>> about(Fraction(35532, 10), parse_unit("token/sequence").dimension, "token/sequence")
    '3,600 tokens per sequence'
    """
    seconds = dimension == _SECOND and abs(number) >= _MINUTES
    if dimension.is_pure and _PARTS[0] <= abs(number) <= _PARTS[1]:
        number = 1 / to_figures(1 / number, figures)
    elif not seconds:
        number = to_figures(number, figures) if number else number
    return format_value(number, dimension, unit, figures)


def _told(report: EvaluatedClaim, name: str, figures: str | None, form: str | None) -> str:
    number, dimension, unit = _number(report, name)
    if form == "%":
        return f"{format_number(to_figures(100 * number, _FIGURES), _FIGURES)}%"
    told = about(number, dimension, unit, int(figures) if figures else _FIGURES)
    if form == "#":
        return told.partition(" ")[0]
    return told.partition(" per ")[0] if form == "/" else told


def _number(report: EvaluatedClaim, name: str) -> tuple[Fraction, Dimension, str]:
    """The number of a step or a quantity; raises `DerivationsError` where there is none."""
    if name in report.derivation:
        line = report.evaluation.line(name, alone=True)
        if line.value is not None:
            return line.value, line.dimension, "" if line.quantity is None else line.quantity.unit
    value = report.evaluation.value_of(name)
    if value is None:
        raise DerivationsError(f"{name} has no number")
    return value.number, value.dimension, value.unit


def named_in(text: str) -> tuple[str, ...]:
    """The steps and quantities whose numbers an answer asks for, each once.

    >>> named_in("About {batch}: a ridge of {ridge:3} times {sparsity}; {ridge}")
    ('batch', 'ridge', 'sparsity')
    """
    return tuple(dict.fromkeys(place[1] for place in PLACE.finditer(text)))
