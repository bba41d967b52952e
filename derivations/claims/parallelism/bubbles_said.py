"""What was said and printed about the claim bubbles."""

from __future__ import annotations

from derivations.claims.claim import ALL, AS_SAID, Asserted, Between, Grid, Published, Reading, Said
from derivations.claims.lecture import CARDS, LECTURE, POPE

_FOUR = Said("4", POPE, "0:57:07, four racks", LECTURE)
_PICTURE = Said("4", "practice card 11", "the picture has four micro-batches", CARDS)


def _share(name: str, title: str, share: str, stages: str) -> Reading:
    """An idle share that is asked for, and so many stages."""
    by = Said(stages, "our own", "")
    return Reading(name, title, {"x_bubble": Said(share, "our own", ""), "n_stages": by})


DEFAULTS = {"n_stages": _FOUR, "n_mb": _PICTURE}

READINGS = (
    Reading(AS_SAID, "as drawn: four racks, four micro-batches", {"n_stages": _FOUR, "n_mb": _PICTURE}),
    Reading("one-at-a-time", "four racks, a single micro-batch under way",
            {"n_stages": _FOUR, "n_mb": Said("1", POPE, "0:57:07, before a next batch follows", LECTURE)}),
    Reading("four-for-each-stage", "eight stages, four micro-batches for each",
            {"n_stages": Said("8", POPE, "1:02:22, weights over eight racks", LECTURE),
             "n_mb": Said("32", "Huang et al. 2018, arXiv 1811.06965", "four times the stages")}),
    _share("a-tenth", "a tenth of the time idle, four stages", "10%", "4"),
    _share("a-twentieth", "a twentieth of the time idle, four stages", "5%", "4"),
    _share("a-twentieth-of-sixteen", "a twentieth of the time idle, sixteen stages", "5%", "16"),
)  # fmt: skip

PUBLISHED = (
    Published("idle-share", "3/4", POPE, "0:57:07 to 1:02:22", "exact", "one-at-a-time",
              note="“three-quarters of the time each of the racks is doing nothing”"),
    Published("endless-batch", "0", POPE, "0:57:07 to 1:01:25, for inference: no bubble", "exact"),
)  # fmt: skip

ASSERTED = (
    Asserted("in training a batch runs forward, stops, and runs backward, as the gradient of the whole batch is "
             "applied at once; a smaller batch has fresher gradients, a larger one loses less to the bubble", POPE,
             "0:57:07 to 1:01:25"),
    Asserted("zero-bubble and one-forward-one-backward schedules fill the bubble, for example with work on the "
             "gradient of the weights; with mining of Bitcoin, the host jokes; `--assume schedule=never-empty`", POPE,
             "before 1:01:25"),
    Asserted("batches cannot overlap: the gradients must be gathered and the model updated first", "practice card 12",
             CARDS.date),
    Asserted("the fraction of time spent in the bubble is idle over busy, the stages less one over the micro-batches; "
             "from general knowledge, unverified", "Narayanan et al. 2021", "arXiv 2104.04473"),
    Asserted("the bubble is negligible from four micro-batches for each stage on; from general knowledge, unverified",
             "Huang et al. 2018", "arXiv 1811.06965"),
    Asserted("beside bubbles there are architectural constraints: residuals that reach layers a few back", "Horace He, "
             "as the host quotes him", "0:54:16"),
    Asserted("windowed and global attention load the stages unevenly; slower research is the worst of it",
             "practice card 14", CARDS.date),
)  # fmt: skip

GRIDS = (
    Grid(("idle-share", "idle-over-busy"), readings=(AS_SAID, "one-at-a-time", "four-for-each-stage"),
         title="Idle time over all time, and over busy time"),
    Grid(("micro-batches-needed",), readings=("a-tenth", "a-twentieth", "a-twentieth-of-sixteen"),
         title="Micro-batches for an idle share"),
    Grid(("best-micro-batch",), ALL, title="Tokens of a micro-batch with which a batch of DeepSeek-V3 ends soonest"),
)  # fmt: skip

RANGES = {
    "n_stages": Between("2", "16", f"{POPE}, maybe two at 1:12:54; sixteen is our assumption"),
    "n_mb": Between("1", "64", "one at a time, up to sixteen for each of four stages"),
}
