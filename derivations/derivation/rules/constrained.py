"""minimise subject to: where one quantity is least while another keeps its value, over two quantities at once.

Along an equation g(x, y) = 0 in which both slopes g_x and g_y have a sign of their own, y is a smooth function of x
that only rises or only falls, over an interval of x: where it has values is a single curve. Along it f has the slope
e = f_x - f_y g_x/g_y, which is Lagrange's condition with the multiplier eliminated. If f bends upward wherever that
slope vanishes, it vanishes once at most: between two such points there would be one at which f bends down. A point of
the curve at which it vanishes is then the only one, and f is least there, also beside the ends of the curve.

That there is such a point is not said. The equations of both are solved after it: what has no solution has its least
value at an end of the curve, or none. Nor is it said that another premise allows it. The slope is below zero before
that point and above zero after it, so that x <= m allows the point where the slope at x = m is not below zero; where it
is, f falls all the way up to m.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from typing import ClassVar

from sympy import Expr, Function, Integer, Max, Min, Symbol, exp, fraction, log

from derivations.derivation.rules.base import Checked, Input, Outcome, carried, discharged, kept
from derivations.derivation.rules.calculus import derivative
from derivations.derivation.rules.minimise import MONOTONE, ends
from derivations.derivation.rules.solve import Solve
from derivations.errors import DerivationsError, UndecidedError
from derivations.language.extrema import put_in
from derivations.language.literal import is_unit
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_sides
from derivations.proof.counterexample import METHOD as COUNTEREXAMPLE
from derivations.proof.counterexample import delicate
from derivations.proof.elimination import fact_of, linear_parts
from derivations.proof.normal_form import cancelled, field_of, vanishes
from derivations.proof.obligation import Obligation
from derivations.proof.prove import contradictory, known_sign, prove, shows
from derivations.proof.sign import ONE_SIGN, Sign
from derivations.proof.verdict import Finding, inconclusive, refuted

_HOWEVER_LARGE = "however large"


@dataclass(frozen=True)
class MinimiseSubjectTo:
    """Lagrange's condition for the right side of the first input to be least along the equation of the second.

    `over` varies, and `along` follows it by that equation; `holding` are quantities that keep their values although
    premises tie them to these two, as what the equation itself determines.
    """

    name: ClassVar[str] = "minimise_subject_to"
    over: Symbol
    along: Symbol
    holding: tuple[Symbol, ...] = ()

    @property
    def note(self) -> str:
        """Words for what the relation is, one condition beside the equation; and for what varies, and what is held."""
        held = ", ".join(map(str, self.holding))
        told = "a condition for the least value along the curve, together with the equation of that"
        return f"{told}: {self.over} and {self.along} vary together" + (f", at fixed {held}" if held else "")

    def compute(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Outcome, ...]:
        """``f_x = f_y g_x/g_y``, or no relation and a note where there is no such point.

        Raises `UndecidedError` for what is not covered.
        """
        target, law = self._covered(inputs, notation)
        note = self._none_inside(target, law, notation)
        if note:
            return (Outcome(None, (), note),)
        by_x, by_y = (derivative(target.rhs, each) for each in self._pair)
        of_x, of_y = (derivative(law.difference, each) for each in self._pair)
        sides = cancelled(by_x), cancelled(by_y * of_x / of_y)
        if all(side.could_extract_minus_sign() for side in sides):
            sides = -sides[0], -sides[1]
        if known_sign(sides[0]) is Sign.POSITIVE and not any(side.is_Add for side in fraction(sides[0])):
            sides = fraction(cancelled(sides[1] / sides[0]))[::-1]
        return (Outcome(from_sides(sides[0], "=", sides[1], notation), carried(inputs), self.note),)

    def check(self, inputs: tuple[Input, ...], outcome: Outcome, notation: Notation) -> Checked:
        """The slope along the equation vanishes where the relation holds, and only there; it bends upward there."""
        target, law = self._covered(inputs, notation)
        result = outcome.relation
        if result is None:
            note = self._none_inside(target, law, notation)
            return Checked(refuted(note, None, MONOTONE) if note else inconclusive("not shown to be monotone"))
        if not result.is_equation:
            return Checked(refuted(f"{result} is no equation", None, "form"))
        zero = Integer(0)
        given = outcome.conditions
        slope = from_sides(cancelled(self._slope(target, law)), "=", zero, notation)
        first = discharged([
            Obligation(slope, (result, law, *given), "the slope along the equation vanishes"),
            Obligation(result, (slope, law, *given), "and it does nowhere else"),
            *(Obligation(each, (), "it goes one way along the equation") for each in self._ways(law, notation)),
            *kept(inputs, outcome),
        ])
        if first.verdict.finding is not Finding.PROVEN:
            return first
        second = self._bends(target, law, slope, given, notation)
        return Checked(second.verdict, (*first.obligations, *second.obligations)) if second.verdict.holds else second

    @property
    def _pair(self) -> tuple[Symbol, Symbol]:
        return self.over, self.along

    def _covered(self, inputs: tuple[Input, ...], notation: Notation) -> tuple[Relation, Relation]:
        """The formula and the equation. Raises `UndecidedError` for what the lemma does not speak of."""
        target, law = inputs[0].relation, inputs[1].relation
        x, y = self._pair
        if target.operator not in ("=", ">=", ">"):
            raise UndecidedError(f"{target} bounds from above, which does not say where the least value is")
        if not law.is_equation:
            raise UndecidedError(f"{law} is no equation: at the best it is met with room to spare, or at its boundary")
        for each in self._pair:
            if each not in target.rhs.free_symbols | law.symbols:
                raise UndecidedError(f"neither {target} nor {law} depends on {each}")
            if each not in law.symbols:
                raise UndecidedError(f"{law} leaves {each} free: minimise over {each} alone, and then over the other")
            if each in target.lhs.free_symbols:
                raise UndecidedError(f"{each} is on the left side of {target}")
            if notation[each.name].range.whole:
                raise UndecidedError(f"{each} counts whole numbers, and the least may lie between two of them")
        if not {x, y} & target.rhs.free_symbols:
            raise UndecidedError(f"{target} depends on neither {x} nor {y}")
        if contradictory((law,)):
            raise UndecidedError(f"{law} cannot be met")
        for condition in (*inputs[0].conditions, *inputs[1].conditions):
            if condition.symbols & (target.lhs.free_symbols | {x, y}):
                raise UndecidedError(f"the least may lie where {condition} ends")
        for item, expression in ((target, target.rhs), (law, law.difference)):
            _require_smooth(item, expression)
        for each in self._pair:
            if known_sign(derivative(law.difference, each)) not in ONE_SIGN:
                raise UndecidedError(f"{law} may turn back: that it goes one way in {each} is not shown")
        return target, law

    def point(self, result: Relation, law: Relation, notation: Notation) -> dict[Symbol, Expr] | None:
        """Both quantities where the condition and the equation hold; None unless there is one such point in a formula.
        """
        for (one, other), (first, second) in product(permutations((result, law)), permutations(self._pair)):
            found = _only_root(one, first, notation)
            if found is None:
                continue
            rest = from_sides(put_in(other.lhs, {first: found}), "=", put_in(other.rhs, {first: found}), notation)
            last = None if second not in rest.symbols else _only_root(rest, second, notation)
            if last is not None:
                return {first: cancelled(put_in(found, {second: last})), second: last}
        return None

    def within(
        self, inputs: tuple[Input, ...], result: Relation, letter: Symbol, bound: Expr, *, upper: bool, strict: bool
    ) -> Relation | None:
        """What says that the point lies within a bound of one quantity: the sign of the slope at that bound.

        None where the other quantity has no formula there, or not for every bound, or the sign is not that of the
        difference of the sides of the condition.
        """
        target, law, notation = inputs[0].relation, inputs[1].relation, result.notation
        x, y = self._pair
        (other,) = {x, y} - {letter}
        there = from_sides(put_in(law.lhs, {letter: bound}), "=", put_in(law.rhs, {letter: bound}), notation)
        value = _only_root(there, other, notation, always=True) if other in there.symbols else None
        turn = known_sign(cancelled(self._slope(target, law) / result.difference))
        if value is None or turn not in ONE_SIGN:
            return None
        rises = known_sign(derivative(law.difference, x)) is not known_sign(derivative(law.difference, y))
        after = upper if letter == x or rises else not upper  # the bound lies after the point on the way of x
        operator = (">" if after is (turn is Sign.POSITIVE) else "<") + ("" if strict else "=")
        at = {letter: bound, other: value}
        return from_sides(put_in(result.lhs, at), operator, put_in(result.rhs, at), notation)

    def _slope(self, target: Relation, law: Relation) -> Expr:
        """The slope of the formula along the equation, in x."""
        return self._along(target.rhs, law)

    def _along(self, expression: Expr, law: Relation) -> Expr:
        x, y = self._pair
        pace = derivative(law.difference, x) / derivative(law.difference, y)
        return derivative(expression, x) - derivative(expression, y) * pace

    def _ways(self, law: Relation, notation: Notation) -> list[Relation]:
        """That both slopes of the equation have the signs which they have."""
        slopes = [cancelled(derivative(law.difference, each)) for each in self._pair]
        return [
            from_sides(slope if known_sign(slope) is Sign.POSITIVE else -slope, ">", Integer(0), notation)
            for slope in slopes
        ]

    def _none_inside(self, target: Relation, law: Relation, notation: Notation) -> str:
        """The note for a formula that only falls, only rises, or is greatest where it does neither; else empty."""
        slope = cancelled(self._slope(target, law))
        if vanishes(slope):
            return f"no optimum: {target.written_left} is the same all along {law}"
        found = known_sign(slope)
        name, at_an_end = target.written_left, "so that it is least at an end, or nowhere"
        if found in ONE_SIGN:
            falls = found is Sign.NEGATIVE
            which, where = "larger" if falls else "smaller", self._end(law, notation, upward=falls)
            finite = "finite optimum" if where == _HOWEVER_LARGE else "optimum inside"
            return f"no {finite}: along {law} every {which} {self.over} has a smaller {name}, {where or at_an_end}"
        bend = cancelled(self._along(slope, law))
        flat = from_sides(slope, "=", Integer(0), notation)
        downward = (bend.xreplace({pivot.lhs: pivot.rhs}) for pivot in self._pivots(flat, notation))
        if any(known_sign(cancelled(each)) is Sign.NEGATIVE for each in (bend, *downward)):
            return f"no optimum inside: along {law} {name} is greatest where it neither falls nor rises, {at_an_end}"
        return ""

    def _end(self, law: Relation, notation: Notation, *, upward: bool) -> str:
        """Where the curve of an equation ends as x grows, or falls, in words; empty where that is not shown.

        The equation is solved for y: x goes as far as the conditions of that one solution let it, and its own domain.
        """
        x, y = self._pair
        own = ends(x, notation)[upward]
        if own:
            return f"{'up' if upward else 'down'} to the end of its domain, {x} = {own}"
        rule, item = Solve(y), Input("", law)
        try:
            solutions = rule.compute((item,), notation)
            if len(solutions) != 1 or rule.check((item,), solutions[0], notation).verdict.finding is not Finding.PROVEN:
                return ""
        except UndecidedError:
            return ""
        bounds = [each for each in solutions[0].conditions if x in each.symbols]
        trends = [known_sign(derivative(fact_of(each).expression, x)) for each in bounds]
        if any(trend not in ONE_SIGN for trend in trends):
            return ""
        against = Sign.NEGATIVE if upward else Sign.POSITIVE
        met = [str(each) for each, trend in zip(bounds, trends, strict=True) if trend is against]
        if met:
            return f"up to the edge, where {' and '.join(met)} no longer holds"
        return _HOWEVER_LARGE if upward else "down to the lowest"

    def _bends(
        self, target: Relation, law: Relation, slope: Relation, given: tuple[Relation, ...], notation: Notation
    ) -> Checked:
        """That the formula bends upward wherever its slope vanishes; or a point at which it bends down there.

        The condition is turned round for one of its letters, which is then put in: some letter makes it visible.
        """
        bend = cancelled(self._along(self._slope(target, law), law))
        upward = from_sides(bend, ">", Integer(0), notation)
        says = "wherever the slope vanishes it bends upward"
        for pivot in self._pivots(slope, notation):
            there = cancelled(bend.xreplace({pivot.lhs: pivot.rhs}))
            if known_sign(there) is not Sign.POSITIVE:
                continue
            told = Obligation(pivot, (slope, *given), "the condition, inverted")
            shown = Obligation(upward, (pivot, *given), says)
            if shows(told).finding is Finding.PROVEN and shows(shown).finding is Finding.PROVEN:
                return discharged([told, shown])
        plain = Obligation(upward, (slope, law, *given), says)
        found = prove(plain)
        if found.finding is Finding.REFUTED:
            return Checked(refuted("it bends down where its slope vanishes: a greatest, or none", found.counterexample,
                                   COUNTEREXAMPLE), (plain,))
        return Checked(found if found.holds else inconclusive(f"not shown: {says}"), (plain,))

    def _pivots(self, slope: Relation, notation: Notation) -> list[Relation]:
        """The condition turned round for each letter that stands in it once, in the first power."""
        own = field_of(slope.difference)
        numerator = own.numerator(own.elements[0])
        found = []
        for letter in sorted((s for s in slope.symbols if not is_unit(s)), key=str):
            if not own.is_open(letter) or own.generators[letter].root != 1:
                continue
            if numerator.degree(numerator.ring(letter)) != 1:
                continue
            factor, rest = linear_parts(numerator, letter)
            if letter in own.back(factor).free_symbols or known_sign(own.back(factor)) not in ONE_SIGN:
                continue
            found.append(from_sides(letter, "=", cancelled(-own.back(rest) / own.back(factor)), notation))
        return found


def _only_root(item: Relation, unknown: Symbol, notation: Notation, *, always: bool = False) -> Expr | None:
    """The one value that an equation gives a quantity, in a formula; None without one, or if it `always` must be one.
    """
    try:
        found = Solve(unknown).compute((Input("", item),), notation) if unknown in item.symbols else ()
    except DerivationsError:
        return None
    if len(found) != 1 or found[0].relation is None or not found[0].relation.is_equation:
        return None
    return None if found[0].unknown or (always and found[0].conditions) else found[0].relation.rhs


def _require_smooth(item: Relation, expression: Expr) -> None:
    """Raise `UndecidedError` for a formula that may jump or have a kink."""
    if expression.has(Max, Min) or any(not isinstance(call, exp | log) for call in expression.atoms(Function)):
        raise UndecidedError(f"{item} is not smooth: split it into regimes first")
    for part in delicate(expression):
        base, exponent = (part.args[0], None) if isinstance(part, log) else part.args
        allowed = ONE_SIGN if exponent is not None and exponent.is_Integer else (Sign.POSITIVE,)
        if known_sign(base) not in allowed:
            raise UndecidedError(f"{base} may have no value in {item}")
