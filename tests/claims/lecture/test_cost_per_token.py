"""What a token costs: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import AS_BUILT, Report, derive
from derivations.claims.shared.passes import AT_ROOFLINE, ROOFLINE
from derivations.proof.verdict import Finding

from ..numbers import value

CLAIM = "cost-per-token"
# read off the data sheets once more, so that a slip in a card does not check itself
PEAK, BANDWIDTH = 1979 * 10**12, Fraction("4.8") * 10**12
TOTAL, ACTIVE, CACHE = 671 * 10**9, 37 * 10**9, 61 * (512 + 64) * 2
SECOND = Fraction(2, 3600)  # dollars for a GPU
MILLION = 10**6
WORK, BF16 = 61 * 128 * 2 * (576 + 512), 989 * 10**12  # of attention, for a pair of tokens, and its rate
READS = 2 * ACTIVE * BANDWIDTH / (PEAK * CACHE)  # context at which the cache is read as long as the weights multiplied
RIDGE = Fraction(PEAK) / BANDWIDTH / 2  # weights of one byte, two FLOP each
BALANCE = RIDGE * Fraction(TOTAL, ACTIVE)
STARTS = 2 * 61 * Fraction("3.07e-6")  # seconds: two all-reduces in each of 61 layers
WAIT = STARTS * 8 * PEAK / (2 * ACTIVE)  # sequences that eight GPUs multiply with the weights meanwhile


def parts(batch: int, context: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Dollars for a million tokens on eight H200s in fp8: multiplications, weights, cache, starts of all-reduces."""
    dollars = SECOND * MILLION
    return (
        dollars * (Fraction(2 * ACTIVE, PEAK) + Fraction(WORK * context, BF16)),
        dollars * TOTAL / BANDWIDTH / batch,
        dollars * CACHE * context / BANDWIDTH,
        dollars * 8 * STARTS / batch,
    )


def at(batch: int, context: int) -> Report:
    """The default cards with a batch and a context."""
    return derive(CLAIM, values={"B": f"{batch} sequence", "L": f"{context} token/sequence"})


POINTS = [(1, 0), (1, 2000), (1, 100_000), (2000, 0), (6000, 0), (2000, 3000), (20_000, 1000), (20_000, 10_000)]


def test_as_said_alone_costs_2400_times_the_floor(said: Report) -> None:
    """300 times 256/32, the balance batch; and 300 for a dense model."""
    assert value(said) == 2400
    assert value(said, reading="dense-model") == 300
    assert value(said, reading="said-parameters") == Fraction(300 * 700, 37)


def test_as_built_it_is_the_balance_batch_of_the_cards_and_the_wait_for_all_reduces(built: Report) -> None:
    """Without the wait, as on the blackboard, the balance batch alone."""
    assert value(built) == BALANCE + WAIT
    assert value(built, "without-starts") == BALANCE
    assert value(derive(CLAIM, premises={"all-starts": "no-starts"})) == BALANCE


@pytest.mark.parametrize(("batch", "context"), POINTS)
def test_the_cost_is_the_slower_side_in_dollars(batch: int, context: int) -> None:
    report = at(batch, context)
    compute, weights, cache, starts = parts(batch, context)
    assert value(report, "compute-part") == value(report, "compute-share") == compute
    assert value(report, "weights-part") == value(report, "weights-share") == weights
    assert value(report, "cache-part") == value(report, "cache-share") == cache
    assert value(report, "starts-part") == starts
    assert value(report, "cost-in-parts") == max(compute, weights + cache) + starts
    assert value(report, "floor") == max(compute, cache)


@pytest.mark.parametrize(("batch", "context"), POINTS)
def test_how_far_above_the_floor_in_groups_and_in_dollars(batch: int, context: int) -> None:
    compute, weights, cache, starts = parts(batch, context)
    report = at(batch, context)
    cost, shared = max(compute, weights + cache) + starts, weights + starts
    assert value(report) == cost / max(compute, cache)
    assert value(report, "slow-mode") == 1 - max(compute, cache) / cost
    assert value(report, "slow-mode") <= value(report, "only-what-is-shared") == shared / (shared + cache)


