"""Changed premises of every claim, which tests of all claims derive them again under."""

from derivations.claims.index import CLAIMS

# by claim: first as it is, then each with premises replaced
CHANGES: dict[str, tuple[dict[str, str], ...]] = {
    "pass-time": ({}, {"exchange": "expert-parallel"}, {"overhead": "each-step-alike"}),
    "recompute": ({}, {"for-scores": "softmax-alone"}, {"on-each": "no-dropout"}, {"score-work": "earlier-alone"}),
    "latent-attention": ({}, {"time-of-pairs": "heads-shared"}, {"all-latents": "with-scales"}),
    "dollar-per-token": ({}, {"rented": "owned"}, {"hits-counted": "hits-left-out"}),
    "cheapest-training": (
        {}, {"inference-cost": "efficiency-forgotten"}, {"training-arithmetic": "recomputed"},
        {"cost-of-both": "cost_both = cost_pre + 2*cost_inf"},
    ),
    "checkpoint-interval": ({}, {"failures": "with-planned-stops"}, {"failures": "M_fail = M_one/G_run^2*1[GPU]"}),
    "draft-length": ({}, {"round-time": "drafted-together"}, {"verifying-pass": "no-overlap"}),
    "energy": ({}, {"drawn": "by-work"}, {"exchange": "no-exchange"}),
    "prefill-decode-pools": ({}, {"between-passes": "chunks-ride-along"}, {"input-asked": "part-is-found"}),
    "number-formats": ({}, {"block-scales": "bare"}, {"wide-pass": "half-the-arithmetic-rate"}),
    "all-to-all": ({}, {"sends-that-leave": "once-for-each-rack"}, {"expert-work": "with-the-rest-of-the-layer"}),
    "tensor-parallel": ({}, {"ring": "one-shot"}, {"ring": "tree"}),
    "training-mfu": ({}, {"in-chunks": "zero-bubble"}, {"score-work": "earlier-alone"}),
    "sharding-plan": (
        {}, {"one-after-the-other": "side-by-side"}, {"from-outside": "from-inside"},
        {"gathered": "gradients-twice-as-wide"},
    ),
    "cache-price": ({}, {"at-random": "in-sessions"}),
    "agent-sessions": ({}, {"warm": "cold"}, {"warm": "cleared-away", "started-anew": "results-cleared"}),
    "memory-price": ({}, {"fixed-bandwidth": "stacks"}, {"memory-alone": "with-power"}),
    "block-decoding": ({}, {"in-passes": "drafts"}, {"over-blocks": "nothing-cached"}),
    "rl-rollout": (
        {}, {"in-order": "first-done"}, {"spread": "log-normal", "longest": "longest-log-normal"},
        {"with-a-barrier": "with-environments"},
    ),
    "hybrid-attention": ({}, {"kept": "narrow-state"}, {"masked": "slow-gather"}),
    "routing-imbalance": (
        {}, {"fullest": "with-long-tail"}, {"fullest": "skewed"}, {"not-chosen": "sends-by-themselves"},
    ),
    "batch-discount": ({}, {"queue-of-prompts": "exponential"}, {"input-rate": "input-below-peak"}),
    "differential": ({}, {"alike": "against"}),
    "feistel": ({}, {"right-next": "own-half"}),
    "revnet": ({}, {"ordinary-activations": "inputs-only"}, {"reversible-arithmetic": "computed-twice-more"}),
    "moe-quality": ({}, {"routed-experts": "by-parameters"}),
    "speculative-decoding": (
        {}, {"round-time": "drafted-together"}, {"verifying-pass": "no-overlap"}, {"arithmetic-time": "weights-alone"},
    ),
    "overtraining-optimum": ({}, {"inference-cost": "efficiency-forgotten"}),
    "budget-split": ({}, {"inference-weight": "as-much-as-both"}),
    "fast-mode": ({}, {"price-of-fast": "other-margin"}, {"weight-fetch": "t_w = b_w*N_active/W"}),
    "cost-per-token": (
        {}, {"at-the-roofline": "no-overlap"}, {"kv-fetch": "square-root"}, {"touched": "every-expert"},
        {"arithmetic-time": "weights-alone"}, {"all-starts": "no-starts"},
    ),
    "latency-floor": (
        {}, {"weight-fetch": "touched-experts"}, {"roofline": "no-overlap"}, {"touched": "same-experts"},
        {"all-starts": "no-starts"},
    ),
    "roofline": ({}, {"roofline": "no-overlap"}, {"arithmetic-time": "weights-alone"}, {"kv-fetch": "square-root"}),
    "chinchilla": (
        {},
        {"equal-inference": "half-for-inference"},
        {"equal-rl": "share-of-rl", "equal-inference": "share-of-rl"},
        {"training-arithmetic": "recomputed"},
        {"pretraining-cost": "cost_pre = a_pre*N_total*D_pre"},
    ),
    "optimal-batch": (
        {},
        {"roofline": "no-overlap"},
        {"arithmetic-time": "weights-alone"},
        {"weight-fetch": "t_w = b_w*N_active/W"},
        {"kv-fetch": "t_kv = kappa*B*sqrt(L*1[token/sequence])/W"},
    ),
    "expert-parallelism": (
        {},
        {"activation-size": "mean-of-both-ways"},
        {"layer-bytes": "not-to-itself"},
    ),
    "pipeline-bandwidth": (
        {},
        {"expert-sends": "one-way"},
        {"hand-over": "n_out = 2"},
    ),
    "bubbles": (
        {},
        {"slot": "no-overlap"},
        {"forward-and-backward": "with-gradients"},
    ),
    "memory-wall": (
        {},
        {"room-for-cache": "part-held-back"},
        {"one-per-stage": "several-per-stage"},
        {"arithmetic-time": "weights-alone"},
    ),
    "pipeline-kv": (
        {},
        {"one-per-stage": "fixed-number"},
        {"one-per-stage": "several-per-stage"},
        {"one-per-stage": "n_micro = n_stages + 1"},
        {"stage-cache": "with-copies"},
        {"stage-cache": "as-stored"},
        {"balanced-micro-batch": "with-context"},
    ),
    "pipeline-latency": (
        {},
        {"wrap-round": "open-ended"},
        {"token-time": "t_token = T + 2*n_hops*t_hop"},
        {"hand-over-time": "as-guessed"},
    ),
    "scale-up": (
        {},
        {"next-fetch": "half-the-bytes"},
        {"pooled-bandwidth": "W = G*W_gpu/2"},
    ),
    "train-interval": (
        {},
        {"full-read": "part-read"},
        {"next-train": "full-trains"},
        {"back-to-back": "tau = 2*T"},
        {"pass-by-reads": "T = t_m + t_c"},
    ),
    "queueing": (
        {},
        {"timetable": "tau = 2*T"},
        {"queue": "n_queue = (lam - B/tau)*t_over/2"},
    ),
    "replicas": (
        {},
        {"enough": "N_rep*X_sys >= 2*X_model"},
    ),
    "kv-bytes": (
        {},
        {"arithmetic-time": "weights-alone"},
        {"kv-fetch": "windows-and-selection"},
        {"cache-layout": "latent"},
        {"dense-read": "sparse-read"},
        {"weight-fetch": "t_w = b_w*N_active/W"},
        {"kv-fetch": "t_kv = kappa*B*sqrt(L*1[token/sequence])/W"},
    ),
    "context-wall": (
        {},
        {"kv-fetch": "square-root"},
        {"kv-fetch": "top-k"},
        {"kv-fetch": "windows-and-selection"},
        {"arithmetic-time": "weights-alone"},
        {"dense-read": "sparse-read"},
        {"shared-numbers": "g_use = l_use*h_query"},
    ),
    "cache-tiers": (
        {},
        {"held-on-device": "gpu-waits"},
        {"one-read": "k_hold = 13"},
        {"cheapest-way": "cost_way = min(q_rent, cost_dev)"},
    ),
    "price-tier": (
        {},
        {"within-the-window": "longer"},
        {"memory-bound-above": "compute-bound-above"},
        {"price-by-time": "p_long = 2*p_short*t_far/t_c"},
        {"arithmetic-time": "weights-alone"},
        {"kv-fetch": "top-k"},
    ),
    "prefill-decode": (
        {},
        {"output-costs-more": "costs-no-more"},
        {"output-price": "no-overlap"},
        {"input-price": "prefill-below-peak"},
        {"arithmetic-time": "weights-alone"},
    ),
}


def a_change(claim: str) -> dict[str, str]:
    """Premises of that claim to replace, as long as one will do."""
    assert claim in CLAIMS
    return next(premises for premises in CHANGES[claim] if premises)
