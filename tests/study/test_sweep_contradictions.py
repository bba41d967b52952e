"""What the numbers of a sweep break: at every point what the exact engine says there."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, Report, derive
from derivations.claim.feasibility import NO_ROOM
from derivations.numbers.value import Value
from derivations.study.sweep_plan import sweep_plan

from ..lecture_balance import LECTURE_BALANCE
from ..numbers.test_contradiction import chosen
from ..reports import plain


@pytest.mark.long
def test_weights_and_caches_that_do_not_fit_are_masked() -> None:
    """The number stands, as in a table of a few rows. By hand: 8 H200 have 1,128 GB, the weights take 671 GB, and a
    token 70,272 byte, so that 4,096 sequences of 1,000 tokens fit, and of 2,000 tokens do not."""
    counted = derive(LECTURE_BALANCE, premises={"arithmetic-time": "with-attention"})
    found = counted.sweep(B="1, 4096", L="1k, 2k")
    assert found.contradiction.values.tolist() == [[0, 0], [0, 1]]
    assert found.contradiction.attrs["words"][:2] == ["none", NO_ROOM]
    kept = found.T.where(found.contradiction == 0)
    assert kept.isnull().values.tolist() == [[False, False], [False, True]]
    assert not found.T.isnull().any()


def test_what_a_premise_leaves_out_is_masked_where_it_matters(as_built: Report) -> None:
    """The arithmetic of attention is 117% of what is read of the cache; in a small batch the pass waits for the weights
    all the same, and without a context there is none."""
    found = as_built.sweep(B="1, 4096", L="0, 1k")
    words = found.contradiction.attrs["words"]
    told = [[words[code] for code in row] for row in found.contradiction.values.tolist()]
    left_out = "arithmetic-time leaves out the arithmetic of attention"
    assert told == [["none", "none"], ["none", left_out]]


def test_where_there_is_no_batch_the_weights_are_there_all_the_same(as_built: Report) -> None:
    """Eight H100 do not hold them; beyond the crossover context eight H200 do, and hold no balance batch."""
    found = as_built.sweep(L="0, 2k, 128k", accelerator=["h100", "h200"])
    assert found.contradiction.values.tolist() == [[1, 1, 1], [0, 1, 0]]


def test_what_nothing_can_break_has_no_such_variable() -> None:
    """Training tokens, say, which no memory holds."""
    assert "contradiction" not in derive("chinchilla").sweep(eta="0.1..0.5 linear 3")


@pytest.mark.some(7)
@pytest.mark.parametrize(
    ("name", "over"),
    [("replicas", {"L_mean": [50, 5000, 500000], "G": [1, 8, 64]}),
     ("price-tier", {"L_high": [1000, 300000, 900000]}),
     ("pass-time", {"B": [1, 64, 4096], "L": [1, 1000, 100000], "G": [1, 8, 72]}),
     ("bubbles", {"n_stages": [1, 2, 16]}),  # one stage: nothing to fill, where the filling is positive
     ("prefill-decode", {"B": [1, 64, 100000]}),  # the price that is given is not that at the context that is given
     ("memory-wall", {"N_total": [4 * 10**10, 10**12, 10**14]}),  # the weights leave no room for the cache
     ("context-wall", {"W_gpu": [8 * 10**11, 48 * 10**11, 24 * 10**12]}),  # no wall of which anything is left out
     ("draft-length", {"C_gpu": [2 * 10**13, 2 * 10**15]}),  # a letter beside roots leaves its domain
     ("queueing", {"W_gpu": [48 * 10**11, 48 * 10**13]})],  # as many wait as come in, as far as floats tell
)
def test_each_point_is_as_the_exact_engine_says(name: str, over: Mapping[str, list[float]]) -> None:
    """Premises' inequalities included, and letters on the way that leave their domain."""
    _as_the_exact_engine(plain(name), over)


def test_two_premises_leave_a_letter_no_number_at_some_points() -> None:
    """At least a, and at most 5: at 6 no number is both."""
    letters = Notation.of("x [] x\na [] a\nb [] b\ny [] y")

    def argument(board: Board) -> Handle:
        board.take(Premise("least", "x >= a", because="given", source="by hand"))
        board.take(Premise("most", "x <= b", because="given", source="by hand"))
        return board.take(Premise("uses", "y = 2*a", because="given", source="by hand"))

    report = derive(Claim("own", letters, argument, outside="none"), values={"a": "1", "b": "5"})
    found = report.sweep(a="1, 5, 6")
    assert found.contradiction.values.tolist() == [0, 0, 1]
    assert found.contradiction.attrs["words"] == ["none", "least and most leave x no number"]


@pytest.mark.parametrize("accelerator", ["h100", "h200"])
def test_windows_count_at_each_point(accelerator: str) -> None:
    """Below the window, at it and beyond it, for batches around the 19 that an H100 has room for at 1,500 tokens."""
    report = derive("latency-floor", accelerator=accelerator, model="gemma-4-31b", values={"G": 1})
    found = _as_the_exact_engine(report, {"B": [1, 19, 20, 100], "L": [500, 1024, 1500, 40000]})
    assert found[1, 2] == 0
    assert bool(found[2, 2]) is (accelerator == "h100")


