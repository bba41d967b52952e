"""Two price tiers, and what the more expensive one pays for: out of the tool, and again out of plain fractions."""

from fractions import Fraction
from typing import Any

import pytest

from derivations import Report, derive, load_catalog
from derivations.claim.composition import card_values, letters_on_cards, uses_cards
from derivations.errors import InputError
from derivations.numbers.value import Value
from derivations.proof.verdict import Finding

from ..caches import BANDWIDTH, FP8, LATENT, LATENT_WORK, PEAK
from ..numbers import agreeing, value

CLAIM = "price-tier"
STEP, HALF = 200_000, Fraction(1, 2)
BALANCE = FP8["h200"] / BANDWIDTH["h200"] / 2 * Fraction(671, 37)  # sequences, 8-bit weights
ATTENTION = Fraction(LATENT_WORK * STEP) / PEAK["h200"] / (2 * 37 * 10**9 / FP8["h200"])  # beside the weights
# of the reader's own: a third of the reads at the step is weights, and two thirds are cache, at three times the balance
OWN = {
    "phi": "2 FLOP/parameter/token", "b_w": "1 byte/parameter",
    "N_total": "720 billion parameter", "N_active": "90 billion parameter",
    "C_gpu": "600 TFLOP/s/GPU", "W_gpu": "1 TB/s/GPU", "G": "8 GPU", "kappa": "1 kB/token",
    "f_attn": "0 FLOP·sequence/token^2", "C_attn_gpu": "600 TFLOP/s/GPU",
}


def on(accelerator: str, **more: str) -> dict[str, Any]:
    """A reader's values: an accelerator's card and DeepSeek-V3's, without the step and the share that the claim has."""
    catalog, letters = load_catalog(), letters_on_cards(derive(CLAIM).claim.notation)
    cards = card_values(catalog.accelerator(accelerator), catalog.model("deepseek-v3"), "fp8", "fp8", "bf16")
    values: dict[str, Value | str] = {**{name: cards[name] for name in letters}, **more}
    return {"values": values, "without": ["u_kv", "L"]}


@pytest.fixture(scope="module")
def longer() -> Report:
    """A request that is longer than what the more expensive price was made for."""
    return derive(CLAIM, premises={"within-the-window": "longer"})


# --- the numbers that the claim is known by


@pytest.mark.parametrize(
    ("reading", "share"),
    [
        ("as-said", Fraction(1)),
        ("card-picture", Fraction(1, 2)),
        ("twice-the-balance", Fraction(1, 2)),
        ("three-times-the-balance", Fraction(2, 3)),
    ],
)
def test_half_more_covers_300k_to_400k(said: Report, reading: str, share: Fraction) -> None:
    """The step, and half of it over the cache's part of the reads."""
    assert value(said, "longest-profitable", reading) == STEP * (1 + HALF / share)


@pytest.mark.parametrize(("reading", "times"), [("million", 5), ("million-with-weights", 3)])
def test_a_window_of_a_million_costs_five_or_three_times_as_much(said: Report, reading: str, times: int) -> None:
    """The reads at the far end over compute at the step."""
    share = Fraction(1) if times == 5 else HALF
    assert times == (1 - share) + share * Fraction(10**6, STEP)
    assert value(said, "premium-of-window", reading) + 1 == value(said, "cost-of-higher", reading) == times


@pytest.mark.parametrize(
    ("card", "output", "step", "paid_for"),
    [
        ("gemini-3.1-pro-prices", HALF, 200_000, 300_000),
        ("claude-sonnet-4.5-prices", HALF, 200_000, 300_000),
        ("gpt-5.4-prices", HALF, 272_000, 408_000),
        ("grok-4-prices", Fraction(1), 128_000, 256_000),
    ],
)
def test_each_list_pays_for_so_long_a_context(
    said: Report, card: str, output: Fraction, step: int, paid_for: int
) -> None:
    """Input doubles on all of them."""
    assert value(said, "price-step", card) == output
    assert value(said, "input-price-step", card) == 1
    assert value(said, "longest-profitable", card) == paid_for == step * (1 + output)


def test_as_built_it_is_geminis_list_at_three_times_the_balance_batch_and_no_card(built: Report) -> None:
    """Nothing stands beside the list that could contradict the share that is given; other cards are refused."""
    assert value(built) == 350_000
    assert not uses_cards(built.claim)
    assert not set(letters_on_cards(built.claim.notation)) & set(built.scenario.values)
    assert "NVIDIA" not in built.to_text()
    with pytest.raises(InputError, match="price-tier takes nothing from cards of accelerators and models"):
        derive(CLAIM, accelerator="h100")


