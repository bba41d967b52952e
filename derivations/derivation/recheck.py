"""Checked again: every step of a derivation, wherever it comes from, put to the check of its rule."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from derivations.derivation.contexts import Posed, own_context, posed
from derivations.derivation.dependence import tied
from derivations.derivation.fresh_name import bound_index, named_anew
from derivations.derivation.room import bounded, room
from derivations.derivation.rules.algebra import Substitute
from derivations.derivation.rules.base import Checked, Outcome, Rule
from derivations.derivation.rules.calculus import Differentiate, Limit
from derivations.derivation.rules.constrained import MinimiseSubjectTo
from derivations.derivation.rules.independence import Independence
from derivations.derivation.rules.induction import Induction, Instance
from derivations.derivation.rules.minimise import Minimise, left_open
from derivations.derivation.rules.regimes import Split
from derivations.derivation.rules.solve import Solve
from derivations.derivation.rules.statements import Reject, Rewrite, State, Take
from derivations.derivation.step import Step
from derivations.derivation.told import step_told, unless_open
from derivations.derivation.trace import ASSUMED, BELIEVED, Trace
from derivations.errors import DerivationsError
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.language.tree import COMPARE
from derivations.proof.budget import RULE_BUDGET, attempt, refuse_budget
from derivations.proof.condition import holds_everywhere
from derivations.proof.verdict import Finding, Verdict, inconclusive, refuted, waiting


def inconsistency(step: Step, derivation: Trace) -> str:
    """The first slip in what a step tells beside its relation, in a few words; empty where there is none."""
    return _left_over(step) or _untold(step) or _misnamed(step, derivation) or _misplaced(step, derivation)


def is_branch(name: str, derivation: Trace) -> bool:
    """True for one of several solutions, which are named after the step that leaves the choice open."""
    parent, _, place = name.rpartition("-")
    if not place.isdigit() or parent not in derivation or derivation[name].rule != "solve":
        return False
    return derivation[parent].rule == "solve" and derivation[parent].relation is None


def _left_over(step: Step) -> str:
    """Fields that are empty for a step of this rule, or say what its options say."""
    stated = str(step.applied.statement) if isinstance(step.applied, Reject) else ""
    if step.statement != stated:
        return "another statement"
    if step.fell_back and step.rule != "rewrite":
        return "no form was given up"
    if step.replaces and step.rule not in ASSUMED:
        return "it replaces nothing"
    if step.rule in BELIEVED and (step.obligations or step.unknown):
        return "what is believed rests on nothing"
    if isinstance(step.applied, Limit) and step.relation is not None:
        note = step.applied.note if step.context.limit is not None else step.applied.note_for_all
        return "" if step.note == note else "another note"
    noted = (Independence, Induction, Instance, Differentiate, Minimise, MinimiseSubjectTo)
    if isinstance(step.applied, noted) and step.relation is not None:
        return "" if step.note == step.applied.note else "another note"  # without it the relation says something else
    may_note = isinstance(step.applied, Substitute) or step.fell_back or step.unknown or step.relation is None
    return "another note" if step.note and not may_note else ""


def _untold(step: Step) -> str:
    """A relation or a regime that is not the one which the rule was told to write."""
    rule = step.applied
    if step.relation is None or step.fell_back:
        return ""
    if isinstance(rule, Rewrite) and rule.condition is not None:
        known = rule.condition in step.conditions or holds_everywhere(rule.condition)
        if not known:
            return f"it was to hold if {rule.condition}"
    wanted = rule.form if isinstance(rule, Rewrite) else rule.fact if isinstance(rule, State) else step.relation
    if step.relation != wanted:
        return f"{wanted} was to be shown"
    if isinstance(rule, Split) and step.name not in rule.labels:
        return "no regime of that name was asked for"
    return ""


def _misnamed(step: Step, derivation: Trace) -> str:
    if step.applied is None or step not in derivation.trace:
        return ""
    if step.relation is None:
        return ""
    earlier, used = derivation.trace[: step.number - 1], [derivation[name] for name in step.inputs]
    return named_anew(step.applied, earlier) or bound_index(step.applied, earlier, used)


def _misplaced(step: Step, derivation: Trace) -> str:
    """A slip in where a step holds: it drops what its inputs suppose, or unites what does not hold together."""
    rule = step.applied
    if rule is None:
        return "other suppositions" if step.context else ""
    if any(derivation[name].relation is None for name in step.inputs):
        return ""  # of which its check tells
    try:
        context = own_context(
            rule, step.name, _asked(rule, step, derivation), Outcome(step.relation, step.conditions), step.obligations,
            step.name.rpartition("-")[0] if is_branch(step.name, derivation) else "",
        )
    except DerivationsError as error:
        return "" if step.verdict.finding in _OPEN else str(error)
    return "" if context == step.context or step.verdict.finding in _OPEN else "other suppositions"


def _asked(rule: Rule, step: Step, derivation: Trace) -> Posed:
    """What the rule of a step is asked with its inputs; nothing where one of these is missing."""
    used = [derivation[name] for name in step.inputs]
    if any(each.relation is None for each in used):
        return Posed(rule, (), derivation.notation)
    return posed(rule, used, derivation.trace, derivation.notation)


_OPEN = (Finding.INCONCLUSIVE, Finding.WAITING)


@dataclass(frozen=True)
class Rechecked:
    """A step, or a reject, with what its check finds now; `remark` says what else is not as it was stored."""

    step: Step
    found: Verdict
    remark: str = ""

    @property
    def stored(self) -> Verdict:
        """The verdict that the step has, or that the file claims which it was read from."""
        return _as_told(self.step).verdict

    @property
    def upheld(self) -> bool:
        """True if the stored verdict is found again, by the same methods and with the same point.

        A verdict that shows nothing, because an input is missing say, is upheld by any other that shows nothing.
        """
        stored = self.stored
        if self.remark:
            return False
        if stored.finding in _OPEN:
            return self.found.finding in _OPEN
        return (stored.finding, stored.checked_by, dict(stored.counterexample)) == (
            self.found.finding, self.found.checked_by, dict(self.found.counterexample),
        )

    @property
    def verdict(self) -> Verdict:
        """Verdict on the step now: as found, and no better than stored; what is not upheld keeps that.

        A slip beside the relation leaves nothing that holds: without its note a limit says something else.
        """
        found = self.found
        if self.remark:
            found = inconclusive(self.remark)
        elif found.holds and not self.stored.holds and self.step.rule != "reject":
            found = inconclusive(f"stored as {self.stored.finding}")
        return found if self.upheld else replace(found, stored=self.stored)

    def __str__(self) -> str:
        if self.upheld:
            return f"{self.step.name}: upheld, {self.found}"
        return f"{self.step.name}: not upheld, stored as {self.stored}, found {self.remark or self.found}"


def recheck(derivation: Trace, budget: float = RULE_BUDGET) -> tuple[Rechecked, ...]:
    """Every step and reject, checked again, in order; a check that is more work than `budget` finds nothing.

    Raises `InputError` for a budget that cannot be used.
    """
    refuse_budget(budget)
    told = _all_as_told(derivation)
    return tuple(_rechecked(step, told, budget) for step in (*derivation.trace, *derivation.rejects))


def checked(derivation: Trace, budget: float = RULE_BUDGET) -> Trace:
    """The derivation with the verdicts that are found now, each step resting on what was found of those before it.

    Raises `InputError` for a budget that cannot be used.
    """
    refuse_budget(budget)
    found = _all_as_told(derivation)
    for step in (*derivation.trace, *derivation.rejects):
        now = replace(step, verdict=_rechecked(step, found, budget).verdict)
        trace, rejects = (
            tuple(now if item.name == step.name else item for item in items) for items in (found.trace, found.rejects)
        )
        found = replace(found, trace=trace, rejects=rejects)
    return found


def _as_told(step: Step) -> Step:
    """A step with the verdict that a file claims, to be checked and never to be shown."""
    stored = step.verdict.stored if step.verdict.finding is Finding.CLAIMED else None
    return step if stored is None else replace(step, verdict=stored)


def _all_as_told(derivation: Trace) -> Trace:
    trace, rejects = (tuple(map(_as_told, items)) for items in (derivation.trace, derivation.rejects))
    return Trace(derivation.notation, trace, rejects, derivation.result, derivation.assumptions)


def _rechecked(step: Step, derivation: Trace, budget: float) -> Rechecked:
    """The check of a step in a derivation whose verdicts are as they are told."""
    told = _as_told(step)
    remark = inconsistency(told, derivation)
    missing = [name for name in told.inputs if not _stands(derivation[name])]
    if missing and not (told.fell_back and told.rule == "rewrite" and told.inputs[0] not in missing):
        return Rechecked(step, waiting(missing), remark)
    try:
        with attempt(budget):
            found = _found(told, derivation, budget)
    except DerivationsError as error:
        return Rechecked(step, inconclusive(str(error)), remark)
    if not remark and told.rule not in BELIEVED and found.obligations != told.obligations:
        remark = "" if told.verdict.finding in _OPEN and not told.obligations else "other obligations"
    return Rechecked(step, found.verdict, remark)


def _found(step: Step, derivation: Trace, budget: float) -> Checked:
    notation = derivation.notation
    if step.rule == "define":
        return Checked(_definition(step, notation))
    rule = step.applied
    if rule is None:
        return Checked(inconclusive("what the rule was told is not known"))
    if isinstance(rule, Take):
        return _taken(step, rule, derivation)
    used = [derivation[name] for name in step.inputs]
    follows = tied(rule, used, derivation.trace, step.name)
    if follows:
        return Checked(inconclusive(follows))
    asked = _asked(rule, step, derivation)
    if step.rule == "reject" or step.relation is None:
        outcomes = asked.rule.compute(asked.inputs, asked.notation)
        if len(outcomes) != 1:
            return Checked(inconclusive(f"{len(outcomes)} outcomes"))
        now = asked.told(outcomes[0], notation)
        if (now.relation, now.note, now.conditions) != (step.relation, step.note, step.conditions):
            return Checked(inconclusive("its rule computes something else"))
        outcome = outcomes[0]
    else:
        if isinstance(rule, Solve) and not step.unknown and not is_branch(step.name, derivation):
            count = len(asked.rule.compute(asked.inputs, asked.notation))
            if count != 1:  # each branch solves its equation; alone it would seem to be all that does
                return Checked(inconclusive(f"one of {count} solutions"))
        unknown = notation[step.unknown].symbol if step.unknown else None
        bare = tuple(each for each in step.conditions if each not in step.allowing)
        outcome = asked.posed(Outcome(step.relation, bare, step.note, step.fell_back, unknown=unknown))
    found = asked.beside(asked.rule.check(asked.inputs, outcome, asked.notation))
    verdict = asked.verdict(step_told(asked.rule, found, asked.inputs, outcome, asked.notation, used))
    whole = Outcome(step.relation, step.conditions, step.note)
    left = room(rule, asked, whole, used, derivation.trace, budget)
    if left.refused:
        return Checked(inconclusive(left.refused))
    verdict = unless_open(verdict, left.only or left.unknown)
    bound = bounded(rule, asked, outcome, used, derivation.trace, budget)
    verdict = inconclusive(bound) if bound else verdict
    if step.unknown and step.rule != "reject" and verdict.holds:
        unknown = notation[step.unknown].symbol
        verdict = Verdict(Finding.NUMERIC, verdict.checked_by, left_open(rule, found, unknown))
    return replace(found, verdict=verdict)


def _definition(step: Step, notation: Notation) -> Verdict:
    """A definition is that of the notation."""
    own = step.relation
    name = "" if own is None else own.written_left
    if name not in notation or not notation[name].definition:
        return inconclusive("it defines no quantity that has a definition")
    if own != relation(f"{name} = {notation[name].definition}", notation) or step.conditions:
        return refuted(f"{name} is defined as {notation[name].definition}", None, "form")
    return Verdict(Finding.TAKEN)


def _taken(step: Step, rule: Take, derivation: Trace) -> Checked:
    """A premise is the default one, or says what it replaces."""
    replaced = step.name in derivation.assumptions.premises
    if rule.premise != step.name or step.replaces != (str(rule.default) if replaced else ""):
        return Checked(refuted("it is not told what it replaces", None, "form"))
    if not replaced and rule.relation != rule.default:
        return Checked(refuted(f"{step.name} is {rule.default}, and nothing replaces it", None, "form"))
    words = derivation.assumptions.premises.get(step.name, "")
    if any(operator in words for operator in COMPARE) and relation(words, derivation.notation) != rule.relation:
        return Checked(refuted(f"it is said to be replaced by {words}", None, "form"))
    return rule.check((), Outcome(step.relation, step.conditions), derivation.notation)


def _stands(step: Step) -> bool:
    return step.verdict.holds and step.relation is not None


def upheld(checked: Iterable[Rechecked]) -> bool:
    """True if every verdict is found again."""
    return all(item.upheld for item in checked)
