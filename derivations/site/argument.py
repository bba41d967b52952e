"""The argument of a claim for its page: passages with equations numbered down the page, as plain data and as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from derivations.claim.answer import named_in
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step, step_data
from derivations.document.argument import TAKEN, Passage, Selection, passages
from derivations.document.selection import reached
from derivations.document.telling import Telling
from derivations.language.printing.latex_lines import width
from derivations.writers.html.document import HtmlSetting
from derivations.writers.html.equation import LEFT

_ROW = 400.0  # points, at ten points: what stands in a row


def argument_data(report: EvaluatedClaim) -> dict[str, Any]:
    """The way to the result and to what the answer names, what else follows, and what is refuted.

    Equations are numbered from 1 in the order in which they stand; `labels` has the number of each step. One that
    leaves an equation as it is shows it not again: it has the number of that, and says `again`.
    """
    derivation, told = report.derivation, _told(report)
    first = [step for step in derivation.trace if step.name in told]
    rest = [step for step in derivation.trace if step.name not in told]
    shown = Selection(derivation, "all", (*first, *rest), derivation.rejects)
    with_numbers = [step.name for step in (*first, *rest) if step.relation is not None]
    again = _again(derivation, with_numbers)
    shown_once = (name for name in with_numbers if name not in again)
    labels = {name: str(place) for place, name in enumerate(shown_once, 1)}
    labels |= {name: labels[before] for name, before in again.items()}
    telling, known = Telling(report.claim.name, shown, labels), set[str]()

    def told_in(steps: Sequence[Step]) -> list[dict[str, Any]]:
        found = [_passage(item, telling, known) for item in _said_once(list(passages(steps, shown, _fits)))]
        return [{**item, "steps": [{**step, "again": step["name"] in again} for step in item["steps"]]}
                for item in found]

    return {
        "labels": labels | {step.name: step.label for step in derivation.rejects},
        "main": told_in(first),
        "rest": told_in(rest),
        "rejects": [step_data(step) for step in derivation.rejects],
    }


def _again(derivation: Derivation, names: Sequence[str]) -> dict[str, str]:
    """The steps that leave an equation as it is, each with the one that it repeats.

    Numbers are to solve it, or more is shown of it, such as that it holds for every value of a quantity.
    """
    found: dict[str, str] = {}
    for name in names:
        own = _written(derivation[name])
        same = (each for each in derivation[name].inputs if each in names and _written(derivation[each]) == own)
        if before := next(same, ""):
            found[name] = found.get(before, before)
    return found


def _written(step: Step) -> tuple[str, ...]:
    """What is seen of a step: its relation, its conditions, and where it holds."""
    return (*map(str, (step.relation, *step.conditions)), step.context.words)


def _said_once(told: Sequence[Passage]) -> Iterator[Passage]:
    """Passages that do not say again what the one before them supposes, too."""
    last: tuple[str, ...] = ()
    for passage in told:
        yield replace(passage, supposed=()) if passage.supposed == last else passage
        last = passage.supposed


def _told(report: EvaluatedClaim) -> frozenset[str]:
    """The result, what the answer names, all that these rest on, and the other forms of the result.

    And the equations that give a quantity in them which only numbers solve for.
    """
    derivation = report.derivation
    names = (derivation.headline.name, *named_in(report.claim.answer))
    found = set(reached(derivation, names))
    equations = {symbol.name: step.name for symbol, step in report.evaluation.unsolved.items()}
    while further := {equations[name] for name in _letters(derivation, found) & equations.keys()} - found:
        found |= reached(derivation, further)
    subject = derivation.headline.subject_name
    for step in derivation.trace:
        if subject and step.subject_name == subject and step.inputs and found.issuperset(step.inputs):
            found.add(step.name)
    return frozenset(found)


def _letters(derivation: Derivation, names: Iterable[str]) -> frozenset[str]:
    """The letters in the relations of steps of these names."""
    relations = (derivation[name].relation for name in names)
    return frozenset().union(*(relation.letters for relation in relations if relation is not None))


def _fits(steps: Sequence[Step]) -> bool:
    """True if the equations can be aligned at their signs in the width of a page's text."""
    sides = [(width(step.relation.latex.split("=", 1)[0]), width(step.relation.latex))
             for step in steps if step.relation is not None]
    return all(left <= LEFT and whole <= _ROW for left, whole in sides)


def _passage(passage: Passage, telling: Telling, known: set[str]) -> dict[str, Any]:
    """A passage as plain data; `known` are the letters that were explained before, and gain those of this one."""
    shown = telling.shown
    steps = [step_data(step) for step in passage.steps]
    for step, data in zip(passage.steps, steps, strict=True):
        data["inputs"] = list(shown.behind(step)) if step.rule not in TAKEN else data["inputs"]
    new = _new_letters(passage, known)
    known.update(*(step.relation.letters for step in passage.steps if step.relation is not None))
    before = HtmlSetting().words(telling.before(passage, sources=False), shown.derivation.notation)
    return {"steps": steps, "before": before, "behind": list(passage.behind), "new": new}


def _new_letters(passage: Passage, known: set[str]) -> list[str]:
    """The quantities that occur for the first time and that the passage's own words do not explain."""
    shown = [step.relation for step in passage.steps if step.relation is not None]
    used = frozenset().union(*(item.letters for item in shown))
    reasons = {because for because, _ in passage.reasons}
    return [quantity.name for item in shown[:1] for quantity in item.notation
            if quantity.name in used - known and quantity.meaning not in reasons]
