"""Witnesses: exact points at which all holds that a statement gives, so that what follows from it is not idle talk.

What a kernel proves of premises that contradict each other says nothing. A point at which they all hold shows that they
do not. It is found by choosing numbers, and believed once everything holds when it is put in exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import NamedTuple, TypeAlias

from derivations.kernel.exact_point import ExactPoint, within
from derivations.kernel.statement import Statement
from derivations.kernel.term import ONE, ZERO, Proposition, Term, free_names, names_of, number, parts
from derivations.language.arithmetic import NotPlainError
from derivations.proof.budget import uncounted

_MOST_POINTS = 24
_MOST_TIGHT = 6  # where none of these lies where inequalities hold
_MOST_FAILURES = 3  # of equations that are not plain
_HALF = number(Fraction(1, 2))
_PRIME = 1_009

_Items: TypeAlias = tuple[tuple[str, str], ...]
_Defined: TypeAlias = tuple[tuple[str, Term], ...]


def witnesses(statement: Statement) -> Iterator[ExactPoint]:
    """Points that lie in every domain and at which all holds that is given; none where functions are applied."""
    search = _search(statement.given, tuple(statement.domains.items()), tuple(statement.at_most.items()))
    for place in count():
        point = search.point(place)
        if point is None:
            return
        yield point


@lru_cache(maxsize=256)  # what is given is asked for anew with each goal that follows from it, and by the finder
def _search(given: tuple[Proposition, ...], domains: _Items, at_most: _Items) -> _Search:
    return _Search(Statement(given, (), dict(domains), dict(at_most)))


class _Reached(NamedTuple):
    """How far a search has come: what it has found, the attempt that is next, and those that were not plain."""

    points: tuple[ExactPoint, ...] = ()
    turn: int = 0
    failures: int = 0
    is_tight: bool = False
    is_done: bool = False


class _Search:
    """The points of a statement, looked for once somebody asks for them.

    An attempt rests on the statement and its turn alone, and counts once it is made: where one is interrupted, it is
    made again for whoever asks next. The number of attempts is the whole budget; none is charged to who happens to ask
    first.
    """

    def __init__(self, statement: Statement) -> None:
        self._statement = statement
        self._reached = _Reached(is_done=any(_applies(side) for fact in statement.given for side in fact[1:]))
        self._values: dict[bool, Values] = {}

    def point(self, place: int) -> ExactPoint | None:
        """The point at a place, from 0; None where there are no more."""
        while len(self._reached.points) <= place and not self._reached.is_done:
            with uncounted():
                self._reached = self._after(self._reached)
        points = self._reached.points
        return points[place] if place < len(points) else None

    def _after(self, reached: _Reached) -> _Reached:
        """What is reached by one attempt more."""
        points, turn, failures, is_tight, _ = reached
        if is_tight not in self._values:
            self._values[is_tight] = Values.of(self._statement, tight=is_tight)
        try:
            point = self._values[is_tight].point(turn)
        except (NotPlainError, ArithmeticError):
            failures += 1
        else:
            if point.in_domains(self._statement) and all(map(point.holds, self._statement.given)):
                points = (*points, point)
        if turn + 1 < (_MOST_TIGHT if is_tight else _MOST_POINTS) and failures < _MOST_FAILURES:
            return _Reached(points, turn + 1, failures, is_tight)
        if points or is_tight:
            return _Reached(points, is_done=True)
        return _Reached(is_tight=True)


@dataclass(frozen=True)
class Values:
    """The names of a statement in the order in which they have their values.

    Some are defined by what is given: by an equation, or at a side of an inequality. Equations that are left over are
    solved for a quantity that is defined by nothing.
    """

    domains: dict[str, str]
    defined: _Defined
    left: tuple[tuple[str, Proposition, _Defined], ...]  # with the definitions that the equation rests on

    @classmethod
    def of(cls, statement: Statement, *, tight: bool = False) -> Values:
        """The order for a statement; if `tight`, one side of every inequality is twice the other, or one above zero."""
        told: dict[str, Term] = {}
        equations = [fact for fact in statement.given if fact[0] == "="]
        left = [fact for fact in equations if not _defines(fact[1], fact[2], fact[2], told)
                and not _defines(fact[2], fact[1], fact[1], told)]
        for op, larger, smaller in statement.given:
            if op in (">", ">=") and not (_defines(larger, smaller, ("+", smaller, ONE), told)
                                          or _defines(smaller, larger, ("*", _HALF, larger), told)) and tight:
                left.append(("=", ("*", _HALF, larger), smaller) if smaller != ZERO else ("=", larger, ONE))
        ordered: dict[str, Term] = {}
        for name in told:
            _put_in_order(name, told, ordered)
        solved: dict[str, tuple[Proposition, _Defined]] = {}
        for fact in left:
            reached = resting(names_of(fact), told)
            free = sorted(reached - told.keys() - solved.keys())
            if free:
                solved[free[0]] = fact, tuple(item for item in ordered.items() if item[0] in reached)
        return cls(dict(statement.domains), tuple(ordered.items()), tuple((name, *own) for name, own in solved.items()))

    def point(self, turn: int) -> ExactPoint:
        """A point, another one for each turn. Raises `NotPlainError` where an equation has no plain solution."""
        named = enumerate(sorted(self.domains.items()))
        values = {name: chosen(domain, turn, place) for place, (name, domain) in named}
        for name, fact, defined in self.left:
            values[name] = self.solved(name, fact, values, defined)
        return self.completed(values)

    def completed(self, values: Mapping[str, Fraction], defined: _Defined | None = None) -> ExactPoint:
        """The point with values of what is not defined, and of these definitions, or of all of them.

        Raises `NotPlainError` where a definition has no value there.
        """
        found = dict(values)
        point = ExactPoint(found)
        for name, term in self.defined if defined is None else defined:
            found[name] = point.value(term)
        return point

    def solved(self, name: str, fact: Proposition, values: Mapping[str, Fraction], defined: _Defined) -> Fraction:
        """The value of a quantity at which an equation holds that is linear in it, or in one over it.

        `defined` is what the equation rests on.

        Raises `NotPlainError` where it is neither, as three of its values tell.
        """
        def off(value: Fraction) -> Fraction:
            point = self.completed({**values, name: value}, defined)
            return point.value(fact[1]) - point.value(fact[2])

        for turned in (False, True):
            one, two, three = (off(1 / Fraction(each) if turned else Fraction(each)) for each in (1, 2, 3))
            if not (one or two or three):
                return values[name]  # it says nothing that the others do not
            if one != two and two - one == three - two:
                found = 1 - one / (two - one)
                return 1 / found if turned else found
        raise NotPlainError(name)


def _defines(side: Term, other: Term, value: Term, told: dict[str, Term]) -> bool:
    """True if a side is a name without a value yet, which has this one from now on."""
    if side[0] != "s" or side[1] in told or side[1] in resting(free_names(other), told):
        return False
    told[side[1]] = value
    return True


def resting(names: frozenset[str], told: dict[str, Term]) -> set[str]:
    """What the values of some names rest on, with these names."""
    found, pending = set[str](), list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += free_names(told[name]) if name in told else ()
    return found


def _put_in_order(name: str, told: dict[str, Term], ordered: dict[str, Term]) -> None:
    for other in free_names(told[name]):
        if other in told and other not in ordered:
            _put_in_order(other, told, ordered)
    ordered.setdefault(name, told[name])


@lru_cache(maxsize=4096)
def chosen(domain: str, turn: int, place: int) -> Fraction:
    """A number of a domain, another one for each turn and each place."""
    drawn = (turn + 2) * (place + 3) ** 2 * 7 % _PRIME
    value = Fraction(1 + drawn % 12)
    if domain in ("bit", "fraction"):
        return Fraction(drawn % 2) if domain == "bit" else 1 / (1 + value)
    shrunk = value / 12 ** (drawn % 3)
    return shrunk if within(domain, shrunk) else value


def _applies(term: Term) -> bool:
    return term[0] == "app" or any(map(_applies, parts(term)))
