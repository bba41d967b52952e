"""Proof: equality in the normal form, inequality by a named method, refutation by a point, or inconclusive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TypeAlias

from sympy import Abs, Expr, Integer, Max, Min, Pow, Symbol

from derivations.errors import UndecidedError
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.proof import bits, counterexample, every_index
from derivations.proof import exclusive_or as xor_form
from derivations.proof import sign as signs
from derivations.proof.budget import charge, remembered
from derivations.proof.certified import certified, fails_at_a_point, has_a_value, kernel_proof
from derivations.proof.definedness import UNDEFINED, may_have_none, without_value
from derivations.proof.elimination import Elimination, Fact, eliminate, fact_of, put_in, tied_facts
from derivations.proof.interpolation import differentiable, realised
from derivations.proof.normal_form import field_of, lowest_terms, vanishes
from derivations.proof.obligation import Obligation
from derivations.proof.sign import Sign
from derivations.proof.slack import slacken
from derivations.proof.uninterpreted import Freed, freed, has_functions, has_sequences, written_out
from derivations.proof.verdict import (
    CONTRADICTION,
    DOES_NOT_FOLLOW,
    NEITHER,
    Finding,
    Verdict,
    all_of,
    inconclusive,
    proven,
    refuted,
)
from derivations.proof.whole_numbers import abstracted

EQUALITY = "normal form"
FROM_GIVEN = "a given relation times a positive factor"
ORTHANT = "positive coefficients"
CASES = "cases of max and min"
INSTANCES = "it follows from instances of what is given for every index: take them first"
_Written: TypeAlias = tuple[tuple[Expr, ...], ...]
_MAX_CASES = 4
_CASE = 100  # what a case is paid for, beside the polynomials in it
_SEEDS = 8  # points through which functions are looked for
_MOST_CASES_TRIED = 8  # of bits, in each of these


def prove(obligation: Obligation) -> Verdict:
    """The verdict on one obligation.

    proven: the methods are named. refuted: with an exact point that satisfies everything given and not the goal.
    Otherwise inconclusive. What is given for every index refutes only by functions that satisfy it at every one.
    """
    found = prove_at_one_index(obligation)
    if found.finding is not Finding.REFUTED or not every_index.speaks_elsewhere(obligation):
        return found
    if every_index.goes_through(obligation, found.counterexample):
        return found
    # lemma: what holds for every index holds at each, so that a point refutes as well beside instances of what is given
    again = prove_at_one_index(every_index.with_instances(obligation))
    if again.finding is Finding.REFUTED:
        return again if every_index.goes_through(obligation, again.counterexample) else inconclusive(NEITHER)
    return inconclusive(INSTANCES if again.holds or again.reason == CONTRADICTION else again.reason)


def prove_at_one_index(obligation: Obligation) -> Verdict:
    """The same where what is given is read at one index only, as an induction reads it."""
    if _is_plain(obligation):
        found = _by_kernel(obligation) or _prove(obligation, obligation.quantities, obligation.delicate)
        return _with_value(found, obligation)
    # what derivatives may be is part of the question, too, where they do not occur
    quantities = (*obligation.quantities, *differentiable(obligation.notation))
    return _with_value(_prove_freed(obligation, quantities, obligation.delicate), obligation)


def shows(obligation: Obligation) -> Verdict:
    """The same without a search for a point that refutes: proven, or inconclusive.

    For a rule that tries several ways, where one that fails refutes nothing.
    """
    goal = obligation.goal
    if not goal.is_equation and goal.difference == 0 and not goal.delicate:  # needs no search
        # lemma: 0 <= 0, and not 0 < 0
        return inconclusive(NEITHER) if goal.operator in ("<", ">") else proven(ORTHANT)
    if _is_plain(obligation):
        if fails_at_a_point(obligation):
            return inconclusive(NEITHER)
        found = _by_kernel(obligation) or _shown(obligation, obligation.quantities, obligation.delicate)[0]
        return _with_value(found, obligation)
    return _with_value(_shown_freed(obligation)[0], obligation)


def _with_value(found: Verdict, obligation: Obligation) -> Verdict:
    """A proof, if its goal has a value wherever what is given holds: what cancels decides nothing of where it has none.
    """
    if not found.holds or certified(obligation):
        return found
    reason = lacks_value(obligation)
    return inconclusive(reason) if reason else found


def lacks_value(obligation: Obligation) -> str:
    """The reason for which the goal may have no value where what is given holds and has one; empty if it has one.

    The kernel shows that it has; where it has no terms, signs do.
    """
    if has_a_value(obligation):
        return ""

    def show(wanted: Relation) -> bool:
        own = Obligation(wanted, obligation.given)
        try:
            plain = own if _is_plain(own) else freed(own).obligation
        except UndecidedError:
            return False
        return _shown(plain, plain.quantities, plain.delicate)[0].holds

    return may_have_none(obligation.goal, obligation.given, show)


def _by_kernel(obligation: Obligation) -> Verdict | None:
    """The verdict of a proof that the kernel has replayed, which needs no search beside it; None without one."""
    found = kernel_proof(obligation)
    if found is None:
        return None
    by_sign = FROM_GIVEN if found.of_given else ORTHANT
    return proven(*([CASES] if found.by_cases else []), EQUALITY if obligation.goal.is_equation else by_sign)


def contradictory(given: Iterable[Relation]) -> bool:
    """True where relations are seen to contradict each other."""
    items = tuple(given)
    if not items:
        return False
    never = Relation(Integer(1), "<", Integer(0), items[0].notation, items[0].written)
    return shows(Obligation(never, items)).reason == CONTRADICTION


def _is_plain(obligation: Obligation) -> bool:
    return not (has_functions(obligation) or bits.has_bits(obligation) or xor_form.has_exclusive_or(obligation))


def _shown_freed(obligation: Obligation) -> tuple[Verdict, Freed | None, tuple[bits.Case, ...]]:
    """The verdict on an obligation with functions or bits, the same freed of functions, and cases that are open."""
    try:
        plain = freed(obligation)
    except UndecidedError as error:
        return inconclusive(str(error)), None, ()

    def show(each: Obligation) -> Verdict:
        return _shown(each, each.quantities, each.delicate)[0]

    cases: tuple[bits.Case, ...] = ({},)
    try:
        if bits.has_bits(obligation):
            found, cases = bits.by_cases(plain, show)
        else:
            found = show(plain.obligation)
        if found.holds:
            found = _defined(found, obligation, plain)
    except UndecidedError as error:
        return inconclusive(str(error)), None, ()
    return found, plain, cases


def _defined(found: Verdict, obligation: Obligation, plain: Freed) -> Verdict:
    """A proof about functions or bits, unless the goal as it was written has no value."""
    standing = {term.call: term.symbol for term in plain.terms}
    elimination = eliminate(plain.obligation.given, plain.obligation.quantities)
    undefined = _without_value(obligation, elimination, standing)
    return inconclusive(undefined) if undefined else found


@remembered(maxsize=1024)
def _prove_freed(obligation: Obligation, quantities: tuple[Quantity, ...], written: _Written) -> Verdict:
    verdict, plain, cases = _shown_freed(obligation)
    if plain is None or verdict.holds or verdict.reason == CONTRADICTION or verdict.reason.startswith(UNDEFINED):
        return verdict
    if has_sequences(obligation):
        return _refuted_written_out(obligation) or verdict
    for seed in range(_SEEDS):
        for case in cases[:_MOST_CASES_TRIED]:
            left = bits.in_case(plain, case) if case else plain.obligation
            try:
                point = counterexample.find_counterexample(left, seed=20 + seed, as_written=False)
                fixed = {symbol.name: value for symbol, value in case.items()}
                found = None if point is None else realised(obligation, plain, {**point, **fixed}, seed=seed)
            except UndecidedError:
                continue
            if found:
                return refuted(DOES_NOT_FOLLOW, found, counterexample.METHOD)
    return verdict


def _refuted_written_out(obligation: Obligation) -> Verdict | None:
    """A point at which it fails once its sums and products are written out."""
    for values, plain in written_out(obligation):
        found = prove(plain)
        if found.finding is Finding.REFUTED:
            point = {**found.counterexample, **{symbol.name: value for symbol, value in values.items()}}
            return refuted(found.reason, point, *found.checked_by)
    return None


@remembered(maxsize=8192)
def _shown(
    obligation: Obligation, quantities: tuple[Quantity, ...], written: _Written
) -> tuple[Verdict, Elimination | None]:
    # kept by content, as a rule that looks for its answer proves it once before its check does; the quantities are
    # part of the key because their domains are part of the question, and so is what was written that may have no value
    try:
        elimination = eliminate(obligation.given, quantities)
        tied = tied_facts(elimination)
        if elimination.contradictory or (len(tied) > 1 and slacken(tied).contradictory):
            return inconclusive(CONTRADICTION), None
    except UndecidedError as error:
        return inconclusive(str(error)), None
    try:
        goals = _goals(obligation, elimination)
        if any(_says_again(goal, given) for goal in goals for given in elimination.unused):
            # lemma: if a = c b with a number c other than 0, and b = 0, then a = 0
            methods = [EQUALITY]
        else:
            methods = _show_counted(goals, elimination.facts) or []
        # lemma: where given equations hold, a goal holds if it does with their solutions put in for symbols
        undefined = _without_value(obligation, elimination) if methods else NEITHER
    except UndecidedError as error:
        return inconclusive(_without_value(obligation, elimination) or str(error)), elimination
    return inconclusive(undefined) if undefined else proven(*methods), elimination


def _without_value(
    obligation: Obligation, elimination: Elimination, standing: Mapping[Expr, Symbol] | None = None
) -> str:
    """The reason why the goal, or what is given, has no value wherever what is given holds; empty if none is seen."""
    return without_value((obligation.goal, *obligation.given), elimination, standing)


@remembered(maxsize=8192)
def _prove(obligation: Obligation, quantities: tuple[Quantity, ...], written: _Written) -> Verdict:
    if fails_at_a_point(obligation):  # then nothing shows it: what is left to find is a point that tells a reader more
        with suppress(UndecidedError):
            point = counterexample.find_counterexample(obligation, eliminate(obligation.given, quantities))
            if point is not None:
                return refuted(DOES_NOT_FOLLOW, point, counterexample.METHOD)
    verdict, elimination = _shown(obligation, quantities, written)
    if elimination is None or verdict.holds:
        return verdict
    try:
        point = counterexample.find_counterexample(obligation, elimination)
    except UndecidedError:
        point = None
    if point is not None:
        return refuted(DOES_NOT_FOLLOW, point, counterexample.METHOD)
    undefined = _without_value(obligation, elimination) if verdict.reason == NEITHER else ""
    return inconclusive(undefined) if undefined else verdict


def prove_all(obligations: Iterable[Obligation]) -> Verdict:
    """The verdict on several obligations together."""
    return all_of(prove(obligation) for obligation in obligations)


def known_sign(expression: Expr, facts: Iterable[Fact] = ()) -> Sign:
    """The sign of an expression where the facts hold."""
    facts = tuple(facts)
    # lemma: a sign that an expression has everywhere it has wherever the facts hold
    direct = signs.sign(expression)
    if direct in (Sign.POSITIVE, Sign.NEGATIVE, Sign.ZERO) or not facts:
        return direct
    # lemma: 0 < u < v if and only if u = v s/(1 + s) for some s > 0, which is put in: then the condition is true
    found = signs.sign(slacken(facts).apply(expression))
    return direct if found is Sign.UNKNOWN else found


class _Goal:
    """An equation (`strict` is None) or a fact to show."""

    def __init__(self, expression: Expr, strict: bool | None) -> None:
        self.expression = expression
        self.strict = strict

    def replaced(self, old: Expr, new: Expr) -> _Goal:
        return _Goal(self.expression.subs(old, new), self.strict)


def _says_again(goal: _Goal, given: Expr) -> bool:
    """True for an equation that an equation from which no symbol came out says already, up to a factor."""
    if goal.strict is not None:
        return False
    own = field_of(goal.expression, given)
    one, other = (own.numerator(element) for element in own.elements)
    if not (one and other and one.monic() == other.monic()):
        return False
    # x^(n - 1) has a value where x^n/x has none, so that it is not enough that the numerator is zero
    powers = set[Pow]().union(*(generator.expression.atoms(Pow) for generator in own.generators.values()))
    split = any(not (power.exp.is_Rational or power.base.is_positive) for power in powers)
    return not split or signs.polynomial_sign(own.elements[0].denom, own) in (Sign.POSITIVE, Sign.NEGATIVE)


def _goals(obligation: Obligation, elimination: Elimination) -> list[_Goal]:
    goal = obligation.goal
    if goal.is_equation:
        return [_Goal(put_in(goal.difference, elimination.substitution), None)]
    fact = fact_of(goal).replaced(elimination.substitution)
    return [_Goal(fact.expression, fact.strict)]


def _show_counted(goals: list[_Goal], facts: tuple[Fact, ...]) -> list[str] | None:
    """The methods that show every goal, with symbols for what is rounded, summed or multiplied up."""
    told = abstracted([goal.expression for goal in goals], facts, known_sign)
    if told is None:
        return _show(goals, facts, depth=0)
    counted = [_Goal(expression, goal.strict) for expression, goal in zip(told.expressions, goals, strict=True)]
    methods = _show(counted, told.facts, depth=0)
    # lemma: what holds of every real number in place of a whole one, given facts that are true of that, holds of it
    if methods is not None or any(goal.strict is None for goal in counted):
        return methods
    # as when numbers are put in, units are one
    plain = [_Goal(goal.expression.xreplace(UNITS_TO_ONE), goal.strict) for goal in counted]
    known = tuple(fact.replaced(dict(UNITS_TO_ONE)) for fact in told.facts)
    if all(goal.strict is False and goal.expression.is_integer for goal in plain):
        # lemma: of a whole number m, m >= 0 if and only if m > -1
        plain = [_Goal(goal.expression + 1, strict=True) for goal in plain]
    methods = _show(plain, known, depth=0)
    if methods is None:
        plain = [_at_its_least(goal, known, told.rounded) for goal in plain]
        gone = set(told.rounded) - set().union(*(goal.expression.free_symbols for goal in plain))
        known = tuple(fact for fact in known if not fact.expression.free_symbols & gone)
        methods = _show(plain, known, depth=0)
    return methods


def _at_its_least(goal: _Goal, facts: tuple[Fact, ...], rounded: Mapping[Symbol, Expr]) -> _Goal:
    """A goal that implies this one: with what is rounded up, from x to x + 1, at the end that makes it smaller."""
    expression, strict = goal.expression, goal.strict
    for symbol, argument in rounded.items():
        if expression.has(Max, Min, Abs) or symbol not in expression.free_symbols:
            continue
        argument = argument.xreplace(UNITS_TO_ONE)
        slope = expression.diff(symbol)
        found = Sign.UNKNOWN if symbol in slope.free_symbols else known_sign(slope, facts)
        # lemma: ceil(x) is in [x, x + 1), and what is linear in it is least at an end: at x where it rises
        if found is Sign.POSITIVE:
            expression = expression.xreplace({symbol: argument})
        elif found is Sign.NEGATIVE:
            # lemma: where it falls it is above its value at x + 1, which is not reached: there zero is enough
            expression, strict = expression.xreplace({symbol: argument + 1}), False
    return _Goal(expression, strict)


def _show(goals: list[_Goal], facts: tuple[Fact, ...], depth: int) -> list[str] | None:
    """The methods that show every goal, or None."""
    methods: list[str] = []
    for goal in goals:
        method = _show_one(goal, facts)
        if method is None:
            return _show_by_cases(goals, facts, depth)
        methods.append(method)
    return methods


def _show_one(goal: _Goal, facts: tuple[Fact, ...]) -> str | None:
    # lemma: |x| = x where x >= 0, and |x| = -x where x <= 0
    for magnitude in goal.expression.atoms(Abs):
        found = known_sign(magnitude.args[0], facts)
        if found in (Sign.POSITIVE, Sign.NONNEGATIVE, Sign.ZERO):
            goal = goal.replaced(magnitude, magnitude.args[0])
        elif found in (Sign.NEGATIVE, Sign.NONPOSITIVE):
            goal = goal.replaced(magnitude, -magnitude.args[0])
    # lemma: an expression is zero, wherever it has a value, if the numerator of its normal form is the polynomial 0
    if goal.strict is None:
        return EQUALITY if vanishes(goal.expression) else None
    enough = (Sign.POSITIVE,) if goal.strict else (Sign.POSITIVE, Sign.NONNEGATIVE, Sign.ZERO)
    # lemma: sums and products of what is positive are positive
    if signs.sign(goal.expression, where_defined=True) in enough:
        return ORTHANT
    if not facts:
        return None
    # times the square of its denominator a goal has the same sign, and is defined wherever the goal is
    squared = goal.expression * lowest_terms(goal.expression)[1] ** 2
    named = goal.expression.free_symbols
    for fact in sorted(facts, key=lambda fact: -len(fact.expression.free_symbols & named)):  # the likeliest first
        strong_enough = (fact.strict or not goal.strict) and not vanishes(fact.expression)
        if not strong_enough:
            continue
        # lemma: if g/f > 0 and f > 0 then g > 0; if f >= 0 then g >= 0 (a fact f > 0 is no zero denominator of g/f)
        quotient = signs.sign(squared / fact.expression, where_defined=fact.strict)
        if quotient is Sign.POSITIVE:
            return FROM_GIVEN
    # lemma: as in `known_sign`
    return ORTHANT if signs.sign(slacken(facts).apply(goal.expression), where_defined=True) in enough else None


def _show_by_cases(goals: list[_Goal], facts: tuple[Fact, ...], depth: int) -> list[str] | None:
    expressions = [goal.expression for goal in goals] + [fact.expression for fact in facts]
    extrema = sorted(set().union(*(e.atoms(Max, Min) for e in expressions), set()), key=lambda e: e.sort_key())
    innermost = [e for e in extrema if not any(a.has(Max, Min) for a in e.args)]
    if not innermost or depth >= _MAX_CASES:
        return None
    extremum = innermost[0]
    charge(_CASE * len(extremum.args), "splitting cases of", extremum)
    upward = 1 if isinstance(extremum, Max) else -1
    cases: list[tuple[Expr, tuple[Fact, ...]]] = []
    # lemma: max(a, b, ...) is one of them, and where it is a, a >= every other; min(a, b, ...) the other way round
    for choice in extremum.args:
        others = [other for other in extremum.args if other != choice]
        ahead = tuple(Fact(upward * (choice - other), strict=False) for other in others)
        # lemma: where one of them is known to be ahead of all others, it is the only case
        if all(_follows(fact, facts) for fact in ahead):
            cases = [(choice, ())]
            break
        cases.append((choice, ahead))
    methods = [CASES]
    for choice, ahead in cases:
        shown = _show(
            [goal.replaced(extremum, choice) for goal in goals],
            (*(Fact(f.expression.subs(extremum, choice), f.strict) for f in facts), *ahead),
            depth + 1,
        )
        if shown is None:
            return None
        methods += shown
    return methods


def _follows(fact: Fact, facts: tuple[Fact, ...]) -> bool:
    return _show_one(_Goal(fact.expression, fact.strict), facts) is not None
