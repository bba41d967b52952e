"""Sufficient conditions: relations under which a statement agrees with a step, in as few quantities as can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sympy import Add, Expr, Integer, Mul, Symbol

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import DerivationsError
from derivations.language.literal import is_unit
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.proof.condition import positive
from derivations.proof.normal_form import Field, divided, unit_factor, vanishes
from derivations.proof.sign import Sign, factors_of, sign
from derivations.study.judge.relevant_steps import solution_for, stated_value
from derivations.study.judge.trials import trial

_ROUNDS = 3  # of putting in a definition to have fewer quantities
_KEPT = 3  # of the simplest forms, from which the next round starts
_LETTERS = 10  # in an inequality with a sum in a divisor, definitions put in; to show one of more can take very long
_OPERATIONS = 60  # in an equation that still tells a reader something; to show a longer one can take very long


@dataclass(frozen=True)
class SufficientConditions:
    """Relations under which a statement follows from a step.

    Of several `relations` between equal sides any one is enough; of several inequalities (`every`) all are needed.
    `exactly` says that the statement is right nowhere else, and without any relation it is right nowhere.
    """

    step: Step
    relations: tuple[Relation, ...]
    exactly: bool
    every: bool = False

    @property
    def size(self) -> tuple[int, int, int]:
        """Length for a reader: quantities, terms, operations."""
        return _read([item.difference for item in self.relations])


def sufficient_conditions(
    derivation: Derivation, statement: Relation, step: Step, definitions: Mapping[Symbol, Step]
) -> SufficientConditions | None:
    """The conditions under which a statement agrees with a step; None where nothing simple is found.

    `definitions` are those that may be put in. What is found is shown: with it, the statement follows from the step.

    >>> from derivations import derive, relation
    >>> report = derive("optimal-batch")
    >>> statement = relation("t_w = b_w*N_active/W", report.derivation.notation)
    >>> step, definitions = report["weight-fetch"], report.evaluation.definitions
    >>> found = sufficient_conditions(report.derivation, statement, step, definitions)
    >>> print(*found.relations)
    N_total = N_active
    """
    said = stated_value(step, statement)
    if said is None:
        return None
    apart = statement.difference.xreplace(dict([said]))
    values = {symbol: item.rhs for symbol, item in definitions.items() if item.name != step.name}
    if said[1] in values:  # one quantity for another would only be the statement once more
        apart = apart.xreplace({said[1]: values[said[1]]})
    try:
        if not statement.is_equation:
            return None if _is_long(_spelled(apart, values)) else _bounds(derivation, statement, step, apart)
        forms = _simplest_first(apart, values)
        if vanishes(forms[0]):
            return None
        for form in forms:
            found = _of_form(derivation, statement, step, form)
            if found is not None:
                return found
    except DerivationsError:
        pass
    return None


def _of_form(derivation: Derivation, statement: Relation, step: Step, form: Expr) -> SufficientConditions | None:
    """Roots of a difference, if they are shown to be enough: each factor that may be zero gives one."""
    factors = _open_factors(form)
    if not factors:
        return SufficientConditions(step, (), True)
    if _read(factors)[2] > _OPERATIONS:
        return None
    found = [_equation(factor, statement.notation) for factor in factors]
    shown = tuple(item for item in found if _shows(derivation, statement, step, item))
    if not shown:
        return None
    exactly = len(shown) == len(found) and (len(found) > 1 or _shows(derivation, found[0], step, statement))
    return SufficientConditions(step, shown, exactly)


def _is_long(apart: Expr) -> bool:
    """True for a difference of many letters over a sum, which nobody would read a condition of."""
    letters = [each for each in apart.free_symbols if not is_unit(each)]
    return len(letters) > _LETTERS and len(Field(apart).elements[0].denom) > 1


def _bounds(derivation: Derivation, statement: Relation, step: Step, apart: Expr) -> SufficientConditions | None:
    """The inequalities that make one of a statement."""
    upward = apart if statement.operator in (">", ">=") else -apart
    relations = positive(upward, statement.notation, strict=statement.operator in (">", "<"))
    if not relations or not _shows(derivation, statement, step, *relations):
        return None
    exactly = len(relations) == 1 and _shows(derivation, relations[0], step, statement)
    return SufficientConditions(step, relations, exactly, every=True)


def _shows(derivation: Derivation, goal: Relation, step: Step, *beside: Relation) -> bool:
    """True if a step shows the goal once something else is given."""
    return trial(derivation, goal, (step,), beside).proven


def _simplest_first(apart: Expr, definitions: Mapping[Symbol, Expr]) -> list[Expr]:
    """The difference in as few quantities as definitions can make of it, put in or turned round; then other forms."""
    seen = dict.fromkeys((apart, _spelled(apart, definitions)))
    ranked = sorted((_read(_open_factors(item)), str(item), item) for item in seen)
    for _ in range(_ROUNDS):
        new = dict.fromkeys(m for *_, item in ranked[:_KEPT] for m in _moved(item, definitions) if m not in seen)
        if not new:
            break
        seen |= new
        ranked = sorted([*ranked[:_KEPT], *((_read(_open_factors(item)), str(item), item) for item in new)])
    return [item for *_, item in ranked[:_KEPT]]


def _moved(expression: Expr, definitions: Mapping[Symbol, Expr]) -> Iterator[Expr]:
    """The expression with one quantity replaced by way of the definition of a quantity in it."""
    for symbol in sorted(expression.free_symbols & set(definitions), key=str):
        value = definitions[symbol]
        yield expression.xreplace({symbol: value})
        for part in sorted(value.free_symbols & expression.free_symbols, key=str):
            turned = solution_for(symbol - value, part)
            if turned is not None:
                yield expression.xreplace({part: turned})


def _spelled(expression: Expr, definitions: Mapping[Symbol, Expr]) -> Expr:
    for _ in range(len(definitions)):
        if not expression.free_symbols & set(definitions):
            break
        expression = expression.xreplace(dict(definitions))
    return expression


def _read(factors: list[Expr]) -> tuple[int, int, int]:
    """Length for a reader: quantities, terms, operations."""
    quantities = {symbol for factor in factors for symbol in factor.free_symbols if not is_unit(symbol)}
    terms = sum(len(Add.make_args(factor)) for factor in factors)
    return len(quantities), terms, sum(factor.count_ops() for factor in factors)


def _open_factors(difference: Expr) -> list[Expr]:
    """The factors of a difference that may be zero; the difference is zero where one of them is."""
    own = Field(difference)
    numerator = own.numerator(own.elements[0])
    if not numerator:
        return []
    _, factors = factors_of(numerator)
    found = []
    for factor, _ in factors:
        # a product of quantities comes as one factor, of which only those may be zero that are not positive
        parts = [own.back(factor)] if len(factor) > 1 else Mul.make_args(own.back(factor))
        found += [part for part in parts if sign(part) not in (Sign.POSITIVE, Sign.NEGATIVE)]
    return [_base(part) for part in found]


def _base(part: Expr) -> Expr:
    base, power = part.as_base_exp()
    return base if power.is_positive else part


def _equation(factor: Expr, notation: Notation) -> Relation:
    """The equation of a factor with zero, without minus signs: a quantity and its value, or two sums."""
    symbols = [symbol for symbol in factor.free_symbols if not is_unit(symbol)]
    alone = solution_for(factor, symbols[0]) if len(symbols) == 1 else None
    if alone is not None:
        return from_sides(symbols[0], "=", alone, notation)
    own = Field(factor)
    polynomial = own.numerator(own.elements[0]).primitive()[1]
    more, less = polynomial.ring.zero, polynomial.ring.zero
    for monomial, coefficient in polynomial.terms():
        if coefficient > 0:
            more += polynomial.ring({monomial: coefficient})
        else:
            less -= polynomial.ring({monomial: coefficient})
    left, right = own.back(more), own.back(less)
    by = min((Integer(1), unit_factor(left), unit_factor(right)), key=lambda units: _clutter(left, right, units))
    left, right = divided(left, by), divided(right, by)
    if left == 0 or (_literal(left) and not _literal(right)) or (left.is_Rational and not right.is_Rational):
        left, right = right, left
    return from_sides(left, "=", right, notation)


def _clutter(left: Expr, right: Expr, units: Expr) -> tuple[int, int, int]:
    """Units in an equation once both sides are divided by some: bare ones, those beside quantities, all terms."""
    terms = [*Add.make_args(divided(left, units)), *Add.make_args(divided(right, units))]
    carrying = [term for term in terms if _literal(term)]
    bare = sum(abs(term.as_coeff_Mul()[0]) == 1 for term in carrying)
    return bare, sum(any(not is_unit(s) for s in term.free_symbols) for term in carrying), len(carrying)


def _literal(expression: Expr) -> bool:
    """True if a number with a unit stands in an expression."""
    return any(is_unit(symbol) for symbol in expression.free_symbols)
