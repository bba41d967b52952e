"""speculative-decoding: what it brings to draft tokens and verify them in one pass.

Lecture 0:01:50 names speculative decoding and multi-token prediction as a second effect beside the batch, to
come back to; it never does. Here both follow from the roofline: a gain where a pass waits for memory, a loss elsewhere.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.drafts import DRAFTS
from derivations.claims.notation.serving import SERVING
from derivations.claims.premises.drafts import VERIFIED
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE
from derivations.claims.serving.balance import Pass, balance_batch, take_balance, take_pass
from derivations.claims.serving.rounds import regimes, take_round
from derivations.claims.serving.speculative_decoding_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, RANGES, READINGS
from derivations.engine.board import Board, Handle


def speculative_decoding(board: Board) -> Handle:
    """Tokens of a round, its time, the speed-up and its regimes; then the cache, and the balance batch."""
    times = take_pass(board)
    board.take(POOLED_COMPUTE)
    board.take(POOLED_BANDWIDTH)
    verified = board.take(VERIFIED)
    emitted = tokens_of_a_round(board)
    own = take_round(board)
    board.substitute(
        "speed-up", own.gain, (own.together, own.check, own.plain, emitted),
        because="tokens of a round over its time, by plain passes",
    )  # fmt: skip
    result = regimes(board, own, emitted)
    cache_and_batch(board, times, verified, emitted)
    return result


def tokens_of_a_round(board: Board) -> Handle:
    """What a round puts out, each drafted token accepted by itself with the same chance."""
    emitted = board.sum(
        "tokens-put-out", "x_accept^k_draft", "k_draft", "0", "n_ver - 1", "n_ver", "m_out",
        because="token number i is put out if all i before it were accepted, each by itself with the same chance; the "
        "first follows in any case",
    )  # fmt: skip
    more = board.sum(
        "one-draft-more", "x_accept^k_draft", "k_draft", "0", "n_ver", "n_ver", "m_next", because="one term more"
    )
    board.state(
        "gain-of-a-draft", "m_next - m_out = x_accept^n_ver", (more, emitted),
        because="a further draft counts only if the whole chain before it holds",
    )  # fmt: skip
    board.state(
        "never-more-than", "m_out < 1/(1 - x_accept)", (emitted,),
        because="however many are drafted, a round ends at the first that fails",
    )  # fmt: skip
    board.state(
        "gap-to-the-most", "1/(1 - x_accept) - m_out = x_accept^n_ver/(1 - x_accept)", (emitted,),
        because="each further draft closes the same part of what is left",
    )  # fmt: skip
    return emitted


def cache_and_batch(board: Board, times: Pass, verified: Handle, emitted: Handle) -> None:
    """What is read of the cache for each token, and the batch at which the pass turns compute-bound."""
    read = board.define("read-per-token", "R_out")
    board.substitute(
        "cache-read-per-token", read, (times.cache, emitted), because="one read of the cache serves all of a round"
    )
    _, spelled = take_balance(board, times)
    batch, crossover = balance_batch(board, spelled)
    ridge, sparsity = board.define("ridge", "r"), board.define("sparsity", "s")
    short = board.limit("short-context", batch, "L", because="the lecture leaves the KV cache out")
    product = board.rewrite(
        "ridge-times-sparsity", short, "B = r*s/n", using=(ridge, sparsity), because="as claim optimal-batch has it"
    )
    board.substitute(
        "balance-with-drafts", product, (verified,),
        because="the ridge counts tokens: so many verified for each sequence, so many times fewer sequences",
    )  # fmt: skip
    board.substitute(
        "crossover-with-drafts", crossover, (verified,), because="and the context goes as many times further"
    )


SPECULATIVE_DECODING = Claim(
    name="speculative-decoding",
    title="Drafted tokens: free while the pass waits for memory",
    chapter=chapters.BATCH_SIZE,
    question="How much faster does a model answer if tokens are drafted and verified together?",
    notation=SERVING.extended(DRAFTS),
    body=speculative_decoding,
    result="memory-bound-speed-up",
    outside="the pass does not wait for memory",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("tokens-put-out", "memory-bound-speed-up", "compute-bound-speed-up", "speed-up", "balance-with-drafts"),
    not_from_cards=("G",),
    grids=GRIDS,
    ranges=RANGES,
)  # fmt: skip
