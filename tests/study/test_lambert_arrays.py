"""Lambert's W on arrays, as sweeps and exported functions call it, and its twin in the script of pages."""

import json
import shutil
import subprocess
from importlib import resources

import mpmath
import numpy as np
import pytest

from derivations import derive
from derivations.export.python_function import python_function
from derivations.study.lambert_arrays import lambert
from derivations.study.sweep_plan import sweep_plan

UPPER = [-0.36787, -0.3, -0.2, -1e-9, 0.0, 1e-12, 0.5, 0.999, 1.001, 2.7, 2.8, 1e5, 1e100]
LOWER = [-0.36787, -0.3, -0.26, -0.249, -0.1, -1e-9, -1e-200]
OUTSIDE = [(0, -1.0), (-1, -1.0), (-1, 0.0), (-1, 0.5)]


@pytest.mark.parametrize(("branch", "numbers"), [(0, UPPER), (-1, LOWER)])
def test_arrays_and_single_numbers(branch: int, numbers: list[float]) -> None:
    wanted = [float(mpmath.lambertw(number, branch).real) for number in numbers]
    assert lambert(branch, np.array(numbers)) == pytest.approx(wanted, rel=1e-12)
    assert lambert(branch, numbers[0]) == pytest.approx(wanted[0], rel=1e-12)
    assert lambert(branch, -np.exp(-1.0)) == pytest.approx(-1, abs=1e-7)


@pytest.mark.parametrize(("branch", "number"), OUTSIDE)
def test_outside_it_is_no_number(branch: int, number: float) -> None:
    assert np.isnan(lambert(branch, number))


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_script_of_pages_says_the_same() -> None:
    script = resources.files("derivations.writers.html").joinpath("live.js").read_text(encoding="utf-8")
    own = script[script.index("function lambert") : script.index("const Numbers")]
    asked = [*((0, number) for number in UPPER), *((-1, number) for number in LOWER), *OUTSIDE]
    calls = f"console.log(JSON.stringify({json.dumps(asked)}.map(([branch, z]) => lambert(branch, z))))"
    done = subprocess.run(["node", "-e", own + calls], capture_output=True, text=True, check=True)
    found = [np.nan if each is None else each for each in json.loads(done.stdout)]
    assert found == pytest.approx([float(lambert(*each)) for each in asked], rel=1e-12, nan_ok=True)


def test_an_exported_function_brings_it_along() -> None:
    report = derive("checkpoint-interval")
    space: dict[str, object] = {}
    exec(python_function(report, "interval-by-lambert"), space)
    value = report.numbers("interval-by-lambert").value
    found = space["checkpoint_interval_interval_by_lambert"](M_fail=54 * 86400 / 419, t_save=[30, 30])  # type: ignore[operator]
    assert found == pytest.approx([float(value or 0)] * 2, rel=1e-12)


def test_a_sweep_takes_the_closed_form_of_what_only_numbers_solve() -> None:
    """The share of useful work hangs on the best interval, which a later step writes by Lambert's W."""
    report = derive("checkpoint-interval")
    plan = sweep_plan(report, {"t_save": "3, 30, 300 s"})
    for fast in (False, True):
        found = plan.block((slice(0, 3),), fast=fast)["x_useful"]
        exact = [derive("checkpoint-interval", values={"t_save": f"{pause} s"}).result.value for pause in (3, 30, 300)]
        assert found == pytest.approx([float(value or 0) for value in exact], rel=1e-10)
