"""Values that give way to a given one: the numbers of cards and claims from which it would follow at another size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from sympy import Symbol

from derivations.claim.evaluated_claim import AnyEvaluated, EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import InputError, UndecidedError
from derivations.language.literal import is_unit
from derivations.language.relation import Relation
from derivations.numbers.tracing import Tracing
from derivations.study.step_changes import why_not


def result_relation(evaluated: EvaluatedClaim) -> Relation:
    """The relation of the result; raises `UndecidedError` if there is none that holds."""
    headline = evaluated.headline
    if headline.relation is None or not headline.verdict.holds:
        why = why_not(evaluated.derivation, headline)
        raise UndecidedError(f"{evaluated.claim.name} has no result to turn round: {why}")
    return headline.relation


def as_given(evaluated: AnyEvaluated, *, wholly: bool = False) -> AnyEvaluated:
    """The evaluated claim without the values from which what is given would follow at another size.

    The bytes per token that a price implies are given, say, and the card of a model has those that it stores. Only
    values go that stand behind a given quantity alone, and `wholly` none unless all behind it do; and those of letters
    that a sum or a slope makes of a given one. Where that is not enough, or there is no result, a number of the claim's
    own goes that others and what is given make another one. Raises `InputError` where what is left still disagrees.
    """
    evaluated = evaluated.without_made()
    answered = evaluated.headline.verdict.holds and evaluated.headline.relation is not None
    for given in evaluated.given if answered else ():
        try:
            _ = evaluated.evaluation
            break
        except InputError:
            behind = behind_alone(evaluated, given, wholly=wholly) - set(evaluated.given)
            if behind:
                evaluated = replace(evaluated, scenario=evaluated.scenario.without(behind))
    evaluated = _without_a_default(evaluated)
    _ = evaluated.evaluation
    return evaluated


def _without_a_default(evaluated: AnyEvaluated) -> AnyEvaluated:
    """The evaluated claim without the number of its own that others, what is given among them, make another one.

    As it is where no single number in the way is such a one.
    """
    given, scenario, notation = evaluated.given, evaluated.scenario, evaluated.derivation.notation
    with suppress(InputError):
        _ = evaluated.evaluation
        return evaluated
    definitions = Tracing(evaluated.derivation, frozenset()).definitions
    for name in sorted(evaluated.claim.defaults.keys() & scenario.values.keys() - given.keys()):
        symbol = notation[name].symbol if name in notation else None
        if symbol is None or symbol not in definitions:
            continue
        if given.keys().isdisjoint(each.name for each in reachable(definitions, [symbol])):
            continue
        without = replace(evaluated, scenario=scenario.without({name}))
        with suppress(InputError):
            _ = without.evaluation
            return without
    return evaluated


def behind_alone(evaluated: EvaluatedClaim, given: str, *, wholly: bool = False) -> set[str]:
    """Valued quantities behind a definition of a given one, on which the formula of the result does not rest besides.

    They are those that are met first: what stands behind a valued one matters to nothing. What an equation needs that
    only numbers solve, such as the round in which a chance was measured, stays if the result rests on its unknown.
    `wholly` asks for none at all where a formula of the result, without such equations, rests on one of them.
    """
    definitions, relation = Tracing(evaluated.derivation, frozenset()).definitions, result_relation(evaluated)
    own, values = evaluated.derivation.notation[given].symbol, evaluated.scenario.values
    if own not in definitions:
        return set()
    open_ = {symbol: step for symbol, step in definitions.items() if symbol == own or symbol.name not in values}
    others = {symbol: step for symbol, step in definitions.items() if symbol != own}
    sides = relation.rhs.free_symbols if relation.lhs == own else relation.rhs.free_symbols | relation.lhs.free_symbols
    equations = {symbol: step for symbol, step in _equations(evaluated).items() if symbol != own}
    met = {symbol for symbol in reachable({**equations, **open_}, [own]) if symbol.name in values} - {own}
    if wholly and not met.isdisjoint(reachable(others, sides)):
        return set()
    return {symbol.name for symbol in met.difference(reachable({**equations, **others}, sides))}


def _equations(evaluated: EvaluatedClaim) -> dict[Symbol, Step]:
    """The equation of each quantity that only numbers solve and that has no value."""
    notation, values = evaluated.derivation.notation, evaluated.scenario.values
    return {notation[step.unknown].symbol: step for step in reversed(evaluated.derivation.trace)
            if step.unknown and step.verdict.holds and step.unknown not in values}


def reachable(definitions: Mapping[Symbol, Step], symbols: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """Every quantity that can be reached from some through definitions or equations, these included."""
    found: dict[Symbol, None] = {}
    pending = [symbol for symbol in symbols if not is_unit(symbol)]
    while pending:
        symbol = pending.pop()
        if symbol in found:
            continue
        found[symbol] = None
        if symbol in definitions:
            step = definitions[symbol]  # an equation may have letters on both sides
            pending += [other for other in step.lhs.free_symbols | step.rhs.free_symbols if not is_unit(other)]
    return tuple(sorted(found, key=str))
