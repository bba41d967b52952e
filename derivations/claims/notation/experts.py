"""The letters of the experts that a pass touches, and how many parameters these are."""

from derivations.engine.quantity import Quantity


def touched(batch: str) -> str:
    """The parameters that a pass over so many sequences reads: all but the experts that no token is routed to.

    The one text of that formula, with the batch by name.

    >>> touched("B")
    'N_always + N_experts*(1 - (1 - k_active/n_experts)^(n*B/1[token]))'
    """
    return f"N_always + N_experts*(1 - (1 - k_active/n_experts)^(n*{batch}/1[token]))"


TOUCHED = (
    Quantity("N_touched", "parameter", "parameters that some token of the pass uses",
             latex=r"N_{\mathrm{touched}}", definition=touched("B")),
    Quantity("B_one", "sequence", "batch of a single new token", latex=r"B_{1}", definition="1[token]/n"),
    Quantity("N_one", "parameter", "parameters that a single token uses", latex=r"N_{1}", definition=touched("B_one")),
    Quantity("t_touched", "s", "time to fetch the parameters that some token of the pass uses",
             latex=r"t_{\mathrm{touched}}", definition="b_w*N_touched/W"),
    Quantity("t_one", "s", "time to fetch the parameters that a single token uses", latex=r"t_{1}",
             definition="b_w*N_one/W"),
    Quantity("u_touched", "", "part of all parameters that a pass reads", latex=r"u_{\mathrm{touched}}",
             definition="N_touched/N_total"),
)  # fmt: skip
