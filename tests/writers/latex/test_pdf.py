"""PDF files through pdflatex."""

import shutil

import pytest

from derivations import InputError, Report
from derivations.export.latex.article import article, pdf
from derivations.export.latex.fragment import STYLES

from ...programs import pdflatex

pytestmark = pytest.mark.usefixtures("_with_pdflatex")
SMALL = "\\documentclass{article}\\begin{document}See~\\ref{x}.\\section{One}\\label{x}\\end{document}"


@pytest.fixture(scope="module")
def _with_pdflatex() -> None:
    pdflatex()


@pytest.mark.long
def test_the_same_document_gives_the_same_bytes() -> None:
    first = pdf(SMALL)
    assert first.startswith(b"%PDF-")
    assert pdf(SMALL) == first


def test_a_document_that_is_no_latex_is_told_with_what_is_wrong() -> None:
    with pytest.raises(InputError, match=r"pdflatex stops at an error: .*Undefined control sequence"):
        pdf(SMALL.replace("See", r"\nothing"))


@pytest.mark.long
def test_commands_are_not_run_and_other_files_not_read() -> None:
    for harm in (r"\immediate\write18{touch harm}", r"\input{/etc/../etc/.hidden}"):
        if "input" in harm:
            with pytest.raises(InputError, match="pdflatex stops"):
                pdf(SMALL.replace("See", harm))
        else:
            assert pdf(SMALL.replace("See", harm)).startswith(b"%PDF-")


def test_without_pdflatex_the_debian_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(InputError, match="texlive-latex-base"):
        pdf(SMALL)


@pytest.mark.some(1)
@pytest.mark.parametrize("style", STYLES)
def test_a_whole_claim_is_set(as_built: Report, style: str) -> None:
    assert len(pdf(article(as_built, style=style))) > 50_000


@pytest.mark.long
def test_a_formula_alone_is_a_document_too(as_built: Report) -> None:
    assert pdf(article(as_built, steps="result")).startswith(b"%PDF-")
