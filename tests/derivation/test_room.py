"""Room: what inequality premises, domains and later premises leave to a step that varies a quantity."""

from __future__ import annotations

import pytest

from derivations import Board, Claim, Derivation, Handle, Notation, Premise, Quantity, relation
from derivations.proof.obligation import Obligation
from derivations.proof.prove import prove
from derivations.proof.verdict import Finding

LETTERS = (
    "y [] (real) y\nw [] w\nu [] (fraction) u\na [] a\nb [] b\nc [] c\nd [] d\nv [] v\nx [] x\n"
    "t [] t\ns [] (real) s\nm [] (integer) m"
)


def varied(rule: str, *premises: str, over: str = "x", **options: str) -> Derivation:
    """A derivation in which the first premise is varied, as `step`."""
    board = Board(Notation.of(LETTERS))
    first, *_ = [board.take(Premise(f"p{place}", text)) for place, text in enumerate(premises, 1)]
    if rule == "differentiate":
        options = {"named": "s", **options}
    getattr(board, rule)("step", first, over, **options)
    return board.finish()


@pytest.mark.parametrize(
    ("rule", "premises", "options", "told"),
    [
        ("minimise", ("y = a/x + b*x", "x <= c", "c <= sqrt(a/b)/2"), {}, "premise p2 does not allow x = sqrt(a/b)"),
        ("minimise", ("y = a/x + b*x", "u = sqrt(b/a)*x*2"), {},
         "the domain of u (in (0, 1]) does not allow x = sqrt(a/b)"),
        ("limit", ("y = a + b/x", "x <= 5"), {"to": "oo"}, "premise p2 does not let x grow beyond all bounds"),
        ("limit", ("y = a + b*x", "x >= 5"), {}, "premise p2 does not let x go to 0"),
        ("limit", ("y = a + b/x", "w = 2 - x"), {"to": "oo"},
         "the domain of w (positive) does not let x grow beyond all bounds"),
        ("differentiate", ("y = 2*v", "(v - x)^2 <= 0"), {"by": "x"}, "premise p2 leaves x no room to vary"),
        ("independence", ("y = 2*v", "max(v - x, x - v) <= 0"), {}, "premise p2 leaves x no room to vary"),
        ("independence", ("y = 2*v", "v >= x", "v <= x"), {},
         "v depends on x by premises p2 and p3: write it out, or say holding v"),
        ("differentiate", ("y = v*x/w", "w >= c*x", "w <= c*x"), {},
         "w depends on x by premises p2 and p3: write it out, or say holding w"),
    ],
)
def test_what_forbids_the_states_refuses_the_step(
    rule: str, premises: tuple[str, ...], options: dict[str, str], told: str
) -> None:
    """And is named."""
    options = {key: value for key, value in options.items() if key != "by"}
    step = varied(rule, *premises, **options)["step"]
    assert step.relation is None
    assert step.verdict.reason == told


@pytest.mark.parametrize(
    ("rule", "premises", "options", "conditions"),
    [
        ("minimise", ("y = a/x + b*x", "x <= c"), {}, ["sqrt(a/b) <= c"]),
        ("minimise", ("y = a/x + b*x", "x <= 4"), {}, ["sqrt(a/b) <= 4"]),
        ("minimise", ("w = max(d, b/x)", "c >= d*x", "c <= sqrt(d/b)/2"), {}, ["c >= b"]),
        ("round_up", ("m >= a", "m >= b"), {}, ["ceil(a) >= b"]),
        ("limit", ("y = a + b*x", "c*x + a <= 1"), {}, ["a < 1"]),
        ("differentiate", ("y = v*x", "x <= 5", "x >= v"), {}, ["v < x"]),
    ],
)
def test_what_allows_them_for_some_values_is_a_condition(
    rule: str, premises: tuple[str, ...], options: dict[str, str], conditions: list[str]
) -> None:
    """Of the step, which stays proven, and of all that rests on it."""
    if rule == "round_up":
        board = Board(Notation.of(LETTERS))
        first, _ = [board.take(Premise(f"p{place}", text)) for place, text in enumerate(premises, 1)]
        board.round_up("step", first)
        step = board.finish()["step"]
    else:
        step = varied(rule, *premises, **options)["step"]
    assert step.verdict.finding == "proven"
    assert list(map(str, step.conditions)) == conditions
    assert step.allowing == step.conditions


