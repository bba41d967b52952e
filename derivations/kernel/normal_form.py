"""The one computation that is trusted: terms as quotients of polynomials in atoms.

A form is a sum of monomials over a product of listed factors. Whatever is not rational in its parts is an atom, known
by the forms of its arguments. There is no gcd and no factoring; two things make that enough. Sums meet over the least
common multiple of *listed* factors, and every factor ever divided by is remembered in `need`, also after it cancels:
what a form says is true where each of these is not zero. Factors of one sign by nature need nothing.

*By nature* means by the declared domains alone: sums and products of what is positive are positive. What is positive
by nature may have any exponent in a monomial, also a negative or a symbolic one, as ``b^u b^v = b^(u + v)`` and
``(b^u)^v = b^(u v)`` hold for every b > 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from derivations.kernel.term import BOUND, LONGEST, MINUS_ONE, ZERO, KernelError, ReadTerms, Term, put_for_name

POSITIVE, NONNEGATIVE, REAL = 2, 1, 0
# of each domain: the sign of its numbers, and whether they are whole
DOMAINS = {
    "positive": (POSITIVE, False), "nonnegative": (NONNEGATIVE, False), "fraction": (POSITIVE, False),
    "integer": (POSITIVE, True), "whole": (NONNEGATIVE, True), "bit": (NONNEGATIVE, True), "real": (REAL, False),
}
_MOST_TERMS = 40_000  # of a polynomial
MOST_POWERS = 64  # of one exponent that is multiplied out
_HIGHEST_POWER = 4_096  # of what has one term
_MOST_WORK = 2_000_000  # monomials that are multiplied and added, parts of terms that are read, in one certificate
_LARGEST_PRIME = 2**15  # prime factors of a number are looked for up to here

Number: TypeAlias = int | Fraction
Exponent: TypeAlias = "int | Fraction | Symbolic"
Monomial: TypeAlias = tuple[tuple[int, Exponent], ...]
Polynomial: TypeAlias = dict[Monomial, Number]
Key: TypeAlias = frozenset[tuple[Monomial, Number]]
FormKey: TypeAlias = tuple[Key, frozenset[tuple[Key, int]]]
ONE_MONOMIAL: Monomial = ()


class Form(NamedTuple):
    """A polynomial over factors with their exponents, and the factors that must not be zero."""

    over: Polynomial
    under: Mapping[Key, int] = MappingProxyType({})
    need: frozenset[Key] = frozenset()

    @property
    def constant(self) -> Number | None:
        """The number that it is; None if it is none."""
        if self.under or len(self.over) > 1:
            return None
        return self.over.get(ONE_MONOMIAL) if self.over else 0


@dataclass(frozen=True, slots=True)
class Atom:
    """What a polynomial is in: a key that tells atoms apart, the sign it has by nature, and whether it is whole."""

    key: tuple[Any, ...]
    sign: int
    whole: bool = False
    bit: bool = False

    @property
    def splits(self) -> bool:
        """True for a base of powers of which a whole exponent is multiplied out."""
        return self.key[0] in ("prime", "base")


class Factors(NamedTuple):
    """A product: a number, powers of atoms that are positive by nature, and other factors with their exponents."""

    coefficient: Number
    content: Monomial
    factors: list[tuple[Key, int]]


class Symbolic:
    """An exponent that is no number, known by its form."""

    __slots__ = ("algebra", "form", "key")

    def __init__(self, algebra: Algebra, form: Form) -> None:
        self.algebra, self.form, self.key = algebra, form, algebra.key(form)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbolic) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __add__(self, other: Exponent) -> Exponent:
        return self.algebra.exponent(self.algebra.add(self.form, self.algebra.form_of_exponent(other)))

    __radd__ = __add__

    def __mul__(self, other: Exponent) -> Exponent:
        return self.algebra.exponent(self.algebra.multiply(self.form, self.algebra.form_of_exponent(other)))

    __rmul__ = __mul__


class Algebra:
    """Forms over the quantities of one statement: their domains, and the atoms met so far."""

    def __init__(self, domains: dict[str, str]) -> None:
        self.domains = dict(domains)
        self.read, self._read_within = ReadTerms(), ReadTerms(refused="")
        self.atoms: list[Atom] = []
        self._places: dict[tuple[Any, ...], int] = {}
        self._forms: dict[Term, Form] = {}
        self._differences: dict[tuple[Term, Term], Form] = {}
        self._unusual: set[int] = set()  # atoms of which not every exponent may stay as it is
        self._marks: list[frozenset[str]] = []  # of each atom the bound indices in it
        self._parts: dict[int | None, list[Form]] = {}  # arguments of each max, min and exclusive or
        self._depth = 0  # of sums that a term stands in
        self._work = 0

    def spend(self, work: int) -> None:
        """Count work; raises `KernelError` once it is more than a certificate may ask for, and from then on."""
        self._work += work
        if self._work > _MOST_WORK:
            raise KernelError("more work than a certificate may ask for")

    # forms of terms

    def form(self, term: Term) -> Form:
        """The form of a term."""
        found = self._forms.get(term)
        if found is None:
            self.spend(1)
            found = self._forms[term] = _MAKERS[term[0]](self, term)
        return found

    def difference(self, left: Term, right: Term) -> Form:
        """Left minus right."""
        found = self._differences.get((left, right))
        if found is None:
            found = self.form(left) if right == ZERO else self.add(self.form(left), self.scaled(self.form(right), -1))
            self._differences[left, right] = found
        return found

    def same(self, left: Term, right: Term) -> bool:
        """True if two terms are equal in every state, whatever else holds."""
        if left == right:
            return True
        found = self.difference(left, right)
        return not found.over and not found.need

    # arithmetic of forms

    def constant(self, value: Number) -> Form:
        """The form of a number."""
        return Form({ONE_MONOMIAL: value} if value else {})

    def of_atom(self, key: tuple[Any, ...], sign: int, of: Iterable[Form] = (), *, whole: bool = False,
                bit: bool = False, mark: str = "") -> Form:
        """The form of an atom, made of these forms; `mark` is the bound index that it is, if it is one."""
        of = tuple(of)
        marks = frozenset({mark} if mark else ()).union(*map(self._marks_in, of))
        place = self._place(Atom(key, sign, whole, bit), marks)
        return Form({((place, 1),): 1}, {}, frozenset[Key]().union(*(form.need for form in of)))

    def _place(self, atom: Atom, marks: frozenset[str] = frozenset()) -> int:
        place = self._places.get(atom.key)
        if place is None:
            place = self._places[atom.key] = len(self.atoms)
            self.atoms.append(atom)
            self._marks.append(marks)
            if atom.splits or atom.bit:
                self._unusual.add(place)
        return place

    def is_bit(self, form: Form) -> bool:
        """True for a polynomial in bits that is its own square: it is 0 or 1 for every choice of them."""
        return not form.under and not form.need and len(form.over) <= 64 and all(
            self.atoms[place].bit for mono in form.over for place, _ in mono
        ) and self.times(form.over, form.over) == form.over

    def mixed(self, form: Form) -> list[Form]:
        """The whole numbers whose exclusive or a form is."""
        single = self._single(form)
        mixed = single is not None and self.atoms[single].key[0] == "xor"
        return self._parts[single] if mixed else [form]

    def of_mixed(self, forms: list[Form]) -> Form:
        """The exclusive or of whole numbers from 0, of which no two are equal."""
        found = self.of_atom(("xor", frozenset(map(self.key, forms))), NONNEGATIVE, forms, whole=True)
        self._parts.setdefault(self._single(found), forms)
        return found

    def add(self, a: Form, b: Form) -> Form:
        """The sum."""
        self.spend(_extent(a.over) + _extent(b.over))
        if a.under == b.under:
            return Form(plus(a.over, b.over), a.under, a.need | b.need)
        under = _factors_of((a, b))
        over = plus(self._raised(a, under), self._raised(b, under))
        return Form(over, under if over else {}, a.need | b.need)

    def _raised(self, form: Form, under: Mapping[Key, int]) -> Polynomial:
        """The numerator over other factors, a multiple of its own."""
        over = form.over
        for key, times in under.items():
            over = reduce(self.times, [dict(key)] * (times - form.under.get(key, 0)), over)
        return over

    def scaled(self, form: Form, by: Number) -> Form:
        """A number times a form."""
        return Form({m: c * by for m, c in form.over.items()} if by else {}, form.under if by else {}, form.need)

    def multiply(self, a: Form, b: Form) -> Form:
        """The product."""
        over = self.times(a.over, b.over)
        if not over:
            return Form({}, {}, a.need | b.need)
        under = dict(a.under)
        for key, times in b.under.items():
            under[key] = under.get(key, 0) + times
        for place, times in self._below(over).items() if self._unusual else ():
            key, over = self.atoms[place].key[1], self.times(over, {((place, times),): 1})
            under[key] = under.get(key, 0) + times
        return Form(over, under, a.need | b.need)

    def _below(self, over: Polynomial) -> dict[int, int]:
        """The whole powers of sums that a numerator is divided by."""
        found: dict[int, int] = {}
        for place, exponent in (pair for mono in over for pair in mono if pair[0] in self._unusual):
            if self.atoms[place].key[0] == "base" and (whole := self._whole_part(exponent)) < 0:
                found[place] = max(found.get(place, 0), -whole)
        return found

    def times(self, a: Polynomial, b: Polynomial) -> Polynomial:
        """The product of two polynomials."""
        if len(a) * len(b) > _MOST_TERMS:
            raise KernelError("a polynomial with too many terms")
        self.spend(_extent(a) * _extent(b))
        total, unusual = dict[Monomial, Number](), self._unusual
        if not unusual and len(b) == 1:
            (n, d), = b.items()
            return {_joined(m, n): c * d for m, c in a.items()} if n or d != 1 else a
        for m, c in a.items():
            for n, d in b.items():
                product = _joined(m, n)
                if unusual and any(place in unusual for place, _ in product):
                    for mono, factor in self._tidy(product).items():
                        _put(total, mono, c * d * factor)
                else:
                    _put(total, product, c * d)
        return total

    def _tidy(self, mono: Monomial) -> Polynomial:
        """A monomial in which b^2 = b for bits, and whole exponents of numbers and sums are multiplied out."""
        kept: list[tuple[int, Exponent]] = []
        out: list[tuple[Polynomial, int]] = []
        factor: Number = 1
        for place, exponent in mono:
            atom = self.atoms[place]
            if atom.bit:
                kept.append((place, 1))
                continue
            whole = self._whole_part(exponent) if atom.splits else 0
            if whole < 0 and atom.key[0] == "base":
                whole = 0  # `multiply` puts it below the line
            rest = exponent + -whole if whole else exponent
            if rest != 0:
                kept.append((place, rest))
            if whole and atom.key[0] == "prime":
                factor *= _raised(atom.key[1], whole)
            elif whole:
                out.append((dict(atom.key[1]), whole))
        total: Polynomial = {tuple(kept): factor}
        for polynomial, whole in out:
            if not 0 < whole <= _HIGHEST_POWER:  # `power` puts what is negative below the line
                raise KernelError("a power of a sum in a monomial that is negative, or too high to multiply out")
            total = reduce(self.times, [polynomial] * whole, total)
        return total

    def _whole_part(self, exponent: Exponent) -> int:
        """The whole number that can be taken out of an exponent."""
        if isinstance(exponent, Symbolic):
            form = exponent.form
            exponent = 0 if form.under else form.over.get(ONE_MONOMIAL, 0)
        return exponent.numerator // exponent.denominator

    def inverse(self, form: Form) -> Form:
        """One over a form."""
        if not form.over:
            raise KernelError("one over zero")
        (mono, c), *others = form.over.items()
        plain = all(self.atoms[place].sign == POSITIVE and place not in self._unusual for place, _ in mono)
        if plain and not others and not form.under:  # as most are
            return Form({tuple((place, exponent * -1) for place, exponent in mono): _quotient(1, c)}, {}, form.need)
        coefficient, content, factors = self.taken_apart(form.over)
        result = self.constant(_quotient(1, coefficient))
        for place, exponent in content:
            result = self.multiply(result, self._raised_atom(place, exponent * -1))
        over, under, need = self._raised(Form(result.over), form.under), dict(result.under), set(form.need)
        for key, times in factors:
            under[key] = under.get(key, 0) + times
            if self.sign(dict(key)) not in (POSITIVE, -POSITIVE):
                need.add(key)
        return Form(over, under, frozenset(need))

    def taken_apart(self, polynomial: Polynomial) -> Factors:
        """A coefficient, a monomial of atoms that are positive, and factors: their product is the polynomial.

        The monomial is taken out before the coefficient: n - n u and 1 - u else led with different terms.
        """
        monos = list(polynomial)
        self.spend(len(monos) * (1 + len(monos[0])))
        powers = list(map(dict, monos))
        content, factors = self._content(powers), list[tuple[Key, int]]()
        away = [(place, exponent * -1) for place, exponent in content]
        for place in powers[0]:
            atom, least = self.atoms[place], _least(place, powers)
            if atom.sign != POSITIVE and not atom.bit and isinstance(least, int) and least > 0:
                factors.append((frozenset({(((place, 1),), 1)}), least))
                away.append((place, -least))
        rest = {_joined(mono, tuple(away)): c for mono, c in polynomial.items()}
        lead = rest[min(rest, key=self._rank)]
        rest = {mono: _quotient(c, lead) for mono, c in rest.items()} if lead != 1 else rest
        if rest != {ONE_MONOMIAL: 1}:
            factors.append((frozenset(rest.items()), 1))
        return Factors(lead, content, factors)

    def _content(self, powers: Sequence[Mapping[int, Exponent]]) -> Monomial:
        """The powers of atoms that are positive by nature which monomials have in common."""
        places = sorted({place for each in powers for place in each if self.atoms[place].sign == POSITIVE})
        found = ((place, _least(place, powers)) for place in places)
        return tuple((place, exponent) for place, exponent in found if exponent != 0)

    def _rank(self, mono: Monomial) -> tuple[Any, ...]:
        """The lexicographic order of monomials, in which the order of two does not change with a common factor."""
        def level(place: int, exponent: Exponent) -> tuple[int, int, Any]:
            if isinstance(exponent, Symbolic):
                return (1, -place, hash(exponent))
            return (1, -place, exponent) if exponent > 0 else (-1, place, exponent)

        return (*(level(place, exponent) for place, exponent in mono), (0, 0, 0))

    def power(self, form: Form, times: int) -> Form:
        """A whole power."""
        if abs(times) > MOST_POWERS and len(form.over) > 1:
            raise KernelError("a power that is too high to multiply out")
        if abs(times) > _HIGHEST_POWER:
            raise KernelError("a power that is too high")
        base = form if times >= 0 else self.inverse(form)
        result = reduce(self.multiply, [base] * abs(times)) if times else self.constant(1)
        return Form(result.over, result.under, result.need | base.need)

    # signs by nature

    def sign(self, polynomial: Polynomial, known: Mapping[Key, int] | None = None) -> int | None:
        """The sign by nature: 2 and -2 for > 0 and < 0, 1 and -1 for >= 0 and <= 0, 0 for zero; None if it has none.

        `known` are signs of single atoms, by their polynomials, that are shown otherwise.
        """
        if not polynomial:
            return 0
        found: set[int] = set()
        strict = False
        for mono, c in polynomial.items():
            own = self._monomial_sign(mono, known)
            if own is None:
                return None
            found.add(1 if (own > 0) == (c > 0) else -1)
            strict = strict or abs(own) == POSITIVE
        if len(found) > 1:
            return None
        return found.pop() * (POSITIVE if strict else NONNEGATIVE)

    def _monomial_sign(self, mono: Monomial, known: Mapping[Key, int] | None) -> int | None:
        sign, strict = 1, True
        for place, exponent in mono:
            own = self.atoms[place].sign
            if own == POSITIVE:
                continue
            told = None if known is None else known.get(frozenset({(((place, 1),), 1)}))
            if told is not None and (own == REAL or abs(told) == POSITIVE):
                if exponent % 2:  # type: ignore[operator]
                    sign *= 1 if told > 0 else -1
                strict = strict and abs(told) == POSITIVE
            elif own == NONNEGATIVE or (isinstance(exponent, int) and exponent % 2 == 0):
                strict = False
            else:
                return None
        return sign * (POSITIVE if strict else NONNEGATIVE)

    def form_sign(self, form: Form) -> int | None:
        """The sign of a form, where its factors have one, too; the caller sees to `need`."""
        sign = self.sign(form.over)
        for key, times in form.under.items():
            own = self.sign(dict(key))
            if own is None or abs(own) != POSITIVE:
                if times % 2 == 0:
                    continue  # an even power of what is not zero, as `need` says
                return None
            if own < 0 and times % 2 and sign is not None:
                sign = -sign
        return sign

    def is_whole(self, form: Form) -> bool:
        """True for what is a whole number by nature."""
        return not form.under and not form.need and all(
            c == int(c) and all(self.atoms[p].whole and isinstance(e, int) and e >= 0 for p, e in mono)
            for mono, c in form.over.items()
        )

    def is_count(self, form: Form) -> bool:
        """True for what is a whole number from 0 by nature."""
        return self.is_whole(form) and self.sign(form.over) in (0, NONNEGATIVE, POSITIVE)

    # keys and exponents

    def cancelled(self, form: Form) -> Form:
        """The form without factors that divide its numerator."""
        over, under = form.over, dict(form.under)
        for key in list(under):
            while under.get(key):
                quotient = self.divided(over, dict(key))
                if quotient is None:
                    break
                over = quotient
                under[key] -= 1
                if not under[key]:
                    del under[key]
        return Form(over, under, form.need)

    def divided(self, over: Polynomial, by: Polynomial) -> Polynomial | None:
        """The exact quotient of two polynomials, or None. It is multiplied again, so that nothing else is trusted."""
        rest = dict(over)
        quotient: Polynomial = {}
        lead = min(by, key=self._rank)
        for _ in range(len(over) * 4 + 4):
            if not rest:
                return quotient if plus(self.times(quotient, by), {m: -c for m, c in over.items()}) == {} else None
            self.spend(len(rest))
            top = min(rest, key=self._rank)
            mono, c = _joined(top, tuple((p, e * -1) for p, e in lead)), _quotient(rest[top], by[lead])
            if any(self.atoms[p].sign != POSITIVE and (isinstance(e, Symbolic) or e < 0) for p, e in mono):
                return None
            _put(quotient, mono, c)
            rest = plus(rest, {m: -d for m, d in self.times({mono: c}, by).items()})
        return None

    def key(self, form: Form) -> FormKey:
        """What tells forms apart: equal keys are equal forms; the other way round need not hold."""
        self.spend(len(form.over))
        form = self.cancelled(form)
        return frozenset(form.over.items()), frozenset(form.under.items())

    def exponent(self, form: Form) -> Exponent:
        """The exponent that a form is: a number where it is one."""
        form = self.cancelled(form)
        constant = form.constant
        return Symbolic(self, form) if constant is None else constant

    def form_of_exponent(self, exponent: Exponent) -> Form:
        """The form of an exponent."""
        return exponent.form if isinstance(exponent, Symbolic) else self.constant(exponent)

    # powers of what is positive, and logarithms

    def positive_part(self, form: Form) -> tuple[list[tuple[int, Exponent]], Form]:
        """Atoms that are positive by nature with exponents, and a form without any; the product of both is the form.

        None are taken out of what is left as -1, or divides.
        """
        coefficient, content, factors = self.taken_apart(form.over)
        found, rest = list(content), Form({ONE_MONOMIAL: 1 if coefficient > 0 else -1}, {}, form.need)
        for keyed, turn in ((factors, 1), (form.under.items(), -1)):
            for key, times in keyed:
                polynomial = dict(key)
                if self.sign(polynomial) == POSITIVE:
                    found.append((self._place(Atom(("base", key), POSITIVE), self._marks_of(polynomial)), times * turn))
                elif turn > 0:
                    rest = rest._replace(over=reduce(self.times, [polynomial] * times, rest.over))
                else:
                    rest = rest._replace(under={**rest.under, key: times})
        for whole, turn in zip(abs(Fraction(coefficient)).as_integer_ratio(), (1, -1), strict=True):
            self.spend(min(whole, _LARGEST_PRIME) * (1 + whole.bit_length() // 512) // 16)
            found += [(self._place(Atom(("prime", prime), POSITIVE)), n * turn) for prime, n in _primes(whole)]
        return ([], form) if rest.under or rest.constant == -1 else (found, rest)

    def general_power(self, base: Form, exponent: Form) -> Form:
        """A power with any exponent."""
        found = self._power_of(base, exponent, self.exponent(exponent))
        return Form(found.over, found.under, found.need | base.need | exponent.need)

    def _power_of(self, base: Form, exponent: Form, told: Exponent) -> Form:
        if not isinstance(told, Symbolic) and told.denominator == 1:
            return self.power(base, int(told))
        if not base.over and self.form_sign(exponent) == POSITIVE:
            return base
        factors, rest = self.positive_part(base) if base.over else ([], base)
        front = reduce(self.multiply, (self._raised_atom(place, times * told) for place, times in factors),
                       self.constant(1))
        if rest.constant == 1:
            return front
        # c x^n of what is zero or more has roots of its own, too
        if isinstance(told, Fraction) and told > 0 and (roots := self._roots(base, told)) is not None:
            return roots
        # (c b)^e = c^e b^e for c > 0, whatever b is: for b > 0 both are exp(e log c + e log b), for a whole e products,
        # for b = 0 and e > 0 zero. Any other power has no value; where one counts as 0, the other one does.
        if factors:
            return self.multiply(front, self._power_of(rest, exponent, told))
        if not self.is_count(exponent):
            return self.of_atom(("opaque", self.key(base), self.key(exponent)), REAL, (base, exponent))
        result = self.constant(1)  # b^(u + v) = b^u b^v for whole numbers from 0
        for mono, c in exponent.over.items():
            if mono == ONE_MONOMIAL:
                result = self.multiply(result, self.power(base, int(c)))
                continue
            sign = self.form_sign(base)
            key = ("opaque", self.key(base), self.key(Form({mono: 1})))
            atom = self.of_atom(key, sign if sign in (POSITIVE, NONNEGATIVE) else REAL, (base, Form({mono: 1})))
            result = self.multiply(result, self.power(atom, int(c)))
        return result

    def _raised_atom(self, place: int, exponent: Exponent) -> Form:
        """A power of one positive atom, its whole part multiplied out or put below the line."""
        atom = self.atoms[place]
        if not atom.splits:
            return Form({((place, exponent),): 1}) if exponent != 0 else self.constant(1)
        whole = self._whole_part(exponent)
        rest = exponent + -whole if whole else exponent
        left = Form({((place, rest),): 1}) if rest != 0 else self.constant(1)
        if atom.key[0] == "prime":
            return self.scaled(left, _raised(atom.key[1], whole))
        factor = Form(dict(atom.key[1]))
        return self.multiply(left, self.power(factor, whole))

    def _roots(self, base: Form, exponent: Fraction) -> Form | None:
        """A positive power of one monomial in what is zero or more."""
        if base.under or len(base.over) != 1:
            return None
        (mono, c), = base.over.items()
        if c < 0 or any(self.atoms[p].sign < NONNEGATIVE for p, _ in mono):
            return None
        own = tuple((p, e * exponent) for p, e in mono)
        number_root = self.general_power(self.constant(c), self.constant(exponent))
        return self.multiply(number_root, Form(self.times({own: 1}, {(): 1})))

    def logarithm(self, form: Form) -> Form:
        """The logarithm; of a product, a sum over the factors that are positive by nature, and of what is left.

        log(c b) = log c + log b for c > 0 and b != 0: for b > 0 it is a law, and where b < 0 both have no value and
        count as those of -c b and -b. That b is not zero is needed: log 0 would be log c + log 0.
        """
        factors, rest = self.positive_part(form) if form.over else ([], form)
        total = Form({}) if rest.constant == 1 else self.of_atom(("log", self.key(rest)), REAL, (rest,))
        need = self.taken_apart(rest.over).factors if factors and rest.over else []
        total = Form(total.over, need=form.need.union(key for key, _ in need))
        for place, exponent in factors:
            atom = self.atoms[place]
            if atom.key == ("e",):
                own = self.constant(1)
            else:
                own = self.of_atom(("log-atom", place), POSITIVE if atom.key[0] == "prime" else REAL,
                                   (Form({((place, 1),): 1}),))
            total = self.add(total, self.multiply(self.form_of_exponent(exponent), own))
        return total

    # max and min

    def extremum(self, head: str, forms: list[Form]) -> Form:
        """max or min: nested ones are one, and what is positive and common to all arguments stands in front."""
        need = frozenset[Key]().union(*(form.need for form in forms))
        flat: list[Form] = []
        for form in forms:
            inner = self._single(form)
            flat += self._parts[inner] if inner is not None and self.atoms[inner].key[0] == head else [form]
        unique = {self.key(form): self.cancelled(form) for form in flat}
        numbers = [value for value in (form.constant for form in unique.values()) if value is not None]
        if len(numbers) > 1:
            best = max(numbers) if head == "max" else min(numbers)
            unique = {key: form for key, form in unique.items() if form.constant in (None, best)}
        if len(unique) == 1:
            only, = unique.values()
            return Form(only.over, only.under, only.need | need)
        front, inside = self._common(list(unique.values()))
        keys = frozenset(self.key(form) for form in inside)
        signs = [NONNEGATIVE if not form.over else self.form_sign(form) for form in inside]
        known = [sign for sign in signs if sign is not None]
        least = min(known) if len(known) == len(signs) else REAL
        sign = max([REAL, *known]) if head == "max" else max(REAL, least)
        marks = frozenset[str]().union(*map(self._marks_in, inside))
        place = self._place(Atom((head, keys), sign, all(map(self.is_whole, inside))), marks)
        self._parts.setdefault(place, inside)
        found = self.multiply(front, Form({((place, 1),): 1}))
        return Form(found.over, found.under, need)

    def _single(self, form: Form) -> int | None:
        """The atom that a form is, or None."""
        if form.under or len(form.over) != 1:
            return None
        (mono, c), = form.over.items()
        return mono[0][0] if c == 1 and len(mono) == 1 and mono[0][1] == 1 else None

    def _common(self, forms: list[Form]) -> tuple[Form, list[Form]]:
        """A positive form, and others, whose products with it are the given ones."""
        under = _factors_of(forms)
        if any(self.sign(dict(key)) != POSITIVE for key in under):
            return self.constant(1), forms
        overs = [self._raised(form, under) for form in forms]
        content = self._content([dict(mono) for over in overs for mono in over])
        values = [Fraction(c) for over in overs for c in over.values()]
        scale = Fraction(gcd(*(v.numerator for v in values)), lcm(*(v.denominator for v in values)))
        away = tuple((p, e * -1) for p, e in content)
        inside = [Form({_joined(mono, away): _quotient(c, scale) for mono, c in over.items()}) for over in overs]
        return Form({content: scale}, under), inside

    # sums and products over an index

    def over_index(self, head: str, index: str, first: Term, last: Term, body: Term) -> Form:
        """A sum or product over whole numbers: its last terms apart, as many as are sure to be there."""
        join = self.add if head == "sum" else self.multiply
        apart = self.constant(0 if head == "sum" else 1)
        begin, end = self.form(first), self.form(last)
        span = self.add(end, self.scaled(begin, -1))
        for _ in range(MOST_POWERS):
            if not (self.is_whole(begin) and self.is_whole(end)):
                break
            if span.constant is not None and span.constant < 0:
                return apart  # no term is left
            if not self.is_count(span):
                break
            apart = join(apart, self._at(body, index, last))
            last = ("+", last, MINUS_ONE)
            end, span = self.add(end, self.constant(-1)), self.add(span, self.constant(-1))
        # an index from 0 or 1 on is not negative, as all that is said of a term is said of it within the range
        least = (self.sign(begin.over) or 0) if not begin.under and not begin.need else 0
        mark = f"{BOUND}{self._depth + 1}{'+' * max(0, NONNEGATIVE if not begin.over else least)}"
        self._depth += 1
        try:
            inside = self._at(body, index, ("s", mark))
        finally:
            self._depth -= 1
        if any(self._mentions(dict(key), mark) for key in inside.need):
            raise KernelError("a factor in a sum that may be zero for some index")
        pieces: list[tuple[Monomial, Number, Form]] = [(ONE_MONOMIAL, 1, inside)]
        if head == "sum" and not any(self._mentions(dict(key), mark) for key in inside.under):
            pieces = []  # what does not change with the index stands in front
            for mono, c in inside.over.items():
                front = tuple(pair for pair in mono if not self._mentions({(pair,): 1}, mark))
                kept = tuple(pair for pair in mono if pair not in front)
                pieces.append((front, c, Form({kept: 1}, inside.under, inside.need)))
        total = self.constant(0 if head == "sum" else 1)
        for front, c, term in pieces:
            sign = self.form_sign(term)
            own = REAL if sign is None or sign < 0 else min(sign, NONNEGATIVE if head == "sum" else POSITIVE)
            key = (head, mark, self.key(term), self.key(begin), self.key(end))
            atom = self.of_atom(key, own, (term, begin, end))
            total = join(total, self.multiply(Form({front: c}), atom))
        found = join(apart, total)
        return Form(found.over, found.under, found.need | inside.need | begin.need | end.need)

    def _at(self, body: Term, index: str, value: Term) -> Form:
        """The form of a term of a sum."""
        term = put_for_name(body, index, value)
        self.spend(self._read_within.size(body) + self._read_within.size(term))
        return self.form(term)

    def _mentions(self, polynomial: Polynomial, mark: str) -> bool:
        """True if a bound index occurs in a polynomial, also within atoms and exponents."""
        return mark in self._marks_of(polynomial)

    def _marks_of(self, polynomial: Polynomial) -> frozenset[str]:
        found: set[str] = set()
        for mono in polynomial:
            for place, exponent in mono:
                found |= self._marks[place]
                if isinstance(exponent, Symbolic):
                    found |= self._marks_in(exponent.form)
        return frozenset(found)

    def _marks_in(self, form: Form) -> frozenset[str]:
        return self._marks_of(form.over).union(*(self._marks_of(dict(key)) for key in form.under))


def _least(place: int, powers: Sequence[Mapping[int, Exponent]]) -> Exponent:
    """The least exponent of an atom in monomials; 0 for symbolic ones that are not all equal."""
    exponents = [each.get(place, 0) for each in powers]
    if Symbolic not in map(type, exponents):
        return min(exponents)  # type: ignore[type-var]
    return exponents[0] if all(each == exponents[0] for each in exponents) else 0


def _factors_of(forms: Iterable[Form]) -> dict[Key, int]:
    """The least common multiple of what forms are divided by."""
    under: dict[Key, int] = {}
    for form in forms:
        for key, times in form.under.items():
            under[key] = max(under.get(key, 0), times)
    return under


def plus(a: Polynomial, b: Polynomial) -> Polynomial:
    """The sum of two polynomials."""
    if len(a) < len(b):
        a, b = b, a
    total = dict(a)
    for mono, c in b.items():
        _put(total, mono, c)
    return total


def _extent(polynomial: Polynomial) -> int:
    """What computing with a polynomial costs: its terms, and the length of their numbers, which are not too long."""
    bits = 0
    for c in polynomial.values():
        own = c.bit_length() + 1 if type(c) is int else c.numerator.bit_length() + c.denominator.bit_length()
        if own > LONGEST:
            raise KernelError("a number that is too long")
        bits += own
    return len(polynomial) + bits // 256


def _raised(value: Number, times: int) -> Fraction:
    """A whole power of a number."""
    if abs(value) != 1 and (value.numerator.bit_length() + value.denominator.bit_length()) * abs(times) > LONGEST:
        raise KernelError("a number that is too long")
    return Fraction(value) ** times


def _quotient(value: Number, by: Number) -> Number:
    """A number divided by another one; whole where it is, as fractions take ten times as long."""
    found = Fraction(value, by)
    return found.numerator if found.denominator == 1 else found


def _put(total: Polynomial, mono: Monomial, c: Number) -> None:
    """Add one term to a polynomial that is being made."""
    new = total[mono] + c if mono in total else c
    if new:
        total[mono] = new
    else:
        total.pop(mono, None)


def _joined(m: Monomial, n: Monomial) -> Monomial:
    """The product of two monomials."""
    if not m or not n:
        return m or n
    if m[-1][0] < n[0][0]:
        return m + n
    powers = dict(m)
    for place, exponent in n:
        new = powers[place] + exponent if place in powers else exponent
        if new == 0:
            del powers[place]
        else:
            powers[place] = new
    return tuple(sorted(powers.items()))  # no place comes twice, so that exponents are not compared


def _primes(value: int) -> list[tuple[int, int]]:
    """Factors of a whole number from 1 with their exponents: primes, and what is left after the small ones."""
    found, prime = [], 2
    while prime * prime <= value and prime <= _LARGEST_PRIME:
        times = 0
        while value % prime == 0:
            value //= prime
            times += 1
        if times:
            found.append((prime, times))
        prime += 1 if prime == 2 else 2
    return [*found, (value, 1)] if value > 1 else found


def _symbol(algebra: Algebra, term: Term) -> Form:
    """The form of a quantity, of an index that is bound, or of a function of arguments."""
    head, name, *rest = term
    if head == "s" and name.startswith(BOUND):
        return algebra.of_atom(("s", name), name.count("+"), whole=True, mark=name)
    if name not in algebra.domains:
        raise KernelError(f"{name} has no domain")
    domain, arguments = algebra.domains[name], [algebra.form(part) for part in rest]
    sign, whole = DOMAINS[domain]
    key = (head, name, *map(algebra.key, arguments))
    return algebra.of_atom(key, sign, arguments, whole=whole, bit=domain == "bit")


def _ceiling(algebra: Algebra, term: Term) -> Form:
    form = algebra.form(term[1])
    parts = {} if form.under else form.over
    whole = Form({m: c for m, c in parts.items() if algebra.is_whole(Form({m: c}))})
    rest = algebra.add(form, algebra.scaled(whole, -1))  # ceil(x + n) = ceil(x) + n
    value = rest.constant
    if value is not None:
        rounded = algebra.constant(-(-value.numerator // value.denominator))
        return algebra.add(whole, Form(rounded.over, need=rest.need))
    sign = algebra.form_sign(rest)
    own = algebra.of_atom(("ceil", algebra.key(rest)), max(REAL, sign or REAL), (rest,), whole=True)
    return algebra.add(whole, own)


def _factorial(algebra: Algebra, term: Term) -> Form:
    form = algebra.form(term[1])
    times = int(form.over.get(ONE_MONOMIAL, 0)) if algebra.is_count(form) else 0
    total = algebra.constant(1)
    for _ in range(min(times, MOST_POWERS)):  # (n + 1)! = (n + 1) n!
        total = algebra.multiply(total, form)
        form = algebra.add(form, algebra.constant(-1))
    if form.constant == 0:
        return Form(total.over, total.under, total.need | form.need)
    count = algebra.is_count(form)
    own = algebra.of_atom(("fact", algebra.key(form)), POSITIVE if count else REAL, (form,), whole=count)
    return algebra.multiply(total, own)


def _exclusive_or(algebra: Algebra, term: Term) -> Form:
    """a + b - 2ab of bits; of whole numbers from 0, what is left after equal ones cancel: x xor x = 0."""
    a, b = algebra.form(term[1]), algebra.form(term[2])
    if algebra.is_bit(a) and algebra.is_bit(b):
        both = algebra.scaled(algebra.multiply(a, b), -2)
        return algebra.add(algebra.add(a, b), both)
    if not (algebra.is_count(a) and algebra.is_count(b)):
        return algebra.of_atom(("xor-of-others", algebra.key(a), algebra.key(b)), REAL, (a, b))
    left: dict[FormKey, Form] = {}
    for part in (*algebra.mixed(a), *algebra.mixed(b)):
        key = algebra.key(part)
        if key in left:
            del left[key]
        elif part.over:
            left[key] = part
    if len(left) <= 1:
        return next(iter(left.values()), algebra.constant(0))
    return algebra.of_mixed(list(left.values()))


_MAKERS: dict[str, Callable[[Algebra, Term], Form]] = {
    "n": lambda algebra, term: algebra.constant(term[1] if term[2] == 1 else Fraction(term[1], term[2])),
    "s": _symbol, "app": _symbol,
    "+": lambda algebra, term: reduce(algebra.add, map(algebra.form, term[1:])),
    "*": lambda algebra, term: reduce(algebra.multiply, map(algebra.form, term[1:])),
    "exp": lambda algebra, term: algebra.general_power(algebra.of_atom(("e",), POSITIVE), algebra.form(term[1])),
    "^": lambda algebra, term: algebra.power(algebra.form(term[1]), term[2]),
    "pow": lambda algebra, term: algebra.general_power(algebra.form(term[1]), algebra.form(term[2])),
    "max": lambda algebra, term: algebra.extremum("max", [algebra.form(part) for part in term[1:]]),
    "min": lambda algebra, term: algebra.extremum("min", [algebra.form(part) for part in term[1:]]),
    "log": lambda algebra, term: algebra.logarithm(algebra.form(term[1])),
    "sum": lambda algebra, term: algebra.over_index(*term), "prod": lambda algebra, term: algebra.over_index(*term),
    "ceil": _ceiling, "fact": _factorial, "xor": _exclusive_or,
}
