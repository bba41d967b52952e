"""memory-price: how much memory a GPU should have, at what memory costs.

Not in the lecture, which takes the memory of a GPU as given and says that half of the spending goes to memory. With a
bandwidth that does not depend on it, throughput saturates in memory and cost does not: there is a best memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from derivations.claim.claim import AS_BUILT, Between, Cards, Claim, Deployment, Grid, OnCard, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.kernels import FRONT
from derivations.claims.shared.passes import (
    ARITHMETIC_TIME,
    ATTENTION,
    KV_FETCH,
    MEMORY,
    MEMORY_TIME,
    POOLED_ATTENTION,
    POOLED_COMPUTE,
    SERVING,
    WEIGHT_FETCH,
)
from derivations.claims.shared.prices import OWNED, SERVICE_LIFE
from derivations.claims.shared.said import DECODE, LECTURE, PATEL
from derivations.claims.shared.stages import PIPELINE, STORED_ONCE
from derivations.claims.shared.trains import PASS_BY_READS
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

BOUGHT = (
    PIPELINE["m_w"],
    Quantity("M_buy", "byte/GPU", "memory of a GPU, to be chosen", latex="M"),
    Quantity("M_room", "byte/GPU", "memory of a GPU that the weights leave for caches", latex="F", definition="M_buy - m_w"),
    *(each for each in FRONT if each.name == "X_gpu"),
    Quantity("X_full", "token/s/GPU", "throughput that more and more memory approaches", latex=r"X_{\infty}", definition="n*W_gpu/(kappa*L)"),
    Quantity("x_held", "", "fraction of the memory that the weights take", definition="m_w/M_buy"),
    Quantity("x_most", "", "throughput over the one that more and more memory approaches", definition="X_gpu/X_full"),
)
TWIN = (
    Quantity("M_small", "byte/GPU", "memory of the smaller of two chips that differ in memory alone"),
    Quantity("M_large", "byte/GPU", "memory of the larger one"),
    Quantity("g_small", "USD/h/GPU", "cost of an hour of the smaller one"),
    Quantity("g_large", "USD/h/GPU", "cost of an hour of the larger one"),
    Quantity("P_small", "W/GPU", "power of the smaller one with its share of the site"),
    Quantity("P_large", "W/GPU", "power of the larger one with its share of the site"),
)
COST = (
    Quantity("p_mem", "USD/h/GB", "price of memory: what its ownership costs, without its electricity", latex=r"p_{\mathrm{mem}}"),
    Quantity("p_byte", "USD/h/GB", "price of memory with all that its owner pays for it", latex="p"),
    Quantity("p_rest", "USD/h/GPU", "cost of a GPU-hour without memory", latex="K_0"),
    Quantity("g_buy", "USD/h/GPU", "cost of an hour of a GPU with the memory that is chosen", latex="g"),
    Quantity("M_even", "byte/GPU", "memory that costs as much as everything else", latex=r"M_{=}", definition="p_rest/p_byte"),
    Quantity("x_mem", "", "memory's fraction of the cost", latex=r"\sigma", definition="p_byte*M_buy/g_buy"),
    Quantity("cost_full", "USD/Mtoken", "owner's cost of a token, with the memory full", latex="c", definition="g_buy/X_gpu"),
)
BEST = (
    Quantity("M_best", "byte/GPU", "memory for caches at which a token is cheapest", latex=r"F_{*}", definition="sqrt(m_w*(m_w + M_even))"),
    Quantity("M_root", "byte/GPU", "best memory for caches, squared, over the weights", latex=r"F_{*}^2/m", definition="M_best^2/m_w"),
    Quantity("cost_least", "USD/Mtoken", "least cost of a token at a bandwidth that does not depend on the memory", latex=r"c_{*}", definition="kappa*L/(n*W_gpu)*(sqrt(p_byte*m_w) + sqrt(p_rest + p_byte*m_w))^2"),
)
PRICE_MOVES = (
    Quantity("M_slope", "byte^2*h/USD/GPU", "slope of the best memory in its price", "real", latex="M'"),
    Quantity("e_mem", "", "percent of memory for one percent more price, at the best memory", "real", latex=r"e_M", definition="M_slope*p_byte/M_buy"),
    Quantity("c_slope", "byte*h/token", "slope of the least cost in the price of memory", "real", latex=r"c_{*}'"),
    Quantity("e_cost", "", "percent of cost for one percent more price of memory, at the best memory", "real", latex=r"e_c", definition="c_slope*p_byte/cost_least"),
    Quantity("y_dear", "", "price of memory over today's", latex="y"),
    Quantity("M_after", "byte/GPU", "best memory at that price", latex=r"M_y", definition="m_w + sqrt(m_w^2 + m_w*M_even/y_dear)"),
    Quantity("y_bought", "", "best memory at that price, over today's", definition="M_after/M_buy"),
    Quantity("c_after", "USD/Mtoken", "least cost of a token at that price", latex=r"c_y", definition="kappa*L*y_dear*p_byte*M_after^2/(n*W_gpu*m_w)"),
    Quantity("y_paid", "", "cost of a token at that price and the best memory for it, over today's", definition="c_after/cost_least"),
    Quantity("y_kept", "", "cost of a token at that price, if as much memory is bought as before, over today's", definition="(p_rest + y_dear*p_byte*M_buy)/g_buy"),
    Quantity("u_rise", "", "rise of the cost if as much memory is bought as before", "real", definition="y_kept - 1"),
)
SOLD = (
    Quantity("x_sold", "", "memory's fraction of the cost of a GPU as it is sold", "fraction", latex=r"\sigma_{\mathrm{sold}}", definition="p_byte*M_gpu/p_own"),
    Quantity("y_sold", "", "memory of a GPU as it is sold, over the best", definition="M_gpu/M_buy"),
    Quantity("B_sold", "sequence", "sequences whose caches fill the memory of the GPUs as they are sold", definition="G*(M_gpu - m_w)/(kappa*L)"),
    Quantity("c_sold", "USD/Mtoken", "cost of a token on GPUs as they are sold", definition="p_own/(X_full*(1 - m_w/M_gpu))"),
    Quantity("y_above", "", "cost of a token on GPUs as they are sold, over that least", definition="c_sold/cost_least"),
)
STACKED = (
    Quantity("W_grown", "byte/s/GPU", "bandwidth of a GPU if it grows with the memory", definition="W_gpu*M_buy/M_gpu"),
    Quantity("t_stack", "s", "time to read all memory then", definition="M_buy/W_grown"),
    Quantity("X_stack", "token/s/GPU", "throughput then", definition="n*W_grown/(kappa*L)*(1 - m_w/M_buy)"),
    Quantity("c_stack", "USD/Mtoken", "cost of a token then", definition="g_buy/X_stack"),
    Quantity("c_further", "USD*GPU/token/byte", "what a further byte does to that cost", "real", latex=r"c_{\mathrm{stack}}'"),
    Quantity("M_roof", "byte/GPU", "memory for caches at which arithmetic takes as long as reading all memory then",
             latex=r"F_{\mathrm{roof}}", definition="kappa*L*M_gpu/(W_gpu*(phi*n*N_active/C_gpu + f_attn*n*L/C_attn_gpu))"),
)
LETTERS = Notation((
    *SERVING.only("T", "t_c", "t_m", "t_w", "t_kv", "phi", "n", "kappa", "B", "L", "b_w", "N_total", "N_active", "C", "W", "C_gpu", "W_gpu", "G"),
    *(each for each in ATTENTION if each.name in ("f_attn", "C_attn", "C_attn_gpu")),
    MEMORY,
    *OWNED,
    *BOUGHT,
    *TWIN,
    *COST,
    *BEST,
    *PRICE_MOVES,
    *SOLD,
    *STACKED,
))


# --- premises

CACHES_FILL = Premise(
    "caches-fill", "kappa*B*L = G*M_room", determines="B",
    because="sequences are added until their caches fill the memory that the weights leave", source="after lecture 1:04:23",
)
FIXED_BANDWIDTH = Premise(
    "fixed-bandwidth", "W = G*W_gpu",
    because="taller stacks of memory have the same connections: the bandwidth does not depend on the memory; it fails for racks such as GB200 NVL72, which buy stacks for their bandwidth", source="our own; a stack of HBM3E has 8 or 12 dies at one width",
    alternatives=(
        Alternative(
            "stacks", "W = G*W_gpu*M_buy/M_gpu", because="memory is added as further stacks, each with bandwidth of its own, like those of the GPU as it is sold", source="our own",
        ),
    ),
)
LONG_CONTEXTS = Premise(
    "long-contexts", "phi*n*N_active/C_gpu + f_attn*n*L/C_attn_gpu <= kappa*L/W_gpu",
    because="reading the cache of a sequence takes longer than computing its token, so that no batch makes the pass compute-bound", source="our own, of contexts beyond the one at which the two take equally long",
)
TWINS = Premise(
    "twins", "p_mem = (g_large - g_small - p_joule*(P_large - P_small))/(M_large - M_small)",
    because="two chips with the same dies differ in memory, and in the power that it draws; the larger one also reads faster, so that bytes alone cost less than this", source="costs and power that InferenceX assumes for each GPU",
    alternatives=(
        Alternative(
            "part-price", "p_mem = p_part/t_own", because="an owner pays for memory what the maker of the chip pays, over its service life", source="our own",
            quantities=(Quantity("p_part", "USD/GB", "price of memory to the maker of the chip"), SERVICE_LIFE),
        ),
    ),
)
LARGER = Premise("larger-twin", "M_large > M_small", because="of two chips one has more memory", source="by the choice of names")
MEMORY_ALONE = Premise(
    "memory-alone", "p_byte = p_mem", because="electricity and cooling of the memory are counted with the rest of the GPU", source="our own",
    alternatives=(
        Alternative(
            "with-power", "p_byte = p_mem + p_joule*P_byte", because="each byte also draws power", source="our own; the power as twin chips differ in it",
            quantities=(Quantity("P_byte", "W/GB", "power of memory with its share of the site"),),
        ),
    ),
)
REST = Premise(
    "rest", "p_rest = p_own - p_byte*M_gpu", because="what the hour of a GPU costs beyond its memory", source="by counting",
)
PAID = Premise("paid", "g_buy = p_rest + p_byte*M_buy", because="a GPU costs its memory, and the same for everything else", source="our own")


# --- the argument

def memory_price(board: Board) -> Handle:
    """Throughput by memory; its cost; where that is least; what the price of memory moves; and memory that is sold."""
    reads = _reads(board)
    through = _throughput(board, reads)
    best = _best(board, reads, through)
    known, by_root, weights = _shares(board, through, best)
    _price(board, best, known, by_root, weights)
    _sold(board, best, through)
    _stacks(board, reads, through, best)
    return best.result


class Reads(NamedTuple):
    """The memory of a GPU, what fills it, and the pass that reads all of it."""

    weights: Handle
    bought: Handle
    full: Handle
    width: Handle
    time: Handle
    long: Handle


def _reads(board: Board) -> Reads:
    """A pass over a full memory: memory-bound whatever the batch, and as long as reading all memory takes."""
    weights, full = board.take(STORED_ONCE), board.take(CACHES_FILL)
    bought = board.state("memory-bought", "M_buy = m_w + M_room", (board.define("room", "M_room"),), because="solved for all memory")
    width, pools = board.take(FIXED_BANDWIDTH), (board.take(POOLED_COMPUTE), board.take(POOLED_ATTENTION))
    compute, fetch, cache, memory = (board.take(each) for each in (ARITHMETIC_TIME, WEIGHT_FETCH, KV_FETCH, MEMORY_TIME))
    time, long = board.take(PASS_BY_READS), board.take(LONG_CONTEXTS)
    each = board.substitute("arithmetic-of-a-gpu", compute, pools, because="each GPU computes its part")
    own = board.substitute("caches-of-a-gpu", cache, (width,), because="and reads its part of the caches")
    board.state("memory-bound", "t_c <= t_kv", (each, own, long), because="whatever the batch: each sequence adds more reading than arithmetic")
    whole = board.state("all-memory-is-read", "T = G*M_buy/W", (time, memory, fetch, cache, weights, full, bought),
                        because="weights and caches fill the memory, and a pass reads each of them once")
    return Reads(weights, bought, full, width, whole, long)


class Through(NamedTuple):
    """The sequences that fill a GPU; its throughput, written out, the one that it approaches, and the first over the second."""

    batch: Handle
    spelled: Handle
    most: Handle
    part: Handle


def _throughput(board: Board, reads: Reads) -> Through:
    """Sequences that fill the memory, over the time to read it: it saturates."""
    batch = board.solve("batch-that-fills", reads.full, for_="B", because="what the weights leave, over the cache of a sequence")
    rate = board.define("throughput", "X_gpu")
    spelled = board.substitute("throughput-in-full", rate, (batch, reads.time, reads.width, reads.bought), because="a token for each sequence in each pass")
    most = board.define("most", "X_full")
    part = board.define("part-of-most", "x_most")
    board.state("throughput-by-memory", "X_gpu = X_full*(1 - m_w/M_buy)", (spelled, most, reads.bought),
                because="the bound, less the part of each pass that reads the weights")
    reached = board.state("part-by-memory", "x_most = 1 - m_w/M_buy", (part, spelled, most, reads.bought), because="the weights take the rest of the memory, and so of the time")
    board.limit("throughput-saturates", spelled, "M_room", "oo", because="more memory holds more sequences and takes longer to read")
    board.reject("twice-the-memory-twice-the-throughput", "X_gpu = X_full*M_room/m_w", against=(spelled, most),
                 because="counts the sequences that fit, and leaves out that a pass over them takes longer")
    return Through(batch, spelled, most, reached)


class Best(NamedTuple):
    """The cost of a token, by memory and at its least; the memory there, for caches and in all; and its share of the cost."""

    paid: Handle
    rest: Handle
    even: Handle
    cost: Handle
    spelled: Handle
    room: Handle
    lot: Handle
    least: Handle
    result: Handle


def _best(board: Board, reads: Reads, through: Through) -> Best:
    """The price of memory out of twin chips; the cost of a token; and the memory at which it is least."""
    board.take(TWINS)
    board.take(LARGER)
    board.take(MEMORY_ALONE)
    rest, paid = board.take(REST), board.take(PAID)
    even, lot, least = (board.define(name, letter) for name, letter in (("as-much-as-the-rest", "M_even"), ("lot", "M_best"), ("least", "cost_least")))
    cost = board.define("cost-of-a-token", "cost_full")
    spelled = board.substitute("cost-in-full", cost, (paid, through.spelled, reads.bought), because="the hour of a GPU over its tokens")
    room = board.minimise("best-room", spelled, over="M_room", because="little memory holds mostly weights, and much of it costs more than it brings")
    board.state("best-room-is-the-lot", "M_room = M_best", (room, lot, even), because="the geometric mean of the weights, and of the weights with what costs as much as the rest")
    chosen = board.substitute("best-memory-in-full", reads.bought, (room,), because="and the weights")
    result = board.rewrite("best-memory", chosen, "M_buy = m_w + sqrt(m_w^2 + m_w*p_rest/p_byte)",
                           because="weights, price, and the cost of everything else: context, cache and bandwidth cancel")
    board.state("best-memory-over-weights", "M_buy = m_w*(1 + sqrt(1 + p_rest/(p_byte*m_w)))", (result,), because="as a multiple of the weights")
    above = board.state("above-the-least", "cost_full - cost_least = kappa*L*p_byte/(n*W_gpu)*(M_room - M_best)^2/M_room", (spelled, least, lot, even),
                        because="the square of the distance over the memory for caches: no memory is cheaper, and near the best one hardly any costs more")
    board.reject("as-much-as-there-is", "cost_full < cost_least", against=(above,), because="says that more memory always pays: what the last of it brings costs more than it saves")
    for letter, name, why in (("L", "context", "long contexts take more of the memory, and of the time"),
                              ("kappa", "cache", "a smaller cache is more sequences, in any memory"),
                              ("W_gpu", "bandwidth", "a faster memory is as much faster in any size")):
        board.independence(f"at-any-{name}", result, of=letter, because=why)
    return Best(paid, rest, even, cost, spelled, room, lot, least, result)


def _shares(board: Board, through: Through, best: Best) -> tuple[tuple[Handle, ...], Handle, tuple[Handle, ...]]:
    """What part the weights take of the best memory, and what part of the bound it reaches: by memory's share of the cost."""
    share = board.define("share-of-memory", "x_mem")
    known = (share, best.paid, best.result)
    by_root = board.state("share-by-the-weights", "x_mem = 1/sqrt(1 + M_even/m_w)", (*known, best.even), because="at the best memory: the larger the weights, the more of the cost is memory")
    held = board.define("fraction-of-the-weights", "x_held")
    weights = board.state("weights-by-share", "x_held = x_mem/(1 + x_mem)", (held, *known), because="half of the cost for memory is a third of the memory for weights")
    board.state("reached-by-share", "x_most = 1/(1 + x_mem)", (through.part, held, weights), because="the rest of the bound would cost more than it brings")
    board.substitute("reached-at-best", through.part, (best.result,), because="at the best memory")
    square = board.state("as-a-quadratic", "M_buy*(M_buy - 2*m_w) = m_w*M_even", (best.result, best.even), because="where the slope of the cost vanishes")
    board.state("half-is-free", "M_buy >= 2*m_w", (square,), because="at any price, caches get at least as much as the weights")
    board.state("least-cost", "cost_full = cost_least", (best.spelled, best.room, best.least), because="the cost of a token at the best memory")
    root = board.define("room-over-weights", "M_root")
    squared = board.state("room-over-weights-in-full", "M_root = m_w + p_rest/p_byte", (root, best.lot, best.even), because="of small weights the best memory goes with the square root: more GPUs that share them stand in for memory")
    board.limit("all-cost-is-memory", squared, "p_rest", "0", because="if nothing else cost anything, caches and weights would share the memory evenly", holding=("p_byte",))
    board.reject("share-of-cost-is-share-of-weights", "x_held = x_mem", against=(held, *known), because="takes memory's fraction of the cost for the weights' fraction of the memory")
    board.reject("free-memory-is-waste", "M_buy < 2*m_w", against=(best.result,), because="takes memory beyond the model for waste: at least half of the best memory is for caches")
    return known, by_root, (held, weights)


