"""The command `derive evidence`: tables, plain data, and tables of a reader's own."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.document.schema import SCHEMA

from ..measured import HEADER, ROWS, table

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a reader's own table, to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text(table(), encoding="utf-8")
    return tmp_path


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.long
def test_measured_stands_beside_derived(command: Command) -> None:
    """The rows, the median ratio and the range, the gap, and a sentence with numbers."""
    done = command("evidence", "train-interval", "--measured", "mine.csv")
    assert (done.code, done.err) == (0, "")
    told = words(done.out)
    for part in (
        "3 rows: the median of measured over derived is 1.05, from 1.04 to 1.2", "how: with a stopwatch",
        "at the data sheet's bandwidth 95%, remains 5%", "excluded: 1 row: the clock stood still",
        "would be falsified by one row measured outside 0.8 to 1.25 times the derived value (a quarter is too much): ",
        "none of 3 rows is, the furthest at 1.2 (accelerator h200, kernel a, bytes 48 GB), so the claim is not fals",
        "1 test over 3 rows: the measurements do not falsify the claim",
    ):
        assert part in told
    assert "\x1b" not in done.out


def test_an_altered_value_turns_the_sentence_round(command: Command, folder: Path) -> None:
    (folder / "mine.csv").write_text(table(rows=ROWS.replace("48,12,", "48,24,")), encoding="utf-8")
    told = words(command("evidence", "train-interval", "--measured", "mine.csv").out)
    assert "1 of 3 rows is, the furthest at 2.4 (accelerator h200, kernel a, bytes 48 GB), so the claim is fals" in told
    assert "1 of which falsifies the claim: time to read the memory once" in told
    rows = json.loads(command("evidence", "train-interval", "--measured", "mine.csv", "--json").out)
    assert {row["falsified"] for row in rows} == {True}


def test_the_packaged_tables_are_the_default(command: Command) -> None:
    told = words(command("evidence", "train-interval", "--full").out)
    assert "Measured for this project on one NVIDIA H100 SXM" in told
    assert "24 hours of production" in told


def test_a_line_for_each_test_opens_the_evidence(command: Command) -> None:
    """Whether it fails, the ratios, what is allowed; which to trust; rows, methods and sources are asked for."""
    done = command("evidence", "optimal-batch")
    told = words(done.out)
    assert "✓ knee of one matrix product; the ridge is what a dense model's balance batch is made of: 0.939 (37" in told
    assert "≠ batch in flight, against the balance batch without a context: 3.06 (5 rows, 2.26 to 11.9)" in told
    assert "trust the knee of a single matrix product" in told
    assert "how: " not in told
    assert len(done.out.splitlines()) < 50
    full = words(command("evidence", "optimal-batch", "--full").out)
    assert "how: Times of one product" in full
    assert "8 of 37 rows" in full


@pytest.mark.long
def test_a_bound_on_the_error_is_told_beside_the_error(command: Command) -> None:
    """Of the dense models of `pass-time` the ratio is near one in the median, and the error is what fails."""
    told = words(command("evidence", "pass-time").out)
    assert "dense models that no efficiency was fitted to: median error 19%, ratio 0.971 (" in told


def test_plain_data_is_one_list_of_rows(command: Command) -> None:
    rows = json.loads(command("evidence", "train-interval", "--measured", "mine.csv", "--json").out)
    assert isinstance(rows, list)
    assert len(rows) == len(ROWS.splitlines()) - 1
    first, *_, last = rows
    assert {"claim", "source", "conditions", "measured", "derived", "ratio", "terms"} <= set(first)
    assert first["claim"] == "train-interval"
    assert first["source"]["title"] == "My bench"
    assert first["conditions"] == {"accelerator": "h100", "kernel": "a",
                                   "bytes": {"value": 67.0, "exact": "67", "unit": "GB", "text": "67 GB"}}
    assert first["measured"] == {"value": 21.0, "exact": "21", "unit": "ms", "text": "21 ms"}
    assert first["derived"] == {"value": 20.0, "exact": "20", "unit": "ms", "text": "20 ms"}
    assert first["ratio"] == 1.05
    assert [first["terms"][name]["value"] for name in first["terms"]] == [20.0, 1.0]
    assert {row["schema"] for row in rows} == {SCHEMA}
    assert {row["falsified"] for row in rows} == {False}
    assert first["falsifier"].startswith("would be falsified by one row measured outside 0.8 to 1.25 times the")
    assert (last["ratio"], last["apart"]) == (None, "the clock stood still")


def test_values_separated_by_commas_have_the_same_rows(command: Command) -> None:
    done = command("evidence", "train-interval", "--measured", "mine.csv", "--csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    told = [(row["measured"], row["unit"], row["ratio"]) for row in rows[:2]]
    assert told == [("21.0", "ms", "1.05"), ("10.4", "ms", "1.04")]


def test_without_a_claim_each_has_a_line(command: Command) -> None:
    line = words(command("evidence", "--measured", "mine.csv").out)
    assert "claim measured rows median ratio range gap mostly measurements" in line
    assert "train-interval time to read 3 1.05 1.04 to 1.2" in line


def test_a_claim_that_nothing_is_measured_about_says_so(command: Command) -> None:
    done = command("evidence", "feistel", "--measured", "mine.csv")
    assert done.code == 0
    assert "no measurement tests it" in done.out


@pytest.mark.long
def test_a_picture_is_written_beside_what_is_printed(command: Command, folder: Path) -> None:
    done = command("evidence", "train-interval", "--measured", "mine.csv", "--plot", "mine.svg")
    assert done.code == 0
    assert "as derived" in (folder / "mine.svg").read_text(encoding="utf-8")
    command("evidence", "--plot", "other.svg").refused("--plot draws the evidence about one claim")


def test_what_cannot_be_used_is_refused_in_one_line(command: Command, folder: Path) -> None:
    command("evidence", "train-intervall").refused("did you mean train-interval")
    command("evidence", "train-interval", "--json", "--csv").refused("--csv and --json")
    (folder / "mine.csv").write_text(table(rows=ROWS.replace("b,33.5", "b,x")), encoding="utf-8")
    command("evidence", "--measured", "mine.csv").refused("mine.csv, row 2 (line 29), bytes: 'x' does not begin")
    (folder / "mine.csv").write_text(table(HEADER.replace("train-interval", "drain")), encoding="utf-8")
    command("evidence", "--measured", "mine.csv").refused("unknown claim 'drain'")
