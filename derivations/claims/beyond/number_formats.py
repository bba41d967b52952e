"""number-formats: what block scales cost, and what narrower weights win in time.

The lecture's balance batch is precision-free where arithmetic doubles as bytes halve. Here weights, arithmetic and cache
have formats of their own: bytes fall with the bits, the time of a pass only while its reads bind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.claim.claim import (
    AS_BUILT,
    Between,
    Cards,
    Claim,
    Deployment,
    Grid,
    Published,
    Reading,
    Said,
    Sentence,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.cache import CACHE, FLASHMLA, LATENT
from derivations.claims.shared.documents import GPT_OSS
from derivations.claims.shared.passes import (
    AT_ROOFLINE,
    EXPERTS,
    SERVING,
    Pass,
    take_balance,
    take_pass,
    take_pool,
)
from derivations.claims.shared.racks import ALL_STARTS, OF_SUMS, ON_NETWORK_CARDS, STARTS, SUMS
from derivations.claims.shared.said import DECODE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

BITS = (
    Quantity("b_elem", "bit/parameter", "size of a weight without its scale"),
    Quantity("b_scale", "bit", "size of a scale", "nonnegative"),
    Quantity("g_scale", "parameter", "weights that share a scale"),
    Quantity("b_wide", "byte/parameter", "size of a weight in the wider format", latex=r"b_{\mathrm{wide}}"),
    Quantity("x_bits", "", "bytes in the narrow format over those in the wide one", definition="b_w/b_wide"),
    Quantity("y_small", "", "its inverse: how much smaller the weights become", definition="b_wide/b_w"),
)
TIMES = (
    Quantity("t_wide", "s", "time to fetch the weights once in the wider format", latex=r"t_{\mathrm{weights,wide}}"),
    Quantity("T_in_wide", "s", "time of a pass with weights in the wider format", latex=r"T_{\mathrm{wide}}"),
    Quantity("y_faster", "", "speed-up: time of that pass over that with narrow weights, each with its all-reduces",
             definition="(T_in_wide + t_starts)/(T + t_starts)"),
    Quantity("r_wide", "token", "ridge with the wider format", latex=r"r_{\mathrm{wide}}", definition="(C/W)*(b_wide/phi)"),
    Quantity("x_batch", "", "batch relative to the balance batch with wide weights and no context", definition="n*B/(r_wide*s)"),
    Quantity("x_beside", "", "time to fetch the cache, relative to fetching wide weights", "nonnegative", definition="t_kv/t_wide"),
    Quantity("x_sums", "", "starts of the all-reduces, relative to fetching wide weights", "nonnegative", definition="t_starts/t_wide"),
)
STORED = (
    Quantity("S_mixed", "GiB", "checkpoint with experts in the narrow format and everything else in the wide one"),
    Quantity("b_low", "byte", "size of a number of a cached latent in a narrow format"),
    Quantity("b_norm", "byte", "size of a scale of cached latents", "nonnegative"),
    Quantity("g_norm", "1/token", "numbers of a latent that share a scale"),
    Quantity("kappa_low", "byte/token", "cache per token and layer: latents in the narrow format, positional key in the wide one"),
    Quantity("kappa_same", "byte/token", "the same with all of it in the wide format"),
    Quantity("x_cache", "", "the ratio of the two", definition="kappa_low/kappa_same"),
)
LETTERS = Notation((
    *SERVING.only("T", "t_c", "t_m", "t_w", "t_kv", "r", "s", "phi", "n", "kappa", "B", "L", "L_x", "b_w", "N_total", "N_active"),
    *SERVING.only("C", "W", "C_gpu", "W_gpu", "G"),
    *BITS,
    *TIMES,
    *EXPERTS.only("N_always", "N_experts"),
    CACHE["b_kv"],
    *LATENT,
    *STORED,
    STARTS,
    *SUMS.quantities,
    *ON_NETWORK_CARDS.only("n_layers"),
))

DEQUANTIZED = Quantity("Q_deq", "parameter/s", "weights converted to the format of the arithmetic per second")


# --- premises

BLOCK_SCALES = Premise(
    "block-scales", "b_w = b_elem + b_scale/g_scale",
    because="each block of weights stores its own scale; a scale for a whole matrix is negligible",
    source="by counting",
    alternatives=(
        Alternative("bare", "b_w = b_elem", because="one scale for a whole matrix, or none", source="by counting"),
    ),
)
NARROWER = Premise(
    "narrower", "b_w <= b_wide", because="otherwise the format would save nothing", source="by definition",
)
WIDE_FETCH = Premise(
    "wide-fetch", "t_wide = b_wide*N_total/W", because="all parameters are read once, in the wider format", source="after lecture 0:05:09",
)
WIDE_PASS = Premise(
    "wide-pass", "T_in_wide = max(t_c, t_wide + t_kv)",
    because="the same arithmetic at the same rate: narrow weights are converted to the wider format before they are multiplied",
    source="after lecture 0:04:58",
    alternatives=(
        Alternative("half-the-arithmetic-rate", "T_in_wide = max(2*t_c, t_wide + t_kv)",
                    because="the narrow format is multiplied directly, at twice the rate of the wide one", source="data sheets, where the rate doubles as bits halve"),
    ),
)
MIXED = Premise(
    "mixed", "S_mixed = b_w*N_experts + b_wide*N_always", because="only the weights of the experts are stored in the narrow format",
    source="gpt-oss model card, arXiv 2508.10925",
)
LOW_LATENTS = Premise(
    "low-latents", "kappa_low = d_latent*b_low + (d_latent/g_norm)*b_norm*1[1/token] + d_rope*b_kv",
    because="latents in the narrow format with scales; the positional key stays wide, because rounding would degrade it", source="FlashMLA, note on sparse attention of 2025-09-29",
)
SAME_LATENTS = Premise(
    "same-latents", "kappa_same = (d_latent + d_rope)*b_kv", because="both in the wide format", source="DeepSeek-V2 and V3, from the model's card",
)


# --- the argument

@dataclass(frozen=True)
class Formats:
    """Bytes of a narrow weight, that it is no wider, a pass with narrow weights and with wide ones, and what both wait for."""

    bits: Handle
    narrower: Handle
    narrow: Pass
    fetch: Handle
    wide: Handle
    starts: Handle


def number_formats(board: Board) -> Handle:
    """Bytes of a weight with its scale; the speed-up of a pass; ridge and crossover; and two stores of mixed formats."""
    bits = board.take(BLOCK_SCALES)
    part, smaller = board.define("part-of-wide", "x_bits"), board.define("smaller-by", "y_small")
    in_bits = board.substitute("part-in-bits", part, (bits,), because="with the scales")
    board.substitute("smaller-in-bits", smaller, (bits,), because="with the scales")
    take_pool(board)
    formats = Formats(bits, board.take(NARROWER), take_pass(board, AT_ROOFLINE), board.take(WIDE_FETCH), board.take(WIDE_PASS), board.take(ALL_STARTS))
    wide = board.define("wide-ridge", "r_wide")
    result = _faster(board, formats, part, wide)
    _ridge(board, formats, part, wide)
    _stored(board)
    board.reject(
        "four-bits-are-a-quarter", "x_bits = b_elem/b_wide", against=(in_bits,),
        because="says that four bits are a quarter of sixteen: each block also has a scale",
    )
    return result


def _faster(board: Board, formats: Formats, part: Handle, ridge: Handle) -> Handle:
    """The speed-up: between one and the bytes, by batch and cache."""
    narrow, faster = formats.narrow, board.define("faster", "y_faster")
    known = (faster, part, formats.narrower, narrow.roofline, narrow.memory, narrow.weights, narrow.cache, formats.fetch, formats.wide)
    board.state("never-slower", "y_faster >= 1", known, because="narrow weights take no longer to read, and the arithmetic is the same")
    most = board.state("never-more-than-bytes", "y_faster*x_bits <= 1", known, because="at best a pass is nothing but the weight fetch")
    spelled = board.substitute("faster-in-full", faster, (formats.wide, narrow.roofline, formats.fetch, *narrow.times), because="both passes, written out")
    batch, cache, sparsity = board.define("batch-over-balance", "x_batch"), board.define("cache-over-weights", "x_beside"), board.define("sparsity", "s")
    start = board.define("starts-over-weights", "x_sums")
    result = board.rewrite(
        "speed-up", spelled, "y_faster = (max(x_batch, 1 + x_beside) + x_sums)/(max(x_batch, x_bits + x_beside) + x_sums)",
        using=(batch, cache, start, ridge, sparsity, part, narrow.cache, formats.fetch),
        because="the full speed-up at small batches without a context on one GPU, less with a cache to read and all-reduces to wait for, and none once the pass with wide weights is compute-bound",
    )
    board.reject(
        "always-full", "y_faster = 1/x_bits", against=(result, most),
        because="says that half the bytes give twice the speed: a compute-bound pass is no faster",
    )
    return result


def _ridge(board: Board, formats: Formats, part: Handle, wide: Handle) -> None:
    """The ridge moves with the weights' format, and the crossover of the context does not."""
    ridge = board.define("ridge", "r")
    board.state("ridge-falls", "r = x_bits*r_wide", (ridge, wide, part), because="with fewer bytes to read, a smaller batch is at balance")
    crossover = take_balance(board, formats.narrow).crossover
    board.independence("crossover-stays", crossover, of="b_w", because="the crossover depends on the bytes of the cache and the compute rate")


