"""The letters of pipeline stages and micro-batches."""

from derivations.engine.quantity import Quantity

MODEL_SIZE = Quantity(
    "S_model", "byte", "size of all weights", latex=r"S_{\mathrm{model}}", definition="b_w*N_total"
)

PIPELINE = (
    Quantity("m_gpu", "byte/GPU", "memory in use on one GPU", latex=r"m_{\mathrm{GPU}}"),
    Quantity("m_w", "byte/GPU", "weights held by one GPU", latex=r"m_{\mathrm{weights}}"),
    Quantity("m_kv", "byte/GPU", "KV cache held by one GPU; 0 without context", "nonnegative",
             latex=r"m_{\mathrm{KV}}"),
    Quantity("m_top", "byte/GPU", "larger of weights and KV cache on one GPU", latex=r"m_{\max}",
             definition="max(m_w, m_kv)"),
    Quantity("m_full", "byte/GPU", "larger of the memory in use and the memory of the GPU", latex=r"m_{\mathrm{full}}",
             definition="max(m_gpu, M_gpu)"),
    Quantity("n_stages", "", "pipeline stages", latex="P"),
    Quantity("n_micro", "", "micro-batches under way at the same time", latex=r"N_{\mu}"),
    Quantity("ep_width", "GPU", "expert-parallel width: GPUs that share one stage", latex="E"),
    Quantity("b_micro", "sequence", "sequences in one micro-batch", latex="b"),
    MODEL_SIZE,
    Quantity("x_idle", "", "part of the time that a stage waits if a single micro-batch is under way", "nonnegative",
             latex=r"x_{\mathrm{idle}}", definition="1 - 1/n_stages"),
    Quantity("w_share", "", "part of all weights that one stage holds", latex=r"u_{\mathrm{weights}}",
             definition="m_w*ep_width/S_model"),
    Quantity("K_seq", "byte/sequence", "KV cache of one sequence, all layers", "nonnegative",
             latex=r"K_{\mathrm{seq}}", definition="kappa*L"),
    Quantity("K_micro", "byte", "KV cache of one micro-batch, all layers", "nonnegative",
             latex=r"K_{\mu}", definition="K_seq*b_micro"),
    Quantity("L_fit", "token/sequence", "context at which the KV cache alone fills the memory of a GPU",
             latex=r"L_{\mathrm{fit}}"),
    Quantity("L_one", "token/sequence",
             "context at which, at the balance batch, a single stage holds as much KV cache as weights",
             latex=r"L_{1}", definition="phi*n*N_active*W/(kappa*C)"),
)  # fmt: skip

FIXED_MICRO = Quantity(
    "n_fixed", "", "micro-batches under way, chosen apart from the stages", latex=r"N_{\mathrm{fixed}}"
)

MICRO_PER_STAGE = Quantity("n_each", "", "micro-batches for each stage", latex=r"n_{\mu}")

CACHE_COPIES = Quantity(
    "n_copies", "", "GPUs of a stage that keep a copy of the same cache", latex=r"n_{\mathrm{copies}}"
)
