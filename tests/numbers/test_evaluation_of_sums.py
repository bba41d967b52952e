"""Derivations that count: from a premise to a number, stored and taken out as a function."""

import math
from fractions import Fraction

import pytest

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Assumptions, Premise
from derivations.derivation.recheck import recheck, upheld
from derivations.errors import InputError
from derivations.language.quantity import Notation
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.scenario import Scenario
from derivations.numbers.value import parse_value
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    X [token/s] tokens that are asked for
    x_one [token/s] tokens of one replica
    N [] (integer) replicas
    X_all [token/s] tokens of all replicas
    m [] expected number of requests
    n_full [] (integer) requests at which the batch is full
    j [] (integer) requests
    F [] requests that are served together
    T [s] time of a pass
    t_mean [s] time for each request
    E [] (integer) experts
    R [] (integer) ranks
    k [] (integer) experts of a token
    i [] (integer) experts drawn before
    u [] (fraction) chance of an expert elsewhere
    S [] sum of shares
    f [] (fraction) share
""")


def _evaluated(derivation: Derivation, **texts: str) -> Evaluation:
    return Evaluation(derivation, Scenario("mine", "mine", {name: parse_value(text) for name, text in texts.items()}))


def _replicas() -> Derivation:
    board = Board(NOTATION)
    enough = board.take(Premise("enough", "N >= X/x_one", because="no request is turned away"))
    least = board.round_up("replicas", enough, because="there is no part of a replica")
    rate = board.take(Premise("rate", "X_all = N*x_one"))
    board.substitute("bought", rate, (least,))
    return board.finish("replicas")


def _capped(terms: str = "(n_full - j)*exp(-m)*m^j/factorial(j)") -> Derivation:
    board = Board(NOTATION)
    mean = board.take(Premise("capped", f"F = n_full - sum({terms}, j, 0, n_full - 1)"))
    time = board.take(Premise("shared", "t_mean = T/F"))
    board.substitute("time", time, (mean,))
    return board.finish("time")


def _elsewhere() -> Derivation:
    board = Board(NOTATION)
    board.take(Premise("elsewhere", "u = 1 - product((E/R - i)/(E - i), i, 0, k - 1)"))
    return board.finish("elsewhere")


def test_replicas_are_rounded_up() -> None:
    derivation = _replicas()
    assert str(derivation["replicas"].relation) == "N = ceil(X/x_one)"
    assert derivation["replicas"].verdict.shown
    assert derivation["replicas"].conditions == ()
    evaluation = _evaluated(derivation, X="500e6 token/s", x_one="128e3 token/s")
    line = evaluation.line("replicas")
    assert (line.value, line.exact) == (3907, True)
    assert evaluation.line("bought").value == 3907 * 128_000
    assert _evaluated(derivation, X="512e6 token/s", x_one="128e3 token/s").line("replicas").value == 4000


@pytest.mark.long
@pytest.mark.parametrize("full", [200, 2000])
def test_a_poisson_count_up_to_a_full_batch(full: int) -> None:
    """The index needs no value, and the numbers are those of plain arithmetic."""
    derivation = _capped()
    assert derivation["time"].verdict.shown
    evaluation = _evaluated(derivation, m=str(full), n_full=str(full), T="20 ms")
    line = evaluation.line("capped")
    weights = (math.exp(-full + j * math.log(full) - math.lgamma(j + 1)) for j in range(full))
    plain = full - math.fsum((full - j) * weight for j, weight in enumerate(weights))
    assert line.value is not None
    assert abs(float(line.value) - plain) < 1e-9
    assert not line.exact
    assert set(line.leaves) == {"m", "n_full"}
    time = evaluation.line("time").value
    assert time is not None
    assert float(time) == pytest.approx(0.02 / plain, rel=1e-12)
    assert evaluation.line("time").missing == ()


def test_a_sum_written_otherwise_is_the_same() -> None:
    """Another form of the premise, term by term, follows from it."""
    board = Board(NOTATION)
    mean = board.take(Premise("capped", "F = n_full - sum((n_full - j)*exp(-m)*m^j/factorial(j), j, 0, n_full - 1)"))
    first, second = (f"exp(-m)*sum({term}, j, 0, n_full - 1)" for term in ("m^j/factorial(j)", "j*m^j/factorial(j)"))
    other = f"F = n_full*(1 - {first}) + {second}"
    board.rewrite("in two sums", mean, other)
    board.reject("one term more", other.replace("n_full - 1))", "n_full))"), against=(mean,))
    derivation = board.finish()
    assert derivation["in two sums"].verdict.shown
    assert not derivation["in two sums"].fell_back
    assert derivation.rejects[0].verdict.finding is Finding.REFUTED


def test_the_chance_of_an_expert_elsewhere_is_exact() -> None:
    line = _evaluated(_elsewhere(), E="256", R="2", k="8").line("elsewhere")
    assert line.value == 1 - Fraction(math.comb(128, 8), math.comb(256, 8))
    assert line.exact


def test_a_range_between_no_whole_numbers_has_no_value() -> None:
    board = Board(NOTATION)
    board.take(Premise("sum", "S = sum(f^j, j, 1, n_full/2)"))
    line = _evaluated(board.finish("sum"), f="0.5", n_full="3").line("sum")
    assert line.value is None
    assert "no value here" in line.undefined


@pytest.mark.long
def test_a_closed_form_follows_by_induction_and_agrees_with_the_sum() -> None:
    board = Board(NOTATION)
    board.sum("series", "j*f^j", "j", "0", "n_full - 1", "n_full", "S")
    derivation = board.finish("series")
    assert derivation["series"].verdict.shown
    value = _evaluated(derivation, f="0.25", n_full="9").line("series").value
    assert value == sum(j * Fraction(1, 4) ** j for j in range(9))


def test_a_premise_may_count_with_the_letter_that_it_defines() -> None:
    """Its index is not the quantity on the left; outside of the sum it would be a circle."""
    board = Board(NOTATION)
    board.take(Premise("first", "k = sum(k, k, 1, n_full)"))
    with pytest.raises(InputError, match="circular"):
        board.take(Premise("second", "E = E + sum(i, i, 1, n_full)"))


@pytest.mark.parametrize("make", [_replicas, _capped, _elsewhere])
def test_they_are_stored_and_checked_again(make: object) -> None:
    derivation = make()  # type: ignore[operator]
    again = Derivation.from_json(derivation.to_json())
    assert again.checked() == derivation
    assert upheld(recheck(again))


def test_a_reader_may_replace_a_premise_by_a_sum() -> None:
    board = Board(NOTATION, Assumptions({"rate": "X_all = sum(x_one*j, j, 1, N)"}))
    board.take(Premise("rate", "X_all = N*x_one"))
    line = _evaluated(board.finish("rate"), N="4", x_one="3 token/s").line("rate")
    assert line.value == 30
