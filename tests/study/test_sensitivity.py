"""Sensitivity: exact powers with their formulas, swings over ranges, and the band over all corners."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import log

import pytest

from derivations import Board, Claim, DimensionError, InputError, Notation, Premise, Report, UnknownNameError, derive
from derivations.claim.claim import Between
from derivations.document.sensitivity import sensitivity_json
from derivations.errors import UndecidedError
from derivations.language.relation import relation
from derivations.numbers.sensitivity import NO_NUMBER, exact_elasticity
from derivations.numbers.value import parse_range, parse_value
from derivations.study.sensitivity import MOST_RANGES, Sensitivity, sensitivity

from ..document.texts import sensitivity_text
from ..lecture_balance import LECTURE_BALANCE

NOTATION = Notation.of("""
t [s] time to load the weights and start
S [byte] size of all copies of the weights
N [parameter] parameters
b [byte/parameter] size of a parameter
W [byte/s] bandwidth of all disks
d [byte/s] bandwidth of one disk
u [] disks, each with a copy to load
v [s] time to start
x [] (fraction) share that is read ahead
a [] (nonnegative) first of two numbers
c [] (nonnegative) second of two numbers
y [] (real) their difference
e [s] a time that nothing uses
g [] a number that nothing uses
""")


def loading(board: Board) -> str:
    """A product, a sum, and a number of disks that cancels."""
    load = board.take(Premise("load", "t = (1 - x)*S/W + v"))
    size, disks = board.take(Premise("size", "S = u*N*b")), board.take(Premise("disks", "W = u*d"))
    board.substitute("time", load, (size, disks))
    return "time"


def single(text: str) -> Claim:
    """A claim of one premise."""

    def body(board: Board) -> str:
        board.take(Premise("only", text))
        return "only"

    return Claim("single", NOTATION, body)


LOADING = Claim("loading", NOTATION, loading, ranges={"v": Between("1 s", "9 s", "somebody", "p. 1")})
GIVEN = {"N": "2e9 parameter", "b": "2 byte/parameter", "d": "1 GB/s", "v": "1 s", "x": "1/2"}


@pytest.fixture(scope="module")
def report() -> Report:
    """Half of four gigabytes at one gigabyte a second, and a second to start: three seconds."""
    return derive(LOADING, values=GIVEN)


@pytest.fixture(scope="module")
def context() -> Report:
    """The balance batch at a context of a thousand tokens."""
    return derive(LECTURE_BALANCE, values={"L": "1k token/sequence"})


def time(x: Fraction, n: Fraction, v: Fraction) -> Fraction:
    """The result in plain fractions."""
    return (1 - x) * n * 2 / 10**9 + v


def corner(found: Sensitivity, which: str) -> tuple[Fraction | None, dict[str, Fraction]]:
    """The number of a corner, and where it is."""
    assert found.band is not None
    at = getattr(found.band, which)
    return at.line.value, {name: value.number for name, value in at.at.items()}


# --- elasticities


def test_every_number_that_the_result_rests_on_is_ranked_by_its_power(context: Report) -> None:
    """Each once, the largest first."""
    found = sensitivity(context)
    assert sorted(item.name for item in found.elasticities) == sorted(context.result.leaves)
    sizes = [abs(item.here) for item in found.elasticities if item.here is not None]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) == len(found.elasticities)


@pytest.mark.parametrize(
    ("name", "text", "formula"),
    [
        ("L", "+0.643 here", "L/(L_x - L)"),
        ("kappa", "+0.643 here", "L/(L_x - L)"),
        ("n", "-1.64 here", "-L_x/(L_x - L)"),
        ("N_total", "+1", ""),
    ],
)
def test_a_power_that_is_no_number_has_a_formula_in_the_letters_of_the_result(
    context: Report, name: str, text: str, formula: str
) -> None:
    """With the crossover context, which stands for five quantities; a minus sign stands in front."""
    (item,) = [item for item in sensitivity(context).elasticities if item.name == name]
    assert (item.text, item.formula) == (text, formula)


@pytest.mark.parametrize(
    ("claim", "premises"),
    [
        ("pipeline-kv", {}),
        pytest.param(LECTURE_BALANCE, {}, marks=pytest.mark.long),
        pytest.param(LECTURE_BALANCE, {"arithmetic-time": "with-attention"}, marks=pytest.mark.long),
    ],
)
def test_a_formula_has_the_value_that_stands_beside_it(claim: str | Claim, premises: dict[str, str]) -> None:
    """Read back and evaluated, for every step that has a number; the exact power and not its rounded text."""
    report = derive(claim, values={"L": "1k token/sequence"}, premises=premises)
    notation = report.derivation.notation.extended(Notation.of("power [] (real) an elasticity"))
    checked = 0
    for step in report.derivation.steps:
        line = report.evaluation.line(step.name) if step.relation is not None and step.verdict.holds else None
        for name in line.leaves if line is not None and line.value is not None else ():
            item = exact_elasticity(report.evaluation, step.name, name)
            if item.formula:
                read = relation(f"power = {item.formula}", notation)
                assert report.evaluation.size(read.rhs) == item.here
                checked += 1
    assert checked >= 6


def test_what_is_given_for_its_own_definition_follows_itself() -> None:
    """Twice the number is twice the result."""
    claim = replace(single("S = N*b"), name="size")
    (item,) = sensitivity(derive(claim, values={"S": "3 GB"})).elasticities
    assert (item.name, item.here, item.everywhere) == ("S", 1, True)


def test_a_maximum_follows_its_larger_side_and_swings() -> None:
    """Here the first; its ends have numbers beyond that, too. Where both are as large, there is no power."""
    report = derive(single("t = max(v, S/W)"), values={"v": "2 s", "S": "1 GB", "W": "1 GB/s"})
    found = sensitivity(report, {"v": "1..4 s"})
    assert {item.name: item.text for item in found.elasticities} == {"v": "+1 here", "S": "0 here", "W": "0 here"}
    assert found.swings[0].factor == 4
    assert found.band is not None
    assert not found.band.exact
    even = sensitivity(derive(single("t = max(v, S/W)"), values={"v": "1 s", "S": "1 GB", "W": "1 GB/s"}))
    assert {item.text for item in even.elasticities} == {NO_NUMBER}


# --- swings and the band


def test_ranges_given_stand_in_place_of_the_claims_own(report: Report) -> None:
    """The widest first."""
    assert [(item.name, item.by) for item in sensitivity(report).swings] == [("v", "somebody, p. 1")]
    found = sensitivity(report, {"x": "1/4..3/4", "N": "1e9..9e9 parameter"})
    assert [(item.name, item.by) for item in found.swings] == [("N", "given"), ("x", "given")]


def test_the_band_is_the_least_and_greatest_of_all_corners(report: Report) -> None:
    """Every corner in plain fractions."""
    ranges = {"x": "1/4..3/4", "N": "1e9..9e9 parameter", "v": "1 s..9 s"}
    found = sensitivity(report, ranges)
    ends = {name: [end.number for end in parse_range(text)] for name, text in ranges.items()}
    corners = {time(*at): dict(zip(ranges, at, strict=True)) for at in product(*ends.values())}
    assert corner(found, "least") == (min(corners), corners[min(corners)])
    assert corner(found, "greatest") == (max(corners), corners[max(corners)])
    assert found.band is not None
    assert (found.band.corners, found.band.without, found.band.exact) == (8, 0, False)


def test_a_product_goes_no_further_between_its_corners() -> None:
    """Each quantity moves it one way only, wherever the others are."""
    report = derive(single("S = N*b/x"), values={"N": "1e9 parameter", "b": "2 byte/parameter", "x": "1/2"})
    band = sensitivity(report, {"N": "1e9..4e9 parameter", "x": "1/4..1"}).band
    assert band is not None
    assert band.exact


def test_corners_without_a_number_are_counted_with_the_first_reason(context: Report) -> None:
    """At a long context with a large cache nothing balances."""
    found = sensitivity(context, {"L": "1k..8k token/sequence", "kappa": "1..70.272 kB/token"})
    assert found.band is not None
    assert (found.band.corners, found.band.without) == (4, 1)
    assert found.band.why.startswith("no balance: L = 8,000 tokens per sequence is not below L_x = 2,554")
    _, at = corner(found, "greatest")
    assert at == {"L": 1000, "kappa": 70272}


def test_corners_that_contradict_a_bound_are_corners_without_a_number() -> None:
    """More active parameters than parameters; each alone is in order."""
    ranges = {"N_active": "37e9..300e9 parameter", "N_total": "200e9..671e9 parameter"}
    band = sensitivity(derive(LECTURE_BALANCE), ranges).band
    assert band is not None
    assert band.without == 1
    assert "exceeds N_total = 200 billion parameters" in band.why


def test_a_band_without_any_number_says_why(context: Report) -> None:
    """Both ends are beyond the crossover."""
    band = sensitivity(context, {"L": "8k..9k token/sequence"}).band
    assert band is not None
    assert (band.least, band.greatest, band.corners, band.without) == (None, None, 2, 2)
    assert band.why.startswith("no balance")


def test_what_the_result_does_not_rest_on_moves_nothing(report: Report) -> None:
    """The disks cancel and the time is not used: a factor of one, and no part of the corner."""
    found = sensitivity(report, {"u": "1..8", "e": "1..2 s", "v": "1..2 s"})
    assert {item.name: item.factor for item in found.swings} == {"v": Fraction(4, 3), "u": 1, "e": 1}
    assert corner(found, "greatest") == (4, {"v": 2})
    found = sensitivity(derive("kv-bytes"), {"b_w": "1..2 byte/parameter"})  # in the formula, and it cancels
    assert corner(found, "greatest") == (derive("kv-bytes").result.value, {})


def test_a_range_of_one_point_is_one_end(report: Report) -> None:
    """Half as many corners."""
    band = sensitivity(report, {"v": "2..2 s", "x": "1/4..3/4"}).band
    assert band is not None
    assert band.corners == 2


def test_a_value_outside_its_range_is_named(report: Report) -> None:
    """The range is taken as it is."""
    assert sensitivity(report, {"v": "2..4 s", "x": "1/4..3/4"}).outside == ("v",)


def test_corners_that_break_the_premises_say_so() -> None:
    """Eight GPUs do not hold the weights."""
    report = derive("train-interval", accelerator="h100", compute="bf16", values={"G": "72 GPU"})
    band = sensitivity(report, {"G": "8..72 GPU", "M_gpu": "80..192 GB/GPU"}).band
    assert band is not None
    assert band.least is not None
    (told,) = band.least.contradictions
    assert told.startswith("the deployment must fit in memory")


def test_ranges_may_be_values(report: Report) -> None:
    """As a program has them."""
    assert sensitivity(report, {"v": parse_range("1..4 s")}) == sensitivity(report, {"v": "1..4 s"})


# --- what is refused


@pytest.mark.parametrize(
    ("ranges", "error", "told"),
    [
        ({"v": "4..1 s"}, InputError, "v: '4..1 s' is no range: 4 s is above 1 s"),
        ({"v": parse_range("1..4 s")[::-1]}, InputError, "v: 4 s to 1 s is no range"),
        ({"v": "1..4%"}, DimensionError, "v (time to start) is s, but 1% is a pure number"),
        ({"v": "1..4 GB"}, DimensionError, "v (time to start) is s, but 1 GB is byte"),
        ({"v": "1 s"}, InputError, "v: cannot read '1 s' as a range: write LOW..HIGH"),
        ({"x": "1/2..2"}, InputError, "x (share that is read ahead) must be in (0, 1], not 2"),
        ({"vv": "1..4 s"}, UnknownNameError, "unknown quantity 'vv'"),
        ({"S": "1..2 GB"}, InputError, "S = 1 GB is given, but N, b, u"),
    ],
)
def test_a_range_that_is_none_is_refused(ranges: dict[str, str], error: type[Exception], told: str) -> None:
    """In the words of the quantity."""
    report = derive(LOADING, values={**GIVEN, "u": 2})
    with pytest.raises(error) as caught:
        sensitivity(report, ranges)
    assert str(caught.value).startswith(told)


def test_too_many_ranges_are_refused(report: Report) -> None:
    """The corners double with each."""
    names = ["x", "N", "b", "d", "u", "v", "a", "c", "y", "e", "g"]
    assert len(names) == MOST_RANGES + 1
    units = {quantity.name: quantity.unit for quantity in NOTATION}
    with pytest.raises(InputError, match="11 ranges have too many corners: give at most 10"):
        sensitivity(report, {name: f"1/3..1/2 {units[name]}" for name in names})


def test_without_a_number_there_is_nothing_to_move() -> None:
    """It says what is missing, or which condition fails; a step that does not stand is no input error."""
    with pytest.raises(InputError, match="loading has no number here that could move: needs b"):
        sensitivity(derive(LOADING, values={name: text for name, text in GIVEN.items() if name != "b"}))
    with pytest.raises(InputError, match="lecture-balance has no number here that could move: no balance"):
        sensitivity(derive(LECTURE_BALANCE, values={"L": "128k token/sequence"}))
    with pytest.raises(UndecidedError):
        sensitivity(derive(LECTURE_BALANCE, premises={"roofline": "no-overlap"}))


def test_several_values_are_refused() -> None:
    """It is about one point."""
    with pytest.raises(InputError, match="give one value of v"):
        sensitivity(derive(LOADING, values={**GIVEN, "v": "1, 2 s"}))


@pytest.mark.long
@pytest.mark.parametrize(
    ("claim", "minimizer", "name", "unit"),
    [("checkpoint-interval", "t_work", "t_save", "s"), ("draft-length", "w_fail", "m_out", ""),
     pytest.param("cheapest-training", "n_par", "D_inf", "token", marks=pytest.mark.long)],
)
def test_what_is_least_at_a_number_moves_as_the_implicit_function_theorem_says(
    claim: str, minimizer: str, name: str, unit: str
) -> None:
    """The elasticity of the minimizer is that between two minima found anew beside it."""
    report = derive(claim)
    (found,) = (item for item in sensitivity(report).minimizers if item.name == minimizer)
    (power,) = (item for item in found.elasticities if item.name == name)
    here, least = found.line.leaves[name].number, []
    for factor in (Fraction(999, 1000), Fraction(1001, 1000)):
        moved = report.scenario.with_values({name: parse_value(f"{here * factor} {unit}".strip())})
        least.append(report.evaluation.again(moved).line(found.line.step).value or Fraction(0))
    by_hand = log(float(least[1] / least[0])) / log(1001 / 999)
    assert float(power.here or 0) == pytest.approx(by_hand, rel=1e-5)


@pytest.mark.long
def test_the_first_order_minimizer_follows_by_a_half_and_the_exact_one_does_not() -> None:
    """Young's interval is a square root; what it is a series of is none. The result itself is no minimizer."""
    report = derive("checkpoint-interval")
    found = {item.name: item for item in sensitivity(report).minimizers}
    assert set(found) == {"t_work", "t_young"}
    powers = {name: next(each for each in item.elasticities if each.name == "t_save") for name, item in found.items()}
    assert (powers["t_young"].here, powers["t_young"].everywhere) == (Fraction(1, 2), True)
    assert powers["t_work"].here is not None
    assert powers["t_work"].here < Fraction(49, 100)
    assert not any(each.name == "t_again" for item in found.values() for each in item.elasticities)  # it drops out
    data = sensitivity_json(report, sensitivity(report))["minimizers"]
    assert [(item["name"], item["minimized"]) for item in data] == [("t_work", "y_seg"), ("t_young", "y_lost")]
    assert "Percent that t_work (best-interval), where y_seg is least, rises" in sensitivity_text(
        report, sensitivity(report))


