"""The numbers of the first claim come out of the tool, and again out of plain fractions."""

import re
from fractions import Fraction
from typing import Any

import pytest

from derivations import AS_BUILT, InputError, Report, derive, load_catalog
from derivations.claims.shared.ridge import ridge_of
from derivations.numbers.evaluation import Evaluation
from derivations.proof.verdict import Finding
from derivations.sources.formats import FORMATS, number_format

from ..numbers import agreeing

# Read off the data sheets once more, so that a slip in a card does not check itself.
PEAK = {"a100-80": 312, "h100": 989, "h200": 989, "b200": 2250, "gb200": 2500}  # TFLOP/s, dense bf16
FP8 = {"h100": 1979, "h200": 1979, "b200": 4500, "gb200": 5000}  # TFLOP/s, dense fp8
BANDWIDTH = {"a100-80": "2.039", "h100": "3.35", "h200": "4.8", "b200": "7.7", "gb200": "8"}  # TB/s
PARAMETERS = {"deepseek-v3": ("671", "37"), "llama-3.1-70b": ("70.6", "70.6"), "mixtral-8x7b": ("46.7", "12.9")}
KV_BYTES = {
    "deepseek-v3": 61 * (512 + 64) * 2,
    "llama-3.1-70b": 80 * 2 * 8 * 128 * 2,
    "mixtral-8x7b": 32 * 2 * 8 * 128 * 2,
}


# FLOP for each pair of a new token and one of its context: scores and sums, in bf16
WORK = {
    "deepseek-v3": 61 * 128 * 2 * (576 + 512), "llama-3.1-70b": 80 * 64 * 4 * 128, "mixtral-8x7b": 32 * 32 * 4 * 128,
}


def rate(chip: str, model: str) -> tuple[int, int]:
    """The peak in the format of a model, and the bytes of a weight: fp8 where both have it."""
    return (FP8[chip], 1) if model == "deepseek-v3" and chip in FP8 else (PEAK[chip], 2)


def ridge(chip: str, model: str) -> Fraction:
    """r = (C/W)(b_w/phi), with 2 FLOP for each multiply and add."""
    peak, width = rate(chip, model)
    return Fraction(peak) / Fraction(BANDWIDTH[chip]) * width / 2


def times(chip: str, model: str, context: Fraction | int, new: int = 1) -> tuple[Fraction, Fraction, Fraction]:
    """What a further sequence adds in arithmetic, in that of attention alone, and in reads, on one GPU [ps]."""
    active = Fraction(PARAMETERS[model][1]) * 10**9
    attention = Fraction(WORK[model] * context * new, PEAK[chip])
    arithmetic = 2 * new * active / rate(chip, model)[0] + attention
    return arithmetic, attention, KV_BYTES[model] * context / Fraction(BANDWIDTH[chip])


def crossover(chip: str, model: str, new: int = 1) -> Fraction:
    """L_kv = phi n N_active W/(C kappa): the context that the lecture's balance would end at."""
    active = Fraction(PARAMETERS[model][1]) * 10**9
    return 2 * new * active * Fraction(BANDWIDTH[chip]) / (rate(chip, model)[0] * KV_BYTES[model])


def wall(chip: str, model: str) -> Fraction | None:
    """The context at which a further sequence adds as much in reads as in arithmetic; None where there is none."""
    (arithmetic, _, _), (_, attention, reads) = times(chip, model, 0), times(chip, model, 1)
    return arithmetic / (reads - attention) if attention < reads else None


def batch(chip: str, model: str, context: Fraction | int = 0, new: int = 1) -> Fraction | None:
    """The weight fetch over what a further sequence adds in arithmetic beyond its reads; None where that is nothing."""
    arithmetic, _, reads = times(chip, model, context, new)
    weights = Fraction(PARAMETERS[model][0]) * 10**9 * rate(chip, model)[1] / Fraction(BANDWIDTH[chip])
    return weights / (arithmetic - reads) if reads < arithmetic else None


