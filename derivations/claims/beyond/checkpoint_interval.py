"""checkpoint-interval: how often a training run should save its state, and what share of its time survives failures.

Not in the lecture, whose training runs never stop. The expectation over failures is derived; the interval that loses
least is found in numbers, which show that it is the only one, and written by Lambert's W. Young's square root stands
beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import Between, Claim, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

CHANCE_OF_ONE = Quantity("M_stop", "s", "mean time between planned stops", latex=r"M_{\mathrm{planned}}")
LETTERS = Notation((
    Quantity("G_run", "GPU", "GPUs of the training run", latex="G"),
    Quantity("G_seen", "GPU", "GPUs of an observed run", latex=r"G_{\mathrm{seen}}"),
    Quantity("t_seen", "day", "duration of the observation", latex=r"t_{\mathrm{seen}}"),
    Quantity("n_seen", "", "failures in that time", latex=r"n_{\mathrm{seen}}"),
    Quantity("M_one", "GPU*h", "GPU time per failure", latex=r"M_{\mathrm{GPU}}", definition="G_seen*t_seen/n_seen"),
    Quantity("M_fail", "h", "mean time between failures of the whole run", latex=r"M"),
    Quantity("t_work", "s", "work between two saves", latex=r"\tau"),
    Quantity("t_save", "s", "pause for a save", latex=r"\delta"),
    Quantity("t_again", "s", "time from a failure until work resumes", latex="R"),
    Quantity("t_unit", "s", "work and save together: a segment without a failure", definition="t_work + t_save",
             latex=r"t_{\mathrm{part}}"),
    Quantity("u_ok", "", "chance that a segment ends without a failure", "fraction", latex=r"u_{\mathrm{ok}}"),
    Quantity("t_lost", "s", "mean time from the start of a segment to its failure, if it fails",
             latex=r"t_{\mathrm{lost}}"),
    Quantity("t_seg", "s", "mean time until a segment is done, including all failures",
             latex=r"t_{\mathrm{segment}}"),
    Quantity("y_seg", "", "elapsed time per second of useful work", definition="t_seg/t_work"),
    Quantity("x_useful", "", "goodput: share of the time that is useful work", definition="t_work/t_seg"),
    Quantity("t_young", "s", "work between two saves by Young's rule", latex=r"\tau_{\mathrm{Young}}"),
    Quantity("y_lost", "", "share of the time lost to saves and to repeated work, to first order"),
    Quantity("y_young", "", "the best interval relative to Young's", definition="t_work/t_young"),
))


# --- premises

_DALY = "Daly 2006, A higher order estimate of the optimum checkpoint interval for restart dumps, from general knowledge"

FAILURES = Premise(
    "failures", "M_fail = M_one/G_run",
    because="each GPU fails at a constant rate, and one failure stops all of them", source="by counting",
    alternatives=(
        Alternative("with-planned-stops", "M_fail = 1/(G_run/M_one + 1/M_stop)",
                    because="planned stops lose work like failures, but do not increase with the GPUs",
                    source="our own", quantities=(CHANCE_OF_ONE,)),
    ),
)
SURVIVES = Premise(
    "survives", "u_ok = exp(-t_unit/M_fail)",
    because="failures come at a constant rate, whatever happened before", source=_DALY,
)
LOST = Premise(
    "lost", "t_lost = M_fail - t_unit/(exp(t_unit/M_fail) - 1)",
    because="the mean of an exponential time, given that it is shorter than the segment", source=_DALY,
)
SEGMENT = Premise(
    "segment", "u_ok*(t_seg - t_unit) = (1 - u_ok)*(t_lost + t_again)",
    determines="t_seg",
    because="a segment either succeeds or fails and restarts from the same state; t_seg is on both sides, collected",
    source=_DALY,
)
FIRST_ORDER = Premise(
    "first-order", "y_lost = t_save/t_young + t_young/(2*M_fail)",
    because="if failures are rare: one save per interval, and half an interval lost per failure",
    source="Young 1974, A first order approximation to the optimum checkpoint interval, from general knowledge",
)


# --- the argument

def checkpoint_interval(board: Board) -> Handle:
    """The mean time of a segment; the interval at which least of it is lost; and Young's rule beside it."""
    watched = board.define("failure-of-one", "M_one")
    rate = board.take(FAILURES)
    board.substitute("failures-as-watched", rate, (watched,), because="the same failure rate per GPU at any number of GPUs")
    part = board.define("part", "t_unit")
    survives, lost, segment = (board.take(each) for each in (SURVIVES, LOST, SEGMENT))
    known = board.state(
        "segment-time", "t_seg = (M_fail + t_again)*(exp(t_unit/M_fail) - 1)", (segment, survives, lost),
        because="the expected number of failures, each at its mean time plus a restart",
    )
    each = board.define("time-for-work", "y_seg")
    cost = board.substitute("time-for-work-in-full", each, (known, part), because="written out")
    best = board.minimise(
        "best-interval", cost, over="t_work",
        because="short intervals lose time to saves, long ones to failures",
    )
    closed = board.solve(
        "interval-by-lambert", best, for_="t_work", by_lambert=True,
        because="in closed form with Lambert's W: a line times an exponential, and a positive interval is on the upper branch",
    )
    useful = board.define("useful", "x_useful")
    result = board.substitute("useful-share", useful, (known, part, best), because="at the best interval")
    young = board.minimise("young", board.take(FIRST_ORDER), over="t_young", because="the leading term in the pause")
    over = board.define("over-young", "y_young")
    board.substitute("best-over-young", over, (young, best), because="the error of the square-root rule")
    board.substitute("failures-in-gpus", young, (rate,), because="as a function of the GPUs: their square root is in the denominator")
    board.reject(
        "a-whole-segment-lost", "t_seg = t_unit/u_ok", against=(segment,),
        because="charges every failure a whole segment and no restart: the number of tries until one succeeds, times a segment",
    )
    board.reject(
        "interval-on-the-other-branch", "t_work = M_fail*(lambert_wm1(-exp(-t_save/M_fail - 1)) + 1)", against=(closed,),
        because="takes the lower branch, which is below -1: the work between two saves would be negative",
    )
    board.reject(
        "restart-moves-young", "t_young = sqrt(2*(t_save + t_again)*M_fail)", against=(young,),
        because="says that a slow restart calls for more saves: each failure costs one restart, however often one saves",
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
    "n_seen": Said("419", _BY, "table 5, unplanned interruptions", LLAMA),
}
_RESTART = Said("300 s", _OWN, "five minutes")


