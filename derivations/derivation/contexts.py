"""Contexts: what a rule is asked where its inputs hold, and in which context its outcome holds.

Which lines combine, the kernel says (`kernel/judgement.py`). Beside a limit a line that holds in every state is *still*
if its letters can be held on the way, and *closed* if it is made of operations that are continuous where they have a
value, which it is shown to have in the limit: then it says of the limits what it says of the letters. A letter alone on
a side of an equation, which moves because others do, has its limit by that equation.

A rule works with the limits under names of their own, with the closure of their domains; what it finds is told in the
letters themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any

from sympy import Expr, Symbol

from derivations.derivation.dependence import held_along
from derivations.derivation.rules.base import (
    Checked,
    Input,
    Outcome,
    Rule,
    given_by,
    inside_domain,
    told_apart,
)
from derivations.derivation.rules.calculus import FOR_ALL, IS_POSITIVE, Differentiate, Limit
from derivations.derivation.rules.constrained import MinimiseSubjectTo
from derivations.derivation.rules.family import spelled_out
from derivations.derivation.rules.independence import Independence
from derivations.derivation.rules.induction import Induction, Instance
from derivations.derivation.rules.isolate import Isolate
from derivations.derivation.rules.minimise import Minimise
from derivations.derivation.rules.regimes import Boundary
from derivations.derivation.rules.round_up import RoundUp
from derivations.derivation.rules.statements import Rewrite, Suppose
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, UndecidedError
from derivations.kernel.judgement import (
    BOUNDARY,
    BRANCH,
    CASE,
    LEAST,
    PLAIN,
    WHOLE,
    Arrow,
    Context,
    ContextError,
    Line,
    Supposition,
    closed_domain,
    limit_name,
    united,
)
from derivations.language.extrema import put_in
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, RelationLike, from_sides, relation
from derivations.language.tree import (
    COMPARE,
    WEAK,
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    WrittenRelation,
    children,
    names,
    replace_in_relation,
)
from derivations.proof.certified import certified
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding, Verdict, all_of, inconclusive

HAS_A_VALUE = "it has a value in the limit"
_AT_AN_EDGE = "no proof, and what contradicts it in the limit lies at the edge of what is given"
# rules that take a line of a limit: they speak of one state, and of what each of its letters is there
_OF_STATES = ("equate", "substitute", "solve", "rewrite", "state", "reject", "split", "isolate")
_FAMILIES = Differentiate | Limit | Minimise | MinimiseSubjectTo | Independence | Induction | Instance | RoundUp


@dataclass(frozen=True)
class Posed:
    """A rule and its inputs as they are worked with, in the context in which the outcome holds.

    `shown` must be shown beside what the rule finds; `names` are the letters behind those of limits. `edges` hold along
    every family: a point of limits that refutes something is no more than an end of states unless they hold there.
    `of_every_index` says of an input that it holds for every index, in words: it is read at one, which refutes nothing.
    """

    rule: Rule
    inputs: tuple[Input, ...]
    notation: Notation
    context: Context = PLAIN
    shown: tuple[Obligation, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    edges: tuple[Relation, ...] = ()
    of_every_index: str = ""

    def beside(self, found: Checked) -> Checked:
        """What a rule finds of what it is asked, beside that what is closed has a value in the limit."""
        found = told_apart(found)
        if self.of_every_index and found.verdict.finding is Finding.REFUTED:
            return Checked(inconclusive(f"{self.of_every_index}: take the instance that is meant"))
        if not self.names:
            return found
        verdicts = [prove(each) for each in self.shown]
        for each, verdict in zip(self.shown, verdicts, strict=True):
            if not verdict.holds:
                divisor = self.words(each.goal.written_left)
                return Checked(inconclusive(f"nothing shows that {divisor} is not 0 in the limit"))
        if found.verdict.finding is Finding.REFUTED and not all(_met(each, found.verdict) for each in self.edges):
            return Checked(inconclusive(_AT_AN_EDGE))
        if not found.verdict.holds:
            return found
        return Checked(all_of([found.verdict, *verdicts]), (*found.obligations, *self.shown))

    def told(self, outcome: Outcome, notation: Notation) -> Outcome:
        """An outcome in the letters that a reader knows."""
        return _in_letters(outcome, self.names, notation)

    def posed(self, outcome: Outcome) -> Outcome:
        """An outcome as the rule has it, from what is told."""
        return _in_letters(outcome, {letter: limit for limit, letter in self.names.items()}, self.notation)

    def verdict(self, verdict: Verdict) -> Verdict:
        """A verdict in the letters that a reader knows."""
        if not self.names:
            return verdict
        point = {self.names.get(name, name): value for name, value in verdict.counterexample.items()}
        return replace(verdict, reason=self.words(verdict.reason), counterexample=point)

    def words(self, text: str) -> str:
        """A text in the letters that a reader knows."""
        return _worded(text, self.names)


def posed(rule: Rule, used: Sequence[Step], steps: Iterable[Step], notation: Notation) -> Posed:
    """What a rule is asked with the steps that it uses, on a board with these steps.

    Raises `UndecidedError` where lines of different contexts do not combine, or the rule does not speak of a limit.
    """
    every = next((step for step in used if isinstance(step.applied, Induction)), None)
    words = "" if every is None else f"{every.name} holds {every.note}"
    try:
        if any(step.context.limit is not None for step in used):
            return replace(_in_limit(rule, used, tuple(steps), notation), of_every_index=words)
        context = united(_line(step) for step in used)
    except ContextError as error:
        raise UndecidedError(str(error)) from None
    plain = tuple(step_input(step, notation) for step in used)
    # an edge is a quantity of its own, and supposes nothing
    return Posed(rule, plain, notation, PLAIN if isinstance(rule, Isolate) else context, of_every_index=words)


def own_context(
    rule: Rule, name: str, asked: Posed, outcome: Outcome, obligations: Iterable[Obligation] = (), solution: str = ""
) -> Context:
    """The context of the line that a rule makes of lines in a context.

    `obligations` are those of its check, which tell of a limit whether it bounds every state, and whether it is
    positive; `solution` is the step of which it is one branch.
    Raises `UndecidedError` where what it supposes does not go with that.
    """
    context = asked.context
    if outcome.relation is None:
        return context
    if isinstance(rule, Limit):
        said = {each.says for each in obligations}
        return context if FOR_ALL in said else replace(context, limit=_arrow(rule, asked, IS_POSITIVE in said))
    try:
        return context.supposing(_supposed(rule, name, outcome.relation, solution))
    except ContextError as error:
        raise UndecidedError(str(error)) from None


def _supposed(rule: Rule, name: str, item: Relation, solution: str) -> Supposition | None:
    if isinstance(rule, Suppose):
        return Supposition(name, CASE)
    if isinstance(rule, Boundary):
        return Supposition(name, BOUNDARY)
    if isinstance(rule, Minimise):
        return Supposition(name, LEAST, (rule.over.name,))
    if isinstance(rule, MinimiseSubjectTo):
        return Supposition(name, LEAST, (rule.over.name, rule.along.name))
    if isinstance(rule, RoundUp):
        return Supposition(name, WHOLE, (item.left.name,))
    return Supposition(name, BRANCH, (solution,)) if solution else None


def _arrow(rule: Limit, asked: Posed, is_positive: bool) -> Arrow:
    """Where a limit goes: all letters of its formula are held, and what the formula is equal to moves."""
    formula = spelled_out(rule, asked.inputs, asked.notation).first
    said = {s.name for each in (formula.relation, *formula.conditions) for s in each.symbols}
    moving, purposely = formula.relation.lhs.name, tuple(each.name for each in rule.holding)
    held = sorted({*said, *purposely} - {moving, rule.variable.name})
    end, positive = "oo" if rule.to_infinity else "0", (moving,) if is_positive else ()
    return Arrow(rule.variable.name, end, tuple(held), (moving,), purposely, positive)


def step_input(step: Step, notation: Notation) -> Input:
    """A step as the input of another one, in a notation that has its quantities."""
    assert step.relation is not None
    unknown = notation[step.unknown].symbol if step.unknown else None
    conditions = tuple(each.in_notation(notation) for each in step.conditions)
    return Input(step.name, step.relation.in_notation(notation), conditions, unknown)


def _line(step: Step, gains: str = "") -> Line:
    return Line(step.name, step.context, _letters(step), gains)


def _letters(step: Step) -> frozenset[str]:
    items = [each for each in (step.relation, *step.conditions) if each is not None]
    return frozenset(s.name for each in items for s in each.symbols)


def _in_limit(rule: Rule, used: Sequence[Step], steps: tuple[Step, ...], notation: Notation) -> Posed:
    """What a rule is asked beside a limit."""
    going = [step for step in used if step.context.limit is not None]
    beside = [step for step in used if step.context.limit is None]
    first = going[0].context.limit
    assert first is not None
    if isinstance(rule, _FAMILIES | Boundary) or rule.name not in _OF_STATES:
        raise ContextError(f"{going[0].name} is said as {first.end}: take what {rule.name} finds before the limit")
    gains = dict[str, str]()
    context = united(map(_line, going))
    while new := {step.name: gained for step in beside if (gained := _gained(step, context.moving))}:
        gains |= new
        context = united(_line(step, gains.get(step.name, "")) for step in used if step in going or step.name in gains)
    # what a rule is to state speaks of letters that keep their values, as those of a line beside a limit do
    stated = frozenset(s.name for each in _said(rule) for s in each.symbols) - {first.variable}
    context = united([*(_line(step, gains.get(step.name, "")) for step in used), Line(rule.name, PLAIN, stated)])
    arrow = context.limit
    assert arrow is not None
    letters = stated.union(*map(_letters, beside))
    why, letter = held_along(arrow, letters, context.names, steps)
    if letter is not None:
        lines = (step.name for step in (*beside, *going) if letter.name in _letters(step))
        named = next(lines, next((str(each) for each in _said(rule)), rule.name))
        raise ContextError(f"{named} speaks of {letter}, which moves as {arrow.end}: take its limit too ({why})")
    if why:
        own = stated.difference(*map(_letters, used), arrow.moving)
        together = [step.name for step in used] + (["what is stated"] if own else [])
        raise ContextError(f"{' and '.join(together)} {'are' if together[1:] else 'is'} not said of one family: {why}")
    if isinstance(rule, Rewrite) and rule.condition is not None:
        # what is shown to be positive is so where the conditions hold, which this rule puts others in place of
        arrow = replace(arrow, positive=())
        context, gains = replace(context, limit=arrow), {}
    moving = arrow.moving
    if isinstance(rule, Isolate):
        if any(set(moving) & {s.name for s in each.symbols} for each in used[0].conditions):
            raise ContextError(f"the condition of {used[0].name} speaks of what moves as {arrow.end}")
        return Posed(rule, tuple(step_input(each, notation) for each in used), notation)
    gone = next((each for each in _said(rule) if arrow.variable in {s.name for s in each.symbols}), None)
    if gone is not None:
        raise ContextError(f"{gone} speaks of {arrow.variable}, which is gone as {arrow.end}")
    names = {each: limit_name(each) for each in moving}
    wide = _widened(notation, names, arrow.positive)
    inputs = tuple(_moved(step, names, wide) for step in used)
    limits = given_by(each for each, step in zip(inputs, used, strict=True) if step in going)
    told = [(gains[step.name], each) for each, step in zip(inputs, used, strict=True) if step.name in gains]
    above = [(letter, _positive(names[letter], each.relation, limits)) for letter, each in told]
    above = [(letter, each) for letter, each in above if certified(each)]
    if above:
        arrow = replace(arrow, positive=(*arrow.positive, *(letter for letter, _ in above)))
        context = replace(context, limit=arrow)
        wide = _widened(notation, names, arrow.positive)
        inputs = tuple(_moved(step, names, wide) for step in used)
    shown = tuple(
        Obligation(Relation.as_written(WrittenRelation(below, ">", Number(Fraction(0))), wide), limits, HAS_A_VALUE)
        for step, item in zip(used, inputs, strict=True) if step in beside
        for said in (item.relation, *item.conditions)
        for below in _divided_by(step, said.written, set(names.values()))
    )
    asked = _asked(rule, names, notation, wide)
    shown = (*shown, *(each for _, each in above))
    back = {new: old for old, new in names.items()}
    edges = (*_strictly(used, names, wide), *_bounded(names, wide))
    return Posed(asked, inputs, wide, context, tuple(dict.fromkeys(shown)), back, edges)


def _strictly(used: Sequence[Step], names: Mapping[str, str], wide: Notation) -> Iterator[Relation]:
    """What is said strictly on the way, of limits."""
    for step in used:
        item = step_input(step, wide).relation
        if step.context.limit is None and WEAK[item.operator] != item.operator and item.names & set(names):
            yield _renamed(item, names, wide)


def _bounded(names: Mapping[str, str], wide: Notation) -> Iterator[Relation]:
    """That limits are no larger than their letters may be."""
    for letter, limit in names.items():
        for each in inside_domain(wide[limit].symbol, letter, wide):
            if each.operator == "<=":
                yield from_sides(each.lhs, "<=", each.rhs, wide)


def _met(item: Relation, verdict: Verdict) -> bool:
    """True if a relation holds at the point of a verdict, as far as that gives its letters values."""
    values = {s: verdict.counterexample[s.name] for s in item.symbols if s.name in verdict.counterexample}
    if len(values) < len(item.symbols):
        return not values
    left, right = (side.xreplace(values).xreplace(UNITS_TO_ONE) for side in (item.lhs, item.rhs))
    return bool(left.is_comparable and right.is_comparable and COMPARE[item.operator](left, right))


def _positive(letter: str, item: Relation, given: tuple[Relation, ...]) -> Obligation:
    """That the letter which an equation tells is positive."""
    written = WrittenRelation(Name(letter), ">", Number(Fraction(0)))
    return Obligation(Relation.as_written(written, item.notation), (*given, item), IS_POSITIVE)


def _said(rule: Rule) -> Iterator[Relation]:
    """The relations among the options of a rule."""
    for each in fields(rule):  # type: ignore[arg-type]
        value = getattr(rule, each.name)
        yield from (item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, Relation))


def _gained(step: Step, moving: Sequence[str]) -> str:
    """The letter alone on one side of an equation with what moves on the other; empty for a step that is none."""
    item = step.relation
    if item is None or not item.is_equation or step.unknown:
        return ""
    for alone, other in ((item.lhs, item.rhs), (item.rhs, item.lhs)):
        told = {s.name for s in other.free_symbols}
        if alone.is_Symbol and alone.name not in {*told, *moving} and told & set(moving):
            return str(alone.name)
    return ""


def _widened(notation: Notation, names: Mapping[str, str], positive: Sequence[str]) -> Notation:
    """The notation with the limits of letters. Raises `ContextError` where one of their names is another quantity's."""
    limits = {}
    for letter, limit in names.items():
        own = notation[letter]
        if limit in notation:
            raise ContextError(f"what {letter} goes to is called {limit}, which stands for something else")
        if own.is_function:
            raise ContextError(f"{letter} is a function, and goes to none")
        domain = closed_domain(own.domain, positive=letter in positive)
        limits[letter] = replace(own, name=limit, definition="", at_most="", domain=domain,
                                 meaning=f"what {letter} goes to")
    beside = (each for own in notation for each in (own, limits.get(own.name)) if each is not None)
    return replace(notation, quantities=tuple(beside))


