"""Provers beside the engine's own, known by name without importing any of them: a slip is told at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from derivations.errors import UnknownNameError

if TYPE_CHECKING:
    from derivations.proof.obligation import Obligation
    from derivations.proof.verdict import Verdict

Prover: TypeAlias = "Callable[[Obligation], Verdict]"

PROVERS = ("z3",)


def refuse_unknown_prover(name: str) -> None:
    """Raise `UnknownNameError` for a name that no prover has."""
    if name not in PROVERS:
        raise UnknownNameError("prover", name, PROVERS)


def find_prover(name: str) -> Prover:
    """The prover of that name, which raises `UndecidedError` for what cannot be put to it.

    Raises `UnknownNameError` for an unknown name, and `InputError` if the prover is not installed.
    """
    refuse_unknown_prover(name)
    from derivations.proof.z3_prover import load_z3, prove_with_z3

    load_z3()
    return prove_with_z3
