"""Powers of many digits, and values that are lost in them."""

from fractions import Fraction
from math import exp

import pytest
from sympy import Float, Rational

from derivations import Board, InputError, Notation, Premise, Scenario, UndecidedError, parse_value
from derivations.language.quantity import Quantity
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.substitution import gap

from .loaded import evaluated, loaded

OPEN = Premise("open", "y*(z - n^a) = 1")


@pytest.mark.parametrize("exponent", ["0.3478", "-0.3478", "1829/5000"])
@pytest.mark.parametrize("size", ["70662334455668", "6", "360360000017", "1/70662334455668"])
def test_a_power_with_many_digits_is_a_number_at_once(exponent: str, size: str) -> None:
    """No hunt for the factors of numbers that are thousands of digits long."""
    notation = Notation.of("y [] a power\nbase [] a number\ne [] (real) an exponent")
    board = Board(notation)
    raised = board.take(Premise("raised", "y = base^e"))
    values = {"base": parse_value(size), "e": parse_value(exponent)}
    line = Evaluation(board.finish(raised), Scenario("mine", "mine", values)).line("raised")
    assert line.value is not None
    assert not line.exact
    expected = float(Fraction(size)) ** float(Fraction(exponent))
    assert float(line.value) == pytest.approx(expected, rel=1e-12)


def test_a_root_that_has_a_number_stays_exact() -> None:
    """The square root of four is two."""
    line = evaluated(loaded(premise="t = sqrt(x)*S/W", solved="W"), t="1 s", S="8 GB", x="1/4").line("solved")
    assert line.exact
    assert line.value == 4 * 10**9


def powered(relation: str, **texts: str) -> Evaluation:
    """A premise with decimal powers, where `q` is defined as one."""
    quantities = (Quantity("x", "", "size"), Quantity("p", "", "power"), Quantity("u", "", "result"),
                  Quantity("q", "", "a power", definition="x^(3478/10000)"))
    board = Board(Notation(quantities))
    handles = board.take(Premise("load", relation)), board.define("power", "q")
    return evaluated(board.finish(handles[0].name), **texts)


def test_a_value_beside_a_definition_by_a_decimal_power() -> None:
    """The two agree where they are one number, and are refused in one line where they are not."""
    assert powered("u = q", x="1", q="1").line("load").value == 1
    with pytest.raises(InputError, match=r"q = 21\.8748 is given, but x makes it 21\.88"):
        powered("u = q", x="7123", q="21.8748")


def test_rounding_of_decimal_powers_decides_no_condition() -> None:
    """Two ways to write one number are not below one another."""
    power = Float(7, 40) ** Rational(3478, 10000)
    assert gap(power, power * (1 + Float(10, 40) ** -36)) == 0
    assert gap(power, power * (1 + Float(10, 40) ** -20)) < 0


def test_a_power_that_would_fill_pages() -> None:
    """Is no number to write out; one and zero to any power are."""
    assert powered("u = x^p", x="1", p="100000").line("load").value == 1
    with pytest.raises(UndecidedError, match="too far from one to write out"):
        powered("u = x^p", x="7123", p="100000").line("load")


@pytest.mark.parametrize(
    ("relation", "x", "p", "power"),
    [
        ("u = (1 + x)^p", "1e-45", "1e45", 1),
        ("u = (1 + x)^(-p)", "1e-59", "1e60", -10),
        ("u = (1 + sqrt(x))^p", "1e-40", "2e20", 2),
    ],
)
def test_a_number_close_to_one_keeps_its_digits_under_a_large_power(
    relation: str, x: str, p: str, power: int
) -> None:
    """A relative error of the base grows by as much as the exponent: (1 + 1/n)^n is e, and not 1."""
    value = powered(relation, x=x, p=p).line("load").value
    assert float(value) == pytest.approx(exp(power), rel=1e-15)  # type: ignore[arg-type]


def test_a_power_of_digits_that_are_lost_has_no_number() -> None:
    """A decimal power is known to forty figures, which a far larger one leaves nothing of."""
    with pytest.raises(UndecidedError, match=r"is a power of 1e36 here, which is too large to write out"):
        powered("u = (1 + x^0.3478)^p", x="1e-60", p="1e36").line("load")


@pytest.mark.parametrize(("relation", "told"), [("u = exp(p)", "10^4.343e59"), ("u = exp(-p)", "10^-4.343e59")])
def test_an_exponential_beyond_all_bounds_is_told_by_its_power_of_ten(relation: str, told: str) -> None:
    with pytest.raises(UndecidedError) as caught:
        powered(relation, p="1e60").line("load")
    assert str(caught.value) == f"{told} is too far from one to write out"


@pytest.mark.parametrize(
    "relation",
    [
        "a = max(1/b, 2)",
        "a = min(1, log(b))",
        "a = max(sqrt(b - 1), 1)",
        "a = max(1/c, 1)",  # the definition of c is zero, whatever b
        "a = max(log(c), 1)",
        "a = (b - 1)^(1/2 + c) + 1",
    ],
)
def test_what_is_no_number_has_no_value_inside_a_max_either(relation: str) -> None:
    """A quotient by zero and the root of a negative number cannot be compared with anything."""
    board = Board(Notation.of("a [] first\nb [] (real) second\nc [] (real) third"))
    board.take(Premise("quotient", relation))
    board.take(Premise("difference", "c = b/2 - b*0.5"))
    line = evaluated(board.finish(), b="0").line("quotient")
    assert line.value is None
    assert line.result == "no value here: the formula divides by zero or leaves the real numbers"


def test_a_value_beside_a_premise_that_is_no_real_number_there() -> None:
    """No state of the premise has these numbers."""
    board = Board(Notation.of("a [] first\nb [] (real) second"))
    board.take(Premise("power", "a = b^(3/10)"))
    line = evaluated(board.finish(), a="2", b="-1").line("power")
    assert (line.value, line.result) == (None, "the numbers contradict power: b^(3/10) has no value")


def test_a_value_against_a_premise_that_is_a_number_names_the_premise() -> None:
    """Nothing stands behind it that could be given instead."""
    board = Board(Notation.of("x [] share\ny [] result"))
    board.take(Premise("worst", "x = 1"))
    board.take(Premise("load", "y = 2*x"))
    assert evaluated(board.finish(), x="1").line("load").value == 2
    with pytest.raises(InputError) as caught:
        evaluated(board.finish(), x="0.1")
    told = "x = 0.1 is given, but worst says that it is 1: replace that premise, or leave the value out"
    assert str(caught.value) == told
