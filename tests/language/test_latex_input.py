"""Relations from LaTeX in the letters of a notation."""

import pytest

from derivations.errors import DimensionError, GrammarError, UnknownNameError
from derivations.language.latex_reading.reader import latex_relation, letters_of
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import relation

NOTATION = Notation(
    (
        Quantity("T", "s", "time"),
        Quantity("S", "byte", "size"),
        Quantity("W", "byte/s", "bandwidth"),
        Quantity("t_life", "s", "life", latex=r"t_{\mathrm{life}}"),
        Quantity("x_of", "", "share", latex="x(T)"),
    )
)


def test_a_formula_becomes_a_relation() -> None:
    """The relation is the one that the same formula in our own grammar is."""
    assert latex_relation(r"$$T \geq \frac{S}{W}.$$", NOTATION) == relation("T >= S/W", NOTATION)


def test_letters_of_the_text_come_before_those_of_the_notation() -> None:
    """A letter may be said to stand for another quantity, also one that the notation uses itself."""
    read = latex_relation(r"t^* = S/\text{BW}", NOTATION, {"BW": "W", "t^*": "t_life"})
    assert read == relation("t_life = S/W", NOTATION)
    assert latex_relation("T = S/W", NOTATION, {r"\mathrm{T}": "t_life"}) == relation("t_life = S/W", NOTATION)
    with pytest.raises(UnknownNameError, match="unknown quantity 'w'; did you mean W"):
        latex_relation("T = S/W", NOTATION, {"BW": "w"})


def test_dimensions_are_checked() -> None:
    """A formula that leaves out a unit is told what it measures."""
    with pytest.raises(DimensionError, match="T is s but S is byte"):
        latex_relation("T = S", NOTATION)


def test_a_quantity_whose_latex_is_no_letter_goes_by_its_name() -> None:
    """Its formula cannot be told from a product; everything else is read."""
    assert letters_of(NOTATION)["x_of"] == "x_of"
    assert latex_relation("x_of T = t_{life}", NOTATION) == relation("x_of*T = t_life", NOTATION)


def test_a_letter_of_two_quantities_is_refused_where_it_is_used() -> None:
    """A reader's own quantity may have the letter of another one."""
    twice = NOTATION.extended([Quantity("speed", "byte/s", "another bandwidth", latex=r"\mathrm{W}")])
    twice = twice.extended([Quantity("rate", "byte/s", "a third bandwidth", latex="W")])
    assert latex_relation("T = t_{life}", twice) == relation("T = t_life", twice)
    with pytest.raises(GrammarError, match="the letter 'W' stands for W and speed and rate"):
        latex_relation("T = S/W", twice)
    assert latex_relation("T = S/W", twice, {"W": "rate"}) == relation("T = S/rate", twice)
