"""A forecast shown: error by GPU and overall, beside simulators', and what it rests on."""

from dataclasses import replace

import pytest

from derivations.claims.index import find_claim
from derivations.document.evidence import evidence_json
from derivations.document.forecast import ALL, forecast_tables, where_the_rest_points
from derivations.sources.catalog import load_catalog
from derivations.sources.fits import packaged_fit, simulators
from derivations.sources.measured import packaged_tables
from derivations.study.evidence import Evidence, evidence
from derivations.study.forecast import Forecast, forecast

from .texts import evidence_text

CATALOG = load_catalog()
CLAIM = find_claim("pass-time")


@pytest.fixture(scope="module")
def found() -> tuple[Evidence, ...]:
    return evidence(CLAIM, packaged_tables(CATALOG), CATALOG)


@pytest.fixture(scope="module")
def told(found: tuple[Evidence, ...]) -> Forecast:
    told = forecast(found)
    assert told is not None
    return told


@pytest.mark.long
def test_the_error_is_told_by_gpu_and_overall(told: Forecast) -> None:
    table = forecast_tables(told)["error"]
    assert [row[0] for row in table.rows] == [*told.by_gpu, ALL]
    assert all(str(cell).endswith("%") for row in table.rows for cell in row[-2:])


@pytest.mark.long
def test_simulators_stand_beside_it_from_the_best(told: Forecast) -> None:
    rows = forecast_tables(told)["simulators"].rows
    assert len(rows) == 1 + len(simulators())
    medians = [float(str(row[-1]).rstrip("%")) for row in rows[1:]]
    assert medians == sorted(medians)
    assert rows[0][-2:] == ("20 draws of the halves", "16.5% (13% to 25.5%)")


@pytest.mark.long
def test_the_text_tells_spread_and_what_is_left_out(found: tuple[Evidence, ...], told: Forecast) -> None:
    text = " ".join(evidence_text(CLAIM, found).split())
    accelerator, model = packaged_fit().left_out
    assert f"over {len(packaged_fit().spread)} draws of the halves" in text
    assert f"without {model} on {accelerator}" in text
    assert where_the_rest_points(told) in text
    assert f"so the rest points to {told.points_to}" in text


@pytest.mark.long
def test_no_figure_of_the_packaged_table_stands_beside_a_table_of_ones_own() -> None:
    """Its errors, its models and its rows; what the efficiencies were fitted to is named as that."""
    serving = next(table for table in packaged_tables(CATALOG) if table.name == "serving")
    rows = tuple(row for row in serving.rows if (row.cards["accelerator"], row.cards["model"]) == ("h100", "qwen3-32b"))
    found = evidence(CLAIM, [replace(serving, name="mine", rows=rows)], CATALOG)
    text = " ".join(evidence_text(CLAIM, found).split())
    told = forecast(found)
    assert told is not None
    count = told.overall.rows
    assert f"this formula four efficiencies a GPU {count} rows" in text
    assert "to rows of the packaged table serving" in text
    fit = packaged_fit()
    for words in ("draws", "which has the most rows", f"{fit.without_largest.rows} rows", "each fitted model",
                  "the rest points to", "llama-3.1-70b, qwen3-32b"):
        assert words not in text
    assert set(forecast_tables(told)) == {"error", "simulators", "software", "efficiencies"}


@pytest.mark.long
def test_json_stays_one_list_of_rows_each_with_its_error(found: tuple[Evidence, ...]) -> None:
    rows = evidence_json(found)
    assert {"claim", "source", "conditions", "measured", "derived", "ratio", "terms", "error"} <= set(rows[0])
    for row in rows:
        assert (row["error"] is None) == (row["ratio"] is None)
        assert row["ratio"] is None or row["error"] == pytest.approx(abs(1 / row["ratio"] - 1))
