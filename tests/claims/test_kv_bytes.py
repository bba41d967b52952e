"""The bytes of a price step come out of the tool, and again out of plain fractions."""

import json
from fractions import Fraction

import pytest

from derivations import Claim, Handle, Report, derive, load_catalog
from derivations.claims.account import Account
from derivations.claims.claim import Grid
from derivations.claims.compose import widest
from derivations.claims.kv_bytes import KV_BYTES, kv_bytes
from derivations.engine.board import Board
from derivations.engine.verdict import Finding
from derivations.render import tables
from derivations.render.grids import grid_table
from derivations.render.table import Table
from derivations.values.evaluation import Evaluation

# Read off data sheets and configurations once more, so that a slip in a card does not check itself.
PEAK = {"h100": Fraction(989), "h200": Fraction(989), "gb200": Fraction(2500)}  # TFLOP/s, dense bf16
BANDWIDTH = {"h100": Fraction("3.35"), "h200": Fraction("4.8"), "gb200": Fraction(8)}  # TB/s
LATENT = 61 * (512 + 64) * 2  # bytes per token of DeepSeek-V3, 16-bit numbers
LATENT_WORK = 61 * 2 * 128 * (512 + 64 + 512)  # FLOP for each new token and token of context
GROUPS = {"llama-3.1-8b": 4, "llama-3.1-70b": 8, "gpt-oss-120b": 8, "llama-3.1-405b": 16, "qwen3-235b": 16}
PRICES = {  # context, then dollars per million tokens: output below and above it, input below and above it
    "gemini-3.1-pro": (200, "12", "18", "2", "4"), "gemini-2.5-pro": (200, "10", "15", "1.25", "2.5"),
    "gemini-1.5-pro": (128, "5", "10", "1.25", "2.5"), "claude-sonnet-4.5": (200, "15", "22.5", "3", "6"),
    "gpt-5.4": (272, "15", "22.5", "2.5", "5"), "gpt-5.5": (272, "30", "45", "5", "10"),
    "grok-4": (128, "15", "30", "3", "6"),
}  # fmt: skip
THOUSAND = 1000
GRIDS = [grid for grid in KV_BYTES.grids if isinstance(grid, Grid)]
LISTED, WINDOWED = GRIDS[0], GRIDS[-1]


@pytest.fixture(scope="module")
def built() -> Report:
    """The default cards: an H100 with DeepSeek-V3."""
    return derive("kv-bytes")


@pytest.fixture(scope="module")
def said() -> Report:
    """The lecturer's own numbers."""
    return derive("kv-bytes", as_said=True)


@pytest.fixture(scope="module")
def with_attention() -> Report:
    """The arithmetic of attention counted."""
    return derive("kv-bytes", premises={"compute-time": "with-attention"})


@pytest.fixture(scope="module")
def selected() -> Report:
    """Windows and selection read at a fixed size."""
    return derive("kv-bytes", premises={"kv-fetch": "windows-and-selection"})


def value(report: Report, step: str = "") -> Fraction:
    """The number of a step, or of the result, in its own unit."""
    number = (report.numbers(step) if step else report.result).in_unit
    assert number is not None
    return number


def in_reading(report: Report, reading: str, step: str) -> Fraction:
    """The number of a step in a reading."""
    number = Evaluation(report.derivation, report.readings[reading]).line(step).in_unit
    assert number is not None
    return number


# --- the numbers that the claim is known by


def test_as_said_it_is_1667_byte_with_a_byte_for_each_weight(said: Report) -> None:
    """100e9 parameters of one byte over 300 tokens times 200,000."""
    assert value(said) == Fraction(100 * 10**9, 300 * 200_000)
    assert said.result.result == "1,667 byte/token"
    assert said.scenario.values["b_w"].number == 1