def _as_the_exact_engine(report: Report, over: Mapping[str, list[float]]) -> Any:
    """The points of a sweep at which the numbers contradict the premises, each compared with the exact engine."""
    plan = sweep_plan(report, over)
    base, notation = plan.evaluated, plan.evaluated.derivation.notation
    found = plan.block(tuple(slice(0, size) for size in plan.dims.values()))["contradiction"]
    for place in product(*(range(len(values)) for values in over.values())):
        given = {
            each: Value(Fraction(values[at]) * notation[each].parsed_unit.factor, notation[each].unit,
                        notation[each].dimension)
            for (each, values), at in zip(over.items(), place, strict=True)
        }
        seen = base.evaluation.again(replace(base.scenario, values={**base.scenario.values, **given}))
        assert bool(base.broken_in(seen)) is bool(found[place]), given
    return found


@pytest.mark.some(2)
@pytest.mark.parametrize("bound", ["y <= t", "y >= t", "y < t - 1/x", "min(y, 2*b) >= t", "x <= t", "x >= t"])
def test_a_sweep_of_a_limit_is_masked_where_no_state_comes_close_to_it(bound: str) -> None:
    """At each point as the exact engine says, also where both sides go to the same number."""

    def body(board: Board) -> Handle:
        main = board.take(Premise("main", "y = a/x + b"))
        board.take(Premise("bound", bound))
        return board.limit("far", main, "x", "oo")

    letters = Notation.of("y [1] y\nx [1] x\na [1] a\nb [1] b\nt [1] t")
    claim = Claim("far-off", letters, body, defaults={"a": "2"})
    found = derive(claim).sweep(b="4; 5", t="3; 4; 5; 6; 9")
    told = [[bool(derive(claim, values={"b": b, "t": t}).contradictions) for t in "34569"] for b in "45"]
    masked = (found.contradiction.values > 0).tolist() if "contradiction" in found else [[False] * 5] * 2
    assert masked == told


@pytest.mark.some(4)
@pytest.mark.parametrize("beside", [("t >= x",), ("u = x + 1", "t >= u"), ("u = x*a", "t >= u + b")])
@pytest.mark.parametrize(
    "over", [{"t": [1, 2, 3, 7]}, {"c": [0.5, 2, 8]}, {"a": [0.25, 1, 4], "c": [1, 4]}, {"n": [1, 2]}]
)
@pytest.mark.parametrize("most", ["1", "9"])
def test_what_is_chosen_for_the_result_is_held_against_premises_at_each_point(
    beside: tuple[str, ...], over: Mapping[str, list[float]], most: str
) -> None:
    """Also where only another premise says what it leads to, and where what is swept is behind neither."""
    report = derive(chosen(*beside, "z >= n/100"), values={"a": "1", "c": "4", "n": "1", "t": most})
    plan = sweep_plan(report, over)
    if "contradiction" in plan.block(tuple(slice(0, size) for size in plan.dims.values())):
        _as_the_exact_engine(report, over)
    else:
        assert most == "9"
        assert not report.contradictions


@pytest.mark.parametrize(
    ("premises", "over"),
    [(("x + w = t",), {"t": [1, 3]}),  # whatever w is, which is no less than 0
     (("t >= u + w", "u = x + y"), {"t": [3, 30]}),
     (("n = ceil(x)", "f = n/3"), {"a": [1, 9, 36]}),  # a fraction
     (("n = 2*x",), {"a": [1, 2, 4]}),  # whole
     (("z*x = t", "z <= 1"), {"t": [1, 30]})],
)
def test_letters_that_what_is_chosen_leaves_no_number(
    premises: tuple[str, ...], over: Mapping[str, list[float]]
) -> None:
    """At each point as the exact engine says: by the domain, or by another premise."""
    letters = Notation.of("""x [] x
        a [] a
        b [] b
        t [] t
        u [] u
        y [] y
        z [] (real) z
        w [] (nonnegative) w
        f [] (fraction) f
        n [] (integer) n""")

    def body(board: Board) -> Handle:
        cost = board.take(Premise("cost", "y = a/x + b*x"))
        for place, relation in enumerate(premises):
            board.take(Premise(f"beside{place}", relation))
        return board.minimise("best", cost, over="x")

    first = {name: str(values[-1]) for name, values in over.items()}
    found = _as_the_exact_engine(derive(Claim("own", letters, body), values={"a": "4", "b": "1", **first}), over)
    assert sum(found.tolist()) > 0


