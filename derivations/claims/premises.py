"""The shared premises: each is believed for a reason, and any of them can be replaced."""

from derivations.claims.notation import (
    ATTENTION_WORK,
    CACHE,
    CACHE_COPIES,
    EXPERTS,
    FIXED_MICRO,
    FULL_TRAINS,
    LATENT,
    MICRO_PER_STAGE,
    REACHED_RATE,
    READ_PART,
    READ_SHARE,
    SELECTED,
    SPARSE_READ,
    SQUARE_ROOT,
)
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
            "t_w = b_w*(N_always + N_experts*(1 - (1 - k_active/n_experts)^(n*B/1[token])))/W",
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
READ_TIME = Premise(
    "read-time",
    "t_m = R_pass/W",
    because="almost all accesses are reads, and they come at full bandwidth",
    source="lecture 0:25:14",
)
PASS_BY_READS = Premise(
    "pass-by-reads",
    "T = t_m",
    because="the pass takes as long as its reads: compute is overlapped and takes no longer",
    source="after lecture 0:24:01",
)
FULL_READ = Premise(
    "full-read",
    "R_pass = M",
    because="weights and caches fill the memory, and a pass reads each of them once",
    source="lecture 0:24:01",
    alternatives=(
        Alternative(
            "part-read",
            "R_pass = u_read*M",
            because="some of the memory is empty, or holds caches of sequences that are not in this pass",
            quantities=(READ_SHARE,),
        ),
    ),
)
BACK_TO_BACK = Premise(
    "back-to-back",
    "tau = T",
    because="the next pass starts when the last one has ended, full or not",
    source="lecture 0:22:32",
)
NEXT_TRAIN = Premise(
    "next-train",
    "t_sys = x_wait*tau + T",
    because="a request waits for the next start and rides one pass; so it is while no train is full",
    source="lecture 0:23:07",
    alternatives=(
        Alternative(
            "full-trains",
            "t_sys = (x_wait + n_full)*tau + T",
            because="so many trains that start first are full",
            quantities=(FULL_TRAINS,),
        ),
    ),
)
JUST_MISSED = Premise(
    "just-missed",
    "x_wait = 1",
    because="the worst moment to arrive is just after a start",
    source="lecture 0:23:07",
)
EVEN_ARRIVALS = Premise(
    "even-arrivals",
    "t_mean = t_sys - (x_wait - S_req/N_req^2)*tau",
    because="of N requests spread evenly over an interval the j-th to last waits j/N of it, and all else is the same "
    "for each of them",
    source="not in the lecture: the mean beside its worst case",
)
GENERATED = Premise(
    "generated",
    "X_sys = n*B/tau",
    because="every sequence of a batch gets its new tokens once in an interval",
    source="lecture 0:26:32",
)
ANNOUNCED_TRAFFIC = Premise(
    "announced-traffic",
    "X_all = D_announced/t_announced",
    because="providers announce the tokens of a month, of all their products, input and output together; the lecture "
    "takes all of them as generated",
    source="after lecture 0:27:28",
)
CACHE_LAYOUT = Premise(
    "cache-layout",
    "kappa_stored = n_vectors*n_own*n_kv*d_head*b_kv",
    because="each layer with a cache of its own keeps a key and a value for each head; windowed layers count apart",
    source="lecture 1:38:35",
    alternatives=(
        Alternative(
            "latent",
            "kappa_stored = n_own*(d_latent + d_rope)*b_kv",
            because="latent attention keeps one compressed vector and one positional key per layer, for all heads",
            source="DeepSeek-V2 and V3, from the model's card",
            quantities=LATENT,
        ),
    ),
)
DENSE_READ = Premise(
    "dense-read",
    "kappa = kappa_stored",
    because="dense attention reads every byte that it stores, for each new token",
    source="lecture 0:07:27",
    alternatives=(
        Alternative(
            "sparse-read",
            "kappa = x_kv*kappa_stored",
            because="sparse attention reads a part only, so that more may be stored: the way out that he names",
            source="lecture 1:40:52",
            quantities=(READ_PART,),
        ),
    ),
)
CACHE_SHARE = Premise(
    "cache-share",
    "t_kv = u_kv*t_c",
    because="at the step reads take as long as compute, a part of them those of the cache: all, if the batch is so "
    "large that the weights drop out",
    source="after lecture 1:36:29; on the picture of card 22 the weights take half",
)
LONGEST_READ = Premise(
    "longest-read",
    "t_far = t_w + y_far*t_kv",
    because="at so many times the context so many times the cache is read, and the weights as before",
    source="lecture 1:33:03 to 1:36:29, the line of the memory fetch against context",
)
PRICE_BY_TIME = Premise(
    "price-by-time",
    "p_long = p_short*t_far/t_c",
    because="a price in proportion to the time of a pass: compute below the step, and above it the reads of the "
    "longest context, so that no request makes a loss",
    source="after lecture 1:33:03 to 1:36:29, where both prices stand above the cost",
)
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
