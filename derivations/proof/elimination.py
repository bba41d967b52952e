"""Equations used up: each one removes a symbol, and leaves what its domain says behind as a fact."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from sympy import Expr, Max, Min, Pow, Symbol, log
from sympy.polys.rings import PolyElement

from derivations.errors import UndecidedError
from derivations.language.literal import is_unit
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.proof.budget import remembered
from derivations.proof.normal_form import Field, field_of, vanishes
from derivations.proof.sign import Sign, monomial_apart, polynomial_sign, sign


@dataclass(frozen=True)
class Fact:
    """`expression` is positive, or at least not negative if it is not `strict`."""

    expression: Expr
    strict: bool

    def replaced(self, substitution: Mapping[Expr, Expr]) -> Fact:
        """The fact with symbols replaced."""
        return Fact(put_in(self.expression, substitution), self.strict)


@dataclass(frozen=True)
class Elimination:
    """Symbols removed by equations, the facts that say more than the domains, and equations that were of no use."""

    substitution: dict[Symbol, Expr]
    facts: tuple[Fact, ...]
    unused: tuple[Expr, ...]
    contradictory: bool


def put_in(expression: Expr, substitution: Mapping[Expr, Expr]) -> Expr:
    """The expression with symbols, or functions of some arguments, replaced.

    Raises `UndecidedError` for a max or min that thereby has no value.
    """
    try:
        return _replaced(expression, substitution)
    except ValueError as error:
        raise UndecidedError(f"{expression} has no value where the equations hold: {error}") from None


def _replaced(expression: Expr, substitution: Mapping[Expr, Expr]) -> Expr:
    """The expression with symbols replaced; a max or min stays as it stands.

    SymPy would compare its arguments, which is slow, and says no more than the normal form does.
    """
    if not substitution or not expression.has(Max, Min):
        return expression.xreplace(substitution)
    if expression in substitution:  # a function of a max, say
        return substitution[expression]
    present = expression.free_symbols
    if not any(key.free_symbols <= present for key in substitution):
        return expression
    arguments = [_replaced(argument, substitution) for argument in expression.args]
    if isinstance(expression, Max | Min):
        if any(argument.is_extended_real is False for argument in arguments):
            raise ValueError("it would compare what is no real number")
        flat = [part for a in arguments for part in (a.args if isinstance(a, expression.func) else (a,))]
        return expression.func(*flat, evaluate=False)
    return expression.func(*arguments)


def fact_of(item: Relation) -> Fact:
    """An inequality as a fact."""
    sides = item.difference if item.operator in (">", ">=") else -item.difference
    return Fact(sides, item.operator in (">", "<"))


def truth(fact: Fact, *, thorough: bool = True) -> bool | None:
    """True for a fact that the domains of its symbols grant, False for one that they exclude."""
    found = sign(fact.expression, thorough=thorough)
    if found is Sign.POSITIVE or (not fact.strict and found in (Sign.NONNEGATIVE, Sign.ZERO)):
        # lemma: p > 0 implies p >= 0, and p = 0 implies p >= 0
        return True
    if found is Sign.NEGATIVE or (fact.strict and found in (Sign.NONPOSITIVE, Sign.ZERO)):
        # lemma: p < 0 excludes p >= 0, and p <= 0 excludes p > 0
        return False
    return None


def domain_facts(quantity: Quantity, bound: Symbol | None) -> list[Fact]:
    """The facts of the domain of a quantity beyond the assumptions of its symbol."""
    signs = {">": 1, ">=": 1, "<=": -1}
    facts = [
        Fact(signs[operator] * (quantity.symbol - limit), strict=operator == ">")
        for operator, limit in quantity.range.limits
        if limit  # the symbol knows its own sign
    ]
    if bound is not None:
        facts.append(Fact(bound - quantity.symbol, strict=False))
    return facts


@remembered(maxsize=2048)
def defined_facts(expression: Expr) -> tuple[Fact, ...]:
    """The facts wherever an expression has a value: no denominator is zero, roots are taken of what has one."""
    facts = []
    for power in expression.atoms(Pow):
        base, exponent = power.args
        if base.is_positive or not exponent.is_Rational or not base.free_symbols <= expression.free_symbols:
            continue  # what only an index takes says nothing of the quantities
        # lemma: 1/b has a value only where b is not 0, which makes b >= 0 positive; b^(m/n) only where b >= 0 and, with
        # m < 0, where b > 0
        if exponent.is_Integer:
            if exponent < 0 and sign(base, thorough=False) is Sign.NONNEGATIVE:
                facts.append(Fact(base, strict=True))
        else:
            facts.append(Fact(base, strict=bool(exponent < 0)))
    for call in expression.atoms(log):
        if not call.args[0].is_positive and call.free_symbols <= expression.free_symbols:
            facts.append(Fact(call.args[0], strict=True))
    return tuple(facts)


def own_facts(symbol: Symbol) -> list[Fact]:
    """The facts that the assumptions of a symbol say, for the day when it is replaced."""
    if symbol.is_positive:
        return [Fact(symbol, strict=True)]
    if symbol.is_nonnegative:
        return [Fact(symbol, strict=False)]
    return []


def eliminate(given: Iterable[Relation], quantities: Iterable[Quantity]) -> Elimination:
    """Use each equation to remove one symbol; keep inequalities and domains as facts.

    A symbol is removed only where its coefficient cannot vanish, so that every point which satisfies the equations
    also satisfies what is left.
    """
    by_name = {quantity.name: quantity for quantity in quantities}
    facts: list[Fact] = []
    for quantity in by_name.values():
        bound = by_name[quantity.at_most].symbol if quantity.at_most in by_name else None
        facts += domain_facts(quantity, bound)
    pending: list[tuple[Expr, Expr]] = []
    for item in given:
        # lemma: a relation holds only where its sides have values
        facts += [*defined_facts(item.lhs), *defined_facts(item.rhs)]
        if item.is_equation:
            pending.append((item.lhs, item.rhs))
        else:
            facts.append(fact_of(item))
    substitution: dict[Symbol, Expr] = {}
    contradictory = False
    progress = True
    while pending and progress:
        progress = False
        for equation in list(pending):
            left, right = (put_in(side, substitution) for side in equation)
            found = _alone(left, right)
            if found is None and vanishes(left - right):
                # lemma: an equation whose sides are equal wherever they have values says only that they have them
                pending.remove(equation)
                continue
            found = found or _removable(left, right)
            if found is None:
                continue
            symbol, value = found
            substitution = {key: put_in(old, {symbol: value}) for key, old in substitution.items()}
            substitution[symbol] = value
            # lemma: a symbol that equals an expression has a value in its domain, and so has the expression
            facts += own_facts(symbol)
            pending.remove(equation)
            progress = True
    unused = tuple(put_in(left - right, substitution) for left, right in pending)
    for difference in unused:
        # lemma: an expression that is positive, or negative, everywhere is nowhere 0
        contradictory = contradictory or sign(difference) in (Sign.POSITIVE, Sign.NEGATIVE)
    left_over = []
    for fact in dict.fromkeys(fact.replaced(substitution) for fact in facts):
        holds = truth(fact, thorough=False)
        # lemma: a fact that the domains exclude is true at no point
        contradictory = contradictory or holds is False
        if not holds:
            left_over.append(bare(fact))
    plain = tuple(dict.fromkeys(left_over))
    known = {fact.expression for fact in plain if fact.strict}
    kept = tuple(dict.fromkeys(bare(fact, known - {fact.expression}) for fact in plain))
    return Elimination(substitution, kept, unused, contradictory)


def bare(fact: Fact, positive: Container[Expr] = ()) -> Fact:
    """The fact without positive factors, so that what says the same is the same; `positive` holds polynomials that are.

    A fraction is positive where its denominator is, if nothing in its numerator is open.
    """
    own = field_of(fact.expression)
    element = own.elements[0]
    if not own.numerator(element):
        return fact
    numerator, turned = _core(own.numerator(element), own)
    denominator, turned_below = _core(element.denom, own)
    direction = -1 if turned != turned_below else 1
    # lemma: factors p > 0 do not change the sign of n/d, and factors p < 0 turn it; 1/d > 0 if and only if d > 0
    if numerator.is_ground and fact.strict:
        return Fact(direction * own.back(denominator), strict=True)
    if denominator.is_ground:
        return Fact(direction * own.back(numerator), fact.strict)
    below = own.back(denominator)
    # lemma: where d > 0, n/d > 0 if and only if n > 0, and where d < 0 if and only if -n > 0; >= likewise
    if below in positive:
        return Fact(direction * own.back(numerator), fact.strict)
    if -below in positive:
        return Fact(-direction * own.back(numerator), fact.strict)
    return fact


def _core(polynomial: PolyElement, own: Field) -> tuple[PolyElement, bool]:
    """A polynomial without factors of known sign; one if nothing else is left; and whether its sign is turned."""
    known = polynomial_sign(polynomial, own, thorough=False)
    if known in (Sign.POSITIVE, Sign.NEGATIVE):
        return polynomial.ring.one, known is Sign.NEGATIVE
    common, rest = monomial_apart(polynomial)
    if polynomial_sign(common, own) is not Sign.POSITIVE:
        rest = polynomial
    # lemma: a positive monomial and a positive number as factors do not change the sign
    return rest.primitive()[1], False


def tied_facts(elimination: Elimination) -> tuple[Fact, ...]:
    """The facts that may exclude one another.

    A fact that a symbol of its own satisfies, by being large enough, holds together with whatever the others say.
    """
    kept = list(elimination.facts)
    bound = set[Symbol]().union(*(difference.free_symbols for difference in elimination.unused))
    progress = True
    while progress:
        progress = False
        for fact in kept:
            others = bound.union(*(other.expression.free_symbols for other in kept if other is not fact))
            # lemma: a fact that some value of a symbol grants, which nothing else names, excludes no other fact
            own = sorted(fact.expression.free_symbols - others, key=lambda symbol: symbol.sort_key())
            if any(_grows_with(fact.expression, symbol) for symbol in own):
                kept.remove(fact)
                progress = True
                break
    return tuple(kept)


def _grows_with(expression: Expr, symbol: Symbol) -> bool:
    """True if an expression exceeds every bound as a symbol that has none grows, whatever else is in it."""
    own = field_of(expression)
    numerator = own.numerator(own.elements[0])
    whole = own.elements[0].denom.is_ground and own.is_open(symbol) and symbol.is_positive
    if not whole or numerator.degree(numerator.ring(symbol)) != 1:
        return False
    # lemma: a x + b, with a > 0 and without x in a and b, exceeds every bound as x grows
    return polynomial_sign(linear_parts(numerator, symbol)[0], own, thorough=False) is Sign.POSITIVE


def _alone(left: Expr, right: Expr) -> tuple[Symbol, Expr] | None:
    """A symbol that is a side of an equation and does not stand on the other one."""
    for side, other in ((left, right), (right, left)):
        if isinstance(side, Symbol) and not is_unit(side) and side not in other.free_symbols:
            # lemma: the equation x = v, x not in v, holds if and only if x has the value of v
            return side, other
    return None


def _removable(left: Expr, right: Expr) -> tuple[Symbol, Expr] | None:
    """A symbol that an equation is linear in, with a factor that cannot vanish."""
    own = field_of(left - right)
    numerator = own.numerator(own.elements[0])
    candidates = []
    for symbol in numerator.ring.symbols:
        generator = own.generators.get(symbol)
        if generator is None or generator.expression != symbol or generator.root != 1 or is_unit(symbol):
            continue
        if numerator.degree(numerator.ring(symbol)) != 1:
            continue
        if not own.is_open(symbol):
            continue
        coefficient, rest = linear_parts(numerator, symbol)
        if polynomial_sign(coefficient, own, thorough=False) in (Sign.POSITIVE, Sign.NEGATIVE):
            # lemma: n/d = 0 implies n = 0, and a x + b = 0 with a never 0 and x in neither a nor b implies x = -b/a
            used = sum(degree > 0 for degree in coefficient.degrees())
            candidates.append((used, symbol.name, symbol, coefficient, rest))
    if not candidates:
        return None
    _, _, symbol, coefficient, rest = min(candidates, key=lambda entry: entry[:2])
    return symbol, -own.back(rest) / own.back(coefficient)


def linear_parts(polynomial: PolyElement, symbol: Symbol) -> tuple[PolyElement, PolyElement]:
    """Coefficient and rest of a polynomial that is linear in `symbol`."""
    variable = polynomial.ring(symbol)
    coefficient = polynomial.diff(variable)
    return coefficient, polynomial - coefficient * variable
