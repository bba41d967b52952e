"""Concrete functions through given points."""

import pytest
from sympy import Integer, Lambda, Rational, diff

from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import relation
from derivations.proof.interpolation import functions_in, realised, variables
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.uninterpreted import apart
from derivations.proof.verdict import Finding

from .functions import FALSE, NOTATION, question


@pytest.mark.parametrize("line", [line for line in FALSE if "F" not in line])
def test_a_counterexample_can_be_put_back(line: str) -> None:
    """With the functions that it names, everything given holds and the goal does not."""
    obligation = question(line)
    shown = prove(obligation).counterexample
    values = {NOTATION[name].symbol: value for name, value in shown.items() if name in NOTATION}
    values |= functions_in(shown, NOTATION)
    difference = obligation.goal.difference.xreplace(values)
    if obligation.goal.is_equation:
        assert difference != 0 or difference.free_symbols
    assert all(item.difference.xreplace(values) == 0 for item in obligation.given if item.is_equation)


def test_the_function_is_named() -> None:
    assert "h(t)" in prove(question("h(r) = h(s)")).counterexample
    assert "h2(s, t)" in prove(question("h2(r, s) = h2(s, r)")).counterexample


@pytest.mark.parametrize("line", ["share(r) = share(s)", "share(r) + share(s) <= 1", "share(r) <= share(s)*share(t)"])
def test_a_function_stays_in_its_range(line: str) -> None:
    """A share is above zero and at most one between the points, too."""
    (function,) = functions_in(prove(question(line)).counterexample, NOTATION).values()
    for place in range(-40, 41):
        assert 0 < function(Rational(place, 4)) <= 1


def test_a_function_and_its_derivative_are_one_curve() -> None:
    shown = prove(question("smooth(r) = smooth(s) + slope(s)*(r - s)")).counterexample
    functions = functions_in(shown, NOTATION)
    (letter,) = variables(1)
    curve, its_slope = (functions[NOTATION[name].symbol] for name in ("smooth", "slope"))
    assert diff(curve(letter), letter) == its_slope(letter)


def test_two_values_for_one_argument_are_no_function() -> None:
    obligation = question("h(r) = h(s)")
    plain = apart(obligation)
    first, second = (term.symbol.name for term in plain.terms)
    same = {"r": Integer(1), "s": Integer(1)}
    assert realised(obligation, plain, {first: Integer(1), second: Integer(2), **same}) is None


def test_values_alone_name_no_function() -> None:
    assert functions_in({"F(0)": Integer(1), "a": Integer(0)}, NOTATION) == {}
    (letter,) = variables(1)
    assert functions_in({"h(t)": letter + 1}, NOTATION) == {NOTATION["h"].symbol: Lambda((letter,), letter + 1)}


def test_refuted_means_that_it_was_put_back() -> None:
    assert prove(question("h(r) = h(s)")).finding is Finding.REFUTED


def _smooth(**domains: str) -> Notation:
    """Functions u and v of derivative w; up, which rises; round_ and back, each the derivative of the other."""
    derivative = {"u": "w", "v": "w", "w": "", "up": "slope_up", "slope_up": "", "round_": "back", "back": "round_"}
    return Notation(tuple(
        Quantity(name, "", "a function", domains.get(name, "real"), of=("",), derivative=of)
        for name, of in derivative.items()
    ))


@pytest.mark.parametrize(
    "line",
    [
        "up(1) > up(0)",
        "u(1) - v(1) = u(0) - v(0)",
        "u(1) - v(1) = u(0) - v(0) | w(2) = 3",
        "round_(2) = 0 | round_(0) = 0 | round_(1) = 0",
    ],
)
def test_no_function_refutes_that_has_not_the_derivative_declared(line: str) -> None:
    """Each is true, by the derivative, of which the prover knows nothing."""
    assert prove(Obligation(relation("up(1) > up(0)", _smooth()), ())).finding is Finding.REFUTED  # and kept apart
    own = _smooth(slope_up="positive")
    goal, *given = (relation(part, own) for part in line.split("|"))
    assert prove(Obligation(goal, tuple(given))).finding is Finding.INCONCLUSIVE


@pytest.mark.parametrize("line", ["up(1) > up(0)", "u(1) = u(0) + w(0)", "w(1) = w(0)"])
def test_where_a_derivative_may_have_any_value_functions_are_found(line: str) -> None:
    assert prove(Obligation(relation(line, _smooth()), ())).finding is Finding.REFUTED
