"""The verdicts on a claim turn when what they are about is changed: each could have gone the other way."""

from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from derivations import Study
from derivations.claim.claim import Cards, OnCard, Published
from derivations.claim.composition import DEFAULT_MODEL, default_accelerator
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.kept_review import kept_derivation, kept_numbers
from derivations.claim.published import Comparison
from derivations.claim.study import study_of
from derivations.claim.verdicts import derivation_verdict, said_verdict
from derivations.claims.index import CLAIMS, find_claim
from derivations.proof.verdict import Finding, refuted
from derivations.sources.catalog import load_catalog
from derivations.sources.measured import MeasuredTable, packaged_tables
from derivations.study.application import apply
from derivations.study.evidence import Evidence, EvidenceRow, evidence
from derivations.study.hardware import Deployed, OnHardware, on_hardware
from derivations.study.verdicts import measured_verdict, slow_verdicts, told_statements, verdicts

from ..reports import FEW, few, of_every_form, shipped
from ..reports import changed as changed_report

SOME = (*FEW, "train-interval", "kv-bytes")
CATALOG = load_catalog()
TABLES = packaged_tables(CATALOG)
OTHER_CARDS = ("h100", "b200", "gb200", "tpu-v5p", "llama-3.1-70b", "gpt-oss-120b")
# what takes long, for `make test-long`: numbers alone that solve an equation, and tables of hundreds of rows
SOLVED = ("moe-quality", "cost-per-token", "cheapest-training", "overtraining-optimum")
MANY_ROWS = ("roofline", "pass-time", "scale-up", "cost-per-token", "overtraining-optimum", "prefill-decode")


@cache
def as_it_stands(name: str) -> EvaluatedClaim:
    """A claim from what is kept of it, so that all of them take seconds."""
    claim = find_claim(name)
    return apply(claim, Study(), CATALOG, derived=kept_derivation(claim))


@pytest.fixture
def report(name: str) -> EvaluatedClaim:
    """A claim as it stands."""
    return as_it_stands(name)


def every_claim(but: Collection[str] = ()) -> pytest.MarkDecorator:
    """A test of each claim of the lecture and after it: some for `make test`, and none that takes long."""
    return pytest.mark.parametrize("name", few(CLAIMS, [name for name in SOME if name not in but]))


# --- the derivation


@pytest.mark.some(1)
@every_claim()
def test_one_step_that_does_not_stand_turns_the_verdict_on_the_derivation(report: EvaluatedClaim) -> None:
    derivation = report.derivation
    struck = next(step for step in derivation.steps if step.verdict.finding is Finding.PROVEN)
    worse = replace(struck, verdict=refuted("a slip"))
    trace = tuple(worse if step is struck else step for step in derivation.trace)
    before, after = report.stands, derivation_verdict(replace(derivation, trace=trace))
    assert (after.steps, after.proven) == (before.steps, before.proven - 1)
    assert struck.name in after.words
    assert after.words != before.words
    assert not before.not_shown
    assert after.not_shown == (struck.name,)


@pytest.mark.long
@pytest.mark.parametrize("name", of_every_form())
def test_a_changed_premise_turns_it_and_nothing_is_said_of_the_lecture(report: EvaluatedClaim) -> None:
    found = verdicts(changed_report(report.claim.name))
    assert found.derivation.words != report.stands.words
    assert (found.as_said, found.against_measurement, found.retold) == (None, None, None)


# --- as said, and as others retell it


@pytest.mark.long
@pytest.mark.some(1)
@every_claim((*SOLVED, "optimal-batch"))
def test_a_conclusion_that_follows_does_not_when_it_is_another_number(report: EvaluatedClaim) -> None:
    """One by one; and one that does not follow does when it is what is derived."""
    before = said_verdict(report.statements), said_verdict(report.statements, "retelling")
    for item in report.statements:
        if item.follows is None:
            continue
        other = _another(item.said) if item.follows else _as_derived(item.said)
        turned = _with_statement(report, item.said.published, other)
        after = said_verdict(turned.statements), said_verdict(turned.statements, "retelling")
        change = -1 if item.follows else 1
        place = 0 if item.kind == "conclusion" else 1
        assert after[place].follow == before[place].follow + change, (item.said.published.step, item.said.said)
        assert after[place].words != before[place].words
        assert after[1 - place] == before[1 - place]
        assert turned.stands == report.stands


def _another(row: Comparison) -> Published:
    """A hundred times the number, or one in place of none."""
    read = row.published.read()
    values = [value.in_unit(value.unit) for value in (read if isinstance(read, tuple) else (read,))]
    return _saying(row, [100 * value or Fraction(1) for value in values])


def _as_derived(row: Comparison) -> Published:
    """The number that is derived, exactly."""
    assert row.derived is not None
    return replace(_saying(row, [row.derived]), rounding="exact")