def _price(board: Board, best: Best, known: tuple[Handle, ...], by_root: Handle, weights: tuple[Handle, ...]) -> None:
    """What a higher price of memory does to what is bought, and to the cost of a token."""
    slope = board.differentiate("memory-by-price", best.result, "p_byte", "M_slope", because="the rest of the GPU costs the same", holding=("p_rest",))
    answer = board.define("memory-by-price-in-percent", "e_mem")
    elastic = board.state("elasticity-of-memory", "e_mem = -(1 - x_mem)/2", (answer, slope, *known),
                because="between minus a half and nothing: the more of the cost is memory, the less its price changes what is bought")
    board.substitute("elasticity-by-the-weights", elastic, (by_root,), because="by the weights and the prices")
    rise = board.differentiate("cost-by-price", best.least, "p_byte", "c_slope", because="the rest of the GPU costs the same", holding=("p_rest",))
    paid = board.define("cost-by-price-in-percent", "e_cost")
    board.state("envelope", "e_cost = x_mem", (paid, rise, best.least, *known),
                because="memory's fraction of the cost, as if no memory were saved: near the least, choosing anew changes nothing")
    even = board.state("as-much-by-share", "M_even = m_w*(1/x_mem^2 - 1)", (by_root,), because="solved for it")
    after, less = board.define("memory-at-another-price", "M_after"), board.define("memory-over-before", "y_bought")
    then = board.substitute("memory-at-another-price-by-share", after, (even,), because="by memory's share of the cost")
    then_less = board.state("memory-after", "y_bought = x_mem*(1 + sqrt(1 + (1/x_mem^2 - 1)/y_dear))/(1 + x_mem)", (less, then, *weights), because="weights cancel")
    square = board.state("least-cost-by-memory", "cost_least = kappa*L*p_byte*M_buy^2/(n*W_gpu*m_w)", (best.least, best.result), because="the square of the best memory")
    dear, times = board.define("cost-at-another-price", "c_after"), board.define("cost-over-before", "y_paid")
    chosen = board.state("cost-by-memory", "y_paid = y_dear*y_bought^2", (times, dear, square, less), because="the price, times the square of what the memory becomes")
    board.substitute("cost-after", chosen, (then_less,), because="by memory's share of the cost")
    held = board.define("cost-of-as-much", "y_kept")
    kept = board.state("cost-if-kept", "y_kept = 1 + (y_dear - 1)*x_mem", (held, *known[:2]), because="a price that is paid on what was bought")
    board.state("rise-if-kept", "u_rise = (y_dear - 1)*x_mem", (board.define("rise", "u_rise"), kept), because="as every bill of materials has it")
    board.reject("half-as-much-at-twice-the-price", "e_mem = -1", against=(answer, slope, *known), because="takes what is spent on memory for fixed: part of the rise is paid")


