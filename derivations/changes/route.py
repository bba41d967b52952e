"""Ways from a result to a quantity behind it: the definitions and premises that stand between the two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sympy import Expr, Symbol

from derivations.claims.account import Account
from derivations.engine.literal import is_unit
from derivations.engine.normal_form import ratio
from derivations.engine.relation import Relation
from derivations.engine.step import Step
from derivations.errors import InputError, UndecidedError


def result_relation(account: Account) -> Relation:
    """The relation of the result; raises `UndecidedError` if there is none that holds."""
    headline = account.headline
    if headline.relation is None or not headline.verdict.holds:
        raise UndecidedError(f"{account.claim.name} has no result to turn round: {headline.name} is {headline.verdict}")
    return headline.relation


@dataclass(frozen=True)
class Route:
    """How a result rests on a quantity: the steps that lead there, and the valued quantities that they stand for."""

    steps: tuple[Step, ...]
    aside: tuple[str, ...] = ()


def nearest_route(account: Account, asked: Symbol) -> Route:
    """The nearest way from the result to a quantity; raises `InputError` if there is none, or if it cancels."""
    cancels: list[Relation] = []
    for route in routes(account, asked):
        if asked in _free(_put_in(result_relation(account), route)):
            return route
        cancels.append(result_relation(account))
    left = result_relation(account).written_left
    why = f": it cancels from {cancels[0]}" if cancels else ""
    raise InputError(
        f"{left} of {account.claim.name} does not rest on {asked}{why}. "
        f"It rests on {', '.join(rests_on(account))}{_given_by(account, asked)}"
    )


def rests_on(account: Account) -> tuple[str, ...]:
    """The quantities that the result can be turned round for, in reading order.

    Raises `UndecidedError` if there is no result.
    """
    relation = result_relation(account)
    found = reached(account.evaluation.definitions, relation.lhs.free_symbols | relation.rhs.free_symbols)
    names = [
        symbol.name
        for symbol in found
        if symbol != relation.lhs
        and not account.derivation.notation[symbol.name].is_function
        and any(symbol in _free(_put_in(relation, route)) for route in routes(account, symbol))
    ]
    return tuple(sorted(names, key=account.derivation.notation.order.__getitem__))


def routes(account: Account, asked: Symbol) -> Iterator[Route]:
    """Ways to a quantity, the nearest first: through the formula, through valued quantities, through the result."""
    relation, definitions = result_relation(account), account.evaluation.definitions
    open_ = {symbol: step for symbol, step in definitions.items() if symbol.name not in account.scenario.values}
    for known in (open_, definitions):
        for side in (relation.rhs, relation.lhs):
            steps = [known[symbol] for symbol in reached(known, side.free_symbols)
                     if symbol != asked and symbol in known and asked in reached(known, [symbol])]  # fmt: skip
            if steps or asked in side.free_symbols:
                aside = tuple(str(step.lhs) for step in steps if str(step.lhs) in account.scenario.values)
                yield Route(tuple(steps), aside)


def reached(definitions: Mapping[Symbol, Step], symbols: Iterable[Symbol]) -> tuple[Symbol, ...]:
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


def _put_in(relation: Relation, route: Route) -> Expr:
    values = {step.lhs: step.rhs for step in route.steps}
    difference = relation.difference
    for _ in values:
        difference = difference.xreplace(values)
    return difference


def _free(difference: Expr) -> frozenset[Symbol]:
    """The symbols of an equation once everything is cancelled."""
    try:
        return frozenset(ratio(difference)[0].free_symbols)
    except UndecidedError:  # outside the normal form nothing is known to cancel
        return frozenset(difference.free_symbols)


def _given_by(account: Account, asked: Symbol) -> str:
    """Which step of the claim gives a quantity that its result does not rest on."""
    giving = [step.name for step in account.derivation.steps
              if step.verdict.holds and step.rule != "boundary" and step.lhs == asked]  # fmt: skip
    return f"; the step {giving[-1]} gives {asked}" if giving else ""
