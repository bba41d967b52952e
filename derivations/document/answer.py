"""The answer of a report: what was asked and changed, the result and its number, and the verdicts on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from derivations.claim.answer import answer
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.outline import outline
from derivations.claim.study import Study
from derivations.claim.whole_numbers import all_whole_numbers, whole_numbers
from derivations.derivation.step import Step
from derivations.document.blocks import EMPTY, SET, TERMINAL, Block, TextLine, deeper, headed, within
from derivations.document.parts import Calculation
from derivations.document.verdicts import accepted_lines, verdict_lines
from derivations.document.words import Assignment, Cited, Letter, Span, joined
from derivations.errors import DerivationsError
from derivations.language.display import listed
from derivations.numbers.numbers_line import NumbersLine
from derivations.proof.verdict import Finding
from derivations.sources.catalog import Catalog

if TYPE_CHECKING:
    from derivations.study.sweep import Sweep

_NEXT = ("`derive show {name} --full` shows each step with its reason and check, the symbols, tables and sources; "
         "`derive premises {name}` shows what you can change.")
_FORMATS = {"compute": "arithmetic", "weights": "weights", "cache": "KV cache"}


def argument_lines(report: EvaluatedClaim) -> Iterator[Block]:
    """The premises and steps behind the result, each in a line with its conditions."""
    from derivations.document.selection import reached

    derivation, behind = report.derivation, reached(report.derivation, [report.headline.name])
    steps = [step for step in derivation.trace if step.name in behind and step.verdict.finding is not Finding.WAITING]
    taken, named = ([step for step in steps if step.rule == rule] for rule in ("take", "define"))
    shown = [step for step in steps if step not in (*taken, *named)]
    for heading, told in (("Premises", taken), ("Steps", shown), ("Definitions", named)):
        yield from (EMPTY, TextLine(heading, role="heading")) if told else ()
        for step in told:
            words = f"{step.mark} {step.name}".strip() + (f" ({step.holds})" if step.holds else "")
            if step.relation is not None:
                yield TextLine(f"{words}:", step.relation, step.conditions, depth=1, hang=6, named=step.name)
            if not step.sound:
                told_why = step.standing if step.relation is not None else f"{words}: {step.standing}"
                yield TextLine(told_why, depth=1 if step.relation is None else 3, hang=6, role="bad")


def next_lines(report: EvaluatedClaim) -> Iterator[Block]:
    """What else there is to see of a claim."""
    yield from (EMPTY, TextLine(_NEXT.format(name=report.claim.name), hang=2))


def over_ranges(report: EvaluatedClaim, *, brief: bool = False) -> Iterator[Block]:
    """What the result can be, where a reader gave ranges or said how likely numbers are."""
    if report.study.ranges:
        from derivations.document.spread import spread_blocks

        yield from spread_blocks(report, brief=brief)


def opening(report: EvaluatedClaim, *, titled: bool = True) -> Iterator[Block]:
    """Title, question and answer, and the title of the study."""
    if titled:
        yield TextLine(report.claim.title, role="title")
    if report.claim.question:
        yield TextLine(report.claim.question, role="question")
    one = not (report.study.several or report.study.ranges)
    if one and report.headline.name == report.claim.result and (told := answer(report)):
        yield TextLine(told)
    if report.study.title:
        yield TextLine(f"Study: {report.study.title}", named="Study", role="label")


def changes(report: EvaluatedClaim) -> Iterator[Block]:
    """What a reader changed: premises with what they replace, numbers, cards and formats."""
    numbers = changed_numbers(report.study, report.catalog)
    lines = [*_changed_premises(report), *(TextLine(words, depth=1, hang=2) for words in numbers)]
    if lines:
        yield from (EMPTY, TextLine("Changed", role="heading"), *lines)


def _changed_premises(report: EvaluatedClaim) -> Iterator[TextLine]:
    derivation = report.derivation
    for name, text in derivation.assumptions.premises.items():
        if name not in derivation or (step := derivation[name]).relation is None:
            yield TextLine(f"premise {name}: {text}", depth=1, hang=2)
            continue
        chosen = "" if any(sign in text for sign in "=<>≤≥") else f", {text}"
        yield TextLine(f"premise {name}{chosen}:", step.relation, depth=1, hang=2)
        default = f"in place of {step.replaces}" if step.replaces else "as by default"
        yield TextLine(default, depth=2, hang=2)
    for text in dict.fromkeys(derivation.assumptions.premises.values()):
        if others := _same_choice(report, text):
            has, be = ("has", "is") if len(others) == 1 else ("have", "are")
            words = f"{listed(others, 'and')} {has} {text}, too, and {be} as before"
            yield TextLine(words, depth=1, hang=2, role="aside")


def _same_choice(report: EvaluatedClaim, alternative: str) -> list[str]:
    """Premises that have an alternative of this name, too, and are not changed: often the same modelling choice."""
    changed = report.derivation.assumptions.premises
    return [premise.name for premise, item in outline(report.claim).alternatives
            if item.name == alternative and premise.name in report.derivation and premise.name not in changed]


def changed_numbers(study: Study, catalog: Catalog) -> Iterator[str | tuple[Span, ...]]:
    """The numbers, cards and formats of a study, each in a line of words."""
    for name, values in study.values.items():
        first, *others = values
        yield (Assignment(name, first), "".join(f", {value}" for value in others))
    cards = study.cards
    if cards.accelerator:
        yield f"accelerator {catalog.accelerator(cards.accelerator).title}"
    if cards.model:
        yield f"model {catalog.model(cards.model).title}"
    for name, of in _FORMATS.items():
        if chosen := getattr(cards, name):
            yield f"{of} in {chosen}"
    if study.as_said:
        yield "the lecturer's own numbers"
    if study.without:
        yield ("without a number for ", *joined([(Letter(name),) for name in study.without], ", "))


def standing(report: EvaluatedClaim, *, measured: bool = True) -> Iterator[Block]:
    """The verdicts, with a line for each `measured` quantity, and what Rocq accepts."""
    yield from (EMPTY, TextLine("Verdicts", role="heading"))
    yield from deeper([*verdict_lines(report, measured=measured), *accepted_lines(report, items=measured)], 1)


def result(
    report: EvaluatedClaim, swept: Sweep | None, *, brief: bool = False, digits: int = 0
) -> Iterator[Block]:
    """The formula and its number, or the table of several values, which in a whole report stands before the number.

    With `digits` the number stands there with so many figures, too.
    """
    title, step = (swept or report.scenario).title, report.headline
    yield from (EMPTY, headed("Result", f", {title}" if title else ""))
    numbers = list(_numbers(report, brief, digits)) if step.relation is not None and (not swept or not brief) else []
    calculated = any(isinstance(each, Calculation) for each in numbers)
    if step.relation is None:
        yield TextLine(str(step.verdict), depth=1, role="aside")
        yield from _on_branches(report)
    else:  # else the formula stands in the calculation
        yield TextLine(relation=step.relation, depth=1, hang=4, display=True, only=TERMINAL if calculated else "")
    limits = step.rule in ("limit", "minimise", "minimise_subject_to") and step.note not in step.holds
    if step.conditions:
        yield TextLine(conditions=step.conditions, depth=1, only=TERMINAL)
    yield from (TextLine(text, depth=1, only=TERMINAL) for text in (step.holds, step.note if limits else "") if text)
    if swept is not None:
        from derivations.document.sweep import first_text, values_table

        yield from within(values_table(swept))
        if not brief:
            yield from (EMPTY, TextLine(first_text(swept), depth=1, role="aside"))
    if numbers:
        yield from (EMPTY, numbers[0])
    yield from _under(step, step.note if limits else "")
    yield from numbers[1:]
    if numbers and report.idle:
        from derivations.document.sweep import behind_table

        if behind := behind_table(report):
            yield from within(behind)


def _on_branches(report: EvaluatedClaim) -> Iterator[TextLine]:
    """Where the result waits for a choice among solutions: what each of them comes to, and how to choose it."""
    from derivations.study.branches import branches_waited_for
    from derivations.study.missing_values import with_options

    branches = branches_waited_for(report)
    for branch in branches:
        line = report.evaluation.line_or_none(branch.name)
        told = f"no number: it is {branch.verdict}" if line is None else with_options(line)
        yield TextLine(f"on {branch.name}: {told}", depth=1, hang=2, role="aside")
    if branches:
        yield TextLine(f"choose one: --branch {branches[0].name}", depth=1, role="aside")


def _under(step: Step, note: str) -> Iterator[TextLine]:
    """Where the result holds, in a sentence."""
    conditions = f"if {' and '.join(map(str, step.conditions))}" if step.conditions else ""
    if under := ", ".join(filter(None, (conditions, step.holds, note))):
        yield TextLine(f"holds {under}", role="aside", only=SET)


def _numbers(report: EvaluatedClaim, brief: bool, digits: int) -> Iterator[Block]:
    """The result in numbers, and what does not matter for it."""
    try:
        yield Calculation(report.result)
        if not brief:
            yield from _found_by_numbers(report)
        for words in whole_words(report, brief=brief):
            yield TextLine(words, depth=1, hang=2, role="aside")
        if report.result.outside:
            yield from remedy_lines(report, report.headline)
            yield from _instead(report)
        for leftover in report.leftovers_in(report.evaluation):
            if leftover.remedy:
                yield TextLine(leftover.remedy, depth=1, hang=2, role="aside")
        if digits and report.result.value is not None:
            figures = f"to {digits} figures: {report.result.left} = {report.result.to_figures(digits)}"
            yield TextLine(figures, depth=1, role="aside")
        if report.idle:
            from derivations.document.sweep import idle_names

            if idle := idle_names(report):
                given = joined([(Assignment(name, report.given[name]),) for name in idle], ", ")
                yield TextLine(("given, but without effect on this result: ", *given), depth=1, role="aside")
        if report.idle_cards:
            yield TextLine(f"chosen, but without effect on this result: {listed(report.idle_cards)}", depth=1,
                           role="aside")
    except DerivationsError as error:
        yield TextLine(str(error), depth=1, role="aside")


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
            line = report.numbers(step.name)
            if line.value is not None:  # else the number was given, and this step would find it from the result
                yield TextLine(str(line), depth=2, hang=2, role="aside")


def remedy_lines(report: EvaluatedClaim, step: Step) -> Iterator[TextLine]:
    """The values at which a condition of a step would hold that fails here."""
    from derivations.study.remedy import remedies

    found = [str(item) for item in remedies(report, step)]
    if found:
        yield TextLine(f"it would hold with {listed(found, 'or')}", depth=1, hang=2, role="aside")


def _instead(report: EvaluatedClaim) -> Iterator[TextLine]:
    """What another step says of the same quantity here, where a condition of the result fails."""
    from derivations.study.remedy import here_instead

    line = here_instead(report)
    if line is not None:
        yield TextLine(f"with these numbers {line.left} = {line.result}, by the step {line.step}", depth=1, hang=2,
                       role="aside")


def numbers_blocks(line: NumbersLine) -> Iterator[Block]:
    """A numbers line, and the source of each of its numbers."""
    yield Calculation(line)
    yield from deeper(list(origin_lines(line)), 1)


def origin_lines(line: NumbersLine) -> Iterator[TextLine]:
    """Every given number that a result rests on, with its origin, its meaning and its source."""
    for name, value in line.leaves.items():
        said: list[Span] = [f": {value.origin}"]
        if value.meaning:
            said.append(f"; {value.meaning}")
        if value.source is not None:
            said += ["; ", Cited(value.source)]
        yield TextLine((Assignment(name, value), *said), depth=1, hang=2, role="dim")