def _sold(board: Board, best: Best, through: Through) -> None:
    """A GPU as it is sold, beside the best: by memory's share of its cost, what memory would be best, and what it costs."""
    share, over = board.define("share-as-sold", "x_sold"), board.define("sold-memory", "y_sold")
    shown = board.state("best-by-the-share-as-sold", "M_buy = m_w + sqrt(m_w*(m_w + M_gpu*(1/x_sold - 1)))", (best.result, share, best.rest), because="whatever the prices are: their ratio is in the share")
    board.substitute("sold-over-best", over, (shown,), because="a GPU as it is sold has more than is best at a fixed bandwidth, or less")
    board.define("batch-as-sold", "B_sold")
    sold, extra = board.define("cost-as-sold", "c_sold"), board.define("sold-over-least", "y_above")
    board.state("extra-by-the-share-as-sold", "y_above = M_gpu^2/((M_gpu - m_w)*(sqrt(x_sold*m_w) + sqrt((1 - x_sold)*M_gpu + x_sold*m_w))^2)", (extra, sold, best.least, share, best.rest, through.most),
                because="the cost is flat around the best memory, so that far more or less costs little")


def _stacks(board: Board, reads: Reads, through: Through, best: Best) -> None:
    """The same where bandwidth grows with the memory: a pass takes as long in any, and no memory is best."""
    grown = board.define("bandwidth-of-stacks", "W_grown")
    board.state("pass-of-stacks", "t_stack = M_gpu/W_gpu", (board.define("pass-with-stacks", "t_stack"), grown), because="a stack is read in the same time however many there are")
    rate, cost = board.define("throughput-of-stacks", "X_stack"), board.define("cost-with-stacks", "c_stack")
    spelled = board.substitute("cost-with-stacks-in-full", cost, (best.paid, rate, grown, reads.bought), because="written out")
    further = board.differentiate("further-stacks", spelled, "M_room", "c_further", because="by the memory for caches")
    board.state("no-best-number-of-stacks", "c_further < 0[USD*GPU/token/byte]", (further, through.batch), because="each stack spreads the weights and the rest of the GPU over more tokens: there is no best number of them before arithmetic takes over")
    roof = board.define("roof-of-stacks", "M_roof")
    board.state("roof-is-beyond", "M_roof >= M_gpu", (roof, reads.long), because="where reads take longer than arithmetic, the GPU as it is sold has fewer stacks than would pay")


