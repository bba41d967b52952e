"""chinchilla: how far beyond Chinchilla's rule a model should be trained if it is to serve.

Lecture 1:18:49 to 1:32:49. Said: pre-training, reinforcement learning and inference cost about the same at best, so
that a model is pre-trained on about as many tokens as it serves: 200 trillion, a hundred times Chinchilla's 2 trillion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import (
    AS_SAID,
    Asserted,
    Between,
    Claim,
    ModelGrid,
    OnCard,
    Published,
    Reading,
    Said,
    Sentence,
)
from derivations.claims.shared import chapters
from derivations.claims.shared.lifetime import (
    BESIROGLU_FIT,
    CHINCHILLA_RULE,
    FAMILY_TRAFFIC,
    HOFFMANN_FIT,
    LIFE,
    PHI,
    RL_WORK,
    RULE,
    SCALING,
    SERVED,
    SERVED_TOKENS,
    SIZE,
    THIRD,
    TRAFFIC_OF_ONE,
    TRAINING,
    Costs,
    cheapest_ratio,
    exchange_rate,
    take_costs,
)
from derivations.claims.shared.pools import of_the_day
from derivations.claims.shared.said import CARDS, LECTURE, PATEL, POPE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

# two costs against a scale: one rises with it, the other falls
TRADE = (
    Quantity("x_scale", "", "scale, to be chosen", latex="x"),
    Quantity("cost_up", "FLOP", "cost that rises with the scale", latex=r"C_{\uparrow}"),
    Quantity("cost_down", "FLOP", "cost that falls with the scale", latex=r"C_{\downarrow}"),
    Quantity("cost_sum", "FLOP", "both costs together", latex=r"C_{\Sigma}"),
    Quantity("a_up", "FLOP", "rising cost at scale one", latex=r"a_{\uparrow}"),
    Quantity("a_down", "FLOP", "falling cost at scale one", latex=r"a_{\downarrow}"),
    Quantity("p_up", "", "exponent of the rising cost", latex="p"),
    Quantity("q_down", "", "exponent of the falling cost", latex="q"),
)

SHARE_OF_RL = Quantity(
    "x_RL", "", "share of reinforcement learning in the compute of training", "fraction", latex=r"x_{\mathrm{RL}}",
)


# --- premises

RULE_OF_THUMB = "the lecture's rule of thumb: where effort can be moved between two costs, they end up about equal"
EQUAL_RL = Premise(
    "equal-rl", "cost_pre = cost_RL",
    because=RULE_OF_THUMB, source="lecture 1:20:19",
    alternatives=(
        Alternative(
            "share-of-rl", "cost_pre = (1 - x_RL)/x_RL*cost_RL",
            because="reinforcement learning has a given share of the compute of training, and pre-training has the rest",
            source="our own: a half is the lecture's rule",
            quantities=(SHARE_OF_RL,),
        ),
    ),
)
EQUAL_INFERENCE = Premise(
    "equal-inference", "cost_pre = cost_inf",
    because=RULE_OF_THUMB, source="lecture 1:20:19",
    alternatives=(
        Alternative(
            "half-for-inference", "cost_pre = cost_inf/2",
            because="pre-training and reinforcement learning together cost what inference does",
            source="the host's split, lecture about 1:23:51",
        ),
        Alternative(
            "share-of-rl", "cost_pre = (1 - x_RL)*cost_inf",
            because="training costs what inference does, and reinforcement learning has a given share of it; take it with `equal-rl=share-of-rl`",
            source="our own: the host's split has a half",
            quantities=(SHARE_OF_RL,),
        ),
        Alternative(
            "cheapest-at-fixed-loss",
            "cost_pre = cost_inf/(fit_alpha*fit_A*(D_pre/1[token])^fit_beta/(fit_beta*fit_B*(N_active/1[parameter])^fit_alpha) - 1)",
            because="the cheapest model for its loss: at a fixed loss and fixed tokens served, this size makes pre-training plus inference as cheap as possible",
            source="step cheapest-cost-ratio with the fitted law; after Sardana et al. 2023, arXiv 2401.00448",
        ),
    ),
)

# the lemma: two costs against one scale
RISING_COST = Premise(
    "rising-cost", "cost_up = a_up*x_scale^p_up",
    because="one cost rises as a power of the scale; with a scale e^y both costs are exponentials",
    source="after lecture 1:20:19",
)
FALLING_COST = Premise(
    "falling-cost", "cost_down = a_down*x_scale^(-q_down)",
    because="the other falls as another power of it", source="after lecture 1:20:19",
)
BOTH_COSTS = Premise("both-costs", "cost_sum = cost_up + cost_down", because="the sum of both costs", source="lecture 1:20:19")


# --- the argument

def chinchilla(board: Board) -> Handle:
    """Three costs made equal, the tokens that follow, and these over Chinchilla's; then how good the rule is."""
    costs = take_costs(board)
    tokens = _equal_costs(board, costs)
    result = _against_the_rule(board, tokens)
    _sum_of_powers(board)
    _at_equal_loss(board, costs, tokens)
    return result


