"""Reports as Typst: what the compiler takes, alone and included, and that all of the derivation stands in it."""

from pathlib import Path

import pytest
import typst

from derivations import CLAIMS, Report, UndecidedError, UnknownNameError, derive
from derivations.writers.typst.text import escaped, prose

from ...reports import plain


def compiled(text: str, folder: Path) -> bytes:
    """The PDF of a document in a folder."""
    (folder / "writeup.typ").write_text(text, encoding="utf-8")
    made = typst.compile(folder / "writeup.typ", format="pdf")
    assert isinstance(made, bytes)
    return made


def test_a_report_compiles_and_holds_every_step(as_built: Report, tmp_path: Path) -> None:
    """Each equation has its label, and what is rejected stands below."""
    text = as_built.to_typst()
    assert compiled(text, tmp_path).startswith(b"%PDF-")
    for step in (*as_built.derivation.premises, *as_built.derivation.argument):
        assert f'name: "eq:optimal-batch:{step.name}"' in text
    assert text.count("Not so:") == len(as_built.derivation.rejects)
    assert "2,422" in text
    assert as_built.to_typst() == text


def test_it_can_be_included_and_referred_to(as_built: Report, tmp_path: Path) -> None:
    """In two columns, where its long equations are broken or set smaller."""
    (tmp_path / "batch.typ").write_text(as_built.to_typst(steps="key", bare=True), encoding="utf-8")
    text = '#set page(columns: 2)\nSee @eq:optimal-batch:balance-batch.\n#include "batch.typ"\n'
    assert compiled(text, tmp_path).startswith(b"%PDF-")


def test_a_bare_one_is_steps_alone(as_built: Report) -> None:
    """No title, question, numbers or sources."""
    text = as_built.to_typst(steps="key", bare=True)
    assert "= The balance batch" not in text
    assert "== Numbers" not in text
    assert 'name: "eq:optimal-batch:balance-batch"' in text


@pytest.mark.long
def test_several_values_and_what_has_no_number(tmp_path: Path) -> None:
    """A table of them, and a premise that was changed."""
    report = derive("optimal-batch", values={"L": "1k,128k token/sequence"}, premises={"roofline": "no-overlap"})
    text = report.to_typst()
    assert "premise roofline, no\\-overlap" in text or "premise roofline, no-overlap" in text
    assert "#table(" in text
    assert compiled(text, tmp_path)


def test_one_formula_and_one_table(as_built: Report, tmp_path: Path) -> None:
    """Nothing else beside them."""
    assert as_built.to_typst(step="short-context").startswith("$ B = frac(")
    assert as_built.to_typst(steps="result") == as_built.to_typst(step="balance-batch")
    assert compiled(as_built.to_typst(table="compared"), tmp_path)
    with pytest.raises(UnknownNameError):
        as_built.to_typst(step="nothing")
    with pytest.raises(UnknownNameError):
        as_built.to_typst(table="nothing")


def test_letters_of_ones_own(as_built: Report) -> None:
    """Read from LaTeX."""
    assert 'N_("all")' in as_built.to_typst(symbols={"N_total": r"N_{\mathrm{all}}"}, step="weight-fetch")


@pytest.mark.parametrize(
    ("text", "typed"),
    [("a_b #c $d* `e` <f> @g [h] ~", r"a\_b \#c \$d\* \`e\` \<f\> \@g \[h\] \~"), ("1. one", r"1\. one"),
     ("18.92", "18.92"), ("- item", r"\- item"), ("a--b // c", r"a\-\-b /\/ c"),
     ("byte/token^2", "byte/token#super[2]")],
)
def test_text_is_escaped(text: str, typed: str) -> None:
    """Nothing sets Typst going."""
    assert escaped(text) == typed


def test_prose_with_formulas(as_built: Report) -> None:
    """Formulas on one line."""
    assert prose("if L < L_x, B = r*s/n", as_built.derivation.notation) == "if $L < L_(×)$, $B = r thin s \\/ n$"


@pytest.mark.long
@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_compiles(name: str, tmp_path: Path) -> None:
    """Whatever its letters and formulas."""
    report = plain(name)
    assert compiled(report.to_typst(), tmp_path).startswith(b"%PDF-")
    for said in ("compared", "published"):
        try:
            table = report.to_typst(table=said)
        except (UnknownNameError, UndecidedError):
            continue
        assert compiled(table, tmp_path)