# --- numbers

_ANALYSTS = Source(
    "silicon-analysts-hbm", "Silicon Analysts, HBM3E contract prices rise 20%: a model of what six accelerators cost to make",
    url="https://siliconanalysts.com/market/hbm3e-contract-prices-rise-20-as-ai-memory-demand-outstrips-supply-2026-06-27", date="2026-06-27", standing="verified",
)
_EPOCH = Source(
    "epoch-chip-components", "Epoch AI, shares of components in what AI chips cost, as quoted by news sites",
    url="https://epoch.ai/data-insights/ai-chip-component-cost-shares", date="2026", author="Epoch AI", standing="secondary",
)
_CAPEX = Source(
    "semianalysis-memory-spending", "SemiAnalysis, memory's share of what hyperscalers spend, as quoted",
    url="https://cloudnews.tech/memory-threatens-to-devour-hyper-scale-cloud-spending", date="2026", author="SemiAnalysis", standing="secondary",
)
_OWN = "our own choice"
_INFERENCEX = "InferenceX, assumed costs"
_BILL = "Silicon Analysts, an estimate"
_BILLS = {"gb200": ("GB200", "43%", "8.6%"), "mi355x": ("MI355X", "54.4%", "10.9%"), "b200": ("B200", "45.3%", "9.1%"),
          "mi325x": ("MI325X", "57.9%", "11.6%"), "h200": ("H200", "35.3%", "7.1%")}
