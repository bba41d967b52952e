"""What a price ratio of output and input says about decode comes out of the tool, and again out of plain fractions."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.errors import InputError, UndecidedError
from derivations.proof.verdict import Finding

from ..caches import BANDWIDTH, FP8, LATENT
from ..numbers import agreeing, value

CLAIM = "prefill-decode"
BF16 = FP8["gb200"] / 2  # and two bytes for a weight: the ridge is that of fp8
RIDGE = FP8["gb200"] / BANDWIDTH["gb200"] / 2  # two FLOP for each weight
SPARSITY = Fraction(235, 22)
GROUPED = 94 * 2 * 4 * 128 * 2  # bytes of a token of Qwen3-235B
PAIR = 94 * 64 * 128 * 4  # and the arithmetic of one with another in attention
PAIRED = Fraction(PAIR, GROUPED) * BANDWIDTH["gb200"] / BF16  # over the time of its reads
KV = 2 * Fraction(22 * 10**9) * BANDWIDTH["gb200"] / (GROUPED * BF16)
OUTPUT_OVER_INPUT = Fraction("1.10") / Fraction("0.27")
OWN = {"p_short": "1.1 USD/Mtoken", "q_short": "0.27 USD/Mtoken"}  # DeepSeek-V3's own prices


# --- the numbers that the claim is known by


def test_as_said_decode_uses_a_fifth_and_the_context_is_760k(said: Report) -> None:
    """200k times five, less 300 times 8 over 2,000."""
    assert value(said, "use-of-compute") == Fraction(1, 5)
    assert value(said) == 200_000 * (5 - Fraction(300 * 8, 2000)) == 760_000
    assert value(said, "batch-without-context") == Fraction(300 * 8, 5)
    assert value(said, "context-of-large-batch") == 5 * 200_000


def test_as_built_five_times_the_price_needs_three_thousand_tokens(built: Report) -> None:
    """Qwen3-235B in bf16 on a rack of GB200, with 2,000 sequences; a quarter more than without attention."""
    assert value(built, "price-ratio") == 5
    assert value(built) == KV * (5 - RIDGE * SPARSITY / 2000) / (1 - 5 * PAIRED)
    assert round(value(built)) == 3274
    assert not built.contradictions
    assert value(built, "shortest-prefill") == RIDGE * SPARSITY / 2000
    assert built["batch-without-cache"].note == "as L → 0 at fixed y_price"
    assert value(built, "batch-without-context") == RIDGE * SPARSITY / 5
    assert value(built, "context-of-large-batch") == KV * 5 / (1 - 5 * PAIRED)
    alone = derive(CLAIM, premises={"arithmetic-time": "weights-alone"})
    assert value(alone) == KV * (5 - RIDGE * SPARSITY / 2000)


def test_put_back_the_context_makes_memory_as_much_slower_as_the_prices_say(built: Report) -> None:
    """The two times of a pass, from the cards alone, at the context that the claim names."""
    context = value(built)
    compute = 2000 * (2 * Fraction(22 * 10**9) + PAIR * context) / BF16
    memory = (Fraction(2 * 235 * 10**9) + GROUPED * 2000 * context) / BANDWIDTH["gb200"]
    assert memory / compute == 5


@pytest.mark.parametrize(
    ("card", "ratio"),
    [
        ("claude-opus-4.6-prices", Fraction(5)),
        ("claude-sonnet-4.5-prices", Fraction(5)),
        ("gemini-3.1-pro-prices", Fraction(6)),
        ("gpt-5-prices", Fraction(8)),
        ("gpt-5.5-prices", Fraction(6)),
        ("deepseek-r1-prices", Fraction("2.19") / Fraction("0.55")),
        ("deepseek-v3.2-prices", Fraction("1.5")),
        ("deepseek-v4-pro-prices", Fraction(2)),
        ("kimi-k2-prices", Fraction(25, 6)),
    ],
)
def test_each_list_has_its_ratio(said: Report, card: str, ratio: Fraction) -> None:
    """Output over input, and the use of compute upside down."""
    assert value(said, "price-ratio", card) == ratio
    assert value(said, "use-of-compute", card) == 1 / ratio


def test_above_the_step_output_is_less_dear_beside_input(said: Report) -> None:
    """Gemini: 18 over 4."""
    assert value(said, "price-ratio-above", "gemini-3.1-pro-prices") == Fraction(18, 4)


def test_list_prices_stand_far_above_the_rent_of_the_multiplications(said: Report) -> None:
    """200 billion FLOP at two dollars an hour and 4.5 PFLOP/s, beside two and five dollars a million."""
    rent = Fraction(2, 3600) * 2 * 10**11 / (4500 * 10**12)
    assert value(said, "margin", "rent-gemini-3.1-pro-prices") == Fraction(2, 10**6) / rent == 81
    assert value(said, "margin", "rent-claude-opus-4.6-prices") == Fraction(5, 10**6) / rent


# --- the derivation


def test_every_default_step_is_proven_and_says_why(built: Report) -> None:
    """None only computed, none given up; every premise with a source."""
    assert all(step.verdict.shown and not step.fell_back for step in built.derivation.steps)
    assert all(step.because for step in (*built.derivation, *built.derivation.rejects))
    assert all(step.source for step in built.derivation.premises)
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)
    assert len(built.derivation.rejects) == 2


def test_the_result_carries_the_condition_that_the_weights_do_not_explain_all_of_it(built: Report) -> None:
    """With too small a batch no context is needed, and none is given."""
    assert [str(item) for item in built.headline.conditions] == ["x_pair*y_price < 1", "r*s <= n*B*y_price"]
    line = derive(CLAIM, values={"B": "600 sequence"}).result
    assert line.value is None
    assert line.result.startswith("no such context: ")


def test_compute_per_token_is_flat_and_memory_per_token_falls(built: Report) -> None:
    """Twice the new tokens: the same compute, half the reads."""
    at = {"L": "1k token/sequence"}
    pair = [derive(CLAIM, values={**at, "n": f"{n} token/sequence"}, without=["y_price"]) for n in (1, 2)]
    flat, falling = ([value(report, step) for report in pair] for step in ("compute-per-token", "memory-per-token"))
    assert flat[0] == flat[1]
    assert falling[0] == 2 * falling[1]


# --- the two arguments


@pytest.mark.parametrize("batch", [6000, 20_000])
def test_the_two_arguments_are_so_many_crossovers_apart(batch: int) -> None:
    """The kink and the context of the ratio, each from the cards, at one batch; farther with attention."""
    report = derive(CLAIM, values={"B": f"{batch} sequence"})
    weights = RIDGE * SPARSITY / batch
    assert value(report, "kink") == KV / (1 - PAIRED) * (1 - weights)
    assert value(report, "contexts-apart") == value(report) - value(report, "kink")
    assert value(report, "contexts-apart") > 4 * KV


def test_with_the_lectures_own_batch_decode_is_never_bound_by_compute(said: Report) -> None:
    """2,000 are fewer than 300 times 8, so that there is no kink; with three times those there is one."""
    assert said.numbers("contexts-apart").value is None
    assert value(said, "contexts-apart", "three-balance-batches") == 4 * 200_000


def test_the_other_argument_refutes_this_one() -> None:
    """If output costs no more than input, that decode waits for memory is refuted, and what rests on it waits."""
    other = derive(CLAIM, premises={"output-costs-more": "costs-no-more"})
    assert other["is-memory-bound"].verdict.finding is Finding.REFUTED
    assert other["price-is-memory"].verdict.finding is Finding.WAITING
    assert other["context-of-ratio"].verdict.finding is Finding.WAITING
    assert other.verdict.startswith("does not hold")


def test_a_ratio_that_nobody_typed_gives_way_to_a_batch_and_a_context() -> None:
    """As if it was left out; one that is typed is refused, with what to leave out."""
    values = {"B": "2k sequence", "L": "8k token/sequence"}
    found, without = derive(CLAIM, values=values), derive(CLAIM, values=values, without=["y_price"])
    assert "y_price" not in found.scenario.values
    assert value(found, "price-ratio") == value(without, "price-ratio") > 5
    with pytest.raises(InputError, match=r"y_price = 5 is given, but .*, as with --without "):
        derive(CLAIM, values={**values, "y_price": "5"})


def test_numbers_that_break_the_premise_are_told() -> None:
    """At a large batch without a context decode computes: that it waits, as the prices say, contradicts the numbers.

    What follows from either, compute or memory, is broken by a ratio that neither makes.
    """
    report = derive(CLAIM, values={"B": "20k sequence", "L": "0 token/sequence", **OWN}, without=["y_price"])
    assert any(line.startswith("same-price-or-memory says") for line in report.contradictions)


def test_that_decode_waits_for_memory_is_derived_and_not_believed(built: Report) -> None:
    """From output being more expensive than input; at the numbers of a list it then holds."""
    assert built["is-memory-bound"] not in built.derivation.premises
    assert built["is-memory-bound"].verdict.shown
    assert not derive(CLAIM, model="llama-3.1-70b").contradictions


@pytest.mark.long
def test_latent_attention_is_never_read_four_times_as_long_at_the_lectures_batch() -> None:
    """At 2,000 sequences it falls with the context, from 2.83 to 1.29; 397 at 8,000 tokens have that of the prices."""
    own = {"model": "deepseek-v3"}
    told = derive(CLAIM, **own, values=OWN, without=["y_price"])
    assert value(told, "price-ratio") == OUTPUT_OVER_INPUT
    assert told.result.outside == "no such context: x_pair*y_price is not below 1"
    ends = [value(derive(CLAIM, **own, values={"L": context}, without=["y_price"]), "memory-in-groups")
            for context in (0, 10**9)]
    assert [round(float(end), 2) for end in ends] == [2.83, 1.29]
    values = {**OWN, "L": 8000}
    batch = value(derive(CLAIM, **own, values=values, without=["B", "y_price"]), "batch-of-ratio")
    compute = batch * (Fraction(2 * 37 * 10**9) / FP8["gb200"] + 61 * 128 * 2 * (576 + 512) * 8000 / BF16)
    assert (Fraction(671 * 10**9) + LATENT * batch * 8000) / BANDWIDTH["gb200"] / compute == OUTPUT_OVER_INPUT
    assert round(batch) == 397


def test_what_stands_on_hardware_leaves_nothing_out_but_windows(built: Report) -> None:
    """Latent attention has no such context, which a condition says; on 27 deployments windows matter there."""
    hardware = built.verdicts.on_hardware
    assert hardware is not None
    assert (hardware.feasible, sum(hardware.left_out.values())) == (178, 483 - 178)
    left = {reason: count for reason, count in hardware.left_out.items() if "leaves out" in reason}
    assert left == {"kv-fetch leaves out terms that matter there": 27}


# --- changed premises


@pytest.mark.long
def test_without_overlap_memory_is_one_less_than_the_ratio() -> None:
    """Both times are paid for, so that five times the price means four times the reads."""
    serial = derive(CLAIM, premises={"output-price": "no-overlap"})
    assert str(serial["ratio-of-times"].relation) == "y_price = (t_c + t_m)/t_c"
    assert serial["same-price-or-memory"].verdict.finding is Finding.REFUTED
    with pytest.raises(UndecidedError):
        serial.numbers("context-of-ratio")


@pytest.mark.long
def test_prefill_below_peak_makes_decode_more_memory_bound_than_the_prices_say() -> None:
    """More expensive input hides a part of the wait."""
    real = derive(CLAIM, premises={"input-price": "prefill-below-peak"})
    assert str(real["ratio-of-times"].relation) == "y_price = u_flop*max(t_c, t_m)/t_c"
    assert real["same-price-or-memory"].verdict.finding is Finding.REFUTED


# --- what was published


def test_what_should_reproduce_does_and_the_rest_says_why(said: Report) -> None:
    """The ratio is within three to five of some lists; a fifth follows from five, and a third from three."""
    rows = said.published
    known = [row for row in rows if not agreeing(row)]
    assert len(known) == 8
    assert all(row.published.note for row in known)


def test_the_verdict(built: Report) -> None:
    """With its condition."""
    where = "x_pair*y_price < 1 and r*s <= n*B*y_price, where y_price > 1"
    assert built.verdict == f"all {len(built.derivation.steps)} steps proven; holds only if {where}"
