"""States: exact values of all quantities at which everything holds that is told, looked for at random.

Letters get values one after the other. An equation with one open letter gives it the value that solves it, which is
guessed from a few points and believed once the equation holds when it is put in; an inequality with one open letter is
met by trial, and by the value at which both sides are equal where that is all that meets it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from random import Random

from derivations.kernel.exact_point import ExactPoint, Function, within
from derivations.kernel.statement import hypotheses, proposition
from derivations.kernel.term import ONE, Proposition, Term, names_of, parts
from derivations.language.arithmetic import NotPlainError, whole_root
from derivations.language.quantity import Notation, bounds_of, domains_of
from derivations.language.tree import WrittenRelation

_SQUARES = tuple(Fraction(over * over, under * under) for over, under in (
    (1, 1), (1, 1), (2, 1), (3, 1), (1, 2), (1, 3), (3, 2), (2, 3), (4, 1), (5, 1), (1, 4), (10, 1), (1, 10),
))
_OTHERS = tuple(Fraction(*pair) for pair in ((2, 1), (3, 1), (1, 2), (5, 1), (3, 4), (7, 1), (1, 7), (50, 1)))
_PROBES = tuple(map(Fraction, (1, 2, 3)))
_FAR = tuple(Fraction(place) for place in (1_000, 2_000, 3_000))
_NEAR = tuple(Fraction(place, 1_000) for place in (1, 2, 3))
_ROOTS = tuple(map(Fraction, (1, 4, 9)))
_TRIES = 8
_LIKE_ANOTHER = 0.2  # of the values that are drawn
_SCALES = tuple(Fraction(*pair) for pair in ((1, 1), (1, 2), (1, 4), (2, 1)))


@dataclass(frozen=True)
class Told:
    """What is told of states: propositions, with the domains of all quantities; and the letters that occur."""

    facts: tuple[Proposition, ...]
    domains: Mapping[str, str]
    functions: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, items: Iterable[WrittenRelation], notation: Notation, names: Iterable[str] = ()) -> Told:
        """What some relations say, each of which has a value and holds, and the domains of their letters."""
        domains, most = domains_of(notation), bounds_of(notation)
        facts = hypotheses(items, domains)
        letters = set(names).union(*map(names_of, facts))
        while more := {most[name] for name in letters if name in most} - letters:
            letters |= more
        facts += [(">=", ("s", most[name]), ("s", name)) for name in sorted(letters) if name in most]
        functions = frozenset(own.name for own in notation if own.is_function)
        return cls(tuple(_with_ties(facts)), domains, functions & letters, frozenset(letters - functions))


def _with_ties(facts: Sequence[Proposition]) -> Iterator[Proposition]:
    """The facts, and the equation that two opposite inequalities make."""
    known = set(facts)
    for op, left, right in facts:
        if op == ">=" and (op, right, left) in known:
            yield ("=", left, right)
    yield from facts


def states(told: Told, random: Random, wanted: int, attempts: int, *, preset: Mapping[str, Fraction] | None = None,
           first: frozenset[str] = frozenset()) -> Iterator[ExactPoint]:
    """Up to `wanted` states, each looked for from the values that are preset."""
    found = 0
    for turn in range(attempts):
        point = state(told, random, preset or {}, first)
        if point is not None:
            yield point
            found += 1
        if found == wanted or (not found and turn > 2 * attempts // 3 and not told.facts):
            return


def state(told: Told, random: Random, preset: Mapping[str, Fraction], first: frozenset[str] = frozenset(),
          functions: Mapping[str, Function] | None = None) -> ExactPoint | None:
    """One attempt at a state; letters of `first` have their values before others."""
    return _Attempt(told, random, dict(preset), first, functions).made()


@dataclass
class _Recurring:
    """A sequence that a recurrence continues from a start."""

    start: Fraction
    following: Callable[[int, Fraction], Fraction]
    known: list[Fraction] = field(default_factory=list)

    def __call__(self, index: Fraction) -> Fraction:
        if index.denominator != 1 or not 0 <= index <= 30:
            raise NotPlainError("index")
        while len(self.known) <= index:
            turn = len(self.known)
            self.known.append(self.following(turn - 1, self.known[-1]) if turn else self.start)
        return self.known[int(index)]


class _Attempt:
    """Values that are given to one letter after the other."""

    def __init__(self, told: Told, random: Random, values: dict[str, Fraction], first: frozenset[str],
                 functions: Mapping[str, Function] | None) -> None:
        self._told, self._random, self._values, self._first = told, random, values, first
        self._functions = dict(functions or {name: self._function(name) for name in sorted(told.functions)})
        self._point = ExactPoint(self._values, self._functions)
        self._open = {fact: set(needs(fact, told.functions)) - set(values) for fact in told.facts}

    def made(self) -> ExactPoint | None:
        """The state; None where there is none on this way."""
        if not all(within(self._told.domains[name], value) for name, value in self._values.items()
                   if name in self._told.domains):
            return None
        while True:
            turned = self._determined()
            if turned is None:
                return None
            if turned:
                continue
            pending = sorted(self._told.names - self._values.keys())
            if not pending:
                break
            if not self._chosen(self._next(pending)):
                return None
        if all(self._point.holds(fact) for fact in self._told.facts):
            return self._point
        return None

    def _determined(self) -> bool | None:
        """True if an equation gave a letter its value, None if one has no solution; what is closed must hold."""
        for fact in list(self._open):
            names = self._open[fact]
            names.difference_update(self._values)
            if not names:
                del self._open[fact]
                if self._point.holds(fact) is not True:
                    return None
        for fact, names in self._open.items():
            if fact[0] == "=" and len(names) == 1:
                (name,) = names
                options = [value for value in self._solutions(fact, name) if self._fits(name, value)]
                if not options:
                    return None
                self._values[name] = self._random.choice(options)
                return True
        return False

    def _next(self, pending: list[str]) -> str:
        """The letter that is given a value next: rather one that no equation says the value of."""
        said = {fact[1][1] for fact in self._open if fact[0] == "=" and fact[1][0] == "s"}
        early = [name for name in pending if name in self._first]
        free = [name for name in early or pending if name not in said]
        return self._random.choice(free or early or pending)

    def _chosen(self, name: str) -> bool:
        for _ in range(_TRIES):
            value = drawn(self._told.domains[name], self._random)
            if self._values and name not in self._first and self._random.random() < _LIKE_ANOTHER:
                value = self._random.choice(list(self._values.values())) * self._random.choice(_SCALES)
            if self._fits(name, value):
                self._values[name] = value
                return True
        edges = [value for fact, names in self._open.items() if names == {name} and fact[0] in (">", ">=")
                 for value in self._solutions(("=", *fact[1:]), name)]
        beside = [value + shift for value in edges for shift in (-1, 1)]
        inside = [value * factor for value in edges for factor in (Fraction(1, 2), Fraction(3, 2), Fraction(9, 10))]
        options = [value for value in (*edges, *beside, *inside) if self._fits(name, value)]
        if not options:
            return False
        self._values[name] = self._random.choice(options)
        return True

    def _fits(self, name: str, value: Fraction) -> bool:
        """True if a value is in the domain and breaks nothing that it closes."""
        if not within(self._told.domains[name], value):
            return False
        point = ExactPoint({**self._values, name: value}, self._functions)
        return all(point.holds(fact) is True for fact, names in self._open.items() if names == {name})

    def _solutions(self, fact: Proposition, name: str) -> list[Fraction]:
        """Values of a letter at which an equation holds."""
        def gap(value: Fraction) -> Fraction | None:
            point = ExactPoint({**self._values, name: value}, self._functions)
            try:
                return point.value(fact[1]) - point.value(fact[2])
            except NotPlainError:
                return None

        for side, other in ((fact[1], fact[2]), (fact[2], fact[1])):
            if side == ("s", name) and ("s", name) not in _all_parts(other):
                try:
                    return [self._point.value(other)]
                except NotPlainError:
                    return []
        guesses = dict.fromkeys(each for each in _guesses(gap) if gap(each) == 0)
        if not guesses:
            tried = {drawn(self._told.domains[name], self._random) for _ in range(_TRIES)}
            guesses = dict.fromkeys(each for each in sorted(tried) if gap(each) == 0)
        return list(guesses)

    def _function(self, name: str) -> Function:
        """A function of some slope; a sequence that a recurrence continues follows it."""
        for op, left, right in self._told.facts:
            if op == "=" and left[0] == "app" and left[1] == name and len(left) == 3 and left[2][0] == "+":
                _, index, by = left[2]
                if index[0] == "s" and by == ONE:
                    return _Recurring(self._start(name), self._following(index[1], name, right))
        factors = self._random.choice(_SQUARES), self._random.choice((Fraction(0), *_SQUARES))
        return lambda *arguments: factors[0] * sum(arguments) + factors[1]

    def _start(self, name: str) -> Fraction:
        return drawn(self._told.domains[name], self._random)

    def _following(self, index: str, name: str, right: Term) -> Callable[[int, Fraction], Fraction]:
        def following(turn: int, before: Fraction) -> Fraction:
            values = {**self._values, index: Fraction(turn)}
            functions = {**self._functions, name: lambda _: before}
            return ExactPoint(values, functions).value(right)

        return following


def needs(fact: Proposition, functions: frozenset[str]) -> frozenset[str]:
    """The letters that a fact needs the values of."""
    return names_of(fact) - functions


def drawn(domain: str, random: Random) -> Fraction:
    """A number of a domain, often a square of fractions, so that roots have values."""
    if domain in ("integer", "whole", "bit"):
        return Fraction(random.randint(0 if domain != "integer" else 1, 1 if domain == "bit" else 9))
    value = random.choice(_SQUARES if random.random() < 0.8 else _OTHERS)
    if domain == "fraction":
        return value if value <= 1 else 1 / value
    if domain in ("nonnegative", "real") and random.random() < 0.1:
        return Fraction(0)
    return -value if domain == "real" and random.random() < 0.4 else value


def _guesses(gap: Callable[[Fraction], Fraction | None]) -> Iterator[Fraction]:
    """Where a function may vanish: as a line, a quotient of lines, a parabola, or one of these in 1/v or a root."""
    for probes in (_PROBES, _FAR, _NEAR):
        values = [gap(place) for place in probes]
        yield from _through(probes, values)
        turned = [None if value is None else gap(1 / place) for place, value in zip(probes, values, strict=True)]
        yield from (1 / root for root in _through(probes, turned) if root)
    rooted = [gap(place) for place in _ROOTS]
    yield from (root * root for root in _through(_PROBES, rooted))
    turned = [gap(1 / place) for place in _ROOTS]
    yield from (1 / (root * root) for root in _through(_PROBES, turned) if root)


def _through(places: Sequence[Fraction], values: Sequence[Fraction | None]) -> Iterator[Fraction]:
    """The roots of the line, of the quotient of lines and of the parabola through three points."""
    if None in values:
        return
    (a, b, c), (fa, fb, fc) = places, [value for value in values if value is not None]
    first, second = (fb - fa) / (b - a), (fc - fb) / (c - b)
    if first:
        yield a - fa / first
    bend = (second - first) / (c - a)
    if bend:
        # f = fa + first (v - a) + bend (v - a)(v - b)
        linear, constant = first - bend * (a + b), fa - first * a + bend * a * b
        inside = linear * linear - 4 * bend * constant
        if inside >= 0 and (root := _root(inside)) is not None:
            yield from ((-linear + sign * root) / (2 * bend) for sign in (1, -1))
        # f = (p v + q)/(v + d): f v + d f = p v + q at three points
        lower = fb - fa, fc - fb
        below = (b - a) * lower[1] - (c - b) * lower[0]
        if below:
            d = ((fb * b - fa * a) * (c - b) - (fc * c - fb * b) * (b - a)) / below
            p = ((fb * b - fa * a) + d * lower[0]) / (b - a)
            if p:
                yield -(fa * a + d * fa - p * a) / p


def _root(value: Fraction) -> Fraction | None:
    try:
        return Fraction(whole_root(value.numerator, 2), whole_root(value.denominator, 2))
    except NotPlainError:
        return None


@lru_cache(maxsize=4096)
def _all_parts(term: Term) -> frozenset[Term]:
    return frozenset({term}).union(*map(_all_parts, parts(term)))


def truth(item: WrittenRelation, point: ExactPoint) -> bool | None:
    """Whether a relation has a value at a point and holds there; None where its value is no fraction."""
    return point.holds(proposition(item))
