"""Latent attention: its heads, and the arithmetic of a pair of tokens on latents and on keys and values."""

from derivations.derivation.premise import Premise
from derivations.language.quantity import Notation, Quantity

HEADS = Notation((
    Quantity("L_past", "token/sequence", "context that new tokens attend to", latex="L"),
    Quantity("n_query", "", "query heads of a layer that one GPU computes", latex="h"),
    Quantity("d_nope", "1/token", "width of a head's key without its positional part"),
    Quantity("d_value", "1/token", "width of a head's value"),
    Quantity("d_both", "1/token", "width of a head's key and value, without the positional part",
             definition="d_nope + d_value"),
))
PAIRS = Notation((
    Quantity("f_latent", "FLOP·sequence/token^2", "arithmetic of a layer for a new token and a token of context, on the latents"),
    Quantity("f_heads", "FLOP·sequence/token^2", "the same on keys and values of each head"),
    Quantity("y_latent", "", "arithmetic for a pair of tokens on latents over that on heads", definition="f_latent/f_heads"),
))

IN_V2 = "DeepSeek-V2, arXiv 2405.04434, from general knowledge"

PAIR_ON_LATENTS = Premise(
    "pair-on-latents", "f_latent = 2[FLOP·sequence/token]*n_query*(2*d_latent + d_rope)",
    because="in every head, the score is a product with a latent and its positional key, and the output is a sum of latents; one multiply-add per number",
    source=IN_V2,
)
PAIR_ON_HEADS = Premise(
    "pair-on-heads", "f_heads = 2[FLOP·sequence/token]*n_query*(d_nope + d_rope + d_value)",
    because="the score is a product with the head's key, and the output is a sum of its values", source=IN_V2,
)
