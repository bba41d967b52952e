"""The answer of a report: the claim and its verdicts, what was changed, the result and its number.

It stands first in a report, and alone where that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from derivations.claim.answer import answer
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.whole_numbers import all_whole_numbers, whole_numbers
from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import DerivationsError
from derivations.language.display import listed
from derivations.numbers.numbers_line import NumbersLine
from derivations.show.document import EMPTY, Block, TextLine, headed, titled
from derivations.show.rocq.accepted import accepted_lines
from derivations.show.terminal import PLAIN, Style, text_of
from derivations.show.verdicts import verdict_lines
from derivations.show.warning import warning_lines

if TYPE_CHECKING:
    from derivations.study.sweep import Sweep


def answer_blocks(report: EvaluatedClaim, swept: Sweep | None = None, *, digits: int = 0) -> Iterator[Block]:
    """The answer; of several values it is a table: `swept`, where it was made before.

    With `digits` the number stands there with so many figures, too.
    """
    if swept is None and report.study.several:
        from derivations.show.sweep import sweep_of

        swept = sweep_of(report)
    yield from opening(report, report.derivation)
    yield from result(report, swept, brief=True, digits=digits)


def answer_text(report: EvaluatedClaim, style: Style = PLAIN, swept: Sweep | None = None, *, digits: int = 0) -> str:
    """The same as text."""
    return text_of(answer_blocks(report, swept, digits=digits), style)


def opening(report: EvaluatedClaim, derivation: Derivation) -> Iterator[Block]:
    """The opening: what the numbers break; title, question, answer and verdicts, and what was changed."""
    yield from warning_lines(report.contradictions)
    yield TextLine(report.claim.title, role="title")
    if report.claim.question:
        yield TextLine(report.claim.question)
    if report.headline.name == report.claim.result and not report.study.several and (told := answer(report)):
        yield TextLine(told)
    if report.study.title:
        yield headed("Study", f": {report.study.title}")
    yield from (EMPTY, *verdict_lines(report), *accepted_lines(report))
    for name, text in derivation.assumptions.premises.items():
        yield headed("Changed", f": {name}: {text}")
    yield EMPTY


def result(
    report: EvaluatedClaim, swept: Sweep | None, *, brief: bool = False, digits: int = 0
) -> Iterator[Block]:
    """The formula and its number, or the table of several values, which in a whole report stands before the number.

    With `digits` the number stands there with so many figures, too.
    """
    title = (swept or report.scenario).title
    yield headed("Result", f", {title}" if title else "")
    step = report.headline
    if step.relation is None:
        yield TextLine(str(step.verdict), depth=1)
    else:
        yield TextLine(relation=step.relation, depth=1, hang=4, display=True)
    if step.conditions:
        yield TextLine(conditions=step.conditions, depth=1)
    if step.holds:
        yield TextLine(step.holds, depth=1)
    if step.rule in ("limit", "minimise", "minimise_subject_to") and step.note not in step.holds:
        yield TextLine(step.note, depth=1)
    if swept is not None:
        from derivations.show.sweep import first_text, values_table

        yield from titled(values_table(swept))
        if not brief:
            yield from (EMPTY, TextLine(first_text(swept), depth=1))
    if step.relation is not None and (swept is None or not brief):
        yield from (EMPTY, *_numbers(report, brief, digits))
        if report.idle:
            from derivations.show.sweep import behind_table

            if behind := behind_table(report):
                yield from titled(behind)


def _numbers(report: EvaluatedClaim, brief: bool, digits: int) -> Iterator[TextLine]:
    """The result in numbers, and what does not matter for it."""
    try:
        yield from numbers_lines(report.result, origins=not brief)
        if not brief:
            yield from _found_by_numbers(report)
        for words in whole_words(report, brief=brief):
            yield TextLine(words, depth=1, hang=2)
        if report.result.outside:
            yield from remedy_lines(report, report.headline)
        if digits and report.result.value is not None:
            yield TextLine(f"to {digits} figures: {report.result.left} = {report.result.to_figures(digits)}", depth=1)
        if report.idle:
            from derivations.show.sweep import without_influence

            if idle := without_influence(report):
                yield TextLine(f"given, and without influence on this: {idle}", depth=1)
    except DerivationsError as error:
        yield TextLine(str(error), depth=1)


def whole_words(report: EvaluatedClaim, *, brief: bool = False) -> Iterator[str]:
    """The whole numbers beside the result and, unless `brief`, beside other minima and bounds, by their steps."""
    shown = [whole_numbers(report)] if brief else all_whole_numbers(report)
    for found in shown:
        if found is not None and not (report.result.outside and found.step == report.headline.name):
            yield found.words if found.step == report.headline.name else f"{found.step}, {found.words}"


def _found_by_numbers(report: EvaluatedClaim) -> Iterator[TextLine]:
    """For each number of the result that only numbers find: its bracket, and whether others are excluded."""
    for step in report.derivation.trace:
        if step.unknown in report.result.entering and step.unknown and step.verdict.holds:
            yield TextLine(str(report.numbers(step.name)), depth=2, hang=2)


def remedy_lines(report: EvaluatedClaim, step: Step) -> Iterator[TextLine]:
    """The values at which a condition of a step would hold that fails here."""
    from derivations.study.remedy import remedies

    found = [str(item) for item in remedies(report, step)]
    if found:
        yield TextLine(f"it would hold with {listed(found, 'or')}", depth=1, hang=2)


def numbers_lines(line: NumbersLine, *, origins: bool = True) -> Iterator[TextLine]:
    """A numbers line and, with `origins`, the source of each of its numbers."""
    yield TextLine(str(line), depth=1, hang=4)
    if line.unchecked:
        yield TextLine(f"{line.undecided}: {', '.join(line.unchecked)}", depth=1)
    if origins:
        yield from (TextLine(text, depth=2, hang=2, role="dim") for text in line.origins)
