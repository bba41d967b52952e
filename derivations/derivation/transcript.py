"""Transcripts: a derivation as it was told, with the statements behind what is proven, read and replayed without SymPy.

A transcript is plain data, kept by the content of what it was made from. Of what it says only this is believed: the
words of a verdict that claims no proof. A step is proven if the kernel replays a certificate of every statement behind
it, if these say what the step says, and if nothing that it rests on is less than proven.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.kernel.statement import Goal, Statement, closed, hypotheses
from derivations.kernel.term import KernelError, Proposition, Term, parts
from derivations.language.quantity import Notation, domains_of
from derivations.language.relation import Relation
from derivations.proof import proof_store

PROVEN, ARGUED, REFUTED = "proven", "argued", "refuted"
_BELIEVED = ("take", "define")
_FIRM = frozenset({"taken", PROVEN, "numeric"})  # what a proven step may rest on
_STANDING = frozenset({*_FIRM, ARGUED, "checked"})
# rules whose relation is itself the goal of a statement, for most of them with their inputs and conditions given
_FROM_INPUTS = frozenset({"equate", "independence", "rewrite", "solve", "split", "state", "substitute"})
_CONCLUDED = _FROM_INPUTS | {"boundary", "instance"}
_MOST_PARTS = 20_000  # of a term


@dataclass(frozen=True)
class TranscribedStep:
    """A step, or a reject: its verdict, the problem for which it does not stand, and the statements behind a proof.

    `says` is its relation and that it has a value, `under` the same of its conditions.
    """

    name: str
    rule: str
    inputs: tuple[str, ...]
    finding: str
    problem: str = ""
    says: tuple[Proposition, ...] = ()
    under: tuple[Proposition, ...] = ()
    statements: tuple[Statement, ...] = ()

    @property
    def rejected(self) -> bool:
        """True for a wrong statement, which is to be refuted."""
        return self.rule == "reject"

    @property
    def derived(self) -> bool:
        """True for a step that is neither believed nor a reject."""
        return not self.rejected and self.rule not in _BELIEVED

    @property
    def sound(self) -> bool:
        """True if it stands as its author meant it."""
        return not self.problem and (self.finding == REFUTED if self.rejected else self.finding in _STANDING)


@dataclass(frozen=True)
class Transcript:
    """The steps of a derivation in order, and then its rejects."""

    steps: tuple[TranscribedStep, ...]

    @cached_property
    def behind(self) -> Mapping[str, Statement]:
        """The statements behind all that is proven, by their digest."""
        return {proof_store.digest(each): each for step in self.steps for each in step.statements}

    def upheld(self) -> bool:
        """True if the kernel replays a kept certificate of every statement, and these carry all that is proven."""
        known: dict[str, TranscribedStep] = {}
        for step in self.steps:
            if step.finding == PROVEN and not _supported(step, known):
                return False
            known[step.name] = step
        return all(proof_store.kept(statement) is not None for statement in self.behind.values())


    def tells(self, derivation: Derivation) -> bool:
        """True if every step and reject of a derivation says what was transcribed of it."""
        steps = (*derivation.trace, *derivation.rejects)
        plain = tuple(replace(step, statements=()) for step in self.steps)
        return plain == tuple(as_told(step, derivation.notation) for step in steps)


def as_told(step: Step, notation: Notation, statements: tuple[Statement, ...] = ()) -> TranscribedStep:
    """The transcript of a step, or a reject, with the statements behind it."""
    return TranscribedStep(
        step.name, step.rule, step.inputs, str(step.verdict.finding), _problem(step),
        _said([step.relation] if step.relation is not None else [], notation), _said(step.conditions, notation),
        statements,
    )


def _problem(step: Step) -> str:
    """Why a step, or a reject, does not stand; empty for one that does."""
    if step.sound:
        return ""
    fallen = " (its form was given up)" if step.fell_back else ""
    return f"{step.verdict}{fallen}"


def _said(relations: Iterable[Relation], notation: Notation) -> tuple[Proposition, ...]:
    """Relations as propositions, and that they have a value; none where the kernel has no terms for them."""
    try:
        return tuple(hypotheses([item.written for item in relations], domains_of(notation)))
    except KernelError:
        return ()


def _supported(step: TranscribedStep, known: Mapping[str, TranscribedStep]) -> bool:
    """True if the statements behind a step are about it, and what it rests on is proven or believed."""
    if not step.statements or any(name not in known or known[name].finding not in _FIRM for name in step.inputs):
        return False
    if step.rule in _BELIEVED or not step.says:
        return False
    if step.rule not in _CONCLUDED:
        return _spoken_of(step)
    given = {*step.under, *(fact for name in step.inputs for fact in (*known[name].says, *known[name].under))}
    concluding = [each for each in step.statements if each.goals[0] == (frozenset(), step.says[0])]
    return any(step.rule not in _FROM_INPUTS or each.hypotheses <= given for each in concluding)


def _spoken_of(step: TranscribedStep) -> bool:
    """True if the statements behind a step speak of a side of its relation, where that is more than a letter."""
    sides = [side for side in step.says[0][1:] if parts(side)]
    facts = (fact for each in step.statements for fact in (*each.given, *(goal for _, goal in each.goals)))
    return not sides or any(_occurs(side, half) for fact in facts for half in fact[1:] for side in sides)


def _occurs(part: Term, term: Term) -> bool:
    return part == term or any(_occurs(part, each) for each in parts(term))


def transcript_data(transcript: Transcript) -> dict[str, Any]:
    """A transcript as plain data, with a table of terms and one of what is said of them.

    A statement tells the domains that are others in it: of a count that is any number elsewhere, say.
    """
    table = _Table()
    domains: dict[str, str] = {}
    at_most: dict[str, str] = {}
    for each in (each for step in transcript.steps for each in step.statements):
        domains = {**each.domains, **domains}
        at_most |= each.at_most
    steps = [
        [step.name, step.rule, list(step.inputs), step.finding, step.problem, table.facts(step.says),
         table.facts(step.under), [
             [table.facts(each.given),
              [[sorted(table.facts(sorted(extra, key=repr))), table.fact(goal)] for extra, goal in each.goals],
              {name: own for name, own in each.domains.items() if own != domains[name]}]
             for each in step.statements
         ]]
        for step in transcript.steps
    ]
    return {"domains": dict(sorted(domains.items())), "at_most": dict(sorted(at_most.items())),
            "terms": table.terms, "said": table.said, "steps": steps}


def read_transcript(data: Any) -> Transcript | None:
    """The transcript in plain data; None for data that is none."""
    try:
        domains, at_most = _texts(data["domains"]), _texts(data["at_most"])
        terms = _terms(data["terms"])
        said: list[Proposition] = [(str(operator), terms[left], terms[right]) for operator, left, right in data["said"]]

        def facts(places: Sequence[int]) -> tuple[Proposition, ...]:
            return tuple(said[place] for place in places)

        def statement(given: Sequence[int], goals: Sequence[Any], own: Mapping[str, str]) -> Statement:
            shown: tuple[Goal, ...] = tuple((frozenset(facts(extra)), said[goal]) for extra, goal in goals)
            return closed(facts(given), shown, {**domains, **_texts(own)}, at_most)

        return Transcript(tuple(
            TranscribedStep(str(name), str(rule), tuple(map(str, inputs)), str(finding), str(problem), facts(says),
                            facts(under), tuple(statement(*each) for each in statements))
            for name, rule, inputs, finding, problem, says, under, statements in data["steps"]
        ))
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError, KernelError):
        return None


def _texts(data: Mapping[str, str]) -> dict[str, str]:
    """Texts by name. Raises `TypeError` or its like for anything else."""
    if not all(isinstance(text, str) for text in data.values()):
        raise TypeError("texts are wanted")
    return dict(data)


def _terms(table: Iterable[Sequence[Any]]) -> list[Term]:
    """The terms of a table, each made of earlier ones. Raises `ValueError` for one that is too large."""
    terms: list[Term] = []
    sizes: list[int] = []
    for head, *rest in table:
        plain = [head == "n" or isinstance(part, str) or (head == "^" and turn) for turn, part in enumerate(rest)]
        places = [part for part, as_it_is in zip(rest, plain, strict=True) if not as_it_is]
        sizes.append(1 + sum(sizes[place] for place in places))
        if sizes[-1] > _MOST_PARTS or any(place < 0 for place in places):
            raise ValueError("a term that is too large, or of no place")
        terms.append((head, *(part if as_it_is else terms[part] for part, as_it_is in zip(rest, plain, strict=True))))
    return terms


class _Table:
    """Terms and propositions by their place, each once."""

    def __init__(self) -> None:
        self.terms: list[list[Any]] = []
        self.said: list[list[Any]] = []
        self._places: dict[Any, int] = {}

    def facts(self, facts: Iterable[Proposition]) -> list[int]:
        """The places of some propositions."""
        return [self.fact(each) for each in facts]

    def fact(self, fact: Proposition) -> int:
        """The place of a proposition."""
        operator, left, right = fact
        return self._place(self.said, ("said", fact), [operator, self._term(left), self._term(right)])

    def _term(self, term: Term) -> int:
        parts = [self._term(part) if isinstance(part, tuple) else part for part in term]
        return self._place(self.terms, ("term", term), parts)

    def _place(self, table: list[list[Any]], key: Any, entry: list[Any]) -> int:
        if key not in self._places:
            self._places[key] = len(table)
            table.append(entry)
        return self._places[key]


def text_of(data: Mapping[str, Any]) -> str:
    """Plain data as JSON, each entry of a list on a line of its own, also of those one level down."""
    return f"{_lines(data, '')}\n"


def _lines(data: Mapping[str, Any], indent: str) -> str:
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            inside = ",\n".join(f"{indent}  {_json(item)}" for item in value)
            text = f"[\n{inside}\n{indent}]"
        elif isinstance(value, Mapping) and not indent and any(isinstance(item, list) for item in value.values()):
            text = _lines(value, "  ")
        else:
            text = _json(value)
        lines.append(f"{indent}{_json(key)}: {text}")
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
