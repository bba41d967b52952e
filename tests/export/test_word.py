"""Word: pandoc makes it from the Markdown, and its equations are Word's own."""

import shutil
import zipfile
from io import BytesIO

import pytest

from derivations import InputError, Report
from derivations.export.word import docx

from ..programs import lacking


def test_equations_can_be_edited(as_built: Report) -> None:
    """Every formula in display is one of Word's, and no LaTeX is left in the text."""
    if shutil.which("pandoc") is None:
        lacking("pandoc is not installed: apt-get install pandoc")
    with zipfile.ZipFile(BytesIO(as_built.to_docx(steps="key"))) as opened:
        text = opened.read("word/document.xml").decode()
    assert text.count("<m:oMathPara") >= 10
    assert "balance" in text
    assert r"\frac" not in text
    assert "$$" not in text


def test_without_pandoc_one_line_says_what_to_install(as_built: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is set."""
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(InputError, match="Word needs pandoc: install it"):
        as_built.to_docx()
    with pytest.raises(InputError, match="Word needs pandoc: install it"):
        docx("# Text")
