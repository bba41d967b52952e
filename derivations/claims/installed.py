"""Claims of other installed packages: entry points of the group ``derivations.claims``, each with its claim's name.

In the ``pyproject.toml`` of such a package::

    [project.entry-points."derivations.claims"]
    queue-length = "their_package.queue_length:CLAIM"
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from derivations.claim.claim import Claim
from derivations.claim.claim_file import told_in, with_place
from derivations.errors import InputError

GROUP = "derivations.claims"


def installed_names() -> tuple[str, ...]:
    """The names of claims that other packages bring, without importing any."""
    return tuple(sorted(entry_points(group=GROUP).names))


@cache  # the same claim whoever asks
def installed_claim(name: str) -> Claim:
    """The claim that another package brings under that name.

    Raises `InputError` for one that two packages bring or none, that cannot be loaded, or that has another name.
    """
    found = [*entry_points(group=GROUP).select(name=name)]
    if not found:
        raise InputError(f"no package brings a claim {name!r}")
    if len(found) > 1:
        raise InputError(f"several packages bring a claim {name!r}: {', '.join(sorted(map(_package, found)))}")
    place = f"{_package(found[0])} ({found[0].value})"
    claim = told_in(Path(place), found[0].load)
    if not isinstance(claim, Claim) or claim.name != name:
        raise InputError(f"{place} is no claim {name!r}: an entry point has the name of its claim")
    module = sys.modules[claim.body.__module__].__file__
    return with_place(claim, Path(place if module is None else module))


def _package(point: EntryPoint) -> str:
    return "a package" if point.dist is None else f"the package {point.dist.name}"
