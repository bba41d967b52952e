"""The command `derive measure`, on the processor of whatever computer runs this, and the card that it keeps."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..measure.machines import Told

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, another for the cards, and a memory that is read in small pieces."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DERIVATIONS_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr("derivations.measure.processor._MOST", 2**22)
    return tmp_path


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that takes as long as it is told, in the place of this one."""
    for module in ("measure", "evidence"):
        monkeypatch.setattr(f"derivations.cli.{module}.find_machine", lambda _library: Told())


@pytest.mark.long
def test_this_machine_is_measured_kept_and_used(command: Command, folder: Path) -> None:
    done = command("measure", "--quick", "--through", "numpy", "-o", "card.toml")
    assert (done.code, done.err) == (0, "")
    for part in ("(mine), accelerator", "compute.fp32", "bandwidth", "median of 3 repeats", "NumPy", "r = ", "Kept in"):
        assert part in done.out
    kept = folder / "config" / "cards" / "mine.toml"
    assert kept.read_text(encoding="utf-8") == (folder / "card.toml").read_text(encoding="utf-8")
    shown = command("show", "optimal-batch", "--accelerator", "mine", "--brief")
    assert shown.code == 0
    assert "(fp32)" in shown.out
    assert command("show", "optimal-batch", "--catalog", "card.toml", "--accelerator", "mine", "--brief").code == 0
    assert "cards: mine" in command("cards").out


@pytest.mark.usefixtures("told")
def test_the_card_as_plain_data(command: Command) -> None:
    data = json.loads(command("measure", "--json").out)
    assert (data["card"], data["kind"]) == ("mine", "accelerator")
    figures = {figure["key"]: figure for figure in data["figures"]}
    assert set(figures) == {"compute.fp32", "bandwidth", "capacity", "domain", "host_link"}
    assert {figure["standing"] for figure in figures.values()} == {"measured"}


@pytest.mark.usefixtures("told")
def test_what_is_kept_changes_what_is_printed(
    command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No kept result of the card before answers for the one now; a new measurement takes the place of the old."""
    from derivations.cli import results

    seen = []
    monkeypatch.setattr(results, "key_of", lambda context: seen.append(results._kept_cards()))
    command("cards", "h100")
    command("measure")
    command("cards", "h100")
    monkeypatch.setattr(Told, "bandwidth", 5e10)
    command("measure")
    command("cards", "h100")
    assert len({str(each) for each in seen}) == len(seen) == 3


@pytest.mark.usefixtures("told")
def test_an_existing_output_is_replaced_by_wish_alone(command: Command, folder: Path) -> None:
    (folder / "card.toml").write_text("old", encoding="utf-8")
    command("measure", "-o", "card.toml").refused("card.toml exists: give --force to replace it")
    assert not (folder / "config").exists()
    assert command("measure", "-o", "card.toml", "--force").code == 0
    assert "[accelerators.mine]" in (folder / "card.toml").read_text(encoding="utf-8")


@pytest.mark.usefixtures("told")
def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_measured(
    command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Told, "reads", None)  # nothing is measured
    command("measure", "-o", "none/card.toml").refused("there is no folder none")
    (folder / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("DERIVATIONS_CONFIG", str(folder / "file"))
    command("measure").refused("cannot write")


@pytest.mark.usefixtures("told")
def test_without_a_folder_nothing_is_kept(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DERIVATIONS_CONFIG", "")
    done = command("measure")
    assert done.code == 0
    assert "Kept in" not in done.out
    command("show", "optimal-batch", "--accelerator", "mine").refused("unknown accelerator 'mine'")


def test_without_a_library_one_line_tells_what_to_install(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("torch", "cupy", "numpy"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    command("measure").refused("pip install 'derivations[measure]'")


# --- derive evidence optimal-batch --measure


@pytest.mark.long
@pytest.mark.usefixtures("told")
def test_a_growing_batch_is_laid_on_the_derived_curve(command: Command, folder: Path) -> None:
    done = command("evidence", "optimal-batch", "--measure", "--plot", "curve.svg")
    assert (done.code, done.err) == (0, "")
    text = " ".join(done.out.split())
    assert "through told times" in text
    assert "the median of measured over derived is 1, from 1 to 1" in text
    assert "2 tests over" in text
    assert "do not falsify the claim" in text
    drawn = (folder / "curve.svg").read_text(encoding="utf-8")
    assert "as derived" in drawn
    assert "measured" in drawn
    assert not (folder / "config").exists()  # the card that was measured for it is not kept


@pytest.mark.long
@pytest.mark.usefixtures("told")
def test_its_rows_are_those_of_any_table(command: Command) -> None:
    rows = json.loads(command("evidence", "optimal-batch", "--measure", "--json").out)
    assert {row["table"] for row in rows} == {"batches", "knee"}
    assert all({"claim", "source", "conditions", "measured", "derived", "ratio", "terms"} <= set(row) for row in rows)
    assert rows[0]["conditions"]["accelerator"] == "mine"
    head, *lines = command("evidence", "optimal-batch", "--measure", "--csv").out.splitlines()
    assert head.startswith("claim,table,test,row")
    assert len(lines) == len(rows)


@pytest.mark.long
def test_the_processor_itself_is_timed(command: Command) -> None:
    """Whatever comes out: rows there are, with times above zero."""
    rows = json.loads(
        command("evidence", "optimal-batch", "--measure", "--quick", "--through", "numpy", "--json").out
    )
    assert rows  # how many depends on the noise of the machine
    assert all(row["measured"]["value"] > 0 and row["derived"]["value"] > 0 for row in rows)


def test_what_does_not_go_with_it_is_refused(command: Command, folder: Path) -> None:
    command("evidence", "--measure").refused("--measure times a growing batch, which optimal-batch speaks of")
    command("evidence", "roofline", "--measure").refused("optimal-batch")
    command("evidence", "optimal-batch", "--quick").refused("--through and --quick say how --measure does it")
    (folder / "old.svg").write_text("old", encoding="utf-8")
    command("evidence", "optimal-batch", "--measure", "--plot", "old.svg").refused("give --force")
