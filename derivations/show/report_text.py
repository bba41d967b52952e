"""Reports for a terminal: two-dimensional mathematics where somebody looks, one line each where a pipe does."""

from __future__ import annotations

from collections.abc import Iterable

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import REPRODUCED
from derivations.errors import DerivationsError
from derivations.language.display import MARKS
from derivations.language.printing.pretty import relation_pretty
from derivations.language.relation import Relation
from derivations.numbers.numbers_line import NumbersLine
from derivations.search.derivation import Derivation
from derivations.search.step import Step
from derivations.show.grids import wide_grids
from derivations.show.report_tables import basis_of, letters_table, report_tables
from derivations.show.sweep import VALUES, first_text, sweep_of, values_table
from derivations.show.table import Table
from derivations.show.terminal import PLAIN, Style, table_lines, wrapped
from derivations.study.sweep import Sweep


def report_text(
    report: EvaluatedClaim,
    style: Style = PLAIN,
    *,
    brief: bool = False,
    all_cards: bool = False,
    swept: Sweep | None = None,
    part: Derivation | None = None,
) -> str:
    """The whole report, the answer first; if `brief`, the answer alone.

    Tables over very many cards are only named, unless `all_cards`. Of several values the answer is a table: `swept`,
    where it was made before. `part` holds the premises and steps to show where these are not all.
    """
    swept = sweep_of(report) if swept is None else swept
    claim, derivation = report.claim, report.derivation if part is None else part
    lines = [style.paint(part, "title") for part in wrapped(claim.title, style, "")]
    if claim.question:
        lines += wrapped(claim.question, style, "")
    if report.study.title:
        lines += _headed("Study", f": {report.study.title}", style)
    lines += ["", *_headed("Verdict", f": {report.verdict}", style)]
    for name, text in derivation.assumptions.premises.items():
        lines += _headed("Changed", f": {name}: {text}", style)
    lines += ["", *_result(report, style, brief, swept)]
    if not brief:
        lines += _argument(report, derivation, style, all_cards=all_cards)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _argument(report: EvaluatedClaim, derivation: Derivation, style: Style, *, all_cards: bool) -> list[str]:
    """What leads to the result, and what stands beside it."""
    claim = report.claim
    lines: list[str] = []
    lines += ["", style.paint("Premises", "heading")]
    for step in derivation.premises:
        lines += _step(step, style)
    lines += _table(letters_table(derivation), style)
    lines += ["", style.paint("Derivation", "heading")]
    for step in derivation.argument:
        lines += _step(step, style)
    if derivation.rejects:
        lines += ["", style.paint("Rejected", "heading")]
        for step in derivation.rejects:
            lines += _step(step, style)
    for kind, table in report_tables(report, without={VALUES, *(() if all_cards else wide_grids(report))}):
        if kind == "published":
            lines += ["", style.paint(table.title, "heading"), *_published(report, style)]
        else:
            lines += _table(table, style)
    for grid in () if all_cards else wide_grids(report).values():
        lines += ["", *wrapped(f"{grid.title}: over all cards with --all-cards", style, "")]
    if claim.asserted:
        lines += ["", style.paint("Said, and not derived here", "heading")]
        for line in report.asserted():
            lines += wrapped(line, style, "  ", "    ")
    return lines


def numbers_lines(line: NumbersLine, style: Style = PLAIN, *, origins: bool = True) -> list[str]:
    """A numbers line and, with `origins`, where each of its numbers comes from."""
    lines = wrapped(str(line), style, "  ", "      ")
    if line.unchecked:
        lines += wrapped(f"not decided for lack of numbers: {', '.join(line.unchecked)}", style, "  ")
    for text in line.origins if origins else ():
        lines += [style.paint(part, "dim") for part in wrapped(text, style, "    ", "      ")]
    return lines


def _table(table: Table, style: Style) -> list[str]:
    title = [style.paint(line, "heading") for line in wrapped(table.title, style, "", "  ")]
    return ["", *title, *table_lines(table, style)]