def _equal_costs(board: Board, costs: Costs) -> Handle:
    """The pre-training tokens at equal costs, from those of reinforcement learning and from those served."""
    equal_learning = board.take(EQUAL_RL)
    equal_inference = board.take(EQUAL_INFERENCE)
    share = board.define("share-of-pretraining", "share_pre")
    learning = board.solve("cost-of-rl", equal_learning, for_="cost_RL", because="the rule of thumb, inverted")
    inference = board.solve("cost-of-inference", equal_inference, for_="cost_inf", because="the same for inference")
    board.substitute("share-at-equal-costs", share, (learning, inference), because="with the costs set equal by the rule")

    balance = board.substitute("rl-balance", equal_learning, costs[:2], because="the two costs, written out")
    by_learning = board.solve("data-by-rl", balance, for_="D_pre", because="the size of the model cancels")
    per_learned = board.define("pretraining-per-rl-token", "mult_RL")
    board.substitute(
        "rl-multiple", per_learned, (by_learning,),
        because="at a low efficiency of decode, an RL token costs more, not less",
    )

    balance = board.substitute(
        "inference-balance", equal_inference, (costs.pretraining, costs.inference), because="the two costs, written out"
    )
    tokens = board.solve("data-by-inference", balance, for_="D_pre", because="the size of the model cancels")
    board.independence(
        "any-size", tokens, of="N_active", because="a larger model raises all three costs in the same proportion"
    )
    per_served = board.define("pretraining-per-served-token", "mult_inf")
    board.substitute(
        "inference-multiple", per_served, (tokens,),
        because="a served token takes less arithmetic than a training token, but decode does it less efficiently",
    )
    both = board.equate("rl-against-inference", by_learning, tokens, because="two expressions for the same D_pre")
    board.solve("rl-tokens", both, for_="D_RL", because="both are decoded, so the efficiency cancels")

    board.reject(
        "rl-multiplied", "D_pre = (a_RL/a_pre)*eta*D_RL", (by_learning,),
        because="the first attempt (1:24:42), which a blog post repeats; but a low efficiency raises the cost, so it divides",
    )
    board.reject(
        "inference-multiplied", "D_pre = (a_inf/a_pre)*eta*D_inf", (tokens,),
        because="the same for inference; taken back at 1:26:30",
    )
    board.reject(
        "equal-tokens", "D_pre = D_inf", (tokens,),
        because="takes equal tokens for the rule: costs are equal, and tokens only if eta is a_inf over a_pre",
    )
    return tokens


def _against_the_rule(board: Board, tokens: Handle) -> Handle:
    """The pre-training tokens over those that Chinchilla's rule calls for."""
    served = board.take(SERVED_TOKENS)
    board.take(FAMILY_TRAFFIC)
    rule = board.take(CHINCHILLA_RULE)
    over = board.define("tokens-over-rule", "overtraining")
    spelled = board.substitute("overtraining-in-full", over, (tokens, rule), because="both, written out")
    result = board.rewrite(
        "overtraining", spelled, "overtraining = a_inf*D_inf/(eta*a_pre*k_chin*N_active)",
        because="tokens served, weighted by the inefficiency of decode, over what the rule calls for",
    )
    board.independence(
        "without-rl", result, of="a_RL", because="reinforcement learning shares the budget but does not enter the ratio"
    )
    board.substitute("overtraining-by-traffic", result, (served,), because="traffic times life")
    real = board.define("real-tokens-over-rule", "overtraining_real")
    board.substitute("real-overtraining", real, (rule,), because="the same ratio for the tokens actually used")
    return result


