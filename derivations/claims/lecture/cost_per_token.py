"""cost-per-token: a share of a rented pass; the batch shares weights and all-reduces, and not compute and cache.

Lecture 0:04:23 and 0:12:40 to 0:15:50. Said: without a batch the cost "can be a thousand times worse".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.claim.claim import (
    AS_BUILT,
    AS_SAID,
    Asserted,
    Between,
    Cards,
    Claim,
    Grid,
    OnCard,
    Published,
    Reading,
    Said,
    Sentence,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.experts import (
    ACTIVE_PARAMETERS,
    ALL_PARAMETERS,
    READ_BY_TOUCH,
    TOUCHED_EXPERTS,
)
from derivations.claims.shared.passes import (
    ARITHMETIC_TIME,
    AT_ROOFLINE,
    ATTENTION,
    EXPERTS,
    POOLED_ATTENTION,
    SERVING,
    Pass,
    take_pass,
    take_pool,
)
from derivations.claims.shared.prices import GPU_RENT, PRICES
from derivations.claims.shared.racks import ALL_STARTS, OF_SUMS, STARTED
from derivations.claims.shared.said import (
    ACTIVE,
    ACTIVE_AT_THE_STEP,
    BATCH,
    DECODE,
    GPU_HOUR,
    LECTURE,
    NO_ATTENTION,
    NO_CONTEXT,
    POPE,
    RIDGE,
    TOTAL,
)
from derivations.derivation.premise import Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

COSTS = (
    GPU_RENT,
    Quantity("cost_pass", "USD", "cost of one forward pass", latex=r"c_{\mathrm{pass}}"),
    Quantity("cost_tok", "USD/Mtoken", "cost of a new token: its share of a pass", latex=r"c_{\mathrm{token}}",
             definition="cost_pass/(n*B)"),
    Quantity("cost_c", "USD/Mtoken", "rent for a token's multiplications", latex=r"c_{\mathrm{compute}}",
             definition="g_rent*G*t_c/(n*B)"),
    Quantity("cost_w", "USD/Mtoken", "rent for a token's share of the weight fetch", latex=r"c_{\mathrm{weights}}",
             definition="g_rent*G*t_w/(n*B)"),
    Quantity("cost_kv", "USD/Mtoken", "rent for fetching a token's KV cache", "nonnegative", latex=r"c_{\mathrm{KV}}",
             definition="g_rent*G*t_kv/(n*B)"),
    Quantity("cost_m", "USD/Mtoken", "rent for a token's share of all reads", latex=r"c_{\mathrm{memory}}",
             definition="cost_w + cost_kv"),
    Quantity("cost_starts", "USD/Mtoken", "rent for a token's share of the starts of all-reduces", "nonnegative",
             latex=r"c_{\mathrm{starts}}", definition="g_rent*G*t_starts/(n*B)"),
    Quantity("B_starts", "sequence", "batch whose products with the weights take as long as the starts of all-reduces", "nonnegative",
             definition="t_starts*C/(phi*n*N_active)"),
    Quantity("cost_floor", "USD/Mtoken", "cost that no batch goes below", latex=r"c_{\mathrm{floor}}",
             definition="max(cost_c, cost_kv)"),
    Quantity("y_cost", "", "cost of a token relative to the cheapest: its cost over the floor", latex="y", definition="cost_tok/cost_floor"),
    Quantity("y_reads", "", "rent for a token's reads over the rent for its multiplications",
             definition="cost_m/cost_c"),
    Quantity("x_saved", "", "fraction of the cost that larger batches could save", "real",
             definition="1 - cost_floor/cost_tok"),
    *EXPERTS,
    *READ_BY_TOUCH,
    Quantity("s_touched", "", "parameters that a pass reads over those that a token uses", definition="N_touched/N_active"),
    Quantity("cost_touched", "USD/Mtoken", "rent for a token's share of fetching the parameters that its pass touches",
             latex=r"c_{\mathrm{touched}}", definition="g_rent*G*b_w*N_touched/(W*n*B)"),
    Quantity("y_touched", "", "cost of a token over the floor, if its pass reads only what some token of the pass uses",
             definition="(max(cost_c, cost_touched + cost_kv) + cost_starts)/cost_floor"),
    Quantity("y_all", "", "rent for reading all weights for a single token, over the rent for its arithmetic",
             definition="(b_w*N_total/W)/(phi*n*B_one*N_active/C)"),
    Quantity("y_own", "", "rent for reading only the weights that a single token uses, over the rent for its arithmetic",
             definition="(b_w*N_one/W)/(phi*n*B_one*N_active/C)"),
    Quantity("y_lone", "", "cost of a single token over the floor, without context, if only the weights that it uses are read",
             definition="max(1, y_own) + B_starts/B_one"),
    *PRICES.only("p_short", "q_short"),
    Quantity("y_out", "", "price of output on a list over the rent for a token's multiplications",
             definition="p_short/cost_c"),
    Quantity("y_in", "", "price of input on a list over the rent for a token's multiplications",
             definition="q_short/cost_c"),
)


# --- premises

RENTAL = Premise(
    "rental", "cost_pass = g_rent*G*(T + t_starts)",
    because="GPUs are rented by the hour; during a pass they do nothing else, and what they wait for each other is paid for, too",
    source="lecture 0:12:40 to 0:12:59",
)


# --- the argument

_CANCELS = "in numbers per GPU: the count of GPUs cancels"


def cost_per_token(board: Board) -> Handle:
    """The share of a pass in four parts; what a batch shares; the floor, how far above, and what is left to save."""
    times = take_pass(board, AT_ROOFLINE, ARITHMETIC_TIME)
    pooled = (*take_pool(board), board.take(POOLED_ATTENTION))
    starts = board.take(ALL_STARTS)
    rental = board.take(RENTAL)
    share = board.define("share-of-a-pass", "cost_tok")
    rented = board.substitute("rent-of-a-token", share, (rental,), because="rent for the time of the pass, divided over its tokens")
    names = {"compute-part": "cost_c", "weights-part": "cost_w", "cache-part": "cost_kv", "reads-part": "cost_m",
             "starts-part": "cost_starts"}
    parts = Parts(*(board.define(step, letter) for step, letter in names.items()))
    cost = board.rewrite(
        "cost-in-parts", rented, "cost_tok = max(cost_c, cost_m) + cost_starts", using=(times.roofline, times.memory, *parts.all),
        because="the slower side of the roofline and the starts of all-reduces, in dollars",
    )
    compute_bound, _ = board.split(
        "cost-regimes", cost, ("cost-compute-bound", "cost-memory-bound"), because="a token costs what the slower side costs, and its share of the starts"
    )
    _shared(board, times, parts, pooled)

    floor = board.define("floor", "cost_floor")
    board.state("never-below", "cost_tok >= cost_floor", (cost, times.roofline, times.memory, *parts.all, floor),
                because="the weights and the starts come on top")
    over = board.define("cost-over-floor", "y_cost")
    groups = (board.define("ridge", "r"), board.define("sparsity", "s"),
              board.define("attention-over-weights", "y_attn"), board.define("kv-context", "L_kv"),
              board.define("batch-of-starts", "B_starts"))
    known = (*parts.all, *times.times, *groups)
    in_parts = board.substitute("over-in-parts", over, (cost, floor), because="both written out")
    result = board.rewrite(
        "over-the-floor", in_parts, "y_cost = (max(1 + y_attn, r*s/(n*B) + L/L_kv) + B_starts/B)/max(1 + y_attn, L/L_kv)", using=known,
        because="in units of the products with the weights: attention and cache set by the context, the weight fetch and the starts by the batch",
    )
    board.substitute("batch-of-the-starts", groups[-1], (starts,), because="with the all-reduces of every layer")
    board.state("without-starts", "y_cost >= max(1 + y_attn, r*s/(n*B) + L/L_kv)/max(1 + y_attn, L/L_kv)", (result,),
                because="what is left on the blackboard, where all-reduces take no time of their own: reads and arithmetic")
    _by_context(board, floor, (over, cost, *known), known)
    _touched(board, (floor, *parts.all), known)
    _slow_mode(board, (cost, compute_bound), floor, parts, (over, result), known)
    board.define("list-price-of-output", "y_out")
    board.define("list-price-of-input", "y_in")
    _wrong(board, parts)
    return result


@dataclass(frozen=True)
class Parts:
    """The parts of a token's cost: multiplications, weights, cache, both reads, and the starts of all-reduces."""

    compute: Handle
    weights: Handle
    cache: Handle
    reads: Handle
    starts: Handle

    @property
    def all(self) -> tuple[Handle, ...]:
        """All of them."""
        return (self.compute, self.weights, self.cache, self.reads, self.starts)


