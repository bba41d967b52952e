"""What was said and printed about the claim overtraining-optimum."""

from __future__ import annotations

from derivations.claims.claim import AS_SAID, Asserted, Between, Published, Reading, Said
from derivations.claims.lecture import PATEL, POPE
from derivations.claims.training.said import (
    BESIROGLU_FIT,
    BESIROGLU_FLOOR,
    HOFFMANN_FIT,
    HOFFMANN_FLOOR,
    LIFE,
    PHI,
    RL_WORK,
    RULE,
    SERVED,
    SIZE,
    THIRD,
    TRAFFIC_OF_ONE,
)

_HOFFMANN = {**HOFFMANN_FIT, "loss_floor": HOFFMANN_FLOOR}
_BESIROGLU = {**BESIROGLU_FIT, "loss_floor": BESIROGLU_FLOOR}
_COSTS = {"phi": PHI, "a_RL": RL_WORK, "eta": THIRD, "k_chin": RULE}
_MODEL = {**_COSTS, "N_active": SIZE}
_SERVED = {**_MODEL, "D_inf": SERVED}
# two thirds of the tokens served, as equal costs say: claim chinchilla, step rl-tokens
_ROLLOUTS = Said("400e12/3 token", "the ratio of practice card 18", "D_RL = D_pre/1.5, of 200 T")
_DECODED = Said("400e12 token", "200 T served and as much again", "step decoded-tokens, with 3 FLOP and 2/3 of 200 T")

DEFAULTS = {**_COSTS, **_HOFFMANN, "D_inf": SERVED, "D_RL": _ROLLOUTS}

READINGS = (
    Reading(AS_SAID, "as said: 100 B, 200 T served; the law of Hoffmann et al., whose rule the lecture takes",
            {**_SERVED, **_HOFFMANN, "D_RL": _ROLLOUTS}),
    Reading("besiroglu", "the same with the law of Besiroglu et al.", {**_SERVED, **_BESIROGLU, "D_RL": _ROLLOUTS}),
    Reading("unrounded", "the traffic unrounded: 50 M tokens/s for 60 days",
            {**_MODEL, **_HOFFMANN, "X_model": TRAFFIC_OF_ONE, "t_life": LIFE}),
    Reading("with-rl", "reinforcement learning counted in, as tokens served",
            {**_MODEL, **_HOFFMANN, "D_inf": _DECODED}),
    Reading("with-rl-besiroglu", "the same with the law of Besiroglu et al.",
            {**_MODEL, **_BESIROGLU, "D_inf": _DECODED}),
)  # fmt: skip

PUBLISHED = (
    Published("cost-ratio-by-the-law", "1", POPE, "1:20:19 to 1:21:39, 'tend to be'", "one significant figure"),
    Published("cost-ratio-by-the-law", "1", POPE, "1:20:19 to 1:21:39, 'tend to be'", "one significant figure",
              "besiroglu", reproduces=False, note="with the exponents of the refit inference should cost more"),
    Published("tokens", "200e12 token", POPE, "1:29:46 to 1:32:10", "one significant figure"),
    Published("tokens", "200e12 token", POPE, "1:29:46 to 1:32:10", "one significant figure", "besiroglu",
              reproduces=False, note="from equal costs; the refit asks for a larger model on fewer tokens"),
    Published("tokens", "150e12 token", PATEL, "1:29:46 to 1:32:10, 'somebody told me'", "two significant figures",
              reproduces=False, note="hearsay beside the derivation; between the two laws"),
    Published("overtraining", "100", POPE, "1:32:12", "one significant figure", reproduces=False,
              note="from equal costs; the optimum of the law stands a little below"),
    Published("overtraining", "100", POPE, "1:32:12", "one significant figure", "besiroglu", reproduces=False,
              note="the same with the refit"),
    Published("overtraining", "100", POPE, "1:32:12", "one significant figure", "unrounded",
              note="the rounding down of the traffic makes up for what equal costs miss"),
    Published("multiple-at-the-optimum", "1", PATEL, "1:28:24 to 1:29:46, each model puts out what went into it",
              "one significant figure", reproduces=False, note="close with this law, and no law of its own"),
    Published("multiple-at-the-optimum", "1", PATEL, "1:28:24 to 1:29:46, each model puts out what went into it",
              "one significant figure", "besiroglu", reproduces=False, note="about a third with the refit"),
    Published("own-rule", "20 token/parameter", POPE, "1:31:30", "one significant figure", reproduces=False,
              note="the rule of thumb comes from the other two approaches of the same paper; this fit asks for more at "
              "this size"),
    Published("own-rule", "20 token/parameter", POPE, "1:31:30", "one significant figure", "besiroglu"),
)  # fmt: skip

ASSERTED = (
    Asserted("the minimum tends to be where the costs are equal, as things that follow power laws have this property; "
             "showing it would take the scaling laws and their exponents", POPE, "1:20:19 to 1:21:39"),
    Asserted("fits from ordinary ratios overrate what further tokens bring at extreme ones, so that every number here "
             "reaches far beyond the models that the laws were fitted to", "Sardana et al. 2023",
             "arXiv 2401.00448"),
    Asserted("served tokens should be derated by the chance that a model is dropped: "
             "`--assume served-tokens=derated --without D_inf`", POPE, "1:28:24 to 1:29:46"),
)  # fmt: skip

RANGES = {
    "D_inf": Between("100e12 token", "400e12 token", f"{POPE}, 1:32:00, the lower figure; twice the upper one, as with "
                     "reinforcement learning"),
    "eta": Between("1/5", "1/3", f"{POPE}, 1:41:39, from prices five to one; practice card 18"),
    "fit_beta": Between("0.28", "0.3658", "Hoffmann et al.; Besiroglu et al.; alone, though the fits move together"),
}  # fmt: skip
