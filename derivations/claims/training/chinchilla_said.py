"""What was said and printed about the claim chinchilla."""

from __future__ import annotations

from derivations.claims.claim import AS_SAID, Asserted, Between, ModelGrid, Published, Reading, Said
from derivations.claims.lecture import CARDS, LECTURE, PATEL, POPE
from derivations.claims.training.said import (
    BESIROGLU_FIT,
    HOFFMANN_FIT,
    LIFE,
    PHI,
    RL_WORK,
    RULE,
    SERVED,
    SIZE,
    THIRD,
    TRAFFIC_OF_ONE,
)

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



DEFAULTS = {"a_RL": RL_WORK, "eta": THIRD, "X_model": TRAFFIC_OF_ONE, "t_life": LIFE, "k_chin": RULE}  # fmt: skip

READINGS = (
        Reading(AS_SAID, "as said", _SAID),
        Reading("all-traffic", "all of the traffic on one model, as said first", _family("1")),
        Reading("ten-models", "the traffic shared by ten models", _family("10")),
        Reading("five-models", "the traffic shared by five models", _family("5")),
        Reading("rounded", "200 T served, as the lecturer rounds",
                {**_COSTS, **_MODEL, "D_inf": SERVED}),
        Reading("halved", "100 T served, the other figure he names",
                {**_COSTS, **_MODEL, "D_inf": Said("100e12 token", POPE, "1:32:00", LECTURE)}),
        Reading("thirty-per-cent", "an efficiency of 30%, as said first",
                {**_SAID, "eta": Said("30%", POPE, "1:24:42, 'a little too generous'", LECTURE)}),
        Reading("nothing-trained", "no rollout trained on",
                _trained_on("0", "after 1:22:13, forward only")),
        Reading("all-trained", "every rollout trained on",
                _trained_on("1", "after 1:22:13, every rollout trained on")),
        Reading("rumour", "the rumour: pre-trained on 150 T",
                {**_MODEL, "D_real": Said("150e12 token", PATEL, "1:29:46 to 1:32:10, 'somebody told me'", LECTURE)}),
        Reading("hoffmann", "as said, with the law of Hoffmann et al.",
                {**_SAID, **HOFFMANN_FIT}),
        Reading("besiroglu", "as said, with the law of Besiroglu et al.",
                {**_SAID, **BESIROGLU_FIT}),
    )  # fmt: skip

