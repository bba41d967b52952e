"""tensor-parallel: how many GPUs make a token soonest, where every layer waits for all of them.

The lecture divides the weights by the GPUs of a domain and leaves communication out. Here each layer adds up activations
over all of them: bytes that more GPUs do not make fewer, and starts that more GPUs make more. Where matrices are cut both
ways, more GPUs make the bytes fewer, too.
"""

from __future__ import annotations

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
from derivations.claims.shared.passes import POOLED_BANDWIDTH, SERVING, WEIGHT_FETCH
from derivations.claims.shared.racks import AICONFIGURATOR, HOP, INNER_WIDTH, OF_SUMS, ON_NETWORK_CARDS, SUMS
from derivations.claims.shared.said import DECODE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

COLLECTIVES = (
    *SUMS.quantities,
    Quantity("t_sum", "s", "time of an all-reduce on top of its bytes"),
    HOP,
    Quantity("t_sums", "s", "time of all all-reduces of a pass on top of their bytes", latex=r"\Sigma t_{\mathrm{start}}"),
    Quantity("t_wires", "s", "time of the bytes of all all-reduces of a pass"),
    Quantity("t_new_token", "s", "time until the next token of every sequence"),
    Quantity("t_fixed", "s", "the part of it that does not depend on the number of GPUs", definition="n_reduce*n_layers*t_begin + t_wires"),
    Quantity("G_wires", "GPU", "GPUs at which the bytes of the all-reduces take as long as the weight fetch",
             definition="t_w*G/t_wires"),
)
GRID = (
    INNER_WIDTH,
    Quantity("n_inner", "", "matrices whose outputs have the inner width: one, or two where the layer is gated"),
    Quantity("x_rows", "", "parts that the width of the model is cut into", latex=r"n_{\mathrm{rows}}"),
    Quantity("x_cols", "", "parts that the inner width is cut into", latex=r"n_{\mathrm{columns}}"),
    Quantity("u_rows", "", "fraction of a GPU's links on which activations as wide as the model are exchanged", "fraction"),
    Quantity("u_cols", "", "fraction of a GPU's links on which activations of the inner width are exchanged", "fraction"),
    Quantity("t_line", "s", "time of the bytes of a feed-forward layer cut along its inner width"),
    Quantity("t_grid", "s", "time of the bytes of a feed-forward layer cut both ways"),
    Quantity("t_fewer", "s", "the shorter of these times", definition="min(t_line, t_grid)"),
)
LETTERS = Notation((
    *SERVING.only("n", "B", "t_w", "b_w", "N_total", "N_active", "W", "W_gpu", "G"),
    *ON_NETWORK_CARDS.only("W_up", "d_model", "b_act", "n_layers"),
    *COLLECTIVES,
    *GRID,
))


# --- premises

RING = Premise(
    "ring", "t_sum = t_begin + t_step_on*G/1[GPU]",
    because="partial sums go around a ring of all GPUs", source="NCCL on eight H100 of one node, fitted to small all-reduces",
    alternatives=(
        Alternative("one-shot", "t_sum = t_begin", because="every GPU reads from all others at once, over one switch", source="vLLM's own kernel, flat up to eight GPUs"),
        Alternative("tree", "t_sum = t_begin + t_step_on*log(G/1[GPU])/log(2)", because="partial sums are added in a tree, pair by pair", source="by counting"),
    ),
)
ALL_SUMS = Premise(
    "all-sums", "t_sums = n_reduce*n_layers*t_sum", because="the next layer waits for each all-reduce", source="by counting",
)
SUM_BYTES = Premise(
    "sum-bytes", "t_wires = 2*n_reduce*n_layers*d_model*b_act*n*B/(W_up*1[GPU])",
    because="a ring moves the activations of all tokens over every link nearly twice; the factor 1 - 1/G is taken as one",
    source="as the exchange of the claim pass-time",
)
ONE_AFTER_ANOTHER = Premise(
    "one-after-another", "t_new_token = t_w + t_sums + t_wires",
    because="weight fetch and all-reduces do not overlap; caches and arithmetic are left out, for few sequences with short contexts",
    source="our own",
)
LINE_BYTES = Premise(
    "line-bytes", "t_line = 2*d_model*b_act*n*B/(W_up*1[GPU])",
    because="the activations of all tokens are gathered before the layer, and added up and split again behind it, on all links",
    source="as the bytes of the all-reduces, for one of them",
)
GRID_BYTES = Premise(
    "grid-bytes", "t_grid = 2*(d_model/(x_rows*u_rows) + n_inner*d_ff*1[1/token]/(x_cols*u_cols))*b_act*n*B/(W_up*1[GPU])",
    because="rows gather and add up activations of their part of the width, columns add up those of their part of the inner width, once for each matrix whose outputs have it",
    source="the book's question on 2D sharding, with fractions of the links written out",
)
GRID_OF_ALL = Premise("grid-of-all", "x_cols = G/(x_rows*1[GPU])", because="every GPU holds one part of each matrix", source="by counting")


