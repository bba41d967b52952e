"""Pipeline stages and micro-batches: their letters, their premises, and the numbers that claims begin from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import Said
from derivations.claims.shared.cache import BESIDE_CACHE, CACHE
from derivations.claims.shared.said import CARDS, DECODE, LECTURE, POPE
from derivations.derivation.premise import Alternative, LeftOut, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

MODEL_SIZE = Quantity("S_model", "byte", "size of all weights", definition="b_w*N_total")

PIPELINE = Notation((
    Quantity("m_gpu", "byte/GPU", "memory in use on one GPU"),
    Quantity("m_w", "byte/GPU", "weights held by one GPU", latex=r"m_{\mathrm{weights}}"),
    Quantity("m_kv", "byte/GPU", "KV cache held by one GPU; 0 without context", "nonnegative"),
    Quantity("m_top", "byte/GPU", "larger of weights and KV cache on one GPU", latex=r"m_{\max}",
             definition="max(m_w, m_kv)"),
    Quantity("m_full", "byte/GPU", "larger of the memory in use and the memory of the GPU",
             definition="max(m_gpu, M_gpu)"),
    Quantity("n_stages", "", "pipeline stages", latex="P"),
    Quantity("n_micro", "", "micro-batches in flight at the same time", latex=r"N_{\mu}"),
    Quantity("ep_width", "GPU", "expert-parallel width: GPUs that share one stage", latex="E"),
    Quantity("b_micro", "sequence", "sequences in one micro-batch", latex="b"),
    MODEL_SIZE,
    Quantity("x_idle", "", "fraction of the time that a stage idles if a single micro-batch is in flight", "nonnegative",
             definition="1 - 1/n_stages"),
    Quantity("w_share", "", "fraction of all weights that one stage holds", latex=r"u_{\mathrm{weights}}",
             definition="m_w*ep_width/S_model"),
    Quantity("K_seq", "byte/sequence", "KV cache of one sequence, all layers", "nonnegative", definition="kappa*L"),
    Quantity("K_micro", "byte", "KV cache of one micro-batch, all layers", "nonnegative", latex=r"K_{\mu}",
             definition="K_seq*b_micro"),
    Quantity("L_fit", "token/sequence", "context at which the KV cache alone fills the memory of a GPU"),
    Quantity("L_one", "token/sequence",
             "context at which, at the balance batch, a single stage holds as much KV cache as weights",
             latex=r"L_{1}", definition="phi*n*N_active*W/(kappa*C)"),
))

HOP = Quantity("t_hop", "s", "time of the hop from one stage to the next", "nonnegative")

SLOTS = (
    Quantity("n_mb", "", "micro-batches between two updates of the model", latex=r"N_{\mathrm{mb}}"),
    Quantity("n_fill", "", "slots before the last stage has its first micro-batch: stages beyond the first",
             latex=r"N_{\mathrm{fill}}"),
)

CHUNKS = Quantity("n_chunks", "", "chunks of layers of each stage, which the schedule visits in turn", latex=r"v")

FIXED_MICRO = Quantity(
    "n_fixed", "", "micro-batches in flight, chosen independently of the stages", latex=r"N_{\mathrm{fixed}}"
)

MICRO_PER_STAGE = Quantity("n_each", "", "micro-batches for each stage", latex=r"n_{\mu}")

CACHE_COPIES = Quantity("n_copies", "", "GPUs of a stage that keep a copy of the same cache")


FILL = Premise(
    "fill", "n_fill = n_stages - 1",
    because="the first micro-batch goes through the other stages before it reaches the last one", source="practice card 11",
)
STAGE_WEIGHTS = Premise(
    "stage-weights", "m_w = b_w*N_total/(ep_width*n_stages)",
    because="layers are split over the stages and experts over the GPUs of a stage, evenly and without copies",
    source="lecture 1:05:42",
)
STORED_ONCE = Premise(
    "stored-once", "m_w = b_w*N_total/G",
    because="the GPUs that share the model hold one copy of its weights together; activations and buffers are left out", source="after lecture 1:04:23",
)
STAGE_CACHE = Premise(
    "stage-cache", "m_kv = kappa*B*L/(ep_width*n_stages)",
    because="a stage keeps the KV cache of its own layers, sharded evenly over its GPUs, which the lecture takes as given; dense attention reads all that is stored",
    source="lecture 1:05:42",
    alternatives=(
        Alternative(
            "as-stored", "m_kv = kappa_stored*B*L/(ep_width*n_stages)",
            because="memory holds what is stored, and sparse attention reads only some of that for each token",
            quantities=CACHE.only("kappa_stored"),
        ),
        Alternative(
            "with-copies", "m_kv = n_copies*kappa*B*L/(ep_width*n_stages)",
            because="a cache that cannot be sharded as far as the weights is replicated: one latent vector serves all heads, and if attention is split by heads each GPU needs all of it",
            quantities=(CACHE_COPIES,),
        ),
    ),
    leaves_out=(
        LeftOut(
            "windows, and the state of linear layers", "kappa_win*min(L, L_win) + K_state", beside="kappa*L",
            kept="the growing cache", quantities=BESIDE_CACHE,
        ),
    ),
)
MICRO_BATCHES = Premise(
    "micro-batches", "B = n_micro*b_micro",
    because="the batch in flight consists of micro-batches, each in its own stage", source="lecture 1:08:30",
)
ONE_PER_STAGE = Premise(
    "one-per-stage", "n_micro = n_stages",
    because="the fewest that keep every stage busy: each stage has one, and decode loops through the stages",
    source="lecture 1:08:30 to 1:10:33",
    alternatives=(
        Alternative(
            "fixed-number", "n_micro = n_fixed",
            because="a fixed number of micro-batches, independent of the stages; with fewer micro-batches than stages, some stages idle",
            quantities=(FIXED_MICRO,),
        ),
        Alternative(
            "several-per-stage", "n_micro = n_each*n_stages",
            because="more than one per stage, so the hop to the next stage overlaps with work on another micro-batch",
            quantities=(MICRO_PER_STAGE,),
        ),
    ),
)


def even_stages(board: Board, weights: Handle, cache: Handle) -> Handle:
    """The number of stages at which weights and KV cache of a GPU are equal, out of what either takes."""
    larger = board.define("larger-part", "m_top")
    _, more = board.split("parts", larger, ("weights-larger", "cache-larger"), because="the larger of weights and KV cache")
    board.state(
        "stages-at-least", "n_stages*kappa*L*b_micro >= b_w*N_total", (more, weights, cache),
        because="if the KV cache is the larger part, the caches of one micro-batch per stage take at least as much memory as all weights",
    )
    even = board.boundary("even-parts", larger, because="where the KV cache takes as much memory as the weights")
    spelled = board.substitute("even-parts-in-full", even, (weights, cache), because="both parts, written out")
    stages = board.solve(
        "even-stages", spelled, for_="n_stages", because="with more stages than this the KV cache is the larger part"
    )
    board.independence(
        "any-width", stages, of="ep_width", because="the GPUs of a stage shard weights and KV cache alike"
    )
    return stages


WIDE_STAGES = {
    "n": DECODE,
    "n_stages": Said("4", POPE, "1:05:42", LECTURE),
    "ep_width": Said("64 GPU", POPE, "1:05:42", LECTURE),
    "b_micro": Said("2400 sequence", "practice card 8", "the 300 times sparsity of 1:08:30", CARDS),
    "L": Said("8k token/sequence", POPE, "1:52:22 to 1:54:04, contexts before they grew", LECTURE),
}