def test_a_readers_own_numbers_in_place_of_all_cards_give_the_formula_lines_theirs() -> None:
    """By hand: a ridge of 300 and a sparsity of 8; at three times their product the kink is at the step."""
    report = derive(CLAIM, values={**OWN, "B": "7,200 sequence"})
    assert OWN.keys() == set(letters_on_cards(report.claim.notation))
    assert not report.contradictions
    assert value(report, "batch-of-share") == 3 * 300 * 8
    assert value(report, "share-of-batch") == Fraction(2, 3)
    assert value(report, "kink") == STEP
    assert derive(CLAIM, values={**OWN, "B": "4,800 sequence"}).contradictions  # at twice the balance it is a half


@pytest.mark.parametrize(("work", "batch"), [({}, 3 * BALANCE / (1 + ATTENTION)), ({"f_attn": 0}, 3 * BALANCE)])
def test_with_attention_a_smaller_batch_leaves_the_weights_a_third(work: dict[str, Any], batch: Fraction) -> None:
    """On eight H200s with DeepSeek-V3, whose numbers a reader gives."""
    report = derive(CLAIM, values={**on("h200")["values"], **work})
    assert value(report, "batch-of-share") == batch


# --- the cost line


def test_at_the_kink_arithmetic_and_reads_are_even() -> None:
    """On a rack with 9,000 sequences, from the cards; it is short of the crossover by what the weights take."""
    report = derive(CLAIM, **on("gb200", B="9k sequence"))
    context = value(report, "kink")
    assert context < value(report, "crossover-context")
    compute = Fraction(2 * 9000 * 37 * 10**9, 5000 * 10**12) + LATENT_WORK * 9000 * context / (2500 * 10**12)
    assert compute == (Fraction(671 * 10**9) + LATENT * 9000 * context) / (8 * 10**12)


def test_below_the_balance_batch_there_is_no_kink() -> None:
    """The weights alone take longer than compute, at every context."""
    line = derive(CLAIM, **on("gb200", B="3k sequence")).numbers("kink")
    assert line.value is None
    assert "not below" in line.result


def test_where_attention_computes_longer_than_it_reads_there_is_none_either() -> None:
    """DeepSeek-V3 on an H200: a large batch is compute-bound at every context."""
    line = derive(CLAIM, **on("h200", B="9k sequence")).numbers("kink")
    assert line.value is None
    assert "n*W*f_attn is not below kappa*C_attn" in line.result


# --- the derivation


def test_every_default_step_is_proven_and_says_why(built: Report) -> None:
    """None only computed, none given up; every premise with a source."""
    assert all(step.verdict.shown and not step.fell_back for step in built.derivation.steps)
    assert all(step.because for step in (*built.derivation, *built.derivation.rejects))
    assert all(step.source for step in built.derivation.premises)
    assert [step.verdict.finding for step in built.derivation.rejects] == [Finding.REFUTED] * 2


def test_both_prices_cover_the_cost_of_every_request_they_are_for(built: Report) -> None:
    """Two inequalities, proven for all numbers and not at a point."""
    assert str(built["no-loss-below"].relation) == "cost_low <= p_short"
    assert str(built["no-loss-above"].relation) == "cost_high <= p_long"
    assert not built["no-loss-below"].conditions
    assert not built["no-loss-above"].conditions


def test_the_same_by_hand_over_a_range_of_contexts() -> None:
    """Compute 1, weights 1/3, cache 2/3 at the step: the cost is never above the price, and meets it at 350k."""
    weights, cache = Fraction(1, 3), Fraction(2, 3)
    prices = (Fraction(1), 1 + HALF)
    for context in range(0, 350_001, 25_000):
        cost = max(Fraction(1), weights + cache * Fraction(context, STEP))
        assert cost <= prices[context > STEP]
    assert weights + cache * Fraction(350_000, STEP) == prices[1]


# --- attention whose arithmetic grows faster than the reads


