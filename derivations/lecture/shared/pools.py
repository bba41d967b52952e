"""Pools of GPUs that compute input or generate output: their letters and premises, and a day of DeepSeek's."""

from derivations.claim.claim import Said
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source
from derivations.search.premise import Premise

POOLS = Notation((
    Quantity("X_out", "token/s", "output tokens that are asked for: each takes a pass of its sequence"),
    Quantity("X_in", "token/s", "input tokens to compute; those whose cache is read from a store are left out",
             "nonnegative"),
    Quantity("X_gen", "token/s", "output tokens that one system generates with that batch",
             latex=r"X_{\mathrm{decode}}"),
    Quantity("X_up", "token/s", "input tokens that one system computes in a second, while it does nothing else",
             latex=r"X_{\mathrm{prefill}}"),
    Quantity("N_mean", "", "systems at work on average, for input and output together; a mean, and not whole",
             latex=r"\bar N_{\mathrm{replicas}}"),
    Quantity("G_mean", "GPU", "GPUs at work on average", latex=r"\bar G"),
))

ONE_AT_A_TIME = Premise(
    "one-at-a-time", "N_mean = X_out/X_gen + X_in/X_up",
    because="a system computes input or generates output, and not both at once: each of the two traffics takes so many systems, and none is idle",
    source="our own; DeepSeek and others run them on nodes apart",
)
MEAN_GPUS = Premise(
    "mean-gpus", "G_mean = N_mean*G",
    because="as many GPUs in each system, whichever of the two it does",
    source="our own",
)

DEEPSEEK_DAY = Source(
    "deepseek-v3-day",
    "DeepSeek-V3/R1 Inference System Overview, 24 hours of production",
    url="https://github.com/deepseek-ai/open-infra-index/blob/56d86855fcf6e08fdfd45ce6280bd24322c93351/202502OpenSourceWeek/day_6_one_more_thing_deepseekV3R1_inference_system_overview.md",
    date="2025-02-28",
    author="DeepSeek-AI",
    standing="verified",
)


def of_the_day(number: str, what: str) -> Said:
    """A number of DeepSeek's published day."""
    return Said(number, "DeepSeek", what, DEEPSEEK_DAY)
