"""What the page of the lab asks the engine, and what it is told: plain data both ways, without a browser.

Mathematics comes as MathML, and prose as HTML, both from the writers of all our pages; whatever a reader typed is in it
as text alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from derivations.claim.outline import outline
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.step import Step, letters_data
from derivations.derivation.trace import ASSUMED
from derivations.document.difference import sections
from derivations.document.judgement import judgement_json
from derivations.errors import DerivationsError, InputError, UndecidedError, UnknownNameError
from derivations.export.call import derive_call
from derivations.language.printing.mathml import letters_mathml, math, relation_mathml, relation_pieces
from derivations.language.relation import Relation
from derivations.report import Report, derive
from derivations.site.lab.experiment import LONGEST, Experiment, RefusedError
from derivations.sources.catalog import load_catalog
from derivations.writers.html.document import HtmlSetting
from derivations.writers.html.mathematics import Letters, display, prose

_SIGNS = {">=": "at least ", "<=": "at most ", ">": "above ", "<": "below "}
_REMEMBERED = 8  # reports, the one of the claim as it stands among them
# a form of export: the ending of its file, and what makes it
EXPORTS: Mapping[str, tuple[str, Callable[[Report], str]]] = {
    "LaTeX for a paper": ("tex", lambda report: report.to_latex()),
    "LaTeX document": ("tex", lambda report: report.to_latex(standalone=True)),
    "Markdown": ("md", lambda report: report.to_markdown()),
    "Plain text": ("txt", lambda report: report.to_text()),
    "Python function": ("py", lambda report: report.to_python()),
    "Python that derives it": ("py", lambda report: f"{derive_call(report)}\n"),
    "Notebook": ("ipynb", lambda report: report.to_notebook()),
    "JSON": ("json", lambda report: json.dumps(report.to_json(), indent=2, ensure_ascii=False) + "\n"),
    "BibTeX": ("bib", lambda report: report.to_bibtex()),
    "Lemmas for Rocq": ("v", lambda report: report.to_rocq()),
}


def answer(asked: str) -> str:
    """The answer to a question of the page, both as JSON.

    A question is an object with ``ask``, one of `QUESTIONS`, and what that needs. The answer is an object with
    ``told``; ``refused``, a `RefusedError` as data; or ``undecided``, the reason why the engine has none.
    """
    experiment = None
    try:
        question = json.loads(asked)
        if not isinstance(question, dict):
            raise InputError("a question is an object")
        ask = str(question.get("ask"))
        if ask not in QUESTIONS:
            raise UnknownNameError("question", ask, QUESTIONS)
        experiment = Experiment.read(question.get("experiment"))
        return _json({"told": QUESTIONS[ask](experiment, question)})
    except (ValueError, RecursionError) as error:
        return _json({"refused": RefusedError(f"a question is JSON: {error}").data})
    except InputError as error:
        return _json({"refused": _refused(experiment, error).data})
    except UndecidedError as error:
        return _json({"undecided": " ".join(str(error).split())})


def bench(claim: str) -> dict[str, Any]:
    """What can be changed in a claim: its premises with their alternatives, its letters, and the cards there are.

    Raises `UnknownNameError` for another name.

    >>> [item["name"] for item in bench("optimal-batch")["premises"]][:2]
    ['arithmetic-time', 'weight-fetch']
    """
    chosen, report = find_claim(claim), _report(Experiment(claim))
    offered = dict.fromkeys(outline(chosen).taken)
    taken = {step.name: step for step in report.derivation.trace if step.rule in ASSUMED}
    letters, catalog = letters_data(report.derivation.notation), load_catalog()
    return {
        "claim": claim,
        "title": chosen.title,
        "question": chosen.question,
        "premises": [
            {
                "name": premise.name, "text": str(taken[premise.name].relation),
                "because": prose(premise.because, letters),
                "alternatives": [
                    {"name": item.name, "text": item.relation,
                     "because": prose(item.because, {**letters, **letters_data(item.quantities)})}
                    for item in premise.alternatives
                ],
            }
            for premise in offered if premise.name in taken
        ],
        "letters": _letters(report),
        "accelerators": list(catalog.accelerators),
        "models": list(catalog.models),
    }


def derived(experiment: Experiment) -> dict[str, Any]:
    """The claim derived and checked under the changes: result, number, conditions, and every step with its verdict.

    Raises `InputError` or one of its kind for a change that cannot be made.
    """
    report = _report(experiment)
    headline, derivation = report.headline, report.derivation
    letters = letters_data(derivation.notation)
    signs = letters_mathml({name: letter["latex"] for name, letter in letters.items()})
    number, reason = _number(report)
    stands = headline.relation is not None and headline.verdict.holds
    return {
        "claim": experiment.claim,
        "changed": experiment.changed,
        "stands": stands,
        "formula": display(relation_pieces(headline.relation.written, signs)) if headline.relation and stands else "",
        "text": str(headline.relation) if stands else "",
        "conditions": [_inline(item, signs) for item in headline.conditions] if stands else [],
        "context": prose(headline.holds, letters) if stands else "",
        "number": number,
        "reason": prose(reason, letters),
        "scenario": report.scenario.title,
        "contradictions": [prose(line, letters) for line in report.contradictions],
        "verdict": prose(report.verdict, letters),
        "findings": findings(report),
        "steps": [_step(step, letters, signs) for step in (*derivation.trace, *derivation.rejects)],
        "letters": _letters(report),
        "command": experiment.command,
    }


def findings(report: Report) -> dict[str, str]:
    """The finding of every step and reject, by name."""
    derivation = report.derivation
    return {step.name: str(step.verdict.finding) for step in (*derivation.trace, *derivation.rejects)}


def verdicts(experiment: Experiment) -> list[dict[str, str]]:
    """The verdicts on the claim under the changes, each in a line: derivation, as said, on hardware, measured, retold.

    Raises as `derived` does.
    """
    report = _report(experiment)
    letters = letters_data(report.derivation.notation)
    return [{"heading": heading, "words": prose(words, letters)} for heading, words in report.verdicts.lines]


def compared(experiment: Experiment) -> list[dict[str, Any]]:
    """What the changes do, in sections of lines and at most a table each; raises as `derived` does."""
    report = _report(experiment)
    setting, notation = HtmlSetting(), report.derivation.notation
    return [
        {
            "heading": section.heading,
            "lines": [{"html": setting.line(line, notation), "depth": line.depth, "role": line.role}
                      for line in section.lines],
            "table": None if section.table is None else {"head": section.table.head, "rows": section.table.rows},
        }
        for section in sections(report.compare(_report(Experiment(experiment.claim))).found)
    ]


def judged(experiment: Experiment, formula: str, *, latex: bool = False) -> dict[str, Any]:
    """Somebody else's formula held against the claim under the changes: the answer, and the reasons for it.

    Raises as `derived` does, and `RefusedError` for a formula that cannot be read.
    """
    report = _report(experiment)
    try:
        found = judgement_json(report.judge(formula, latex=latex).found)
    except InputError as error:
        if "\\" in formula and not latex:
            raise RefusedError("this reads like LaTeX: tick 'it is LaTeX' below, or write plain names",
                               "formula") from None
        raise RefusedError.of(error, "formula") from None
    letters = letters_data(report.derivation.notation)
    return {
        "answer": prose(found["answer"], letters), "outcome": found["outcome"],
        "reasons": [prose(line, letters) for line in found["reasons"]],
    }


def exported(experiment: Experiment, form: str) -> dict[str, str]:
    """The claim under the changes in one of `EXPORTS`: the name of a file, and its text.

    Raises as `derived` does, and `UnknownNameError` for another form.
    """
    if form not in EXPORTS:
        raise UnknownNameError("form", form, EXPORTS)
    ending, make = EXPORTS[form]
    return {"file": f"{experiment.claim}.{ending}", "text": make(_report(experiment))}


def _formula(question: Mapping[str, Any]) -> str:
    text = question.get("formula")
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise RefusedError("write a formula, as in 'B = 300*N_total/N_active'", "formula")
    return text.strip()


# by what the page asks: the answer to an experiment, and to what comes beside it
QUESTIONS: Mapping[str, Callable[[Experiment, Mapping[str, Any]], Any]] = {
    "bench": lambda experiment, _: bench(experiment.claim),
    "derive": lambda experiment, _: derived(experiment),
    "verdicts": lambda experiment, _: verdicts(experiment),
    "compare": lambda experiment, _: compared(experiment),
    "judge": lambda experiment, question: judged(
        experiment, _formula(question), latex=question.get("latex") is True),
    "export": lambda experiment, question: exported(experiment, str(question.get("form"))),
}


@lru_cache(maxsize=_REMEMBERED)
def _report(experiment: Experiment) -> Report:
    """The report of an experiment; what the page asks of one experiment is asked of one report."""
    if experiment.claim not in CLAIMS:
        raise UnknownNameError("claim", experiment.claim, CLAIMS)
    return derive(experiment.claim, **experiment.changes)


def _refused(experiment: Experiment | None, error: InputError) -> RefusedError:
    """The error with the field that it is about."""
    if isinstance(error, RefusedError):
        return error
    if experiment is None:
        return RefusedError.of(error)
    try:
        return experiment.refusal(error)
    except RefusedError as found:  # a line of values that is none
        return found


def _number(report: Report) -> tuple[str, str]:
    """The number of the result with its unit, or the reason why there is none."""
    try:
        line = report.result
    except DerivationsError as error:
        return "", " ".join(str(error).split())
    if line.in_unit is None:
        return "", line.result
    return _SIGNS.get(line.relation.operator, "") + line.result, ""


def _letters(report: Report) -> list[dict[str, str]]:
    """The letters of a derivation: name, sign, unit, meaning, and the value in the scenario where there is one."""
    letters, values = letters_data(report.derivation.letters), report.scenario.values
    signs = letters_mathml({name: letter["latex"] for name, letter in letters.items()})
    return [
        {"name": name, "sign": math(signs[name]), "unit": letter["unit"], "meaning": letter["meaning"],
         "value": str(values[name]) if name in values else ""}
        for name, letter in letters.items()
    ]


def _step(step: Step, letters: Letters, signs: Mapping[str, str]) -> dict[str, Any]:
    return {
        "name": step.name, "label": step.label, "rule": step.rule, "changed": bool(step.replaces),
        "formula": "" if step.relation is None else display(relation_pieces(step.relation.written, signs)),
        "statement": step.statement if step.relation is None else "",
        "conditions": [_inline(item, signs) for item in step.conditions], "context": prose(step.holds, letters),
        "because": prose(step.because, letters), "note": prose(step.note, letters),
        "finding": str(step.verdict.finding), "mark": step.mark, "standing": prose(step.standing, letters),
        "from": list(step.inputs),
    }


def _inline(relation: Relation, signs: Mapping[str, str]) -> str:
    return math(relation_mathml(relation.written, signs))


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)
