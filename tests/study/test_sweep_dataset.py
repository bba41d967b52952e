"""Sweeps as datasets: names, units and words; lazy where a quantity is, on any scheduler; workers are killed."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from derivations import InputError, Report, derive

from ..lecture_balance import LECTURE_BALANCE

xarray = pytest.importorskip("xarray")
array = pytest.importorskip("dask.array")


def test_a_dataset_has_units_words_and_the_result(as_built: Report) -> None:
    """As attributes, with coordinates by name."""
    found = as_built.sweep(L="0, 1k, 128k")
    assert list(found.data_vars) == ["B", "contradiction", "reason"]
    assert found.L.attrs["units"] == "token/sequence"
    assert (found.B.attrs["units"], found.B.attrs["holds_if"]) == ("sequence", "L < L_x")
    assert found.B.sel(L=1000).item() == pytest.approx(float(derive(LECTURE_BALANCE, values={"L": "1k"}).result))
    words = found.reason.attrs["words"]
    assert [words[code] for code in found.reason.values] == ["holds", "holds", "no balance: L < L_x does not hold"]
    assert np.isnan(found.B.values).tolist() == [False, False, True]
    assert found.attrs["claim"] == "lecture-balance"
    assert found.reason.attrs["flag_values"] == list(range(len(words)))


def test_what_the_claim_solves_for_brings_the_steps_behind_it(as_built: Report) -> None:
    """Pass time, regime and cost at each batch, and the balance beside them."""
    found = as_built.sweep(B=[64, 4096], accelerator="h200")
    assert {"T", "t_seq", "regime", "B_balance"} <= set(found.data_vars)
    words = found.regime.attrs["words"]
    assert [words[code] for code in found.regime.values] == ["memory-bound", "compute-bound"]
    assert found.T.attrs["relation"] == ">="
    assert found.accelerator.item() == "h200"
    assert float(found.B_balance[0]) == pytest.approx(3738.4825, rel=1e-6)


def test_the_cost_behind_a_batch_is_that_of_the_claim_about_it(as_built: Report) -> None:
    """The rent of a token's share of a pass, at the rent that was said and at another."""
    found = as_built.sweep(B=[64, 4096])
    without_starts = (derive("cost-per-token", values={"B": size, "t_begin": "0 s"}) for size in (64, 4096))
    costs = [each.numbers("cost-in-parts") for each in without_starts]
    assert found.rent_tok.attrs["units"] == "USD/Mtoken"
    assert found.rent_tok.attrs["relation"] == ">="
    assert found.rent_tok.values.tolist() == pytest.approx([float(cost.in_unit) for cost in costs])
    apart = as_built.sweep(B=64, premises=["", "roofline=no-overlap"])
    assert (apart.rent_tok / apart.T).values.tolist() == pytest.approx([float(found.rent_tok[0] / found.T[0])] * 2)
    dearer = as_built.with_values({"g_rent": "6 USD/h/GPU"}).sweep(B=[64, 4096])
    assert (dearer.rent_tok / found.rent_tok).values.tolist() == pytest.approx([3, 3])


def test_pairs_of_points_keep_their_dimension(as_built: Report) -> None:
    """A `DataArray` is along its own dimension, a column of pandas along one of its quantity's name."""
    found = as_built.sweep({"L": xarray.DataArray([0.0, 1000.0], dims="point"),
                            "n": xarray.DataArray([1.0, 2.0], dims="point", coords={"point": ["a", "b"]})})
    assert found.B.dims == ("point",)
    assert found.point.values.tolist() == ["a", "b"]
    assert found.B.values[1] == pytest.approx(float(derive(LECTURE_BALANCE, values={"L": "1k", "n": 2}).result))
    pandas = pytest.importorskip("pandas")
    assert as_built.sweep(L=pandas.Series([0.0, 1000.0])).B.dims == ("L",)
    with pytest.raises(InputError, match="dimension point has 2 points, and 3 for n"):
        as_built.sweep({"L": xarray.DataArray([0.0, 1.0], dims="point"),
                        "n": xarray.DataArray([1.0] * 3, dims="point")})