def _with(save: str, restart: Said = _RESTART) -> dict[str, Said]:
    return {**_RUN, "t_save": Said(save, _OWN, ""), "t_again": restart}


DEFAULTS = _with("30 s")
READINGS = (
    Reading("llama-3", "the run of Llama 3 405B, a pause of 30 s for a save, five minutes for a restart", _with("30 s")),
    Reading("slow-save", "the same with two minutes for a save", _with("120 s")),
    Reading("asynchronous", "the same with a pause of three seconds: the state is copied asynchronously", _with("3 s")),
    Reading("100,000-gpus", "100,000 such GPUs, and three minutes for a restart", {
        **_with("30 s", Said("180 s", _OWN, "three minutes")), "G_run": Said("100000 GPU", _OWN, ""),
    }),
)
PUBLISHED = (
    Published("failures", "3 h", _BY, "table 5 and text, one interruption every three hours", "one significant figure", "llama-3"),
    Published("useful-share", "90%", _BY, "text, effective training time of more than that", "one significant figure", "llama-3",
              kind="look-up", note="their pause and restart are not printed; ours are assumed"),
)
GRIDS = (
    Grid(("failures", "best-interval", "young", "best-over-young", "useful-share"),
         readings=("llama-3", "slow-save", "asynchronous", "100,000-gpus"),
         title="When to save, and the goodput"),
)
RANGES = {
    "t_save": Between("3 s", "300 s", "our own", "from a copy in memory to a write to slow disks"),
    "t_again": Between("60 s", "1800 s", "our own", "from a warm spare to locating the fault"),
    "G_run": Between("1024 GPU", "131072 GPU", "our own", "from a small run to the largest"),
}


CLAIM = Claim(
    name="checkpoint-interval",
    title="Checkpoints: how often to save, and the goodput that is left",
    chapter=chapters.AFTERWARDS,
    question="How often should a training run save?",
    answer="After about every {best-interval} of work, which leaves about {useful-share:%} of the time for useful work.",
    answer_if=("x_useful >= 1/10",),
    otherwise="After about every {best-interval} of work, but the run hardly advances: saves and failures leave about {useful-share:%} of the time for useful work.",
    notation=LETTERS, body=checkpoint_interval, result="useful-share", outside="no such interval",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("failures", "best-interval", "young", "useful-share"),
)
