"""Inverted results: the same derivation, two steps further, solved for a quantity that the result rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sympy import Dummy, Expr, Symbol

from derivations.claim.claim import Claim
from derivations.claim.composition import refuse_bare_numbers
from derivations.claim.evaluated_claim import AnyEvaluated, EvaluatedClaim
from derivations.claim.study import Given, study_of
from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.rules.base import Input
from derivations.derivation.rules.calculus import derivative
from derivations.derivation.rules.solve import Solve
from derivations.derivation.script import Handle
from derivations.derivation.step import Step
from derivations.derivation.told import told
from derivations.errors import InputError, UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, Relation, from_sides
from derivations.numbers.format import format_value
from derivations.numbers.value import Value
from derivations.proof.budget import RULE_BUDGET, attempt
from derivations.proof.condition import positive
from derivations.proof.elimination import fact_of
from derivations.proof.normal_form import lowest_terms
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove, prove_all
from derivations.proof.verdict import all_of
from derivations.study.giving_way import as_given, behind_alone, reachable, result_relation
from derivations.study.inversion_by_numbers import InversionByNumbers, inverted_by_numbers
from derivations.study.missing_values import MissingValue, missing_value


class RestsNotOnError(InputError):
    """A result that no formula leads from to what is asked for."""


@dataclass(frozen=True)
class Route:
    """A way from a result to a quantity: the steps that lead there, and the valued quantities that they stand for.

    `beside` is an equation without a closed form, for a quantity of the result, by which the way leads: both are solved
    together then.
    """

    steps: tuple[Step, ...]
    aside: tuple[str, ...] = ()
    beside: Step | None = None


def nearest_route(evaluated: EvaluatedClaim, asked: Symbol) -> Route:
    """The nearest way from the result to a quantity; raises `InputError` if there is none, or if it cancels."""
    cancels: list[Relation] = []
    for route in routes(evaluated, asked):
        if asked not in _free_symbols(_substituted(result_relation(evaluated), route)):
            cancels.append(result_relation(evaluated))
        elif _speaks_of_the_result(evaluated, route):
            return route
    around = None if cancels else _way_around(evaluated, asked)
    if around is not None:
        return around
    left = result_relation(evaluated).written_left
    why = f": it cancels from {cancels[0]}" if cancels else ""
    raise RestsNotOnError(
        f"{left} of {evaluated.claim.name} does not rest on {asked}{why}. "
        f"It rests on {', '.join(invertible_quantities(evaluated))}{_given_by(evaluated, asked)}"
    )


def _way_around(evaluated: EvaluatedClaim, asked: Symbol) -> Route | None:
    """The way by an equation that only numbers solve, for a quantity of the result; None without one."""
    evaluation = evaluated.evaluation
    named = _free_symbols(result_relation(evaluated).difference)
    for unknown in sorted(named & set(evaluation.unsolved), key=str):
        step = evaluation.unsolved[unknown]
        steps = [evaluation.definitions[symbol] for symbol in reachable(evaluation.definitions, step.lhs.free_symbols |
                 step.rhs.free_symbols) if symbol not in (asked, unknown) and symbol in evaluation.definitions
                 and asked in reachable(evaluation.definitions, [symbol])]
        if asked in step.lhs.free_symbols | step.rhs.free_symbols or steps:
            aside = tuple(str(each.lhs) for each in steps if str(each.lhs) in evaluated.scenario.values)
            return Route(tuple(steps), aside, step)
    return None


def invertible_quantities(evaluated: EvaluatedClaim) -> tuple[str, ...]:
    """The quantities that the result can be solved for, in reading order.

    Raises `UndecidedError` if there is no result.
    """
    relation = result_relation(evaluated)
    found = reachable(evaluated.evaluation.definitions, relation.lhs.free_symbols | relation.rhs.free_symbols)
    names = [
        symbol.name
        for symbol in found
        if symbol != relation.lhs
        and not evaluated.derivation.notation[symbol.name].is_function
        and any(symbol in _free_symbols(_substituted(relation, route)) for route in routes(evaluated, symbol)
                if _speaks_of_the_result(evaluated, route))
    ]
    around = {
        symbol.name for step in evaluated.evaluation.unsolved.values()
        for symbol in reachable(evaluated.evaluation.definitions, step.lhs.free_symbols | step.rhs.free_symbols)
        if symbol.name not in names and _way_around(evaluated, symbol) is not None
    }
    names += sorted(around - {symbol.name for symbol in evaluated.evaluation.unsolved})
    return tuple(sorted(names, key=evaluated.derivation.notation.order.__getitem__))


def routes(evaluated: EvaluatedClaim, asked: Symbol) -> Iterator[Route]:
    """Ways to a quantity, the nearest first: through the formula, through valued quantities, through the result."""
    relation, definitions = result_relation(evaluated), evaluated.evaluation.definitions
    open_ = {symbol: step for symbol, step in definitions.items() if symbol.name not in evaluated.scenario.values}
    for known in (open_, definitions):
        for side in (relation.rhs, relation.lhs):
            steps = [known[symbol] for symbol in reachable(known, side.free_symbols)
                     if symbol != asked and symbol in known and asked in reachable(known, [symbol])]
            if steps or asked in side.free_symbols:
                aside = tuple(str(step.lhs) for step in steps if str(step.lhs) in evaluated.scenario.values)
                yield Route(tuple(steps), aside)


def _speaks_of_the_result(evaluated: EvaluatedClaim, route: Route) -> bool:
    """True unless a way puts another equation for the letter that is the result in its place.

    What is left would be solved without a look at what is given. In a limit the two letters are told apart.
    """
    left = result_relation(evaluated).lhs
    return evaluated.headline.context.limit is not None or all(step.lhs != left for step in route.steps)


def _substituted(relation: Relation, route: Route) -> Expr:
    values = {step.lhs: step.rhs for step in route.steps}
    difference = relation.difference
    for _ in values:
        difference = difference.xreplace(values)
    return difference


def _free_symbols(difference: Expr) -> frozenset[Symbol]:
    """The symbols of an equation once everything is cancelled."""
    try:
        return frozenset(lowest_terms(difference)[0].free_symbols)
    except UndecidedError:  # outside the normal form nothing is known to cancel
        return frozenset(difference.free_symbols)


def _given_by(evaluated: EvaluatedClaim, asked: Symbol) -> str:
    """The step of the claim that gives a quantity which its result does not rest on, in words; else empty."""
    giving = [step.name for step in evaluated.derivation.steps
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
        with attempt(RULE_BUDGET):
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
    if not shown.shown:
        return step
    return replace(
        step, conditions=conditions, verdict=all_of([step.verdict, *(told(prove(each), each) for each in obligations)]),
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
        if others and prove(Obligation(condition, others)).shown:
            kept.remove(condition)
    return tuple(kept)


def inverted(
    evaluated: AnyEvaluated, for_: str, given: Mapping[str, Given | Sequence[Given]] | None = None
) -> AnyEvaluated:
    """The evaluated claim with its result inverted for the quantity `for_`, of the same class.

    The steps of the claim stand as they are; after them the definitions and premises through which the result rests on
    `for_` are put in, and what comes out is solved. `given` values quantities, the former result first of all. What
    the scenario says of `for_` itself is set aside, and so is what would make the former result another than is given.
    A claim whose result is `for_` already comes back as it is,
    with what is given.

    Raises `UnknownNameError` for a quantity that there is not, `InputError` if the result does not rest on it or if it
    is given a value, `UndecidedError` if there is no result. Where no solution is found the headline says why.

    >>> from derivations import derive
    >>> longest = inverted(derive("optimal-batch"), "L", {"B": "2,000 sequence"})
    >>> print(longest.headline.relation)
    L = (n*B*L_kv*L_attn - r*s*L_kv*L_attn)/(n*B*L_attn - n*B*L_kv)
    >>> longest.result.result
    '12,801 tokens per sequence'
    """
    study = study_of(values=given)
    refuse_bare_numbers(evaluated.claim, study.values, evaluated.scenario)
    study = study.fitted(evaluated.derivation.notation)
    for name in (*evaluated.study.several, *study.several):
        raise InputError(f"{name} has several values: a result is inverted at one of them")
    values = study.first
    evaluated = evaluated.with_values(values)
    own = evaluated.derivation.notation[for_].symbol
    if for_ in evaluated.given:
        raise InputError(f"{for_} is what is asked for: leave out its value, {evaluated.given[for_]}")
    if result_relation(evaluated).lhs == own:
        return as_given(evaluated)
    if for_ in evaluated.scenario.values:  # what is asked for need not agree with what is given
        evaluated = replace(evaluated, scenario=evaluated.scenario.without((for_,)))
    evaluated = as_given(evaluated)
    route = nearest_route(evaluated, own)
    claim = _claim(evaluated, for_, route)
    aside = {for_, *route.aside}
    derivation = claim.derive(evaluated.derivation.assumptions, evaluated.budget)
    found = replace(
        evaluated, claim=claim, derivation=_discharged(derivation, own, result_relation(evaluated), route),
        scenario=evaluated.scenario.without(aside), reference=evaluated.reference.without(aside),
    )
    _ = found.evaluation  # values that disagree are refused here, and not when somebody looks
    return found


def solved(
    evaluated: AnyEvaluated, for_: str, given: Mapping[str, Given | Sequence[Given]] | None = None, *,
    by_itself: EvaluatedClaim,
) -> AnyEvaluated | InversionByNumbers:
    """The inverse of a claim as a formula, and where none leads to a number the values that are found by numbers.

    `by_itself` is the claim before it was aimed at what is given (`study/aim.py`): numbers are found from all its
    steps. What they are not found for either is told with the reason for which there is no formula.

    Raises as `inverted` does, and `UndecidedError` where there is no solution of either kind.
    """
    found: AnyEvaluated | None = None
    trouble: UndecidedError | RestsNotOnError | None = None
    try:
        found = inverted(evaluated, for_, given)
        if not any(step.verdict.holds for step in solutions(found)):
            trouble = UndecidedError(f"no solution for {for_} was found: {no_solution_reason(found)}")
    except (UndecidedError, RestsNotOnError) as error:
        trouble = error
    whole = found is not None and trouble is None and is_no_whole_number(found)
    rootless = found is not None and trouble is None and has_no_root(found)
    if found is not None and trouble is None and not (whole or rootless or is_open(found)):
        return found
    numbers = inverted_by_numbers(by_itself, for_, given)
    if numbers is not None and (numbers.beside or not whole) and (numbers.found or not rootless):
        return numbers
    if found is None or trouble is not None:
        assert trouble is not None
        raise trouble
    return found


def solutions(evaluated: EvaluatedClaim) -> tuple[Step, ...]:
    """The headline, or its branches where a relation has several admissible solutions."""
    headline = evaluated.headline
    branches = tuple(step for step in evaluated.derivation if _is_branch(step, headline.name))
    return branches if headline.relation is None and branches else (headline,)


def is_open(evaluated: EvaluatedClaim) -> bool:
    """True if no solution has a number, for want of numbers of other quantities."""
    lines = [evaluated.evaluation.line_or_none(step.name) for step in solutions(evaluated) if step.verdict.holds]
    return bool(lines) and all(line is not None and line.value is None and line.missing for line in lines)


def has_no_root(evaluated: EvaluatedClaim) -> bool:
    """True for equations of which numbers find no root: what is rounded up stays the same, and jumps."""
    lines = [evaluated.evaluation.line_or_none(step.name) for step in solutions(evaluated)]
    return all(line is not None and line.numeric is not None and not line.numeric.roots.found for line in lines)


def finds_none(evaluated: EvaluatedClaim) -> bool:
    """True if no solution has a value here, for another reason than that values are missing, or come whole."""
    lines = [evaluated.evaluation.line_or_none(step.name) for step in solutions(evaluated)]
    none = (line is None or (line.value is None and not line.missing and not (
        line.numeric is not None and line.numeric.roots.found)) for line in lines)
    return has_no_root(evaluated) or (all(none) and not is_no_whole_number(evaluated))


def is_no_whole_number(evaluated: EvaluatedClaim) -> bool:
    """True if what is solved for counts something, and no solution has a value: there may be two whole numbers around.
    """
    for step in solutions(evaluated):
        name = step.subject_name
        line = evaluated.evaluation.line_or_none(step.name) if step.verdict.holds else None
        if not name or line is None or line.value is not None or not evaluated.derivation.notation[name].range.whole:
            return False
    return True


def added_steps(evaluated: EvaluatedClaim, inversion: EvaluatedClaim) -> tuple[Step, ...]:
    """The steps that an inversion has added."""
    return tuple(step for step in inversion.derivation if step.name not in evaluated.derivation)


def values_set_aside(evaluated: EvaluatedClaim, inversion: EvaluatedClaim, for_: str) -> dict[str, tuple[Value, str]]:
    """The values that an inversion has set aside, each with the reason."""
    kept = inversion.scenario.values
    apart = {given: behind_alone(evaluated, given) for given in inversion.given}
    found = {}
    for name, value in evaluated.scenario.values.items():
        if name not in kept:
            given = next((given for given, behind in apart.items() if name in behind), "")
            why = f"{given} is given" if given else f"{for_} is asked for behind it"
            found[name] = value, "it is asked for" if name == for_ else why
    return found


def no_solution_reason(evaluated: EvaluatedClaim) -> str:
    """The reason for no solution: the first step on the way to it that does not stand."""
    step = evaluated.derivation.failures(evaluated.headline)[-1]
    if step is not evaluated.headline:
        return f"{step.name} is {step.verdict}"
    told = step.verdict.reason or str(step.verdict)
    return told if step.relation is None else f"{step.relation} is not shown to be one ({told})"


def held_fixed(evaluated: EvaluatedClaim, name: str) -> dict[str, tuple[str, ...]]:
    """Quantities in a solution for `name` that rest on the same ones as the definition of `name`.

    A solution holds them fixed: `L_x` while it asks for `r`, though both rest on the compute rate. What makes no
    difference at the numbers of the scenario is left out.
    """
    relation = evaluated.headline.relation
    definitions = evaluated.evaluation.definitions
    own = evaluated.derivation.notation[name].symbol
    if relation is None or own not in definitions:
        return {}
    behind = set(reachable(definitions, definitions[own].rhs.free_symbols))
    found = {}
    for symbol in sorted(relation.rhs.free_symbols & set(definitions), key=str):
        if symbol.name in evaluated.scenario.values or evaluated.evaluation.size(derivative(relation.rhs, symbol)) == 0:
            continue
        both = behind & set(reachable(definitions, [symbol]))
        if both:
            found[symbol.name] = tuple(sorted(item.name for item in both))
    return found


def inadmissible_value(evaluated: EvaluatedClaim, step: Step) -> str:
    """The number of a solution in words, where its quantity cannot take that number; else empty."""
    relation, notation = step.relation, evaluated.derivation.notation
    if relation is None or not isinstance(relation.lhs, Symbol):
        return ""
    size = evaluated.evaluation.size(evaluated.evaluation.expanded(relation.rhs, relation.lhs))
    if size is None:
        return ""
    own = notation[relation.lhs.name]
    told = f"{own.name} would be {format_value(size, own.dimension, own.unit)}"
    if not own.range.contains(size):
        return f"{told}, and it must be {own.range.words}"
    bounds = [(own.at_most, "more", 1)] + [(other.name, "less", -1) for other in notation.below(own.name)]
    for name, word, direction in bounds:
        bound = evaluated.evaluation.value_of(name) if name else None
        if bound is not None and direction * (size - bound.number) > 0:
            return f"{told}, which is {word} than {name} = {bound}"
    return ""


def missing_values(evaluated: EvaluatedClaim, inversion: EvaluatedClaim, step: Step) -> tuple[MissingValue, ...]:
    """The values for want of which a solution has no number; the former result stands for what is behind it."""
    line = inversion.numbers(step.name)
    former = result_relation(evaluated).lhs
    apart = line.relation.rhs.xreplace({former: Dummy()})
    left = inversion.evaluation.expanded(apart, line.relation.lhs).free_symbols
    behind = [name for name in line.missing if name not in {symbol.name for symbol in left}]
    behind = behind if isinstance(former, Symbol) else []
    missing = [*([str(former)] if behind else []), *(name for name in line.missing if name not in behind)]
    return tuple(missing_value(inversion, name) for name in missing)


def _claim(evaluated: EvaluatedClaim, for_: str, route: Route) -> Claim:
    """The claim with further steps; what was published about its result is not about the new one."""
    claim, headline = evaluated.claim, evaluated.headline
    own = evaluated.derivation.notation[for_]
    result = _fresh(evaluated.derivation, f"for-{for_}")
    spelled = _fresh(evaluated.derivation, f"{headline.name}-in-full")
    by_itself = _fresh(evaluated.derivation, f"{for_}-by-itself")
    using = [step.name for step in route.steps]
    left = headline.unknown or result_relation(evaluated).written_left
    between = f"what stands between {left} and {for_}, written out"

    def body(board: Board) -> Handle:
        claim.body(board)
        handle = Handle(headline.name)
        if route.beside is not None:
            beside = route.beside.inputs[0] if route.beside.rule == "solve" else route.beside.name
            equation = Handle(beside)
            if using:
                because = f"what stands between {route.beside.unknown} and {for_}, written out"
                equation = board.substitute(spelled, equation, [Handle(name) for name in using], because=because)
            both = board.solve_together(
                result.removesuffix(f"-{for_}"), (handle, equation), (route.beside.unknown, for_),
                because=f"solved for {for_}",
            )
            return both[1]
        first = next((step for step in route.steps if step.lhs == headline.lhs), None)
        if first is not None and headline.context.limit is not None:
            # what the result is in the limit says where what is solved for goes, and its equation holds in every state
            whole, rest = Handle(first.name), [Handle(step.name) for step in route.steps if step is not first]
            if rest:
                whole = board.substitute(spelled, whole, rest, because=between)
            alone = board.solve(by_itself, whole, for_=for_, because=f"solved for {for_}")
            return board.substitute(result, alone, [handle], because=f"with {left} in the limit put in")
        if using:
            handle = board.substitute(spelled, handle, [Handle(name) for name in using], because=between)
        return board.solve(result, handle, for_=for_, because=f"solved for {for_}")

    return replace(
        claim, title=f"{claim.name}, solved for {for_}", question=f"Which {for_} goes with a given {left}?",
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


def _is_branch(step: Step, name: str) -> bool:
    return re.fullmatch(rf"{re.escape(name)}-[0-9]+", step.name) is not None


def _fresh(derivation: Derivation, name: str) -> str:
    """A name that no step has yet."""
    while name in derivation:
        name += "-again"
    return name
