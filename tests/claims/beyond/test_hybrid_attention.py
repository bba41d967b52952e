"""Windows, states and an index: out of the tool, and again layer by layer and token by token, without a formula."""

from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.proof.verdict import Finding
from derivations.study.evidence import Evidence, evidence_of

from ..numbers import value

CLAIM = "hybrid-attention"
LONG = 131_072
# layers, full ones, bytes of a token in a full layer, bytes of a state in each other layer
MODELS = {
    "": (60, 15, 2 * 2 * 256 * 2, 64 * 128 * 128 * 4),
    "kimi-linear": (27, 7, (512 + 64) * 2, 32 * 128 * 128 * 4),
    "kimi-linear-two-bytes": (27, 7, (512 + 64) * 2, 32 * 128 * 128 * 2),
    "qwen3-next": (48, 12, 2 * 2 * 256 * 2, 32 * 128 * 128 * 4),
    "minimax-m1": (80, 10, 2 * 8 * 128 * 2, 64 * 128 * 128 * 4),
    "nemotron-h-4b": (28, 4, 2 * 8 * 128 * 2, 112 * 64 * 128 * 2),
}
# a card with windows: full layers, bytes of a token in each; others, bytes of a token in each, window
WINDOWED = {
    "gpt-oss-120b": (18, 2 * 8 * 64 * 2, 18, 2 * 8 * 64 * 2, 128),
    "gemma-4-31b": (10, 4 * 512 * 2, 50, 2 * 16 * 256 * 2, 1024),
}
# DeepSeek-V3.2: heads, latent, positional key, key and value of a head; heads and width of the index; selected tokens
HEADS, LATENT, ROPE, KEY, VALUE, INDEX_HEADS, INDEX_WIDTH, TOP = 128, 512, 64, 128, 128, 64, 128, 2048
ON_HEADS, ON_LATENTS = 2 * HEADS * (KEY + ROPE + VALUE), 2 * HEADS * (2 * LATENT + ROPE)
INDEXED = 2 * INDEX_HEADS * INDEX_WIDTH
WRONG = {
    "three-to-one-is-three", "never-more-memory", "all-by-states", "alone-gains-as-much", "always-cheaper",
    "constant-output", "selection-saves-memory",
}


def held(context: int, layers: int, full: int, token: int, state: int) -> tuple[int, int]:
    """Bytes of a sequence if all layers are full, and as they are: counted layer by layer."""
    kinds = ["full"] * full + ["state"] * (layers - full)
    return sum(token * context for _ in kinds), sum(token * context if kind == "full" else state for kind in kinds)


def of_a_prompt(position: int) -> int:
    """Arithmetic of a layer for a token of a prompt with the index, by the cheaper way to attend."""
    return position * INDEXED + min(position * ON_HEADS, min(position, TOP) * ON_LATENTS)


def of_an_output(position: int) -> int:
    """The same for an output token."""
    return position * INDEXED + min(position, TOP) * ON_LATENTS


@pytest.fixture(scope="module")
def measured(built: Report) -> dict[str, Evidence]:
    """What the tables say, by the step or expression that is derived."""
    return {each.prediction.derived + each.prediction.measured: each for each in evidence_of(built)}


@pytest.mark.some(2)
@pytest.mark.parametrize("name", MODELS)
def test_the_gain_is_that_of_its_layers(built: Report, name: str) -> None:
    layers, full, token, state = MODELS[name]
    all_full, as_it_is = held(LONG, layers, full, token, state)
    assert value(built, "gain", name) == Fraction(all_full, as_it_is)
    assert value(built, "worth", name) == Fraction(state, token)
    assert value(built, "half-context", name) == Fraction((layers - full) * state, full * token)
    assert value(built, "most", name) == Fraction(layers, full)
    assert value(built, "saved-by-context", name) == 1 - Fraction(as_it_is, all_full)


@pytest.mark.some(2)
@pytest.mark.parametrize(("context", "gain"), [(2**13, "2.36"), (2**15, "3.33"), (2**17, "3.71"), (2**20, "3.84")])
def test_kimi_linear_over_its_contexts(context: int, gain: str) -> None:
    all_full, as_it_is = held(context, *MODELS["kimi-linear"])
    assert f"{all_full / as_it_is:.2f}" == gain
    letters = {"n_layers": "27", "n_own": "7", "K_state": f"{20 * 32 * 128 * 128 * 4} byte/sequence"}
    own = {**letters, "L_past": f"{context} token/sequence"}
    report = derive(CLAIM, premises={"layer-cache": "latents"}, values=own)
    assert value(report, "gain") == Fraction(all_full, as_it_is)


