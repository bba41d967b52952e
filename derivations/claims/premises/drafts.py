"""Premises about drafting tokens and verifying them in one pass."""

from dataclasses import replace

from derivations.claims.premises.costs import AT_ROOFLINE
from derivations.engine.premise import Alternative, Premise

VERIFIED = Premise(
    "verified-tokens",
    "n = n_ver*1[token/sequence]",
    because="a pass works on every drafted token of a sequence, and on the one that comes after the last accepted",
    source="speculative decoding, Leviathan et al. 2023, arXiv 2211.17192; named in lecture 0:01:50",
)
KEPT_OR_LOST = Premise(
    "kept-or-lost",
    "m_out + m_lost = n_ver",
    because="what a pass works on is put out or thrown away: no pass puts out more than it has worked on",
    source="what verifying means; Leviathan et al. 2023, arXiv 2211.17192",
)
CHECKED_PASS = replace(
    AT_ROOFLINE,
    name="verifying-pass",
    because="the pass that verifies takes as long as the slower of compute and reads, and no longer",
)
PLAIN_PASS = Premise(
    "plain-pass",
    "T_plain = max(t_c/n_ver, t_m)",
    because="a pass for one token of each sequence multiplies as many times less, and reads the same; with experts and "
    "a small batch it would read fewer of them, which is left out",
    source="after lecture 0:04:58, with the lower bound reached",
    alternatives=(
        Alternative("no-overlap", "T_plain = t_c/n_ver + t_m", because="nothing overlaps: compute waits for its reads"),
    ),
)
ROUND_TIME = Premise(
    "round-time",
    "T_round = T + x_draft*(n_ver - 1)*T_plain",
    because="tokens are drafted one after another by something cheaper, and then verified together",
    source="Leviathan et al. 2023, arXiv 2211.17192",
    alternatives=(
        Alternative(
            "drafted-together",
            "T_round = T + x_draft*T_plain",
            because="one cheap step drafts all of them, as several heads on one model can",
            source="multi-token prediction, arXiv 2404.19737, which the transcript of lecture 0:01:50 links to",
        ),
    ),
)
