"""The public names: sorted, importable, and light until they are used."""

import subprocess
import sys

import pytest

import derivations

HEAVY = ("sympy", "numpy", "matplotlib", "z3", "IPython", "nbformat")


def imported_by(program: str) -> set[str]:
    """The heavy packages that a fresh interpreter holds after a program, which must end well."""
    code = f"import sys\n{program}\nprint(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_all_is_sorted_without_repetition() -> None:
    """A name is found where one looks for it: constants, classes, functions."""
    assert list(derivations.__all__) == sorted(set(derivations.__all__), key=lambda name: (not name.isupper(), name))


def test_all_is_exactly_what_can_be_imported() -> None:
    """Each name is there, and nothing else answers."""
    for name in derivations.__all__:
        assert getattr(derivations, name) is not None
    assert set(derivations._HOME) == set(derivations.__all__)
    assert set(dir(derivations)) == {*derivations.__all__, "__version__"}


def test_a_name_is_the_object_at_its_home() -> None:
    """No copies: classes can be compared."""
    from derivations.claim.claim import Claim
    from derivations.report import derive

    assert derivations.Claim is Claim
    assert derivations.derive is derive


def test_an_unknown_name_is_an_attribute_error() -> None:
    """So that hasattr and star imports work."""
    with pytest.raises(AttributeError, match="nothing_here"):
        _ = derivations.nothing_here
    assert not hasattr(derivations, "nothing_here")


def test_star_import_gives_the_public_names() -> None:
    """And no others."""
    namespace: dict[str, object] = {}
    exec("from derivations import *", namespace)
    assert set(namespace) - {"__builtins__"} == set(derivations.__all__)


@pytest.mark.parametrize(
    "program",
    [
        "import derivations",
        "import derivations.cli",
        "from derivations import InputError, UnknownNameError",
        "from derivations.lecture.index import CLAIMS",
    ],
)
def test_importing_takes_no_sympy(program: str) -> None:
    """Not before something is derived."""
    assert imported_by(program) == set()


@pytest.mark.parametrize(
    "words",
    [
        ["--help"], ["show", "--help"], ["export", "--help"], ["--version"], ["shwo"], ["show", "optimal-bath"],
        ["check", "optimal-bath"], ["show"], ["show", "optimal-batch", "--nope"],
        ["show", "optimal-batch", "--set", "L"], ["show", "optimal-batch", "--assume", "roofline"],
        ["export", "optimal-batch", "--to", "docx"], ["sensitivity", "--help"], ["sensitivity", "optimal-bath"],
        ["sensitivity", "optimal-batch", "--range", "L"], ["sensitivity", "optimal-batch", "--plot", "a.png"],
    ],
    ids=" ".join,
)
def test_help_and_slips_in_words_take_no_sympy(words: list[str]) -> None:
    """An answer that needs no mathematics comes at once."""
    program = f"""
import contextlib, io
from derivations.cli import main
try:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        main({words!r})
except SystemExit:
    pass
"""
    assert imported_by(program) == set()


def test_deriving_takes_nothing_but_sympy() -> None:
    """Neither a plotting library nor a prover."""
    assert imported_by("from derivations import derive\nderive('optimal-batch')") <= {"sympy"}


def test_the_version_is_that_of_the_package() -> None:
    """One number, in two places."""
    from importlib.metadata import version

    assert derivations.__version__ == version("derivations")
