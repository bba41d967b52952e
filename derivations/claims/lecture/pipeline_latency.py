"""pipeline-latency: a pipeline gives no token sooner, and its hand-overs make each one later.

Lecture 1:01:25 and 1:14:24 to 1:15:46. Said: neutral for latency; then about 10 ms more for each token, 20 to 30. The 30
rest on a hand-over that was guessed; here it is derived from bytes, links and switches, and comes to microseconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import (
    ALL,
    AS_BUILT,
    AS_SAID,
    Asserted,
    Between,
    Claim,
    Grid,
    Published,
    Reading,
    Said,
    Sentence,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.deployments import PIPELINED_RACKS
from derivations.claims.shared.documents import GENERAL_KNOWLEDGE
from derivations.claims.shared.passes import SERVING
from derivations.claims.shared.racks import ACTIVATION, ACTIVATION_SIZE, ON_NETWORK_CARDS
from derivations.claims.shared.said import LECTURE, PATEL, POPE, TWENTY_MILLISECONDS
from derivations.claims.shared.stages import HOP, PIPELINE, STAGE_WEIGHTS, WIDE_STAGES
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

HOPS = (
    Quantity("t_stage", "s", "time of a token on one stage"),
    HOP,
    Quantity("n_hops", "", "hops on the way of a token", "nonnegative"),
    Quantity("t_token", "s", "time between two tokens of a sequence"),
    Quantity("t_more", "s", "time that the hops add to each token", "nonnegative", definition="t_token - T"),
    Quantity("y_token", "", "time between two tokens over that without hops", definition="t_token/T"),
    Quantity("n_keep", "", "micro-batches that keep every stage busy"),
)

LINKS = (
    Quantity("t_wire", "s", "time of the scale-out links for the activations of a micro-batch"),
    Quantity("n_switch", "", "switches between two stages", "nonnegative"),
    Quantity("t_switch", "s", "latency of a switch, port to port", "nonnegative"),
    Quantity("t_card", "s", "latency of a network card and its bus, at either end", "nonnegative"),
    Quantity("t_guess", "s", "time of a hop as it was guessed"),
    Quantity("y_guess", "", "the guess over the time of a hop computed from links", definition="t_guess/t_hop"),
    Quantity("q_guess", "token/GPU", "tokens of a GPU whose activations keep its link busy for the guessed time",
             definition="t_guess*W_out/S_act"),
    Quantity("q_micro", "token/GPU", "new tokens of a GPU in a micro-batch", definition="n*b_micro/ep_width"),
)

LETTERS = Notation((
    SERVING["T"],
    *HOPS,
    *LINKS,
    *ON_NETWORK_CARDS.only("W_out", "d_model", "b_act"),
    ACTIVATION,
    *PIPELINE.only("m_w", "n_stages", "ep_width", "b_micro", "K_seq", "K_micro"),
    *SERVING.only("n", "b_w", "N_total", "kappa", "L", "W_gpu"),
))


# --- premises

STAGE_READS = Premise(
    "stage-reads", "t_stage = (m_w + K_micro/(ep_width*n_stages))/W_gpu",
    because="for one micro-batch the GPUs of a stage together read its weights and its layers of the cache; arithmetic overlaps",
    source="after lecture 1:17:07, for one stage",
)
STAGE_AFTER_STAGE = Premise(
    "stage-after-stage", "T = n_stages*t_stage",
    because="a token goes through the stages one after another, and all have the same number of layers",
    source="after lecture 0:57:07 to 1:01:25",
)
TOKEN_TIME = Premise(
    "token-time", "t_token = T + n_hops*t_hop",
    because="between two stages the activation goes from a GPU to its NIC, over a switch, and back up",
    source="lecture 1:15:20",
)
WRAP_ROUND = Premise(
    "wrap-round", "n_hops = n_stages",
    because="decode is a loop: after the last stage the new token goes back to the first",
    source="lecture 1:15:46, as many hops as stages",
    alternatives=(
        Alternative(
            "open-ended", "n_hops = n_stages - 1",
            because="the last stage sends back a token, not an activation, which takes negligible time",
            source="our own",
        ),
        Alternative(
            "hidden", "n_hops = 0",
            because="the ideal pipeline, in which a hop takes no time",
            source="lecture 0:57:07 to 1:01:25, neutral for latency",
        ),
    ),
)
WIRE_TIME = Premise(
    "wire-time", "t_wire = S_act*n*b_micro/(ep_width*W_out)",
    because="every GPU of a stage has its own scale-out link and sends its share of the activations at full bandwidth",
    source="after lecture 0:50:48",
)
HAND_OVER_TIME = Premise(
    "hand-over-time", "t_hop = t_wire + n_switch*t_switch + 2*t_card",
    because="switches are cut-through, so the bytes take the time of one link; every switch adds its latency, and so does the NIC at either end",
    source="the way as at lecture 1:15:20: network card, switch of the rack, perhaps one of the data center, and down again",
    alternatives=(
        Alternative(
            "as-guessed", "t_hop = t_guess",
            because="about two milliseconds, for lack of a better number",
            source="lecture 1:15:20 to 1:15:46, a few milliseconds, and not with a lot of authority",
        ),
        Alternative(
            "stored-and-forwarded", "t_hop = (n_switch + 1)*t_wire + n_switch*t_switch + 2*t_card",
            because="store and forward: each switch receives the whole message before it sends it on, the slowest that links of this bandwidth can be",
            source="our own: the upper end",
        ),
    ),
)
ALWAYS_AT_WORK = Premise(
    "always-at-work", "n_keep*t_stage = t_token",
    because="while a micro-batch goes through the loop, every stage works on the others, one after another",
    source="after lecture 1:08:30",
)


# --- the argument

def pipeline_latency(board: Board) -> Handle:
    """The time on all stages, which does not depend on their number; then what the hand-overs add."""
    weights = board.take(STAGE_WEIGHTS)
    reads = board.take(STAGE_READS)
    stages = board.take(STAGE_AFTER_STAGE)
    sequence = board.define("sequence-cache", "K_seq")
    batch = board.define("micro-batch-cache", "K_micro")
    work = board.substitute(
        "work-of-all-stages", stages, (reads, weights, batch, sequence),
        because="each stage reads proportionally less, and there are proportionally more of them",
    )
    neutral = board.independence(
        "neutral", work, of="n_stages", because="without hops a token takes as long on one stage as on many"
    )

    token = board.take(TOKEN_TIME)
    hops = board.take(WRAP_ROUND)
    result = board.substitute(
        "time-per-token", token, (hops,), because="the work, plus one hop per stage for every token in decode"
    )
    more = board.define("more-for-each-token", "t_more")
    added = board.substitute(
        "hop-time", more, (result,),
        because="the work, plus the hop times the number of stages: the result is only as good as the guess for the hop",
    )
    board.limit("no-hand-overs", added, "t_hop", "0", because="a pipeline is neutral for latency if a hop takes no time")
    board.solve(
        "hop-from-time", added, for_="t_hop", because="and only then: if nothing is added, the hop takes no time"
    )
    slower = board.define("slower-by", "y_token")
    board.substitute("slower", slower, (result,), because="in a short pass, hops are the larger part")
    board.substitute("time-in-full", result, (neutral,), because="with the reads of all stages written out")
    _by_links(board, result, added)
    _at_work(board, stages, result)

    board.reject(
        "stages-share-the-work", "T = t_stage", against=(stages,),
        because="divides the latency by the stages: they work on different micro-batches, a token goes through all of them, and only throughput grows with their number",
    )
    board.reject(
        "neutral-with-hops", "t_token = T", against=(result,),
        because="combines neutral for latency (1:01:25) with hops of a few milliseconds (1:15:20)",
    )
    return result


def _by_links(board: Board, token: Handle, added: Handle) -> None:
    """The hand-over from bytes, links and switches, what it adds to a token, and how far the guess is from it."""
    size, wire, hop = board.take(ACTIVATION_SIZE), board.take(WIRE_TIME), board.take(HAND_OVER_TIME)
    link = board.substitute("wire-of-a-micro-batch", wire, (size,), because="one vector per token, spread over the links")
    by_links = board.rewrite(
        "hand-over", hop, "t_hop = d_model*b_act*n*b_micro/(ep_width*W_out) + n_switch*t_switch + 2*t_card", using=(link,),
        because="bytes over bandwidth, plus the latency of each device on the way",
    )
    board.limit("hand-over-of-few-bytes", by_links, "b_micro", because="for a small micro-batch only the latency of the devices counts")
    board.substitute("added-by-links", added, (by_links,), because="for each token, over the whole loop")
    board.substitute("token-by-links", token, (by_links,), because="the work, plus the hops computed from links and switches")
    guess = board.define("guess-over-links", "y_guess")
    board.substitute("guess-over-links-in-full", guess, (by_links,), because="how many times too long the guess is")
    held = board.define("tokens-of-a-gpu", "q_micro")
    filled = board.define("tokens-of-the-guess", "q_guess")
    board.state(
        "wire-by-tokens", "t_wire/t_guess = q_micro/q_guess", (wire, held, filled),
        because="the number of tokens per GPU at which a link is busy for the guessed time: that of a prompt in prefill, not of decode",
    )
    board.reject(
        "one-link-for-all", "t_wire = S_act*n*b_micro/(1[GPU]*W_out)", against=(wire,),
        because="sends the activations of all GPUs of a stage over one link: each GPU has its own",
    )


def _at_work(board: Board, stages: Handle, result: Handle) -> None:
    """More micro-batches than stages hide the hand-overs from the stages, though not from a token."""
    kept = board.take(ALWAYS_AT_WORK)
    needed = board.solve("micro-batches-to-hide", kept, for_="n_keep", because="inverted")
    spelled = board.substitute(
        "micro-batches-with-hops", needed, (result, stages), because="one per stage, and more to cover those in transit"
    )
    board.rewrite(
        "micro-batches-kept", spelled, "n_keep = n_stages*(1 + t_hop/t_stage)",
        because="the stages then never idle, and hold the caches of proportionally more sequences",
    )


# --- what was said

_FOUR = Said("4", POPE, "1:15:20, realistic", LECTURE)
_TWO_MILLISECONDS = Said("2 ms", PATEL, "1:15:46, about", LECTURE)
_NOTHING = Said("0 ms", POPE, "0:57:07 to 1:01:25, the ideal", LECTURE)
_SWITCH_SHEET = Source(
    "quantum-2-seller",
    "NVIDIA Quantum-2 QM9700 and Spectrum-4 SN5400, compared by a seller",
    url="https://www.router-switch.com/faq/nvidia-quantum-2-qm9700-vs-spectrum-4-sn5400.html",
    date="2026",
    standing="secondary",
)
_DEEPEP = Source(
    "deepep-v1",
    "DeepEP V1 legacy tables",
    url="https://github.com/deepseek-ai/DeepEP/blob/dd758caf451848bd150e1046af3d0a73e5fff38d/docs/legacy.md",
    date="2025-2026",
    standing="verified",
)
_SWITCHES = Said("3", f"{POPE}: one in each rack, perhaps one of the data center", "1:15:20", LECTURE)
_SWITCH = Said("150 ns", "a seller of Quantum-2 switches: less than that", "400 Gbit/s InfiniBand", _SWITCH_SHEET)
_CARD = Said("1 us", "general knowledge, unverified", "a write over one network card and its bus", GENERAL_KNOWLEDGE)
_DISPATCH = Said("118 us", "DeepEP", "dispatch of 128 tokens of each GPU to 8 experts each, 16 GPUs on two nodes", _DEEPEP)
_SAID = {"T": TWENTY_MILLISECONDS, "n_stages": _FOUR, "t_hop": _TWO_MILLISECONDS}


def _hop(name: str, title: str, time: str) -> Reading:
    """Another time of a hand-over, within the order of magnitude that he leaves open."""
    by = Said(time, f"{POPE}: off by an order of magnitude, perhaps", "1:15:20", LECTURE)
    return Reading(name, title, {**_SAID, "t_hop": by})


DEFAULTS = {
    **WIDE_STAGES,
    "n_stages": _FOUR,
    "n_switch": _SWITCHES, "t_switch": _SWITCH, "t_card": _CARD,
    "t_guess": _TWO_MILLISECONDS,
}

READINGS = (
    Reading(AS_SAID, "as said: 20 ms, four stages, 2 ms per hop", _SAID),
    Reading("ideal", "the same without hops", {**_SAID, "t_hop": _NOTHING}),
    Reading("two-stages", "the same with two stages", {**_SAID, "n_stages": Said("2", POPE, "1:12:54", LECTURE)}),
    _hop("ten-times-shorter", "the same with hops ten times as fast", "0.2 ms"),
    Reading("dispatch", "the same with a dispatch to experts as measured, which sends each activation eight times",
            {**_SAID, "t_hop": _DISPATCH}),
    _hop("ten-times-longer", "the same with hops ten times as slow", "20 ms"),
)

PUBLISHED = (
    Published("time-per-token", ("20 ms", "30 ms"), POPE, "1:15:46, from 20 to 30, or something like that",
              "range", kind="illustration",
              note="the two milliseconds were a guess: the step hop-time computes a hop from links"),
    Published("hop-time", "10 ms", f"{PATEL}, {POPE} agrees", "1:15:46, about", "one significant figure",
              kind="illustration", note="four times two milliseconds"),
    Published("hand-over", ("0.2 ms", "20 ms"), POPE, "1:15:20, a few milliseconds, an order of magnitude off, perhaps",
              "range", AS_BUILT, kind="look-up",
              note="a guess, as he says; in decode each link sends some tens of activations at a time"),
    Published("slower", "1", POPE, "1:01:25, neutral for latency", "exact", "ideal",
              note="exactly so if a hop takes no time"),
    Published("slower", "1", POPE, "1:01:25, neutral for latency", "exact",
              note="the statement about the ideal pipeline, with the hops of 1:15:20"),
)

ASSERTED = (
    Asserted("a hop takes “probably a few milliseconds, could be off by an order of magnitude”; “I can't say with a lot of authority”",
             POPE, "1:15:20"),
    Asserted("the way is from a GPU to its network card, a switch at the top of the rack, perhaps one of the data center, and down again",
             POPE, "1:15:20"),
    Asserted("pipelining is neutral for batch size and saves neither memory time nor compute time: only capacity",
             POPE, "0:57:07 to 1:01:25"),
)

GRIDS = (
    Grid(("work-of-all-stages", "added-by-links", "time-per-token", "micro-batches-kept"), ALL,
         title="DeepSeek-V3 on four stages of 64 GPUs: work, time added by hops as computed from links, time per token, and micro-batches that keep the stages busy"),
)

RANGES = {
    "t_card": Between("0.5 us", "5 us", "general knowledge, unverified"),
    "t_switch": Between("0.1 us", "1 us", "general knowledge, unverified"),
    "W_out": Between("25 GB/s/GPU", "200 GB/s/GPU", "cards from A100 to Rubin"),
    "n_stages": Between("2", "8", POPE, "1:12:54, maybe two; 1:02:22, eight racks"),
    "L": Between("8k token/sequence", "200k token/sequence", POPE, "1:54:04"),
}


CLAIM = Claim(
    name="pipeline-latency",
    title="Pipelining and latency per token: neutral, plus the hops",
    chapter=chapters.NOT_WISE,
    question="Does pipelining make a token come sooner or later?",
    answer=(
        "Later, but only by the hops: {n_stages:stage} add about {added-by-links} to the {neutral} of "
        "a token."
    ),
    answer_if=("n_stages > 1", "2*t_more <= T"),
    otherwise=(
        Sentence("Later: the hops of {n_stages:stage} add about {added-by-links} to the {neutral} that a token takes without them.", ("n_stages > 1",)),
        Sentence("Neither: one stage is no pipeline.", ("n_stages = 1",)),
    ),
    notation=LETTERS, body=pipeline_latency, result="time-per-token",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    over="n_stages",
    compared=("stage-after-stage", "hop-time", "time-per-token", "slower"),
    deployment=PIPELINED_RACKS,
)
