"""Exact points near given numbers: the numbers of a deployment made short, with all else as a statement's premises say.

Where an equation has no closed form, a point that satisfies it is found by solving it for another quantity, in which
it is linear. Powers are fractions with whole exponents, and those of squares with halves of odd ones. What is found is
believed once everything holds when it is put in exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice, product
from math import floor, sqrt
from typing import TypeAlias

from derivations.kernel.exact_point import ExactPoint, within
from derivations.kernel.statement import Statement
from derivations.kernel.term import Proposition, Term, free_names, names_of, number, parts
from derivations.language.arithmetic import NotPlainError
from derivations.proof.witness import Values, chosen, resting

_SHORT = "2e"  # three significant figures
_SQUARES = 12  # the largest denominator of what is squared
_MOST_TRIED = 6  # choices of the quantities that equations are solved for
_MOST_TURNS = 12  # numbers that are tried after those that are given
_HALF = Fraction(1, 2)

_Forms: TypeAlias = tuple[Proposition, ...]  # that say the same, of which one may be linear in a quantity


def refuting_point(statement: Statement, numbers: Mapping[str, Fraction]) -> ExactPoint | None:
    """A point near some numbers that refutes a statement, checked back in all that is given; None if none is found.

    What has no number gets one of its domain.
    """
    bases, exponents = _powers(statement)
    for start in _starts(statement, numbers):
        for halved in (False, True):
            pinned = {name: _plain_exponent(start[name], statement.domains[name], halved=halved) for name in exponents}
            if halved:
                pinned |= {name: _square(start[name]) for name in bases}
            for point in _points(statement, start, pinned):
                if point.refutes(statement):
                    return point
    return None


def _starts(statement: Statement, numbers: Mapping[str, Fraction]) -> Iterator[dict[str, Fraction]]:
    """The numbers made short, and then others of the same domains, where a regime is another one."""
    placed = list(enumerate(sorted(statement.domains.items())))
    yield {name: _short(numbers[name], domain) if name in numbers else chosen(domain, 0, place)
           for place, (name, domain) in placed}
    for turn in range(_MOST_TURNS):
        yield {name: chosen(domain, turn, place) for place, (name, domain) in placed}


def _points(
    statement: Statement, start: Mapping[str, Fraction], pinned: Mapping[str, Fraction]
) -> Iterator[ExactPoint]:
    """The points with some quantities pinned, for each choice of the quantities that equations are solved for."""
    order = Values.of(statement)
    told = dict(order.defined)
    facts: list[_Forms] = [
        (("=", ("^", ("s", name), -1), number(1 / value)), ("=", ("s", name), number(value)))
        for name, value in sorted(pinned.items()) if name in told
    ]
    facts += [(fact,) for _, fact, _ in order.left]
    for each in islice(_solutions(order, facts, {**start, **pinned}, told, frozenset(pinned)), _MOST_TRIED):
        with suppress(NotPlainError, ArithmeticError):
            yield order.completed(each)


def _solutions(
    order: Values, facts: Sequence[_Forms], values: Mapping[str, Fraction], told: Mapping[str, Term],
    taken: frozenset[str],
) -> Iterator[dict[str, Fraction]]:
    """The values with which all facts hold, each solved for another quantity that is not taken."""
    if not facts:
        yield dict(values)
        return
    forms, *rest = facts
    behind = resting(names_of(forms[0]), dict(told))
    needed = tuple((name, term) for name, term in order.defined if name in behind)
    for form, name in product(forms, sorted(behind - told.keys() - taken)):
        try:
            found = order.solved(name, form, values, needed)
        except (NotPlainError, ArithmeticError):
            continue
        if within(order.domains[name], found):
            yield from _solutions(order, rest, {**values, name: found}, told, taken | {name})


def _powers(statement: Statement) -> tuple[frozenset[str], frozenset[str]]:
    """The quantities that are raised to powers that are no numbers, and those that these powers rest on."""
    bases, exponents = set[str](), set[str]()

    def look(term: Term) -> None:
        if term[0] == "pow" and free_names(term[2]):
            exponents.update(free_names(term[2]))
            if term[1][0] == "s":
                bases.add(term[1][1])
        for part in parts(term):
            look(part)

    for _, left, right in (*statement.given, *(fact for _, fact in statement.goals)):
        look(left)
        look(right)
    return frozenset(bases - exponents) & statement.domains.keys(), frozenset(exponents) & statement.domains.keys()


def _short(value: Fraction, domain: str) -> Fraction:
    """A number of a domain that is close, and short."""
    whole, short = Fraction(round(value)), Fraction(f"{float(value):.{_SHORT}}")
    return next((each for each in (short, whole) if within(domain, each)), value)


def _plain_exponent(value: Fraction, domain: str, *, halved: bool) -> Fraction:
    """A whole number close to an exponent, or where the domain has it half an odd one."""
    near = floor(value) + _HALF if halved else Fraction(max(1, round(value)))
    return near if within(domain, near) else value


def _square(value: Fraction) -> Fraction:
    """The square of a short fraction close to a number above zero."""
    root = Fraction(sqrt(value)).limit_denominator(_SQUARES) if value > 0 else Fraction(0)
    return root**2 if root and root != 1 else Fraction(1, 4)