def test_where_attention_computes_longer_than_it_reads_the_floor_is_compute_at_every_context() -> None:
    """On an H200, DeepSeek-V3: a context makes the floor higher, and so a lone token less dear beside it."""
    for context in (2000, 100_000):
        over = 1 + Fraction(WORK * context, BF16) / Fraction(2 * ACTIVE, PEAK)
        found = at(1, context)
        assert value(found) == value(found, "over-compute") == (BALANCE + context / READS + WAIT) / over
        assert found.numbers("over-cache").value is None


def test_beyond_the_crossover_the_floor_is_the_cache() -> None:
    """On a rack of GB200, from 7,445 tokens on; it stands in the cost of one sequence and in the floor as well."""
    short, long = (derive(CLAIM, accelerator="gb200", values={"L": context}) for context in (7000, 8000))
    reads = Fraction(2 * ACTIVE * 8, 5000 * CACHE)
    wait = STARTS * 72 * 5000 * 10**12 / (2 * ACTIVE)
    shared = Fraction(5, 16) * 1000 * Fraction(671, 37) + wait
    assert value(long) == value(long, "over-cache") == 1 + shared * reads / 8000
    assert short.numbers("over-cache").value is None
    assert long.numbers("over-compute").value is None


@pytest.mark.long
def test_without_attention_as_he_has_it() -> None:
    """At 2,000 tokens the lone token costs the balance batch times the floor, and a little more for its cache."""
    said = derive(CLAIM, premises={"arithmetic-time": "weights-alone"}, values={"L": 2000})
    assert value(said) == value(said, "over-compute") == BALANCE + 2000 / READS + WAIT
    assert value(derive(CLAIM, values={"L": 2000, "f_attn": 0})) == value(said)


@pytest.mark.parametrize(("values", "words"), [
    ({}, "Alone in its pass, about 3,800 times the floor if all weights are read, or 286 times"),
    ({"B": 2000}, "With 2,000 sequences in a pass, without context, about 1.9 times the floor"),
    ({"C_gpu": "1.979 TFLOP/s/GPU"},
     "Alone in its pass, about 3.8 times the floor if all weights are read, or 1.08 times"),
    ({"C_gpu": "1 TFLOP/s/GPU"},
     "Alone in its pass, about 1.9 times the floor if all weights are read, and no more than the floor if only"),
    ({"C_gpu": "0.01 TFLOP/s/GPU"}, "With 1 sequence in a pass, without context, about the floor"),
    ({"L": 2000}, "With 1 sequence in a pass, at 2,000 tokens of context, about 2,000 times the floor"),
])
def test_the_answer_says_of_how_many_sequences_it_speaks(values: dict[str, int | str], words: str) -> None:
    assert derive(CLAIM, values=values).answer.startswith(words)


def test_without_a_context_the_ratio_is_balance_batch_over_batch() -> None:
    assert value(at(1, 0), "without-context") == BALANCE
    assert value(at(2000, 0), "without-context") == BALANCE / 2000


@pytest.mark.parametrize("batch", [3739, 8000, 10**6])
def test_from_a_batch_at_balance_a_slow_mode_saves_the_starts_alone(batch: int) -> None:
    """And next to nothing as the lecture has it: no more than the starts over the batch."""
    assert value(at(batch, 0), "nothing-to-save") == WAIT / batch
    assert value(at(batch, 0), "slow-mode") == value(at(batch, 0), "only-the-starts") == WAIT / (batch + WAIT)


def test_as_said_a_slow_mode_saves_a_sixth_or_nothing(said: Report) -> None:
    """2,000 of 2,400 sequences, twice as many, and 2,000 where the parameters ask for more."""
    assert value(said, "saved-of-a-token", "batch-as-said") == 1 - Fraction(2000, 2400)
    assert value(said, "saved-of-a-token", "batch-in-practice") == 0
    rack = Fraction(5, 16) * 1000 * Fraction(671, 37)  # 5 PFLOP/s by 8 TB/s, two FLOP to a byte
    wait = STARTS * 72 * 5000 * 10**12 / (2 * ACTIVE)
    assert value(said, "saved-of-a-token", "batch-of-2000") == 1 - 2000 / (rack + wait)


