"""Two provers side by side on the steps of a claim, as lines or as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from derivations.derivation.second_prover import Agreement, Answer, Compared, Provers
from derivations.document.blocks import Document, TextLine
from derivations.document.data import selected
from derivations.language.display import plural
from derivations.proof.verdict import Finding, Verdict

FIRST = "the normal form"  # the engine's own prover, in a word: normal form and signs
_ROLES = {Provers.AT_ODDS: "bad", Provers.NEITHER: "bad", Provers.OWN: "dim"}  # how a line of each is painted


def summary(claim: str, agreement: Agreement) -> str:
    """One line: how many steps which prover proves, and whether they disagree."""
    steps = _counted(agreement.steps, "proven", agreement.prover, always=(Provers.FIRST, Provers.SECOND))
    parts = [f"{claim}: {plural(len(agreement.steps), 'step')}", steps]
    if agreement.rejects:
        parts.append(f"wrong statements: {_counted(agreement.rejects, 'refuted', agreement.prover)}")
    odd = len(agreement.disagreements)
    return "; ".join([*parts, plural(odd, "disagreement") if odd else "no disagreement"])


def agreement_document(claim: str, agreement: Agreement) -> Document:
    """The summary, and below it every step and reject that not both provers show, with the reason."""
    return Document.of(_lines(claim, agreement))


def _lines(claim: str, agreement: Agreement) -> Iterator[TextLine]:
    yield TextLine(summary(claim, agreement), whole=True, role="bad" if agreement.disagreements else "good")
    for item in agreement.everything:
        if item.standing in (Provers.BOTH, Provers.DIMENSIONS):
            continue
        kind = "reject" if item.step.rule == "reject" else "step"
        text = f"{kind} {item.step.name}, {_words(item.standing, agreement.prover)}: {reason(item, agreement.prover)}"
        yield TextLine(text, depth=1, hang=4, role=_ROLES.get(item.standing, ""))


def reason(item: Compared, prover: str) -> str:
    """The reason for the standing of a step or a reject; empty where both provers show it, or dimensions do."""
    verdict = item.step.verdict
    match item.standing:
        case Provers.BOTH | Provers.DIMENSIONS:
            return ""
        case Provers.AT_ODDS:
            opposed = [answer for answer in item.answers if answer.at_odds or answer.denied] or item.answers
            return _joined(f"{answer.obligation}: {_finding(answer.first)} by {FIRST}, {_second(answer, prover)}"
                           for answer in opposed)
        case Provers.FIRST:
            return _joined(_second(answer, prover) for answer in item.answers if not answer.confirmed)
        case Provers.SECOND:
            return f"{FIRST} leaves it open ({verdict.reason})"
        case Provers.OWN:
            argument = ", ".join(item.beyond) or verdict.reason
            return argument + (f"; {_confirmed(item.answers, prover)}" if item.answers else "")
        case Provers.NEITHER:
            return _joined([str(verdict), *(_second(answer, prover) for answer in item.answers)])


def agreement_json(agreement: Agreement) -> dict[str, Any]:
    """All of it as plain data: counts, and every obligation of every step and reject with both findings."""
    return {
        "name": agreement.prover,
        "agrees": not agreement.disagreements,
        "disagreements": [item.step.name for item in agreement.disagreements],
        "counts": _counts(agreement.steps, agreement.prover),
        "counts_of_rejects": _counts(agreement.rejects, agreement.prover),
        "steps": [_compared_json(item, agreement.prover) for item in agreement.steps],
        "rejects": [_compared_json(item, agreement.prover) for item in agreement.rejects],
    }


def _counted(items: Sequence[Compared], done: str, prover: str, always: Collection[Provers] = ()) -> str:
    """Counts of what is `done`, proven or refuted, by prover; zero is told of both, and of those in `always`."""
    found = Counter(item.standing for item in items)
    others = [standing for standing in Provers if standing not in (Provers.BOTH, Provers.AT_ODDS)]
    told = [f"{found[item]} {_words(item, prover)}" for item in others if found[item] or item in always]
    return ", ".join([f"{found[Provers.BOTH]} {done} {_words(Provers.BOTH, prover)}", *told])


def _words(standing: Provers, prover: str) -> str:
    """By whom something is shown."""
    return {
        Provers.BOTH: "by both",
        Provers.FIRST: f"by {FIRST} alone",
        Provers.SECOND: f"by {prover} alone",
        Provers.OWN: "by an argument of the rule's own",
        Provers.DIMENSIONS: "by dimensions",
        Provers.NEITHER: "by neither",
        Provers.AT_ODDS: "the provers disagree",
    }[standing]


def _second(answer: Answer, prover: str) -> str:
    """The other prover's verdict on one obligation."""
    if answer.second is None:
        return answer.unasked
    if answer.second.finding is Finding.INCONCLUSIVE:
        return answer.second.reason
    point = f" at {answer.second.point}" if answer.second.counterexample else ""
    return f"{answer.second.finding} by {prover}{point}"


def _finding(verdict: Verdict) -> str:
    return f"{verdict.finding} at {verdict.point}" if verdict.counterexample else str(verdict.finding)


def _confirmed(answers: Sequence[Answer], prover: str) -> str:
    count = sum(answer.confirmed for answer in answers)
    return f"of the obligations beside it {prover} proves {count} of {len(answers)}"


def _joined(texts: Iterable[str]) -> str:
    """Each text once."""
    return "; ".join(dict.fromkeys(texts))


def _counts(items: Sequence[Compared], prover: str) -> dict[str, int]:
    found = Counter(item.standing for item in items)
    return {_words(standing, prover): found[standing] for standing in Provers}


def _compared_json(item: Compared, prover: str) -> dict[str, Any]:
    return {
        **selected(item.step, "name rule verdict=verdict.finding"),
        "shown": _words(item.standing, prover),
        "reason": reason(item, prover) or None,
        "obligations": [
            {
                **selected(answer, "statement=obligation says=obligation.says?"),
                "normal_form": selected(answer.first, _VERDICT),
                prover: selected(answer.second, _VERDICT),
                "not_asked": answer.unasked or None,
            }
            for answer in item.answers
        ],
    }


_VERDICT = "finding checked_by reason? counterexample?"