def _shared(board: Board, times: Pass, parts: Parts, pooled: tuple[Handle, Handle, Handle]) -> None:
    """Sharing by the batch: weights and starts are shared; compute and cache are each sequence's own."""
    compute, bandwidth, attention = pooled
    multiplied = board.substitute("compute-share", parts.compute, (times.compute, compute, attention), because=_CANCELS)
    board.independence("compute-not-shared", multiplied, of="B", because="every token has its own multiplications")
    cached = board.substitute("cache-share", parts.cache, (times.cache, bandwidth), because=_CANCELS)
    board.independence("cache-not-shared", cached, of="B", because="every sequence reads its own cache")
    fetched = board.substitute("weights-share", parts.weights, (times.weights, bandwidth), because=_CANCELS)
    board.state(
        "hyperbola", "cost_w*B = g_rent*b_w*N_total/(n*W_gpu)", (fetched,),
        because="twice the batch, half the cost of weights: largest at one sequence, and toward zero without a floor",
    )
    reads = board.substitute("reads-share", parts.reads, (fetched, cached), because="weights and cache")
    board.limit("reads-of-a-large-batch", reads, "B", "oo", because="only the cache is left")


def _by_context(board: Board, floor: Handle, whole: tuple[Handle, ...], known: tuple[Handle, ...]) -> None:
    """Cost over the floor, where that is compute and where it is the cache; without a context the batch alone."""
    reads = board.define("reads-over-compute", "y_reads")
    spelled = board.rewrite("reads-by-groups", reads, "y_reads = (r*s/(n*B) + L/L_kv)/(1 + y_attn)", using=known,
                            because="weights set by the batch, cache and attention by the context")
    board.limit(
        "without-context", spelled, "L",
        because="the balance batch over the batch: for a sequence alone in its pass, the balance batch itself",
    )
    compute, cache = board.split("floors", floor, ("floor-is-compute", "floor-is-cache"), because="the more expensive of compute and cache")
    ratio, cost, *_ = whole
    parts = known[:5]
    waited = board.state("over-compute-in-parts", "y_cost = max(1, y_reads) + cost_starts/cost_c", (compute, ratio, cost, reads, *parts),
                         because="the slower side and the starts, over the products")
    board.rewrite(
        "over-compute", waited, "y_cost = max(1, y_reads) + B_starts/(B*(1 + y_attn))", using=known,
        because="where a token's arithmetic takes longer than reading its cache: up to the crossover context, or at every context where there is none",
    )
    read = board.state("over-cache-in-parts", "y_cost = 1 + (cost_w + cost_starts)/cost_kv", (cache, ratio, cost, *parts), because="what a pass shares, over the reads of the cache")
    board.rewrite(
        "over-cache", read, "y_cost = 1 + (r*s/n + B_starts)*L_kv/(B*L)", using=known,
        because="beyond it the floor is higher, so a small batch costs less extra, relative to it",
    )


