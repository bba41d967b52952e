"""Minimised boards: the shortest that is left while something of the same kind is wrong with it."""

from __future__ import annotations

from .boards import Script
from .checks import Found, checked


def minimised(script: Script, wanted: Found) -> tuple[Script, Found]:
    """The script without all that the finding does not rest on, and what is found there."""
    found, again = wanted, True
    while again:
        again = False
        for shorter in script.shorter():
            same = next((each for each in checked(shorter).found if _is_like(each, wanted)), None)
            if same is not None:
                script, found, again = shorter, same, True
                break
    return script, found


def _is_like(found: Found, wanted: Found) -> bool:
    return (found.what, found.kind) == (wanted.what, wanted.kind)
