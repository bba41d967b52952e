"""Requests: their rate, their prompts and outputs, and the prompts that begin in a pass."""

from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

REQUESTS = Notation((
    Quantity("lam_req", "sequence/s", "requests that arrive in a second", latex=r"\lambda_{\mathrm{request}}"),
    Quantity("L_in", "token/sequence", "length of a prompt"),
    Quantity("L_out", "token/sequence", "length of an output"),
    Quantity("q_in", "sequence", "requests that begin in a pass, on average", "nonnegative"),
    Quantity("t_in", "s", "time of the multiplications for prompts that begin in a pass, at the peak rate",
             "nonnegative", latex=r"t_{\mathrm{prompts}}"),
))

SPEED = Quantity("v_seq", "token/s/sequence", "speed: new tokens of a sequence per second",
                 latex=r"v_{\mathrm{sequence}}", definition="n/T")


STEADY = Premise(
    "steady", "q_in = n*B/L_out",
    because="as many requests begin as end, and a sequence stays for as many passes as its output takes",
    source="our own: a closed loop in which every slot is refilled at once",
    alternatives=(
        Alternative("prompts-elsewhere", "q_in = 0[sequence]", because="other machines compute the prompts",
                    source="our own: prefill and decode on machines of their own"),
    ),
)
PROMPTS = Premise(
    "prompts", "t_in = phi*q_in*L_in*N_active/C",
    because="each token of a prompt multiplies every active parameter once; the arithmetic of attention is left out",
    source="as the compute time of a pass",
)