def test_a_context_that_a_state_is_worth_gains_nothing_and_half_of_the_most_is_further() -> None:
    """At L_0 both hold as much, for any number of layers; at m L_0 the gain is (m + 1)/2. Below, memory is lost."""
    for layers, full, token, state in MODELS.values():
        others, worth = Fraction(layers - full, full), Fraction(state, token)
        assert worth * token * (layers - full) == state * (layers - full)
        for context, gain in ((worth, Fraction(1)), (others * worth, (others + 1) / 2)):
            assert layers * token * context / (full * token * context + (layers - full) * state) == gain
    short = derive(CLAIM, values={"L_past": "1,024 token/sequence"})
    assert value(short, "gain") == Fraction(*held(1024, *MODELS[""])) < 1


@pytest.mark.parametrize("model", WINDOWED)
def test_a_window_is_a_state(model: str) -> None:
    """Beyond the window what a layer keeps is constant; within it nothing is saved if its heads are a full layer's."""
    full, token, others, in_window, window = WINDOWED[model]
    report = derive(CLAIM, model=model)
    kept = others * in_window * window
    assert value(report, "gain") == Fraction((full + others) * token * LONG, full * token * LONG + kept)
    assert value(report, "worth-beyond") == value(report, "worth") == Fraction(window * in_window, token)
    within = derive(CLAIM, model=model, values={"L_past": f"{window // 2} token/sequence"})
    assert value(within, "gain") == Fraction((full + others) * token, full * token + others * in_window)
    assert (value(within, "gain") == 1) is (in_window == token)


def test_sequences_that_fit_and_their_throughput(built: Report) -> None:
    """Filled one by one, on eight H200: the pass reads nine tenths of all memory either way."""
    memory, weights = Fraction(9, 10) * 8 * 141 * 10**9, 2 * 397 * 10**9
    all_full, as_it_is = held(LONG, *MODELS[""])
    assert value(built, "filled-up") == (memory - weights) / as_it_is
    assert value(built, "filled-up-if-full") == (memory - weights) / all_full
    assert value(built, "throughput-over-full") == value(built, "batch-over-full") == value(built, "gain")
    seconds = built.evaluation.line("time-of-a-pass").value
    assert seconds == built.evaluation.line("time-of-a-pass-if-full").value == memory / (8 * 48 * 10**11)


def test_the_bend_stands_where_both_ways_take_as_much(built: Report) -> None:
    """6,963 tokens: before it attention to all takes less, beyond it attention to those that are selected."""
    bend = value(built, "knee")
    assert bend == Fraction(TOP * (2 * LATENT + ROPE), KEY + ROPE + VALUE)
    assert round(bend) == 6_963
    assert 6_963 * ON_HEADS < TOP * ON_LATENTS < 6_964 * ON_HEADS


def test_from_where_an_index_pays(built: Report) -> None:
    """8,704 tokens of a prompt and 2,176 before an output token; a wrong twin pays sooner."""
    prompts, outputs = value(built, "prompt-pays-from"), value(built, "output-pays-from")
    assert (prompts, outputs) == (8_704, 2_176)
    assert of_a_prompt(8_703) > 8_703 * ON_HEADS
    assert of_a_prompt(8_705) < 8_705 * ON_HEADS
    assert of_an_output(2_175) > 2_175 * ON_LATENTS
    assert of_an_output(2_177) < 2_177 * ON_LATENTS
    assert of_a_prompt(6_000) > 6_000 * ON_HEADS  # attention to all, and the index besides


def test_the_most_that_an_index_saves(built: Report) -> None:
    """A fifth and a seventeenth are left, of which no context gets below; keys come on top of the cache."""
    assert (value(built, "most-of-prompts-in-widths"), value(built, "most-of-outputs-in-widths")) == (5, 17)
    assert value(built, "most-of-reads") == Fraction(656, 132)
    assert value(built, "keys-over-latents") == Fraction(656 + 132, 656)
    million = 2**20
    assert Fraction(million * ON_HEADS, of_a_prompt(million)) < 5
    assert Fraction(million * ON_LATENTS, of_an_output(million)) < 17


def test_slopes_of_a_published_figure(measured: dict[str, Evidence]) -> None:
    """3.41 to 3.40, at 594 and 593 TFLOP/s; the bend of 6,963 beside 6,500 to 7,000."""
    (slopes,) = measured["slopes-in-widthsoutputs/prompts"].counted
    assert slopes.measured is not None
    assert slopes.derived is not None
    assert slopes.derived.number == Fraction(ON_LATENTS, ON_HEADS) == Fraction(17, 5)
    assert round(float(slopes.measured.number), 2) == 3.41
    assert [round(float(row.ratio or 0), 3) for row in measured["kneebend"].counted] == [0.933, 1.005]
    for test, ratio in (("prompt-pays-fromprompts_from", 1.21), ("output-pays-fromoutputs_from", 2.21)):
        assert round(float(measured[test].median), 2) == ratio