@pytest.mark.parametrize(
    ("premises", "over"),
    [(("2*x >= a", "3*x <= 6"), {"a": [3, 7]}),
     (("f >= a",), {"a": [0.5, 2]}),
     (("n >= a", "n <= b"), {"a": [2.2, 1.5], "b": [2.5, 3]}),  # no whole number between 2.2 and 2.5
     (("n > a", "n < b"), {"a": [2], "b": [2.5, 4]})],
)
def test_bounds_that_leave_a_letter_no_number(premises: tuple[str, ...], over: Mapping[str, list[float]]) -> None:
    """Of two premises, of one and the domain, and of what comes whole."""
    letters = Notation.of("x [] x\na [] a\nb [] b\ny [] y\nf [] (fraction) f\nn [] (integer) n")

    def body(board: Board) -> Handle:
        for place, relation in enumerate(premises):
            board.take(Premise(f"beside{place}", relation))
        return board.take(Premise("uses", "y = a + b"))

    given = {"b": "9", **{name: str(values[-1]) for name, values in over.items()}}
    found = _as_the_exact_engine(derive(Claim("own", letters, body), values=given), over)
    assert 0 < found.astype(bool).sum() < found.size


def test_what_the_result_supposes_is_asked_at_each_point() -> None:
    """At a price ratio below one, which the balance behind the context supposes it is not."""
    found = derive("prefill-decode").sweep(y_price="0.5; 2", B="100k")
    words = found.contradiction.attrs["words"]
    assert any(word == "output-costs-more says y_price > 1, which context-of-ratio supposes" for word in words)
    assert words[found.contradiction.values.ravel()[0]].startswith(("output-costs-more", "price-ratio"))


def test_a_given_letter_beyond_its_bound_is_masked() -> None:
    """More active parameters than there are; `show` refuses them in a sentence."""
    found = derive("optimal-batch").sweep(N_active="37G parameter; 3700G parameter", L="0")
    words = found.contradiction.attrs["words"]
    assert [words[code] for code in found.contradiction.values.ravel()] == ["none", "N_active exceeds N_total"]


@pytest.mark.parametrize(("texts", "broken"), [
    (("y = 0.1*a", "y <= 0.3"), [False, False, True]), (("y = 0.1*a", "y > 0.3"), [True, True, False]),
    (("y = sqrt(a)", "y^2 <= a"), [False, False, False]), (("y = sqrt(a)", "y^2 > a"), [True, True, True]),
])
def test_sides_that_floats_do_not_tell_apart_are_a_tie(texts: tuple[str, str], broken: list[bool]) -> None:
    """As for the exact engine: 0.1 times 3 is not above 0.3, and the square of a root not below what it is of."""
    def body(board: Board) -> Handle:
        first, _ = (board.take(Premise(f"p-{place}", text)) for place, text in enumerate(texts))
        return first

    claim = Claim("tie", Notation.of("y [] result\na [] given"), body, defaults={"a": "2"})
    assert list(derive(claim).sweep(a="2, 3, 4")["contradiction"].values > 0) == broken
    assert [bool(derive(claim, values={"a": text}).contradictions) for text in "234"] == broken


def test_whole_numbers_are_rounded_up_to_themselves() -> None:
    """A hundred times 0.07 is 7, which floats make a bit more."""
    def rounded(board: Board) -> Handle:
        return board.take(Premise("up", "y = ceil(100*a)"))

    letters = Notation.of("y [] result\na [] given")
    up = derive(Claim("up", letters, rounded, defaults={"a": "0.07"})).sweep(a="0.07, 0.14, 0.145")
    assert up["y"].values.tolist() == [7, 14, 15]


@pytest.mark.parametrize("large", [1e11, 1e13, 1e15])
def test_large_whole_numbers_are_rounded_up_to_themselves(large: float) -> None:
    """Where a bit of a number is more than one; what lies between two whole numbers is the upper one."""
    letters = Notation.of("n [] (integer) result\na [] given")
    claim = Claim("up", letters, lambda board: board.take(Premise("up", "n = ceil(a)")), defaults={"a": "1"})
    assert derive(claim).sweep(a=[large, large + 1, large + 0.5])["n"].values.tolist() == [large, large + 1, large + 1]


@pytest.mark.parametrize(
    ("law", "beside", "over"),
    [("1/x = b", "x <= t", {"b": [0.25, 2], "t": [1]}), ("x^2 = b", "x <= t", {"b": [4, 0.25], "t": [1, 3]}),
     ("x^2 = b", "n = x", {"b": [4, 2.25]}), ("x^2 = b", "z = x + 1", {"b": [4, 1], "z": [3]}),
     ("y = max(x, z)", "4*x <= t", {"z": [1, 0.2], "t": [1, 2]})],
)
def test_letters_that_are_solved_on_the_way_are_held_against_premises(
    law: str, beside: str, over: Mapping[str, list[float]]
) -> None:
    """Also the letter of the result, in place of its given number."""
    letters = Notation.of("y [] y\nx [] x\nz [] z\nb [] b\nt [] t\nn [] (integer) n\nu [] u")

    def body(board: Board) -> Handle:
        said = board.take(Premise("law", law))
        board.take(Premise("beside", beside))
        if law.startswith("y"):
            return board.solve("even-at", board.boundary("even", said), for_="x")
        found = board.solve("found", said, for_="x")
        return board.substitute("put-in", board.take(Premise("uses", "u = x^2")), (found,))

    given = {"x": "1/8"} if law.startswith("y") else {}
    first = {name: str(values[0]) for name, values in over.items()}
    found = _as_the_exact_engine(derive(Claim("own", letters, body), values={**given, **first}), over)
    assert 0 < found.astype(bool).sum() < found.size
