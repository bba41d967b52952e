"""A least value that only numbers find: its bracket, that it is the only one, and how it follows what is given."""

from fractions import Fraction
from math import exp, sqrt

import pytest

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Premise
from derivations.derivation.recheck import recheck, upheld
from derivations.derivation.stored import restored, stored
from derivations.language.quantity import Notation
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.scenario import Scenario
from derivations.numbers.sensitivity import elasticity
from derivations.numbers.value import parse_value
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    t [] what is to be least
    x [] what varies
    f [] (fraction) a share
    a [] first
    b [] second
    c [] third
    u [] the least value
""")
SAVES = "t = (exp((x + a)/b) - 1)/x"


def _derived(formula: str, over: str = "x") -> Derivation:
    board = Board(NOTATION)
    taken = board.take(Premise("formula", formula, because="given"))
    best = board.minimise("best", taken, over=over, because="least")
    board.substitute("least", taken, (best,), because="put in")
    return board.finish()


def _line(derivation: Derivation, step: str = "best", **values: str) -> NumbersLine:
    scenario = Scenario("test", "a test", {name: parse_value(text) for name, text in values.items()})
    return Evaluation(derivation, scenario).line(step)


def _by_search(formula: object, low: float, high: float) -> float:
    """The least of a function of one number, by thirds."""
    for _ in range(200):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, second) if formula(first) < formula(second) else (first, high)  # type: ignore[operator]
    return low


def test_the_equation_of_the_slope_is_left_for_numbers() -> None:
    found = _derived(SAVES)["best"]
    assert (found.verdict.finding, found.unknown) == (Finding.NUMERIC, "x")
    assert found.verdict.reason == "x is found in numbers, and is least at one value at most"
    assert upheld(recheck(_derived(SAVES)))
    assert upheld(recheck(restored(stored(_derived(SAVES)))))


@pytest.mark.parametrize(("delay", "mean"), [("30", "11124"), ("120", "11124"), ("2", "100"), ("1", "1/2")])
def test_the_value_is_that_of_a_search(delay: str, mean: str) -> None:
    line = _line(_derived(SAVES), a=delay, b=mean)
    a, b = float(Fraction(delay)), float(Fraction(mean))
    assert line.value is not None
    best = _by_search(lambda x: (exp((x + a) / b) - 1) / x, 1e-6, 10 * sqrt(2 * a * b))
    assert float(line.value) == pytest.approx(best, rel=1e-6)
    assert line.numeric is not None
    assert line.numeric.words.startswith("one minimum from ")


def test_the_least_value_follows_from_it() -> None:
    """Later steps go on with the number."""
    derivation = _derived(SAVES)
    x = float(_line(derivation, a="30", b="11124").value or 0)
    least = _line(derivation, "least", a="30", b="11124").value
    assert float(least or 0) == pytest.approx((exp((x + 30) / 11124) - 1) / x, rel=1e-9)


def test_it_follows_what_is_given_by_the_implicit_function_theorem() -> None:
    """The elasticity is that of two values nearby."""
    derivation = _derived(SAVES)
    scenario = Scenario("test", "a test", {"a": parse_value("30"), "b": parse_value("11124")})
    told = float(elasticity(Evaluation(derivation, scenario), "best", "a").removesuffix(" here"))
    low, high = (float(_line(derivation, a=text, b="11124").value or 0) for text in ("29.97", "30.03"))
    assert told == pytest.approx((high - low) / low / 0.002, abs=2e-3)


def test_a_least_value_at_an_end_is_told_as_that() -> None:
    """A share cannot be more than one: before that the cost only falls."""
    derivation = _derived("t = a/f + b*f + c*f^2/2 + c*sqrt(f)", "f")
    inside, at_the_end = (_line(derivation, a=text, b="1", c="1") for text in ("1/10", "100"))
    assert inside.value is not None
    assert at_the_end.value is None
    assert "it falls or rises all the way, and is least at an end or beyond" in at_the_end.undefined


def test_several_points_are_no_least_one() -> None:
    """Two valleys: which is deeper is not told."""
    derivation = _derived("t = x^6 - a*x^5 + b*x^4 - c*x^3 + x")
    assert derivation["best"].verdict.reason == "x is found in numbers; that it is least there is for numbers to tell"
    line = _line(derivation, a="6", b="12", c="9")
    assert line.value is None
    assert "points from " in line.undefined
    assert "which is least is not told" in line.undefined


def test_a_greatest_value_is_not_taken_for_the_least() -> None:
    derivation = _derived("t = a*x - x^5 - x^3 - x^2")
    line = _line(derivation, a="20")
    assert line.value is None
    assert "it does not turn from falling to rising" in line.undefined


def _broken(beside: str, **values: str) -> tuple[str, ...]:
    """What numbers contradict where x*log(x) is least, at 1/e, beside another premise."""
    board = Board(Notation.of("y [1] (real) y\nx [1] x\nt [1] t\nn [1] (whole) n"))
    taken = board.take(Premise("formula", "y = x*log(x)"))
    board.take(Premise("beside", beside))
    board.minimise("best", taken, over="x")
    scenario = Scenario("test", "a test", {name: parse_value(text) for name, text in values.items()})
    return tuple(map(str, Evaluation(board.finish("best"), scenario).contradictions))


@pytest.mark.parametrize(
    ("beside", "values", "told"),
    [("x >= 1", {}, "x = 0.3679"), ("x <= t", {"t": "0.3"}, "x = 0.3679 and t = 0.3"),
     ("x = t", {"t": "1"}, "x = 0.3679 and t = 1"), ("t = x^2", {"t": "0.1"}, "t = 0.1 and x^2 = 0.1353"),
     ("x = n", {}, "n = 0.3679 by it, which must be a whole number"), ("x*n = 1", {}, "n = 2.718 by it"),
     ("y >= -t", {"t": "0.3"}, "y = -0.3679 and -t = -0.3")],
)
def test_a_least_value_in_numbers_is_held_against_other_premises(
    beside: str, values: dict[str, str], told: str
) -> None:
    """Bounds, ties and whole numbers: each is broken by a number that the search found."""
    assert told in next(iter(_broken(beside, **values)), "")


@pytest.mark.parametrize(("beside", "values"), [("x <= t", {"t": "0.4"}), ("log(x) + 1 = 0", {}), ("x <= exp(-1)", {}),
                                                ("x*exp(1) >= 1", {}), ("(x*exp(1))^2 = 1", {})])
def test_what_is_so_as_far_as_its_digits_go_is_not_broken(beside: str, values: dict[str, str]) -> None:
    """What is found to some digits leaves a rest where terms cancel: it is small beside these terms, and not beside 0.
    """
    assert not _broken(beside, **values)


def test_a_rest_that_digits_do_not_explain_is_broken() -> None:
    """A part in a million is no rounding."""
    assert _broken("log(x) + 1 = t", t="0.000001")


def test_what_is_open_of_a_least_value_in_numbers_is_said() -> None:
    board = Board(Notation.of("y [1] (real) y\nx [1] x"))
    taken = board.take(Premise("formula", "y = x*log(x)"))
    board.take(Premise("cap", "x >= 1"))
    board.minimise("best", taken, over="x")
    assert board.finish()["best"].verdict.reason.endswith("; nothing shows that premise cap allows it")
