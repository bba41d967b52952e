"""Premises about experts that are spread over the GPUs of one rack, or of several."""

from derivations.claims.notation.expert_traffic import PICK
from derivations.claims.notation.network import OTHER_SIZE
from derivations.engine.premise import Alternative, Premise

ALL_RACKS = Premise(
    "all-racks",
    "ep_width = n_racks*G",
    because="the experts of a layer are spread over all GPUs of so many racks, each of them one scale-up domain",
    source="lecture 0:36:30 and 0:39:54",
)
ACTIVATION_SIZE = Premise(
    "activation-size",
    "S_act = d_model*b_act",
    because="an activation is a vector as wide as the model, in the format that is computed in",
    source="lecture 0:32:15 to 0:33:28, what a router passes on",
    alternatives=(
        Alternative(
            "mean-of-both-ways",
            "S_act = d_model*(b_act + b_back)/2",
            because="out in one format and back in another: the mean of the two",
            source="DeepSeek-V3 Technical Report, arXiv 2412.19437: fp8 out, bf16 back; from general knowledge",
            quantities=(OTHER_SIZE,),
        ),
    ),
)
LAYER_BYTES = Premise(
    "layer-bytes",
    "Q_layer = 2*k_active*S_act",
    because="a token goes to each of its experts and comes back, the same volume both ways; none of them is on its "
    "own GPU, which is nearly so with many GPUs",
    source="lecture 0:34:28 to 0:36:30",
    alternatives=(
        Alternative(
            "not-to-itself",
            "Q_layer = 2*k_active*(1 - 1[GPU]/ep_width)*S_act",
            because="of evenly spread experts one part is on the token's own GPU, and needs no send",
            source="our own: the mean over routings",
        ),
    ),
)
ALL_TO_ALL = Premise(
    "all-to-all",
    "t_a2a = Q_layer*n*b_micro/(ep_width*W_up)",
    because="each GPU has its part of the tokens, and any GPU reaches any other at full bandwidth, as if all of them "
    "were in one rack: routing is even",
    source="lecture 0:36:30 and 0:37:09",
)
SENDS_THAT_LEAVE = Premise(
    "sends-that-leave",
    "x_leave = 1 - 1/n_racks",
    because="evenly spread over the racks, so that of an even routing just one part stays at home",
    source="lecture 0:39:54 to 0:40:10, half for two racks",
    alternatives=(
        Alternative(
            "once-for-each-rack",
            "x_leave = (n_racks - 1)*(1 - (1 - 1/n_racks)^k_active)/k_active",
            because="a token crosses to another rack once, however many of its experts lie there, and is handed on "
            "inside: the mean number of other racks that are hit, over the experts",
            source="our own: the mean over routings; the idea as in DeepSeek's dispatch, from general knowledge",
        ),
    ),
)
LEAVING_TIME = Premise(
    "leaving-time",
    "t_far_out = x_leave*Q_layer*n*b_micro/(ep_width*W_out)",
    because="what leaves the rack goes over the scale-out links, one for each GPU; each of the sends goes by itself",
    source="lecture 0:38:35 to 0:40:03",
)
EXPERTS_AT_HOME = Premise(
    "experts-at-home",
    "x_home = (1/n_racks)^k_active",
    because="each expert of a token lies in any rack alike and by itself; as they are different ones it is a little "
    "less",
    source="our own: the chance that all of them lie in the token's own rack",
    alternatives=(
        Alternative(
            "different-experts",
            "x_home = product((n_experts/n_racks - j_pick)/(n_experts - j_pick), j_pick, 0, k_active - 1)",
            because="the experts of a token are different ones: each that lies in its own rack leaves one fewer there, "
            "out of one fewer in all",
            source="our own: drawn without replacement, with as many experts in each rack; a rack has at least as "
            "many as a token uses",
            quantities=(PICK,),
        ),
    ),
)
LAYER_WORK = Premise(
    "layer-work",
    "t_layer = phi*n*b_micro*N_active/(n_layers*ep_width*C_gpu)",
    because="a layer has an even part of the active parameters, and the GPUs share its multiplications",
    source="after lecture 0:03:28, for one layer",
    alternatives=(
        Alternative(
            "two-micro-batches",
            "t_layer = 2*phi*n*b_micro*N_active/(n_layers*ep_width*C_gpu)",
            because="two micro-batches take turns, so that the sends of one hide behind the multiplications of both",
            source="our own; overlap of two micro-batches as in DeepSeek's serving",
        ),
    ),
)
