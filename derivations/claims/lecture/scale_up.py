"""scale-up: what a wider scale-up domain does to the time in which the weights are read, and to a user's speed.

Lecture 0:40:47 to 0:41:27 and 1:17:07 to 1:18:10. Said: bandwidth per GPU grows 1.5 to 2 times in a generation, and the
domain 8 times from Hopper; Rubin has "500 and something", at least "a genuine 4x". Not said: what of it a user sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from derivations.claim.claim import (
    ALL,
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
from derivations.claims.shared.documents import GENERAL_KNOWLEDGE
from derivations.claims.shared.passes import EXPERTS, KV_FETCH, POOLED_BANDWIDTH, SERVING, WEIGHT_FETCH
from derivations.claims.shared.racks import (
    ACTIVATION,
    ACTIVATION_SIZE,
    LAYER_BYTES,
    LAYER_TRAFFIC,
    NETWORK_RATIO,
    ON_NETWORK_CARDS,
    ONE_DOMAIN,
)
from derivations.claims.shared.said import DECODE, LECTURE, PATEL, POPE
from derivations.claims.shared.stages import PIPELINE, WIDE_STAGES
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

NEXT_GENERATION = (
    Quantity("G_next", "GPU", "GPUs of the scale-up domain of a later generation", latex=r"G'"),
    Quantity("W_next", "byte/s/GPU", "memory bandwidth of one GPU of that generation", latex=r"W_{\mathrm{GPU}}'"),
    Quantity("t_next", "s", "time to fetch the weights once, in that generation", latex=r"t_{\mathrm{weights}}'"),
    Quantity("y_gen", "", "speed-up of reading the weights in the later generation", definition="t_w/t_next"),
    Quantity("y_domain", "", "ratio of the GPUs in the two domains", definition="G_next/G"),
    Quantity("y_gpu", "", "ratio of the memory bandwidths of one GPU", definition="W_next/W_gpu"),
    Quantity("u_domain", "", "share of the speed-up due to the domain, by logarithms", "real",
             definition="log(y_domain)/log(y_gen)"),
    Quantity("u_gpu", "", "share of the speed-up due to the GPU, by logarithms", "real", definition="log(y_gpu)/log(y_gen)"),
)

OF_A_USER = (
    Quantity("v_user", "token/sequence/s", "speed for a user: new tokens per second of a sequence", definition="n/T"),
    Quantity("B_gpu", "sequence/GPU", "sequences per GPU of a domain"),
    Quantity("t_coll", "s", "time of the exchange between experts in a pass, all layers"),
    Quantity("t_sync", "s", "time of a layer on top of reads and bytes: to launch its kernels and to wait for the slowest GPU",
             "nonnegative"),
    Quantity("G_wide", "GPU", "GPUs of a wider domain of the same GPUs"),
    Quantity("T_wide", "s", "time of a pass in the wider domain, with the same sequences per GPU"),
    Quantity("y_speed", "", "speed-up for a user in the wider domain", definition="T/T_wide"),
    Quantity("B_wide", "sequence/GPU", "sequences per GPU of the wider domain at the same speed for a user"),
    Quantity("y_tokens", "", "gain in tokens per GPU there", definition="B_wide/B_gpu"),
)

LETTERS = Notation((
    *SERVING.only("t_w", "n", "B", "b_w", "N_total", "W", "W_gpu", "G"),
    *NEXT_GENERATION,
    NETWORK_RATIO,
    *ON_NETWORK_CARDS,
    *OF_A_USER,
    *SERVING.only("T", "t_kv", "kappa", "L"),
    *EXPERTS.only("k_active", "n_experts"),
    ACTIVATION,
    LAYER_TRAFFIC,
    PIPELINE["ep_width"],
))


# --- premises

NEXT_FETCH = Premise(
    "next-fetch", "t_next = b_w*N_total/(G_next*W_next)",
    because="the same model in a domain of the later generation, read in the same way",
    source="after lecture 1:17:07",
    alternatives=(
        Alternative(
            "half-the-bytes", "t_next = b_w*N_total/(2*G_next*W_next)",
            because="the later generation computes in a format of half the size and stores its weights in it",
            source="our own: from fp8 to fp4, say",
        ),
    ),
)
PASS_OF_A_USER = Premise(
    "pass-of-a-user", "T = t_w + t_kv + t_coll",
    because="all-to-all waits for reads, and reads wait for all-to-all; measured services come closer to the sum of the three than to the longest",
    source="our own, after lecture 0:32:15 to 0:36:30 for the exchange",
    alternatives=(
        Alternative(
            "hidden-exchange", "T = max(t_w + t_kv, t_coll)",
            because="two halves of the batch alternate, so the all-to-all of one overlaps with the reads of the other",
            source="our own; as in DeepSeek's serving",
        ),
    ),
)
EXCHANGE = Premise(
    "exchange-time", "t_coll = n_layers*(Q_layer*n*B/(G*W_up) + t_sync)",
    because="in every layer the GPUs send the activations of their own tokens to experts and back, at the full bandwidth of the domain, plus a fixed time to launch and synchronize",
    source="after lecture 0:34:28 to 0:37:09; the fixed time is our own",
)
SAME_LOAD = Premise(
    "same-load", "B = B_gpu*G",
    because="a GPU has the same number of sequences in any domain, so a token costs the same rent if a pass takes equally long",
    source="our own",
)
WIDER = Premise("wider", "G_wide >= G", because="more of the same GPUs in one domain", source="a case")
WIDER_PASS = Premise(
    "wider-pass", "T_wide = t_w*G/G_wide + t_kv + t_coll",
    because="only the weights are spread over more GPUs: each GPU reads the caches and sends the activations of its own sequences as before",
    source="our own; it follows from the same premises for the wider domain",
)
SAME_SPEED = Premise(
    "same-speed", "B_wide = B_gpu + (t_w - t_w*G/G_wide)/(kappa*L/W_gpu + n_layers*n*Q_layer/W_up)",
    because="at the same speed for a user, the time saved on weights goes to caches and sends of further sequences",
    source="our own",
)


# --- the argument

def scale_up(board: Board) -> Handle:
    """The weights read by all GPUs of a domain; two generations; which part is the domain, and which the GPU."""
    weights = board.take(WEIGHT_FETCH)
    pooled = board.take(POOLED_BANDWIDTH)
    later = board.take(NEXT_FETCH)
    time = board.substitute(
        "weights-alone", weights, (pooled,),
        because="each GPU of the domain reads its own share of the weights, all in parallel",
    )
    asked = board.define("sooner", "y_gen")
    spelled = board.substitute("sooner-in-full", asked, (time, later), because="both times, written out")
    board.independence("any-model", spelled, of="N_total", because="a larger model takes proportionally longer in both")
    board.independence("any-format", spelled, of="b_w", because="larger weights do, too")
    domain = board.define("domain-ratio", "y_domain")
    gpu = board.define("gpu-ratio", "y_gpu")
    result = board.rewrite(
        "domain-times-gpu", spelled, "y_gen = y_domain*y_gpu", using=(domain, gpu),
        because="two factors multiply: more GPUs read in parallel, and each reads faster",
    )
    share = board.define("share-of-domain", "u_domain")
    board.substitute(
        "domain-share", share, (result,),
        because="ratios multiply, so their logarithms add: the domain's part of the sum",
    )
    rest = board.define("share-of-gpu", "u_gpu")
    board.substitute("gpu-share", rest, (result,), because="the faster GPU's part of the sum")
    board.solve("domain-of-next", domain, for_="G_next", because="the domain that a given ratio implies")
    board.solve("gpu-of-next", gpu, for_="W_next", because="the bandwidth that a given ratio implies")

    board.state(
        "bandwidth-of-domains", "G_next*W_next = y_gen*G*W_gpu", (spelled,),
        because="the aggregate bandwidth of a domain grows by both factors",
    )
    network = board.define("network-ratio", "y_net")
    board.state(
        "time-in-the-next", "t_next = t_w/(y_domain*y_gpu)", (asked, result), because="the later time from the earlier one"
    )
    board.solve("domain-for-a-step", result, for_="y_domain", because="the domain that a generation needs, given the GPU")
    board.solve("gpu-for-a-step", result, for_="y_gpu", because="the GPU that it needs, given the domain")

    board.reject(
        "domain-alone", "y_gen = y_domain", against=(result,),
        because="a summary lets the aggregate bandwidth grow by the domain's factor of 8: it leaves out the faster GPUs",
    )
    board.reject(
        "gpu-alone", "y_gen = y_gpu", against=(result,),
        because="measures a generation by the data sheet of its GPU: it leaves out the domain",
    )
    board.reject(
        "one-and-the-same-eight", "y_domain = y_net", against=(domain, network),
        because="two numbers of the lecture are 8: this domain over the earlier one (1:18:10), and scale-up over scale-out bandwidth (0:38:47); they have nothing to do with each other",
    )
    board.reject(
        "ratios-added", "y_gen = y_domain + y_gpu", against=(result,),
        because="8 times and another 2 times are not 10 times",
    )
    _speed_of_a_user(board, time, pooled)
    return result


def _speed_of_a_user(board: Board, weights: Handle, pooled: Handle) -> None:
    """A user's speed with the exchange between experts, its ceiling, and what a wider domain does to it."""
    board.take(ONE_DOMAIN)
    cache, size = board.take(KV_FETCH), board.take(ACTIVATION_SIZE)
    layer = board.take(LAYER_BYTES)
    sent = board.substitute("bytes-of-a-layer", layer, (size,), because="out and back, to each expert of a token")
    exchange, load = board.take(EXCHANGE), board.take(SAME_LOAD)
    whole = board.take(PASS_OF_A_USER)
    spelled = board.substitute(
        "pass-in-full", whole, (weights, cache, exchange, load, pooled), because="the three times, written out"
    )
    by_gpu = board.rewrite(
        "pass-by-gpu", spelled,
        "T = b_w*N_total/(G*W_gpu) + B_gpu*(kappa*L/W_gpu + n_layers*n*Q_layer/W_up) + n_layers*t_sync",
        because="weights shared by the domain, the part per sequence, and the fixed time of every layer",
    )
    board.substitute("pass-with-bytes", by_gpu, (sent,), because="the bytes of a layer, written out")
    user = board.define("user", "v_user")
    speed = board.substitute("user-speed", user, (by_gpu,), because="one token per pass")
    ceiling = board.limit(
        "fastest-user", speed, "G", "oo", because="caches, sends and waits stay the same, however wide the domain",
        holding=("B_gpu",),
    )
    board.rewrite(
        "fastest-user-in-parts", ceiling,
        "v_user = n/(B_gpu*(kappa*L/W_gpu + n_layers*n*Q_layer/W_up) + n_layers*t_sync)",
        because="the same pass without its weights",
    )
    _wider_domain(board, whole, by_gpu, user, weights)
    board.reject(
        "weights-are-all", "v_user = n*G*W_gpu/(b_w*N_total)", against=(speed,),
        because="lets a user's speed grow with the bandwidth of the domain: only the weight fetch does",
    )


