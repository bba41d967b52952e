"""Steps of a derivation that say something of what a statement is about, and the one that answers it best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from sympy import Expr, Symbol

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, UndecidedError
from derivations.language.relation import Relation
from derivations.numbers.definitions import DEFINING
from derivations.proof.elimination import linear_parts
from derivations.proof.normal_form import Field
from derivations.study.judge.formula import same

_CHOOSING = ("solve", "minimise", "minimise_subject_to", "round_up")
_COMPARED = 8  # steps that a statement is compared with


def steps_about(derivation: Derivation, statement: Relation) -> tuple[Step, ...]:
    """Derived steps about the left side, one that says the same first, then the result, last those solved for another.

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


def main_step(evaluated: EvaluatedClaim, statement: Relation) -> Step | None:
    """The step that best answers a statement: the result, a premise, a step with much in common, a definition."""
    derivation, left = evaluated.derivation, statement.lhs
    steps = [step for step in steps_about(derivation, statement) if stated_value(step, statement) is not None]
    result = next((step for step in steps if step.name == derivation.headline.name), None)
    if result is not None and result.lhs == left:
        return result
    defining = evaluated.evaluation.definitions.get(left) or next(iter(_premises_about(evaluated, statement)), None)
    if defining is not None and defining.rule != "define":
        return defining
    if result is not None and not any(step.lhs == left for step in steps):
        return result
    fitting = sorted(steps, key=lambda step: _fitting(step, statement), reverse=True)
    direct = next((step for step in fitting if step.context.limit is None), None)
    return direct or defining or next(iter(fitting), None)


def steps_to_compare(evaluated: EvaluatedClaim, statement: Relation) -> Iterator[Step]:
    """Steps about the left side that give the same number here, each relation once, the main one first."""
    main = main_step(evaluated, statement)
    if main is None:
        return
    yield main
    wanted = _number(evaluated, main)
    seen, said = {main.relation}, stated_value(main, statement)
    for step in steps_about(evaluated.derivation, statement)[:_COMPARED]:
        other = stated_value(step, statement)
        if step.relation in seen or said is None or other is None or said[0] != other[0]:
            continue
        if _number(evaluated, step) == wanted:
            seen.add(step.relation)
            yield step


def contradicting_premises(evaluated: EvaluatedClaim, statement: Relation) -> tuple[Step, ...]:
    """The premise or definition that says something else of what stands on the left."""
    found = [(step, step.relation) for step in _premises_about(evaluated, statement) if step.relation is not None]
    if any(same(item, statement) for _, item in found):
        return ()
    first = sorted(found, key=lambda pair: not pair[1].is_equation)[:1]
    main, common = main_step(evaluated, statement), statement.symbols - statement.lhs.free_symbols
    return tuple(step for step, item in first if step == main or item.rhs.free_symbols & common)


def unknown_quantities(evaluated: EvaluatedClaim, statement: Relation) -> set[Symbol]:
    """The quantities of the statement that nothing on the board names."""
    said = {s for step in evaluated.derivation if step.relation is not None for s in step.relation.symbols}
    return set(statement.symbols) - said


def stated_value(step: Step, statement: Relation) -> tuple[Symbol, Expr] | None:
    """A quantity of the statement and what the step says it is, turned round if need be; None if it says nothing."""
    relation = step.relation
    if relation is None or not relation.is_equation:
        return None
    if isinstance(relation.lhs, Symbol):
        return (relation.lhs, relation.rhs) if relation.lhs in statement.symbols else None
    first = [statement.lhs] if isinstance(statement.lhs, Symbol) else []
    for symbol in dict.fromkeys([*first, *sorted(statement.symbols & relation.symbols, key=str)]):
        value = solution_for(relation.difference, symbol) if symbol in relation.symbols else None
        if value is not None:
            return symbol, value
    return None


def solution_for(difference: Expr, symbol: Symbol) -> Expr | None:
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


