"""Judgements: a line holds in a context, and lines of different contexts combine only by the table below.

A *state* gives every quantity a value of its domain, so that all premises and definitions hold. A line is a judgement
``K |- relation if conditions``: it holds in every state of its context K that meets the conditions.

    plain           every state
    where p         states in which what the step p supposes holds as well: the assumption of a part of an argument,
    at b, on s-1    a boundary at which two sides are equal, a branch of a solution, a least value that is chosen, the
                    least whole number that is
    as x -> e       families of states along which x goes to 0, or beyond all bounds, while the letters that are *held*
                    keep their values, and those that *move* go to a limit: a moving letter of the line stands for it

Suppositions are hypotheses with a name, so that lines under S and under T hold together under both. A limit is none: a
letter that moves is another letter there, with the closure of its domain. What is said of every family holds along
those that hold more letters, so that two lines as x goes to the same end hold together along families that hold the
letters of both; and a line that holds in every state holds along every family that holds its letters.

That there are such states, and such families, is no part of what is said. What contradicts its context says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from derivations.kernel.term import KernelError, Proposition, Term, names_of, parts

CASE, BOUNDARY, BRANCH, LEAST, WHOLE = "case", "boundary", "branch", "least", "whole"
_WORDS = {CASE: "where", BOUNDARY: "at", LEAST: "at", WHOLE: "at", BRANCH: "on"}
_CHOSEN = (LEAST, WHOLE)


class ContextError(KernelError):
    """Lines of contexts in which no state, or no family, is known to lie: the message names them."""


@dataclass(frozen=True)
class Supposition:
    """What a step supposes: its name, of which kind it is, and what it is about.

    That are the letters that are chosen, or the step that a branch is one solution of.
    """

    name: str
    kind: str
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class Arrow:
    """Where a letter goes, ``0`` or ``oo``, which letters are held on the way, and which move.

    `purposely` are those that are held although premises say that they do not keep their values; `positive` those that
    move to a limit which is shown to be positive.
    """

    variable: str
    to: str
    held: tuple[str, ...]
    moving: tuple[str, ...]
    purposely: tuple[str, ...] = ()
    positive: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The limit in words, as ``as L → 0 at fixed x_price``."""
        held = f" at fixed {', '.join(self.purposely)}" if self.purposely else ""
        return f"as {self.end}{held}"

    @property
    def end(self) -> str:
        """Where the letter goes, as ``L → 0``."""
        return f"{self.variable} → {'∞' if self.to == 'oo' else '0'}"