def _wider_domain(board: Board, whole: Handle, by_gpu: Handle, user: Handle, weights: Handle) -> None:
    """A wider domain of the same GPUs: a user's speed at the same load, and a GPU's tokens at the same speed."""
    wider, wide = board.take(WIDER), board.take(WIDER_PASS)
    gain = board.define("speed-gain", "y_speed")
    faster = board.substitute("gain-of-speed", gain, (whole, wide), because="both passes, written out")
    board.state(
        "less-than-the-domain", "y_speed <= G_wide/G", (faster, wider),
        because="a wider domain speeds up a user by less than the ratio of domains",
    )
    board.state("no-slower", "y_speed >= 1", (faster, wider), because="from these three times")
    board.limit(
        "most-gain", faster, "G_wide", "oo", because="the time for weights relative to the time that no domain divides",
    )
    whole_pass = board.solve("pass-from-speed", user, for_="T", because="a pass for each new token")
    told = board.equate("pass-both-ways", whole_pass, by_gpu, because="the time that a speed leaves for a pass")
    load = board.solve(
        "load-at-speed", told, for_="B_gpu", because="the time that weights and waits leave, over the time per sequence"
    )
    more, tokens = board.take(SAME_SPEED), board.define("tokens-gain", "y_tokens")
    spelled = board.substitute(
        "tokens-gain-in-full", tokens, (more, weights, load), because="both loads at one speed"
    )
    board.rewrite(
        "gain-at-a-speed", spelled,
        "y_tokens = (n/v_user - n_layers*t_sync - t_w*G/G_wide)/(n/v_user - n_layers*t_sync - t_w)",
        using=(weights,),
        because="the time left after weights and waits: the time per sequence cancels, and the higher the speed for a user, the more a wider domain gains",
    )
    board.reject(
        "as-much-as-the-domain", "y_speed = G_wide/G", against=(faster,),
        because="takes 72 over 8 for the gain: but caches, sends and waits take as long as before",
    )


