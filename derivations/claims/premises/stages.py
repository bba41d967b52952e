"""Premises about pipeline stages and their micro-batches."""

from derivations.claims.notation.cache import CACHE
from derivations.claims.notation.stages import CACHE_COPIES, FIXED_MICRO, MICRO_PER_STAGE
from derivations.engine.premise import Alternative, Premise

STAGE_WEIGHTS = Premise(
    "stage-weights",
    "m_w = b_w*N_total/(ep_width*n_stages)",
    because="layers are spread over the stages and experts over the GPUs of a stage, evenly and without copies",
    source="lecture 1:05:42",
)
STAGE_CACHE = Premise(
    "stage-cache",
    "m_kv = kappa*B*L/(ep_width*n_stages)",
    because="a stage keeps the cache of its own layers, spread evenly over its GPUs, which the lecture takes as given; "
    "dense attention reads all that is stored",
    source="lecture 1:05:42",
    alternatives=(
        Alternative(
            "as-stored",
            "m_kv = kappa_stored*B*L/(ep_width*n_stages)",
            because="memory holds what is stored, and sparse attention reads only some of that for each token",
            quantities=CACHE[:1],
        ),
        Alternative(
            "with-copies",
            "m_kv = n_copies*kappa*B*L/(ep_width*n_stages)",
            because="a cache that cannot be cut as far as the weights is kept in copies: one latent vector serves all "
            "heads, and where attention is spread over heads each GPU needs the whole of it",
            quantities=(CACHE_COPIES,),
        ),
    ),
)
GPU_MEMORY = Premise(
    "gpu-memory",
    "m_gpu = m_w + m_kv",
    because="weights and KV cache are what memory is used for; activations are left out",
    source="lecture 1:04:23",
)
STAGES_IN_TURN = Premise(
    "stages-in-turn",
    "t_w = n_stages*m_w/W_gpu",
    because="a token passes the stages one after another, and at each of them the GPUs read their own weights together",
    source="after lecture 1:17:07",
)
MICRO_BATCHES = Premise(
    "micro-batches",
    "B = n_micro*b_micro",
    because="the batch under way is made of micro-batches, each in a stage of its own",
    source="lecture 1:08:30",
)
ONE_PER_STAGE = Premise(
    "one-per-stage",
    "n_micro = n_stages",
    because="the fewest that keep every stage busy: decode comes round again, so that each stage has one",
    source="lecture 1:08:30 to 1:10:33",
    alternatives=(
        Alternative(
            "fixed-number",
            "n_micro = n_fixed",
            because="so many micro-batches whatever the number of stages; with fewer than stages, some stages idle",
            quantities=(FIXED_MICRO,),
        ),
        Alternative(
            "several-per-stage",
            "n_micro = n_each*n_stages",
            because="more than one for each stage, so that the hop to the next stage hides behind the work on another",
            quantities=(MICRO_PER_STAGE,),
        ),
    ),
)
BALANCED_MICRO_BATCH = Premise(
    "balanced-micro-batch",
    "n*b_micro = r*s",
    because="a micro-batch is the balance batch, 300 times sparsity, the KV cache left out: the 20 ms train",
    source="lecture 1:08:30",
    alternatives=(
        Alternative(
            "with-context",
            "n*b_micro = r*s*L_one/(L_one - L)",
            because="the balance batch with the KV cache counted, as the claim optimal-batch derives it",
            source="claim optimal-batch",
        ),
    ),
)
