"""Pools of GPUs that compute input or generate output: their letters and premises, and a day of DeepSeek's."""

from derivations.claim.claim import Said
from derivations.claims.shared.passes import REACHED_RATE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

POOLS = Notation((
    Quantity("X_out", "token/s", "output tokens requested: each takes one pass of its sequence"),
    Quantity("X_in", "token/s", "input tokens to compute, without those whose cache is read from a store",
             "nonnegative"),
    Quantity("X_gen", "token/s", "output tokens that one system generates with that batch",
             latex=r"X_{\mathrm{decode}}"),
    Quantity("X_up", "token/s", "input tokens that one system computes in a second, while it does nothing else",
             latex=r"X_{\mathrm{prefill}}"),
    Quantity("N_mean", "", "systems in use on average, for input and output together; a mean, so not a whole number",
             latex=r"\bar N_{\mathrm{replicas}}"),
    Quantity("G_mean", "GPU", "GPUs in use on average", latex=r"\bar G"),
))

POOL_RATIO = Quantity("y_pools", "", "GPUs that compute input for each that generates output", "nonnegative",
                      definition="(X_in/X_up)/(X_out/X_gen)")

ONE_AT_A_TIME = Premise(
    "one-at-a-time", "N_mean = X_out/X_gen + X_in/X_up",
    because="a system does either prefill or decode, never both at once; the two loads add up, and no system is idle",
    source="our own; DeepSeek and others run them on separate nodes",
)
MEAN_GPUS = Premise(
    "mean-gpus", "G_mean = N_mean*G",
    because="every system has the same number of GPUs, whichever of the two it does",
    source="our own",
)
INPUT_RATE = Premise(
    "input-rate", "X_up = C/(phi*N_active)",
    because="prompts are long and many, so prefill is compute-bound, at the rate on the data sheet; the arithmetic of attention is left out",
    source="after lecture 1:43:00 to 1:48:50, where prefill is compute-bound",
    alternatives=(
        Alternative(
            "input-below-peak", "X_up = u_flop*C/(phi*N_active)",
            because="real kernels reach only a fraction of that rate",
            source="after lecture 0:19:31", quantities=(REACHED_RATE,),
        ),
    ),
)

DEEPSEEK_DAY = Source(
    "deepseek-v3-day",
    "DeepSeek-V3/R1 Inference System Overview, 24 hours of production",
    url="https://github.com/deepseek-ai/open-infra-index/blob/56d86855fcf6e08fdfd45ce6280bd24322c93351/202502OpenSourceWeek/day_6_one_more_thing_deepseekV3R1_inference_system_overview.md",
    date="2025-02-28",
    author="DeepSeek-AI",
    standing="verified",
)
SGLANG = Source(
    "sglang-96-h100",
    "Deploying DeepSeek with PD Disaggregation and Large-Scale Expert Parallelism on 96 H100 GPUs",
    url="https://github.com/lm-sys/lm-sys.github.io/blob/2db4e4042b31f3c3c9f4f93068ae80946d25a115/blog/2025-05-05-large-scale-ep.md",
    date="2025-05-05",
    author="The SGLang Team",
    standing="verified",
)


def of_the_day(number: str, what: str) -> Said:
    """A number of DeepSeek's published day."""
    return Said(number, "DeepSeek", what, DEEPSEEK_DAY)
