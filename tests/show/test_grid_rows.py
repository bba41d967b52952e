"""Tables whose rows are models or readings, and what stands where a number would be wrong."""

import pytest

from derivations import Report, derive
from derivations.claim.claim import Grid, ModelGrid
from derivations.show.report_tables import grid_table, model_table


@pytest.fixture(scope="module")
def bytes_report() -> Report:
    """A claim with readings, steps and letters to show."""
    return derive("kv-bytes")


def test_rows_are_models_under_premises_of_the_grid(bytes_report: Report) -> None:
    """Every model in the order of the catalog; the title names the premise, and the accelerator with its format."""
    premises = {"kv-fetch": "windows-and-selection"}
    table = model_table(bytes_report, ModelGrid(("cache-layout", "read-over-the-step"), premises=premises))
    assert [row[0] for row in table.rows] == [model.title for model in bytes_report.catalog.models.values()]
    assert table.head == ("model", "kappa_stored (cache-layout)", "y_read (read-over-the-step)")
    assert table.title.endswith(", kv-fetch: windows-and-selection, NVIDIA H100 SXM (bf16)")
    assert {row[0]: row[2] for row in table.rows}["DeepSeek-V4-Pro"] == "1.425"


def test_a_table_that_rests_on_no_rate_names_no_accelerator(bytes_report: Report) -> None:
    """What is stored belongs to the model alone."""
    table = model_table(bytes_report, ModelGrid(("cache-layout",), ("llama-3.1-70b",), "Stored"))
    assert table.title == "Stored"
    assert table.rows == (("Llama 3.1 70B", "327.7 kB/token"),)


def test_rows_are_readings(bytes_report: Report) -> None:
    """By their titles; a letter is shown as given, a step as derived, and what is missing is named."""
    grid = Grid(("L", "kv-bytes"), readings=("as-said", "grok-4-prices"))
    table = grid_table(bytes_report, grid)
    assert table.rows[0] == (bytes_report.readings["as-said"].title, "200,000 token/sequence", "1,667 byte/token")
    assert table.rows[1][:2] == ("Grok 4, list prices", "128,000 token/sequence")
    assert table.rows[1][2].startswith("needs ")


def test_a_grid_has_its_own_word_for_a_condition_that_fails(bytes_report: Report) -> None:
    """In tables with many columns there is no room for the reason."""
    counted = {"compute-time": "with-attention"}
    grid = Grid(("crossover-context",), ("h200",), ("deepseek-v3",), counted, outside="never")
    assert grid_table(bytes_report, grid).rows[0][1] == "never"


def test_a_number_below_what_its_premises_ask_for_is_not_shown(bytes_report: Report) -> None:
    """Selected tokens are not all there yet: 261 tokens would be an answer for another machine."""
    plain = Grid(("crossover-context",), ("gaudi3",), ("deepseek-v3.2",), {"kv-fetch": "windows-and-selection"})
    assert grid_table(bytes_report, plain).rows[0][1].startswith("261.5")
    edged = Grid(plain.steps, plain.accelerators, plain.models, plain.premises, outside="inside", at_least="L_full")
    assert grid_table(bytes_report, edged).rows[0][1] == "inside"
