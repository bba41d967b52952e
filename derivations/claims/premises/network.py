"""Premises about what tokens send over the scale-up and the scale-out network."""

from derivations.engine.premise import Alternative, Premise

ONE_DOMAIN = Premise(
    "one-domain",
    "ep_width = G",
    because="the GPUs that share a stage are those of one scale-up domain",
    source="lecture 0:36:30, and 1:12:54",
)
DESTINATIONS = Premise(
    "destinations",
    "n_dest = k_active",
    because="each expert of a token lies on another GPU, and none on the token's own",
    source="lecture 0:50:48, which counts activated experts",
    alternatives=(
        Alternative(
            "distinct-gpus",
            "n_dest = (ep_width/1[GPU] - 1)*(1 - (1 - 1[GPU]/ep_width)^k_active)",
            because="experts on one GPU share a send, and one on the token's own GPU needs none: the mean number of "
            "other GPUs that are hit, each expert on any GPU alike and by itself",
            source="our own: the mean over routings",
        ),
    ),
)
EXPERT_SENDS = Premise(
    "expert-sends",
    "n_up = 2*n_dest*l_stage",
    because="in each layer the activation of a token goes to the GPUs of its experts, and comes back: out and back "
    "are two",
    source="lecture 0:50:48 to 0:52:43, the 2 after Dwarkesh Patel",
    alternatives=(
        Alternative(
            "one-way",
            "n_up = n_dest*l_stage",
            because="the way out alone: the form before the way back was counted",
            source="lecture 0:50:48, before Dwarkesh Patel's correction",
        ),
    ),
)
HAND_OVER = Premise(
    "hand-over",
    "n_out = 1",
    because="a stage ends with one activation per token, and hands it on to the next stage once",
    source="lecture 0:50:48",
)
UP_BYTES = Premise(
    "up-bytes", "Q_up = n_up*S_act", because="each send is one activation", source="after lecture 0:50:48"
)
OUT_BYTES = Premise(
    "out-bytes", "Q_out = n_out*S_act", because="each send is one activation", source="after lecture 0:50:48"
)
UP_TIME = Premise(
    "up-time",
    "t_up = Q_up*n*b_micro/(ep_width*W_up)",
    because="the GPUs of a stage send at the same time, each for its part of the tokens, and at full bandwidth",
    source="after lecture 0:50:48",
)
OUT_TIME = Premise(
    "out-time",
    "t_out = Q_out*n*b_micro/(ep_width*W_out)",
    because="every GPU of a stage has a scale-out link of its own, and hands its part of the tokens on",
    source="after lecture 0:50:48",
)
BOTH_NETWORKS = Premise(
    "both-networks",
    "t_net = max(t_up, t_out)",
    because="the two networks work at the same time, so that the slower one counts",
    source="after lecture 0:52:43, where the scale-up network is to be the one that binds",
)
