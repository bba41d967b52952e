"""training-mfu: which part of the peak survives kernels, bubbles and arithmetic that is done again.

The lecture counts the idle slots of a pipeline. Here chunks of layers visited in turn shorten them, the parts of the MFU
stand side by side, and what two published runs have in common cancels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import (
    AS_BUILT,
    Between,
    Cards,
    Claim,
    Deployment,
    Grid,
    Published,
    Reading,
    Said,
    Sentence,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.documents import LLAMA_3
from derivations.claims.shared.lifetime import TRAINING, TRAINING_ARITHMETIC
from derivations.claims.shared.passes import ATTENTION_WORK, SERVING
from derivations.claims.shared.stages import CHUNKS, FILL, PIPELINE, SLOTS
from derivations.claims.shared.training_step import (
    ALL_PASSES,
    MATRICES,
    SCORE_WORK,
    STEP_WORK,
    TRAINING_GPUS,
    VOCABULARY,
)
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

PARTS = (
    Quantity("e_kernel", "", "fraction of the peak rate that kernels reach while they run", "fraction"),
    Quantity("x_again", "", "recomputed arithmetic, relative to that of the model", "nonnegative"),
    Quantity("t_chunk", "s", "time of a stage for one chunk of layers and one micro-batch, forward and backward"),
    Quantity("t_step_all", "s", "time of a step, from its first micro-batch to its last"),
    Quantity("t_step_busy", "s", "time of it in which a stage works"),
    Quantity("x_off", "", "fraction of the time in which a stage idles", "nonnegative", definition="1 - t_step_busy/t_step_all"),
    Quantity("y_stall", "", "idle time of a stage over its busy time", "nonnegative",
             definition="t_step_all/t_step_busy - 1"),
    Quantity("w_step", "FLOP", "arithmetic of the model in a step, without recomputation"),
    TRAINING_GPUS,
    Quantity("n_batches", "", "micro-batches of all copies of the pipeline in a step"),
    Quantity("mfu_train", "", "MFU: arithmetic of the model over what the GPUs could do in the time of a step", latex=r"\mathrm{MFU}",
             definition="w_step/(t_step_all*G_train*C_gpu)"),
)
RUNS = (
    Quantity("n_few", "", "micro-batches per pipeline in a larger run with the same total batch"),
    Quantity("y_runs", "", "MFU of the larger run relative to the smaller"),
    Quantity("c_reached", "FLOP/s/GPU", "FLOP per second of a GPU, as printed"),
    Quantity("mfu_printed", "", "that over the peak rate", definition="c_reached/C_gpu"),
)
LETTERS = Notation((
    *SERVING.only("phi", "C_gpu", "G", "N_total", "N_active", "b_w"),
    TRAINING["a_pre"],
    *PIPELINE.only("n_stages", "b_micro"),
    *SLOTS,
    CHUNKS,
    ATTENTION_WORK,
    *STEP_WORK,
    *PARTS,
    *RUNS,
))


# --- premises

IN_CHUNKS = Premise(
    "in-chunks", "t_step_all = (n_fill + n_chunks*n_mb)*t_chunk",
    because="a stage waits for the first micro-batch to pass one chunk of every other stage, then works on chunk after chunk: several chunks per stage shorten the wait",
    source="Narayanan et al. 2021, arXiv 2104.04473, interleaved schedule",
    alternatives=(
        Alternative(
            "zero-bubble", "t_step_all = (n_fill/3 + n_chunks*n_mb)*t_chunk",
            because="weight gradients fill part of the wait: a third of it is left if forward, input gradient and weight gradient take equally long",
            source="zero-bubble pipeline parallelism, its schedule ZB1P",
        ),
    ),
)
WORKS = Premise(
    "works", "t_step_busy = n_chunks*n_mb*t_chunk", because="every chunk of a stage works on every micro-batch once", source="by counting",
)
KERNELS_TAKE = Premise(
    "kernels-take", "t_step_busy = (1 + x_again)*w_step/(e_kernel*G_train*C_gpu)",
    because="the GPUs share the arithmetic evenly, and their kernels reach a fraction of the peak; communication overlaps or is included in that fraction",
    source="by definition of that part",
)
ALL_BATCHES = Premise(
    "all-batches", "w_step = n_batches*w_none", because="each micro-batch is processed once", source="by counting",
)
LARGER_RUN = Premise(
    "larger-run", "y_runs = ((n_fill + n_chunks*n_mb)/n_mb)/((n_fill + n_chunks*n_few)/n_few)",
    because="more copies of the same pipeline share the batch, so each has fewer micro-batches and nothing else changes: time per micro-batch in the smaller run over that in the larger",
    source="the usual setup for one batch on more GPUs",
)
FEWER = Premise("fewer", "n_few < n_mb", because="more GPUs share the same batch", source="by definition of the larger run")


# --- the argument

def training_mfu(board: Board) -> Handle:
    """Idle time with chunks; the MFU as a product; two runs of one batch; and the MFU from the time of a step."""
    fill, schedule, works, kernels = (board.take(each) for each in (FILL, IN_CHUNKS, WORKS, KERNELS_TAKE))
    result = _product(board, (schedule, works, kernels), fill)
    _two_runs(board, fill)
    _from_the_clock(board)
    return result


def _product(board: Board, times: tuple[Handle, Handle, Handle], fill: Handle) -> Handle:
    """The idle share, and the MFU as a product in which it stands."""
    schedule, works, kernels = times
    share, over, mfu = board.define("idle", "x_off"), board.define("idle-over-work", "y_stall"), board.define("mfu", "mfu_train")
    spelled = board.substitute("idle-in-full", share, (works, schedule), because="both times, written out")
    idle = board.rewrite(
        "idle-share", spelled, "x_off = (n_stages - 1)/(n_chunks*n_mb + n_stages - 1)", using=(fill,),
        because="chunks multiply the micro-batches that pass a stage",
    )
    ratio = board.substitute("idle-over-work-in-full", over, (works, schedule), because="both times, written out")
    board.rewrite("idle-ratio", ratio, "y_stall = (n_stages - 1)/(n_chunks*n_mb)", using=(fill,), because="as papers print the bubble")
    board.limit("endless-chunks", idle, "n_chunks", "oo", because="the wait is one chunk of each other stage")
    product = board.state(
        "mfu-as-product", "mfu_train = e_kernel*(1 - x_off)/(1 + x_again)", (mfu, share, kernels),
        because="three losses, each a factor: kernels, bubbles, and recomputation",
    )
    result = board.substitute("mfu-in-full", product, (idle,), because="with the idle share of the schedule")
    board.independence("mfu-at-any-speed", product, of="C_gpu", because="a faster GPU does more and has a higher peak: the ratio stays")
    board.reject(
        "ratio-as-share", "x_off = (n_stages - 1)/(n_chunks*n_mb)", against=(idle,),
        because="a paper prints idle over busy time as the bubble: as a fraction of the total time it is less",
    )
    board.reject(
        "losses-add-up", "mfu_train = e_kernel - x_off - x_again", against=(product,),
        because="subtracts the losses from one: they multiply",
    )
    return result


def _two_runs(board: Board, fill: Handle) -> None:
    """The MFU of a larger run over that of a smaller, and the chunks that it tells."""
    runs = board.take(LARGER_RUN)
    board.independence("runs-with-any-kernels", runs, of="e_kernel", because="both run the same kernels")
    fewer = board.take(FEWER)
    loss = board.state("larger-run-loses", "y_runs < 1", (runs, fewer), because="with fewer micro-batches a pipeline idles as long and works less")
    crossed = board.state(
        "runs-crossed", "n_chunks*n_mb*n_few*(1 - y_runs) = n_fill*(y_runs*n_mb - n_few)", (runs,), because="without fractions",
    )
    turned = board.state(
        "chunks-from-runs", "n_chunks = n_fill*(y_runs*n_mb - n_few)/(n_mb*n_few*(1 - y_runs))", (crossed, loss),
        because="inverted: what a published loss says about the schedule",
    )
    board.substitute("chunks-that-must-be", turned, (fill,), because="in stages")


def _from_the_clock(board: Board) -> None:
    """The MFU from the measured time of a step, and from a printed rate."""
    parts = tuple(board.take(each) for each in (MATRICES, SCORE_WORK, VOCABULARY, ALL_PASSES))
    arithmetic, batches = board.take(TRAINING_ARITHMETIC), board.take(ALL_BATCHES)
    tokens, mfu = board.define("tokens-of-micro-batch", "D_micro"), board.define("mfu-of-a-step", "mfu_train")
    spelled = board.substitute("mfu-by-work", mfu, (batches, *parts, arithmetic, tokens), because="the arithmetic of all micro-batches")
    board.rewrite(
        "mfu-from-clock", spelled, "mfu_train = 3*n_batches*b_micro*L_train*(phi*(N_block + N_vocab) + f_attn*L_train)/(t_step_all*G_train*C_gpu)",
        because="a forward pass and a backward pass of twice the cost, over the measured time",
    )
    board.define("mfu-from-rate", "mfu_printed")


# --- numbers

_CALCULON = Source(
    "korthikanti-in-calculon",
    "Korthikanti et al. 2022, models, layouts and times, as transcribed in Calculon",
    url="https://github.com/calculon-ai/calculon/tree/caa4b11f8fe1fee3ba57adaacb7590d7deabd053",
    date="2022-05",
    author="Korthikanti, Vijay and others",
    standing="secondary",
)
_META = "Llama Team 2024"
_TABLE = "arXiv 2407.21783, table 4"
_OWN = "our own choice"
_CARD = Cards("h100", "llama-3.1-405b", compute="bf16")


def _meta(text: str) -> Said:
    return Said(text, _META, _TABLE, LLAMA_3)


def _rate(name: str, title: str, rate: str) -> Reading:
    """A printed rate, against the peak of an H100."""
    return Reading(name, title, {"c_reached": _meta(rate), "C_gpu": Said("989 TFLOP/s/GPU", "data sheet of the H100", "dense")})


def _measured(name: str, layers: int, width: int, batch: int, micro: int, gpus: int, time: str) -> Reading:
    """A model of the paper, and the time of its step with the scores of attention computed again."""

    def said(text: str) -> Said:
        return Said(text, "Korthikanti et al. 2022", "model, layout and time", _CALCULON)

    return Reading(name, f"{name.replace('-', ' ')} parameters on {gpus} A100s, and the time of a step", {
        "phi": Said("2 FLOP/parameter/token", "one multiply and one add", ""),
        "N_block": said(f"{12 * layers * width**2} parameter"), "N_vocab": said(f"{51200 * width} parameter"),
        "f_attn": said(f"{4 * layers * width} FLOP·sequence/token^2"), "L_train": said("2048 token/sequence"),
        "b_micro": said(f"{micro} sequence"), "n_batches": said(f"{batch // micro}"), "t_step_all": said(f"{time} s"),
        "G_train": said(f"{gpus} GPU"), "C_gpu": Said("312 TFLOP/s/GPU", "data sheet of the A100", "dense"),
    })


_SCHEDULE = {"n_stages": _meta("16"), "n_mb": _meta("16"), "n_chunks": Said("7", _OWN, "about 126 layers over 16 stages, one at a time")}
DEFAULTS = {**_SCHEDULE, "e_kernel": Said("50%", _OWN, ""), "x_again": Said("0", _OWN, "nothing is recomputed")}
READINGS = (
    Reading("llama-3-runs", "Llama 3 405B on 8,192 H100s and on twice as many: 32 and 16 micro-batches",
            {"n_stages": _meta("16"), "n_mb": _meta("32"), "n_few": _meta("16"), "y_runs": _meta("400/430")}),
    _rate("llama-3-8192", "Llama 3 405B on 8,192 H100s", "430 TFLOP/s/GPU"),
    _rate("llama-3-16384", "the same on 16,384", "400 TFLOP/s/GPU"),
    _rate("llama-3-long", "the same with sequences of 131,072 tokens", "380 TFLOP/s/GPU"),
    _measured("22-billion", 48, 6144, 4, 4, 8, "1.10"),
    _measured("175-billion", 96, 12288, 64, 1, 64, "13.75"),
    _measured("530-billion", 105, 20480, 280, 1, 280, "37.83"),
    _measured("1-trillion", 128, 25600, 512, 1, 512, "71.49"),
)
PUBLISHED = (
    Published("mfu-from-rate", "43%", _META, _TABLE, "two significant figures", "llama-3-8192"),
    Published("mfu-from-rate", "41%", _META, _TABLE, "two significant figures", "llama-3-16384"),
    Published("mfu-from-rate", "38%", _META, _TABLE, "two significant figures", "llama-3-long"),
)
_MODELS = tuple(item.name for item in READINGS[4:])
GRIDS = (
    Grid(("idle-share", "idle-ratio", "mfu-in-full"), readings=(AS_BUILT,), title="Idle time and MFU with the schedule of Llama 3"),
    Grid(("chunks-that-must-be",), readings=("llama-3-runs",), title="Chunks per stage that a published loss implies"),
    Grid(("mfu-from-rate",), readings=("llama-3-8192", "llama-3-16384", "llama-3-long"), title="MFU from a printed rate"),
    Grid(("mfu-from-clock",), readings=_MODELS, title="MFU from the time of a step"),
)
RANGES = {
    "n_chunks": Between("1", "8", "our own", "from no interleaving to one for nearly every layer"),
    "n_mb": Between("8", "128", "our own", "from half of Llama 3's to eight times as many"),
    "e_kernel": Between("40%", "70%", "our own", "kernels as measured in training"),
    "x_again": Between("0", "1/3", "our own", "from nothing to a whole forward pass"),
}


CLAIM = Claim(
    name="training-mfu",
    title="The MFU of training: kernels, bubbles, and recomputation",
    chapter=chapters.AFTERWARDS,
    question="What fraction of peak does training reach?",
    answer="About {mfu-in-full:%}: the efficiency of the kernels, reduced by a pipeline that idles {idle-share:%} of the time.",
    answer_if=("x_off > 0", "x_again <= 0"),
    otherwise=(
        Sentence("About {mfu-in-full:%}: the efficiency of the kernels, reduced by a pipeline that idles {idle-share:%} of the time and by computing {x_again:%} of the arithmetic again.",
                 ("x_off > 0",)),
        Sentence("About {mfu-in-full:%}: the efficiency of the kernels, reduced by computing {x_again:%} of the arithmetic again.", ("x_again > 0",)),
        Sentence("About {mfu-in-full:%}: the efficiency of the kernels, as one stage waits for no other."),
    ),
    notation=LETTERS, body=training_mfu, result="mfu-in-full", outside="no such schedule",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("idle-share", "idle-ratio", "mfu-in-full", "mfu-from-rate"),
    deployment=Deployment(_CARD, gpus=("n_stages", "G")),
)