def _touched(board: Board, costs: tuple[Handle, ...], known: tuple[Handle, ...]) -> None:
    """If only the experts are read that some token is routed to: alone, the sparsity drops out of the ratio."""
    everything, used = board.take(ALL_PARAMETERS), board.take(ACTIVE_PARAMETERS)
    touched = board.take(TOUCHED_EXPERTS)
    share = board.define("touched-share", "s_touched")
    part = board.define("touched-part", "cost_touched")
    over = board.define("touched-over-floor", "y_touched")
    groups = (*costs, *known)
    board.rewrite(
        "over-the-floor-touched", over, "y_touched = (max(1 + y_attn, r*s_touched/(n*B) + L/L_kv) + B_starts/B)/max(1 + y_attn, L/L_kv)",
        using=(part, share, *groups),
        because="the same formula, with the weights that are read in place of all weights",
    )
    board.state(
        "touched-at-most-sparsity", "s_touched <= N_total/N_active", (share, touched, everything),
        because="no pass reads more than all weights, and a large batch reads all of them: there the two results agree",
    )
    single, one = board.define("single-token", "B_one"), board.define("read-by-one", "N_one")
    own, every = board.define("own-experts-over-compute", "y_own"), board.define("all-weights-over-compute", "y_all")
    alone = board.state(
        "alone", "y_own = r/1[token]", (own, one, single, used, *known),
        because="a lone token reads each parameter that it uses once: the ratio is the ridge, whatever the sparsity",
    )
    lone = board.define("lone-token-over-floor", "y_lone")
    board.rewrite("lone-token", lone, "y_lone = max(1, r/1[token]) + n*B_starts/1[token]", using=(alone, single),
                  because="the ridge, and the starts that no other token shares")
    board.state(
        "alone-with-all-weights", "y_all = r*s/1[token]", (every, single, *known),
        because="the sparsity enters only if all experts are fetched for the one token",
    )
    board.reject(
        "sparsity-for-one-token", "y_own = r*s/1[token]", against=(alone, *known),
        because="lets sparsity multiply the cost of a lone token: it multiplies the reads of a batch that touches every expert",
    )