@pytest.mark.parametrize(
    ("reading", "step", "shown"),
    [
        ("fp4-weights", "kv-bytes", Fraction(2500, 3)),
        ("bf16-weights", "kv-bytes", Fraction(10_000, 3)),
        ("flop-per-byte", "kv-bytes-by-intensity", Fraction(10_000, 3)),
        ("as-said", "dense-read", Fraction(2 * 8 * 128)),
        ("sixteen-bit-cache", "dense-read", Fraction(2 * 8 * 128 * 2)),
        ("two-bytes-one-vector", "dense-read", Fraction(8 * 128 * 2)),
        ("blog-layout", "dense-read", Fraction(60 * 4 * 128 * 2 * 2)),
        ("as-said", "over-the-step", Fraction(2048 * 300 * 200_000, 100 * 10**9)),
        ("half-more", "context-paid-for", Fraction(300_000)),
        ("half-more-with-weights", "context-paid-for", Fraction(400_000)),
        ("card-picture", "context-covered", Fraction("2.06")),
    ],
)
def test_each_reading_has_its_number(said: Report, reading: str, step: str, shown: Fraction) -> None:
    """833, 1,667 or 3,333 by the weights; 2,048 or 4,096 by the cache; 300k or 400k by the weight fetch."""
    assert in_reading(said, reading, step) == shown


def test_a_window_of_a_million_would_cost_five_times_as_much() -> None:
    """Or three times, with the weights half of compute at the step."""
    for share, times in ((Fraction(1), 5), (Fraction(1, 2), 3)):
        report = derive("kv-bytes", values={"u_kv": str(share), "premium_out": str(times - 1)})
        assert value(report, "context-paid-for") == 1_000_000


def test_as_built_it_is_1253_byte_and_deepseek_v3_has_56_times_as_much(built: Report) -> None:
    """37e9 active parameters on an H100, 61 layers of 576 numbers of 16 bits."""
    implied = 2 * Fraction(37 * 10**9) * BANDWIDTH["h100"] / PEAK["h100"] / 200_000
    assert value(built) == implied
    assert value(built, "dense-read") == value(built, "bytes-read") == LATENT
    assert value(built, "over-the-step") == value(built, "read-over-the-step") == LATENT / implied
    assert round(value(built, "over-the-step")) == 56


def test_the_ratio_to_the_step_depends_on_no_format_that_weights_and_cache_share(built: Report) -> None:
    """Half the bytes on both sides."""
    half = built.with_cards("h100", compute="fp8", cache="fp8", weights="fp8")
    slower = Fraction(1979, 989) / 2  # the fp8 rate is not quite twice the other
    assert value(half, "over-the-step") == value(built, "over-the-step") * slower


# --- limits


@pytest.mark.parametrize("power", [5, 7, 9])
def test_large_batches_tend_to_the_limit(power: int) -> None:
    """What is missing is the balance batch over the batch, exactly."""
    batch = 10**power
    report = derive("kv-bytes", values={"B": f"{batch} sequence"})
    balance = PEAK["h100"] / BANDWIDTH["h100"] * Fraction(671, 37)  # 16-bit weights: r tokens per pass
    missing = 1 - value(report, "kv-bytes-of-batch") / value(report, "kv-bytes")
    assert missing == balance / batch
    assert value(report, "read-at-balance-in-full") == value(report, "kv-bytes-of-batch")


def test_the_cache_of_the_step_steps_there(built: Report) -> None:
    """The bytes that a step implies, given back, cross at that step."""
    implied = derive("kv-bytes", values={"kappa_stored": f"{value(built)} byte/token"})
    assert value(implied, "step-of-cache") == value(implied, "crossover-context") == 200_000


def test_a_small_batch_has_no_step(built: Report) -> None:
    """Below the balance batch the weight fetch alone takes longer than compute."""
    line = derive("kv-bytes", values={"B": "1000 sequence"}).numbers("kv-bytes-of-batch")
    assert line.value is None
    assert line.result.startswith("no crossing: ")
    assert value(built) > 0


# --- the context at which every model crosses on every accelerator


