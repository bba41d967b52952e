"""Premises about one forward pass, and about the GPUs that share it."""

from derivations.claims.notation.cache import SELECTED, SPARSE_READ, SQUARE_ROOT
from derivations.claims.notation.experts import touched
from derivations.claims.notation.serving import ATTENTION_WORK, EXPERTS, REACHED_RATE
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
        Alternative(
            "below-peak",
            "t_c = phi*n*B*N_active/(u_flop*C)",
            because="real kernels reach a part of the rate on the data sheet only",
            source="after lecture 0:19:31, where real efficiency is the reason for larger batches",
            quantities=(REACHED_RATE,),
        ),
    ),
)
WEIGHT_FETCH = Premise(
    "weight-fetch",
    "t_w = b_w*N_total/W",
    because="a large batch touches every expert, so that all parameters are read once per pass",
    source="after lecture 0:05:09, with bytes per parameter written out",
    alternatives=(
        Alternative(
            "touched-experts",
            f"t_w = b_w*({touched('B')})/W",
            because="only experts that some token of the pass is routed to are read, each as likely as any other and "
            "each token by itself; one token reads the active parameters, and a large batch all of them",
            source="our own: the mean over routings; counts of experts from the model's card",
            quantities=EXPERTS,
        ),
    ),
)
KV_FETCH = Premise(
    "kv-fetch",
    "t_kv = kappa*B*L/W",
    because="each sequence reads its own cache, and dense attention reads all of it",
    source="lecture 0:07:27",
    alternatives=(
        Alternative(
            "windows-and-selection",
            "t_kv = B*(kappa_all*L + R_fixed)/W",
            because="windows and selected tokens are read at a fixed size once the context is longer than they are",
            source="layers, windows and selection of the model, from its card",
            quantities=SPARSE_READ,
        ),
        Alternative(
            "square-root",
            "t_kv = kappa*B*sqrt(L*L_dense)/W",
            because="sparse attention reads as the square root of the context, and all of it at the length L_dense",
            source="lecture 0:12:31, a square root in this term; the length from which it reads less is the reader's",
            quantities=SQUARE_ROOT,
        ),
        Alternative(
            "top-k",
            "t_kv = kappa*B*L_top/W",
            because="each new token selects a fixed number of earlier ones and reads no others, in contexts beyond "
            "that number",
            source="DeepSeek-V3.2 selects 2,048, from its card",
            quantities=SELECTED,
        ),
    ),
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
POOLED_MEMORY = Premise(
    "pooled-memory",
    "M = G*M_gpu",
    because="weights and cache are spread over the memory of all GPUs, without copies",
    source="after lecture 0:24:01",
)