def _slow_mode(
    board: Board, costs: tuple[Handle, Handle], floor: Handle, parts: Parts, above: tuple[Handle, Handle],
    known: tuple[Handle, ...],
) -> None:
    """Saving of larger batches: the starts where compute is the slower side, at most what a pass shares elsewhere."""
    saved = board.define("slow-mode", "x_saved")
    cost, compute_bound = costs
    left = board.state("saved-by-ratio", "x_saved = 1 - 1/y_cost", (saved, above[0]), because="everything above the floor")
    board.substitute("saved-of-a-token", left, (above[1],), because="by batch and context")
    part = board.state("only-the-starts-in-parts", "x_saved = cost_starts/(cost_c + cost_starts)", (saved, compute_bound, floor, *known),
                       because="a batch at balance or larger is on the floor but for the starts")
    only = board.rewrite("only-the-starts", part, "x_saved = B_starts/((1 + y_attn)*B + B_starts)", using=known,
                         because="in units of the products with the weights")
    board.state("nothing-to-save", "x_saved <= B_starts/B", (only,),
                because="the more sequences share the starts, the closer a slow mode comes to saving nothing, as the lecture has it")
    board.state("only-what-is-shared", "x_saved <= (cost_w + cost_starts)/(cost_w + cost_starts + cost_kv)", (saved, cost, floor, parts.reads),
                because="compute and cache are unique to each sequence")


def _wrong(board: Board, parts: Parts) -> None:
    """Statements that fail."""
    board.reject(
        "parabola", "cost_w = g_rent*G*t_w*B^2/(n*1[sequence^3])", against=(parts.weights,),
        because="'parabola', as spoken at 0:14:22; the edited transcript has hyperbola",
    )
    board.reject("time-over-batch", "cost_tok = T/B",
                 because="as on the blackboard (0:12:40 to 0:15:29): a time per sequence is not yet a cost")
    board.reject(
        "cache-shared-too", "cost_kv = cost_w*t_kv/(t_w*B)*1[sequence]", against=(parts.weights, parts.cache),
        because="lets the batch share the caches as it shares the weights; card 6: it does not",
    )


