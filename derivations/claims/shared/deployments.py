"""Deployments of claims that are not about one node: racks, and pipelines of them.

A node of eight GPUs holds DeepSeek-V3 in fp8 and some contexts. What the lecture says of racks, of pipelines and of
thousands of long contexts needs more, and stands on racks of 72 GPUs here, which are those that it speaks of (0:02:13).
"""

from __future__ import annotations

from derivations.claim.claim import Cards, Deployment

_RACK = Cards("gb200")
_TRAINING = Cards("gb200", compute="bf16")  # as activations and gradients are counted there, in numbers of two bytes

RACK = Deployment(_RACK)
RACK_OF_MICRO_BATCHES = Deployment(_RACK, batch=("b_micro",))
SEVERAL_RACKS = Deployment(_RACK, gpus=("n_racks", "G"), batch=("b_micro",))
TRAINING_RACK = Deployment(_TRAINING)
TRAINING_STAGES = Deployment(_TRAINING, gpus=("n_stages", "G"))
PIPELINED_RACKS = Deployment(_RACK, gpus=("n_stages", "ep_width"), batch=("n_stages", "b_micro"))
