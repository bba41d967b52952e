"""What SymPy cancels without being asked: a step gives the condition under which it may, or is not told as shown."""

import re
from collections.abc import Callable

import pytest

from derivations.derivation.board import Board
from derivations.derivation.premise import Assumptions, Premise
from derivations.derivation.script import Handle
from derivations.derivation.step import Step
from derivations.errors import InputError
from derivations.language.quantity import Notation
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    x [] (real) number
    y [] (real) another number
    u [] (real) third number
    v [] (real) fourth number
    w [] (real) fifth number
    q [] (nonnegative) what may be zero
    p [] positive number
    k [] (integer) index
    m [] (whole) count
    n [] (integer) another count
""")


def _step(argument: Callable[..., Handle], *premises: str) -> Step:
    """The step that an argument makes of a board and premises."""
    board = Board(NOTATION)
    taken = [board.take(Premise(f"given-{place}", text)) for place, text in enumerate(premises)]
    return board.finish(argument(board, *taken))["step"]


@pytest.mark.parametrize(
    "fact",
    [
        "v/v = 1", "q*(x/q) = x", "q/q <= 1", "0/v = 0", "sum(1, k, 1, p) = p", "product(2, k, 1, y) = 2^y",
        "sum(q, k, 1, x) >= 0", "factorial(m) = m*factorial(m - 1)",
    ],
)
def test_a_fact_that_has_no_value_somewhere_is_not_stated(fact: str) -> None:
    step = _step(lambda board: board.state("step", fact, []))
    assert not step.verdict.holds, step


@pytest.mark.parametrize(
    ("fact", "given"),
    [
        ("p/p = 1", ()), ("v/v = 1", ("v < 0",)), ("v/v = 1", ("y = u/v",)), ("q*(x/q) = x", ("q > 0",)),
        ("sum(1, k, 1, n) = n", ()), ("product(2, k, 1, m) = 2^m", ()),
        ("factorial(m) = m*factorial(m - 1)", ("m >= 1",)), ("factorial(n) = n*factorial(n - 1)", ()),
    ],
)
def test_where_it_has_a_value_it_is(fact: str, given: tuple[str, ...]) -> None:
    step = _step(lambda board, *taken: board.state("step", fact, taken), *given)
    assert step.verdict.shown, step
    assert step.conditions == ()


@pytest.mark.parametrize(
    ("equation", "unknown", "solution", "conditions"),
    [
        ("y*v = u", "y", "y = u/v", ["0 < v^2"]),
        ("y*q = u", "y", "y = u/q", ["0 < q"]),
        ("v/(v + x) = w", "x", "x = (v - v*w)/w", ["0 < w^2"]),
        ("y/v = u", "y", "y = u*v", []),  # the equation itself says that v is not zero
        ("y + u/v = w", "y", "y = (v*w - u)/v", []),
        ("y*p = u", "y", "y = u/p", []),
    ],
)
def test_a_solution_is_divided_by_what_is_not_zero(
    equation: str, unknown: str, solution: str, conditions: list[str]
) -> None:
    step = _step(lambda board, taken: board.solve("step", taken, unknown), equation)
    assert step.verdict.finding is Finding.PROVEN, step
    assert [str(each) for each in step.conditions] == conditions
    assert str(step.relation) == solution


def test_a_form_that_brings_a_division_in_is_given_up() -> None:
    """One that takes it out follows, as the premise has a value; and back, wherever that has one."""
    brought = _step(lambda board, taken: board.rewrite("step", taken, "y = u*v/v"), "y = u")
    assert brought.fell_back
    taken_out = _step(lambda board, taken: board.rewrite("step", taken, "y = x + v"), "y = (x^2 - v^2)/(x - v)")
    assert not taken_out.fell_back
    assert taken_out.verdict.finding is Finding.PROVEN


@pytest.mark.parametrize(
    ("premise", "where", "taken"),
    [
        ("y = q/q", "q is 0", "1"), ("y = 1/(1/v)", "v is 0", "v"),
        ("y = log(v) - log(v) + u", "v is not positive", "u"),
        ("y = p*0/q", "q is 0", "0"), ("y = sqrt(v)^2", "v is negative", "v"), ("y = p^(q/q)", "q is 0", "p"),
        ("y = max(v, q/q)", "q is 0", "max(v, 1)"), ("y = ceil(q/q + p)", "q is 0", "ceil(p) + 1"),
        ("y = factorial(m - 3) - factorial(m - 3)", "m - 3 is no whole number from 0 on", "0"),
        ("y = (v - w)/(v - w)", "v - w is 0", "1"), ("y = v^(2*u)/v^(2*u)", "v is not positive", "1"),
        ("y = sum(k/v*v, k, 1, 3)", "v is 0", "sum(k, k, 1, 3)"), ("y*v/v = u", "v is 0", "y"),
    ],
)
def test_what_would_be_believed_where_it_says_nothing_is_refused(premise: str, where: str, taken: str) -> None:
    """Also in a supposition, and where a reader replaces a premise by it."""
    for believe in (Board.take, Board.suppose):
        with pytest.raises(InputError, match=re.escape(f"has no value where {where}, and would be taken for {taken} ")):
            believe(Board(NOTATION), Premise("given", premise))
    with pytest.raises(InputError, match="write what is meant"):
        Board(NOTATION, Assumptions({"given": premise})).take(Premise("given", "y = p"))


@pytest.mark.parametrize(
    "premise",
    ["y = p/p", "y = 1/q + p/(q - p)", "y = (x - q)/(q - x)", "y = 1/(2*q - 2*x)", "y = 1/sqrt(x*q)", "y = sqrt(p*x)",
     "y = sqrt(q)^2", "y = p*q/p", "y = x^(2*q)/x^q", "y = log(p*q) - log(p)", "y = (x^2 - v^2)/(x - v)"],
)
def test_what_keeps_its_divisors_and_roots_is_believed(premise: str) -> None:
    board = Board(NOTATION)
    board.take(Premise("given", premise))
    assert board.finish()["given"].verdict.finding is Finding.TAKEN


@pytest.mark.parametrize("divisor", ["v", "q", "v - w"])
def test_what_is_put_in_may_cancel(divisor: str) -> None:
    step = _step(
        lambda board, into, using: board.substitute("step", into, [using]), f"y = u/({divisor})", f"u = ({divisor})*x")
    assert (str(step.relation), step.verdict.finding) == ("y = x", Finding.PROVEN)


def test_equations_for_the_same_quotient() -> None:
    """What stands below the line is not zero, as both have a value."""

    def argument(board: Board, first: Handle, second: Handle) -> Handle:
        return board.solve("step", board.equate("same", first, second), "u")

    step = _step(argument, "y = u/v", "y = w/v")
    assert (str(step.relation), step.verdict.finding, step.conditions) == ("u = w", Finding.PROVEN, ())


def test_a_solution_that_may_be_zero_lies_in_its_domain_where_it_has_a_value() -> None:
    """What it is divided by is not zero, as it solves the equation; the condition says that both signs are the same."""
    step = _step(lambda board, taken: board.solve("step", taken, "q"), "u*q + p = v*q + w + p*p")
    assert step.verdict.finding is Finding.PROVEN, step


def test_a_condition_that_is_that_of_having_a_value_is_no_stronger_than_needed() -> None:
    """Whichever equation is used up first."""
    step = _step(lambda board, taken: board.solve("step", taken, "q"), "q*n = m + q")
    assert step.verdict.finding is Finding.PROVEN, step
    assert [str(each) for each in step.conditions] == ["m <= m*n", "2*n < n^2 + 1"]


def test_two_values_are_the_same_where_both_are_values() -> None:
    step = _step(lambda board, taken: board.independence("step", taken, "p"), "y = u*p/(v*p)")
    assert step.verdict.finding is Finding.PROVEN, step


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("nothing", "premise", "goal", "finding"),
    [
        # only at q = 0 would it be false, where SymPy has made 0 of what has no value
        ("(sqrt(2) - sqrt(2))/(q/(q + p))", "y = p + q", "y + {} > p", Finding.INCONCLUSIVE),
        ("(sqrt(2) - sqrt(2))/(x/(x + 2))", "y = (x + 2)^2", "y + {} > 0", Finding.INCONCLUSIVE),
        ("0/(p/(x + 2))", "y = (x + 2)^2", "y + {} > 0", Finding.INCONCLUSIVE),
        ("(log(p) - log(p))*q^(-1/2)", "y = p + q", "y + {} > p", Finding.INCONCLUSIVE),
        # false elsewhere, too
        ("(sqrt(2) - sqrt(2))/(q/(q + p))", "y = p + q", "y + {} > p + 1", Finding.REFUTED),
        ("0", "y = (x + 2)^2", "y + {} > 0", Finding.REFUTED),
    ],
)
def test_no_point_refutes_where_what_is_written_has_no_value(
    nothing: str, premise: str, goal: str, finding: Finding
) -> None:
    """And the point that does refute is one at which all that is written has a value."""
    step = _step(lambda board, given: board.state("step", goal.format(nothing), (given,)), premise)
    assert step.verdict.finding is finding
    assert "q" not in step.verdict.counterexample or step.verdict.counterexample["q"] != 0
