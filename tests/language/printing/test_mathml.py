"""MathML: well formed, in the author's order and grouping, and every letter says which quantity it is."""

import re
from collections.abc import Iterator
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.claims.index import CLAIMS, find_claim
from derivations.language.grammar import parse_expression, parse_relation
from derivations.language.numerals import decimal
from derivations.language.printing.mathml import (
    letter_mathml,
    math,
    relation_mathml,
    relation_pieces,
    side_pieces,
    to_mathml,
    unit_mathml,
    value_mathml,
)
from derivations.language.printing.printer import as_fractions
from derivations.language.tree import Call, Name, Negative, Node, Number, Power, Product, Quotient, Sum

from ..strategies import steady, trees

LETTERS = {
    "a": "<mi>a</mi>", "N_total": letter_mathml(r"N_{\mathrm{total}}"), "B_star": letter_mathml("B^{*}"),
    "L_x": letter_mathml(r"L_{\times}"),
}


def plain(mathml: str) -> str:
    """MathML without what only pages need: which letter is which, spaces of signs, sizes of gaps."""
    return re.sub(r' (?:class|data-q|form|lspace|rspace|stretchy|separator|width)="[^"]*"', "", mathml)


def tokens(mathml: str) -> list[str]:
    """Names and numbers as they stand in a formula, in reading order."""

    def walk(element: ElementTree.Element) -> Iterator[str]:
        if element.get("class") == "q":
            yield element.get("data-q", "")
            if element.tag == "msubsup":  # what a letter with a subscript is raised to
                yield from walk(element[2])
            return
        if element.tag == "mn":
            yield (element.text or "").replace(",", "").replace("−", "-")
        for child in element:
            yield from walk(child)

    return list(walk(ElementTree.fromstring(mathml)))


def written(node: Node) -> Iterator[str]:
    """The same of a tree."""
    node = as_fractions(node)
    match node:
        case Number(value, unit):
            digits, power = decimal(value)
            if not power or digits != "1":
                yield digits
            if power:
                yield from ("10", str(power))
            yield from re.findall(r"\^(-?[0-9]+)", unit)
        case Name(name):
            yield name
        case Negative(operand):
            yield from written(operand)
        case Sum(parts) | Product(parts) | Call(_, parts):
            for part in parts:
                yield from written(part)
        case Quotient(first, second) | Power(first, second):
            yield from written(first)
            yield from written(second)


@steady
@given(trees)
def test_same_names_and_numbers_in_the_same_order(tree: Node) -> None:
    """Nothing is lost or moved, and the text is well formed, with letters of every shape."""
    letters = {"a": "<mi>a</mi>", "b": LETTERS["B_star"], "N_total": LETTERS["N_total"], "p": LETTERS["L_x"]}
    assert tokens(math(to_mathml(tree, letters))) == list(written(tree))


@steady
@given(trees)
def test_pieces_hold_the_formula(tree: Node) -> None:
    """A formula that may break is the same formula, each piece one element."""
    pieces = side_pieces(tree, LETTERS)
    assert [token for piece in pieces for token in tokens(math(piece))] == list(written(tree))
    assert all(len(ElementTree.fromstring(math(piece))) == 1 for piece in pieces)


@pytest.mark.parametrize(
    ("text", "mathml"),
    [
        ("a/2", "<mfrac><mi>a</mi><mn>2</mn></mfrac>"),
        ("5354*a", "<mrow><mn>5,354</mn><mo>&#x2062;</mo><mi>a</mi></mrow>"),
        ("a*1.5e12", "<mrow><mi>a</mi><mo>×</mo><mn>1.5</mn><mo>×</mo><msup><mn>10</mn><mn>12</mn></msup></mrow>"),
        ("a - 1", "<mrow><mi>a</mi><mo>−</mo><mn>1</mn></mrow>"),
        ("-a", "<mrow><mo>−</mo><mi>a</mi></mrow>"),
        ("sqrt(a)", "<msqrt><mi>a</mi></msqrt>"),
        ("max(a, 2)",
         "<mrow><mi>max</mi><mo>&#x2061;</mo><mrow><mo>(</mo><mi>a</mi><mo>,</mo><mn>2</mn><mo>)</mo></mrow></mrow>"),
        ("(a + 1)^2",
         "<msup><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mn>1</mn><mo>)</mo></mrow><mn>2</mn></msup>"),
        ("a^(1/2)", "<msup><mi>a</mi><mrow><mn>1</mn><mo>/</mo><mn>2</mn></mrow></msup>"),
        ("N_total^2", "<msubsup><mi>N</mi><mtext>total</mtext><mn>2</mn></msubsup>"),
        ("B_star^2",
         "<msup><mrow><mo>(</mo><msup><mi>B</mi><mo>*</mo></msup><mo>)</mo></mrow><mn>2</mn></msup>"),
        ("2[FLOP/token^2]",
         "<mrow><mn>2</mn><mspace></mspace><mtext>FLOP/</mtext><msup><mtext>token</mtext><mn>2</mn></msup></mrow>"),
        ("unknown_name", "<mtext>unknown_name</mtext>"),
    ],
)
def test_structure(text: str, mathml: str) -> None:
    """Fractions, powers, brackets, numbers and units are set as in LaTeX."""
    assert plain(to_mathml(parse_expression(text), LETTERS)) == mathml


