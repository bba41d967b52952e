"""checkpoint-interval: how often a training run should save its state, and what share of its time survives failures.

Not in the lecture, whose training runs never stop. The expectation over failures is derived; the interval that loses
least has no closed form, and numbers find it and show that it is the only one. Young's square root stands beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import Between, Claim, Grid, Published, Reading, Said
from derivations.language.quantity import Notation, Quantity
from derivations.lecture.shared import chapters
from derivations.numbers.source import Source
from derivations.search.premise import Alternative, Premise

if TYPE_CHECKING:
    from derivations.search.board import Board, Handle

# --- letters

CHANCE_OF_ONE = Quantity("M_stop", "s", "mean time between stops that are planned", latex=r"M_{\mathrm{planned}}")
LETTERS = Notation((
    Quantity("G_run", "GPU", "GPUs of the training run", latex="G"),
    Quantity("G_seen", "GPU", "GPUs of a run that was watched", latex=r"G_{\mathrm{seen}}"),
    Quantity("t_seen", "day", "for how long it was watched", latex=r"t_{\mathrm{seen}}"),
    Quantity("n_seen", "", "failures in that time", latex=r"n_{\mathrm{seen}}"),
    Quantity("M_one", "GPU*h", "GPU time for each failure", latex=r"M_{\mathrm{GPU}}", definition="G_seen*t_seen/n_seen"),
    Quantity("M_fail", "h", "mean time between failures of the whole run", latex=r"M"),
    Quantity("t_work", "s", "work between two saves", latex=r"\tau"),
    Quantity("t_save", "s", "pause for a save", latex=r"\delta"),
    Quantity("t_again", "s", "restart after a failure, until work goes on", latex="R"),
    Quantity("t_unit", "s", "work and save together: a segment without a failure", definition="t_work + t_save",
             latex=r"t_{\mathrm{part}}"),
    Quantity("u_ok", "", "chance that a segment ends without a failure", "fraction", latex=r"u_{\mathrm{ok}}"),
    Quantity("t_lost", "s", "mean time from the start of a segment to its failure, if it fails",
             latex=r"t_{\mathrm{lost}}"),
    Quantity("t_seg", "s", "mean time until a segment is done, with all failures on the way",
             latex=r"t_{\mathrm{segment}}"),
    Quantity("y_seg", "", "time for each second of work that counts", definition="t_seg/t_work"),
    Quantity("x_useful", "", "share of the time that is work that counts", definition="t_work/t_seg"),
    Quantity("t_young", "s", "work between two saves by Young's rule", latex=r"\tau_{\mathrm{Young}}"),
    Quantity("y_lost", "", "share of the time lost to saves and to work that is done again, to first order"),
    Quantity("y_young", "", "the best interval over Young's", definition="t_work/t_young"),
))


# --- premises

_DALY = "Daly 2006, A higher order estimate of the optimum checkpoint interval for restart dumps, from general knowledge"

FAILURES = Premise(
    "failures", "M_fail = M_one/G_run",
    because="each GPU fails at its own rate, and one that fails stops them all", source="by counting",
    alternatives=(
        Alternative("with-planned-stops", "M_fail = 1/(G_run/M_one + 1/M_stop)",
                    because="planned stops lose work as failures do, and do not grow with the GPUs",
                    source="our own", quantities=(CHANCE_OF_ONE,)),
    ),
)
SURVIVES = Premise(
    "survives", "u_ok = exp(-t_unit/M_fail)",
    because="failures come at a constant rate, whatever happened before", source=_DALY,
)
LOST = Premise(
    "lost", "t_lost = M_fail - t_unit/(exp(t_unit/M_fail) - 1)",
    because="the mean of an exponential time that is known to be shorter than the segment", source=_DALY,
)
SEGMENT = Premise(
    "segment", "u_ok*(t_seg - t_unit) = (1 - u_ok)*(t_lost + t_again)",
    determines="t_seg",
    because="a segment ends well, or it fails, and after a restart it stands where it stood: t_seg on both sides, taken together",
    source=_DALY,
)
FIRST_ORDER = Premise(
    "first-order", "y_lost = t_save/t_young + t_young/(2*M_fail)",
    because="where failures are rare: a save for each interval, and half an interval lost to each failure",
    source="Young 1974, A first order approximation to the optimum checkpoint interval, from general knowledge",
)


# --- the argument

def checkpoint_interval(board: Board) -> Handle:
    """The mean time of a segment; the interval at which least of it is lost; and Young's rule beside it."""
    watched = board.define("failure-of-one", "M_one")
    rate = board.take(FAILURES)
    board.substitute("failures-as-watched", rate, (watched,), because="the same GPUs, more or fewer of them")
    part = board.define("part", "t_unit")
    survives, lost, segment = (board.take(each) for each in (SURVIVES, LOST, SEGMENT))
    known = board.state(
        "segment-time", "t_seg = (M_fail + t_again)*(exp(t_unit/M_fail) - 1)", (segment, survives, lost),
        because="as if each of so many failures cost its mean time and a restart",
    )
    each = board.define("time-for-work", "y_seg")
    cost = board.substitute("time-for-work-in-full", each, (known, part), because="written out")
    best = board.minimise(
        "best-interval", cost, over="t_work",
        because="short intervals lose time to saves, long ones to failures",
    )
    useful = board.define("useful", "x_useful")
    result = board.substitute("useful-share", useful, (known, part, best), because="at the best interval")
    young = board.minimise("young", board.take(FIRST_ORDER), over="t_young", because="the first term in the pause")
    over = board.define("over-young", "y_young")
    board.substitute("best-over-young", over, (young, best), because="how far the square root is off")
    board.substitute("failures-in-gpus", young, (rate,), because="with the GPUs: their root stands below")
    board.reject(
        "a-whole-segment-lost", "t_seg = t_unit/u_ok", against=(segment,),
        because="that every failure costs a whole segment, and no restart: tries until one ends well, times a segment",
    )
    board.reject(
        "restart-moves-young", "t_young = sqrt(2*(t_save + t_again)*M_fail)", against=(young,),
        because="that a slow restart asks for more saves: a failure costs it once, however often one saves",
    )
    return result