# --- what was said

_PLACE = "1:18:10"
_EIGHT = Said("8", POPE, f"{_PLACE}, from Hopper", LECTURE)
_UNVERIFIED = "general knowledge, unverified"


def _step(name: str, title: str, earlier: str, later: str) -> Reading:
    """From one card to another."""
    return Reading(name, title, _card(later), Cards(earlier))


def _card(later: str) -> dict[str, Said | OnCard]:
    return {"G_next": OnCard(later, "domain"), "W_next": OnCard(later, "bandwidth")}


def _domains(name: str, title: str, earlier: str, later: str) -> Reading:
    """Two sizes of domains alone, counted in one way or another."""
    sizes = {"G": f"{earlier} GPU", "G_next": f"{later} GPU"}
    return Reading(name, title, {key: Said(size, _UNVERIFIED, "", GENERAL_KNOWLEDGE) for key, size in sizes.items()})


_LATENCY = Source(
    "trtllm-deepseek-r1-latency",
    "Pushing Latency Boundaries: Optimizing DeepSeek-R1 Performance on NVIDIA B200 GPUs",
    url="https://nvidia.github.io/TensorRT-LLM/blogs/tech_blog/blog1_Pushing_Latency_Boundaries_Optimizing_DeepSeek-R1_Performance_on_NVIDIA_B200_GPUs.html",
    date="2025",
    author="NVIDIA",
    standing="verified",
)
_A_USER: Mapping[str, Said | OnCard] = {
    "n": DECODE,
    "L": WIDE_STAGES["L"],
    "B_gpu": Said("32 sequence/GPU", "our own example", "a load between one user and full memory"),
    "t_sync": Said("2.33/22448 s", "NVIDIA",
                   "one user of DeepSeek-R1 on 8 B200: 368 tokens a second, 2.33 in a pass, over 368 times 61 layers; reads are a tenth of it",
                   _LATENCY),
    "G_wide": OnCard("gb200", "domain"),
}