def _stored(board: Board) -> None:
    """A checkpoint of two formats, and a cache of two."""
    board.take(MIXED)
    low, same = board.take(LOW_LATENTS), board.take(SAME_LATENTS)
    part = board.define("cache-over-wide", "x_cache")
    spelled = board.substitute("cache-in-full", part, (low, same), because="both, written out")
    board.reject(
        "half-the-cache", "x_cache = b_low/b_kv", against=(spelled,),
        because="says that an 8-bit cache is half of a 16-bit one: scales and the positional key remain",
    )


# --- numbers

_NVIDIA = Source(
    "nvidia-nvfp4",
    "Introducing NVFP4 for Efficient and Accurate Low-Precision Inference",
    url="https://developer.nvidia.com/blog/introducing-nvfp4-for-efficient-and-accurate-low-precision-inference",
    date="2025-06-24",
    author="NVIDIA",
    standing="secondary",
)
_OWN = "our own choice"
_CARD = Cards("h100", "llama-3.1-70b", compute="bf16", cache="bf16")


def _format(element: str, scale: str, block: str, wide: str, by: str) -> dict[str, Said]:
    """A format with a scale for each block, and the wider one that it stands against."""
    return {"b_elem": Said(f"{element} bit/parameter", by, ""), "b_scale": Said(f"{scale} bit", by, ""),
            "g_scale": Said(f"{block} parameter", by, ""), "b_wide": Said(f"{wide} bit/parameter", "the format beside it", "")}


