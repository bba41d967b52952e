"""Tables over cards, models and readings: which rows and columns, what stands where there is no number, and why."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from derivations import Report, derive
from derivations.claim.claim import ALL, Cards, Grid, ModelGrid
from derivations.document.grids import grid_table, model_table
from derivations.errors import InputError, UnknownNameError

from ..lecture_balance import LECTURE_BALANCE

REAL, RULE = "real-overtraining", "chinchilla-rule"


@pytest.fixture(scope="module")
def interval() -> Report:
    """A claim whose result needs no model."""
    return derive("train-interval")


def test_a_result_without_a_rate_needs_no_format_and_no_model(interval: Report) -> None:
    """Every accelerator of the catalog by its title, capacity over bandwidth beside it."""
    table = grid_table(interval, Grid(("interval",), ALL))
    chips = interval.catalog.accelerators.values()
    assert [row[0] for row in table.rows] == [chip.title for chip in chips]
    for chip, row in zip(chips, table.rows, strict=True):
        milliseconds = Fraction(chip.capacity.number, chip.bandwidth.number) * 1000
        assert row[1].endswith(" ms")
        assert abs(Fraction(row[1].removesuffix(" ms")) - milliseconds) < milliseconds / 1000


def test_a_format_that_a_card_has_no_rate_for_leaves_it_out(interval: Report) -> None:
    """No fp8 rate is made up for an A100."""
    table = grid_table(interval, Grid(("meeting-batch",), ALL, cards=Cards("", "deepseek-v3", compute="fp8")))
    names = [row[0] for row in table.rows]
    assert "NVIDIA H200 SXM (fp8)" in names
    assert not any("A100" in name for name in names)


@pytest.mark.long
def test_a_title_says_where_what_runs_does_not_fit(as_built: Report, interval: Report) -> None:
    """Of numbers that rest on it; the ridge of a card, and the time to read its memory, do not."""
    told = "; weights and KV cache do not fit in memory on "
    batches = grid_table(as_built, Grid(("balance-batch",), ("h100", "h200"), ("deepseek-v3", "llama-3.1-70b")))
    assert batches.title.endswith(f"{told}NVIDIA H100 SXM with DeepSeek-V3")
    alone = grid_table(as_built, Grid(("balance-batch",), ("h100", "a100-80"), cards=Cards(compute="bf16")))
    assert alone.title.endswith(f"{told}NVIDIA H100 SXM; NVIDIA A100 SXM 80 GB")
    assert told not in grid_table(as_built, Grid(("balance-batch",), ("h200", "b200"))).title
    assert told not in grid_table(as_built, Grid(("ridge",), ("h100", "a100-80"))).title
    assert told not in grid_table(interval, Grid(("interval",), ALL)).title
    everything = grid_table(as_built, Grid(("balance-batch",), ALL, ALL)).title
    assert "do not fit in memory in " in everything
    assert everything.endswith(" of the combinations shown")


def test_many_columns_share_their_unit(as_built: Report) -> None:
    """The unit stands in the title, and the cells hold numbers alone."""
    models = ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b", "llama-3.1-8b")
    table = grid_table(as_built, Grid(("balance-batch",), ("h200",), models))
    assert "[sequences]" in table.title
    assert table.rows[0][1] == "3,738"
    assert table.head[1] == "DeepSeek-V3"


def test_many_columns_say_shortly_where_there_is_no_number(long_context: Report) -> None:
    """In the claim's own words."""
    models = ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b", "llama-3.1-8b")
    table = grid_table(long_context, Grid(("balance-batch",), ("h200",), models))
    assert set(table.rows[0][1:]) == {"no balance"}


@pytest.mark.long
def test_a_grid_may_ask_for_another_modelling_choice(as_built: Report) -> None:
    """The table is made under it, says so, and is not the table without it."""
    grid = Grid(("crossover-context",), ("gb200",), ("deepseek-v3",), {"arithmetic-time": "with-attention"})
    table = grid_table(as_built, grid)
    assert "arithmetic-time: with-attention" in table.title
    assert table.rows[0][1] == "7,445 tokens per sequence"
    assert grid_table(as_built, Grid(("crossover-context",), ("gb200",), ("deepseek-v3",))).rows[0][1] != (
        table.rows[0][1]
    )


@pytest.mark.long
def test_what_the_reader_assumed_is_kept_under_a_grid_that_asks_for_something_else() -> None:
    """The title tells the premise that holds, not the one that was asked for."""
    report = derive(LECTURE_BALANCE, premises={"arithmetic-time": "t_c = 2*phi*n*B*N_active/C"})
    grid = Grid(("crossover-context",), ("h200",), ("deepseek-v3",), {"arithmetic-time": "with-attention"})
    table = grid_table(report, grid)
    assert "arithmetic-time: t_c = 2*phi*n*B*N_active/C" in table.title
    assert table.rows[0][1] == "5,108 tokens per sequence"


