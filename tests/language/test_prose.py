"""Formulas in prose: whole ones are found, and words stay words."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.language.printing.latex import LatexPrinter
from derivations.language.printing.printer import Printer
from derivations.language.printing.text import GrammarPrinter
from derivations.language.prose import Formula, pieces
from derivations.language.tree import Limit, Name, Number, PartialDerivative, WrittenRelation

LETTERS = {
    **{name: name for name in ("T", "B", "L", "n", "a", "I", "C", "W", "load")},
    **{"L_x": r"L_{\times}", "b_w": "b_{w}", "kappa": r"\kappa", "tau": r"\tau", "t_w": "t_{w}"},
    "N_total": r"N_{\mathrm{total}}",
}
HOSTILE = ["(", ")", "T", "b_w", "+", "-", "*", "/", "^", " ", "=", "<", "2", ",", "max(", "1e9", "→", "∞", "x", "[s]"]


def found(text: str) -> list[str]:
    """The texts of the formulas in a text."""
    return [piece.text for piece in pieces(text, LETTERS) if isinstance(piece, Formula)]


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("holds only if L < L_x; else not", ["L < L_x"]),
        ("dimensions: in N_total + B*L*kappa: N_total is parameter", ["N_total + B*L*kappa", "N_total"]),
        ("T >= n*t_w no longer follows, as t_w grows", ["T >= n*t_w", "t_w"]),
        ("(see B*L).", ["B*L"]),
        ("T = (N_total + L)/W, or so", ["T = (N_total + L)/W"]),
        ("max(L, 3)/W or", ["max(L, 3)/W"]),
        ("kappa = 3/2, L = 5", ["kappa = 3/2", "L = 5"]),
        ("L = 128,000 token is not below", ["L = 128,000"]),
        ("as L → 0, and B → ∞", ["L → 0", "B → ∞"]),
        ("for every B, however large", ["B"]),
        ("a batch B of a kind, and I", ["B"]),
        ("L < a few, and L == 3", ["L", "L == 3"]),
        ("all traffic (kappa) and ((B*L)), T's", ["kappa", "B*L", "T"]),
        ("T = 2026-07-22, L = 4-8, L = 0:05", ["T", "L", "L"]),
        ("0.5[ms]*n and (B + L)*(C + n).", ["0.5[ms]*n", "(B + L)*(C + n)"]),
    ],
)
def test_formulas_are_found_whole(text: str, formulas: list[str]) -> None:
    assert found(text) == formulas


@pytest.mark.parametrize(
    "text",
    [
        "37 B of 700 B", "20 s", "multiply-add, 16-bit, 0:05:09", "DeepSeek-V3 and kappa-like", "x/kappa and b_w-like",
        "T-shaped", "x = 2 & <b>", "from 1e-12 to 1e30", "2026-07-22", "card B200", "B:3", "4 x 2", "in C(", "", "I",
        "n/a", "50 /s", "`L < L_x` as typed", "'kappa'", "don't", "kappa*2x", "L[token]", "L = 1/0", "the load", "4-8",
    ],
)
def test_words_stay_words(text: str) -> None:
    assert found(text) == []


def test_what_a_formula_says() -> None:
    relation, letter, limit = (
        next(piece for piece in pieces(text, LETTERS) if isinstance(piece, Formula)).tree
        for text in ("if L < L_x", "of kappa", "as L → 0")
    )
    assert isinstance(relation, WrittenRelation)
    assert relation.operator == "<"
    assert letter == Name("kappa")
    assert limit == Limit(Name("L"), Number(Fraction(0)))


@given(st.lists(st.sampled_from(HOSTILE), max_size=60).map("".join) | st.text(max_size=80))
def test_pieces_joined_are_the_text(text: str) -> None:
    assert "".join(piece if isinstance(piece, str) else piece.text for piece in pieces(text, LETTERS)) == text


@pytest.mark.some(3)
@pytest.mark.parametrize("part", ["b_w+", "b_w++", "(b_w", "b_w)", "max(b_w,", "T = ", "2*", "L → ", "a ", "b_w-b_w "])
def test_long_texts_are_read_within_bounds(part: str) -> None:
    """In a time that grows with their length."""
    text = part * (20_000 // len(part))
    assert "".join(p if isinstance(p, str) else p.text for p in pieces(text, LETTERS)) == text


@pytest.mark.parametrize(
    ("text", "held"),
    [("(∂y/∂x)_z", ("z",)), ("(∂y/∂x)_(z, t_w)", ("z", "t_w")), ("(∂y/∂x)", None), ("(∂y/∂q)_z", None)],
)
def test_a_derivative_that_holds_something_is_a_formula(text: str, held: tuple[str, ...] | None) -> None:
    """All of its names are known; the words around it are read as they were."""
    known = {name: name for name in ("x", "y", "z", "t_w")}
    found = [piece for piece in pieces(f"so {text}, at fixed z", known) if not isinstance(piece, str)]
    assert found[-1].tree == Name("z")
    trees = [each.tree for each in found if isinstance(each.tree, PartialDerivative)]
    assert trees == ([] if held is None else [PartialDerivative("y", "x", held)])


@pytest.mark.parametrize(
    ("printer", "shown"),
    [
        (GrammarPrinter(), "(∂y/∂x)_(z, t)"),
        (LatexPrinter({}), r"\left(\frac{\partial y}{\partial x}\right)_{z,\ t}"),
    ],
)
def test_a_derivative_that_holds_something_is_set(printer: Printer[str], shown: str) -> None:
    assert printer.statement(PartialDerivative("y", "x", ("z", "t"))) == shown
