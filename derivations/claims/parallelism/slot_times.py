"""What more micro-batches cost: the weights of a stage are read anew for each of them."""

from __future__ import annotations

from derivations.claims.premises.bubbles import FORWARD_AND_BACKWARD, PART_OF_WORK, SLOT, WEIGHTS_FOR_EACH
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE
from derivations.claims.premises.training import TRAINING_ARITHMETIC
from derivations.engine.board import Board, Handle


def fewest_reads(board: Board, schedule: Handle) -> None:
    """The number of micro-batches that ends a batch soonest, and the tokens that each of them then has."""
    slot = board.take(SLOT)
    part = board.take(PART_OF_WORK)
    read = board.take(WEIGHTS_FOR_EACH)
    often = board.take(FORWARD_AND_BACKWARD)
    arithmetic = board.take(TRAINING_ARITHMETIC)
    compute, bandwidth = board.take(POOLED_COMPUTE), board.take(POOLED_BANDWIDTH)
    tokens = board.define("tokens-of-each", "d_mb")
    whole = board.substitute(
        "batch-time", schedule, (slot, part, read, tokens),
        because="more micro-batches idle less, and read the weights more often",
    )  # fmt: skip
    best = board.minimise(
        "soonest", whole, over="n_mb",
        because="more micro-batches shorten the idle slots until reading the weights takes as long as the arithmetic",
    )  # fmt: skip
    board.independence(
        "soonest-at-any-depth", best, of="n_fill",
        because="a deeper pipeline has more to fill, and smaller stages: both for any number of micro-batches",
    )  # fmt: skip
    each = board.substitute(
        "tokens-in-full", tokens, (best, often, arithmetic), because="the batch over that number: its size cancels"
    )
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")
    board.rewrite(
        "best-micro-batch", each, "d_mb = (2/3)*r*s", using=(ridge, sparsity, compute, bandwidth),
        because="the balance batch of serving once more: weights are read twice, and the arithmetic is three times as "
        "much",
    )  # fmt: skip