def crossings(report: Report, attention: bool) -> tuple[int, int]:
    """Each pair of cards against L_x = phi n N_active W/(C kappa - f n W) from their figures; how many cross or not."""
    catalog = report.catalog
    found = none = 0
    for chip in catalog.accelerators.values():
        form = widest(chip)
        if form not in chip.compute:
            continue
        rate, bandwidth = chip.rate(form).number, chip.bandwidth.number
        for model in catalog.models.values():
            work = model.attention.arithmetic or 0 if attention else 0
            bytes_per_token = 2 * Fraction(model.attention.cached_numbers)
            slope = rate * bytes_per_token - work * bandwidth
            line = report.evaluation.again(report.on_cards(chip.name, model.name)).line("crossover-context")
            if slope > 0:
                assert line.in_unit == 2 * model.active.number * bandwidth / slope, (chip.name, model.name)
                found += 1
            else:
                assert line.value is None
                assert "n*W*f_attn is not below kappa*C" in line.result, (chip.name, model.name)
                none += 1
    return found, none


def test_every_model_crosses_on_every_accelerator_without_attention(built: Report) -> None:
    """Long before 200,000 tokens, whatever the cards; there is always a crossing."""
    found, none = crossings(built, attention=False)
    assert found >= 300
    assert none == 0


def test_with_attention_some_never_cross(with_attention: Report) -> None:
    """The arithmetic of attention counted: latent attention with many heads does not cross where memory is fast."""
    found, none = crossings(with_attention, attention=True)
    assert found >= 300
    assert none > 0


def test_no_model_of_the_catalog_that_reads_all_crosses_near_the_step(built: Report) -> None:
    """The dense ones cross before a third of the step, on any accelerator."""
    for chip in built.catalog.accelerators.values():
        if chip.compute:
            for model in built.catalog.models.values():
                report = built.with_cards(chip.name, model.name)
                assert value(report, "crossover-context") < Fraction(200_000, 3)


def test_deepseek_v3_goes_from_3567_to_19703_on_an_h100(built: Report, with_attention: Report) -> None:
    """The absorbed form of latent attention does 242 FLOP for each byte that it reads."""
    rate, bandwidth, active = PEAK["h100"], BANDWIDTH["h100"], 37 * 10**9
    assert value(built, "crossover-context") == 2 * active * bandwidth / (rate * LATENT)
    assert value(with_attention, "crossover-context") == (
        2 * active * bandwidth / (rate * LATENT - bandwidth * LATENT_WORK)
    )
    assert round(value(built, "crossover-context")) == 3567
    assert round(value(with_attention, "crossover-context")) == 19_703
    assert round(Fraction(LATENT_WORK, LATENT)) == 242


def test_deepseek_v3_never_crosses_on_an_h200(with_attention: Report) -> None:
    """There the hardware does 206 FLOP per byte, less than attention asks for."""
    assert PEAK["h200"] / BANDWIDTH["h200"] < Fraction(LATENT_WORK, LATENT)
    line = with_attention.with_cards("h200").numbers("crossover-context")
    times = Fraction(LATENT_WORK, LATENT) / (PEAK["h200"] / BANDWIDTH["h200"])
    assert line.value is None
    assert line.result.endswith(f"n*W*f_attn is not below kappa*C but {float(times):.3f} times as much")


@pytest.mark.parametrize("model", GROUPS)
@pytest.mark.parametrize("chip", ["h100", "h200"])
def test_grouped_attention_moves_the_crossing_by_its_group_over_the_intensity(
    built: Report, with_attention: Report, model: str, chip: str
) -> None:
    """With 16-bit numbers attention does as many FLOP per byte as query heads share a head of keys and values."""
    group, intensity = GROUPS[model], PEAK[chip] / BANDWIDTH[chip]
    before, after = (value(r.with_cards(chip, model), "crossover-context") for r in (built, with_attention))
    assert after / before == intensity / (intensity - group)
    per_cent = round(100 * (after / before - 1))
    assert per_cent in {4: (1, 2), 8: (3, 4), 16: (6, 8)}[group]


# --- windows and selection


