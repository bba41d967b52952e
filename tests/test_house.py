"""The house: imports between the rooms of the package go one way."""

import ast
import os
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from .modules import statements_of

PACKAGE = Path(__file__).parents[1] / "derivations"
ORDER = [
    "errors", "files", "mapping", "version", "language", "kernel", "proof", "derivation", "numbers", "sources",
    "claim", "claims", "study", "measure", "rocq", "document", "writers", "export", "report", "assistant", "site",
    "cli",
]
MODULES = sorted(PACKAGE.rglob("*.py"))
# How large a room may be, in modules and lines. It is raised only by a commit that says why, and what was replaced; and
# lowered by one that makes a room smaller.
LARGEST = {
    "assistant": (10, 1350),
    "claim": (20, 4060),
    "claims": (78, 18900),
    "cli": (30, 3070),
    "derivation": (41, 9620),
    "document": (47, 7690),
    "export": (40, 5090),
    "kernel": (9, 2820),
    "language": (43, 7870),
    "measure": (9, 800),
    "numbers": (27, 7190),
    "proof": (37, 7880),
    "rocq": (14, 4830),
    "site": (28, 3330),
    "sources": (20, 4080),
    "study": (69, 13730),
    "writers": (22, 2530),
}
_SPARE = 300  # lines that a room may be smaller than said here


def room(parts: tuple[str, ...]) -> str:
    """The room of a module, given the parts of its name below the package."""
    return parts[0] if parts else ""


@cache
def imports(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """What a module imports, also inside functions."""
    return tuple(node for node in statements_of(path) if isinstance(node, ast.Import | ast.ImportFrom))


def imported(path: Path) -> set[str]:
    """The rooms that a module imports from."""
    found = set()
    for node in imports(path):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        found |= {room(tuple(name.split(".")[1:])) for name in names if name.split(".")[0] == "derivations"}
    return found & set(ORDER)


def module_name(path: Path) -> str:
    """The name of a module; that of a folder is the name of its package."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(path: Path, names: set[str]) -> set[str]:
    """Those among names that a module imports when it runs, also inside functions; not those for types alone."""
    named: set[str] = set()
    for_types = {
        node for branch in statements_of(path)
        if isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING"
        for part in branch.body for node in ast.walk(part)
    }
    for node in imports(path):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            named |= inner if inner <= names else {*inner, node.module}
    return named & names


@cache
def arrows() -> dict[str, set[str]]:
    """For each module the modules that it imports."""
    names = {module_name(path) for path in MODULES}
    return {module_name(path): imported_modules(path, names) for path in MODULES}


def circle(leads: dict[str, set[str]]) -> list[str]:
    """Modules of which each is imported by the next one; the last is the first again. Empty if there are none."""
    try:
        TopologicalSorter(leads).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_imports_go_one_way() -> None:
    """A room imports from itself and from those before it."""
    against = []
    for path in MODULES:
        own = room(path.relative_to(PACKAGE).with_suffix("").parts)
        if own not in ("__init__", "__main__"):  # the public surface
            assert own in ORDER, f"{own} has no place in the order of rooms"
            against += [f"{path.relative_to(PACKAGE)} imports {name}" for name in imported(path)
                        if ORDER.index(name) > ORDER.index(own)]
    assert not against


def test_no_room_grows_unseen() -> None:
    """And what became smaller stays so."""
    found = dict.fromkeys(LARGEST, (0, 0))
    for path in MODULES:
        parts = path.relative_to(PACKAGE).parts
        if len(parts) > 1:
            modules, lines = found[parts[0]]
            found[parts[0]] = modules + 1, lines + len(path.read_text(encoding="utf-8").splitlines())
    for name, (modules, lines) in found.items():
        most, largest = LARGEST[name]
        assert modules <= most, f"{name} has {modules} modules"
        assert largest - _SPARE <= lines <= largest, f"{name} has {lines} lines"


_COUNTING = """
import contextlib, io, sys
from derivations.cli.main import main
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main(["show", "optimal-batch", "--brief"])
print(sum(name.split(".")[0] == "derivations" for name in sys.modules))
"""
MOST_LOADED = 133  # modules, by the first short answer of a reader whose cache is empty


def test_a_short_answer_loads_no_more_than_it_did(tmp_path: Path) -> None:
    """What is loaded takes time each time that somebody asks."""
    words = [sys.executable, "-c", _COUNTING]
    done = subprocess.run(words, capture_output=True, text=True, check=True,
                          env={**os.environ, "DERIVATIONS_CACHE": str(tmp_path)})
    assert MOST_LOADED - 10 < int(done.stdout) <= MOST_LOADED


def test_the_order_names_what_there_is() -> None:
    there = {room(path.relative_to(PACKAGE).with_suffix("").parts) for path in MODULES} - {"__init__", "__main__"}
    assert there == set(ORDER)


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) in (["b", "c", "b"], ["c", "b", "c"])
    assert circle(arrows()) == []


def test_what_is_shown_takes_nothing_from_the_public_surface() -> None:
    """The root of the package stands above every room."""
    rooms = tuple(f"derivations.{name}" for name in ("rocq", "document", "writers", "export"))
    shown = {name: found for name, found in arrows().items() if name.startswith(rooms)}
    assert len(shown) > 90
    assert not [name for name, found in shown.items() if "derivations" in found]


def test_a_writer_knows_nothing_but_documents() -> None:
    """Whatever stands behind it by whatever way: no claim, and nothing that a study does."""
    leads, behind = arrows(), {name for name in arrows() if name.startswith("derivations.writers")}
    while further := {each for name in behind for each in leads[name]} - behind:
        behind |= further
    assert "derivations.document.blocks" in behind
    assert not [name for name in behind if room(tuple(name.split(".")[1:])) in ("claim", "claims", "study", "export")]


def test_the_engine_imports_nothing_compiled() -> None:
    """It is to run in a browser: pure Python, and z3 only where a second prover is asked."""
    allowed = {"sympy", "mpmath", "platformdirs", "derivations", "z3"}
    engine = ("language", "kernel", "proof", "derivation")
    for path in [path for room in engine for path in (PACKAGE / room).rglob("*.py")]:
        for node in imports(path):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            for name in names:
                top = name.split(".")[0]
                assert top in allowed or top in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_no_verdict_depends_on_the_clock() -> None:
    """Only the process in which calls can be stopped knows of time, and nothing needs what only some systems have.

    What times a machine gives no verdict on a derivation. Ctrl-C is held back while a process is started, which sets
    no alarm: `signal` is there for nothing else.
    """
    rooms = ORDER[: ORDER.index("measure")]
    clocks, some_systems = {"time", "signal"}, {"resource", "fcntl", "pwd", "grp", "termios"}
    found = set()
    for path in MODULES:
        name = str(path.relative_to(PACKAGE).as_posix())
        for node in imports(path):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            clock = clocks if room(path.relative_to(PACKAGE).with_suffix("").parts) in rooms else set()
            found |= {(name, each) for each in names if each.split(".")[0] in clock | some_systems}
    assert found == {
        ("proof/worker.py", "time"), ("proof/worker.py", "resource"), ("proof/interruption.py", "signal"),
    }
    ctrl_c = (PACKAGE / "proof" / "interruption.py").read_text(encoding="utf-8")
    assert not [each for each in ("alarm", "ITIMER", "itimer", "SIGALRM", "SIGPROF", "SIGXCPU") if each in ctrl_c]
