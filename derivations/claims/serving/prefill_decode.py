"""prefill-decode: why output costs more than input, and what that says about decode.

Lecture 1:41:24 to 1:48:50. Said: output at three to five times the price of input, five in the calculation, so that
decode waits for memory five times as long as it computes.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.prefill import OUTPUT_AND_INPUT, RENT, TOKEN_SHARES
from derivations.claims.notation.serving import SERVING
from derivations.claims.premises.passes import POOLED_BANDWIDTH, POOLED_COMPUTE
from derivations.claims.premises.prefill import INPUT_PRICE, OUTPUT_DEARER, OUTPUT_PRICE
from derivations.claims.serving.balance import Pass, balance_batch, take_balance, take_pass
from derivations.claims.serving.kink import kink
from derivations.claims.serving.prefill_decode_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, RANGES, READINGS
from derivations.engine.board import Board, Handle


def prefill_decode(board: Board) -> Handle:
    """A token's share of a pass; the pass that is even; prices in proportion; where a price ratio can hold."""
    times = take_pass(board)
    board.take(POOLED_COMPUTE)
    board.take(POOLED_BANDWIDTH)
    _shares(board, times)
    _, spelled = take_balance(board, times)
    _, crossover = balance_batch(board, spelled)
    groups = (board.define("ridge", "r"), board.define("sparsity", "s"), crossover)
    edge = kink(board, times, groups)
    _even_pass(board, spelled, groups[:2])
    memory = board.define("memory-over-compute", "y_mem")
    law = board.state(
        "memory-in-groups", "y_mem = r*s/(n*B) + L/L_x", (memory, *times.times, *groups),
        because="the weights count by how far the batch is below its balance, the cache by how far the context is on "
        "the way to L_x",
    )  # fmt: skip
    flat, price = _prices(board, memory)
    result = _operating_points(board, price, law)
    _conflict(board, (flat, memory), (result, edge, *groups))
    board.define("price-ratio-above", "y_long")
    board.define("rent-of-a-token", "q_rent")
    board.define("margin", "y_margin", because="what the list price of input is, in rents of the machine at full rate")
    return result


def _shares(board: Board, times: Pass) -> None:
    """Compute per new token is flat in the length of a pass, memory falls as one over it."""
    compute = board.define("compute-share", "c_tok")
    flat = board.substitute(
        "compute-per-token", compute, (times.compute,), because="every new token multiplies for itself"
    )
    board.independence("flat-in-length", flat, of="n", because="so prefill and decode compute equally long for a token")
    memory = board.define("memory-share", "m_tok")
    falling = board.substitute(
        "memory-per-token", memory, (times.memory, times.weights, times.cache),
        because="weights and cache are read once for all new tokens of a pass, which divide the time among them; what "
        "is new in the cache stays on the chip",
    )  # fmt: skip
    board.limit("long-pass", falling, "n", "oo", because="in a long enough pass reads cost a token nothing")


def _even_pass(board: Board, spelled: Handle, groups: tuple[Handle, ...]) -> None:
    """How many new tokens per sequence make a pass even; more of them are a prefill bound by compute."""
    even = board.solve("even-pass", spelled, for_="n", because="where the flat line and the falling one cross")
    grouped = board.rewrite("even-pass-in-groups", even, "n = r*s/B + kappa*L*C/(phi*N_active*W)", using=groups,
                            because="the balance batch over the batch, and more where a context is read")  # fmt: skip
    board.limit("shortest-prefill", grouped, "L",
                because="a prompt has no context behind it at its start; with more new tokens each, prefill is bound "
                "by compute")  # fmt: skip


