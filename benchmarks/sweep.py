"""How fast a sweep is: beside the same formula written by hand in NumPy, beside copying its arrays, beside `subs`.

All of it is measured in one run, in turn: wall time, ratios within each round, and of these the medians. By hand is
what an engineer types in whole arrays: the cost of a token over the floor, its regimes and the mask, or the cost alone.
What is copied are the arrays that go in and those that come out. With ``--large`` also the memory of 1e9 points beside
that of 1e8, each written to a file in a process of its own.

    python benchmarks/sweep.py [--points 1e7] [--rounds 5] [--large]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from aims import told

from derivations import derive
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.study.sweep_plan import SweepPlan, sweep_plan

BY_HAND, COPIED, FLAT = 1.5, 4.0, 1.5
SUBS = 20  # points through `subs`
_MEASURED = """
import os, resource, sys
from pathlib import Path
from derivations.cli.main import main
main(["sweep", "cost-per-token", "--set", f"B=1..{sys.argv[1]} step 1", "--set", "L=0..9999 step 1", "-o", sys.argv[2]])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def by_hand(values: dict[str, float], B: Any, L: Any) -> tuple[Any, ...]:
    """Cost over the floor, both regimes and the masks of numbers and of memory, as one types them."""
    weights, cache = reads(values, B, L)
    y = np.maximum(1, weights + cache) / np.maximum(1, cache)
    regime = (weights + cache > 1).astype(np.int8)
    floor = np.broadcast_to(cache > 1, y.shape).astype(np.int8)
    room = values["G"] * values["M_gpu"] - values["b_w"] * values["N_total"]
    return y, regime, floor, ~(np.isfinite(y) & (y > 0)), values["kappa"] * B * L > room


def over_the_floor(values: dict[str, float], B: Any, L: Any) -> Any:
    """The cost alone."""
    weights, cache = reads(values, B, L)
    return np.maximum(1, weights + cache) / np.maximum(1, cache)


def reads(values: dict[str, float], B: Any, L: Any) -> tuple[Any, Any]:
    """Rent for reading weights and cache, over that for multiplications."""
    C, W = values["G"] * values["C_gpu"], values["G"] * values["W_gpu"]
    r = C / W * values["b_w"] / values["phi"]
    s = values["N_total"] / values["N_active"]
    n = values["n"]
    L_x = values["phi"] * n * values["N_active"] * W / (values["kappa"] * C)
    return r * s / (n * B), L / L_x


def seconds(function: Callable[[], Any]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def through_subs(report: EvaluatedClaim, B: Any, L: Any) -> float:
    """Wall time of a point when SymPy substitutes: numbers for the letters of the formula, which is then evaluated."""
    notation, values = report.derivation.notation, report.scenario.values
    formula = report.evaluation.expanded(report.headline.rhs)
    known = {notation[name].symbol: float(value.number) for name, value in values.items() if name in notation}
    points = list(zip(B.ravel()[:SUBS], L.ravel()[:SUBS], strict=True))
    b, length = notation["B"].symbol, notation["L"].symbol
    return seconds(lambda: [formula.subs({**known, b: x, length: y}) for x, y in points]) / len(points)


def shapes(points: int) -> dict[str, tuple[Any, Any]]:
    """Batches and contexts as a grid, and as a list of pairs."""
    from xarray import DataArray

    side = round(points**0.5)
    random = np.random.default_rng(0)
    pairs = random.uniform(1, 4096, points), random.uniform(0, 8192, points)
    return {
        "a grid": (np.geomspace(1, 4096, side), np.linspace(0, 8192, points // side)),
        "pairs": (DataArray(pairs[0], dims="point"), DataArray(pairs[1], dims="point")),
    }


def laid(plan: SweepPlan) -> dict[str, Any]:
    """The quantities as arrays that NumPy broadcasts."""
    return {axis.quantity.name: plan.shaped(axis, axis.data) for axis in plan.axes}


def speed(what: str, plan: SweepPlan, rounds: int) -> None:
    """Print the ratios of one sweep beside their aims."""
    report = plan.evaluated
    values = {name: float(value.number) for name, value in report.scenario.values.items()}
    arrays, whole = laid(plan), tuple(slice(0, size) for size in plan.dims.values())
    found = plan.block(whole)
    masks = found["reason"], found["contradiction"]
    for ours, theirs in zip((found["y_cost"], found["regime"] - 1, found["regime_cost_floor"] - 1, *masks),
                            by_hand(values, **arrays), strict=True):
        assert np.allclose(ours, theirs, rtol=1e-12)
    hand, alone, copied, rates = [], [], [], []
    for _ in range(rounds):
        plain = seconds(lambda: plan.block(whole, fast=False))
        fast = seconds(lambda: plan.block(whole, fast=True))
        hand.append(plain / seconds(lambda: by_hand(values, **arrays)))
        alone.append(plain / seconds(lambda: over_the_floor(values, **arrays)))
        copied.append(fast / seconds(lambda: [each.copy() for each in (*found.values(), *arrays.values())]))
        rates.append(plan.points / fast)
    print(told(f"{what}: NumPy beside by hand", hand, BY_HAND))
    print(told(f"{what}: the same beside the cost alone", alone, BY_HAND))
    print(told(f"{what}: numexpr beside copying", copied, COPIED))
    rate = statistics.median(rates)
    each = through_subs(report, *np.broadcast_arrays(arrays["B"], arrays["L"]))
    print(f"{what}: {rate / 1e6:,.0f} million points per second; as many as {each * rate:,.0f} while `subs` does one")


def peak(points: int) -> float:
    """Peak memory of `derive sweep` to a file [MB], in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", _MEASURED, str(points // 10_000), str(Path(folder) / "out.zarr")],
            capture_output=True, text=True, env=os.environ, check=True,
        )
    return float(done.stdout.split()[-1]) / 1024


def main() -> None:
    """Speed, and with ``--large`` memory."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=float, default=1e7)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--large", action="store_true")
    given = parser.parse_args()
    report = derive("cost-per-token")
    for what, (batches, contexts) in shapes(int(given.points)).items():
        speed(what, sweep_plan(report, {"L": contexts, "B": batches}), given.rounds)
    if given.large:
        small, large = peak(10**8), peak(10**9)
        print(told(f"peak memory, {large:.0f} MB at 1e9 points beside 1e8", [large / small], FLAT))


if __name__ == "__main__":
    main()