DEFAULTS: Mapping[str, Said | OnCard] = {**_card("gb200"), **_A_USER}

READINGS = (
    Reading(AS_SAID, "as said of Hopper to Blackwell: domain 8 times, GPU twice",
            {"y_domain": _EIGHT, "y_gpu": Said("2", POPE, f"{_PLACE}, 1.5 to 2 times", LECTURE)}),
    Reading("lower-end", "the same with a GPU 1.5 times as fast",
            {"y_domain": _EIGHT, "y_gpu": Said("1.5", POPE, f"{_PLACE}, 1.5 to 2 times", LECTURE)}),
    Reading("used-gpus", "8 GPUs of Hopper to the 64 of a Blackwell rack that are used",
            {"G": Said("8 GPU", POPE, "0:40:47, Hopper", LECTURE), "G_next": Said("64 GPU", POPE, "0:34:11", LECTURE)}),
    _step("a100-to-h100", "NVIDIA A100 80 GB to H100, cards", "a100-80", "h100"),
    _step("h100-to-h200", "NVIDIA H100 to H200, cards", "h100", "h200"),
    _step("h100-to-gb200", "NVIDIA H100 to GB200 NVL72, cards", "h100", "gb200"),
    _step("h200-to-gb200", "NVIDIA H200 to GB200, cards", "h200", "gb200"),
    _step("gb200-to-rubin", "NVIDIA GB200 to Rubin, cards", "gb200", "rubin"),
    Reading("genuine-four", "Rubin as said: four times the 64 of Blackwell",
            {"G": Said("64 GPU", POPE, "0:41:21", LECTURE), "y_domain": Said("4", POPE, "0:41:21", LECTURE)}),
    Reading("genuine-four-of-dies", "the same of 144 dies of Blackwell",
            {"G": Said("144 GPU", _UNVERIFIED, "dies", GENERAL_KNOWLEDGE),
             "y_domain": Said("4", POPE, "0:41:21", LECTURE)}),
    _domains("dies-over-packages", "576 dies of the later Rubin over 72 packages of Blackwell", "72", "576"),
    _domains("dies-over-dies", "576 dies of the later Rubin over 144 dies of Blackwell", "144", "576"),
    _domains("packages-over-packages", "144 packages of the later Rubin over 72 of Blackwell", "72", "144"),
)

