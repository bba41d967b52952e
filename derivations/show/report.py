"""Reports as text for a terminal or a pipe, and as GitHub Markdown with LaTeX mathematics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.published import Comparison
from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import DerivationsError
from derivations.language.display import in_markdown, markdown_prose, sentence
from derivations.show.answer import opening, result, whole_words
from derivations.show.document import EMPTY, GAP, Block, TextLine, titled
from derivations.show.grids import wide_grids
from derivations.show.markdown import bullets, conditions_markdown
from derivations.show.report_tables import basis_of, letters_table, report_tables
from derivations.show.rocq.accepted import accepted_lines
from derivations.show.selection import headline_relation, selection
from derivations.show.sweep import VALUES, behind_table, first_text, sweep_of, values_table, without_influence
from derivations.show.terminal import PLAIN, Style, text_of
from derivations.show.verdicts import verdicts_markdown
from derivations.show.warning import warnings_markdown
from derivations.study.sweep import Sweep
from derivations.study.verdicts import told_statements


def report_text(
    report: EvaluatedClaim,
    style: Style = PLAIN,
    *,
    all_cards: bool = False,
    swept: Sweep | None = None,
    part: Derivation | None = None,
    digits: int = 0,
) -> str:
    """The whole report, the answer first.

    Tables over very many cards are only named, unless `all_cards`. Of several values the answer is a table: `swept`,
    where it was made before. `part` holds the premises and steps to show where these are not all. With `digits` the
    number of the result stands there with so many figures, too.
    """
    swept = sweep_of(report) if swept is None else swept
    derivation = report.derivation if part is None else part
    blocks = [*opening(report, derivation), *result(report, swept, digits=digits)]
    return text_of([*blocks, *_argument(report, derivation, () if all_cards else wide_grids(report))], style)


def report_plain(report: EvaluatedClaim, steps: str = "all", *, all_cards: bool = False) -> str:
    """The report as text; with `steps` ``key`` the premises and steps that matter most.

    With ``result`` it is the formula alone, in the grammar of formulas and on one line, for a pipe. Tables over very
    many cards are only named unless `all_cards`. Raises `UnknownNameError` for another choice, and `UndecidedError` for
    a formula that there is not.
    """
    chosen = selection(report, steps)
    if steps == "result":
        return f"{headline_relation(report)}\n"
    return report_text(report, all_cards=all_cards, part=chosen.part)


def _argument(report: EvaluatedClaim, derivation: Derivation, named: Iterable[str]) -> Iterator[Block]:
    """Premises, letters, steps and tables; the grids of the kinds `named` are told by their titles."""
    for heading, steps in (("Premises", derivation.premises), ("Derivation", derivation.argument),
                           ("Rejected", derivation.rejects)):
        if steps or heading != "Rejected":
            yield from (EMPTY, TextLine(heading, role="heading"))
        for step in steps:
            yield from _step(step)
        if heading == "Premises":
            yield from titled(letters_table(derivation))
    for kind, table in report_tables(report, without={VALUES, *named}):
        if kind == "published":
            yield from (EMPTY, TextLine(table.title, role="heading"), *_published(report))
        else:
            yield from titled(table)
    for kind, grid in wide_grids(report).items():
        if kind in named:
            yield from (EMPTY, TextLine(f"{grid.title}: over all cards with `--all-cards`"))
    if report.claim.asserted:
        yield from (EMPTY, TextLine("Said, and not derived here", role="heading"))
        yield from (TextLine(line, depth=1, hang=2) for line in report.asserted())


_ROLES = {True: "good", False: "bad", None: "dim"}


def followed_text(row: Comparison, report: EvaluatedClaim) -> str:
    """The number derived for a published one, from which numbers, the verdict and the note."""
    note = f"; {row.published.note}" if row.published.note else ""
    return f"{row.derived_text} from {basis_of(row, report)}: {row.verdict}{note}"


def _published(report: EvaluatedClaim) -> Iterator[TextLine]:
    """What was said, statement by statement, what follows, and what would with other numbers."""
    for statement in told_statements(report):
        row = statement.said
        said = row.published
        yield TextLine(f"{said.step}: {row.said} ({said.rounding}). {said.by}, {said.where}", depth=1, hang=4)
        yield TextLine(f"{row.mark} {followed_text(row, report)}", depth=3, hang=2, role=_ROLES[row.follows])
        for other in statement.otherwise:
            step = "" if other.published.step == said.step else f"{other.published.step} "
            yield TextLine(f"otherwise {step}{followed_text(other, report)}", depth=4, hang=2, role="dim")


def _step(step: Step) -> Iterator[TextLine]:
    yield GAP
    yield TextLine(f"({step.label}) {step.name}  {step.rule}", whole=True, role="name", named=step.name)
    if step.relation is not None:
        yield TextLine(relation=step.relation, depth=3, hang=4, display=True)
    elif step.statement:
        yield TextLine(step.statement, depth=3, hang=4)
    if step.conditions:
        yield TextLine(conditions=step.conditions, depth=3)
    if step.where:
        yield TextLine(step.where, depth=3)
    note = step.note if step.note not in str(step.verdict) else ""
    replaced = f"replaces {step.replaces}" if step.replaces else ""
    yield from (TextLine(text, depth=3) for text in (note, step.because, replaced) if text)
    if step.source:
        yield TextLine(f"source: {step.source}", depth=3, role="dim")
    if step.verdict.finding != "taken":
        at = f" at {step.verdict.point}" if step.verdict.counterexample else ""
        text = f"{step.mark} {step.standing}{at}"
        yield TextLine(text, depth=3, role="good" if step.sound else "bad")


def report_markdown(report: EvaluatedClaim, steps: str = "all", *, all_cards: bool = False) -> str:
    """The whole report: question, result, premises, steps, rejects, numbers, and what was published.

    With `steps` ``key`` the premises and steps that matter most; with ``result`` the formula alone, to be put into a
    text. Tables over very many cards are left out unless `all_cards`. Raises `UnknownNameError` for another choice, and
    `UndecidedError` for a formula that there is not.
    """
    claim, derivation = report.claim, selection(report, steps).part
    if steps == "result":
        return f"$$\n{headline_relation(report).latex}\n$$\n"
    blocks = [*warnings_markdown(report.contradictions), f"# {in_markdown(claim.title)}"]
    if claim.question:
        blocks.append(in_markdown(claim.question))
    if report.study.title:
        blocks.append(f"**Study:** {in_markdown(report.study.title)}")
    blocks.append(verdicts_markdown(report))
    blocks += [f"**{line.named}**{line.words.removeprefix(line.named)}" for line in accepted_lines(report)]
    changed = derivation.assumptions.premises
    if changed:
        blocks.append("**Changed:** " + "; ".join(f"{name}: `{text}`" for name, text in changed.items()))
    blocks += ["## Result", *_several(sweep_of(report)), _result_markdown(report)]
    blocks += ["## Premises", *(step.to_markdown() for step in derivation.premises)]
    blocks += ["## Letters", derivation.letters.to_markdown()]
    blocks += ["## Derivation", *(step.to_markdown() for step in derivation.argument)]
    if derivation.rejects:
        blocks += ["## Rejected", *map(_reject_markdown, derivation.rejects)]
    for _, table in report_tables(report, without={VALUES, *(() if all_cards else wide_grids(report))}):
        blocks += [f"## {in_markdown(table.title)}", table.to_markdown()]
    if claim.asserted:
        blocks += ["## Said, and not derived here"]
        blocks.append(bullets(report.asserted()))
    return "\n\n".join(blocks) + "\n"


def _several(swept: Sweep | None) -> list[str]:
    """The table of several values, and for which of them all else is."""
    if swept is None:
        return []
    shown = values_table(swept)
    first = in_markdown(first_text(swept))
    return [f"### {in_markdown(shown.title)}", shown.to_markdown(), f"{sentence(first)}."]


def _result_markdown(report: EvaluatedClaim) -> str:
    """The headline with its numbers line and the origin of every number."""
    try:
        line = report.result
    except DerivationsError as error:
        return in_markdown(str(error))
    conditions, where = report.headline.conditions, in_markdown(report.headline.holds)
    lines = [line.to_markdown()]
    if conditions or where:
        under = f"if {conditions_markdown(conditions)}" if conditions else ""
        lines.insert(0, f"Holds {', '.join(filter(None, (under, where)))}.")
    title = in_markdown(report.scenario.title)
    lines.insert(0, f"{sentence(title)}:")
    lines += [f"{sentence(in_markdown(words))}." for words in whole_words(report)]
    if idle := without_influence(report):
        lines.append(f"Given, and without influence on this: {in_markdown(idle)}")
    if behind := behind_table(report):
        lines += [f"### {in_markdown(behind.title)}", behind.to_markdown()]
    return "\n\n".join(lines)


def _reject_markdown(step: Step) -> str:
    """A rejected statement with what is wrong with it."""
    shown = f"$${step.relation.latex}$$" if step.relation is not None else f"`{step.statement}`"
    notation = None if step.relation is None else step.relation.notation
    reason = markdown_prose(step.because, notation, in_markdown)
    text = f"**{in_markdown(step.name)}** — {reason}\n\n{shown}\n\n{step.mark} *{in_markdown(step.standing)}*"
    if step.verdict.counterexample:
        text += " · at " + step.verdict.point
    return text
