"""Reports, or a part of them, as GitHub Markdown, mathematics as LaTeX between dollars."""

from __future__ import annotations

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError
from derivations.language.display import MARKS, in_markdown, sentence, spoken
from derivations.search.step import Step
from derivations.show.grids import wide_grids
from derivations.show.report_tables import report_tables
from derivations.show.selection import headline_relation, selection
from derivations.show.sweep import VALUES, first_text, sweep_of, values_table
from derivations.study.sweep import Sweep


def report_markdown(report: EvaluatedClaim, steps: str = "all", *, all_cards: bool = False) -> str:
    """The whole report: question, result, premises, steps, rejects, numbers, and what was published.

    With `steps` ``key`` the premises and steps that matter most; with ``result`` the formula alone, to be put into a
    text. Tables over very many cards are left out unless `all_cards`. Raises `UnknownNameError` for another choice, and
    `UndecidedError` for a formula that there is not.
    """
    claim, derivation = report.claim, selection(report, steps).part
    if steps == "result":
        return f"$$\n{headline_relation(report).latex}\n$$\n"
    blocks = [f"# {in_markdown(claim.title)}"]
    if claim.question:
        blocks.append(in_markdown(claim.question))
    if report.study.title:
        blocks.append(f"**Study:** {in_markdown(report.study.title)}")
    blocks.append(f"**Verdict:** {spoken(report.verdict, derivation.notation, in_markdown)}")
    changed = derivation.assumptions.premises
    if changed:
        blocks.append("**Changed:** " + "; ".join(f"{name}: `{text}`" for name, text in changed.items()))
    blocks += ["## Result", *_several(report, sweep_of(report)), result_block(report)]
    blocks += ["## Premises", *(step.to_markdown() for step in derivation.premises)]
    blocks += ["## Letters", derivation.letters.to_markdown()]
    blocks += ["## Derivation", *(step.to_markdown() for step in derivation.argument)]
    if derivation.rejects:
        blocks += ["## Rejected", *map(reject_markdown, derivation.rejects)]
    for _, table in report_tables(report, without={VALUES, *(() if all_cards else wide_grids(report))}):
        blocks += [f"## {in_markdown(table.title)}", table.to_markdown()]
    if claim.asserted:
        blocks += ["## Said, and not derived here"]
        blocks.append("\n".join(f"- {in_markdown(line)}" for line in report.asserted()))
    return "\n\n".join(blocks) + "\n"


def _several(report: EvaluatedClaim, swept: Sweep | None) -> list[str]:
    """The table of several values, and for which of them all else is."""
    if swept is None:
        return []
    shown = values_table(swept)
    first = in_markdown(first_text(swept))
    return [f"### {in_markdown(shown.title)}", shown.to_markdown(), f"{sentence(first)}."]


def result_block(report: EvaluatedClaim) -> str:
    """The headline with its numbers line and the origin of every number."""
    try:
        line = report.result
    except DerivationsError as error:
        return in_markdown(str(error))
    conditions = report.headline.conditions
    lines = [line.to_markdown()]
    if conditions:
        lines.insert(0, "Holds if " + " and ".join(f"${condition.latex}$" for condition in conditions) + ".")
    title = in_markdown(report.scenario.title)
    lines.insert(0, f"{sentence(title)}:")
    if report.idle:
        given = ", ".join(f"{name} = {report.given[name]}" for name in report.idle)
        lines.append(f"Given, and without influence on this: {in_markdown(given)}")
    lines += [f"These numbers contradict the premises: {in_markdown(text)}." for text in report.contradictions]
    return "\n\n".join(lines)


def reject_markdown(step: Step) -> str:
    """A rejected statement with what is wrong with it."""
    shown = f"$${step.relation.latex}$$" if step.relation is not None else f"`{step.statement}`"
    mark = MARKS[step.verdict.finding]
    notation = None if step.relation is None else step.relation.notation
    reason = spoken(step.because, notation, in_markdown)
    text = f"**{step.name}** — {reason}\n\n{shown}\n\n{mark} *{in_markdown(str(step.verdict))}*"
    if step.verdict.counterexample:
        text += " · at " + step.verdict.point
    return text