# --- the argument

def tensor_parallel(board: Board) -> Handle:
    """The time of a token by GPUs; how many make it least, and the least; and where bytes outweigh the weights."""
    weights, pooled, start, sums = (board.take(each) for each in (WEIGHT_FETCH, POOLED_BANDWIDTH, RING, ALL_SUMS))
    wires, whole = board.take(SUM_BYTES), board.take(ONE_AFTER_ANOTHER)
    fixed = board.define("fixed-part", "t_fixed")
    spelled = board.substitute("next-in-full", whole, (weights, pooled, sums, start), because="written out for G GPUs")
    by_gpus = board.rewrite(
        "next-token", spelled, "t_new_token = b_w*N_total/(G*W_gpu) + n_reduce*n_layers*t_step_on*G/1[GPU] + t_fixed", using=(fixed,),
        because="weight fetch that more GPUs divide, hops that more GPUs add, and a constant",
    )
    best = board.minimise("soonest", by_gpus, over="G", because="beyond it, each further GPU adds more hop time than it saves in weight fetch", holding=("t_fixed",))
    board.independence("soonest-for-any-link", best, of="W_up", because="bytes take the same time on any number of GPUs")
    at_best = board.substitute("at-the-soonest", by_gpus, (best,), because="with that many GPUs")
    board.rewrite(
        "soonest-token", at_best, "t_new_token = t_fixed + 2*sqrt(b_w*N_total*n_reduce*n_layers*t_step_on/(W_gpu*1[GPU]))",
        because="weight fetch and hops then take equally long",
    )
    board.state("never-below-the-wires", "t_new_token > n_reduce*n_layers*t_begin + t_wires", (by_gpus, fixed), because="no number of GPUs reduces these")
    _wires(board, (weights, pooled), wires, spelled)
    _grid(board)
    board.reject(
        "twice-as-many-twice-as-fast", "t_new_token = b_w*N_total/(G*W_gpu)", against=(spelled, fixed),
        because="counts only the faster weight fetch: all-reduces take time, too",
    )
    board.reject(
        "root-forgotten", "G = b_w*N_total/(W_gpu*n_reduce*n_layers*t_step_on)", against=(best,),
        because="says that twice the weights call for twice the GPUs: each adds hops, so the optimum grows by the square root of two",
    )
    return best


def _wires(board: Board, weights: tuple[Handle, Handle], wires: Handle, whole: Handle) -> None:
    """The GPUs from which on the bytes of the sums take longer than the weights."""
    edge = board.define("gpus-at-the-wires", "G_wires")
    full = board.substitute("gpus-at-the-wires-in-full", edge, (*weights, wires), because="both, written out")
    short = board.rewrite(
        "wires-take-over", full, "G_wires = b_w*N_total*W_up*1[GPU]/(2*W_gpu*n_reduce*n_layers*d_model*b_act*n*B)",
        because="more GPUs divide the weights, but not the bytes of the all-reduces",
    )
    board.independence("wires-for-any-ring", short, of="t_step_on", because="hops are counted apart")
    board.reject(
        "bytes-are-divided", "t_wires = 2*n_reduce*n_layers*d_model*b_act*n*B/(G*W_up)", against=(wires, whole),
        because="says that more GPUs send less: each receives the whole sum",
    )


