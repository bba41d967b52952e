"""Folders that travel with the package: the notebooks and the documents that the site is made from."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

NOTEBOOKS, DOCUMENTS = "notebooks", "docs"


def packaged_folder(name: str) -> Path:
    """The folder of that name in the package as it is installed; in a checkout the one beside the package."""
    package = Path(str(files("derivations")))
    inside = package / name
    return inside if inside.is_dir() else package.parent / name