def value(report: Report, step: str = "") -> Fraction:
    """The number of a step, or of the result, in its own unit."""
    number = (report.numbers(step) if step else report.result).in_unit
    assert number is not None
    return number


@pytest.fixture(scope="module")
def no_context() -> Report:
    """The default cards without a context, as the lecture has it."""
    return derive("optimal-batch", values={"L": 0})


# --- the numbers that the claim is known by


def test_as_said_the_batch_is_2400_exactly(as_said: Report) -> None:
    """300 tokens times 256/32."""
    assert value(as_said) == 2400
    assert as_said.result.exact
    assert as_said.result.result == "2,400 sequences"


def test_on_an_h200_with_deepseek_v3_in_fp8_the_batch_is_3738_without_a_context(no_context: Report) -> None:
    """1979/4.8/2 times 671/37, as an exact fraction."""
    assert value(no_context) == Fraction(1979) / Fraction("4.8") / 2 * Fraction(671, 37)
    assert round(float(value(no_context)), 2) == 3738.48
    assert no_context.result.result == "3,738 sequences"
    assert not no_context.contradictions
    assert no_context.answer == "About 3,700 sequences: a ridge of 206 tokens times a sparsity of 18."


def test_as_built_a_context_of_8k_is_served_and_memory_binds(as_built: Report) -> None:
    """By hand: 671e9/4.8e12 over 37.39 us + 8,000 x 17.18 ns - 8,000 x 14.64 ns; 457 GB over 562 MB."""
    assert as_built.scenario.values["L"].number == 8000
    assert value(as_built) == batch("h200", "deepseek-v3", 8000)
    assert round(value(as_built)) == 2422
    fits = Fraction(8 * 141 - 671) * 10**9 / (KV_BYTES["deepseek-v3"] * 8000)
    assert value(as_built, "batch-that-fits") == value(as_built, "batch-that-fits-in-full") == fits
    assert int(fits) == 812
    assert not as_built.contradictions
    assert "memory binds first, at 813 sequences" in as_built.answer
    assert "and fewer beyond" in as_built.answer


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"values": {"L": "1k token/sequence"}}, "and fewer beyond: .*; memory, which holds about .*, does not bind"),
        ({"accelerator": "gb200"}, "^As many as memory holds, about 22,600 .*no batch balances from 7,400 tokens on"),
        ({"accelerator": "gb200", "values": {"L": "7k token/sequence"}},
         "no balance from 7,400 tokens on, .*; memory binds"),
        ({"model": "llama-3.1-405b", "compute": "fp8", "values": {"L": "1k token/sequence"}},
         "no balance from 4,100 tokens on, .*; memory, which holds about .*, does not bind"),
        ({"values": {"L": 0, "n": 4}}, "^About 930 sequences, where"),
        ({"values": {"L": "1k token/sequence", "B": 6000}},
         "^About 3,500 .*; memory, which holds about 6,500"),
        ({"values": {"L": "1k token/sequence", "B": 8192}},  # of these 6,503 fit
         "^With the lecture's numbers about 2,400"),
        ({"accelerator": "h100"}, "^With the lecture's numbers about 2,400"),  # the weights do not fit
    ],
)
def test_the_answer_says_how_the_batch_moves_and_what_binds(changes: dict[str, Any], words: str) -> None:
    """On each deployment the sentence of which every part is true."""
    assert re.search(words, derive("optimal-batch", **changes).answer)


@pytest.mark.long
def test_on_an_h100_in_bf16_it_is_5354_and_the_weights_do_not_fit() -> None:
    """989/3.35 times 671/37; and 1,342 GB of weights beside 640 GB of memory, which is said first."""
    report = derive("optimal-batch", accelerator="h100", compute="bf16", values={"L": 0})
    assert value(report) == Fraction(989) / Fraction("3.35") * Fraction(671, 37)
    assert report.result.result == "5,354 sequences"
    first = " ".join(str(report).split("\n\n")[0].split())
    assert first.startswith("Warning: ")
    assert "the weights take 1.342 TB, and 8 GPUs (card h100) have 640 GB" in first