def test_what_is_read_holds_whatever_the_fetch_is_made_of(selected: Report) -> None:
    """The letter of dense attention is gone, and the bytes read are the ones that the step implies."""
    assert "kappa does not occur" in selected.verdict
    assert str(selected["kv-bytes-read"].relation) == "kappa_read = b_w*n*N_active/(r*L)"
    assert selected["kv-bytes-read"].verdict.finding is Finding.PROVEN
    assert value(selected, "kv-bytes-read") == value(derive("kv-bytes"))


def test_deepseek_v4_pro_stores_six_times_and_reads_one_and_a_half(selected: Report) -> None:
    """30 layers keep 512 and a key of 128 for 4 tokens, 31 keep 512 for 128; 1,024 entries are selected."""
    report = selected.with_cards("h100", "deepseek-v4-pro")
    dense = Fraction(31 * 512, 128)
    stored = 2 * (Fraction(30 * (512 + 128), 4) + dense)
    fixed = 2 * (30 * 1024 * 512 + 61 * 128 * 512)
    read = 2 * (Fraction(30 * 128, 4) + dense) + Fraction(fixed, 200_000)
    implied = 2 * Fraction(49 * 10**9) * BANDWIDTH["h100"] / PEAK["h100"] / 200_000
    assert value(report, "over-the-step") == stored / implied
    assert value(report, "bytes-read") == read
    assert value(report, "read-over-the-step") == read / implied
    assert (round(stored / implied), round(2 * read / implied)) == (6, 3)


def test_selection_moves_the_crossing_of_deepseek_v3_2(selected: Report) -> None:
    """Index keys of 128 in 61 layers for every token, and 2,048 selected entries."""
    report = selected.with_cards("h100", "deepseek-v3.2")
    rate, bandwidth = PEAK["h100"], BANDWIDTH["h100"]
    fixed = LATENT * 2048
    assert value(report, "crossover-context") == (2 * 37 * 10**9 * bandwidth - rate * fixed) / (rate * 61 * 128 * 2)


def test_inside_is_said_where_windows_are_not_full_and_nowhere_else(built: Report, selected: Report) -> None:
    """With half a window read, the formula would give a number for another machine."""
    grid = WINDOWED
    cells = {row[0].rpartition(" (")[0]: row[1:] for row in grid_table(built, grid).rows}
    catalog, checked = built.catalog, set()
    for chip in catalog.accelerators.values():
        for model, cell in zip(grid.models, cells.get(chip.title, ()), strict=False):
            scenario = selected.on_cards(chip.name, model)
            line = selected.evaluation.again(scenario).line("crossover-context")
            full = scenario.values["L_full"].number
            assert (cell == "inside") == (line.value is None or line.value < full), (chip.name, model)
            checked.add(cell == "inside")
    assert checked == {True, False}


def test_contexts_from_which_windows_and_selection_are_full(built: Report) -> None:
    """A window, a selection of tokens, or one of entries for four tokens each."""
    expected = {
        "llama-3.1-70b": 0, "deepseek-v3": 0, "gpt-oss-120b": 128, "gemma-4-31b": 1024, "llama-4-maverick": 8192,
        "deepseek-v3.2": 2048, "deepseek-v4-pro": 4096, "deepseek-v4-flash": 2048,
    }  # fmt: skip
    report = derive("kv-bytes", premises={"kv-fetch": "windows-and-selection"})
    for model, full in expected.items():
        assert report.on_cards("h100", model).values["L_full"].number == full


def test_the_table_of_windows_has_every_model_that_has_some(selected: Report) -> None:
    """A model added to the catalog is not forgotten."""
    fixed = {name for name in selected.catalog.models if selected.on_cards("h100", name).values["L_full"].number}
    assert set(WINDOWED.models) == fixed


# --- prices


@pytest.mark.parametrize("card", PRICES)
def test_each_provider_has_the_same_step_for_input_and_half_of_it_or_all_for_output(said: Report, card: str) -> None:
    """Against the price lists once more."""
    context, below, above, input_below, input_above = PRICES[card]
    reading = f"{card}-prices"
    assert in_reading(said, reading, "price-step") == Fraction(above) / Fraction(below) - 1
    assert in_reading(said, reading, "input-price-step") == Fraction(input_above) / Fraction(input_below) - 1 == 1
    length = said.readings[reading].values["L"]
    assert length.number == context * THOUSAND
    assert length.dimension == said.derivation.notation["L"].dimension


