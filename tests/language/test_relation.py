"""Relations: two sides and an operator that stay what they are."""

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import Eq, Function, Gt, Integer, Sum, Symbol

from derivations.errors import DimensionError, GrammarError, InputError, UnknownNameError
from derivations.language.functions import has_terms_of_functions
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, Relation, bind, from_sides, from_written, relation

from ..proof.expressions import names, numbers, relations, trees

NOTATION = Notation.of("t [s] time\nS [byte] size\nW [byte/s] bandwidth\nB [sequence] batch\nn [] number")


def test_a_relation_never_collapses() -> None:
    """`sympy.Eq(B, B)` is True; a relation stays a relation."""
    same = relation("B = B", NOTATION)
    assert (str(same), same.difference) == ("B = B", 0)
    assert str(relation("n = 0 - 1", NOTATION)) == "n = 0 - 1"
    assert isinstance(same.as_eq(), sympy.core.relational.Relational)


def test_relations_are_equal_when_their_sides_are_however_written() -> None:
    first, second = relation("t = S/W", NOTATION), relation("t = 1/W*S", NOTATION)
    assert first == second
    assert hash(first) == hash(second)
    assert str(first) != str(second)
    assert first != relation("t >= S/W", NOTATION)
    assert first != relation("S/W = t", NOTATION)


def test_quantities_are_listed_and_units_are_not() -> None:
    item = relation("t >= 3[s] + S/W", NOTATION)
    assert {symbol.name for symbol in item.symbols} == {"t", "S", "W"}
    assert item.written_left == "t"
    assert not item.is_equation


@pytest.mark.parametrize(("operator", "other"), FLIPPED.items())
def test_turning_round_flips_the_operator(operator: str, other: str) -> None:
    assert FLIPPED[other] == operator
    assert (operator == "=") == (other == "=")


def test_a_sympy_relation_is_bound_to_the_quantities_of_the_same_name() -> None:
    """Plain symbols and symbols with assumptions differ to SymPy, and a substitution would do nothing."""
    t, S, W = sympy.symbols("t S W")
    item = relation(Eq(t, S / W), NOTATION)
    assert item == relation("t = S/W", NOTATION)
    assert all(symbol.is_positive for symbol in item.symbols)
    assert relation(Gt(t, S / W), NOTATION).operator == ">"


def test_a_relation_of_another_notation_is_read_in_this_one() -> None:
    wide = NOTATION.extended(Notation.of("x [] more"))
    item = relation(relation("t = S/W", NOTATION), wide)
    assert item.notation is wide
    assert str(item) == "t = S/W"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("t = S", DimensionError),
        ("t = S/W + S", DimensionError),
        ("t = x", GrammarError),
        ("t", GrammarError),
        ("t = 1/(W - W)", InputError),
        ("n = sqrt(0 - 1)", InputError),
    ],
)
def test_what_is_no_relation_is_an_error(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        relation(text, NOTATION)


def test_what_is_neither_text_nor_relation_is_an_error() -> None:
    with pytest.raises(InputError, match="give text or a SymPy relation"):
        relation(Symbol("t"), NOTATION)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="give text or a SymPy relation"):
        relation(sympy.Ne(Symbol("t"), Symbol("S")), NOTATION)


def test_an_unknown_symbol_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="unknown quantity 'WW'"):
        bind(Symbol("WW") + 1, NOTATION)


def test_sides_are_written_in_the_order_of_the_notation() -> None:
    symbol = {quantity.name: quantity.symbol for quantity in NOTATION}
    item = from_sides(symbol["t"], "=", symbol["S"] / symbol["W"] * symbol["n"] * 2, NOTATION)
    assert str(item) == "t = 2*S*n/W"


def test_dimensions_are_checked_however_a_relation_comes_about() -> None:
    with pytest.raises(DimensionError):
        from_sides(NOTATION["t"].symbol, "=", NOTATION["S"].symbol, NOTATION)
    assert from_sides(NOTATION["t"].symbol, ">", Integer(0), NOTATION).operator == ">"


def test_the_formula_shows_the_letters_of_the_notation() -> None:
    assert relation("t = S/W", NOTATION).latex == r"t = \frac{S}{W}"
    assert relation("t = S/W", NOTATION)._repr_latex_().startswith("$")


@given(relations(trees(st.one_of(names, numbers))))
def test_text_round_trips(item: Relation | None) -> None:
    """What a relation says of itself is read back as the same relation."""
    assume(item is not None)
    try:
        again = relation(str(item), item.notation)
    except GrammarError as error:
        assume("division by zero" not in str(error))  # a tree made by hand may hold 1/(a/0), which no text can
        raise
    assert again == item
    assert again.written == from_written(item.written, item.notation).written


@pytest.mark.parametrize("known", [{}, {"integer": True}, {"integer": True, "nonnegative": True}], ids=str)
def test_an_index_of_sympys_is_no_quantity_of_its_name(known: dict[str, bool]) -> None:
    """The same symbol counts inside of the sum, and is a quantity beside it."""
    symbol = Symbol("k", **known)
    own = Notation.of("k [] (whole) index\nn [] (whole) number of terms\nx(index) [] (real) sequence\nr [] (real) sum")
    x, n, r = Function("x"), Symbol("n"), Symbol("r")
    made = relation(Eq(r, x(symbol) + Sum(x(symbol), (symbol, 0, n)), evaluate=False), own)
    assert made.lhs == own["r"].symbol
    assert made.rhs == relation("r = x(k) + sum(x(k), k, 0, n)", own).rhs
    assert has_terms_of_functions(made.rhs)


@pytest.mark.parametrize(
    ("text", "name"),
    [("a = b", "a"), ("a*1 = b", "a"), ("a + b - b = c", "a"), ("a*b = c", ""), ("2*a = c", ""), ("1 = a", ""),
     ("sqrt(a)^2 = b", "a"), ("max(a, b) = c", ""), ("a^2/a = b", "a")],
)
def test_a_side_has_the_name_of_the_symbol_that_sympy_makes_of_it(text: str, name: str) -> None:
    """However it was written; where nothing can cancel, SymPy is not asked."""
    item = relation(text, Notation.of("a [] x\nb [] y\nc [] z"))
    assert item.left.name == name
    assert (isinstance(item.lhs, Symbol) and item.lhs.name) == (name or False)


def test_a_relation_as_it_was_written_is_the_one_that_was_read() -> None:
    """Equal, with the same hash, and printed alike, whether or not its sides were made before."""
    notation, shorter = Notation.of("a [] x\nb [] y"), Notation.of("b [] y\na [] x")
    read = relation("a = b*(a + 1)/b", notation)
    kept = Relation.as_written(read.written, notation)
    assert (str(kept), kept.latex, kept.names, kept.letters) == (str(read), read.latex, {"a", "b"}, {"a", "b"})
    assert (kept, hash(kept)) == (read, hash(read))
    assert kept.in_notation(shorter) == Relation.as_written(read.written, notation).in_notation(shorter)
    assert kept.left.same_as(read.left)
    assert not kept.left.same_as(read.right)
