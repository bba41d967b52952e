"""Minimise subject to an equation, on a board: what varies, what is held, and what ties it."""

from math import exp
from random import Random

import pytest

from derivations.derivation.board import Board
from derivations.derivation.premise import Premise
from derivations.derivation.recheck import recheck, upheld
from derivations.derivation.script import Handle
from derivations.derivation.step import Step
from derivations.derivation.stored import restored, stored
from derivations.errors import InputError
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, relation
from derivations.proof.verdict import Finding

NOTATION = Notation.of("""
    cost [] cost
    area [] area
    p [] price of one side
    q [] price of the other side
    x [] one side
    y [] other side
    u [] slope
    k [] something else
""")
COST = Premise("cost", "cost = p*x + q*y", because="both sides are paid for")
AREA = Premise("area", "area = x*y", because="what is wanted")


def _board(*more: Premise) -> tuple[Board, Handle, Handle]:
    board = Board(NOTATION)
    cost, area = board.take(COST), board.take(AREA)
    for each in more:
        board.take(each)
    return board, cost, area


def test_what_the_equation_says_the_value_of_is_held_and_the_step_says_so() -> None:
    board, cost, area = _board()
    best = board.minimise("best", cost, over=("x", "y"), subject_to=area, because="cheapest")
    board.solve_together("sides", (best, area), ("x", "y"))
    found = board.finish()
    assert str(found["best"].relation) == "p*x = q*y"
    assert found["best"].note == (
        "a condition for the least value along the curve, together with the equation of that: "
        "x and y vary together, at fixed area")
    assert found["best"].within == ("best",)
    assert found["best"].verdict.finding is Finding.ARGUED
    assert found["best"].verdict.reason.startswith("by rule minimise_subject_to")
    assert {str(found[f"sides-{name}"].relation) for name in "xy"} == {"x = area/sqrt(area*p/q)", "y = sqrt(area*p/q)"}
    assert all(step.verdict.holds for step in found.steps)
    assert upheld(recheck(found))
    assert upheld(recheck(restored(stored(found))))


def test_one_that_follows_the_other_by_a_premise_cannot_vary_beside_it() -> None:
    """A shape that is given leaves one size for an area."""
    board, cost, area = _board(Premise("shape", "y = k*x", because="a shape"))
    board.minimise("best", cost, over=("x", "y"), subject_to=area)
    found = board.finish()["best"].verdict
    assert (found.finding, "y depends on x by premise shape" in found.reason) == (Finding.INCONCLUSIVE, True)


def test_what_rests_on_one_of_them_is_held_on_purpose_or_not_at_all() -> None:
    discount = Premise("discount", "q = k/x", because="more of the one is cheaper for the other")
    board, cost, area = _board(discount)
    board.minimise("best", cost, over=("x", "y"), subject_to=area)
    board.minimise("held", cost, over=("x", "y"), subject_to=area, holding=("q",))
    found = board.finish()
    assert "q depends on x by premise discount" in found["best"].verdict.reason
    assert found["held"].verdict.holds
    assert found["held"].note.endswith("x and y vary together, at fixed q, area")


def test_a_premise_that_is_taken_later_ties_it_all_the_same() -> None:
    board, cost, area = _board()
    best = board.minimise("best", cost, over=("x", "y"), subject_to=area)
    board.solve("long", best, for_="x")
    board.take(Premise("shape", "y = k*x", because="a shape"))
    found = board.finish()
    assert found["best"].verdict.finding is Finding.INCONCLUSIVE
    assert found["long"].verdict.finding is Finding.WAITING


def test_the_optimum_is_supposed_where_something_else_varies() -> None:
    """At the cheapest sides x and y are no free quantities: a slope in one of them would leave the optimum."""
    board, cost, area = _board()
    best = board.minimise("best", cost, over=("x", "y"), subject_to=area)
    mixed = board.state("mixed", "cost = 3*p*x/2 + q*y/2", (cost, best), because="each side costs the same")
    board.differentiate("slope", mixed, by="x", named="u")
    found = board.finish()
    assert found["mixed"].within == ("best",)
    assert found["slope"].verdict.finding is Finding.INCONCLUSIVE
    assert "best" in found["slope"].verdict.reason


@pytest.mark.parametrize(
    ("over", "message"),
    [
        (("x",), "one equation leaves no choice over x: two quantities are wanted"),
        (("x", "x"), "one equation leaves no choice over x and x: two quantities are wanted"),
        (("x", "y", "k"), "one equation leaves 2 of them free over x, y and k: two quantities are wanted"),
    ],
)
def test_another_number_of_quantities_is_refused(over: tuple[str, ...], message: str) -> None:
    board, cost, area = _board()
    with pytest.raises(InputError) as told:
        board.minimise("best", cost, over=over, subject_to=area)
    assert str(told.value) == message


def test_several_quantities_without_an_equation_are_refused() -> None:
    board, cost, _ = _board()
    with pytest.raises(InputError, match="subject to an equation: name its step"):
        board.minimise("best", cost, over=("x", "y"))


def test_a_greatest_value_is_no_least_one() -> None:
    board = Board(NOTATION)
    area = board.take(Premise("area", "area = x*y", because="what is wanted"))
    fence = board.take(Premise("fence", "k = x + y", because="what is there"))
    board.minimise("best", area, over=("x", "y"), subject_to=fence)
    found = board.finish()["best"]
    assert found.relation is None
    assert found.verdict.finding is Finding.REFUTED
    assert "area is greatest where it neither falls nor rises" in found.verdict.reason


def _least(cost: str, law: str, *beside: str) -> Step:
    board = Board(NOTATION)
    first, second = board.take(Premise("cost", cost)), board.take(Premise("law", law))
    for place, text in enumerate(beside):
        board.take(Premise(f"beside-{place}", text))
    board.minimise("best", first, over=("x", "y"), subject_to=second)
    return board.finish()["best"]


