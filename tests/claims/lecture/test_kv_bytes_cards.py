"""The bytes of a price step on cards: where models cross on accelerators, what windows leave, and list prices."""

from fractions import Fraction

import pytest

from derivations import Report, derive, load_catalog
from derivations.claim.composition import working_format
from derivations.document.grids import grid_table

from ..caches import BANDWIDTH, GRIDS, LATENT, LATENT_WORK, PEAK
from ..numbers import value

GROUPS = {"llama-3.1-8b": 4, "llama-3.1-70b": 8, "gpt-oss-120b": 8, "llama-3.1-405b": 16, "qwen3-235b": 16}
PRICES = {  # context, then dollars per million tokens: output below and above it, input below and above it
    "gemini-3.1-pro": (200, "12", "18", "2", "4"), "gemini-2.5-pro": (200, "10", "15", "1.25", "2.5"),
    "gemini-1.5-pro": (128, "5", "10", "1.25", "2.5"), "claude-sonnet-4.5": (200, "15", "22.5", "3", "6"),
    "gpt-5.4": (272, "15", "22.5", "2.5", "5"), "gpt-5.5": (272, "30", "45", "5", "10"),
    "grok-4": (128, "15", "30", "3", "6"),
}
CLAIM = "kv-bytes"
THOUSAND = 1000
LISTED, WINDOWED = GRIDS[0], GRIDS[-1]


@pytest.fixture(scope="module")
def weights_alone() -> Report:
    """As the lecturer has it, without the arithmetic of attention."""
    return derive("kv-bytes", premises={"arithmetic-time": "weights-alone"})


@pytest.fixture(scope="module")
def selected() -> Report:
    """Windows and selection read at a fixed size."""
    return derive("kv-bytes", premises={"kv-fetch": "windows-and-selection"})


@pytest.fixture(scope="module")
def selected_alone() -> Report:
    """The same without the arithmetic of attention."""
    return derive("kv-bytes", premises=dict(WINDOWED.premises))


# --- the context at which every model crosses on every accelerator


def crossings(report: Report, attention: bool) -> tuple[int, int]:
    """Each pair of cards against L_x = phi n N_active W/(C kappa - x f n W) from their figures; how many cross or not.

    Attention computes in bf16 also where the products with weights are of fewer bits, so that it takes x times as long.
    """
    catalog = report.catalog
    found = none = 0
    for chip in catalog.accelerators.values():
        if not chip.compute:
            continue
        bandwidth = chip.bandwidth.number
        for model in catalog.models.values():
            rate = chip.rate(working_format(chip, model)).number
            longer = rate / chip.rate("bf16").number if "bf16" in chip.compute else 1
            work = model.attention.arithmetic or 0 if attention else 0
            bytes_per_token = 2 * Fraction(model.attention.cached_numbers)
            slope = rate * bytes_per_token - longer * work * bandwidth
            line = report.evaluation.again(report.on_cards(chip.name, model.name)).line("crossover-context")
            if slope > 0:
                assert line.in_unit == 2 * model.active.number * bandwidth / slope, (chip.name, model.name)
                found += 1
            else:
                assert line.value is None
                assert "n*W*f_attn is not below kappa*C_attn" in line.result, (chip.name, model.name)
                none += 1
    return found, none


@pytest.mark.long
def test_every_model_crosses_on_every_accelerator_without_attention(weights_alone: Report) -> None:
    """Long before 200,000 tokens, whatever the cards; there is always a crossing."""
    found, none = crossings(weights_alone, attention=False)
    assert found >= 300
    assert none == 0


@pytest.mark.long
def test_as_built_some_never_cross() -> None:
    """The arithmetic of attention counted: latent attention with many heads does not cross where memory is fast."""
    found, none = crossings(derive("kv-bytes"), attention=True)
    assert found >= 300
    assert none > 0


@pytest.mark.long
def test_no_model_of_the_catalog_that_reads_all_crosses_near_the_step(weights_alone: Report) -> None:
    """The dense ones cross before a third of the step, on any accelerator."""
    built = weights_alone
    for chip in built.catalog.accelerators.values():
        if chip.compute:
            for model in built.catalog.models.values():
                report = built.with_cards(chip.name, model.name)
                assert value(report, "crossover-context") < Fraction(200_000, 3)


def test_deepseek_v3_goes_from_3567_to_19703_on_an_h100(weights_alone: Report, built: Report) -> None:
    """The absorbed form of latent attention does 242 FLOP for each byte that it reads."""
    said, counted = (report.with_cards("h100", compute="bf16") for report in (weights_alone, built))
    rate, bandwidth, active = PEAK["h100"], BANDWIDTH["h100"], 37 * 10**9
    assert value(said, "crossover-context") == 2 * active * bandwidth / (rate * LATENT)
    assert value(counted, "crossover-context") == (
        2 * active * bandwidth / (rate * LATENT - bandwidth * LATENT_WORK)
    )
    assert round(value(said, "crossover-context")) == 3567
    assert round(value(counted, "crossover-context")) == 19_703
    assert round(Fraction(LATENT_WORK, LATENT)) == 242


