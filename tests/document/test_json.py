"""Reports as plain data: the promised keys, plain numbers with their units, and nothing that JSON cannot hold."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from derivations import Derivation, Report, derive, parse_value
from derivations.claim.claim import ALL, Grid
from derivations.document.schema import SCHEMA
from derivations.language.quantity import Notation
from derivations.language.relation import relation

from ..lecture_balance import LECTURE_BALANCE

PREMISE = {"name", "relation", "latex", "because", "source"}
STEP = {"name", "number", "rule", "inputs", "relation", "latex", "because", "conditions", "verdict", "checked_by"}
RESULT = {"symbol", "expression", "latex", "conditions", "value", "unit", "exact"}
PUBLISHED = {"value", "unit", "said_by", "where", "rounding", "scenario", "derived", "ratio", "verdict",
             "kind", "follows", "otherwise"}
REPORTS = ["as_built", "as_said", "long_context", "no_overlap", "half_used"]


@pytest.fixture(params=REPORTS, scope="module")
def report(request: pytest.FixtureRequest) -> Report:
    """Each of the reports: the default, other numbers, and changed premises."""
    chosen: Report = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture(scope="module")
def data(report: Report) -> dict[str, Any]:
    """The report as it comes back from JSON."""
    loaded: dict[str, Any] = json.loads(json.dumps(report.to_json(), allow_nan=False))
    return loaded


@pytest.mark.some(1)
def test_the_promised_keys_are_there(data: dict[str, Any]) -> None:
    """Whatever was changed."""
    assert {"schema", "claim", "premises", "steps", "rejects", "result", "results", "published"} <= set(data)
    assert data["schema"] == SCHEMA
    assert data["claim"] == "lecture-balance"
    for name, keys in (("premises", PREMISE), ("steps", STEP), ("rejects", STEP), ("results", RESULT)):
        assert data[name]
        for item in data[name]:
            assert keys <= set(item), name
    assert set(data["result"]) >= RESULT
    for row in data["published"]:
        assert set(row) >= PUBLISHED


def test_it_goes_through_json_unchanged(as_built: Report) -> None:
    """No tuples, fractions or SymPy objects among the data."""
    data = as_built.to_json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data


@pytest.mark.some(1)
def test_numbers_are_plain(data: dict[str, Any]) -> None:
    """A float, or null with a reason."""
    for item in (data["result"], *data["results"]):
        assert item["value"] is None or type(item["value"]) is float
        assert (item["value"] is None) == bool(item["why_not"])
        if item["exact"] is not None:
            assert float(Fraction(item["exact"])) == item["value"]


@pytest.mark.some(2)
def test_steps_come_in_order_and_name_earlier_ones(report: Report, data: dict[str, Any]) -> None:
    """A step can be followed back to the premises."""
    known = {item["name"]: item["number"] for item in (*data["premises"], *data["definitions"])}
    for step in data["steps"]:
        for name in step["inputs"]:
            assert known[name] < step["number"] or name in {s["name"] for s in data["steps"]}
        known[step["name"]] = step["number"]
    numbers = [step["number"] for step in data["steps"]]
    assert numbers == sorted(set(numbers))


def test_relations_can_be_read_back(report: Report, data: dict[str, Any]) -> None:
    """Text in the data is the text that a premise is given in."""
    notation = report.derivation.notation
    for item in (*data["premises"], *data["steps"]):
        if item["relation"] is None:
            assert item["latex"] is None
            continue
        assert relation(item["relation"], notation) == report[item["name"]].relation
        for condition in item.get("conditions", ()):
            relation(condition, notation)


def test_verdicts_are_single_words(data: dict[str, Any]) -> None:
    """The reason stands beside them."""
    words = {"proven", "argued", "checked", "refuted", "inconclusive", "waiting"}
    for step in (*data["steps"], *data["rejects"]):
        assert step["verdict"] in words
        assert isinstance(step["checked_by"], list)
        if step["verdict"] in ("refuted", "inconclusive", "waiting"):
            assert step["reason"]


def test_the_result_as_built(as_built: Report) -> None:
    """3,738 sequences, exactly, with their condition."""
    result = as_built.to_json()["result"]
    assert result["symbol"] == "B"
    assert result["expression"] == "r*s/(n*(1 - L/L_x))"
    assert result["conditions"] == ["L < L_x"]
    assert result["unit"] == "sequence"
    assert Fraction(result["exact"]) == Fraction(1979) / Fraction("4.8") / 2 * Fraction(671, 37)
    assert result["value"] == pytest.approx(3738.4825, abs=1e-3)
    assert result["latex"].startswith("B = ")


def test_the_result_at_a_long_context(long_context: Report) -> None:
    """No number in any of its forms, and the reason in each."""
    data = long_context.to_json()
    assert data["result"]["value"] is None
    assert data["result"]["exact"] is None
    assert data["result"]["why_not"].startswith("no balance")
    forms = [item for item in data["results"] if item["symbol"] == "B" and item["conditions"]]
    assert len(forms) == 4
    assert all(item["value"] is None and item["why_not"].startswith("no balance") for item in forms)


def test_the_result_without_overlap(no_overlap: Report) -> None:
    """There is none: no symbol, no number, and what it waits for."""
    data = no_overlap.to_json()
    assert data["result"]["symbol"] is None
    assert data["result"]["value"] is None
    assert "waiting" in data["result"]["why_not"]
    assert data["derivation"]["words"].startswith("does not hold")
    assert data["assumptions"] == {"roofline": "no-overlap"}
    (roofline,) = [item for item in data["premises"] if item["name"] == "roofline"]
    assert roofline["relation"] == "T >= t_c + t_m"
    assert roofline["replaces"] == "T >= max(t_c, t_m)"


def test_a_form_that_was_given_up_is_marked(half_used: Report) -> None:
    """With what it would have been."""
    data = half_used.to_json()
    (step,) = [item for item in data["steps"] if item["name"] == "balance-batch"]
    assert step["fell_back"]
    assert "r*s/(n*(1 - L/L_x))" in step["note"]
    assert data["result"]["value"] == pytest.approx(3738.4825 * 0.4, abs=1e-3)


def test_values_are_exact_in_the_unit_beside_them(data: dict[str, Any]) -> None:
    """4.8 TB/s is 24/5 in TB/s, and not 4.8e12."""
    for item in (data["result"], *data["results"]):
        for value in item["origins"].values():
            exact = parse_value(f"{value['exact']} {value['unit']}".removesuffix(" 1"))
            assert float(parse_value(value["text"]).number) == pytest.approx(float(exact.number), rel=1e-3)
            assert value["value"] == pytest.approx(float(Fraction(value["exact"])))


def test_every_result_names_its_step(report: Report, data: dict[str, Any]) -> None:
    """All of them, by step."""
    names = [item["step"] for item in data["results"]]
    assert len(names) == len(set(names))
    assert all(name in report.derivation for name in names)


def test_published_rows(as_built: Report) -> None:
    """A single number, a range of two, and one that is off with other numbers."""
    rows = as_built.to_json()["published"]
    assert any(isinstance(row["value"], list) and len(row["value"]) == 2 for row in rows)
    batches = [row for row in rows if row["step"] == "balance-batch"]
    (said,) = [row for row in batches if row["value"] == 2400.0]
    assert said["derived"] == 2400.0
    assert said["ratio"] == 1.0
    assert said["verdict"] == "reproduced"
    assert said["said_by"] == "practice card 8"
    assert (said["kind"], said["follows"]) == ("retelling", True)
    (off,) = [row for row in said["otherwise"] if row["scenario"] == "routed-experts"]
    assert (off["derived"], off["ratio"]) == (9600.0, 4.0)
    assert off["verdict"].startswith("off by a factor of")


def test_the_dimension_reject_names_the_term(as_built: Report) -> None:
    """A statement that is no relation keeps its text."""
    (reject,) = [item for item in as_built.to_json()["rejects"] if item["name"] == "parameters-plus-bytes"]
    assert reject["relation"] == "t_m = (N_total + B*L*kappa)/W"
    assert reject["latex"] is None
    assert reject["verdict"] == "refuted"
    assert "N_total is parameter but B*L*kappa is byte" in reject["reason"]


@pytest.mark.long
def test_a_premise_from_python_reads_as_text_in_the_data(as_built: Report) -> None:
    """A relation, or a SymPy one, is told in the same words."""
    changed = derive(LECTURE_BALANCE, premises={"roofline": as_built["roofline"].relation})
    assert changed.to_json()["assumptions"] == {"roofline": "T >= max(t_c, t_m)"}


def test_the_notation_is_part_of_the_data(as_built: Report) -> None:
    """Enough to declare the quantities again."""
    lines = [f"{q['name']} [{q['unit']}] ({q['domain']}) {q['meaning']}" for q in as_built.to_json()["notation"]]
    again = Notation.of("\n".join(lines))
    assert [(q.name, q.dimension, q.domain, q.meaning) for q in again] == [
        (q.name, q.dimension, q.domain, q.meaning) for q in as_built.derivation.notation
    ]


def test_the_tables_are_those_of_the_report(as_built: Report) -> None:
    """Each by its kind, as rows of text."""
    tables = {table["kind"]: table for table in as_built.to_json()["tables"]}
    assert set(tables) == {"compared", "published", "grid", "grid-2"}
    shown = as_built.table("grid")
    assert tables["grid"]["title"] == shown.title
    assert tables["grid"]["rows"] == [list(row) for row in shown.rows]


@pytest.mark.long
def test_very_wide_tables_are_left_out_unless_asked_for() -> None:
    """Hundreds of results are computed for those who want them."""
    wide = Grid(("crossover-context",), ALL, ALL)
    report = derive(replace(LECTURE_BALANCE, grids=(wide,), compared=()))
    assert "grid" not in {table["kind"] for table in report.to_json()["tables"]}
    (grid,) = (table for table in report.to_json(all_cards=True)["tables"] if table["kind"] == "grid")
    assert len(grid["rows"]) * len(grid["rows"][0]) > 300


@pytest.mark.long
def test_the_verdicts_stand_under_their_keys_and_the_stored_derivation_under_trace() -> None:
    """On a changed claim nothing is said of the lecture."""
    as_built = derive("optimal-batch")
    data, changed = as_built.to_json(), as_built.with_cards("a100-80").to_json()
    keys = ("derivation", "as_said", "on_hardware", "against_measurement", "retold")
    assert all(data[key]["words"] for key in keys if data[key] is not None)
    assert data["as_said"]["follow"] == data["as_said"]["judged"] == 2
    assert data["against_measurement"]["rows"] > 0
    assert data["retold"]["first_that_does_not"]["said_by"] == "a blog post"
    assert [changed[key] for key in ("as_said", "against_measurement", "retold")] == [None] * 3
    assert changed["derivation"] == data["derivation"]
    assert Derivation.from_json(data["trace"]).result == "balance-batch"
    assert "should_reproduce" not in json.dumps(data)


@pytest.mark.long
def test_a_number_beyond_floats_is_there_as_text_alone() -> None:
    """A `value` is none then: it is no reason to tell nothing."""
    told = derive("checkpoint-interval", values={"G_run": "16384000000 GPU"}).to_json()["results"]
    beyond = [line["text"] for line in told if line["text"] and line["value"] is None]
    assert len(beyond) == 2
    assert all("e11" in text for text in beyond)
