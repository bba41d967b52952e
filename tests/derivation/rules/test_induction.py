"""induction: facts for every index, from recurrences."""

import pytest

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Premise
from derivations.derivation.rules.induction import Induction, refuse_index
from derivations.derivation.step import Step
from derivations.errors import UndecidedError
from derivations.language.quantity import Notation
from derivations.proof.verdict import Finding

from .case import Case
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong

FORWARD = ("x(k + 1) = y(k)", "u(K) = x(K)", "v(K) = y(K)", "v(k) = u(k + 1)")
OVER_NUMBERS = (*FORWARD, "y(k + 1) = x(k) + f(k, y(k))")
OVER_BITS = (*FORWARD, "y(k + 1) = xor(x(k), f(k, y(k)))")


@pytest.mark.parametrize("case", right_uses(Induction), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Induction), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def feistel(domain: str, *premises: str) -> Derivation:
    """Rounds that swap two halves, and their way back."""
    board = Board(
        Notation.of(f"""
        k [] (whole) round
        K [] (whole) rounds
        x(index) [] ({domain}) left half
        y(index) [] ({domain}) right half
        u(index) [] ({domain}) recovered left half
        v(index) [] ({domain}) recovered right half
        f(index, number) [] ({domain}) any function
    """)
    )
    taken = [board.take(Premise(f"premise-{n}", text, because="so it is")) for n, text in enumerate(premises)]
    back = board.induct("back", ("u(k) = x(k)", "v(k) = y(k)"), "k", taken, "K", downward=True)
    board.instance("plain", back[0], "k", "0")
    return board.finish()


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("domain", "premises"),
    [
        ("real", (*OVER_NUMBERS, "u(k) = v(k + 1) - f(k, u(k + 1))")),
        ("bit", (*OVER_BITS, "u(k) = xor(v(k + 1), f(k, u(k + 1)))")),
    ],
)
def test_any_number_of_rounds_is_undone(domain: str, premises: tuple[str, ...]) -> None:
    """Whatever the function is, and at the first round, too."""
    derivation = feistel(domain, *premises)
    assert [derivation[name].verdict.finding for name in ("back-1", "back-2", "plain")] == [Finding.PROVEN] * 3
    assert [str(condition) for condition in derivation["back-1"].conditions] == ["k <= K"]
    assert derivation["back-1"].note == "for every k from K down"
    assert str(derivation["plain"].relation) == "u(0) = x(0)"
    assert not derivation["plain"].conditions


@pytest.mark.parametrize(
    ("domain", "premises"),
    [
        ("real", (*OVER_NUMBERS, "u(k) = v(k + 1) - f(k, v(k + 1))")),
        ("real", (*OVER_NUMBERS, "u(k) = v(k + 1) + f(k, u(k + 1))")),
        ("real", (*OVER_NUMBERS, "u(k) = v(k + 1) - f(k + 1, u(k + 1))")),
        pytest.param("bit", (*OVER_BITS, "u(k) = xor(v(k + 1), f(k, v(k + 1)))"), marks=pytest.mark.long),
    ],
)
def test_a_wrong_way_back_is_not_shown(domain: str, premises: tuple[str, ...]) -> None:
    derivation = feistel(domain, *premises)
    assert not derivation["back-1"].verdict.holds
    assert derivation["plain"].verdict.finding is Finding.WAITING


def steps(goal: str, *premises: str, domain: str = "whole", start: str = "0") -> Derivation:
    """Something shown of sequences by steps upward."""
    board = Board(
        Notation.of(f"""
        k [] ({domain}) index
        i [] (whole) index that counts
        x(index) [] (real) sequence
        y(index) [] (real) other sequence
        p(index) [] positive sequence
        n(index) [] (whole) sequence of whole numbers
        a [] (real) number
        b [] number
    """)
    )
    taken = [board.take(Premise(f"premise-{n}", text, because="so it is")) for n, text in enumerate(premises)]
    board.induct("goal", [goal], "k", [each for each, text in zip(taken, premises, strict=True) if "(" in text], start)
    return board.finish()


def test_a_definition_beside_a_recurrence_is_used_at_the_next_index_too() -> None:
    derivation = steps("y(k) = x(0) + a*k + 1", "x(k + 1) = x(k) + a", "y(k) = x(k) + 1")
    assert derivation["goal"].verdict.finding is Finding.PROVEN


def test_inequalities_are_shown_by_steps() -> None:
    derivation = steps("p(k) >= p(0)", "p(k + 1) = p(k) + b")
    assert derivation["goal"].verdict.finding is Finding.PROVEN


def test_what_is_given_must_not_contradict_itself() -> None:
    """Also where only several indices together show it."""
    derivation = steps("x(k) = 5", "x(k + 1) = x(k) + b", "x(k) = x(0)")
    assert derivation["goal"].verdict.finding is Finding.INCONCLUSIVE


@pytest.mark.parametrize("wrong", ["x(k) = x(0) + 2*k", "y(k) = k"])
def test_a_goal_is_refuted_by_what_refutes_it(wrong: str) -> None:
    """One that holds beside a wrong one is to be shown alone."""
    board = Board(Notation.of("k [] (whole) round\nx(index) [] (real) sequence\ny(index) [] (real) another"))
    rises = [board.take(Premise(name, f"{name}(k + 1) = {name}(k) + 1")) for name in "xy"]
    board.induct("both", ("x(k) = x(0) + k", wrong), "k", rises)
    board.induct("alone", ("x(k) = x(0) + k",), "k", rises)
    found = board.finish()
    assert [found[name].verdict.finding for name in ("both-1", "both-2", "alone")] == [
        Finding.INCONCLUSIVE, Finding.REFUTED, Finding.PROVEN]
    assert "show it alone" in found["both-1"].verdict.reason


