"""Where a number of an account comes from: the step that gives it, what enters there, and so on to the sources.

The tree follows the numbers as `values.evaluation` does: a quantity that the scenario values is a leaf, any other is
traced back through the first premise, definition or edge of a condition that gives it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sympy import Rational, Symbol

from derivations.catalog.figure import Figure
from derivations.claims.account import Account
from derivations.claims.claim import Said
from derivations.claims.origin import FAILS, HOLDS, OPEN, Cited, Held, HoldsOrNot, Origin
from derivations.claims.outline import outline
from derivations.claims.recorded import counts_behind, figure_behind
from derivations.engine.derivation import Derivation
from derivations.engine.literal import is_unit
from derivations.engine.quantity import Quantity
from derivations.engine.relation import Relation
from derivations.engine.step import Step
from derivations.engine.verdict import Finding
from derivations.engine.written.nodes import Node, names
from derivations.engine.written.text import to_text
from derivations.errors import DerivationsError, UndecidedError, UnknownNameError
from derivations.values.evaluation import Evaluation
from derivations.values.numbers import NumbersLine
from derivations.values.tracing import DEFINING, Tracing
from derivations.values.value import Value

_IN_WORDS = {
    "take": "premise",
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
    "limit": "the limit of {first}",
    "isolate": "where the condition of {first} ends",
    "independence": "{first}, and what it does not depend on",
    "sum": "a sum in closed form",
}


def origins(account: Account, name: str) -> Origin:
    """Where the quantity, or the step, of that name gets its number, down to sources.

    A quantity that the scenario values is a leaf; the result of the claim comes from the step that is the result; any
    other quantity from the step that it is traced back through, or else from the first that gives a number.
    Raises `UnknownNameError` with the nearest quantities and steps.

    >>> from derivations import derive
    >>> print(origins(derive("optimal-batch", as_said=True), "ridge-times-sparsity").shown)
    B = 2,400 sequence
    """
    derivation = account.derivation
    if name in derivation.notation:
        quantity = derivation.notation[name]
        tree = _Tree(account)
        if name in tree.evaluation.scenario.values:
            return tree.stated(quantity, root=True)
        step = _step_for(quantity, account)
        if step is not None:
            return _Tree(account, step).at(step)
        return Origin(name, quantity, note=tree.why_missing(quantity, ()))
    if name not in derivation:
        known = [quantity.name for quantity in derivation.notation]
        steps = [step.name for step in (*derivation.trace, *derivation.rejects)]
        raise UnknownNameError("quantity or step", name, [*known, *steps])
    step = derivation[name]
    return _Tree(account, step).at(step)


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

    def __init__(self, account: Account, root: Step | None = None) -> None:
        self.account = account
        self.evaluation = account.evaluation
        self.root = root
        self.target = None if root is None or root.rule in DEFINING else _left(root)
        self.traced = _traced(account)
        self.met: set[str] = set()

    def at(self, step: Step, passed: tuple[_Passed, ...] = ()) -> Origin:
        """The origin of what a step gives, with all that enters."""
        left = _left(step)
        quantity = None if left is None else self.account.derivation.notation[left.name]
        label = step.name if step.relation is None else to_text(step.relation.written.left)
        if quantity is not None:
            self.met.add(quantity.name)
        try:
            line = self.evaluation.line(step.name)
        except UndecidedError:
            return self._described(step, Origin(label, quantity, note=self._failure(step)))
        if line.given and quantity is not None:
            return self.stated(quantity, root=not passed)
        item = line.relation
        rests_on = frozenset(s.name for s in self.evaluation.expanded(item.rhs, self.target).free_symbols)
        passed = (*passed, _Passed(label, rests_on, self._idle(line)))
        kept = replace(
            self._described(step, Origin(label, quantity, operator=item.operator)),
            value=line.result if line.value is not None else "",
            exact=str(line.in_unit) if line.exact and line.value is not None else "",
            filled=_filled(line),
            conditions=tuple(self._condition(step, condition) for condition in step.conditions),
            note=self._note(line, passed),
        )
        children = tuple(self._below(entering, passed) for entering in _in_order(item.written.right))
        return replace(kept, children=children)

    def _below(self, name: str, passed: tuple[_Passed, ...]) -> Origin:
        """The origin of a quantity that enters a formula."""
        quantity = self.account.derivation.notation[name]
        if name in self.met:
            value = self.evaluation.value_of(name, self.target)
            return Origin(name, quantity, value="" if value is None else str(value), above=True)
        self.met.add(name)
        idle = f"at these numbers it does not matter for {passed[-1].label}" if name in passed[-1].idle else ""
        if name in self.evaluation.scenario.values:
            cancels = _cancels(name, passed)
            found = self.stated(quantity)
            return replace(found, note=_joined(found.note, _cancelling(cancels) or idle))
        # what leads back to the number in question says nothing about it, and is left alone
        if quantity.symbol in self.traced and self.evaluation.expanded(quantity.symbol, self.target) != quantity.symbol:
            if idle and self.evaluation.value_of(name, self.target) is None:
                return Origin(name, quantity, note=f"no value, and none is needed: {idle}")
            found = self.at(self.traced[quantity.symbol], passed)
            return replace(found, note=_joined(found.note, idle))
        cancels = _cancels(name, passed)
        if cancels or idle:
            return Origin(name, quantity, note=f"no value, and none is needed: {_cancelling(cancels) or idle}")
        return Origin(name, quantity, note=self.why_missing(quantity, passed))

    def stated(self, quantity: Quantity, *, root: bool = False) -> Origin:
        """A number that enters as it stands, with what states it and what other sources say."""
        name = quantity.name
        value = self.evaluation.scenario.values[name]
        figure = figure_behind(value, self.account.catalog)
        step = self.traced.get(quantity.symbol)
        note = f"taken as it stands; by {step.name} it would be {step.relation}" if step is not None else ""
        headline = self.account.headline
        if root and step is None and _left(headline) == quantity.symbol:
            note = f"taken as it stands; {headline.name} gives {self.account.result.result}"
        counts = counts_behind(value, self.account.catalog)
        return Origin(
            name, quantity, value=str(value), exact=str(value.in_unit(value.unit)), note=note,
            cited=Cited(str(value), self._by(name, value), value.meaning, value.source, value.date),
            conflicts=() if figure is None else self._conflicts(figure, value),
            children=tuple(self._count(count, value) for count in counts),
        )  # fmt: skip

    def _count(self, figure: Figure, value: Value) -> Origin:
        """A count of a card that a value was computed from."""
        cited = Cited(str(figure), value.origin, figure.meaning, figure.source, figure.date)
        if figure.key in self.met:
            return Origin(figure.key, value=str(figure), above=True)
        self.met.add(figure.key)
        return Origin(figure.key, value=str(figure), exact=str(figure.number), cited=cited,
                      conflicts=self._conflicts(figure, value))  # fmt: skip

    def _conflicts(self, figure: Figure, value: Value) -> tuple[Cited, ...]:
        return tuple(
            Cited(str(other), other.key, other.meaning, other.source, other.date, self._effect(figure, other, value))
            for other in figure.conflicts
        )

    def _effect(self, figure: Figure, other: Figure, value: Value) -> str:
        """What the number in question would be if the other source were believed; empty if that says nothing."""
        if self.root is None:
            return ""
        catalog, values = self.account.catalog, self.evaluation.scenario.values
        # one figure may stand behind two quantities, as all and active parameters of a dense model
        same = [n for n, v in values.items() if v.origin == value.origin and figure_behind(v, catalog) == figure]
        if not same:
            return ""
        changed = self.account.scenario.with_values({n: other.as_value(value.origin) for n in same})
        try:
            line = self.evaluation.again(changed).line(self.root.name)
            before = self.evaluation.line(self.root.name)
        except DerivationsError:
            return ""
        if line.value is None and not line.outside:
            return ""
        return "" if line.value == before.value and not line.outside else line.result

    def _by(self, name: str, value: Value) -> str:
        """Who or what gave a number."""
        if name in self.account.given:
            return "given by you" if value.origin == "given" else f"given by you: {value.origin}"
        claim = self.account.claim
        said = [numbers[name] for numbers in (claim.defaults, *(r.numbers for r in claim.readings)) if name in numbers]
        if any(isinstance(item, Said) and item.read() == value for item in said):
            return f"as said: {value.origin}"
        return value.origin

    def why_missing(self, quantity: Quantity, passed: tuple[_Passed, ...]) -> str:
        """Why a quantity has no value, and what would give it one."""
        name = quantity.name
        traced = self.traced.get(quantity.symbol)
        if traced is not None:
            return f"no value: {traced.relation} ({traced.name}) leads back to {passed[0].label if passed else name}"
        on_cards = self.account.reference.values.get(name)
        if on_cards is not None:
            return f"no value here; as built it is {on_cards} ({on_cards.origin})"
        derivation = self.account.derivation
        asked = {item.label for item in passed}
        results = [
            step for step in (derivation.headline, *derivation.trace)
            if _left(step) == quantity.symbol and _stands(step) and not asked & {s.name for s in step.rhs.free_symbols}
        ]  # fmt: skip
        if results and passed:
            at = f", at {', '.join(results[0].within)}" if results[0].within else ""
            return f"no value: it is free here, though {results[0].name} gives one{at}"
        if derivation.headline.relation is None and outline(self.account.claim).headline == name:
            return self._failure(derivation.headline)
        return "no value, and no card gives one"

    def _failure(self, step: Step) -> str:
        """Why a step gives nothing: the first step on the way to it that does not stand."""
        told = f"no value: {step.name} is {step.verdict}"
        seen = {step.name}
        while step.verdict.finding is Finding.WAITING:
            waits = [self.account.derivation[name] for name in step.inputs if name in self.account.derivation]
            failed = [item for item in waits if not item.verdict.holds and item.name not in seen]
            if not failed:
                break
            step = failed[0]
            seen.add(step.name)
            told += f"; {step.name} is {step.verdict}"
        return told

    def _note(self, line: NumbersLine, passed: tuple[_Passed, ...]) -> str:
        if line.value is not None:
            return ""
        if not line.missing:
            return line.result
        above = [(name, _cancels(name, passed[:-1])) for name in line.missing]
        if all(label for _, label in above):
            told = " and ".join(f"{name} cancels in {label}" for name, label in above)
            return f"no value of its own, and none is needed: {told}"
        return line.result

    def _idle(self, line: NumbersLine) -> frozenset[str]:
        """The quantities of a formula that do not matter once the numbers of the others are put in.

        ``B = r*s/(n*(1 - L/L_x))`` needs no L_x where L is zero.
        """
        rhs, notation = line.relation.rhs, line.relation.notation
        found = set()
        for symbol in rhs.free_symbols:
            others = {
                notation[name].symbol: Rational(value.number.numerator, value.number.denominator)
                for name in (s.name for s in rhs.free_symbols if s != symbol and not is_unit(s))
                if (value := self.evaluation.value_of(name, self.target)) is not None
            }
            if symbol not in rhs.xreplace(others).free_symbols:
                found.add(symbol.name)
        return frozenset(found)

    def _described(self, step: Step, origin: Origin) -> Origin:
        """The origin with what the step says about itself."""
        quantity = origin.quantity
        because = "" if quantity is not None and step.because == quantity.meaning else step.because
        return replace(
            origin, step=step.name, rule=_in_words(step), within=tuple(n for n in step.within if n != step.name),
            relation=str(step.relation) if step.relation is not None else step.statement,
            because=because, where=step.source, replaces=step.replaces,
            verdict="" if step.verdict.finding is Finding.TAKEN else str(step.verdict),
            premises=_premises(self.account.derivation, step),
        )  # fmt: skip

    def _condition(self, step: Step, condition: Relation) -> Held:
        """A condition of a step on its own, with the numbers of its quantities where all are known."""
        alone = replace(step, conditions=(condition,))
        derivation = self.account.derivation
        trace = tuple(alone if item.name == step.name else item for item in derivation.trace)
        line = Evaluation(replace(derivation, trace=trace), self.evaluation.scenario).line(step.name)
        holds: HoldsOrNot = FAILS if line.outside else (OPEN if line.unchecked else HOLDS)
        entering = [*_in_order(condition.written.left), *_in_order(condition.written.right)]
        values = {name: self.evaluation.value_of(name) for name in dict.fromkeys(entering)}
        return Held(str(condition), holds, ", ".join(f"{n} = {v}" for n, v in values.items() if v is not None))


def _traced(account: Account) -> dict[Symbol, Step]:
    """What an evaluation traces each quantity back through."""
    return Tracing(account.derivation, frozenset(account.evaluation.scenario.values)).definitions


def _step_for(quantity: Quantity, account: Account) -> Step | None:
    """The step that best answers where a quantity comes from; None if no step gives it."""
    derivation = account.derivation
    if _left(derivation.headline) == quantity.symbol:
        return derivation.headline
    traced = _traced(account).get(quantity.symbol)
    if traced is not None:
        return traced
    steps = [step for step in derivation.trace if _left(step) == quantity.symbol and step.verdict.holds]
    lines = ((step, account.evaluation.line(step.name)) for step in steps)
    valued = (step for step, line in lines if line.value is not None and not line.unchecked)
    return next(valued, steps[0] if steps else None)


def _left(step: Step) -> Symbol | None:
    """The quantity on the left side of a step; None if something else stands there."""
    left = None if step.relation is None else step.relation.lhs
    return left if isinstance(left, Symbol) and not is_unit(left) else None


def _stands(step: Step) -> bool:
    return step.verdict.holds and step.relation is not None and step.relation.is_equation


def _cancels(name: str, passed: tuple[_Passed, ...]) -> str:
    """The nearest number on the way down that does not rest on a quantity; empty if all do."""
    return next((item.label for item in reversed(passed) if name not in item.rests_on), "")


def _cancelling(label: str) -> str:
    return f"it cancels in {label}" if label else ""


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)


def _in_order(node: Node) -> tuple[str, ...]:
    """The quantities of an expression in the order in which they are written."""
    found = names(node)
    return tuple(dict.fromkeys(word for word in re.findall(r"[A-Za-z]\w*", to_text(node)) if word in found))


def _filled(line: NumbersLine) -> str:
    """The formula with its numbers, where that says more than the result."""
    if line.value is None or not line.entering:
        return ""
    form = line.relation.written.right if line.filled is None else line.filled
    text = to_text(form, {name: str(value) for name, value in line.entering.items()})
    return "" if text == line.result else text


def _in_words(step: Step) -> str:
    """The rule of a step in words, with what it was applied to."""
    first, *rest = step.inputs or ("",)
    left = "" if step.relation is None else to_text(step.relation.written.left)
    told = _IN_WORDS.get(step.rule, step.rule)
    text = told.format(first=first, rest=_listed(rest), inputs=_listed(step.inputs), left=left)
    return f"{text}, {step.note}" if step.note and step.note not in str(step.verdict) else text


def _listed(words: list[str] | tuple[str, ...]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _premises(derivation: Derivation, step: Step) -> tuple[str, ...]:
    """The premises and definitions that a derived step rests on, in the order of the derivation."""
    pending, found = list(step.inputs), set[str]()
    while pending:
        name = pending.pop()
        if name in derivation and name not in found:
            found.add(name)
            pending += derivation[name].inputs
    return tuple(item.name for item in derivation.trace if item.name in found and item.rule in ("take", "define"))
