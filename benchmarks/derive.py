"""How long the derivation of optimal-batch takes, beside SymPy alone on its main line.

Both run in turn in one process, and the ratio is printed: absolute times mean little on a shared machine.

    python benchmarks/derive.py [ROUNDS]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import sympy

from derivations.lecture.index import find_claim
from derivations.search.board import checked, computed
from derivations.search.proof import prove as proof
from derivations.search.proof.normal_form import field_of


def whole_claim() -> None:
    """Derive and check every step; what was kept from earlier rounds is dropped."""
    for kept in (proof._prove, proof._shown, computed, checked, field_of):
        kept.cache_clear()
    find_claim("optimal-batch").derive()


def main_line() -> None:
    """Solve the balance, simplify it, take its limit, with plain SymPy: no checks, no conditions."""
    phi, n, b, kappa, c, w, total, active = sympy.symbols("phi n b kappa C W N_t N_a", positive=True)
    batch, context = sympy.symbols("B L", positive=True)
    (found,) = sympy.solve(sympy.Eq(phi * n * batch * active / c, b * total / w + kappa * batch * context / w), batch)
    sympy.simplify(sympy.limit(found, context, 0))
    sympy.simplify(found)


def seconds(function: Callable[[], None]) -> float:
    """Wall time of one call; SymPy's own cache is emptied first."""
    sympy.core.cache.clear_cache()
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def main() -> None:
    """Print medians and their ratio."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    for function in (whole_claim, main_line):
        function()
    pairs = [(seconds(whole_claim), seconds(main_line)) for _ in range(rounds)]
    claim, plain = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"whole claim {claim * 1000:.0f} ms, plain SymPy main line {plain * 1000:.0f} ms, ratio {ratio:.1f}")


if __name__ == "__main__":
    main()
