"""Sweeps in files: every point once, whatever breaks them off, and nothing lost."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from derivations import InputError
from derivations.study.sweep_plan import SweepPlan, sweep_plan
from derivations.study.sweep_store import FORMS, write_sweep

from ..reports import plain

pandas = pytest.importorskip("pandas")
xarray = pytest.importorskip("xarray")
pytest.importorskip("zarr")
pytest.importorskip("pyarrow")

BLOCK = 100  # points: eleven blocks


class BrokenOff(Exception):  # noqa: N818 -- nothing is wrong
    """Somebody ends the sweep in the middle."""


@pytest.fixture(scope="module")
def plan() -> SweepPlan:
    """Two accelerators, contexts and batches; some points have no balance."""
    return sweep_plan(plain("optimal-batch"), {"L": "0..4k linear 20", "B": "1..8192"}, accelerator=["h100", "h200"],
                      model="deepseek-v3")


def broken_off(plan: SweepPlan, path: Path, after: int = 4, **how: Any) -> None:
    """Begin a sweep, and end it after some blocks."""
    left = after

    def told(_points: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise BrokenOff

    with pytest.raises(BrokenOff):
        write_sweep(plan, path, block=BLOCK, progress=told, **how)


def content(path: Path) -> Any:
    """What a reader finds."""
    if path.suffix == ".zarr":
        with xarray.open_zarr(path) as found:
            return json.dumps({name: found[name].values.tolist() for name in sorted(found.variables)})
    if path.suffix == ".parquet":
        return pandas.read_parquet(path).to_csv()
    return path.read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_a_sweep_goes_on_where_it_was_broken_off(plan: SweepPlan, tmp_path: Path, form: str) -> None:
    """With what is half of a block lying about; what comes out is what comes out in one go."""
    once, twice = tmp_path / f"once{form}", tmp_path / f"twice{form}"
    assert write_sweep(plan, once, block=BLOCK) == plan.points
    broken_off(plan, twice)
    part = tmp_path / f"twice{form}.part"
    if form == ".csv":
        with (part / "data").open("a", encoding="utf-8") as stream:
            stream.write("half a li")
    if form == ".parquet":
        (part / "data" / "part-000004.parquet.new").write_bytes(b"half")
    assert not twice.exists()
    with pytest.raises(InputError, match=r"is half written, 4 of \d+ blocks: give --resume to go on, or --force"):
        write_sweep(plan, twice, block=BLOCK)
    told: list[int] = []
    write_sweep(plan, twice, block=BLOCK, resume=True, progress=told.append)
    assert sum(told) == plan.points
    assert content(twice) == content(once)
    assert sorted(item.name for item in tmp_path.iterdir()) == [f"once{form}", f"twice{form}"]


@pytest.mark.long
def test_a_store_is_a_dataset_of_xarray(plan: SweepPlan, tmp_path: Path) -> None:
    """The one that Python gives, with its attributes."""
    write_sweep(plan, tmp_path / "a.zarr", block=BLOCK)
    from derivations.study.sweep_dataset import sweep_dataset

    expected = sweep_dataset(plan)
    with xarray.open_zarr(tmp_path / "a.zarr") as found:
        assert found.drop_attrs().identical(expected.drop_attrs())
        assert found.T.attrs == expected.T.attrs
        assert found.L.attrs == expected.L.attrs
        assert found.attrs["claim"] == "optimal-batch"


def test_rows_have_words_and_units(plan: SweepPlan, tmp_path: Path) -> None:
    """Units in the heads of comma-separated values, in the metadata of Parquet; no number where there is none."""
    write_sweep(plan, tmp_path / "a.csv")
    write_sweep(plan, tmp_path / "a.parquet")
    rows, table = pandas.read_csv(tmp_path / "a.csv"), pandas.read_parquet(tmp_path / "a.parquet")
    assert len(rows) == len(table) == plan.points
    assert list(rows.columns[:4]) == ["accelerator", "L [token/sequence]", "B [sequence]", "B_balance [sequence]"]
    assert list(table.columns[:4]) == ["accelerator", "L", "B", "B_balance"]
    found = plan.block(tuple(slice(0, size) for size in plan.dims.values()))
    assert np.array_equal(table["B_balance"], found["B_balance"].ravel(), equal_nan=True)
    assert (rows["reason"][rows["B_balance [sequence]"].isna()] == "no balance: L < L_x does not hold").all()
    assert set(table["regime"]) == {"compute-bound", "memory-bound"}
    pyarrow = pytest.importorskip("pyarrow.parquet")
    units = json.loads(pyarrow.read_schema(tmp_path / "a.parquet" / "part-000000.parquet").metadata[b"units"])
    assert units["B"] == units["B_balance"] == "sequence"


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_what_is_there_stays_until_the_new_is_complete(plan: SweepPlan, tmp_path: Path, form: str) -> None:
    """Without --force it is not touched, with it only when all is written."""
    path = tmp_path / f"a{form}"
    write_sweep(plan, path, block=BLOCK)
    before = content(path)
    with pytest.raises(InputError, match="exists: give --force to replace it"):
        write_sweep(plan, path)
    other = sweep_plan(plain("optimal-batch"), {"L": "1k, 2k"})
    left = other.points
    with pytest.raises(BrokenOff):
        write_sweep(other, path, force=True, progress=_raise)
    assert content(path) == before
    write_sweep(other, path, force=True)
    assert content(path) != before
    assert left == 2
    assert [item.name for item in tmp_path.iterdir()] == [path.name]


def _raise(_points: int) -> None:
    raise BrokenOff


@pytest.mark.parametrize(("harm", "told"), [
    ("record", "cannot be read: give --force to begin again"),
    ("other", "is half of another sweep"),
    ("data", "is gone: give --force to begin again"),
    ("short", "is shorter than it was"),
])
def test_what_cannot_be_gone_on_with_is_one_line(plan: SweepPlan, tmp_path: Path, harm: str, told: str) -> None:
    """And stays as it is; --force begins again."""
    path, part = tmp_path / "a.csv", tmp_path / "a.csv.part"
    broken_off(plan, path)
    asked = plan
    if harm == "record":
        (part / "record.json").write_text('{"sweep": "', encoding="utf-8")
    elif harm == "other":
        asked = sweep_plan(plain("optimal-batch"), {"L": "0..5k linear 20", "B": "1..8192"},
                           accelerator=["h100", "h200"], model="deepseek-v3")
    elif harm == "data":
        (part / "data").unlink()
    else:
        (part / "data").write_bytes(b"B\n")
    before = sorted(item.name for item in part.iterdir())
    with pytest.raises(InputError, match=told) as caught:
        write_sweep(asked, path, block=BLOCK, resume=True)
    assert "\n" not in str(caught.value)
    assert sorted(item.name for item in part.iterdir()) == before
    write_sweep(plan, path, block=BLOCK, force=True)
    assert path.exists()
    assert not part.exists()


@pytest.mark.parametrize(("name", "how", "told"), [
    ("a.txt", {}, "a place whose name ends in .zarr, .parquet, .csv"),
    ("a.csv", {"force": True, "resume": True}, "--force begins again and --resume goes on"),
    ("none/a.csv", {}, "there is no folder"),
    ("mine.zarr", {"force": True}, "it is a folder, and no sweep"),
    ("file.zarr", {"force": True}, "it is a file"),
    ("folder.csv", {"force": True}, "it is a folder"),
])
def test_places_that_cannot_be_written_to(
    plan: SweepPlan, tmp_path: Path, name: str, how: dict[str, Any], told: str
) -> None:
    """A folder that is no sweep is never replaced."""
    (tmp_path / "mine.zarr").mkdir()
    (tmp_path / "mine.zarr" / "thesis.tex").write_text("years of work", encoding="utf-8")
    (tmp_path / "file.zarr").write_text("a file", encoding="utf-8")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(InputError, match=told):
        write_sweep(plan, tmp_path / name, **how)
    assert (tmp_path / "mine.zarr" / "thesis.tex").read_text(encoding="utf-8") == "years of work"
    assert (tmp_path / "file.zarr").read_text(encoding="utf-8") == "a file"