# --- numbers

LLAMA = Source(
    "llama-3-interruptions",
    "The Llama 3 Herd of Models, table 5 and its text, as transcribed",
    url="https://arxiv.org/abs/2407.21783",
    date="2024-07-31",
    author="Llama Team, AI at Meta",
    standing="secondary",
)
_BY = "Llama team 2024"
_OWN = "our own choice"
_RUN = {
    "G_run": Said("16384 GPU", _BY, "pre-training of 405B", LLAMA),
    "G_seen": Said("16384 GPU", _BY, "pre-training of 405B", LLAMA),
    "t_seen": Said("54 day", _BY, "table 5", LLAMA),
    "n_seen": Said("419", _BY, "table 5, interruptions that were not planned", LLAMA),
}
_RESTART = Said("300 s", _OWN, "five minutes")


def _with(save: str, restart: Said = _RESTART) -> dict[str, Said]:
    return {**_RUN, "t_save": Said(save, _OWN, ""), "t_again": restart}


DEFAULTS = _with("30 s")
READINGS = (
    Reading("llama-3", "the run of Llama 3 405B, a pause of 30 s for a save, five minutes for a restart", _with("30 s")),
    Reading("slow-save", "the same with two minutes for a save", _with("120 s")),
    Reading("asynchronous", "the same with a pause of three seconds: the state is copied while work goes on", _with("3 s")),
    Reading("100,000-gpus", "100,000 such GPUs, and three minutes for a restart", {
        **_with("30 s", Said("180 s", _OWN, "three minutes")), "G_run": Said("100000 GPU", _OWN, ""),
    }),
)
PUBLISHED = (
    Published("failures", "3 h", _BY, "table 5 and text, one interruption every three hours", "one significant figure", "llama-3"),
    Published("useful-share", "90%", _BY, "text, effective training time of more than that", "one significant figure", "llama-3",
              kind="look-up", note="their pause and their restart are not printed; these are our own"),
)
GRIDS = (
    Grid(("failures", "best-interval", "young", "best-over-young", "useful-share"),
         readings=("llama-3", "slow-save", "asynchronous", "100,000-gpus"),
         title="When to save, and what is left"),
)
RANGES = {
    "t_save": Between("3 s", "300 s", "our own", "from a copy in memory to a write to slow disks"),
    "t_again": Between("60 s", "1800 s", "our own", "from a warm spare to a search for the fault"),
    "G_run": Between("1024 GPU", "131072 GPU", "our own", "from a small run to the largest"),
}


CLAIM = Claim(
    name="checkpoint-interval",
    title="Checkpoints: how often to save, and what share of the time survives",
    chapter=chapters.AFTERWARDS,
    question="How much work should lie between two saves, and which share of the time is work that counts?",
    answer="About {best-interval}; then about {useful-share:%} of the time is work that counts.",
    notation=LETTERS, body=checkpoint_interval, result="useful-share", outside="no such interval",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("failures", "best-interval", "young", "useful-share"),
)
