"""bubbles: how much of a pipeline idles while a batch passes it, and what more micro-batches cost.

Lecture 0:54:16 to 1:02:22. Said: three-quarters of the time each of four racks does nothing; in inference the next
batch starts at once. The lecture has no formula for the bubble; the practice cards have a picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import ALL, AS_SAID, Asserted, Between, Claim, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.deployments import TRAINING_STAGES
from derivations.claims.shared.lifetime import TRAINING, TRAINING_ARITHMETIC
from derivations.claims.shared.passes import SERVING, take_pool
from derivations.claims.shared.said import CARDS, LECTURE, POPE
from derivations.claims.shared.stages import FILL, PIPELINE, SLOTS
from derivations.claims.shared.training_step import GRADIENT_BYTES, STEP_TOKENS
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

BUBBLES = (
    Quantity("t_slot", "s", "time of a slot: one stage works on one micro-batch, forward and backward"),
    Quantity("T_batch", "s", "time of a batch, from its first micro-batch to its last"),
    Quantity("t_busy", "s", "time that a stage works on a batch"),
    Quantity("t_idle", "s", "time that a stage idles during a batch", "nonnegative"),
    Quantity("x_bubble", "", "idle share: fraction of the time of a batch that a stage idles", "nonnegative",
             definition="t_idle/T_batch"),
    Quantity("y_bubble", "", "idle time over busy time, which papers print as the bubble", "nonnegative",
             definition="t_idle/t_busy"),
    Quantity("j_stage", "", "place of a stage in the pipeline", "integer", latex="j"),
    Quantity("S_before", "", "slots that all stages together idle before their first micro-batch"),
)

# the trade between idle slots and reads of the weights
SLOT_TIMES = (
    STEP_TOKENS,
    Quantity("d_mb", "token", "tokens of one micro-batch", definition="D_batch/n_mb"),
    Quantity("t_part", "s", "time of a stage for the arithmetic of one micro-batch"),
    Quantity("t_read", "s", "time of a stage to read its weights for one micro-batch"),
    Quantity("n_fetch", "", "how often a micro-batch reads the weights of a stage"),
)

LETTERS = Notation((
    *SLOTS,
    *BUBBLES,
    *SLOT_TIMES,
    *PIPELINE.only("n_stages", "ep_width"),
    *SERVING.only("r", "s", "phi", "b_w", "N_total", "N_active", "C", "W", "C_gpu", "W_gpu", "G"),
    TRAINING["a_pre"],
))


# --- premises

SCHEDULE = Premise(
    "schedule", "T_batch = (n_fill + n_mb)*t_slot",
    because="the last stage waits for its first micro-batch, then works on one after another; the gradient of the whole batch is applied at once, so no other batch may start before it ends; sending to the next stage takes no time",
    source="after lecture 0:57:07 to 1:01:25, and practice cards 11 and 12",
    alternatives=(
        Alternative(
            "never-empty", "T_batch = n_mb*t_slot",
            because="the next micro-batch follows at once, so the pipeline never drains: inference, or a schedule that fills the bubble with weight gradients",
            source="lecture 0:57:07 to 1:01:25, for inference; arXiv 2401.10241 for training",
        ),
    ),
)
BUSY = Premise(
    "busy", "t_busy = n_mb*t_slot",
    because="every stage works on every micro-batch once, and all of them take equally long",
    source="practice card 11, with boxes of equal width",
)
IDLE = Premise(
    "idle", "t_idle = T_batch - t_busy",
    because="during a batch, a stage that does not work is idle", source="by definition",
)
SLOT = Premise(
    "slot", "t_slot = max(t_part, t_read)",
    because="arithmetic and reads overlap, so a slot takes as long as the slower of the two",
    source="after lecture 0:04:58, for a stage",
    alternatives=(
        Alternative(
            "no-overlap", "t_slot = t_part + t_read",
            because="nothing overlaps: the weights are read first, then multiplied", source="our own",
        ),
    ),
)
PART_OF_WORK = Premise(
    "part-of-work", "t_part = a_pre*N_active*d_mb/(n_stages*ep_width*C_gpu)",
    because="each token uses the active parameters of the stage, forward and backward, and the GPUs of the stage share that work evenly",
    source="lecture 1:21:56, for one stage and one micro-batch",
)
WEIGHTS_FOR_EACH = Premise(
    "weights-for-each", "t_read = n_fetch*b_w*N_total/(n_stages*ep_width*W_gpu)",
    because="weights do not stay on chip, so every micro-batch reads those of its stage again",
    source="after lecture 0:05:09, for one stage and one micro-batch",
)
FORWARD_AND_BACKWARD = Premise(
    "forward-and-backward", "n_fetch = 2",
    because="once for the forward and once for the backward pass", source="our own",
    alternatives=(
        Alternative(
            "with-gradients", "n_fetch = 2 + 2*b_grad/b_w",
            because="the gradient of every weight is also read and written back, to accumulate over micro-batches",
            source="gradient accumulation, known from training at scale",
            quantities=(GRADIENT_BYTES,),
        ),
    ),
)


# --- the argument

def bubbles(board: Board) -> Handle:
    """Idle time out of the schedule, over all of the time and over the busy time; then what more slots cost."""
    fill = board.take(FILL)
    schedule = board.take(SCHEDULE)
    busy = board.take(BUSY)
    idle = board.take(IDLE)
    rest = board.substitute("slots-without-work", idle, (schedule, busy), because="all slots less the busy ones")
    waiting = board.rewrite(
        "idle-slots", rest, "t_idle = n_fill*t_slot",
        because="whatever the batch, a stage idles for as many slots as there are other stages",
    )
    _from_the_picture(board, fill)

    share = board.define("share-of-time", "x_bubble")
    spelled = board.substitute("share-in-full", share, (waiting, schedule), because="idle slots over all slots")
    by_slots = board.rewrite(
        "share-by-slots", spelled, "x_bubble = n_fill/(n_mb + n_fill)",
        because="the time of a slot cancels: only counts are left",
    )
    result = board.rewrite(
        "idle-share", by_slots, "x_bubble = (n_stages - 1)/(n_mb + n_stages - 1)", using=(fill,), because="written with the number of stages"
    )
    over = board.define("over-busy-time", "y_bubble")
    slots = board.substitute("ratio-in-full", over, (waiting, busy), because="idle slots over busy slots")
    ratio = board.rewrite(
        "idle-over-busy", slots, "y_bubble = (n_stages - 1)/n_mb", using=(fill,),
        because="written with the number of stages, as papers print it",
    )
    board.state(
        "share-from-ratio", "x_bubble = y_bubble/(1 + y_bubble)", (result, ratio),
        because="the ratio that papers print is not a share of the time, and exceeds one with few micro-batches",
    )
    needed = board.solve(
        "micro-batches-from-share", by_slots, for_="n_mb", because="solved for the micro-batches"
    )
    board.rewrite(
        "micro-batches-needed", needed, "n_mb = n_fill*(1 - x_bubble)/x_bubble",
        because="the micro-batches that a given idle share takes",
    )
    board.limit(
        "endless-batch", result, "n_mb", "oo",
        because="if another micro-batch always follows, as in inference, no stage idles",
    )
    _best_micro_batch(board, schedule)

    board.reject(
        "ratio-taken-for-a-share", "x_bubble = (n_stages - 1)/n_mb", against=(result,),
        because="some papers print it as the fraction of time lost: it is idle over busy time, and with fewer micro-batches than stages it can exceed one",
    )
    board.reject(
        "all-but-one", "x_bubble = 1 - 1/n_stages", against=(result,),
        because="takes three-quarters of the time for four racks (0:57:07 to 1:02:22) to hold for any number of micro-batches: it was said of one at a time, where it is correct",
    )
    return result


def _from_the_picture(board: Board, fill: Handle) -> None:
    """The empty boxes of the picture, counted: one more for each stage further down, and the same at the end."""
    empty = board.sum(
        "empty-boxes", "j_stage - 1", index="j_stage", first="1", last="n_stages", count="n_stages", named="S_before",
        because="the first stage starts at once, the second one slot later, and so on",
    )
    board.state(
        "boxes-of-each-stage", "2*S_before/n_stages = n_fill", (empty, fill),
        because="as many are empty again at the end, with the stages in reverse order: every stage has the same total",
    )


def _best_micro_batch(board: Board, schedule: Handle) -> None:
    """The number of micro-batches that ends a batch soonest, and the tokens that each of them then has."""
    slot = board.take(SLOT)
    part = board.take(PART_OF_WORK)
    read = board.take(WEIGHTS_FOR_EACH)
    often = board.take(FORWARD_AND_BACKWARD)
    arithmetic = board.take(TRAINING_ARITHMETIC)
    compute, bandwidth = take_pool(board)
    tokens = board.define("tokens-of-each", "d_mb")
    whole = board.substitute(
        "batch-time", schedule, (slot, part, read, tokens),
        because="more micro-batches mean less idle time and more reads of the weights",
    )
    best = board.minimise(
        "soonest", whole, over="n_mb",
        because="more micro-batches shorten the idle slots until reading the weights takes as long as the arithmetic",
    )
    board.independence(
        "soonest-at-any-depth", best, of="n_fill",
        because="a deeper pipeline has more slots to fill and smaller stages: the optimum stays",
    )
    each = board.substitute(
        "tokens-in-full", tokens, (best, often, arithmetic), because="batch over number of micro-batches: the size of the batch cancels"
    )
    ridge = board.define("ridge", "r")
    sparsity = board.define("sparsity", "s")
    board.rewrite(
        "best-micro-batch", each, "d_mb = (2/3)*r*s", using=(ridge, sparsity, compute, bandwidth),
        because="the balance batch of serving again, but the weights are read twice and the arithmetic is three times as much",
    )


# --- what was said

_FOUR = Said("4", POPE, "0:57:07, four racks", LECTURE)
_PICTURE = Said("4", "practice card 11", "the picture has four micro-batches", CARDS)


def _share(name: str, title: str, share: str, stages: str) -> Reading:
    """An idle share that is asked for, and so many stages."""
    by = Said(stages, "our own", "")
    return Reading(name, title, {"x_bubble": Said(share, "our own", ""), "n_stages": by})


DEFAULTS = {"n_stages": _FOUR, "n_mb": _PICTURE}

READINGS = (
    Reading(AS_SAID, "as drawn: four racks, four micro-batches", {"n_stages": _FOUR, "n_mb": _PICTURE}),
    Reading("one-at-a-time", "four racks, a single micro-batch in flight",
            {"n_stages": _FOUR, "n_mb": Said("1", POPE, "0:57:07, before a next batch follows", LECTURE)}),
    Reading("four-for-each-stage", "eight stages, four micro-batches for each",
            {"n_stages": Said("8", POPE, "1:02:22, weights over eight racks", LECTURE),
             "n_mb": Said("32", "Huang et al. 2018, arXiv 1811.06965", "four times the stages")}),
    _share("a-tenth", "a tenth of the time idle, four stages", "10%", "4"),
    _share("a-twentieth", "a twentieth of the time idle, four stages", "5%", "4"),
    _share("a-twentieth-of-sixteen", "a twentieth of the time idle, sixteen stages", "5%", "16"),
)

PUBLISHED = (
    Published("idle-share", "3/4", POPE, "0:57:07 to 1:02:22", "exact", "one-at-a-time",
              note="“three-quarters of the time each of the racks is doing nothing”"),
    Published("endless-batch", "0", POPE, "0:57:07 to 1:01:25, for inference: no bubble", "exact"),
)

ASSERTED = (
    Asserted("in training a batch runs forward, stops, and runs backward, because the gradient of the whole batch is applied at once; a smaller batch has fresher gradients, a larger one loses less to the bubble",
             POPE, "0:57:07 to 1:01:25"),
    Asserted("zero-bubble and one-forward-one-backward schedules fill the bubble, for example with weight gradients, or with mining Bitcoin, as the host jokes; `--assume schedule=never-empty`",
             POPE, "before 1:01:25"),
    Asserted("batches cannot overlap: the gradients must be gathered and the model updated first",
             "practice card 12", CARDS.date),
    Asserted("the fraction of time spent in the bubble is idle over busy, the stages less one over the micro-batches; from general knowledge, unverified",
             "Narayanan et al. 2021", "arXiv 2104.04473"),
    Asserted("the bubble is negligible from four micro-batches for each stage on; from general knowledge, unverified",
             "Huang et al. 2018", "arXiv 1811.06965"),
    Asserted("beside bubbles there are architectural constraints: residuals that reach layers a few back",
             "Horace He, as the host quotes him", "0:54:16"),
    Asserted("windowed and global attention load the stages unevenly; slower research is the worst of it",
             "practice card 14", CARDS.date),
)

GRIDS = (
    Grid(("idle-share", "idle-over-busy"), readings=(AS_SAID, "one-at-a-time", "four-for-each-stage"),
         title="Idle time over total time, and over busy time"),
    Grid(("micro-batches-needed",), readings=("a-tenth", "a-twentieth", "a-twentieth-of-sixteen"),
         title="Micro-batches that an idle share takes"),
    Grid(("best-micro-batch",), ALL, title="Tokens of a micro-batch with which a batch of DeepSeek-V3 ends soonest"),
)

RANGES = {
    "n_stages": Between("2", "16", f"{POPE}, maybe two at 1:12:54; sixteen is our assumption"),
    "n_mb": Between("1", "64", "one at a time, up to sixteen for each of four stages"),
}


CLAIM = Claim(
    name="bubbles",
    title="Pipeline bubbles: the share of time that stages idle",
    chapter=chapters.PIPELINES,
    question="What share of the time do pipeline stages idle in training?",
    answer=(
        "About {idle-share:%} of the time with {n_stages:stage} and {n_mb:micro-batch}; inference has no "
        "bubble."
    ),
    answer_if=("n_stages > 1",),
    otherwise="None with one stage, which waits for no other; inference has no bubble.",
    notation=LETTERS, body=bubbles, result="idle-share",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("idle-share", "idle-over-busy", "micro-batches-needed"),
    deployment=TRAINING_STAGES, counted=("n_mb",),
)
