"""What varies, varies with everything that premises tie to it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from derivations.derivation.board import Board
from derivations.derivation.dependence import Law, varies
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Premise
from derivations.derivation.rules.base import Input
from derivations.derivation.rules.calculus import Limit
from derivations.derivation.rules.minimise import Minimise
from derivations.derivation.script import Handle
from derivations.derivation.step import Step
from derivations.errors import InputError, UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import relation
from derivations.proof.verdict import Finding, proven

NOTATION = Notation.of("""
    cost [] cost
    p [] price
    N [] size
    D [] data
    k [] constant
    a [] other constant
    b [] third constant
    c [] fourth constant
    i [] (whole) index
    total [] sum
    n [] (integer) number of terms
    slope [] (real) slope
    again [] (real) second slope
    left [] left side
""")

LAWS = {"written": "D = k/N^3", "implicit": "D + D^5 = k/N^3", "not-solved": "D*N^3 = k"}
FAMILIES: dict[str, Callable[[Board, Handle], Handle]] = {
    "slope": lambda board, cost: board.differentiate("varied", cost, "N", "slope"),
    "limit": lambda board, cost: board.limit("varied", cost, "N"),
    "least": lambda board, cost: board.minimise("varied", cost, "N"),
    "independence of k": lambda board, cost: board.independence("varied", cost, "k"),
}


def on_a_board(*premises: str) -> tuple[Board, Handle]:
    """A board with ``cost = p N D`` and further premises, named data, more and third."""
    board = Board(NOTATION)
    cost = board.take(Premise("cost", "cost = p*N*D"))
    for name, text in zip(("data", "more", "third"), premises, strict=False):
        board.take(Premise(name, text))
    return board, cost


def told(step: Step) -> str:
    """The reason of a refusal; the step has no relation."""
    assert (step.verdict.finding, step.relation, step.obligations) == (Finding.INCONCLUSIVE, None, ())
    return step.verdict.reason


@pytest.mark.parametrize("vary", FAMILIES.values(), ids=FAMILIES)
def test_a_tied_quantity_is_not_held(vary: Callable[[Board, Handle], Handle]) -> None:
    """Where an equation does not say what it determines, every rule that varies a quantity names it."""
    board, cost = on_a_board(LAWS["not-solved"])
    vary(board, cost)
    reason = told(board.finish()["varied"])
    assert reason.startswith("D depends on")
    assert reason.endswith("by premise data: write it out, or say holding D")


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
@pytest.mark.parametrize("vary", FAMILIES.values(), ids=FAMILIES)
def test_a_premise_taken_after_the_step_ties_as_well(vary: Callable[[Board, Handle], Handle], law: str) -> None:
    """What was found before it holds of no family any more, and what was built on the step waits."""
    late, cost = on_a_board()
    used = vary(late, cost)
    late.substitute("built-on-it", late.take(Premise("named", "left = cost + slope")), (used,))
    late.take(Premise("data", law))
    found = late.finish()
    reason = told(found["varied"])
    assert reason.startswith("D depends on")
    assert reason.endswith("by premise data: write it out, or say holding D")
    assert found["built-on-it"].verdict.finding is Finding.WAITING
    assert [step.number for step in found] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("vary", FAMILIES.values(), ids=FAMILIES)
def test_where_nothing_is_tied_the_rules_find_what_they_found(vary: Callable[[Board, Handle], Handle]) -> None:
    """Without the premise on D, and with one on what the formula does not speak of, the formula is what varies."""
    board, cost = on_a_board("a = b*N", "b >= c*D")
    vary(board, cost)
    verdict = board.finish()["varied"].verdict
    assert verdict.shown or verdict.finding is Finding.REFUTED


def test_what_is_written_out_varies() -> None:
    """With D written out, by the author or by the rule, the slope is that of p k/N^2."""
    board, cost = on_a_board("D = k/N^3")
    full = board.substitute("full", cost, (Handle("data"),))
    board.differentiate("by-hand", full, "N", "slope")
    board.differentiate("by-rule", cost, "N", "again")
    found = board.finish()
    for name, note, inputs in (
        ("by-hand", "", ("full",)), ("by-rule", "with D written out", ("cost", "data")),
    ):
        step = found[name]
        assert (str(step.rhs), step.verdict.finding) == ("-2*k*p/N**3", Finding.PROVEN)
        assert (step.note, step.inputs) == (note, inputs)


@pytest.mark.parametrize(
    ("vary", "finding", "words"),
    [
        ("limit", Finding.INCONCLUSIVE, "cost = p*N*(k/N^3) has no finite limit as N → 0"),
        ("least", Finding.REFUTED, "cost falls for every N, however large, with D written out"),
        ("independence of k", Finding.REFUTED, "cost changes with k"),
    ],
)
def test_what_follows_is_written_out(vary: str, finding: Finding, words: str) -> None:
    """Held, D would let the cost vanish with N, rise with it, and not change with k."""
    board, cost = on_a_board(LAWS["written"])
    FAMILIES[vary](board, cost)
    found = board.finish()
    assert found["varied"].verdict.finding is finding
    assert words in found["varied"].verdict.reason
    assert all(item.upheld for item in Derivation.from_json(json.dumps(found.to_json())).check())


def test_what_is_written_out_is_shown_as_found() -> None:
    """A limit, a least value and independence that stand once D is written out."""
    board, cost = on_a_board("D = k/N^3")
    board.limit("far", cost, "N", to="oo")
    board.independence("of-a", cost, "a")
    bowl = board.take(Premise("bowl", "left = N^3*D^2 + p*N^3"))
    board.minimise("least", bowl, "N")
    found = board.finish()
    assert (str(found["far"].relation), found["far"].note) == ("cost = 0", "as N → ∞ with D written out")
    assert found["of-a"].note == "for every a"
    assert (found["least"].note, found["least"].verdict.finding) == ("with D written out", Finding.PROVEN)
    assert found["least"].rhs ** 6 == relation("N = k^2/p", NOTATION).rhs
    assert all(item.upheld for item in Derivation.from_json(json.dumps(found.to_json())).check())


def test_a_chain_is_written_out_link_by_link() -> None:
    """A quantity that follows by way of another is written out with every premise on the way, or refused with them."""
    board, cost = on_a_board("D = a*k", "k = b/N")
    board.differentiate("varied", cost, "N", "slope")
    step = board.finish()["varied"]
    assert (str(step.relation), step.note, step.inputs) == (
        "slope = 0", "with D, k written out", ("cost", "data", "more")
    )
    board, cost = on_a_board("D = a*k", "k*N = b")
    board.differentiate("varied", cost, "N", "slope")
    assert told(board.finish()["varied"]) == (
        "D depends on k by premise data, k depends on N by premise more: write it out, or say holding D"
    )


def test_a_definition_is_written_out_as_a_premise_is() -> None:
    """A quantity that is defined by what varies is not held."""
    defined = tuple(replace(q, definition="k*N^3") if q.name == "D" else q for q in NOTATION)
    board = Board(Notation(defined))
    cost = board.take(Premise("cost", "cost = p*D/N^3"))
    board.define("of-data", "D")
    board.limit("varied", cost, "N")
    step = board.finish()["varied"]
    assert (str(step.relation), step.inputs) == ("cost = p*k", ("cost", "of-data"))


def test_what_a_step_names_follows_what_it_is_made_of() -> None:
    """A slope is a quantity that depends on where it is taken."""
    board = Board(NOTATION)
    board.differentiate("first", board.take(Premise("cost", "cost = p*N^2")), "N", "slope")
    tied = board.take(Premise("left", "left = N*slope"))
    board.differentiate("varied", tied, "N", "again")
    step = board.finish()["varied"]
    assert (str(step.relation), step.note) == ("again = 4*p*N", "with slope written out")


def test_what_is_determined_varies_only_if_something_else_moves_it() -> None:
    """N = 7 k cannot vary while k is held; N = a/k can, by a; and a held as well leaves nothing."""
    for law, formula, stands in (
        ("N = 7*k", "cost = k*N", False), ("N = a/k", "cost = k*N", True), ("N = a/k", "cost = a*k*N", False),
    ):
        board = Board(NOTATION)
        cost = board.take(Premise("cost", formula))
        board.take(Premise("size", law))
        board.differentiate("varied", cost, "N", "slope")
        assert board.finish()["varied"].verdict.holds is stands, law


def test_two_premises_on_one_quantity_tie_what_they_are_made_of() -> None:
    """D = k/N^3 and D = a leave N^3 = k/a: with both held nothing moves, with one of them the other does."""
    for formula, stands in (("cost = N*k*a", False), ("cost = N*k", True)):
        board = Board(NOTATION)
        cost = board.take(Premise("cost", formula))
        board.take(Premise("data", "D = k/N^3"))
        board.take(Premise("given", "D = a"))
        board.differentiate("varied", cost, "N", "slope")
        assert board.finish()["varied"].verdict.holds is stands, formula


@pytest.mark.parametrize("tie", ["a = k", "k = a", "(a - k)^2 <= 0", "2*a/k = 2"])
def test_what_is_said_twice_takes_one_freedom(tie: str) -> None:
    """A supposition that says again what a premise says leaves as much to vary as the premise alone."""
    board, _ = on_a_board()
    board.take(Premise("given", tie))
    supposed = board.suppose(Premise("again", "k = a"))
    board.differentiate("varied", supposed, "a", "slope")
    assert board.finish()["varied"].relation == relation("slope = 1", NOTATION)


@pytest.mark.parametrize(
    ("laws", "stands"),
    [
        (("p(1) = 2*x", "p(k) = a"), False),  # so that a is 2 x
        (("p(k) = a", "p(1) = 2*x"), False),
        (("p(0) = 2*x", "p(k + 1) = a"), True),  # it never is at 0
        (("p(0) = 2*x", "p(k + 1) = p(k) + a"), True),
        (("p(1) = 2*x", "p(k + 1) = 3*p(k)"), True),  # p(0) follows
        (("p(1) = 2*x", "p(2) = a"), True),
        (("p(2) = x", "p(k + 1) = p(k)", "p(0) = a"), False),  # each is the one before
        (("p(2) = x", "p(0) = a", "p(k + 1) = p(k) + b"), True),  # b follows
        (("p(2) = x", "p(k + 2) = p(k + 1) + p(k)", "p(0) = a"), True),  # p(1) follows
        (("p(3) = x", "p(k + 2) = p(k + 1) + p(k)", "p(0) = a", "p(1) = a"), False),
        (("p(1) = 2*x", "p(1) = a"), False),
        (("h(a) = 2*x", "h(a) = a"), False),
        (("h(b) = 2*x", "h(b) = a"), False),
        (("h(b) = 2*x", "h(b) = b"), True),  # b follows
    ],
)
def test_what_is_said_for_every_index_is_said_for_each(laws: tuple[str, ...], stands: bool) -> None:
    """A function that is something at every index ties what it is at one of them."""
    letters = "y [] y\nx [] x\na [] a\nb [] b\nk [] (whole) k\np(index) [] p\nh(number) [] h\ns [] (real) s"
    notation = Notation.of(letters)
    board = Board(notation)
    area = board.take(Premise("area", "y = a*x"))
    for place, law in enumerate(laws):
        board.take(Premise(f"law-{place}", law))
    board.differentiate("slope", area, "x", "s")
    assert board.finish()["slope"].verdict.holds is stands


def test_a_premise_may_say_what_it_determines() -> None:
    """Where the constant is what follows, the data do not; where they follow, their slope is implicit."""
    for determines, slope in (("", None), ("D", "slope = -2*p*D"), ("k", "slope = p*D")):
        board, cost = on_a_board()
        board.take(Premise("data", "D*N^3 = k", determines=determines))
        board.differentiate("varied", cost, "N", "slope")
        assert board.finish()["varied"].relation == (None if slope is None else relation(slope, NOTATION))
    with pytest.raises(InputError, match="does not speak of 'a'"):
        board.take(Premise("other", "D*N^3 = k", determines="a"))


def test_what_is_held_on_purpose_is_told() -> None:
    """The slope at fixed data is a true statement, and the step says at fixed what."""
    board, cost = on_a_board("D = k/N^3")
    board.differentiate("varied", cost, "N", "slope", holding=("D",))
    board.limit("vanishing", cost, "N", holding=("D",))
    board.minimise("least", cost, "N", holding=("D",))
    found = board.finish()
    assert (str(found["varied"].relation), found["varied"].note) == ("slope = p*D", "(∂cost/∂N)_D, at fixed D")
    assert found["vanishing"].note == "as N → 0 at fixed D"
    assert found["least"].verdict.reason == "no optimum: cost rises for every N, down to the lowest, at fixed D"
    assert all(item.upheld for item in Derivation.from_json(json.dumps(found.to_json())).check())


def test_a_stored_slope_that_holds_what_is_tied_is_not_upheld() -> None:
    """A derivation in which somebody wrote the slope at fixed data as proven is found out."""
    board, cost = on_a_board()
    board.differentiate("varied", cost, "N", "slope")
    data = board.finish().to_json()
    assert all(item.upheld for item in Derivation.from_json(data).check())
    tied, _ = on_a_board("D = k/N^3")
    premise = next(step for step in tied.finish().to_json()["trace"] if step["name"] == "data")
    data["trace"].append({**premise, "number": 3})
    found = {item.step.name: item for item in Derivation.from_json(data).check()}
    assert found["varied"].stored == proven("difference quotient")
    assert not found["varied"].upheld
    assert found["varied"].found.reason == "D depends on N by premise data: write it out, or say holding D"


def test_the_terms_of_a_sum_follow_its_index() -> None:
    """A quantity that rests on the index is another one in every term."""
    for law, stands in (("D = a*i", False), ("D = a*b", True)):
        board = Board(NOTATION)
        board.sum("sum", "D", "i", "0", "n - 1", "n", "total")
        board.take(Premise("data", law))
        assert board.finish()["sum"].verdict.holds is stands, law


REGIMES: dict[str, Callable[[Board, Handle], Handle]] = {
    "limit": lambda board, cost: board.limit("varied", cost, "N"),
    "least": lambda board, cost: board.minimise("varied", cost, "N"),
}


def in_a_regime(*premises: str, cost: str = "cost = p*N", roof: str = "D - 5") -> tuple[Board, Handle]:
    """A board on which the cost holds if ``D <= 5``, or wherever else `roof` is at most zero; further premises."""
    board = Board(NOTATION)
    whole = board.take(Premise("cost", f"{cost} + max({roof}, 0)"))
    for name, text in zip(("data", "more", "third"), premises, strict=False):
        board.take(Premise(name, text))
    low, _ = board.split("regimes", whole, ("low", "high"))
    return board, low


@pytest.mark.parametrize("law", ["implicit", "not-solved"])
@pytest.mark.parametrize("vary", REGIMES.values(), ids=REGIMES)
def test_what_a_condition_compares_is_not_held_either(vary: Callable[[Board, Handle], Handle], law: str) -> None:
    """With D = k/N^3 there is no D <= 5 close to N = 0, and no least cost in that regime over every N."""
    board, low = in_a_regime(LAWS[law])
    vary(board, low)
    assert told(board.finish()["varied"]).endswith("by premise data: write it out, or say holding D")


@pytest.mark.parametrize(
    ("vary", "words"), [("limit", "does not survive N → 0"), ("least", "the least may lie where k/N^3 - 5 <= 0 ends")]
)
def test_a_condition_is_written_out_as_well(vary: str, words: str) -> None:
    board, low = in_a_regime(LAWS["written"])
    REGIMES[vary](board, low)
    assert words in told(board.finish()["varied"])


@pytest.mark.parametrize("vary", REGIMES.values(), ids=REGIMES)
def test_a_condition_on_what_determines_the_varied_quantity_does_not_let_it_vary(
    vary: Callable[[Board, Handle], Handle]
) -> None:
    """With N = 1/D^3, small N are large D."""
    board, low = in_a_regime("N = 1/D^3")
    vary(board, low)
    assert told(board.finish()["varied"]).startswith("N is determined by what is held, by premise data")


@pytest.mark.parametrize("premises", [(), ("D = k/a^3",), ("N = k/D^3",)], ids=["free", "by others", "moved by k"])
@pytest.mark.parametrize("vary", REGIMES.values(), ids=REGIMES)
def test_a_condition_on_what_stays_stays(vary: Callable[[Board, Handle], Handle], premises: tuple[str, ...]) -> None:
    """Where D does not follow N, the cost in its regime varies as before, under the same condition."""
    board, low = in_a_regime(*premises)
    vary(board, low)
    found = board.finish()["varied"]
    assert found.verdict.shown or found.verdict.finding is Finding.REFUTED
    assert list(map(str, found.conditions)) == (["D - 5 <= 0"] if found.relation else [])


def test_a_condition_that_is_written_out_survives_or_not() -> None:
    """Written out, D = k N^3 vanishes and the regime is reached; D = k/N^3 does not, and it is left."""
    for law, stands in (("D = k*N^3", True), ("D = k/N^3", False)):
        board, low = in_a_regime(law)
        board.limit("varied", board.substitute("written-out", low, (Handle("data"),)), "N")
        found = board.finish()
        assert found["written-out"].verdict.holds
        assert (found["varied"].relation is not None) is stands, law
        if not stands:
            assert "does not survive N → 0" in found["varied"].verdict.reason


def test_a_weak_condition_at_the_limit_is_a_strict_one() -> None:
    """Where D = N is at most a, it is below a for small N if a is more than zero, and not if a is zero."""
    board, low = in_a_regime(roof="N + b - a")
    board.limit("varied", low, "N")
    found = board.finish()["varied"]
    assert (list(map(str, found.conditions)), found.verdict.finding) == (["b - a < 0"], Finding.PROVEN)


def test_a_slope_holds_within_its_regime() -> None:
    """Where D is below 5 the slope of p N is p, and a does not matter, also if D follows N and a."""
    board, low = in_a_regime("D = a*N")
    board.differentiate("slope-there", low, "N", "slope")
    board.independence("no-matter", low, "a")
    found = board.finish()
    for name in ("slope-there", "no-matter"):
        assert (found[name].verdict.finding, list(map(str, found[name].conditions))) == (Finding.PROVEN, ["D - 5 <= 0"])


def test_a_condition_that_is_an_equation_ties() -> None:
    """Where N = 5 nothing can be said of a slope by N; where N = a, a moves with it."""
    N, p, a = (NOTATION[name].symbol for name in ("N", "p", "a"))
    number = "N is a number by condition N = 5, and does not vary"
    for condition, letters, told_of in (("N = 5", {N}, number), ("N = a", {N, a}, "")):
        law = Law(condition, "condition", frozenset(letters), None)
        assert varies(N, frozenset({p}), frozenset(), [law]).startswith(told_of or " ") is bool(told_of)


@pytest.mark.parametrize(("formula", "found"), [("1 - N", "inconclusive"), ("1 + N", "proven"), ("2 - N", "proven")])
def test_a_limit_of_what_its_condition_speaks_of(formula: str, found: str) -> None:
    """With y >= 1 there is no y = 1 - N on the way to N = 0, though it goes to 1; the others meet it close to 0."""
    given = Input("there", relation(f"cost = {formula}", NOTATION), (relation("cost >= 1", NOTATION),))
    rule = Limit(NOTATION["N"].symbol)
    (outcome,) = rule.compute((given,), NOTATION)
    assert str(rule.check((given,), outcome, NOTATION).verdict.finding) == found
    weak = replace(outcome, conditions=given.conditions)
    assert rule.check((given,), weak, NOTATION).verdict.holds is (formula != "1 - N")


def test_nothing_is_least_under_a_condition_on_itself() -> None:
    """The least N + 1/N is at N = 1, but where it is 5 or more it is not."""
    board = Board(NOTATION)
    given = Input("there", relation("cost = N + 1/N", NOTATION), (relation("cost >= 5", NOTATION),))
    with pytest.raises(UndecidedError, match="the least may lie where cost >= 5 ends"):
        Minimise(NOTATION["N"].symbol).compute((given,), NOTATION)
    bare = board.take(Premise("cost", "cost = N + 1/N"))
    board.minimise("varied", bare, "N")
    assert str(board.finish()["varied"].relation) == "N = 1"


def test_a_whole_number_that_a_function_takes_is_no_index() -> None:
    """``D = h(i)`` ties D to i, whereas ``D = x(i)`` for every i does not."""
    notation = NOTATION.extended(Notation.of("h(number) [] function"))
    board = Board(notation)
    cost = board.take(Premise("cost", "cost = p*N*D"))
    board.take(Premise("data", "D = h(i)"))
    board.independence("varied", cost, "i")
    step = board.finish()["varied"]
    assert (step.verdict.finding, step.note) == (Finding.REFUTED, "for every i with D written out")


@pytest.mark.parametrize(
    ("tie", "stands"),
    [
        ("h(g(z)) = z*a", False),  # h gives way, or g does
        ("h(z + b) = z*a", False),
        ("z*a = h(g(z))", False),
        ("h(z) = z*a", True),  # which says what h is
        ("h(2) = z*a", True),
        ("u(k + 1) = a*u(k)", True),
    ],
)
def test_a_function_of_what_is_no_letter_ties_all_that_is_spoken_of(tie: str, stands: bool) -> None:
    own = Notation.of("""
        y [] (real) result
        a [] what varies
        b [] shift
        z [] argument
        slope [] (real) slope
        k [] (integer) index
        h(number) [] (real) function
        g(number) [] (real) inner function
        u(index) [] (real) sequence
    """)
    for vary in ("independence", "slope"):
        board = Board(own)
        board.take(Premise("tie", tie))
        value = board.take(Premise("value", "y = z" if "b" in tie else "y = g(z)"))
        if vary == "slope":
            board.differentiate("varied", value, "a", "slope")
        else:
            board.independence("varied", value, "a")
        assert board.finish()["varied"].verdict.holds is stands


@pytest.mark.parametrize(
    ("bounds", "stands"),
    [
        (("m >= a", "m < a + 1"), False),  # the next whole number
        (("m <= a/2", "2*m > a - 1"), False),
        (("m >= a", "m < a + 3"), True),  # there are several
        (("b >= a", "b < a + 1"), True),  # any number between the two
    ],
)
def test_a_whole_number_between_two_bounds_depends_on_them(bounds: tuple[str, str], stands: bool) -> None:
    """As it does by the equation ``m = ceil(a)``: it cannot keep its value for every a."""
    board = Board(Notation.of("y [] result\nm [] (integer) count\na [] what varies\nb [] number\nc [] factor"))
    value = board.take(Premise("value", "y = m*c" if bounds[0].startswith("m") else "y = b*c"))
    for place, bound in enumerate(bounds):
        board.take(Premise(f"bound-{place}", bound))
    board.independence("varied", value, "a")
    found = board.finish()["varied"].verdict
    assert found.holds is stands
    assert stands or "m depends on a by premises bound-0 and bound-1" in found.reason
