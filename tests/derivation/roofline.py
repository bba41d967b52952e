"""The roofline of a forward pass, written out once: the derivation that several tests take apart."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from derivations.derivation.board import Board
from derivations.derivation.derivation import Derivation
from derivations.derivation.premise import Alternative, Assumptions, Premise
from derivations.derivation.rules.algebra import Substitute
from derivations.derivation.rules.base import Rule
from derivations.derivation.rules.calculus import Limit
from derivations.derivation.rules.isolate import Isolate
from derivations.derivation.rules.minimise import Minimise
from derivations.derivation.rules.regimes import Boundary, Split
from derivations.derivation.rules.solve import Solve
from derivations.derivation.rules.statements import Rewrite, State
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import relation

NOTATION = Notation(
    (
        Quantity("B", "sequence", "batch"),
        Quantity("n", "token/sequence", "new tokens per sequence and pass"),
        Quantity("phi", "FLOP/parameter/token", "arithmetic per parameter and token"),
        Quantity("N_active", "parameter", "active parameters"),
        Quantity("N_total", "parameter", "total parameters"),
        Quantity("b_w", "byte/parameter", "width of a weight"),
        Quantity("kappa", "byte/token", "cache per token"),
        Quantity("L", "token/sequence", "context", domain="nonnegative"),
        Quantity("C", "FLOP/s", "arithmetic rate"),
        Quantity("W", "byte/s", "bandwidth"),
        Quantity("t_c", "s", "compute time"),
        Quantity("t_w", "s", "weight fetch"),
        Quantity("t_kv", "s", "cache fetch"),
        Quantity("t_m", "s", "memory time"),
        Quantity("T", "s", "time of a pass"),
        Quantity("t_seq", "s/sequence", "time of a pass per sequence", definition="T/B"),
        Quantity("r", "token", "ridge", definition="(C/W)*(b_w/phi)"),
        Quantity("s", "", "sparsity", definition="N_total/N_active"),
        Quantity("L_x", "token/sequence", "crossover context"),
    )
)

COMPUTE = Premise("compute", "t_c = phi*n*B*N_active/C")
WEIGHTS = Premise("weights", "t_w = b_w*N_total/W")
CACHE = Premise("kv", "t_kv = kappa*B*L/W")
ROOFLINE = Premise(
    "roofline",
    "T >= max(t_c, t_w + t_kv)",
    alternatives=(Alternative("no-overlap", "T >= t_c + t_w + t_kv", "one after the other"),),
)


def body(board: Board) -> Derivation:
    """From the three times to the batch at balance, in several forms, and what is wrong about it elsewhere."""
    compute, weights, cache, roofline = (board.take(p) for p in (COMPUTE, WEIGHTS, CACHE, ROOFLINE))
    board.split("regimes", roofline, ("compute-bound", "memory-bound"))
    balance = board.boundary("balance", roofline)
    spelled = board.substitute("spelled", balance, (compute, weights, cache))
    batch = board.solve("batch", spelled, "B")
    crossover = board.isolate("crossover", batch, "L", "L_x")
    ridge, sparsity = board.define("ridge", "r"), board.define("sparsity", "s")
    board.rewrite(
        "head", batch, "B = (r*s/n)/(1 - L/L_x)", using=(ridge, sparsity, crossover), condition="L < L_x"
    )
    short = board.limit("short", batch, "L", "0")
    board.rewrite("grouped", short, "B = (C/W)*(b_w/phi)*(N_total/N_active)/n")
    product = board.rewrite("product", short, "B = r*s/n", using=(ridge, sparsity))
    board.state("tokens", "n*B = r*s", (product,))
    share = board.define("share", "t_seq")
    whole = board.solve("pass", share, "T")
    bound = board.substitute("bound", roofline, (whole, compute, weights, cache))
    per_sequence = board.solve("per-sequence", bound, "t_seq")
    smallest = board.minimise("smallest", per_sequence, "B")
    board.rewrite(
        "same", smallest, "B = (r*s/n)/(1 - L/L_x)", using=(ridge, sparsity, crossover), condition="L < L_x"
    )
    board.reject("parameters-plus-bytes", "t_m = (N_total + B*L*kappa)/W")
    board.reject("upside-down", "B = r*(N_active/N_total)/n", against=(product, ridge, sparsity))
    board.reject("flop-per-byte", "B = (C/W)*s/n")
    return board.finish("head")


@cache
def derivation(roofline: str = "") -> Derivation:
    """The finished derivation; `roofline` replaces that premise."""
    assumptions = Assumptions({"roofline": roofline}) if roofline else Assumptions()
    return body(Board(NOTATION, assumptions))


@cache
def rules() -> dict[str, Rule]:
    """The rule of every derived step, with its options."""
    symbol = {quantity.name: quantity.symbol for quantity in NOTATION}
    head = Rewrite(relation("B = (r*s/n)/(1 - L/L_x)", NOTATION), relation("L < L_x", NOTATION))
    return {
        "compute-bound": Split(),
        "memory-bound": Split(),
        "balance": Boundary(),
        "spelled": Substitute(),
        "batch": Solve(symbol["B"]),
        "crossover": Isolate(symbol["L"], symbol["L_x"]),
        "head": head,
        "short": Limit(symbol["L"]),
        "grouped": Rewrite(relation("B = (C/W)*(b_w/phi)*(N_total/N_active)/n", NOTATION)),
        "product": Rewrite(relation("B = r*s/n", NOTATION)),
        "tokens": State(relation("n*B = r*s", NOTATION)),
        "pass": Solve(symbol["T"]),
        "bound": Substitute(),
        "per-sequence": Solve(symbol["t_seq"]),
        "smallest": Minimise(symbol["B"]),
        "same": head,
    }


def world(random: Random, *, balanced: bool, context: bool) -> dict[str, Fraction]:
    """Exact values at which every premise and definition holds; at balance, if so asked, and with a context."""
    point = {
        name: Fraction(random.randint(1, 12), random.randint(1, 6))
        for name in ("n", "phi", "N_active", "N_total", "b_w", "kappa", "C", "W", "B", "t_m")
    }
    get = point.__getitem__
    point["L_x"] = get("phi") * get("n") * get("N_active") * get("W") / (get("C") * get("kappa"))
    point["L"] = get("L_x") * Fraction(random.randint(1, 9), 10) if context else Fraction(0)
    point["r"] = get("C") / get("W") * get("b_w") / get("phi")
    point["s"] = get("N_total") / get("N_active")
    if balanced:
        point["B"] = get("r") * get("s") / get("n") / (1 - get("L") / get("L_x"))
    point["t_c"] = get("phi") * get("n") * get("B") * get("N_active") / get("C")
    point["t_w"] = get("b_w") * get("N_total") / get("W")
    point["t_kv"] = get("kappa") * get("B") * get("L") / get("W")
    slowest = max(get("t_c"), get("t_w") + get("t_kv"))
    point["T"] = slowest * random.choice((Fraction(1), Fraction(1), Fraction(3, 2), Fraction(4)))
    point["t_seq"] = get("T") / get("B")
    return point
