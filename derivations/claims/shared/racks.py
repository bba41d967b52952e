"""Racks: a scale-up domain, its two networks, and the memory that the weights take of it."""

from __future__ import annotations

from dataclasses import replace

from derivations.claim.claim import Said
from derivations.claims.shared.passes import POOLED_BANDWIDTH
from derivations.claims.shared.stages import MODEL_SIZE
from derivations.derivation.premise import Alternative, LeftOut, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

# what the cards of an accelerator and a model say of it
ON_NETWORK_CARDS = Notation((
    Quantity("W_up", "byte/s/GPU", "scale-up bandwidth of one GPU, per direction"),
    Quantity("W_out", "byte/s/GPU", "scale-out bandwidth of one GPU, per direction"),
    Quantity("d_model", "1/token", "numbers in an activation: the width of the model"),
    Quantity("b_act", "byte", "size of one number of an activation"),
    Quantity("n_layers", "", "layers of the model"),
))

# what a layer that is cut over GPUs waits for, however few its bytes
SUMS = Notation((
    Quantity("n_reduce", "", "all-reduces per layer: one after attention, one after the feed-forward part"),
    Quantity("t_begin", "s", "time of an all-reduce on top of bytes and hops", "nonnegative"),
))
STARTS = Quantity("t_starts", "s", "time of the starts of all all-reduces of a pass", "nonnegative")
STARTED = (STARTS, *SUMS.quantities, ON_NETWORK_CARDS["n_layers"])
HOP = Quantity("t_step_on", "s", "time of a hop to the next GPU of a ring, there and back", latex=r"t_{\mathrm{ring}}")
AICONFIGURATOR = Source(
    "aiconfigurator-collectives",
    "NVIDIA aiconfigurator, collected collectives: NCCL 2.29.2 and vLLM 0.24.0 on H100",
    url="https://github.com/ai-dynamo/aiconfigurator/tree/095f58a51c4ca8e61b66ec108d86f223f8d559ce/aic-core/src/aiconfigurator_core/systems/data",
    date="2026-07-14",
    author="NVIDIA",
    standing="verified",
)
OF_SUMS = {
    "n_reduce": Said("2", "after attention and after the feed-forward part", "one where both read the same input, as in PaLM"),
    "t_begin": Said("3.07 us", "NCCL on H100", "the line through 6.2 us of two GPUs and 15.6 us of eight", AICONFIGURATOR),
}



def summed_in_every_layer(beside: str, kept: str) -> Premise:
    """The bandwidth of GPUs that share a pass: they wait for each other in every layer, however short it has become.

    What they wait for is held against what the result keeps: the more GPUs, the more the starts of their sums outweigh
    what each of them reads.
    """
    left_out = LeftOut(
        "the start of the all-reduces of its layers", "n_reduce*n_layers*t_begin", beside=beside, kept=kept,
        harmless="G <= 1[GPU]", quantities=(*SUMS.quantities, *ON_NETWORK_CARDS.only("n_layers")),
    )
    return replace(POOLED_BANDWIDTH, leaves_out=(left_out,))


ALL_STARTS = Premise(
    "all-starts", "t_starts = n_reduce*n_layers*t_begin*min(1, G/1[GPU] - 1)",
    because="the GPUs that share a pass wait for each other after every part of a layer, however few the bytes; one alone waits for none, and all read from each other at once: hops from one to the next would come on top",
    source="by counting; the time of a start as fitted to small all-reduces of NCCL on H100",
    alternatives=(
        Alternative("no-starts", "t_starts = 0[s]", because="nothing is summed, or the sums start while something else runs", source="what a roofline says"),
        Alternative(
            "ring-of-starts", "t_starts = n_reduce*n_layers*(t_begin + t_step_on*G/1[GPU])*min(1, G/1[GPU] - 1)",
            because="partial sums go around a ring of all GPUs, so that each further one adds a hop",
            source="NCCL on eight H100 of one node, fitted to small all-reduces", quantities=(HOP,),
        ),
        Alternative(
            "tree-of-starts", "t_starts = n_reduce*n_layers*(t_begin + t_step_on*log(G/1[GPU])/log(2))*min(1, G/1[GPU] - 1)",
            because="partial sums are added in a tree, pair by pair", source="by counting", quantities=(HOP,),
        ),
    ),
)


INNER_WIDTH = Quantity("d_ff", "", "inner width of a feed-forward layer")

NETWORK_RATIO = Quantity("y_net", "", "scale-up bandwidth over scale-out bandwidth", definition="W_up/W_out")

ACTIVATION = Quantity("S_act", "byte/token", "size of the activation of a token")

LAYER_TRAFFIC = Quantity("Q_layer", "byte/token", "bytes that a token sends in a layer, to its experts and back")

OTHER_SIZE = Quantity("b_back", "byte", "size of one number of an activation on the way back")


WEIGHTS_OVER_MEMORY = Quantity(
    "u_mem", "", "weights over the memory of a rack: racks that the weights alone fill", definition="S_model/M"
)
# what says how much of the memory the weights take
WEIGHTS_IN_MEMORY = (MODEL_SIZE, WEIGHTS_OVER_MEMORY)

RACKS = Notation((
    Quantity("n_racks", "", "racks that the experts of a layer are spread over", "integer"),
    Quantity("x_leave", "", "fraction of the sends that leave their rack", "nonnegative"),
))


ONE_DOMAIN = Premise(
    "one-domain", "ep_width = G",
    because="the GPUs that share a stage are those of one scale-up domain", source="lecture 0:36:30, and 1:12:54",
)
ACTIVATION_SIZE = Premise(
    "activation-size", "S_act = d_model*b_act",
    because="an activation is a vector as wide as the model, in the format of the arithmetic",
    source="lecture 0:32:15 to 0:33:28, what a router passes on",
    alternatives=(
        Alternative(
            "mean-of-both-ways", "S_act = d_model*(b_act + b_back)/2",
            because="out in one format and back in another: the mean of the two",
            source="DeepSeek-V3 Technical Report, arXiv 2412.19437: fp8 out, bf16 back; from general knowledge",
            quantities=(OTHER_SIZE,),
        ),
    ),
)
LAYER_BYTES = Premise(
    "layer-bytes", "Q_layer = 2*k_active*S_act",
    because="a token is sent to each of its experts and back, with the same volume both ways; no expert is on the token's own GPU, which is nearly true with many GPUs",
    source="lecture 0:34:28 to 0:36:30",
    alternatives=(
        Alternative(
            "not-to-itself", "Q_layer = 2*k_active*(1 - 1[GPU]/ep_width)*S_act",
            because="experts are spread evenly, so the share on the token's own GPU needs no send",
            source="our own: the mean over routings",
        ),
    ),
)
ALL_RACKS = Premise(
    "all-racks", "ep_width = n_racks*G",
    because="the experts of a layer are spread over all GPUs of several racks, each rack one scale-up domain",
    source="lecture 0:36:30 and 0:39:54",
)
SENDS_THAT_LEAVE = Premise(
    "sends-that-leave", "x_leave = 1 - 1/n_racks",
    because="experts are spread evenly over the racks, so with uniform routing one rack's share stays in the rack",
    source="lecture 0:39:54 to 0:40:10, half for two racks",
    alternatives=(
        Alternative(
            "once-for-each-rack", "x_leave = (n_racks - 1)*(1 - (1 - 1/n_racks)^k_active)/k_active",
            because="a token crosses to another rack once, however many of its experts are there, and is forwarded inside the rack: the mean number of other racks reached, over the experts",
            source="our own: the mean over routings; the idea as in DeepSeek's dispatch, from general knowledge",
        ),
    ),
)
