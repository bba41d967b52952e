"""The tools that an assistant calls: plain data both ways, and nothing of how they come and go.

An answer is the data of a command, with a sentence of answer, one word for how it stands, and the command that a person
runs for the same. Nothing is read or written for it but what the package ships, the cards that the reader keeps and the
engine's own cache; there are no paths, no claim files and no network behind any argument.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from derivations.assistant.arguments import read_arguments
from derivations.assistant.changes import Changes
from derivations.assistant.letters import LETTER as _LETTER
from derivations.assistant.letters import PREMISE as _PREMISE
from derivations.assistant.letters import STEP as _STEP
from derivations.assistant.outcome import Outcome, of_claim, of_error, of_judgement, of_step, weakest
from derivations.assistant.parts import in_parts
from derivations.claims.index import CLAIMS, all_claims, find_claim
from derivations.document.schema import SCHEMA
from derivations.errors import DerivationsError, InputError, UndecidedError, UnknownNameError
from derivations.language.display import names_in

if TYPE_CHECKING:
    from derivations.claim.evaluated_claim import EvaluatedClaim
    from derivations.report import Report

_REMEMBERED = 8  # claims under changes, so that the second question about one does not derive it again
_NAMED = 5  # steps in a sentence
_LARGEST_PLAN = 1_000_000  # GPUs
_MOST_USERS = 1_000_000_000
_TEXT: Mapping[str, Any] = {"type": "string"}
_CLAIM = {**_TEXT, "description": "the name of a claim, as the tool claims lists them"}
_PARTS = {
    "type": "array", "items": _TEXT,
    "description": "parts of the result to get in full, by the names under `more` of an answer, as steps or steps/NAME",
}
_CHANGES = {
    "type": "object",
    "description": 'what to change, as a study file has it: {"accelerator": "h100", "model": "llama-3.1-70b", '
                   '"compute": "fp8", "weights": "int4", "cache": "fp8", "as_said": true, "without": ["L"], '
                   '"set": {"L": "2k token/sequence"}, "assume": {"roofline": "no-overlap", '
                   '"kv-fetch": "t_kv = kappa*B*L/(e_kv*W)"}, "symbols": '
                   '{"e_kv": "[] (fraction) efficiency of reads"}}',
}


@dataclass(frozen=True)
class Answer:
    """What a tool found: how it stands, a sentence, its data, and the words of the command that a person runs."""

    outcome: Outcome
    sentence: str
    data: Mapping[str, Any]
    command: Sequence[str] = ()


@dataclass(frozen=True)
class Tool:
    """A tool: what it is for, its arguments as properties of a JSON schema, and what answers it."""

    title: str
    description: str
    properties: Mapping[str, Any]
    required: tuple[str, ...]
    answer: Callable[[Mapping[str, Any]], Answer]
    order: tuple[str, ...] = ()  # parts of the result that come first

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        return {
            "type": "object", "properties": {**self.properties, "parts": _PARTS}, "required": list(self.required),
            "additionalProperties": False,
        }


def answered(name: str, arguments: Any) -> dict[str, Any]:
    """The answer of a tool as plain data, also where what it was given cannot be used, or nothing was decided.

    >>> answered("show", {"claim": "optimal-bath"})["answer"]
    "unknown claim 'optimal-bath'; did you mean optimal-batch?"
    """
    try:
        if name not in TOOLS:
            raise UnknownNameError("tool", name, TOOLS)
        tool = TOOLS[name]
        given = read_arguments(arguments, tool.schema["properties"], tool.required)
        found = tool.answer(given)
        data = {key: found.data[key] for key in (*(key for key in tool.order if key in found.data), *found.data)
                if key not in _HEAD}
        parts = in_parts(data, given.get("parts", ()))
        command = {"command": shlex.join(("derive", *found.command))} if found.command else {}
        return {"schema": SCHEMA, "answer": found.sentence, "outcome": found.outcome.value, **command, **parts}
    except DerivationsError as error:
        return {"schema": SCHEMA, "answer": " ".join(str(error).split()), "outcome": of_error(error).value}


_HEAD = ("schema", "answer", "outcome", "command")


# --- what the tools have in common


def _changes(given: Mapping[str, Any]) -> Changes:
    return Changes.read(given.get("changes", {}))


def _evaluated(given: Mapping[str, Any], judged: frozenset[str] = frozenset()) -> Report:
    """The claim under the changes that are asked for; raises `InputError` or one of its kind for either."""
    refuse_unknown(given["claim"])
    return _remembered(given["claim"], json.dumps(given.get("changes", {}), sort_keys=True), judged)


def refuse_unknown(claim: str) -> None:
    """Raise `UnknownNameError` for a name that no claim has."""
    if claim not in CLAIMS and claim not in all_claims():
        raise UnknownNameError("claim", claim, all_claims())


@lru_cache(maxsize=_REMEMBERED)
def _remembered(claim: str, changes: str, judged: frozenset[str]) -> Report:
    from derivations.report import Report
    from derivations.sources.catalog import load_catalog
    from derivations.study.application import apply

    study = Changes.read(json.loads(changes)).study
    evaluated = apply(find_claim(claim), study, load_catalog(), judged=judged)
    return Report.of(evaluated)


def _of_one(given: Mapping[str, Any], what: str) -> Changes:
    """The changes, which leave one world: raises `InputError` for several values of a quantity."""
    found = _changes(given)
    for name in found.study.several:
        raise InputError(f"{what} is about one world: give one value of {name}")
    return found


def _between(evaluated: EvaluatedClaim) -> str:
    """Between what the result lies over the ranges that are given, or over draws."""
    from derivations.study.spread import spread_of

    found = spread_of(evaluated)
    return f"{found.shown} for {', '.join(f'{name} = {value}' for name, value in found.values.items())}"


def _number(evaluated: EvaluatedClaim) -> str:
    """The result in a sentence: the claim's own words, or its formula with the number."""
    from derivations.claim.answer import answer

    headline = evaluated.headline
    if evaluated.study.several:
        return f"{headline.told}; a row for each value stands under sweep."
    if evaluated.study.ranges:
        return f"{headline.told}: {_between(evaluated)}; other numbers are for the middle of each range."
    said = answer(evaluated)
    if said:
        return said
    if headline.relation is None:
        return f"{headline.name} has no answer: {headline.standing}."
    try:
        number = evaluated.result.result
    except DerivationsError as error:
        number = f"no number: {' '.join(str(error).split())}"
    return f"{headline.told}: {number}."


