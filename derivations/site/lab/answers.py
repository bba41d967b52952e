"""What the page of the lab asks the engine, and what it is told: plain data both ways, without a browser.

Mathematics comes as MathML, and prose as HTML, both from the writers of all our pages; whatever a reader typed is in it
as text alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from derivations.claim.outline import outline
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.step import Step, letters_data
from derivations.derivation.trace import ASSUMED
from derivations.document.answer import result
from derivations.document.blocks import Document, TextLine, warning_lines
from derivations.document.difference import sections
from derivations.document.forms import WRITERS
from derivations.document.parts import Letters
from derivations.document.verdicts import accepted_lines, verdict_lines
from derivations.errors import DerivationsError, InputError, UndecidedError, UnknownNameError
from derivations.export.call import derive_call
from derivations.language.quantity import Notation
from derivations.language.relation import IN_WORDS
from derivations.report import Report, derive
from derivations.site.lab.experiment import LONGEST, Experiment, RefusedError
from derivations.sources.catalog import load_catalog
from derivations.writers.html.document import HtmlSetting, page_letters, write
from derivations.writers.html.equation import letters_table
from derivations.writers.html.mathematics import prose

_LEVEL = 3  # of the page, under which what is told has its headings
_REMEMBERED = 8  # reports, the one of the claim as it stands among them
# a form of export: the ending of its file, and what makes it
EXPORTS: Mapping[str, tuple[str, Callable[[Report], str]]] = {
    "LaTeX for a paper": ("tex", lambda report: report.to_latex()),
    "LaTeX document": ("tex", lambda report: report.to_latex(standalone=True)),
    "Python function": ("py", lambda report: report.to_python()),
    "Python that derives it": ("py", lambda report: f"{derive_call(report)}\n"),
    "Notebook": ("ipynb", lambda report: report.to_notebook()),
    "JSON": ("json", lambda report: json.dumps(report.to_json(), indent=2, ensure_ascii=False) + "\n"),
    "BibTeX": ("bib", lambda report: report.to_bibtex()),
    "Theorem for Rocq": ("v", lambda report: report.to_rocq()),
    **{form.title: (form.ending, partial(Report.to, form=name)) for name, form in WRITERS.items()
       if name not in ("latex", "html")},
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
    """What can be changed in a claim: its premises with their alternatives, and the cards there are.

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
        "accelerators": list(catalog.accelerators),
        "models": list(catalog.models),
    }


def derived(experiment: Experiment) -> dict[str, Any]:
    """The claim derived and checked under the changes: result, number, letters, and every step with its verdict.

    Raises `InputError` or one of its kind for a change that cannot be made.
    """
    report = _report(experiment)
    headline, derivation = report.headline, report.derivation
    found = {step.name: str(step.verdict.finding) for step in (*derivation.trace, *derivation.rejects)}
    told = Document.of(
        warning_lines(report.contradictions), result(report, None, brief=True), TextLine(report.verdict),
        notation=derivation.notation)
    values, letters = report.scenario.values, tuple(derivation.letters)
    valued = {letter.name: values[letter.name] for letter in letters if letter.name in values}
    return {
        "changed": experiment.changed,
        "text": str(headline.relation) if headline.relation is not None and headline.verdict.holds else "",
        "number": _number(report),
        "result": write(told, _LEVEL - 1),
        "findings": found,
        "steps": [_step(step, derivation.notation) for step in (*derivation.trace, *derivation.rejects)],
        "letters": letters_table(page_letters(Letters(letters, valued))),
        "command": experiment.command,
    }


def verdicts(experiment: Experiment) -> str:
    """The verdicts on the claim under the changes, each in a line: derivation, as said, on hardware, measured, retold.

    Raises as `derived` does.
    """
    report = _report(experiment)
    return write(Document.of(verdict_lines(report), accepted_lines(report), notation=report.derivation.notation))


def compared(experiment: Experiment) -> str:
    """What the changes do, in sections; raises as `derived` does."""
    report = _report(experiment)
    parts = (section.blocks for section in sections(report.compare(_report(Experiment(experiment.claim))).found))
    return write(Document.of(*parts, notation=report.derivation.notation), _LEVEL)


def judged(experiment: Experiment, formula: str, *, latex: bool = False) -> dict[str, str]:
    """Somebody else's formula held against the claim under the changes: the answer, and the reasons for it.

    Raises as `derived` does, and `RefusedError` for a formula that cannot be read.
    """
    report = _report(experiment)
    try:
        found = report.judge(formula, latex=latex)
    except InputError as error:
        if "\\" in formula and not latex:
            raise RefusedError("this reads like LaTeX: tick 'it is LaTeX' below, or write plain names",
                               "formula") from None
        raise RefusedError.of(error, "formula") from None
    return {"outcome": str(found.outcome), "html": write(found.document, _LEVEL)}


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


def _number(report: Report) -> str:
    """The number of the result with its unit; empty where there is none."""
    try:
        line = report.result
    except DerivationsError:
        return ""
    word = IN_WORDS.get(line.relation.operator, "")
    return "" if line.in_unit is None else f"{word} {line.result}".lstrip()


def _step(step: Step, notation: Notation) -> dict[str, Any]:
    """A step with its mathematics and its prose set."""
    setting = HtmlSetting()
    return {
        "name": step.name, "label": step.label, "rule": step.rule, "changed": bool(step.replaces),
        "formula": "" if step.relation is None else setting.display(step.relation),
        "statement": step.statement if step.relation is None else "",
        "conditions": [setting.inline(item) for item in step.conditions],
        **{name: setting.prose(getattr(step, name), notation) for name in ("holds", "because", "standing")},
        "finding": str(step.verdict.finding), "mark": step.mark,
    }


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)