_GROUPS = _format("4", "16", "128", "16", "4-bit weights in groups of 128, with scales of 16 bits")
_MXFP4 = "MXFP4, as the Open Compute Project defines it"
_NVFP4 = "NVFP4, as NVIDIA describes it"
_BATCH = {"n": DECODE, "B": Said("32 sequence", _OWN, ""), "L": Said("2,048 token/sequence", _OWN, "")}
DEFAULTS = {**_GROUPS, **_BATCH, **OF_SUMS}
READINGS = (
    Reading("mxfp4", "MXFP4 against 16 bits", {**_format("4", "8", "32", "16", _MXFP4), **_BATCH}, _CARD),
    Reading("nvfp4", "NVFP4 against 16 bits", {**_format("4", "8", "16", "16", _NVFP4), **_BATCH}, _CARD),
    Reading("nvfp4-against-8", "NVFP4 against 8 bits", {**_format("4", "8", "16", "8", _NVFP4), **_BATCH}, _CARD),
    Reading("fp4-arithmetic", "NVFP4 on a B200 that also multiplies in it",
            {**_format("4", "8", "16", "16", _NVFP4), **_BATCH}, Cards("b200", "llama-3.1-70b", compute="fp4", cache="fp8")),
    Reading("gpt-oss", "gpt-oss-120b, its experts in MXFP4",
            {**_format("4", "8", "32", "16", _MXFP4),
             "N_experts": Said("114661785600 parameter", "gpt-oss-120b", "36 layers of 128 experts, from the configuration"),
             "N_always": Said("2168214400 parameter", "gpt-oss-120b", "the rest of 116.83 billion", GPT_OSS)}),
    Reading("fp8-latents", "DeepSeek-V3's latents in fp8, a scale of four bytes for every 128 numbers",
            {"d_latent": Said("512 1/token", "DeepSeek-V3", "its card"), "d_rope": Said("64 1/token", "DeepSeek-V3", "its card"),
             "b_kv": Said("2 byte", "FlashMLA", "the positional key", FLASHMLA), "b_low": Said("1 byte", "FlashMLA", "fp8", FLASHMLA),
             "b_norm": Said("4 byte", "FlashMLA", "scales in fp32", FLASHMLA), "g_norm": Said("128 1/token", "FlashMLA", "a tile", FLASHMLA)}),
)
_BLOG = "a blog post on NVFP4"
PUBLISHED = (
    Published("low-latents", "656 byte/token", "FlashMLA", "note on sparse attention of 2025-09-29", "exact", "fp8-latents"),
    Published("mixed", "60.8 GiB", "OpenAI", "model card of gpt-oss, table 1", "three significant figures", "gpt-oss"),
    Published("smaller-in-bits", "1.8", "NVIDIA", f"{_BLOG}, against FP8", "two significant figures", "nvfp4-against-8"),
    Published("smaller-in-bits", "3.5", "NVIDIA", f"{_BLOG}, against FP16", "two significant figures", "nvfp4"),
    Published("part-in-bits", "25%", "NVIDIA", f"{_BLOG}, of the memory of FP16", "two significant figures", "nvfp4",
              note="printed as “~25%” of three formats of 4 bits, two of them with scales"),
)
_ROWS = (AS_BUILT, "mxfp4", "nvfp4", "nvfp4-against-8")
GRIDS = (
    Grid(("block-scales", "smaller-in-bits", "part-in-bits"), readings=_ROWS, title="Bytes of a weight with its scale"),
    Grid(("ridge", "wide-ridge", "batch-over-balance", "cache-over-weights", "speed-up"), readings=_ROWS,
         title="Ridge with both formats, and the speed-up"),
    Grid(("ridge",), readings=(AS_BUILT, "fp4-arithmetic"), title="Ridge, if the arithmetic is narrow as well"),
    Grid(("low-latents", "cache-in-full"), readings=("fp8-latents",), title="A cache of latents in 8 bits"),
)
RANGES = {
    "B": Between("1 sequence", "512 sequence", "our own", "from a single sequence to beyond the balance batch"),
    "g_scale": Between("16 parameter", "128 parameter", "our own", "from NVFP4's blocks to groups of 128"),
    "L": Between("512 token/sequence", "32,768 token/sequence", "our own"),
}


