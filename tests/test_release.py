"""What a release says of itself: one version, the form of its data, and whose figures it holds."""

import json
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import derivations
from derivations.document.schema import SCHEMA
from derivations.site.packaged import DOCUMENTS, NOTEBOOKS, packaged_folder

ROOT = Path(__file__).parents[1]


def test_the_version_is_one() -> None:
    """The package has it, the citation repeats it, and what changed in it is told."""
    assert f"version: {derivations.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert 'attr = "derivations.version.__version__"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "words",
    [("cards", "h100"), ("numbers",), ("numbers", "--versions"), ("premises", "kv-bytes"), ("check", "kv-bytes"),
     ("show", "kv-bytes"), ("export", "kv-bytes", "--to", "text")],
    ids=" ".join,
)
def test_data_carry_the_number_of_their_form(words: tuple[str, ...], command: Callable[..., Any]) -> None:
    """One object, whatever the command."""
    assert json.loads(command(*words, "--json").out)["schema"] == SCHEMA


def test_the_notice_is_fresh() -> None:
    """Each license of a figure, with the documents under it."""
    notice = runpy.run_path(str(ROOT / "scripts" / "notice.py"))["notice"]
    assert notice() == (ROOT / "NOTICE").read_text(encoding="utf-8")


def test_folders_that_travel_are_found_in_a_checkout() -> None:
    """In a wheel they lie in the package."""
    assert {path.suffix for path in packaged_folder(NOTEBOOKS).iterdir()} >= {".ipynb"}
    assert (packaged_folder(DOCUMENTS) / "how-to.md").is_file()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda names: names - {"derivations/notebooks/optimal-batch.ipynb"}, "missing: derivations/notebooks/optimal"),
        (lambda names: names - {"derivations/docs/why.md"}, "missing: derivations/docs/why.md"),
        (lambda names: names - {"derivations/writers/html/page.js"}, "missing: derivations/writers/html/page.js"),
        (lambda names: names - {"d.dist-info/licenses/NOTICE"}, "missing: NOTICE"),
        (lambda names: names | {"tests/conftest.py"}, "not to be there: tests/conftest.py"),
    ],
)
def test_a_wheel_without_what_it_needs_is_told(change: Callable[[set[str]], set[str]], told: str) -> None:
    """And one with all of it is right."""
    release = runpy.run_path(str(ROOT / "scripts" / "release.py"))
    tracked = release["_tracked"]
    whole = {path.relative_to(ROOT).as_posix() for path in tracked("derivations")}
    whole |= {f"derivations/notebooks/{path.name}" for path in tracked("notebooks")}
    whole |= {f"derivations/docs/{path.name}" for path in tracked("docs") if path.match("docs/*.md")}
    whole |= {"d.dist-info/METADATA", "d.dist-info/licenses/LICENSE", "d.dist-info/licenses/NOTICE"}
    assert release["wrong_in_wheel"](sorted(whole)) == []
    assert any(line.startswith(told) for line in release["wrong_in_wheel"](sorted(change(whole))))
