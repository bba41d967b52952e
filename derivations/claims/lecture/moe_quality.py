"""moe-quality: how much dense quality experts buy, and what they cost.

Lecture 0:27:57 to 0:30:35. Read off a figure: 64 experts with 370 M active parameters are as good as 1.3 B dense ones,
"64x for 4x". In time a pure win, as a larger batch pays for the weights; the cost is memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, Asserted, Claim, ModelGrid, Published, Reading, Said, Sentence
from derivations.claims.shared import chapters
from derivations.claims.shared.documents import CLARK
from derivations.claims.shared.passes import EXPERTS, PRODUCTS_TIME, SERVING, WEIGHT_FETCH
from derivations.claims.shared.said import LECTURE, PATEL, POPE
from derivations.claims.shared.stages import MODEL_SIZE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

ROUTED = (
    Quantity("x_exp", "", "experts of a layer per expert that a token uses", latex="x"),
    Quantity("x_more", "", "experts beyond the first", "nonnegative", latex="x'", definition="x_exp - 1"),
    Quantity("e_hat", "", "effective experts in the fitted law, which smooths both ends", latex=r"\hat x"),
    Quantity("e_start", "", "effective experts for a single expert", latex=r"x_{\mathrm{start}}"),
    Quantity("e_max", "", "effective experts in the limit of very many", latex=r"x_{\max}"),
    Quantity("e_shift", "", "what the law adds to the experts beyond the first", latex=r"x_{\mathrm{shift}}"),
    Quantity("lg_N", "", "log10 of the active parameters", "real", latex=r"\lambda_N",
             definition="log(N_active/1[parameter])/log(10)"),
    Quantity("lg_E", "", "log10 of the effective experts", "real", latex=r"\lambda_x",
             definition="log(e_hat)/log(10)"),
    Quantity("lg_one", "", "log10 of the effective experts for a single expert", "real", latex=r"\lambda_1",
             definition="log(e_start)/log(10)"),
    Quantity("lg_loss", "", "log10 of the loss", "real", latex=r"\lambda_\ell"),
    Quantity("lg_dense", "", "log10 of the parameters of the equally good dense model", "real",
             latex=r"\lambda_{\mathrm{dense}}"),
    Quantity("rt_a", "", "fitted slope of the loss in the size, on log scales", latex="a"),
    Quantity("rt_b", "", "fitted slope of the loss in the experts, on log scales", latex="b"),
    Quantity("rt_c", "", "how much less experts gain for each factor of ten in size", latex="c"),
    Quantity("rt_d", "", "log10 of the loss at one parameter", latex="d"),
    Quantity("rt_dense", "", "slope of the loss of dense models in their size, on log scales",
             latex=r"a_{\mathrm{dense}}"),
    Quantity("lg_gain", "", "log10 of the ratio of those to the active parameters", "real",
             latex=r"\lambda_{\mathrm{gain}}", definition="lg_dense - lg_N"),
    Quantity("y_dense", "", "dense size over active size: parameters of the equally good dense model over active ones",
             definition="10^lg_gain"),
    Quantity("N_dense", "parameter", "parameters of the equally good dense model", definition="y_dense*N_active"),
    Quantity("y_total", "", "all parameters over those of the dense model, if all are in experts",
             definition="x_exp/y_dense"),
    Quantity("N_last", "parameter", "size beyond which more experts bring no gain",
             definition="10^(rt_b/rt_c)*1[parameter]"),
)

# a power through one point that was read off
READ_OFF = (
    Quantity("x_point", "", "experts at a point read off a figure", latex=r"x_0"),
    Quantity("y_point", "", "dense parameters over active ones at that point", latex=r"y_0"),
    Quantity("p_gain", "", "exponent: active parameters count for the experts to this power", latex="p",
             definition="log(y_point)/log(x_point)"),
    Quantity("x_half", "", "factor of more experts that makes up for half the active parameters", latex=r"x_{1/2}"),
    Quantity("y_half", "", "the factor in total parameters that goes with it", latex=r"y_{1/2}",
             definition="x_half/2"),
)

# what sparsity costs
STORED = (
    Quantity("t_fetch", "s/sequence", "time to fetch the weights, for each sequence of the batch", definition="t_w/B"),
    MODEL_SIZE,
)


# --- premises

FIGURES = "Clark et al. 2022, arXiv 2202.01169"

ROUTED_LAW = Premise(
    "routed-law", "lg_loss = rt_d - rt_a*lg_N - rt_b*lg_E + rt_c*lg_N*lg_E",
    because="log loss is linear in log size and log experts, and experts gain less in larger models; fitted to models that route each token to one expert and saw the same number of tokens",
    source=FIGURES,
)
DENSE_LAW = Premise(
    "dense-law", "lg_loss = rt_d - rt_b*lg_one - rt_dense*lg_dense",
    because="the same law with one expert: a dense model", source=FIGURES,
)
DENSE_SLOPE = Premise(
    "dense-slope", "rt_dense = rt_a - rt_c*lg_one",
    because="the slope of the law at one expert", source=FIGURES,
)
SMOOTHED_EXPERTS = Premise(
    "smoothed-experts", "e_hat = 1/(1/(x_more + e_shift) + 1/e_max)",
    because="the first experts gain less than a power law would, and very many gain nothing more", source=FIGURES,
)
ONE_EXPERT = Premise(
    "one-expert", "e_shift = 1/(1/e_start - 1/e_max)",
    because="chosen so that a single expert counts as e_start", source=FIGURES,
)
ROUTED_EXPERTS = Premise(
    "routed-experts", "x_exp = n_experts/k_active",
    because="a model that uses several experts per token is counted as one with fewer, larger experts",
    source="our own; the law was fitted with one expert for a token",
    alternatives=(
        Alternative(
            "by-parameters", "x_exp = N_total/N_active",
            because="experts counted as stored over used parameters, as the lecture counts sparsity",
            source="after lecture 0:19:05",
        ),
    ),
)
HALF_ACTIVE = Premise(
    "half-active", "x_half^p_gain = 2",
    because="experts make up for half the active parameters, if the point read off lies on a power law",
    source="after lecture 0:29:37 to 0:30:35",
)


# --- the argument

def moe_quality(board: Board) -> Handle:
    """The dense model that is as good, by the law; the point read off as a power; what it costs in time and memory."""
    _counted_experts(board)
    result = _dense_equivalent(board)
    _half_the_active(board)
    _cost_of_sparsity(board)
    return result


def _counted_experts(board: Board) -> None:
    """Experts as the law counts them."""
    board.take(ROUTED_EXPERTS)
    more = board.define("further-experts", "x_more")
    shift, counted = board.take(ONE_EXPERT), board.take(SMOOTHED_EXPERTS)
    board.state(
        "fewer-than-the-most", "e_hat < e_max", (counted,), because="however many experts there are, the law counts fewer than e_max"
    )
    board.substitute("counted-by-constants", counted, (shift, more), because="with the constants as printed")


def _dense_equivalent(board: Board) -> Handle:
    """The dense model of the same loss."""
    routed, dense, slope = (board.take(each) for each in (ROUTED_LAW, DENSE_LAW, DENSE_SLOPE))
    for name, letter in (("size", "lg_N"), ("experts", "lg_E"), ("one", "lg_one")):
        board.define(f"decades-of-{name}", letter)
    same = board.equate("same-loss", dense, routed, because="both models have the same loss")
    decades = board.solve("dense-decades", same, for_="lg_dense", because="in logarithms, where the law is linear")
    gained = board.define("decades-gained-defined", "lg_gain")
    over = board.state(
        "decades-gained", "lg_gain = (rt_b - rt_c*lg_N)*(lg_E - lg_one)/rt_dense", (gained, decades, slope),
        because="a power of the experts, with a smaller exponent for larger models",
    )
    board.define("last-size", "N_last")
    board.state(
        "until-the-last-size", "lg_gain = rt_c*(rt_b/rt_c - lg_N)*(lg_E - lg_one)/rt_dense", (over,),
        because="experts gain something exactly as long as log10 of the size is below b over c",
    )
    gain = board.define("gain-defined", "y_dense")
    result = board.substitute("gain", gain, (over,), because="as a factor")
    size = board.define("dense-size-defined", "N_dense")
    board.substitute("dense-size", size, (result,), because="times the parameters that a token uses")
    total = board.define("total-over-dense", "y_total")
    board.substitute("total-gain", total, (result,), because="the total parameters that this gain takes")
    board.reject(
        "experts-as-parameters", "lg_gain = lg_E", (over,),
        because="some notes swap the two factors: 64 times the experts is not 64 times the parameters",
    )
    return result


def _half_the_active(board: Board) -> None:
    """The point read off as a power of the experts: what half the active parameters take."""
    half = board.take(HALF_ACTIVE)
    board.define("power-read-off", "p_gain")
    times = board.solve("sparser-for-half", half, for_="x_half", because="the power law, solved for the experts")
    total = board.define("total-for-half", "y_half")
    board.substitute(
        "total-for-half-read-off", total, (times,), because="more experts by that factor, each half as large"
    )
    board.reject(
        "total-eight-fold", "y_half = x_half", (total,),
        because="lets the total grow as much as the experts (0:30:11): but each expert is half as large",
    )


def _cost_of_sparsity(board: Board) -> None:
    """The cost of sparsity: none in time once the batch is large, and memory in any case."""
    compute, weights = (board.take(each) for each in (PRODUCTS_TIME, WEIGHT_FETCH))
    board.independence(
        "compute-by-active-alone", compute, of="N_total", because="inactive parameters are not multiplied"
    )
    each = board.define("read-per-sequence", "t_fetch")
    spread = board.substitute("spread-over-the-batch", each, (weights,), because="one fetch serves the whole batch")
    board.limit(
        "nothing-in-a-large-batch", spread, "B", to="oo",
        because="the pure win: the larger the batch, the less each sequence pays for weights that it does not use",
    )
    memory = board.define(
        "all-weights", "S_model", because="every expert is kept in memory, however rarely a token is routed to it"
    )
    sparse = board.define("sparsity", "s")
    board.rewrite(
        "memory-by-sparsity", memory, "S_model = b_w*s*N_active", using=(sparse,),
        because="memory grows with the sparsity, whatever the batch",
    )


# --- what was said

_PLACE = "0:29:37 to 0:30:35"
_ACTIVE = Said("370e6 parameter", POPE, f"{_PLACE}, read off a figure", LECTURE)
_EXPERTS = Said("64", POPE, f"{_PLACE}, read off a figure", LECTURE)
_FOUR = Said("4", POPE, f"{_PLACE}, '64x for 4x'", LECTURE)
_READ = {"x_point": _EXPERTS, "y_point": _FOUR}


def _law(method: str, a: str, b: str, c: str, d: str, start: str, most: str) -> dict[str, Said]:
    """The constants that the paper prints for a way of routing; signs stand in the law."""
    constants = {"rt_a": a, "rt_b": b, "rt_c": c, "rt_d": d, "e_start": start, "e_max": most}
    where = f"table 3, {method}"
    return {name: Said(number, "Clark et al. 2022", where, CLARK) for name, number in constants.items()}


_BASE = _law("S-BASE", "0.082", "0.108", "0.009", "1.104", "1.847", "314.478")
_RL = _law("RL-R", "0.083", "0.126", "0.012", "1.111", "1.880", "469.982")
_HASH = _law("HASH", "0.087", "0.136", "0.012", "1.157", "4.175", "477.741")
_AS_FITTED = tuple(f"{name} = {said.value}" for name, said in _BASE.items() if name in ("rt_a", "rt_b", "rt_c", "e_start", "e_max"))
_SAID = {"x_exp": _EXPERTS, "N_active": _ACTIVE, **_READ}

_ONE = Said("1", "Clark et al. 2022", "each token is routed to one expert", CLARK)

DEFAULTS = {**_BASE, **_READ, "n_experts": _EXPERTS, "k_active": _ONE, "N_active": _ACTIVE}


def _at(experts: str, size: str, by: str, where: str) -> dict[str, Said]:
    """The law of the best routing at another point."""
    return {**_BASE, **_READ, "x_exp": Said(experts, by, where), "N_active": Said(size, by, where)}


READINGS = (
    Reading(AS_SAID, "as said: 64 experts, 370 M active; the law for S-BASE routing", {**_SAID, **_BASE}),
    Reading("rl-r", "the same with the law for routing learned by reinforcement", {**_SAID, **_RL}),
    Reading("hash", "the same with the law for routing by a hash", {**_SAID, **_HASH}),
    Reading("read-off", "the three numbers read off, without a law",
            {**_SAID, "y_dense": Said("1300/370", POPE, f"{_PLACE}, 1.3 B over 370 M", LECTURE)}),
    Reading("hundred", "a hundred experts", {**_SAID, **_BASE, "x_exp": Said("100", PATEL, _PLACE, LECTURE)}),
    Reading("small", "the paper's own example", _at("128", "5e6 parameter", "Clark et al. 2022", "as quoted")),
    Reading("large", "370 B active", _at("64", "370e9 parameter", "our choice", "a thousand times as large")),
)

PUBLISHED = (
    Published("dense-size", "1.3e9 parameter", POPE, _PLACE, "read off a chart",
              kind="look-up", note="read off a figure, here by the fitted law"),
    Published("dense-size", "1.3e9 parameter", POPE, _PLACE, "read off a chart", "rl-r",
              kind="look-up", note="with another routing"),
    Published("dense-size", "1.3e9 parameter", POPE, _PLACE, "read off a chart", "hash",
              kind="look-up", note="with another routing"),
    Published("gain", "4", POPE, f"{_PLACE}, '64x for 4x'", "one significant figure"),
    Published("gain-defined", "4", POPE, f"{_PLACE}, '64x for 4x'", "one significant figure", "read-off", otherwise="gain"),
    Published("gain", "10", PATEL, f"{_PLACE}, a hundredfold for 10x", "one significant figure", "hundred",
              kind="illustration", note="a guess; the lecturer says: even more parameters for less gain"),
    Published("gain", "64", "notes on the lecture", "2026, 4x active like a dense model 64x as large",
              "two significant figures", kind="retelling", note="the two factors swapped"),
    Published("sparser-for-half", "8", PATEL, f"{_PLACE}, half the active parameters, this up by 8x", "nearest integer"),
    Published("sparser-for-half", "2", PATEL, f"{_PLACE}, the same sentence: every time sparsity doubles", "nearest integer",
              kind="illustration", note="what is halved in that sentence are the active parameters"),
    Published("total-for-half-read-off", "8", PATEL, f"{_PLACE}, half the active parameters, this up by 8x", "nearest integer",
              otherwise="sparser-for-half",
              note="the number of experts grows by that factor, and each is half as large: total parameters grow by half the factor"),
    Published("dense-size", "55e6 parameter", "Clark et al. 2022", "as quoted: 5 M with 128 experts",
              "two significant figures", "small",
              kind="look-up", note="the printed constants have two digits, and the law raises them to a power"),
    Published("last-size", "937e9 parameter", "Clark et al. 2022", "as quoted, for S-BASE", "order of magnitude",
              kind="look-up", note="with b and c as printed, to two digits and one"),
)

ASSERTED = (
    Asserted("analysis does not give quality: it is an empirical question and very sensitive to the routing, which DeepSeek has changed a lot since that paper",
             POPE, "0:28:50"),
    Asserted("“64x for 4x” counts parameters relative to a dense model of the same active size; relative to the equally good dense model the factor is smaller (step total-gain)",
             f"{POPE}; the comparison is our own", _PLACE),
    Asserted("a pure win: keep doing it until you run out of users; the batch that pays for the weights grows with the sparsity (claim optimal-batch)",
             POPE, _PLACE),
    Asserted("active parameters are limited by the cost of compute, all parameters by the size of the scale-up domain",
             POPE, "0:46:52"),
)

GRIDS = (
    ModelGrid(("routed-experts", "gain", "memory-by-sparsity"),
              title="The law far outside its fitted range: today's models, their experts counted as fewer, larger ones; memory in bf16"),
)


CLAIM = Claim(
    name="moe-quality",
    title="Sixty-four experts for four times the parameters: what sparsity buys",
    chapter=chapters.BATCH_SIZE,
    question="How large a dense model does a mixture of experts match in quality?",
    answer="By a law that was fitted to small models with one expert for a token: a dense model of about {dense-size}, {gain} times the active parameters, for {routed-experts} times the experts.",
    answer_if=("y_dense >= 1.05", *_AS_FITTED),
    otherwise=(
        Sentence("By a law that was fitted to small models with one expert for a token: hardly a larger one than the active parameters.", _AS_FITTED),
        Sentence("By the law with other constants than were fitted: a dense model of about {dense-size}, {gain} times the active parameters, for {routed-experts} times the experts."),
    ),
    notation=SERVING.extended((*EXPERTS, *ROUTED, *READ_OFF, *STORED)), body=moe_quality, result="gain",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS,
    over="n_experts",
    compared=("routed-experts", "gain", "dense-size", "total-gain", "last-size"),
    not_from_cards=("C_gpu", "W_gpu", "G", "kappa"),
)