def _sum_of_powers(board: Board) -> None:
    """The least sum of a rising and a falling power: there the costs stand as the exponents, crosswise."""
    rising = board.take(RISING_COST)
    falling = board.take(FALLING_COST)
    both = board.take(BOTH_COSTS)
    total = board.substitute("sum-of-powers", both, (rising, falling), because="both costs, written out")
    cheapest = board.minimise(
        "cheapest-scale", total, over="x_scale",
        because="wherever its slope vanishes the sum is convex, so it vanishes only once: at the minimum",
    )
    stand = board.state(
        "costs-stand-crosswise", "p_up*cost_up = q_down*cost_down", (cheapest, rising, falling),
        because="at the minimum of the sum, one percent more scale costs as much on one side as it saves on the other",
    )
    board.state(
        "gap-between-costs", "cost_down - cost_up = (p_up/q_down - 1)*cost_up", (stand,),
        because="the gap is zero exactly if the exponents are equal, as for x and 1/x: the rule of thumb",
    )
    board.reject(
        "equal-costs", "cost_up = cost_down", (stand,),
        because="applies the rule of thumb to any two powers: with exponents 1 and 2, one cost is twice the other",
    )


def _at_equal_loss(board: Board, costs: Costs, tokens: Handle) -> None:
    """The ratio of the costs that is cheapest among models of equal loss, by a scaling law."""
    rate = exchange_rate(board)
    ratio = cheapest_ratio(board, costs, rate.rate).ratio
    by_law = board.substitute(
        "cost-ratio-by-the-law", ratio, (rate.fitted,), because="with the exchange rate of the law"
    )
    board.state(
        "cheapest-as-a-premise",
        "cost_pre = cost_inf/(fit_alpha*fit_A*(D_pre/1[token])^fit_beta/(fit_beta*fit_B*(N_active/1[parameter])^fit_alpha) - 1)",
        (by_law, rate.size, rate.data),
        because="the alternative to equal costs: `equal-inference=cheapest-at-fixed-loss`",
    )
    board.substitute(
        "cost-ratio-at-these-tokens", by_law, (rate.data, tokens),
        because="evaluated where the rule of thumb says 1: how far off the rule is",
    )
    board.reject(
        "equal-costs-at-equal-loss", "cost_inf = cost_pre", (ratio,),
        because="the rule of thumb at equal loss: correct only where one percent of parameters replaces two percent of tokens",
    )


# --- what was said

_ALL_TRAFFIC = Said("500e6 token/s", POPE, "1:29:46", LECTURE)
_COSTS = {"phi": PHI, "a_RL": RL_WORK, "eta": THIRD}
_MODEL = {"k_chin": RULE, "N_active": SIZE}
_SERVICE = {"X_model": TRAFFIC_OF_ONE, "t_life": LIFE}
_SAID = {**_COSTS, **_SERVICE, **_MODEL}


def _family(models: str) -> dict[str, Said]:
    """The lecturer's numbers, with the traffic of all models shared by so many."""
    number = Said(models, POPE, "1:29:46 to 1:32:10, all on one, or five or ten times less", LECTURE)
    return {**_COSTS, "X_family": _ALL_TRAFFIC, "n_models": number, "t_life": LIFE, **_MODEL}


def _trained_on(part: str, where: str) -> dict[str, Said]:
    """The lecturer's numbers, with a part of the rollouts trained on in place of the coefficient of the card."""
    own = {name: said for name, said in _SAID.items() if name != "a_RL"}
    return {**own, "x_trained": Said(part, PATEL, where, LECTURE)}


