"""What other installed packages bring by entry points: each has a name, and is found by it and in no table over all.

In the ``pyproject.toml`` of such a package, whose module holds paths of a card file and of a measured table::

    [project.entry-points."derivations.cards"]
    acme-x1 = "their_package:CARDS"

    [project.entry-points."derivations.measured"]
    acme-passes = "their_package:PASSES"

An entry point of cards has the name of its card; several may lead to one file.
"""

from __future__ import annotations

import os
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from derivations.errors import DerivationsError, InputError

CARDS, MEASURED = "derivations.cards", "derivations.measured"


def brought_names(group: str) -> tuple[str, ...]:
    """The names that other packages have in a group, without importing any."""
    return tuple(sorted(entry_points(group=group).names))


def brought(group: str, name: str, what: str) -> EntryPoint | None:
    """The entry point of that name; None if no package has one. Raises `InputError` for one that several have."""
    found = [*entry_points(group=group).select(name=name)]
    if len(found) > 1:
        raise InputError(f"several packages bring {what} {name!r}: {', '.join(sorted(map(package_of, found)))}")
    return found[0] if found else None


def package_of(point: EntryPoint) -> str:
    """The package of an entry point, in words."""
    return "a package" if point.dist is None else f"the package {point.dist.name}"


def brought_file(group: str, name: str, what: str) -> Path | None:
    """The file that another package brings under that name; None if none does.

    Raises `InputError` for one that several packages bring, that cannot be loaded, or that is no path of a file.
    """
    point = brought(group, name, what)
    if point is None:
        return None
    place = f"{package_of(point)} ({point.value})"
    try:
        path = point.load()
    except DerivationsError:
        raise
    except (Exception, SystemExit) as error:  # whatever their module does
        raise InputError(f"{place}: {type(error).__name__}: {' '.join(str(error).split())}") from error
    if not isinstance(path, str | os.PathLike) or not Path(path).is_file():
        raise InputError(f"{place} is no path of a file")
    return Path(path)
