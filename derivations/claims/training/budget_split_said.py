"""What was said about the claim budget-split."""

from __future__ import annotations

from derivations.claims.claim import AS_SAID, Asserted, Grid, Published, Reading, Said
from derivations.claims.lecture import LECTURE, PATEL, POPE

PLACE = "about 1:23:51"
_HALF = Said("50%", PATEL, PLACE, LECTURE)
_ON_TOP = Said("5%", "our choice", "what may be spent on top")

DEFAULTS = {"z_inf": _HALF, "y_more": _ON_TOP}


def _split(share: str, title: str, place: str = "a share of our choice") -> Reading:
    """A split in which inference has a share, and the other two have half of the rest each."""
    number = Said(share, "our own table", place)
    return Reading(f"inference-{share.rstrip('%')}", title, {"z_inf": number, "y_more": _ON_TOP})


_OTHERS = tuple(_split(share, f"inference {share}") for share in ("10%", "20%", "25%", "40%", "60%", "80%"))
_TABLE = (AS_SAID, *(reading.name for reading in _OTHERS))

READINGS = (
    Reading(AS_SAID, "as said: half for inference, a quarter each for the others", DEFAULTS),
    *_OTHERS,
    Reading("third", "a third for inference", {"z_inf": Said("1/3", POPE, PLACE, LECTURE), "y_more": _ON_TOP}),
)

PUBLISHED = (
    Published("pretraining-third", "33%", POPE, PLACE, "two significant figures"),
    Published("rl-third", "33%", POPE, PLACE, "two significant figures"),
    Published("inference-third", "33%", POPE, PLACE, "two significant figures"),
    Published("inference-third", "50%", PATEL, PLACE, "exact", reproduces=False,
              note="another split, which asks for weights of which inference has half"),
    Published("rest-halved", "25%", POPE, f"{PLACE}, beside 33%", "exact"),
    Published("whole-split", "25%", POPE, f"{PLACE}, beside 33%", "exact"),
)  # fmt: skip

ASSERTED = (
    Asserted("33% against 25% is only a small factor off: what it costs is the step excess", POPE, PLACE),
    Asserted("half for pre-training and reinforcement learning together, half for inference, is as valid; with the "
             "premise inference-weight replaced it is the best split: `--assume inference-weight=as-much-as-both`",
             f"{PATEL} asks, {POPE} agrees", PLACE),
    Asserted("labs know more about what is productive, in doing more of the one or of the other", POPE, PLACE),
)  # fmt: skip

GRIDS = (
    Grid(("z_inf", "whole-split", "excess"), readings=_TABLE, title="What other splits cost on top"),
)  # fmt: skip
