"""What is imported is named in `pyproject.toml`, what is named there is used, and CONTRIBUTING.md says what for."""

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from .modules import statements_of

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# packages whose modules have another name
CALLED = {"markdown_it": "markdown-it-py", "websocket": "websocket-client", "z3": "z3-solver"}
# what is run and not imported
RUN = {"jupyter", "ipykernel", "ruff", "mypy", "build", "twine"}
# a script that makes again what is in the package, and says what it needs
BY_HAND = {"scripts/font.py": {"fonttools"}}
FOR_THE_PROJECT = ("test", "release")
_ASKED = re.compile(r"""\b(?:import_module|importorskip|find_spec|__import__)\(\s*["']([\w.]+)["']""")


def named(*extras: str) -> set[str]:
    """The packages of these extras, and those that everybody gets; what an extra takes from another is not repeated."""
    found = [*PROJECT["dependencies"]]
    for extra in extras:
        found += PROJECT["optional-dependencies"][extra]
    return {re.match(r"[\w.-]+", each)[0] for each in found} - {PROJECT["name"]}  # type: ignore[index]


@cache
def imported(path: Path) -> set[str]:
    """The packages that a file imports, itself or by name, beside the standard library and what lies next to it."""
    modules = set(_ASKED.findall(path.read_text(encoding="utf-8")))
    for node in statements_of(path):
        match node:
            case ast.Import(names):
                modules |= {each.name for each in names}
            case ast.ImportFrom(str(module), _, 0):
                modules.add(module)
    ours = {"derivations", "tests", *(each.stem for each in path.parent.glob("*.py"))}
    found = {module.partition(".")[0] for module in modules} - sys.stdlib_module_names - ours
    return {CALLED.get(module, module.lower()) for module in found}


def files(*folders: str) -> list[Path]:
    """The Python files of these folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", ["derivations", "tests", "scripts", "benchmarks"])
def test_what_is_imported_is_named(folder: str) -> None:
    """By the package in what its readers install, by all else in any extra."""
    extras = [extra for extra in PROJECT["optional-dependencies"]
              if folder != "derivations" or extra not in FOR_THE_PROJECT]
    lacking = {}
    for path in files(folder):
        name = path.relative_to(ROOT).as_posix()
        lacking[name] = imported(path) - named(*extras) - BY_HAND.get(name, set())
    assert {name: packages for name, packages in lacking.items() if packages} == {}


def test_what_is_named_is_used() -> None:
    """By something that imports it, or as a program."""
    used = {package for path in files("derivations", "tests", "scripts", "benchmarks") for package in imported(path)}
    assert named(*PROJECT["optional-dependencies"]) - used - RUN == set()


def test_what_is_named_has_a_reason() -> None:
    """A row of the table in CONTRIBUTING.md names it with its extra, and no row names anything else."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Dependencies, and why")[2]
    told = set()
    for row in re.findall(r"^\| (?!package|---)(.*?) \|", text, flags=re.MULTILINE):
        packages, _, extra = row.partition(" (extra `")
        for package in packages.split(", "):
            told.add((package.split()[0], extra.removesuffix("`)")))
    expected = {(package, "") for package in named()}
    for extra in PROJECT["optional-dependencies"]:
        expected |= {(package, extra) for package in named(extra) - named()}
    assert {package for package, _ in told} == {package for package, _ in expected}
    assert told <= expected
