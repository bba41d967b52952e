"""The letters of drafted tokens that a pass verifies."""

from derivations.engine.quantity import Quantity

DRAFTS = (
    Quantity("n_ver", "", "tokens of a sequence that a pass verifies: those drafted, and one more", "integer",
             latex=r"\nu"),
    Quantity("x_accept", "", "chance that a drafted token is accepted, if those before it were", "fraction",
             latex=r"a"),
    Quantity("k_draft", "", "how many drafted tokens must have been accepted before", "nonnegative", latex="i"),
    Quantity("m_out", "", "tokens of a sequence that a round puts out, in the mean", latex=r"m"),
    Quantity("m_next", "", "the same with one more token drafted", latex=r"m^{+}"),
    Quantity("m_lost", "", "tokens of a sequence that a round verifies in vain, in the mean", "nonnegative",
             latex=r"m_{\mathrm{lost}}"),
    Quantity("x_draft", "", "time to draft a token, as a part of a plain pass", "nonnegative",
             latex=r"x_{\mathrm{draft}}"),
    Quantity("T_plain", "s", "time of a pass that verifies nothing: one new token of each sequence",
             latex=r"T_{\mathrm{plain}}"),
    Quantity("T_round", "s", "time of a round: drafting, and the pass that verifies", latex=r"T_{\mathrm{round}}"),
    Quantity("y_spec", "", "speed-up: tokens a second with drafts over those without", latex="y",
             definition="m_out*T_plain/T_round"),
    Quantity("R_out", "byte/token", "KV cache read for each token put out", latex=r"R_{\mathrm{out}}",
             definition="t_kv*W/(B*m_out*1[token/sequence])"),
)  # fmt: skip
