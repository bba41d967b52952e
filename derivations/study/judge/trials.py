"""A statement held against what a derivation says: its premises, and the step that answers it best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from sympy import Expr, Max, Min, Symbol

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError, UndecidedError
from derivations.language.literal import is_unit
from derivations.language.relation import Relation, from_sides
from derivations.numbers.tracing import DEFINING
from derivations.search.derivation import Derivation
from derivations.search.obligation import Obligation
from derivations.search.proof.elimination import eliminate, linear_parts
from derivations.search.proof.normal_form import Field
from derivations.search.proof.prove import prove
from derivations.search.step import Step
from derivations.search.verdict import CONTRADICTION, Finding, Verdict, inconclusive
from derivations.study.judge.formula import same

_MOST_PREMISES = 14  # beyond this, which of them a proof needs is not looked for


@dataclass(frozen=True)
class Trial:
    """A statement held against some derived steps beside the premises and definitions that it touches.

    Without `steps` these stand alone. `limits` names the limits on the way to the steps that the result does not rest
    on as well: what rests on one holds of the result only in that limit.
    """

    steps: tuple[Step, ...]
    given: tuple[Step, ...]
    verdict: Verdict
    limits: tuple[str, ...] = ()

    @property
    def proven(self) -> bool:
        """True if the statement follows."""
        return self.verdict.finding is Finding.PROVEN

    @property
    def refuted(self) -> bool:
        """True if a point contradicts the statement."""
        return self.verdict.finding is Finding.REFUTED


def trials(derivation: Derivation, statement: Relation) -> Iterator[Trial]:
    """The statement against the premises alone, against each step about it, and against all of them together."""
    yield trial(derivation, statement, ())
    steps = about(derivation, statement)
    for step in steps:
        yield trial(derivation, statement, (step,))
    direct = [step for step in steps if isinstance(step.lhs, Symbol) and not further_limits(derivation, step)]
    for within in dict.fromkeys(step.within for step in direct):
        together = tuple(step for step in direct if set(step.within) <= set(within) and not step.rhs.has(Max, Min))
        if len({step.lhs for step in together}) > 1 and not statement.difference.has(Max, Min):
            yield trial(derivation, statement, together)


def trial(
    derivation: Derivation, statement: Relation, steps: tuple[Step, ...], beside: tuple[Relation, ...] = ()
) -> Trial:
    """The statement against some steps, with every premise and definition that they or it touch.

    `beside` is given on top of that.
    """
    own = [*beside, *(item for step in steps for item in _said(step))]
    given = touched(derivation, [statement, *own])
    relations = tuple(dict.fromkeys([*own, *(item for step in given for item in _said(step))]))
    limits = tuple(dict.fromkeys(name for step in steps for name in further_limits(derivation, step)))
    found = _verdict(statement, relations, thorough=bool(limits) or len(steps) > 1)
    return Trial(steps, given, found, limits)


def about(derivation: Derivation, statement: Relation) -> tuple[Step, ...]:
    """The derived steps that say what the left side is, one that says the same first, then the result.

    After them come those that say it turned round.
    Where the left side is no single quantity, or no step says what it is, those about any quantity of the statement
    are taken.
    """
    left, quantities = statement.lhs, statement.symbols
    known = [step for step in derivation.steps if step.rule not in DEFINING and step.verdict.holds]
    steps = [(step, step.relation) for step in known if step.relation is not None]
    same = [step for step, relation in steps if relation.lhs == left]
    other = [(step, relation) for step, relation in steps if relation.lhs in quantities and relation.lhs != left]
    round_ = [step for step, relation in other if left in relation.symbols]
    round_ += [step for step, relation in steps if not isinstance(relation.lhs, Symbol) and relation.is_equation
               and left in relation.symbols and len(relation.symbols & quantities) > 1]
    found = [*same, *round_] if isinstance(left, Symbol) and (same or round_) else [*same, *(step for step, _ in other)]
    once = {step.name: step for step in found}
    same_text = str(statement)
    return tuple(sorted(once.values(), key=lambda step: (
        str(step.relation) != same_text, step.relation != statement, step.name != derivation.headline.name,
    )))


def said_of(step: Step, statement: Relation) -> tuple[Symbol, Expr] | None:
    """A quantity of the statement and what the step says it is, turned round if need be; None if it says nothing."""
    relation = step.relation
    if relation is None or not relation.is_equation:
        return None
    if isinstance(relation.lhs, Symbol):
        return (relation.lhs, relation.rhs) if relation.lhs in statement.symbols else None
    first = [statement.lhs] if isinstance(statement.lhs, Symbol) else []
    for symbol in dict.fromkeys([*first, *sorted(statement.symbols & relation.symbols, key=str)]):
        value = solved(relation.difference, symbol) if symbol in relation.symbols else None
        if value is not None:
            return symbol, value
    return None


def solved(difference: Expr, symbol: Symbol) -> Expr | None:
    """The value of a quantity that makes a difference vanish, where it stands in it by its first power alone."""
    try:
        own = Field(difference)
    except UndecidedError:
        return None
    numerator = own.numerator(own.elements[0])
    if not own.is_open(symbol) or own.generators[symbol].root != 1:
        return None
    if numerator.degree(numerator.ring(symbol)) != 1:
        return None
    coefficient, rest = linear_parts(numerator, symbol)
    return -own.back(rest) / own.back(coefficient)


def touched(derivation: Derivation, relations: Iterable[Relation]) -> tuple[Step, ...]:
    """The premises, definitions and edges that say what quantities of the relations are, and so on behind these.

    A quantity that is made of known ones binds them where more than one of these says what it is: a time that is at
    least as long as one and equal to another.
    """
    steps = [step for step in derivation if step.rule in DEFINING and step.verdict.holds and step.relation is not None]
    defined = [step.lhs for step in steps]
    known = {symbol for item in relations for symbol in item.symbols}
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
                known |= {symbol for item in _said(step) for symbol in item.symbols}
                grows = True
    return tuple(step for step in derivation if step.name in found)


def limits_behind(derivation: Derivation, step: Step) -> tuple[str, ...]:
    """The steps that took a limit on the way to a step, itself included."""
    found: list[str] = []
    seen, pending = set[str](), [step]
    while pending:
        current = pending.pop()
        if current.name in seen:
            continue
        seen.add(current.name)
        if current.rule == "limit":
            found.append(current.name)
        pending += [derivation[name] for name in current.inputs if name in derivation]
    return tuple(found)


def further_limits(derivation: Derivation, step: Step) -> tuple[str, ...]:
    """The limits on the way to a step that the result does not rest on as well."""
    own = limits_behind(derivation, derivation.headline)
    return tuple(name for name in limits_behind(derivation, step) if name not in own)


def least(statement: Relation, given: tuple[Step, ...]) -> tuple[Step, ...]:
    """Those of the premises and definitions that are enough to show a statement which all of them show."""
    if len(given) > _MOST_PREMISES:
        return given
    kept = list(given)
    for step in given:
        others = [other for other in kept if other is not step]
        relations = tuple(item for other in others for item in _said(other))
        if prove(Obligation(statement, relations)).finding is Finding.PROVEN:
            kept = others
    return tuple(kept)


def says_something(statement: Relation, found: Trial) -> bool:
    """True if what was given says what a quantity of the statement is, and names the one on its left if there is one.

    That a formula for something unknown does not follow shows nothing.
    """
    relations = tuple(item for step in (*found.steps, *found.given) for item in _said(step))
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
        found = prove(Obligation(statement, given))
        if thorough and found.finding is Finding.PROVEN and statement.is_equation and statement.lhs != 0:
            twice = from_sides(statement.lhs, "=", 2 * statement.rhs, statement.notation)
            if statement.rhs != 0 and prove(Obligation(twice, given)).finding is Finding.PROVEN:
                return inconclusive(CONTRADICTION)
        return found
    except UndecidedError:
        raise
    except DerivationsError as error:
        return inconclusive(str(error))


def _said(step: Step) -> tuple[Relation, ...]:
    """What a step says: its relation, and the conditions under which it does."""
    return () if step.relation is None else (step.relation, *step.conditions)


_COMPARED = 8  # steps that a statement is compared with


def main_step(account: EvaluatedClaim, statement: Relation) -> Step | None:
    """What says what the left side is: the result, a premise, a step with much in common, a definition."""
    derivation, left = account.derivation, statement.lhs
    steps = [step for step in about(derivation, statement) if said_of(step, statement) is not None]
    result = next((step for step in steps if step.name == derivation.headline.name), None)
    if result is not None and result.lhs == left:
        return result
    defining = account.evaluation.definitions.get(left) or next(iter(_premises_about(account, statement)), None)
    if defining is not None and defining.rule != "define":
        return defining
    if result is not None and not any(step.lhs == left for step in steps):
        return result
    fitting = sorted(steps, key=lambda step: _fitting(step, statement), reverse=True)
    direct = next((step for step in fitting if not further_limits(derivation, step)), None)
    return direct or defining or next(iter(fitting), None)


def steps_to_compare(account: EvaluatedClaim, statement: Relation) -> Iterator[Step]:
    """Steps about the left side that give the same number here, each relation once, the main one first."""
    main = main_step(account, statement)
    if main is None:
        return
    yield main
    wanted = _number(account, main)
    seen, said = {main.relation}, said_of(main, statement)
    for step in about(account.derivation, statement)[:_COMPARED]:
        other = said_of(step, statement)
        if step.relation in seen or said is None or other is None or said[0] != other[0]:
            continue
        if _number(account, step) == wanted:
            seen.add(step.relation)
            yield step


def contradicted(account: EvaluatedClaim, statement: Relation) -> tuple[Step, ...]:
    """The premise or definition that says something else of what stands on the left."""
    found = [(step, step.relation) for step in _premises_about(account, statement) if step.relation is not None]
    if any(same(item, statement) for _, item in found):
        return ()
    first = sorted(found, key=lambda pair: not pair[1].is_equation)[:1]
    main, common = main_step(account, statement), statement.symbols - statement.lhs.free_symbols
    return tuple(step for step, item in first if step == main or item.rhs.free_symbols & common)


def premises_touched(account: EvaluatedClaim, statement: Relation) -> set[str]:
    """The premises that anything the statement is held against rests on, other than those replaced already."""
    derivation = account.derivation
    steps = about(derivation, statement)
    relations = [statement, *(step.relation for step in steps if step.relation is not None)]
    names = {name for step in steps for name in derivation.premises_behind(step)}
    for step in touched(derivation, relations):
        names |= {step.name, *derivation.premises_behind(step)}
    names |= {step.name for step in derivation.premises if step.lhs == statement.lhs}
    return names - set(derivation.assumptions.premises)


def foreign(account: EvaluatedClaim, statement: Relation) -> set[Symbol]:
    """The quantities of the statement that nothing on the board names."""
    said = {s for step in account.derivation if step.relation is not None for s in step.relation.symbols}
    return set(statement.symbols) - said


def _premises_about(account: EvaluatedClaim, statement: Relation) -> tuple[Step, ...]:
    """Premises and definitions that say what stands on the left."""
    derivation = account.derivation
    return tuple(step for step in (*derivation.premises, *derivation.definitions)
                 if step.relation is not None and step.lhs == statement.lhs)


def _fitting(step: Step, statement: Relation) -> tuple[bool, bool, float]:
    """How well a step answers: it names all that the statement does, it is about its left side, much is common."""
    quantities = statement.symbols
    own = step.relation.symbols if step.relation is not None else frozenset()
    return quantities <= own, step.lhs == statement.lhs, len(own & quantities) / len(own | quantities)


def _number(account: EvaluatedClaim, step: Step) -> object:
    with suppress(DerivationsError):
        return account.numbers(step.name).value
    return None