def _against(evaluated: EvaluatedClaim) -> str:
    """What speaks against a result, as the end of its sentence: numbers that break a premise, steps that do not stand.
    """
    from derivations.document.blocks import warnings

    first, *others = [*warnings(evaluated.contradictions)] or [""]
    more = f" ({len(others)} more under contradictions)" if others else ""
    names = [step.name for step in evaluated.derivation.unsound]
    shown = f"Not shown: {', '.join(names[:_NAMED])}" + (f" and {len(names) - _NAMED} more" if names[_NAMED:] else "")
    return "".join(f" {text}." for text in (f"{first}{more}", shown if names else "") if text)


# --- the tools


def _claims(given: Mapping[str, Any]) -> Answer:
    from derivations.claims.titles import claims_of_words, nearest_claims

    words = given.get("words", "").strip()
    names = tuple(all_claims()) if not words else claims_of_words(words) or nearest_claims(words)
    from derivations.document.kept_ledger import kept_row

    rows = []
    for name in names:
        claim = find_claim(name)
        row = kept_row(claim)
        told = {} if row is None else {"result": row.result, "number": row.number, "marks": row.marks}
        rows.append({"claim": name, "question": claim.question, **(told if words else {})})
    chapters: dict[str, list[dict[str, Any]]] = {}
    for item in rows:
        chapters.setdefault(find_claim(item["claim"]).chapter or "other", []).append(item)
    sentence = f"{len(rows)} claims" + (f" for {words[:60]!r}." if words else ", each with the question it answers.")
    return Answer(Outcome.COMPUTED, sentence, {"claims": rows} if words else chapters, ("list",))


def _show(given: Mapping[str, Any]) -> Answer:
    found = _evaluated(given)
    data = {key: value for key, value in found.to_json().items() if key != "trace" and value is not None}
    command = ("show", given["claim"], "--full", *_changes(given).words)
    return Answer(of_claim(found), _number(found) + _against(found), data, command)


