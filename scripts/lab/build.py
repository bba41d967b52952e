"""Build the engine of the lab in a folder: Pyodide from npm, SymPy from PyPI, this package, all of pinned content.

`python scripts/lab/build.py build/lab` writes what a server has to hand out, and nothing that the package is shipped
with. What is fetched and compiled once is kept below the folder, so that a change of this package alone takes seconds.
"""

from __future__ import annotations

import ast
import hashlib
import json
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from derivations.errors import InputError
from derivations.site.lab.engine import MANIFEST, PYODIDE, ZIP, digest, open_engine, packed

HERE = Path(__file__).parent
REQUIREMENTS = HERE / "requirements.txt"
VERSION = "314.0.7"
ARCHIVE = f"pyodide-{VERSION}.tgz"
ARCHIVE_HASH = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
# parts of SymPy that nothing else in it imports, anywhere in a module; `refuse_gaps` holds that
LEFT_OUT = (
    "tests", "benchmarks", "sympy/crypto", "sympy/diffgeom", "sympy/holonomic", "sympy/liealgebras",
    "sympy/parsing/autolev", "sympy/physics/biomechanics", "sympy/physics/continuum_mechanics",
    "sympy/physics/optics", "sympy/sandbox", "sympy/stats",
)
_OPTIONAL = "mpmath/__init__.py"  # runs its tests when it is asked to
WRITTEN = (1980, 1, 1, 0, 0, 0)


def build(folder: Path) -> None:
    """The engine in the folder, made anew as far as something changed."""
    recipe = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(HERE.glob("*.*")))).hexdigest()
    with suppress(InputError, OSError, ValueError, KeyError):
        open_engine(folder)
        if json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["recipe"] == recipe:
            return
    kept = folder / "kept"
    kept.mkdir(parents=True, exist_ok=True)
    unpack_pyodide(folder, kept)
    libraries = kept / "libraries.zip"
    # everything that its content hangs on stands in its name
    stamp = hashlib.sha256(REQUIREMENTS.read_bytes() + (HERE / "compile.py").read_bytes() + VERSION.encode()
                           + repr(LEFT_OUT).encode()).hexdigest()[:16]
    compiled = kept / f"compiled-{stamp}.zip"
    if not compiled.is_file():
        files = dict(library_files(kept))
        refuse_gaps(files)
        write_zip(libraries, files.items())
        compile_zip(folder, libraries, compiled)
    sources = packed()
    own, own_compiled = kept / "own.zip", kept / "own-compiled.zip"
    write_zip(own, ((f"derivations/{name}", content) for name, content in sources.items()))
    compile_zip(folder, own, own_compiled)
    joined = kept / ZIP
    with zipfile.ZipFile(joined, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for part in (compiled, own_compiled):
            with zipfile.ZipFile(part) as source:
                for name in source.namelist():
                    target.writestr(zipfile.ZipInfo(name, WRITTEN), source.read(name), zipfile.ZIP_DEFLATED)
    joined.replace(folder / ZIP)
    manifest = {"recipe": recipe, "sources": digest(sources), "versions": {"pyodide": VERSION, **versions()}}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def unpack_pyodide(folder: Path, kept: Path) -> None:
    """The files of Pyodide, from its package on npm."""
    archive = kept / ARCHIVE
    if not archive.is_file():
        subprocess.run(["npm", "pack", "--silent", f"pyodide@{VERSION}"], cwd=kept, check=True, stdout=subprocess.PIPE)
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != ARCHIVE_HASH:
        archive.unlink()
        raise SystemExit(f"{ARCHIVE} is not what it was: its SHA-256 is {found}")
    with tarfile.open(archive) as files:
        for name in PYODIDE:
            found_file = files.extractfile(f"package/{name}")
            assert found_file is not None
            (folder / name).write_bytes(found_file.read())


def library_files(kept: Path) -> Iterator[tuple[str, bytes]]:
    """The modules of the wheels, and what says which versions they are."""
    wheels = kept / "wheels"
    subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--only-binary", ":all:", "--require-hashes", "--requirement", str(REQUIREMENTS), "--dest", str(wheels)],
        check=True,
    )
    for name in sorted(f"{name}-{version}" for name, version in versions().items()):
        (wheel,) = wheels.glob(f"{name}-*.whl")
        with zipfile.ZipFile(wheel) as source:
            for entry in source.namelist():
                if entry.endswith((".py", ".dist-info/METADATA", ".dist-info/licenses/LICENSE", ".dist-info/LICENSE")) \
                        and not left_out(entry):
                    yield entry, source.read(entry)


def left_out(entry: str) -> bool:
    """True for a file of a wheel that no formula of ours needs."""
    parts = entry.split("/")
    return any(name in parts or entry.startswith(f"{name}/") for name in LEFT_OUT)


def refuse_gaps(files: Mapping[str, bytes]) -> None:
    """Exit if a module imports one that is left out: a premise that nobody tried may come by it."""
    for name, content in files.items():
        for node in ast.walk(ast.parse(content)) if name.endswith(".py") else ():
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            named = [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom):
                around = ".".join(name.split("/")[: -node.level]) if node.level else ""
                origin = ".".join(filter(None, (around, node.module)))
                named = [origin, *(f"{origin}.{item}" for item in named)]
            gaps = [item for item in named if left_out(f"{item.replace('.', '/')}/")]
            if gaps and name != _OPTIONAL:
                raise SystemExit(f"{name} imports {gaps[0]}, which is left out: see LEFT_OUT")


def versions() -> dict[str, str]:
    """The pinned versions of the wheels."""
    lines = (tuple(line.split()[0].split("==")) for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines()
             if line and not line.startswith("#"))
    return dict(lines)


def write_zip(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """A zip of these files, uncompressed."""
    with zipfile.ZipFile(path, "w") as target:
        for name, content in files:
            target.writestr(zipfile.ZipInfo(name, WRITTEN), content)


def compile_zip(folder: Path, source: Path, target: Path) -> None:
    """A zip of the modules of another, compiled by the Pyodide of the folder."""
    made = target.with_suffix(".part")
    subprocess.run(["node", str(HERE / "compile.mjs"), str(folder), str(source), str(made)], check=True)
    made.replace(target)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