_SIXTEEN_BIT = "b_wide = 2[byte/parameter]"

CLAIM = Claim(
    name="number-formats",
    title="Number formats: bits stored, and time saved",
    chapter=chapters.AFTERWARDS,
    question="How much do weights in fewer bits save?",
    answer=(
        "About {smaller-in-bits} times fewer bytes than 16-bit weights, and a pass about {speed-up} times as fast at {B:4}."
    ),
    answer_if=("y_small >= 1.05", "y_faster >= 1.05", _SIXTEEN_BIT),
    otherwise=(
        Sentence("About {smaller-in-bits} times fewer bytes than 16-bit weights, but a pass is hardly faster at {B:4}.", ("y_small >= 1.05", _SIXTEEN_BIT)),
        Sentence("About {smaller-in-bits} times fewer bytes than weights of {b_wide}, and a pass about {speed-up} times as fast at {B:4}.",
                 ("y_small >= 1.05", "y_faster >= 1.05")),
        Sentence("About {smaller-in-bits} times fewer bytes than weights of {b_wide}, but a pass is hardly faster at {B:4}.", ("y_small >= 1.05",)),
        Sentence("Nothing: with their scales they take about as many bytes as weights of {b_wide}, or more."),
    ),
    notation=LETTERS, body=number_formats, result="speed-up", outside="no such speed-up",
    deciding="trust the bound: fewer bits save at most their share of the bytes, and the kernels decide how much of that is saved",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("smaller-in-bits", "part-in-bits", "speed-up"),
    not_from_cards=("b_w",),  # it follows here, with the scales
    deployment=Deployment(_CARD),
)
