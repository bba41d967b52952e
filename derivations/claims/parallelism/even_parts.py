"""From how many stages on the KV cache takes more of a GPU's memory than the weights."""

from __future__ import annotations

from derivations.engine.board import Board, Handle


def even_parts(board: Board, weights: Handle, cache: Handle) -> Handle:
    """The number of stages at which weights and KV cache of a GPU are equal, out of what either takes."""
    larger = board.define("larger-part", "m_top")
    _, more = board.split("parts", larger, ("weights-larger", "cache-larger"), because="one of the two is larger")
    board.state(
        "stages-at-least", "n_stages*kappa*L*b_micro >= b_w*N_total", (more, weights, cache),
        because="where the KV cache is the larger part, the stages with a micro-batch each keep at least as much cache "
        "as all weights take",
    )  # fmt: skip
    even = board.boundary("even-parts", larger, because="where the KV cache takes as much memory as the weights")
    spelled = board.substitute("even-parts-in-full", even, (weights, cache), because="both parts, written out")
    stages = board.solve(
        "even-stages", spelled, for_="n_stages", because="with more stages than this the KV cache is the larger part"
    )
    board.independence(
        "any-width", stages, of="ep_width", because="the GPUs of a stage share weights and KV cache alike"
    )
    return stages