def _published(report: EvaluatedClaim, style: Style) -> list[str]:
    """Two lines for each number: what was said, and what follows."""
    lines = []
    for row in report.published:
        said = row.published
        agrees = row.verdict == REPRODUCED
        note = f"; {said.note}" if said.note else ""
        lines += wrapped(f"{said.step}: {row.said} ({said.rounding}). {said.by}, {said.where}", style, "  ", "      ")
        text = f"{'✓' if agrees else '≠'} {row.derived_text} from {basis_of(row, report)}: {row.verdict}{note}"
        role = "good" if agrees else ("bad" if row.fails else "dim")
        lines += [style.paint(part, role) for part in wrapped(text, style, "      ", "        ")]
    return lines


def _result(report: EvaluatedClaim, style: Style, brief: bool, swept: Sweep | None) -> list[str]:
    """The formula and its number, or the table of several values, which in a whole report stands before the number."""
    lines = _headed("Result", f", {title}" if (title := (swept or report.scenario).title) else "", style)
    step = report.headline
    if step.relation is None:
        lines += wrapped(str(step.verdict), style, "  ")
    else:
        lines += _equation(step.relation, style, "  ")
    if step.conditions:
        lines += wrapped("if " + _listed(step.conditions), style, "  ")
    if step.rule == "limit" and step.note:
        lines += wrapped(step.note, style, "  ")
    if swept is not None:
        lines += _table(values_table(swept), style)
        if not brief:
            lines += ["", *wrapped(first_text(swept), style, "  ")]
    if step.relation is None or (swept is not None and brief):
        return lines
    return [*lines, "", *_numbers(report, style, brief)]


def _numbers(report: EvaluatedClaim, style: Style, brief: bool) -> list[str]:
    """The result in numbers, what does not matter for it, and where the numbers contradict the premises."""
    lines: list[str] = []
    try:
        lines += numbers_lines(report.result, style, origins=not brief)
        if report.idle:
            given = ", ".join(f"{name} = {report.given[name]}" for name in report.idle)
            lines += wrapped(f"given, and without influence on this: {given}", style, "  ")
    except DerivationsError as error:
        lines += wrapped(str(error), style, "  ")
    for text in report.contradictions:
        told = wrapped(f"these numbers contradict the premises: {text}", style, "  ", "      ")
        lines += ["", *(style.paint(line, "bad") for line in told)]
    return lines


def _step(step: Step, style: Style) -> list[str]:
    lines = ["" if style.pretty else None, f"({step.label}) {style.paint(step.name, 'name')}  {step.rule}"]
    shown = [line for line in lines if line is not None]
    if step.relation is not None:
        shown += _equation(step.relation, style, "      ")
    elif step.statement:
        shown += wrapped(step.statement, style, "      ", "          ")
    if step.conditions:
        shown += wrapped("if " + _listed(step.conditions), style, "      ")
    if step.within and step.within != (step.name,):
        shown += wrapped(f"at {', '.join(step.within)}", style, "      ")
    for text in (step.note if step.note not in str(step.verdict) else "", step.because):
        if text:
            shown += wrapped(text, style, "      ")
    if step.replaces:
        shown += wrapped(f"replaces {step.replaces}", style, "      ")
    if step.source:
        shown += [style.paint(part, "dim") for part in wrapped(f"source: {step.source}", style, "      ")]
    if step.verdict.finding != "taken":
        mark = MARKS[step.verdict.finding]
        text = f"{mark} {step.verdict}"
        if step.verdict.counterexample:
            text += " at " + step.verdict.point
        role = "good" if step.sound else "bad"
        shown += [style.paint(part, role) for part in wrapped(text, style, "      ")]
    return shown


def _equation(item: Relation, style: Style, indent: str) -> list[str]:
    block = relation_pretty(item.written).splitlines() if style.pretty else []
    if not block or max(map(len, block)) + len(indent) > style.width:
        return wrapped(str(item), style, indent, indent + "    ")
    return [f"{indent}{line}" for line in block]


def _listed(conditions: Iterable[Relation]) -> str:
    return " and ".join(map(str, conditions))


def _headed(name: str, text: str, style: Style) -> list[str]:
    """A line that begins with a heading and goes on with text."""
    first, *others = wrapped(name + text, style, "", "  ")
    return [style.paint(name, "heading") + first[len(name) :], *others]
