"""Points at which every operation has a value, for tests that look for a theorem which is false somewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, prod
from random import Random

from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.term import Term
from derivations.kernel.theorem import Theorem
from derivations.language.arithmetic import NotPlainError

VALUES = {
    "positive": (1, 2, 4, 9, Fraction(1, 4), 16, Fraction(3, 2), 64), "nonnegative": (0, 0, 1, 4, Fraction(1, 4), 9),
    "real": (0, 0, 1, -1, 4, -4, 2, -3, Fraction(1, 4), Fraction(-1, 2), 16), "integer": (1, 1, 2, 3, 4, 5),
    "whole": (0, 0, 1, 2, 3, 4), "bit": (0, 1), "fraction": (1, Fraction(1, 4), Fraction(1, 2), Fraction(1, 9)),
}


@dataclass(frozen=True)
class TotalPoint(ExactPoint):
    """A model of the total terms: 1/0, log(-1) and (-1)^(1/2) are some numbers, other ones for another `seed`.

    A positive factor of what has no power, or no logarithm, stands in front all the same, and 0^e is 0 then.
    exp is 2^x, of which the kernel knows no less than of e^x: then it has fractions for values.
    """

    domains: tuple[tuple[str, str], ...] = ()
    seed: int = 0

    def any_of(self, domain: str, *told: object) -> Fraction:
        """Some number of a domain, the same for the same arguments."""
        return Fraction(Random(repr((self.seed, domain, told))).choice(VALUES[domain]))

    def operation(self, head: str, arguments: list[Fraction]) -> Fraction:
        """As at an exact point, or any number."""
        first = arguments[0]
        if head == "exp":
            return self.power(Fraction(2), first)
        if head == "log" and first > 0:
            for turn in range(-40, 41):
                if first == Fraction(2) ** turn:
                    return Fraction(turn)
            raise NotPlainError(head)
        if head == "log" and first < 0:
            return self.operation(head, [-first]) + self.any_of("real", head)
        try:
            return super().operation(head, arguments)
        except NotPlainError:
            if head == "pow" or (head == "fact" and first > 40 and first.denominator == 1):
                raise
            return self.any_of("real", head, arguments)

    def power(self, base: Fraction, exponent: Fraction) -> Fraction:
        """As at an exact point; where it has no value, 0, or any multiple of the power of what is not negative."""
        if not base and exponent < 0:
            return Fraction(0)
        if base < 0 and exponent.denominator > 1:
            return super().power(-base, exponent) * self.any_of("real", "pow", exponent)
        return super().power(base, exponent)

    def _called(self, name: str, arguments: list[Fraction]) -> Fraction:
        return self.any_of(dict(self.domains)[name], name, arguments)

    def _over_index(self, head: str, index: str, first: Term, last: Term, body: Term) -> Fraction:
        begin, end = ceil(self.value(first)), floor(self.value(last))
        if end - begin > 40:
            raise NotPlainError(head)
        inside = [replace(self, values={**self.values, index: Fraction(turn)}).value(body)
                  for turn in range(begin, end + 1)]
        return sum(inside, Fraction(0)) if head == "sum" else prod(inside, start=Fraction(1))


def total_point(source: Random, domains: dict[str, str], at_most: dict[str, str]) -> TotalPoint:
    """A random one within the domains."""
    while True:
        values = {name: Fraction(source.choice(VALUES[domain])) for name, domain in domains.items()}
        if all(values[name] <= values[most] for name, most in at_most.items()):
            return TotalPoint(values, domains=tuple(domains.items()), seed=source.randrange(10**6))


def refuted_at(theorem: Theorem, point: ExactPoint) -> bool:
    """True if all that a theorem assumes holds at a point, and what it says does not."""
    return point.holds(theorem.conclusion) is False and all(map(point.holds, theorem.hypotheses))