def test_at_128k_there_is_no_balance_and_the_reason_is_given(long_context: Report) -> None:
    """A number would be wrong there, and nothing at all would be silent."""
    line = long_context.result
    assert line.value is None
    assert line.result.startswith("no balance: ")
    assert "L = 128,000 tokens per sequence" in line.result
    right = crossover("gb200", "deepseek-v3") * (1 + 128_000 / value(long_context, "attention-context"))
    assert f"L_kv*(1 + L/L_attn) = {round(right):,} tokens per sequence" in line.result
    assert round(value(long_context, "crossover-context")) == 7445


def test_the_two_contexts_of_an_h200(as_built: Report) -> None:
    """From the active parameters, the cache of one token, and the ratios of rates."""
    assert value(as_built, "kv-context") == crossover("h200", "deepseek-v3")
    assert round(value(as_built, "kv-context")) == 2554
    assert value(as_built, "attention-context") == Fraction(2 * 37 * 10**9 * 989, WORK["deepseek-v3"] * 1979)
    assert round(value(as_built, "attention-context")) == 2177
    assert value(as_built, "attention-over-its-reads") == (
        value(as_built, "kv-context") / value(as_built, "attention-context"))


@pytest.mark.parametrize("context", [1000, 2000, 8000, 128_000])
def test_on_an_h200_the_batch_falls_and_never_ends(as_built: Report, context: int) -> None:
    """The arithmetic of attention takes longer than its reads: 3,501, 3,291, 2,422 and 386 sequences."""
    found = value(derive("optimal-batch", values={"L": context}))
    assert found == batch("h200", "deepseek-v3", context)
    assert round(found) == {1000: 3501, 2000: 3291, 8000: 2422, 128_000: 386}[context]
    assert as_built.numbers("crossover-context").value is None
    assert "n*W*f_attn is not below kappa*C_attn" in as_built.numbers("crossover-context").result


def test_qwen3_235b_has_its_wall_at_601_tokens() -> None:
    """4 x 64 x 128 x 94 FLOP for a pair and 192,512 bytes for a token, on an H200 in fp8."""
    report = derive("optimal-batch", model="qwen3-235b", compute="fp8")
    assert report.scenario.values["f_attn"].number == 4 * 64 * 128 * 94
    assert report.scenario.values["kappa"].number == 192_512
    found = [round(value(report, name)) for name in ("kv-context", "attention-context", "crossover-context")]
    assert found == [554, 7139, 601]


@pytest.mark.parametrize(
    ("chip", "model", "compute", "end"),
    [("h100", "deepseek-v3", "", 9847), ("gb200", "deepseek-v3", "", 7445), ("h200", "llama-3.1-8b", "fp8", 303),
     ("h200", "llama-3.1-405b", "bf16", 8277)],
)
def test_where_the_balance_ends(chip: str, model: str, compute: str, end: int) -> None:
    """Between some 300 tokens and 10,000, whether most of it is the cache or attention counts as well."""
    report = derive("optimal-batch", accelerator=chip, model=model, compute=compute)
    assert round(value(report, "crossover-context")) == end


def test_as_the_lecturer_has_it_attention_has_no_arithmetic() -> None:
    """His own form of the compute time: a balance batch that rises to a wall on every machine."""
    said = derive("optimal-batch", premises={"arithmetic-time": "weights-alone"}, values={"L": "2k token/sequence"})
    total, active = PARAMETERS["deepseek-v3"]
    short = ridge("h200", "deepseek-v3") * Fraction(total) / Fraction(active)
    assert value(said, "batch") == short / (1 - 2000 / crossover("h200", "deepseek-v3"))
    assert value(said, "crossover-context") == crossover("h200", "deepseek-v3")


