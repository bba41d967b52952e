"""A point at which premises hold: fractions for quantities, and functions that are constant, a power or a line.

Functions are replaced by the numbers that say which they are; a point of what is left is looked for where all points
are. Nothing is trusted in this: Rocq puts what is found into every premise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.statement import Statement
from derivations.kernel.term import BINDERS, ZERO, Term, parts, with_parts
from derivations.proof.propagation import plain_points

_TRIES = 2500
_MOST_BUMPY = 2  # functions that are no constants
_FACTORS = 12  # that the prelude multiplies out at most, of a power whose exponent is whole
_BASE = "base of "  # begins the name of the number of which a function is the power
_START, _RISE = "start of ", "rise of "  # and of the numbers that a function has at zero, and grows by


@dataclass(frozen=True)
class Point:
    """Values of quantities; of each function the number it always is, its base if it is a power, or start and rise."""

    values: Mapping[str, Fraction]
    constant: Mapping[str, Fraction]
    base: Mapping[str, Fraction]
    line: Mapping[str, tuple[Fraction, Fraction]]


def find_point(statement: Statement, functions: Sequence[str]) -> Point | None:
    """A point at which all that is given holds, or None if none is found."""
    orders = [turned for count in range(min(_MOST_BUMPY, len(functions)) + 1)
              for turned in combinations(functions, count)
              if all(statement.domains[name] in ("real", "positive") for name in turned)]
    counted = tuple(name for name in functions if statement.domains[name] == "real" and _grows(statement, name))
    for turned, drawn in product(orders, dict.fromkeys([(), counted])):
        lines = tuple(name for name in drawn if name not in turned)
        given = tuple((op, _without(left, turned, lines), _without(right, turned, lines))
                      for op, left, right in statement.given)
        domains = {name: domain for name, domain in statement.domains.items() if name not in lines}
        domains |= {_BASE + name: domains.pop(name) for name in turned}
        of_lines = {begin + name for begin in (_START, _RISE) for name in lines}
        domains |= dict.fromkeys(sorted(of_lines), "real")
        plain = Statement(given, (), domains, statement.at_most)
        points = plain_points(plain, _TRIES if not functions else _TRIES // 15, of_lines)
        point = next((each for each in points if _short_powers(plain, each)), None)
        if point is not None:
            found = point.values
            own = {name: value for name, value in found.items() if name in statement.domains}
            return Point(
                {name: value for name, value in own.items() if name not in functions},
                {name: value for name, value in own.items() if name in functions},
                {name: found[_BASE + name] for name in turned},
                {name: (found[_START + name], found[_RISE + name]) for name in lines},
            )
    return None


def _short_powers(statement: Statement, point: ExactPoint) -> bool:
    """True if every power with a whole exponent is a product of few factors at a point."""
    exponents = (point.value(each[2]) for _, *sides in statement.given for each in _powers(*sides))
    return all(exponent.denominator > 1 or abs(exponent) <= _FACTORS for exponent in exponents)


def _powers(*terms: Term) -> Iterator[Term]:
    """The powers in terms whose exponents are no numbers."""
    for term in terms:
        if term[0] == "pow":
            yield term
        if term[0] not in BINDERS:  # what is counted over has no value at a point
            yield from _powers(*parts(term))


def _grows(statement: Statement, name: str) -> bool:
    """True if an equation says that a function has one value more or less something than at another argument."""
    return any(op == "=" and left[:2] == ("app", name) and right[0] == "+"
               and any(each[:2] == ("app", name) for each in right[1:]) for op, left, right in statement.given)


def _without(term: Term, powers: Sequence[str], lines: Sequence[str]) -> Term:
    """A term with a quantity for each function that is constant, and a power or a line for the others."""
    if term[0] != "app":
        return with_parts(term, tuple(_without(part, powers, lines) for part in parts(term)))
    name, inner = term[1], _without(term[2], powers, lines)
    if name in lines:
        start: Term = ("s", _START + name)
        return start if inner == ZERO else ("+", start, ("*", ("s", _RISE + name), inner))
    return ("pow", ("s", _BASE + name), inner) if name in powers else ("s", name)
