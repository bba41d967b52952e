"""The answer to a claim's question in a sentence, every number in it computed and rounded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, PLACE, Sentence
from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.language.arithmetic import NotPlainError, exact_value
from derivations.language.dimension import PURE, Dimension
from derivations.language.display import plural
from derivations.language.grammar import parse_relation
from derivations.language.tree import COMPARE, Node, WrittenRelation, names
from derivations.language.unit import NUMBER_WORDS
from derivations.numbers.definitions import DEFINING
from derivations.numbers.format import format_number, format_value, layout_of
from derivations.numbers.rounding import to_figures

if TYPE_CHECKING:
    from derivations.claim.claim import Claim
    from derivations.claim.evaluated_claim import EvaluatedClaim
    from derivations.derivation.derivation import Derivation
    from derivations.numbers.evaluation import Evaluation

_FIGURES = 2  # a number for the ear; the page has all digits beside it
_DIGITS = 12  # of a number that is told exactly
_COUNTED = 4  # stages, racks and rounds are told one by one
_SECOND = Dimension.base("s")
_MINUTES = 120  # seconds from which on a time is told in minutes
_PARTS = Fraction(1, 10**6), Fraction(1, 10**3)  # a small part is told as one of so many


def answer(report: EvaluatedClaim) -> str:
    """The answer of a claim with the numbers of a report's scenario; empty where there is none to give.

    A place such as ``{ridge:3}`` in the claim's `answer` names a step or a quantity, rounded to so many figures, by
    default two; ``{mfu:%}`` is a percentage, and ``{ridge@rounded}`` has the numbers of a reading. Where the words
    around it say per what a number is, ``{cache:/}`` leaves that out, as in "21 GB" for 21 GB per GPU, and
    ``{speed:#}`` the whole unit; ``{n_stages:stage}`` and ``{layers:2 layer}`` count stages and layers, one or several.
    What is given and whole is told exactly where no figures are asked for. Under changed premises the words may be
    wrong, and nothing is said unless the result and all that a sentence names rest on none of these; where the numbers
    make them wrong, the claim has other sentences.
    """
    claim, evaluation = report.claim, report.evaluation
    try:
        if report.contradictions_of_result:
            said, told = report.readings.get(AS_SAID), Sentence(claim.said_answer)
            return _filled(told.text, evaluation.again(said), report) if said and _is_untouched(told, report) else ""
        told = _true_sentence(report)
        return _filled(told.text, evaluation, report) if _is_untouched(told, report) else ""
    except DerivationsError:
        return ""


def _is_untouched(sentence: Sentence, report: EvaluatedClaim) -> bool:
    """True where no changed premise is behind the result, or behind what the words of a sentence name or suppose."""
    supposed = (name for text in sentence.where for side in _sides(text) for name in names(side))
    return untouched(report.derivation, (report.headline.name, *named_in(sentence.text), *supposed))


def _sides(text: str) -> tuple[Node, Node]:
    written = parse_relation(text)
    return written.left, written.right


def untouched(derivation: Derivation, named: Iterable[str]) -> bool:
    """True where steps and quantities rest on no changed premise, and every step behind them stands as it was.

    A step rests on those that it was made from, and its number on what says what its letters are.
    """
    changed = derivation.assumptions.premises
    if not changed:
        return True
    defining = [step for step in derivation.trace if step.rule in DEFINING and step.relation is not None]
    pending, seen = list(named), set[str]()
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        pending += [step.name for step in defining if step.subject_name == name]
        if name in derivation:
            step = derivation[name]
            if name in changed or not step.verdict.holds or step.fell_back:
                return False
            pending += [*step.inputs, *(step.relation.names if step.relation is not None else ())]
    return True


def sentences(claim: Claim) -> tuple[Sentence, ...]:
    """The sentences that a claim may answer with, the first of which is told whose words are true."""
    others = claim.otherwise if isinstance(claim.otherwise, tuple) else (Sentence(claim.otherwise),)
    return Sentence(claim.answer, claim.answer_if), *others


def _true_sentence(report: EvaluatedClaim) -> Sentence:
    return next((each for each in sentences(report.claim) if _is_true(each, report)), Sentence(""))


def _is_true(sentence: Sentence, report: EvaluatedClaim) -> bool:
    """True where what the words of a sentence suppose of the numbers holds."""
    try:
        return all(_holds(parse_relation(text), report) for text in sentence.where)
    except NotPlainError:
        return False


def _holds(written: WrittenRelation, report: EvaluatedClaim) -> bool:
    def number(name: str) -> Fraction:
        found = report.evaluation.value_of(name)
        if found is None and name == report.headline.subject_name:
            return _number(report.evaluation, report.headline.name, report)[0]
        if found is None:
            raise NotPlainError(f"{name} has no number")
        return found.number

    return bool(COMPARE[written.operator](exact_value(written.left, number), exact_value(written.right, number)))


def _filled(text: str, evaluation: Evaluation, report: EvaluatedClaim) -> str:
    return PLACE.sub(lambda place: _told(place, evaluation, report), text)


def about(number: Fraction, dimension: Dimension, unit: str = "", figures: int = _FIGURES) -> str:
    """A number in base units, rounded to so many figures in the unit that it is said in.

    >>> from derivations.language.unit import parse_unit
    >>> about(Fraction(35532, 10), parse_unit("token/sequence").dimension, "token/sequence")
    '3,600 tokens per sequence'
    >>> about(Fraction(6, 3600), parse_unit("1/h").dimension, "1/h")
    '6 per hour'
    """
    seconds = dimension == _SECOND and abs(number) >= _MINUTES
    if dimension.is_pure and _PARTS[0] <= abs(number) <= _PARTS[1]:
        number = 1 / to_figures(1 / number, figures)
    elif not seconds:
        size = layout_of(dimension, unit).size
        number = to_figures(number / size, figures) * size
    return format_value(number, dimension, unit, figures)


def told(text: str, report: EvaluatedClaim, others: Mapping[str, EvaluatedClaim | Fraction | str]) -> str:
    """A text with the numbers of a report in the places of an answer, which have the same forms.

    ``{said.ridge}`` is a number of another report that is given under that name, and ``{share:%}`` or ``{card}`` what
    is given itself, a pure number or words. Raises `UndecidedError` for a number that there is not, and `InputError`
    for a place whose report is not given.
    """

    def number(place: re.Match[str]) -> str:
        given = others.get(place["other"] or place["name"])
        if isinstance(given, str):
            return given
        if isinstance(given, int | Fraction):
            return _formed(Fraction(given), PURE, "", place, given=True)
        if place["other"] and given is None:
            raise InputError(f"{place[0]} names {place['other']}, which is not given")
        seen = given if place["other"] and given is not None else report
        return _told(place, seen.evaluation, seen)

    return PLACE.sub(number, text)


def _told(place: re.Match[str], evaluation: Evaluation, report: EvaluatedClaim) -> str:
    if place["reading"]:
        evaluation = evaluation.again(report.readings[place["reading"]])
    given = place["name"] in evaluation.scenario.values
    return _formed(*_number(evaluation, place["name"], report), place, given=given)


def _formed(number: Fraction, dimension: Dimension, unit: str, place: re.Match[str], *, given: bool) -> str:
    form = place["form"]
    if form == "%":
        return f"{format_number(to_figures(100 * number, _FIGURES), _FIGURES)}%"
    figures = int(place["figures"] or (_COUNTED if place["noun"] else _FIGURES))
    told = about(number, dimension, unit, figures)
    exact = format_value(number, dimension, unit, _DIGITS)
    if given and not place["figures"] and "." not in exact:
        told = exact
    if form == "#":
        return told.partition(" ")[0]
    if place["noun"]:
        return plural(_in_words(number, figures) or told.partition(" ")[0], place["noun"])
    return told.partition(" per ")[0] if form == "/" else told


def _in_words(number: Fraction, figures: int) -> str:
    """What is counted, from a million on: 69 billion, and not 6.9e10; empty below that.

    >>> _in_words(Fraction(16 * 2**32), 3), _in_words(Fraction(16), 3)
    ('68.7 billion', '')
    """
    for word, scale in NUMBER_WORDS.items():
        if scale <= number < 10**18:
            return f"{format_number(to_figures(number / scale, figures), figures)} {word}"
    return ""


def _number(evaluation: Evaluation, name: str, report: EvaluatedClaim) -> tuple[Fraction, Dimension, str]:
    """The number of a step or a quantity; raises `DerivationsError` where there is none."""
    if name in report.derivation:
        line = evaluation.line(name, alone=True)
        if line.value is not None:
            return line.value, line.dimension, "" if line.quantity is None else line.quantity.unit
        if name not in report.derivation.notation:
            raise UndecidedError(f"{name} has no number: {line.result}")
    value = evaluation.value_of(name)
    if value is None:
        raise UndecidedError(f"{name} has no number")
    return value.number, value.dimension, value.unit


def named_in(text: str) -> tuple[str, ...]:
    """The steps and quantities whose numbers an answer asks for, each once.

    >>> named_in("About {batch}: a ridge of {ridge:3} times {sparsity}; {ridge}")
    ('batch', 'ridge', 'sparsity')
    """
    return tuple(dict.fromkeys(place["name"] for place in PLACE.finditer(text)))
