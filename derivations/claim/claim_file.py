"""Claims from a reader's own Python file: every `Claim` that stands in it at the top level."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, TypeVar

from derivations.claim.claim import Claim
from derivations.errors import DerivationsError, InputError

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

_Result = TypeVar("_Result")


def claims_in(path: str | Path) -> dict[str, Claim]:
    """The claims of a file by name. The file is run, as any program of the reader's own.

    A built-in claim that the file only imports is not one of its claims. Raises `InputError` if there is no such
    file, if it fails, if it holds no claim, or two of one name; a body that fails later raises `InputError` too.
    """
    path = Path(path)
    if not path.is_file():
        raise InputError(f"no such file: {path}")
    namespace = told_in(path, lambda: runpy.run_path(str(path)))
    found: dict[str, Claim] = {}
    for value in namespace.values():
        for claim in value if isinstance(value, tuple | list) else (value,):
            if not isinstance(claim, Claim) or _is_built_in(claim):
                continue
            if found.setdefault(claim.name, claim) is not claim:
                raise InputError(f"{path} has two claims named {claim.name!r}")
    if not found:
        raise InputError(f"{path} holds no Claim at its top level: derive list --template prints one to start from")
    return {name: with_place(claim, path) for name, claim in found.items()}


def _is_built_in(claim: Claim) -> bool:
    """True for the claim that a module of this package holds as CLAIM: the one in which its body stands."""
    place = getattr(claim.body, "__module__", "")
    return place.startswith("derivations.") and getattr(sys.modules.get(place), "CLAIM", None) is claim


def with_place(claim: Claim, path: Path) -> Claim:
    """The claim with a body whose errors name the file and the line."""

    def body(board: Board) -> Handle | str | None:
        return told_in(path, lambda: claim.body(board), f", claim {claim.name!r}")

    return replace(claim, body=body)


def told_in(path: Path, run: Callable[[], _Result], what: str = "") -> _Result:
    """What a part of a file of the reader's gives; what goes wrong in it becomes one line that names the place."""
    try:
        return run()
    except DerivationsError:
        raise
    except (Exception, SystemExit) as error:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(path)]
        place = f", line {lines[-1]}" if lines and lines[-1] else ""
        reason = " ".join(str(error).split())
        told = f"{type(error).__name__}: {reason}" if reason else type(error).__name__
        raise InputError(f"{path}{place}{what}: {told}") from error
