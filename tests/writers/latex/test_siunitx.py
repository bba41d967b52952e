"""Real runs of pdflatex with siunitx: in a document of its own, and in a paper of two columns beside a figure."""

from pathlib import Path

import pytest

from derivations import Report
from derivations.document.report_tables import report_tables

from ...programs import latex_package
from ...reports import plain, several
from .test_latex_compiled import faults, log_of

_PAPER = r"""\documentclass[conference]{IEEEtran}
\usepackage{amsmath, booktabs, graphicx, siunitx}
\input{macros}
\begin{document}
The batch is \obR.
\begin{figure}\centering\includegraphics{batch.pdf}\caption{Batch over context.}\end{figure}
\begin{table}\centering\input{table}\caption{Batch.}\end{table}
\begin{table*}\centering\input{wide}\caption{Batch by GPU.}\end{table*}
\end{document}
"""


@pytest.fixture(autouse=True)
def _with_siunitx() -> None:
    latex_package("siunitx.sty", "texlive-science")
    latex_package("IEEEtran.cls", "texlive-publishers")


@pytest.mark.long
def test_a_figure_and_tables_stand_in_a_paper_of_two_columns(tmp_path: Path, as_built: Report) -> None:
    """The figure as wide as a column, numbers set by siunitx, and a macro for the result."""
    pytest.importorskip("matplotlib")
    as_built.figure("curve").savefig(tmp_path / "batch.pdf")
    parts = {
        "macros": as_built.to_latex(macros=True, prefix="ob", siunitx=True),
        "table": as_built.at({"L": "0, 1k, 2k"}).to_latex(siunitx=True),
        "wide": as_built.table("grid").to_latex(siunitx=True, notation=as_built.derivation.notation),
    }
    for name, text in parts.items():
        (tmp_path / f"{name}.tex").write_text(text, encoding="ascii")
    assert faults(log_of(tmp_path, "paper", _PAPER, runs=1)) == []


@pytest.mark.long
@pytest.mark.parametrize("siunitx", [False, True])
@pytest.mark.parametrize("names", several(("bubbles",)))
def test_tables_fit_into_a_paper_of_two_columns(tmp_path: Path, names: tuple[str, ...], siunitx: bool) -> None:
    """Those of published numbers into both, and every other into what it says, each part of it for itself."""
    floats = [r"\documentclass[conference]{IEEEtran}", r"\usepackage{amsmath, booktabs, siunitx}", r"\begin{document}"]
    for name in names:
        report = plain(name)
        for _, table in report_tables(report):
            for tabular in table.to_latex(siunitx=siunitx, notation=report.derivation.notation).split("\n\n"):
                kind = "table*" if "table*" in tabular else "table"
                floats += [rf"\begin{{{kind}}}\centering", tabular.strip(), rf"\end{{{kind}}}", r"\clearpage"]
    log = log_of(tmp_path, "tables", "\n".join([*floats, r"\end{document}"]), runs=1)
    assert faults(log) == []
    assert "Float too large" not in log


@pytest.mark.long
@pytest.mark.parametrize("steps", ["all", "key"])
def test_a_whole_document_with_siunitx(tmp_path: Path, long_context: Report, steps: str) -> None:
    """Every number and unit is one that the package takes."""
    assert faults(log_of(tmp_path, "whole", long_context.to_latex(steps=steps, standalone=True, siunitx=True))) == []
