"""The letters of trains that fill: arrivals, places, the queue, and departures by two rules."""

from derivations.engine.quantity import Quantity

ARRIVALS = (
    Quantity("lam", "sequence/s", "arrival rate: sequences that ask for a place in a second", latex=r"\lambda"),
    Quantity("B_cap", "sequence", "places in a train: the largest batch of a pass", latex=r"B_{\mathrm{places}}"),
    Quantity("u_busy", "", "part of an interval that a pass takes", "fraction", latex=r"u_{\mathrm{busy}}"),
    Quantity("u_fill", "", "fill: part of the places that are taken", "fraction", latex=r"u_{\mathrm{fill}}",
             definition="B/B_cap"),
    Quantity("lam_full", "sequence/s", "arrival rate at which every train leaves full",
             latex=r"\lambda_{\mathrm{full}}"),
    Quantity("t_over", "s", "time for which more has arrived than trains carry", "nonnegative",
             latex=r"t_{\mathrm{over}}"),
    Quantity("n_queue", "sequence", "sequences in the queue beyond those of the next train", "nonnegative",
             latex=r"n_{\mathrm{queue}}"),
    Quantity("x_grow", "", "seconds that the worst time grows by for each second that the overload lasts", "real",
             latex=r"x_{\mathrm{grow}}"),
)  # fmt: skip

EARLY = (
    Quantity("t_ready", "s", "time from one departure until the next train is full and the machine is free",
             latex=r"t_{\mathrm{ready}}"),
    Quantity("t_dep", "s", "interval between two departures where a full train leaves at once", latex=r"\tau'"),
    Quantity("t_early", "s", "time in the system where a full train leaves at once", latex=r"t'_{\mathrm{system}}"),
    Quantity("t_early_mean", "s", "mean time in the system where a full train leaves at once",
             latex=r"\bar t'_{\mathrm{system}}"),
    Quantity("lam_free", "sequence/s", "arrival rate up to which a full train finds the machine free",
             latex=r"\lambda_{\mathrm{free}}"),
    Quantity("gain_early", "", "how many times the arrivals are carried where a full train leaves at once",
             latex=r"g_{\mathrm{early}}", definition="lam_free/lam_full"),
)  # fmt: skip

RANDOM = (
    Quantity("m_arr", "", "mean number of arrivals in an interval", latex="m", definition="lam*tau/1[sequence]"),
    Quantity("c_cap", "", "places in a train, as a plain number", "integer", latex="c",
             definition="B_cap/1[sequence]"),
    Quantity("k_arr", "", "a number of arrivals", "integer", latex="k"),
    Quantity("p_full", "", "chance that a train fills within an interval", "fraction",
             latex=r"p_{\mathrm{full}}"),
    Quantity("p_over", "", "chance that more arrive in an interval than there are places", "fraction",
             latex=r"p_{\mathrm{over}}"),
    Quantity("B_mean", "sequence", "mean number on a train, with random arrivals", latex=r"\bar B"),
    Quantity("u_mean", "", "mean fill, with random arrivals", latex=r"\bar u_{\mathrm{fill}}",
             definition="B_mean/B_cap"),
    Quantity("t_cycle", "s", "mean interval between departures, with random arrivals", latex=r"\bar\tau'"),
    Quantity("n_left", "sequence", "mean number that finds no place in the next train, where nobody waited before",
             latex=r"\bar n_{\mathrm{left}}"),
    Quantity("n_pairs", "", "mean number of pairs on a train", "nonnegative", latex=r"\bar n_{\mathrm{pairs}}"),
    Quantity("t_random", "s", "mean time in the system where a full train leaves at once, with random arrivals",
             latex=r"\bar t'_{\mathrm{random}}"),
)  # fmt: skip
