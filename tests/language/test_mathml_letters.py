"""Letters as MathML: every letter of the claims, and nothing lost of what is no letter."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.language.printing.mathml import letter_mathml
from derivations.lecture.index import CLAIMS, find_claim

from .strategies import steady


@pytest.mark.parametrize(
    ("latex", "mathml"),
    [
        ("B", "<mi>B</mi>"),
        (r"\kappa", "<mi>κ</mi>"),
        (r"\phi", "<mi>ϕ</mi>"),
        (r"C_{\Sigma}", '<msub><mi>C</mi><mi mathvariant="normal">Σ</mi></msub>'),
        (r"N_{\mathrm{total}}", "<msub><mi>N</mi><mtext>total</mtext></msub>"),
        (r"L_{\times}", "<msub><mi>L</mi><mo>×</mo></msub>"),
        ("b_w'", "<msubsup><mi>b</mi><mi>w</mi><mo>′</mo></msubsup>"),
        (r"\ell_N", "<msub><mi>ℓ</mi><mi>N</mi></msub>"),
        (r"\hat N", '<mover accent="true"><mi>N</mi><mo stretchy="false">^</mo></mover>'),
        (r"m_{\max}", "<msub><mi>m</mi><mi>max</mi></msub>"),
        (r"\mathrm{FLOP rate}", "<mtext>FLOP rate</mtext>"),
        (r"\mathcal{N}_{B}", "<msub><mtext>𝒩</mtext><mi>B</mi></msub>"),
        (r"\mathcal{B}", "<mtext>ℬ</mtext>"),
        (r"\mathbf{Wi}", "<mtext>𝐖𝐢</mtext>"),
        (r"\Delta t", '<mrow><mi mathvariant="normal">Δ</mi><mi>t</mi></mrow>'),
        ("T(B)", '<mrow><mi>T</mi><mo stretchy="false">(</mo><mi>B</mi><mo stretchy="false">)</mo></mrow>'),
    ],
)
def test_letters(latex: str, mathml: str) -> None:
    """Subscripts, primes, accents, words and Greek letters."""
    assert letter_mathml(latex) == mathml


@pytest.mark.parametrize("latex", [r"\unknown", "a_", "a_b_c", "{", "}", r"\frac{a}{b}", "", "^2", "{" * 90 + "}" * 90])
def test_what_is_no_letter_is_kept_as_a_word(latex: str) -> None:
    """Nothing is lost, and nothing raises."""
    assert ElementTree.fromstring(letter_mathml(latex)).tag == "mtext"
    assert (ElementTree.fromstring(letter_mathml(latex)).text or "") == latex


@steady
@given(st.text(alphabet="aN_^{}'\\mathrm<>&\" $%", max_size=30))
def test_any_text_is_one_well_formed_element(latex: str) -> None:
    """Whatever a reader declares as a letter, the page stays whole."""
    ElementTree.fromstring(letter_mathml(latex))


@pytest.mark.parametrize("name", CLAIMS)
def test_letters_of_the_claims_are_read(name: str) -> None:
    """No letter of the project falls back to its LaTeX."""
    for quantity in find_claim(name).notation:
        assert "\\" not in letter_mathml(quantity.latex), quantity.name