@pytest.mark.parametrize(
    ("rule", "premises", "options"),
    [
        # the bound holds whatever the letters are
        ("limit", ("y = a + b*x", "t = max(a, x)", "t >= x"), {}),
        # a letter that nothing determines may be as large as one likes
        ("limit", ("y = a + b/x", "t >= max(c*x, d)"), {"to": "oo"}),
        ("minimise", ("y = a/x + b*x", "t >= max(c*x, d)"), {}),
        ("differentiate", ("y = v*x", "t >= c*x", "t <= d*w"), {}),
        # what follows is determined by one that may
        ("limit", ("y = a + b/x", "t = c*w", "t >= d*x"), {"to": "oo"}),
        # close to the end it holds
        ("limit", ("y = a + b/x", "x >= 5"), {"to": "oo"}),
        # one side is enough for a slope
        ("differentiate", ("y = v*x", "x <= 5"), {}),
        ("differentiate", ("y = v*x", "x <= 5", "x >= 3"), {}),
        # what varies is a factor: it holds at every value, or at none
        ("minimise", ("y = a/x + b*x", "w = x*(c - d)"), {}),
    ],
)
def test_what_does_no_harm_changes_nothing(rule: str, premises: tuple[str, ...], options: dict[str, str]) -> None:
    """The step is proven, without a condition."""
    step = varied(rule, *premises, **options)["step"]
    assert (step.verdict.finding, step.conditions) == ("proven", ())


def test_a_letter_that_is_chosen_moves_what_speaks_of_it() -> None:
    """t >= x looks free, yet t is bounded itself."""
    step = varied("limit", "y = a + b/x", "t >= x", "t <= 5", to="oo")["step"]
    assert step.relation is None
    assert step.verdict.reason == "premise p2 and premise p3 do not let x grow beyond all bounds"


@pytest.mark.parametrize(
    ("rule", "premises", "options", "finding", "told"),
    [
        # each of them can be larger than the one before
        ("limit", ("y = a + b/x", "v >= x", "w >= v", "w <= d"), {"to": "oo"}, "proven", ""),
        ("limit", ("y = a + b/x", "v >= x", "w >= v", "t >= w", "c >= t*v"), {"to": "oo"}, "proven", ""),
        ("limit", ("y = a + b/x", "v >= x", "v*w <= 1", "w >= 1/(x*d)"), {"to": "oo"}, "proven", ""),
        # the last one cannot
        ("limit", ("y = a + b/x", "v >= x", "w >= v", "w <= b"), {"to": "oo"}, "inconclusive",
         "premise p2 and premise p3 and premise p4 do not let x grow beyond all bounds"),
        ("limit", ("y = a + b/x", "x <= v", "v*w <= t", "t <= c*w", "c <= 1"), {"to": "oo"}, "inconclusive",
         "premise p2 and premise p3 and premise p4 and premise p5 do not let x grow beyond all bounds"),
        ("limit", ("y = a*x + b", "v <= x", "v >= w", "w >= 2"), {}, "inconclusive",
         "premise p4 and premise p3 and premise p2 do not let x go to 0"),
        # a tie is none to choose by, however many letters it goes through
        ("differentiate", ("y = c*x/(b + x)", "max(c - a*x, a*x - c) <= 0"), {}, "inconclusive", "premise p2 leaves x"),
        ("limit", ("y = c*x + b", "v >= a*x", "w >= v", "max(c, w) <= a*x"), {}, "argued", "nothing shows that"),
        # what says that v is above 1 is no reason to take it away
        ("limit", ("y = a*x + b", "(v - 1)*t >= 1", "v <= x"), {}, "argued",
         "nothing shows that premise p2 and premise p3 allow it"),
        ("limit", ("y = a*x + b", "(v - 1)*t >= 1", "v <= x", "t >= x"), {}, "argued",
         "nothing shows that premise p2 and premise p3 allow it"),
    ],
)
def test_letters_that_force_each_other_are_chosen_one_for_another(
    rule: str, premises: tuple[str, ...], options: dict[str, str], finding: str, told: str
) -> None:
    """A premise that bounds the last of a chain bounds all of it."""
    verdict = varied(rule, *premises, **options)["step"].verdict
    assert verdict.finding == finding
    assert verdict.reason.startswith(told)


