"""energy: the joules of a token, why no batch has the least, and what a slower clock saves.

Not in the lecture, which counts time and dollars. A pass takes as long as pass-time says; what its GPUs draw meanwhile is
a premise of its own, and so is what the clock does to power and time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_BUILT, Between, Cards, Claim, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.kernels import EFFICIENCIES, FRONT, LEFT_OUT, Front, Parts, take_front, take_kernels
from derivations.claims.shared.passes import SERVING
from derivations.claims.shared.prices import OWNED
from derivations.claims.shared.racks import ON_NETWORK_CARDS
from derivations.claims.shared.requests import REQUESTS, SPEED
from derivations.claims.shared.said import DECODE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

POWER = (
    Quantity("P_gpu", "W/GPU", "power that the board of a GPU is limited to", latex=r"P_{\mathrm{limit}}"),
    Quantity("P_mean", "W/GPU", "mean power of a GPU in a pass", definition="E_pass/(G*T)"),
    Quantity("P_site", "W/GPU", "power of a GPU with its share of server, network and cooling"),
)
ENERGY = (
    Quantity("E_pass", "J", "energy that the GPUs draw in a pass"),
    Quantity("E_all", "J", "energy that the site draws in a pass", latex=r"E_{\mathrm{site}}"),
    Quantity("E_tok", "J/token", "energy of the GPUs for a new token, its share of the prompts included",
             latex=r"\hat E", definition="E_pass/(n*B)"),
    Quantity("E_least", "J/token", "energy of a token that large memory-bound batches approach",
             latex=r"\hat E_{\infty}", definition="P_gpu/X_top"),
    Quantity("E_slope", "J/token/sequence", "energy of a token that one more sequence in the batch saves or costs", "real",
             latex=r"\hat E'"),
    Quantity("E_bend", "J/token/sequence", "the same in a compute-bound pass", "real", latex=r"\hat E'_{\mathrm{compute}}"),
    Quantity("t_add", "s/sequence", "time that each sequence adds to a compute-bound pass", latex=r"t_{\mathrm{add}}",
             definition="t_c/(e_flop*B) + t_each"),
    Quantity("E_whole", "J/token", "energy of the site for a new token", latex=r"\hat E_{\mathrm{site}}",
             definition="E_all/(n*B)"),
)
ELECTRICITY = (
    OWNED["p_joule"],
    Quantity("cost_power", "USD/Mtoken", "electricity of a site for a new token", latex=r"c_{\mathrm{power}}",
             definition="p_joule*E_whole"),
    OWNED["p_own"],
    Quantity("cost_owned", "USD/Mtoken", "the owner's cost of its GPUs for a new token", latex=r"c_{\mathrm{token}}", definition="p_own/X_gpu"),
    Quantity("x_power", "", "electricity as a fraction of that cost", definition="cost_power/cost_owned"),
)
CLOCK = (
    Quantity("f_clock", "", "clock, as a fraction of the highest", latex="f"),
    Quantity("y_still", "", "static power of a GPU over its switching power at the highest clock"),
    Quantity("P_clock", "W/GPU", "power of a GPU at that clock"),
    Quantity("t_full", "s", "time of a compute-bound kernel at the highest clock"),
    Quantity("t_clock", "s", "its time at that clock"),
    Quantity("E_clock", "J/GPU", "energy of a GPU for the kernel", definition="P_clock*t_clock"),
    Quantity("f_even", "", "clock at which the products take as long as the reads of their weights",
             latex=r"f_{=}", definition="t_c*e_read/(e_flop*t_w)"),
)
LETTERS = Notation((
    *SERVING,
    *ON_NETWORK_CARDS.only("W_up", "d_model", "b_act", "n_layers"),
    *REQUESTS.only("t_in", "q_in", "L_in", "L_out"),
    *LEFT_OUT,
    *EFFICIENCIES,
    SPEED,
    *FRONT,
    *POWER,
    *ENERGY,
    *ELECTRICITY,
    *CLOCK,
))
BY_WORK = (
    Quantity("P_still", "W/GPU", "power that a GPU draws in a pass whatever it computes and reads"),
    Quantity("e_op", "pJ/FLOP", "energy of an operation"),
    Quantity("e_byte", "pJ/byte", "energy of a byte that is read"),
)


# --- premises

DRAWN = Premise(
    "drawn", "E_pass = P_gpu*G*T",
    because="the board lowers its clock at this power, so that no pass takes more, and a large batch takes nearly all of it; small batches take less",
    source="our own; as metered here and by ML.ENERGY: never above the limit by more than a meter scatters, and down to a third of it",
    alternatives=(
        Alternative(
            "by-work", "E_pass = P_still*G*T + e_op*C*(t_c + t_in) + e_byte*W*(t_w + t_kv)",
            because="each operation and each byte takes its own energy, on top of a constant power",
            source="our own; what was metered here does not tell the three apart: where power is the limit the clock falls, and an operation takes less energy",
            quantities=BY_WORK,
        ),
    ),
)
SITE = Premise(
    "site", "E_all = P_site*G*T",
    because="server, network and cooling draw their share whatever the batch",
    source="our own, with the power that InferenceX assumes for each GPU",
)
CUBE = Premise(
    "cube", "P_clock = P_gpu*(y_still + f_clock^3)/(1 + y_still)",
    because="switching power is proportional to the clock times the voltage squared, and the voltage rises with the clock; leakage does not depend on the clock",
    source="general knowledge of CMOS circuits; unverified for these GPUs",
    alternatives=(
        Alternative("fixed-voltage", "P_clock = P_gpu*(y_still + f_clock)/(1 + y_still)",
                    because="the voltage is already at its lowest, so switching power is proportional to the clock",
                    source="our own: the low end of the clock"),
    ),
)
SLOWER = Premise(
    "slower", "t_clock = t_full/f_clock", because="the time of arithmetic is inverse to the clock", source="by the meaning of a clock",
)


# --- the argument

def energy(board: Board) -> Handle:
    """The joules of a token, which only fall with the batch; those of the site in dollars; the clock of least energy."""
    parts = take_kernels(board)
    drawn = board.take(DRAWN)
    token = board.define("energy-of-a-token", "E_tok")
    result = board.substitute("joules", token, (drawn,), because="the energy of the pass, shared by its new tokens")
    known = take_front(board, parts)
    power = board.define("mean-power", "P_mean")
    _no_best_batch(board, parts, known, (result, token, power))
    _site(board, known, (token, power))
    _clock(board, parts)
    return result


def _no_best_batch(board: Board, parts: Parts, known: Front, drawn: tuple[Handle, ...]) -> None:
    """Power over throughput: the more sequences, the fewer joules, down to an end that no batch reaches."""
    joules, token, power = drawn
    _, _, through, _, most = known.line
    board.state("power-over-throughput", "E_tok = P_mean/X_gpu", (token, power, through),
                because="a joule is a watt for a second, and throughput is tokens per second")
    line = board.substitute("joules-of-a-batch", joules, (known.straight,), because="in a memory-bound pass")
    slope = board.differentiate(
        "slope-in-batch", line, by="B", named="E_slope", holding=("t_base", "t_each"),
        because="per sequence added; neither part of the pass depends on the batch, as shown above",
    )
    board.state("no-batch-is-best", "E_slope < 0[J/token/sequence]", (slope,),
                because="every sequence added shares the weights and the overhead: memory or speed limits the batch, not energy")
    more = board.define("more", "t_add")
    board.rewrite("more-without-batch", board.substitute("more-in-full", more, (parts.compute,), because="the arithmetic of each sequence"),
                  "t_add = phi*n*N_active/(e_flop*C) + t_each", because="it does not depend on the batch, either")
    computed = board.rewrite("straight-when-compute-bound", known.computed, "T = t_gaps + B*t_add", using=(more, known.each),
                             because="in a compute-bound pass, only the overhead is there without sequences")
    other = board.substitute("joules-when-compute-bound", joules, (computed,), because="in a compute-bound pass")
    bend = board.differentiate("slope-when-compute-bound", other, by="B", named="E_bend", holding=("t_gaps", "t_add"),
                               because="per sequence added; the overhead does not depend on the batch")
    board.state("nor-when-compute-bound", "E_bend <= 0[J/token/sequence]", (bend,),
                because="the overhead is still shared; without any, the energy stays")
    least = board.define("least-energy", "E_least")
    board.state("above-the-least", "E_tok > E_least", (joules, known.straight, least, most),
                because="the weights and the overhead are never free")
    ends = (joules, least, through, known.front)
    front = board.state("energy-of-speed", "E_tok = E_least/(1 - v_seq/v_top)", ends,
                        because="as for dollars: twice the energy at half of the top speed, and without limit toward it")
    board.reject("a-best-batch", "E_slope = 0[J/token/sequence]", against=(slope,),
                 because="takes the end of a test's range for a minimum")
    board.reject("data-sheet-joules", "E_tok = P_gpu*phi*N_active/C_gpu", against=(joules, parts.whole, parts.compute, *parts.pooled),
                 because="takes FLOP per joule from the data sheet: it leaves out reads, overhead and prompts")
    board.reject("energy-without-speed", "E_tok = E_least", against=(front, known.fastest),
                 because="takes the energy at the highest throughput for that at any speed")


def _site(board: Board, known: Front, drawn: tuple[Handle, ...]) -> None:
    """The energy of the site, and its electricity beside what the GPUs cost."""
    site = board.take(SITE)
    whole = board.define("site-energy", "E_whole")
    spelled = board.substitute("site-joules", whole, (site,), because="shared by the new tokens of the pass")
    board.state("site-over-boards", "E_whole = E_tok*P_site/P_mean", (spelled, *drawn),
                because="over the same time, with everything around the GPU")
    price = board.define("electricity", "cost_power")
    rent = board.define("cost-of-gpus", "cost_owned")
    part = board.define("power-share", "x_power")
    share = board.state("share-of-the-cost", "x_power = p_joule*P_site/p_own", (part, price, rent, spelled, known.line[2]),
                        because="both are paid by the second, so that batch, model and speed cancel")
    board.independence("share-whatever-the-batch", share, of="B", because="electricity follows the cost of the GPUs: cost per token follows throughput, not watts")


def _clock(board: Board, parts: Parts) -> None:
    """The clock at which a compute-bound kernel takes the least energy, and the one that costs a memory-bound pass no time."""
    cube, slower = board.take(CUBE), board.take(SLOWER)
    kernel = board.define("energy-at-a-clock", "E_clock")
    spelled = board.substitute("energy-at-a-clock-in-full", kernel, (cube, slower), because="power times time")
    least = board.minimise("clock-of-least-energy", spelled, over="f_clock",
                           because="a slow clock leaks longer, a fast one switches at a higher voltage")
    best = board.rewrite("best-clock", least, "f_clock = (y_still/2)^(1/3)", because="one root")
    board.substitute("energy-at-best-clock", spelled, (best,), because="at that clock")
    board.reject("race-to-idle", "f_clock = 1", against=(best,),
                 because="finishes early at full clock and voltage: that is least only if two thirds of the power are always there")
    even = board.define("clock-for-reads", "f_even")
    board.state(
        "slower-for-free", "max(t_c/(e_flop*f_even), t_w/e_read) = t_w/e_read", (even,),
        because="a memory-bound product can run at a slower clock, until its arithmetic takes as long as reading its weights",
    )
    board.substitute("clock-for-reads-in-full", even, (parts.compute, parts.weights), because="the batch over the balance batch")


# --- numbers

ML_ENERGY = Source(
    "ml-energy-blog",
    "ML.ENERGY blog, LLM Inference Energy: A Longitudinal Analysis",
    url="https://github.com/ml-energy/blog/blob/cb8ac0a49b4aa6d683cf5d871a8a940fca90ae63/docs/posts/llm-energy-over-time.md",
    date="2026-02-09",
    standing="verified",
)
_OWN = "our own choice"
_ML = "ML.ENERGY"
_POST = "Llama 3.1 8B on one H100, 64 sequences"
_LENGTHS = {
    "n": DECODE,
    "L_in": Said("1,024 token/sequence", _OWN, ""),
    "L_out": Said("1,024 token/sequence", _OWN, ""),
    "L": Said("1,536 token/sequence", "the prompt and half of the output", ""),
    "b_act": Said("2 byte", "activations are exchanged in 16 bits, whatever the products are in", ""),
}
_MONEY = {
    "p_joule": Said("0.08 USD/kWh", _OWN, "a price for industry"),
}
_CLOCK = {
    "y_still": Said("0.4", _OWN, "for an example; metered is only what a board at rest draws"),
    "t_full": Said("1 ms", _OWN, "it cancels"),
}


def _with(batch: str) -> dict[str, Said]:
    return {**_LENGTHS, **_MONEY, **_CLOCK, "B": Said(batch, _OWN, "")}


_LARGE = Cards("h200", "deepseek-v3", compute="fp8", cache="fp8")
DEFAULTS = _with("64 sequence")
READINGS = (
    Reading("few", "eight H200, DeepSeek-V3 in fp8, eight sequences", _with("8 sequence"), _LARGE),
    Reading("many", "eight H200, DeepSeek-V3 in fp8, 512 sequences", _with("512 sequence"), _LARGE),
    Reading("llama-8b", "one H100, Llama 3.1 8B in bf16, chats",
            {**DEFAULTS, "G": Said("1 GPU", _ML, _POST, ML_ENERGY), "B": Said("64 sequence", _ML, _POST, ML_ENERGY),
             "L_in": Said("200 token/sequence", _OWN, "not printed there"),
             "L_out": Said("396 token/sequence", _ML, "data of the leaderboard, rounded", ML_ENERGY),
             "L": Said("398 token/sequence", "the prompt and half of the output", "")},
            Cards("h100", "llama-3.1-8b", compute="bf16", cache="bf16")),
    Reading("llama-on-h100", "eight H100, Llama 3.1 70B in fp8", DEFAULTS, Cards("h100", "llama-3.1-70b", compute="fp8", cache="fp8")),
    Reading("llama-on-b200", "eight B200, Llama 3.1 70B in fp8", DEFAULTS, Cards("b200", "llama-3.1-70b", compute="fp8", cache="fp8")),
)
PUBLISHED = (
    Published("joules", "0.12 J/token", _ML, f"{_POST}, with vLLM 0.11.1", "two significant figures", "llama-8b", kind="look-up",
              note="metered; the lengths of the prompts are not printed"),
    Published("joules", "0.20 J/token", _ML, f"{_POST}, with vLLM 0.5.4", "two significant figures", "llama-8b", kind="look-up",
              note="metered on software two years older, with overhead that the fitted efficiencies lack"),
)
GRIDS = (
    Grid(("joules", "site-joules", "least-energy", "throughput"), readings=(AS_BUILT, *(item.name for item in READINGS)),
         title="Energy of a token, on the boards and at the site"),
)
RANGES = {
    "B": Between("1 sequence", "512 sequence", "our own", "from one sequence to the reading of many"),
    "p_joule": Between("0.05 USD/kWh", "0.15 USD/kWh", "our own", "from hydropower to a grid in Europe"),
    "y_still": Between("0.1", "1", "our own", "from a small fraction of the limit to half of it"),
}


CLAIM = Claim(
    name="energy",
    title="Joules per token, and what a slower clock saves",
    chapter=chapters.AFTERWARDS,
    question="How many joules does a token take?",
    answer="About {joules} on the boards and {site-joules:/} at the site for {B:4}, and never more in a larger batch.",
    answer_if=("P_site >= P_gpu",),
    otherwise="About {joules} on the boards for {B:4}, and never more in a larger batch.",
    notation=LETTERS, body=energy, result="joules", outside="no pass",
    deciding="trust the power limits, which the driver enforces: the energy per token also depends on the step time",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("joules", "site-joules", "share-of-the-cost"),
    staged="n_stages",
)
