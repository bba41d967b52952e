"""A claim whose result has two admissible values of one quantity, and one that has none."""

from derivations import Board, Claim, Handle, Notation, Premise

NOTATION = Notation.of("a [] height\nb [] width\nx [] place")


def parabola(board: Board) -> Handle:
    """A height that two places share."""
    return board.take(Premise("parabola", "a = 5 + x^2 - 2*b*x"))


def above(board: Board) -> Handle:
    """A height that no place has less of."""
    return board.take(Premise("above", "a = 1 + b + x^2*b"))


PARABOLA = Claim("parabola", NOTATION, parabola)
ABOVE = Claim("above", NOTATION, above)
