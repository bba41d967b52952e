"""Solutions by Lambert's W: ``(a*x + b)*exp(c*x) = d`` turned round for x, on either branch.

With ``v = c*x + y``, ``y = c*b/a`` and ``z = (c*d/a)*exp(y)`` the equation says ``v*exp(v) = z``. That falls from 0 to
-1/e as v rises to -1, and rises from there on. So v is W_0(z) where it is at least -1, and W_{-1}(z) where it is at
most -1: one of them wherever ``z >= -1/e``, and the lower one only for z < 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from sympy import Add, Expr, Integer, Mul, Poly, Pow, Rational, S, Symbol, exp, expand, log, powsimp

from derivations.derivation.rules.base import (
    Checked,
    Input,
    Outcome,
    carried,
    kept,
    wrong_shape,
)
from derivations.errors import NoClosedFormError, UndecidedError
from derivations.language.lambert import BRANCHES, Lambert, LambertPrincipal
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation, from_sides
from derivations.proof.certified import certified
from derivations.proof.condition import positive
from derivations.proof.elimination import Fact, fact_of
from derivations.proof.normal_form import cancelled, field_of, lowest_terms
from derivations.proof.obligation import Obligation
from derivations.proof.prove import known_sign, prove
from derivations.proof.sign import ONE_SIGN, Sign, sign
from derivations.proof.verdict import Finding, Verdict, all_of, proven, refuted

LAMBERT = "branches of Lambert's W"
_NUMBERS = "evaluation with 40 digits"
_DIGITS, _CLOSE = 40, Rational(1, 10**20)
_TRIED = tuple(map(Rational, ("1/3", "1/2", "2", "3", "1/7", "5")))
_MOST_POINTS = 60
_NEVER = Integer(-1)  # a need that nothing meets
_UP, _DOWN = (Sign.POSITIVE, Sign.NONNEGATIVE), (Sign.NEGATIVE, Sign.NONPOSITIVE)
_NEVER_BELOW = (*_UP, Sign.ZERO)


def solutions(target: Relation, inputs: tuple[Input, ...], unknown: Symbol, notation: Notation) -> tuple[Outcome, ...]:
    """One outcome for each branch that the domain of the unknown admits, with the conditions under which it is one.

    Raises `NoClosedFormError` for an equation of another form, and `UndecidedError` where there is no solution.
    """
    slope, offset, rate, right = _shape(target, unknown)
    shift, factor = (expand(cancelled(rate * each / slope)) for each in (offset, right))
    facts = _facts(inputs)
    outcomes, reasons = [], []
    for branch in BRANCHES:
        if branch is not LambertPrincipal and known_sign(factor, facts) in _NEVER_BELOW:
            continue
        value = (branch(powsimp(factor * exp(shift))) - shift) / rate
        solution = from_sides(unknown, "=", value, notation)
        try:
            parts = rate, shift, factor
            needed = _needs(branch, parts, facts, unknown, notation, stated=True)
            conditions = [condition for need, strict in needed
                          for condition in positive(_plain(need), notation, strict=strict)]
            apart = (each for need, _ in _apart_from_zero(parts, facts) for each in positive(need, notation))
            conditions += [each for each in apart if not _shown(Obligation(each, tuple(conditions))).shown]
        except UndecidedError as error:
            if isinstance(error, NoClosedFormError):
                raise
            reasons.append(f"{solution} is never {notation[unknown.name].range.words}")
            continue
        outcomes.append(Outcome(solution, carried(inputs, conditions)))
    if not outcomes:
        raise UndecidedError(f"no solution for {unknown} in its domain, because {'; '.join(reasons)}")
    return tuple(outcomes)


def check_solution(inputs: tuple[Input, ...], outcome: Outcome, unknown: Symbol, notation: Notation) -> Checked:
    """Check: what the branch stands for is put back by its defining equation, and found again from the equation.

    The kernel knows no W: a real number w with ``w*exp(w) = z`` stands for it. That it is on this branch, and on no
    other, are the lemmas at the top, so that a step is argued, not proven. That the conditions are no stronger than
    needed is shown by nothing but how they were found.
    """
    target, result = inputs[0].relation, outcome.relation
    assert result is not None
    shape = wrong_shape(result, unknown, "=")
    if shape is not None:
        return Checked(shape)
    calls = result.rhs.atoms(Lambert)
    stands, wide = _fresh(notation)
    call = next(iter(calls), None)
    opened = result.rhs.xreplace({call: stands})
    if call is None or len(calls) > 1 or cancelled(opened.diff(stands)).has(stands):
        return Checked(Verdict(Finding.INCONCLUSIVE, (), "no value of one branch, times something, plus something"))
    times = cancelled(opened.diff(stands))
    rest, argument = cancelled(opened - times * stands), call.args[0]
    rate, shift = cancelled(1 / times), cancelled(-rest / times)
    factor = cancelled(argument * exp(-shift))
    facts = tuple(map(fact_of, outcome.conditions))
    parts = rate, shift, factor
    needed = [*_needs(type(call), parts, facts, unknown, notation), *_apart_from_zero(parts, facts)]
    if (_NEVER, True) in needed:
        return Checked(refuted("the other branch: this one is outside the domain", None, LAMBERT))
    found = cancelled((unknown - rest) / times)
    obligations = [
        Obligation(target.in_notation(wide), (
            from_sides(unknown, "=", opened, wide), from_sides(stands * exp(stands), "=", argument, wide),
            *(each.in_notation(wide) for each in outcome.conditions),
        ), "it solves the relation"),
        Obligation(from_sides(found * exp(found), "=", argument, notation), (target, *outcome.conditions),
                   "nothing else on its branch does"),
        *(Obligation(from_sides(_plain(need), ">" if strict else ">=", Integer(0), notation), outcome.conditions,
                     "the branch is real and in the domain") for need, strict in needed),
        *kept(inputs, outcome),
    ]
    verdict = all_of([*(_shown(each) for each in obligations), proven(LAMBERT)])
    if verdict.finding is not Finding.PROVEN:
        point = _point_against(target, result, outcome.conditions, unknown, notation)
        if point:
            return Checked(refuted("it does not solve the relation", point, _NUMBERS))
    return Checked(verdict, tuple(obligations))


def _shown(obligation: Obligation) -> Verdict:
    """The verdict of the prover; where it leaves it open, of a certificate: what is given holds at the solution."""
    found = prove(obligation)
    if found.finding is Finding.INCONCLUSIVE and certified(obligation):
        return proven("certificate")
    return found


def _needs(
    branch: type[Lambert], parts: tuple[Expr, Expr, Expr], facts: Sequence[Fact], unknown: Symbol, notation: Notation,
    *, stated: bool = False,
) -> list[tuple[Expr, bool]]:
    """What must be positive, or with False not negative, for a branch to be real and to solve within the domain.

    Of ``x = (W(z) - y)/c`` with ``z = k*exp(y)``. A positive x is ``W(z) > y`` for c > 0 and ``W(z) < y`` for c < 0.
    Where y is on the branch that is a comparison of z with ``y*exp(y)``, and so of k with y, as the branch is monotone;
    it implies ``z > y*exp(y) >= -1/e`` on the right side of y. Where y is beyond -1, it holds always, or never. With
    `stated`, what is needed is stated as a condition, and so a fact.
    """
    rate, shift, factor = parts
    principal = branch is LambertPrincipal
    # z >= -1/e, which is no question of a positive z; the lower branch is real only below zero
    below = [] if principal else [(-factor, True)]
    real = [] if known_sign(factor, facts) in _NEVER_BELOW else [(1 + factor * exp(1 + shift), False)]
    if notation[unknown.name].domain == "real":
        return [*below, *real]
    if notation[unknown.name].domain != "positive" or notation[unknown.name].at_most or notation.below(unknown.name):
        raise NoClosedFormError(f"no closed form for {unknown} by Lambert's W: only for positive and for real ones")
    rises = known_sign(rate, facts)
    if rises not in ONE_SIGN:
        raise NoClosedFormError(f"no closed form for {unknown}: the exponential may rise or fall")
    ahead = factor - shift  # of the same sign as z - y*exp(y)
    on_side = _side_of_edge(shift, facts)
    if on_side is None and stated:  # where k > y is needed, it may tell
        told = _side_of_edge(shift, (*facts, Fact(_plain(ahead), strict=True)))
        on_side = told if told == (1 if rises is Sign.POSITIVE else -1) else None
    if on_side is None:
        raise NoClosedFormError(f"no closed form for {unknown} by Lambert's W: on which branch it is, is not known")
    if rises is Sign.POSITIVE:
        if on_side >= 0:  # W > y >= -1
            return [(ahead, True)] if principal else [(_NEVER, True)]
        return real if principal else [*below, (-ahead, True), *real]
    if on_side <= 0:  # W < y <= -1
        return [(_NEVER, True)] if principal else [*below, (ahead, True)]
    return [(-ahead, True), *real] if principal else [*below, *real]


def _apart_from_zero(parts: tuple[Expr, Expr, Expr], facts: Sequence[Fact]) -> list[tuple[Expr, bool]]:
    """What must be positive so that nothing is divided by zero: of ``x = (W(z) - y)/c``, where y and z divide by a."""
    rate, shift, factor = parts
    below = dict.fromkeys(lowest_terms(each)[1] for each in (1 / rate, shift, factor))
    return [(each**2, True) for each in below if known_sign(each, facts) not in ONE_SIGN]


def _side_of_edge(shift: Expr, facts: Sequence[Fact]) -> int | None:
    """1 where y is above -1, -1 below, 0 at it, as far as it is told; what has no sign is None."""
    edge = cancelled(shift + 1)
    logarithms = (Fact(each.args[0] - 1 - each, strict=False) for each in edge.atoms(log))  # log(u) <= u - 1
    found = known_sign(edge, (*facts, *logarithms))
    return 0 if found is Sign.ZERO else 1 if found in _UP else -1 if found in _DOWN else None


def _plain(need: Expr) -> Expr:
    """A difference of the same sign: of ``exp(u) - exp(v)`` that is ``u - v``, as the exponential rises."""
    over, under = lowest_terms(need)
    terms = Add.make_args(over)
    if len(terms) == 2 and sign(under) is Sign.POSITIVE:
        more, less = sorted(terms, key=lambda term: bool(term.could_extract_minus_sign()))
        exponents = _exponent(more), _exponent(-less)
        if exponents[0] is not None and exponents[1] is not None:
            return cancelled(exponents[0] - exponents[1])
    return need


def _exponent(expression: Expr) -> Expr | None:
    """The u of exp(u), as a product of such factors may be; None for anything else."""
    total: Expr = Integer(0)
    for part in Mul.make_args(expression):
        base, exponent = part.as_base_exp()
        if base == S.Exp1:
            total += exponent
        elif isinstance(base, exp):
            total += base.args[0] * exponent
        elif part != 1:
            return None
    return total


def _shape(target: Relation, unknown: Symbol) -> tuple[Expr, Expr, Expr, Expr]:
    """The a, b, c and d of ``(a*x + b)*exp(c*x) = d``. Raises `NoClosedFormError` for any other equation."""
    own = field_of(target.difference)
    numerator = expand(own.back(own.numerator(own.elements[0])))
    groups: dict[Expr, list[Expr]] = {}
    for term in Add.make_args(numerator):
        rest, degree, rate = _apart(term, unknown)
        powers = groups.setdefault(cancelled(rate), [Integer(0), Integer(0)])
        if degree > 1:
            raise _other_form(unknown)
        powers[degree] += rest
    lines = [rate for rate, powers in groups.items() if powers[1] != 0]
    if len(groups) != 2 or len(lines) != 1:
        raise _other_form(unknown)
    (line,), (flat,) = lines, [rate for rate in groups if rate not in lines]
    (offset, slope), (right, _) = groups[line], groups[flat]
    return cancelled(slope), cancelled(offset), cancelled(line - flat), cancelled(-right)


def _apart(term: Expr, unknown: Symbol) -> tuple[Expr, int, Expr]:
    """A term as ``rest*x^degree*exp(rate*x)``."""
    rest, degree, rate = Integer(1), 0, Integer(0)
    for factor in Mul.make_args(term):
        base, exponent = (S.Exp1, factor.args[0]) if isinstance(factor, exp) else factor.as_base_exp()
        if unknown not in factor.free_symbols:
            rest *= factor
        elif base == unknown and exponent.is_Integer and exponent > 0:
            degree += int(exponent)
        elif unknown not in base.free_symbols and base.is_positive and exponent.is_polynomial(unknown):
            line = Poly(exponent, unknown)
            if line.degree() > 1:
                raise _other_form(unknown)
            rate += line.coeff_monomial(unknown) * log(base)
            rest *= Pow(base, line.coeff_monomial(1))
        else:
            raise _other_form(unknown)
    return rest, degree, rate


def _other_form(unknown: Symbol) -> NoClosedFormError:
    return NoClosedFormError(f"no closed form for {unknown} by Lambert's W: no line times an exponential")


def _facts(inputs: Sequence[Input]) -> tuple[Fact, ...]:
    return tuple(fact_of(each) for item in inputs for each in (*item.conditions, *_beside(item, inputs))
                 if not each.is_equation)


def _beside(item: Input, inputs: Sequence[Input]) -> tuple[Relation, ...]:
    """What an input beside the equation says."""
    return () if item is inputs[0] else (item.relation,)


def _fresh(notation: Notation) -> tuple[Symbol, Notation]:
    """A real number that stands for the branch, by a name that the notation does not have."""
    names = ("w", *(f"w_{place}" for place in range(len(notation.names) + 1)))
    own = Quantity(next(name for name in names if name not in notation), "", "stands for Lambert's W", "real")
    wide = notation.extended([own])
    return wide[own.name].symbol, wide


def _point_against(
    target: Relation, result: Relation, conditions: Sequence[Relation], unknown: Symbol, notation: Notation
) -> dict[str, Expr]:
    """Numbers within the conditions at which the value does not solve the equation; empty if none are found."""
    for point in _points(target, result, conditions, unknown, notation):
        value = result.rhs.xreplace(point).xreplace(UNITS_TO_ONE)
        sides = [side.xreplace({**point, unknown: value}).xreplace(UNITS_TO_ONE) for side in (target.lhs, target.rhs)]
        left, right = (side.evalf(_DIGITS) for side in sides)
        if left.is_Float and right.is_Float and abs(left - right) > _CLOSE * max(abs(left), abs(right)):
            return {str(symbol): number for symbol, number in point.items()}
    return {}


def _points(
    target: Relation, result: Relation, conditions: Sequence[Relation], unknown: Symbol, notation: Notation
) -> Iterator[dict[Symbol, Expr]]:
    names = sorted({each.name for each in target.symbols | result.symbols} - {unknown.name})
    for turn, numbers in enumerate(product(_TRIED, repeat=len(names))):
        if turn >= _MOST_POINTS:
            return
        point = {notation[name].symbol: number for name, number in zip(names, numbers, strict=True)}
        inside = all(notation[symbol.name].range.contains(number) for symbol, number in point.items())
        if inside and all(_holds(each, point) for each in conditions):
            yield point


def _holds(condition: Relation, point: dict[Symbol, Expr]) -> bool:
    gap = condition.difference.xreplace(point).xreplace(UNITS_TO_ONE).evalf(_DIGITS)
    return bool(gap.is_Float or gap.is_Rational) and bool(
        {">": gap > 0, ">=": gap >= 0, "<": gap < 0, "<=": gap <= 0, "=": gap == 0}[condition.operator])
