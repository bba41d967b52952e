"""Trials: a statement held against premises alone, and against steps beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from sympy import Basic, Expr, Max, Min, Symbol

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.contexts import posed
from derivations.derivation.derivation import Derivation
from derivations.derivation.room import ALL, room
from derivations.derivation.rules.base import Outcome, Rule, given_by
from derivations.derivation.rules.statements import State
from derivations.derivation.step import Step
from derivations.derivation.told import told
from derivations.errors import DerivationsError, UndecidedError
from derivations.kernel.term import KernelError
from derivations.language.literal import is_unit
from derivations.language.relation import Relation
from derivations.language.tree import WEAK
from derivations.numbers.definitions import DEFINING
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.substitution import rational
from derivations.proof.budget import charge
from derivations.proof.certified import statement_of
from derivations.proof.elimination import eliminate
from derivations.proof.exact_refutation import exactly
from derivations.proof.near_point import refuting_point
from derivations.proof.obligation import Obligation
from derivations.proof.prove import contradictory, prove
from derivations.proof.verdict import CONTRADICTION, DOES_NOT_FOLLOW, Finding, Verdict, inconclusive, refuted
from derivations.study.judge.relevant_steps import is_chosen, limits_behind, steps_about, supposed_by

_CLOSE = Fraction(1, 5)  # how far a number of a point is from that of a scenario, relative to it, and is still close
NEAR = "a point near the numbers"
_MOST_PREMISES = 14  # beyond this, which of them a proof needs is not looked for
_CASE = 4_000  # what an operation is paid for in each case that maxima tell apart: SymPy makes them anew at every point
_DEAREST = 1_000_000  # a trial is paid for with no more than that beside its searches, so that some are made at all


@dataclass(frozen=True)
class Trial:
    """A statement held against some derived steps beside the premises and definitions that it touches.

    Without `steps` these stand alone. `limits` names the limits in which the steps are said: a letter stands for what
    it goes to there, so that what rests on one holds only in that limit. `supposed` is what the steps suppose beside
    their conditions, and with `chosen` the letter on the left of the statement is one that this chooses.
    """

    steps: tuple[Step, ...]
    given: tuple[Step, ...]
    verdict: Verdict
    limits: tuple[str, ...] = ()
    supposed: tuple[Relation, ...] = ()
    chosen: bool = False

    def counts(self, alone: Trial) -> bool:
        """True if this shows the statement of the claim, where the premises `alone` are held against it as well.

        What holds at a boundary alone shows nothing of other states. It counts where the premises refute nothing, or
        leave the letter open that the boundary says the value of.
        """
        return self.proven and (not self.supposed or self.chosen or not alone.refuted)

    @property
    def proven(self) -> bool:
        """True if the statement follows."""
        return self.verdict.shown

    @property
    def refuted(self) -> bool:
        """True if a point contradicts the statement."""
        return self.verdict.finding is Finding.REFUTED


def trials(derivation: Derivation, statement: Relation, near: Evaluation | None = None) -> Iterator[Trial]:
    """The statement against the premises alone, against each step about it, and against all of them together.

    The nearest step comes first. What a trial costs beside the work that its searches count is charged before it.
    `near` are numbers near which a point that refutes is looked for first, where maxima make other searches dear. Where
    such a point refutes an equation, it is not held against bounds: they follow from the same premises, and tell only
    where they hold.
    """
    alone = trial(derivation, statement, (), near=near)
    yield alone
    no_bounds = statement.is_equation and NEAR in alone.verdict.checked_by
    steps = [step for step in steps_about(derivation, statement)
             if not no_bounds or step.relation is None or step.relation.is_equation]
    for step in steps:
        yield trial(derivation, statement, (step,), near=near)
    direct = [step for step in steps if isinstance(step.lhs, Symbol) and step.context.limit is None]
    for within in dict.fromkeys(step.within for step in direct):
        together = tuple(step for step in direct if set(step.within) <= set(within) and not step.rhs.has(Max, Min))
        if len({step.lhs for step in together}) > 1 and not statement.difference.has(Max, Min):
            yield trial(derivation, statement, together, near=near)


def trial(
    derivation: Derivation, statement: Relation, steps: tuple[Step, ...], beside: tuple[Relation, ...] = (),
    near: Evaluation | None = None, made: tuple[Step, ...] = (),
) -> Trial:
    """The statement against some steps, with every premise and definition that they or it touch.

    `beside` is given on top of that, and of the premises those that are `made` of what is asked; `near` is as in
    `trials`.
    """
    limits = tuple(dict.fromkeys(name for step in steps for name in limits_behind(derivation, step)))
    own = [*beside, *(item for step in steps for item in _relations_of(step))]
    given = premises_on(derivation, [statement, *own, *(item for step in made for item in _relations_of(step))])
    supposed = tuple(dict.fromkeys(item for step in steps for item in supposed_by(derivation, step)))
    chosen = any(is_chosen(derivation, step, statement) for step in steps)
    if limits:
        return _in_a_limit(derivation, statement, steps, given, beside)
    relations = tuple(dict.fromkeys([*own, *(item for step in given for item in _relations_of(step))]))
    if not own and (said := _said_by_one(statement, given) or _said_on_the_way(statement, given)) is not None:
        return said
    if len(steps) == 1 and not (beside or supposed) and (said := _said_by_two(statement, steps[0], given)) is not None:
        return said
    price = _price(relations)
    if price and near is not None:
        refuted_there = _refuted_near(derivation, Obligation(statement, relations), near)
        if refuted_there is not None:
            return Trial(steps, given, refuted_there, (), supposed, chosen)
    names = ", ".join(step.name for step in steps) or "the premises alone"
    charge(price, "holding", statement, "against", names)
    found = _verdict(statement, relations, thorough=bool(supposed or beside) or len(steps) > 1)
    return Trial(steps, given, found, (), supposed, chosen)


def _said_by_one(statement: Relation, given: tuple[Step, ...]) -> Trial | None:
    """The statement against one premise or definition that speaks of all its letters; None where none shows it so.

    A time that is no shorter than the larger of two is no shorter than either, whatever these are made of.
    """
    for step in given:
        if step.relation is not None and len(statement.symbols) > 1 and statement.symbols <= step.relation.symbols:
            found = _verdict(statement, _relations_of(step), thorough=False)
            if found.shown:
                return Trial((), (step,), found)
    return None


def _said_on_the_way(statement: Relation, given: tuple[Step, ...]) -> Trial | None:
    """The statement against what leads from one letter of it to another; None where that does not show it.

    A pass takes no less than half of its reads of the weights: what the arithmetic is made of, and the bandwidth, is
    beside the point. Where letters of a bound have parts in common, what is behind one part of it may be enough.
    """
    for kept in _ways(statement, given):
        found = _verdict(statement, tuple(item for step in kept for item in _relations_of(step)), thorough=False)
        if found.shown:
            return Trial((), kept, found)
    return None


def _ways(statement: Relation, given: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    """Some of the premises and definitions: those between letters of a statement, those behind a part of a bound."""
    making = [(step, step.lhs.free_symbols, {each for each in step.rhs.free_symbols if not is_unit(each)})
              for step in given]
    named: set[Basic] = set(statement.symbols)

    def behind(letters: Iterable[Basic]) -> set[Basic]:
        found, pending = set[Basic](), list(letters)
        while pending:
            current = pending.pop()
            new = {each for _, left, made in making if current in left for each in made} - found
            found |= new
            pending += new
        return found

    first = {letter for letter in named if behind((letter,)) & (named - {letter})}
    opened, way, grows = set(first), set[str](), True
    while grows:
        new = {step.name: made for step, left, made in making if step.name not in way and left & opened}
        opened |= {letter for made in new.values() for letter in made - named if behind((letter,)) & named}
        way |= new.keys()
        grows = bool(new)
    ways = [way]
    if not statement.is_equation and len(first) == 1:
        bounds = [(step, made) for step, left, made in making if left & first]
        for step, made in bounds:
            others = behind(named - first) | (named - first)
            for part in sorted(made, key=str):
                known = behind((part,)) | {part} | others
                ways.append({step.name, *(each.name for each, left, _ in making if left & known)})
    for each in ways:
        if 0 < len(each) < len(given):
            yield tuple(step for step in given if step.name in each)


def _said_by_two(statement: Relation, step: Step, given: tuple[Step, ...]) -> Trial | None:
    """The statement against a step and one premise that says what of it is what of the statement; None where none does.

    A pass takes no less than its reads of the weights, whatever the times beside them are made of.
    """
    own = {letter for item in _relations_of(step) for letter in item.symbols}
    for premise in given:
        beside = {letter for item in _relations_of(premise) for letter in item.symbols}
        if own & beside and (beside - own) & statement.symbols:
            found = _verdict(statement, (*_relations_of(step), *_relations_of(premise)), thorough=False)
            if found.shown:
                return Trial((step,), (premise,), found)
    return None


def _in_a_limit(
    derivation: Derivation, statement: Relation, steps: tuple[Step, ...], given: tuple[Step, ...],
    beside: tuple[Relation, ...],
) -> Trial:
    """The statement against steps that are said in a limit, with those premises beside them that can be said there.

    As a board would have it: what moves is another letter in the limit, of which a premise says nothing.
    """
    limits = tuple(dict.fromkeys(name for step in steps for name in limits_behind(derivation, step)))
    supposed = tuple(dict.fromkeys(item for step in steps for item in supposed_by(derivation, step)))
    chosen = any(is_chosen(derivation, step, statement) for step in steps)
    rule, used = State(statement), steps
    try:
        asked = posed(rule, used, derivation, statement.notation)
        for step in given:
            with suppress(UndecidedError):
                asked, used = posed(rule, (*used, step), derivation, statement.notation), (*used, step)
        there = tuple(_fact(posed(State(item), used, derivation, statement.notation).rule) for item in beside)
    except UndecidedError as error:  # what is given beside them speaks of what is gone
        return Trial(steps, given, inconclusive(str(error)), limits, supposed, chosen)
    relations = tuple(dict.fromkeys((*there, *given_by(asked.inputs))))
    names = ", ".join(step.name for step in steps)
    charge(_price(relations), "holding", statement, "against", names)
    found = _verdict(_fact(asked.rule), relations, thorough=True)
    left = room(rule, asked, Outcome(statement), used, derivation) if found.shown else ALL
    if left != ALL:  # its letters are held on the way, and what is given may not let them be
        found = inconclusive(left.refused or left.unknown or left.only)
    if found.finding is Finding.REFUTED and statement.operator in ("<", ">"):
        # what is strict on the way may end equal: only a point beyond that is close to states that contradict it
        beyond = _verdict(_fact(asked.rule).with_operator(WEAK[statement.operator]), relations, thorough=True)
        found = beyond if beyond.finding is Finding.REFUTED else inconclusive("it may end equal in the limit")
    point = {asked.names.get(name, name): value for name, value in found.counterexample.items()}
    kept = tuple(step for step in given if step in used)
    return Trial(steps, kept, replace(found, counterexample=point), limits, supposed, chosen)


def _fact(rule: Rule) -> Relation:
    """What a rule states, in the letters that it is asked in."""
    assert isinstance(rule, State)
    return rule.fact


def _refuted_near(derivation: Derivation, obligation: Obligation, near: Evaluation) -> Verdict | None:
    """A refutation by an exact point near some numbers, at which sums of the derivation are what they are called, too.

    None where none is found, which says nothing.
    """
    sums = [item for step in derivation if step.rule == "sum" and step.verdict.holds for item in _relations_of(step)]
    known = {symbol for item in (obligation.goal, *obligation.given) for symbol in item.symbols}
    called = tuple(item for item in sums if item.symbols <= known)
    try:
        wanted = statement_of(Obligation(obligation.goal, (*called, *obligation.given)))
        numbers = {name: value.number for name in wanted.domains if (value := near.value_of(name)) is not None}
        point = refuting_point(wanted, numbers)
    except (DerivationsError, KernelError):
        return None
    if point is None:
        return None
    names = {symbol.name for symbol in known}
    values = {name: rational(value) for name, value in point.values.items() if name in names}
    found = exactly(refuted(DOES_NOT_FOLLOW, values, NEAR), [obligation])
    return found if found.finding is Finding.REFUTED else None


def point_near(
    derivation: Derivation, statement: Relation, found: Trial, near: Evaluation
) -> Mapping[str, Expr] | None:
    """A point that refutes what a trial refuted, with most of its numbers close to those of a scenario.

    None where none is found, and for one that is said in a limit: its letters are others.
    """
    if found.limits:
        return None
    relations = tuple(dict.fromkeys(item for step in (*found.steps, *found.given) for item in _relations_of(step)))
    verdict = _refuted_near(derivation, Obligation(statement, relations), near)
    if verdict is None:
        return None
    point = verdict.counterexample
    here = {name: value.number for name in point if name in derivation.notation
            and (value := near.value_of(name)) is not None}
    close = [name for name, number in here.items() if abs(float(point[name]) - number) <= _CLOSE * abs(number)]
    return point if 4 * len(close) >= 3 * len(point) else None


def _price(relations: tuple[Relation, ...]) -> int:
    """What the maxima and minima among relations cost: each of several doubles the cases; a single one is free."""
    maxima = sum(len(item.difference.atoms(Max, Min)) for item in relations)
    if maxima < 2:
        return 0
    operations = sum(int(item.difference.count_ops()) for item in relations)
    return min(_DEAREST, _CASE * operations << min(maxima, _MOST_PREMISES))


def premises_on(derivation: Derivation, relations: Iterable[Relation]) -> tuple[Step, ...]:
    """The premises, definitions and edges that say what quantities of the relations are, and so on behind these.

    A quantity that is made of known ones binds them where more than one of these says what it is: a time that is at
    least as long as one and equal to another.
    """
    steps = [step for step in derivation if step.rule in DEFINING and step.verdict.holds and step.relation is not None]
    defined = [step.lhs for step in steps]
    # x/x is 1 for SymPy, and what makes x zero is about it all the same
    relations = tuple(relations)
    known = {symbol for item in relations for symbol in item.symbols}
    known |= {s for item in relations for part in item.delicate for s in part.free_symbols if not is_unit(s)}
    found: set[str] = set()
    grows = True
    while grows:
        grows = False
        for step in steps:
            if step.name in found:
                continue
            made = {symbol for symbol in step.rhs.free_symbols if not is_unit(symbol)}
            binds = bool(made) and made <= known and defined.count(step.lhs) > 1
            if binds or step.lhs.free_symbols & known:
                found.add(step.name)
                known |= {symbol for item in _relations_of(step) for symbol in item.symbols}
                grows = True
    return tuple(step for step in derivation if step.name in found)


def made_of(derivation: Derivation, statement: Relation) -> tuple[Step, ...]:
    """The premises and definitions that make other letters of those in a statement, and so on from these."""
    steps = [step for step in derivation if step.rule in DEFINING and step.verdict.holds and step.relation is not None]
    made = {step.name: {symbol for symbol in step.rhs.free_symbols if not is_unit(symbol)} for step in steps}
    known, found = set(statement.symbols), list[Step]()
    while new := [step for step in steps if step not in found and made[step.name] and made[step.name] <= known]:
        found += new
        known |= {step.lhs for step in new if isinstance(step.lhs, Symbol)}
    return tuple(found)


def smallest_support(statement: Relation, given: tuple[Step, ...]) -> tuple[Step, ...]:
    """Those of the premises and definitions that are enough to show a statement which all of them show."""
    if len(given) > _MOST_PREMISES:
        given = _near(statement, given)
    if len(given) > _MOST_PREMISES:
        return given
    kept = list(given)
    for step in given:
        others = [other for other in kept if other is not step]
        relations = tuple(item for other in others for item in _relations_of(other))
        if prove(Obligation(statement, relations)).shown:
            kept = others
    return tuple(kept)


def _near(statement: Relation, given: tuple[Step, ...]) -> tuple[Step, ...]:
    """Those that speak of its letters, if they are enough, or of a letter that these speak of; or else all."""
    known = set(statement.symbols)
    for _ in range(2):
        touching = tuple(step for step in given if any(item.symbols & known for item in _relations_of(step)))
        relations = tuple(item for step in touching for item in _relations_of(step))
        if len(touching) <= _MOST_PREMISES and prove(Obligation(statement, relations)).shown:
            return touching
        known |= {symbol for item in relations for symbol in item.symbols}
    return given


def is_informative(statement: Relation, found: Trial) -> bool:
    """True if what was given says what a quantity of the statement is, and names the one on its left if there is one.

    That a formula for something unknown does not follow shows nothing.
    """
    relations = tuple(item for step in (*found.steps, *found.given) for item in _relations_of(step))
    if isinstance(statement.lhs, Symbol) and not any(statement.lhs in item.symbols for item in relations):
        return False
    obligation = Obligation(statement, relations)
    try:
        return bool(statement.symbols & set(eliminate(relations, obligation.quantities).substitution))
    except UndecidedError:
        return False


def _verdict(statement: Relation, given: tuple[Relation, ...], *, thorough: bool) -> Verdict:
    """The verdict; what is `thorough` is also shown not to follow from a contradiction."""
    try:
        found = told(prove(Obligation(statement, given)), Obligation(statement, given))
        if thorough and found.shown and contradictory(given):
            return inconclusive(CONTRADICTION)
        return found
    except UndecidedError:
        raise
    except DerivationsError as error:
        return inconclusive(str(error))


def _relations_of(step: Step) -> tuple[Relation, ...]:
    """The relation of a step, and the conditions under which it holds."""
    return () if step.relation is None else (step.relation, *step.conditions)


def replaceable_premises(evaluated: EvaluatedClaim, statement: Relation) -> set[str]:
    """The premises that anything the statement is held against rests on, other than those replaced already."""
    derivation = evaluated.derivation
    steps = steps_about(derivation, statement)
    relations = [statement, *(step.relation for step in steps if step.relation is not None)]
    names = {name for step in steps for name in derivation.premises_behind(step)}
    for step in premises_on(derivation, relations):
        names |= {step.name, *derivation.premises_behind(step)}
    names |= {step.name for step in derivation.premises if step.lhs == statement.lhs}
    return names - set(derivation.assumptions.premises)


