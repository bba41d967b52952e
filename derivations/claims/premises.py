"""The shared premises: each is believed for a reason, and any of them can be replaced."""

from derivations.claims.notation import ATTENTION_WORK
from derivations.engine.premise import Alternative, Premise

COMPUTE_TIME = Premise(
    "compute-time",
    "t_c = phi*n*B*N_active/C",
    because="each new token multiplies every active parameter once; the arithmetic of attention is left out, which is "
    "little for grouped-query attention and much for DeepSeek-V3's latent attention at long context",
    source="after lecture 0:03:28, with phi and n written out",
    alternatives=(
        Alternative(
            "with-attention",
            "t_c = (phi*n*B*N_active + f_attn*n*B*L)/C",
            because="every new token also multiplies with each token of its context",
            source="arithmetic of the model's attention, from its card",
            quantities=(ATTENTION_WORK,),
        ),
    ),
)
WEIGHT_FETCH = Premise(
    "weight-fetch",
    "t_w = b_w*N_total/W",
    because="a large batch touches every expert, so that all parameters are read once per pass",
    source="after lecture 0:05:09, with bytes per parameter written out",
)
KV_FETCH = Premise(
    "kv-fetch",
    "t_kv = kappa*B*L/W",
    because="each sequence reads its own cache, and dense attention reads all of it",
    source="lecture 0:07:27",
)
MEMORY_TIME = Premise(
    "memory-time",
    "t_m = t_w + t_kv",
    because="weights and KV cache come through the same memory bandwidth",
    source="lecture 0:07:27",
)
ROOFLINE = Premise(
    "roofline",
    "T >= max(t_c, t_m)",
    because="compute and memory reads overlap, and a pass takes at least as long as the slower of the two",
    source="after lecture 0:04:58",
    alternatives=(
        Alternative(
            "no-overlap",
            "T >= t_c + t_m",
            because="nothing overlaps: compute waits for its reads",
        ),
    ),
)
POOLED_COMPUTE = Premise(
    "pooled-compute",
    "C = G*C_gpu",
    because="the GPUs of one scale-up domain share the work evenly; communication is left out",
    source="after lecture 0:02:13",
)
POOLED_BANDWIDTH = Premise(
    "pooled-bandwidth",
    "W = G*W_gpu",
    because="each GPU of the domain reads its own share of weights and cache at the same time",
    source="after lecture 1:17:07",
)
