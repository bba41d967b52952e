"""Rounds of drafting and verifying beside plain passes: the speed-up, by what the passes wait for."""

from __future__ import annotations

from typing import NamedTuple

from derivations.claims.premises.drafts import CHECKED_PASS, KEPT_OR_LOST, PLAIN_PASS, ROUND_TIME
from derivations.engine.board import Board, Handle


class Round(NamedTuple):
    """A round of drafting and verifying beside a plain pass, and the speed-up that it makes."""

    gain: Handle
    check: Handle
    plain: Handle
    together: Handle


def take_round(board: Board) -> Round:
    """Both passes and the round as premises, and the speed-up by definition."""
    gain = board.define("speed-up-defined", "y_spec")
    return Round(gain, *(board.take(each) for each in (CHECKED_PASS, PLAIN_PASS, ROUND_TIME)))


def gain_where(board: Board, own: Round, regime: str, passes: tuple[Handle, ...], form: str, why: str) -> Handle:
    """The speed-up with both passes in a regime, and the form that a person would write."""
    spelled = board.substitute(
        f"{regime}-in-full", own.gain, (own.together, *passes), because="both passes take what they wait for"
    )
    return board.rewrite(f"{regime}-gain", spelled, form, because=why)


def regimes(board: Board, own: Round, emitted: Handle) -> Handle:
    """The speed-up where memory is slower in both passes, where compute is, and between."""
    bounds = ("compute-bound", "memory-bound")
    (check_compute, check_memory), (plain_compute, plain_memory) = (
        board.split(name, both, tuple(f"{name}-{bound}" for bound in bounds), because="one of the two is slower")
        for name, both in (("verifying", own.check), ("plain", own.plain))
    )
    free = gain_where(
        board, own, "memory-bound", (check_memory, plain_memory), "y_spec = m_out/(1 + x_draft*(n_ver - 1))",
        "the pass takes no longer for verifying: what it puts out is gained, and drafting is paid",
    )  # fmt: skip
    board.state(
        "worth-drafting", "y_spec - 1 = (m_out - 1 - x_draft*(n_ver - 1))/(1 + x_draft*(n_ver - 1))", (free,),
        because="worth it exactly where what is put out beyond one token outweighs the drafting",
    )  # fmt: skip
    result = board.substitute("memory-bound-speed-up", free, (emitted,), because="with the tokens of a round")
    gain_where(
        board, own, "between", (check_compute, plain_memory), "y_spec = m_out*t_m/(t_c + x_draft*(n_ver - 1)*t_m)",
        "verifying has turned a pass that waits for memory into one that waits for compute",
    )  # fmt: skip
    lossy = gain_where(
        board, own, "compute-bound", (check_compute, plain_compute), "y_spec = m_out/(n_ver + x_draft*(n_ver - 1))",
        "every token that is verified takes as long as one that is put out",
    )  # fmt: skip
    kept = board.take(KEPT_OR_LOST)
    rest = board.state(
        "compute-bound-rest", "1 - y_spec = (m_lost + x_draft*(n_ver - 1))/(n_ver + x_draft*(n_ver - 1))",
        (lossy, kept),
        because="what is verified in vain, and the drafting",
    )  # fmt: skip
    board.state(
        "compute-bound-loss", "y_spec <= 1", (rest,),
        because="no more is put out than verified: with compute the bound, one token at a time is best",
    )  # fmt: skip
    board.substitute("compute-bound-speed-up", lossy, (emitted,), because="with the tokens of a round")
    board.reject(
        "all-put-out", "m_out = n_ver", (kept,),
        because="every token that a pass verifies taken for one that is put out: right only if no draft ever fails",
    )  # fmt: skip
    board.reject(
        "always-gained", "y_spec = m_out", (lossy,),
        because="tokens of a round taken for the speed-up: right only where reads take longest, and drafts are free",
    )  # fmt: skip
    return result