def test_compute_and_cache_do_not_depend_on_the_batch(built: Report) -> None:
    for name in ("compute-not-shared", "cache-not-shared"):
        assert built[name].verdict.shown
    assert value(at(1, 1000), "weights-part") == 1000 * value(at(1000, 1000), "weights-part")


def test_a_hundred_billion_parameters_on_a_b200_cost_two_and_a_half_cents_for_a_million_tokens(built: Report) -> None:
    """2 x 10^11 FLOP at 4.5 PFLOP/s and two dollars an hour; list prices lie far above."""
    cents = SECOND * MILLION * 2 * 100 * 10**9 / (4500 * 10**12)
    assert value(built, "compute-part", "claude-opus-4.6-prices") == cents
    assert round(float(cents), 4) == 0.0247
    assert value(built, "list-price-of-input", "claude-opus-4.6-prices") == 5 / cents
    assert value(built, "list-price-of-output", "gemini-3.1-pro-prices") == 12 / cents
    assert value(built, "list-price-of-output", "deepseek-v3-prices") == Fraction("1.1") / (cents * Fraction(37, 100))


def test_without_overlap_cost_is_a_sum() -> None:
    serial = derive(CLAIM, premises={"at-the-roofline": "no-overlap"}, values={"B": "2000 sequence"})
    compute, weights, cache, starts = parts(2000, 0)
    assert value(serial, "rent-of-a-token") == compute + weights + cache + starts
    assert value(serial) == (compute + weights + cache + starts) / max(compute, cache)
    assert serial["cost-in-parts"].fell_back


@pytest.mark.long
def test_a_token_that_reads_only_its_own_experts_costs_the_ridge_times_the_floor() -> None:
    """One token reads the active parameters: the sparsity drops out of the ratio."""
    own = derive(CLAIM, premises={"weight-fetch": "touched-experts"})
    assert value(own) == RIDGE + WAIT


# --- the experts that are read


@pytest.mark.parametrize("batch", [1, 4, 32, 256, 2000])
def test_the_cost_by_touched_experts_lies_between_ridge_and_ridge_times_sparsity(batch: int) -> None:
    """What some token of the pass is routed to, each expert as likely as any other; in plain fractions."""
    report = derive(CLAIM, values={"B": f"{batch} sequence"})
    routed = report.scenario.values["N_experts"].number
    read = TOTAL - routed + routed * (1 - (1 - Fraction(8, 256)) ** batch)
    expected = RIDGE * read / (Fraction(TOTAL - routed + routed * Fraction(8, 256)) * batch)
    ridge, wait = RIDGE / batch, WAIT / batch
    found, one = value(report, "over-the-floor-touched") - wait, Fraction(1)
    assert abs(found / max(one, expected) - 1) < Fraction(1, 10**12)
    assert max(one, ridge) <= found <= value(report) - wait == max(one, ridge * Fraction(TOTAL, ACTIVE))


def test_alone_the_ridge_and_with_all_weights_the_ridge_times_sparsity(said: Report) -> None:
    """300, and 300 times 8, of the lecture's own numbers; 206 on an H200 in fp8 for any model."""
    assert value(said, "alone") == 300
    assert value(said, "alone-with-all-weights") == value(said) == 2400
    for model in ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b"):
        assert value(derive(CLAIM, model=model, compute="fp8"), "alone") == RIDGE
    assert value(said, "lone-token") == 300
    assert value(derive(CLAIM), "lone-token") == RIDGE + WAIT


def test_sparsity_for_one_token_is_refuted_at_a_sparse_model(built: Report) -> None:
    step = built["sparsity-for-one-token"]
    assert step.verdict.finding is Finding.REFUTED
    point = {key: Fraction(str(number)) for key, number in step.verdict.counterexample.items()}
    assert point["y_own"] != point["r"] * point["s"]


