"""SymPy both ways: premises from its equations, and results as its exact numbers."""

import pytest
from sympy import Eq, Ge, Integer, Rational, Symbol, log, sqrt, symbols

from derivations import Alternative, Board, Claim, InputError, Notation, Premise, Report, UndecidedError, derive
from derivations.derivation.script import Handle

t, S, W, x, y = symbols("t S W x y")
NOTATION = Notation.of("""
    t [ms] time
    S [byte] size
    W [byte/s] bandwidth
    x [] a root
    y [] a logarithm
""")


def body(board: Board) -> Handle:
    """The time of reading something, and two numbers that are no fractions."""
    load = board.take(Premise("load", Eq(t, S / W), because="bytes over their rate",
                              alternatives=(Alternative("twice", Eq(t, 2 * S / W), "read twice"),)))
    board.take(Premise("root", Eq(x, sqrt(S / W / Symbol("t")) * sqrt(2))))
    board.take(Premise("logarithm", Eq(y, log(3 * x))))
    return load


CLAIM = Claim(
    name="reading", title="Reading", notation=NOTATION, body=body, defaults={"S": "1 GB", "W": "3 GB/s"},
)


def root(board: Board) -> Handle:
    """A number that no formula gives."""
    return board.solve("root", board.take(Premise("sum", "x + x^5 = y", because="of a number and a power")), for_="x")


IN_NUMBERS = Claim(name="root", title="Root", notation=Notation(tuple(map(NOTATION.__getitem__, "xy"))), body=root)


def test_a_premise_is_an_equation_of_sympy() -> None:
    """Its symbols, which know nothing of units, stand for the quantities of their names."""
    report = derive(CLAIM)
    assert report["load"].relation == derive(CLAIM, premises={"load": "t = S/W"})["load"].relation
    assert str(derive(CLAIM, premises={"load": "twice"})["load"].relation) == "t = 2*S/W"
    assert str(derive(CLAIM, premises={"load": Eq(t, 3 * S / W)})["load"].relation) == "t = 3*S/W"
    assert Premise("bound", Ge(t, S / W)).relation == "t >= S/W"


def test_a_result_is_an_exact_number_in_its_unit(as_built: Report) -> None:
    """A fraction is one, and roots and logarithms stay what they are."""
    report = derive(CLAIM)
    assert report["load"].exact == Rational(1000, 3)
    assert report["root"].exact == sqrt(2)
    assert report["logarithm"].exact == log(2) / 2 + log(3)
    batch = as_built["balance-batch"]
    assert batch.exact == Rational(batch.value.numerator, batch.value.denominator)
    assert as_built["grouped"].exact == batch.exact


def test_the_equation_of_a_step_comes_out_as_one_of_sympy(as_built: Report) -> None:
    """With the assumptions of its quantities."""
    relation = as_built["ridge-times-sparsity"].relation
    assert relation is not None
    equation = relation.as_eq()
    assert isinstance(equation, Eq)
    assert all(symbol.is_positive for symbol in equation.free_symbols)


def test_what_is_no_relation_is_told(long_context: Report) -> None:
    """As is what has no number, or none that is exact."""
    with pytest.raises(InputError, match="what SymPy has decided is no relation any more"):
        Premise("two", Eq(Integer(2), 2))
    with pytest.raises(InputError, match="cannot read 'S/W' as a relation"):
        Premise("half", S / W)
    with pytest.raises(UndecidedError, match="has no number: no balance"):
        _ = long_context[long_context.headline.name].exact
    found = derive(IN_NUMBERS, values={"y": "3"})
    with pytest.raises(UndecidedError, match="is found by numbers"):
        _ = found[found.headline.name].exact
