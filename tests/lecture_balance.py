"""The balance batch as on the blackboard, for tests of the engine: the arithmetic of attention is left out.

Its batch rises with the context to a wall, on every machine, and its condition is isolated for the context: a short
example of a boundary, a condition, a limit and a least value. What is packaged is the claim `optimal-batch`.
"""

from derivations import AS_SAID, Board, Claim, Handle, Reading, Said
from derivations.claim.claim import Grid
from derivations.claims.lecture.optimal_batch import AT_NO_CONTEXT, OTHER_FORMAT, RENT_OF_A_TOKEN
from derivations.claims.shared.passes import SERVING, take_balance, take_pass, take_pool
from derivations.claims.shared.said import GPU_HOUR, LECTURE, POPE, RIDGE

_FORM, _EDGE = "B = r*s/(n*(1 - L/L_x))", "L < L_x"


def lecture_balance(board: Board) -> Handle:
    """Roofline, boundary, batch; the short context and its forms; the least time per sequence, and the rent."""
    times = take_pass(board)
    pooled = take_pool(board)
    board.split("regimes", times.roofline, ("compute-bound", "memory-bound"))
    _, _, batch, crossover = take_balance(board, times)
    ridge, sparsity = board.define("ridge", "r"), board.define("sparsity", "s")
    result = board.rewrite("balance-batch", batch, _FORM, using=(ridge, sparsity, crossover), condition=_EDGE)
    short = board.limit("short-context", batch, "L")
    board.rewrite("grouped", short, "B = (C/W)*(b_w/phi)*(N_total/N_active)*(1/n)")
    product = board.rewrite("ridge-times-sparsity", short, "B = r*s/n", using=(ridge, sparsity))
    board.state("tokens-per-pass", "n*B = r*s", (product,))
    board.rewrite("ridge-from-intensity", ridge, "r = I*b_w/phi", using=(board.define("intensity", "I"),))
    board.state("precision-free", "r_alt/r = (C_alt*b_alt)/(C*b_w)", (ridge, board.define("other-ridge", "r_alt")))
    per_gpu = board.substitute("ridge-per-gpu", ridge, pooled)
    board.independence("any-number-of-gpus", per_gpu, of="G")
    whole = board.solve("pass-from-share", board.define("shared-pass", "t_seq"), for_="T")
    share = board.solve("time-per-sequence", board.substitute("roofline-in-full", times.roofline, (whole, *times.times)),
                        for_="t_seq")
    smallest = board.minimise("smallest-best-batch", share, over="B")
    board.rewrite("same-batch", smallest, _FORM, using=(ridge, sparsity, crossover), condition=_EDGE)
    paid = board.solve("pass-from-rent", board.define("rented-pass", "rent_tok"), for_="T")
    board.solve("rent-of-a-token", board.substitute("roofline-in-rent", times.roofline, (paid,)), for_="rent_tok")
    board.reject("parameters-plus-bytes", "t_m = (N_total + B*L*kappa)/W")
    board.reject("flop-per-byte", "B = (C/W)*s/n")
    board.reject("sparsity-upside-down", "B = (r/n)*(N_active/N_total)", against=(product, sparsity))
    return result


LECTURE_BALANCE = Claim(
    "lecture-balance", SERVING.extended((*OTHER_FORMAT, *RENT_OF_A_TOKEN)), lecture_balance, title="The balance on the blackboard",
    question="How many sequences should share a forward pass?", result="balance-batch", outside="no balance",
    defaults={**AT_NO_CONTEXT, "g_rent": GPU_HOUR},
    readings=(Reading(AS_SAID, "as said", {"r": RIDGE, "s": Said("256/32", POPE, "0:19:16", LECTURE), **AT_NO_CONTEXT}),),
    grids=(Grid(("balance-batch",), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
                ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b")),),
    compared=("ridge", "sparsity", "crossover-context", "balance-batch"), not_from_cards=("G",),
)
