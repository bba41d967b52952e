"""Points found by propagation, equation by equation, where premises are many and hang on each other.

An equation in which a single quantity is open gives that quantity, and where there is none, a quantity that is still
open is chosen. Nothing is trusted in this: what is found is put into everything that is given. It takes longer than
`witness.py`, whose points come first, and finds points of the premises of whole claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from fractions import Fraction
from random import Random

from derivations.kernel.exact_point import ExactPoint, Ratio, within
from derivations.kernel.statement import Statement
from derivations.kernel.term import Proposition, Term, free_names, parts
from derivations.language.arithmetic import NotPlainError, applied
from derivations.proof.witness import witnesses

_CHOICES = tuple(Fraction(each) for each in ("1", "1", "1", "1", "2", "2", "3", "1/2", "4", "10"))
_MOST_ROOT = 4  # whole exponents with which logarithms of two numbers are compared


class PlainPoint(ExactPoint):
    """A point at which terms have values with whole exponents alone, and quotients of logarithms have theirs.

    >>> point = PlainPoint({"x": Fraction(8), "y": Fraction(2)})
    >>> point.value(("*", ("log", ("s", "x")), ("^", ("log", ("s", "y")), -1)))
    Fraction(3, 1)
    """

    def holds(self, proposition: Proposition) -> bool | None:
        """The truth of a proposition, also that a logarithm is not zero."""
        match proposition:
            case ("!=", ("log", inside), ("n", 0, 1)):
                return self.value(inside) not in (0, 1)
        return super().holds(proposition)

    def ratio(self, term: Term) -> Ratio:
        """The value of a term as a ratio. Raises `NotPlainError` where it is no such fraction."""
        match term:
            case ("*", ("log", over), ("^", ("log", under), -1)):
                return _of_logarithms(self.value(over), self.value(under)).as_integer_ratio()
            case ("pow", _, exponent) if self.value(exponent).denominator != 1:
                raise NotPlainError("pow")
        return super().ratio(term)


def _of_logarithms(a: Fraction, b: Fraction) -> Fraction:
    """The quotient of two logarithms. Raises `NotPlainError` for one that is no fraction of small numbers."""
    if min(a, b) > 0 and b != 1:
        for q in range(1, _MOST_ROOT + 1):
            for p in range(_MOST_ROOT + 1):
                if a**q == b**p:
                    return Fraction(p, q)
    raise NotPlainError("log")


def plain_points(statement: Statement, tries: int, last: Set[str] = frozenset()) -> Iterator[PlainPoint]:
    """Points of every quantity at which all that is given holds: witnesses, then what so many attempts find.

    Quantities in `last` are chosen after the others. There are none where functions are applied.
    """
    for witness in witnesses(statement):
        point = PlainPoint(witness.values)
        if statement.domains.keys() <= witness.values.keys() and all(map(point.holds, statement.given)):
            yield point
    search = _Propagation(statement, last)
    for seed in range(tries):
        found = search.point(Random(seed))
        if found is not None:
            yield found


def _allowed(domain: str) -> tuple[Fraction, ...]:
    """The numbers among which a quantity of a domain is chosen."""
    zero = (Fraction(0),) if domain in ("real", "nonnegative", "whole", "bit") else ()
    return (*(value for value in _CHOICES if within(domain, value)), *zero)


class _Propagation:
    """Attempts, each with other choices."""

    def __init__(self, statement: Statement, last: Set[str]) -> None:
        given, domains = statement.given, statement.domains
        self._given, self._domains, self._at_most = given, domains, statement.at_most
        self._random, self._found = Random(0), dict[str, Fraction]()
        self._free: dict[int, frozenset[str]] = {}  # names by the identity of a term within what is given
        self._sides = [(left, right) for op, left, right in given if op == "="]
        names = [self._names(left) | self._names(right) for left, right in self._sides]
        self._most_open = [len(each) for each in names]
        self._places = {name: [place for place, own in enumerate(names) if name in own] for name in domains}
        self._open = list[int]()  # of each equation: how many quantities are; 0 for one that gives nothing
        logarithms = {left[1] for left, right in self._sides if left[0] == "s" and "'log'" in repr(right)}
        inner = {left[1] for _, left, _ in given if left[0] == "s"}
        self._turns = {name: self._turn(name, logarithms, inner | last) for name in domains}
        self._above: dict[str, list[Term]] = {}
        for op, left, right in given:
            if op in (">", ">=") and left[0] == "s":
                self._above.setdefault(left[1], []).append(right)
        self._choices = {name: _allowed(domain) for name, domain in domains.items()}
        self._choices |= {name: tuple(map(Fraction, range(0 if domains[name] == "real" else 1, 2)))
                          for name in logarithms}

    def _turn(self, name: str, logarithms: Set[str], last: Set[str]) -> int:
        """Whole numbers and logarithms are chosen first, what an equation gives or a premise bounds from below last."""
        if name in logarithms or self._domains[name] in ("integer", "whole", "bit"):
            return 0
        return 2 if name in last else 1

    def _names(self, term: Term) -> frozenset[str]:
        found = self._free.get(id(term))
        if found is None:
            found = self._free[id(term)] = free_names(term)
        return found

    def point(self, random: Random) -> PlainPoint | None:
        """A point at which all holds, or None where the attempt fails."""
        self._random, self._found, self._open = random, {}, list(self._most_open)
        pending = sorted(self._domains)
        random.shuffle(pending)
        pending.sort(key=self._turns.__getitem__)
        try:
            while True:
                if self._step():
                    continue
                name = next((name for name in pending if name not in self._found), None)
                if name is None:
                    break
                self._put(name, self._chosen(name))
            here = PlainPoint(self._found)
            return here if all(map(here.holds, self._given)) and self._bounded() else None
        except (NotPlainError, ZeroDivisionError):
            return None

    def _bounded(self) -> bool:
        return all(self._found[name] <= self._found[most] for name, most in self._at_most.items())

    def _chosen(self, name: str) -> Fraction:
        for right in self._above.get(name, ()):
            if self._names(right) <= self._found.keys():
                return PlainPoint(self._found).value(right) + self._random.choice(_CHOICES)
        return self._random.choice(self._choices[name])

    def _put(self, name: str, value: Fraction) -> None:
        if not within(self._domains[name], value):
            raise NotPlainError(name)
        self._found[name] = value
        for place in self._places[name]:
            self._open[place] -= 1

    def _step(self) -> bool:
        """Take a quantity from an equation in which it alone is open."""
        for place, still in enumerate(self._open):
            if still == 1:
                if self._taken(*self._sides[place]):
                    return True
                self._open[place] = 0  # nor will it later: all else in it has its value
        return False

    def _taken(self, left: Term, right: Term) -> bool:
        """True if the one quantity that is open in an equation is taken from it."""
        names, others = self._names(left), self._names(right)
        name = next(name for name in names | others if name not in self._found)
        for one, own, other, beside in ((left, names, right, others), (right, others, left, names)):
            if name in own and name not in beside:
                try:
                    value = self._inverted(one, name, PlainPoint(self._found).value(other))
                except NotPlainError:
                    continue
                self._put(name, value)
                return True
        if name in names and name in others and (even := self._balanced(left, right, name)) is not None:
            self._put(name, even)
            return True
        return False

    def _balanced(self, left: Term, right: Term, name: str) -> Fraction | None:
        """The one value at which two sides are equal that it moves evenly; None where they say no such value."""
        gaps = []
        for value in map(Fraction, range(3)):
            here = PlainPoint({**self._found, name: value})
            try:
                gaps.append(here.value(left) - here.value(right))
            except (NotPlainError, ZeroDivisionError):
                return None
        rise = gaps[1] - gaps[0]
        return -gaps[0] / rise if rise and gaps[2] - gaps[1] == rise else None

    def _inverted(self, term: Term, name: str, value: Fraction) -> Fraction:
        """The value of a quantity at which a term has a value. Raises `NotPlainError` where no rule here says."""
        here = PlainPoint(self._found)
        while term != ("s", name):
            head, rest = term[0], parts(term)
            match term:  # of a quotient of logarithms
                case ("*", ("log", over), ("^", ("log", under), -1)) if name not in self._names(under):
                    if value.denominator != 1:
                        raise NotPlainError(name)
                    term, value = over, here.value(under) ** value.numerator
                    continue
            inside = [part for part in rest if name in self._names(part)]
            if len(inside) != 1:
                raise NotPlainError(name)
            others = [part for part in rest if part is not inside[0]]
            if head == "+":
                value -= here.value(("+", *others)) if others else 0
            elif head == "*":
                value /= here.value(("*", *others)) if others else 1
            elif head == "^" and abs(term[2]) == 1:
                value = value ** term[2]
            elif head == "pow" and inside[0] is term[1] and abs(here.value(term[2])) == 1:
                value = value ** int(here.value(term[2]))
            elif head == "xor":
                value = applied("xor", [value, here.value(others[0])])
            elif head == "pow" and inside[0] is term[2]:
                value = _of_logarithms(value, here.value(term[1]))
            else:
                raise NotPlainError(name)
            term = inside[0]
        return value