def test_a_goal_that_needs_a_stronger_one_is_not_called_wrong() -> None:
    """That x stays where it starts follows once y is known to be zero."""
    alone = steps("x(k) = x(0)", "x(k + 1) = x(k) + y(k)", "y(k + 1) = 2*y(k)", "y(0) = 0")
    assert alone["goal"].verdict.finding is Finding.INCONCLUSIVE


@pytest.mark.parametrize(
    ("goal", "premises", "reason"),
    [
        ("x(k) = a", ("x(k + 1) = x(k)", "x(0) = a", "k = 3"), "premise-2 speaks of k not only as an index"),
        ("x(k) = a*k", ("x(k + 1) = x(k) + a*k",), "premise-0 speaks of k not only as an index"),
        ("x(0) = a", ("x(0) = a",), "x(0) = a does not speak of k"),
    ],
)
def test_what_may_be_meant_for_one_index_is_no_recurrence(goal: str, premises: tuple[str, ...], reason: str) -> None:
    assert reason in str(steps(goal, *premises)["goal"].verdict)


def test_a_start_outside_the_domain_is_not_shown() -> None:
    """Where indices begin with one, nothing is given at zero."""
    recurrence = ("x(k + 1) = x(k)", "x(1) = a")
    assert not steps("x(k) = a", *recurrence, domain="integer", start="0")["goal"].verdict.holds
    assert steps("x(k) = a", *recurrence, domain="integer", start="1")["goal"].verdict.finding is Finding.PROVEN


_NUMBERS = Notation.of("k [] (whole) index\nx(index) [] (real) sequence\nb [] number\nh(number) [] (real) function")


def test_only_whole_numbers_are_indices() -> None:
    """A number that a function takes is none, and k, of which the goal does not speak, is one."""
    assert "given speaks of b not only as an index" in str(_induct_over("b").verdict)
    assert "does not speak of k" in str(_induct_over("k").verdict)
    with pytest.raises(UndecidedError, match="b is no index"):
        refuse_index(_NUMBERS["b"].symbol, _NUMBERS)


def _induct_over(name: str) -> Step:
    board = Board(_NUMBERS)
    taken = board.take(Premise("given", "h(b + 1) = h(b)", because="so it is"))
    board.induct("goal", ["h(b) = h(0)"], name, [taken])
    return board.finish()["goal"]


def test_what_holds_on_a_boundary_is_not_meant_for_every_index() -> None:
    board = Board(Notation.of("k [] (whole) index\nx(index) [] sequence\na [] number\nT [] larger"))
    roofline = board.take(Premise("roofline", "T = max(x(k), a)", because="the larger one"))
    balance = board.boundary("balance", roofline)
    board.induct("goal", ["x(k) = a"], "k", [balance])
    assert "what holds at balance does not hold for every k" in str(board.finish()["goal"].verdict)


SLOPES = ("x(k + 1) = (1 + y(k))*x(k)", "x(0) = 1")


def test_a_recurrence_that_goes_on_for_ever_refutes_by_its_first_values() -> None:
    """The product has to be known for two factors: for one it is the sum."""
    found = steps("x(k) = 1 + sum(y(i), i, 0, k - 1)", *SLOPES)["goal"].verdict
    assert found.finding is Finding.REFUTED
    x = [found.counterexample[f"x({place})"] for place in range(3)]
    assert x[0] == 1
    assert x[2] - x[1] != x[1] - x[0]


@pytest.mark.parametrize(
    "premises",
    [
        (*SLOPES, "x(5) = 0"),  # another place than the start
        ("x(k + 1) = y(k)/x(k)", "x(0) = 1"),  # it may end
        ("p(k + 1) = p(k) - b", "x(k) = p(k)"),  # it does end, as p is positive
    ],
)
def test_recurrences_that_may_not_go_on_refute_nothing(premises: tuple[str, ...]) -> None:
    assert steps("x(k) = y(0) + y(k)^2 + 3", *premises)["goal"].verdict.finding is Finding.INCONCLUSIVE


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("goal", "premises", "domain", "start"),
    [
        ("x(k) = x(k + 5)", ("x(k + 1) = x(k)",), "whole", "0"),  # what comes later is continued, too
        ("x(k + 1) >= 0", ("x(k + 1) = x(k)^2",), "whole", "0"),
        ("x(k) = x(0)", ("x(k + 1) = x(k)",), "whole", "2"),  # and what comes before the start
        ("x(k) + x(2) = 10", ("x(k + 1) = 5",), "whole", "2"),
        ("y(k)^2 > 0", ("x(k + 1)/y(k) = a/y(k)",), "whole", "0"),  # y is nowhere zero
        ("n(k) >= 3", ("x(k + 1) = factorial(n(k) - 3)",), "whole", "0"),
    ],
)
def test_what_is_true_is_not_refuted_by_the_first_values(
    goal: str, premises: tuple[str, ...], domain: str, start: str
) -> None:
    assert steps(goal, *premises, domain=domain, start=start)["goal"].verdict.finding is Finding.INCONCLUSIVE


def test_the_values_that_refute_are_at_indices() -> None:
    found = steps("x(k) = a*k", "x(k + 1) = x(k)^2 + x(k)", "x(1) = a", domain="integer", start="1")["goal"].verdict
    assert found.finding is Finding.REFUTED
    assert "x(0)" not in found.counterexample