@dataclass(frozen=True)
class Context:
    """Where a line holds: suppositions by name, and a limit; neither for one that holds in every state."""

    suppositions: tuple[Supposition, ...] = ()
    limit: Arrow | None = None

    def __bool__(self) -> bool:
        return bool(self.suppositions) or self.limit is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The steps that are supposed."""
        return tuple(each.name for each in self.suppositions)

    @property
    def moving(self) -> tuple[str, ...]:
        """The letters that stand for what they go to."""
        return () if self.limit is None else self.limit.moving

    @property
    def words(self) -> str:
        """The context in words, as ``at balance, as L → 0``; empty for a line that holds in every state."""
        return ", ".join(filter(None, (self.supposed, self.limit.words if self.limit else "")))

    @property
    def supposed(self) -> str:
        """What is supposed in words, as ``at balance``."""
        told: dict[str, list[str]] = {}
        for each in self.suppositions:
            told.setdefault(_WORDS[each.kind], []).append(each.name)
        return ", ".join(f"{word} {' and '.join(names)}" for word, names in told.items())

    def without(self, name: str) -> Context:
        """The context without what a step supposes itself."""
        return replace(self, suppositions=tuple(each for each in self.suppositions if each.name != name))

    def supposing(self, own: Supposition | None) -> Context:
        """The context with one supposition more."""
        if own is None:
            return self
        _require_together([*self.suppositions, own])
        return replace(self, suppositions=(*self.suppositions, own))


PLAIN = Context()


def context_data(context: Context) -> list[Any]:
    """A context as plain data: each supposition by name, kind and what it is about, and the limit, if there is one."""
    arrow = context.limit
    letters = () if arrow is None else (arrow.held, arrow.moving, arrow.purposely, arrow.positive)
    going = [] if arrow is None else [arrow.variable, arrow.to, *map(list, letters)]
    return [[[each.name, each.kind, list(each.about)] for each in context.suppositions], going]


def read_context(data: Any = None) -> Context:
    """The context in plain data; of none, that of a line that holds in every state.

    Raises `ValueError` or `TypeError` for data that is none.
    """
    if data is None:
        return PLAIN
    supposed, going = data
    suppositions = tuple(
        Supposition(str(name), _kind(kind), tuple(map(str, about))) for name, kind, about in supposed
    )
    if not going:
        return Context(suppositions)
    variable, to, *letters = going
    held, moving, purposely, positive = (tuple(map(str, names)) for names in letters)
    if to not in ("0", "oo"):
        raise ValueError("no end of a limit")
    return Context(suppositions, Arrow(str(variable), to, held, moving, purposely, positive))


def _kind(kind: Any) -> str:
    if kind not in _WORDS:
        raise ValueError("no kind of supposition")
    return str(kind)


@dataclass(frozen=True)
class Line:
    """What a step uses: a line by name, its context, and its letters, with those of its conditions.

    `gains` is the letter alone on a side of an equation whose limit that equation tells.
    """

    name: str
    context: Context
    letters: frozenset[str]
    gains: str = ""


def united(lines: Iterable[Line]) -> Context:
    """The context in which all lines hold. Raises `ContextError` where they do not hold together.

    The letters of a line that holds in every state are held beside a limit, but for those that move.
    """
    items = tuple(lines)
    suppositions = tuple(dict.fromkeys(each for line in items for each in line.context.suppositions))
    _require_together(suppositions)
    going = [(line, line.context.limit) for line in items if line.context.limit is not None]
    if not going:
        return Context(suppositions)
    first, arrow = going[0]
    held, moving = dict.fromkeys(arrow.held), dict.fromkeys(arrow.moving)
    purposely, positive = dict.fromkeys(arrow.purposely), dict.fromkeys(arrow.positive)
    for line, other in going[1:]:
        if (other.variable, other.to) != (arrow.variable, arrow.to):
            raise ContextError(
                f"{first.name} is said as {arrow.end}, {line.name} as {other.end}: no state is both"
            )
        if set(other.purposely) != set(arrow.purposely):
            raise ContextError(f"{first.name} is said {arrow.words}, {line.name} {other.words}: other letters are held")
        held |= dict.fromkeys(other.held)
        moving |= dict.fromkeys(other.moving)
        positive |= dict.fromkeys(other.positive)
    beside = [line for line in items if line.context.limit is None]
    moving |= dict.fromkeys(line.gains for line in beside if line.gains)
    for line in beside:
        if arrow.variable in line.letters:
            goes = "grown beyond all bounds" if arrow.to == "oo" else "gone to 0"
            raise ContextError(f"{line.name} speaks of {arrow.variable}, which has {goes} in {first.name}")
        held |= dict.fromkeys(sorted(line.letters - set(moving)))
    own = map(tuple, (held, moving, purposely, positive))
    return Context(suppositions, Arrow(arrow.variable, arrow.to, *own))


def _require_together(suppositions: Sequence[Supposition]) -> None:
    """Raise `ContextError` for two branches of one solution, and for one letter that is chosen twice."""
    for place, one in enumerate(suppositions):
        for other in suppositions[place + 1 :]:
            shared = sorted(set(one.about) & set(other.about))
            if one.kind == other.kind == BRANCH and shared:
                raise ContextError(f"{one.name} and {other.name} are two branches of one solution")
            if one.kind in _CHOSEN and other.kind in _CHOSEN and shared:
                raise ContextError(
                    f"{shared[0]} is chosen twice, at {one.name} and at {other.name}: no reason that both are one"
                )


def limit_name(letter: str) -> str:
    """The name of what a letter goes to, where it stands beside letters that do not move.

    >>> limit_name("t_fetch")
    't_fetch_limit'
    """
    return f"{letter}_limit"


def closed_domain(domain: str, *, positive: bool = False) -> str:
    """A domain of the limits of values in a domain: positive numbers may go to 0, but where that is `positive`.

    >>> closed_domain("fraction"), closed_domain("fraction", positive=True), closed_domain("real")
    ('nonnegative', 'positive', 'real')
    """
    return "positive" if positive else "real" if domain == "real" else "nonnegative"


_CONTINUOUS = frozenset({"n", "s", "+", "*", "^", "max", "min", "exp"})  # where they have a value


def in_limit(fact: Proposition, moving: Iterable[str]) -> Proposition:
    """What a proposition along a family says of the limits of its letters: what is strict holds weakly there.

    That both sides have a value there is to be shown. Raises `ContextError` for what may jump although it has one.

    >>> in_limit((">", ("s", "y"), ("s", "x")), ["y"])
    ('>=', ('s', 'y_limit'), ('s', 'x'))
    """
    op, left, right = at_limits(fact, moving)
    if (left, right) == fact[1:]:
        return fact
    if not all(_is_continuous(side, frozenset(moving)) for side in fact[1:]):
        raise ContextError("what may jump in the limit")
    return (">=" if op == ">" else op, left, right)


def at_limits(fact: Proposition, moving: Iterable[str]) -> Proposition:
    """A proposition in which each letter that moves is what it goes to."""
    names = {each: limit_name(each) for each in moving}
    op, *sides = fact
    left, right = (renamed(side, names) for side in sides)
    return (op, left, right)


def _is_continuous(term: Term, moving: frozenset[str]) -> bool:
    if not names_of(("=", term, term)) & moving:
        return True
    return term[0] in _CONTINUOUS and all(_is_continuous(part, moving) for part in parts(term))


def renamed(term: Term, names: Mapping[str, str]) -> Term:
    """A term with other names of its letters; functions keep theirs."""
    if term[0] == "s":
        return ("s", names.get(term[1], term[1]))
    return tuple(renamed(part, names) if isinstance(part, tuple) else part for part in term)
