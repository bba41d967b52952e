"""Premises about prices and what they follow."""

from derivations.engine.premise import Premise

CACHE_SHARE = Premise(
    "cache-share",
    "t_kv = u_kv*t_c",
    because="at the step reads take as long as compute, a part of them those of the cache: all, if the batch is so "
    "large that the weights drop out",
    source="after lecture 1:36:29; on the picture of card 22 the weights take half",
)
LONGEST_READ = Premise(
    "longest-read",
    "t_far = t_w + y_far*t_kv",
    because="at so many times the context so many times the cache is read, and the weights as before",
    source="lecture 1:33:03 to 1:36:29, the line of the memory fetch against context",
)
PRICE_BY_TIME = Premise(
    "price-by-time",
    "p_long = p_short*t_far/t_c",
    because="a price in proportion to the time of a pass: compute below the step, and above it the reads of the "
    "longest context, so that no request makes a loss",
    source="after lecture 1:33:03 to 1:36:29, where both prices stand above the cost",
)
