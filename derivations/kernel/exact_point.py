"""Exact points: what propositions say at one, in fractions, so that a statement is refuted without trust in a search.

A term has an exact value where every operation in it gives a fraction. An irrational power, exp, log, or what has no
value at all, gives none: then nothing is said, and never a float. This stands beside the kernel: it makes no theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import factorial, gcd, prod
from operator import eq, ge, gt, ne
from typing import TypeAlias

from derivations.kernel.statement import Statement
from derivations.kernel.term import BINDERS, Proposition, Term
from derivations.language.arithmetic import NotPlainError, applied, whole_root

_LONGEST = 20_000  # bits of a number
_MOST_VALUES = 2_000  # of an index, and the largest number that a factorial is taken of
_WHOLE = {"integer": 1, "whole": 0, "bit": 0}  # domains of whole numbers, and where they begin
_HOLDS: Mapping[str, Callable[[int, int], bool]] = {"=": eq, "!=": ne, ">": gt, ">=": ge}

_BRIEF = 512  # bits of a number up to which it need not be in lowest terms

Function = Callable[..., Fraction]
Ratio: TypeAlias = tuple[int, int]


def within(domain: str, value: Fraction) -> bool:
    """True for a number of a domain.

    >>> within("fraction", Fraction(1, 2)), within("integer", Fraction(1, 2)), within("bit", Fraction(2))
    (True, False, False)
    """
    if domain in _WHOLE:
        return value.denominator == 1 and value >= _WHOLE[domain] and (domain != "bit" or value <= 1)
    over = value.numerator  # has the sign, and is compared ten times as fast
    return domain == "real" or ((over >= 0 if domain == "nonnegative" else over > 0) and (
        domain != "fraction" or value <= 1
    ))


@dataclass(frozen=True)
class ExactPoint:
    """A fraction for each quantity, and a function of fractions for each name that is applied.

    >>> point = ExactPoint({"x": Fraction(4), "y": Fraction(2)})
    >>> point.holds(("=", ("pow", ("s", "x"), ("n", 1, 2)), ("s", "y")))
    True
    >>> print(point.holds((">", ("pow", ("s", "y"), ("n", 1, 2)), ("s", "x"))))  # irrational
    None
    """

    values: Mapping[str, Fraction]
    functions: Mapping[str, Function] = field(default_factory=dict)

    def refutes(self, statement: Statement) -> bool | None:
        """True if the point lies in every domain, all that is given holds at it, and the goal has a value and fails.

        False where one of these is not so, None where one of them has no exact value.
        """
        domains = statement.domains
        ranged = {name: _ranged(each, domains[name]) for name, each in self.functions.items() if name in domains}
        here = ExactPoint(self.values, ranged)
        return _all([self.in_domains(statement), *map(here.holds, statement.given), here.fails(statement)])

    def fails(self, statement: Statement) -> bool | None:
        """True if the goal has a value at the point and does not hold, whatever is given; None as above."""
        (_, goal), *defined = statement.goals
        return _all([_not(self.holds(goal)), *(self.holds(fact) for extra, fact in defined if not extra)])

    def holds(self, proposition: Proposition) -> bool | None:
        """The truth of a proposition; None where a side has no exact value."""
        op, left, right = proposition
        try:
            (one, under_one), (two, under_two) = self.ratio(left), self.ratio(right)
        except NotPlainError:
            return None
        return _HOLDS[op](one * under_two, two * under_one)

    def value(self, term: Term) -> Fraction:
        """The value of a term. Raises `NotPlainError` where it has none that is a fraction."""
        return Fraction(*self.ratio(term))

    def ratio(self, term: Term) -> Ratio:
        """The value as a whole number over a positive one, in lowest terms only where these are long.

        Raises `NotPlainError` where it has none. Fractions, each brought to lowest terms, take twice as long.
        """
        head = term[0]
        if head == "s":
            if term[1] not in self.values:
                raise NotPlainError(term[1])
            return self.values[term[1]].as_integer_ratio()
        rest = term[1:]
        match head:
            case "n":
                return rest
            case "*":
                factors = [self.ratio(part) for part in rest]
                return _short(prod(over for over, _ in factors), prod(under for _, under in factors))
            case "+":
                over, under = self.ratio(rest[0])
                for part in rest[1:]:
                    more, below = self.ratio(part)
                    over, under = (over + more, under) if under == below else _short(
                        over * below + more * under, under * below)
                return _short(over, under)
            case "^":
                over, under = self.ratio(rest[0])
                if rest[1] == -1 and over:
                    return (under, over) if over > 0 else (-under, -over)
                return self.power(Fraction(over, under), Fraction(rest[1])).as_integer_ratio()
            case "app":
                return self._called(rest[0], [self.value(part) for part in rest[1:]]).as_integer_ratio()
        if head in BINDERS:
            return _short(*self._over_index(head, *rest).as_integer_ratio())
        return _short(*self.operation(head, [self.value(part) for part in rest]).as_integer_ratio())

    def operation(self, head: str, arguments: list[Fraction]) -> Fraction:
        """The value of an operation other than those above. Raises `NotPlainError` where it is no fraction."""
        first = arguments[0]
        if head == "pow":
            return self.power(*arguments)
        if head == "fact" and within("whole", first) and first <= _MOST_VALUES:
            return Fraction(factorial(first.numerator))
        return applied(head, arguments)

    def power(self, base: Fraction, exponent: Fraction) -> Fraction:
        """A power. Raises `NotPlainError` where it is no fraction."""
        size = max(base.numerator.bit_length(), base.denominator.bit_length())
        if (not base and exponent < 0) or (base < 0 and exponent.denominator > 1) or (
            abs(base) not in (0, 1) and size * abs(exponent.numerator) > _LONGEST
        ):
            raise NotPlainError("pow")
        if exponent.denominator > 1:
            base = Fraction(*(whole_root(part, exponent.denominator) for part in (base.numerator, base.denominator)))
        return base**exponent.numerator

    def _over_index(self, head: str, index: str, first: Term, last: Term, body: Term) -> Fraction:
        begin, end = self.value(first), self.value(last)
        if begin.denominator * end.denominator != 1 or end - begin > _MOST_VALUES:
            raise NotPlainError(head)
        inside = (replace(self, values={**self.values, index: Fraction(turn)}).value(body)
                  for turn in range(begin.numerator, end.numerator + 1))
        return sum(inside, Fraction(0)) if head == "sum" else prod(inside, start=Fraction(1))

    def in_domains(self, statement: Statement) -> bool | None:
        """True if the value of every quantity is in its domain, and not above what bounds it."""
        domains, told = statement.domains, self.values
        found: list[bool | None] = [within(domains[name], value) for name, value in told.items() if name in domains]
        for name, most in statement.at_most.items():
            if most not in told and most not in statement.at_most and domains[most] not in ("fraction", "bit"):
                continue  # it stands nowhere else, and may be as large as it is to be
            found.append(told[name] <= told[most] if {name, most} <= told.keys() else None)
        return _all(found)

    def _called(self, name: str, arguments: list[Fraction]) -> Fraction:
        if name not in self.functions:
            raise NotPlainError(name)
        return self.functions[name](*arguments)


def _short(over: int, under: int) -> Ratio:
    """A ratio, in lowest terms where it is long. Raises `NotPlainError` where it is too long even so."""
    if max(over.bit_length(), under.bit_length()) <= _BRIEF:
        return over, under
    common = gcd(over, under)
    over, under = over // common, under // common
    if max(over.bit_length(), under.bit_length()) > _LONGEST:
        raise NotPlainError("a long number")
    return over, under


def _ranged(function: Function, domain: str) -> Function:
    """A function that has no value where that is not in the domain of its values."""
    def checked(*arguments: Fraction) -> Fraction:
        found = function(*arguments)
        if not within(domain, found):
            raise NotPlainError(domain)
        return found

    return checked


def _all(found: Iterable[bool | None]) -> bool | None:
    """False if one is, else None if one is, else True."""
    items = list(found)
    return False if False in items else None if None in items else True


def _not(found: bool | None) -> bool | None:
    return None if found is None else not found
