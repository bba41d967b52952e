"""The origin of a number, traced: the step that gives it, what enters there, and so on down to the sources.

The tree follows the numbers as `numbers.evaluation` does: a quantity that the scenario values is a leaf, any other is
traced back through the first premise, definition or edge of a condition that gives it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sympy import Expr, nan, oo, zoo

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.outline import outline
from derivations.derivation.recheck import is_branch
from derivations.derivation.step import Step
from derivations.errors import InputError, UndecidedError, UnknownNameError
from derivations.language.display import listed
from derivations.language.literal import is_unit
from derivations.language.printing.text import to_text
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.language.tree import Node, names
from derivations.numbers.definitions import DEFINING
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.substitution import rational
from derivations.numbers.unsolved import without_common_factors
from derivations.proof.verdict import Finding
from derivations.study.branches import branches_of
from derivations.study.provenance.leaf import stated
from derivations.study.provenance.origin import FAILS, HOLDS, OPEN, VALUELESS, Held, HoldsOrNot, Origin


def origin_of(evaluated: EvaluatedClaim, name: str, branch: str = "") -> Origin:
    """The origin of the number of a quantity, or of a step, down to sources.

    A quantity that the scenario values is a leaf; the result of the claim comes from the step that is the result; any
    other quantity from the step that it is traced back through, or else from the first that gives a number. Where that
    is one of several admissible branches of a solution, the origin has one below it for each; `branch` chooses one, by
    the name of its step.
    Raises `UnknownNameError` with the nearest quantities, steps and branches.

    >>> from derivations import derive
    >>> print(origin_of(derive("optimal-batch", as_said=True), "ridge-times-sparsity").shown)
    B = 2,400 sequences
    """
    derivation = evaluated.derivation
    if name in derivation.notation:
        quantity = derivation.notation[name]
        tree = _Tree(evaluated)
        if name in tree.evaluation.scenario.values:
            if branch:
                raise InputError(f"{name} is given, and is on no branch of a solution")
            return tree.stated(quantity)
        step = _step_for(quantity, evaluated)
        if step is not None:
            return _on_branches(evaluated, step, name, branch)
        return Origin(name, quantity, note=tree.why_missing(quantity, ()), missing=tree.wanted(name))
    if name not in derivation:
        known = derivation.notation.names
        steps = [step.name for step in (*derivation.trace, *derivation.rejects)]
        raise UnknownNameError("quantity or step", name, [*known, *steps])
    return _on_branches(evaluated, derivation[name], name, branch)


def _on_branches(evaluated: EvaluatedClaim, step: Step, name: str, branch: str) -> Origin:
    """The origin of the number of a step; one for each admissible branch where the step is one of several.

    `name` is what was asked for: a branch by its own name is chosen already.
    """
    derivation = evaluated.derivation
    branches = branches_of(step, derivation)
    if branch:
        if branch not in {each.name for each in branches}:
            if not branches:
                raise InputError(f"{name} has one admissible branch: leave out {branch!r}")
            raise UnknownNameError("branch", branch, [each.name for each in branches], where=f"of {name}")
        return _Tree(evaluated, derivation[branch]).at(derivation[branch])
    admissible = [each for each in branches if _is_admissible(each, evaluated)]
    if (name == step.name and step in branches) or not admissible:
        admissible = [step]
    if len(admissible) == 1:
        return _Tree(evaluated, admissible[0]).at(admissible[0])
    names = [each.name for each in admissible]
    found = [_Tree(evaluated, each).at(each) for each in admissible]
    choice = f"{len(names)} admissible branches, choose one: {', '.join(names)}"
    return Origin(found[0].name, found[0].quantity, note=choice, children=tuple(found))


def _is_admissible(branch: Step, evaluated: EvaluatedClaim) -> bool:
    """True unless the numbers are outside of what a branch holds for; one that is not shown may hold all the same."""
    if not branch.verdict.holds:
        return branch.verdict.finding is not Finding.REFUTED
    line = evaluated.evaluation.line(branch.name)
    return not (line.outside or line.undefined)


@dataclass(frozen=True)
class _Passed:
    """A number on the way down: how it is called, and what it rests on once everything that cancels is gone.

    `idle` names what enters its formula and does not matter at the numbers of the scenario.
    """

    label: str
    rests_on: frozenset[str]
    idle: frozenset[str]


class _Tree:
    """One tree while it grows: it remembers what it has met, and which number was asked for."""

    def __init__(self, evaluated: EvaluatedClaim, root: Step | None = None) -> None:
        self.evaluated = evaluated
        self.evaluation = evaluated.evaluation
        self.root = root
        self.target = None if root is None or root.rule in DEFINING else root.subject
        self.traced = self.evaluation.definitions
        self.met: set[tuple[str, bool]] = set()  # what has been drawn, and whether its value is wanting there

    def at(self, step: Step, passed: tuple[_Passed, ...] = ()) -> Origin:
        """The origin of the number of a step, with all that enters."""
        left = step.subject
        quantity = None if left is None else self.evaluated.derivation.notation[left.name]
        label = step.unknown or (step.name if step.relation is None else to_text(step.relation.written.left))
        try:
            line = self.evaluation.line(step.name)
        except UndecidedError:
            return self._described(step, Origin(label, quantity, note=self._failure(step)))
        if line.given and quantity is not None:
            return self.stated(quantity)
        item = line.relation
        rests_on = frozenset(s.name for s in self._in_lowest_terms(step, item).free_symbols)
        passed = (*passed, _Passed(label, rests_on, self._idle(line)))
        kept = replace(
            self._described(step, Origin(label, quantity, operator=item.operator)),
            value=line.result if line.value is not None else "",
            number=line.in_unit,
            unit=line.unit,
            exact=str(line.in_unit) if line.exact and line.value is not None else "",
            filled=_filled(line),
            conditions=tuple(self._condition(step, condition) for condition in step.conditions),
            note=self._note(line, passed),
            missing=line.missing,
        )
        entering = dict.fromkeys((*in_order(item.written.left), *in_order(item.written.right)) if step.unknown
                                 else in_order(item.written.right))
        children = tuple(self._below(name, passed) for name in entering if name != step.unknown)
        return replace(kept, children=children)

    def _in_lowest_terms(self, step: Step, item: Relation) -> Expr:
        """The formula of a step in valued quantities, once everything that cancels is gone."""
        if not step.unknown:
            return self.evaluation.expanded(item.rhs, self.target)
        return without_common_factors(self.evaluation.expanded(item.difference, self.target))

    def _below(self, name: str, passed: tuple[_Passed, ...]) -> Origin:
        """The origin of a quantity that enters a formula."""
        quantity = self.evaluated.derivation.notation[name]
        value = self.evaluation.value_of(name, self.target)
        idle = f"at these numbers it does not matter for {passed[-1].label}" if name in passed[-1].idle else ""
        wanting = value is None and not idle and not self._cancelling(quantity, passed)
        if (name, wanting) in self.met:
            if value is None:
                return Origin(name, quantity, above=True)
            number = value.in_unit(quantity.unit)
            return Origin(name, quantity, value=str(value), number=number, unit=quantity.unit, above=True)
        self.met.add((name, wanting))
        cancels = "" if self._leads_on(quantity) else _cancels(name, passed)
        why_idle = f"it cancels in {cancels}" if cancels else idle
        if name in self.evaluation.scenario.values:
            found = self.stated(quantity)
            return replace(found, note=_joined(found.note, why_idle))
        if quantity.symbol in self.evaluation.unsolved and quantity.symbol != self.target:
            return self.at(self.evaluation.unsolved[quantity.symbol], passed)
        if self._leads_on(quantity) and not (idle and value is None):
            found = self.at(self.traced[quantity.symbol], passed)
            return replace(found, note=_joined(found.note, why_idle))
        note = self.why_missing(quantity, passed) if wanting else f"no value, and none is needed: {why_idle}"
        return Origin(name, quantity, note=note)

    def stated(self, quantity: Quantity) -> Origin:
        """A number that enters as it stands; the counts it was computed from are drawn once."""
        found = stated(self.evaluated, quantity, self.traced.get(quantity.symbol), self.root)
        children = []
        for count in found.children:
            known = (count.name, False) in self.met
            self.met.add((count.name, False))
            again = Origin(count.name, value=count.value, number=count.number, unit=count.unit, above=True)
            children.append(again if known else count)
        return replace(found, children=tuple(children))

    def _leads_on(self, quantity: Quantity) -> bool:
        """True if a step says what the quantity is; one that leads back to the number in question says nothing."""
        known = quantity.symbol in self.traced
        return known and self.evaluation.expanded(quantity.symbol, self.target) != quantity.symbol

    def _cancelling(self, quantity: Quantity, passed: tuple[_Passed, ...]) -> dict[str, str]:
        """The missing values behind a quantity, each with the number in which it cancels; empty if one does not."""
        lacking = self.evaluation.expanded(quantity.symbol, self.target).free_symbols
        names = sorted(s.name for s in lacking if not is_unit(s) and s.name not in self.evaluation.scenario.values)
        found = {name: _cancels(name, passed) for name in names}
        return found if all(found.values()) else {}

    def why_missing(self, quantity: Quantity, passed: tuple[_Passed, ...]) -> str:
        """The reason why a quantity has no value, and a step or card that would give it one."""
        name = quantity.name
        traced = self.traced.get(quantity.symbol)
        if traced is not None:
            return f"no value: {traced.relation} ({traced.name}) leads back to {passed[0].label if passed else name}"
        on_cards = self.evaluated.reference.values.get(name)
        if on_cards is not None:
            return f"no value here; as built it is {on_cards} ({on_cards.origin})"
        derivation = self.evaluated.derivation
        asked = {item.label for item in passed}
        giving = (step for step in (derivation.headline, *derivation.trace) if step.subject == quantity.symbol)
        results = [s for s in giving if _stands(s) and not asked & {symbol.name for symbol in s.rhs.free_symbols}]
        if results and passed:
            at = f", {results[0].where}" if results[0].where else ""
            return f"no value: it is free here, though {results[0].name} gives one{at}"
        if derivation.headline.relation is None and outline(self.evaluated.claim).headline == name:
            return self._failure(derivation.headline)
        return "no value: neither given nor taken from a card"

    def wanted(self, name: str) -> tuple[str, ...]:
        """The quantity itself, if a value for it is all that is wanting."""
        return () if outline(self.evaluated.claim).headline == name else (name,)

    def _failure(self, step: Step) -> str:
        """The reason why a step gives nothing: the steps on the way to it that do not stand."""
        if step.rule == "reject":
            return "no value: a statement that is rejected gives none"
        behind = self.evaluated.derivation.failures(step)
        return "no value: " + "; ".join(f"{item.name} is {item.verdict}" for item in behind)

    def _note(self, line: NumbersLine, passed: tuple[_Passed, ...]) -> str:
        if line.value is not None:
            return ""
        lacking = self._cancelling(line.quantity, passed[:-1]) if line.quantity is not None else {}
        if not line.missing or not lacking:
            return line.result
        told = " and ".join(f"{name} cancels in {label}" for name, label in lacking.items())
        return f"no value of its own, and none is needed: {told}"

    def _idle(self, line: NumbersLine) -> frozenset[str]:
        """The quantities of a formula that do not matter once the numbers of the others are put in.

        ``B = r*s/(n*(1 - L/L_x))`` needs no L_x where L is zero.
        """
        rhs, notation = line.relation.rhs, line.relation.notation
        found = set[str]()
        if line.numeric is not None:
            return frozenset()
        for symbol in rhs.free_symbols:
            others = {
                notation[name].symbol: rational(value.number)
                for name in (s.name for s in rhs.free_symbols if s != symbol and not is_unit(s))
                if (value := self.evaluation.value_of(name, self.target)) is not None
            }
            left = rhs.xreplace(others)
            if symbol not in left.free_symbols and not left.has(nan, zoo, oo):
                found.add(symbol.name)
        return frozenset(found)

    def _described(self, step: Step, origin: Origin) -> Origin:
        """The origin with what the step says about itself."""
        quantity = origin.quantity
        because = "" if quantity is not None and step.because == quantity.meaning else step.because
        return replace(
            origin, step=step.name, rule=in_words(step),
            context=self._context(step),
            relation=str(step.relation) if step.relation is not None else step.statement,
            because=because, where=step.source, replaces=step.replaces,
            verdict="" if step.verdict.finding is Finding.TAKEN else step.standing,
            premises=self.evaluated.derivation.premises_behind(step),
        )

    def _context(self, step: Step) -> str:
        """Where a step holds, with the relations that it supposes."""
        derivation, told = self.evaluated.derivation, step.where
        for name in step.within:
            relation = derivation[name].relation if name in derivation and name != step.name else None
            if relation is not None:
                told = f"{told} ({name}: {relation})"
        return told

    def _condition(self, step: Step, condition: Relation) -> Held:
        """A condition of a step on its own, with the numbers of its quantities where all are known."""
        alone = replace(step, conditions=(condition,))
        derivation = self.evaluated.derivation
        trace = tuple(alone if item.name == step.name else item for item in derivation.trace)
        line = Evaluation(replace(derivation, trace=trace), self.evaluation.scenario).line(step.name)
        holds: HoldsOrNot = FAILS if line.outside else HOLDS
        if line.unchecked and not line.outside:
            holds = VALUELESS if line.undefined else OPEN
        entering = [*in_order(condition.written.left), *in_order(condition.written.right)]
        values = {name: self.evaluation.value_of(name) for name in dict.fromkeys(entering)}
        return Held(str(condition), holds, ", ".join(f"{n} = {v}" for n, v in values.items() if v is not None))


def _step_for(quantity: Quantity, evaluated: EvaluatedClaim) -> Step | None:
    """The step that best answers where a quantity comes from; None if no step gives it."""
    derivation = evaluated.derivation
    if derivation.headline.subject == quantity.symbol:
        return derivation.headline
    traced = evaluated.evaluation.definitions.get(quantity.symbol) or evaluated.evaluation.unsolved.get(quantity.symbol)
    if traced is not None:
        return traced
    said = [step for step in derivation.trace if step.subject == quantity.symbol]
    steps = [step for step in said if step.verdict.holds or is_branch(step.name, derivation)]
    lines = ((step, evaluated.evaluation.line(step.name)) for step in steps if step.verdict.holds)
    valued = (step for step, line in lines if line.value is not None and not line.unchecked)
    return next(valued, steps[0] if steps else None)


def _stands(step: Step) -> bool:
    return step.verdict.holds and step.relation is not None and step.relation.is_equation


def _cancels(name: str, passed: tuple[_Passed, ...]) -> str:
    """The nearest number on the way down that does not rest on a quantity; empty if all do."""
    return next((item.label for item in reversed(passed) if name not in item.rests_on), "")


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)


def _filled(line: NumbersLine) -> str:
    """The formula with its numbers, where that says more than the result."""
    if line.numeric is not None and line.value is not None:
        return f"solved with numbers: {line.numeric.words}"
    return line.substituted


_IN_WORDS = {
    "take": "premise",
    "suppose": "supposition",
    "define": "definition",
    "equate": "{inputs}: their right sides are equal",
    "substitute": "{first}, with {rest} put in",
    "solve": "{first}, solved for {left}",
    "rewrite": "{first}, in another form",
    "state": "follows from {inputs}",
    "reject": "a statement that is rejected",
    "boundary": "where the two sides of {first} are equal",
    "split": "one regime of {first}",
    "differentiate": "the derivative of {first}",
    "minimise": "where {first} is least",
    "minimise_subject_to": "where {first} is least along {rest}",
    "limit": "the limit of {first}",
    "isolate": "where the condition of {first} ends",
    "independence": "{first}, and what it does not depend on",
    "sum": "a sum in closed form",
}


def in_words(step: Step) -> str:
    """The rule of a step in words, with what it was applied to and the note that it left."""
    first, *rest = step.inputs or ("",)
    left = step.unknown or ("" if step.relation is None else to_text(step.relation.written.left))
    told = _IN_WORDS.get(step.rule, step.rule)
    text = told.format(first=first, rest=listed(rest), inputs=listed(step.inputs), left=left)
    return f"{text}, {step.note}" if step.note and step.note not in str(step.verdict) else text


def in_order(node: Node) -> tuple[str, ...]:
    """The quantities of an expression in the order in which they are written."""
    found = names(node)
    return tuple(dict.fromkeys(word for word in re.findall(r"[A-Za-z]\w*", to_text(node)) if word in found))
