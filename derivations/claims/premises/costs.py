"""Premises about what a pass costs."""

from derivations.claims.premises.passes import ROOFLINE
from derivations.engine.premise import Alternative, Premise


def _reached(bound: str) -> str:
    """A bound on the time of a pass as the time itself."""
    return bound.replace(">=", "=")


AT_ROOFLINE = Premise(
    "at-the-roofline",
    _reached(ROOFLINE.relation),
    because="the bound is reached: costs are those of a perfect kernel, and real ones lie above",
    source="after lecture 0:04:58 to 0:15:29, where bounds stand with an equals sign",
    alternatives=tuple(
        Alternative(each.name, _reached(each.relation), each.because, each.source, each.quantities)
        for each in ROOFLINE.alternatives
    ),
)
RENTAL = Premise(
    "rental",
    "cost_pass = g_rent*G*T",
    because="GPUs are rented by the hour, and while a pass lasts they do nothing else",
    source="lecture 0:12:40 to 0:12:59",
)
