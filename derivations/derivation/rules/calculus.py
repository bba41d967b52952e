"""differentiate and limit, each checked from its definition rather than by the routine that computed it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import sympy
from sympy import Add, Dummy, Expr, Integer, Max, Min, Mul, Pow, S, Symbol, diff, exp, factor, log
from sympy.polys.rings import PolyElement

from derivations.derivation.rules.base import (
    Checked,
    Input,
    Outcome,
    Ways,
    beside,
    discharged,
    given_by,
    inside_domain,
    kept,
    lies_within,
    require_whole,
    to_lie_within,
    wrong_shape,
)
from derivations.derivation.rules.family import (
    Spelled,
    family_words,
    implicit_slope,
    laws_of,
    partial_derivative,
    spelled_out,
)
from derivations.errors import UndecidedError
from derivations.language.counting import SERIES
from derivations.language.functions import Applied, has_terms_of_functions
from derivations.language.printing.text import to_text
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.language.tree import WEAK
from derivations.proof.certified import certified
from derivations.proof.condition import holds_everywhere, positive
from derivations.proof.elimination import Fact, fact_of
from derivations.proof.normal_form import cancelled, field_of, vanishes
from derivations.proof.obligation import Obligation
from derivations.proof.prove import known_sign, prove, prove_all
from derivations.proof.sign import ONE_SIGN, Sign, sign
from derivations.proof.verdict import Finding, Verdict, all_of, inconclusive, proven, refuted
from derivations.proof.worker import by_sympy


def slope(call: Applied, by: Symbol, notation: Notation) -> Expr:
    """The declared derivative of a function at its argument. Raises `UndecidedError` where there is none."""
    own = notation[call.function.name]
    if not own.derivative:
        raise UndecidedError(f"{own.name} may be any function, and no derivative of it is declared")
    if any(by in index.free_symbols for index in call.arguments[:-1]):
        raise UndecidedError(f"{by} is in an index of {own.name}, which has no derivative by it")
    return Applied(notation[own.derivative].symbol, *call.args[1:])


def has_calls(expression: Expr, by: Symbol) -> bool:
    """True if a symbol stands in the argument of a function."""
    return bool(_outermost(expression, by))


def total_derivative(expression: Expr, by: Symbol, notation: Notation) -> Expr:
    """The derivative, by the chain rule where there are functions.

    Raises `UndecidedError` for a function without a declared derivative.
    """
    calls = {call: Dummy(real=True) for call in _outermost(expression, by)}
    plain = expression.xreplace(calls)
    inner = (
        diff(plain, symbol) * slope(call, by, notation) * total_derivative(call.arguments[-1], by, notation)
        for call, symbol in calls.items()
    )
    total: Expr = Add(diff(plain, by), *inner)
    return total.xreplace({symbol: call for call, symbol in calls.items()})


def nearby(expression: Expr, by: Symbol, step: Symbol, notation: Notation) -> Expr:
    """The expression where `by` is larger by a small step, up to unknown rests of second order."""
    moved: dict[Expr, Expr] = {by: by + step}
    for call in _outermost(expression, by):
        argument = call.arguments[-1]
        change = nearby(argument, by, step, notation) - argument
        moved[call] = call + change * slope(call, by, notation) + change**2 * Dummy("rest", real=True)
    return expression.xreplace(moved)


def _outermost(expression: Expr, by: Symbol) -> tuple[Applied, ...]:
    """The functions of `by` that are in no other function. Raises `UndecidedError` for sums of them over an index."""
    if by not in expression.free_symbols:
        return ()
    if isinstance(expression, Applied):
        return (expression,)
    if isinstance(expression, SERIES) and has_terms_of_functions(expression):
        raise UndecidedError(f"no derivative known for {expression}: its terms are functions")
    return tuple(dict.fromkeys(call for part in expression.args for call in _outermost(part, by)))


QUOTIENT = "difference quotient"
IMPLICITLY = "implicit function theorem"
RULES_OF_CALCULUS = "sum, product and power rules"
VANISHING = "the difference vanishes in the limit"
FOR_ALL, IS_POSITIVE = "it bounds every state", "what it goes to is positive"
_FEW = 40  # operations in what SymPy finds a limit or factors of in a moment
SMALL = Dummy("u", positive=True)  # what goes to zero


@dataclass(frozen=True)
class Differentiate:
    """The derivative of the right side of the first input with respect to `by`, called `named`.

    `holding` are quantities that rest on `by` and are held all the same: then `differentiated` says what the derivative
    is of, ``(dy/dx)_D``. `written` and `following` are what the module `family` tells of.
    """

    name: ClassVar[str] = "differentiate"
    by: Symbol
    named: Symbol
    holding: tuple[Symbol, ...] = ()
    differentiated: str = ""
    written: tuple[Symbol, ...] = ()
    following: tuple[Symbol, ...] = ()

    @property
    def note(self) -> str:
        """Words for what is held on purpose, without which the derivative is another one, and what else varies."""
        partial = partial_derivative(self.differentiated, self.by, self.holding) if self.holding else ""
        return ", ".join(filter(None, (partial, family_words(self.holding, self.written, self.following))))

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """``named = derivative``. Raises `UndecidedError` for a max or min, whose regimes come first."""
        self._refuse_counts(notation)
        spelled = spelled_out(self, inputs, notation)
        target = _smooth(spelled.first.relation)
        value = cancelled(total_derivative(target.rhs, self.by, notation))
        for equation, follower in self._laws(spelled, notation):
            pace = -total_derivative(equation, self.by, notation) / total_derivative(equation, follower, notation)
            value += by_sympy(_FEW, factor, cancelled(total_derivative(target.rhs, follower, notation) * pace))
        require_whole(value, self.named.name, notation)
        within = to_lie_within(self._ways(value, inputs, notation), spelled.first.conditions, notation)
        conditions = tuple(dict.fromkeys((*spelled.first.conditions, *within)))
        return (Outcome(from_sides(self.named, "=", value, notation), conditions, self.note),)

    def _ways(self, value: Expr, inputs: tuple[Input, ...], notation: Notation) -> Ways:
        """What may show that the slope lies in the domain of its name: nothing, or what it is the slope of."""
        limits = inside_domain(value, self.named.name, notation)
        return (limits, ()), (limits, given_by(inputs))

    def _laws(self, spelled: Spelled, notation: Notation) -> list[tuple[Expr, Symbol]]:
        """The expressions that vanish as others follow. Raises `UndecidedError` where one does not follow."""
        return laws_of(spelled, self.following, self.by, notation, everywhere=False)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """By the cancelled difference quotient; by the rules of calculus where there are symbolic powers.

        A function whose derivative is declared is replaced close to a point by its tangent and a rest of second order.
        Where that fails, a point is searched at which the derivative is another.
        """
        assert outcome.relation is not None
        self._refuse_counts(notation)
        shape = wrong_shape(outcome.relation, self.named, "=")
        if shape is not None:
            return Checked(shape)
        if self.differentiated != (to_text(inputs[0].relation.written.left) if self.holding else ""):
            return Checked(refuted("it is not told what is differentiated", None, "form"))
        spelled = spelled_out(self, inputs, notation)
        laws = self._laws(spelled, notation)
        found = (self._check_implicitly(spelled, laws, outcome, notation) if laws
                 else self._check(spelled.inputs, outcome, notation))
        if not found.verdict.holds:
            return spelled.beside(found)
        within = lies_within(self._ways(outcome.relation.rhs, inputs, notation), outcome.conditions)
        return spelled.beside(beside(found, discharged(within)))

    def _refuse_counts(self, notation: Notation) -> None:
        """Raise `UndecidedError` for a slope by what counts: of a bit b, a*b and a*b^2 are one, their slopes not."""
        if notation[self.by.name].range.whole:
            raise UndecidedError(f"{self.by} counts whole numbers: what is between two of them has no slope")

    def _check_implicitly(
        self, spelled: Spelled, laws: list[tuple[Expr, Symbol]], outcome: Outcome, notation: Notation
    ) -> Checked:
        """By the implicit function theorem, with derivatives by rules of our own."""
        assert outcome.relation is not None
        target = _smooth(spelled.first.relation)
        own = implicit_slope(target.rhs, self.by, laws, lambda part, by: derivative(part, by, notation))
        found = inconclusive("not the implicit derivative")
        if vanishes(own - outcome.relation.rhs):
            found = proven(IMPLICITLY)
        given = (*(law.relation for law in spelled.laws), *spelled.first.conditions)
        goal = from_sides(own, "=", outcome.relation.rhs, notation)
        return _with_point(found, Obligation(goal, given, "it is the derivative"), kept(spelled.inputs, outcome))

    def _check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        assert outcome.relation is not None
        target = _smooth(inputs[0].relation)
        found = inconclusive("not rational")
        if has_calls(target.rhs, self.by) or _rational_in(target.rhs, self.by):
            step = Dummy("h", positive=True)
            quotient = (nearby(target.rhs, self.by, step, notation) - target.rhs) / step
            found = tends_to_zero(quotient - outcome.relation.rhs, step, QUOTIENT)
        own_value = derivative(target.rhs, self.by, notation)
        if found.holds or _rational_in(target.rhs, self.by):
            pass
        elif vanishes(own_value - outcome.relation.rhs):
            found = proven(RULES_OF_CALCULUS)
        else:
            found = inconclusive("not the derivative by the rules of calculus")
        own = from_sides(own_value, "=", outcome.relation.rhs, notation)
        return _with_point(found, Obligation(own, inputs[0].conditions, "it is the derivative"), kept(inputs, outcome))


@dataclass(frozen=True)
class Limit:
    """The right side of the first input as `variable` goes to zero or, if `to_infinity`, without bound."""

    name: ClassVar[str] = "limit"
    variable: Symbol
    to_infinity: bool = False
    holding: tuple[Symbol, ...] = ()
    written: tuple[Symbol, ...] = ()

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """The limiting relation, with a note that says so. Raises `UndecidedError` if there is no finite one."""
        inputs = spelled_out(self, inputs, notation).inputs
        target = _smooth(inputs[0].relation)
        if self.variable in target.lhs.free_symbols:
            raise UndecidedError(f"{self.variable} is on the left side of {target}")
        if not target.lhs.is_Symbol:
            raise UndecidedError(f"{target} has no letter alone on its left, which would go to the limit")
        own = notation[self.variable.name]
        bounded = own.domain in ("fraction", "bit") or bool(own.at_most)
        if bounded if self.to_infinity else own.range.whole:
            raise UndecidedError(f"{self.variable} does not go to {'∞' if self.to_infinity else '0'}")
        powers = self._powers(target.rhs)
        left = target.rhs.xreplace({power.there(self.variable, self.to_infinity): power.end for power in powers})
        if not _rational_in(left, self.variable, roots=True):
            raise UndecidedError(f"no limit known for {target}: {self.variable} stands in a function or an exponent")
        if left.has(S.ComplexInfinity, S.NaN):
            raise UndecidedError(f"{target} has no limit as {self._arrow} that is known")
        formula = cancelled(left)
        value = None if self.to_infinity else _by_continuity(formula, self.variable)
        if value is None:
            end = S.Infinity if self.to_infinity else Integer(0)
            value = by_sympy(_FEW, sympy.limit, formula, self.variable, end, "+")
        if value.has(sympy.Limit, S.Infinity, S.NegativeInfinity, S.ComplexInfinity, S.NaN):
            raise UndecidedError(f"{target} has no finite limit as {self._arrow}")
        conditions = tuple(
            c for c in (self._at_the_limit(c, target, notation) for c in inputs[0].conditions) if c is not None
        )
        relation = from_sides(target.lhs, WEAK[target.operator], cancelled(value), notation)
        needs = (positive(part, notation, strict=strict) for power in powers for part, strict in power.needs)
        conditions = tuple(dict.fromkeys((*conditions, *(each for own in needs for each in own))))
        conditions = tuple(dict.fromkeys((*conditions, *_below(value, target.rhs, conditions, notation))))
        within = to_lie_within(self._ways(relation, inputs, notation), conditions, notation)
        return (Outcome(relation, tuple(dict.fromkeys((*conditions, *within))), self.note),)

    def _ways(self, result: Relation, inputs: tuple[Input, ...], notation: Notation) -> Ways:
        """What may show that the limit lies in the domain of the left side or at its end: nothing, or the formula.

        What is positive may go to zero, and what counts to what is no whole number; what bounds it stays if it does
        not move itself.
        """
        limits = self._closed(result, notation)
        return (limits, ()), (limits, given_by(inputs))

    def _closed(self, result: Relation, notation: Notation) -> list[Relation]:
        """The limits of the domain of the left side, with its ends, said of what it goes to."""
        letter = result.lhs.function if isinstance(result.lhs, Applied) else result.lhs
        if not result.is_equation or not letter.is_Symbol:
            return []
        limits = inside_domain(result.rhs, letter.name, notation)
        moving = {self.variable, *self.written}
        still = [limit for limit in limits if not limit.rhs.free_symbols & moving]
        return [from_sides(each.lhs, WEAK[each.operator], each.rhs, notation) for each in still]

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """The difference between the two right sides has the variable as a factor, and no pole there."""
        spelled = spelled_out(self, inputs, notation)
        return spelled.beside(self._check(spelled.inputs, outcome, notation))

    def _check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        result, target = outcome.relation, inputs[0].relation
        assert result is not None
        shape = wrong_shape(result, target.lhs, WEAK[target.operator])
        if shape is not None:
            return Checked(shape)
        if self.variable in result.symbols:
            return Checked(refuted(f"{result} still depends on {self.variable}", None, "form"))
        small, powers = SMALL, self._powers(target.rhs)
        near = {self.variable: 1 / small if self.to_infinity else small}
        close = {power.power: power.nearby for power in powers}
        difference = target.rhs.xreplace(near).xreplace(close) - result.rhs
        needs = tuple(from_sides(part, ">" if strict else ">=", Integer(0), notation)
                      for power in powers for part, strict in power.needs)
        shown = [Obligation(need, outcome.conditions, "the power has that limit") for need in needs]
        unknown = next((each for each in shown if not prove(each).holds), None)
        found = tends_to_zero(difference, small, VANISHING)
        facts = [fact_of(condition) for condition in outcome.conditions if not condition.is_equation]
        if found.holds and not _stays_defined(difference, small, result.rhs, facts):
            return Checked(inconclusive(f"a denominator may vanish as {self._arrow}"))
        leading = Integer(0) if found.holds else _leading(difference, small)
        if leading.atoms(Dummy):  # in a function or a power, where no point says what it goes to
            return Checked(found)
        if found.holds and unknown is not None:
            return Checked(inconclusive(f"not shown: {unknown.goal}, for the power to have a limit"))
        own = from_sides(leading, "=", Integer(0), notation)
        beyond = self._for_all(inputs[0], outcome) if not target.is_equation else []
        if target.lhs.is_positive:
            above = from_sides(result.rhs, ">", Integer(0), notation)
            beyond.append(Obligation(above, outcome.conditions, IS_POSITIVE))
        others = [
            *shown,
            *self._kept(inputs, outcome, notation),
            *lies_within(self._ways(result, inputs, notation), outcome.conditions),
            *(each for each in beyond if found.holds and certified(each)),
        ]
        return _with_point(found, Obligation(own, (*outcome.conditions, *needs), "the difference vanishes"), others)

    def _powers(self, expression: Expr) -> tuple[_Exponential, ...]:
        """The powers with the variable in their exponents, close to the limit."""
        return _exponentials(expression.xreplace({self.variable: 1 / SMALL if self.to_infinity else SMALL}), SMALL)

    @staticmethod
    def _for_all(item: Input, outcome: Outcome) -> list[Obligation]:
        """That a bound holds in every state; none where what it was said under holds close to the limit only."""
        assert outcome.relation is not None
        if not all(certified(Obligation(each, outcome.conditions)) for each in item.conditions):
            return []
        return [Obligation(outcome.relation, (item.relation, *outcome.conditions), FOR_ALL)]

    def _kept(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> list[Obligation]:
        """Each condition of the input holds close to the limit, given those of the outcome."""
        target, result = inputs[0].relation, outcome.relation
        assert result is not None
        obligations = []
        for condition in inputs[0].conditions:
            goal, given = condition, outcome.conditions
            if self._moves(condition, target):
                if target.is_equation and target.lhs in condition.symbols:  # there it is what it goes to
                    given = (*given, result)
                leading = self._close_to_the_limit(fact_of(condition).expression, target)
                if leading.atoms(Dummy):
                    raise UndecidedError(f"the condition {condition} is not followed {self._arrow}")
                operator = "=" if condition.is_equation else ">"
                goal = from_sides(leading, operator, Integer(0), notation)
            if goal not in outcome.conditions:
                obligations.append(Obligation(goal, given, "the condition holds close to the limit"))
        return obligations

    def _moves(self, condition: Relation, target: Relation) -> bool:
        """True for a condition that speaks of the variable, or of the quantity whose limit is taken."""
        follows = target.is_equation and target.lhs in condition.symbols and self.variable in target.rhs.free_symbols
        return follows or self.variable in condition.symbols

    def _close_to_the_limit(self, expression: Expr, target: Relation) -> Expr:
        """The leading term of an expression on the way, in which the quantity is what it is there."""
        on_the_way = expression.xreplace({target.lhs: target.rhs} if target.is_equation else {})
        return close_to_the_end(on_the_way, self.variable, to_infinity=self.to_infinity)

    @property
    def note(self) -> str:
        """The note that makes the relation one of a limit."""
        return " ".join(filter(None, (f"as {self._arrow}", family_words(self.holding, self.written))))

    @property
    def note_for_all(self) -> str:
        """The note for a bound that no state passes, and that states come close to."""
        return f"for every {self.variable}: the bound {self.note}"

    @property
    def _arrow(self) -> str:
        return f"{self.variable} → {'∞' if self.to_infinity else '0'}"

    def _at_the_limit(self, condition: Relation, target: Relation, notation: Notation) -> Relation | None:
        """The condition that is left, strict, so that it holds close to the limit too; None if it always does."""
        if not self._moves(condition, target):
            return condition
        leading = self._close_to_the_limit(condition.difference, target)
        wanted = Sign.POSITIVE if condition.operator in (">", ">=") else Sign.NEGATIVE
        if not condition.is_equation and sign(leading) is wanted:
            return None
        if self.to_infinity or self.variable in leading.free_symbols or leading.atoms(Dummy):
            raise UndecidedError(f"the condition {condition} does not survive {self._arrow}")
        left, right = (side.subs(self.variable, 0) for side in (condition.lhs, condition.rhs))
        if (left - right).has(S.ComplexInfinity, S.Infinity, S.NegativeInfinity, S.NaN):
            raise UndecidedError(f"the condition {condition} does not survive {self._arrow}")
        new = from_sides(left, condition.operator.rstrip("=") or "=", right, notation)
        return None if holds_everywhere(new) else new


def derivative(expression: Expr, by: Symbol, notation: Notation | None = None) -> Expr:
    """The derivative by the rules for sums, products, powers, exp and log, written out independently of SymPy's.

    `notation` says which functions have a derivative. Raises `UndecidedError` for what has none that is known.

    >>> from sympy.abc import x
    >>> derivative(x**2, x)
    2*x
    """
    if by not in expression.free_symbols:
        return Integer(0)
    if expression == by:
        return Integer(1)
    if isinstance(expression, Add):
        return Add(*(derivative(term, by, notation) for term in expression.args))
    if isinstance(expression, Mul):
        return Add(
            *(
                Mul(*(derivative(f, by, notation) if place == turn else f for place, f in enumerate(expression.args)))
                for turn in range(len(expression.args))
            )
        )
    if isinstance(expression, Pow):
        base, power = expression.base, expression.exp
        result = power * base ** (power - 1) * derivative(base, by, notation)
        if by in power.free_symbols:
            result += expression * log(base) * derivative(power, by, notation)
        return result
    if isinstance(expression, exp):
        return expression * derivative(expression.args[0], by, notation)
    if isinstance(expression, log):
        return derivative(expression.args[0], by, notation) / expression.args[0]
    if isinstance(expression, Applied) and notation is not None:
        return slope(expression, by, notation) * derivative(expression.arguments[-1], by, notation)
    raise UndecidedError(f"no derivative known for {expression}")


def tends_to_zero(expression: Expr, small: Symbol, method: str) -> Verdict:
    """The verdict that an expression, rational in `small`, goes to zero with it: proven or inconclusive.

    That it does not is for a point to show, as what looks different may be equal.
    """
    own = field_of(expression)
    numerator, denominator = own.numerator(own.elements[0]), own.elements[0].denom
    if not numerator:
        return proven(method)
    if any(small in g.expression.free_symbols for key, g in own.generators.items() if key != small):
        return inconclusive(f"{small} is inside a root, a power or a max")
    if small in numerator.ring.symbols and _lowest(numerator, small) > _lowest(denominator, small):
        return proven(method)
    return inconclusive("the difference is not shown to vanish")


def close_to_the_end(expression: Expr, variable: Symbol, *, to_infinity: bool) -> Expr:
    """The factor of the leading term of an expression as a variable goes to zero, or without bound.

    It speaks of `SMALL`, which goes to zero then, where a function or a power of it leads.
    """
    near = expression.xreplace({variable: 1 / SMALL if to_infinity else SMALL})
    return _leading(near.xreplace({power.power: power.nearby for power in _exponentials(near, SMALL)}), SMALL)


@dataclass(frozen=True)
class _Exponential:
    """A power with what goes to zero in its exponent alone: its limit, and what it is up to a rest that is bounded.

    `needs` are what is positive for it to be so, or, where the second is false, not negative.
    """

    power: Expr
    end: Expr
    nearby: Expr
    needs: tuple[tuple[Expr, bool], ...]

    def there(self, variable: Symbol, to_infinity: bool) -> Expr:
        """The power in terms of the variable whose limit is taken."""
        return self.power.xreplace({SMALL: 1 / variable if to_infinity else variable})


_BEYOND = 32  # a power of what goes to zero, which stands for all of them


def _exponentials(expression: Expr, small: Symbol) -> tuple[_Exponential, ...]:
    """The powers with `small` in their exponents alone, as that goes to zero; those of which nothing is known are not.

    Those inside of others come with these only.
    """
    found = []
    for power in sorted(expression.atoms(Pow, exp), key=str):
        base, exponent = power.as_base_exp()
        if small not in exponent.free_symbols or small in base.free_symbols or not _rational_in(exponent, small):
            continue
        own = field_of(exponent)
        over, under = own.numerator(own.elements[0]), own.elements[0].denom
        order = (_lowest(over, small) if small in over.ring.symbols else 0) - (
            _lowest(under, small) if small in under.ring.symbols else 0)
        leading, rest = _leading(exponent, small), Dummy("rest", real=True)
        if order < 0:
            # lemma: b^f goes to 0 where f grows as a power of 1/u does and 0 <= b < 1, and so does u^(-m) b^f
            growing = ((leading, True), (base, False), (1 - base, True))
            needs = ((-leading, True),) if base == S.Exp1 else growing
            found.append(_Exponential(power, Integer(0), small**_BEYOND * rest, needs))
        else:
            # lemma: b^(l + u g) = b^l (1 + u h) with a bounded h close to u = 0, for b > 0 and a bounded g
            end = base**leading if order == 0 else Integer(1)
            found.append(_Exponential(power, end, end * (1 + small * rest), ((base, True),)))
    return tuple(found)


def _leading(expression: Expr, small: Symbol) -> Expr:
    """The factor of the lowest power of `small`."""
    own = field_of(expression)
    if small not in own.elements[0].numer.ring.symbols:
        return expression
    over, under = (_lowest_part(p, small) for p in (own.numerator(own.elements[0]), own.elements[0].denom))
    return own.back(over) / own.back(under)


def _stays_defined(difference: Expr, small: Symbol, limit: Expr, facts: list[Fact]) -> bool:
    """True if the denominator close to the limit is zero only where the limit itself has no value."""
    own = field_of(difference, limit)
    denominator = own.elements[0].denom
    if small in denominator.ring.symbols:
        denominator = _lowest_part(denominator, small)
    return all(
        known_sign(own.back(factor), facts) in ONE_SIGN or not own.elements[1].denom.rem([factor])
        for factor, _ in denominator.factor_list()[1]
    )


def _by_continuity(formula: Expr, variable: Symbol) -> Expr | None:
    """The value at zero of a quotient of polynomials that is not divided by zero there; None for any other formula."""
    own = field_of(formula)
    if variable not in own.generators or any(each.expression != symbol for symbol, each in own.generators.items()):
        return None
    over, under = own.elements[0].numer, own.elements[0].denom
    if any(each.root != 1 for each in own.generators.values()) or _lowest(under, variable):
        return None
    # lemma: a quotient of polynomials is continuous where its denominator is not zero
    least = Integer(0) if _lowest(over, variable) else own.back(_lowest_part(over, variable))
    return least / own.back(_lowest_part(under, variable))


def _below(
    limit: Expr, formula: Expr, conditions: tuple[Relation, ...], notation: Notation
) -> Iterator[Relation]:
    """That what a limit is divided by, and the formula is not, is not zero, if that is all that it can be."""
    own = field_of(limit, formula)
    facts = [fact_of(condition) for condition in conditions if not condition.is_equation]
    for below, _ in own.elements[0].denom.factor_list()[1]:
        part = own.back(below)
        if own.elements[1].denom.rem([below]) and known_sign(part, facts) is Sign.NONNEGATIVE:
            yield from positive(part, notation)


def _lowest_part(polynomial: PolyElement, small: Symbol) -> PolyElement:
    """The coefficient of the lowest power of `small`."""
    place, lowest = polynomial.ring.symbols.index(small), _lowest(polynomial, small)
    part = polynomial.ring.zero
    for monomial, coefficient in polynomial.terms():
        if monomial[place] == lowest:
            part += polynomial.ring({(*monomial[:place], 0, *monomial[place + 1 :]): coefficient})
    return part


def _lowest(polynomial: PolyElement, small: Symbol) -> int:
    place = polynomial.ring.symbols.index(small)
    return min((monomial[place] for monomial in polynomial.monoms()), default=0)


def _rational_in(expression: Expr, symbol: Symbol, *, roots: bool = False) -> bool:
    """True if the symbol is in no power, sum under a root, log or max; its own roots are allowed with `roots`."""
    own = field_of(expression)
    return not any(
        symbol in generator.expression.free_symbols and (key != symbol or (generator.root != 1 and not roots))
        for key, generator in own.generators.items()
    )


def _smooth(item: Relation) -> Relation:
    if item.rhs.has(Max, Min):
        raise UndecidedError(f"{item} has a max or min: split it into regimes first")
    return item


def _with_point(found: Verdict, own: Obligation, others: list[Obligation]) -> Checked:
    """A finding together with other obligations; what was not shown is refuted if a point contradicts it."""
    if not found.holds:
        verdict = prove(own)
        return Checked(verdict if verdict.finding is Finding.REFUTED else found, (own,))
    return Checked(all_of([found, prove_all(others)]) if others else found, tuple(others))
