"""Z3, loaded when it is first asked for."""

from __future__ import annotations

from typing import Any

from derivations.errors import InputError

METHOD = "z3"


def load_z3() -> Any:
    """The package `z3`; raises `InputError`, which says how to get it, if it is not installed."""
    try:
        import z3
    except ImportError:
        raise InputError("the second prover needs Z3: pip install 'derivations[prove]'") from None
    return z3


def new_solver(z3: Any, timeout_ms: int) -> Any:
    """A solver that answers the same each time, and gives up after so many milliseconds."""
    solver = z3.Solver()
    solver.set("timeout", timeout_ms)
    solver.set("random_seed", 1)
    return solver
