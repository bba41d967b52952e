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
LONG = 200_000


def times(batch: Fraction | int, context: Fraction | int) -> tuple[Fraction, Fraction]:
    """Compute and memory time of a pass on one H200, fp8."""
    compute = Fraction(2 * ACTIVE) * batch / PEAK
    return compute, (TOTAL + CACHE * batch * Fraction(context)) / BANDWIDTH


CROSSOVER = 2 * ACTIVE * BANDWIDTH / (PEAK * CACHE)
SHORT_BALANCE = Fraction(PEAK) / BANDWIDTH / 2 * Fraction(TOTAL, ACTIVE)


def at(batch: int, context: int) -> Report:
    """The default cards with a batch and a context."""
    return derive(CLAIM, values={"B": f"{batch} sequence", "L": f"{context} token/sequence"})


def test_as_said_the_utilization_is_half(said: Report) -> None:
    assert value(said) == Fraction(1, 2)
    assert said.result.exact


def test_as_built_a_context_of_200k_leaves_under_two_per_cent(built: Report) -> None:
    assert value(built) == CROSSOVER / LONG
    assert Fraction("0.012") < value(built) < Fraction("0.013")


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
    short, long = at(20_000, 1000), at(20_000, LONG)
    assert short.numbers("memory-bound").value is None
    assert long.numbers("compute-bound").value is None
    assert value(short, "compute-bound") == times(20_000, 1000)[0] / 8  # a node of eight
    assert value(long, "memory-bound") == times(20_000, LONG)[1] / 8


@pytest.mark.parametrize("batch", [3739, 8000, 50_000])
def test_at_the_balance_context_both_times_are_equal(batch: int) -> None:
    found = value(at(batch, 0), "balance-context")
    assert found == CROSSOVER * (1 - SHORT_BALANCE / batch)
    compute, memory = times(batch, found)
    assert compute == memory


def test_a_batch_below_the_short_context_balance_has_no_balance_context(built: Report) -> None:
    line = built.numbers("balance-context")
    assert line.value is None
    assert "r*s is not below n*B" in line.result


def test_the_slopes_match_at_the_crossover_context(built: Report) -> None:
    assert value(built, "crossover-context") == value(built, "slopes-match") == CROSSOVER
    assert value(built, "memory-slope") == value(built, "compute-slope") * LONG / CROSSOVER


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
    context = 2 * CROSSOVER * (1 - SHORT_BALANCE / 8000)
    compute, memory = times(8000, context)
    report = derive(
        CLAIM, values={"B": "8000 sequence", "L": f"{context.numerator}/{context.denominator} token/sequence"}
    )
    assert value(report, "off-balance") == compute / memory == 1 / (2 - SHORT_BALANCE / 8000)


def test_every_step_is_proven_and_every_wrong_statement_refuted(built: Report) -> None:
    assert all(step.verdict.shown for step in built.derivation.steps)
    assert not any(step.fell_back for step in built.derivation.steps)
    assert {step.name for step in built.derivation.rejects} == {
        "no-factor-for-a-multiply-add", "halves-at-any-batch", "compute-always-ends-above", "attention-is-small",
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


@pytest.mark.parametrize(("batch", "context", "bound"), [(3000, 0, False), (4000, 0, True), (20_000, 4000, False)])
def test_the_batch_tells_the_regime_below_the_crossover_and_none_beyond_it(
    batch: int, context: int, bound: bool
) -> None:
    """From the short-context balance over what the context leaves; beyond the crossover never."""
    line = at(batch, context).numbers("compute-bound-from")
    assert (line.value is not None) is bound
    assert (times(batch, context)[0] >= times(batch, context)[1]) is bound


def test_what_holds_for_a_large_batch_only_says_so(built: Report) -> None:
    assert built.headline.note == "as B → ∞"


@pytest.mark.long
def test_sparse_attention_loses_with_the_root_of_the_context() -> None:
    """Four times the context costs half, where dense attention would cost three quarters."""
    found = [
        value(derive(CLAIM, premises={"kv-fetch": "square-root"},
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
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven; holds only if 0 < L, as B → ∞"


def test_attention_is_small_only_at_short_context(built: Report) -> None:
    """At 200,000 tokens it is several times the arithmetic of the weights, on most models."""
    table = built.table("grid-2")
    shares = {row[0]: float(row[1].split()[0]) for row in table.rows}
    assert shares["DeepSeek-V3"] > 40
    assert 3 < shares["Llama 3.1 70B"] < 4
    assert shares["DeepSeek-V4-Pro"] < 1
    assert built["context-of-attention"].verdict.finding is Finding.PROVEN
    assert built["attention-is-small"].verdict.finding is Finding.REFUTED
