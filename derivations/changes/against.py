"""What a statement is held against in a claim: the step that answers it best, and the premises that it touches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from sympy import Symbol

from derivations.changes.formula import same
from derivations.changes.trials import about, further_limits, said_of, touched
from derivations.claims.account import Account
from derivations.engine.relation import Relation
from derivations.engine.step import Step
from derivations.errors import DerivationsError
from derivations.origins.worded import premises_behind

_COMPARED = 8  # steps that a statement is compared with


def main_step(account: Account, statement: Relation) -> Step | None:
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


def steps_to_compare(account: Account, statement: Relation) -> Iterator[Step]:
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


def contradicted(account: Account, statement: Relation) -> tuple[Step, ...]:
    """The premise or definition that says something else of what stands on the left."""
    found = [(step, step.relation) for step in _premises_about(account, statement) if step.relation is not None]
    if any(same(item, statement) for _, item in found):
        return ()
    first = sorted(found, key=lambda pair: not pair[1].is_equation)[:1]
    main, common = main_step(account, statement), statement.symbols - statement.lhs.free_symbols
    return tuple(step for step, item in first if step == main or item.rhs.free_symbols & common)


def premises_touched(account: Account, statement: Relation) -> set[str]:
    """The premises that anything the statement is held against rests on, other than those replaced already."""
    derivation = account.derivation
    steps = about(derivation, statement)
    relations = [statement, *(step.relation for step in steps if step.relation is not None)]
    names = {name for step in steps for name in premises_behind(derivation, step)}
    for step in touched(derivation, relations):
        names |= {step.name, *premises_behind(derivation, step)}
    names |= {step.name for step in derivation.premises if step.lhs == statement.lhs}
    return names - set(derivation.assumptions.premises)


def foreign(account: Account, statement: Relation) -> set[Symbol]:
    """The quantities of the statement that nothing on the board names."""
    said = {s for step in account.derivation if step.relation is not None for s in step.relation.symbols}
    return set(statement.symbols) - said


def _premises_about(account: Account, statement: Relation) -> tuple[Step, ...]:
    """Premises and definitions that say what stands on the left."""
    derivation = account.derivation
    return tuple(step for step in (*derivation.premises, *derivation.definitions)
                 if step.relation is not None and step.lhs == statement.lhs)  # fmt: skip


def _fitting(step: Step, statement: Relation) -> tuple[bool, bool, float]:
    """How well a step answers: it names all that the statement does, it is about its left side, much is common."""
    quantities = statement.symbols
    own = step.relation.symbols if step.relation is not None else frozenset()
    return quantities <= own, step.lhs == statement.lhs, len(own & quantities) / len(own | quantities)


def _number(account: Account, step: Step) -> object:
    with suppress(DerivationsError):
        return account.numbers(step.name).value
    return None