READINGS = (
    Reading(AS_SAID, "as said", _SAID),
    Reading("all-traffic", "all of the traffic on one model, as said first", _family("1")),
    Reading("ten-models", "the traffic shared by ten models", _family("10")),
    Reading("five-models", "the traffic shared by five models", _family("5")),
    Reading("rounded", "200 T served, as the lecturer rounds", {**_COSTS, **_MODEL, "D_inf": SERVED}),
    Reading("halved", "100 T served, the other figure he names",
            {**_COSTS, **_MODEL, "D_inf": Said("100e12 token", POPE, "1:32:00", LECTURE)}),
    Reading("thirty-per-cent", "an efficiency of 30%, as said first",
            {**_SAID, "eta": Said("30%", POPE, "1:24:42, 'a little too generous'", LECTURE)}),
    Reading("nothing-trained", "no rollout trained on", _trained_on("0", "after 1:22:13, forward only")),
    Reading("all-trained", "every rollout trained on", _trained_on("1", "after 1:22:13, every rollout trained on")),
    Reading("rumor", "the rumor: pre-trained on 150 T",
            {**_MODEL, "D_real": Said("150e12 token", PATEL, "1:29:46 to 1:32:10, 'somebody told me'", LECTURE)}),
    Reading("deepseek-day", "DeepSeek-V3, with the output of a published day for the two months",
            {**_COSTS, "X_model": of_the_day("168e9 token/day", "output"), "t_life": LIFE, "k_chin": RULE,
             "N_active": OnCard("deepseek-v3", "active"), "D_real": OnCard("deepseek-v3", "train_tokens")}),
    Reading("hoffmann", "as said, with the law of Hoffmann et al.", {**_SAID, **HOFFMANN_FIT}),
    Reading("besiroglu", "as said, with the law of Besiroglu et al.", {**_SAID, **BESIROGLU_FIT}),
)

_MULTIPLES = "1:27:47, and practice card 18"

PUBLISHED = (
    Published("training-arithmetic", "6 FLOP/parameter/token", POPE, "1:21:56", "exact"),
    Published("inference-arithmetic", "2 FLOP/parameter/token", POPE, "1:23:00", "exact"),
    Published("rl-arithmetic", "2 FLOP/parameter/token", f"{PATEL}, then {POPE}", "after 1:22:13", "exact",
              "nothing-trained"),
    Published("rl-arithmetic", "6 FLOP/parameter/token", f"{PATEL}, then {POPE}", "after 1:22:13", "exact",
              "all-trained"),
    Published("share-at-equal-costs", "33%", POPE, "about 1:23:51", "two significant figures"),
    Published("rl-multiple", "1/10", POPE, "1:24:42", "exact",
              kind="illustration", note="the efficiency multiplied instead of divided, taken back at 1:26:30; a blog post keeps it"),
    Published("rl-multiple", "2/10", POPE, "1:24:42 to 1:26:30", "exact",
              kind="illustration", note="the same, with some rollouts trained on"),
    Published("inference-multiple", "1/10", POPE, "1:24:42", "exact", kind="illustration", note="the same, for inference"),
    Published("rl-multiple", "1.5", POPE, _MULTIPLES, "exact"),
    Published("inference-multiple", "1", POPE, _MULTIPLES, "exact"),
    Published("rl-multiple", "1.5", POPE, _MULTIPLES, "two significant figures", "thirty-per-cent",
              note="at 30%, which the lecturer calls a little too generous"),
    Published("inference-multiple", "1", POPE, _MULTIPLES, "one significant figure", "thirty-per-cent"),
    Published("family-traffic", "50e6 token/s", POPE, "1:29:46 to 1:32:10", "exact", "ten-models",
              note="500 M shared by ten; five would leave 100 M"),
    Published("served-tokens", "2.6e15 token", PATEL, "1:29:46 to 1:32:10", "two significant figures", "all-traffic"),
    Published("served-tokens", "200e12 token", POPE, "1:29:46 to 1:32:10, and practice card 19",
              "one significant figure"),
    Published("served-tokens", "200e12 token", "practice card 19, first version", "before 2026-05-04",
              "one significant figure", "all-traffic",
              kind="retelling", note="it asked with 500 M and answered with 50 M; the question was changed"),
    Published("served-tokens", "150e12 token", "a summary", "2026", "two significant figures",
              kind="retelling", note="presents the host's rumor as if it came from 50 M over two months"),
    Published("served-tokens", "150e12 token", "a blog post", "2026", "two significant figures", "all-traffic",
              kind="retelling", note="set equal to 2.6e15"),
    Published("data-by-inference", "200e12 token", POPE, "1:29:46 to 1:32:10, and practice card 19",
              "one significant figure"),
    Published("data-by-inference", ("200e12 token", "100e12 token"), POPE, "1:32:00", "one significant figure",
              note="'two hundred trillion or a hundred trillion', said of parameters and meant of tokens"),
    Published("data-by-inference", "150e12 token", PATEL, "1:29:46 to 1:32:10", "two significant figures",
              kind="look-up", note="'somebody told me', 'not well-cited': hearsay next to the derivation; both speakers call it similar"),
    Published("chinchilla-rule", "2e12 token", POPE, "1:31:30, and practice card 20", "exact"),
    Published("overtraining", "100", POPE, "1:32:12", "one significant figure"),
    Published("overtraining", "100", "practice card 20", CARDS.date, "exact", "rounded", kind="retelling"),
    Published("real-overtraining", "100", "a summary", "2026, roughly, next to its 150 T over 2 T",
              "one significant figure", "rumor", kind="retelling", note="its own quotient is 150 over 2"),
    Published("real-overtraining", "75", "a summary", "2026", "exact", "rumor",
              kind="retelling", note="never said in the lecture, which does not divide the rumor by anything"),
    Published("real-overtraining", "100", "a blog post", "2026", "one significant figure", "rumor",
              kind="retelling", note="the rumor over the rule, rounded up without saying so"),
)

