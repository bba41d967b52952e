"""Differences: every step of both derivations once, numbers recomputed, and nothing where nothing changed."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from derivations import Alternative, Board, Claim, Handle, InputError, Notation, Premise, Report, derive
from derivations.study.difference import Difference, ResultChange
from derivations.study.step_changes import Fate, StepChange

from ..claim.small import LOAD, NOTATION, claim
from ..lecture_balance import LECTURE_BALANCE
from ..reports import of_every_form, plain

REPORTS = ("as_built", "as_said", "long_context", "no_overlap", "half_used", "attention", "active_only")
PAIRS = [pytest.param(*pair, id="-".join(pair)) for pair in combinations(REPORTS, 2)]
MIRRORED = {Fate.FAILS: Fate.HOLDS, Fate.BLOCKED: Fate.HOLDS, Fate.NEW: Fate.GONE, Fate.GONE: Fate.NEW}


@pytest.fixture(scope="module")
def attention() -> Report:
    """With the arithmetic of attention, an alternative that brings a quantity along, at a context."""
    return derive(LECTURE_BALANCE, premises={"arithmetic-time": "with-attention"},
                  values={"L": "2k token/sequence"})


@pytest.fixture(scope="module")
def active_only() -> Report:
    """With only the active parameters read, so that the sparsity drops out."""
    return derive(LECTURE_BALANCE, premises={"weight-fetch": "t_w = b_w*N_active/W"})


def between(request: pytest.FixtureRequest, old: str, new: str) -> tuple[Report, Report, Difference]:
    """Two reports by the names of their fixtures, and what differs."""
    before, after = request.getfixturevalue(old), request.getfixturevalue(new)
    return before, after, Difference.between(after, before)


def fates(difference: Difference) -> dict[str, Fate]:
    """The fate of each step that is not as it was."""
    return {item.name: item.fate for item in difference.changed}


@pytest.mark.parametrize("name", of_every_form())
def test_a_claim_compared_with_itself_differs_in_nothing(name: str) -> None:
    """Derived twice, and not one object."""
    found = Difference.between(derive(name), plain(name))
    assert found.nothing
    assert found.changed == found.unrefuted == found.premises == found.numbers == found.results == ()
    assert found.brought == found.dropped == found.gained == found.lost == ()
    assert found.result.ratio in (None, 1)


@pytest.mark.some(1)
@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_every_step_of_both_derivations_is_accounted_for_once(
    request: pytest.FixtureRequest, old: str, new: str
) -> None:
    """Each by its name, with both steps where there are two, and the fate agrees with them."""
    before, after, found = between(request, old, new)
    for items, kind in ((found.steps, "argument"), (found.rejects, "rejects")):
        had, has = ({step.name: step for step in getattr(report.derivation, kind)} for report in (before, after))
        assert Counter(item.name for item in items) == Counter(had.keys() | has.keys())
        for item in items:
            assert (item.old, item.new) == (had.get(item.name), has.get(item.name))
            if item.same and item.old is not None and item.new is not None:
                assert item.old.relation == item.new.relation
                assert item.old.sound == item.new.sound
    taken = {step.name: step.relation for step in before.derivation.premises}
    replaced = {step.name for step in after.derivation.premises if taken.pop(step.name, None) != step.relation}
    assert Counter(item.name for item in found.premises) == Counter(replaced | taken.keys())


@pytest.mark.some(1)
@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_the_way_back_is_the_mirror(request: pytest.FixtureRequest, old: str, new: str) -> None:
    """What is gained one way is lost the other, and the ratios are inverse."""
    before, after, there = between(request, old, new)
    back = Difference.between(before, after)
    assert (there.gained, there.lost) == (back.lost, back.gained)
    assert (there.brought, there.dropped) == (back.dropped, back.brought)
    assert there.verdicts == back.verdicts[::-1]
    assert there.moved == back.moved
    assert there.result.ratio is None or there.result.ratio * (back.result.ratio or 0) == 1
    onwards, backwards = fates(there), fates(back)
    assert onwards.keys() == backwards.keys()
    for name, fate in onwards.items():
        item = next(step for step in there.steps if step.name == name)
        if fate in MIRRORED and item.old is not None and item.old.sound:
            assert backwards[name] is MIRRORED[fate]
    both = [{item.quantity.name: item.ratio for item in found.numbers} for found in (there, back)]
    assert both[0].keys() == both[1].keys()
    for name, ratio in both[0].items():
        other = both[1][name]
        assert ratio * other == 1 if ratio and other else not ratio and not other


def test_another_accelerator_moves_numbers_and_no_step(as_built: Report) -> None:
    """Bandwidth 3.35 in place of 4.8 TB/s, the same compute rate: the ridge rises, and the batch with it."""
    found = Difference.between(derive(LECTURE_BALANCE, accelerator="h100"), as_built)
    (bandwidth,) = found.numbers
    assert bandwidth.quantity.name == "W_gpu"
    assert bandwidth.ratio == Fraction("3.35") / Fraction("4.8")
    assert bandwidth.rested_on
    assert bandwidth.alone is None  # nothing else changed
    assert found.result.ratio == Fraction("4.8") / Fraction("3.35")
    assert found.result.steps[0] == "balance-batch"
    assert not found.changed
    assert found.moved
    assert "H200" in found.scenarios[0]
    assert "H100" in found.scenarios[1]
    ridge = next(item for item in found.results if item.left == "r")
    assert {"ridge", "ridge-per-gpu"} <= set(ridge.steps)
    assert ridge.ratio == found.result.ratio


@pytest.mark.long
def test_a_changed_premise_is_also_tried_alone(as_built: Report, attention: Report) -> None:
    """Beside a context, which without it has the reads of the cache to move the batch; none where nothing else changed.
    """
    found = Difference.between(attention, as_built)
    (premise,) = found.premises
    assert premise.alone is not None
    assert premise.alone.value == derive(LECTURE_BALANCE, premises={"arithmetic-time": "with-attention"}).result.value
    (single,) = Difference.between(derive(LECTURE_BALANCE, premises={"roofline": "no-overlap"}), as_built).premises
    assert single.alone is None


@pytest.mark.long
def test_each_of_several_premises_is_tried_alone(as_built: Report) -> None:
    """Each derived for itself, with the numbers that it needs, and not those that only the other one needs."""
    symbols = ("e_kv [] (fraction) efficiency of reads", "mfu [] (fraction) share of the peak")
    halved, slower = {"kv-fetch": "t_kv = kappa*B*L/(e_kv*W)"}, {"arithmetic-time": "t_c = phi*n*B*N_active/(mfu*C)"}
    at = {"L": "100"}
    new = derive(LECTURE_BALANCE, premises={**halved, **slower}, symbols=symbols,
                 values={**at, "e_kv": "50%", "mfu": "40%"})
    old = as_built.with_values(at)
    alone = {item.name: item.alone for item in Difference.between(new, old).premises}
    for name, changes, number in (("kv-fetch", halved, {"e_kv": "50%"}), ("arithmetic-time", slower, {"mfu": "40%"})):
        line = alone[name]
        assert line is not None
        assert line.value == derive(LECTURE_BALANCE, premises=changes, symbols=symbols,
                                    values={**at, **number}).result.value
        assert line.value not in (old.result.value, new.result.value)


def test_each_of_several_numbers_is_also_tried_alone(as_built: Report) -> None:
    """On an H200 a context of 1k alone raises the batch, an H100 alone does, and both together more."""
    found = Difference.between(derive(LECTURE_BALANCE, accelerator="h100", values={"L": "1k token/sequence"}), as_built)
    alone = {item.quantity.name: item.alone for item in found.numbers}
    assert alone["L"] is not None
    assert alone["L"].value == derive(LECTURE_BALANCE, values={"L": "1k token/sequence"}).result.value
    assert alone["W_gpu"] is not None
    assert alone["W_gpu"].value == derive(LECTURE_BALANCE, accelerator="h100").result.value
    assert found.result.ratio is not None
    assert found.result.ratio > 1
    assert ", with" not in found.scenarios[1]


def test_numbers_that_were_traced_back_are_compared_with_given_ones(as_built: Report, as_said: Report) -> None:
    """As said there is a ridge, and as built one follows; what is no longer given has no number."""
    found = {item.quantity.name: item for item in Difference.between(as_said, as_built).numbers}
    assert found["r"].ratio == Fraction(300) / (Fraction(1979) / Fraction("4.8") / 2)
    assert found["C_gpu"].new is None
    assert found["C_gpu"].ratio is None
    assert "M_gpu" not in found  # on the card, and in no relation of the claim


def test_what_waits_comes_down_to_what_does_not_stand(as_built: Report, no_overlap: Report) -> None:
    """Without a roofline there is no boundary, and all that rests on it waits."""
    found = Difference.between(no_overlap, as_built)
    became = fates(found)
    assert became["balance"] is became["smallest-best-batch"] is Fate.FAILS
    assert became["roofline-in-full"] is Fate.CHANGED
    waits = {item.name: item.waits_for for item in found.steps if item.fate is Fate.BLOCKED}
    assert waits["tokens-per-pass"] == ("balance",)
    assert waits["same-batch"] == ("balance", "smallest-best-batch")
    assert [item.name for item in found.unrefuted] == ["sparsity-upside-down"]
    assert found.result.new.value is None
    assert found.result.new.shown.startswith("balance is inconclusive")
    (premise,) = found.premises
    assert (premise.name, premise.alternatives) == ("roofline", ("", "no-overlap"))


def test_forms_that_are_given_up_and_conditions_are_told_apart(as_built: Report, active_only: Report) -> None:
    """The result keeps a number in another form, under another condition."""
    found = Difference.between(active_only, as_built)
    became = fates(found)
    assert became["balance-batch"] is Fate.FELL_BACK
    assert became["tokens-per-pass"] is Fate.FAILS
    assert became["batch"] is Fate.CHANGED
    assert [str(condition) for condition in found.lost] == ["L < L_x"]
    assert [str(condition) for condition in found.gained] == ["kappa*L*C < phi*n*N_active*W"]
    assert found.result.ratio == Fraction(37, 671)


@pytest.mark.long
def test_a_quantity_that_a_premise_brings_along_is_named(as_built: Report, attention: Report) -> None:
    """With its number, which the card has; and a condition that a step gained is a change of it."""
    found = Difference.between(attention, as_built)
    assert [quantity.name for quantity in found.brought] == ["f_attn", "x_attn"]
    assert next(item for item in found.numbers if item.quantity.name == "f_attn").old is None
    result = next(item for item in found.steps if item.name == "balance-batch")
    assert result.fate is Fate.CHANGED
    assert result.old is not None
    assert result.new is not None
    assert result.old.relation == result.new.relation
    assert result.because_of == ("arithmetic-time",)


@pytest.mark.long
def test_the_same_in_another_form_is_no_change_of_substance(as_built: Report) -> None:
    """Two sums over one denominator."""
    changed = derive(LECTURE_BALANCE, premises={"memory-time": "t_m = (b_w*N_total + kappa*B*L)/W"})
    found = Difference.between(changed, as_built)
    assert set(fates(found).values()) == {Fate.FORM}
    assert found.result.ratio == 1
    assert not found.result.moved


@pytest.mark.long
def test_a_value_that_the_result_does_not_rest_on_is_marked(as_built: Report) -> None:
    """Where both results have a number."""
    other = {"C_alt": "2 PFLOP/s", "b_alt": "1 byte/parameter"}
    found = Difference.between(derive(LECTURE_BALANCE, values=other), as_built)
    assert {item.quantity.name: item.rested_on for item in found.numbers} == {"C_alt": False, "b_alt": False}
    assert not found.moved
    assert not found.nothing


def test_branches_come_and_go() -> None:
    """A square has two roots, a cube one."""
    notation = Notation.of("a [] (real) given\nx [] (real) root")
    power = Premise("power", "a = x^2", alternatives=(Alternative("cube", "a = x^3", "three times"),))

    def body(board: Board) -> Handle:
        return board.solve("root", board.take(power), for_="x")

    roots = Claim("roots", notation, body)
    square, cube = derive(roots), derive(roots, premises={"power": "cube"})
    gone = {item.name for item in Difference.between(cube, square).steps if item.fate is Fate.GONE}
    new = {item.name for item in Difference.between(square, cube).steps if item.fate is Fate.NEW}
    assert gone == new == {"root-1", "root-2"}


@pytest.mark.long
def test_what_only_numbers_solve_now_is_told(as_built: Report) -> None:
    """The batch stood alone on the left, and is only bound by an equation now; what needs its formula waits."""
    touched = derive(LECTURE_BALANCE, premises={"weight-fetch": "touched-experts"})
    found = Difference.between(touched, as_built)
    became = {item.name: item.fate for item in found.changed}
    assert became["batch"] is Fate.NUMERIC
    assert became["balance-batch"] is Fate.FELL_BACK
    assert became["short-context"] is Fate.BLOCKED
    assert found.result.left == "B"
    assert abs(found.result.ratio - 1) < Fraction(1, 10**12)  # type: ignore[operator]


def test_a_symbol_may_mean_two_things_on_the_two_sides() -> None:
    """A reader declares it in both studies; the numbers have no ratio then."""
    notes = {"x_own [] my factor": "2", "x_own [s] my delay": "3 s"}
    premises = ("t = x_own*S/W", "t = x_own + S/W")
    one, other = (
        derive(claim(), symbols=symbol, premises={"load": premise},
               values={"x_own": value, "S": "140 GB", "t": "20 s"})
        for (symbol, value), premise in zip(notes.items(), premises, strict=True)
    )
    (number,) = Difference.between(other, one).numbers
    assert (str(number.old), str(number.new), number.ratio) == ("2", "3 s", None)


def test_rounding_of_decimal_powers_is_no_move(as_built: Report) -> None:
    """A number that is known to thirty digits is the same if twenty-five of them are."""
    step = as_built.numbers("balance-batch")
    assert step.value is not None
    noisy = replace(step, value=step.value * (1 + Fraction(1, 10**28)), exact=False)
    found = Difference.between(as_built, as_built).result

    def moved(old: object, new: object) -> bool:
        return replace(found, old=replace(found.old, line=old), new=replace(found.new, line=new)).moved

    assert not moved(step, noisy)
    assert moved(step, replace(noisy, exact=True))
    assert moved(step, replace(step, value=None))


def test_a_ratio_to_zero_there_is_not() -> None:
    """A context of zero says nothing about how many times longer another is."""
    one = derive(LECTURE_BALANCE)
    found = Difference.between(derive(LECTURE_BALANCE, values={"L": "1k token/sequence"}), one)
    assert [item.ratio for item in found.numbers] == [None]
    assert isinstance(found.result, ResultChange)


def test_reports_of_two_claims_are_refused(as_built: Report) -> None:
    """Steps of one name would mean two things."""
    with pytest.raises(InputError, match="cannot compare cold-start with lecture-balance"):
        Difference.between(derive(claim()), as_built)


def test_a_step_has_one_of_its_two_sides() -> None:
    """The new one, or else the old one."""
    step = derive(Claim("time", NOTATION, lambda board: board.take(LOAD)))["load"]
    assert StepChange("load", Fate.GONE, step, None).step is step


LENGTHS = {"L": "4k to 16k token/sequence"}


def ranged_change(old: dict[str, str], new: dict[str, str]) -> Difference:
    before, now = (derive("optimal-batch", values=values) for values in (old, new))
    return Difference.between(now, before)


def test_the_ratio_of_results_in_ranges_holds_every_ratio_of_points() -> None:
    """At each pair of points in the ranges, exactly; at the ends it is reached."""
    found = ranged_change(LENGTHS, {"L": "20k to 40k token/sequence"}).result
    assert found.ratios is not None
    low, high = found.ratios
    seen = [after / before for after in _batches("20k", "30k", "40k") for before in _batches("4k", "9k", "16k")]
    assert min(seen) == low
    assert max(seen) == high
    assert found.overlap is None
    assert found.moved
    assert found.old.shown == "1,791 to 2,940 sequences"


def _batches(*lengths: str) -> list[Fraction]:
    found = [derive("optimal-batch", values={"L": f"{length} token/sequence"}).result.value for length in lengths]
    return [value for value in found if value is not None]


def test_what_both_ranges_hold_is_told_and_one_number_counts_as_a_range() -> None:
    (low, high), (one, same) = (ranged_change(old, {"L": "8k to 32k token/sequence"}).result.overlap or (None, None)
                                for old in (LENGTHS, {"L": "10k token/sequence"}))
    assert [low, high] == _batches("16k", "8k")
    assert [one, same] == _batches("10k", "10k")


def test_the_same_range_moves_nothing() -> None:
    found = ranged_change(LENGTHS, LENGTHS)
    assert found.nothing
    assert not found.numbers


def test_a_range_that_the_result_does_not_rest_on_is_no_range_of_it() -> None:
    found = ranged_change({}, {"M_gpu": "141 to 192 GB/GPU"})
    assert not found.result.has_range
    assert [item.rested_on for item in found.numbers] == [False]