def test_the_table_of_prices_has_every_list_with_a_step() -> None:
    """But for a list that repeats another: Gemini 3 Pro has the prices of 3.1."""
    lists = load_catalog().prices
    with_step = {name for name, card in lists.items() if card.long_from is not None}
    assert with_step - set(LISTED.readings) == {"gemini-3-pro-prices"}
    for key in ("long_from", "output", "long_output", "input", "long_input"):
        first, second = (lists[name].figure(key).number for name in ("gemini-3-pro-prices", "gemini-3.1-pro-prices"))
        assert first == second


def test_the_table_of_prices_shows_context_and_both_steps(said: Report) -> None:
    """Rows are readings, columns letters and steps."""
    table = said.table("grid")
    assert table.rows[0] == ("Gemini 3.1 Pro, list prices", "200,000 token/sequence", "0.5", "1")
    assert len(table.rows) == len(PRICES)


# --- the derivation


def test_every_default_step_is_proven(built: Report) -> None:
    """None only computed, and none in a form that was given up."""
    assert built.derivation.steps
    for step in built.derivation.steps:
        assert step.verdict.finding is Finding.PROVEN, step
        assert step.verdict.checked_by
        assert not step.fell_back
    assert built.derivation.unsound == ()


def test_the_result_is_the_formula_on_the_blackboard_with_a_size_of_weights(built: Report) -> None:
    """Without the context there is none."""
    assert str(built.headline.relation) == "kappa = b_w*n*N_active/(r*L)"
    assert [str(condition) for condition in built.headline.conditions] == ["0 < L"]
    assert built["large-batch"].rule == built["read-large-batch"].rule == "limit"


def test_no_weights_stand_in_the_bytes_but_through_the_ridge(built: Report) -> None:
    """In compute and bandwidth the size of a weight is not to be seen."""
    relation = built["large-batch"].relation
    assert relation is not None
    assert "b_w" not in {symbol.name for symbol in relation.symbols}
    fp4 = built.with_cards("h100", compute="bf16", weights="fp4")
    assert value(fp4) == value(built)


def test_every_reject_is_refuted(built: Report) -> None:
    """The crossing against the weights by a point; the others by a point or their dimensions."""
    rejects = {step.name: step for step in built.derivation.rejects}
    assert set(rejects) == {
        "against-the-weights", "context-left-out", "context-in-the-numerator", "no-size-of-weights", "two-is-a-size",
    }  # fmt: skip
    assert all(step.verdict.finding is Finding.REFUTED for step in rejects.values())
    assert "kappa is byte/token but n*N_active/(r*L) is parameter/token" in rejects["no-size-of-weights"].verdict.reason
    assert "byte/sequence" in rejects["context-left-out"].verdict.reason


def test_the_point_against_the_weights_is_a_large_batch_at_the_step(built: Report) -> None:
    """Put back by hand: the cache is the one that the step implies, and its fetch is not that of the weights."""
    point = {k: Fraction(str(v)) for k, v in built["against-the-weights"].verdict.counterexample.items()}
    assert point["kappa"] * point["L"] * point["C"] == point["phi"] * point["n"] * point["N_active"] * point["W"]
    assert point["kappa"] * point["B"] * point["L"] != point["b_w"] * point["N_total"]


TWINS: dict[str, tuple[str, tuple[str, ...]]] = {
    "kv-bytes": ("kappa = 2*b_w*n*N_active/(r*L)", ("large-batch", "ridge")),
    "weights-size-cancels": ("b_w/r = phi/(2*I)", ("ridge", "intensity")),
    "crossover-is-the-step": ("kappa*L = 2*kappa*L_x", ("large-batch", "crossover-context")),
    "read-at-balance": ("kappa_read = t_c*W/(B*L)", ("bytes-read", "balance", "memory-time")),
    "kv-bytes-read": ("kappa_read = n*b_w*N_total/(r*L)", ("read-large-batch", "ridge")),
    "premium-of-context": ("premium_out = y_far - 1", ("premium-by-time", "longest-read", "balance", "memory-time")),
}


