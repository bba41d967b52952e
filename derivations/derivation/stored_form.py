"""The stored form of a derivation: the fields of its steps, some of which stand only where they are needed.

Whole it has all that a rule needs to check a step again (`stored.py`). Beside the script of its argument, which has the
letters, reasons, sources and wrong statements, it has the statements instead that the kernel replays, and a field that
is as usual is left out; that is written here, and read without SymPy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from derivations.derivation.codec import Codec, Form, entries, kind_of, record, text, usual
from derivations.derivation.script import Script, definition
from derivations.derivation.step import Step
from derivations.derivation.trace import BELIEVED, Trace
from derivations.derivation.transcript import Transcript
from derivations.errors import InputError
from derivations.kernel.judgement import Context, context_data, read_context
from derivations.kernel.statement import Goal, Statement, closed
from derivations.kernel.term import KernelError, Proposition, Term
from derivations.language.grammar import parse_relation
from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.proof.certificate_record import TermTable
from derivations.proof.obligation import Obligation
from derivations.proof.verdict import Finding, Verdict

STATEMENTS = tuple[Statement, ...]
STEP: dict[str, Any] = {  # the fields of a step, in the order in which they stand
    "name": str, "number": int, "rule": str, "options": Any, "inputs": tuple[str, ...], "relation": Relation | None,
    "conditions": tuple[Relation, ...], "unknown": str, "context": Context, "allowing": tuple[Relation, ...],
    "fell_back": bool, "statement": str, "verdict": Verdict, "because": str, "note": str, "source": str,
    "replaces": str, "obligations": tuple[Obligation, ...], "determines": str, "statements": STATEMENTS,
}
_CHECKED = ("options", "allowing", "obligations")  # what a rule needs to check a step again
_REPLAYED = ("determines", "statements")  # what is found again where those are
WHOLE = {key: kind for key, kind in STEP.items() if key not in _REPLAYED}
_BESIDE = {key: kind for key, kind in STEP.items() if key not in (*_CHECKED, "statements")}
VERDICT: dict[str, Any] = {"finding": Finding, "checked_by": tuple[str, ...], "reason": str}
_POINT, _POINTS = "counterexample", Mapping[str, str]
_MOST_PARTS = 20_000  # of a term
_KEYS = ("result", "trace", "rejects", "domains", "at_most", "terms", "said")


def stored_beside(derivation: Trace, script: Script, transcript: Transcript) -> dict[str, Any]:
    """A derivation under its own premises as plain data, with the statements of its transcript.

    Raises `InputError` for changed premises, for other words than the script's, and for a relation that its text does
    not lead back to.
    """
    if derivation.assumptions:
        raise InputError("what is stored beside a script is a derivation under its own premises")
    behind = {step.name: step.statements for step in transcript.steps}
    table = StatementTable.of(each for found in behind.values() for each in found)
    codec = _codec(script, table)

    def step(item: Step) -> dict[str, Any]:
        prose = script.prose(item.name)._asdict()
        if script.speaks_of(item.name) and any(getattr(item, key) != told for key, told in prose.items()):
            raise InputError(f"step {item.name!r} has other words than those of its argument")
        told = codec.told(item, _BESIDE, {**usual(Step), **prose})
        found = behind[item.name]
        return {**told, "statements": codec.write(found, STATEMENTS)} if found else told

    trace, rejects = ([step(item) for item in items] for items in (derivation.trace, derivation.rejects))
    return {"result": derivation.result, "trace": trace, "rejects": rejects, **table.data}


def restored_beside(data: Any, script: Script) -> tuple[Trace, Transcript]:
    """The derivation of such data in the notation and with the prose of a script, and what a replay takes of it.

    Raises `InputError` or one of its kind for data that is none, or that takes, defines or rejects anything but what
    the script does.
    """
    told = record(data, "the derivation", _KEYS)
    codec = _codec(script, StatementTable.read_from(told))
    behind: dict[str, tuple[Statement, ...]] = {}
    trace, rejects = (
        tuple(_step(item, codec, script, behind) for item in entries(told[key], f"{key} of the derivation"))
        for key in ("trace", "rejects"))
    if len(behind) != len(trace) + len(rejects):
        raise InputError("two steps of the derivation have one name")
    derivation = Trace(script.notation, trace, rejects, text(told["result"], "result of the derivation"))
    _require_the_script(derivation, script)
    return derivation, Transcript.of(derivation, behind)


def _codec(script: Script, table: StatementTable) -> Codec:
    return Codec(script.notation, {**_FORMS, Statement: Form(lambda item, _: table.write(item), table.read)})


def _step(data: Any, codec: Codec, script: Script, behind: dict[str, tuple[Statement, ...]]) -> Step:
    name = text(data.get("name"), "the name of a step") if isinstance(data, dict) else kind_of(data)
    known = {**_BESIDE, "statements": STATEMENTS}
    told = codec.fields(data, known, f"step {name[:60]!r}", {*usual(Step), "statements"})
    behind[name] = told.pop("statements", ())
    prose = script.prose(name)._asdict()
    return Step(**{**prose, **told, **(prose if script.speaks_of(name) else {})})


def _require_the_script(derivation: Trace, script: Script) -> None:
    notation = script.notation
    written = {
        **{premise.name: premise.relation for premise in script.premises},
        **{call.name: definition(notation[call.options["quantity"]]) for call in script.calls if call.rule == "define"},
    }
    found = {step.name: step.relation.written for step in derivation.trace if step.relation and step.rule in BELIEVED}
    if found != {name: _relation(words, notation).written for name, words in written.items()}:
        raise InputError("the derivation begins with other premises or definitions than its script")
    if [step.name for step in derivation.rejects] != [call.name for call in script.calls if call.rule == "reject"]:
        raise InputError("the derivation rejects other statements than its script")


def _relation(words: str, notation: Notation) -> Relation:
    return Relation.as_written(parse_relation(words, notation.names, notation.functions), notation)


def _read_relation(data: Any, notation: Notation, where: str) -> Relation:
    try:
        return _relation(text(data, where), notation)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _words(item: Relation, notation: Notation) -> str:
    """The text of a relation that leads back to it, as it was written and as SymPy has it."""
    words = str(item)
    if _relation(words, notation).written != item.written or Relation.as_written(item.written, notation) != item:
        raise InputError(f"{words[:80]} cannot be stored beside a script: its text leads to another form")
    return words


def _verdict(verdict: Verdict, notation: Notation) -> dict[str, Any]:
    point = {name: str(value) for name, value in verdict.counterexample.items()}
    return {**Codec(notation, {}).told(verdict, VERDICT, usual(Verdict)), **({_POINT: point} if point else {})}


def _read_verdict(data: Any, notation: Notation, where: str) -> Verdict:
    return Verdict(**Codec(notation, {}).fields(data, {**VERDICT, _POINT: _POINTS}, where, usual(Verdict)))


def read_stored_context(data: Any, where: str) -> Context:
    """The context in plain data; raises `InputError` for data that is none."""
    try:
        return read_context(data)
    except (TypeError, ValueError, KernelError):
        raise InputError(f"{where} is no context") from None


CONTEXT = Form(lambda item, _: context_data(item), lambda data, _, where: read_stored_context(data, where))
_FORMS: dict[Any, Form] = {
    Context: CONTEXT, Verdict: Form(_verdict, _read_verdict),
    Relation: Form(_words, _read_relation),
}


@dataclass
class StatementTable:
    """Terms and propositions by their place, each once, and the domains of most statements.

    A statement tells the domains that are others in it: of a count that is any number elsewhere, say.
    """

    domains: dict[str, str]
    at_most: dict[str, str]
    facts: Sequence[Proposition] = ()  # what is said, of a table that is read
    _terms: TermTable = field(default_factory=TermTable)
    _said: dict[Proposition, int] = field(default_factory=dict)

    @classmethod
    def of(cls, statements: Iterable[Statement]) -> Self:
        """The table for some statements; it has their terms once they are written."""
        domains: dict[str, str] = {}
        at_most: dict[str, str] = {}
        for each in statements:
            domains = {**each.domains, **domains}
            at_most |= each.at_most
        return cls(dict(sorted(domains.items())), dict(sorted(at_most.items())))

    @classmethod
    def read_from(cls, data: Mapping[str, Any]) -> Self:
        """The table in plain data; raises `InputError` for data that is none."""
        try:
            terms = _terms(data["terms"])
            said = [(str(operator), terms[left], terms[right]) for operator, left, right in data["said"]]
            return cls(_texts(data["domains"]), _texts(data["at_most"]), facts=said)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            raise InputError("the derivation has no table of terms") from None

    @property
    def data(self) -> dict[str, Any]:
        """The table as plain data, with what was written so far."""
        said = [[operator, self._terms.place(left), self._terms.place(right)] for operator, left, right in self._said]
        return {"domains": self.domains, "at_most": self.at_most, "terms": self._terms.terms, "said": said}

    def write(self, item: Statement) -> list[Any]:
        """A statement as data: places of what is given and of the goals, and domains of its own."""
        goals = [[sorted(map(self._fact, sorted(extra, key=repr))), self._fact(goal)] for extra, goal in item.goals]
        own = {name: domain for name, domain in item.domains.items() if domain != self.domains[name]}
        return [list(map(self._fact, item.given)), goals, own]

    def read(self, data: Any, _: Notation, where: str) -> Statement:
        """The statement in data; raises `InputError` for data that is none."""
        try:
            given, goals, own = data
            shown: tuple[Goal, ...] = tuple(
                (frozenset(self.facts[place] for place in extra), self.facts[goal]) for extra, goal in goals)
            return closed([self.facts[place] for place in given], shown, {**self.domains, **_texts(own)}, self.at_most)
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError, KernelError):
            raise InputError(f"{where}: no statement") from None

    def _fact(self, fact: Proposition) -> int:
        return self._said.setdefault(fact, len(self._said))


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
