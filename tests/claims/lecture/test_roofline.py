"""The roofline and what is lost off the balance batch: out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding

from ..numbers import value

CLAIM = "roofline"
# read off the data sheets once more, so that a slip in a card does not check itself
PEAK, BANDWIDTH = 1979 * 10**12, Fraction("4.8") * 10**12
TOTAL, ACTIVE, CACHE = 671 * 10**9, 37 * 10**9, 61 * (512 + 64) * 2
WORK, BF16 = 61 * 128 * 2 * (576 + 512), 989 * 10**12  # of attention, for a pair of tokens, and its rate
LONG = 200_000


def times(batch: Fraction | int, context: Fraction | int) -> tuple[Fraction, Fraction]:
    """Compute and memory time of a pass on one H200, fp8."""
    compute = Fraction(2 * ACTIVE) * batch / PEAK + Fraction(WORK) * batch * Fraction(context) / BF16
    return compute, (TOTAL + CACHE * batch * Fraction(context)) / BANDWIDTH


CROSSOVER = 2 * ACTIVE * BANDWIDTH / (PEAK * CACHE)
SHORT_BALANCE = Fraction(PEAK) / BANDWIDTH / 2 * Fraction(TOTAL, ACTIVE)


def at(batch: int, context: int) -> Report:
    """The default cards with a batch and a context."""
    return derive(CLAIM, values={"B": f"{batch} sequence", "L": f"{context} token/sequence"})


def test_as_said_the_utilization_is_half(said: Report) -> None:
    assert value(said) == Fraction(1, 2)
    assert said.result.exact


def test_as_built_a_large_batch_is_limited_by_the_arithmetic_of_attention(built: Report) -> None:
    """At 200,000 tokens it takes 92 times as long as that of the weights, and longer than reading the cache."""
    ratio = Fraction(WORK * LONG, BF16) / Fraction(2 * ACTIVE, PEAK)
    assert value(built, "attention-over-weights") == ratio
    assert round(ratio) == 92
    allowed = value(built, "of-a-large-batch")
    assert allowed == CROSSOVER * (1 + ratio) / LONG
    assert Fraction("1.18") < allowed < Fraction("1.19")
    assert value(built) == 1  # no pass uses more than the full rate, whatever the reads allow
    assert "attention alone takes longer than reading the KV cache" in built.answer
    assert not built.contradictions


def test_a_rack_of_gb200_loses_a_fifth_of_its_rate_to_the_reads() -> None:
    """Its arithmetic is faster beside its memory."""
    rack = derive(CLAIM, accelerator="gb200")
    ratio = Fraction(WORK * LONG, 2500) / Fraction(2 * ACTIVE, 5000)
    assert value(rack) == Fraction(2 * ACTIVE * 8, 5000 * CACHE) * (1 + ratio) / LONG
    assert "to an MFU of about 78%" in rack.answer


def test_without_attention_as_he_has_it_a_context_of_200k_leaves_under_two_per_cent() -> None:
    said = derive(CLAIM, values={"f_attn": 0})
    assert value(said) == CROSSOVER / LONG


@pytest.mark.parametrize(("batch", "context"), [(1, 0), (2000, LONG), (5000, 1000), (20_000, 1000), (20_000, 3000)])
def test_utilization_agrees_with_the_times_of_a_pass(batch: int, context: int) -> None:
    """Above one where compute is the slower side; the bound is never above one."""
    report = at(batch, context)
    compute, memory = times(batch, context)
    assert value(report, "utilization-by-reads") == compute / memory
    assert value(report, "best-utilization") == compute / max(compute, memory)
    assert value(report, "all-or-what-reads-leave") == min(Fraction(1), compute / memory)


def test_a_regime_has_a_number_only_where_it_is_the_regime() -> None:
    """Compute-bound at a large batch and a short context, memory-bound at a long one."""
    short, long = at(20_000, 1000), at(100, LONG)
    assert short.numbers("memory-bound").value is None
    assert long.numbers("compute-bound").value is None
    assert value(short, "compute-bound") == times(20_000, 1000)[0] / 8  # a node of eight
    assert value(long, "memory-bound") == times(100, LONG)[1] / 8


@pytest.mark.parametrize("batch", [9000, 50_000])
def test_at_the_balance_context_both_times_are_equal(batch: int) -> None:
    """On a rack, where there is one; on a node of H200 attention computes longer than it reads."""
    rack = derive(CLAIM, accelerator="gb200", values={"B": f"{batch} sequence", "L": 0})
    found = value(rack, "balance-context")
    compute = Fraction(2 * ACTIVE * batch, 5000 * 10**12) + WORK * batch * found / (2500 * 10**12)
    assert compute == (TOTAL + CACHE * batch * found) / (8 * 10**12)
    assert at(batch, 0).numbers("balance-context").value is None


def test_a_batch_below_the_short_context_balance_has_no_balance_context(built: Report) -> None:
    line = derive(CLAIM, accelerator="gb200").numbers("balance-context")
    assert line.value is None
    assert "r*s is not below n*B" in line.result


def test_the_slopes_match_at_the_crossover_context(built: Report) -> None:
    rack = derive(CLAIM, accelerator="gb200")
    assert round(value(rack, "crossover-context")) == round(value(rack, "slopes-match")) == 7445
    assert value(built, "kv-context") == CROSSOVER
    over_weights = 1 + value(built, "attention-over-weights")
    assert value(built, "memory-slope") * over_weights == value(built, "compute-slope") * LONG / CROSSOVER


@pytest.mark.parametrize(
    ("reading", "left"),
    [("twice-the-balance-batch", Fraction(2, 3)), ("three-times-the-balance-batch", Fraction(3, 5))],
)
def test_at_a_finite_batch_twice_the_context_costs_less_than_half(built: Report, reading: str, left: Fraction) -> None:
    """1/(2 - 1/m) at m times the short-context balance: the weights do not double."""
    assert value(built, "off-balance", reading) == left
    assert value(built, "off-balance-of-a-large-batch", reading) == Fraction(1, 2)


def test_twice_the_balance_context_loses_the_same_by_either_formula() -> None:
    """Once from the pass, once from the multiple of the balance context."""
    context = 2 * value(derive(CLAIM, accelerator="gb200", values={"B": "9000 sequence", "L": 0}), "balance-context")
    report = derive(CLAIM, accelerator="gb200", values={
        "B": "9000 sequence", "L": f"{context.numerator}/{context.denominator} token/sequence"})
    assert value(report, "over-balance") == 2
    assert value(report, "off-balance") == value(report, "utilization-by-reads") < 1


def test_every_step_is_proven_and_every_wrong_statement_refuted(built: Report) -> None:
    assert all(step.verdict.shown for step in built.derivation.steps)
    assert not any(step.fell_back for step in built.derivation.steps)
    assert {step.name for step in built.derivation.rejects} == {
        "no-factor-for-a-multiply-add", "halves-at-any-batch", "compute-always-ends-above", "attention-is-small",
        "used-as-reads-allow",
    }
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)


def test_the_bound_needs_no_condition_and_the_balance_context_carries_its_own(built: Report) -> None:
    assert built["all-or-what-reads-leave"].conditions == ()
    assert [str(each) for each in built["balance-context"].conditions] == ["r*s < n*B"]


def test_without_overlap_the_bound_is_lower(built: Report) -> None:
    """A sum in place of the slower one: at balance half of the rate is lost."""
    serial = derive(CLAIM, premises={"roofline": "no-overlap"}, values={"B": "8000 sequence", "L": "1k token/sequence"})
    compute, memory = times(8000, 1000)
    assert value(serial, "best-utilization") == compute / (compute + memory)
    assert serial["balance"].verdict.finding is Finding.INCONCLUSIVE


@pytest.mark.parametrize(("batch", "context", "bound"), [(3000, 0, False), (4000, 0, True), (2000, 8000, False),
                                                         (2500, 8000, True)])
def test_the_batch_tells_the_regime(batch: int, context: int, bound: bool) -> None:
    """From the balance batch of the context on."""
    line = at(batch, context).numbers("compute-bound-from")
    assert (line.value is not None) is bound
    assert (times(batch, context)[0] >= times(batch, context)[1]) is bound


def test_what_holds_for_a_large_batch_only_says_so(built: Report) -> None:
    assert built["reads-of-a-large-batch"].note == "as B → ∞"
    assert built["most"].note == ""  # a bound that no batch passes
    assert built["most"].conditions == ()


def test_on_hardware_no_deployment_uses_more_than_its_rate(built: Report) -> None:
    """What reads allow is above one on dozens of them."""
    assert built.verdicts.on_hardware.high.value == 1
    assert "to 100% on" in built.verdicts.on_hardware.words
    (wrong,) = (step for step in built.derivation.rejects if step.name == "used-as-reads-allow")
    assert wrong.verdict.finding is Finding.REFUTED


def test_without_a_context_a_batch_may_use_the_full_rate() -> None:
    """There what the reads of a large batch allow has no value, and nothing is broken."""
    empty = derive(CLAIM, values={"L": 0})
    assert empty.result.value == 1
    assert empty.numbers("of-a-large-batch").value is None
    assert not empty.contradictions


@pytest.mark.parametrize(("batch", "context"), [(1, 0), (2000, LONG), (5000, 1000), (20_000, 3000), (10**6, LONG)])
def test_no_batch_uses_more_than_the_most(batch: int, context: int) -> None:
    report = at(batch, context)
    compute, memory = times(batch, context)
    most = value(report)
    assert compute / max(compute, memory) <= most <= 1
    assert most == min(Fraction(1), value(report, "compute-slope") / value(report, "memory-slope")) if context else 1


@pytest.mark.long
def test_sparse_attention_loses_with_the_root_of_the_context() -> None:
    """Four times the context costs half, where dense attention would cost three quarters."""
    found = [
        value(derive(CLAIM, premises={"kv-fetch": "square-root", "arithmetic-time": "weights-alone"},
                     values={"L": f"{context} token/sequence", "L_dense": "1000 token/sequence"}))
        for context in (100_000, 400_000)
    ]
    assert found[0] == pytest.approx(2 * found[1])


def test_what_was_published_and_the_verdict(built: Report) -> None:
    verdicts = {row.published.reading: row.verdict for row in built.published}
    assert verdicts["as-said"] == "reproduced"
    assert [verdict for verdict in verdicts.values() if verdict.startswith("off by")] == [
        "off by a factor of 1.33, too small", "off by a factor of 1.2, too small",
    ]
    assert all(row.published.note for row in built.published)
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven"


def test_attention_is_small_only_at_short_context(built: Report) -> None:
    """At 200,000 tokens it is several times the arithmetic of the weights, on most models."""
    table = built.table("grid-2")
    shares = {row[0]: float(row[1].split()[0]) for row in table.rows}
    assert shares["DeepSeek-V3"] > 90
    assert 3 < shares["Llama 3.1 70B"] < 4
    assert shares["DeepSeek-V4-Pro"] < 1
    assert built["context-of-attention"].verdict.finding is Finding.PROVEN
    assert built["attention-is-small"].verdict.finding is Finding.REFUTED