def _saying(row: Comparison, numbers: list[Fraction]) -> Published:
    texts = [f"{number} {row.unit}".strip() for number in numbers]
    return replace(row.published, value=texts[0] if len(texts) == 1 else (texts[0], texts[1]))


def _with_statement(report: EvaluatedClaim, old: Published, new: Published) -> EvaluatedClaim:
    """The claim with one statement changed, its other readings left out."""
    published = tuple(new if item is old else item for item in report.claim.published
                      if item is old or item.statement != old.statement)
    return replace(report, claim=replace(report.claim, published=published))


# --- on hardware


@pytest.mark.some(2)
@every_claim(SOLVED)
def test_on_hardware_turns_with_the_cards(report: EvaluatedClaim) -> None:
    """Where there is a verdict on hardware: without the card at one of its ends, that end is another."""
    some = _on_some_cards(report, ())
    if some is None:
        assert _slow(report)["on_hardware"] is None
        return
    before = _ends(some)
    if not before:  # nothing of these cards holds the model
        assert some.feasible == 0
        return
    others = [card for end in before for card in (end.accelerator, end.model) if card not in _own_cards(report)]
    gone = others[:1] or [card for card in OTHER_CARDS if card not in _own_cards(report)]
    after = _on_some_cards(report, gone)
    assert after is not None
    assert after.words != some.words
    assert not {card for end in _ends(after) for card in (end.accelerator, end.model)}.intersection(gone)


def _on_some_cards(report: EvaluatedClaim, gone: Collection[str]) -> OnHardware | None:
    """The result on the claim's own cards and a few others, without some of these."""
    chosen = {*_own_cards(report), *OTHER_CARDS}.difference(gone)
    some = replace(
        CATALOG, accelerators={name: card for name, card in CATALOG.accelerators.items() if name in chosen},
        models={name: card for name, card in CATALOG.models.items() if name in chosen},
    )
    return on_hardware(replace(report, catalog=some))


def _own_cards(report: EvaluatedClaim) -> set[str]:
    """The cards that the claim is evaluated on as it stands, and those that its numbers are taken from."""
    claim = report.claim
    taken = {item.card for item in claim.defaults.values() if isinstance(item, OnCard)}
    return {default_accelerator(claim), claim.deployment.cards.model or DEFAULT_MODEL, *taken}


def _slow(report: EvaluatedClaim) -> dict[str, Any]:
    """The verdicts that take long, as they are kept, or else computed."""
    found = zip(("on_hardware", "against_measurement"), slow_verdicts(report), strict=True)
    return {name: None if item is None else item.as_data() for name, item in found}


def _ends(found: OnHardware) -> list[Deployed]:
    return [end for end in (found.low, found.high) if end is not None]


# --- against measurement


@pytest.mark.some(1)
@every_claim(MANY_ROWS)
def test_ten_times_the_measured_values_turn_the_verdict(report: EvaluatedClaim) -> None:
    before = _slow(report)["against_measurement"]
    found = evidence(report.claim, map(_ten_times, TABLES), CATALOG, report.derivation)
    after = measured_verdict(found, report.claim.deciding).as_data()
    for item in found:
        if item.counted and item.draws is None:  # draws of a whole table do not follow the rows that are scaled here
            assert {True, False} <= _turned(item), item.prediction.title
    if not before["rows"]:
        assert after == before
        assert before["words"].startswith(("nothing measured; ", "no measured row applies to it"))
        return
    told = {item["quantity"]: item for item in after["quantities"]}  # with what decides nothing, where it is off
    for one in before["quantities"]:
        ten = told[one["quantity"]]
        assert ten["rows"] == one["rows"]
        assert ten["median_ratio"] == pytest.approx(10 * one["median_ratio"])
    assert after["words"] != before["words"]


def _turned(item: Evidence) -> set[bool | None]:
    """Whether a test falsifies, with measured values far below, far above, and all of them inside its bound."""
    def measured(factor: Callable[[EvidenceRow], Fraction]) -> Evidence:
        return replace(item, rows=tuple(
            replace(row, measured=replace(row.measured, number=row.measured.number * factor(row)))
            for row in item.counted if row.measured is not None
        ))

    far = (Fraction(1, 10**9), Fraction(10**9))
    low, high = item.prediction.limits
    inside = (low + high) / 2 if low and high else Fraction(1)
    held = measured(lambda row: inside / (row.ratio or Fraction(1))).falsified
    return {held, *(measured(lambda _, by=by: by).falsified for by in far)}  # type: ignore[misc]


def _ten_times(table: MeasuredTable) -> MeasuredTable:
    """The table, ten times as much measured for every prediction."""
    scaled = tuple(replace(item, measured=f"10*({item.measured})") for item in table.predictions)
    return replace(table, predictions=scaled)


