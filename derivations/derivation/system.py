"""Systems: equations for several quantities, solved by taking one quantity after the other out of them.

Nothing here proves: what is planned becomes steps of `solve` and `substitute`, each with its check, so that a reader
follows the elimination and the kernel what it comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sympy import Symbol

from derivations.derivation.rules.algebra import Substitute
from derivations.derivation.rules.base import Input, Outcome, Rule
from derivations.derivation.rules.solve import Solve
from derivations.errors import DerivationsError, NoClosedFormError, UndecidedError
from derivations.language.display import listed
from derivations.language.relation import Relation
from derivations.proof.normal_form import lowest_terms

MOST = 6  # unknowns: each is tried in each equation
Compute = Callable[[Rule, tuple[Input, ...]], tuple[Outcome, ...]]


@dataclass(frozen=True)
class Turn:
    """One quantity out of the equations that are left: which of them gives it, and which ones name it besides."""

    unknown: Symbol
    place: int
    others: tuple[tuple[int, Relation], ...]  # with what each of them is without it


@dataclass(frozen=True)
class Plan:
    """The turns in order, and the quantity that one equation is left for; `closed` if that one has a formula."""

    turns: tuple[Turn, ...]
    last: Symbol
    closed: bool


def planned(inputs: Sequence[Input], unknowns: Sequence[Symbol], compute: Compute) -> Plan:
    """The order in which quantities are taken out of as many equations: first the one whose formula is shortest.

    Raises `UndecidedError` where there is none, and where the equations have no solution or infinitely many.
    """
    for item in inputs:
        if not item.relation.is_equation:
            raise UndecidedError(f"{item.name} is no equation: {item.relation}")
    left, open_, turns = list(inputs), list(unknowns), list[Turn]()
    _require_named(left, open_)
    while len(open_) > 1:
        unknown, place, outcome = _shortest(left, open_, compute)
        assert outcome.relation is not None
        given = Input(left[place].name, outcome.relation, outcome.conditions)
        others = list[tuple[int, Relation]]()
        for turn, item in enumerate(left):
            if turn != place and unknown in item.relation.symbols:
                (found,) = compute(Substitute(), (item, given))
                assert found.relation is not None
                left[turn] = Input(item.name, found.relation, item.conditions)
                others.append((turn, found.relation))
        del left[place]
        open_.remove(unknown)
        turns.append(Turn(unknown, place, tuple(others)))
        _require_named(left, open_, [*(turn.unknown for turn in turns)])
    (last,) = open_
    try:
        compute(Solve(last), (left[0],))
    except NoClosedFormError:
        return Plan(tuple(turns), last, closed=False)
    return Plan(tuple(turns), last, closed=True)


def _shortest(
    left: Sequence[Input], unknowns: Sequence[Symbol], compute: Compute
) -> tuple[Symbol, int, Outcome]:
    """The quantity and the equation with the shortest formula, of those with one solution."""
    found, reasons = [], list[str]()
    for unknown in unknowns:
        for place, item in enumerate(left):
            if unknown not in item.relation.symbols:
                continue
            try:
                outcomes = compute(Solve(unknown), (item,))
            except DerivationsError as error:  # also where units come apart: another quantity may do
                reasons.append(str(error))
                continue
            if len(outcomes) > 1:
                reasons.append(f"{item.name} has {len(outcomes)} solutions for {unknown}")
                continue
            relation = outcomes[0].relation
            assert relation is not None
            found.append((len(outcomes[0].conditions), int(relation.rhs.count_ops()), unknown, place, outcomes[0]))
    if not found:
        raise UndecidedError(f"no quantity comes out of the equations in one way: {'; '.join(dict.fromkeys(reasons))}")
    _, _, unknown, place, outcome = min(found, key=lambda each: each[:2])
    return unknown, place, outcome


def _require_named(left: Sequence[Input], unknowns: Sequence[Symbol], gone: Sequence[Symbol] = ()) -> None:
    """Raise `UndecidedError` where an equation names no quantity any more, or a quantity is in no equation."""
    without = f"without {listed(map(str, gone))}, " if gone else ""
    named = [lowest_terms(item.relation.difference)[0] for item in left]
    for item, difference in zip(left, named, strict=True):
        if difference == 0:
            raise UndecidedError(f"infinitely many solutions: {without}{item.name} says nothing more")
        if not difference.free_symbols & set(unknowns):
            raise UndecidedError(f"no solution unless {item.relation}, which is what {without}{item.name} says")
    for unknown in unknowns:
        if not any(unknown in difference.free_symbols for difference in named):
            raise UndecidedError(f"infinitely many solutions: {without}{unknown} is in none of the equations")
