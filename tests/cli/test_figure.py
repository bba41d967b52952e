"""The command `derive figure`: a file for a paper, and one line for what cannot be drawn."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.long
def test_a_figure_is_written(command: Command, folder: Path) -> None:
    """In the form that the name of the file says; nothing is printed but that."""
    done = command("figure", "optimal-batch", "-o", "batch.pdf", "--width", "8.5cm", "--over", "L=0..2k token/sequence")
    assert (done.code, done.out, done.err) == (0, "", "wrote batch.pdf\n")
    assert (folder / "batch.pdf").read_bytes().startswith(b"%PDF")
    command("figure", "optimal-batch", "-o", "batch.pdf").refused("batch.pdf")
    assert command("figure", "optimal-batch", "--set", "L=0,1k token/sequence", "--kind", "sweep", "-o", "batch.pdf",
                   "--force").code == 0


@pytest.mark.long
@pytest.mark.parametrize("words", [
    ("--kind", "roofline", "--width", "7in"),
    ("--over", "B=1..4096"),
    ("--over", "L=0..2k"),
    ("--set", "B=1..4096"),
])
def test_a_figure_is_asked_for_as_people_type_it(command: Command, folder: Path, words: tuple[str, ...]) -> None:
    """Bare numbers are in the quantity's own unit; several values are a sweep, and over the batch there are times."""
    assert command("figure", "optimal-batch", *words, "-o", "batch.svg").code == 0
    text = (folder / "batch.svg").read_text(encoding="utf-8")
    assert ("[tokens per sequence]" in text) is ("L=0..2k" in words)


@pytest.mark.parametrize(("words", "told"), [
    (("-o", "batch.eps"), "a figure is written to a file whose name ends in .pdf, .png, .svg"),
    (("-o", "batch.pdf", "--width", "3"), "a width is a number with in, cm, mm or pt"),
    (("-o", "batch.pdf", "--kind", "pie"), "unknown kind of figure 'pie'"),
    (("-o", "batch.pdf", "--over", "L"), "write --over NAME="),
    (("-o", "batch.pdf", "--over", "Z=1..2"), "unknown quantity 'Z'"),
    (("-o", "batch.pdf", "--kind", "sweep"), "a sweep is over several values"),
])
def test_what_cannot_be_drawn_is_one_line(command: Command, folder: Path, words: tuple[str, ...], told: str) -> None:
    """And leaves no file."""
    command("figure", "optimal-batch", *words).refused(told)
    assert not list(folder.iterdir())


@pytest.mark.long
def test_without_matplotlib_the_error_names_the_extra(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    command("figure", "optimal-batch", "-o", "batch.pdf").refused("plots need matplotlib")