def _moved(step: Step, names: Mapping[str, str], wide: Notation) -> Input:
    """What a step says of limits: a strict relation weakly, and under conditions that hold close to the limit."""
    item = step_input(step, wide)
    told = _renamed(item.relation, names, wide)
    if told.written != item.relation.written and step.context.limit is None:
        told = told.with_operator(WEAK[told.operator])
    conditions = []
    for condition in item.conditions:
        new = _renamed(condition, names, wide)
        if new.written != condition.written and step.context.limit is None:
            if new.is_equation:
                raise ContextError(f"{step.name} holds if {condition}, which may fail on the way")
            new = new.with_operator(new.operator.rstrip("="))
        conditions.append(new)
    unknown = item.unknown
    if unknown is not None and unknown.name in names:
        unknown = wide[names[unknown.name]].symbol
    return Input(item.name, told, tuple(conditions), unknown)


def _divided_by(step: Step, written: WrittenRelation, moving: set[str]) -> Iterator[Node]:
    """What a line is divided by that moves. Raises `ContextError` for what may jump where it has a value."""
    for side in (written.left, written.right):
        yield from _divisors(step, side, moving)


def _divisors(step: Step, node: Node, moving: set[str]) -> Iterator[Node]:
    if not names(node) & moving:
        return
    match node:
        case Name() | Number() | Negative() | Sum() | Product():
            pass
        case Quotient(_, below):
            if names(below) & moving:
                yield below
        case Power(base, Number(value, unit)) if not unit and value.denominator == 1:
            if value < 0:
                yield base
        case Call("max" | "min" | "exp", _):
            pass
        case _:
            raise ContextError(f"{step.name} may jump in the limit: put the limit in before")
    for part in children(node):
        yield from _divisors(step, part, moving)