@pytest.mark.some(1)
@pytest.mark.parametrize(
    ("reading", "batch"),
    [("as-said", 2400), ("said-parameters", 5676), ("published-parameters", 5441), ("routed-experts", 9600)],
)
def test_each_reading_of_what_was_said_has_its_batch(as_said: Report, reading: str, batch: int) -> None:
    """8 by experts as said, 18.9 by his parameters, 18.1 by the published ones, 32 by routed experts."""
    scenario = as_said.readings[reading]
    number = Evaluation(as_said.derivation, scenario).line("balance-batch").in_unit
    assert number is not None
    assert round(number) == batch
    assert scenario.values["r"].number == 300


@pytest.mark.parametrize(
    ("card", "form", "ridge"),
    [
        ("a100-80", "bf16", "153"), ("h100", "bf16", "295.2"), ("h100", "fp8", "295.4"), ("h200", "bf16", "206"),
        ("b200", "bf16", "292.2"), ("b200", "fp8", "292.2"), ("b200", "fp4", "292.2"), ("gb200", "bf16", "312.5"),
        ("rubin", "fp8", "397.7"), ("b300", "bf16", "290.3"), ("b300", "fp4", "451.6"),
    ],
)
def test_the_ridge_of_each_card(card: str, form: str, ridge: str) -> None:
    """Tokens per pass, weights stored in the compute format."""
    found = ridge_of(load_catalog().accelerator(card))[form]
    assert str(found) == f"{ridge} tokens"


# --- the same numbers without the tool


@pytest.mark.parametrize("chip", PEAK)
@pytest.mark.parametrize("model", PARAMETERS)
def test_the_batch_agrees_with_plain_fractions(as_built: Report, chip: str, model: str) -> None:
    """Exactly, on every card and model that the claim is shown for."""
    report = as_built.with_cards(chip, model)
    assert report.result.value == batch(chip, model, 8000)
    assert value(report, "ridge") == ridge(chip, model)
    assert value(report, "kv-context") == crossover(chip, model)
    assert report.numbers("crossover-context").value == wall(chip, model)


@pytest.mark.parametrize(("context", "new"), [(0, 1), (1, 1), (2000, 1), (2554, 1), (1000, 4), (10_000, 4)])
def test_the_batch_with_context_agrees_with_plain_fractions(context: int, new: int) -> None:
    """The KV cache and several new tokens per sequence included."""
    report = derive("optimal-batch", values={"L": f"{context} token/sequence", "n": f"{new} token/sequence"})
    assert value(report) == batch("h200", "deepseek-v3", context, new)
    assert value(report, "batch") == value(report) == value(report, "smallest-best-batch")


def test_at_the_balance_batch_both_times_are_equal() -> None:
    """The number that comes out solves the equation that it was derived from."""
    peak, bandwidth = 1979 * 10**12, Fraction("4.8") * 10**12
    found = value(derive("optimal-batch", values={"L": "2k token/sequence"}))
    compute = 2 * found * 37 * 10**9 / peak + WORK["deepseek-v3"] * found * 2000 / (989 * 10**12)
    memory = 671 * 10**9 / bandwidth + KV_BYTES["deepseek-v3"] * found * 2000 / bandwidth
    assert compute == memory


@pytest.mark.parametrize("factor", [Fraction(1, 2), Fraction(99, 100), Fraction(101, 100), Fraction(3)])
def test_no_other_batch_is_cheaper_and_no_smaller_one_as_cheap(factor: Fraction) -> None:
    """Time per sequence in plain fractions, below and above the balance."""
    peak, bandwidth, context = 1979 * 10**12, Fraction("4.8") * 10**12, 2000

    def time(size: Fraction) -> Fraction:
        compute = 2 * size * 37 * 10**9 / peak + WORK["deepseek-v3"] * size * context / (989 * 10**12)
        return max(compute, (671 * 10**9 + KV_BYTES["deepseek-v3"] * size * context) / bandwidth) / size

    best = batch("h200", "deepseek-v3", context)
    assert best is not None
    assert time(best) < time(best * factor) if factor < 1 else time(best) == time(best * factor)


# --- number formats