@pytest.mark.long
def test_a_reader_may_do_away_with_the_edge_of_a_grid() -> None:
    """The quantity that an alternative would have brought along is not missed once the reader replaced the premise."""
    report = derive(LECTURE_BALANCE, premises={"kv-fetch": "t_kv = 2*kappa*B*L/W"})
    choice = {"kv-fetch": "windows-and-selection"}
    grid = Grid(("crossover-context",), ("h200",), ("deepseek-v3",), choice, outside="below", at_least="L_full")
    assert grid_table(report, grid).rows[0][1] == "1,277 tokens per sequence"


def test_an_edge_that_no_premise_brings_along_is_a_slip(as_built: Report) -> None:
    """A quantity that nobody knows is told, and so is a reading."""
    with pytest.raises(UnknownNameError, match="L_fill"):
        grid_table(as_built, Grid(("crossover-context",), ("h200",), outside="below", at_least="L_fill"))
    with pytest.raises(UnknownNameError, match=r"unknown reading 'as-sad' of claim .*; did you mean as-said"):
        grid_table(as_built, Grid(("crossover-context",), readings=("as-sad",)))


def test_a_number_format_that_there_is_not_is_refused(as_built: Report) -> None:
    """And not taken for a card without a rate."""
    grid = Grid(("balance-batch",), ("h200",), ("deepseek-v3",), cards=Cards(compute="fp12"))
    with pytest.raises(UnknownNameError, match="fp12"):
        grid_table(as_built, grid)


@pytest.fixture(scope="module")
def report() -> Report:
    """A claim about models alone."""
    return derive("chinchilla")


def test_a_model_without_the_number_is_left_out(report: Report) -> None:
    """Its card does not say what it was trained on; a number that every card has leaves out none."""
    without = {model.title for model in report.catalog.models.values() if model.train_tokens is None}
    real, rule = (model_table(report, ModelGrid((step,))) for step in (REAL, RULE))
    assert without
    assert {row[0] for row in real.rows} & without == set()
    assert [row[0] for row in rule.rows] == [model.title for model in report.catalog.models.values()]


def test_chosen_models_stand_in_the_order_of_the_grid(report: Report) -> None:
    """And the title is the grid's own, or names the steps."""
    table = model_table(report, ModelGrid((REAL, RULE), ("kimi-k2", "deepseek-v3")))
    assert [row[0] for row in table.rows] == ["Kimi K2", "DeepSeek-V3"]
    assert table.head == ("model", "overtraining_real (real-overtraining)", "D_chin (chinchilla-rule)")
    assert table.title == "overtraining_real (real-overtraining), D_chin (chinchilla-rule) on models"
    assert model_table(report, ModelGrid((REAL,), title="Tokens")).title == "Tokens"


@pytest.mark.parametrize(
    ("standing", "shown"), [("unverified", "50 (N_active, D_real unverified)"), ("verified", "50")]
)
def test_a_number_without_a_source_says_so(tmp_path: Path, standing: str, shown: str) -> None:
    """And one with a source does not."""
    cards = tmp_path / "cards.toml"
    cards.write_text(
        f"""
[sources.hearsay]
title = "Somebody"
standing = "{standing}"

[models.mine]
title = "Mine"
source = "hearsay"
total = {{ number = 1e9, unit = "parameter" }}
layers = 2
attention = {{ kv_vectors = 2, kv_heads = 1, head_dim = 8 }}
train_tokens = {{ number = 1e12, unit = "token" }}
"""
    )
    table = model_table(derive("chinchilla", catalog=cards), ModelGrid((REAL,), ("mine", "deepseek-v3")))
    assert [row[0] for row in table.rows] == ["Mine", "DeepSeek-V3"]
    assert table.rows[0][1] == shown


def test_values_of_the_reader_stay(report: Report) -> None:
    """Half of the tokens per parameter doubles every ratio."""
    other = derive("chinchilla", values={"k_chin": "10 token/parameter"})
    assert dict(model_table(other, ModelGrid((REAL,))).rows)["DeepSeek-V3"] == "40"


@pytest.mark.long
def test_a_step_that_was_blocked_leaves_no_row(report: Report) -> None:
    """Nothing to show is no table in the report."""
    blocked = derive("chinchilla", premises={"rising-cost": "cost_up = a_up*x_scale"})
    assert model_table(blocked, ModelGrid(("gap-between-costs",))).rows == ()
    claim = replace(report.claim, grids=(ModelGrid(("gap-between-costs",), title="No numbers for this"),))
    assert "No numbers for this" not in str(derive(claim))


@pytest.mark.long
def test_a_model_whose_numbers_disagree_under_changed_premises_leaves_no_row() -> None:
    """A layout that a card gives with its cache contradicts another premise about it; the others stay."""
    changed = "kappa_stored = 2*n_vectors*n_own*n_kv*d_head*b_kv"
    report = derive("kv-bytes", premises={"cache-layout": changed})
    table = model_table(report, ModelGrid(("kv-bytes",)))
    titles = [row[0] for row in table.rows]
    assert "DeepSeek-V3" in titles
    assert "Llama 3.1 70B" not in titles