@pytest.mark.parametrize(
    ("rule", "premises", "options", "finding", "told"),
    [
        ("limit", ("y = a + b/x", "s^2 = x^2 - 1", "t^2 = x^2 - 4"), {"to": "oo"}, "proven", ""),
        ("limit", ("y = a*x + b", "s^2 = x^2 - 1"), {}, "inconclusive", "premise p2 does not let x go to 0"),
        ("limit", ("y = a*x + b", "v^2 + 3*v + 2 = x"), {}, "inconclusive", "premise p2 does not let x go to 0"),
        ("limit", ("y = a + b/x", "v^2 + 3*v + 2 = x"), {"to": "oo"}, "proven", ""),
        ("limit", ("y = a*x + b", "v^2 + w^2 = x^2", "v = 2*w"), {}, "proven", ""),
        ("minimise", ("y = a/x + b*x", "v^2 + 3*v + 2 = x"), {}, "proven", "2*sqrt(b) < sqrt(a)"),
        ("minimise", ("y = a/x + b*x", "s^2 = x^2 - 1", "t^2 = x^2 - 4"), {}, "proven",
         "sqrt(b) <= sqrt(a), 2*sqrt(b) < sqrt(a)"),
        ("limit", ("y = a*x + b", "v^2 - 3*v + 2 = x"), {}, "argued", "nothing shows that premise p2 allows it"),
        # a root that is chosen must suit all that speaks of it
        ("limit", ("y = a + b/x", "s^2 = x", "s <= 1"), {"to": "oo"}, "argued", "nothing shows that premise p3"),
        ("limit", ("y = a + b/x", "v^2 = x", "v <= 1"), {"to": "oo"}, "inconclusive", "premise p3 does not let x"),
    ],
)
def test_what_follows_by_an_equation_of_second_degree_has_one_value_or_none(
    rule: str, premises: tuple[str, ...], options: dict[str, str], finding: str, told: str
) -> None:
    """So that there are such states where what its square is may be, and not elsewhere."""
    step = varied(rule, *premises, **options)["step"]
    assert step.verdict.finding == finding
    assert (", ".join(map(str, step.conditions)) or step.verdict.reason).startswith(told)


def test_what_is_open_is_argued_and_names_the_premise() -> None:
    """Nothing says what the logarithm of a sum does against it."""
    step = varied("limit", "y = a + b/x", "log(a + x) <= b*exp(x)", to="oo")["step"]
    assert step.verdict.finding == "argued"
    assert step.verdict.reason.startswith("nothing shows that premise p2 allows it")


def test_a_premise_that_is_taken_later_counts() -> None:
    """One that forbids the states refuses the step, and what rests on it waits; a condition comes too late."""
    board = Board(Notation.of(LETTERS))
    first = board.take(Premise("p1", "y = a/x + b*x"))
    best = board.minimise("best", first, "x")
    board.state("square", "x^2 = a/b", (best,))
    board.take(Premise("p2", "x <= c"))
    derivation = board.finish()
    assert derivation["best"].verdict.finding == "argued"
    assert derivation["best"].verdict.reason.startswith("by what is taken after it, only if sqrt(a/b) <= c")
    assert derivation["square"].verdict.reason.startswith("from best")


def test_a_bound_of_a_domain_counts() -> None:
    """c is never more than w, which goes to c/b."""
    letters = Notation.of("y [] y\nw [] w\nx [] x\nb [] b").extended([Quantity("c", "", "c", at_most="w")])
    board = Board(letters)
    board.take(Premise("p1", "w = x*b^2 + c/b"))
    board.limit("step", board.take(Premise("p2", "y = c*x/(b + x)")), "x")
    assert list(map(str, board.finish()["step"].conditions)) == ["b < 1"]


@pytest.mark.parametrize(
    ("premises", "told"),
    [
        (("y = a/x + b", "c >= x"), "no finite optimum: y falls for every x, however large"),
        (("y = a/x + b", "x <= c"),
         "no finite optimum: y falls for every x, however large; premise p2 does not let x grow beyond all bounds"),
        (("y = a/x + b", "x <= 1"),
         "no finite optimum: y falls for every x, however large; premise p2 does not let x grow beyond all bounds"),
        (("y = a*x + b", "x >= 1"),
         "no optimum: y rises for every x, down to the lowest; premise p2 does not let x go to 0"),
    ],
)
def test_what_only_falls_is_least_at_its_bound(premises: tuple[str, ...], told: str) -> None:
    """So that it has no best value only where nothing bounds it, or where its bound may be as far as one likes."""
    assert varied("minimise", *premises)["step"].verdict.reason == told


