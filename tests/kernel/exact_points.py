"""Exact points at which what a statement is given holds, found by putting in what equations say of a letter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from derivations.kernel.exact_point import ExactPoint, Function
from derivations.kernel.statement import Statement
from derivations.kernel.term import Term, names_of, parts
from derivations.language.arithmetic import NotPlainError

from .total_point import VALUES


def points_of(statement: Statement, seed: int, tries: int = 12) -> Iterator[ExactPoint]:
    """Points of the domains at which everything given holds."""
    for turn in range(tries):
        try:
            point = _Drawn(statement, Random(f"{seed} {turn}")).point()
        except NotPlainError:
            continue
        if all(map(point.holds, statement.given)) and point.in_domains(statement):
            yield point


class _Drawn:
    """Values drawn at random, but those that an equation with a letter or call alone on one side tells."""

    def __init__(self, statement: Statement, random: Random) -> None:
        self.statement, self.random = statement, random
        self.values: dict[str, Fraction] = {}
        self.tables: dict[str, dict[tuple[Fraction, ...], Fraction]] = {}

    def point(self) -> ExactPoint:
        """All values. Raises `NotPlainError` where one is irrational."""
        said = [*self.statement.given, *(fact for _, fact in self.statement.goals)]
        called = {name for fact in said for side in fact[1:] for name in _called(side)}
        letters = set[str]().union(*map(names_of, said), self.statement.at_most.values()) - called
        open_equations = [(left, right) for item in self.statement.given if item[0] == "="
                          for left, right in (item[1:], item[:0:-1]) if left[0] in ("s", "app")]
        while missing := sorted(letters - self.values.keys()):
            if not self._told(open_equations):
                defined = {left[1] for left, right in open_equations if left not in (right, *parts(right))}
                name = self.random.choice([each for each in missing if each not in defined] or missing)
                self.values[name] = self._any(name)
        while self._told(open_equations):
            pass
        return ExactPoint(self.values, {name: self._function(name) for name in called})

    def _told(self, equations: list[tuple[Term, Term]]) -> bool:
        """True if an equation told a value, which is then kept."""
        here = ExactPoint(self.values, {name: self._function(name) for name in self.tables})
        for turn, (left, right) in enumerate(equations):
            try:
                if left[0] == "s":
                    if left[1] in self.values:
                        continue
                    self.values[left[1]] = here.value(right)
                else:
                    table, at = self.tables.setdefault(left[1], {}), tuple(map(here.value, left[2:]))
                    if at in table:
                        continue
                    table[at] = here.value(right)
            except NotPlainError:
                continue
            del equations[turn]
            return True
        return False

    def _any(self, name: str) -> Fraction:
        return Fraction(self.random.choice(VALUES[self.statement.domains[name]]))

    def _function(self, name: str) -> Function:
        def found(*arguments: Fraction) -> Fraction:
            return self.tables.setdefault(name, {}).setdefault(arguments, self._any(name))

        return found


def _called(term: Term) -> Iterator[str]:
    if term[0] == "app":
        yield term[1]
    for part in parts(term):
        yield from _called(part)


def refuting(statement: Statement, points: list[ExactPoint]) -> ExactPoint | None:
    """One of the points at which all that is given holds, and the goal does not."""
    return next((point for point in points if point.refutes(statement)), None)
