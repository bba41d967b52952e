"""The costs of a model over its life: pre-training, reinforcement learning, inference."""

from __future__ import annotations

from typing import NamedTuple

from derivations.claims.premises.training import (
    INFERENCE_ARITHMETIC,
    INFERENCE_COST,
    PRETRAINING_COST,
    RL_ARITHMETIC,
    RL_COST,
    TRAINING_ARITHMETIC,
)
from derivations.engine.board import Board, Handle


class Costs(NamedTuple):
    """What a model costs over its life."""

    pretraining: Handle
    learning: Handle
    inference: Handle


def three_costs(board: Board) -> Costs:
    """Arithmetic for each token, times parameters, times tokens, made dearer by decode where tokens are decoded."""
    board.take(TRAINING_ARITHMETIC)
    board.take(INFERENCE_ARITHMETIC)
    partly = board.take(RL_ARITHMETIC)
    board.solve("trained-share", partly, for_="x_trained", because="what a coefficient between the two stands for")
    return Costs(board.take(PRETRAINING_COST), board.take(RL_COST), board.take(INFERENCE_COST))
