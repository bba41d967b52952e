"""The example of a package, put where it is found as pip does."""

import importlib
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from derivations.claims.installed import installed_claim
from derivations.sources import catalog

PACKAGE = Path(__file__).parents[2] / "docs" / "examples" / "package"
MODULE = "acme_derivations"


def put(folder: Path, name: str, points: dict[str, dict[str, str]]) -> None:
    """What a package says of itself: its name, and its entry points by their groups."""
    told = folder / f"{name}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = (line for group, entries in points.items()
             for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())))
    (told / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


@contextmanager
def example(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages with the example, and with one that is wrong."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(PACKAGE / MODULE, folder / MODULE)
    put(folder, project["name"], project["entry-points"])
    monkeypatch.syspath_prepend(str(folder))
    forget()
    yield folder
    forget()
    for name in [name for name in sys.modules if name.partition(".")[0] == MODULE]:
        sys.modules.pop(name)


def forget() -> None:
    """What was found of packages that are no longer there, or not yet."""
    importlib.invalidate_caches()
    catalog._of_package.cache_clear()
    installed_claim.cache_clear()
