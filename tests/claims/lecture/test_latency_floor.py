"""The latency floor: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive, load_catalog
from derivations.claims.shared.passes import WEIGHT_FETCH, touched
from derivations.proof.verdict import Finding

from ..numbers import agreeing, value

CLAIM = "latency-floor"
# read off the data sheets once more, so that a slip in a card does not check itself
TOTAL, ACTIVE, EXPERTS, USED = 671 * 10**9, 37 * 10**9, 256, 8
MACHINES = {"h100": (8, "3.35"), "h200": (8, "4.8"), "gb200": (72, "8"), "rubin": (72, "22")}  # GPUs, TB/s each
WIDTH = {"fp8": Fraction(1), "fp4": Fraction(1, 2)}
STARTS = 2 * 61 * Fraction("3.07e-6")  # seconds: two all-reduces in each of 61 layers


def bandwidth(machine: str) -> Fraction:
    """Bytes a second of a whole domain."""
    size, each = MACHINES[machine]
    return size * Fraction(each) * 10**12


def parameters_read(tokens: int) -> Fraction:
    """The mean over routings, with the parameters of an expert from all and active ones."""
    routed = Fraction(TOTAL - ACTIVE) / (1 - Fraction(USED, EXPERTS))
    return TOTAL - routed + routed * (1 - (1 - Fraction(USED, EXPERTS)) ** tokens)


@pytest.mark.parametrize("machine", MACHINES)
def test_the_floor_is_all_weights_over_the_bandwidth_of_the_domain(machine: str) -> None:
    """With the starts of all-reduces, which as on the blackboard take no time."""
    report = derive(CLAIM, accelerator=machine, compute="fp8")
    assert value(report) == TOTAL / bandwidth(machine) + STARTS
    assert value(report, "floor-of-one-token") == ACTIVE / bandwidth(machine) + STARTS
    assert value(report, "without-starts") == TOTAL / bandwidth(machine)
    none = derive(CLAIM, accelerator=machine, compute="fp8", premises={"all-starts": "no-starts"})
    assert value(none) == TOTAL / bandwidth(machine)
    assert all(step.verdict.shown for step in none.derivation.steps)


def test_no_number_of_gpus_lowers_the_floor_below_the_starts_and_one_gpu_waits_for_none() -> None:
    many = derive(CLAIM, values={"G": "1e6 GPU"})
    assert value(many) - STARTS < STARTS / 1000
    assert value(many, "never-below-the-starts") == STARTS
    one = derive(CLAIM, model="llama-3.1-8b", values={"G": "1 GPU"})
    assert value(one) == one.scenario.values["N_total"].number * 2 / (Fraction("4.8") * 10**12)
    assert one.answer.endswith("with 1 GPU.")


def test_on_hardware_it_stands_wherever_the_weights_fit(built: Report) -> None:
    """Left out as a term that is small, the starts excluded half of the deployments."""
    found = built.verdicts.on_hardware
    assert found is not None
    assert (found.feasible, sum(found.left_out.values())) == (417, 66)


@pytest.mark.parametrize("form", WIDTH)
def test_the_rack_reads_the_weights_in_about_a_millisecond_and_in_half_of_that_in_fp4(form: str) -> None:
    report = derive(CLAIM, accelerator="gb200", compute=form)
    assert value(report) == WIDTH[form] * TOTAL / bandwidth("gb200") + STARTS


def test_as_said_it_is_a_quarter_of_a_millisecond(said: Report) -> None:
    """700 billion half bytes at 72 times 20 TB/s; he leaves all-reduces out."""
    assert value(said) == Fraction(700 * 10**9) / 2 / (72 * 20 * 10**12)
    assert not said.contradictions
    assert said.answer == "About 240 µs: the time to read 350 GB of weights once with 72 GPUs."


def test_a_node_of_eight_h100_cannot_hold_the_weights(built: Report) -> None:
    """671 GB against 640 GB: its floor is a number for weights that do not fit."""
    assert value(built, "weights-in-memory", "hopper-node") == Fraction(671, 640)
    assert value(built, "weights-in-memory", "blackwell-rack") == Fraction(671, 72 * 186)


@pytest.mark.parametrize("batch", [1, 2, 8, 64, 512])
def test_parameters_touched_by_a_batch(batch: int) -> None:
    report = derive(CLAIM, values={"B": f"{batch} sequence"})
    assert value(report, "touched") == parameters_read(batch)
    assert value(report, "touched-share") == parameters_read(batch) / TOTAL


def test_one_token_touches_the_active_parameters_and_many_touch_all(built: Report) -> None:
    assert value(built, "touched") == ACTIVE
    assert value(built, "touched-fetch") + STARTS == value(built, "floor-of-one-token")
    assert value(derive(CLAIM, values={"B": "2000 sequence"}), "touched-share") > Fraction(999_999, 10**6)


def test_several_tokens_of_one_sequence_touch_as_many_as_one_token_of_several() -> None:
    drafted = derive(CLAIM, values={"B": "1 sequence", "n": "8 token/sequence"})
    assert value(drafted, "touched") == parameters_read(8)
    assert value(drafted, "read-by-one") == ACTIVE


@pytest.mark.parametrize("model", ["mixtral-8x7b", "qwen3-235b", "kimi-k2"])
def test_the_two_floors_are_as_far_apart_as_the_sparsity(model: str) -> None:
    card = load_catalog().model(model)
    report = derive(CLAIM, model=model)
    fetch, starts = value(report, "fetch-of-active"), value(report, "all-starts")
    assert value(report) - starts == fetch * card.total.number / card.active.number
    assert value(report, "floor-of-one-token") == fetch + starts


@pytest.mark.long
def test_under_the_alternative_the_reads_of_one_token_are_the_active_parameters() -> None:
    """The alternative and the definition here share one text."""
    report = derive(CLAIM, premises={"weight-fetch": "touched-experts"})
    assert value(report, "reads-in-full") == value(report, "floor-of-one-token")
    floor = report.headline  # what every token uses is read by an empty pass; no state is below, so no limit is told
    assert (str(floor.relation), floor.verdict.finding.value, floor.context.limit) == (
        "T_all >= (b_w*N_always + G*W_gpu*t_starts)/(G*W_gpu)", "proven", None)
    assert [str(each) for each in floor.conditions] == ["k_active < n_experts"]
    choice = WEIGHT_FETCH.alternative("touched-experts")
    assert choice is not None
    assert touched("B") in choice.relation


@pytest.mark.parametrize(("batch", "context"), [(1, 0), (1000, 0), (20_000, 0), (1000, 4000)])
def test_the_roofline_in_units_of_the_floor(batch: int, context: int) -> None:
    """Flat up to the balance batch, if no context is read."""
    report = derive(
        CLAIM, accelerator="gb200", compute="fp8", cache="fp8",
        values={"B": f"{batch} sequence", "L": f"{context} token/sequence"},
    )
    attention = 61 * 128 * 2 * (576 + 512) * batch * context  # in bf16
    compute = (Fraction(2 * ACTIVE * batch, 5000 * 10**12) + Fraction(attention, 2500 * 10**12)) / 72
    reads = (TOTAL + 61 * 576 * batch * context) / bandwidth("gb200")
    assert value(report, "roofline-over-floor") == max(compute, reads) + STARTS


def test_every_step_is_proven_and_every_wrong_statement_refuted(built: Report) -> None:
    assert all(step.verdict.shown for step in built.derivation.steps)
    assert not any(step.fell_back for step in built.derivation.steps)
    assert {step.name for step in built.derivation.rejects} == {"active-weights", "parameters-over-bandwidth"}
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)


def test_the_floor_stands_whether_or_not_anything_overlaps() -> None:
    serial = derive(CLAIM, premises={"roofline": "no-overlap"})
    assert str(serial.headline.relation) == "T_all >= b_w*N_total/(G*W_gpu) + t_starts"
    assert serial.headline.verdict.shown


def test_what_was_published_and_the_verdict(built: Report) -> None:
    off = {(row.published.step, row.published.reading): row.ratio for row in built.published if row.ratio != 1}
    assert off["latency-floor", "blackwell-rack"] == (Fraction(671, 576) + 1000 * STARTS) / 20
    assert value(built, "latency-floor", "later-hopper-node") == TOTAL / bandwidth("h200") + STARTS
    assert value(built, "weights-in-memory", "later-hopper-node") < 1
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"
    assert all(row.published.note for row in built.published if not agreeing(row))


def test_a_floor_of_all_memory_is_none(built: Report) -> None:
    """A rack of GB200 reads 671 GB of weights in 1.165 ms and starts its all-reduces in 0.375: no floor of 20 ms."""
    rows = [item.said for item in built.statements if item.kind == "retelling"]
    assert len(rows) == 2
    for row in rows:
        assert row.derived == Fraction(671, 576) + 1000 * STARTS
        assert row.follows is False
