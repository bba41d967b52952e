"""What the kernel proves of an obligation, and the exact points that say whether the proof says anything."""

from collections.abc import Sequence

import pytest

from derivations.errors import StoppedError
from derivations.kernel.exact_point import ExactPoint
from derivations.kernel.statement import Statement
from derivations.kernel.term import Proposition
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import relation
from derivations.proof.budget import Ended, Meter, budgeted, charge
from derivations.proof.certified import Proof, certified, fails_at_a_point, kernel_proof, statement_of
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove, shows
from derivations.proof.verdict import CONTRADICTION, Finding
from derivations.proof.witness import witnesses

NOTATION = Notation.of("""
    a [] x
    b [] y
    c [] z
    u [] (fraction) a share
    k [] (integer) a count
    x [] (real) any number
    f(number) [] any function
""").extended([Quantity("part", "", "no more than the whole", at_most="whole"), Quantity("whole", "", "all")])


def of(goal: str, *texts: str) -> Obligation:
    return Obligation(relation(goal, NOTATION), tuple(relation(text, NOTATION) for text in texts))


def stated(goal: str, *texts: str) -> Statement:
    return statement_of(of(goal, *texts))


@pytest.mark.parametrize("given", [
    (),
    ("a = b*c", "b = c^2"),
    ("a = b*c", "a = 3*c + b"),  # one is solved for what nothing defines
    ("a*b = c", "a*b = 5", "c = 5"),
    ("a = b/c", "a*c = b"),  # the second says nothing new
    ("a < b", "b < c", "c < 2*a"),
    ("u < 1/2", "a = 1 - u"),
    ("k = 2*a", "a > 3"),
    ("x = a - b", "x < 0"),
    ("max(a, b) <= c", "part < whole"),
    ("a*b > 90000*c*k",),  # of no point that is met by chance
])
def test_a_witness_satisfies_what_is_given(given: Sequence[str]) -> None:
    """In every domain, exactly; of a statement that speaks of all of these."""
    statement = stated("a + b + c + u + k + part > x - 100", *given)
    point = next(witnesses(statement))
    assert point.in_domains(statement)
    assert all(point.holds(fact) for fact in statement.given)


@pytest.mark.parametrize("given", [("a = b", "a = 2*b"), ("u > 1",), ("a < b", "b < a"), ("a = f(b)",), ("k = 1/2",)])
def test_there_is_no_witness_of_what_cannot_be_or_is_not_known(given: Sequence[str]) -> None:
    """Premises that exclude each other, a share above one; functions, of which a point knows nothing."""
    assert next(witnesses(stated("a > 0", *given)), None) is None


def test_what_is_given_is_met_at_the_same_points_whatever_the_goal() -> None:
    """They are looked for once, and the finder compares at them what `kernel_proof` has looked for."""
    one, other = (witnesses(stated(goal, "a = b*c", "b < c")) for goal in ("a > b", "a > c"))
    assert [next(one) is next(other) for _ in range(3)] == [True] * 3


@pytest.mark.parametrize("ends_at", range(1, 12))
def test_a_search_that_ends_in_the_middle_gives_the_next_caller_the_same_points(
    monkeypatch: pytest.MonkeyPatch, ends_at: int
) -> None:
    """Wherever a budget ends inside it: an attempt counts once it is made."""
    plain, calls, meter = ExactPoint.holds, 0, Meter()

    def ending(self: ExactPoint, fact: Proposition) -> bool | None:
        nonlocal calls
        calls += 1
        if calls == ends_at:
            raise Ended(meter, StoppedError("the budget is spent"))
        return plain(self, fact)

    def asked_by_nobody(number: int) -> Statement:
        return stated("a > 0", "a = b*c", "b < c", f"{number}*b = {number}*b")

    whole = [point.values for point in witnesses(asked_by_nobody(100))]
    assert len(whole) > 3
    asked = asked_by_nobody(ends_at)
    with monkeypatch.context() as patched:
        patched.setattr(ExactPoint, "holds", ending)
        with pytest.raises(Ended):
            list(witnesses(asked))
    assert [point.values for point in witnesses(asked)] == whole


def test_points_cost_the_caller_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would cost whoever asks first only: a search has its own budget, and no budget around it ends it."""
    plain = ExactPoint.holds

    def charging(self: ExactPoint, fact: Proposition) -> bool | None:
        charge(100, "trying a point")
        return plain(self, fact)

    monkeypatch.setattr(ExactPoint, "holds", charging)
    with budgeted(50) as meter:
        assert list(witnesses(stated("a > 0", "a = 3*b*c", "b < c")))
    assert meter.spent == 0


def test_a_proof_says_what_it_used() -> None:
    """Signs by nature; something given with a factor; cases."""
    assert kernel_proof(of("a + b > 0")) == Proof(by_cases=False, of_given=False)
    assert kernel_proof(of("a*c < b*c", "a < b")) == Proof(by_cases=False, of_given=True)
    found = kernel_proof(of("max(a, b) >= a"))
    assert found is not None
    assert found.by_cases


def test_what_follows_from_a_contradiction_is_certified_and_not_proven() -> None:
    """The kernel is right, and it says nothing."""
    empty = of("a = 7", "b = c", "b = 2*c")
    assert certified(empty)
    assert kernel_proof(empty) is None
    assert not fails_at_a_point(empty)
    for found in (prove(empty), shows(empty)):
        assert (found.finding, found.reason) == (Finding.INCONCLUSIVE, CONTRADICTION)


@pytest.mark.parametrize(("right", "wrong", "given"), [
    ("a*c < b*c", "b*c < a*c", "a < b"), ("a = 2*b", "a = 3*b", "b = a/2"), ("a > b", "a > 2*b", "a = b + c"),
])
def test_a_wrong_twin_fails_at_a_point(right: str, wrong: str, given: str) -> None:
    """And is neither shown nor searched for."""
    assert not fails_at_a_point(of(right, given))
    assert shows(of(right, given)).finding is Finding.PROVEN
    assert fails_at_a_point(of(wrong, given))
    assert kernel_proof(of(wrong, given)) is None
    assert shows(of(wrong, given)).finding is Finding.INCONCLUSIVE
    assert prove(of(wrong, given)).finding is Finding.REFUTED