@pytest.mark.parametrize("name", TWINS)
def test_a_wrong_twin_of_each_statement_is_refuted(name: str) -> None:
    """The prover does not bless what it is asked to."""
    twin, using = TWINS[name]

    def body(board: Board) -> Handle:
        result = kv_bytes(board)
        board.state("twin", twin, tuple(Handle(step) for step in using), because="wrong on purpose")
        return result

    derivation = Claim("twins", KV_BYTES.notation, body).derive()
    assert derivation["twin"].verdict.finding is Finding.REFUTED


def test_every_premise_and_step_says_why(built: Report) -> None:
    """A premise without a reason and a source could not be weighed."""
    assert all(step.because and step.source for step in built.derivation.premises)
    assert all(step.because for step in (*built.derivation, *built.derivation.rejects))


# --- changed premises


def test_latent_layout_is_what_deepseek_stores(built: Report) -> None:
    """One vector for all heads: 576 numbers in each of 61 layers, derived from the layout this time."""
    latent = derive("kv-bytes", premises={"cache-layout": "latent"})
    assert str(latent["bytes-of-layout"].relation) == "kappa = n_own*(d_latent + d_rope)*b_kv"
    assert value(latent, "bytes-of-layout") == LATENT == value(built, "dense-read")


def test_the_layout_of_a_grouped_model_gives_the_bytes_on_its_card(built: Report) -> None:
    """80 layers, 8 heads, 128 wide, keys and values, two bytes."""
    report = built.with_cards("h100", "llama-3.1-70b")
    assert value(report, "bytes-of-layout") == value(report, "dense-read") == 80 * 2 * 8 * 128 * 2


def test_sparse_reading_gives_the_lecturers_way_out() -> None:
    """Reading a part lets as many more be stored: at a 56th, DeepSeek-V3 would cross at the step."""
    part = 1 / value(derive("kv-bytes"), "over-the-step")
    sparse = derive("kv-bytes", premises={"dense-read": "sparse-read"}, values={"x_kv": f"{part}"})
    assert value(sparse, "crossover-context") == 200_000
    assert value(sparse, "bytes-read") == value(sparse)
    assert sparse.verdict.startswith("follows from the changed premises")


def test_with_attention_the_blackboard_form_no_longer_follows(with_attention: Report) -> None:
    """The result is kept in a form that does."""
    assert with_attention.headline.fell_back
    assert "in another form" in with_attention.verdict
    relation = str(with_attention.headline.relation)
    assert relation == "kappa = (phi*n*N_active*W + n*L*W*f_attn)/(L*C)"
    assert value(with_attention) == value(derive("kv-bytes")) + LATENT_WORK * BANDWIDTH["h100"] / PEAK["h100"]


def test_a_square_root_of_the_context_moves_the_step_to_millions() -> None:
    """A premise as a reader would type it, after "square root" in the lecture."""
    root = derive("kv-bytes", premises={"kv-fetch": "t_kv = kappa*B*sqrt(L*1[token/sequence])/W"})
    assert value(root, "crossover-context") == value(derive("kv-bytes"), "crossover-context") ** 2
    assert root.headline.fell_back


def test_weights_read_only_where_active_change_nothing_at_a_large_batch() -> None:
    """The weight fetch drops out, whichever it is."""
    active = derive("kv-bytes", premises={"weight-fetch": "t_w = b_w*N_active/W"})
    assert value(active) == value(derive("kv-bytes"))
    assert str(active.headline.relation) == "kappa = b_w*n*N_active/(r*L)"


def test_without_overlap_there_is_no_crossing_to_speak_of() -> None:
    """Two times that add up are never the larger of two; the architecture's bytes stand all the same."""
    serial = derive("kv-bytes", premises={"roofline": "no-overlap"})
    assert serial.verdict.startswith("not derived: ")
    assert value(serial, "dense-read") == LATENT


