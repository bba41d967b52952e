"""The derived parts of the README are what the tool derives, and its Python example runs."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_derived_parts_are_fresh() -> None:
    """`make readme` would change nothing; a changed digit in a derived part is put right."""
    filled = runpy.run_path(str(ROOT / "scripts" / "readme.py"))["filled"]
    stale = README.replace("5{,}354", "5{,}355")
    assert stale != README
    assert filled(stale) == README


def test_python_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    """That of changes without an error; that of a derivation of one's own prints its bandwidth."""
    examples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.strip().endswith("= 7 GB/s")


def test_every_linked_file_exists() -> None:
    """Relative links lead somewhere."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
