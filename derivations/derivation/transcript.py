"""Transcripts: a derivation as it was told, with the statements behind what is proven, replayed without SymPy.

Of what it says only this is believed: the words of a verdict that claims no proof. A step is proven if the kernel
replays a certificate of every statement behind it, if these say what the step says, and if nothing that it rests on is
less than proven.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from derivations.derivation.step import Step
from derivations.derivation.trace import BELIEVED, Trace
from derivations.kernel.judgement import (
    BOUNDARY,
    BRANCH,
    LEAST,
    PLAIN,
    WHOLE,
    Context,
    ContextError,
    Line,
    at_limits,
    in_limit,
    limit_name,
    united,
)
from derivations.kernel.statement import Statement, hypotheses
from derivations.kernel.term import ZERO, KernelError, Proposition, Term, free_names, names_of, parts
from derivations.language.quantity import Notation, domains_of
from derivations.language.relation import Relation
from derivations.proof import proof_store

PROVEN, ARGUED, REFUTED = "proven", "argued", "refuted"
_FIRM = frozenset({"taken", PROVEN, "numeric"})  # what a proven step may rest on
_STANDING = frozenset({*_FIRM, ARGUED, "checked"})
# rules whose relation is itself the goal of a statement, for most of them with their inputs and conditions given
_FROM_INPUTS = frozenset({"equate", "independence", "rewrite", "solve", "split", "state", "substitute"})
_CONCLUDED = _FROM_INPUTS | {"boundary", "instance"}
_SUPPOSES = {
    "boundary": ([BOUNDARY],), "minimise": ([LEAST],), "minimise_subject_to": ([LEAST],), "round_up": ([WHOLE],),
    "solve": ([], [BRANCH]),
}


@dataclass(frozen=True)
class TranscribedStep:
    """A step, or a reject: its verdict, the problem for which it does not stand, and the statements behind a proof.

    `says` is its relation and that it has a value, `under` the same of its conditions, with what moves in a limit under
    the name of what it goes to; `context` is where it holds.
    """

    name: str
    rule: str
    inputs: tuple[str, ...]
    finding: str
    problem: str = ""
    says: tuple[Proposition, ...] = ()
    under: tuple[Proposition, ...] = ()
    statements: tuple[Statement, ...] = ()
    context: Context = PLAIN

    @property
    def rejected(self) -> bool:
        """True for a wrong statement, which is to be refuted."""
        return self.rule == "reject"

    @property
    def derived(self) -> bool:
        """True for a step that is neither believed nor a reject."""
        return not self.rejected and self.rule not in BELIEVED

    @property
    def sound(self) -> bool:
        """True if it stands as its author meant it."""
        return not self.problem and (self.finding == REFUTED if self.rejected else self.finding in _STANDING)


@dataclass(frozen=True)
class Transcript:
    """The steps of a derivation in order, and then its rejects."""

    steps: tuple[TranscribedStep, ...]

    @classmethod
    def of(cls, derivation: Trace, behind: Mapping[str, tuple[Statement, ...]]) -> Self:
        """The transcript of a derivation, with the statements behind its steps by name."""
        return cls(tuple(as_told(step, derivation.notation, behind.get(step.name, ()))
                         for step in (*derivation.trace, *derivation.rejects)))

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

def as_told(step: Step, notation: Notation, statements: tuple[Statement, ...] = ()) -> TranscribedStep:
    """The transcript of a step, or a reject, with the statements behind it."""
    return TranscribedStep(
        step.name, step.rule, step.inputs, str(step.verdict.finding), _problem(step),
        _said([step.relation] if step.relation is not None else [], notation, step.context),
        _said(step.conditions, notation, step.context), statements, step.context,
    )


def _problem(step: Step) -> str:
    """Why a step, or a reject, does not stand; empty for one that does."""
    if step.sound:
        return ""
    fallen = " (its form was given up)" if step.fell_back else ""
    return f"{step.verdict}{fallen}"


def _said(relations: Iterable[Relation], notation: Notation, context: Context) -> tuple[Proposition, ...]:
    """Relations as propositions, and that they have a value; none where the kernel has no terms for them."""
    try:
        facts = hypotheses([item.written for item in relations], domains_of(notation))
    except KernelError:
        return ()
    return tuple(at_limits(fact, context.moving) for fact in facts)


def _supported(step: TranscribedStep, known: Mapping[str, TranscribedStep]) -> bool:
    """True if the statements behind a step are about it, and what it rests on is proven or believed."""
    if not step.statements or any(name not in known or known[name].finding not in _FIRM for name in step.inputs):
        return False
    if step.rule in BELIEVED or not step.says or not _is_placed(step, known):
        return False
    if step.rule not in _CONCLUDED:
        return _spoken_of(step)
    given = _given(step, [known[name] for name in step.inputs])
    concluding = [each for each in step.statements if each.goals[0] == (frozenset(), step.says[0])]
    return any(step.rule not in _FROM_INPUTS or each.hypotheses <= given for each in concluding)


def _given(step: TranscribedStep, inputs: Sequence[TranscribedStep]) -> set[Proposition]:
    """What the statements behind a step may be given: its conditions, and what its inputs say under them.

    What an input is said under is a condition of the step, or shown by a statement behind it; and so is that what moves
    has a value in the limit.
    """
    found, waiting = set(step.under), list(inputs)
    pending = list(step.statements)
    while True:
        ready = [each for each in waiting if set(_moved(each.under, each, step)) <= found]
        shown = [each for each in pending if each.hypotheses <= found]
        if not ready and not shown:
            return found
        waiting = [each for each in waiting if each not in ready]
        pending = [each for each in pending if each not in shown]
        for each in ready:
            found |= {fact for fact in _moved(each.says, each, step) if fact[0] != "!=" or fact in each.says}
        for statement in shown:
            for extra, fact in statement.goals:
                found |= set() if extra else {fact, *([("!=", *fact[1:])] if fact[0] == ">" else [])}


def _moved(facts: Iterable[Proposition], said: TranscribedStep, step: TranscribedStep) -> tuple[Proposition, ...]:
    """What an input says where a step holds."""
    if said.context.limit is not None:
        return tuple(at_limits(fact, step.context.moving) for fact in facts)
    moved = tuple(in_limit(fact, step.context.moving) for fact in facts)
    if facts is said.under:  # what holds strictly in the limit holds close to it
        return tuple((">" if new != old and new[0] == ">=" else new[0], *new[1:])
                     for old, new in zip(facts, moved, strict=True))
    return moved


def _is_placed(step: TranscribedStep, known: Mapping[str, TranscribedStep]) -> bool:
    """True if a step holds where its inputs do, and supposes what its rule does."""
    used, moving = [known[name] for name in step.inputs], set(step.context.moving)
    if step.rule == "isolate":
        return not step.context
    earlier = {letter for each in used for letter in each.context.moving}
    goes = step.context.limit
    own_letters = _names(step) - set(map(limit_name, moving))
    lines = [Line(each.name, each.context, _names(each), _gained(each, moving - earlier)) for each in used]
    try:
        context = united([*lines, Line(step.name, PLAIN, own_letters)] if earlier else lines)
    except ContextError:
        return False
    if goes is not None and any(goes.variable in names_of(fact) for fact in (*step.says, *step.under)):
        return False
    if step.rule == "limit" and goes is not None and context.limit is None:
        letters = {name for fact in (*step.says, *step.under) for name in names_of(fact)}
        moves = tuple(map(limit_name, goes.moving))
        return step.says[0][1][1:] == moves and letters <= {*goes.held, *moves}
    own = step.context.suppositions[len(context.suppositions) :]
    kinds = [each.kind for each in own]
    if kinds not in _SUPPOSES.get(step.rule, ([],)) or any(each.name != step.name for each in own):
        return False
    new = {*(() if goes is None else goes.positive)} - {*(() if context.limit is None else context.limit.positive)}
    shown = {fact for each in step.statements for extra, fact in each.goals if not extra}
    if not all((">", ("s", limit_name(letter)), ZERO) in shown for letter in new):
        return False
    if goes is not None and context.limit is not None:
        goes = replace(goes, positive=context.limit.positive)
    return Context(step.context.suppositions[: len(context.suppositions)], goes) == context


def _names(step: TranscribedStep) -> frozenset[str]:
    return frozenset().union(*(names_of(fact) for fact in (*step.says[:1], *step.under)))


def _gained(step: TranscribedStep, letters: Iterable[str]) -> str:
    """The letter alone on a side of an equation, if it is one of these."""
    if step.context.limit is not None or not step.says:
        return ""
    operator, *sides = step.says[0]
    for alone, other in (sides, sides[::-1]):
        if operator == "=" and alone[0] == "s" and alone[1] in set(letters) - free_names(other):
            return str(alone[1])
    return ""


def _spoken_of(step: TranscribedStep) -> bool:
    """True if the statements behind a step speak of a side of its relation, where that is more than a letter."""
    sides = [side for side in step.says[0][1:] if parts(side)]
    facts = (fact for each in step.statements for fact in (*each.given, *(goal for _, goal in each.goals)))
    return not sides or any(_occurs(side, half) for fact in facts for half in fact[1:] for side in sides)


def _occurs(part: Term, term: Term) -> bool:
    return part == term or any(_occurs(part, each) for each in parts(term))
