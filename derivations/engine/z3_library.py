"""Z3, loaded when it is first asked for."""

from __future__ import annotations

from typing import Any

from derivations.errors import InputError


def load_z3() -> Any:
    """The package `z3`; raises `InputError`, which says how to get it, if it is not installed."""
    try:
        import z3
    except ImportError:
        raise InputError("the second prover needs Z3: pip install 'derivations[prove]'") from None
    return z3
