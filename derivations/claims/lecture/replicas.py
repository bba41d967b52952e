"""replicas: how many systems a stated traffic needs, each with its own copy of the model.

Lecture 0:26:32 to 0:27:50, and 1:29:49 for the traffic. Said: a system generates 128,000 tokens a second, a thousandth
of Gemini; later 500 million tokens a second in all, and 50 million for each model. Not said: which batch a system has
room for, and what the input takes beside the output.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from derivations.claim.claim import (
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
from derivations.claims.shared.cache import BESIDE_CACHE, FREE_PART, HELD_OF_ONE, held
from derivations.claims.shared.lifetime import FAMILY_TRAFFIC, TRAINING
from derivations.claims.shared.passes import (
    ALL_MEMORY,
    KV_FETCH,
    MEMORY,
    MEMORY_TIME,
    POOLED_COMPUTE,
    SERVING,
    WEIGHT_FETCH,
)
from derivations.claims.shared.pools import INPUT_RATE, MEAN_GPUS, ONE_AT_A_TIME, POOLS, of_the_day
from derivations.claims.shared.said import BATCH, DECODE, LECTURE, PATEL, POPE, TRAFFIC, TWENTY_MILLISECONDS
from derivations.claims.shared.trains import (
    ANNOUNCED_MONTHS,
    ANNOUNCED_TRAFFIC,
    BACK_TO_BACK,
    SIXTY_FOUR_PASSES,
    THOUSANDTH,
    TRAINS,
    drain_interval,
    take_reads,
    take_throughput,
)
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

REPLICAS = (
    Quantity("N_rep", "", "replicas: systems that each hold the whole model", "integer",
             latex=r"N_{\mathrm{replicas}}"),
    Quantity("G_all", "GPU", "GPUs of all replicas"),
    Quantity("u_model", "", "share of one system in the traffic of one model", definition="X_sys/X_model"),
    Quantity("u_rep", "", "utilization of the replicas: traffic over what they could generate", latex=r"u_{\mathrm{replicas}}",
             definition="X_model/(N_rep*X_sys)"),
    Quantity("n_spare", "", "spare capacity left by rounding up, in replicas", "nonnegative",
             definition="(1 - u_rep)*N_rep"),
)

INPUT_AND_OUTPUT = (
    Quantity("B_fit", "sequence", "batch that fills the memory that the weights leave", latex=r"B_{\mathrm{fits}}"),
    Quantity("L_mean", "token/sequence", "mean context of a sequence while it generates", latex=r"\bar L"),
    Quantity("u_in", "", "fraction of the systems that compute input", "nonnegative", latex=r"u_{\mathrm{input}}",
             definition="X_in/(X_up*N_mean)"),
)

LETTERS = Notation((
    *TRAINS.only("R_pass", "tau", "X_sys", "X_all", "u_sys", "D_announced", "t_announced"),
    *TRAINING.only("X_family", "n_models", "X_model"),
    *REPLICAS,
    *POOLS.only("X_out", "X_in"),
    *INPUT_AND_OUTPUT,
    *POOLS.only("X_gen", "X_up", "N_mean", "G_mean"),
    *SERVING.only("T", "t_m", "t_w", "t_kv", "n", "B", "L", "kappa", "b_w", "N_total", "G", "W", "W_gpu"),
    *SERVING.only("phi", "N_active", "C", "C_gpu"),
    MEMORY,
    ALL_MEMORY,
    HELD_OF_ONE,
    *BESIDE_CACHE,
))


# --- premises

WHOLE_FAMILY = Premise(
    "whole-family", "X_family = X_all",
    because="all announced or stated tokens count as those of one provider's family of models",
    source="after lecture 0:27:28, where they are Gemini's",
)
ENOUGH = Premise(
    "enough", "N_rep*X_sys >= X_model",
    because="the replicas together serve the traffic; each holds the whole model, and requests are spread evenly",
    source="after lecture 0:27:28 to 0:27:37",
)
REPLICA_GPUS = Premise(
    "replica-gpus", "G_all = N_rep*G",
    because="a replica is one scale-up domain and shares no GPU with another",
    source="after lecture 0:26:32, where it is 'the system'; two blog posts call it a rack",
)
FILLED = Premise(
    "filled", "M = b_w*N_total + B_fit*K_held",
    because="the weights are stored once, and sequences are added until their caches fill the rest: memory and context set the batch",
    source="after lecture 0:24:01 and 1:04:23",
    alternatives=(
        Alternative(
            "part-held-back", "M = (b_w*N_total + B_fit*K_held)/x_free",
            because="servers keep a part of the memory for activations and what a runtime needs: weights and caches get the rest",
            source="a fraction that servers let their user set, as vLLM does with gpu_memory_utilization",
            quantities=(FREE_PART,),
        ),
    ),
)
HELD = held("held-at-the-mean", "L_mean")
GENERATED_FILLED = Premise(
    "generated-filled", "X_gen = n*B_fit/tau",
    because="every sequence of that batch gets its new tokens once per interval", source="lecture 0:26:32",
)
READS_LONGER = Premise(
    "reads-longer", "K_held >= phi*n*N_active*W*(1 - b_w*N_total/M)/C",
    because="the pass over that batch takes as long as its reads only if its arithmetic takes no longer, which holds at long context",
    source="after lecture 0:08:02 to 0:10:31; the arithmetic of attention is left out",
)


# --- the argument

def replicas(board: Board) -> Handle:
    """Tokens that one system generates, tokens asked for, and the fewest systems that generate them."""
    reads = take_reads(board)
    read = drain_interval(board, reads)
    back_to_back = board.take(BACK_TO_BACK)
    rate = take_throughput(board, back_to_back)
    board.take(ANNOUNCED_TRAFFIC)
    family, models = board.take(WHOLE_FAMILY), board.take(FAMILY_TRAFFIC)
    enough = board.take(ENOUGH)
    bound = board.solve("at-least", enough, for_="N_rep", because="rounded up: there is no fraction of a system")
    fewest = board.round_up("fewest", bound, because="systems are whole")
    shared = board.substitute(
        "shared-traffic", fewest, (models, family), because="the traffic of one model, written out"
    )
    result = board.rewrite(
        "replicas", shared, "N_rep = ceil(X_all/(n_models*X_sys))",
        because="all of the traffic, shared by the models of the family",
    )
    spelled = board.substitute("replicas-by-rate", result, (rate,), because="what a system generates, written out")
    board.rewrite(
        "replicas-in-full", spelled, "N_rep = ceil(X_all*T/(n_models*n*B))",
        because="a batch in every pass; the size of a system does not enter otherwise",
    )
    _shares(board, result, (family, models))
    _left_over(board, fewest)
    _gpus(board, fewest, read.all_read)
    _input_and_output(board, (back_to_back, read.drain), (reads.memory, reads.bandwidth))
    return result


def _shares(board: Board, result: Handle, traffic: tuple[Handle, Handle]) -> None:
    """The same number from the share of one system, and what a rival needs to fill one."""
    share = board.define("share", "u_sys")
    board.solve("traffic-of-share", share, for_="X_all", because="the traffic that a share stands for")
    board.rewrite(
        "replicas-by-share", result, "N_rep = ceil(1/(n_models*u_sys))", using=(share,),
        because="a thousandth means a thousand systems, if all of the traffic is for one model",
    )
    of_model = board.define("share-of-model", "u_model")
    board.state(
        "more-of-a-model", "u_model = n_models*u_sys", (of_model, share, *traffic),
        because="the more models share the traffic, the larger is one system's share of a model's traffic",
    )
    board.reject(
        "all-traffic-on-each-model", "N_rep = ceil(1/u_sys)", (result, share),
        because="counts a thousandth as a thousand racks for one model, as two blog posts do: a family of models shares them",
    )


def _left_over(board: Board, fewest: Handle) -> None:
    """The part of the replicas that rounding up leaves unused."""
    used = board.define("used", "u_rep")
    spare = board.define("spare", "n_spare")
    board.substitute("used-in-full", used, (fewest,), because="traffic over what could be generated")
    board.substitute("spare-in-full", spare, (used, fewest), because="the systems, less the utilized part")
    board.state("all-is-served", "u_rep <= 1", (used, fewest), because="rounded up, there are enough")
    board.state(
        "less-than-one-spare", "n_spare < 1", (spare, used, fewest), because="one replica fewer would not be enough"
    )
    board.reject(
        "not-rounded", "N_rep = X_model/X_sys", (fewest,),
        because="leaves out rounding up: correct only if the quotient is a whole number",
    )


def _gpus(board: Board, fewest: Handle, all_read: Handle) -> None:
    """The GPUs of all replicas, where the model has room in one of them."""
    weights, cache, memory = (board.take(each) for each in (WEIGHT_FETCH, KV_FETCH, MEMORY_TIME))
    filled = board.equate("memory-filled", all_read, memory, because="the bytes read are weights and caches")
    spelled = board.substitute("memory-filled-in-full", filled, (weights, cache), because="both, written out")
    room = board.solve("room", spelled, for_="L", because="the context that each sequence of the batch has room for")
    gpus = board.take(REPLICA_GPUS)
    counted = board.substitute("gpus-of-replicas", gpus, (fewest,), because="the same number of GPUs in each")
    board.state("gpus", "G_all = ceil(X_model/X_sys)*G", (counted, room), because="where the model has room in one")


def _input_and_output(board: Board, passes: tuple[Handle, Handle], pool: tuple[Handle, Handle]) -> None:
    """What a system generates with all the batch it has room for, and the systems and GPUs for input and output."""
    filled, one = board.take(FILLED), board.take(HELD)
    batch = board.solve(
        "batch-that-fits", filled, for_="B_fit", because="what the weights leave, over what a sequence holds"
    )
    board.substitute(
        "batch-that-fits-in-full", batch, (one,), because="cache, windows and state of a sequence, written out"
    )
    board.reject(
        "windows-take-no-room", "B_fit = (M - b_w*N_total)/(kappa*L_mean)", against=(batch, one),
        because="counts the growing cache alone: correct only for a model without windows and state",
    )
    rate = board.take(GENERATED_FILLED)
    in_full = board.substitute(
        "generated-with-full-memory", rate, (batch, *passes), because="the batch that fits, over the time to read it"
    )
    generated = board.rewrite(
        "generated-by-context", in_full, "X_gen = (n*W/K_held)*(1 - b_w*N_total/M)",
        because="bandwidth over what a sequence holds and each pass reads, less the share for weights: the batch is no longer a choice",
    )
    compute = board.take(POOLED_COMPUTE)
    board.take(READS_LONGER)
    computed = board.substitute(
        "computed-per-system", board.take(INPUT_RATE), (compute,), because="all GPUs of a system"
    )
    apart = board.take(ONE_AT_A_TIME)
    gpus = board.take(MEAN_GPUS)
    both = board.substitute("systems-of-both", apart, (generated, computed), because="both rates, written out")
    spelled = board.substitute(
        "mean-gpus-in-full", gpus, (both, *pool), because="the same number of GPUs in each, with per-GPU numbers"
    )
    by_card = board.rewrite(
        "gpus-of-traffic", spelled,
        "G_mean = X_out*K_held/(n*W_gpu*(1 - b_w*N_total/(G*M_gpu))) + X_in*phi*N_active/C_gpu",
        because="output costs bandwidth and grows with the context, input costs arithmetic; the size of a system matters only for the weights",
    )
    share = board.define("share-of-input", "u_in")
    board.substitute(
        "share-of-input-in-full", share, (both, computed), because="its own systems, over those of both"
    )
    board.reject(
        "every-token-alike", "N_mean = (X_in + X_out)/X_gen", against=(apart,),
        because="counts announced tokens, input and output together, as generated: but input is computed many tokens at a time",
    )
    board.reject(
        "weights-need-no-room", "G_mean = X_out*K_held/(n*W_gpu) + X_in*phi*N_active/C_gpu", against=(by_card,),
        because="counts all memory for the cache: the smaller a system is, the larger the fraction that the weights take, and the more systems it takes",
    )


# --- what was said

_WHERE = "1:29:46 to 1:32:10, all on one, or five or ten times less"
_ONE = Said("1", POPE, _WHERE, LECTURE)
_SHARED = {"n_models": _ONE}
_LATER = {**SIXTY_FOUR_PASSES, "X_all": TRAFFIC}


def _by(number: str) -> dict[str, Said | OnCard]:
    """The lecturer's traffic, shared by so many models."""
    return {**_LATER, "n_models": Said(number, POPE, _WHERE, LECTURE)}


