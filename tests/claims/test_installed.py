"""Claims that other packages bring by an entry point are found by their names, and what is wrong with one is a line."""

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from derivations import InputError, derive
from derivations.claims.installed import installed_claim, installed_names
from derivations.export.call import derive_call

from ..own_claims import CLAIMS

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`
POINTS = """[derivations.claims]
cold-start = acme_claims:COLD_START
cold-end = acme_claims:COLD_START
no-module = acme_nowhere:CLAIM
no-claim = acme_claims:NOTATION
failing = acme_claims:FAILING
"""
FAILING = '\ndef failing(board):\n    return board.take(1 / 0)\n\nFAILING = Claim("failing", NOTATION, failing)\n'


def install(folder: Path, name: str, points: str) -> None:
    """Put a package there as pip does: its module, and beside it what it says of itself."""
    (folder / f"{name}_claims.py").write_text(CLAIMS + FAILING, encoding="utf-8")
    told = folder / f"{name}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (told / "entry_points.txt").write_text(points, encoding="utf-8")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages, with one that brings claims."""
    install(tmp_path, "acme", POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    installed_claim.cache_clear()
    yield tmp_path
    installed_claim.cache_clear()
    sys.modules.pop("acme_claims", None)


def test_it_is_derived_by_its_name(installed: Path, command: Command) -> None:
    """In Python and on a terminal, beside the built-in claims; and a call of it needs no file."""
    report = derive("cold-start", values={"S": "140 GB", "t": "20 s"})
    assert report.result.result == "7 GB/s"
    assert 'derive("cold-start"' in derive_call(report).replace("\n    ", "")
    done = command("show", "cold-start", "--set", "S=140 GB", "--set", "t=20 s", "--brief")
    assert (done.code, "7 GB/s" in done.out) == (0, True)
    assert command("check", "cold-start").code == 0
    assert installed_names() == ("cold-end", "cold-start", "failing", "no-claim", "no-module")


@pytest.mark.parametrize(
    ("name", "told"),
    [("no-module", "the package acme (acme_nowhere:CLAIM): ModuleNotFoundError: No module named 'acme_nowhere'"),
     ("no-claim", "the package acme (acme_claims:NOTATION) is no claim 'no-claim'"),
     ("cold-end", "the package acme (acme_claims:COLD_START) is no claim 'cold-end'"),
     ("failing", "acme_claims.py, line 17, claim 'failing': ZeroDivisionError: division by zero"),
     ("cold-stat", "unknown claim 'cold-stat'; did you mean cold-start")],
)
def test_what_is_wrong_with_one_is_a_line(installed: Path, command: Command, name: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        derive(name)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    command("show", name).refused(told)


def test_one_that_two_packages_bring_is_refused(installed: Path) -> None:
    install(installed, "other", "[derivations.claims]\ncold-start = other_claims:COLD_START\n")
    importlib.invalidate_caches()
    with pytest.raises(InputError, match="several packages bring a claim 'cold-start': the package acme, the"):
        derive("cold-start")
