"""Families: whether what a step varies has room to vary, and whether what it chooses may be chosen.

What is said of a family of states is said of nothing where no two states differ in what varies alone. Of a choice, a
limit and a slope each must have its states for whatever the letters are that it holds, as far as its conditions tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.term import Proposition, Term, number, parts, with_parts
from derivations.language.literal import is_unit

from .excluded import unsatisfiable
from .states import Told, state, states

VARIED: Mapping[str, str] = {"differentiate": "by", "limit": "variable", "minimise": "over", "independence": "of"}
_STATES, _TRIES = 4, 6
_OTHER = "_other"
_CLOSE = Fraction(1, 1_000)


@dataclass(frozen=True)
class Varied:
    """What a step varies: the letter, where it goes in a limit, the letters that it holds, and whether it is chosen."""

    letter: str
    held: frozenset[str]
    to: str = ""
    chosen: bool = False
    whole: bool = False

    @classmethod
    def by(cls, step: Step, derivation: Derivation, *, chosen: bool) -> Varied:
        """What the rule of a step varies, the letters of the formula being held that it does not write out."""
        rule: Any = step.applied
        letter = getattr(rule, VARIED[step.rule]).name
        beside = {s.name for name in ("written", "following") for s in getattr(rule, name, ())}
        said = [derivation[name] for name in step.inputs]
        letters = {s.name for own in said for s in own.rhs.free_symbols if not is_unit(s)}
        letters -= {own.lhs.name for own in said if own.lhs.is_Symbol}
        to = ("oo" if rule.to_infinity else "0") if step.rule == "limit" else ""
        whole = derivation.notation[letter].range.whole
        return cls(letter, frozenset(letters - beside - {letter}), to, chosen, whole)

    def has_none(self, told: Told) -> bool:
        """True where no two states differ in the letter while the others are held; for a limit, close to its end."""
        other = ("s", self.letter + _OTHER)
        here, there = ("s", self.letter), number(Fraction(1_000))
        apart: tuple[Proposition, ...] = (("!=", here, other),)
        if self.to:
            end = number(Fraction(10**12) if self.to == "oo" else Fraction(1, 10**12))
            farther = ("*", here, there) if self.to == "oo" else ("*", here, number(_CLOSE))
            apart = tuple((">=", *pair[:: 1 if self.to == "oo" else -1]) for pair in ((here, end), (other, farther)))
        return unsatisfiable(_twice(told, self.held), *apart) is True

    def missing(self, told: Told, conditions: Told, random: Random) -> ExactPoint | None:
        """A state for whose held letters there is no state to vary to, or to choose, that `told` tells of."""
        for point in states(conditions, random, _STATES, 3 * _STATES):
            held = {name: point.values[name] for name in sorted(self.held) if name in point.values}
            if any(state(told, random, {**held, **preset}, functions=point.functions) is not None
                   for preset in self._presets(point) for _ in range(_TRIES)):
                continue
            if unsatisfiable(told, *self._close(point), *(("=", ("s", name), number(value))
                                                          for name, value in held.items())) is True:
                return point
        return None

    def _presets(self, point: ExactPoint) -> Iterable[Mapping[str, Fraction]]:
        if self.to:
            return [{self.letter: Fraction(10**12) if self.to == "oo" else Fraction(1, 10**12)}]
        if self.chosen:
            return [{}]
        own = point.values.get(self.letter)
        return [] if own is None else [{self.letter: own + shift} for shift in (self._shift(own), -self._shift(own))]

    def _shift(self, value: Fraction) -> Fraction:
        """How far from a value the next one is looked for."""
        return Fraction(1) if self.whole else abs(value) * _CLOSE or _CLOSE

    def _close(self, point: ExactPoint) -> list[Proposition]:
        letter = ("s", self.letter)
        if self.to:
            far = number(Fraction(10**12) if self.to == "oo" else Fraction(1, 10**12))
            return [(">=", *((letter, far) if self.to == "oo" else (far, letter)))]
        if self.chosen:
            return []
        own = point.values[self.letter]
        shift = self._shift(own)
        return [("!=", letter, number(own)), (">=", letter, number(own - shift)), (">=", number(own + shift), letter)]


def _twice(told: Told, shared: frozenset[str]) -> Told:
    """What is told of two states that share some letters."""
    names = {name: name + _OTHER for name in told.names - shared}
    facts = tuple((op, _renamed(left, names), _renamed(right, names)) for op, left, right in told.facts)
    domains = {**told.domains, **{other: told.domains[name] for name, other in names.items()}}
    return replace(told, facts=(*told.facts, *facts), domains=domains, names=told.names | set(names.values()))


def _renamed(term: Term, names: Mapping[str, str]) -> Term:
    if term[0] == "s":
        return ("s", names.get(term[1], term[1]))
    own = parts(term)
    return with_parts(term, tuple(_renamed(part, names) for part in own)) if own else term
