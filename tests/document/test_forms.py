"""Every form of a document that has every line, and of a whole report, held to a file that a person has read.

A file is made again with ``python -m tests.document.test_forms``, and read again then.
"""

from __future__ import annotations

import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
import typst

from derivations import Notation, Report, Table, derive, relation
from derivations.document.blocks import EMPTY, SET, TERMINAL, Document, TextLine, headed, titled
from derivations.document.cells import Drawing, LeftSide, Number
from derivations.document.fields import report_document
from derivations.document.forms import FORMS, TEXT, WRITERS, written
from derivations.document.shown import Shown
from derivations.writers.terminal import Style

from ..fixed_claims import EVEN_ROUND
from ..lecture_balance import LECTURE_BALANCE
from ..programs import pdflatex

GOLDEN = Path(__file__).parent / "golden"
NOTATION = Notation.of("T [s] time of a pass\nt_w [s] time of the weights\nn [] (integer) count")


def everything() -> Document:
    """A document with every block and every role."""
    bound, law = relation("T >= n*t_w", NOTATION), relation("T = n*t_w/(1 + n)", NOTATION)
    several = (relation("n > 1", NOTATION), relation("T > t_w", NOTATION))
    rows = (
        (LeftSide("T", "whole-pass", unit="ms"), Number("9.4 µs", Fraction("9.4e-6"), "s"), "a & b | 5%", Drawing("▒")),
        (LeftSide("t_w"), Number("2 ms", Fraction("0.002"), "s", sign="<="), "—", Drawing("does not move it")),
    )
    table = Table("Times of *both*", ("quantity", "number", "remark", ""), rows)
    return Document.of(
        TextLine("Warning: these numbers contradict the premises: T >= t_w, but T = 1 s", role="warning"), EMPTY,
        TextLine("A pass & its <time>: 100% of T", role="title"),
        TextLine("How long does it take, with n = 2 and `--set n=2`?"),
        EMPTY, headed("Derivation", ": holds only if T >= n*t_w"),
        EMPTY, TextLine("Result", role="heading"),
        TextLine(relation=law, display=True, conditions=several[:1]),
        TextLine("bounded by", bound, several, depth=1, hang=4),
        TextLine("under it: x_y stays text, t_w does not", depth=2, role="dim"),
        TextLine("and again", depth=1), TextLine("deeper", depth=3),
        TextLine("a name of its own", depth=1, named="a name"),
        TextLine("only where characters have one width", depth=1, only=TERMINAL),
        TextLine("only where it is set", only=SET),
        titled(table),
        EMPTY, TextLine("T = 2 s", role="name", named="T", trunk="│ "),
        TextLine("└─ t_w = 1 s ✓", branch="", trunk="   "),
        EMPTY, TextLine("so that T follows", role="good"),
        notation=NOTATION,
    )


def changed_report() -> Document:
    """A report with several values and a changed premise."""
    changed = {"getting": "t_get = (y*p_all + 2*q*l*k_one)/V"}
    report = derive(EVEN_ROUND, values={"l": "100, 200 token/sequence"}, premises=changed)
    return report_document(report)


DOCUMENTS = {"document": (everything, 2), "report": (changed_report, 1)}


def rendered(name: str, form: str) -> str:
    """A document in a form."""
    make, level = DOCUMENTS[name]
    return written(make(), form, style=Style(width=80), level=0 if form == TEXT else level)


@pytest.mark.parametrize("form", [TEXT, *FORMS])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_what_somebody_has_read(name: str, form: str) -> None:
    assert rendered(name, form) == (GOLDEN / f"{name}.{WRITERS[form].ending}").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_latex_is_compiled(name: str, tmp_path: Path) -> None:
    head = "\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n"
    (tmp_path / "all.tex").write_text(f"{head}{rendered(name, 'latex')}\\end{{document}}\n", encoding="utf-8")
    done = subprocess.run([pdflatex(), "-interaction=nonstopmode", "-halt-on-error", "all.tex"], cwd=tmp_path,
                          capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_typst_is_compiled(name: str) -> None:
    assert bytes(typst.compile(rendered(name, "typst").encode(), format="pdf")).startswith(b"%PDF")


@pytest.mark.parametrize("form", FORMS)
def test_without_a_level_titles_are_bold(form: str) -> None:
    bold = {"markdown": "**A pass", "html": "<strong>A pass", "latex": r"\paragraph*{A pass", "typst": "#strong[A pass"}
    assert bold[form] in written(everything(), form)


@pytest.mark.long
def test_a_result_shows_itself_in_every_form(as_built: Report) -> None:
    """What else is asked of it, the result answers; what is copied stays what it is."""
    found = as_built.judge("B = r*s/n")
    assert isinstance(found, Shown)
    assert found.outcome is found.found.outcome
    assert str(found) == repr(found) == written(found.document)
    assert found.to_markdown() == found._repr_markdown_() == written(found.document, "markdown")
    for text, part in ((found.to_html(), "<math"), (found.to_latex(), r"\item"), (found.to_typst(), "$ B = ")):
        assert part in text
    assert found.to_json()["outcome"] == str(found.outcome)
    assert found.table().head[0] == "claim"
    assert set(found._repr_mimebundle_()) > {"text/plain", "text/markdown"}
    with pytest.raises(AttributeError, match="nothing"):
        found.nothing  # noqa: B018


def test_a_formula_is_set_where_a_result_speaks_of_it() -> None:
    """In prose, too: the notation of the claim says what is a letter."""
    after, before = derive(LECTURE_BALANCE, values={"L": "1k"}), derive(LECTURE_BALANCE)
    assert r"holds only if $L < L_{\times}$" in after.compare(before).to_markdown()


if __name__ == "__main__":
    for name in DOCUMENTS:
        for form, (_, ending, _) in WRITERS.items():
            (GOLDEN / f"{name}.{ending}").write_text(rendered(name, form), encoding="utf-8")
