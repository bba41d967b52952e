"""Completion: the names that a line may go on with, found without SymPy."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from derivations.claims.index import CLAIMS, find_claim
from derivations.cli.completion import FORMATS
from derivations.export.card_template import TEMPLATES
from derivations.sources.catalog import load_catalog
from derivations.sources.formats import FORMATS as KNOWN_FORMATS

# an import of SymPy fails, as if it were not installed
_HIDDEN = "import sys; sys.modules['sympy'] = None; from derivations.cli.main import main; main()"


def completed(*words: str) -> list[str]:
    """What fish would be offered for the last of these words, in a process without SymPy."""
    line = {"COMP_WORDS": " ".join(("derive", *words)), "COMP_CWORD": words[-1]}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _HIDDEN], capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, **line, "_DERIVE_COMPLETE": "fish_complete", "PYTHONUTF8": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    return [item.removeprefix("plain,").partition("\t")[0] if "," in item else lines[place + 1]
            for place, item in enumerate(lines) if item.startswith("plain")]


@pytest.mark.some(2)
@pytest.mark.parametrize(("words", "offered"), [
    (("sho",), "show"),
    (("show", "optimal"), "optimal-batch"),
    (("check", "roofline", "optimal"), "optimal-batch"),
    (("show", "optimal-batch", "--accelerator", "h10"), "h100"),
    (("show", "optimal-batch", "--model", "deepseek-v3"), "deepseek-v3"),
    (("cards", "gemini-2.5"), "gemini-2.5-pro-prices"),
    (("cards", "--template", "acc"), "accelerator"),
    (("show", "optimal-batch", "--weights", "fp"), "fp8"),
    (("show", "optimal-batch", "--assume", "roof"), "roofline="),
    (("show", "optimal-batch", "--set", "L"), "L="),
    (("show", "optimal-batch", "--step", "crossover"), "crossover-context"),
    (("solve", "optimal-batch", "--for", "L"), "L"),
    (("why", "balance"), "balance-batch"),
])
def test_a_name_is_completed_without_sympy(words: tuple[str, ...], offered: str) -> None:
    """Claims, cards, formats, premises, quantities and steps."""
    assert offered in completed(*words)


def test_names_are_those_of_the_claim_on_the_line() -> None:
    """Not those of other claims."""
    claim = find_claim("optimal-batch")
    offered = completed("show", "optimal-batch", "--set", "n")
    assert offered
    assert {name.removesuffix("=") for name in offered} <= {quantity.name for quantity in claim.notation}


def test_cards_of_a_file_on_the_line_are_offered(tmp_path: Path) -> None:
    """And a file that is none, or an unknown command, is no error."""
    (tmp_path / "my.toml").write_text("[accelerators.h10-mine]\n", encoding="utf-8")
    words = ("--accelerator", "h10")
    assert "h10-mine" in completed("show", "optimal-batch", "--catalog", str(tmp_path / "my.toml"), *words)
    assert "h100" in completed("show", "optimal-batch", "--catalog", str(tmp_path / "none.toml"), *words)
    completed("shew", "opt")


def test_the_names_are_those_that_there_are() -> None:
    """What is written down so that nothing heavy is imported."""
    assert tuple(KNOWN_FORMATS) == FORMATS
    assert set(completed("cards", "--template", "")) == set(TEMPLATES)
    assert set(completed("show", "optimal-batch", "--model", "")) == set(load_catalog().models)
    assert set(completed("show", "")) == set(CLAIMS)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell: str) -> None:
    """The one that the documentation says to load."""
    done = subprocess.run(
        [sys.executable, "-c", _HIDDEN], capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, "_DERIVE_COMPLETE": f"{shell}_source"},
    )
    assert done.returncode == 0
    assert f"_DERIVE_COMPLETE={shell}_complete" in done.stdout
