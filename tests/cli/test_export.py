"""``derive export``: a claim taken out, in every form, and what is refused."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations import Derivation, Report
from derivations.claims.index import find_claim
from derivations.cli.export import EXPORTS
from derivations.writers.latex.text import prose

from ..programs import pdflatex

Command = Callable[..., Any]
BATCH = find_claim("optimal-batch")
EXPORT = ("export", "optimal-batch", "--to")
BALANCE = r"B = \frac{r\,s}{n\,\left(1 + \frac{L}{L_{\mathrm{attention}}} - \frac{L}{L_{\mathrm{KV}}}\right)}"
LETTERS = "N_total = 'N_{\\mathrm{all}}'\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to run in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.tex").write_text("old")
    (tmp_path / "letters.toml").write_text(LETTERS)
    (tmp_path / "sub").mkdir()
    return tmp_path


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("form", "begin"),
    [("latex", "% optimal-batch"), ("markdown", "# "), ("html", "<!DOCTYPE html>"), ("slides", "<!DOCTYPE html>"),
     ("ipynb", "{"), ("json", "{"), ("python", "import numpy"), ("text", BATCH.title), ("bibtex", "@misc{lecture"),
     ("rocq", "(* "), ("typst", "// optimal-batch")],
)
def test_what_is_printed_is_what_is_written(command: Command, folder: Path, form: str, begin: str) -> None:
    printed = command(*EXPORT, form)
    assert printed.out.startswith(begin), printed
    written = command(*EXPORT, form, "-o", "new")
    assert (written.code, written.out, written.err) == (0, "", "wrote new\n")
    assert (folder / "new").read_text(encoding="utf-8") == printed.out


def test_every_form_is_tried(folder: Path) -> None:
    """PDF and Word have tests of their own, as they are no text."""
    tried = {"latex", "markdown", "html", "ipynb", "json", "python", "text", "bibtex", "pdf", "rocq",
             "typst", "docx", "slides"}
    assert set(EXPORTS) == tried


@pytest.mark.long
def test_a_pdf_is_a_file(command: Command, folder: Path) -> None:
    pdflatex()
    assert command(*EXPORT, "pdf", "--steps", "key", "-o", "new.pdf").code == 0
    assert (folder / "new.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("form", "formula"),
    [("text", "B = r*s/(n*(1 + L/L_attn - L/L_kv))\n"),
     ("latex", f"{BALANCE}\n"),
     ("markdown", f"$$\n{BALANCE}\n$$\n")],
)
def test_the_result_is_just_the_formula(command: Command, form: str, formula: str) -> None:
    assert command(*EXPORT, form, "--steps", "result").out == formula


@pytest.mark.parametrize(
    ("words", "begin"),
    [(("latex", "--step", "ridge"), "r = \\frac{C}{W}"), (("typst", "--step", "ridge"), "$ r = frac(C, W)"),
     (("markdown", "--step", "ridge"), "$$\nr = \\frac"),
     (("latex", "--table", "grid"), "\\begin{tabular}{p{0.355\\linewidth}r@{}l"),
     (("latex", "--table", "grid", "--siunitx"), "\\begin{tabular}{p{0.355\\linewidth}S[table-format"),
     (("typst", "--table", "grid"), "#table("), (("markdown", "--table", "grid"), "| accelerator")],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_one_formula_or_one_table_alone(command: Command, words: tuple[str, ...], begin: str) -> None:
    assert command(*EXPORT, *words).out.startswith(begin)


def test_a_bare_fragment_has_no_question_and_no_verdict(command: Command, as_built: Report) -> None:
    whole, bare = (command(*EXPORT, "latex", "--steps", "key", *more).out for more in ((), ("--bare",)))
    for said in (prose(BATCH.question, BATCH.notation), "On hardware", r"\paragraph*{Numbers}"):
        assert said in whole
        assert said not in bare
    assert r"\label{eq:optimal-batch:balance-batch}" in bare


@pytest.mark.long
def test_a_changed_derivation_is_exported_as_changed(command: Command) -> None:
    changed = command(*EXPORT, "latex", "--assume", "kv-fetch=t_kv = kappa*B/W*1[token/sequence]").out
    assert "What was changed" in changed or "Changed" in changed
    assert command(*EXPORT, "text", "--steps", "result", "--assume", "weight-fetch=t_w = b_w*N_active/W").out != (
        command(*EXPORT, "text", "--steps", "result").out
    )


@pytest.mark.long
@pytest.mark.parametrize("form", ["markdown", pytest.param("latex", marks=pytest.mark.long)])
def test_letters_of_ones_own_stand_everywhere(command: Command, folder: Path, form: str) -> None:
    out = command(*EXPORT, form, "--symbols", "letters.toml").out
    assert r"N_{\mathrm{all}}" in out
    assert r"N_{\mathrm{total}}" not in out


def test_a_fragment_beside_a_bibliography_cites_it(command: Command, folder: Path) -> None:
    cited = command(*EXPORT, "latex", "--bib", "new.bib").out
    assert r"\cite{lecture}" in cited
    assert "@misc{lecture," in (folder / "new.bib").read_text()
    assert r"\cite" not in command(*EXPORT, "latex").out


def test_json_loads_back(command: Command, as_built: Report) -> None:
    data = json.loads(command(*EXPORT, "json").out)
    assert Derivation.from_json(data["trace"]).checked().trace == as_built.derivation.trace


def test_a_file_is_replaced_only_by_force(command: Command, folder: Path) -> None:
    """The old text stays otherwise."""
    assert command(*EXPORT, "latex", "-o", "old.tex").code == 2
    assert (folder / "old.tex").read_text() == "old"
    assert command(*EXPORT, "latex", "-o", "old.tex", "--force").code == 0
    assert (folder / "old.tex").read_text().startswith("% optimal-batch")


BAD: list[tuple[tuple[str, ...], str]] = [
    (("odt",), "unknown format 'odt'; known: latex, pdf, docx, bibtex"),
    (("latx",), "unknown format 'latx'; did you mean latex?"),
    (("latex", "--steps", "some"), "unknown choice of steps 'some'; known: all, key, result"),
    (("latex", "--style", "gather"), "unknown style 'gather'"),
    (("text", "--style", "align"), "--style is for latex, pdf, not for text"),
    (("json", "--steps", "key"), "--steps is for latex"),
    (("python", "--step", "batchh"), "did you mean batch"),
    (("latex", "--symbols", "nowhere.toml"), "cannot read nowhere.toml"),
    (("latex", "--symbols", "letters.toml", "-o", "old.tex"), "old.tex exists: give --force"),
    (("latex", "-o", "new.tex", "--bib", "old.tex"), "old.tex exists: give --force"),
    (("latex", "-o", "new.tex", "--bib", "new.tex"), "new.tex cannot hold both"),
    (("latex", "-o", "nowhere/new.tex"), "cannot write nowhere/new.tex: there is no folder nowhere"),
    (("latex", "-o", "sub"), "it is a folder"),
    (("latex", "--symbols", "letters.toml", "-o", "letters.toml", "--force"), "letters.toml is read for this"),
    (("latex", "-o", "new.tex", "--bib", "sub/../new.tex"), "new.tex cannot hold both"),
    (("latex", "--macros", "--standalone"), "--macros writes definitions alone: leave out --standalone"),
    (("pdf", "--json", "-o", "new.pdf"), "--json holds text"),
    (("latex", "--table", "grids"), "unknown table 'grids'; did you mean grid or grid-"),
    (("latex", "--table", "grid", "--step", "balance"), "--table is one table alone: leave out --step"),
    (("latex", "--bare", "--standalone"), "--bare is a fragment: leave out --standalone"),
    (("typst", "--standalone"), "--standalone is for latex, not for typst"),
    (("latex", "--prefix", "ob"), "--prefix names macros: give --macros"),
    (("latex", "--macros", "--prefix", "o2"), "a prefix of macros is of letters alone, not 'o2'"),
]


@pytest.mark.parametrize(("words", "told"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_is_one_line_and_nothing_is_written(
    command: Command, folder: Path, words: tuple[str, ...], told: str
) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    done = command(*EXPORT, *words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done
    assert told in done.err
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("letters", "told"),
    [
        ("N_totl = 'N'", "did you mean N_total"),
        ("N_total = 'W'", "is the letter of W as well"),
        ("N_total = 'N_{a'", "a brace is not closed"),
        ("N_total = '\\input'", "unknown command"),
        ("N_total = '$x$'", "is no part of a letter"),
        ("N_total = 3", "is a text in quotation marks"),
        ("N_total =", "is no TOML"),
    ],
)
def test_letters_that_are_none_are_refused(command: Command, folder: Path, letters: str, told: str) -> None:
    (folder / "letters.toml").write_text(letters)
    done = command(*EXPORT, "latex", "--symbols", "letters.toml", "-o", "new.tex")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert told in done.err
    assert not (folder / "new.tex").exists()


def test_without_pdflatex_nothing_is_written(command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    done = command(*EXPORT, "pdf", "-o", "new.pdf")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "texlive-latex-base" in done.err
    assert not (folder / "new.pdf").exists()
