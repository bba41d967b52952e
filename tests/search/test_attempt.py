"""An attempt that finds no answer says why, and never as the reader's error."""

from __future__ import annotations

import pytest
from sympy.polys.polyerrors import PolynomialError

from derivations import Board, Notation, Premise, Quantity
from derivations.errors import DimensionError, InputError, UndecidedError, WritingError
from derivations.search.time_limit import attempt


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (ValueError("not in\nlist"), "SymPy fails here: ValueError: not in list"),
        (TypeError("zoo is not comparable"), "SymPy fails here: TypeError"),
        (ZeroDivisionError(), "SymPy fails here: ZeroDivisionError"),
        (PolynomialError("no"), "SymPy fails here: PolynomialError"),
        (DimensionError("a is byte but b is token"), "does not keep its units together: a is byte"),
        (WritingError("cannot write I"), "what was computed is no relation: cannot write I"),
        (UndecidedError("no closed form"), "no closed form"),
    ],
)
def test_failures_become_the_engines_own(failure: Exception, told: str) -> None:
    """One line with the kind and the reason."""
    with pytest.raises(UndecidedError, match=told) as caught, attempt(0):
        raise failure
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("failure", [InputError("yours"), KeyError("ours"), KeyboardInterrupt()])
def test_the_rest_goes_on(failure: BaseException) -> None:
    """What the reader got wrong stays the reader's, and a slip in this package is not hidden."""
    with pytest.raises(type(failure)), attempt(0):
        raise failure


def test_units_torn_apart_leave_the_step_inconclusive() -> None:
    """A logarithm of a ratio of units cannot be shown in pieces; the board goes on."""
    quantities = [("y", ""), ("x", "token"), ("c", ""), ("y_x", "1/token")]
    board = Board(Notation(tuple(Quantity(name, unit, name) for name, unit in quantities)))
    taken = board.take(Premise("taken", "y = c*log(1 + x/1[token])*log(x/1[token])"))
    board.solve("solved", taken, for_="c")
    board.differentiate("slope", taken, "x", "y_x")
    derivation = board.finish()
    assert str(derivation["slope"].verdict.finding) == "inconclusive"
