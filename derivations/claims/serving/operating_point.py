"""Where all memory is read once in a pass and compute takes exactly as long."""

from __future__ import annotations

from derivations.claims.serving.balance import Pass, balance_batch, take_balance
from derivations.engine.board import Board, Handle


def operating_point(board: Board, all_read: Handle, times: Pass) -> None:
    """Where all memory is read once in a pass and compute takes exactly as long: one context, and one batch."""
    balance, spelled = take_balance(board, times)
    balanced, crossover = balance_batch(board, spelled)
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")

    busy = board.substitute(
        "compute-as-long", balance, (times.compute, all_read), because="compute takes as long as reading all memory"
    )
    batch = board.solve("batch-for-both", busy, for_="B", because="only one batch gives compute that much to do")
    filled = board.equate("memory-filled", all_read, times.memory, because="what is read is weights and caches")
    spelled_out = board.substitute(
        "memory-filled-in-full", filled, (times.weights, times.cache, batch), because="with the caches of that batch"
    )
    context = board.solve("context-for-both", spelled_out, for_="L", because="only one context fills the memory")
    meeting = board.rewrite(
        "meeting-context", context, "L = L_x*(1 - b_w*N_total/M)", using=(crossover,),
        because="a little short of the crossover: the more memory beside the weights, the closer",
    )  # fmt: skip
    there = board.substitute("batch-there", balanced, (context,), because="the balance batch at that context")
    large = board.rewrite(
        "meeting-batch", there, "B = r*M/(b_w*n*N_active)", using=(ridge,),
        because="the ridge times all memory over active weights: all memory stands where all weights stood",
    )  # fmt: skip
    board.state(
        "larger-than-balance", "B = (r*s/n)*(M/(b_w*N_total))", (large, sparsity),
        because="the lecture's 300 times sparsity, times how many times the weights fit into the memory",
    )  # fmt: skip
    board.reject(
        "weights-take-the-interval", "t_w = M/W", against=(times.weights, meeting),
        because="card 9: no pass is faster, as the weights cannot be read in less; "
        "all memory takes that long, the weights only where they fill it",
    )  # fmt: skip
    board.reject(
        "both-at-short-context", "B = r*s/n", against=(batch, ridge, sparsity, context),
        because="the batch where the lines meet without a context, and 20 ms for it, in one breath (before 0:22:32)",
    )  # fmt: skip
