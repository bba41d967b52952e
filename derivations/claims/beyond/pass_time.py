"""pass-time: how long a pass takes with what a roofline leaves out, and what follows for speed and throughput.

Not in the lecture: its roofline is a bound. Here stand an overhead per step, efficiencies, communication and the prompts
that are mixed in, each as a premise that one can take or leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import Cards, Claim, Grid, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.kernels import EFFICIENCIES, FRONT, LEFT_OUT, Front, Parts, take_front, take_kernels
from derivations.claims.shared.passes import SERVING
from derivations.claims.shared.prices import RENT
from derivations.claims.shared.racks import ON_NETWORK_CARDS
from derivations.claims.shared.requests import REQUESTS, SPEED
from derivations.claims.shared.said import GPU_HOUR
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

COSTS = (
    Quantity("cost_new", "USD/Mtoken", "GPU rent for a new token", latex=r"c_{\mathrm{token}}",
             definition="p_gpu/X_gpu"),
    Quantity("cost_top", "USD/Mtoken", "the same at the highest throughput", latex=r"c_{\mathrm{top}}",
             definition="p_gpu/X_top"),
)
LETTERS = Notation((
    *SERVING,
    *ON_NETWORK_CARDS.only("W_up", "d_model", "b_act", "n_layers"),
    *RENT.only("p_gpu"),
    *REQUESTS.only("t_in", "q_in", "L_in", "L_out"),
    *LEFT_OUT,
    *EFFICIENCIES,
    SPEED,
    *FRONT,
    *COSTS,
))


# --- the argument

def pass_time(board: Board) -> Handle:
    """The time of a pass, written out; the bound below it; and speed against throughput where reads bind."""
    parts = take_kernels(board)
    result = board.substitute(
        "pass-in-full", parts.whole, (*parts.times, parts.begun, *parts.pooled), because="every time, written out"
    )
    _bounds(board, parts)
    known = take_front(board, parts)
    _cost(board, known)
    _wrong(board, parts, (known.front, known.fastest))
    return result


def _bounds(board: Board, parts: Parts) -> None:
    """What no machine is faster than: the reads with the prompts mixed in, and the arithmetic."""
    begun = board.state(
        "prompts-for-outputs", "t_in = t_c*L_in/L_out", (parts.prompts, parts.begun, parts.compute),
        because="prompt tokens per new token are in the ratio of prompt length to output length",
    )
    reads = board.state(
        "reads-and-prompts", "T >= (t_w + t_kv)/e_read + t_in/e_flop", (parts.whole,),
        because="reading weights and cache and computing prompts take this long, whatever else adds to it",
    )
    perfect = board.state("no-kernel-beats-the-card", "T >= t_w + t_kv + t_in", (reads,),
                          because="no efficiency is above one")
    board.state(
        "never-faster", "T >= t_w + B*(kappa*L/W + (L_in/L_out)*phi*n*N_active/C)",
        (perfect, parts.cache, parts.compute, begun),
        because="perfect kernels, instant links and no overhead: the weights once, and the cache and prompts of each sequence",
    )
    board.state(
        "arithmetic-bound", "T >= (1 + L_in/L_out)*t_c/e_flop", (parts.whole, begun),
        because="prompts and new tokens are computed one after the other",
    )


def _cost(board: Board, known: Front) -> None:
    """The rent for a token along the front: without limit toward the top speed."""
    cost = board.define("cost", "cost_new")
    cheapest = board.define("cost-at-top", "cost_top")
    board.state(
        "cost-of-speed", "cost_new = cost_top/(1 - v_seq/v_top)", (cost, cheapest, known.front),
        because="twice the cost at half of the top speed, and without limit toward the top speed",
    )


def _wrong(board: Board, parts: Parts, ends: tuple[Handle, ...]) -> None:
    """Statements that fail."""
    board.reject(
        "roofline-as-forecast", "T = max(t_c, t_w + t_kv)", against=(parts.whole,),
        because="takes the bound for the time: it leaves out the terms added here",
    )
    board.reject(
        "prompts-upside-down", "t_in = t_c*L_out/L_in", against=(parts.prompts, parts.begun, parts.compute),
        because="with longer outputs prompts are rarer, not more frequent",
    )
    board.reject(
        "speed-times-throughput", "X_gpu*v_seq = X_top*v_top/4",
        against=ends,
        because="keeps the product of speed and throughput constant: the trade-off is a line, not a hyperbola",
    )
    board.reject(
        "half-the-time", "T = e_read*t_w", against=(parts.whole,),
        because="the time at peak rate is divided by the efficiency, not multiplied",
    )


# --- numbers

_OWN = "our own choice"
DEFAULTS = {
    "n": Said("1 token/sequence", "decode", ""),
    "B": Said("64 sequence", _OWN, ""),
    "L_in": Said("1,024 token/sequence", _OWN, ""),
    "L_out": Said("1,024 token/sequence", _OWN, ""),
    "L": Said("1,536 token/sequence", "the prompt and half of the output", ""),
    "b_act": Said("2 byte", "activations are exchanged in 16 bits, whatever the products are in", ""),
    "p_gpu": GPU_HOUR,
}

_LARGE = Cards("h200", "deepseek-v3", compute="fp8", cache="fp8")
_MIDDLE = Cards("h100", "llama-3.1-70b", compute="fp8", cache="fp8")
_LATER = Cards("b200", "llama-3.1-70b", compute="fp8", cache="fp8")

READINGS = (
    Reading("deepseek-on-h200", "eight H200, DeepSeek-V3 in fp8", DEFAULTS, _LARGE),
    Reading("llama-on-h100", "eight H100, Llama 3.1 70B in fp8", DEFAULTS, _MIDDLE),
    Reading("llama-on-b200", "eight B200, Llama 3.1 70B in fp8", DEFAULTS, _LATER),
)

GRIDS = (
    Grid(("pass-in-full", "speed", "throughput", "cost", "top-speed", "top-throughput"),
         readings=tuple(item.name for item in READINGS),
         title="A pass with {B:/}: its time, speed, throughput and cost per token, and both ends of the trade-off"),
)


CLAIM = Claim(
    name="pass-time",
    title="The time of a pass, as a forecast",
    chapter=chapters.AFTERWARDS,
    question="How long does a pass take?",
    answer="About {pass-in-full} for {B:4} on {G:4}: {speed:/} per second for each sequence, {throughput:#} for each GPU.",
    notation=LETTERS, body=pass_time, result="pass-in-full", outside="no pass",
    deciding="trust the models to which no efficiency was fitted, dense and MoE models taken separately",
    defaults=DEFAULTS, readings=READINGS, grids=GRIDS,
    compared=("pass-in-full", "speed", "throughput", "cost"),
    staged="n_stages",
)