def _judge(given: Mapping[str, Any]) -> Answer:
    changes = _of_one(given, "a judgement")
    formula, letters = given["formula"], _texts(given.get("letters", {}), "letters")
    latex = bool(given.get("latex"))
    brought = {*changes.study.values, *(each.name for each in changes.study.quantities)}
    found = _evaluated(given, names_in(formula, *letters.values()) & brought)
    explained = bool(given.get("explain"))
    shown = found.judge(formula, latex=latex, letters=letters, brief=not explained)
    words = [word for name, text in letters.items() for word in ("--letter", f"{name}={text}")]
    command = ("judge", given["claim"], *(("--latex",) if latex else ()), *words, *changes.words, "--", formula)
    data = {key: value for key, value in shown.to_json().items() if explained or key not in _EXPLAINED}
    return Answer(of_judgement(shown.found, found), data["answer"], {"entailment": data["outcome"], **data}, command)


_EXPLAINED = ("needed", "would_follow_with", "or_with", "unfinished")  # what is looked for where it is asked for


def _texts(given: Mapping[str, Any], what: str) -> dict[str, str]:
    for name, text in given.items():
        if not isinstance(text, str):
            raise InputError(f"{name} of {what} is a text")
    return dict(given)


def _check(given: Mapping[str, Any]) -> Answer:
    from derivations.assistant.own_argument import checked

    if not given.get("steps") and not given.get("target"):
        raise InputError("an argument has steps, or a target that its premises lead to")
    letters, premises, steps = (given.get(key, []) for key in ("letters", "premises", "steps"))
    return Answer(*checked(letters, premises, steps, given.get("target", "")))


def _compare(given: Mapping[str, Any]) -> Answer:
    changes = _of_one(given, "a comparison")
    if not changes.study:
        raise InputError("nothing is changed: say under changes what is other than by default")
    from derivations.document.difference import before_and_now

    new, old = _evaluated(given), _evaluated({"claim": given["claim"]})
    shown = new.compare(old)
    result = shown.found.result
    before, now = before_and_now(result)
    sentence = f"{result.left or new.headline.name}: {before} before, now {now}.{_against(new)}"
    return Answer(of_claim(new), sentence, shown.to_json(), ("compare", given["claim"], *changes.words))


def _solve(given: Mapping[str, Any]) -> Answer:
    from derivations.document.inversion import BY_NUMBERS, INVERSE, Inverse
    from derivations.study.aim import SpokenElsewhereError, aimed
    from derivations.study.inversion import added_steps, finds_none, solutions, solved
    from derivations.study.inversion_by_numbers import InversionByNumbers

    for_, values, changes = given["for"], _texts(given.get("given", {}), "given"), _of_one(given, "an inversion")
    for name in values:
        if name in changes.study.values or name in changes.study.without:
            raise InputError(f"{name} is given twice: under given, and under changes")
    own = Changes.read({"set": values}).study.values
    # what is given goes before what stands behind it, so it is laid over the claim as it is without it
    bare_changes = {key: table for key, table in given.get("changes", {}).items() if key != "set"}
    bare = _evaluated({"claim": given["claim"], "changes": bare_changes})
    wanted = {name: value[0] for name, value in {**changes.study.values, **own}.items()}
    for name, several in own.items():
        if len(several) > 1:
            raise InputError(f"an inversion is about one world: give one value of {name}")
    try:
        evaluated = aimed(bare, for_, own or changes.study.values)
    except SpokenElsewhereError as error:
        return _solve({**given, "claim": error.claim})
    found = solved(evaluated, for_, wanted, by_itself=bare)
    settings = [word for name, text in values.items() for word in ("--given", f"{name}={text}")]
    command = ("solve", given["claim"], "--for", for_, *settings, *changes.words)
    if isinstance(found, InversionByNumbers):
        if not found.found and not found.beside:
            raise UndecidedError(found.words)
        told = ", or ".join(found.shown(item.low) if item.is_point else found.stretch(item) for item in found.found)
        return Answer(Outcome.BY_NUMBERS, f"{for_}: {told or 'none'} ({found.words}).", BY_NUMBERS.data(found), command)
    data = INVERSE.data(Inverse(evaluated, found, for_))
    first = data["solutions"][0] if data["solutions"] else {}
    number = _between(found) if found.study.ranges else first.get("text") or first.get("why_not") or "no number"
    sentence = f"{for_}: {number}" + (f", from {first['symbol']} {first['operator']} {first['expression']}"
                                      if first.get("expression") else "") + "."
    if finds_none(found):
        return Answer(Outcome.UNDECIDED, f"no {for_} was found: {number}.", data, command)
    stands = weakest([*map(of_step, added_steps(evaluated, found)), *map(of_step, solutions(found)), of_claim(bare)])
    return Answer(stands, sentence, data, command)