def test_a_price_twice_the_cost_no_longer_gives_the_premium() -> None:
    """It is said so, and what rests on it waits."""
    dear = derive("kv-bytes", premises={"price-by-time": "p_long = 2*p_short*t_far/t_c"})
    assert dear["premium-of-context"].verdict.finding is Finding.REFUTED
    assert dear["context-paid-for"].verdict.finding is Finding.WAITING


# --- what was published


def test_what_should_reproduce_does(said: Report) -> None:
    """1,667 read out, two kilobytes, 1.7 kB on the card, the ranges of summaries, and 50% on output."""
    expected = [row for row in said.published if row.published.reproduces]
    assert {row.published.step for row in expected} == {"kv-bytes", "dense-read", "price-step"}
    assert {row.verdict for row in expected} == {"reproduced"}


def test_known_conflicts_are_off_by_the_printed_factor(said: Report) -> None:
    """Each with the speaker, the place and a note that says why."""
    known = [row for row in said.published if not row.published.reproduces]
    factors = {(row.published.step, row.published.reading): row.ratio for row in known}
    said_bytes = 1667
    assert factors == {
        ("kv-bytes", "fp4-weights"): Fraction(2500, 3) / said_bytes,
        ("kv-bytes", "bf16-weights"): Fraction(10_000, 3) / said_bytes,
        ("kv-bytes-by-intensity", "flop-per-byte"): Fraction(10_000, 3) / said_bytes,
        ("dense-read", "as-said"): Fraction(2048, said_bytes),
        ("dense-read", "sixteen-bit-cache"): Fraction(4096, said_bytes),
        ("dense-read", "blog-layout"): Fraction(122_880, 1200),
        ("input-price-step", "gemini-3.1-pro-prices"): 2,
        ("context-covered", "card-picture"): Fraction("2.06") / Fraction("2.85"),
    }
    for row in known:
        assert row.verdict.startswith("off by a factor of ")
        assert row.published.by
        assert row.published.where
        assert row.published.note


def test_the_verdict_counts_what_does_not_follow(built: Report) -> None:
    """And carries the condition."""
    assert built.verdict == "reproduced; 8 published numbers do not follow; holds only if 0 < L"


def test_every_number_of_a_reading_says_where_it_comes_from(said: Report) -> None:
    """Who and where, or who alone, without a loose end."""
    for scenario in said.readings.values():
        for number in scenario.values.values():
            assert number.origin
            assert not number.origin.endswith((", ", ","))


# --- what is shown


def test_a_row_without_any_number_is_left_out(built: Report) -> None:
    """Price lists say nothing about bytes, and stand in a table of their own."""
    titles = [row[0] for row in built.table("compared").rows]
    assert not any("list prices" in title for title in titles)
    assert titles[-1] == built.reference.title


def test_wide_tables_are_made_only_when_asked_for(built: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """They take longest; without the word for it they are only named."""
    made = []

    def recorded(report: Account, grid: Grid) -> Table:
        made.append(grid)
        return grid_table(report, grid)

    monkeypatch.setattr(tables, "grid_table", recorded)
    text = str(built)
    assert [grid in made for grid in GRIDS] == [True, True, False, False, False]
    assert text.count("--all-cards") >= 1


def test_json_is_complete(built: Report) -> None:
    """Every step, reject and table can be written and read back."""
    record = json.loads(json.dumps(built.to_json()))
    text = json.dumps(record)
    for step in (*built.derivation, *built.derivation.rejects):
        assert step.name in text
    assert text.count("kappa_read") > 2


def test_latex_has_every_step(built: Report) -> None:
    """As formulas, with the letters of this claim."""
    text = built.to_latex()
    for letter in (r"\kappa_{\mathrm{stored}}", r"\kappa_{\mathrm{read}}", r"L_{\mathrm{far}}", r"\pi_{\mathrm{in}}"):
        assert letter in text