def test_fp8_arithmetic_on_fp4_weights_halves_the_ridge(no_context: Report) -> None:
    """Half the bytes at the same rate."""
    whole, half = (no_context.with_cards("h100", compute="fp8", weights=w) for w in ("fp8", "fp4"))
    assert value(half, "ridge") * 2 == value(whole, "ridge")
    assert value(half) * 2 == value(whole)


@pytest.mark.parametrize(("card", "free"), [("b200", True), ("gb200", True), ("b300", False), ("gaudi3", False)])
def test_the_ridge_is_precision_free_exactly_where_rate_times_width_is_constant(card: str, free: bool) -> None:
    """C b_w is the same in every format of a B200, and not on a B300, whose fp4 is faster than twice its fp8."""
    chip = load_catalog().accelerator(card)
    ridges = {found.number for found in ridge_of(chip).values()}
    products = {chip.rate(name).number * number_format(name).weight_bytes.number for name in chip.compute}
    assert (len(ridges) == 1) is free
    assert len(ridges) == len(products)


def test_the_cache_format_moves_what_reads_allow_and_not_the_short_context_batch(no_context: Report) -> None:
    """An fp8 cache is read twice as fast."""
    small = no_context.with_cards("h200", cache="fp8")
    assert value(small, "kv-context") == 2 * value(no_context, "kv-context")
    assert value(small, "attention-context") == value(no_context, "attention-context")
    assert value(small) == value(no_context)


def test_a_dense_model_has_a_sparsity_of_one(no_context: Report) -> None:
    """Its batch is the ridge itself."""
    dense = no_context.with_cards("h100", "llama-3.1-70b")
    assert value(dense, "sparsity") == 1
    assert value(dense) == value(dense, "ridge")


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_that_a_card_has_no_rate_for_is_refused(as_built: Report, name: str) -> None:
    """Nothing is guessed from another format."""
    if name in as_built.catalog.accelerator("h100").compute:
        assert value(as_built.with_cards("h100", compute=name), "ridge") > 0
    else:
        with pytest.raises(InputError, match="h100"):
            as_built.with_cards("h100", compute=name)


# --- the derivation


def test_every_reject_is_refuted(as_built: Report) -> None:
    """A wrong statement that stood would be a hole."""
    assert {step.name for step in as_built.derivation.rejects} == {
        "parameters-plus-bytes", "flop-per-byte", "sparsity-upside-down", "always-a-wall",
    }
    assert all(step.verdict.finding is Finding.REFUTED for step in as_built.derivation.rejects)


def test_the_printed_memory_time_is_refuted_by_the_term_and_both_dimensions(as_built: Report) -> None:
    """Card 3 adds parameters to bytes."""
    reason = as_built["parameters-plus-bytes"].verdict.reason
    for part in ("N_total + B*L*kappa", "N_total is parameter", "B*L*kappa is byte"):
        assert part in reason


def test_a_batch_in_flop_per_byte_is_refuted_by_its_dimensions(as_built: Report) -> None:
    """300 FLOP per byte times sparsity is no number of sequences."""
    reason = as_built["flop-per-byte"].verdict.reason
    assert "B is sequence" in reason
    assert "FLOP" in reason


def test_the_point_that_refutes_the_inverted_sparsity_is_a_model_that_could_exist(as_built: Report) -> None:
    """Put back by hand: the definitions hold there, and no more parameters are active than there are."""
    point = {
        name: Fraction(str(number)) for name, number in as_built["sparsity-upside-down"].verdict.counterexample.items()
    }
    assert point["N_active"] <= point["N_total"]
    assert point["s"] == point["N_total"] / point["N_active"]
    assert point["B"] == point["r"] * point["s"] / point["n"]
    assert point["B"] != point["r"] / point["n"] * point["N_active"] / point["N_total"]


def test_without_overlap_no_finite_batch_is_best(no_overlap: Report) -> None:
    """The honest answer to a changed roofline: the cost per sequence falls for ever."""
    assert no_overlap.verdict.startswith("does not hold: no finite optimum")
    assert no_overlap["smallest-best-batch"].verdict.finding is Finding.REFUTED
    assert no_overlap.headline.relation is None


