"""block-decoding: up to which batch a decoder that computes several tokens at once beats one token at a time.

The lecture mentions drafts in passing. Drafts, further heads and diffusion decoders all compute several tokens of a sequence in
a pass and keep some of them: one boundary covers them, the tokens kept for each token computed, times the balance batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import Between, Cards, Claim, Deployment, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.passes import SERVING, take_pool
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

BLOCK = (
    Quantity("n_block", "", "tokens of a sequence that a pass computes", "integer", latex=r"\nu"),
    Quantity("k_pass", "", "passes until a block of as many tokens is done", latex="K"),
    Quantity("m_kept", "", "tokens of a sequence that a pass keeps, on average", latex="m"),
    Quantity("x_yield", "", "tokens kept for each token computed", latex="q", definition="m_kept/n_block"),
    Quantity("t_tok", "s/sequence", "time of the arithmetic of a token", latex=r"t_{\mathrm{token}}"),
    Quantity("t_sweep", "s", "time to read all weights once"),
    Quantity("B_bal", "sequence", "balance batch of one token at a time, without context", latex=r"B_{1}", definition="r*s*1[sequence/token]"),
    Quantity("T_block", "s", "time of a pass over blocks"),
    Quantity("T_each", "s", "time of a pass with one token of each sequence", latex=r"T_{1}"),
    Quantity("X_block", "sequence/s", "tokens kept per second, over one token of a sequence", definition="m_kept*B/T_block"),
    Quantity("X_each", "sequence/s", "the same with one token at a time", definition="B/T_each", latex=r"X_{1}"),
    Quantity("y_block", "", "speed-up: tokens per second with blocks over those with one token at a time", definition="X_block/X_each", latex="y"),
    Quantity("B_turn", "sequence", "batch at which both are equally fast", latex=r"B_{*}", definition="x_yield*B_bal"),
    Quantity("B_block", "sequence", "batch from which a pass over blocks is compute-bound", latex=r"B_{\mathrm{full}}", definition="B_bal/n_block"),
)
LETTERS = Notation((
    *SERVING.only("r", "s", "phi", "B", "b_w", "N_total", "N_active", "C", "W", "C_gpu", "W_gpu", "G"),
    *BLOCK,
))


# --- premises

_CHANCE = Quantity("x_taken", "", "chance that a drafted token is kept, given that those before it were", "fraction")

SWEEP = Premise(
    "sweep", "t_sweep = b_w*N_total/W",
    because="a pass reads every weight once; caches are left out, which decoders of either kind read", source="after lecture 0:05:09",
)
OF_A_TOKEN = Premise(
    "of-a-token", "t_tok = phi*N_active*1[token/sequence]/C",
    because="each computed token multiplies every active parameter once, whether it is kept or not", source="after lecture 0:03:28",
)
OVER_BLOCKS = Premise(
    "over-blocks", "T_block = max(t_sweep, n_block*t_tok*B)",
    because="compute and memory reads overlap, and a pass computes all tokens of the blocks; finished blocks and the prompt are cached", source="after lecture 0:04:58",
    alternatives=(
        Alternative("nothing-cached", "T_block = max(t_sweep, n_again*t_tok*B)", because="without a cache each pass computes the prompt and the whole answer again", source="masked diffusion as first published",
                    quantities=(Quantity("n_again", "", "tokens of a sequence that a pass computes if nothing is cached"),)),
    ),
)
ONE_EACH = Premise(
    "one-each", "T_each = max(t_sweep, t_tok*B)", because="a decoder of the same size computes one token of each sequence", source="after lecture 0:04:58",
)
IN_PASSES = Premise(
    "in-passes", "m_kept = n_block/k_pass", because="after so many passes all tokens of a block are kept", source="by counting",
    alternatives=(
        Alternative("drafts", "m_kept = (1 - x_taken^n_block)/(1 - x_taken)", because="tokens are drafted and verified in order: a token is kept if all before it were", source="Leviathan et al. 2023, arXiv 2211.17192",
                    quantities=(_CHANCE,)),
    ),
)
NO_FREE_TOKENS = Premise("no-free-tokens", "m_kept <= n_block", because="no pass keeps a token that it does not compute", source="by counting")
LEVEL = Premise("level", "y_block = 1", because="neither decoder is faster", source="the question")


# --- the argument

def block_decoding(board: Board) -> Handle:
    """The speed-up in each pair of regimes, and the batch at which it is gone."""
    take_pool(board)
    sweep, token, blocks, single, kept = (board.take(each) for each in (SWEEP, OF_A_TOKEN, OVER_BLOCKS, ONE_EACH, IN_PASSES))
    no_free = board.take(NO_FREE_TOKENS)
    ridge, sparsity = board.define("ridge", "r"), board.define("sparsity", "s")
    balance, useful = board.define("balance-batch", "B_bal"), board.define("kept-of-computed", "x_yield")
    turn, full = board.define("turn", "B_turn"), board.define("batch-of-full-blocks", "B_block")
    even = board.state("balance", "t_sweep = t_tok*B_bal", (sweep, token, ridge, sparsity, balance), because="at the balance batch the arithmetic takes as long as the weights")
    rates = (board.define("blocks-per-second", "X_block"), board.define("singles-per-second", "X_each"))
    gain = board.define("speed-up", "y_block")
    block_memory, block_compute = board.split("of-blocks", blocks, ("blocks-memory-bound", "blocks-compute-bound"), because="a pass takes as long as the slower of the two")
    each_memory, each_compute = board.split("of-singles", single, ("singles-memory-bound", "singles-compute-bound"), because="a pass takes as long as the slower of the two")
    known = (gain, *rates)
    board.state("while-reads-hide-it", "y_block = m_kept", (*known, block_memory, each_memory), because="further tokens are free while the pass is memory-bound")
    between = board.state("between", "y_block = B_turn/B", (*known, block_compute, each_memory, even, turn, useful), because="the block pass is compute-bound, and the other is not")
    beyond = board.state("beyond", "y_block = x_yield", (*known, block_compute, each_compute, useful), because="every computed token takes time, and only those that are kept count")
    board.state("never-beyond", "y_block <= 1", (beyond, useful, no_free), because="compute-bound, one token at a time is best")
    level = board.state("level-at", "B = B_turn", (between, board.suppose(LEVEL)), because="where the speed-up is gone")
    passes = board.substitute("turn-in-full", turn, (useful, balance, kept), because="tokens kept for each token computed, times the balance batch")
    spelled = board.substitute("level-in-full", level, (passes,), because="written out")
    result = board.rewrite("turn-by-passes", spelled, "B = r*s*1[sequence/token]/k_pass", because="the length of the block cancels: only the passes count")
    board.independence("any-block", passes, of="n_block", because="a longer block that takes as many passes keeps more, and computes more")
    board.substitute("full-blocks-in-full", full, (balance,), because="from this batch on blocks bring no further throughput")
    board.state("no-more-than-kept", "y_block <= m_kept", (*known, blocks, single), because="a pass over blocks takes at least as long as one with a token of each sequence")
    board.reject("computed-is-speed", "y_block = n_block", against=(*known, block_memory, each_memory, kept), because="takes the tokens of a pass for its speed: they take several passes to be done")
    board.reject("always-as-kept", "y_block = m_kept", against=(between, turn, useful), because="takes the speed of a single request for that of a full server")
    board.reject("fuller-is-better", "y_block > 1", against=(beyond, useful, no_free), because="takes a compute-bound pass for a well-used one: it counts arithmetic that is spent, not tokens that are kept")
    return result


# --- numbers

_FAST = Source(
    "fast-dllm", "Fast-dLLM, tables 1, 4, 5 and figures 1, 9, as transcribed in a public repository",
    url="https://arxiv.org/abs/2505.22618", date="2025-05", standing="secondary",
)
_BY = "Fast-dLLM, second-hand"
_GEMMA = Source("vllm-diffusion-gemma", "vLLM recipes: DiffusionGemma", url="https://recipes.vllm.ai/Google/diffusiongemma-26B-A4B-it", date="2026-06", standing="secondary")
_OWN = "our own choice"
DEFAULTS = {
    "n_block": Said("32", _BY, "block of LLaDA 8B", _FAST), "k_pass": Said("128/13", _BY, "3.25 of 32 tokens kept in a pass", _FAST)}
_CARDS = Cards("a100-80", "qwen3-32b", compute="bf16")


def _with(name: str, title: str, **numbers: str) -> Reading:
    """The defaults with other numbers."""
    return Reading(name, title, {**DEFAULTS, **{letter: Said(text, _OWN, "") for letter, text in numbers.items()}}, _CARDS)


READINGS = (
    Reading("llada", "LLaDA 8B on an A100, second-hand", DEFAULTS, _CARDS),
    _with("few-passes", "the same block in 4 passes", k_pass="4"),
    _with("long-block", "a block of 256 tokens in as many passes", n_block="256"),
    Reading("diffusion-gemma", "DiffusionGemma's canvas of 256 tokens in 20 passes, second-hand",
            {"n_block": Said("256", "vLLM, second-hand", "canvas", _GEMMA), "k_pass": Said("20", "vLLM, second-hand", "10 to 20 are typical, 48 the most", _GEMMA),
             "N_total": Said("25.2e9 parameter", "vLLM, second-hand", "", _GEMMA), "N_active": Said("3.8e9 parameter", "vLLM, second-hand", "", _GEMMA)},
            Cards("h200", "qwen3-32b", compute="fp8")),
)
PUBLISHED = (
    Published("turn-by-passes", ("8 sequence", "16 sequence"), _BY, "level with a causal model at a batch of 8, behind at 16", "range", "llada", kind="look-up", note="read in a transcription"),
)
GRIDS = (
    Grid(("turn-by-passes", "full-blocks-in-full", "balance-batch"), readings=("llada", "few-passes", "long-block", "diffusion-gemma"),
         title="Batch at which a block decoder is level with one token at a time, batch from which its passes are compute-bound, and the balance batch"),
)
RANGES = {
    "k_pass": Between("4", "32", "our own", "from eight tokens of a block kept in a pass to one"),
}


CLAIM = Claim(
    name="block-decoding",
    title="Block and diffusion decoders: the batch at which they stop paying off",
    chapter=chapters.AFTERWARDS,
    question="Up to which batch is a decoder of blocks faster than one token at a time?",
    answer="Up to about {turn-by-passes:2}: the balance batch of {balance-batch:3}, times the {kept-of-computed:%} of the computed tokens that a pass keeps.",
    notation=LETTERS, body=block_decoding, result="turn-by-passes", outside="no such batch",
    deciding="would be decided by the throughput of a block decoder and a causal model of one size by their batch, on one GPU",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("turn-by-passes", "full-blocks-in-full"),
    deployment=Deployment(_CARDS),
)
