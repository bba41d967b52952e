"""budget-split: which split of a budget over pre-training, reinforcement learning and inference is the best one.

Lecture 1:20:19 to 1:24:42. Said: a third each is a good ballpark; the host's split, half for inference, is as
valid, and 33% against 25% is only a small factor off. Nothing said gives either; a premise that gives thirds does. What
is worth keeping is that the budget is flat around them. The weights themselves nothing measures: a lab that published its
hours chose a split, which shows hardly any reinforcement learning, and does not show what is best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_SAID, Asserted, Claim, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.lifetime import TRAINING
from derivations.claims.shared.said import LECTURE, PATEL, POPE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

# a budget in three parts, and the quality that it buys
SPLIT = (
    Quantity("q_model", "", "quality of a model, on a scale that only orders models", latex="q"),
    Quantity("v_RL", "", "weight of reinforcement learning in the quality, relative to pre-training"),
    Quantity("v_inf", "", "weight of inference in the quality, relative to pre-training"),
    Quantity("c_pre", "", "cost of pre-training as a plain number", definition="cost_pre/1[FLOP]"),
    Quantity("c_RL", "", "cost of reinforcement learning as a plain number", definition="cost_RL/1[FLOP]"),
    Quantity("c_inf", "", "cost of inference as a plain number", definition="cost_inf/1[FLOP]"),
    Quantity("c_sum", "", "the whole budget as a plain number", latex=r"c_\Sigma"),
    Quantity("share_RL", "", "share of reinforcement learning in the cost of all three", latex=r"u_{\mathrm{RL}}",
             definition="cost_RL/(cost_pre + cost_RL + cost_inf)"),
    Quantity("share_inf", "", "share of inference in the cost of all three", latex=r"u_{\mathrm{inf}}",
             definition="cost_inf/(cost_pre + cost_RL + cost_inf)"),
)

# another split of a budget that buys the same
OTHER_SPLIT = (
    Quantity("z_pre", "", "share of pre-training in another split", "fraction"),
    Quantity("z_RL", "", "share of reinforcement learning in another split", "fraction"),
    Quantity("z_inf", "", "share of inference in another split", "fraction"),
    Quantity("c_other", "", "budget that buys the same quality in that split, as a plain number", latex="c'"),
    Quantity("y_split", "", "budget for the same quality in another split, over the least", latex="y", definition="c_other/c_sum"),
    Quantity("y_lack", "", "how far the product of the three shares is below that of thirds, as a fraction of it", "real",
             latex="w", definition="1 - 27*z_pre*z_RL*z_inf"),
    Quantity("z_gap_train", "", "share of pre-training less that of reinforcement learning", "real",
             latex=r"g_{\mathrm{train}}", definition="z_pre - z_RL"),
    Quantity("z_gap_serve", "", "share of reinforcement learning less that of inference", "real",
             latex=r"g_{\mathrm{serve}}", definition="z_RL - z_inf"),
    Quantity("z_gap_use", "", "share of inference less that of pre-training", "real", latex=r"g_{\mathrm{use}}",
             definition="z_inf - z_pre"),
    Quantity("d_off", "", "how far inference is from a third, as a fraction of a third", "real", latex="d",
             definition="3*z_inf - 1"),
    Quantity("y_cube", "", "third power of that budget over the least", latex="Y", definition="y_split^3"),
    Quantity("cube_slope", "", "slope of that power in the distance from a third", "real", latex="Y'"),
    Quantity("cube_bend", "", "slope of that slope", "real", latex="Y''"),
    Quantity("y_more", "", "fraction of the least budget that may be spent on top", latex=r"\epsilon"),
    Quantity("d_room", "", "how far inference may then be from a third, to second order", latex=r"d_\epsilon"),
    Quantity("z_high", "", "share of inference at that distance above a third", latex=r"z_\epsilon",
             definition="(1 + d_room)/3"),
)

# the same budget in hours of GPUs
HOURS = (
    Quantity("f_hour", "FLOP/h/GPU", "arithmetic done in a GPU-hour, the same in all three parts"),
    Quantity("h_pre", "h*GPU", "GPU-hours of pre-training"),
    Quantity("h_RL", "h*GPU", "GPU-hours of reinforcement learning"),
    Quantity("G_serve", "GPU", "GPUs that serve, on average over the lifetime of the model"),
    TRAINING["t_life"],
)


# --- premises

# a budget in three shares
PRODUCT_QUALITY = Premise(
    "product-quality", "q_model = c_pre*c_RL^v_RL*c_inf^v_inf",
    because="each of the three helps with diminishing returns, and none replaces another entirely: a product of powers, on a scale that only has to order models; no measurement supports it, and a published split shows what was chosen, not what is best",
    source="our own, for the rule of thumb of lecture 1:23:51: the lecture names no such function",
)
WHOLE_BUDGET = Premise(
    "whole-budget", "c_sum = c_pre + c_RL + c_inf",
    because="all three are paid for from one compute budget", source="lecture 1:20:19 to 1:23:51",
)
RL_WEIGHT = Premise(
    "rl-weight", "v_RL = 1",
    because="there is no known reason to favor one of them; as the lecturer says, labs know more",
    source="after lecture 1:23:51, a good ballpark",
)
INFERENCE_WEIGHT = Premise(
    "inference-weight", "v_inf = 1",
    because="there is no known reason to favor one of them", source="after lecture 1:23:51, a good ballpark",
    alternatives=(
        Alternative(
            "as-much-as-both", "v_inf = v_RL + 1",
            because="inference weighs as much as the other two together: then the host's split is the best one",
            source="the host's split, lecture about 1:23:51",
        ),
    ),
)
SAME_QUALITY = Premise(
    "same-quality", "q_model = (z_pre*c_other)*(z_RL*c_other)^v_RL*(z_inf*c_other)^v_inf",
    because="another split buys the same quality with a larger budget", source="the same product of powers",
)
WHOLE_SPLIT = Premise(
    "whole-split", "z_pre = 1 - z_RL - z_inf",
    because="the three shares are all there is", source="definition of a share",
)
REST_HALVED = Premise(
    "rest-halved", "z_RL = (1 - z_inf)/2",
    because="the other two share evenly what inference leaves",
    source="lecture about 1:23:51: 25% stands against 33%",
)
PRETRAINING_BY_HOURS = Premise(
    "pretraining-by-hours", "cost_pre = f_hour*h_pre",
    because="GPUs are bought or rented by the hour, whatever they do", source="after lecture 0:12:40",
)
RL_BY_HOURS = Premise(
    "rl-by-hours", "cost_RL = f_hour*h_RL",
    because="the same, for rollouts and training on them", source="after lecture 0:12:40",
)
SERVING_BY_HOURS = Premise(
    "serving-by-hours", "cost_inf = f_hour*G_serve*t_life",
    because="the GPUs that serve do so for as long as the model is in use", source="after lecture 1:29:49",
)
SECOND_ORDER = Premise(
    "second-order", "y_more = (cube_bend/3)*d_room^2/2",
    because="close to a third the first-order term vanishes, and a small change of the cube changes the root by a third of it",
    source="Taylor's formula; an approximation",
)


# --- the argument

def budget_split(board: Board) -> Handle:
    """The cheapest split for a quality, by weights; thirds for equal ones; what another split costs on top."""
    weights = board.take(RL_WEIGHT), board.take(INFERENCE_WEIGHT)
    best, shares = _best_split(board)
    own = [
        board.substitute(f"{name}-by-weights", share, weights, because="with the weights that are assumed")
        for name, share in zip(("pretraining", "rl", "inference"), shares, strict=True)
    ]
    thirds = [
        board.rewrite(f"{name}-third", share, f"share_{letter} = 1/3", because="one of three with the same weight")
        for name, letter, share in zip(("pretraining", "rl", "inference"), ("pre", "RL", "inf"), own, strict=True)
    ]
    _by_hours(board, best, weights)
    parts = board.take(WHOLE_SPLIT), board.take(REST_HALVED)
    excess = _another_split(board, best, shares)
    equal = board.substitute("excess-by-weights", excess, (*own, *weights), because="with the weights that are assumed")
    level = board.rewrite(
        "excess", equal, "y_split = 1/(3*(z_pre*z_RL*z_inf)^(1/3))", because="a third over the geometric mean of shares"
    )
    _thirds_are_least(board, level, parts[0])
    _close_to_thirds(board, equal, parts)
    board.reject(
        "half-for-inference", "share_inf = 1/2", (own[2],),
        because="the host's split at equal weights: it is the best one only where inference weighs as much as the other two together",
    )
    return thirds[0]


def _best_split(board: Board) -> tuple[tuple[Handle, ...], tuple[Handle, ...]]:
    """Each cost where the budget for a given quality is least, and the shares that this makes."""
    quality, whole = board.take(PRODUCT_QUALITY), board.take(WHOLE_BUDGET)
    first = board.solve("pretraining-for-quality", quality, for_="c_pre", because="what the other two leave to it")
    budget = board.substitute("budget-for-quality", whole, (first,), because="at fixed quality")
    parts, counts = [], [board.define("counted-pretraining", "c_pre")]
    for name, letter in (("rl", "RL"), ("inference", "inf")):
        least = board.minimise(
            f"best-{name}", budget, over=f"c_{letter}",
            because="wherever its slope vanishes the budget bends upward: there is a single minimum", holding=("q_model",),
        )
        parts.append(board.state(f"{name}-by-weight", f"c_{letter} = v_{letter}*c_pre", (least, quality),
                                 because="the costs are in the ratio of the weights"))
        counts.append(board.define(f"counted-{name}", f"c_{letter}"))
    shares = [
        board.state(
            f"{name}-share",
            f"share_{letter} = {weight}/(1 + v_RL + v_inf)",
            (board.define(f"{name}-share-defined", f"share_{letter}"), *parts, *counts),
            because="its weight over the sum of weights, whatever the budget",
        )
        for name, letter, weight in (("pretraining", "pre", "1"), ("rl", "RL", "v_RL"), ("inference", "inf", "v_inf"))
    ]
    total = board.state("budget-at-best", "c_sum = (1 + v_RL + v_inf)*c_pre", (whole, *parts), because="all three")
    board.reject(
        "equal-for-any-weights", "c_inf = c_pre", (parts[1],),
        because="equal costs for any three things that help: correct only if they weigh the same",
    )
    return (quality, total, *parts, *counts), tuple(shares)


def _by_hours(board: Board, best: tuple[Handle, ...], weights: tuple[Handle, Handle]) -> None:
    """What weights a split of GPU-hours shows, if it is the best one; and what hours equal weights ask for."""
    hours = tuple(board.take(each) for each in (PRETRAINING_BY_HOURS, RL_BY_HOURS, SERVING_BY_HOURS))
    rl, inference = (
        board.state(f"{name}-weight-by-hours", fact, (*best, *hours), because="the costs are in the ratio of the weights: solved for the weight")
        for name, fact in (("rl", "v_RL = h_RL/h_pre"), ("inference", "v_inf = G_serve*t_life/h_pre"))
    )
    asked = board.substitute("rl-hours-asked", rl, (weights[0],), because="with the weight that is assumed")
    board.solve("rl-hours", asked, for_="h_RL", because="the hours of reinforcement learning that this weight asks for")
    served = board.substitute("life-asked", inference, (weights[1],), because="with the weight that is assumed")
    board.solve("life", served, for_="t_life", because="the model serves until inference has used its hours")


def _another_split(board: Board, best: tuple[Handle, ...], shares: tuple[Handle, ...]) -> Handle:
    """Cost of a split over that of the best one, at the same quality."""
    same = board.take(SAME_QUALITY)
    other = board.solve("other-budget", same, for_="c_other", because="the budget that this split needs")
    over = board.define("other-over-least", "y_split")
    return board.state(
        "excess-of-a-split",
        "y_split = (share_pre*share_RL^v_RL*share_inf^v_inf/(z_pre*z_RL^v_RL*z_inf^v_inf))^(1/(1 + v_RL + v_inf))",
        (over, other, *best, *shares), because="the weighted geometric mean of best share over share",
    )


def _thirds_are_least(board: Board, excess: Handle, whole: Handle) -> None:
    """Thirds are the least of all splits, by the inequality of means: what others cost on top is a sum of squares."""
    lack = board.define("lack", "y_lack")
    gaps = tuple(board.define(f"gap-{name}", f"z_gap_{name}") for name in ("train", "serve", "use"))
    squares = board.state(
        "lack-in-squares",
        "y_lack = (z_gap_train^2 + z_gap_serve^2 + z_gap_use^2)/2 + 3*(z_pre*z_gap_serve^2 + z_RL*z_gap_use^2 + z_inf*z_gap_train^2)",
        (lack, whole, *gaps), because="a sum of squares of the differences between shares, none of which is negative",
    )
    least = board.state("nothing-below", "y_lack >= 0", (squares,), because="a sum of squares with positive weights")
    board.state(
        "thirds-are-least", "y_split >= 1", (excess, lack, least),
        because="the product of three shares is largest where they are equal: no other split is as good",
    )
    board.reject(
        "some-split-is-cheaper", "y_split < 1", (excess, lack, least),
        because="says that some split is cheaper at the same quality: at equal weights none is",
    )


def _close_to_thirds(board: Board, equal: Handle, parts: tuple[Handle, ...]) -> None:
    """With equal weights, the cost of an inference share off a third: none to first order, by Taylor's formula."""
    distance, cube = board.define("distance", "d_off"), board.define("cube", "y_cube")
    power = board.state(
        "cube-by-distance", "y_cube = 4/((1 + d_off)*(2 - d_off)^2)", (cube, equal, distance, *parts),
        because="the third power is a rational function",
    )
    board.state(
        "cube-over-one", "y_cube - 1 = d_off^2*(3 - d_off)/((1 + d_off)*(2 - d_off)^2)", (power,),
        because="the distance enters squared: a small one costs little, and no split of this kind costs less than thirds",
    )
    slope = board.differentiate("cube-slope", power, "d_off", "cube_slope", because="how fast it rises")
    bend = board.differentiate("cube-bend", slope, "d_off", "cube_bend", because="how fast that rises")
    board.limit("no-slope-at-a-third", slope, "d_off", because="there is no first-order term")
    there = board.limit("bend-at-a-third", bend, "d_off", because="the second-order term")
    second = board.take(SECOND_ORDER)
    near = board.substitute("near-a-third", second, (there,), because="with the second derivative at a third")
    room = board.solve("room", near, for_="d_room", because="the distance that a given extra budget allows")
    high = board.define("highest-share", "z_high")
    board.substitute("highest-share-in-full", high, (room,), because="as a share, above a third")