SUM, RISING, GROWING = "cost = p*x + q*y", "cost = p*x^2 + q/y", "cost = p*exp(x) + q*y"


@pytest.mark.parametrize(
    ("cost", "law", "bound", "condition"),
    [
        (SUM, "area = x*y", "x <= k", "sqrt(area*q/p) <= k"),
        (SUM, "area = x*y", "y <= k", "sqrt(area*p/q) <= k"),
        (SUM, "area = x*y", "x >= k", "sqrt(area*q/p) >= k"),
        (SUM, "area = x*y", "x < k", "sqrt(area*q/p) < k"),
        (SUM, "area = x*y", "x <= k*y", "sqrt(area*q/p) <= k*sqrt(area*p/q)"),
        (RISING, "y = area*x", "y >= k", "2^(2/3)*area^(2/3)*q^(1/3)/(2*p^(1/3)) >= k"),
        # no formula for the best: the slope at the bound says on which side of it that is
        (GROWING, "area = x*y", "x <= k", "p*k*exp(k) >= area*q/k"),
        (GROWING, "area = x*y", "y <= k", "area*p*exp(area/k)/k <= q*k"),
        (GROWING, "area = x*y", "x >= k", "p*k*exp(k) <= area*q/k"),
        ("cost = p*exp(x) + q/y", "y = area*x", "y <= k", "p*k^2*exp(k/area) >= area*q"),
    ],
)
def test_a_bound_on_what_varies_is_a_condition(cost: str, law: str, bound: str, condition: str) -> None:
    """It holds exactly where the best along the curve, found in numbers, is within the bound."""
    step = _least(cost, law, bound)
    assert (step.verdict.finding, list(map(str, step.conditions))) == (Finding.ARGUED, [condition])
    assert step.verdict.reason.startswith("by rule minimise_subject_to")
    assert step.allowing == step.conditions
    spread, held = Random(condition), set[bool]()
    for _ in range(40):
        own = {name: 2 ** spread.uniform(-2, 2) for name in ("area", "p", "q", "k")}
        best = _best(cost, law, own)
        within = _holds(relation(bound, NOTATION), {**own, **best})
        assert _holds(step.conditions[0], own) is within
        held.add(within)
    assert held == {True, False}


def _holds(item: Relation, values: dict[str, float]) -> bool:
    apart = float(item.difference.subs({letter: values[letter.name] for letter in item.symbols}))
    return apart < 0 if item.operator in ("<", "<=") else apart > 0


def _best(cost: str, law: str, own: dict[str, float]) -> dict[str, float]:
    """Where it is least along the curve, by thirds of an interval of logarithms: each of these has one low."""
    def along(x: float) -> tuple[float, float]:
        y = own["area"] / x if law == "area = x*y" else own["area"] * x
        formula = cost.partition("= ")[2].replace("^", "**")
        return eval(formula, {"exp": exp, **own, "x": x, "y": y}), y

    low, high = -7.0, 5.0
    for _ in range(200):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if along(exp(left))[0] < along(exp(right))[0] else (left, high)
    return {"x": exp(low), "y": along(exp(low))[1]}


@pytest.mark.parametrize(
    ("bounds", "edge"),
    [
        (("x <= sqrt(area*q/p)/2",), "x = sqrt(area)*sqrt(q)/(2*sqrt(p))"),
        (("x <= k", "k <= sqrt(area*q/p)/2"), "x = k"),
        (("y >= 2*sqrt(area*p/q)",), "y = 2*sqrt(area)*sqrt(p)/sqrt(q)"),
        (("x < sqrt(area*q/p)",), ""),  # which has no least value
        (("x <= k", "k <= sqrt(area*q/p)/2", "y <= u", "u <= sqrt(area*p/q)"), ""),  # nor any state
    ],
)
def test_a_bound_that_never_lets_the_best_be_refuses_it_and_names_the_edge(bounds: tuple[str, ...], edge: str) -> None:
    """Where the bound is all that is in the way, the least is at it."""
    step = _least(SUM, "area = x*y", *bounds)
    assert (step.relation, step.verdict.finding) == (None, Finding.INCONCLUSIVE)
    told = "premise beside-0 does not allow p*x = q*y"
    assert step.verdict.reason == told + (f": along area = x*y cost is least at the bound, {edge}" if edge else "")


@pytest.mark.parametrize(
    ("cost", "law", "bound"),
    [
        ("cost = p*x^2 + q*exp(y)", "area = x + y", "x <= k"),  # the curve ends, perhaps before k
        (GROWING, "area = x*y", "x*exp(y) <= k"),  # a bound on both
    ],
)
def test_a_bound_that_no_formula_decides_leaves_it_open_in_words(cost: str, law: str, bound: str) -> None:
    step = _least(cost, law, bound)
    assert (step.verdict.finding, step.conditions) == (Finding.ARGUED, ())
    assert step.verdict.reason.startswith(
        f"nothing shows that premise beside-0 allows it: no formula says where along {law} it is; by rule")


def test_what_follows_from_a_bounded_best_has_its_condition_and_a_flipped_one_does_not_follow() -> None:
    board, cost, area = _board(Premise("bound", "x <= k", because="there is no more room"))
    best = board.minimise("best", cost, over=("x", "y"), subject_to=area)
    sides = board.solve_together("sides", (best, area), ("x", "y"))
    board.reject("flipped", "x > k", against=sides)
    found = board.finish()
    assert "sqrt(area*q/p) <= k" in map(str, found["sides-x"].conditions)
    assert found["flipped"].verdict.finding is Finding.REFUTED
