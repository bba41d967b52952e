"""How long optimal-batch takes to derive anew under a changed premise, beside a hand-written SymPy script.

The script makes the bare `solve`, `limit` and `simplify` calls for the same relations: it finds the batch, its edge and
its limits, and simplifies each form that the derivation states. It proves nothing and keeps no conditions. Both run in
turn in one process in which the claim has been derived once. Each turn has a premise that this process has not seen
before, nor has the store, which begins empty, and SymPy's cache is emptied before each of the two. The ratio is
printed: absolute times mean little on a shared machine.

    python benchmarks/rederive.py [ROUNDS]
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction

import sympy
from aims import told
from sympy import Expr, Rational, Symbol, limit, simplify, solve

from derivations.claims.index import find_claim
from derivations.derivation.premise import Assumptions
from derivations.proof import cache

AIM = 0.7
CHANGES = {
    "weight-fetch": "t_w = {x}*b_w*N_active/W",
    "arithmetic-time": "t_c = {x}*phi*n*B*N_active/C",
    "kv-fetch": "t_kv = {x}*kappa*B*L/W",
    "roofline": "T >= t_c + {x}*t_m",
}
NAMES = "phi n b_w kappa C W N_total N_active B L L_x T C_gpu W_gpu G C_alt b_alt r s I"


def derived(premise: str, factor: Fraction) -> Callable[[], object]:
    """The whole claim with the premise changed, every step computed and checked."""
    claim = find_claim("optimal-batch")
    return lambda: claim.derive(Assumptions({premise: CHANGES[premise].format(x=factor)}))


def written_by_hand(premise: str, factor: Fraction) -> Callable[[], object]:
    """The same relations with plain SymPy."""
    return lambda: _by_hand(premise, Rational(factor.numerator, factor.denominator))


def _by_hand(premise: str, x: Expr) -> None:
    q = {name: Symbol(name, positive=True) for name in NAMES.split()}
    phi, n, b, kappa, C, W = (q[name] for name in ["phi", "n", "b_w", "kappa", "C", "W"])
    total, active, B, L = (q[name] for name in ["N_total", "N_active", "B", "L"])
    compute = phi * n * B * active / C * (x if premise == "arithmetic-time" else 1)
    weights = x * b * active / W if premise == "weight-fetch" else b * total / W
    cache = kappa * B * L / W * (x if premise == "kv-fetch" else 1)
    memory = weights + cache
    if premise == "roofline":  # a sum has no balance: what is left is the time of a sequence and the ridge
        simplify((compute + x * memory) / B)
        _ridge(q)
        return
    (batch,) = solve(sympy.Eq(compute, memory), B)
    batch = simplify(batch)
    (edge,) = solve(sympy.denom(sympy.together(batch)), L)
    ridge, sparsity = C / W * b / phi, total / active
    simplify(batch - ridge * sparsity / (n * (1 - L / edge)))
    short = simplify(limit(batch, L, 0))
    simplify(short - (C / W) * (b / phi) * (total / active) / n)
    simplify(short - ridge * sparsity / n)
    simplify(n * short / (ridge * sparsity))
    _ridge(q)
    (whole,) = solve(sympy.Eq(q["T"] / B, Symbol("t_seq", positive=True)), q["T"])
    simplify(whole)
    simplify(compute / B)
    simplify(memory / B)
    (cheapest,) = solve(sympy.Eq(compute / B, memory / B), B)
    simplify(cheapest - batch)
    simplify(sympy.diff(memory / B, B))
    simplify(sympy.diff(compute / B, B))
    simplify(short - ridge / n / sparsity)  # the wrong statement


def _ridge(q: dict[str, Symbol]) -> None:
    """The ridge by intensity, in another number format, and for any number of GPUs."""
    ridge = q["C"] / q["W"] * q["b_w"] / q["phi"]
    simplify(ridge - (q["C"] / q["W"]) * q["b_w"] / q["phi"])
    simplify((q["C_alt"] / q["W"] * q["b_alt"] / q["phi"]) / ridge)
    simplify(ridge.subs({q["C"]: q["G"] * q["C_gpu"], q["W"]: q["G"] * q["W_gpu"]}))


def seconds(function: Callable[[], object]) -> float:
    """Processor time of one call; SymPy's own cache is emptied first."""
    sympy.core.cache.clear_cache()
    start = time.process_time()
    function()
    return time.process_time() - start


def main() -> None:
    """Print the ratio for each changed premise, and the aim."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        os.environ[cache.VARIABLE] = folder
        find_claim("optimal-batch").derive()
        for premise in CHANGES:
            pairs = []
            for turn in range(rounds):
                factor = Fraction(turn + 3, turn + 2)
                pairs.append((seconds(derived(premise, factor)), seconds(written_by_hand(premise, factor))))
            print(told(f"{premise} changed, beside bare SymPy", [claim / plain for claim, plain in pairs], AIM))


if __name__ == "__main__":
    main()