def _grid(board: Board) -> None:
    """A layer cut both ways: the best grid, and the GPUs from which on it sends fewer bytes than a layer cut one way."""
    line, grid, cells = board.take(LINE_BYTES), board.take(GRID_BYTES), board.take(GRID_OF_ALL)
    by_rows = board.substitute("grid-by-rows", grid, (cells,), because="the rest of the GPUs are its columns")
    rows = board.minimise("best-rows", by_rows, over="x_rows", because="more rows cut the width of the model finer, and the inner width less")
    at_best = board.substitute("best-grid-in-full", by_rows, (rows,), because="with that many rows")
    least = board.rewrite(
        "best-grid", at_best, "t_grid = 4*sqrt(n_inner*d_model*d_ff*1[1/token]*1[GPU]/(u_rows*u_cols*G))*b_act*n*B/(W_up*1[GPU])",
        because="falls as the root of the GPUs, where a layer cut one way sends as much on any number of them",
    )
    fewer = board.define("fewer-bytes", "t_fewer")
    even = board.boundary("even", fewer, because="where both take equally long")
    spelled = board.substitute("even-in-full", even, (line, least), because="both, written out")
    board.solve("grid-pays", spelled, for_="G", because="on more GPUs than this, a layer cut both ways sends fewer bytes")
    board.reject(
        "grid-in-a-square", "x_rows = sqrt(G/1[GPU])", against=(rows,),
        because="cuts both widths into as many parts: the inner one is larger, so it needs more of them",
    )


# --- numbers

_BOOK = "a book on scaling models, edition of 2025-02"
_CHAPTER = "its chapter on inference"
_SCALING = Source(
    "scaling-book-inference",
    "How To Scale Your Model, All About Transformer Inference, as first published",
    url="https://github.com/jax-ml/scaling-book/blob/0819a7d/inference.md",
    date="2025-02-04",
    author="Austin, Jacob and others",
    standing="verified",
)
_OWN = "our own choice"
_HOP = Said("1.567 us", "NCCL on H100", "the slope of that line", AICONFIGURATOR)


def _book(inner: int, batch: int) -> dict[str, Said]:
    """The book's feed-forward part: two matrices in 16 bits, one sum, and memory eight times as fast as the links."""
    by = {"N_total": f"{2 * 8192 * inner} parameter", "d_model": "8,192 1/token", "B": f"{batch} sequence", "b_w": "2 byte/parameter",
          "b_act": "2 byte", "W_gpu": "8 TB/s/GPU", "W_up": "1 TB/s/GPU", "n_layers": "1", "n_reduce": "1"}
    return {**{name: Said(text, _BOOK, _CHAPTER, _SCALING) for name, text in by.items()}, "n": DECODE, "G": Said("1 GPU", _OWN, "any number")}


def _torus(inner: int) -> dict[str, Said]:
    """The book's layer of two matrices on a torus: sums on one of three axes, the other exchanges on two."""
    by = {"d_model": "8192 1/token", "d_ff": f"{inner}", "n_inner": "1", "u_cols": "1/3", "u_rows": "2/3", "b_act": "2 byte"}
    return {name: Said(text, _BOOK, f"{_CHAPTER}, question 7", _SCALING) for name, text in by.items()}