def test_deepseek_v3_in_bf16_never_crosses_on_an_h200(built: Report) -> None:
    """There the hardware does 206 FLOP per byte, less than attention asks for."""
    assert PEAK["h200"] / BANDWIDTH["h200"] < Fraction(LATENT_WORK, LATENT)
    line = built.with_cards("h200", compute="bf16").numbers("crossover-context")
    times = Fraction(LATENT_WORK, LATENT) / (PEAK["h200"] / BANDWIDTH["h200"])
    assert line.value is None
    assert line.result.endswith(f"n*W*f_attn is not below kappa*C_attn but {float(times):.3f} times as much")


@pytest.mark.parametrize("model", GROUPS)
@pytest.mark.parametrize("chip", ["h100", "h200"])
def test_grouped_attention_moves_the_crossing_by_its_group_over_the_intensity(
    weights_alone: Report, built: Report, model: str, chip: str
) -> None:
    """With 16-bit numbers attention does as many FLOP per byte as query heads share a head of keys and values."""
    group, intensity = GROUPS[model], PEAK[chip] / BANDWIDTH[chip]
    before, after = (value(r.with_cards(chip, model), "crossover-context") for r in (weights_alone, built))
    assert after / before == intensity / (intensity - group)
    per_cent = round(100 * (after / before - 1))
    assert per_cent in {4: (1, 2), 8: (3, 4), 16: (6, 8)}[group]


# --- windows and selection


def test_what_is_read_holds_whatever_the_fetch_is_made_of(selected: Report) -> None:
    """The letter of dense attention is gone, and the bytes read are the ones that the step implies."""
    assert "kappa does not occur" in selected.verdict
    assert str(selected["kv-bytes-read"].relation) == "kappa_read = b_w*n*N_active*(1 + y_attn)/(r*L)"
    assert selected["kv-bytes-read"].verdict.shown
    assert value(selected, "kv-bytes-read") == value(derive("kv-bytes"))


def test_deepseek_v4_pro_stores_six_times_and_reads_one_and_a_half(selected: Report) -> None:
    """30 layers keep 512 and a key of 128 for 4 tokens, 31 keep 512 for 128; 1,024 entries are selected."""
    report = selected.with_cards("h100", "deepseek-v4-pro", compute="bf16")
    dense = Fraction(31 * 512, 128)
    stored = 2 * (Fraction(30 * (512 + 128), 4) + dense)
    fixed = 2 * (30 * 1024 * 512 + 61 * 128 * 512)
    read = 2 * (Fraction(30 * 128, 4) + dense) + Fraction(fixed, 200_000)
    weights = 2 * Fraction(49 * 10**9) * BANDWIDTH["h100"] / PEAK["h100"] / 200_000
    implied = weights + report.scenario.values["f_attn"].number * BANDWIDTH["h100"] / PEAK["h100"]
    assert value(report, "over-the-step") == stored / implied
    assert value(report, "bytes-read") == read
    assert value(report, "read-over-the-step") == read / implied
    assert (round(stored / weights), round(2 * read / weights)) == (6, 3)  # as said, without attention


def test_selection_moves_the_crossing_of_deepseek_v3_2(selected_alone: Report) -> None:
    """Index keys of 128 in 61 layers for every token, and 2,048 selected entries."""
    report = selected_alone.with_cards("h100", "deepseek-v3.2", compute="bf16")
    rate, bandwidth = PEAK["h100"], BANDWIDTH["h100"]
    fixed = LATENT * 2048
    assert value(report, "crossover-context") == (2 * 37 * 10**9 * bandwidth - rate * fixed) / (rate * 61 * 128 * 2)


@pytest.mark.long
def test_inside_is_said_where_windows_are_not_full_and_nowhere_else(built: Report, selected_alone: Report) -> None:
    """With half a window read, the formula would give a number for another machine."""
    grid = WINDOWED
    cells = {row[0].rpartition(" (")[0]: row[1:] for row in grid_table(built, grid).rows}
    catalog, checked = built.catalog, set()
    for chip in catalog.accelerators.values():
        for model, cell in zip(grid.models, cells.get(chip.title, ()), strict=False):
            scenario = selected_alone.on_cards(chip.name, model)
            line = selected_alone.evaluation.again(scenario).line("crossover-context")
            full = scenario.values["L_full"].number
            assert (cell == "inside") == (line.value is None or line.value < full), (chip.name, model)
            checked.add(cell == "inside")
    assert checked == {True, False}


def test_contexts_from_which_windows_and_selection_are_full(built: Report) -> None:
    """A window, a selection of tokens, or one of entries for four tokens each."""
    expected = {
        "llama-3.1-70b": 0, "deepseek-v3": 0, "gpt-oss-120b": 128, "gemma-4-31b": 1024, "llama-4-maverick": 8192,
        "deepseek-v3.2": 2048, "deepseek-v4-pro": 4096, "deepseek-v4-flash": 2048,
    }
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
    assert value(said, "price-step", reading) == Fraction(above) / Fraction(below) - 1
    assert value(said, "input-price-step", reading) == Fraction(input_above) / Fraction(input_below) - 1 == 1
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
    title = said.readings[next(iter(LISTED.readings))].title
    assert table.rows[0] == (title, "200,000 tokens per sequence", "0.5", "1")
    assert len(table.rows) == len(PRICES)
