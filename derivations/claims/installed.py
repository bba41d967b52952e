"""Claims of other installed packages: entry points of the group ``derivations.claims``, each with its claim's name.

In the ``pyproject.toml`` of such a package::

    [project.entry-points."derivations.claims"]
    queue-length = "their_package.queue_length:CLAIM"
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from derivations.claim.claim import Claim
from derivations.claim.claim_file import told_in, with_place
from derivations.errors import InputError
from derivations.sources.installed import brought, brought_names, package_of

GROUP = "derivations.claims"


def installed_names() -> tuple[str, ...]:
    """The names of claims that other packages bring, without importing any."""
    return brought_names(GROUP)


@cache  # the same claim whoever asks
def installed_claim(name: str) -> Claim:
    """The claim that another package brings under that name.

    Raises `InputError` for one that two packages bring or none, that cannot be loaded, or that has another name.
    """
    point = brought(GROUP, name, "a claim")
    if point is None:
        raise InputError(f"no package brings a claim {name!r}")
    place = f"{package_of(point)} ({point.value})"
    claim = told_in(Path(place), point.load)
    if not isinstance(claim, Claim) or claim.name != name:
        raise InputError(f"{place} is no claim {name!r}: an entry point has the name of its claim")
    module = sys.modules[claim.body.__module__].__file__
    return with_place(claim, Path(place if module is None else module))