PUBLISHED = (
    Published("domain-ratio", "8", POPE, "0:40:47 and 1:18:10, Hopper to Blackwell", "exact", "used-gpus",
              kind="look-up", note="64 of the 72 over 8"),
    Published("domain-ratio", "8", POPE, "0:40:47 and 1:18:10, Hopper to Blackwell", "exact", AS_BUILT,
              kind="look-up", note="all 72 over 8; and this 8 is not the 8 of scale-up over scale-out (0:38:47)"),
    Published("gpu-ratio", ("1.5", "2"), POPE, "1:18:10, a generation", "range", "a100-to-h100", kind="look-up"),
    Published("gpu-ratio", ("1.5", "2"), POPE, "1:18:10, a generation", "range", "h200-to-gb200",
              kind="look-up", note="from the last Hopper"),
    Published("gpu-ratio", ("1.5", "2"), POPE, "1:18:10, a generation", "range", "h100-to-gb200",
              kind="look-up", note="from the first Hopper"),
    Published("gpu-ratio", ("1.5", "2"), POPE, "1:18:10, a generation", "range", "gb200-to-rubin",
              kind="look-up", note="to Rubin"),
    Published("domain-times-gpu", "8", "a summary", "2026, “aggregate memory bandwidth by 8x”", "exact",
              kind="retelling", note="the domain alone, without the factor per GPU"),
    Published("domain-times-gpu", "8", "a summary", "2026, “aggregate memory bandwidth by 8x”", "exact", "lower-end",
              kind="retelling", note="the same at the lower end of what he says of a GPU"),
    Published("domain-times-gpu", "8", "a summary", "2026, “aggregate memory bandwidth by 8x”", "exact", AS_BUILT,
              kind="retelling", note="on the cards the gap is larger"),
    Published("domain-ratio", "4", POPE, "0:41:21, “at least a genuine 4x”", "exact", "dies-over-dies",
              kind="look-up", note="dies on both sides; he does not say what he counts"),
    Published("domain-ratio", "4", POPE, "0:41:21, “at least a genuine 4x”", "exact", "packages-over-packages",
              kind="look-up", note="packages on both sides"),
    Published("domain-ratio", "4", POPE, "0:41:21, “at least a genuine 4x”", "exact", "gb200-to-rubin",
              kind="look-up", note="the first Rubin has a domain of as many packages as Blackwell"),
    Published("domain-ratio", "4", "a web page", "2026, “500+, roughly 4x Blackwell's 72”", "one significant figure",
              "dies-over-packages", kind="retelling", note="dies over packages: its own two numbers"),
    Published("domain-of-next", ("500 GPU", "600 GPU"), POPE, "0:40:47 to 0:41:27, “500 and something”", "range",
              "genuine-four",
              kind="look-up", note="four times 64: part of the number is a way of counting, as the lecturer says"),
    Published("domain-of-next", ("500 GPU", "600 GPU"), POPE, "0:40:47 to 0:41:27, “500 and something”", "range",
              "genuine-four-of-dies", kind="look-up", note="four times the dies of a Blackwell rack"),
)

ASSERTED = (
    Asserted("from Hopper to Blackwell it was a product decision, from a tray to a rack; from there to 500 some “Jensen math”",
             POPE, "0:41:21"),
    Asserted("what limits a domain: power, weight, cooling, space, the bend radius of cables, the density of connectors",
             POPE, "0:37:09 to 0:41:42"),
    Asserted("“pipelining solves the capacity problem, scale-up size helps the bandwidth problem”: in the claim pipeline-kv the step weight-time-without-stages shows the first half",
             POPE, "1:18:10"),
    Asserted("bandwidth improves latency first, then allows longer contexts: the step gain-of-speed derives how much latency improves for a user, which is less than the ratio of domains",
             f"{POPE}; the contexts {PATEL}", "1:18:10"),
    Asserted("Google has long had large domains, which may be why it was ahead; the lecturer allows this without endorsing it",
             f"asked; {POPE}", "0:45:49 to 0:46:52"),
    Asserted("dies and packages of the later Rubin, and two dies in each package of Blackwell", _UNVERIFIED, "2026"),
)

