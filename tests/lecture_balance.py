"""The balance batch as on the blackboard, for tests of the engine: the arithmetic of attention is left out.

Its batch rises with the context to a wall, on every machine, and its condition is isolated for the context: a short
example of a boundary, a condition, a limit and a least value. What is packaged is the claim `optimal-batch`, whose
readings and published numbers it has.
"""

import pytest

from derivations import Board, Claim, Handle, Report, derive
from derivations.claim.claim import Grid
from derivations.claims.lecture.optimal_batch import (
    ASSERTED,
    AT_NO_CONTEXT,
    OTHER_FORMAT,
    PUBLISHED,
    READINGS,
    RENT_OF_A_TOKEN,
)
from derivations.claims.shared.passes import SERVING, take_balance, take_pass, take_pool
from derivations.claims.shared.said import GPU_HOUR

_FORM, _EDGE = "B = r*s/(n*(1 - L/L_x))", "L < L_x"


def lecture_balance(board: Board) -> Handle:
    """Roofline, boundary, batch; the short context and its forms; the least time per sequence, and the rent."""
    times = take_pass(board)
    pooled = take_pool(board)
    board.split("regimes", times.roofline, ("compute-bound", "memory-bound"), because="the slower side is the pass")
    _, _, batch, crossover = take_balance(board, times)
    ridge, sparsity = board.define("ridge", "r"), board.define("sparsity", "s")
    result = board.rewrite("balance-batch", batch, _FORM, using=(ridge, sparsity, crossover), condition=_EDGE,
                           because="grouped by hardware, model, context")
    short = board.limit("short-context", batch, "L", because="the lecture leaves the KV cache out")
    board.rewrite("grouped", short, "B = (C/W)*(b_w/phi)*(N_total/N_active)*(1/n)", because="hardware, format, model")
    product = board.rewrite("ridge-times-sparsity", short, "B = r*s/n", using=(ridge, sparsity),
                            because="the formula on the blackboard, with its units corrected")
    board.state("tokens-per-pass", "n*B = r*s", (product,), because="the 300 counts tokens per pass, not FLOP per byte")
    intensity, other = board.define("intensity", "I"), board.define("other-ridge", "r_alt")
    board.rewrite("ridge-from-intensity", ridge, "r = I*b_w/phi", using=(intensity,), because="two FLOP for each")
    board.state("precision-free", "r_alt/r = (C_alt*b_alt)/(C*b_w)", (ridge, other), because="rate times bytes counts")
    per_gpu = board.substitute("ridge-per-gpu", ridge, pooled)
    board.independence("any-number-of-gpus", per_gpu, of="G", because="more GPUs move no balance of all of them")
    whole = board.solve("pass-from-share", board.define("shared-pass", "t_seq"), for_="T")
    bound = board.substitute("roofline-in-full", times.roofline, (whole, *times.times))
    share = board.solve("time-per-sequence", bound, for_="t_seq", because="the time of the pass over its batch")
    smallest = board.minimise("smallest-best-batch", share, over="B", because="every smaller batch takes more")
    board.rewrite("same-batch", smallest, _FORM, using=(ridge, sparsity, crossover), condition=_EDGE,
                  because="the balance batch is the smallest of the cheapest batches")
    paid = board.solve("pass-from-rent", board.define("rented-pass", "rent_tok"), for_="T")
    bounded = board.substitute("roofline-in-rent", times.roofline, (paid,))
    board.solve("rent-of-a-token", bounded, for_="rent_tok", because="rent over the new tokens of a batch")
    board.reject("parameters-plus-bytes", "t_m = (N_total + B*L*kappa)/W", because="right only at one byte each")
    board.reject("flop-per-byte", "B = (C/W)*s/n", because="reads the 300 as FLOP per byte")
    board.reject("sparsity-upside-down", "B = (r/n)*(N_active/N_total)", against=(product, sparsity),
                 because="sparse models need larger batches, not smaller ones")
    return result


LECTURE_BALANCE = Claim(
    "lecture-balance", SERVING.extended((*OTHER_FORMAT, *RENT_OF_A_TOKEN)), lecture_balance,
    title="The balance on the blackboard", question="How many sequences should share a forward pass?",
    result="balance-batch", outside="no balance",
    defaults={**AT_NO_CONTEXT, "g_rent": GPU_HOUR}, readings=READINGS[:7], published=PUBLISHED, asserted=ASSERTED,
    grids=(Grid(("balance-batch",), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
                ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b")),
           Grid(("intensity", "ridge"), ("a100-40", "a100-80", "h100", "h200", "b200", "gb200", "rubin"))),
    compared=("ridge", "sparsity", "crossover-context", "balance-batch"), not_from_cards=("G",),
)


# --- in a room that takes it as its example, these stand for the reports of `conftest.py`


@pytest.fixture(scope="session")
def as_built() -> Report:
    """On the default machine, without a context."""
    return derive(LECTURE_BALANCE)


@pytest.fixture(scope="session")
def as_said() -> Report:
    """With the lecturer's own numbers."""
    return derive(LECTURE_BALANCE, as_said=True)


@pytest.fixture(scope="session")
def long_context() -> Report:
    """At a context of 128k, where nothing balances."""
    return derive(LECTURE_BALANCE, values={"L": "128k token/sequence"})


@pytest.fixture(scope="session")
def no_overlap() -> Report:
    """On a machine that computes and reads one after the other."""
    return derive(LECTURE_BALANCE, premises={"roofline": "no-overlap"})


@pytest.fixture(scope="session")
def half_used() -> Report:
    """With a compute time that counts on 40% of the peak, a quantity of the reader's own."""
    return derive(LECTURE_BALANCE, symbols="mfu [] (fraction) achieved share of the peak",
                  premises={"arithmetic-time": "t_c = phi*n*B*N_active/(mfu*C)"}, values={"mfu": "40%"})
