"""Formulas as people write them: what says the same as an equality is read as one, and it is said what was read."""

import pytest

from derivations import InputError, Notation
from derivations.language.printing.text import relation_text
from derivations.language.tree import WrittenRelation
from derivations.study.judge.formula import Conditional, conditional, latex_formula, typed

NOTATION = Notation.of(
    "B [] batch\nB_opt [] best batch\nL [] length\nN [] size\nf(1) [] any function")


def told(found: Conditional) -> tuple[str, tuple[str, ...]]:
    """The relation, and what was read in place of what is written."""
    assert isinstance(found.formula, WrittenRelation)
    return relation_text(found.formula), found.read


@pytest.mark.parametrize(
    ("text", "relation", "read"),
    [
        ("B = 2*L", "B = 2*L", ()),
        ("B := 2*L", "B = 2*L", ()),
        ("B ≡ 2*L", "B = 2*L", ()),
        ("B ~ 2*L", "B = 2*L", ("= in place of ~",)),
        ("B ≈ 2*L if L > 1", "B = 2*L", ("= in place of ≈",)),
        ("B^* = 2*L", "B = 2*L", ("B in place of B^*",)),
        ("B* = 2*L", "B = 2*L", ("B in place of B*",)),
        ("B = 2*x where x = 3*L", "B = 2*3*L", ("3*L in place of x",)),
        ("B(L, N) = 2*L", "B = 2*L", ("B in place of B(L, N)",)),
        ("B(N) := 2*L", "B = 2*L", ("B in place of B(N)",)),
        ("f(L) = 2*L", "f(L) = 2*L", ()),
        ("max(B, L) = 2*L", "max(B, L) = 2*L", ()),
    ],
)
def test_a_formula_is_read_as_people_type_it(text: str, relation: str, read: tuple[str, ...]) -> None:
    """A function of a notation, and one that everybody knows, stays one."""
    assert told(conditional(text, NOTATION)) == (relation, read)


@pytest.mark.parametrize(
    ("text", "relation", "read"),
    [
        (r"B = 2 L", "B = 2*L", ()),
        (r"B := 2 L", "B = 2*L", ()),
        (r"B \coloneqq 2 L", "B = 2*L", ()),
        (r"B \triangleq 2 L", "B = 2*L", ()),
        (r"B \equiv 2 L", "B = 2*L", ()),
        (r"B \approx 2 L", "B = 2*L", (r"= in place of \approx",)),
        (r"B \sim 2 L", "B = 2*L", (r"= in place of \sim",)),
        (r"B_{\mathrm{opt}}(L, N) = 2 L", "B_opt = 2*L",
         (r"B_{\mathrm{opt}} in place of B_{\mathrm{opt}}(L, N)",)),
        (r"B\left(N\right) \ge 2 L", "B >= 2*L", (r"B in place of B\left(N\right)",)),
        (r"B^\star = 2 L", "B = 2*L", (r"B in place of B^\star",)),
        (r"B^{*} = 2 L", "B = 2*L", ("B in place of B^{*}",)),
        (r"B_{opt}^{\ast}(N) = 2 L", "B_opt = 2*L",
         (r"B_{opt} in place of B_{opt}^{\ast}", "B_{opt} in place of B_{opt} (N)")),
    ],
)
def test_a_formula_is_read_as_people_set_it(text: str, relation: str, read: tuple[str, ...]) -> None:
    """In LaTeX."""
    assert told(latex_formula(text, NOTATION)) == (relation, read)


@pytest.mark.parametrize(
    ("text", "letters", "relation"),
    [
        ("B = x", {r"\gamma": "2*L", "x": "L + 1"}, "B = L + 1"),
        ("B = gamma + 1", {r"\gamma": "L - 1"}, "B = L - 1 + 1"),
        (r"B = \gamma + 1", {r"\gamma": "L - 1"}, "B = L - 1 + 1"),
        ("B = 2*N_act", {"N_{act}": "N"}, "B = 2*N"),
        ("B = N_{act}", {"N_{act}": "N"}, "B = N"),
        (r"B = \frac{x}{2} \text{where} x = 3 L", {}, "B = 3*L/2"),
        ("B = n_q*L", {"n_q": "32"}, "B = 32*L"),
    ],
)
def test_a_letter_of_ones_own_is_typed_or_set(text: str, letters: dict[str, str], relation: str) -> None:
    """With a command of LaTeX the formula is LaTeX; and a letter set in it is typed as its name."""
    assert told(typed(text, NOTATION, letters))[0] == relation


def test_a_star_stays_where_the_letter_stands_without_one_too() -> None:
    """The best batch is not any batch; and one that is given is that letter."""
    with pytest.raises(InputError, match="unknown letter"):
        latex_formula(r"B^\star = 2 B", NOTATION)
    assert told(latex_formula(r"B^\star = 2 B", NOTATION, {r"B^\star": "B_opt"})) == ("B_opt = 2*B", ())


@pytest.mark.parametrize("text", ["B ~ L ~ 2", "B(L) + 1 = 2*L", "B((L)) = 2", "(B)(L) = 2", "2(L) = B"])
def test_what_says_something_else_is_refused(text: str) -> None:
    """A second sign, or a product with parentheses that nobody typed a sign before."""
    with pytest.raises(InputError):
        conditional(text, NOTATION)