ASSERTED = (
    Asserted("pre-training with reinforcement learning half, inference half, would be as good a split: 33% against 25% is a small factor; `--assume equal-inference=half-for-inference`",
             f"{PATEL} asks, {POPE} agrees", "about 1:23:51"),
    Asserted("every model should generate as many tokens as it was pre-trained on, the sum of human knowledge",
             PATEL, "1:28:24 to 1:29:46"),
    Asserted("served tokens should be derated by the chance that a model is not at the frontier; `--assume served-tokens=derated --set x_used=1/2`",
             POPE, "1:28:24 to 1:29:46"),
    Asserted("GPT-5 was trained a hundred times beyond Chinchilla: the lecture names GPT-5 as an example of a model and gives no number for it",
             "a blog post", "2026"),
)

GRIDS = (
    ModelGrid(("real-overtraining", "chinchilla-rule", "overtraining"),
              title="What models were actually trained on, compared with the rule and with the lecture's traffic"),
)

RANGES = {
    "X_model": Between("18.5e6 token/s", "247e6 token/s", "Google's 480 T tokens a month (May 2025) over the lecture's ten models, its 3.2 quadrillion (May 2026) over five"),
    "t_life": Between("30 day", "360 day", "our assumption: no source gives the two months"),
    "eta": Between("1/5", "1/3", f"{POPE}, 1:41:39, from prices five to one; practice card 18"),
    "a_RL": Between("2 FLOP/parameter/token", "6 FLOP/parameter/token", POPE, "1:22:13"),
    "N_active": Between("37e9 parameter", "200e9 parameter", "the card of DeepSeek-V3; twice the lecture's 100 B, which is our assumption"),
    "k_chin": Between("18 token/parameter", "118 token/parameter", "two fitted laws at 100 B parameters: Besiroglu et al.; Hoffmann et al."),
}


CLAIM = Claim(
    name="chinchilla",
    title="Training beyond Chinchilla: a hundred times the tokens",
    chapter=chapters.OVERTRAINED,
    question="How many tokens should a model be pre-trained on if it will be served?",
    answer=(
        "About {data-by-inference}, {overtraining} times what Chinchilla's rule calls for, if pre-training, "
        "RL and inference cost the same; by the one public traffic, a day of DeepSeek's, "
        "{overtraining@deepseek-day} times for its own model, which was trained on {real-overtraining@deepseek-day} times the rule."
    ),
    answer_if=("k_chin = 20[token/parameter]", "eta = 1/3"),  # for which the day is told
    otherwise=(
        Sentence("About {data-by-inference}, {overtraining} times what Chinchilla's rule calls for, if pre-training, RL and inference cost the same.",
                 ("k_chin = 20[token/parameter]",)),
        Sentence("About {data-by-inference}, {overtraining} times what a rule of {k_chin} calls for, if pre-training, RL and inference cost the same."),
    ),
    notation=TRAINING.extended((*TRADE, *SCALING)), body=chinchilla, result="overtraining",
    defaults=_SAID, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS, ranges=RANGES,
    compared=("rl-multiple", "served-tokens", "data-by-inference", "overtraining", "real-overtraining",
              "cost-ratio-at-these-tokens"),
    not_from_cards=("N_total",),  # nothing rests on it, and it would bound the range of the active parameters
)
