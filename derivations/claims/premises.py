"""The shared premises: each is believed for a reason, and any of them can be replaced."""

from derivations.engine.premise import Alternative, Premise

COMPUTE_TIME = Premise(
    "compute-time",
    "t_c = phi*n*B*N_active/C",
    because="each new token multiplies every active parameter once; the arithmetic of attention is left out",
    source="lecture 0:03:28",
)
WEIGHT_FETCH = Premise(
    "weight-fetch",
    "t_w = b_w*N_total/W",
    because="a large batch touches every expert, so that all parameters are read once per pass",
    source="lecture 0:05:09",
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
    source="lecture 0:04:58",
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
    because="the GPUs share the work evenly",
    source="lecture 0:02:13",
)
POOLED_BANDWIDTH = Premise(
    "pooled-bandwidth",
    "W = G*W_gpu",
    because="each GPU reads its own share of weights and cache at the same time",
    source="lecture 1:17:07",
)
