"""The ridge of an accelerator in each of its number formats, evaluated from the definition that the claims use."""

from __future__ import annotations

from derivations.claim.composition import hardware_values
from derivations.claims.shared.passes import SERVING, take_pool
from derivations.derivation.board import Board
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.scenario import Scenario
from derivations.numbers.value import Value
from derivations.sources.card import Accelerator


def ridge_of(chip: Accelerator) -> dict[str, Value]:
    """The ridge r [token] of an accelerator in each of its formats, weights stored in that format.

    No number of GPUs is needed: under the premises about pooled GPUs it cancels.
    """
    board = Board(SERVING)
    ridge = board.define("ridge", "r")
    take_pool(board)
    derivation = board.finish(ridge)
    found = {}
    for name in chip.compute:
        scenario = Scenario(name, chip.title, hardware_values(chip, name, name))
        value = Evaluation(derivation, scenario).value_of("r")
        assert value is not None
        found[name] = value
    return found