_DAY = {
    "n": DECODE,
    "L_mean": of_the_day("4,989 token/sequence", "mean context of an output token"),
    "X_out": of_the_day("168e9 token/day", "output"),
    "X_in": of_the_day("266e9 token/day", "608 billion of input, less 342 billion read from a cache on disk"),
}

DEFAULTS = {"B": BATCH, "X_all": TRAFFIC, "n_models": _ONE, **_DAY}

READINGS = (
    Reading(AS_SAID, "as said: 64 a second, 500 million tokens a second of one model", {**_LATER, **_SHARED}),
    Reading("ten-models", "the same traffic shared by ten models, 50 million each", _by("10")),
    Reading("five-models", "the same traffic shared by five models", _by("5")),
    Reading("a-thousandth", "64 a second, a thousandth of all traffic",
            {**SIXTY_FOUR_PASSES, "u_sys": THOUSANDTH, **_SHARED}),
    *(replace(reading, numbers={**reading.numbers, **_SHARED}) for reading in ANNOUNCED_MONTHS),
    Reading("twenty-milliseconds", "a pass of 20 ms, and 500 million tokens a second of one model",
            {"T": TWENTY_MILLISECONDS, "n": DECODE, "B": BATCH, "X_all": TRAFFIC, **_SHARED}),
    Reading("blackwell-racks", "racks of 72 GB200 with DeepSeek-V3 in fp8, reading all memory in a pass",
            DEFAULTS, Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8")),
    Reading("deepseek-day", "DeepSeek's published day, from the cards of model and H800: 144 GPUs share the experts",
            {**_DAY, "G": of_the_day("144 GPU", "GPUs of a unit that generates")},
            Cards("h800", "deepseek-v3", compute="fp8")),
    Reading("deepseek-node-rates", "the same day from the rates of its nodes, cached input included",
            {**_DAY, "X_in": of_the_day("608e9 token/day", "input, cached or not"),
             "X_gen": of_the_day("14,800 token/s", "output of a node"),
             "X_up": of_the_day("73,700 token/s", "input of a node, cached or not"),
             "G": of_the_day("8 GPU", "GPUs of a node")}),
)

PUBLISHED = (
    Published("traffic-of-share", ("100 million token/s", "1,000 million token/s"), POPE,
              "0:27:28, hundreds of millions", "range", "a-thousandth", kind="look-up"),
    Published("replicas-by-share", "1000", "two blog posts", "2026, as racks, from the lecture's thousandth", "exact",
              "a-thousandth", kind="retelling"),
    Published("replicas", "1000", "two blog posts", "2026, as racks", "order of magnitude", "announced-in-may-2025", kind="retelling"),
    Published("replicas", "1000", "two blog posts", "2026, as racks", "order of magnitude", "announced-in-june-2025", kind="retelling"),
    Published("replicas", "1000", "two blog posts", "2026, as racks", "order of magnitude",
              "announced-in-october-2025", kind="retelling", note="a thousand was said of less traffic"),
    Published("replicas", "1000", "two blog posts", "2026, as racks", "order of magnitude",
              kind="retelling", note="with the 500 million of the later chapter"),
    Published("family-traffic", "50e6 token/s", POPE, "1:29:46 to 1:32:10", "exact", "ten-models"),
    Published("share", "1/1000", PATEL, "after 0:27:37, to be competitive", "order of magnitude",
              "announced-in-may-2025", note="of the traffic of that chapter, hundreds of millions"),
    Published("share", "1/1000", PATEL, "after 0:27:37, to be competitive", "order of magnitude",
              note="of the 500 million of the later chapter"),
    Published("share-of-model", "1/1000", PATEL, "after 0:27:37, to be competitive", "order of magnitude",
              "ten-models", note="of the 50 million of one model", otherwise="share"),
)

ASSERTED = (
    Asserted("one needs at least a thousandth of Gemini's traffic to be competitive: that much traffic fills the batches of one system; nothing here says whether that makes anybody competitive",
             PATEL, "after 0:27:37"),
    Asserted("500 million is the traffic of Gemini: 'maybe', and 'I don't really know'", POPE, "1:29:49"),
    Asserted("the lecture counts all tokens that Google announces as generated, though they are input and output together: the statement every-token-alike is refuted",
             POPE, "0:27:28"),
    Asserted("Gemini runs on a thousand racks: that takes one system per rack, and there is no source for either",
             "two blog posts", "2026"),
)

GRIDS = (
    Grid(("throughput", "replicas", "gpus", "room"),
         ("h100", "h200", "b200", "gb200", "b300", "gb300", "rubin", "mi300x", "mi355x", "trainium2", "gaudi3"),
         cards=Cards(model="deepseek-v3", compute="fp8", cache="fp8"), outside="no room",
         title="DeepSeek-V3 in fp8 with batches of {B:#}, {X_all}: replicas of a scale-up domain"),
    Grid(("batch-that-fits", "generated-by-context", "gpus-of-traffic", "share-of-input-in-full"),
         ("h800", "h200", "b200", "gb200", "gb300", "rubin", "mi300x", "mi355x"),
         cards=Cards(model="deepseek-v3", compute="fp8", cache="fp8"), outside="no room",
         title="The traffic of DeepSeek's day on one scale-up domain of each card, at the rates of data sheets"),
)

RANGES = {
    "X_all": Between("185 million token/s", "1,235 million token/s", "Google's tokens of a month, May 2025, May 2026"),
    "n_models": Between("1", "10", POPE, _WHERE),
    "B": Between("2,000 sequence", "3,000 sequence", PATEL, "0:20:15, two to three thousand"),
}


CLAIM = Claim(
    name="replicas",
    title="Replicas for a traffic: a thousandth of Gemini",
    chapter=chapters.BATCH_SIZE,
    question="How many systems does a stated traffic need?",
    answer="About {replicas} systems for {X_all}, so one of them serves about {share} of the traffic.",
    answer_if=("N_rep > 1", "n_models = 1"),
    otherwise=(
        Sentence("About {replicas} systems for each of {n_models:model} that share {X_all}, so one of them serves about {share-of-model} of the traffic of its model.",
                 ("N_rep > 1", "n_models > 1")),
        Sentence("One for each of {n_models:model} that share {X_all}: a system generates {share-of-model} times the traffic of its model.",
                 ("N_rep <= 1", "n_models > 1")),
        Sentence("One: a system generates {share} times the traffic, {X_all}.", ("N_rep <= 1", "n_models = 1")),
    ),
    notation=LETTERS, body=replicas, result="replicas", outside="no room",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("throughput", "replicas", "share", "share-of-model", "used-in-full"),
)
