"""budget-split: which split of a budget over pre-training, reinforcement learning and inference is the best one.

Lecture 1:20:19 to 1:24:42. Said: a third each is a good ballpark; the host's split, half for inference, is as
valid, and 33% against 25% is only a small factor off. Nothing said gives either; a premise that gives thirds does.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.budget import OTHER_SPLIT, SPLIT
from derivations.claims.notation.training import TRAINING
from derivations.claims.premises.budget import (
    INFERENCE_WEIGHT,
    PRODUCT_QUALITY,
    REST_HALVED,
    RL_WEIGHT,
    SAME_QUALITY,
    SECOND_ORDER,
    WHOLE_BUDGET,
    WHOLE_SPLIT,
)
from derivations.claims.training.budget_split_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, READINGS
from derivations.claims.training.least_split import least_split
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation


def budget_split(board: Board) -> Handle:
    """The cheapest split for a quality, by weights; thirds for equal ones; what another split costs on top."""
    weights = board.take(RL_WEIGHT), board.take(INFERENCE_WEIGHT)
    best, shares = best_split(board)
    own = [
        board.substitute(f"{name}-by-weights", share, weights, because="with the weights that are believed")
        for name, share in zip(("pretraining", "rl", "inference"), shares, strict=True)
    ]
    thirds = [
        board.rewrite(f"{name}-third", share, f"share_{letter} = 1/3", because="one of three that weigh the same")
        for name, letter, share in zip(("pretraining", "rl", "inference"), ("pre", "RL", "inf"), own, strict=True)
    ]
    parts = board.take(WHOLE_SPLIT), board.take(REST_HALVED)
    excess = another_split(board, best, shares)
    equal = board.substitute("excess-by-weights", excess, (*own, *weights), because="with the weights that are taken")
    level = board.rewrite(
        "excess", equal, "y_split = 1/(3*(z_pre*z_RL*z_inf)^(1/3))", because="a third over the geometric mean of shares"
    )
    least_split(board, level, parts[0])
    off_a_third(board, equal, parts)
    board.reject(
        "half-for-inference", "share_inf = 1/2", (own[2],),
        because="the host's split with weights that are equal: it is the best one where inference weighs double",
    )  # fmt: skip
    return thirds[0]


def best_split(board: Board) -> tuple[tuple[Handle, ...], tuple[Handle, ...]]:
    """Each cost where the budget for a given quality is least, and the shares that this makes."""
    quality, whole = board.take(PRODUCT_QUALITY), board.take(WHOLE_BUDGET)
    first = board.solve("pretraining-for-quality", quality, for_="c_pre", because="what the other two leave to it")
    budget = board.substitute("budget-for-quality", whole, (first,), because="for a quality that is held fixed")
    parts, counts = [], [board.define("counted-pretraining", "c_pre")]
    for name, letter in (("rl", "RL"), ("inference", "inf")):
        least = board.minimise(
            f"best-{name}", budget, over=f"c_{letter}",
            because="wherever its slope vanishes the budget bends upward: only one is the least", holding=("q_model",),
        )  # fmt: skip
        parts.append(board.state(f"{name}-by-weight", f"c_{letter} = v_{letter}*c_pre", (least, quality),
                                 because="the costs stand as the weights"))  # fmt: skip
        counts.append(board.define(f"counted-{name}", f"c_{letter}"))
    shares = [
        board.state(
            f"{name}-share",
            f"share_{letter} = {weight}/(1 + v_RL + v_inf)",
            (board.define(f"{name}-share-defined", f"share_{letter}"), *parts, *counts),
            because="its weight over all weights, whatever the budget",
        )
        for name, letter, weight in (("pretraining", "pre", "1"), ("rl", "RL", "v_RL"), ("inference", "inf", "v_inf"))
    ]
    total = board.state("budget-at-best", "c_sum = (1 + v_RL + v_inf)*c_pre", (whole, *parts), because="all three")
    board.reject(
        "equal-for-any-weights", "c_inf = c_pre", (parts[1],),
        because="equal costs for any three things that help: right only where they weigh the same",
    )  # fmt: skip
    return (quality, total, *parts), tuple(shares)


def another_split(board: Board, best: tuple[Handle, ...], shares: tuple[Handle, ...]) -> Handle:
    """What a split costs over the best one at the same quality."""
    same = board.take(SAME_QUALITY)
    other = board.solve("other-budget", same, for_="c_other", because="the budget that this split needs")
    over = board.define("other-over-least", "y_split")
    return board.state(
        "excess-of-a-split",
        "y_split = (share_pre*share_RL^v_RL*share_inf^v_inf/(z_pre*z_RL^v_RL*z_inf^v_inf))^(1/(1 + v_RL + v_inf))",
        (over, other, *best, *shares), because="a weighted mean of best share over share, as powers multiply",
    )  # fmt: skip


def off_a_third(board: Board, equal: Handle, parts: tuple[Handle, ...]) -> None:
    """With equal weights, what it costs when inference is off a third: nothing to first order."""
    distance, cube = board.define("distance", "d_off"), board.define("cube", "y_cube")
    power = board.state(
        "cube-by-distance", "y_cube = 4/((1 + d_off)*(2 - d_off)^2)", (cube, equal, distance, *parts),
        because="the third power is a plain fraction",
    )  # fmt: skip
    board.state(
        "cube-over-one", "y_cube - 1 = d_off^2*(3 - d_off)/((1 + d_off)*(2 - d_off)^2)", (power,),
        because="the distance enters squared: a small one costs little, and no split of this kind less than thirds",
    )  # fmt: skip
    slope = board.differentiate("cube-slope", power, "d_off", "cube_slope", because="how fast it rises")
    bend = board.differentiate("cube-bend", slope, "d_off", "cube_bend", because="how fast that rises")
    board.limit("no-slope-at-a-third", slope, "d_off", because="no term of first order")
    there = board.limit("bend-at-a-third", bend, "d_off", because="the term of second order")
    second = board.take(SECOND_ORDER)
    near = board.substitute("near-a-third", second, (there,), because="with the bend at a third")
    room = board.solve("room", near, for_="d_room", because="the distance that a given part on top allows")
    high = board.define("highest-share", "z_high")
    board.substitute("highest-share-in-full", high, (room,), because="as a share, above a third")


_COSTS = ("cost_pre", "cost_RL", "cost_inf", "share_pre")

BUDGET_SPLIT = Claim(
    name="budget-split",
    title="A third each: the premise behind it, and what another split costs",
    chapter=chapters.OVERTRAINED,
    question="How should a budget be split over pre-training, reinforcement learning and inference?",
    notation=Notation(tuple(TRAINING[name] for name in _COSTS)).extended((*SPLIT, *OTHER_SPLIT)),
    body=budget_split,
    result="pretraining-third",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("rest-halved", "whole-split", "excess", "distance"),
    grids=GRIDS,
)  # fmt: skip