@pytest.mark.long
def test_every_expert_read_gives_the_lecture_back_and_the_same_experts_the_least() -> None:
    """The two ends of what a pass can touch, as premises in place of the mean."""

    def four(choice: str) -> Report:
        return derive(CLAIM, premises={"touched": choice}, values={"B": "4 sequence"})

    every, same = four("every-expert"), four("same-experts")
    assert value(every, "over-the-floor-touched") == value(every)
    assert value(same, "over-the-floor-touched") == (RIDGE + WAIT) / 4


def test_the_roofline_as_an_equation_has_the_text_of_the_bound() -> None:
    assert AT_ROOFLINE.relation == ROOFLINE.relation.replace(">=", "=")
    assert [each.name for each in AT_ROOFLINE.alternatives] == [each.name for each in ROOFLINE.alternatives]


def test_every_step_is_proven_and_every_wrong_statement_refuted(built: Report) -> None:
    assert all(step.verdict.shown for step in built.derivation.steps)
    assert not any(step.fell_back for step in built.derivation.steps)
    assert {step.name for step in built.derivation.rejects} == {
        "parabola", "time-over-batch", "cache-shared-too", "sparsity-for-one-token",
    }
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)


def test_what_was_published(built: Report) -> None:
    """A thousand is the order of 2,400; of 300, which touched experts give, it is just not."""
    verdicts = {(row.published.step, row.published.reading): row.verdict for row in built.published}
    assert verdicts["over-the-floor", "as-said"] == "reproduced"
    assert verdicts["over-the-floor", "dense-model"] == "off by a factor of 3.33, too large"
    assert verdicts["alone", "as-said"] == "an input of these numbers; off by a factor of 3.33, too large"
    assert verdicts["over-the-floor", "said-parameters"] == "off by a factor of 5.68, too small"
    assert verdicts["over-the-floor-touched", AS_BUILT].endswith("too large")
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"


def test_on_a_rack_the_starts_are_a_third_of_the_read_and_no_reason_to_leave_it_out(built: Report) -> None:
    """By hand: 122 starts of 3.07 us beside the read of 671 GB, by eight H200 in 17.5 ms, by 72 GB200 in 1.16 ms."""
    assert STARTS / Fraction(671, 8 * 4_800) < Fraction(1, 40)
    assert round(100 * STARTS / Fraction(671, 72 * 8_000)) == 32
    rack = derive(CLAIM, accelerator="gb200")
    assert not rack.contradictions
    assert value(rack) == Fraction(5, 16) * 1000 * Fraction(TOTAL, ACTIVE) * (1 + STARTS / Fraction(671, 72 * 8_000))
    found = built.verdicts.on_hardware
    assert found is not None
    assert (found.feasible, sum(found.left_out.values())) == (417, 66)


def test_without_starts_no_step_waits_and_the_slow_mode_saves_nothing() -> None:
    """Nor does the count of GPUs matter then."""
    none = derive(CLAIM, premises={"all-starts": "no-starts"}, values={"B": "8000 sequence"})
    assert all(step.verdict.shown for step in none.derivation.steps)
    assert value(none, "slow-mode") == value(none, "nothing-to-save") == value(none, "starts-part") == 0
    assert value(none) == value(none, "without-starts") == 1


def test_in_a_ring_every_further_gpu_adds_a_hop() -> None:
    """By hand, eight GPUs of 1.57 us a hop wait for 122 all-reduces; in a tree three hops of each."""
    values = {"t_step_on": "1.57 us"}
    for form, hops in (("ring-of-starts", 8), ("tree-of-starts", 3)):
        found = derive(CLAIM, premises={"all-starts": form}, values=values)
        wait = STARTS + 122 * hops * Fraction("1.57e-6")
        assert abs(value(found) - BALANCE - wait * 8 * PEAK / (2 * ACTIVE)) < Fraction(1, 10**9)


def test_one_gpu_waits_for_no_other() -> None:
    one = derive(CLAIM, model="llama-3.1-8b", compute="fp8", values={"G": "1 GPU"})
    assert value(one, "starts-part") == 0
    assert value(one) == RIDGE
