"""Build the wheel and the source archive, and check them as somebody gets them: `make release`.

The wheel is built from the source archive. Both pass `twine check`; the wheel must hold what the site is made from and
nothing that is for the checkout alone; it is installed with the extra `html` into an environment of its own, where the
command must do, from an empty folder, what `make` does in a checkout: check claims and build their site.

`python scripts/release.py tests [PYTHON]... [-- TESTS...]` runs the tests of the checkout on the wheel, with each
interpreter; those behind the dashes alone, where not all are meant.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
BUILD = ROOT / "build" / "release"
# what a small site is made of: a claim with a notebook, and one without a published number of its own
CLAIMS = ("optimal-batch", "kv-bytes")
MARK = "derivations/"


def built() -> tuple[Path, Path]:
    """Wheel and source archive, built anew; the wheel from the archive, as a stranger would."""
    shutil.rmtree(DIST, ignore_errors=True)
    _run(sys.executable, "-m", "build", "--outdir", str(DIST), str(ROOT))
    (wheel,), (archive,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    _run(sys.executable, "-m", "twine", "check", "--strict", str(wheel), str(archive))
    return wheel, archive


def wrong_in_wheel(names: Sequence[str]) -> list[str]:
    """What is missing among the files of a wheel, or should not be there; nothing if all is right."""
    wanted = {f"{MARK}{path.relative_to(ROOT / 'derivations').as_posix()}" for path in _tracked("derivations")}
    wanted |= {f"{MARK}notebooks/{path.name}" for path in _tracked("notebooks") if path.suffix == ".ipynb"}
    wanted |= {f"{MARK}docs/{path.name}" for path in _tracked("docs") if path.match("docs/*.md")}
    found = {name for name in names if ".dist-info/" not in name}
    told = [f"missing: {name}" for name in sorted(wanted - found)]
    told += [f"not to be there: {name}" for name in sorted(found - wanted)]
    licenses = {name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name}
    return told + [f"missing: {name}" for name in sorted({"LICENSE", "NOTICE"} - licenses)]


def wrong_in_archive(names: Sequence[str]) -> list[str]:
    """What is missing among the files of a source archive: everything that is tracked must be there."""
    found = {name.partition("/")[2] for name in names}
    wanted = {path.relative_to(ROOT).as_posix() for path in _tracked(".")} - {".gitignore"}
    return [f"missing: {name}" for name in sorted(wanted - found)]


def _tracked(folder: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z", folder], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def tried(wheel: Path) -> None:
    """A fresh environment with the wheel: the command checks claims and builds their site in an empty folder."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        python = _environment(folder / "fresh", wheel, "html", sys.executable)
        derive, empty = python.with_name("derive"), folder / "empty"
        empty.mkdir()
        version = _output(derive, "--version", cwd=empty)
        expected = wheel.name.split("-")[1]
        if version.split()[-1] != expected:
            raise SystemExit(f"the command says {version}, and the wheel is {expected}")
        _run(str(derive), "check", *CLAIMS, cwd=empty)
        _run(str(derive), "site", *CLAIMS, "-o", "site", cwd=empty)
        pages = {path.stem for path in (empty / "site").glob("*.html")}
        missing = {"index", "how-to", *CLAIMS} - pages
        if missing:
            raise SystemExit(f"the site of the fresh install lacks {', '.join(sorted(missing))}")
        brought = _output(python, "-m", "pip", "list", "--format", "freeze", cwd=empty).lower()
        heavy = [name for name in ("jupyter", "ipython", "notebook", "nbformat") if f"\n{name}==" in f"\n{brought}"]
        if heavy:
            raise SystemExit(f"the extra html brings {', '.join(heavy)}")


def tested(wheel: Path, interpreters: Sequence[str], tests: Sequence[str]) -> None:
    """Tests of the checkout on the wheel: what is imported is what is installed, never the checkout."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = ",".join(name for name in project["optional-dependencies"] if name not in ("plot", "notebook", "release"))
    for interpreter in interpreters:
        with tempfile.TemporaryDirectory() as place:
            python = _environment(Path(place) / "fresh", wheel, extras, interpreter)
            safe = {**os.environ, "PYTHONSAFEPATH": "1"}  # the folder that a program starts in is no place of modules
            home = _output(python, "-c", "import derivations; print(derivations.__file__)", cwd=ROOT, env=safe)
            if str(ROOT) in home:
                raise SystemExit(f"not the wheel but {home} would be tested")
            _run(str(python), "-m", "pytest", "--processes", "auto", *tests, cwd=ROOT, env=safe)


def _environment(place: Path, wheel: Path, extras: str, interpreter: str) -> Path:
    """The interpreter of a new environment with the wheel and these extras."""
    _run(interpreter, "-m", "venv", str(place))
    python = place / "bin" / "python"
    _run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[{extras}]")
    return python


def _run(*words: str, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    print(f"$ {' '.join(words)}", flush=True)
    done = subprocess.run(words, cwd=cwd, env=env or _clean(), check=False)
    if done.returncode:
        raise SystemExit(f"that ended with {done.returncode}")


def _output(*words: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    told = [str(word) for word in words]
    return subprocess.run(told, cwd=cwd, env=env or _clean(), capture_output=True, text=True, check=True).stdout.strip()


def _clean() -> dict[str, str]:
    """The environment without what would lead to the checkout."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def main(words: Sequence[str]) -> None:
    """Build and check, or with ``tests`` run the tests on the wheel that was built."""
    if words[:1] == ["tests"]:
        wheels = list(DIST.glob("*.whl"))
        wheel = wheels[0] if wheels else built()[0]
        cut = words.index("--") if "--" in words else len(words)
        tested(wheel, words[1:cut] or [sys.executable], words[cut + 1 :] or ["tests"])
        return
    wheel, archive = built()
    with zipfile.ZipFile(wheel) as opened, tarfile.open(archive) as packed:
        files = [member.name for member in packed.getmembers() if member.isfile()]
        wrong = [*wrong_in_wheel(opened.namelist()), *wrong_in_archive(files)]
    if wrong:
        raise SystemExit("\n".join(wrong))
    tried(wheel)
    print(f"{wheel.name} and {archive.name} are as they should be")


if __name__ == "__main__":
    main(sys.argv[1:])
