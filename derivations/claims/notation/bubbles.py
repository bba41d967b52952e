"""The letters of a batch that passes a pipeline: its slots, what idles, and what it reads."""

from derivations.engine.quantity import Quantity

BUBBLES = (
    Quantity("n_mb", "", "micro-batches between two updates of the model", latex=r"N_{\mathrm{mb}}"),
    Quantity("n_fill", "", "slots before the last stage has its first micro-batch: stages beyond the first",
             latex=r"N_{\mathrm{fill}}"),
    Quantity("t_slot", "s", "time of a slot: one stage works on one micro-batch, forward and backward",
             latex=r"t_{\mathrm{slot}}"),
    Quantity("T_batch", "s", "time of a batch, from its first micro-batch to its last", latex=r"T_{\mathrm{batch}}"),
    Quantity("t_busy", "s", "time that a stage works on a batch", latex=r"t_{\mathrm{busy}}"),
    Quantity("t_idle", "s", "time that a stage waits during a batch", "nonnegative", latex=r"t_{\mathrm{idle}}"),
    Quantity("x_bubble", "", "idle share: part of the time of a batch that a stage waits", "nonnegative",
             latex=r"x_{\mathrm{bubble}}",
                         definition="t_idle/T_batch"),
    Quantity("y_bubble", "", "idle time over busy time, which papers print as the bubble", "nonnegative",
             latex=r"y_{\mathrm{bubble}}",
                         definition="t_idle/t_busy"),
    Quantity("j_stage", "", "place of a stage in the pipeline", "integer", latex="j"),
    Quantity("S_before", "", "slots that all stages together wait before their first micro-batch",
             latex=r"S_{\mathrm{before}}"),
)  # fmt: skip

# the trade between idle slots and reads of the weights
SLOT_TIMES = (
    Quantity("D_batch", "token", "tokens between two updates of the model", latex=r"D_{\mathrm{batch}}"),
    Quantity("d_mb", "token", "tokens of one micro-batch", latex=r"d_{\mathrm{mb}}", definition="D_batch/n_mb"),
    Quantity("t_part", "s", "time of a stage for the arithmetic of one micro-batch", latex=r"t_{\mathrm{part}}"),
    Quantity("t_read", "s", "time of a stage to read its weights for one micro-batch", latex=r"t_{\mathrm{read}}"),
    Quantity("n_fetch", "", "how often a micro-batch reads the weights of a stage", latex=r"n_{\mathrm{fetch}}"),
)  # fmt: skip

GRADIENT_BYTES = Quantity(
    "b_grad", "byte/parameter", "size of a gradient that is kept and added to", latex=r"b_{\mathrm{grad}}"
)
