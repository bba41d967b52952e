"""Claims from a reader's own Python file: whatever `Claim` stands in it at the top level."""

from __future__ import annotations

import runpy
from pathlib import Path

from derivations.claims.claim import Claim
from derivations.errors import DerivationsError, InputError


def claims_in(path: Path) -> dict[str, Claim]:
    """The claims of a file by name. The file is run, as any program of the reader's own.

    Raises `InputError` if there is no such file, if it fails, or if it holds no claim.
    """
    if not path.is_file():
        raise InputError(f"no such file: {path}")
    try:
        namespace = runpy.run_path(str(path))
    except DerivationsError:
        raise
    except Exception as error:
        raise InputError(f"{path} cannot be run: {type(error).__name__}: {' '.join(str(error).split())}") from error
    found: dict[str, Claim] = {}
    for value in namespace.values():
        for claim in value if isinstance(value, tuple | list) else (value,):
            if isinstance(claim, Claim) and found.setdefault(claim.name, claim) is not claim:
                raise InputError(f"{path} has two claims named {claim.name!r}")
    if not found:
        raise InputError(f"{path} holds no Claim at its top level")
    return found
