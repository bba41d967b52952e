"""Certified: what the kernel has proven, by a certificate that is kept or found. Nothing else vouches for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from derivations.kernel.certificate import Certificate
from derivations.kernel.statement import Statement, statement
from derivations.kernel.term import KernelError
from derivations.language.quantity import Quantity, bounds_of, domains_of
from derivations.proof import proof_store
from derivations.proof.finder import find_certificate
from derivations.proof.obligation import Obligation
from derivations.proof.witness import witnesses

_PREMISES = {"combine": 3, "product": 2}  # the place of what is multiplied in the calls of a rule


def statement_of(obligation: Obligation) -> Statement:
    """The statement of an obligation, from what is written. Raises `KernelError` where the kernel has no terms."""
    return _statement(obligation, _asked(obligation))


def _asked(obligation: Obligation) -> str:
    """What the equality of an obligation leaves out: its text, and the domains of what SymPy cancels from it."""
    gone = "".join(f"; {own.name}: {own.domain}, {own.at_most}" for own in _cancelled(obligation))
    return f"{obligation}{gone}"


@lru_cache(maxsize=8192)
def _statement(obligation: Obligation, written: str) -> Statement:
    """The same; `written` is what is asked, as `_asked` has it."""
    own = (*obligation.quantities, *_cancelled(obligation))
    given = [item.written for item in obligation.given]
    return statement(given, obligation.goal.written, domains_of(own), bounds_of(own))


def _cancelled(obligation: Obligation) -> Iterator[Quantity]:
    """The quantities that are written, and that SymPy cancels: v/v = 1 speaks of v."""
    known = {quantity.name for quantity in obligation.quantities}
    for item in obligation.relations:
        for name in sorted(item.names - known):
            while name and name not in known:
                known.add(name)
                yield item.notation[name]
                name = item.notation[name].at_most


def certificate_of(wanted: Statement) -> Certificate | None:
    """A certificate of a statement that the kernel replays, one that is kept or one that is found; or None."""
    kept = proof_store.kept(wanted)
    if kept is not None:
        return kept
    found = find_certificate(wanted)
    if found is not None:
        proof_store.keep(wanted, found)
    return found


class Proof(NamedTuple):
    """The kinds of work that a certificate did: tell cases apart, and multiply what is given."""

    by_cases: bool
    of_given: bool


@lru_cache(maxsize=8192)
def _proof(obligation: Obligation, written: str) -> Proof | None:
    """The proof of an obligation, as `written`."""
    try:
        found = certificate_of(_statement(obligation, written))
    except KernelError:
        return None
    if found is None:
        return None
    premises = [call[_PREMISES[call[0]]] for call in found["calls"] if call[0] in _PREMISES]
    return Proof(any(call[0] == "cases" for call in found["calls"]), any(premises))


@lru_cache(maxsize=8192)
def _holds_at_a_point(obligation: Obligation, written: str) -> bool | None:
    """Whether the goal holds at an exact point at which all holds that is given; None if no such point is found."""
    try:
        wanted = _statement(obligation, written)
    except KernelError:
        return None
    point = next(witnesses(wanted), None)
    return None if point is None else not point.fails(wanted)  # what is given holds there


def fails_at_a_point(obligation: Obligation) -> bool:
    """True where an exact point shows that an obligation does not follow, without a search for a telling one."""
    return _holds_at_a_point(obligation, _asked(obligation)) is False


def certified(obligation: Obligation) -> bool:
    """True if the kernel replays a certificate of an obligation."""
    return _proof(obligation, _asked(obligation)) is not None


def has_a_value(obligation: Obligation) -> bool:
    """True if the kernel shows that the goal has a value wherever what is given holds and has one."""
    return _has_a_value(obligation, _asked(obligation))


@lru_cache(maxsize=8192)
def _has_a_value(obligation: Obligation, written: str) -> bool:
    try:
        wanted = _statement(obligation, written)
    except KernelError:
        return False
    _, *defined = wanted.goals
    return not defined or find_certificate(replace(wanted, goals=tuple(defined))) is not None


def kernel_proof(obligation: Obligation) -> Proof | None:
    """The proof by which the kernel shows an obligation whose premises hold together at an exact point.

    None where they are not seen to, as what contradicts itself implies everything, or where the point refutes it.
    """
    written = _asked(obligation)
    return _proof(obligation, written) if _holds_at_a_point(obligation, written) else None
