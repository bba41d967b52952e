"""That thirds are the best of all splits where the three parts weigh the same, and not only of those close by."""

from __future__ import annotations

from derivations.engine.board import Board, Handle


def least_split(board: Board, excess: Handle, whole: Handle) -> None:
    """No split costs less than thirds for the same quality: what three shares lack of thirds is a sum of squares."""
    lack = board.define("lack", "y_lack")
    gaps = tuple(board.define(f"gap-{name}", f"z_gap_{name}") for name in ("train", "serve", "use"))
    squares = board.state(
        "lack-in-squares",
        "y_lack = (z_gap_train^2 + z_gap_serve^2 + z_gap_use^2)/2"
        " + 3*(z_pre*z_gap_serve^2 + z_RL*z_gap_use^2 + z_inf*z_gap_train^2)",
        (lack, whole, *gaps), because="by the squares of how far the shares are apart, none of which is negative",
    )  # fmt: skip
    least = board.state("nothing-below", "y_lack >= 0", (squares,), because="a sum of squares of positive weight")
    board.state(
        "thirds-are-least", "y_split >= 1", (excess, lack, least),
        because="the product of three shares is largest where they are the same: no other split is as good",
    )  # fmt: skip
    board.reject(
        "some-split-is-cheaper", "y_split < 1", (excess, lack, least),
        because="a cheaper split for the same quality, which parts that weigh the same do not have",
    )  # fmt: skip
