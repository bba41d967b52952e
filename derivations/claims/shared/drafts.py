"""Drafted tokens that are verified in one pass: letters and premises of a round, and the tokens that it yields."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from derivations.claims.shared.passes import AT_ROOFLINE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

DRAFTS = Notation((
    Quantity("n_ver", "", "tokens of a sequence that a pass verifies: those drafted, and one more", "integer",
             latex=r"\nu"),
    Quantity("x_accept", "", "chance that a drafted token is accepted, given that those before it were", "fraction",
             latex=r"a"),
    Quantity("k_draft", "", "drafted tokens that must have been accepted before it", "whole", latex="i"),
    Quantity("m_out", "", "tokens that a round yields per sequence, on average", latex=r"m"),
    Quantity("m_next", "", "the same with one more token drafted", latex=r"m^{+}"),
    Quantity("m_lost", "", "tokens that a round verifies and discards per sequence, on average", "nonnegative"),
    Quantity("x_draft", "", "time to draft a token, as a fraction of a plain pass", "nonnegative"),
    Quantity("T_plain", "s", "time of a pass that verifies nothing: one new token of each sequence"),
    Quantity("T_round", "s", "time of a round: drafting plus the verifying pass"),
    Quantity("y_spec", "", "speed-up: tokens a second with drafts over those without", latex="y",
             definition="m_out*T_plain/T_round"),
))


VERIFIED = Premise(
    "verified-tokens", "n = n_ver*1[token/sequence]",
    because="a pass processes every drafted token of a sequence, plus the one after the last accepted",
    source="speculative decoding, Leviathan et al. 2023, arXiv 2211.17192; named in lecture 0:01:50",
)
KEPT_OR_LOST = Premise(
    "kept-or-lost", "m_out + m_lost = n_ver",
    because="every token that a pass processes is either kept or discarded",
    source="what verifying means; Leviathan et al. 2023, arXiv 2211.17192",
)
CHECKED_PASS = replace(
    AT_ROOFLINE,
    name="verifying-pass",
    because="the verifying pass takes as long as the slower of compute and reads, and no longer",
)
PLAIN_PASS = Premise(
    "plain-pass", "T_plain = max(t_c/n_ver, t_m)",
    because="a pass with one token per sequence does proportionally less arithmetic and the same reads; with experts and a small batch it would read fewer of them, which is left out",
    source="after lecture 0:04:58, with the lower bound reached",
    alternatives=(
        Alternative("no-overlap", "T_plain = t_c/n_ver + t_m", because="nothing overlaps: a pass reads first, then multiplies"),
    ),
)
ROUND_TIME = Premise(
    "round-time", "T_round = T + x_draft*(n_ver - 1)*T_plain",
    because="a cheaper model drafts tokens one after another, and one pass verifies them together",
    source="Leviathan et al. 2023, arXiv 2211.17192",
    alternatives=(
        Alternative(
            "drafted-together", "T_round = T + x_draft*T_plain",
            because="one cheap step drafts all of them, as several heads on one model can",
            source="multi-token prediction, arXiv 2404.19737, which the transcript of lecture 0:01:50 links to",
        ),
    ),
)


class Emitted(NamedTuple):
    """The tokens that a round yields, those of a round with one more draft, and the gain."""

    tokens: Handle
    more: Handle
    gain: Handle


def tokens_of_a_round(board: Board) -> Emitted:
    """Expected tokens of a round, a geometric sum: each draft is accepted by itself with the same chance."""
    emitted = board.sum(
        "tokens-put-out", "x_accept^k_draft", "k_draft", "0", "n_ver - 1", "n_ver", "m_out",
        because="token i is kept if all i drafts before it were accepted, independently and with the same chance; the first token always comes",
    )
    more = board.sum(
        "one-draft-more", "x_accept^k_draft", "k_draft", "0", "n_ver", "n_ver", "m_next", because="one more term"
    )
    gain = board.state(
        "gain-of-a-draft", "m_next - m_out = x_accept^n_ver", (more, emitted),
        because="a further draft counts only if all drafts before it were accepted",
    )
    board.state(
        "never-more-than", "m_out < 1/(1 - x_accept)", (emitted,),
        because="however many tokens are drafted, a round ends at the first rejected one",
    )
    board.state(
        "gap-to-the-most", "1/(1 - x_accept) - m_out = x_accept^n_ver/(1 - x_accept)", (emitted,),
        because="each further draft closes the same fraction of the remaining gap",
    )
    return Emitted(emitted, more, gain)
