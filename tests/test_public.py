"""The public names: sorted, importable, and light until they are used."""

import subprocess
import sys

import pytest

import derivations

HEAVY = ("sympy", "numpy", "matplotlib", "z3", "IPython", "nbformat")


def imported_by(program: str) -> set[str]:
    """The heavy packages that a fresh interpreter holds after a program, which must end well."""
    code = f"import sys\n{program}\nprint(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
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


def test_importing_takes_no_sympy() -> None:
    """Not before something is derived."""
    names = ("derivations", "derivations.cli", "derivations.cli.main", "derivations.claims.index")
    program = f"import {', '.join(names)}\nfrom derivations import InputError, UnknownNameError"
    assert imported_by(program) == set()


HELP = ("--help", "show --help", "export --help", "sensitivity --help", "compare --help", "list --help", "--version")
SLIPS = (
    "shwo", "show optimal-bath", "check optimal-bath", "show", "show optimal-batch --nope",
    "show optimal-batch --set L", "show optimal-batch --assume roofline", "export optimal-batch --to odt",
    "sensitivity optimal-bath", "sensitivity optimal-batch --range L", "sensitivity optimal-batch --plot a.png",
    "compare optimal-bath --accelerator h200", "compare optimal-batch --set L", "check --prover z4",
    "check optimal-bath --prover z3", "judge optimal-bath r", "solve optimal-bath --for L",
    "why B --claim optimal-bath", "premises optimal-bath",
)


@pytest.mark.long
def test_help_and_slips_in_words_take_no_sympy() -> None:
    """An answer that needs no mathematics comes at once; one process tells of all of them, up to the first that fails.
    """
    program = f"""
import contextlib, io
from derivations.cli.main import main
for words in {(*HELP, *SLIPS)!r}:
    code = 0
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            main(words.split())
    except SystemExit as left:
        code = left.code
    heavy = [name for name in {HEAVY!r} if name in sys.modules]
    assert code == (2 if words in {SLIPS!r} else 0) and not heavy, (words, code, heavy)
"""
    assert imported_by(program) == set()


def test_a_claim_as_it_is_shipped_is_told_without_sympy() -> None:
    """Its review is replayed by the kernel, and its numbers are found from what is written, also without a cache."""
    program = """
import contextlib, io, os
os.environ["DERIVATIONS_CACHE"] = ""
from derivations.cli.main import main
with contextlib.redirect_stdout(io.StringIO()) as told, contextlib.suppress(SystemExit):
    main(["show", "optimal-batch", "--brief"])
assert "B = r*s/" in told.getvalue()
"""
    assert imported_by(program) == set()


@pytest.mark.long
def test_deriving_takes_nothing_but_sympy() -> None:
    """Neither a plotting library nor a prover."""
    assert imported_by("from derivations import derive\nderive('optimal-batch')") <= {"sympy"}


def test_the_version_is_that_of_the_package() -> None:
    """One number, in two places."""
    from importlib.metadata import version

    assert derivations.__version__ == version("derivations")
