"""The engine for a browser: a folder with Pyodide and one zip of compiled modules, which `make lab` builds.

Nothing here needs SymPy, so that a site in which nothing changed is planned in a moment.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from derivations.errors import InputError
from derivations.site.inputs import Package

DEFAULT = Path("build") / "lab"
ZIP, MANIFEST = "engine.zip", "engine.json"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
FILES = (*PYODIDE, ZIP)
LAB = "lab.html"
SCRIPTS = ("lab.js", "lab-worker.js", "lab.css")
# what the page may do: run its own scripts and the engine, and ask nobody but the place that it comes from
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; "
    "style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
# of the page, beside what all pages have
HEAD = (
    f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n<link rel="icon" href="data:,">\n'
    '<link rel="stylesheet" href="assets/lab.css">\n<script src="assets/lab.js" defer></script>'
)
_LEFT_OUT = ("cli/", "measure/", "site/")  # what only a command, a machine or a build needs
_OF_PAGES = (".css", ".js", ".j2", ".woff2", "OFL.txt")
_TAKEN = ("site/__init__.py", "site/lab/__init__.py", "site/lab/answers.py", "site/lab/experiment.py")


@dataclass(frozen=True)
class Engine:
    """A folder with all `FILES`, and the versions of what they hold, by name."""

    folder: Path
    versions: Mapping[str, str]


def packed(package: Package | None = None) -> dict[str, bytes]:
    """The files of this package that go into the zip, by their place in it."""
    package = Package.read() if package is None else package
    return {
        name: content for name, content in package.files.items()
        if name in _TAKEN or not (name.startswith(_LEFT_OUT) or name.endswith(_OF_PAGES))
    }


def digest(files: Mapping[str, bytes]) -> str:
    """The SHA-256 of files: their names and what they say."""
    whole = hashlib.sha256()
    for name, content in sorted(files.items()):
        whole.update(f"{name}:{len(content)}:".encode() + content)
    return whole.hexdigest()


def open_engine(folder: Path, package: Package | None = None) -> Engine:
    """The engine in a folder.

    Raises `InputError` for a folder that has none, or one that was made from other sources than these.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        sources = str(manifest["sources"])
        versions = {str(name): str(version) for name, version in manifest["versions"].items()}
    except OSError:
        raise InputError(f"no engine for the lab in {folder}: 'make lab' builds one, and --engine names it") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{folder / MANIFEST} cannot be read: build the engine again with 'make lab'") from None
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise InputError(f"the engine in {folder} lacks {missing[0]}: build it again with 'make lab'")
    if sources != digest(packed(package)):
        raise InputError(f"the engine in {folder} was made from other sources: build it again with 'make lab'")
    return Engine(folder, versions)