NUMBERS = ("x = 3", "x^2 = 9", "sqrt(x) = 2", "(x - 1)*(x - 2) = 0", "max(x, 5) = x", "max(x, 5) = 5", "ceil(x) = 3")


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    ("rule", "formula"),
    [("minimise", "y = a/x + b*x"), ("limit", "y = a*x + b"), ("differentiate", "y = a*x^2 + b"),
     ("independence", "y = a")],
)
def test_what_an_equation_says_the_number_of_does_not_vary(rule: str, formula: str, number: str) -> None:
    """Whichever form it has, and also where it is said afterwards."""
    step = varied(rule, formula, number)["step"]
    assert step.relation is None
    assert step.verdict.reason.endswith("is a number by premise p2, and does not vary")


@pytest.mark.parametrize(
    "ties",
    [
        ("c = a + x", "b + c = 5", "b = 1"), ("c = a*x", "c = b", "b = 1"), ("t = a - x", "t*d = 0"),
        ("c = a/x", "c + d = 2", "d = 1"), ("c = a + x", "v = 5", "c - v = 0"),
    ],
)
@pytest.mark.parametrize(
    ("rule", "formula"),
    [("minimise", "y = a/x + x"), ("limit", "y = a*x + a"), ("differentiate", "y = a*x"), ("independence", "y = a")],
)
def test_ties_through_several_equations_count(rule: str, formula: str, ties: tuple[str, ...]) -> None:
    """In whatever direction each of them is said."""
    step = varied(rule, formula, *ties)["step"]
    assert not step.verdict.shown
    assert step.verdict.finding in ("inconclusive", "argued")


@pytest.mark.parametrize(
    ("rule", "premises", "options", "finding", "words"),
    [
        ("limit", ("y = a*x + b", "s = log(x - 1)"), {}, "inconclusive", "the value of s (that it has a value)"),
        ("limit", ("y = a*x + b", "sqrt(x - 1) >= 0"), {}, "inconclusive", "premise p2 (that it has a value)"),
        ("limit", ("y = a/x + b", "sqrt(5 - x) = s"), {"to": "oo"}, "inconclusive", "premise p2 (that it has a value)"),
        ("minimise", ("y = a/x + b*x", "s^2 = x - 1"), {}, "proven", ""),
        ("minimise", ("y = a/x + b*x", "s^3 = x - 1"), {}, "argued", "premise p2"),
        ("minimise", ("y = a/x + b*x", "s^3 = x - 1", "x <= c"), {}, "argued", "premise p2"),
        ("minimise", ("y = a/x + b*x", "s = sqrt(x - 1)"), {}, "proven", ""),
        ("limit", ("y = a*x + b", "c = log(x)"), {}, "argued", "the domain of c (positive)"),
        ("limit", ("y = a*x + b", "c = exp(x) - 2"), {}, "argued", "the domain of c (positive)"),
        ("limit", ("y = a*x + b", "u = exp(3 - x)"), {}, "argued", "the domain of u (in (0, 1])"),
        ("limit", ("y = a/x + b", "u = log(x)"), {"to": "oo"}, "argued", "the domain of u (in (0, 1])"),
        ("limit", ("y = a/x + b", "t = sqrt(5 - exp(x))"), {"to": "oo"}, "argued", "the value of t"),
        ("limit", ("y = a*x + b", "c = x^v - 1"), {}, "inconclusive", "the domain of c (positive)"),
        ("limit", ("y = a*x + b", "s = 1/(x - 1)"), {}, "proven", ""),
        ("limit", ("y = a/x + b", "s = c/log(x/d)"), {"to": "oo"}, "proven", ""),
        ("limit", ("y = a*x + b", "x = t + d + 2*w"), {}, "proven", ""),  # all of them can be small
        ("limit", ("y = a/x + b", "c = x^m"), {"to": "oo"}, "proven", ""),
        ("limit", ("y = a/x + b", "c = 1 - u^(x*v)/2"), {"to": "oo"}, "proven", ""),
        ("limit", ("y = a/x + b", "c = 1 + max(x*v, d)/x - v"), {"to": "oo"}, "proven", ""),
        ("limit", ("y = a*x + b", "s = log(5 - x)"), {}, "proven", ""),
        ("differentiate", ("y = a*x^2", "exp(t) = x + 1"), {}, "proven", ""),
        ("limit", ("y = b + a/x", "s = lambert_w0(b - x)"), {"to": "oo"}, "inconclusive", "the value of s"),
        ("limit", ("y = b + a/x", "s = lambert_wm1(x - b)"), {"to": "oo"}, "inconclusive", "the value of s"),
        ("limit", ("y = b + a/x", "s = lambert_w0(x - b)"), {"to": "oo"}, "proven", ""),
        # what is below zero has whole powers alone
        ("differentiate", ("y = a*x", "c = s^x", "s < 0"), {"named": "w"}, "argued", "that s is not negative then"),
        ("independence", ("y = a", "c >= s^x", "s < 0"), {}, "argued", "that s is not negative then"),
        ("limit", ("y = b + a/x", "c = (b - x)^d"), {"to": "oo"}, "argued", "that b - x is not negative then"),
        ("differentiate", ("y = a*x", "c = s^x", "s > 0"), {"named": "w"}, "proven", ""),
        ("limit", ("y = b + a/x", "c >= (1 - u)^x"), {"to": "oo"}, "proven", ""),
    ],
)
def test_what_has_no_value_and_what_is_not_solved_counts(
    rule: str, premises: tuple[str, ...], options: dict[str, str], finding: str, words: str
) -> None:
    """A root or a logarithm of what varies, and an equation of which nothing shows that something follows by it."""
    step = varied(rule, *premises, **options)["step"]
    assert step.verdict.finding == finding
    assert words in step.verdict.reason
    if premises[1] == "s = sqrt(x - 1)":
        assert list(map(str, step.conditions)) == ["sqrt(b) <= sqrt(a)"]


