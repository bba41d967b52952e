"""Premises about what a long context runs into."""

from derivations.engine.premise import Premise

ATTENTION_AS_WEIGHTS = Premise(
    "attention-as-weights",
    "f_attn*L_attn = phi*N_active",
    determines="L_attn",
    because="each new token multiplies with every token of its context, and with every active parameter",
    source="arithmetic of the model's attention, from its card; after lecture 1:52:15",
)
FILLS_MEMORY = Premise(
    "fills-memory",
    "kappa_stored*L_whole = M/1[sequence]",
    determines="L_whole",
    because="one sequence, and nothing else in memory: the most that its cache can take",
    source="after lecture 1:52:22 to 1:55:05, where capacity is the other cost beside bandwidth",
)
ONE_TICK = Premise(
    "one-tick",
    "kappa*L_tick = W*t_tick/1[sequence]",
    determines="L_tick",
    because="one sequence has all of the bandwidth for one interval: the longest that can be read in it",
    source="after lecture 0:24:01 and 1:52:22 to 1:55:05",
)
