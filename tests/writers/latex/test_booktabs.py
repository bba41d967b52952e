"""A table for a paper: rules of booktabs, numbers aligned, siunitx if asked."""

import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from derivations import Report, derive
from derivations.document.cells import LeftSide, Number
from derivations.document.columns import NOTHING
from derivations.document.table import Table

from ...lecture_balance import LECTURE_BALANCE
from ...programs import pdflatex

CELLS = (
    ("a_b", Number("1,234.5 GB", Fraction("1234.5"), "GB"), Number("-3", Fraction(-3))),
    ("[c]", NOTHING, Number("0.25", Fraction("0.25"), remark="?")),
    ("d", Number("80 GB", Fraction(80), "GB"), Number("12.125", Fraction("12.125"))),
)
TABLE = Table("Cards", ("card", "memory", LeftSide("x")), CELLS)


def test_numbers_are_aligned_at_the_point() -> None:
    """The shared unit stands in the head, and words take the room of both halves."""
    assert TABLE.to_latex().splitlines() == [
        r"\begin{tabular}{lr@{}lr@{}l}", r"\toprule",
        r"card & \multicolumn{2}{c}{memory [GB]} & \multicolumn{2}{c}{x} \\", r"\midrule",
        r"a\_b & 1,234&.5 & $-$3& \\", r"{}[c] & \multicolumn{2}{l}{---} & \multicolumn{2}{l}{0.25?} \\",
        r"d & 80& & 12&.125 \\", r"\bottomrule", r"\end{tabular}",
    ]


def test_siunitx_gets_plain_digits_and_their_format() -> None:
    """Words stand in braces, which siunitx leaves alone."""
    lines = TABLE.to_latex(siunitx=True).splitlines()
    assert lines[0] == r"\begin{tabular}{lS[table-format=4.1]S[table-format=-2.3]}"
    assert lines[2] == r"card & {memory [GB]} & {x} \\"
    assert lines[4:7] == [r"a\_b & 1234.5 & -3 \\", r"{}[c] & {---} & {0.25?} \\", r"d & 80 & 12.125 \\"]


def test_letters_of_the_head_are_mathematics(as_built: Report) -> None:
    """Those of the relations that stand there, or of a notation that is given."""
    table = as_built.at({"n": "1, 2 token/sequence"})
    wide = r"\shortstack{$B$ (balance-batch)\\{}[sequences]}"  # with its unit below
    narrow = r"\shortstack{$n$\\{}[tokens per sequence]}"
    told = rf"\multicolumn{{2}}{{c}}{{{narrow}}} & \multicolumn{{2}}{{c}}{{{wide}}}"
    assert told in table.to_latex()
    bare = Table("Letters", (LeftSide("L_x"),), (("L_x",),))
    assert r"$L_{\times}$" in bare.to_latex(notation=as_built.derivation.notation)
    assert r"L\_x" in bare.to_latex()


def test_what_is_wider_than_a_column_of_a_paper_is_broken_into_lines() -> None:
    """A reason in words would stand out of the page otherwise."""
    table = Table("Fits", ("card", "contradiction"), (("a", "weights and caches do not fit into memory " * 3),))
    assert table.to_latex().startswith(r"\begin{tabular}{lp{0.8")
    assert "table*" not in table.to_latex()


@pytest.mark.parametrize("siunitx", [False, True])
def test_long_names_are_broken_where_the_table_is_wider_than_a_column(siunitx: bool) -> None:
    """Flush left, as in the table over cards; short ones, and those of a narrow table, stay on a line."""
    lines = derive(LECTURE_BALANCE).table("grid").to_latex(siunitx=siunitx).splitlines()
    assert lines[0].startswith((r"\begin{tabular}{p{0.1", r"\begin{tabular}{p{0.2"))
    assert all(line.removeprefix(r"\addlinespace[2pt] ").startswith(r"\raggedright NVIDIA") for line in lines[4:-2])
    assert "raggedright" not in TABLE.to_latex(siunitx=siunitx)
    row = ("NVIDIA Rubin (Vera Rubin NVL72)", Number("288", Fraction(288)))
    narrow = Table("Cards", ("accelerator", "memory"), (row,))
    assert narrow.to_latex(siunitx=siunitx).startswith(r"\begin{tabular}{l")


def test_what_fits_into_no_column_says_that_it_is_for_both(as_built: Report) -> None:
    """Words, not numbers alone, so that most columns break; the last cell ends its row all the same."""
    first, *rest = as_built.table("published").to_latex().splitlines()
    assert first.endswith("% as wide as both columns of a paper: for table*")
    assert first.count(r"\linewidth") > 4
    assert {line.rpartition(" ")[2] for line in rest if line.count(" & ") > 5} == {r"\tabularnewline"}


def test_columns_that_fit_into_no_page_are_tables_of_their_own() -> None:
    """Each with the first column; rows that say nothing in the others are left out."""
    names = [f"quantity-{place}" for place in range(20)]
    cells = [("a", *(Number("1", Fraction(1)) for _ in names)), ("b", *(NOTHING for _ in names[:-1]), "x")]
    tabulars = Table("Many", ("card", *names), tuple(cells)).to_latex().split("\n\n")
    assert len(tabulars) > 1
    assert all(tabular.splitlines()[2].startswith("card & ") for tabular in tabulars)
    assert ["\nb & " in tabular for tabular in tabulars] == [False] * (len(tabulars) - 1) + [True]
    assert [sum(tabular.count(name) for tabular in tabulars) for name in ("{quantity-\\\\7}", "x \\")] == [1, 1]


def test_rows_that_fit_on_no_page_are_tables_of_their_own() -> None:
    """Below the same head; none is lost."""
    rows = tuple((f"row {place}", "said " * 60) for place in range(30))
    tabulars = Table("High", ("name", "text"), rows).to_latex().split("\n\n")
    assert len(tabulars) > 1
    assert [row for row, _ in rows if sum(f"{row} & " in tabular for tabular in tabulars) != 1] == []


@pytest.mark.long
def test_latex_sets_it(tmp_path: Path, as_built: Report) -> None:
    """With the rules of booktabs, which are lines here."""
    rules = "".join(rf"\newcommand\{name}{{\hline}}" for name in ("toprule", "midrule", "bottomrule"))
    rules += r"\newcommand\addlinespace[1][]{}"
    tables = "\n\n".join((TABLE.to_latex(), as_built.table("compared").to_latex()))
    text = rf"\documentclass{{article}}{rules}\begin{{document}}{tables}\end{{document}}"
    (tmp_path / "table.tex").write_text(text, encoding="utf-8")
    done = subprocess.run([pdflatex(), "-interaction=nonstopmode", "-halt-on-error", "table.tex"], cwd=tmp_path,
                          capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout[-2000:]