PUBLISHED = (
        Published("training-arithmetic", "6 FLOP/parameter/token", POPE, "1:21:56", "exact"),
        Published("inference-arithmetic", "2 FLOP/parameter/token", POPE, "1:23:00", "exact"),
        Published("rl-arithmetic", "2 FLOP/parameter/token", f"{PATEL}, then {POPE}", "after 1:22:13", "exact",
                  "nothing-trained"),
        Published("rl-arithmetic", "6 FLOP/parameter/token", f"{PATEL}, then {POPE}", "after 1:22:13", "exact",
                  "all-trained"),
        Published("share-at-equal-costs", "33%", POPE, "about 1:23:51", "two significant figures"),
        Published("rl-multiple", "1/10", POPE, "1:24:42", "exact", reproduces=False,
                  note="the efficiency multiplied instead of divided, taken back at 1:26:30; a blog post keeps it"),
        Published("rl-multiple", "2/10", POPE, "1:24:42 to 1:26:30", "exact", reproduces=False,
                  note="the same, raised so that some rollouts are trained on"),
        Published("inference-multiple", "1/10", POPE, "1:24:42", "exact", reproduces=False,
                  note="the same, for inference"),
        Published("rl-multiple", "1.5", POPE, "1:27:47, and practice card 18", "exact"),
        Published("inference-multiple", "1", POPE, "1:27:47, and practice card 18", "exact"),
        Published("rl-multiple", "1.5", POPE, "1:27:47", "two significant figures", "thirty-per-cent",
                  reproduces=False, note="at 30%, which he calls a little too generous"),
        Published("inference-multiple", "1", POPE, "1:27:47", "one significant figure", "thirty-per-cent"),
        Published("family-traffic", "50e6 token/s", POPE, "1:29:46 to 1:32:10", "exact", "ten-models",
                  note="500 M shared by ten; five would leave 100 M"),
        Published("served-tokens", "2.6e15 token", PATEL, "1:29:46 to 1:32:10", "two significant figures",
                  "all-traffic"),
        Published("served-tokens", "200e12 token", POPE, "1:29:46 to 1:32:10, and practice card 19",
                  "rounded down to one significant figure"),
        Published("served-tokens", "200e12 token", "practice card 19, first version", "before 2026-05-04",
                  "one significant figure", "all-traffic", reproduces=False,
                  note="it asked with 500 M and answered with 50 M; the question was changed"),
        Published("served-tokens", "150e12 token", "a summary", "2026", "two significant figures", reproduces=False,
                  note="the rumour of the host as if it came from 50 M over two months"),
        Published("served-tokens", "150e12 token", "a blog post", "2026", "two significant figures", "all-traffic",
                  reproduces=False, note="set equal to 2.6e15"),
        Published("data-by-inference", "200e12 token", POPE, "1:29:46 to 1:32:10, and practice card 19",
                  "rounded down to one significant figure"),
        Published("data-by-inference", ("100e12 token", "200e12 token"), POPE, "1:32:00", "range", reproduces=False,
                  note="'two hundred trillion or a hundred trillion', said of parameters and meant of tokens: both are "
                  "below the unrounded product"),
        Published("data-by-inference", "150e12 token", PATEL, "1:29:46 to 1:32:10", "two significant figures",
                  reproduces=False,
                  note="'somebody told me', 'not well-cited': hearsay beside the derivation, and both call it similar"),
        Published("chinchilla-rule", "2e12 token", POPE, "1:31:30, and practice card 20", "exact"),
        Published("overtraining", "100", POPE, "1:32:12", "one significant figure"),
        Published("overtraining", "100", "practice card 20", CARDS.date, "exact", "rounded"),
        Published("real-overtraining", "100", "a summary", "2026, roughly, beside its 150 T over 2 T",
                  "one significant figure", "rumour", reproduces=False, note="its own quotient is 150 over 2"),
        Published("real-overtraining", "75", "a summary", "2026", "exact", "rumour",
                  note="never said in the lecture, which does not divide the rumour by anything"),
        Published("real-overtraining", "100", "a blog post", "2026", "one significant figure", "rumour",
                  reproduces=False, note="the rumour over the rule, rounded up without a word"),
    )  # fmt: skip

ASSERTED = (
        Asserted("pre-training with reinforcement learning half, inference half, would be as good a split: 33% against "
                 "25% is a small factor; `--assume equal-inference=half-for-inference`", f"{PATEL} asks, {POPE} agrees",
                 "about 1:23:51"),
        Asserted("every model should put out as many tokens as went into its pre-training, the sum of human knowledge",
                 PATEL, "1:28:24 to 1:29:46"),
        Asserted("served tokens should be derated by the chance that a model is not at the frontier; "
                 "`--assume served-tokens=derated --set x_used=1/2`", POPE, "1:28:24 to 1:29:46"),
        Asserted("GPT-5 was trained a hundred times beyond Chinchilla: the lecture names GPT-5 as an example of "
                 "a model and gives no number for it", "a blog post", "2026"),
    )  # fmt: skip

GRIDS = (
        ModelGrid(("real-overtraining", "chinchilla-rule", "overtraining"),
                  title="What models were in fact trained on, against the rule and against the lecture's traffic"),
    )  # fmt: skip

RANGES = {
        "X_model": Between("18.5e6 token/s", "247e6 token/s", "Google's 480 T tokens a month (May 2025) over the "
                           "lecture's ten models, its 3.2 quadrillion (May 2026) over five"),
        "t_life": Between("30 day", "360 day", "our assumption: nobody sources the two months"),
        "eta": Between("1/5", "1/3", f"{POPE}, 1:41:39, from prices five to one; practice card 18"),
        "a_RL": Between("2 FLOP/parameter/token", "6 FLOP/parameter/token", POPE, "1:22:13"),
        "N_active": Between("37e9 parameter", "200e9 parameter", "the card of DeepSeek-V3; twice the lecture's 100 B, "
                            "which is our assumption"),
        "k_chin": Between("18 token/parameter", "118 token/parameter", "two fitted laws at 100 B parameters: "
                          "Besiroglu et al.; Hoffmann et al."),
    }  # fmt: skip