# --- what was said

_WORSE = "0:04:28"
_ALONE = Said("1 sequence", POPE, f"{_WORSE}, without a batch", LECTURE)
_SAID = {"r": RIDGE, "n": DECODE, "B": _ALONE, "L": NO_CONTEXT, "y_attn": NO_ATTENTION,
         "B_starts": Said("0 sequence", f"{POPE}: all-reduces are left out", "0:12:40 to 0:15:50", LECTURE)}
_RACK = Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8")
_BLACKWELL: dict[str, Said | OnCard] = {
    "g_rent": GPU_HOUR,
    "phi": Said("2 FLOP/parameter/token", "one multiply and one add", ""),
    "C_gpu": OnCard("b200", "compute.fp8"),
    "L": NO_CONTEXT,
}
_LISTS = {
    "claude-opus-4.6-prices": "Claude Opus 4.6", "gemini-3.1-pro-prices": "Gemini 3.1 Pro",
    "gpt-5-prices": "GPT-5", "deepseek-v3-prices": "DeepSeek-V3",
}


def _listed(card: str, title: str) -> Reading:
    """List prices beside the rent of a B200 in fp8: DeepSeek's own parameters, 100 billion for the others."""
    own = card.startswith("deepseek")
    active = OnCard("deepseek-v3", "active") if own else ACTIVE_AT_THE_STEP
    numbers: dict[str, Said | OnCard] = {**_BLACKWELL, "N_active": active, "p_short": OnCard(card, "output"),
                                        "q_short": OnCard(card, "input")}
    return Reading(card, f"{title}, list prices, {'its own' if own else '100 B'} active parameters", numbers)


DEFAULTS = {"n": DECODE, "B": _ALONE, "L": NO_CONTEXT, "g_rent": GPU_HOUR, **OF_SUMS}

_EXPERTS = Said("256/32", f"{POPE}: 32 of 256 experts", "0:19:16", LECTURE)
_IN_PRACTICE = Said("4,800 sequence", f"{POPE}: in practice two times 300 times sparsity, or more", "0:19:31", LECTURE)

READINGS = (
    Reading(AS_SAID, "as said: 300, 32 of 256 experts, one sequence", {**_SAID, "s": _EXPERTS}),
    Reading("batch-as-said", "as said, with 2,000 sequences", {**_SAID, "s": _EXPERTS, "B": BATCH}),
    Reading("batch-in-practice", "as said, with twice the balance batch", {**_SAID, "s": _EXPERTS, "B": _IN_PRACTICE}),
    Reading("dense-model", "the same for a dense model", {**_SAID, "s": Said("1", "a dense model", "by definition")}),
    Reading("said-parameters", "the same with his own parameters, 37 B of 700 B",
            {**_SAID, "N_total": TOTAL, "N_active": ACTIVE}),
    Reading("batch-of-2000", "a rack of GB200, DeepSeek-V3 in fp8, 2,000 sequences", {**DEFAULTS, "B": BATCH}, _RACK),
    Reading("one-on-a-rack", "the same rack, one sequence", DEFAULTS, _RACK),
    *(_listed(card, title) for card, title in _LISTS.items()),
)

_THOUSAND = f"{_WORSE}, 'can be a thousand times worse'"

PUBLISHED = (
    Published("over-the-floor", "1000", POPE, _THOUSAND, "order of magnitude",
              note="said before anything was derived, as an order of magnitude"),
    Published("over-the-floor", "1000", POPE, _THOUSAND, "order of magnitude", "dense-model",
              note="a dense model has no sparsity"),
    Published("over-the-floor", "1000", POPE, _THOUSAND, "order of magnitude", "said-parameters",
              note="with the lecturer's parameters the balance batch is larger, and so is the ratio"),
    Published("alone", "1000", POPE, _THOUSAND, "order of magnitude", otherwise="over-the-floor",
              note="for one token that reads only its own experts: sparsity does not enter"),
    Published("over-the-floor-touched", "1000", POPE, _THOUSAND, "order of magnitude", AS_BUILT, otherwise="over-the-floor",
              note="the same on the default cards, where one token reads only its own experts"),
)

