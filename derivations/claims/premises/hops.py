"""Premises about a token on its way through the stages of a pipeline."""

from derivations.engine.premise import Alternative, Premise

STAGE_READS = Premise(
    "stage-reads",
    "t_stage = (m_w + K_micro/(ep_width*n_stages))/W_gpu",
    because="for one micro-batch a stage reads its weights and its layers of the cache, and its GPUs do so together; "
    "arithmetic is overlapped",
    source="after lecture 1:17:07, for one stage",
)
STAGE_AFTER_STAGE = Premise(
    "stage-after-stage",
    "T = n_stages*t_stage",
    because="a token passes the stages one after another, and they have equal parts of the layers",
    source="after lecture 0:57:07 to 1:01:25",
)
TOKEN_TIME = Premise(
    "token-time",
    "t_token = T + n_hops*t_hop",
    because="between two stages the activation goes from a GPU to its network card, over a switch, and back up",
    source="lecture 1:15:20",
)
WRAP_ROUND = Premise(
    "wrap-round",
    "n_hops = n_stages",
    because="decode comes round again: after the last stage the new token goes back to the first",
    source="lecture 1:15:46, as many hops as stages",
    alternatives=(
        Alternative(
            "open-ended",
            "n_hops = n_stages - 1",
            because="what the last stage hands back is a token and no activation, and takes no time to speak of",
            source="our own",
        ),
        Alternative(
            "hidden",
            "n_hops = 0",
            because="the ideal pipeline, in which a hand-over takes no time",
            source="lecture 0:57:07 to 1:01:25, neutral for latency",
        ),
    ),
)
ALWAYS_AT_WORK = Premise(
    "always-at-work",
    "n_keep*t_stage = t_token",
    because="while a micro-batch is on its way round, every stage works on the others, one after another",
    source="after lecture 1:08:30",
)
