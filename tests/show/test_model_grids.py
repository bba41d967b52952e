"""Tables over models: a row for each that has the number, and a word where its source is missing."""

from dataclasses import replace
from pathlib import Path

import pytest

from derivations import Report, derive
from derivations.claim.claim import ModelGrid
from derivations.errors import InputError
from derivations.show.report_tables import model_table

REAL, RULE = "real-overtraining", "chinchilla-rule"


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


def test_a_step_that_was_blocked_leaves_no_row(report: Report) -> None:
    """Nothing to show is no table in the report."""
    blocked = derive("chinchilla", premises={"rising-cost": "cost_up = a_up*x_scale"})
    assert model_table(blocked, ModelGrid(("gap-between-costs",))).rows == ()
    claim = replace(report.claim, grids=(ModelGrid(("gap-between-costs",), title="No numbers for this"),))
    assert "No numbers for this" not in str(derive(claim))


def test_a_model_whose_numbers_disagree_under_changed_premises_leaves_no_row() -> None:
    """A layout that a card gives with its cache contradicts another premise about it; the others stay."""
    changed = "kappa_stored = 2*n_vectors*n_own*n_kv*d_head*b_kv"
    report = derive("kv-bytes", premises={"cache-layout": changed})
    table = model_table(report, ModelGrid(("kv-bytes",)))
    titles = [row[0] for row in table.rows]
    assert "DeepSeek-V3" in titles
    assert "Llama 3.1 70B" not in titles


def test_a_grid_without_a_step_is_a_slip(report: Report) -> None:
    """It is told in one line."""
    with pytest.raises(InputError, match="a grid of claim 'chinchilla' names no step"):
        str(derive(replace(report.claim, grids=(ModelGrid(()),))))
