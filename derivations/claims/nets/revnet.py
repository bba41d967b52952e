"""revnet: layers that are run backward, and the memory they save.

Lecture 2:10:25 to the end. Said: compute is spent to save memory, the opposite of a KV cache.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.nets.revnet_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, RANGES, READINGS
from derivations.claims.nets.way_back import way_back
from derivations.claims.notation.network import ON_NETWORK_CARDS
from derivations.claims.notation.reversible import ACTIVATIONS, LAYER, REVERSIBLE_WORK, TRADES
from derivations.claims.notation.rounds import ROUNDS, ROUNDS_BACK
from derivations.claims.notation.serving import SERVING
from derivations.claims.notation.training import TRAINING
from derivations.claims.premises import reversible as given
from derivations.claims.premises.rounds import LEFT_NEXT, RIGHT_NEXT
from derivations.claims.premises.training import TRAINING_ARITHMETIC
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation

_NETWORK = {quantity.name: quantity for quantity in ON_NETWORK_CARDS}


def revnet(board: Board) -> Handle:
    """Layers undone; then memory against depth, arithmetic, and the worth of a byte at which the trade pays."""
    _undone(board)
    vector = board.define("vector", "m_vec")
    result, kept, held = _memory(board, vector)
    ordinary, reversible = _arithmetic(board)
    _trades(board, (kept, held), (ordinary, reversible), vector)
    return result


def _undone(board: Board) -> None:
    """The layer that was said, the block of the paper, and any number of layers."""
    out, handed = board.take(given.LAYER_OUT), board.take(given.LAYER_HANDED_ON)
    board.solve("residual-read-off", handed, for_="in_x", because="x is handed on as it is")
    board.state(
        "layer-undone", "in_y = out_x - f_layer(out_y)", (out, handed),
        because="with x at hand its function is computed once more, and taken off",
    )  # fmt: skip
    first, second = board.take(given.BLOCK_FIRST), board.take(given.BLOCK_SECOND)
    board.solve("second-half-undone", second, for_="x_second", because="the second half first: its function read y_1")
    board.solve("first-half-undone", first, for_="x_first", because="then the first: its function read x_2")

    forward = (board.take(LEFT_NEXT), board.take(RIGHT_NEXT))
    shifted = board.instance("next-but-one", forward[1], "k_round", "k_round + 1", because="the layer after")
    board.state(
        "two-layers-back", "right(k_round + 2) = right(k_round) + f_round(k_round + 1, right(k_round + 1))",
        (forward[0], shifted), because="layers with a swap are layers whose residual comes from two layers back",
    )  # fmt: skip
    rounds = [
        board.instance(f"{step.name}-{place}", step, "k_round", str(place), because="that layer")
        for place in range(2)
        for step in forward
    ]
    board.state(
        "block-of-two", "right(2) = right(0) + f_round(1, left(2))", rounds,
        because="two such layers are a block of the paper: the second function reads what the first has made",
    )  # fmt: skip
    way_back(board, forward)
    board.reject(
        "first-half-from-the-end", "x_first = y_first - f_block(y_second)", against=(first, second),
        because="the first function read the second half before the block, not after it",
    )  # fmt: skip


def _memory(board: Board, vector: Handle) -> tuple[Handle, Handle, Handle]:
    """Activations against depth: the ratio, and both, written out."""
    ordinary, reversible = board.take(given.ORDINARY_ACTIVATIONS), board.take(given.REVERSIBLE_ACTIVATIONS)
    kept = board.substitute("kept", ordinary, (vector,), because="linear in the layers")
    held = board.substitute("held", reversible, (vector,), because="without the layers")
    board.independence("any-depth", held, of="n_layers", because="what was passed is recovered and not kept")
    ratio = board.define("ratio", "y_act")
    result = board.substitute("memory-saved", ratio, (ordinary, reversible), because="width and tokens cancel")
    larger = board.define("larger", "m_larger")
    even = board.boundary("even", larger, because="where both hold as much")
    spelled = board.substitute("even-in-full", even, (ordinary, reversible), because="both, written out")
    board.solve("layers-at-even", spelled, for_="n_layers", because="with more layers than this memory is saved")
    heavy = board.define("heavy", "D_heavy")
    board.substitute("as-large-as-weights", heavy, (kept,), because="with more tokens activations are the larger part")
    board.reject(
        "held-for-each-layer", "m_rev = n_layers*k_kept*m_vec", against=(reversible,),
        because="nothing is kept for a layer that can be run backward",
    )  # fmt: skip
    return result, ordinary, reversible


def _arithmetic(board: Board) -> tuple[Handle, Handle]:
    """What running layers backward costs."""
    ordinary, reversible = board.take(TRAINING_ARITHMETIC), board.take(given.REVERSIBLE_ARITHMETIC)
    work = board.define("work", "y_work")
    board.substitute("overhead", work, (ordinary, reversible), because="one forward pass more, of three as dear")
    board.reject(
        "nothing-spent", "a_rev = a_pre", against=(ordinary, reversible),
        because="a blog post has it that reversible layers and KV caches are both wins as memory is what binds: the "
        "one spends arithmetic, the other memory",
    )  # fmt: skip
    board.reject(
        "twice-the-compute", "a_rev = 2*a_pre", against=(ordinary, reversible),
        because="as another blog post has it: the functions are computed once more, and the backward pass is not",
    )  # fmt: skip
    return ordinary, reversible


def _trades(board: Board, memory: tuple[Handle, Handle], work: tuple[Handle, Handle], vector: Handle) -> None:
    """The worth of a byte at which reversible layers pay, and at which a KV cache does."""
    costs = (board.take(given.KEPT_COST), board.take(given.REVERSIBLE_COST))
    least = board.define("cheaper-training", "g_least")
    even = board.boundary("equally-dear", least, because="where both are equally dear")
    spelled = board.substitute("equally-dear-in-full", even, (*costs, *memory, *work), because="both, written out")
    board.solve("worth-at-even", spelled, for_="w_byte", because="reversible layers pay if a byte is worth more")
    spent = board.define("spent-per-byte", "v_rev")
    ratio = board.substitute("spent-in-full", spent, (*memory, *work), because="both, written out")
    board.rewrite(
        "spent", ratio, "v_rev = phi*N_active/((n_layers*k_kept - (2 + k_kept))*d_model*b_act)", using=(vector,),
        because="one forward pass, for what all layers keep but one and the two halves; the tokens cancel",
    )  # fmt: skip

    caches = (board.take(given.CACHED_COST), board.take(given.AGAIN_COST))
    token = board.define("cheaper-token", "g_token")
    edge = board.boundary("cache-equally-dear", token, because="where both are equally dear")
    full = board.substitute("cache-equally-dear-in-full", edge, caches, because="both, written out")
    board.solve("cache-worth-at-even", full, for_="w_byte", because="a KV cache pays if a byte is worth less")
    board.define("saved-per-byte", "v_kv", because="the same: arithmetic saved for each byte spent")
    board.define("both-trades", "y_trade", because="above one, both trades pay for a byte whose worth lies between")


REVNET = Claim(
    name="revnet",
    title="Reversible layers: arithmetic spent to save memory",
    chapter=chapters.CRYPTOGRAPHY,
    question="What is saved if a net is run backward instead of keeping its activations?",
    notation=Notation((
        *(SERVING[name] for name in ("b_w", "N_total", "N_active", "phi", "kappa")), TRAINING["a_pre"],
        *(_NETWORK[name] for name in ("d_model", "b_act", "n_layers")),
        *ACTIVATIONS, *REVERSIBLE_WORK, *TRADES, *LAYER, *ROUNDS, *ROUNDS_BACK,
    )),
    body=revnet,
    result="memory-saved",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("overhead", "memory-saved", "spent", "saved-per-byte"),
    grids=GRIDS,
    ranges=RANGES,
)  # fmt: skip