@pytest.mark.parametrize(("part", "covered"), [("60%", True), ("90%", False)])
def test_the_premium_on_reads_covers_attention_that_is_no_larger_a_part(part: str, covered: bool) -> None:
    """By hand at 350,000 tokens: the reads take half more, and so does the arithmetic if attention is two thirds."""
    report = derive(CLAIM, values={"u_attn": part, "L_high": "350k token/sequence"})
    share = Fraction(part.rstrip("%")) / 100
    assert (1 + share * (Fraction(350_000, STEP) - 1) <= 1 + HALF) is covered
    line = report.numbers("cost-of-higher")
    assert line.value == (1 + HALF if covered else None)
    assert covered or "the numbers contradict memory-bound-above: u_attn = 0.9 against u_kv = 0.6667" in line.result
    assert report.answer.startswith("Contexts up to" if covered else "Less than")


@pytest.mark.long
def test_where_a_pass_stays_compute_bound_the_premium_covers_no_cost() -> None:
    other = derive(CLAIM, premises={"memory-bound-above": "compute-bound-above"})
    assert other["no-loss-above"].verdict.finding is Finding.REFUTED
    assert other["no-loss-below"].verdict.finding is Finding.PROVEN
    assert other.verdict.startswith(
        "follows from the changed premises; no longer holds: cost-of-higher, earned-above, no-loss-above")


@pytest.mark.long
def test_the_alternative_leaves_attention_out_as_he_does() -> None:
    said = derive(CLAIM, premises={"arithmetic-time": "weights-alone"}, values=on("h200")["values"])
    assert value(said, "batch-of-share") == 3 * BALANCE
    assert value(said) == 350_000


# --- changed premises


@pytest.mark.long
def test_a_longer_request_is_a_loss_and_the_claim_says_so(longer: Report) -> None:
    """That the price covers its cost is refuted; the longest profitable context stands."""
    assert longer["no-loss-above"].verdict.finding is Finding.REFUTED
    assert value(longer) == 350_000
    assert "no longer holds: no-loss-above" in longer.verdict


@pytest.mark.parametrize("context", [200_000, 350_000, 500_000])
def test_what_is_earned_falls_with_the_context(context: int) -> None:
    """The premium at the step, nothing at the longest profitable context, a loss beyond it."""
    report = derive(CLAIM, values={"L_high": f"{context} token/sequence"})
    assert value(report, "earned-above") == Fraction(2, 3) * Fraction(350_000 - context, STEP)


def test_a_price_twice_the_cost_no_longer_follows_the_line() -> None:
    """The premium is refuted, and what rests on it waits."""
    dear = derive(CLAIM, premises={"price-by-time": "p_long = 2*p_short*t_far/t_c"})
    assert dear["premium-of-context"].verdict.finding is Finding.REFUTED
    assert dear["longest-profitable"].verdict.finding is Finding.WAITING
    assert dear["no-loss-above"].verdict.shown


@pytest.mark.long
def test_with_a_fixed_selection_there_is_no_kink() -> None:
    """The reads do not grow with the context, so that no condition bounds it."""
    fixed = derive(CLAIM, premises={"kv-fetch": "top-k"})
    assert not fixed["kink"].verdict.holds


# --- what was published


def test_what_should_reproduce_does_and_the_rest_says_why(said: Report) -> None:
    """Half more on output, on four lists; not on input, not for a window of a million."""
    rows = said.published
    known = {(row.published.step, row.published.reading): row.ratio for row in rows if not agreeing(row)}
    assert known == {
        ("input-price-step", "gemini-3.1-pro-prices"): 2,
        ("price-step", "grok-4-prices"): 2,
        ("price-step", "gemini-1.5-pro-prices"): 2,
        ("premium-of-window", "million"): 8,
        ("premium-of-window", "million-with-weights"): 4,
        ("longest-profitable", "as-said"): Fraction(3, 10),
    }
    assert all(row.published.note for row in rows if not agreeing(row))


def test_the_verdict(built: Report) -> None:
    """Without a condition; a price above the step that is far below the other leaves no context, and says so."""
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven; holds at balance"
    cheaper = derive(CLAIM, values={"p_long": "1 dollar/Mtoken"}).result
    assert cheaper.value is None
    assert "must be positive" in cheaper.result


def test_the_kink_of_a_published_model_is_nowhere_near_the_step() -> None:
    """At most 7,445 tokens on a rack of GB200, beside 200,000."""
    assert round(value(derive(CLAIM, **on("gb200")), "crossover-context")) == 7445 < Fraction(STEP, 20)