_FIFTH_MORE = Said("6/5", _BILL, "contract prices of HBM3E up by 20%", _ANALYSTS)
_TWICE = Said("2", _OWN, "")
_OF_HBM = "Epoch AI, second-hand, HBM in what the components of AI chips cost"
_SHARES = {
    "ninth": Said("11%", _OWN, "as of the H100 by its twin"), "three-tenths": Said("30%", _OWN, ""), "half": Said("50%", _OWN, ""),
    "chips-2024": Said("52%", _OF_HBM, "first quarter of 2024", _EPOCH), "chips-2025": Said("63%", _OF_HBM, "fourth quarter of 2025", _EPOCH),
}


def _twins(small: str, large: str) -> dict[str, Said | OnCard]:
    """Hours, memory and power of two chips with the same dies, from their cards."""
    keys = {"g": "owner_cost", "M": "capacity", "P": "site_power"}
    return {f"{letter}_{size}": OnCard(card, key) for letter, key in keys.items() for size, card in (("small", small), ("large", large))}


def _chip(card: str, twins: tuple[str, str] = ("h100", "h200")) -> dict[str, Said | OnCard]:
    """A chip as it is sold, and twins for the price of its memory."""
    return {"p_own": OnCard(card, "owner_cost"), "M_gpu": OnCard(card, "capacity"), **_twins(*twins), **_ELECTRICITY}