@pytest.mark.long
@pytest.mark.parametrize(("name", "factor"), [
    pytest.param("m_out", Fraction(1, 1000), marks=pytest.mark.long), ("C_gpu", Fraction(1, 100)),
])
def test_a_result_that_is_rounded_up_has_the_powers_of_its_bound(name: str, factor: Fraction) -> None:
    """It jumps itself. What follows two equations without a closed form follows both; a max is what it is here."""
    report = derive("draft-length")
    found = sensitivity(report)
    assert found.bound is not None
    assert all(item.here is None for item in found.elasticities)
    (power,) = (item for item in found.bound.elasticities if item.name == name)
    here, unit = report.scenario.values[name], report.derivation.notation[name].unit
    bounds = []
    for turned in (-factor, factor):
        moved = parse_value(f"{float(here.in_unit(unit) * (1 + turned))!r} {unit}".strip())
        evaluation = report.evaluation.again(report.scenario.with_values({name: moved}))
        bounds.append(evaluation.line(found.bound.line.step).value or Fraction(0))
    by_hand = log(float(bounds[1] / bounds[0])) / log((1 + factor) / (1 - factor))
    assert float(power.here or 0) == pytest.approx(by_hand, rel=1e-4, abs=1e-12)
    told = sensitivity_json(report, found)["bound"]
    assert told["step"] == "whole"
    assert {item["name"] for item in told["elasticities"]} == set(found.bound.line.leaves)
    assert "Percent that n_best (best-length) before it is rounded up (whole) rises" in sensitivity_text(report, found)


def test_a_result_that_is_not_rounded_has_no_bound() -> None:
    """A minimum at any number of GPUs follows by a power of its own."""
    report = derive("tensor-parallel")
    assert sensitivity(report).bound is None
    assert sensitivity_json(report, sensitivity(report))["bound"] is None