def test_rates_behind_the_slopes(built: Report) -> None:
    """Rent of an hour of 2 dollars over 61 layers, in fractions."""
    for step, slope, arithmetic, rate in (
        ("rate-of-prompts", "0.6125", ON_HEADS, 594), ("rate-of-outputs", "2.087", ON_LATENTS, 593),
    ):
        found = Fraction(2, 3600) * 61 * arithmetic / (Fraction(slope) / 10**6 / LONG)
        line = built.evaluation.again(built.readings["v3.1-figure"]).line(step)
        assert line.value == found
        assert round(found / 10**12) == rate


def test_one_sequence_of_kimi_linear(measured: dict[str, Evidence]) -> None:
    """2.17 and 2.66 derived, 1.8 and 2.2 printed: 0.83 of it both times."""
    rows = measured["alonefaster"].counted
    weights, ratios = 6 * 10**9, {}
    for context, printed in ((2**19, "1.8"), (2**20, "2.2")):
        all_full, as_it_is = held(context, *MODELS["kimi-linear"])
        ratios[context] = Fraction(printed) / Fraction(weights + all_full, weights + as_it_is)
    assert {int(row.row.values["context"].number): row.ratio for row in rows} == ratios
    assert {round(float(each), 2) for each in ratios.values()} == {0.83}


def test_caches_of_gemma_are_no_verdict(measured: dict[str, Evidence]) -> None:
    """62 and 10 GiB are second-hand: told, and deciding nothing."""
    tables = [each for each in measured.values() if each.table.name == "window-caches"]
    assert len(tables) == 3
    assert all(each.prediction.idle for each in tables)
    assert {row.row.source.status for each in tables for row in each.counted} == {"second-hand"}
    full, windows = 62 * 8192 * LONG, 10 * 8192 * LONG + 52 * 8192 * 1024
    assert measured["all-fullheld"].median == Fraction(62 * 2**30, full)
    assert measured["heldheld"].median == Fraction(10 * 2**30, windows)
    assert (round(full / 2**30), round(windows / 2**30, 1)) == (62, 10.4)


def test_of_two_printed_numbers_one_follows(built: Report) -> None:
    """Three linear layers to a full one save 75% at most, and gain four at most: not three."""
    told = {item.said.published.step: item.follows for item in built.statements}
    assert told == {"most-saved": True, "most": False}
    assert (value(built, "most-saved", "three-to-one"), value(built, "most", "three-to-one")) == (Fraction(3, 4), 4)


def test_against_another_model_heads_count_as_well(built: Report) -> None:
    """9.75 at 32K, of which windows and states gain 3.66."""
    other = 2 * 64 * 8 * 128 * 2 * 2**15
    all_full, as_it_is = held(2**15, *MODELS["qwen3-next"])
    assert value(built, "over-another-model", "against-qwen3") == Fraction(other, as_it_is)
    assert value(built, "gain", "against-qwen3") == Fraction(all_full, as_it_is)


def test_states_in_half_the_bytes_are_worth_half_the_context(built: Report) -> None:
    narrow = derive(CLAIM, premises={"kept": "narrow-state"})
    assert value(narrow, "worth") == value(built, "worth") / 2
    assert value(narrow, "most") == value(built, "most")


def test_states_that_are_written_back_lengthen_the_pass() -> None:
    written = derive(CLAIM, premises={"all-read": "states-written"})
    assert value(written, "throughput-over-full") < value(written, "gain")
    assert not written["throughput-by-gain"].verdict.holds


def test_slow_reads_of_selected_tokens_move_the_bend(built: Report) -> None:
    slow = derive(CLAIM, premises={"masked": "slow-gather"}, values={"y_gather": "1.2"})
    assert value(slow, "knee") == Fraction(6, 5) * value(built, "knee")
    always = derive(CLAIM, premises={"masked": "always-selected"})
    assert value(always, "bend") == TOP


def test_every_step_is_proven_and_wrong_statements_are_refuted(built: Report) -> None:
    assert {step.verdict.finding for step in built.derivation} == {Finding.PROVEN, Finding.TAKEN}
    assert {step.name for step in built.derivation.rejects} == WRONG
    assert all(step.verdict.finding is Finding.REFUTED for step in built.derivation.rejects)
