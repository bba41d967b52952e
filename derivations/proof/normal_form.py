"""One normal form, so that equality is decided and not guessed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, lcm, prod
from operator import is_

from sympy import (
    QQ,
    Add,
    Dummy,
    Expr,
    Integer,
    Max,
    Min,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    ceiling,
    exp,
    factorial,
    factorrat,
    floor,
    log,
)
from sympy.polys.fields import FracElement, FracField, field
from sympy.polys.rings import PolyElement, PolyRing

from derivations.errors import UndecidedError
from derivations.language.counting import SERIES
from derivations.language.functions import Applied, BitwiseExclusiveOr, ExclusiveOr
from derivations.language.lambert import Lambert
from derivations.language.literal import is_unit
from derivations.proof.budget import remembered
from derivations.proof.polynomials import greatest_divisor, least_multiple, lowest, product, raised, remainder
from derivations.proof.series import aligned, renamed

_MANY_TERMS = 64  # a denominator with more terms is reduced before anything is multiplied with it
_HIGH = 50  # a degree that counts; exponents such as 0.2831 lead to thousands
_MOST_POINTS = 200_000  # product of high degrees; beyond it a common divisor takes minutes to find


def as_fraction(expression: Expr, within: FracField) -> FracElement:
    """The element of the field that an expression in its symbols is; raises `UndecidedError` for any other."""
    try:
        places = {symbol: place for place, symbol in enumerate(within.ring.symbols)}
        numerator, denominator = _parts(expression, within.ring, places)
        _refuse_high_degrees(numerator, denominator)
        return within.raw_new(*lowest(numerator, denominator))
    except (ValueError, TypeError, KeyError, ZeroDivisionError) as error:
        raise UndecidedError(f"no normal form for {expression}: {error}") from None


def _parts(
    expression: Expr, ring: PolyRing, places: Mapping[Symbol, int]
) -> tuple[PolyElement, PolyElement]:
    """Numerator and denominator, not yet in lowest terms; `places` are those of the symbols in the ring."""
    if isinstance(expression, Add):
        return _sum((_parts(term, ring, places) for term in expression.args), ring)
    number, powers = ring.domain.one, ([0] * ring.ngens, [0] * ring.ngens)
    others: list[tuple[PolyElement, PolyElement]] = []
    for factor in Mul.make_args(expression):
        base, power = factor.args if isinstance(factor, Pow) else (factor, Integer(1))
        if factor.is_Rational:
            number *= ring.domain(factor.p, factor.q)
        elif isinstance(base, Symbol) and power.is_Integer:  # as most are: they are one term, made once
            powers[power.is_negative][places[base]] += abs(int(power))
        elif isinstance(factor, Pow) and power.is_Integer:
            others.append(_power(_parts(base, ring, places), int(power)))
        elif isinstance(factor, Add):
            others.append(_parts(factor, ring, places))
        else:
            raise ValueError(f"{factor} is not rational")
    numerator, denominator = (ring.term_new(tuple(own), each) for own, each in zip(powers, (number, 1), strict=True))
    for over, under in others:
        numerator, denominator = product(numerator, over), product(denominator, under)
    return numerator, denominator


def _power(base: tuple[PolyElement, PolyElement], power: int) -> tuple[PolyElement, PolyElement]:
    """Numerator and denominator of a whole power."""
    over, under = base
    if power >= 0:
        return raised(over, power), raised(under, power)
    if not over:
        raise ZeroDivisionError("division by zero")
    return raised(under, -power), raised(over, -power)


def _sum(terms: Iterable[tuple[PolyElement, PolyElement]], ring: PolyRing) -> tuple[PolyElement, PolyElement]:
    """Terms over one denominator are added first; then the denominators are brought together one by one."""
    over: dict[PolyElement, PolyElement] = {}
    for numerator, denominator in terms:
        over[denominator] = over.get(denominator, ring.zero) + numerator
    numerator, denominator = ring.zero, ring.one
    for under, part in over.items():
        if not part:
            continue
        if under == denominator:
            numerator = numerator + part
            continue
        if _is_short(under) and _is_short(denominator):
            common = denominator.lcm(under)
            numerator = product(numerator, common.exquo(denominator)) + product(part, common.exquo(under))
            denominator = common
        else:
            numerator = product(numerator, under) + product(part, denominator)
            denominator = product(denominator, under)
            if len(denominator) > _MANY_TERMS:
                _refuse_high_degrees(numerator, denominator)
                numerator, denominator = lowest(numerator, denominator)
    return numerator, denominator


def _is_short(polynomial: PolyElement) -> bool:
    """True for a single term, whose least common multiple is read off."""
    return len(polynomial) == 1


def _refuse_high_degrees(numerator: PolyElement, denominator: PolyElement) -> None:
    """Raise `ValueError` where the search for a common divisor would not end; with single terms there is none."""
    if len(numerator) < 2 or len(denominator) < 2:
        return
    degrees = map(max, numerator.degrees(), denominator.degrees())
    if prod(degree for degree in degrees if degree > _HIGH) > _MOST_POINTS:
        raise ValueError("its exponents have too many decimals")


def common_factor(own: Field) -> tuple[Expr, list[Expr]]:
    """A factor of all elements of a field that is nowhere negative, and what is left of each."""
    ring = own.field.ring
    common = ring.one
    for element in own.elements:
        common = least_multiple(common, element.denom)
    if not _positive(common, own):
        return Integer(1), [own.restore(element.as_expr()) for element in own.elements]
    numerators = [product(element.numer, common.exquo(element.denom)) for element in own.elements]
    content = ring.zero
    for numerator in numerators:
        content = greatest_divisor(content, numerator)
    if not content or not _positive(content, own):
        content = ring.one
    left = [numerator.exquo(content) for numerator in numerators]
    # a divisor over the rationals says nothing of numbers: their own common factor comes out besides
    numbers = [number for polynomial in left for number in polynomial.coeffs()]
    over = gcd(*(int(abs(number.numerator)) for number in numbers)) or 1
    under = lcm(*(int(number.denominator) for number in numbers))
    reduced = [own.back(polynomial.quo_ground(ring.domain(over, under))) for polynomial in left]
    return Rational(over, under) * own.back(content) / own.back(common), reduced


def _positive(polynomial: PolyElement, own: Field) -> bool:
    """True if every coefficient of the polynomial is positive and no generator negative: then it is nowhere negative.

    Powers and roots of what may be zero may be zero, too.
    """
    used = [s for s, d in zip(polynomial.ring.symbols, polynomial.degrees(), strict=True) if d > 0]
    return all(c > 0 for c in polynomial.coeffs()) and all(
        symbol.is_positive or (own.generators[symbol].expression.is_positive) for symbol in used
    )


_MAX_POWER = 200
_LARGEST_TRIED = 2**15  # prime factors of a number under a symbolic power are looked for up to here


@dataclass(frozen=True)
class Generator:
    """The source of a generator: `expression` to the power 1/`root`."""

    expression: Expr
    root: int = 1
    relation: Expr | None = None  # the sum under the root, in generators, where there is one


class Field:
    """The field of fractions in which a set of expressions lives.

    Raises `UndecidedError` for expressions that are outside what the normal form covers.
    """

    def __init__(self, *expressions: Expr) -> None:
        atoms = _Atoms()
        flat = [atoms.flatten(expression) for expression in aligned(expressions, field_of)]
        roots = _root_degrees([*flat, *atoms.sums.values()])
        deepen = {symbol: symbol**degree for symbol, degree in roots.items()}
        flat = [expression.xreplace(deepen) for expression in flat] if deepen else flat
        self.generators: dict[Symbol, Generator] = {}
        for symbol in sorted(set().union(*(e.free_symbols for e in flat)), key=lambda s: s.sort_key()):
            source = atoms.source.get(symbol, symbol)
            under = atoms.sums.get(symbol)
            self.generators[symbol] = Generator(
                source, roots.get(symbol, 1), None if under is None else under.xreplace(deepen)
            )
        relations = [g.relation for g in self.generators.values() if g.relation is not None]
        missing = set().union(*(relation.free_symbols for relation in relations), set()) - set(self.generators)
        for symbol in sorted(missing, key=lambda s: s.sort_key()):
            self.generators[symbol] = Generator(atoms.source.get(symbol, symbol), roots.get(symbol, 1))
        # generators with a relation come first, so that lexicographic division removes them
        ordered = sorted(self.generators, key=lambda s: self.generators[s].relation is None)
        self.field: FracField = _field_over(*(ordered or [Symbol("_one")]))
        self.elements: list[FracElement] = [self._element(expression) for expression in flat]
        self._reducers: list[PolyElement] = []
        for symbol, generator in self.generators.items():
            if generator.relation is not None:
                under_root = self._element(generator.relation)
                power = self._element(symbol) ** generator.root
                self._reducers.append((power * under_root.denom - under_root.numer).numer)

    def _element(self, expression: Expr) -> FracElement:
        return as_fraction(expression, self.field)

    def numerator(self, element: FracElement) -> PolyElement:
        """The numerator, with powers of roots of sums reduced."""
        numerator = element.numer
        # lemma: g^k d - n = 0 for a root g of n/d of degree k, so that a multiple of it may be taken off
        return remainder(numerator, self._reducers) if self._reducers else numerator

    def is_open(self, symbol: Symbol) -> bool:
        """True if a symbol is a generator itself and not hidden in another: a root, a power or a max."""
        return symbol in self.generators and not any(
            symbol in generator.expression.free_symbols for key, generator in self.generators.items() if key != symbol
        )

    def back(self, polynomial: PolyElement) -> Expr:
        """A polynomial in generators as an expression in the original symbols."""
        return self.restore(polynomial.as_expr())

    def restore(self, expression: Expr) -> Expr:
        """Generators replaced by what they stand for."""
        return expression.xreplace(
            {
                symbol: generator.expression ** Rational(1, generator.root)
                for symbol, generator in self.generators.items()
                if generator.root != 1 or generator.expression != symbol
            }
        )


@lru_cache(maxsize=1024)
def _field_over(*symbols: Symbol) -> FracField:
    """The field of fractions over these symbols: many expressions are about the same."""
    return field(symbols, QQ)[0]


@remembered(maxsize=4096)
def field_of(*expressions: Expr) -> Field:
    """The field of the expressions; kept by content, as one expression is asked for its sign, zeros and terms.

    Raises `UndecidedError` for expressions that are outside what the normal form covers.
    """
    return Field(*expressions)


def vanishes(expression: Expr) -> bool:
    """True if the expression is zero wherever it is defined.

    >>> from sympy.abc import x, y
    >>> vanishes((x**2 - y**2)/(x - y) - x - y)
    True
    """
    own = field_of(expression)
    # lemma: an expression whose numerator is the polynomial 0 in its generators is 0 wherever it is defined
    return bool(own.numerator(own.elements[0]) == 0)


def equal(left: Expr, right: Expr) -> bool:
    """True if the two sides are the same function wherever both are defined."""
    return bool(left == right) or vanishes(left - right)


def lowest_terms(expression: Expr) -> tuple[Expr, Expr]:
    """Numerator and denominator without common factors, both expanded."""
    own = field_of(expression)
    element = own.elements[0]
    return own.back(own.numerator(element)), own.back(element.denom)


def cancelled(expression: Expr) -> Expr:
    """The expression as one fraction in lowest terms."""
    numerator, denominator = lowest_terms(expression)
    if _leans_negative(numerator):
        numerator, denominator = -numerator, -denominator
    units = unit_factor(numerator)
    if units == 1:
        return numerator / denominator
    return (numerator / units) / divided(denominator, units)


def unit_factor(expression: Expr) -> Expr:
    """The base-unit symbols, with their powers, that are factors of a whole expression."""
    return Mul(*(factor for factor in Mul.make_args(expression) if is_unit(factor.as_base_exp()[0])))


def divided(expression: Expr, divisor: Expr) -> Expr:
    """The expression with each of its terms divided."""
    return Add(*(term / divisor for term in Add.make_args(expression)))


def _leans_negative(expression: Expr) -> bool:
    """True if every term carries a minus sign: it reads better below the bar."""
    return all(term.could_extract_minus_sign() for term in Add.make_args(expression))


def _root_degrees(expressions: Sequence[Expr]) -> dict[Symbol, int]:
    """For every symbol that occurs under a root, the least common degree of its roots."""
    degrees: dict[Symbol, int] = {}
    for expression in expressions:
        for power in expression.atoms(Pow):
            if isinstance(power.base, Symbol) and power.exp.is_Rational and not power.exp.is_Integer:
                degrees[power.base] = lcm(degrees.get(power.base, 1), int(power.exp.q))
    return degrees


class _Atoms:
    """Replaces what is not rational by symbols, and remembers what they stand for."""

    def __init__(self) -> None:
        self.source: dict[Symbol, Expr] = {}
        self.sums: dict[Symbol, Expr] = {}
        self._symbol: dict[tuple[str, Expr], Symbol] = {}

    def atom(self, kind: str, source: Expr, same: Expr | None = None, **assumptions: bool) -> Symbol:
        """The symbol that stands for something, and for all that is the `same`."""
        key = (kind, source if same is None else same)
        if key not in self._symbol:
            self._symbol[key] = Dummy(f"{kind}{len(self._symbol)}", **assumptions)
            self.source[self._symbol[key]] = source
        return self._symbol[key]

    def flatten(self, expression: Expr) -> Expr:
        if expression.is_Rational or isinstance(expression, Symbol):
            return expression
        if isinstance(expression, Add | Mul):
            parts = [self.flatten(part) for part in expression.args]
            return expression if all(map(is_, parts, expression.args)) else expression.func(*parts)
        if isinstance(expression, Pow):
            base, exponent = expression.args
            if isinstance(base, Symbol) and exponent.is_Integer and abs(int(exponent)) <= _MAX_POWER:
                return expression
            return self._power(base, exponent)
        if isinstance(expression, exp):
            return self._power(S.Exp1, expression.args[0])
        if isinstance(expression, log):
            return self._log(expression.args[0])
        if isinstance(expression, Max | Min):
            return self._extremum(expression)
        if isinstance(expression, ceiling | floor):
            return self._rounded(expression)
        if isinstance(expression, SERIES):
            return self.atom("series", expression, renamed(expression))
        if isinstance(expression, factorial):  # defined for whole numbers from zero only, and then positive
            return self.atom("factorial", factorial(expression.args[0].expand()), positive=True)
        if isinstance(expression, Applied):
            return self.atom("applied", expression.at(map(plainly, expression.arguments)), **_known(expression))
        if isinstance(expression, Lambert):
            return self.atom("lambert", expression.func(plainly(expression.args[0])), real=True)
        if isinstance(expression, BitwiseExclusiveOr):
            return self.atom("xor", BitwiseExclusiveOr(*map(plainly, expression.args)), integer=True, nonnegative=True)
        if isinstance(expression, ExclusiveOr):
            # lemma: a xor b = a + b - 2 a b for bits a and b
            return self.flatten(expression.polynomial())
        if expression.is_Float or expression.has(S.NaN, S.ComplexInfinity, S.Infinity):
            raise UndecidedError(f"no normal form for {expression}")
        return self.atom("opaque", expression, **({"positive": True} if expression.is_positive else {}))

    def _power(self, base: Expr, exponent: Expr) -> Expr:
        if base.is_zero and not exponent.is_Integer:  # 0^(n - m) is not 0^n/0^m
            return self.atom("power", Pow(base, exponent, evaluate=False), nonnegative=True)
        if exponent.is_Integer:
            if abs(int(exponent)) > _MAX_POWER:
                raise UndecidedError(f"power {exponent} is too large for the normal form")
            return self.flatten(base) ** exponent
        if isinstance(base, Mul):
            return self._power_of_product(base, exponent)
        if isinstance(base, Pow):
            if base.base.is_positive:
                # lemma: (x^a)^u = x^(a u) for x > 0 and real a
                return self._power(base.base, base.exp * exponent)
            if base.exp.is_Integer and base.exp < 0:  # where (1/x)^u is a real number, it is x^(-u)
                return self._power(base.base**-base.exp, -exponent)
        if isinstance(base, Add):
            numerator, denominator = lowest_terms(base)
            if denominator != 1:
                # (a/b)^u is a^u/b^u only if one of them is known to be positive: both might be negative
                if numerator.is_positive or denominator.is_positive:
                    return self._power(numerator, exponent) / self._power(denominator, exponent)
                base = numerator / denominator
            elif not isinstance(numerator, Add):
                return self._power(numerator, exponent)
            else:
                base = numerator
            factor, rest = _factor_apart(base)
            if factor != 1:
                # lemma: (a b)^u = a^u b^u for a > 0
                return self.flatten(Pow(factor, exponent)) * self._power(rest, exponent)
        if base.is_Rational and base.is_positive and not exponent.is_Rational:
            primes = factorrat(base, limit=_LARGEST_TRIED)  # (x/2)^p and x^p/2^p are to meet, and 6^p with 2^p 3^p
            if primes != {base: 1}:
                return Mul(*(self._power(Integer(prime), times * exponent) for prime, times in primes.items()))
        # lemma: b^(s + t) = b^s b^t wherever all three are defined
        result: Expr = Integer(1)
        for term in _exponent_terms(exponent):
            coefficient, unit = _coefficient_apart(term)
            result *= self._power_of_unit(base, unit, coefficient)
        return result

    def _power_of_product(self, base: Mul, exponent: Expr) -> Expr:
        """(a b)^u is a^u b^u for factors that are not negative; the others stay together under one power."""
        result, rest = Integer(1), Integer(1)
        for factor in base.args:
            if factor.is_nonnegative:
                result *= self._power(factor, exponent)
            else:
                rest *= factor
        if rest == 1:
            return result
        if not isinstance(rest, Mul):
            return result * self._power(rest, exponent)
        numerator, denominator = lowest_terms(rest)
        whole = numerator / denominator
        if whole == 0:
            return self._power(whole, exponent)
        if isinstance(whole, Mul) and whole != base and any(factor.is_positive for factor in whole.args):
            return result * self._power(whole, exponent)
        apart, whole = _factor_apart(whole)
        if apart != 1:
            result *= self.flatten(Pow(apart, exponent))
        result *= Mul(
            *(self._power_of_unit(whole, *reversed(_coefficient_apart(term))) for term in _exponent_terms(exponent))
        )
        return result

    def _power_of_unit(self, base: Expr, unit: Expr, coefficient: Expr) -> Expr:
        """base^(coefficient*unit), the coefficient rational, of a base that is not taken apart any further."""
        if unit == 1:
            if coefficient.is_Integer:
                return self.flatten(base) ** coefficient
            if isinstance(base, Symbol) and base.is_nonnegative:
                return base**coefficient
            # lemma: b^(m/k) = (b^(1/k))^m where b >= 0, and elsewhere roots count as not defined
            # a root of a sum, of a number or of what may be negative: keep the equation that defines it
            symbol = self.atom("root", base, positive=True)
            self.sums.setdefault(symbol, self.flatten(base))
            return symbol**coefficient
        if base.is_nonnegative:
            # lemma: b^(c u) = (b^u)^c for b > 0, and for b = 0 wherever both are defined
            return self.atom("power", Pow(base, unit), positive=True) ** coefficient
        # x^(2 p) may be real where x^p is not, so its exponent is halved nowhere and nothing is said of its sign
        # lemma: b^(m v) = (b^v)^m for whole m
        return self.atom("power", Pow(base, unit / coefficient.q)) ** coefficient.p

    def _log(self, argument: Expr) -> Expr:
        """The logarithms of positive factors apart; the others stay together under one logarithm."""
        numerator, denominator = lowest_terms(argument)
        result: Expr = Integer(0)
        rest: list[Expr] = []
        for part, direction in ((numerator, 1), (denominator, -1)):
            left: Expr = Integer(1)
            for factor in Mul.make_args(part):
                base, power = factor.as_base_exp()
                if base.is_positive:
                    whole = log(base)
                    unit = whole if whole.is_Rational else self.atom("log", whole, real=True)
                    # lemma: log(b^p c/d) = p log(b) + log(c/d) for b > 0, and log(1/c) = -log(c)
                    result += direction * self.flatten(power) * unit
                else:
                    left *= factor
            rest.append(left)
        over, under = rest
        if over == 1 and under != 1:
            return result - self.atom("log", log(under), real=True)
        return result if over == 1 else result + self.atom("log", log(over / under), real=True)

    def _extremum(self, expression: Expr) -> Expr:
        """The common positive factor comes out in front: max(k a, k b) = k max(a, b)."""
        own = field_of(*expression.args)
        factor, reduced = common_factor(own)
        function = type(expression)
        inner = function(*reduced, evaluate=False)
        key = function(*sorted(set(reduced), key=lambda e: e.sort_key()), evaluate=False)
        # lemma: max(k a, k b) = k max(a, b) for k >= 0, max(a, a) = a, max(a, b) = max(b, a); min likewise
        if len(set(reduced)) == 1:
            return self.flatten(factor) * self.flatten(reduced[0])
        known = {"positive": True} if inner.is_positive else {"real": True}
        return self.flatten(factor) * self.atom("max" if function is Max else "min", key, **known)

    def _rounded(self, expression: Expr) -> Expr:
        """A rounded sum, term by term in lowest terms, so that its whole numbers come out."""
        argument = expression.args[0] if isinstance(expression, ceiling) else -expression.args[0]
        numerator, denominator = lowest_terms(argument)
        # lemma: floor(x) = -ceil(-x), and ceil(x + m) = ceil(x) + m for whole m
        found = ceiling(divided(numerator, denominator))
        parts = [
            self.atom("ceil", part, **({"positive": True} if part.is_positive else {}))
            if isinstance(part, ceiling | floor) else self.flatten(part)
            for part in Add.make_args(found)
        ]
        return Add(*parts) if isinstance(expression, ceiling) else -Add(*parts)


def _factor_apart(expression: Expr) -> tuple[Expr, Expr]:
    """A positive factor that all terms of a sum have, or of both parts of a quotient of sums; and what is left."""
    factor, left = Integer(1), Integer(1)
    own = field_of(expression)
    element = own.elements[0]
    for polynomial, direction in ((own.numerator(element), 1), (element.denom, -1)):
        content = _monomial_content(polynomial, own)
        factor *= own.back(content) ** direction
        left *= own.back(polynomial.exquo(content)) ** direction
    return (factor, left) if factor != 1 else (factor, expression)


def _monomial_content(polynomial: PolyElement, own: Field) -> PolyElement:
    """The largest term in positive generators that divides a polynomial; its number is positive."""
    if not polynomial:
        return polynomial.ring.one
    common, ring = map(min, zip(*polynomial.monoms(), strict=True)), polynomial.ring

    def is_positive(symbol: Symbol) -> bool:
        """True also for what stands for something positive; a symbol of no generator stands for nothing."""
        made = own.generators.get(symbol)
        return bool(symbol.is_positive or (made is not None and made.expression.is_positive))

    powers = tuple(
        power if is_positive(symbol) else 0 for symbol, power in zip(ring.symbols, common, strict=True)
    )
    return ring.from_dict({powers: ring.domain(abs(polynomial.content()))})


def plainly(argument: Expr) -> Expr:
    """An argument in lowest terms, so that f((x^2 - 1)/(x - 1)) and f(1 + x) are the same."""
    if argument.is_Atom:
        return argument
    numerator, denominator = lowest_terms(argument)
    return numerator / denominator


def _known(expression: Expr) -> dict[str, bool]:
    return {"positive": True} if expression.is_positive else {"real": True}


def _coefficient_apart(term: Expr) -> tuple[Expr, Expr]:
    coefficient, unit = term.as_coeff_Mul()
    return (coefficient, unit) if coefficient.is_Rational else (Integer(1), term)


def _exponent_terms(exponent: Expr) -> tuple[Expr, ...]:
    """The terms of an exponent, fractions reduced: p/(p + q) becomes 1 - q/(p + q), so that the two meet."""
    if exponent.is_Rational or exponent.is_Symbol:
        return (exponent,)
    own = field_of(exponent)
    element = own.elements[0]
    if element.denom.is_ground:
        return tuple(Add.make_args(exponent.expand()))
    # lemma: n = w d + r implies n/d = w + r/d
    whole, rest = element.numer.div(element.denom)
    denominator = own.back(element.denom)
    terms = [own.back(whole.ring({m: c})) for m, c in whole.terms()]
    terms += [own.back(rest.ring({m: c})) / denominator for m, c in rest.terms()]
    return tuple(term for term in terms if term != 0)
