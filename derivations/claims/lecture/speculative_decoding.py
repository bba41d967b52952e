"""speculative-decoding: what it brings to draft tokens and verify them in one pass.

Lecture 0:01:50 names speculative decoding and multi-token prediction as a second effect beside the batch, to
come back to; it never does. Here both follow from the roofline: a gain where a pass is memory-bound, a loss elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from derivations.claim.claim import (
    AS_BUILT,
    AS_SAID,
    Asserted,
    Between,
    Cards,
    Claim,
    Grid,
    Published,
    Reading,
    Said,
    Sentence,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.drafts import (
    CHECKED_PASS,
    DRAFTS,
    KEPT_OR_LOST,
    PLAIN_PASS,
    ROUND_TIME,
    VERIFIED,
    tokens_of_a_round,
)
from derivations.claims.shared.passes import (
    ARITHMETIC_TIME,
    ATTENTION,
    POOLED_ATTENTION,
    SERVING,
    Pass,
    take_balance,
    take_pass,
    take_pool,
)
from derivations.claims.shared.said import LECTURE, POPE, RIDGE
from derivations.language.quantity import Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

CACHE_READ = (
    Quantity("R_out", "byte/token", "KV cache read per accepted token",
             definition="t_kv*W/(B*m_out*1[token/sequence])"),
)


# --- the argument

def speculative_decoding(board: Board) -> Handle:
    """Tokens of a round, its time, the speed-up and its regimes; then the cache, and the balance batch."""
    times = take_pass(board, compute=ARITHMETIC_TIME)
    take_pool(board)
    board.take(POOLED_ATTENTION)
    verified = board.take(VERIFIED)
    emitted = tokens_of_a_round(board).tokens
    own = Round(
        board.define("speed-up-defined", "y_spec"), *(board.take(each) for each in (CHECKED_PASS, PLAIN_PASS, ROUND_TIME))
    )
    board.substitute(
        "speed-up", own.gain, (own.together, own.check, own.plain, emitted),
        because="tokens of a round over its time, by plain passes",
    )
    result = _speed_up_by_regime(board, own, emitted)
    _cache_and_batch(board, times, verified, emitted)
    return result


class Round(NamedTuple):
    """A round of drafting and verifying beside a plain pass, and the speed-up that it makes."""

    gain: Handle
    check: Handle
    plain: Handle
    together: Handle


def _speed_up_by_regime(board: Board, own: Round, emitted: Handle) -> Handle:
    """The speed-up where memory is slower in both passes, where compute is, and between."""
    bounds = ("compute-bound", "memory-bound")
    (check_compute, check_memory), (plain_compute, plain_memory) = (
        board.split(name, both, tuple(f"{name}-{bound}" for bound in bounds), because="a pass takes as long as the slower of the two")
        for name, both in (("verifying", own.check), ("plain", own.plain))
    )
    free = _gain_where(
        board, own, "memory-bound", (check_memory, plain_memory), "y_spec = m_out/(1 + x_draft*(n_ver - 1))",
        "verifying takes no extra time: the gain is the accepted tokens, the cost is drafting",
    )
    board.state(
        "worth-drafting", "y_spec - 1 = (m_out - 1 - x_draft*(n_ver - 1))/(1 + x_draft*(n_ver - 1))", (free,),
        because="drafting pays exactly if the accepted tokens beyond the first outweigh the time to draft",
    )
    result = board.substitute("memory-bound-speed-up", free, (emitted,), because="with the tokens of a round")
    _gain_where(
        board, own, "between", (check_compute, plain_memory), "y_spec = m_out*t_m/(t_c + x_draft*(n_ver - 1)*t_m)",
        "verifying has turned a memory-bound pass into a compute-bound one",
    )
    lossy = _gain_where(
        board, own, "compute-bound", (check_compute, plain_compute), "y_spec = m_out/(n_ver + x_draft*(n_ver - 1))",
        "a verified token takes as much time as an accepted one",
    )
    kept = board.take(KEPT_OR_LOST)
    rest = board.state(
        "compute-bound-rest", "1 - y_spec = (m_lost + x_draft*(n_ver - 1))/(n_ver + x_draft*(n_ver - 1))",
        (lossy, kept), because="discarded tokens and drafting",
    )
    board.state(
        "compute-bound-loss", "y_spec <= 1", (rest,),
        because="a pass keeps no more tokens than it verifies: compute-bound, one token at a time is best",
    )
    board.substitute("compute-bound-speed-up", lossy, (emitted,), because="with the tokens of a round")
    board.reject(
        "all-put-out", "m_out = n_ver", (kept,),
        because="counts every verified token as accepted: correct only if no draft is ever rejected",
    )
    board.reject(
        "always-gained", "y_spec = m_out", (lossy,),
        because="takes tokens per round for the speed-up: correct only if the pass is memory-bound and drafts are free",
    )
    return result


def _gain_where(board: Board, own: Round, regime: str, passes: tuple[Handle, ...], form: str, why: str) -> Handle:
    """The speed-up with both passes in a regime, and the form that a person would write."""
    spelled = board.substitute(
        f"{regime}-in-full", own.gain, (own.together, *passes), because="each pass takes the time of its slower side"
    )
    return board.rewrite(f"{regime}-gain", spelled, form, because=why)


def _cache_and_batch(board: Board, times: Pass, verified: Handle, emitted: Handle) -> None:
    """Cache read for each token put out, and the batch at which the pass turns compute-bound."""
    read = board.define("read-per-token", "R_out")
    board.substitute(
        "cache-read-per-token", read, (times.cache, emitted), because="one read of the cache serves the whole round"
    )
    _, _, batch, crossover = take_balance(board, times)
    ridge, sparsity = board.define("ridge", "r"), board.define("sparsity", "s")
    short = board.limit("short-context", batch, "L", because="the lecture leaves the KV cache out")
    product = board.rewrite(
        "ridge-times-sparsity", short, "B = r*s/n", using=(ridge, sparsity), because="as in the claim optimal-batch"
    )
    board.substitute(
        "balance-with-drafts", product, (verified,),
        because="the ridge counts tokens: with more tokens verified per sequence, proportionally fewer sequences",
    )
    board.substitute(
        "crossover-with-drafts", crossover, (verified,), because="and the crossover context is longer: by the same factor without the arithmetic of attention, by more with it, or there is none"
    )


# --- what was said

DEEPSEEK_V3_DRAFTS = Source(
    "deepseek-v3-report",
    "DeepSeek-V3 Technical Report, section 5.4.3",
    url="https://arxiv.org/abs/2412.19437",
    date="2024-12",
    author="DeepSeek-AI",
    standing="secondary",
)
_PLACE = "section 5.4.3"
_REPORT = "DeepSeek-V3 technical report"
_TWO = Said("2", _REPORT, f"{_PLACE}: it predicts the next two tokens", DEEPSEEK_V3_DRAFTS)
_LOW = Said("85%", _REPORT, f"{_PLACE}, second token, lower end", DEEPSEEK_V3_DRAFTS)
_HIGH = Said("90%", _REPORT, f"{_PLACE}, second token, upper end", DEEPSEEK_V3_DRAFTS)
# the parameters of its module over those of the model: what a pass that waits for weights takes for a draft
_MODULE = Said("14/671", "our estimate", "14 billion parameters of the module over 671 billion, README of the model")
_FREE = Said("0", "left out", "drafts that cost nothing")
_BATCH = Said("256 sequence", "our choice", "memory-bound, and routed to nearly every expert")
_LONG_BATCH = Said("16,384 sequence", "our choice", "large enough to be compute-bound")
_NO_CONTEXT = Said("0 token/sequence", "our choice", "without a KV cache")
_CONTEXT = Said("1k token/sequence", "our choice", "below the crossover context")
_DRAFTS = {"n_ver": _TWO, "x_accept": _LOW, "x_draft": _MODULE}
_NODE = Cards()

DEFAULTS = {**_DRAFTS, "B": _BATCH, "L": _CONTEXT}

READINGS = (
    Reading(AS_SAID, "the lecture's ridge and sparsity; it gives no number about drafts, these are DeepSeek-V3's",
            {"r": RIDGE, "s": Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE), **_DRAFTS}),
    Reading("ninety", "the upper end of the acceptance", {**DEFAULTS, "x_accept": _HIGH}, _NODE),
    Reading("free-drafts", "drafts that cost nothing", {**DEFAULTS, "x_draft": _FREE}, _NODE),
    Reading("four-tokens", "four tokens verified",
            {**DEFAULTS, "n_ver": Said("4", "our choice", "three drafted")}, _NODE),
    Reading("eight-tokens", "eight tokens verified",
            {**DEFAULTS, "n_ver": Said("8", "our choice", "seven drafted")}, _NODE),
    Reading("large-batch", "a compute-bound batch", {**DEFAULTS, "B": _LONG_BATCH, "L": _NO_CONTEXT}, _NODE),
    Reading("large-batch-eight", "the same with eight tokens verified",
            {**DEFAULTS, "n_ver": Said("8", "our choice", "seven drafted"), "B": _LONG_BATCH, "L": _NO_CONTEXT}, _NODE),
)

PUBLISHED = (
    Published("speed-up", "1.8", _REPORT, _PLACE, "two significant figures", AS_BUILT,
              kind="look-up", note="batch and machine are not printed there"),
    Published("speed-up", "1.8", _REPORT, _PLACE, "two significant figures", "ninety",
              kind="look-up", note="the upper end of the acceptance"),
    Published("memory-bound-speed-up", "1.8", _REPORT, _PLACE, "two significant figures",
              kind="look-up", note="the same without a machine: the regime alone"),
    Published("speed-up", "1.8", _REPORT, _PLACE, "two significant figures", "free-drafts",
              kind="look-up", note="without the time to draft"),
    Published("speed-up", "1.8", _REPORT, _PLACE, "two significant figures", "large-batch",
              kind="look-up", note="here the pass is compute-bound"),
)

ASSERTED = (
    Asserted("there is another effect besides the batch, speculative decoding or multi-token prediction, to come back to: no number is given, and the lecture does not come back to it",
             POPE, "0:01:50"),
    Asserted("drafts are accepted independently with the same chance: measured chances fall along a chain and differ between texts",
             "the usual simplification", "Leviathan et al. 2023"),
)

GRIDS = (
    Grid(("tokens-put-out", "speed-up", "cache-read-per-token", "balance-with-drafts"),
         readings=("ninety", "free-drafts", "four-tokens", "eight-tokens", "large-batch", "large-batch-eight"),
         title="Other drafts and other batches"),
)

RANGES = {
    "x_accept": Between("85%", "90%", _REPORT, _PLACE),
    "x_draft": Between("0", "10%", "our assumption: from nothing to a tenth of a pass"),
}


CLAIM = Claim(
    name="speculative-decoding",
    title="Drafted tokens: free while the pass is memory-bound",
    chapter=chapters.BATCH_SIZE,
    question="How much faster does a model answer if tokens are drafted and verified together?",
    answer=(
        "About {memory-bound-speed-up} times as fast while the pass is memory-bound and verifies {n_ver:token}, "
        "if a drafted one is accepted {x_accept:%} of the time."
    ),
    answer_if=("n_ver > 1", "y_spec >= 1.05"),
    otherwise=(
        Sentence("Hardly: about {memory-bound-speed-up:3} times as fast while the pass is memory-bound and verifies {n_ver:token}, if a drafted one is accepted {x_accept:%} of the time.",
                 ("n_ver > 1", "y_spec > 1")),
        Sentence("It does not: it is about {memory-bound-speed-up:3} times as fast while the pass is memory-bound and verifies {n_ver:token}, if a drafted one is accepted {x_accept:%} of the time.",
                 ("n_ver > 1", "y_spec <= 1")),
        Sentence("Not at all with {n_ver:token} in a pass, of which none was drafted.", ("n_ver <= 1",)),
    ),
    notation=SERVING.extended((*ATTENTION, *DRAFTS, *CACHE_READ)), body=speculative_decoding, result="memory-bound-speed-up",
    outside="the pass is not memory-bound",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("tokens-put-out", "memory-bound-speed-up", "compute-bound-speed-up", "speed-up", "balance-with-drafts"),
    not_from_cards=("G",),
)