def limits_behind(derivation: Derivation, step: Step) -> tuple[str, ...]:
    """The steps that took the limit in which a step is said, itself included; none for one that holds in states."""
    found: list[str] = []
    if step.context.limit is None:
        return ()
    seen, pending = set[str](), [step]
    while pending:
        current = pending.pop()
        if current.name in seen:
            continue
        seen.add(current.name)
        if current.rule == "limit" and current.context.limit is not None:
            found.append(current.name)
        pending += [derivation[name] for name in current.inputs if name in derivation]
    return tuple(found)


def supposed_by(derivation: Derivation, step: Step) -> tuple[Relation, ...]:
    """The relations that a step supposes beside its conditions: what is so at a boundary, on a branch, in a case."""
    steps = (derivation[name] for name in step.within if name in derivation)
    return tuple(item.relation for item in steps if item.relation is not None)


def is_chosen(derivation: Derivation, step: Step, statement: Relation) -> bool:
    """True where the context of a step chooses a letter that a statement says the value of: the batch at balance, say.

    However an equation is written, it says the value of each of its letters; an inequality bounds one that stands alone
    on a side. Nothing else in the statement may rest on that letter, or the equation says the value of that. Either
    premises leave the letter open, and the context says which letter it chooses, or has it behind what is supposed
    there; or the statement is an equation, and the step says what solving for the letter gave. A bound on a letter that
    premises say the value of is meant of other states as well.
    """
    letters = set(statement.symbols) if statement.is_equation else {
        side for side in (statement.lhs, statement.rhs) if isinstance(side, Symbol)}
    giving = {item.lhs: item for item in derivation if item.rule in DEFINING and item.verdict.holds
              and item.relation is not None and item.relation.is_equation}
    determined = {item.determines for item in giving.values()}
    below = {letter: _behind((letter,), giving) - {letter} for letter in statement.symbols}
    for letter in sorted(letters, key=str):
        if any(letter in found for found in below.values()):
            continue
        if letter not in giving and letter.name not in determined and any(
                letter.name in each.about or letter in _behind(_named(derivation, each.name), giving)
                for each in step.context.suppositions):
            return True
        if statement.is_equation and _is_solved_for(derivation, step, letter):
            return True
    return False


def _named(derivation: Derivation, name: str) -> Iterable[Symbol]:
    """The letters in the relation of a step."""
    relation = derivation[name].relation if name in derivation else None
    return () if relation is None else relation.symbols


def _behind(letters: Iterable[Symbol], giving: Mapping[Expr, Step]) -> set[Symbol]:
    """Letters, and those that they rest on by premises and definitions, at any remove."""
    seen, pending = set[Symbol](), set(letters)
    while pending:
        symbol = pending.pop()
        seen.add(symbol)
        pending |= giving[symbol].rhs.free_symbols - seen if symbol in giving else set()
    return seen


def _is_solved_for(derivation: Derivation, step: Step, letter: Symbol) -> bool:
    """True for a step that says what a letter is, as an equation was solved for it, or it was chosen to be best."""
    if step.relation is None or step.relation.lhs != letter or not step.relation.is_equation:
        return False
    if step.rule in _CHOOSING:
        return True
    return any(_is_solved_for(derivation, derivation[name], letter) for name in step.inputs if name in derivation)


def _premises_about(evaluated: EvaluatedClaim, statement: Relation) -> tuple[Step, ...]:
    """Premises and definitions that say what stands on the left."""
    derivation = evaluated.derivation
    return tuple(step for step in (*derivation.premises, *derivation.definitions)
                 if step.relation is not None and step.lhs == statement.lhs)


def _fitting(step: Step, statement: Relation) -> tuple[bool, bool, float]:
    """Rank of a step as an answer: all quantities of the statement, its left side, the share in common."""
    quantities = statement.symbols
    own = step.relation.symbols if step.relation is not None else frozenset()
    return quantities <= own, step.lhs == statement.lhs, len(own & quantities) / len(own | quantities)


def _number(evaluated: EvaluatedClaim, step: Step) -> object:
    with suppress(DerivationsError):
        return evaluated.numbers(step.name).value
    return None
