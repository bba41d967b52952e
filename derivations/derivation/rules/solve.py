"""solve: an equation turned round for one of its quantities, every admissible branch with its condition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import sympy
from sympy import Add, Dummy, Expr, I, Integer, Pow, Symbol, arg, im, powsimp, re

from derivations.derivation.rules import lambert
from derivations.derivation.rules.base import (
    NO_STRONGER,
    Checked,
    Input,
    Outcome,
    carried,
    discharged,
    given_by,
    inside_domain,
    kept,
    where_defined,
    wrong_shape,
)
from derivations.errors import InputError, NoClosedFormError, UndecidedError
from derivations.language.from_sympy import from_sympy
from derivations.language.functions import ExclusiveOr
from derivations.language.limits import check_size
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, Relation, from_sides
from derivations.proof.condition import positive
from derivations.proof.elimination import Fact, fact_of, linear_parts
from derivations.proof.exclusive_or import alone
from derivations.proof.normal_form import Field, cancelled, field_of, lowest_terms, vanishes
from derivations.proof.obligation import Obligation
from derivations.proof.prove import lacks_value, prove, prove_all
from derivations.proof.sign import ONE_SIGN, Sign, sign
from derivations.proof.verdict import Finding, Verdict, all_of, proven
from derivations.proof.worker import by_sympy


@dataclass(frozen=True)
class RootEquation:
    """The equation ``base^(1/degree) = other``: the same as ``base = other^degree`` where ``other >= 0``."""

    base: Expr
    degree: int
    other: Expr

    @property
    def polynomial(self) -> Expr:
        """An expression that vanishes at every solution of the equation, and at some more."""
        return lowest_terms(self.base - self.other**self.degree)[0]

    def isolates(self, unknown: Symbol) -> bool:
        """True if the unknown is all that stands under the root, and stands nowhere else."""
        return self.base == unknown and unknown not in self.other.free_symbols

    def solved_by(
        self, value: Expr, given: tuple[Relation, ...], notation: Notation, unknown: Symbol
    ) -> list[Obligation]:
        """The relations by which a value solves the equation and not only its power."""
        base, other = (side.xreplace({unknown: value}) for side in (self.base, self.other))
        return [
            Obligation(from_sides(base, "=", other**self.degree, notation), given, "it solves the power"),
            Obligation(from_sides(other, ">=", Integer(0), notation), given, "and the root itself"),
        ]


def root_of(target: Relation, unknown: Symbol) -> RootEquation | None:
    """The equation as a root, if the unknown is under just one and that one stands in the first power."""
    own = field_of(target.difference)
    numerator = own.numerator(own.elements[0])
    holders = {
        key: generator
        for key, generator in own.generators.items()
        if unknown in generator.expression.free_symbols and numerator.degree(numerator.ring(key)) > 0
    }
    roots = [key for key, generator in holders.items() if generator.root != 1]
    plain = all(generator.expression == unknown for key, generator in holders.items() if key not in roots)
    if len(roots) != 1 or not plain or numerator.degree(numerator.ring(roots[0])) != 1:
        return None
    generator, variable = holders[roots[0]], numerator.ring(roots[0])
    if generator.relation is None and generator.expression != unknown:
        return None
    factor = numerator.diff(variable)
    if sign(own.back(factor)) not in ONE_SIGN:
        return None
    other = cancelled(-own.back(numerator - factor * variable) / own.back(factor))
    return RootEquation(generator.expression, generator.root, other)


INJECTIVE = "a power of a positive number is injective"
ALL_ROOTS = "product of all roots"
ROOT_TAKEN = "x^u = v and v > 0 is x = v^(1/u)"
_FEW = 60  # operations in an equation whose roots take SymPy a moment
_HIGHEST_DEGREE = 3  # the roots of a quartic fill pages


@dataclass(frozen=True)
class Solve:
    """Solve the first input for `unknown`; further inputs are conditions that may be used.

    With `by_lambert`, a line times an exponential, for which only numbers are found otherwise, by Lambert's W.
    """

    name: ClassVar[str] = "solve"
    unknown: Symbol
    by_lambert: bool = False

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """One outcome for each admissible branch.

        Raises `NoClosedFormError` where there is no formula, `UndecidedError` where there is no solution.
        """
        target = inputs[0].relation
        if self.unknown not in target.symbols:
            raise UndecidedError(f"{self.unknown} does not occur in {target}")
        if not target.is_equation:
            return (self._bound(inputs, notation),)
        if _is_gone(target, self.unknown):
            raise UndecidedError(f"{self.unknown} cancels from {target}, which holds for all of its values or for none")
        if self.by_lambert:
            return lambert.solutions(target, inputs, self.unknown, notation)
        outcomes, reasons = [], []
        for value in self._values(target):
            if _is_complex(value):
                reasons.append(f"{value} is no real number")
                continue
            self._refuse_unwritable(value, notation)
            try:
                conditions = self._conditions(target, value, notation)
            except UndecidedError:
                solution = from_sides(self.unknown, "=", value, notation)
                reasons.append(f"{solution} is never {notation[self.unknown.name].range.words}")
                continue
            outcomes.append(
                Outcome(from_sides(self.unknown, "=", value, notation), carried(inputs, conditions))
            )
        if not outcomes:
            raise UndecidedError(f"no solution for {self.unknown} in its domain, because {'; '.join(reasons)}")
        return tuple(outcomes)

    def unsolved(self, inputs: tuple[Input, ...], reason: str) -> Outcome:
        """The equation itself, for the value that only numbers find."""
        return Outcome(inputs[0].relation, carried(inputs), reason, unknown=self.unknown)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """Put back into the equation as it stood; nothing else solves it; the conditions say when it is a value."""
        target, result = inputs[0].relation, outcome.relation
        assert result is not None
        if outcome.unknown is not None:
            return discharged([Obligation(result, (target,), "it is the equation"), *kept(inputs, outcome)])
        if self.by_lambert and target.is_equation:
            return lambert.check_solution(inputs, outcome, self.unknown, notation)
        given = given_by(inputs[1:])
        only = Obligation(result, (*given_by(inputs), *outcome.conditions), "nothing else does")
        back = where_defined(target, (result, *outcome.conditions, *given), "it solves the relation")
        if not target.is_equation:
            return discharged([back, only, *kept(inputs, outcome)])
        shape = wrong_shape(result, self.unknown, "=")
        if shape is not None:
            return Checked(shape)
        obligations = [
            where_defined(limit, (*outcome.conditions, *given), "it is a value that can be taken")
            for limit in inside_domain(result.rhs, self.unknown.name, notation)
        ] + [
            self._no_stronger(condition, result, inputs)
            for condition in outcome.conditions
            if not any(condition in item.conditions for item in inputs)
        ] + kept(inputs, outcome)
        raised = self._raised(result, notation)
        if raised is not None:  # lemma: for positive x and v, x^u = v is x = v^(1/u)
            inside = from_sides(raised.rhs, ">", Integer(0), notation)
            whole = discharged([
                *obligations,
                Obligation(raised, (*given_by(inputs), *outcome.conditions), "nothing else does"),
                where_defined(target, (raised, *outcome.conditions, *given), "it solves the relation"),
                Obligation(inside, (*outcome.conditions, *given), "the power is positive"),
            ])
            return Checked(all_of([whole.verdict, proven(ROOT_TAKEN)]), whole.obligations)
        root = root_of(target, self.unknown)
        if root is not None:
            obligations += root.solved_by(result.rhs, (*outcome.conditions, *given), notation, self.unknown)
        else:
            obligations.append(back)
        if self._exclusive_or(target) is not None or _linear(field_of(target.difference), self.unknown):
            return discharged([*obligations, only])
        found = prove_all(obligations)
        if found.finding is Finding.PROVEN:
            found = all_of([found, self._only(target, result)])
        if INJECTIVE in found.checked_by:
            obligations.append(only)
        return Checked(found, tuple(obligations))

    def _raised(self, result: Relation, notation: Notation) -> Relation | None:
        """The solution ``x = v^(1/u)``, where v may have either sign, as ``x^u = v``; None for any other."""
        value = result.rhs
        if not (self.unknown.is_positive and value.is_Pow) or value.exp.is_Number or value.exp == 0:
            return None
        if sign(value.base) is Sign.POSITIVE or sign(value.exp) not in ONE_SIGN:
            return None
        return from_sides(self.unknown ** (1 / value.exp), "=", value.base, notation)

    def _no_stronger(self, condition: Relation, result: Relation, inputs: tuple[Input, ...]) -> Obligation:
        """That a condition follows from the solution; which equation is used up first decides whether that is seen."""
        given = given_by(inputs)
        orders = [
            Obligation(condition, relations, NO_STRONGER)
            for relations in ((given[0], result, *given), (result, *given), (result,))
        ]
        return next((each for each in orders if prove(each).finding is Finding.PROVEN), orders[0])

    def _only(self, target: Relation, result: Relation) -> Verdict:
        """All roots are known: the polynomial is the product over them, or it is a single power."""
        own, root = field_of(target.difference), root_of(target, self.unknown)
        if _power_of(own, self.unknown) is not None or (root is not None and root.isolates(self.unknown)):
            return proven(INJECTIVE)
        values = self._values(target)
        numerator = own.back(own.numerator(own.elements[0])) if root is None else root.polynomial
        if not any(vanishes(result.rhs - value) for value in values):
            return Verdict(Finding.INCONCLUSIVE, (), "not among the roots")
        polynomial = sympy.Poly(numerator, self.unknown)
        product: Expr = polynomial.LC()
        for value in values:
            product *= self.unknown - value
        stays = sign(polynomial.LC()) in ONE_SIGN  # or every value might solve it
        if stays and polynomial.degree() == len(values) and vanishes(numerator - product):
            return proven(ALL_ROOTS)
        return Verdict(Finding.CHECKED, ("sympy",), "it solves the equation; SymPy knows no other solution")

    def _exclusive_or(self, target: Relation) -> Expr | None:
        """The unknown where the equation is one of exclusive ors: the exclusive or of everything else."""
        found = alone(target.lhs, target.rhs, self.unknown)
        return None if found is None else found[1]

    def _values(self, target: Relation) -> list[Expr]:
        mixed = self._exclusive_or(target)
        if mixed is not None:
            return [mixed]
        own = field_of(target.difference)
        if _linear(own, self.unknown):
            return [_linear_value(own, self.unknown)]
        power = _power_of(own, self.unknown)
        if power is not None:
            return [power]
        root = root_of(target, self.unknown)
        if root is not None and root.isolates(self.unknown):
            return [root.other**root.degree]
        numerator = own.back(own.numerator(own.elements[0])) if root is None else root.polynomial
        plain = Dummy(self.unknown.name)  # without assumptions, so that no root is dropped unseen
        polynomial = numerator.xreplace({self.unknown: plain})
        if not polynomial.is_polynomial(plain):
            raise NoClosedFormError(f"no closed form for {self.unknown}: it stands inside a power, a root or a max")
        degree = sympy.degree(polynomial, plain)
        if degree > _HIGHEST_DEGREE:
            raise NoClosedFormError(f"no closed form for {self.unknown}: an equation of degree {degree}")
        return list(by_sympy(_FEW, sympy.roots, polynomial, plain)) or _no_roots(self.unknown)

    def _refuse_unwritable(self, value: Expr, notation: Notation) -> None:
        """Raise `NoClosedFormError` for a root that is longer than what may be written, as many of cubics are."""
        try:
            check_size(from_sympy(value, notation.order))
        except InputError as error:
            raise NoClosedFormError(f"no closed form for {self.unknown} that could be written: {error}") from None

    def _conditions(self, target: Relation, value: Expr, notation: Notation) -> list[Relation]:
        facts = [fact_of(limit) for limit in inside_domain(value, self.unknown.name, notation)]
        if value.is_Pow and not value.exp.is_Integer:  # positive where its base is
            facts = [Fact(value.base, strict=True) if fact.expression == value else fact for fact in facts]
        for power in value.atoms(Pow):
            if not power.exp.is_Integer:
                facts.append(Fact(power.base, strict=not power.exp.is_positive))
        root = root_of(target, self.unknown)
        if root is not None:
            strict = root.isolates(self.unknown) and bool(self.unknown.is_positive)
            facts.append(Fact(root.other.xreplace({self.unknown: value}), strict=strict))
        found = [positive(fact.expression, notation, strict=fact.strict) for fact in facts]
        conditions = list(dict.fromkeys(condition for parts in found for condition in parts))
        for condition in tuple(conditions):  # those that the others imply are left out, and what bits are anyway
            others = tuple(other for other in conditions if other != condition)
            if (others or value.has(ExclusiveOr)) and prove(Obligation(condition, others)).finding is Finding.PROVEN:
                conditions.remove(condition)
        return [*conditions, *self._apart_from_zero(target, value, conditions, notation)]

    def _apart_from_zero(
        self, target: Relation, value: Expr, given: list[Relation], notation: Notation
    ) -> tuple[Relation, ...]:
        """That what a value is divided by is not zero, where neither the relation nor other conditions say so."""
        below = lowest_terms(value)[1]
        found = sign(below)
        result = from_sides(self.unknown, "=", value, notation)
        if found in ONE_SIGN or not lacks_value(Obligation(result, (target, *given))):
            return ()
        return positive(below if found is Sign.NONNEGATIVE else below**2, notation)

    def _bound(self, inputs: tuple[Input, ...], notation: Notation) -> Outcome:
        """An inequality that is linear in the unknown, with a coefficient of definite sign."""
        target = inputs[0].relation
        own = field_of(target.difference)
        if not _linear(own, self.unknown):
            raise UndecidedError(f"{target} is not linear in {self.unknown}")
        coefficient, _ = linear_parts(own.numerator(own.elements[0]), self.unknown)
        direction = sign(own.back(coefficient) / own.back(own.elements[0].denom))
        if direction not in ONE_SIGN:
            raise UndecidedError(f"the factor of {self.unknown} in {target} has no definite sign")
        operator = target.operator if direction is Sign.POSITIVE else FLIPPED[target.operator]
        value = _undisturbed(target, self.unknown)
        if value is None:
            value = _linear_value(own, self.unknown)
        return Outcome(from_sides(self.unknown, operator, value, notation), carried(inputs))


def _undisturbed(target: Relation, unknown: Symbol) -> Expr | None:
    """The other side over the factor, where one side is just factor times unknown (keeps a max readable)."""
    factor = target.lhs / unknown
    if unknown in factor.free_symbols or unknown in target.rhs.free_symbols:
        return None
    return target.rhs / factor


def _is_gone(target: Relation, unknown: Symbol) -> bool:
    """True if every term of an equation has the same power of the unknown, so that a positive one cancels."""
    own = field_of(target.difference)
    numerator = own.numerator(own.elements[0])
    if not unknown.is_positive or not numerator or not own.is_open(unknown):
        return False
    place = numerator.ring.gens.index(numerator.ring(unknown))
    return len({powers[place] for powers in numerator.monoms()}) == 1


def _no_roots(unknown: Symbol) -> list[Expr]:
    raise NoClosedFormError(f"no closed form for {unknown}: its roots are not expressible")


def _is_complex(value: Expr) -> bool:
    """True for a root that is no real number. Raises `UndecidedError` where that depends on the symbols."""
    if value.is_real is False or not value.has(I):
        return value.is_real is False
    imaginary = by_sympy(_FEW, Expr.as_real_imag, value)[1]
    if not imaginary.has(I, re, im, arg) and sign(imaginary) in ONE_SIGN:
        return True
    raise NoClosedFormError("no closed form: which of its roots are real is not known")


def _linear_value(own: Field, symbol: Symbol) -> Expr:
    coefficient, rest = linear_parts(own.numerator(own.elements[0]), symbol)
    return cancelled(-own.back(rest) / own.back(coefficient))


def _linear(own: Field, symbol: Symbol) -> bool:
    numerator = own.numerator(own.elements[0])
    if not own.is_open(symbol) or own.generators[symbol].root != 1:
        return False
    return bool(numerator.degree(numerator.ring(symbol)) == 1)


def _power_of(own: Field, symbol: Symbol) -> Expr | None:
    """The solution of ``a x^u + b x^v = 0`` for positive x, where the equation has that shape.

    Where one of a and b may have either sign there is one as far as -b/a is positive.
    """
    if not symbol.is_positive:
        return None
    terms: dict[Expr, Expr] = {}
    for term in _terms(own):
        rest, powers = term.as_independent(symbol, as_Add=False)
        base, exponent = powers.as_base_exp() if powers != 1 else (symbol, Integer(0))
        if base != symbol or symbol in exponent.free_symbols:
            return None
        terms[exponent] = terms.get(exponent, Integer(0)) + rest
    if len(terms) != 2:
        return None
    (first, a), (second, b) = sorted(terms.items(), key=lambda item: item[0].sort_key())
    direction = sign(first - second)
    if direction is Sign.NEGATIVE:
        first, second, a, b = second, first, b, a
    value = cancelled(-b / a)
    known = [sign(part) in ONE_SIGN for part in (first - second, a, b)]
    if not known[0] or not any(known[1:]) or (all(known) and sign(value) is not Sign.POSITIVE):
        return None
    return value ** (1 / (first - second))


def _terms(own: Field) -> tuple[Expr, ...]:
    """The terms of the numerator of the field's first element, powers of one base collected."""
    terms: tuple[Expr, ...] = Add.make_args(own.back(own.numerator(own.elements[0])))
    return tuple(powsimp(term, force=False) for term in terms)