@pytest.mark.parametrize(
    ("rule", "premises", "over", "condition"),
    [
        ("minimise", ("y = a*x + b/x", "s = 1/(x - 1)"), "x", "2*sqrt(a*b) < a + b"),
        ("minimise", ("y = a*x + b/x", "s*(x - 1) = 1"), "x", ""),
        ("round_up", ("m >= a", "s = c/(m - 3)"), "m", "6*ceil(a) < ceil(a)^2 + 9"),
        ("round_up", ("m >= a", "s = 1/((-1)^m - 1)"), "m", "2*(-1)^ceil(a) < 2"),
    ],
)
def test_a_value_at_which_something_is_divided_by_zero_is_not_taken(
    rule: str, premises: tuple[str, ...], over: str, condition: str
) -> None:
    """No state of the premises has it; beside it each has its own."""
    step = varied(rule, *premises, **({} if rule == "round_up" else {"over": over}))["step"]
    assert (step.verdict.finding, list(map(str, step.conditions))) == (
        ("proven", [condition]) if condition else ("argued", []))


@pytest.mark.parametrize(
    ("rule", "premises", "conditions"),
    [
        ("minimise", ("y = a/x + b*x", "w = x", "w >= t", "t - d = 3"), ["sqrt(b)*t <= sqrt(a)"]),
        ("minimise", ("y = a/x + b*x", "y >= t", "t - d = 3"), ["t <= 2*sqrt(a*b)"]),
        ("round_up", ("m >= c", "w = m", "w >= t", "t - d = 3"), ["t <= ceil(c)"]),
    ],
)
def test_a_letter_that_is_tied_is_not_chosen(rule: str, premises: tuple[str, ...], conditions: list[str]) -> None:
    """By an equation that says it of two letters: t is above 3, so that it cannot be small enough."""
    step = varied(rule, *premises, **({} if rule == "minimise" else {"over": "m"}))["step"]
    assert (step.verdict.finding, list(map(str, step.conditions))) == ("proven", conditions)


@pytest.mark.parametrize("late", [False, True])
def test_a_least_value_along_a_curve_is_within_a_bound_under_a_condition(late: bool) -> None:
    """Which comes too late for a bound that is taken after it."""
    board = Board(Notation.of(LETTERS))
    cost, curve = board.take(Premise("cost", "y = a*x + b*t")), board.take(Premise("curve", "c = x*t"))
    bound = Premise("bound", "x <= 1")
    if not late:
        board.take(bound)
    board.minimise("step", cost, over=("x", "t"), subject_to=curve)
    if late:
        board.take(bound)
    step = board.finish()["step"]
    assert step.verdict.finding == "argued"
    assert list(map(str, step.conditions)) == ([] if late else ["sqrt(b*c/a) <= 1"])
    assert step.verdict.reason.startswith("by what is taken after it, only if sqrt(b*c/a) <= 1") is late


