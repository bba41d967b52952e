"""Premises about replicas of a model that share its traffic."""

from derivations.engine.premise import Premise

WHOLE_FAMILY = Premise(
    "whole-family",
    "X_family = X_all",
    because="all tokens that are announced or named are taken as those of one provider's family of models",
    source="after lecture 0:27:28, where they are Gemini's",
)
ENOUGH = Premise(
    "enough",
    "N_rep*X_sys >= X_model",
    because="the replicas together generate what is asked for; each holds the whole model, and requests are spread "
    "evenly",
    source="after lecture 0:27:28 to 0:27:37",
)
REPLICA_GPUS = Premise(
    "replica-gpus",
    "G_all = N_rep*G",
    because="a replica is one scale-up domain, and shares no GPU with another",
    source="after lecture 0:26:32, where it is 'the system'; two blog posts call it a rack",
)
