"""Inputs of a page as a stamp: the modules behind it, their data files and templates, versions of other packages.

Nothing is imported to find out: the modules are read as text, so that a site in which nothing changed is left alone
without SymPy being started.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import sys
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

from derivations.proof.cache import Store

PACKAGE = "derivations"
_FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)+", re.MULTILINE)  # these imports do not happen
_FROM = re.compile(rf"^[ \t]*from ({PACKAGE}[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_PLAIN = re.compile(rf"^[ \t]*import ({PACKAGE}[\w.]*)", re.MULTILINE)
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_TEMPLATE = ".j2"
_QUOTED = re.compile(r'"([\w.-]+)"')
_NOT_OURS = ("__pycache__", ".pyc")
_SHOWN = ("claims/lecture/", "claims/beyond/", "study/lambert_arrays.py")  # as they are written
_WITH_DOCSTRING = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_MEANINGS = Store("modules", 4)


@dataclass(frozen=True)
class Package:
    """The files of the package by their place in it (``site/plan.py``), as bytes."""

    files: Mapping[str, bytes]

    @classmethod
    def read(cls, root: Path | None = None) -> Package:
        """The files below a folder, by default those of this package; what Python compiled is left out."""
        folder = Path(str(files(PACKAGE))) if root is None else root
        found = (path for path in sorted(folder.rglob("*")) if path.is_file())
        return cls({
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in found if not any(mark in path.as_posix() for mark in _NOT_OURS)
        })

    @cached_property
    def modules(self) -> Mapping[str, str]:
        """The file of every module, by the name of the module."""
        return {_module_name(name): name for name in self.files if name.endswith(".py")}

    @cached_property
    def _imports(self) -> Mapping[str, frozenset[str]]:
        return {module: self._imported(module, self.files[name].decode()) for module, name in self.modules.items()}

    @cached_property
    def _data(self) -> Mapping[str, tuple[str, ...]]:
        """For each module the data files that it reads: those in its folder whose name or folder it quotes."""
        beside: dict[str, list[str]] = {}
        for name in self.files:
            folder = name.rpartition("/")[0]
            if not name.endswith(".py"):
                while folder and f"{folder}/__init__.py" not in self.files:
                    folder = folder.rpartition("/")[0]
                beside.setdefault(folder, []).append(name)
        found: dict[str, tuple[str, ...]] = {}
        for module, file in self.modules.items():
            folder, text = file.rpartition("/")[0], self.files[file].decode()
            found[module] = tuple(
                name for name in beside.get(folder, ())
                if any(f'"{part}"' in text for part in name.removeprefix(f"{folder}/").split("/"))
            )
        return found

    def behind(self, modules: Iterable[str]) -> frozenset[str]:
        """These modules and all of the package that they import, themselves or through others, at any time."""
        found: set[str] = set()
        ahead = list(modules)
        while ahead:
            module = ahead.pop()
            if module in self.modules and module not in found:
                found.add(module)
                ahead += self._imports[module]
        return frozenset(found)

    def stamp(self, *modules: str, but: Collection[str] = ()) -> str:
        """A hash of the modules, of all that they import from the package, and of the data files that those read.

        Some files may be left out, by their place.
        """
        found = (name for name in self.files_behind(*modules) if name not in but)
        return stamp_of(*(part for name in found for part in (name, self._digests[name])))

    @cached_property
    def _digests(self) -> Mapping[str, str]:
        """A hash of each file: most of them are behind every page, and data files are long.

        Of a module that no page shows it is one of what Python reads of it, without comments and docstrings. To find
        that takes seconds, so that it is kept by what the module says.
        """
        found = {name: stamp_of(content) for name, content in self.files.items()}
        read = {digest for name, digest in found.items() if name.endswith(".py") and not name.startswith(_SHOWN)}
        key = stamp_of(sys.version)
        known = _known(_MEANINGS.read(key))
        new = {found[name]: meaning(content) for name, content in self.files.items()
               if found[name] in read - known.keys()}
        if new:
            _MEANINGS.write(key, json.dumps({digest: told for digest, told in {**known, **new}.items()
                                             if digest in read}))
        return {name: new.get(digest) or known.get(digest, digest) if digest in read else digest
                for name, digest in found.items()}

    def files_behind(self, *modules: str) -> tuple[str, ...]:
        """Files behind the stamp of these modules: modules, data, and templates with those that they name; sorted."""
        behind = self.behind(modules)
        data = {name for module in behind for name in self._data[module]}
        ahead = list(data)
        while ahead:  # a template names those that it takes from
            name = ahead.pop()
            found = self._templates.get(name, frozenset()) - data
            data |= found
            ahead += found
        return tuple(sorted({self.modules[module] for module in behind} | data))

    @cached_property
    def _templates(self) -> Mapping[str, frozenset[str]]:
        """For each template those that it quotes the names of, in any folder."""
        places: dict[str, set[str]] = {}
        for name in self.files:
            if name.endswith(_TEMPLATE):
                places.setdefault(name.rpartition("/")[2], set()).add(name)
        return {
            name: frozenset(place for quoted in _QUOTED.findall(self.files[name].decode())
                            for place in places.get(quoted, ()))
            for found in places.values() for name in found
        }

    def _imported(self, module: str, text: str) -> frozenset[str]:
        text = _FOR_TYPES.sub("", text)
        named = set(_PLAIN.findall(text))
        for origin, names in _FROM.findall(text):
            named |= {origin, *(f"{origin}.{word}" for word in _WORD.findall(names))}
        around = {module, *named}
        while around:  # a module is imported after the packages that it lies in
            around = {name.rpartition(".")[0] for name in around} - {""}
            named |= around
        return frozenset(named & self.modules.keys())


def meaning(source: bytes) -> str:
    """A hash of a module without comments and docstrings; of its text where that is no Python.

    >>> meaning(b"a = 1") == meaning(b'"A letter."\\na = 1  # one'), meaning(b"a = 1") == meaning(b"a = 2")
    (True, False)
    """
    try:
        return stamp_of(without_docstrings(ast.parse(source)))
    except (SyntaxError, ValueError):
        return stamp_of(source)


def without_docstrings(tree: ast.Module) -> str:
    """What a module says but for its docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
    return ast.dump(tree)


def _known(text: str | None) -> dict[str, str]:
    """What was found before, by the hash of what was read."""
    with suppress(ValueError, AttributeError, RecursionError):
        return {str(digest): str(told) for digest, told in json.loads(text or "{}").items()}
    return {}


def stamp_of(*parts: str | bytes) -> str:
    """A hash of some parts, in order."""
    whole = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        whole.update(f"{len(content)}:".encode() + content)
    return whole.hexdigest()[:32]


def versions_stamp(*packages: str) -> str:
    """The installed versions of packages; one that is missing has none."""
    return " ".join(f"{name} {_version(name)}" for name in packages)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _module_name(file: str) -> str:
    parts = file.removesuffix(".py").split("/")
    return ".".join([PACKAGE, *(parts[:-1] if parts[-1] == "__init__" else parts)])