@pytest.mark.parametrize(
    ("rule", "premises", "options", "whole"),
    [
        ("limit", ("y = a*x + b", "s = factorial(x)"), {}, "x"),
        ("limit", ("y = a*x + b", "s = factorial(w)", "w = x + 1"), {}, "w"),
        ("limit", ("y = a*x + b", "s >= factorial(x)"), {}, "x"),
        ("limit", ("y = a*x + b", "s = sum(m, m, 1, x)"), {}, "x"),
        ("minimise", ("y = a*x + b/x", "s*c = product(2, m, 1, x)"), {}, "x"),
        ("differentiate", ("y = a*x + b", "v = factorial(2*x)"), {}, "2*x"),
        ("independence", ("y = a", "v = factorial(x)"), {}, "x"),
        ("limit", ("y = a*x + b", "v = factorial(w)"), {}, ""),  # which speaks of something else
        ("minimise", ("y = a*x + b/x", "v = factorial(m)"), {}, ""),
        ("independence", ("y = a", "v = factorial(m)"), {"over": "m"}, ""),
        ("independence", ("y = a", "v = factorial(m/2)"), {"over": "m"}, "m/2"),
    ],
)
def test_what_only_counts_does_not_vary_continuously(
    rule: str, premises: tuple[str, ...], options: dict[str, str], whole: str
) -> None:
    """A factorial of x has a value only at whole x: no state is close to another, nor close to 0."""
    step = varied(rule, *premises, **options)["step"]
    told = f"nothing shows that {whole} is a whole number then" if whole else ""
    assert step.verdict.finding is (Finding.ARGUED if whole else Finding.PROVEN)
    assert step.verdict.reason.startswith(told)


@pytest.mark.parametrize("beside", [("x >= t",), ("w = x", "w >= t"), ("w = x^2", "w >= t^2")])
def test_a_chosen_letter_under_another_name_has_the_same_condition(beside: tuple[str, ...]) -> None:
    """What is made of nothing else is bounded where it is."""
    board = Board(Notation.of("y [] y\nx [] x\nw [] w\na [] a\nb [] b\nt [] t"))
    cost = board.take(Premise("cost", "y = a*x + b/x"))
    for place, premise in enumerate(beside):
        board.take(Premise(f"beside-{place}", premise))
    board.minimise("best", cost, over="x")
    (condition,) = board.finish()["best"].conditions
    known = relation("sqrt(b/a) >= t", condition.notation)
    assert prove(Obligation(condition, (known,))).shown
    assert prove(Obligation(known, (condition,))).shown


def test_a_search_for_states_that_is_more_work_than_the_budget_leaves_the_step_open() -> None:
    """It says so; with enough of a budget the premise is named; of a stored derivation the same is told."""
    told = dict[float, Derivation]()
    for budget in (1000, 1_000_000):
        board = Board(Notation.of(LETTERS), budget=budget)
        first, _, _ = (board.take(Premise(f"p{place}", text)) for place, text in enumerate(
            ("y = a + b/x", "w = (a + b)*(c + d)*(a + x)^2/((c + x)*(d + v)) - a", "t*(c + w)*(d + x) >= v*x"), 1))
        board.limit("step", first, "x", "oo")
        told[budget] = board.finish()
    scarce, ample = (told[budget]["step"].verdict for budget in told)
    assert scarce.finding == "argued"
    assert scarce.reason.startswith("nothing shows that there are such states: ran out of its budget of 1,000 while")
    assert ample.reason != scarce.reason
    assert "budget" not in ample.reason
    for budget, derivation in told.items():
        (again,) = (each for each in derivation.check(budget) if each.step.name == "step")
        assert again.verdict == derivation["step"].verdict


@pytest.mark.parametrize(("said", "finding"), [
    ((), Finding.REFUTED), (("a <= b",), Finding.INCONCLUSIVE), (("b <= 2",), Finding.REFUTED),
])
def test_what_a_premise_forbids_refutes_no_independence(said: tuple[str, ...], finding: Finding) -> None:
    """The larger of a and b is b wherever a is no larger; with a bound of b alone it follows a."""
    def body(board: Board) -> Handle:
        product = board.take(Premise("product", "y = max(a, b)*x"))
        for place, text in enumerate(said):
            board.take(Premise(f"bound-{place}", text))
        return board.independence("free", product, of="a")

    letters = Notation.of("a [] first\nb [] second\nx [] factor\ny [] product")
    assert Claim("product", letters, body).derive()["free"].verdict.finding is finding