# --- what was said

PLACE = "about 1:23:51"
_HALF = Said("50%", PATEL, PLACE, LECTURE)
_ON_TOP = Said("5%", "our choice", "extra budget that is acceptable")

_REPORT = Source(
    "deepseek-v3-hours",
    "DeepSeek-V3 Technical Report, arXiv 2412.19437, table 1, as quoted",
    url="https://arxiv.org/abs/2412.19437",
    date="2024-12",
    standing="secondary",
)
_DAY = Source(
    "deepseek-day",
    "DeepSeek-V3/R1 Inference System Overview",
    url="https://github.com/deepseek-ai/open-infra-index/blob/56d86855fcf6e08fdfd45ce6280bd24322c93351/202502OpenSourceWeek/day_6_one_more_thing_deepseekV3R1_inference_system_overview.md",
    date="2025-02-28",
    standing="verified",
)
_HOURS = {
    "h_pre": Said("2664e3 h*GPU", "DeepSeek-V3, pre-training", "H800", _REPORT),
    "G_serve": Said("1814 GPU", "DeepSeek, V3 and R1 together", "226.75 nodes of 8 H800, on average over a day", _DAY),
}
_CHOSEN = {
    **_HOURS,
    "h_RL": Said("5e3 h*GPU", "DeepSeek-V3, all of post-training", "H800; that of R1 is not among the published hours", _REPORT),
    "t_life": Said("60 day", f"{POPE}: two months", "1:29:49", LECTURE),
}