_SWITCH = Said("1", "over one switch", "every exchange has all links")
DEFAULTS = {
    **OF_SUMS, "t_step_on": _HOP, "n": DECODE, "B": Said("1 sequence", _OWN, "a user alone"), "b_act": Said("2 byte", "activations in 16 bits", ""),
    "n_inner": Said("2", "Llama 3.1 70B", "a gated layer"), "d_ff": Said("28672", "Llama 3.1 70B", "from its configuration"),
    "u_rows": _SWITCH, "u_cols": _SWITCH,
}
_CARD = Cards("h100", "llama-3.1-70b", compute="bf16", cache="bf16")
READINGS = (
    Reading("two-hundred", "the same with 200 sequences", {**DEFAULTS, "B": Said("200 sequence", _OWN, "")}, _CARD),
    Reading("eight-bits", "the same with weights in 8 bits", DEFAULTS, Cards("h100", "llama-3.1-70b", compute="fp8")),
    Reading("scaling-book", "the book's example, 32 sequences and 16,384 columns", _book(16384, 32)),
    Reading("scaling-book-llama", "the book's LLaMA 70B, 64 sequences and 28,672 columns", _book(28672, 64)),
    Reading("scaling-book-grid", "the book's layer cut both ways, its inner width four times the width", _torus(4 * 8192)),
)
PUBLISHED = (
    Published("wires-take-over", "64 GPU", _BOOK, f"{_CHAPTER}, ways of model parallelism", "exact", "scaling-book"),
    Published("wires-take-over", "56 GPU", _BOOK, f"{_CHAPTER}, of LLaMA 70B", "exact", "scaling-book-llama"),
    Published("grid-pays", "81 GPU", _BOOK, f"{_CHAPTER}, question 7 on 2D sharding", "nearest integer", "scaling-book-grid",
              note="128 times the square of three-quarters is printed beside it"),
)
GRIDS = (
    Grid(("soonest", "next-token", "wires-take-over"), readings=(AS_BUILT, "two-hundred", "eight-bits"),
         title="GPUs at which the next token comes soonest, the time with eight, and GPUs at which bytes take as long as the weights"),
    Grid(("grid-pays",), readings=(AS_BUILT, "scaling-book-grid"), title="GPUs from which on layers cut both ways send fewer bytes"),
    Grid(("next-token",), ("h100", "h200", "b200"), cards=Cards(model="llama-3.1-70b", compute="bf16"), title="Time until the next token, with eight GPUs"),
)
RANGES = {
    "t_step_on": Between("0.5 us", "2 us", "our own", "from a third of NCCL's to more"),
}


_SOONEST = "b_w*N_total*1[GPU]/(W_gpu*n_layers*n_reduce*t_step_on)"  # the square of the number with the lowest latency
_ONE_FEWER = f"{_SOONEST} <= G*(G - 1[GPU])"  # it would be no slower
_LINKS = "W_up > 0[byte/s/GPU]"  # not on every card

CLAIM = Claim(
    name="tensor-parallel",
    title="Tensor parallelism: the number of GPUs with the lowest latency",
    chapter=chapters.AFTERWARDS,
    question="How many GPUs give the lowest latency per token?",
    answer="About {soonest:2} in one domain, with a token every {soonest-token:3}, where it takes {next-token:3} with {G:4}: beyond that, each further GPU adds more start-up time to the all-reduces than it saves in weight reads.",
    answer_if=(_LINKS, _ONE_FEWER),
    otherwise=(
        Sentence("All there are: with {G:4} a token takes {next-token:3}, and neither with one more nor with one fewer would it take less.", (_LINKS, f"{_SOONEST} <= G*(G + 1[GPU])")),
        Sentence("All there are: with {G:4} a token takes {next-token:3}, and with each further one it would take less, up to about {soonest:2} with {soonest-token:3}, if they were linked alike.", (_LINKS,)),
        Sentence("About {soonest:2} of the {G:4} in one domain, by reads of weights and starts of all-reduces; how long a token then takes is open, as the card does not say how fast its links are.", (_ONE_FEWER,)),
        Sentence("All {G:4} of a domain, by reads of weights and starts of all-reduces; how long a token then takes is open, as the card does not say how fast its links are."),
    ),
    notation=LETTERS, body=tensor_parallel, result="soonest", outside="no such number",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("soonest", "next-token", "wires-take-over"),
    deployment=Deployment(_CARD),
)