def test_an_exponent_stands_beside_its_letter_below_an_accent() -> None:
    """As TeX sets it: the letter is no higher than without its accent, and a strut keeps the room of that."""
    letters = {"n": letter_mathml(r"\hat{N}_{\mathrm{ref}}"), "m": letter_mathml(r"\hat{N}")}
    for name in letters:
        raised = to_mathml(parse_expression(f"{name}^2"), letters)
        assert re.search(r'<mpadded height="0.7em"><mover [^>]*>.*?</mover></mpadded>', raised)
        assert raised.endswith('<mspace width="0" height="0.95em"></mspace></mrow>')
        assert "mpadded" not in to_mathml(parse_expression(f"2*{name}"), letters)


def test_letters_say_which_quantity_they_are() -> None:
    """A page can tell what is under the pointer, also where a number stands in the place of a letter."""
    quotient = parse_expression("N_total/a")
    assert re.findall('data-q="([^"]*)"', to_mathml(quotient, LETTERS)) == ["N_total", "a"]
    filled = to_mathml(quotient, LETTERS, {"a": value_mathml("3.35 TB/s")})
    assert '<mrow class="q" data-q="a"><mn>3.35</mn>' in filled


def test_relation_breaks_before_its_sign_and_before_each_term() -> None:
    """The pieces of a relation are the relation."""
    relation = parse_relation("T >= a + 2 - N_total")
    pieces = relation_pieces(relation, LETTERS)
    assert [re.sub("<[^>]*>", "", piece) for piece in pieces] == ["T", "≥a", "+2", "−Ntotal"]
    assert re.sub("<[^>]*>", "", relation_mathml(relation, LETTERS)) == "T≥a+2−Ntotal"


def test_values_in_the_place_of_letters() -> None:
    """Between values stands a sign; a negative one has brackets, as has one with a unit that is raised."""
    values = {"a": value_mathml("-2.5"), "b": value_mathml("3 s"), "c": value_mathml("4")}
    shown = {text: re.sub("<[^>]*>", "", to_mathml(parse_expression(text), {}, values)) for text in (
        "b*a", "b - a", "a^2", "b^2", "c^2",
    )}
    assert shown == {"b*a": "3s×(−2.5)", "b - a": "3s−(−2.5)", "a^2": "(−2.5)2", "b^2": "(3s)2", "c^2": "42"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("5,354 sequence", "5,354|sequence"),
        ("37 billion parameter", "37|billion parameter"),
        ("1.25e-7 s", "1.25×10−7|s"),
        ("1e30", "1030"),
        ("-3", "−3"),
        ("33.33%", "33.33%"),
        ("1/3,906", "1/3,906"),
        ("byte^(1/2) <b>", "byte^(1/2) &lt;b&gt;"),
    ],
)
def test_values_as_people_read_them(text: str, shown: str) -> None:
    """Digits are numbers, words and units are upright, and what is no value is kept as text."""
    assert re.sub("<[^>]*>", "", value_mathml(text).replace("<mspace", "|<mspace")) == shown


def test_unit_with_a_root() -> None:
    """A unit that is raised to a fraction keeps it."""
    assert unit_mathml("byte^(1/2)") == "<msup><mtext>byte</mtext><mn>1/2</mn></msup>"


def test_signs_cannot_break_out() -> None:
    """A relation sign is escaped, and so is a name that is no letter."""
    relation = relation_mathml(parse_relation("a < 2"), {})
    assert "&lt;" in relation
    assert to_mathml(Name('x"><script>'), {}).count("<") == 2
    assert to_mathml(Number(Fraction(1), "<b>"), {}).count("<b>") == 0


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
