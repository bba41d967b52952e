"""Inverted results: the same derivation, two steps further, solved for a quantity that the result rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from sympy import Dummy, Expr, Symbol

from derivations.claim.claim import Claim
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import Given, study_of
from derivations.errors import InputError, UndecidedError
from derivations.language.literal import is_unit
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, Relation, from_sides
from derivations.numbers.format import format_value
from derivations.numbers.tracing import Tracing
from derivations.numbers.value import Value
from derivations.search.board import Board, Handle
from derivations.search.derivation import Derivation
from derivations.search.obligation import Obligation
from derivations.search.proof.condition import positive
from derivations.search.proof.elimination import fact_of
from derivations.search.proof.normal_form import ratio
from derivations.search.proof.prove import prove, prove_all
from derivations.search.rules.base import Input
from derivations.search.rules.calculus import derivative
from derivations.search.rules.solve import Solve
from derivations.search.step import Step
from derivations.search.time_limit import RULE_SECONDS, attempt
from derivations.search.verdict import Finding, all_of
from derivations.study.missing_values import MissingValue, missing_value


def result_relation(account: EvaluatedClaim) -> Relation:
    """The relation of the result; raises `UndecidedError` if there is none that holds."""
    headline = account.headline
    if headline.relation is None or not headline.verdict.holds:
        raise UndecidedError(f"{account.claim.name} has no result to turn round: {headline.name} is {headline.verdict}")
    return headline.relation


@dataclass(frozen=True)
class Route:
    """A way from a result to a quantity: the steps that lead there, and the valued quantities that they stand for."""

    steps: tuple[Step, ...]
    aside: tuple[str, ...] = ()


def nearest_route(account: EvaluatedClaim, asked: Symbol) -> Route:
    """The nearest way from the result to a quantity; raises `InputError` if there is none, or if it cancels."""
    cancels: list[Relation] = []
    for route in routes(account, asked):
        if asked in _free_symbols(_substituted(result_relation(account), route)):
            return route
        cancels.append(result_relation(account))
    left = result_relation(account).written_left
    why = f": it cancels from {cancels[0]}" if cancels else ""
    raise InputError(
        f"{left} of {account.claim.name} does not rest on {asked}{why}. "
        f"It rests on {', '.join(invertible_quantities(account))}{_given_by(account, asked)}"
    )


def invertible_quantities(account: EvaluatedClaim) -> tuple[str, ...]:
    """The quantities that the result can be solved for, in reading order.

    Raises `UndecidedError` if there is no result.
    """
    relation = result_relation(account)
    found = reachable(account.evaluation.definitions, relation.lhs.free_symbols | relation.rhs.free_symbols)
    names = [
        symbol.name
        for symbol in found
        if symbol != relation.lhs
        and not account.derivation.notation[symbol.name].is_function
        and any(symbol in _free_symbols(_substituted(relation, route)) for route in routes(account, symbol))
    ]
    return tuple(sorted(names, key=account.derivation.notation.order.__getitem__))


def routes(account: EvaluatedClaim, asked: Symbol) -> Iterator[Route]:
    """Ways to a quantity, the nearest first: through the formula, through valued quantities, through the result."""
    relation, definitions = result_relation(account), account.evaluation.definitions
    open_ = {symbol: step for symbol, step in definitions.items() if symbol.name not in account.scenario.values}
    for known in (open_, definitions):
        for side in (relation.rhs, relation.lhs):
            steps = [known[symbol] for symbol in reachable(known, side.free_symbols)
                     if symbol != asked and symbol in known and asked in reachable(known, [symbol])]
            if steps or asked in side.free_symbols:
                aside = tuple(str(step.lhs) for step in steps if str(step.lhs) in account.scenario.values)
                yield Route(tuple(steps), aside)


def reachable(definitions: Mapping[Symbol, Step], symbols: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """Every quantity that can be reached from some through definitions, these included."""
    found: dict[Symbol, None] = {}
    pending = [symbol for symbol in symbols if not is_unit(symbol)]
    while pending:
        symbol = pending.pop()
        if symbol in found:
            continue
        found[symbol] = None
        if symbol in definitions:
            pending += [other for other in definitions[symbol].rhs.free_symbols if not is_unit(other)]
    return tuple(sorted(found, key=str))


def _substituted(relation: Relation, route: Route) -> Expr:
    values = {step.lhs: step.rhs for step in route.steps}
    difference = relation.difference
    for _ in values:
        difference = difference.xreplace(values)
    return difference


def _free_symbols(difference: Expr) -> frozenset[Symbol]:
    """The symbols of an equation once everything is cancelled."""
    try:
        return frozenset(ratio(difference)[0].free_symbols)
    except UndecidedError:  # outside the normal form nothing is known to cancel
        return frozenset(difference.free_symbols)


def _given_by(account: EvaluatedClaim, asked: Symbol) -> str:
    """The step of the claim that gives a quantity which its result does not rest on, in words; else empty."""
    giving = [step.name for step in account.derivation.steps
              if step.verdict.holds and step.rule != "boundary" and step.lhs == asked]
    return f"; the step {giving[-1]} gives {asked}" if giving else ""


def with_discharged_conditions(step: Step, solved: Symbol, former: Expr, through: Sequence[Relation] = ()) -> Step:
    """The step with the conditions on its solution discharged: replaced by what they ask of the other quantities.

    ``L < L_x`` says nothing more once ``L`` is solved for: it holds of every solution, or it asks something of the
    other quantities. `through` are equations by which a condition may rest on what is solved for. Each condition is
    told as a bound on `former`, the result that was turned round, where it is one. New and old conditions are shown to
    imply each other beside the solution; where that is not shown the step stays as it is.
    """
    relation = step.relation
    if relation is None or relation.lhs != solved or not relation.is_equation or not step.verdict.holds:
        return step
    try:
        with attempt(RULE_SECONDS):
            conditions = _without_implied(
                _bound(part, former, relation.notation)
                for condition in step.conditions
                for part in _with_solution(condition, relation, through)
            )
            given = (relation, *through)
            obligations = (
                *(Obligation(new, (*given, *step.conditions), "no stronger than it was") for new in conditions),
                *(Obligation(old, (*given, *conditions), "no condition is lost") for old in step.conditions),
            )
            shown = prove_all(obligations)
    except UndecidedError:
        return step
    if shown.finding is not Finding.PROVEN:
        return step
    return replace(
        step, conditions=conditions, verdict=all_of([step.verdict, shown]) if obligations else step.verdict,
        obligations=(*step.obligations, *obligations),
    )


def _with_solution(condition: Relation, solution: Relation, through: Sequence[Relation]) -> tuple[Relation, ...]:
    """A condition with the solution in place."""
    if condition.is_equation:
        return (condition,)
    fact = fact_of(condition)
    for _ in through:
        fact = fact.replaced({item.lhs: item.rhs for item in through})
    if solution.lhs not in fact.expression.free_symbols:
        return (condition,)
    fact = fact.replaced({solution.lhs: solution.rhs})
    return positive(fact.expression, condition.notation, strict=fact.strict)


def _bound(condition: Relation, former: Expr, notation: Notation) -> Relation:
    """A condition as a bound on the former result, where it is linear in it."""
    if condition.lhs == 0:  # "L > 0" can be told with its number: L = 0 is not above 0
        condition = from_sides(condition.rhs, FLIPPED[condition.operator], condition.lhs, notation)
    if not isinstance(former, Symbol) or former not in condition.symbols:
        return condition
    try:
        bound = Solve(former).compute((Input("condition", condition),), notation)[0].relation
    except UndecidedError:
        return condition
    return condition if bound is None or former in bound.rhs.free_symbols else bound


def _without_implied(conditions: Iterable[Relation]) -> tuple[Relation, ...]:
    kept = list(dict.fromkeys(conditions))
    for condition in tuple(kept):
        others = tuple(other for other in kept if other != condition)
        if others and prove(Obligation(condition, others)).finding is Finding.PROVEN:
            kept.remove(condition)
    return tuple(kept)


Kind = TypeVar("Kind", bound=EvaluatedClaim)


def inverted(account: Kind, for_: str, given: Mapping[str, Given] | None = None) -> Kind:
    """The account with its result inverted for the quantity `for_`, as an account of the same kind.

    The steps of the claim stand as they are; after them the definitions and premises through which the result rests on
    `for_` are put in, and what comes out is solved. `given` values quantities, the former result first of all. What
    the scenario says of `for_` itself is set aside, and so is what would make the former result another than is given.
    An account whose result is `for_` already comes back as it is,
    with what is given.

    Raises `UnknownNameError` for a quantity that there is not, `InputError` if the result does not rest on it or if it
    is given a value, `UndecidedError` if there is no result. Where no solution is found the headline says why.

    >>> from derivations import derive
    >>> longest = inverted(derive("optimal-batch"), "L", {"B": "10,000 sequence"})
    >>> print(longest.headline.relation)
    L = (n*B*L_x - r*s*L_x)/(n*B)
    >>> longest.result.result
    '1,657 token/sequence'
    """
    study = study_of(values=given)
    for name in (*account.study.several, *study.several):
        raise InputError(f"{name} has several values: a result is turned round at one of them")
    values = study.first
    account = account.with_values(values)
    account = replace(account, study=replace(account.study, values={**account.study.values, **study.values}))
    account = _as_given(account)
    own = account.derivation.notation[for_].symbol
    if for_ in account.given:
        raise InputError(f"{for_} is what is asked for: leave out its value, {account.given[for_]}")
    if result_relation(account).lhs == own:
        return account
    route = nearest_route(account, own)
    claim = _claim(account, for_, route)
    aside = {for_, *route.aside}
    derivation = claim.derive(account.derivation.assumptions, account.time_limit)
    found = replace(
        account, claim=claim, derivation=_discharged(derivation, own, result_relation(account), route),
        scenario=account.scenario.without(aside), reference=account.reference.without(aside),
    )
    _ = found.evaluation  # values that disagree are refused here, and not when somebody looks
    return found


def solutions(account: EvaluatedClaim) -> tuple[Step, ...]:
    """The headline, or its branches where a relation has several admissible solutions."""
    headline = account.headline
    branches = tuple(step for step in account.derivation if _is_branch(step, headline.name))
    return branches if headline.relation is None and branches else (headline,)


def added_steps(account: EvaluatedClaim, inversion: EvaluatedClaim) -> tuple[Step, ...]:
    """The steps that an inversion has added."""
    return tuple(step for step in inversion.derivation if step.name not in account.derivation)


def values_set_aside(account: EvaluatedClaim, inversion: EvaluatedClaim, for_: str) -> dict[str, tuple[Value, str]]:
    """The values that an inversion has set aside, each with the reason."""
    left = str(result_relation(account).lhs)
    kept, apart = inversion.scenario.values, _behind_result_alone(account)
    found = {}
    for name, value in account.scenario.values.items():
        if name not in kept:
            given = left in inversion.given and name in apart
            why = f"{left} is given" if given else f"{for_} is asked for behind it"
            found[name] = value, "it is asked for" if name == for_ else why
    return found


def no_solution_reason(account: EvaluatedClaim) -> str:
    """The reason for no solution: the first step on the way to it that does not stand."""
    step = account.derivation.failures(account.headline)[-1]
    if step is not account.headline:
        return f"{step.name} is {step.verdict}"
    told = step.verdict.reason or str(step.verdict)
    return told if step.relation is None else f"{step.relation} is not shown to be one ({told})"


def held_fixed(account: EvaluatedClaim, name: str) -> dict[str, tuple[str, ...]]:
    """Quantities in a solution for `name` that rest on the same ones as the definition of `name`.

    A solution holds them fixed: `L_x` while it asks for `r`, though both rest on the compute rate. What makes no
    difference at the numbers of the scenario is left out.
    """
    relation = account.headline.relation
    definitions = account.evaluation.definitions
    own = account.derivation.notation[name].symbol
    if relation is None or own not in definitions:
        return {}
    behind = set(reachable(definitions, definitions[own].rhs.free_symbols))
    found = {}
    for symbol in sorted(relation.rhs.free_symbols & set(definitions), key=str):
        if symbol.name in account.scenario.values or account.evaluation.size(derivative(relation.rhs, symbol)) == 0:
            continue
        both = behind & set(reachable(definitions, [symbol]))
        if both:
            found[symbol.name] = tuple(sorted(item.name for item in both))
    return found


def inadmissible_value(account: EvaluatedClaim, step: Step) -> str:
    """The number of a solution in words, where its quantity cannot take that number; else empty."""
    relation, notation = step.relation, account.derivation.notation
    if relation is None or not isinstance(relation.lhs, Symbol):
        return ""
    size = account.evaluation.size(account.evaluation.expanded(relation.rhs, relation.lhs))
    if size is None:
        return ""
    own = notation[relation.lhs.name]
    told = f"{own.name} would be {format_value(size, own.dimension, own.unit)}"
    if not own.range.contains(size):
        return f"{told}, and it must be {own.range.words}"
    bounds = [(own.at_most, "more", 1)] + [(other.name, "less", -1) for other in notation if other.at_most == own.name]
    for name, word, direction in bounds:
        bound = account.evaluation.value_of(name) if name else None
        if bound is not None and direction * (size - bound.number) > 0:
            return f"{told}, which is {word} than {name} = {bound}"
    return ""


def missing_values(account: EvaluatedClaim, inversion: EvaluatedClaim, step: Step) -> tuple[MissingValue, ...]:
    """The values for want of which a solution has no number; the former result stands for what is behind it."""
    line = inversion.numbers(step.name)
    former = result_relation(account).lhs
    apart = line.relation.rhs.xreplace({former: Dummy()})
    left = inversion.evaluation.expanded(apart, line.relation.lhs).free_symbols
    behind = [name for name in line.missing if name not in {symbol.name for symbol in left}]
    behind = behind if isinstance(former, Symbol) else []
    missing = [*([str(former)] if behind else []), *(name for name in line.missing if name not in behind)]
    return tuple(missing_value(inversion, name) for name in missing)


def _claim(account: EvaluatedClaim, for_: str, route: Route) -> Claim:
    """The claim with further steps; what was published about its result is not about the new one."""
    claim, headline = account.claim, account.headline
    own = account.derivation.notation[for_]
    result = _fresh(account.derivation, f"for-{for_}")
    spelled = _fresh(account.derivation, f"{headline.name}-in-full")
    using = [step.name for step in route.steps]
    left = headline.unknown or result_relation(account).written_left

    def body(board: Board) -> Handle:
        claim.body(board)
        handle = Handle(headline.name)
        if using:
            because = f"what stands between {left} and {for_}, written out"
            handle = board.substitute(spelled, handle, [Handle(name) for name in using], because=because)
        return board.solve(result, handle, for_=for_, because=f"turned round for {for_}")

    return replace(
        claim, title=f"{claim.name}, turned round for {for_}", question=f"Which {for_} goes with a given {left}?",
        body=body, result=result, outside=f"no such {for_}", notation=claim.notation.extended((own,)),
        defaults={name: item for name, item in claim.defaults.items() if name != for_},
        readings=tuple(
            replace(reading, numbers={name: item for name, item in reading.numbers.items() if name != for_})
            for reading in claim.readings
        ),
        not_from_cards=tuple(dict.fromkeys((*claim.not_from_cards, for_))),
        published=(), asserted=(), compared=(), grids=(), ranges={},
    )


def _discharged(derivation: Derivation, solved: Symbol, former: Relation, route: Route) -> Derivation:
    """The derivation with the conditions on its solutions discharged."""
    through = [step.relation for step in route.steps if step.relation is not None]
    trace = tuple(
        with_discharged_conditions(step, solved, former.lhs, through)
        if step.name == derivation.result or _is_branch(step, derivation.result) else step
        for step in derivation.trace
    )
    return replace(derivation, trace=trace)


def _as_given(account: Kind) -> Kind:
    """The account without the values from which the result, which is given, would follow at another size.

    The bytes per token that a price implies are given, say, and the card of a model has those that it stores.
    """
    left = result_relation(account).lhs
    while str(left) in account.given:
        try:
            _ = account.evaluation
            break
        except InputError:
            values = account.scenario.values
            definitions = Tracing(account.derivation, frozenset()).definitions
            open_ = {s: step for s, step in definitions.items() if s == left or s.name not in values}
            met = {s.name for s in reachable(open_, [left])} & _behind_result_alone(account) & set(values)
            if not met - set(account.given):
                raise
            account = replace(account, scenario=account.scenario.without(met - set(account.given)))
    return account


def _behind_result_alone(account: EvaluatedClaim) -> set[str]:
    """Quantities behind a definition of the result of its own, on which its formula does not rest."""
    definitions, relation = Tracing(account.derivation, frozenset()).definitions, result_relation(account)
    left, right = (set(reachable(definitions, side.free_symbols)) for side in (relation.lhs, relation.rhs))
    return {symbol.name for symbol in left - right}


def _is_branch(step: Step, name: str) -> bool:
    return re.fullmatch(rf"{re.escape(name)}-[0-9]+", step.name) is not None


def _fresh(derivation: Derivation, name: str) -> str:
    """A name that no step has yet."""
    while name in derivation:
        name += "-again"
    return name