GRIDS = (
    Grid(("weights-alone", "domain-ratio", "gpu-ratio", "domain-times-gpu"), ALL,
         title="Time to read DeepSeek-V3 once in a domain, whether it fits or not, and the speed-up of a rack of GB200; a TPU torus counts as one domain"),
    Grid(("user-speed", "fastest-user-in-parts", "gain-of-speed", "gain-at-a-speed"),
         ("h100", "h200", "b200", "gb200", "gb300", "rubin", "mi300x", "mi355x"),
         cards=Cards(model="deepseek-v3", compute="fp8", cache="fp8"),
         title="Speed for a user of DeepSeek-V3 in fp8, {B_gpu}: in the domain, in an unlimited domain, and the gain of a domain of 72 GPUs"),
    Grid(("domain-ratio", "gpu-ratio", "domain-times-gpu"),
         readings=("a100-to-h100", "h100-to-h200", "h200-to-gb200", "gb200-to-rubin"),
         title="From generation to generation"),
    Grid(("G", "G_next", "domain-ratio"), readings=("dies-over-packages", "dies-over-dies", "packages-over-packages"),
         title="Rubin's domain over Blackwell's, by what is counted"),
    Grid(("G", "domain-of-next"), readings=("genuine-four", "genuine-four-of-dies"),
         title="The domain that a genuine factor of four makes"),
)

RANGES = {
    "G": Between("8 GPU", "72 GPU", POPE, "0:40:47, Hopper and Blackwell"),
    "W_next": Between("7.7 TB/s/GPU", "22 TB/s/GPU", "cards from B200 to Rubin"),
}


# what an answer says of the rate of the weights, and of a user
_FASTER = "About {domain-times-gpu} times faster, a factor of {domain-ratio} from the wider domain and {gpu-ratio} from faster memory"
_WIDER = "y_domain >= 1.05", "y_gpu >= 1.05"
_FACTORS = "About {domain-times-gpu} times faster, a factor of {domain-ratio} from the domain and {gpu-ratio} from memory"
_USER = "; with {G_wide:4} instead of {G:4#} a user gets about {gain-of-speed} times the speed."
_SAME_USER = "; with {G_wide:4} instead of {G:4#} a user gets about the same speed."

CLAIM = Claim(
    name="scale-up",
    title="Wider scale-up domains: how much faster the weights are read, and what a user gains",
    chapter=chapters.NOT_WISE,
    question="How much faster is a later generation of racks, for the weights and for a user?",
    answer=f"{_FASTER}{_USER}",
    answer_if=(*_WIDER, "y_speed >= 1.05"),
    otherwise=(
        *(Sentence(f"{faster}{user}", (*where, *gained))
          for faster, where in ((_FASTER, _WIDER), (_FACTORS, ("y_gen >= 1.05",)))
          for user, gained in ((_USER, ("y_speed >= 1.05",)), (_SAME_USER, ("y_speed >= 0.95",)), (_USER, ("y_speed > 0",)), (".", ()))),
        Sentence("Hardly faster: {domain-times-gpu:3} times the rate for the weights, a factor of {domain-ratio} from the domain and {gpu-ratio} from memory.", ("y_gen > 1",)),
        Sentence("Not faster: {domain-times-gpu} times the rate for the weights, a factor of {domain-ratio} from the domain and {gpu-ratio} from memory.", ("y_gen <= 1",)),
    ),
    notation=LETTERS, body=scale_up, result="domain-times-gpu",
    deciding="trust the pass within a scale-up domain, which was timed as a whole: a collective across nodes reduces inside each node first, and the speed of a user includes a fixed time per layer",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("domain-ratio", "gpu-ratio", "domain-times-gpu", "domain-share", "user-speed", "gain-of-speed"),
)