MOVED = {  # premises by which a result is another number, so that what was said and measured stands beside another
    "optimal-batch": {"arithmetic-time": "t_c = 4*phi*n*B*N_active/C"},
    "train-interval": {"read-time": "t_m = 3*R_pass/W"},
    "kv-bytes": {"arithmetic-time": "t_c = 4*(phi*n*B*N_active/C + f_attn*n*B*L/C_attn)"},
}


@pytest.mark.long
@pytest.mark.parametrize("name", few(MOVED, ("train-interval",)))
def test_another_derivation_turns_all_four(report: EvaluatedClaim) -> None:
    """The argument alone is changed, and what is said, run and measured stays: no verdict is stored beside a number."""
    changed = apply(report.claim, Study(premises=MOVED[report.claim.name]), CATALOG)
    assert changed.stands.words != report.stands.words
    assert said_verdict(changed.statements).words != said_verdict(report.statements).words
    before, after = (on_hardware(item) for item in (report, changed))
    assert before is not None
    assert after is not None
    assert before.words != after.words
    held = [measured_verdict(evidence(report.claim, TABLES, CATALOG, item.derivation)) for item in (report, changed)]
    assert held[0].quantities
    assert held[0].words != held[1].words


@pytest.mark.long
def test_what_rests_on_a_changed_premise_is_not_judged_and_all_else_is() -> None:
    """As it stands, and as said, each is judged; under a premise of a reader's own, what it leaves alone."""
    report = as_it_stands("optimal-batch")
    assert told_statements(report) == report.statements
    changed = apply(report.claim, Study(premises=MOVED["optimal-batch"]), CATALOG)
    assert {item.follows for item in changed.statements} == {True, False, None}
    told, own = told_statements(changed), changed.derivation
    for item, before in zip(told, report.statements, strict=True):
        rests = own.premises_behind(own[item.said.published.step])
        assert item == before if "arithmetic-time" not in rests else item.said.mark == "·"
    moved = [item for item in told if item.said.published.step == "balance-batch"]
    words = " ".join(row.verdict for item in moved for row in (item.said, *item.otherwise))
    assert "reproduced" not in words
    assert "off by" not in words
    assert {item.said.published.step for item in told if item.follows is not None} == {"ridge", "intensity"}
    assert [item.said.derived for item in told] == [item.said.derived for item in changed.statements]
    said = apply(report.claim, Study(as_said=True), CATALOG)
    assert told_statements(said) == said.statements


@pytest.mark.some(1)
@pytest.mark.parametrize("name", ["optimal-batch", "pipeline-bandwidth"])
def test_other_cards_move_no_number_that_a_reading_gives(name: str) -> None:
    """What was said is judged as without them."""
    report = as_it_stands(name)
    changed = apply(report.claim, study_of(cards=Cards("h100")), CATALOG)
    assert changed.derived == report.derived
    assert told_statements(changed) == told_statements(report)


def test_the_head_has_all_five_also_where_one_says_nothing() -> None:
    """A claim of the lecture with no number and no card; one beyond it that nobody said; one that a reader changed."""
    found = verdicts(as_it_stands("differential"))
    assert [heading for heading, _ in found.lines] == [
        "Derivation", "Consistency", "As said", "On hardware", "Against measurement"]
    assert dict(found.lines)["As said"] == "nothing was published as a conclusion"
    assert dict(found.lines)["On hardware"] == "the result depends on no hardware or model"
    beyond = verdicts(as_it_stands("cache-price"))
    assert [heading for heading, _ in beyond.lines] == [
        "Derivation", "Consistency", "On hardware", "Against measurement"]
    assert beyond.as_data()["on_hardware"] is None
    report = as_it_stands("differential")
    assert len(verdicts(replace(report, given={"n_more": report.scenario.values["n_more"]})).lines) == 2


def test_without_measurements_nothing_is_measured() -> None:
    assert measured_verdict(()).words == "nothing measured"


@pytest.mark.long
def test_every_quantity_with_a_gap_says_what_it_is_mostly_and_every_claim_without_rows_what_would_decide_it() -> None:
    """In the kept reviews: by the terms of a test or in words."""
    for name in CLAIMS:
        measured = _slow(shipped(name))["against_measurement"]
        for item in measured["quantities"]:
            near = 20 / 21 <= item["median_ratio"] <= 21 / 20
            assert near or item["explains"], f"{name}: {item['quantity']} is {item['median_ratio']} times derived"
        assert bool(measured["quantities"]) != bool(measured["would_decide"]), name


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_whose_tests_disagree_says_which_to_trust(name: str) -> None:
    """And why; a claim that all of them are for, or against, has nothing to weigh."""
    claim = find_claim(name)
    tests, failed = (kept_numbers(claim)["against_measurement"][key] for key in ("tests", "failed"))
    assert claim.deciding.startswith("trust ") is (0 < len(failed) < tests)
