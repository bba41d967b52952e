"""A writer's letters: what is one, what is refused, and where they stand."""

from pathlib import Path

import pytest

from derivations import InputError, Notation, Report, UnknownNameError
from derivations.export.latex.fragment import fragment
from derivations.export.latex.letters import WriterLetters, read_letters

NOTATION = Notation.of("L [token] context\nL_x [token] its edge\nkappa [byte/token] cache")


@pytest.mark.parametrize(
    "letter",
    [
        "N_{tot}", r"N_\mathrm{tot}", r"\hat N_{a,b}^{*}", r"\tilde{\mathcal{L}}", r"\varphi'", "x''_0", r"\Delta t",
        r"\mathbf{W}_{\max}", r"L^{(1)}",
    ],
)
def test_letters_of_a_paper_are_taken(letter: str) -> None:
    """Fonts, accents, Greek, scripts and primes."""
    assert WriterLetters.of({"L": letter}, NOTATION).notation(NOTATION)["L"].latex == letter


@pytest.mark.parametrize(
    "letter",
    [
        "N_{tot", "N}", "N_", "_x", "", " ", "N_a_b", "N^a^b", "N'^2", "{}", "N$", "a&b", "100%", "#1", "a~b", "a\nb",
        r"\input{x}", r"\def\x{1}", r"\\", r"N\ ", r"\frac{a}{b}", r"\mathrm", r"N_\hat{x}", "N,M", "é", "x" * 81,
        "{" * 20 + "x" + "}" * 20, r"\write18{ls}", "a+b", "^^41",
    ],
)
def test_what_is_no_letter_is_refused(letter: str) -> None:
    """Anything that could stop a run, leave mathematics, or be read as two things."""
    with pytest.raises(InputError) as caught:
        WriterLetters.of({"L": letter}, NOTATION)
    assert "L" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_letter_of_another_quantity_is_refused() -> None:
    """However it is written; and two may change places."""
    with pytest.raises(InputError, match="letter L_x of kappa is the letter of L_x as well"):
        WriterLetters.of({"kappa": "L_x"}, NOTATION)
    with pytest.raises(InputError, match="of L is the letter of kappa"):
        WriterLetters.of({"L": r"{\kappa}"}, NOTATION)
    assert WriterLetters.of({"L": r"\kappa", "kappa": "L"}, NOTATION).notation(NOTATION)["kappa"].latex == "L"


def test_the_file_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    """One line with its name: no file, no TOML, a number, an unknown name with the nearest, a letter that is none."""
    file = tmp_path / "letters.toml"
    with pytest.raises(InputError, match=r"cannot read .*letters\.toml"):
        read_letters(file, NOTATION)
    for text, message in (
        ("L = ", "is no TOML"), ('L = "\\hat N"', "single quotes"), ("L = 3", "L is a text"),
        ("[L]\nx = 'y'", "L is a text"), ("kapa = 'k'", "did you mean kappa"), ("L = 'N$'", "is no letter for L"),
    ):
        file.write_text(text)
        with pytest.raises(InputError, match=message) as caught:
            read_letters(file, NOTATION)
        assert str(file) in str(caught.value)
        assert "\n" not in str(caught.value)
    file.write_text("L = '\\hat N'\n")
    assert read_letters(file, NOTATION).latex == {"L": r"\hat N"}


@pytest.mark.long
def test_they_stand_everywhere(as_built: Report) -> None:
    """In steps, conditions, prose, tables and numbers; the names of steps stay."""
    chosen = WriterLetters.of({"L_kv": r"\hat L", "N_total": "N_{tot}", "r": r"\varrho"}, as_built.derivation.notation)
    before, page = fragment(as_built), fragment(chosen.applied(as_built))
    for old in (r"L_{\mathrm{KV}}", r"N_{\mathrm{total}}", r"r\,s"):
        assert old in before
        assert old not in page
    for new in (r"holds only if $L < \hat L\,(1 + L/L_{\mathrm{attention}})$",
                r"B &= \frac{\varrho\,s}{n\,\left(1 + \frac{L}{L_{\mathrm{attention}}} - \frac{L}{\hat L}\right)}",
                r"\text{if } L < \hat L\,\left(1 + \frac{L}{L_{\mathrm{attention}}}\right)",
                r"$N_{tot} = 671", r"$\varrho$ (ridge)", r"in $N_{tot} + B\,L\,\kappa$"):
        assert new in page
    assert page.count(r"\label") == before.count(r"\label")


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    """As everywhere."""
    with pytest.raises(UnknownNameError, match="did you mean"):
        WriterLetters.of({"kapa": "k"}, NOTATION)