DEFAULTS = {"z_inf": _HALF, "y_more": _ON_TOP}


def _split(share: str, title: str, place: str = "a share of our choice") -> Reading:
    """A split in which inference has a share, and the other two have half of the rest each."""
    number = Said(share, "our own table", place)
    return Reading(f"inference-{share.rstrip('%')}", title, {"z_inf": number, "y_more": _ON_TOP})


_OTHERS = tuple(_split(share, f"inference {share}") for share in ("10%", "20%", "25%", "40%", "60%", "80%"))
_TABLE = (AS_SAID, *(reading.name for reading in _OTHERS))

READINGS = (
    Reading(AS_SAID, "as said: half for inference, a quarter for each of the others", DEFAULTS),
    *_OTHERS,
    Reading("hours-asked", "what equal weights call for, given DeepSeek's pre-training and serving GPUs", _HOURS),
    Reading("hours-chosen", "DeepSeek-V3's GPU-hours, serving for two months", _CHOSEN),
    Reading("third", "a third for inference", {"z_inf": Said("1/3", POPE, PLACE, LECTURE), "y_more": _ON_TOP}),
)

PUBLISHED = (
    Published("pretraining-third", "33%", POPE, PLACE, "two significant figures", kind="premise",
              note="the premise of equal weights in other words, which no measurement supports"),
    Published("inference-third", "50%", PATEL, PLACE, "exact",
              kind="illustration", note="another split, for which inference has to have half of the weight"),
    Published("excess", "1", POPE, f"{PLACE}, 33% against 25% is only a small factor off", "one significant figure",
              note="the budget that the host's split needs for the same quality, over the least"),
    Published("life", "60 day", POPE, "1:29:49, a model serves for two months", "one significant figure", "hours-asked",
              kind="look-up", note="the days until DeepSeek's serving GPUs, as published for one day, have used as many hours as pre-training took"),
    Published("rl-hours", "5e3 h*GPU", "DeepSeek-V3 Technical Report", "table 1: all of post-training",
              "one significant figure", "hours-asked",
              kind="look-up", note="a split that was chosen, for an early model, compared with what equal weights call for"),
)