def _in_letters(outcome: Outcome, renames: Mapping[str, str], notation: Notation) -> Outcome:
    """An outcome with other letters, in a notation that has both."""
    if not renames:
        return outcome
    unknown = outcome.unknown
    return replace(
        outcome,
        relation=None if outcome.relation is None else _renamed(outcome.relation, renames, notation),
        conditions=tuple(_renamed(each, renames, notation) for each in outcome.conditions),
        note=_worded(outcome.note, renames),
        unknown=None if unknown is None else notation[renames.get(unknown.name, unknown.name)].symbol,
    )


def _renamed(item: Relation, renames: Mapping[str, str], notation: Notation) -> Relation:
    """A relation with other letters, in a notation that has both."""
    mine = {old: new for old, new in renames.items() if old in item.names}
    if not mine:
        return item.in_notation(notation)
    symbols = {item.notation[old].symbol: notation[new].symbol for old, new in mine.items()}
    written = replace_in_relation(item.written, {old: Name(new) for old, new in mine.items()})
    return Relation(put_in(item.lhs, symbols), item.operator, put_in(item.rhs, symbols), notation, written)


def _asked(rule: Rule, renames: Mapping[str, str], notation: Notation, wide: Notation) -> Rule:
    """A rule with other letters in its options."""
    symbols = {notation[old].symbol: wide[new].symbol for old, new in renames.items()}

    def again(value: Any) -> Any:
        if isinstance(value, Relation):
            return _renamed(value.in_notation(wide), renames, wide)
        if isinstance(value, Symbol):
            return symbols.get(value, value)
        if isinstance(value, Expr):
            return put_in(value, symbols)
        return tuple(map(again, value)) if isinstance(value, tuple) else value

    changed = {}
    for each in fields(rule):  # type: ignore[arg-type]
        value = getattr(rule, each.name)
        changed[each.name] = again(_as_relation(value, notation) if each.name == "statement" else value)
    return replace(rule, **changed)  # type: ignore[type-var]


def _as_relation(statement: RelationLike, notation: Notation) -> RelationLike:
    """A wrong statement as a relation; as it is where it is none."""
    try:
        return relation(statement, notation)
    except DerivationsError:
        return statement


def _worded(text: str, names: Mapping[str, str]) -> str:
    for name, own in names.items():
        text = re.sub(rf"\b{name}\b", own, text)
    return text