_ELECTRICITY = {"p_joule": Said("0.09 USD/kWh", _OWN, "not verified; twins of equal power do without it")}
_LENGTHS = {"n": DECODE, "L": Said("8,192 token/sequence", _OWN, "")}
DEFAULTS = {**_LENGTHS, **_twins("h100", "h200"), **_ELECTRICITY, "y_dear": _TWICE}
_V3: dict[str, Said | OnCard] = {"b_w": Said("1 byte/parameter", "DeepSeek-V3 in fp8", ""), "N_total": OnCard("deepseek-v3", "total")}
_TRILLION: dict[str, Said | OnCard] = {"b_w": Said("1/2 byte/parameter", "fp4", ""), "N_total": Said("1e12 parameter", "a model of the size that the lecture speaks of", "")}
_RACK: dict[str, Said | OnCard] = {"G": OnCard("gb200", "domain")}
READINGS = (
    Reading("nvidia-twins", "H100 and H200, for an H200", _chip("h200")),
    Reading("amd-twins", "MI300X and MI325X, for an MI325X", _chip("mi325x", ("mi300x", "mi325x"))),
    Reading("v3-on-eight", "eight H200 with DeepSeek-V3 in fp8, whose attention may compute longer than it reads", {**_chip("h200"), **_V3, "G": OnCard("h200", "domain")}),
    Reading("v3-on-a-rack", "the same model on a rack of 72 GB200", {**_chip("gb200"), **_V3, **_RACK}),
    Reading("trillion-on-a-rack", "a trillion parameters in fp4 on a rack of 72 GB200", {**_chip("gb200"), **_TRILLION, **_RACK}),
    Reading("half-of-the-cost", "the same, if memory is half of the cost of a GPU as it is sold",
            {**_TRILLION, **_RACK, "M_gpu": OnCard("gb200", "capacity"), "x_sold": Said("50%", PATEL, "1:03:36 to 1:03:51, of what hyperscalers spend", LECTURE)}),
    *(Reading(name, f"memory {share.value} of the cost, twice its price", {"x_mem": share, "y_dear": _TWICE}) for name, share in _SHARES.items()),
    *(Reading(f"bill-{name}", f"{chip}, whose HBM is {share} of what it costs to make, 20% more for it", {"x_mem": Said(share, _BILL, f"{chip}, share of HBM", _ANALYSTS), "y_dear": _FIFTH_MORE})
      for name, (chip, share, _) in _BILLS.items()),
)
PUBLISHED = (
    *(Published("rise-if-kept", rise, "Silicon Analysts", f"rise of what a {chip} costs to make", "two significant figures" if len(rise) == 4 else "three significant figures", f"bill-{name}",
                note="their own model, reproduced and not measured: it is the envelope") for name, (chip, _, rise) in _BILLS.items()),
    Published("rise-if-kept", ("7%", "9%"), "Silicon Analysts", "headline, by how much accelerators get more expensive", "range", "bill-mi325x", note="beside a table of its own that goes from 7.1% to 11.6%"),
    Published("share-as-sold", "50%", PATEL, "1:03:36 to 1:03:51, of what hyperscalers spend", "one significant figure", AS_BUILT, kind="look-up", note="of all spending, where this is of a GPU; by the price of twins"),
    Published("share-as-sold", "30%", "SemiAnalysis, second-hand", "nearly, of what hyperscalers spend in 2026", "one significant figure", AS_BUILT, kind="look-up", note="of all spending, where this is of a GPU; by the price of twins"),
)
_PRICED = ("h100", "h200", "b200", "gb200", "b300", "gb300", "mi300x", "mi325x", "mi355x")
GRIDS = (
    Grid(("twins", "as-much-as-the-rest", "share-as-sold"), readings=("nvidia-twins", "amd-twins"), title="Price of memory by chips that share their dies, memory that costs as much as the rest of the GPU, and memory's fraction of the cost as sold"),
    Grid(("best-by-the-share-as-sold", "sold-over-best", "extra-by-the-share-as-sold"), readings=(AS_BUILT, "v3-on-eight", "v3-on-a-rack", "trillion-on-a-rack", "half-of-the-cost"),
         title="Best memory at a fixed bandwidth, memory as sold over it, and the cost of a token as sold over the least"),
    Grid(("weights-by-share", "elasticity-of-memory", "memory-after", "cost-after", "cost-if-kept"), readings=tuple(_SHARES),
         title="By memory's fraction of the cost: the weights' fraction of the best memory, its elasticity, and at twice the price what is bought and what a token costs, over before, and what it costs if as much is bought"),
    Grid(("best-memory", "share-as-sold", "sold-over-best", "sold-over-least"), _PRICED, title="Best memory on each card, at the memory price of H100 and H200; memory's fraction of its cost as sold; memory as sold over the best; cost of a token over the least"),
)
RANGES = {
    "g_large": Between("1.35 USD/h/GPU", "1.60 USD/h/GPU", "InferenceX", "the smallest and the largest difference of H200 and H100 in its three lists, above 1.30"),
    "p_own": Between("1.30 USD/h/GPU", "2 USD/h/GPU", "our own", "from a hyperscaler's H100 to a rent of the lecture"),
    "G": Between("4 GPU", "72 GPU", "our own", "from half of a node to a rack"),
}


CLAIM = Claim(
    name="memory-price",
    title="What HBM is worth: the best memory of a GPU",
    chapter=chapters.AFTERWARDS,
    question="How much HBM is worth buying?",
    answer="About {best-memory:3} with {m_w:3/} of weights, where {M_gpu:3/} are sold: memory is then {share-by-the-weights:%} of the cost, and throughput {reached-at-best:%} of what no memory exceeds at this bandwidth.",
    notation=LETTERS, body=memory_price, result="best-memory", outside="no such memory",
    deciding="would be decided by the tokens per second of one GPU and model with its memory limited to several sizes, and by what chips cost that differ in memory alone",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("best-memory", "share-as-sold", "rise-if-kept"),
    deployment=Deployment(Cards("h200", "llama-3.1-405b", compute="fp8")), fitting="B_sold",
)
