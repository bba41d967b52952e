"""chinchilla: how far beyond Chinchilla's rule a model should be trained if it is to serve.

Lecture 1:18:49 to 1:32:49. Said: pre-training, reinforcement learning and inference cost about the same at best, so
that a model is pre-trained on about as many tokens as it serves: 200 trillion, a hundred times Chinchilla's 2 trillion.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.training import SCALING, TRADE, TRAINING
from derivations.claims.premises.training import (
    CHINCHILLA_RULE,
    EQUAL_INFERENCE,
    EQUAL_RL,
    FAMILY_TRAFFIC,
    SERVED_TOKENS,
)
from derivations.claims.training.chinchilla_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, RANGES, READINGS
from derivations.claims.training.costs import Costs, three_costs
from derivations.claims.training.fixed_loss import equal_loss, powers
from derivations.engine.board import Board, Handle


def chinchilla(board: Board) -> Handle:
    """Three costs made equal, the tokens that follow, and these over Chinchilla's; then how good the rule is."""
    costs = three_costs(board)
    tokens = equal_costs(board, costs)
    result = against_the_rule(board, tokens)
    powers(board)
    equal_loss(board, costs, tokens)
    return result


def equal_costs(board: Board, costs: Costs) -> Handle:
    """The tokens of pre-training at equal costs, from those of reinforcement learning and from those served."""
    equal_learning = board.take(EQUAL_RL)
    equal_inference = board.take(EQUAL_INFERENCE)
    share = board.define("share-of-pretraining", "share_pre")
    learning = board.solve("cost-of-rl", equal_learning, for_="cost_RL", because="the rule of thumb, turned round")
    inference = board.solve("cost-of-inference", equal_inference, for_="cost_inf", because="the same for inference")
    board.substitute("share-at-equal-costs", share, (learning, inference), because="as the rule sets the costs")

    balance = board.substitute("rl-balance", equal_learning, costs[:2], because="the two costs, written out")
    by_learning = board.solve("data-by-rl", balance, for_="D_pre", because="the size of the model cancels")
    per_learned = board.define("pretraining-per-rl-token", "mult_RL")
    board.substitute(
        "rl-multiple", per_learned, (by_learning,),
        because="a low efficiency of decode makes a token of reinforcement learning count for more, not less",
    )  # fmt: skip

    balance = board.substitute(
        "inference-balance", equal_inference, (costs.pretraining, costs.inference), because="the two costs, written out"
    )
    tokens = board.solve("data-by-inference", balance, for_="D_pre", because="the size of the model cancels")
    board.independence(
        "any-size", tokens, of="N_active", because="a larger model costs more in all three, in the same proportion"
    )
    per_served = board.define("pretraining-per-served-token", "mult_inf")
    board.substitute(
        "inference-multiple", per_served, (tokens,),
        because="a served token takes less arithmetic than a trained one, and decode makes it dearer again",
    )  # fmt: skip
    both = board.equate("rl-against-inference", by_learning, tokens, because="two ways to the same D_pre")
    board.solve("rl-tokens", both, for_="D_RL", because="both are decoded, so that the efficiency cancels")

    board.reject(
        "rl-multiplied", "D_pre = (a_RL/a_pre)*eta*D_RL", (by_learning,),
        because="the first pass (1:24:42), which a blog post keeps; but low efficiency makes tokens dearer: it divides",
    )  # fmt: skip
    board.reject(
        "inference-multiplied", "D_pre = (a_inf/a_pre)*eta*D_inf", (tokens,),
        because="the same for inference; taken back at 1:26:30",
    )  # fmt: skip
    board.reject(
        "equal-tokens", "D_pre = D_inf", (tokens,),
        because="taken for the rule itself: what is equal is cost, and tokens only where eta is a_inf over a_pre",
    )  # fmt: skip
    return tokens


def against_the_rule(board: Board, tokens: Handle) -> Handle:
    """The tokens of pre-training over those that Chinchilla's rule asks for."""
    served = board.take(SERVED_TOKENS)
    board.take(FAMILY_TRAFFIC)
    rule = board.take(CHINCHILLA_RULE)
    over = board.define("tokens-over-rule", "overtraining")
    spelled = board.substitute("overtraining-in-full", over, (tokens, rule), because="both, written out")
    result = board.rewrite(
        "overtraining", spelled, "overtraining = a_inf*D_inf/(eta*a_pre*k_chin*N_active)",
        because="what is served, made dearer by decode, against what the rule asks for",
    )  # fmt: skip
    board.independence(
        "without-rl", result, of="a_RL", because="reinforcement learning shares the budget and is not in the ratio"
    )
    board.substitute("overtraining-by-traffic", result, (served,), because="traffic times life")
    real = board.define("real-tokens-over-rule", "overtraining_real")
    board.substitute("real-overtraining", real, (rule,), because="the same ratio for the tokens that were in fact used")
    return result


CHINCHILLA = Claim(
    name="chinchilla",
    title="Training beyond Chinchilla: a hundred times the tokens",
    chapter=chapters.OVERTRAINED,
    question="On how many tokens should a model be pre-trained that is going to serve?",
    notation=TRAINING.extended((*TRADE, *SCALING)),
    body=chinchilla,
    result="overtraining",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("rl-multiple", "served-tokens", "data-by-inference", "overtraining", "real-overtraining",
              "cost-ratio-at-these-tokens"),
    not_from_cards=("N_total",),  # nothing rests on it, and it would bound the range of the active parameters
    grids=GRIDS,
    ranges=RANGES,
)  # fmt: skip

