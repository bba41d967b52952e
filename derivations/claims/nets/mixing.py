"""What rounds mix: nothing without a swap of the halves, and both halves within two rounds with it."""

from __future__ import annotations

from derivations.claims.premises import rounds as given
from derivations.engine.board import Board, Handle


def without_swap(board: Board) -> None:
    """Rounds that always change the same half do not mix."""
    first = tuple(board.take(item) for item in (given.STAYS, given.CHANGES))
    second = tuple(board.take(item) for item in (given.STAYS_2ND, given.CHANGES_2ND, given.ONLY_Y_DIFFERS))
    board.induct(
        "never-mixed", ["x_same(k_round) = x_same(0)"], "k_round", first[:1],
        because="what no round changes is at the end what it was: half of the text stands in the open",
    )  # fmt: skip
    board.induct(
        "change-stays-outside",
        ("x_same_2nd(k_round) = x_same(k_round)",
         "y_same_2nd(k_round) - y_same(k_round) = y_same_2nd(0) - y_same(0)"),
        "k_round", (*first, *second),
        because="a change of y never reaches x, and passes all rounds as it was",
    )  # fmt: skip


def with_swap(board: Board, forward: tuple[Handle, ...]) -> None:
    """With the swap: what each half rests on after two rounds, and after three."""
    start = tuple(board.take(item) for item in (given.LEFT_START, given.RIGHT_START))
    rounds = tuple(
        board.instance(f"{step.name}-{place}", step, "k_round", str(place), because="that round")
        for place in range(3)
        for step in forward
    )
    named = (("y-by-two", "y_two"), ("x-by-two", "x_two"), ("y-by-three", "y_three"))
    first, second, third = (board.define(name, quantity) for name, quantity in named)
    y_two = board.state(
        "y-after-two", "y_two = half_y + f_round(0, half_x)", (first, *rounds[:4], *start),
        because="the half y has met x",
    )  # fmt: skip
    x_two = board.state(
        "x-after-two", "x_two = half_x + f_round(1, half_y + f_round(0, half_x))", (second, *rounds[:4], *start),
        because="the half x has met what became of y",
    )  # fmt: skip
    slopes = (
        (y_two, "half_y", "slope_yy", "the one dependence that has gone through no function"),
        (y_two, "half_x", "slope_yx", "x reaches y through the first function"),
        (x_two, "half_y", "slope_xy", "y reaches x through the second one"),
        (x_two, "half_x", "slope_xx", "x reaches itself through both"),
    )
    for step, by, slope, because in slopes:
        board.differentiate(slope.replace("_", "-"), step, by=by, named=slope, because=because)
    y_three = board.state(
        "y-after-three",
        "y_three = half_y + f_round(0, half_x) + f_round(2, half_x + f_round(1, half_y + f_round(0, half_x)))",
        (third, *rounds, *start), because="y meets what became of x",
    )  # fmt: skip
    board.differentiate(
        "slope-yy-three", y_three, by="half_y", named="slope_yy_three",
        because="now y reaches itself through functions, too: three rounds if every dependence has to",
    )  # fmt: skip
    board.reject(
        "y-without-x", "y_two = half_y", against=(y_two,), because="with the swap two rounds are enough: x reaches y"
    )
    board.reject(
        "x-without-y", "x_two = half_x + f_round(1, f_round(0, half_x))", against=(x_two,),
        because="with the swap two rounds are enough: y reaches x",
    )  # fmt: skip
