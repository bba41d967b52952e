"""The letters of a pass off its balance: what part of the compute rate is in use."""

from derivations.engine.quantity import Quantity

UTILISATION = (
    Quantity("mfu", "", "model FLOP utilisation: time that the multiplications need, over the time of the pass",
             latex=r"u", definition="t_c/T"),
    Quantity("mfu_reads", "", "utilisation that the memory reads leave, above one where they leave all of it",
             latex=r"u_{\mathrm{reads}}", definition="t_c/t_m"),
    Quantity("slope_c", "s/sequence", "what one more sequence adds to the time of the multiplications",
             latex=r"t_{\mathrm{compute}}'"),
    Quantity("slope_m", "s/sequence", "what one more sequence adds to the time of the reads", "nonnegative",
             latex=r"t_{\mathrm{memory}}'"),
    Quantity("L_bal", "token/sequence", "context at which compute and memory take equally long, at a given batch",
             latex=r"L_{\mathrm{balance}}"),
    Quantity("y_context", "", "context over the one at balance", "nonnegative", latex="y", definition="L/L_bal"),
)  # fmt: skip