ASSERTED = (
    Asserted("at a batch of one the cost per token goes almost to infinity: it is large but finite", POPE, "0:14:22"),
    Asserted("the weight part is drawn as a hyperbola; 'parabola' was the spoken word", POPE, "0:14:22"),
    Asserted("a pass takes like one millisecond or 20 milliseconds", POPE, "0:12:59"),
    Asserted("a slow mode would sit on the floor and save little, because cache and compute are unique to each sequence",
             POPE, "0:15:31"),
    Asserted("a slow mode could lower the cost", "a podcast's notes (pod.mattf.im)", "2026"),
    Asserted("you are incentivized to price close to cost", POPE, "1:41:18"),
)

GRIDS = (
    Grid(("over-the-floor",), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
         ("deepseek-v3", "llama-3.1-70b", "mixtral-8x7b"),
         title="Cost of a token alone in its pass, relative to the floor, if all weights are read"),
    Grid(("compute-part", "q_short", "list-price-of-input", "p_short", "list-price-of-output"), readings=tuple(_LISTS),
         title="Rent for the multiplications of a token on a B200 at full fp8 rate, and list prices beside it"),
    Grid(("over-the-floor", "saved-of-a-token"), readings=("batch-as-said", "batch-in-practice", "batch-of-2000"),
         title="What a slow mode with larger batches could save, as a fraction of the cost"),
    Grid(("alone",), ("a100-80", "h100", "h200", "b200", "gb200", "rubin"),
         title="Rent for reading what a token alone in its pass uses, relative to its multiplications, for any model"),
)

RANGES = {"B": Between("1 sequence", "2,000 sequence", POPE, f"alone at {_WORSE}, 2,000 at 0:20:24")}


_LONE = ("B = 1[sequence]", "n = 1[token/sequence]", "L = 0[token/sequence]", "s > 1")  # a model of experts, one token

CLAIM = Claim(
    name="cost-per-token",
    title="Alone in its pass, a token costs a thousand times as much",
    chapter=chapters.BATCH_SIZE,
    question="What does a token cost, alone and in a batch?",
    answer="Alone in its pass, about {over-the-floor} times the floor if all weights are read, or {lone-token:3} times if only its own experts are; a larger batch reduces only what a pass shares, weights and all-reduces.",
    answer_if=(*_LONE, "y_lone >= 1.05"),
    otherwise=(
        Sentence(  # its arithmetic takes longer than the read of what it uses
            "Alone in its pass, about {over-the-floor} times the floor if all weights are read, and no more than the floor if only its own experts are; a larger batch reduces only what a pass shares, weights and all-reduces.",
            (*_LONE, "y_lone < 1.05", "y_cost >= 1.05"),
        ),
        *(
            Sentence(f"With {{B:4}} in a pass, {context}, {cost}", (*where, *costing))
            for context, where in (("without context", ("L = 0[token/sequence]",)), ("at {L:4/} of context", ()))
            for cost, costing in (
                ("about {over-the-floor:2} times the floor if all weights are read; a larger batch reduces only what a pass shares, weights and all-reduces.", ("y_cost >= 1.05",)),
                ("about the floor: the weights are read while the rest takes its time, and a larger batch saves next to nothing.", ("y_cost < 1.05",)),
            )
        ),
    ),
    notation=SERVING.extended((*ATTENTION, *COSTS, *STARTED)), body=cost_per_token, result="over-the-floor", outside="no floor",
    deciding="trust the dense decoder, and the MoE layer that reads only the experts in use: a single token does not read the others",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("over-the-floor", "alone", "alone-with-all-weights", "cost-in-parts", "floor"),
)
