"""The aim of an inversion: the result of a claim, or another quantity of it that is given in its place."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from sympy import Symbol

from derivations.claim.evaluated_claim import AnyEvaluated, EvaluatedClaim
from derivations.claim.outline import outline
from derivations.claims.index import CLAIMS, find_claim
from derivations.errors import InputError
from derivations.language.printing.text import to_text
from derivations.numbers.tracing import Tracing
from derivations.study.application import refuse_unknown_quantity
from derivations.study.giving_way import reachable, result_relation
from derivations.study.hardware import with_gpus


class SpokenElsewhereError(InputError):
    """A given quantity that this claim does not speak of; another one does, which is named by `claim`."""

    def __init__(self, message: str, claim: str, for_: str, name: str) -> None:
        super().__init__(f"{message}; {claim} does: derive solve {claim} --for {for_} --given {name}=...")
        self.nothing_here = message
        self.claim = claim


def aimed(evaluated: AnyEvaluated, for_: str, given: Collection[str]) -> AnyEvaluated:
    """The claim with the step as its result that says what is given, where the result itself is not given.

    The cost of a token is given, say, and the claim's result is that cost over the floor: then the step that gives the
    cost is what is turned round. Of several the last given one is meant. The GPUs of a domain are put in where their
    number is left open, as it cancels in the result alone.

    Raises `InputError` where nothing that is given leads to `for_`: it is only bounded, or no step speaks of it;
    `SpokenElsewhereError` where another claim does.

    >>> from derivations import derive
    >>> aimed(derive("cost-per-token"), "L", ["cost_tok"]).headline.name
    'share-of-a-pass'
    """
    for name in given:
        _refuse_unknown_here(evaluated, name, for_)
    for name in (*given, for_):
        refuse_unknown_quantity(evaluated.claim, name, evaluated.derivation.notation)
    former = result_relation(evaluated).lhs
    if not given or not isinstance(former, Symbol):
        return evaluated
    if former.name in {for_, *given} or former.name in evaluated.scenario.values:
        return evaluated
    notation, derivation = evaluated.derivation.notation, evaluated.derivation
    definitions, own = Tracing(derivation, frozenset()).definitions, notation[for_].symbol
    values = evaluated.scenario.values
    open_ = {symbol: step for symbol, step in definitions.items() if symbol.name not in values}
    for name in reversed(tuple(given)):
        step = definitions.get(notation[name].symbol)
        if step is not None and own in reachable(open_, step.rhs.free_symbols):
            return replace(evaluated, claim=replace(evaluated.claim, result=step.name),
                           derivation=replace(derivation, result=step.name),
                           scenario=with_gpus(evaluated, evaluated.scenario))
    for name in given:
        _refuse_unspoken(evaluated, name, for_)
        _refuse_bounded(evaluated, name, for_)
    return evaluated


def _refuse_unspoken(evaluated: EvaluatedClaim, name: str, for_: str) -> None:
    """Raise `InputError` for a quantity that no step of a claim speaks of, naming the claim whose steps do."""
    derivation = evaluated.derivation
    symbol = derivation.notation[name].symbol
    if any(step.relation is not None and symbol in step.relation.symbols for step in derivation):
        return
    told = f"no step of {evaluated.claim.name} speaks of {name} ({derivation.notation[name].meaning})"
    _refuse_if_elsewhere(told, name, for_)
    raise InputError(told)


def _refuse_unknown_here(evaluated: EvaluatedClaim, name: str, for_: str) -> None:
    """Raise `SpokenElsewhereError` for a quantity that this claim has no letter for, and another one has."""
    if name not in evaluated.derivation.notation:
        _refuse_if_elsewhere(f"no step of {evaluated.claim.name} speaks of {name}", name, for_)


def _refuse_if_elsewhere(told: str, name: str, for_: str) -> None:
    """Raise `SpokenElsewhereError` where a claim has both quantities in its argument, first of all as its result."""
    found = [item for item in map(outline, map(find_claim, CLAIMS)) if {name, for_} <= item.names]
    if found:
        best = min(found, key=lambda item: item.headline not in (name, for_))
        raise SpokenElsewhereError(told, best.claim.name, for_, name)


def _refuse_bounded(evaluated: EvaluatedClaim, name: str, for_: str) -> None:
    """Raise `InputError` for a quantity that an inequality alone speaks of, from which no number follows."""
    symbol = evaluated.derivation.notation[name].symbol
    for step in evaluated.derivation:
        relation = step.relation
        if relation is None or relation.is_equation or relation.lhs != symbol or not step.verdict.holds:
            continue
        told = f"{name} is only bounded in {evaluated.claim.name}, so that no {for_} follows from it: {relation}"
        equal = f'"{name} = {to_text(relation.written.right)}"'
        premise = f"; if the bound is reached, --assume {step.name}={equal}" if step.rule == "take" else ""
        raise InputError(f"{told} ({step.name}){premise}")