def test_the_number_of_gpus_cancels(as_built: Report) -> None:
    """They are those of a domain, for what memory holds; another number of them has the same balance."""
    assert as_built.scenario.values["G"].number == 8
    assert as_built["any-number-of-gpus"].verdict.shown
    assert value(derive("optimal-batch", values={"G": "72 GPU"})) == value(as_built)


def test_the_result_carries_its_condition(as_built: Report) -> None:
    """Isolated for the quantity that a reader would ask about."""
    assert [str(condition) for condition in as_built.headline.conditions] == ["L < L_kv*(1 + L/L_attn)"]
    assert [str(condition) for condition in as_built["batch"].conditions] == [
        "kappa*L*C*C_attn < phi*n*N_active*W*C_attn + n*L*C*W*f_attn"]


def test_the_blackboard_form_holds_in_the_limit_of_short_contexts(as_built: Report) -> None:
    """A limit, not an omission: no condition is left."""
    step = as_built["ridge-times-sparsity"]
    assert str(step.relation) == "B = r*s/n"
    assert step.conditions == ()
    assert as_built["short-context"].rule == "limit"


# --- what was published


def test_what_should_reproduce_does(as_built: Report) -> None:
    """300 from the default cards, and 2,400 from what was said."""
    expected = [row for row in as_built.published if agreeing(row)]
    assert {row.published.step for row in expected} == {"ridge", "sparsity", "intensity", "balance-batch"}


def test_known_inconsistencies_are_off_by_the_printed_factor(as_built: Report) -> None:
    """Each with the speaker, the place and a note that says why."""
    known = [row for row in as_built.published if not agreeing(row)]
    factors = {row.published.reading: row.ratio for row in known if row.published.value == "2,400 sequence"}
    assert factors == {
        "said-parameters": Fraction(300) * Fraction(700, 37) / 2400,
        "published-parameters": Fraction(300) * Fraction(671, 37) / 2400,
        "routed-experts": 4,
    }
    for row in known:
        assert row.published.by
        assert row.published.where
        assert row.published.note


def test_published_numbers_as_built_use_the_default_cards_whatever_is_shown(as_built: Report) -> None:
    """A reader who looks at an A100 still reads that 300 reproduces on the reference."""
    other = as_built.with_cards("a100-80")
    assert [row.derived for row in other.published] == [row.derived for row in as_built.published]
    assert other.reference.name == AS_BUILT


def test_the_verdict_on_the_claim(as_built: Report) -> None:
    """Of the derivation alone, and the condition is not left out."""
    steps = f"all {len(as_built.derivation.steps)} steps proven"
    assert as_built.verdict == f"{steps}; holds only if L < L_kv*(1 + L/L_attn), at balance"


def test_the_ridge_is_near_300_from_h100_on_and_below_it_on_an_a100(as_built: Report) -> None:
    """201, 153, 295 and 292: stable is what he says of A100 to B100."""
    ridges = {row[0]: row[2] for row in as_built.table("grid-4").rows}
    assert [ridges[f"NVIDIA {name}"] for name in
            ("A100 SXM 40 GB (bf16)", "A100 SXM 80 GB (bf16)", "H100 SXM (fp8)", "B200 (HGX) (fp8)")] == [
        "200.6 tokens", "153 tokens", "295.4 tokens", "292.2 tokens",
    ]


@pytest.mark.long
def test_an_arithmetic_rate_that_grows_with_context_leaves_any_number_of_gpus_proven() -> None:
    """That the number of GPUs may vary then is shown with less work than a rule may do."""
    report = derive("optimal-batch", premises={"pooled-compute": "C = G*C_gpu*L/4096[token/sequence]"})
    step = report.derivation["any-number-of-gpus"]
    assert step.verdict.finding is Finding.PROVEN
    assert step.relation is not None
    assert "G" not in step.relation.names