@pytest.mark.long
def test_a_grid_without_a_step_is_a_slip(report: Report) -> None:
    """It is told in one line."""
    with pytest.raises(InputError, match="a grid of claim 'chinchilla' names no step"):
        str(derive(replace(report.claim, grids=(ModelGrid(()),))))


@pytest.fixture(scope="module")
def bytes_report() -> Report:
    """A claim with readings, steps and letters to show."""
    return derive("kv-bytes")


@pytest.mark.long
def test_rows_are_models_under_premises_of_the_grid(bytes_report: Report) -> None:
    """Every model in the order of the catalog; the title names the premise, and the accelerator with its formats."""
    premises = {"kv-fetch": "windows-and-selection"}
    table = model_table(bytes_report, ModelGrid(("cache-layout", "read-over-the-step"), premises=premises))
    assert [row[0] for row in table.rows] == [model.title for model in bytes_report.catalog.models.values()]
    assert table.head == ("model", "kappa_stored (cache-layout)", "y_read (read-over-the-step)")
    assert table.title.endswith(", kv-fetch: windows-and-selection, NVIDIA H200 SXM (fp8 and bf16)")
    assert {row[0]: row[2] for row in table.rows}["DeepSeek-V4-Pro"] == "1.13"


def test_a_table_that_rests_on_no_rate_names_no_accelerator(bytes_report: Report) -> None:
    """What is stored belongs to the model alone."""
    table = model_table(bytes_report, ModelGrid(("cache-layout",), ("llama-3.1-70b",), "Stored"))
    assert table.title == "Stored"
    assert table.rows == (("Llama 3.1 70B", "327.7 kB per token"),)


def test_rows_are_readings(bytes_report: Report) -> None:
    """By their titles; a letter is shown as given, a step as derived, and what is missing is named."""
    grid = Grid(("L", "kv-bytes"), readings=("as-said", "grok-4-prices"))
    table = grid_table(bytes_report, grid)
    said, listed = (bytes_report.readings[name].title for name in grid.readings)
    assert table.rows[0] == (said, "200,000 tokens per sequence", "1,667 bytes per token")
    assert table.rows[1][:2] == (listed, "128,000 tokens per sequence")
    assert table.rows[1][2] == "—"
    assert table.title.endswith("; a dash where there is no C_attn_gpu, C_gpu, N_active, W_gpu, f_attn, n and phi")


def test_a_grid_has_its_own_word_for_a_condition_that_fails(bytes_report: Report) -> None:
    """In tables with many columns there is no room for the reason."""
    cards = Cards(compute="bf16")
    grid = Grid(("crossover-context",), ("h200",), ("deepseek-v3",), cards=cards, outside="never")
    assert grid_table(bytes_report, grid).rows[0][1] == "never"


@pytest.mark.long
def test_a_number_below_what_its_premises_ask_for_is_not_shown(bytes_report: Report) -> None:
    """Selected tokens are not all there yet: 261 tokens would be an answer for another machine."""
    premises = {"arithmetic-time": "weights-alone", "kv-fetch": "windows-and-selection"}
    plain = Grid(("crossover-context",), ("gaudi3",), ("deepseek-v3.2",), premises)
    assert grid_table(bytes_report, plain).rows[0][1].startswith("261.5")
    edged = Grid(plain.steps, plain.accelerators, plain.models, plain.premises, outside="inside", at_least="L_full")
    assert grid_table(bytes_report, edged).rows[0][1] == "inside"


@pytest.mark.long
def test_what_a_cell_would_need_is_told_once_in_the_title() -> None:
    """The cells are dashes, in tables over readings, accelerators and models."""
    report = derive("cache-price")
    table = report.table("grid")
    assert table.title.endswith("; a dash where there is no q_write_long and t_keep_long")
    assert "needs" not in str(table.rows)
    assert [row[3] for row in table.rows].count("—") == 2
    pairs = report.table("grid-2")
    assert "a dash" not in pairs.title


def test_a_title_speaks_of_the_numbers_of_its_table() -> None:
    """Of those that the reader gave, too; and does not say them twice."""
    own = derive("roofline", values={"L": "50k"})
    (grid,) = (each for each in own.claim.grids if isinstance(each, ModelGrid))
    assert "for a token at 50,000 tokens of context" in model_table(own, grid).title
    few = derive("pass-time", values={"B": "8"})
    title = grid_table(few, next(each for each in few.claim.grids if isinstance(each, Grid))).title
    assert title.startswith("A pass with 8 sequences: its time")
    assert "B = 8" not in title


def test_a_title_names_a_letter_that_has_no_number() -> None:
    open_ended = derive("roofline", without=["L"])
    (grid,) = (each for each in open_ended.claim.grids if isinstance(each, ModelGrid))
    assert "for a token at L of context" in model_table(open_ended, grid).title