def _why(given: Mapping[str, Any]) -> Answer:
    changes = _of_one(given, "the origin of a number")
    from derivations.claim.outline import choose, outline
    from derivations.document.why import WHY, Asked

    quantity, claim = given["quantity"], given.get("claim", "")
    if claim:
        refuse_unknown(claim)
    everything = [find_claim(name) for name in all_claims()]
    if not claim and quantity in all_claims():  # a claim stands for its result
        claim, quantity = quantity, outline(find_claim(quantity)).result
    brought = [item.name for item in changes.study.quantities]
    chosen, also = choose(quantity, everything, claim, changes.study.premises, brought)
    evaluated = _evaluated({"claim": chosen.name, **{key: given[key] for key in ("changes",) if key in given}})
    asked = Asked.of(evaluated, quantity, also, given.get("branch", ""))
    origin = asked.origin
    sentence = f"{origin.shown}, in {chosen.name}" + (f", by the step {origin.step}" if origin.step else "") + "."
    stands = of_claim(evaluated)
    if origin.step and stands is not Outcome.CONTRADICTS:
        stands = of_step(evaluated.derivation[origin.step])
    branch = ("--branch", given["branch"]) if given.get("branch") else ()
    command = ("why", quantity, "--claim", chosen.name, *branch, *changes.words)
    return Answer(stands, sentence, _flat(WHY.data(asked)), command)


def _flat(data: Mapping[str, Any]) -> dict[str, Any]:
    """The tree of `why` with what enters the number as a list of trees beside it, which may then be asked for alone."""
    origin = dict(data["origin"])
    children = origin.pop("children")
    return {**data, "origin": origin, "enters": children}


def _plan(given: Mapping[str, Any]) -> Answer:
    changes = _of_one(given, "a plan")
    study = changes.study
    for name, said in (("as_said", study.as_said), ("without", study.without), ("symbols", study.quantities)):
        if said:
            raise InputError(f"a plan takes cards, set and assume: leave out {name}")
    from derivations.document.plan import PLAN, answer
    from derivations.sources.catalog import load_catalog
    from derivations.study.plan import plan
    from derivations.study.plan_asked import asked

    gpus, users = given.get("gpus"), given.get("users")
    for what, count, most in (("GPUs", gpus, _LARGEST_PLAN), ("users", users, _MOST_USERS)):
        if count is not None and count > most:
            raise InputError(f"a plan is for at most {most:,} {what}")
    cards = replace(study.cards, accelerator=study.cards.accelerator or "h200",
                    model=study.cards.model or "deepseek-v3")
    premises = {each: str(item) for each, item in study.premises.items()}
    wishes = {name: given[name] for name in _WISHES if name in given}
    found = plan(asked(cards, gpus, **wishes, users=users, premises=premises, values=study.first), load_catalog())
    counted = [(name, str(given[name])) for name in ("gpus", "users") if name in given]
    options = [word for name, text in (*counted, *wishes.items()) for word in (f"--{name.replace('_', '-')}", text)]
    command = ("plan", *options, *changes.words)
    sentence = " ".join(answer(found))
    return Answer(Outcome.COMPUTED if found.best else Outcome.DOES_NOT_FOLLOW, sentence, PLAN.data(found), command)


_WISHES = ("context", "output", "speed", "first_token", "cached", "price")  # texts that a plan takes as they are typed


def _export(given: Mapping[str, Any]) -> Answer:
    form = given["to"]
    found = _evaluated(given)
    text = EXPORTS[form](found)
    command = ("export", given["claim"], "--to", form, *_changes(given).words)
    sentence = f"{given['claim']} as {form}, {len(text):,} characters.{_against(found)}"
    return Answer(of_claim(found), sentence, {"claim": given["claim"], "format": form, "text": text}, command)


EXPORTS: Mapping[str, Callable[[Report], str]] = {
    "text": lambda report: report.to_text(),
    "latex": lambda report: report.to_latex(),
    "markdown": lambda report: report.to_markdown(),
    "typst": lambda report: report.to_typst(),
    "python": lambda report: report.to_python(),
    "bibtex": lambda report: report.to_bibtex(),
    "rocq": lambda report: report.to_rocq(),
}

