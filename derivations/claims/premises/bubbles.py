"""Premises about a batch that passes a pipeline in micro-batches."""

from derivations.claims.notation.bubbles import GRADIENT_BYTES
from derivations.engine.premise import Alternative, Premise

FILL = Premise(
    "fill",
    "n_fill = n_stages - 1",
    because="the first micro-batch passes the other stages before it comes to the last one",
    source="practice card 11",
)
SCHEDULE = Premise(
    "schedule",
    "T_batch = (n_fill + n_mb)*t_slot",
    because="the last stage waits for its first micro-batch, then works on one after another; the gradient of the "
    "whole batch is applied at once, so that no other batch may start before it ends; the hand-over takes no time",
    source="after lecture 0:57:07 to 1:01:25, and practice cards 11 and 12",
    alternatives=(
        Alternative(
            "never-empty",
            "T_batch = n_mb*t_slot",
            because="the next micro-batch follows at once, so that the pipeline never runs empty: inference, or a "
            "schedule that fills the bubble with work on the gradient of the weights",
            source="lecture 0:57:07 to 1:01:25, for inference; arXiv 2401.10241 for training",
        ),
    ),
)
BUSY = Premise(
    "busy",
    "t_busy = n_mb*t_slot",
    because="every stage works on every micro-batch once, and all of them take equally long",
    source="practice card 11, with boxes of equal width",
)
IDLE = Premise(
    "idle",
    "t_idle = T_batch - t_busy",
    because="while the batch passes, a stage that does not work waits",
    source="by definition",
)
SLOT = Premise(
    "slot",
    "t_slot = max(t_part, t_read)",
    because="arithmetic and reads overlap, and the slower of the two counts",
    source="after lecture 0:04:58, for a stage",
    alternatives=(
        Alternative(
            "no-overlap",
            "t_slot = t_part + t_read",
            because="nothing overlaps: arithmetic waits for the weights",
            source="our own",
        ),
    ),
)
PART_OF_WORK = Premise(
    "part-of-work",
    "t_part = a_pre*N_active*d_mb/(n_stages*ep_width*C_gpu)",
    because="each token meets the active parameters of the stage, forward and backward, and the GPUs of a stage share "
    "that evenly",
    source="lecture 1:21:56, for one stage and one micro-batch",
)
WEIGHTS_FOR_EACH = Premise(
    "weights-for-each",
    "t_read = n_fetch*b_w*N_total/(n_stages*ep_width*W_gpu)",
    because="weights do not fit beside the multipliers, so that every micro-batch reads those of the stage anew",
    source="after lecture 0:05:09, for one stage and one micro-batch",
)
FORWARD_AND_BACKWARD = Premise(
    "forward-and-backward",
    "n_fetch = 2",
    because="once for the forward and once for the backward pass",
    source="our own",
    alternatives=(
        Alternative(
            "with-gradients",
            "n_fetch = 2 + 2*b_grad/b_w",
            because="the gradient of every weight is read and written back as well, to add up over micro-batches",
            source="gradient accumulation, known from training at scale",
            quantities=(GRADIENT_BYTES,),
        ),
    ),
)
