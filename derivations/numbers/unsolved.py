"""Equations without a closed form, solved with the numbers of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import e, log

from sympy import Add, Dummy, Expr, Float, I, Integer, Mul, Rational, Symbol, exp, igcd, ilcm, nan

from derivations.language.display import listed
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.numbers.enclosure import enclosing, sign_of, stretch
from derivations.numbers.format import figures_apart, format_value
from derivations.numbers.letter_range import near
from derivations.numbers.roots import Equation, Root, Roots, roots
from derivations.numbers.substitution import exactly_filled, filled
from derivations.proof.normal_form import field_of
from derivations.proof.sign import monomial_apart

_LOWEST, _HIGHEST = Fraction(1, 10**12), Fraction(10**30)  # in the unit of the quantity
_DIGITS = 30
_BITS = 100


@dataclass(frozen=True)
class Solved:
    """All roots of an equation in a range, in base units of the unknown.

    Of a slope that vanishes where something is least, `least` tells for each root whether the slope is shown to turn
    from falling to rising there; it is None for any other equation. With `at_zero`, 0 was looked at beside the range.
    """

    equation: Relation
    unknown: Quantity
    roots: Roots
    least: tuple[bool, ...] | None = None
    at_zero: bool = False

    @property
    def only(self) -> Root | None:
        """The root, if there is exactly one and the unknown can take it; where something is least, if it is that."""
        alone = len(self.roots.found) == 1 and self.roots.complete and self.least in (None, (True,))
        return self.roots.found[0] if alone and self.unknown.range.contains(self.roots.found[0].value) else None

    @property
    def words(self) -> str:
        """The number of roots and their range in words; with one root its bracket and its residual."""
        low, high = (self._shown(end) for end in (self.roots.low, self.roots.high))
        found = len(self.roots.found)
        if self.least is not None and self.only is None:
            return self._without_a_least(f"from {low} to {high}")
        one = "root" if self.least is None else "minimum"
        many = f"no {one}" if not found else (f"one {one}" if found == 1 else f"{found} {one}s")
        counted = many if self.roots.complete else f"at least {many}" if found else f"no {one} found"
        text = f"{counted} {'at 0 or ' if self.at_zero else ''}from {low} to {high}"
        if found == 1 and self.only is None and self.roots.complete:
            words = self.unknown.range.words
            value = self.roots.found[0].value
            shown = self._shown(value, figures_apart(value, *near(self.unknown, value)))
            return f"{text}, and it is no value: {shown} is not {words}"
        if found > 1 or (found and not self.roots.complete):
            values = [root.value for root in self.roots.found]
            text += ": " + ", ".join(self._shown(value, figures_apart(*values)) for value in values)
        if found == 1:
            root = self.roots.found[0]
            width = root.high - root.low
            bracket = f"known to one part in {_power(abs(root.value) / width)}" if width else "exact"
            left = f"the sides differ there by one part in {_power(1 / root.residual)}" if root.residual else ""
            text += ", " + "; ".join(part for part in (bracket, left) if part)
        return text

    def _without_a_least(self, where: str) -> str:
        """Why there is no one minimum inside a range: none, others not excluded, another kind of point, or several."""
        assert self.least is not None
        values = [root.value for root in self.roots.found]
        points = [self._shown(value, figures_apart(*values)) for value in values]
        valleys = [point for point, least in zip(points, self.least, strict=True) if least]
        if not self.roots.complete:
            known = f"one minimum at {listed(valleys)}" if len(valleys) == 1 else "no single minimum"
            return f"{known} {where}, and others are not excluded"
        if not points:
            return f"no minimum {where}: it falls or rises all the way, and is least at an end or beyond"
        if len(points) == 1 and valleys:
            return f"one minimum {where}, and it is no value: {points[0]} is not {self.unknown.range.words}"
        if len(points) == 1:
            return f"no minimum {where}: at {points[0]} it does not turn from falling to rising"
        told = f"minima at {listed(valleys)}" if valleys else "no minimum"
        return f"{len(points)} points {where} at which the slope vanishes, {told}: which is least is not told"

    def _shown(self, number: Fraction, digits: int = 4) -> str:
        return format_value(number, self.unknown.dimension, self.unknown.unit, digits)


@lru_cache(maxsize=1024)
def without_common_factors(difference: Expr) -> Expr:
    """A difference without the positive factors that all of its terms share; it vanishes at the same points.

    Kept, as every scenario asks for it.
    """
    own = field_of(difference)
    numerator = own.numerator(own.elements[0])
    if not numerator:
        return Integer(0)
    common, rest = monomial_apart(numerator)
    factors = zip(common.ring.gens, common.degrees(), common.ring.symbols, strict=True)
    for factor, power, symbol in factors:  # where what may be zero is zero, the difference vanishes too
        if power and not own.generators[symbol].expression.is_positive:
            rest *= factor**power
    return own.back(rest)


def solve_in_numbers(
    equation: Relation, difference: Expr, unknown: Quantity, bound: Fraction | None = None,
    parts: Iterable[Expr] | None = None,
) -> Solved:
    """All roots of an equation, given as the difference of its sides with all but the unknown put in.

    The range goes from 1e-12 to 1e30 of the quantity's unit, or to what its domain or `bound` allows; for a quantity
    that may be negative also from -1e30 to -1e-12. Where it may be 0, that is looked at by itself if `parts` are given:
    what the equation was written with and is not defined everywhere. Raises `UndecidedError` for functions that cannot
    be enclosed.
    """
    factor = unknown.parsed_unit.factor
    low, high = _LOWEST * factor, _HIGHEST * factor
    for operator, limit in unknown.range.limits:
        if operator == ">=" and limit > 0:
            low = Fraction(limit)
        if operator == "<=":
            high = min(high, Fraction(limit))
    top = high if bound is None else min(high, bound)
    symbol, signed = unknown.symbol, not unknown.range.limits
    found = Roots((), min(low, top), top)
    if top > low:
        found = _roots(difference, symbol, low, top)
    elif top > 0 and not signed:  # a bound below all that is searched otherwise
        found = _roots(difference, symbol, top * ((1 - _LOWEST) if unknown.range.whole else _LOWEST), top)
    if signed:
        mirror = Dummy(symbol.name, positive=True)
        below = _roots(filled(difference, {symbol: -mirror}), mirror, max(low, -top), high)
        between = () if top <= -low or _has_sign(difference, symbol, low) else ((-low, min(low, top)),)
        found = _on_both_sides(below, between, found)
    looked = parts is not None and unknown.range.contains(Fraction(0)) and (bound is None or bound >= 0)
    if looked and _vanishes_at_zero(difference, parts or (), symbol):
        once = signed and _is_steep(difference, symbol, low)
        found = _with_zero(found, around=low if once else Fraction(0))
    return Solved(equation, unknown, found, at_zero=looked and found.low > 0)


def _vanishes_at_zero(difference: Expr, parts: Iterable[Expr], symbol: Symbol) -> bool:
    """True if a difference is exactly 0 where the unknown is, and everything that it is written with has a value there.
    """
    there = {symbol: Integer(0)}
    try:
        defined = all(value.is_finite and value.is_real for value in (exactly_filled(part, there) for part in parts))
        left = exactly_filled(difference, there)
    except ValueError:  # a max of what cannot be compared, such as 1/0
        return False
    return defined and bool(left.is_Rational and left == 0)


def _is_steep(difference: Expr, symbol: Symbol, around: Fraction) -> bool:
    """True if a difference is shown to rise all over what is around zero, or to fall."""
    found = Equation(*_sides(difference, symbol), symbol).over(-around, around, _BITS)
    return found is not None and found.whole and bool(sign_of(found.slope))


def _with_zero(found: Roots, around: Fraction) -> Roots:
    """Roots with zero among them, which is the only one as far as `around`."""
    zero = Root(Fraction(0), Fraction(0), Fraction(0), Fraction(0))
    undecided = tuple(part for part in found.undecided if not -around <= part[0] < part[1] <= around)
    return replace(found, found=tuple(sorted((*found.found, zero), key=lambda root: root.low)), undecided=undecided)


def turns_upward(slope: Expr, symbol: Symbol, found: Roots) -> tuple[bool, ...]:
    """For each root of a slope whether it is shown to be negative before it and positive after it.

    It has one sign between two roots; where a root is the only one, as far as an end of the range.
    """
    ends = [root.value for root in found.found]
    told = []
    for place, root in enumerate(found.found):
        before = _beside(root.low, ends[place - 1] if place else found.low)
        after = _beside(root.high, ends[place + 1] if place + 1 < len(ends) else found.high)
        told.append(found.complete and _sign_at(slope, symbol, before) == -1 and _sign_at(slope, symbol, after) == 1)
    return tuple(told)


def _beside(point: Fraction, end: Fraction) -> Fraction:
    """A number between a root and the next one, or an end, not far from the root."""
    step = (end - point) / 2
    return point + max(min(step, abs(point) / 1000), -abs(point) / 1000)


def _sign_at(expression: Expr, symbol: Symbol, at: Fraction) -> int | None:
    """The sign of an expression at a number; None where it has none that is told."""
    found = enclosing(_exact(expression), symbol)(stretch(at, at, _BITS), _BITS)
    return None if found is None else sign_of(found.value)


@lru_cache(maxsize=1024)
def _roots(difference: Expr, symbol: Symbol, low: Fraction, high: Fraction) -> Roots:
    """The roots of a difference in one positive symbol; kept, as many scenarios lead to the same equation."""
    if difference.has(I, nan):  # a root or a logarithm of what is negative all over the range
        return Roots((), low, high)
    if symbol not in difference.free_symbols and difference != 0:
        return Roots((), low, high)
    return roots(*_sides(difference, symbol), symbol, low, high)


def _sides(difference: Expr, symbol: Symbol) -> tuple[Expr, Expr]:
    """Two sides without minus signs in front of their terms."""
    terms = _without_shared_growth(_exact(difference), symbol)
    left = Add(*(term for term in terms if not term.could_extract_minus_sign()))
    return left, -Add(*(term for term in terms if term.could_extract_minus_sign()))


def _has_sign(difference: Expr, symbol: Symbol, around: Fraction) -> bool:
    """True if a difference is shown not to vanish around zero."""
    if symbol not in difference.free_symbols:
        return bool(difference != 0)
    found = Equation(*_sides(difference, symbol), symbol).over(-around, around, _BITS)
    return found is None or bool(sign_of(found.value))


def _on_both_sides(below: Roots, between: tuple[tuple[Fraction, Fraction], ...], above: Roots) -> Roots:
    """Roots on both sides of zero; those below are given without their sign."""
    mirrored = (Root(-root.high, -root.low, -root.value, root.residual) for root in reversed(below.found))
    open_below = ((-high, -low) for low, high in reversed(below.undecided))
    undecided = (*open_below, *between, *above.undecided)
    return Roots((*mirrored, *above.found), -below.high, above.high, undecided)


def _exact(expression: Expr) -> Expr:
    """Numbers of many digits as fractions."""
    found = {number: Rational(str(number.n(_DIGITS))) for number in expression.atoms(Float)}
    return expression.xreplace(found)


def _without_shared_growth(difference: Expr, unknown: Symbol) -> list[Expr]:
    """The terms of a difference over the fastest of their exponentials in the unknown.

    ``a*248^B + b*256^B*B`` becomes ``a*(31/32)^B + b*B``: the same roots, and numbers that stay in sight.
    """
    split = [_exponential_apart(term, unknown) for term in Add.make_args(difference)]
    fastest = max((rates for _, rates in split), key=lambda rates: sum(float(a) * log(b) for b, a in rates.items()))
    terms = []
    for rest, rates in split:
        left = {base: rates.get(base, Rational(0)) - fastest.get(base, Rational(0)) for base in {*rates, *fastest}}
        terms.append(rest * _exponential({base: rate for base, rate in left.items() if rate}, unknown))
    return terms


def _exponential_apart(term: Expr, unknown: Symbol) -> tuple[Expr, dict[int | float, Rational]]:
    """A term without its factors ``number^(rate*unknown)``, and the rate of each number: whole numbers all, or e."""
    rest, rates = Integer(1), dict[int | float, Rational]()
    for factor in Mul.make_args(term):
        if isinstance(factor, exp) and (factor.args[0] / unknown).is_Rational:
            rates[e] = rates.get(e, Rational(0)) + factor.args[0] / unknown
            continue
        base, exponent = factor.as_base_exp()
        rate = exponent / unknown
        if not (base.is_Rational and base.is_positive and rate.is_Rational):
            rest *= factor
            continue
        for whole, sign in ((int(base.p), 1), (int(base.q), -1)):
            if whole != 1:
                rates[whole] = rates.get(whole, Rational(0)) + sign * rate
    return rest, rates


def _exponential(rates: Mapping[int | float, Rational], unknown: Symbol) -> Expr:
    """The product of ``number^(rate*unknown)`` as one power of one number, and one of e."""
    if e in rates:
        return exp(rates[e] * unknown) * _exponential({base: rates[base] for base in rates if base != e}, unknown)
    if not rates:
        return Integer(1)
    below = ilcm(1, *(int(rate.q) for rate in rates.values()))
    shared = Rational(igcd(0, *(int(rate * below) for rate in rates.values())), below)
    return Mul(*(Rational(base) ** (rate / shared) for base, rate in rates.items())) ** (shared * unknown)


def _power(number: Fraction) -> str:
    """A large number as a power of ten."""
    return f"10^{len(str(int(number))) - 1}"