_OWN = "letters of the claim that you are about, as show lists them under notation"
TOOLS: Mapping[str, Tool] = {
    "claims": Tool(
        "List claims",
        "The claims that this engine derives about how large language models are trained and served, each with the "
        "question it answers; with words, those about them, with result and number.",
        {"words": {**_TEXT, "description": "words of a title or a question, as in: batch size"}}, (), _claims),
    "show": Tool(
        "Show a claim",
        "A claim derived step by step under any changes, and evaluated on sourced numbers: answer, result with number, "
        "unit and conditions, premises, steps with verdicts, published numbers, sources.",
        {"claim": _CLAIM, "changes": _CHANGES}, ("claim",), _show,
        ("title", "question", "sweep", "result", "contradictions", "scenario", "assumptions", "derivation", "states",
         "as_said", "on_hardware", "retold", "premises", "definitions", "steps")),
    "judge": Tool(
        "Judge a formula",
        "Somebody's formula held against a claim: whether it follows, in a limit or under a condition only, and what "
        "refutes it. Use it before you repeat a formula about one of the claims.",
        {"claim": _CLAIM, "formula": {**_TEXT, "description": "as in B = 300*N_active/N_total, a condition behind if"},
         "explain": {"type": "boolean",
                     "description": "also what the formula would need to be right, and which premises would give it"},
         "latex": {"type": "boolean", "description": "the formula is LaTeX"},
         "letters": {"type": "object", "description": f"what a letter of the formula stands for: {_OWN}"},
         "changes": _CHANGES}, ("claim", "formula"), _judge),
    "check": Tool(
        "Check an argument",
        "An argument of your own: letters with units and domains, premises, and steps. Each step is judged by a proof "
        "kernel, with its context, its conditions, and the point that refutes it. Use it for any algebra that you are "
        "about to state. A letter is any real number unless you say that it is positive; a target is reached only if "
        "it is shown.",
        {"letters": {"type": "array", "items": _LETTER}, "premises": {"type": "array", "items": _PREMISE},
         "steps": {"type": "array", "items": _STEP},
         "target": {**_TEXT, "description": "the relation that the argument is to lead to"}},
        ("letters", "premises"), _check),
    "compare": Tool(
        "Compare a claim before and after changes",
        "What changes do to a claim: result, formula, conditions, steps that break, verdict.",
        {"claim": _CLAIM, "changes": _CHANGES}, ("claim", "changes"), _compare,
        ("result", "formulas", "verdict", "premises", "numbers")),
    "solve": Tool(
        "Solve a claim for a quantity",
        "The result of a claim inverted: which value of a quantity goes with a given result.",
        {"claim": _CLAIM, "for": {**_TEXT, "description": "the quantity to solve for"},
         "given": {"type": "object", "description": 'values that are given, as in {"B": "2,000 sequence"}'},
         "changes": _CHANGES}, ("claim", "for"), _solve, ("for", "given", "solutions", "notes")),
    "why": Tool(
        "Trace a number",
        "Where the number of a quantity or a step comes from: formula, what enters it, and so on down to the sources.",
        {"quantity": {**_TEXT, "description": "a quantity, a step, or a claim for its result"}, "claim": _CLAIM,
         "branch": {**_TEXT, "description": "of several branches of a solution the step of this name"},
         "changes": _CHANGES}, ("quantity",), _why,
        ("claim", "also_in", "scenario", "assumptions", "origin", "enters")),
    "plan": Tool(
        "Plan serving a model",
        "What GPUs can serve of a model: batch, speed, throughput, cost and energy, what binds, and what is measured. "
        "Cards of model and accelerator stand under changes.",
        {"gpus": {"type": "integer", "description": "GPUs in all; 8, or with users as many as it takes"},
         "users": {"type": "integer", "description": "people who read at that speed at the same time"},
         "context": {**_TEXT, "description": "longest context of a sequence in tokens; 8k"},
         "output": {**_TEXT, "description": "generated part of it; 1k"},
         "speed": {**_TEXT, "description": "new tokens per second of a sequence, at least; 20"},
         "first_token": {**_TEXT, "description": "longest time to compute a prompt, as in: 500 ms"},
         "cached": {**_TEXT, "description": "part of each prompt whose KV cache is found, as in: 60%"},
         "price": {**_TEXT, "description": "rent of a GPU, as in: $2.5/h; the lecture's 2 dollars"},
         "changes": _CHANGES}, (), _plan, ("title", "asked", "best", "systems", "measured")),
    "export": Tool(
        "Export a claim",
        "A claim as text for a writeup or a program.",
        {"claim": _CLAIM, "to": {**_TEXT, "enum": list(EXPORTS)}, "changes": _CHANGES}, ("claim", "to"), _export),
}