ASSERTED = (
    Asserted("33% against 25% is only a small factor off; the step excess derives what it costs", POPE, PLACE),
    Asserted("half for pre-training and reinforcement learning together, half for inference, is as valid; with another premise inference-weight it is the best split: `--assume inference-weight=as-much-as-both`",
             f"{PATEL} asks, {POPE} agrees", PLACE),
    Asserted("labs know more about whether more of one or of the other is productive", POPE, PLACE),
)

GRIDS = (
    Grid(("z_inf", "whole-split", "excess"), readings=_TABLE, title="What other splits cost extra"),
    Grid(("rl-weight-by-hours", "inference-weight-by-hours", "rl-hours", "life"), readings=("hours-chosen",),
         title="The weights that a published split implies if it is optimal, and the hours and the lifetime that equal weights call for"),
)


CLAIM = Claim(
    name="budget-split",
    title="A third each: the premise behind it, and what other splits cost",
    chapter=chapters.OVERTRAINED,
    question="How should a budget be split over pre-training, reinforcement learning and inference?",
    answer="A third each if all three weigh the same; giving {z_inf:%} to inference takes a budget {excess:3} times as large for the same quality.",
    deciding="would take the loss of one model at several splits of one budget; published are only the GPU-hours of one model, which an alternative compares with equal weights",
    notation=Notation((*TRAINING.only("cost_pre", "cost_RL", "cost_inf", "share_pre"), *SPLIT, *OTHER_SPLIT, *HOURS)),
    body=budget_split, result="pretraining-third", moves="excess",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS,
    compared=("rest-halved", "whole-split", "excess", "distance"),
)
