"""The named alternatives of a claim's premises, without deriving anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

from derivations.claims.claim import Claim
from derivations.engine.board import Board, Handle
from derivations.engine.premise import Alternative, Premise


def alternatives_of(claim: Claim) -> tuple[tuple[Premise, Alternative], ...]:
    """Every premise that the claim takes with each of its named alternatives, in the order in which they are taken.

    A body that looks at more than handles is followed as far as it gets.

    >>> from derivations.claims.index import find_claim
    >>> [(premise.name, choice.name) for premise, choice in alternatives_of(find_claim("optimal-batch"))][0]
    ('compute-time', 'with-attention')
    """
    listener = _Listener()
    with suppress(Exception):  # what is wrong with a body, its derivation tells
        claim.body(cast(Board, listener))
    return tuple((premise, choice) for premise in listener.premises.values() for choice in premise.alternatives)


@dataclass
class _Listener:
    """Takes the place of a board: notes the premises that are taken, and does nothing."""

    premises: dict[str, Premise] = field(default_factory=dict)

    def take(self, premise: Premise) -> Handle:
        self.premises[premise.name] = premise
        return Handle(premise.name)

    def split(self, name: str, roofline: Handle, regimes: Sequence[str], because: str = "") -> tuple[Handle, ...]:
        return tuple(Handle(regime) for regime in regimes)

    def induct(self, name: str, goals: Sequence[str], *_: object, **__: object) -> tuple[Handle, ...]:
        return tuple(Handle(name) for _ in goals)

    def __getattr__(self, rule: str) -> Callable[..., Handle]:
        return lambda name, *_, **__: Handle(name)
