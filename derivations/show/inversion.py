"""A result turned round, for a terminal or as plain data: the answer, its number, and the steps that were added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError
from derivations.search.step import Step
from derivations.show.json import SCHEMA, report_json, result_json, step_json, values_json
from derivations.show.report_text import numbers_lines, report_text
from derivations.show.terminal import PLAIN, Style, wrapped
from derivations.study.inversion import added, held, lacking, set_aside, solutions, why_none, would_be


def turned_text(
    account: EvaluatedClaim, found: EvaluatedClaim, for_: str, style: Style = PLAIN, *, brief: bool = False
) -> str:
    """The answer, and how it came about; `account` is what was turned round, `found` what came of it.

    If `brief`, the answer alone.
    """
    if found.claim is account.claim:
        told = f"{for_} is the result of {account.claim.name} already."
        return "\n".join([*wrapped(told, style, ""), "", report_text(found, style, brief=True)])
    lines = [style.paint(part, "title") for part in wrapped(found.claim.title, style, "")]
    lines += wrapped(found.claim.question, style, "")
    for name, text in found.derivation.assumptions.premises.items():
        lines += wrapped(f"Changed: {name}: {text}", style, "", "  ")
    lines += ["", *_heading("Result", f", {found.scenario.title}", style)]
    steps = solutions(found)
    for place, step in enumerate(steps, 1):
        if len(steps) > 1:
            lines += ["", *wrapped(f"Branch {place} of {len(steps)}", style, "  ")]
        lines += _solution(account, found, step, style, brief=brief)
    if brief:
        return "\n".join(line.rstrip() for line in lines) + "\n"
    lines += [line for text in _notes(account, found, for_) for line in wrapped(text, style, "  ", "    ")]
    lines += ["", *_heading("Steps added", f" to the {len(account.derivation.trace)} of {account.claim.name}", style)]
    for step in added(account, found):
        lines += _step(step, style)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def turned_json(account: EvaluatedClaim, found: EvaluatedClaim, for_: str) -> dict[str, Any]:
    """The same as plain data; a result that was asked for is the report itself."""
    if found.claim is account.claim:
        return {"schema": SCHEMA, "claim": account.claim.name, "for": for_, "already_the_result": True,
                "solutions": [report_json(found)["result"]], "notes": [], "steps_added": []}
    return {
        "schema": SCHEMA,
        "claim": account.claim.name,
        "title": found.claim.title,
        "for": for_,
        "already_the_result": False,
        "scenario": {"name": found.scenario.name, "title": found.scenario.title},
        "assumptions": dict(found.derivation.assumptions.premises),
        "given": values_json(found.given),
        "set_aside": values_json({name: value for name, (value, _) in set_aside(account, found, for_).items()}),
        "solutions": [
            {
                **result_json(step, found.evaluation),
                "step": step.name,
                "within": list(step.within),
                "verdict": str(step.verdict),
                "missing": [
                    {"name": item.quantity.name, "unit": item.quantity.unit, "cards": list(item.cards),
                     "readings": list(item.readings)}
                    for item in (lacking(account, found, step) if step.verdict.holds else ())
                ],
            }
            for step in solutions(found)
        ],
        "notes": list(_notes(account, found, for_)),
        "steps_added": [step_json(step) for step in added(account, found)],
    }


def _solution(account: EvaluatedClaim, found: EvaluatedClaim, step: Step, style: Style, *, brief: bool) -> list[str]:
    """A solution with its conditions, its number, and where that comes from."""
    if step.relation is None:
        return wrapped(f"none was found: {why_none(found)}", style, "  ")
    lines = wrapped(str(step.relation), style, "  ", "      ")
    if step.conditions:
        lines += wrapped("if " + " and ".join(map(str, step.conditions)), style, "  ")
    within = [name for name in step.within if name != step.name]
    if within:
        lines += wrapped(f"at {', '.join(within)}", style, "  ")
    if not step.verdict.holds:
        return [*lines, *wrapped(str(step.verdict), style, "  ")]
    try:
        line = found.numbers(step.name)
        told = would_be(found, step) if line.value is None else ""
        wanting = lacking(account, found, step)
    except DerivationsError as error:
        return [*lines, *wrapped(str(error), style, "  ")]
    lines.append("")
    if told:
        lines += [style.paint(part, "bad") for part in wrapped(f"Here {told}.", style, "  ")]
    lines += numbers_lines(line, style, origins=not brief)
    for item in wanting:
        lines += wrapped(item.text, style, "  ", "      ")
    if any(not item.quantity.is_function for item in wanting):
        asked = " ".join(f'--given {item.option}' for item in wanting if not item.quantity.is_function)
        lines += wrapped(f"To give what is missing: {asked}", style, "  ", "      ")
    return lines


def _notes(account: EvaluatedClaim, found: EvaluatedClaim, for_: str) -> Iterator[str]:
    """What a reader should know beside the number."""
    aside = set_aside(account, found, for_)
    for name, (value, why) in aside.items():
        yield f"set aside, as {why}: {name} = {value} ({value.origin})"
    if for_ not in aside:
        own = found.evaluation.value_of(for_)
        if own is not None:
            yield f"by itself the scenario has {for_} = {own} ({own.origin})"
    for name, behind in held(found, for_).items():
        yield f"{name} is held as it is here, though it rests on {', '.join(behind)}, as {for_} does"
    try:
        for name in found.idle:
            yield f"given, and without influence on this: {name} = {found.given[name]}"
    except DerivationsError:
        return


def _step(step: Step, style: Style) -> list[str]:
    role = "good" if step.sound else "bad"
    lines = wrapped(str(step), style, "  ", "      ")
    lines = [style.paint(line, role) for line in lines] if not step.sound else lines
    if step.conditions:
        lines += wrapped("if " + " and ".join(map(str, step.conditions)), style, "      ")
    return lines + (wrapped(step.because, style, "      ") if step.because else [])


def _heading(name: str, text: str, style: Style) -> list[str]:
    first, *others = wrapped(name + text, style, "", "  ")
    return [style.paint(name, "heading") + first[len(name) :], *others]