def test_a_name_is_given_once(as_built: Report) -> None:
    """In the mapping or by its name."""
    with pytest.raises(InputError, match="L is given twice"):
        as_built.sweep({"L": "1k"}, L="2k")


@pytest.mark.some(1)
@pytest.mark.parametrize("scheduler", ["synchronous", "threads"])
def test_lazy_arrays_stay_lazy(as_built: Report, scheduler: str) -> None:
    """And come to what the arrays themselves come to; chunks of a quantity are chunks of the result."""
    L, B = np.linspace(0, 4000, 41), np.geomspace(1, 8192, 60)
    lazy = as_built.sweep(L=array.from_array(L, chunks=10), B=array.from_array(B, chunks=25),
                          accelerator=["h100", "h200"])
    assert all(item.chunks is not None for item in lazy.data_vars.values())
    assert lazy.T.chunks == ((1, 1), (10, 10, 10, 10, 1), (25, 25, 10))
    assert lazy.L.chunks is not None
    eager = as_built.sweep(L=L, B=B, accelerator=["h100", "h200"])
    found = lazy.compute(scheduler=scheduler)
    for name in eager.data_vars:
        assert np.array_equal(found[name].values, eager[name].values, equal_nan=True)
        assert found[name].attrs == eager[name].attrs


def test_chunks_make_anything_lazy(as_built: Report) -> None:
    """More points than any memory has room for, of which one is looked at."""
    lazy = as_built.sweep(L="0..2000 step 1", n="1..100k step 1", B="1..1000 step 1", chunks="auto")
    assert lazy.T.size == 2001 * 10**8
    few = as_built.sweep(L="0..3 step 1", n="1..9 step 1", chunks=9)
    assert few.B.chunks == ((1, 1, 1, 1), (9,))
    assert np.array_equal(few.B.values, as_built.sweep(L="0..3 step 1", n="1..9 step 1").B.values)
    with pytest.raises(InputError, match="more than the memory has room for"):
        as_built.sweep(L="0..2000 step 1", n="1..100k step 1", B="1..1000 step 1")


@pytest.mark.long
def test_a_cluster_that_loses_workers_loses_nothing(tmp_path: Any) -> None:
    """A worker dies at each of two chunks, when that is first computed; the result is the same, point by point.

    The worker ends itself, with what it held, so that nothing hangs on the clock. The cluster lives in a process of its
    own: what a killed worker leaves behind ends with it.
    """
    pytest.importorskip("distributed")
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script), str(tmp_path)], capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == ["same", "True"]
    assert {path.name for path in tmp_path.glob("died-*")} == {"died-2", "died-7"}


CLUSTER = '''
import os, signal, sys
from pathlib import Path
import dask, numpy as np
import dask.array as da
from dask.distributed import Client, LocalCluster
from derivations import derive

dask.config.set({"distributed.scheduler.allowed-failures": 10})
FOLDER = Path(sys.argv[1])
L, B = np.linspace(0, 4000, 12), np.geomspace(1, 8192, 50)


def deadly(block, folder, places):
    """Ends the worker that is the first to compute one of two chunks."""
    for place, value in places:
        if value in block:
            try:
                (folder / f"died-{place}").touch(exist_ok=False)
            except FileExistsError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)
    return block


def main():
    report = derive("optimal-batch", values={"L": "1k token/sequence"})
    places = tuple((place, float(L[place])) for place in (2, 7))
    chunks = da.from_array(L, chunks=1).map_blocks(deadly, folder=FOLDER, places=places, dtype=float, meta=np.empty(0))
    lazy = report.sweep(L=chunks, B=B)
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with Client(cluster):
            found = lazy.compute()  # on the cluster, as the reader has one
    eager = report.sweep(L=L, B=B)
    same = all(np.array_equal(found[name].values, eager[name].values, equal_nan=True) for name in eager.data_vars)
    print("same", same)


if __name__ == "__main__":
    main()
'''
