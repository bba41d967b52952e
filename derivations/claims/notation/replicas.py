"""The letters of systems side by side: replicas of a model that share its traffic."""

from derivations.engine.quantity import Quantity

REPLICAS = (
    Quantity("N_rep", "", "replicas: systems that each hold the whole model", "integer",
             latex=r"N_{\mathrm{replicas}}"),
    Quantity("G_all", "GPU", "GPUs of all replicas", latex=r"G_{\mathrm{all}}"),
    Quantity("u_model", "", "share of one system in the traffic of one model", latex=r"u_{\mathrm{model}}",
             definition="X_sys/X_model"),
    Quantity("u_rep", "", "part of what the replicas could generate that is asked for", latex=r"u_{\mathrm{replicas}}",
             definition="X_model/(N_rep*X_sys)"),
    Quantity("n_spare", "", "replicas' worth of traffic that rounding up leaves over", "nonnegative",
             latex=r"n_{\mathrm{spare}}", definition="(1 - u_rep)*N_rep"),
)  # fmt: skip
