"""Lambert's W on arrays of floats, which NumPy does not have: what sweeps call, and what an exported function brings.

It imports NumPy and nothing else, as it is copied as it stands.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def lambert(branch: int, z: Any) -> Any:
    """The w with w*exp(w) = z, from -1 up on branch 0, from -1 down on branch -1; not a number outside its domain."""
    z = np.asarray(z, dtype=float)
    with np.errstate(all="ignore"):
        p = (-1 if branch else 1) * np.sqrt(2 * np.maximum(0, np.e * z + 1))
        near = -1 + p - p * p / 3 + 11 / 72 * p**3  # the series next to -1/e
        first = np.log(np.abs(z))
        far = first - np.where(np.abs(first) > 1, np.log(np.abs(first)), 0)
        w = np.where(z > (-0.25 if branch else 1), far, near)
        for _ in range(12):  # Halley's steps
            over = w * np.exp(w) - z
            better = w - over / (np.exp(w) * (w + 1) - (w + 2) * over / (2 * w + 2))
            w = np.where(np.isfinite(better), better, w)
        inside = (np.e * z + 1 > -1e-15) & ((z < 0) | (branch == 0))
        return np.where(inside, w, np.nan)[()]
