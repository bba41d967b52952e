"""The premises about layers that can be run backward, and about what they cost and save."""

from derivations.engine.premise import Alternative, Premise

_LAYER = "lecture 2:11:08 to 2:11:52"
_PAPER = "Gomez et al. 2017, arXiv 1707.04585"

LAYER_OUT = Premise(
    "layer-out",
    "out_x = in_y + f_layer(in_x)",
    because="the residual comes from two layers back",
    source=_LAYER,
)
LAYER_HANDED_ON = Premise(
    "layer-handed-on", "out_y = in_x", because="what this layer read is the residual of the next one", source=_LAYER
)
BLOCK_FIRST = Premise(
    "block-first", "y_first = x_first + f_block(x_second)", because="one function for the one half", source=_PAPER
)
BLOCK_SECOND = Premise(
    "block-second",
    "y_second = x_second + g_block(y_first)",
    because="and one for the other half, which reads what the first has become",
    source=_PAPER,
)

ORDINARY_ACTIVATIONS = Premise(
    "ordinary-activations",
    "m_keep = n_layers*k_kept*m_vec",
    because="the backward pass needs what every layer computed, in the opposite order: each keeps it until then",
    source="lecture after 2:10:25: linear in layers",
    alternatives=(
        Alternative(
            "inputs-only",
            "m_keep = (n_layers + k_kept)*m_vec",
            because="each layer keeps its input alone, and computes the rest once more when its turn comes: the "
            "arithmetic of training changes with it (training-arithmetic, recomputed)",
            source="activation checkpointing, known from training at scale",
        ),
    ),
)
REVERSIBLE_ACTIVATIONS = Premise(
    "reversible-activations",
    "m_rev = (2 + k_kept)*m_vec",
    because="the two halves as they are at the moment, and what the one layer keeps whose turn it is",
    source="after lecture 2:10:25 to 2:11:52, and " + _PAPER,
    alternatives=(
        Alternative(
            "narrow-halves",
            "m_rev = (1 + k_kept)*m_vec",
            because="the two halves together have the width of the model",
            source=_PAPER + ", where the channels are divided",
        ),
    ),
)
REVERSIBLE_ARITHMETIC = Premise(
    "reversible-arithmetic",
    "a_rev = phi + phi + 2*phi",
    because="forward; each function once more to run the layer backward; and the backward pass, twice as dear",
    source="our own count: no equation in the lecture",
    alternatives=(
        Alternative(
            "computed-twice-more",
            "a_rev = phi + 2*phi + 2*phi",
            because="each function once more to recover the halves, and once again for what the backward pass needs",
            source="our own: nothing is shared between the two",
        ),
    ),
)
KEPT_COST = Premise(
    "kept-cost", "g_keep = a_pre*N_active*D_held + w_byte*m_keep",
    because="arithmetic, and memory at what it is worth", source="our own",
)  # fmt: skip
REVERSIBLE_COST = Premise(
    "reversible-cost", "g_rev = a_rev*N_active*D_held + w_byte*m_rev",
    because="more arithmetic, and less memory", source="our own",
)  # fmt: skip
CACHED_COST = Premise(
    "cached-cost", "g_cached = w_byte*kappa", because="the memory of one token, at what it is worth", source="our own"
)
AGAIN_COST = Premise(
    "again-cost", "g_again = phi*N_active", because="a token passed through the model once more",
    source="after lecture 1:48:52 to 1:49:13",
)  # fmt: skip