def _prices(board: Board, memory: Handle) -> tuple[Handle, Handle]:
    """Prices in proportion to time, and what their ratio says: none if compute-bound, else memory over compute."""
    taken = (board.take(OUTPUT_PRICE), board.take(INPUT_PRICE))
    listed = board.define("price-ratio", "y_price")
    ratio = board.substitute("ratio-of-times", listed, taken, because="the machine's price and the batch cancel")
    flat, _ = board.split(
        "two-ratios", ratio, ("ratio-compute-bound", "ratio-memory-bound"),
        because="where compute is slower output costs what input does, and more only where memory is",
    )  # fmt: skip
    use = board.define("decode-use", "u_decode")
    board.state(
        "use-of-compute", "u_decode = 1/y_price", (use, ratio),
        because="the price ratio upside down: what output is dearer by, the multipliers stand idle",
    )  # fmt: skip
    either = board.state("same-price-or-memory", "(y_price - 1)*(y_mem - y_price) >= 0", (ratio, memory),
                         because="a ratio of one, or one that memory reaches")  # fmt: skip
    dearer = board.take(OUTPUT_DEARER)
    bound = board.state("waits-for-memory", "t_m > t_c", (either, memory, dearer),
                        because="bound by compute, output would cost no more than input")  # fmt: skip
    price = board.state(
        "price-is-memory", "y_price = y_mem", (ratio, memory, bound),
        because="so the price list tells how many times longer memory takes than compute",
    )  # fmt: skip
    return flat, price


def _operating_points(board: Board, price: Handle, law: Handle) -> Handle:
    """Batch and context at which decode is memory-bound by the ratio of the prices."""
    groups = board.substitute("price-in-groups", price, (law,), because="the same of prices")
    context = board.solve(
        "context-turned", groups, for_="L", because="turned round: the context at which decode waits so long"
    )
    result = board.rewrite(
        "context-of-ratio", context, "L = L_x*(y_price - r*s/(n*B))",
        because="what the weight fetch does not explain, the cache must",
    )  # fmt: skip
    board.limit("context-of-large-batch", context, "B", "oo", because="of a batch so large that the weights drop out",
                holding=("y_price",))  # fmt: skip
    batch = board.solve("batch-of-ratio", groups, for_="B", because="or the batch, at a given context")
    board.limit("batch-without-context", batch, "L", because="and without a context: the balance batch over the ratio",
                holding=("y_price",))  # fmt: skip
    return result


def _conflict(board: Board, flat: tuple[Handle, Handle], known: tuple[Handle, ...]) -> None:
    """The argument from the step at 200,000 tokens, and the one from output and input, at one operating point."""
    below = board.state(
        "below-the-kink", "y_mem <= 1", flat,
        because="the argument of the step: where the price is flat in the context compute is the slower, and memory is "
        "never any times slower",
    )  # fmt: skip
    apart = board.define("apart", "L_apart")
    board.state(
        "contexts-apart", "L_apart = (y_price - 1)*L_x", (apart, *known),
        because="whatever the batch: from the longest context that is bound by compute to the one that the ratio asks "
        "for; at one batch both arguments never hold for the same context",
    )  # fmt: skip
    board.reject(
        "five-times-below-the-step", "t_m = 5*t_c", against=(below, *flat, Handle("memory-time")),
        because="decode five times memory-bound (1:48:50) and bound by compute up to the step (1:36:29), in one model "
        "at one batch and context",
    )  # fmt: skip
    board.reject(
        "input-is-dearer", "y_price = 1/y_mem", against=(Handle("price-is-memory"), Handle("memory-in-groups")),
        because="the host had it the other way round for a moment (after 1:41:24): input five times as dear",
    )  # fmt: skip


PREFILL_DECODE = Claim(
    name="prefill-decode",
    title="Output dearer than input: decode waits for memory",
    chapter=chapters.PRICES,
    question="If output costs five times what input does, how much of the time does decode wait for memory, and where?",
    notation=SERVING.extended((*TOKEN_SHARES, *OUTPUT_AND_INPUT, *RENT)),
    body=prefill_decode,
    result="context-of-ratio",
    outside="no such context",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("price-ratio", "use-of-compute", "shortest-prefill", "batch-without-context", "context-of-large-batch",
              "context-of-ratio", "contexts-apart"),
    grids=GRIDS,
    ranges=RANGES,
)  # fmt: skip
