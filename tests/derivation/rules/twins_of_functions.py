"""The right uses and wrong twins that speak of functions, sequences and bits."""

from __future__ import annotations

from derivations.derivation.rules.calculus import Differentiate
from derivations.derivation.rules.induction import Induction, Instance
from derivations.derivation.rules.solve import Solve
from derivations.derivation.rules.statements import State

from .case import Case, expression, of, right, symbol, twin

_STEPS = ("left(j + 1) = left(j) + r",)
_FEISTEL = (
    "left(j + 1) = right_(j)", "right_(j + 1) = left(j) + any_f(j, right_(j))", "left_again(J) = left(J)",
    "right_again(J) = right_(J)", "right_again(j) = left_again(j + 1)",
    "left_again(j) = right_again(j + 1) - any_f(j, left_again(j + 1))",
)


def _induction(*goals: str, start: str = "0", downward: bool = False) -> Induction:
    return Induction(tuple(map(of, goals)), symbol("j"), expression(start), downward)


def _instance(value: str) -> Instance:
    return Instance(symbol("j"), expression(value))


_BACK = _induction("left_again(j) = left(j)", "right_again(j) = right_(j)", start="J", downward=True)
_SLOPES = ("left(j + 1) = (1 + any_f(j, right_(j)))*left(j)", "left(0) = 1")
_ROWS = ("row_c = xor(row_b, row_f(row_a))",)
_XOR = ("bit_c = xor(bit_b, bit_f(bit_a))",)

RIGHT_OF_FUNCTIONS: tuple[Case, ...] = (
    # --- induction
    right("equal steps", _induction("left(j) = left(0) + r*j"), _STEPS, "left(j) = left(0) + r*j"),
    right("rounds undone, the last one first", _BACK, _FEISTEL, "left_again(j) = left(j) | j <= J"),
    right("and the other half", _BACK, _FEISTEL, "right_again(j) = right_(j) | j <= J"),
    right("from a later start on", _induction("left(j) = left(2) + r*(j - 2)", start="2"), _STEPS,
          "left(j) = left(2) + r*(j - 2) | j >= 2"),
    right("a factor more at each step",
          _induction("left(j) = product(1 + any_f(l, right_(l)), l, 0, j - 1)"), _SLOPES,
          "left(j) = product(1 + any_f(l, right_(l)), l, 0, j - 1)"),
    right("a term more at each step", _induction("left(j) = left(0) + sum(right_(l), l, 0, j - 1)"),
          ("left(j + 1) = left(j) + right_(j)",), "left(j) = left(0) + sum(right_(l), l, 0, j - 1)"),
    # --- instance
    right("of a sum", _instance("J + 1"), ("left(j) = sum(right_(l), l, 0, j)",),
          "left(J + 1) = sum(right_(l), l, 0, J + 1)"),
    right("at the end of the range", _instance("0"), ("left_again(j) = left(j) | j <= J",), "left_again(0) = left(0)"),
    right("under a condition", _instance("3"), ("left(j) = r | j <= J",), "left(3) = r | 3 <= J"),
    # --- functions and bits
    right("any function passes", Differentiate(symbol("r"), symbol("s")), ("x = r + any_g(r)",),
          "s = slope_of_g(r) + 1"),
    right("the chain rule", Differentiate(symbol("r"), symbol("s")), ("x = any_g(any_g(2*r))",),
          "s = 2*slope_of_g(2*r)*slope_of_g(any_g(2*r))"),
    right("equal arguments", State(of("any_h(r + s) = 3")), ("any_h(a) = 3", "r = a - s"), "any_h(r + s) = 3"),
    right("a sum that nothing changes", Differentiate(symbol("r"), symbol("s")), ("x = r^2*sum(left(l), l, 0, J)",),
          "s = 2*r*sum(left(l), l, 0, J)"),
    right("a sum written out", State(of("r = left(0) + left(1)")), ("r = sum(left(l), l, 0, 1)",),
          "r = left(0) + left(1)"),
    right("an exclusive or undone", State(of("bit_b = xor(bit_c, bit_f(bit_a))")), _XOR,
          "bit_b = xor(bit_c, bit_f(bit_a))"),
    right("a bit alone", Solve(symbol("bit_b")), ("bit_c = xor(bit_b, bit_a)",), "bit_b = xor(bit_a, bit_c)"),
    right("a row alone", Solve(symbol("row_b")), ("row_c = xor(row_b, row_a)",), "row_b = xor(row_a, row_c)"),
    right("a row with a number", Solve(symbol("row_b")), ("xor(row_a, row_b) = xor(row_c, 6)",),
          "row_b = xor(row_a, row_c, 6)"),
    right("an exclusive or of rows undone", State(of("row_b = xor(row_c, row_f(row_a))")), _ROWS,
          "row_b = xor(row_c, row_f(row_a))"),
)

WRONG_OF_FUNCTIONS: tuple[Case, ...] = (
    # --- induction
    twin("the first term forgotten", _induction("left(j) = r*j"), _STEPS, "left(j) = r*j"),
    twin("a square for a product", _induction("left(j) = left(0) + r*j^2"), _STEPS, "left(j) = left(0) + r*j^2"),
    twin("nothing is added", _induction("left(j) = left(0)"), _STEPS, "left(j) = left(0)"),
    twin("another goal", _BACK, _FEISTEL, "left_again(j) = right_(j) | j <= J"),
    twin("beyond the last round", _BACK, _FEISTEL, "left_again(j) = left(j)"),
    twin("before the start", _induction("left(j) = left(2) + r*(j - 2)", start="2"), _STEPS,
         "left(j) = left(2) + r*(j - 2)"),
    twin("one is forgotten", _induction("left(j) = product(any_f(l, right_(l)), l, 0, j - 1)"), _SLOPES,
         "left(j) = product(any_f(l, right_(l)), l, 0, j - 1)"),
    twin("a factor too many", _induction("left(j) = product(1 + any_f(l, right_(l)), l, 0, j)"), _SLOPES,
         "left(j) = product(1 + any_f(l, right_(l)), l, 0, j)"),
    twin("a sum for a product", _induction("left(j) = 1 + sum(any_f(l, right_(l)), l, 0, j - 1)"), _SLOPES,
         "left(j) = 1 + sum(any_f(l, right_(l)), l, 0, j - 1)"),
    twin("all factors alike", _induction("left(j) = (1 + any_f(0, right_(0)))^j"), _SLOPES,
         "left(j) = (1 + any_f(0, right_(0)))^j"),
    # --- instance
    twin("a term too few", _instance("J + 1"), ("left(j) = sum(right_(l), l, 0, j)",),
         "left(J + 1) = sum(right_(l), l, 0, J)"),
    twin("another index", _instance("0"), ("left_again(j) = left(j) | j <= J",), "left_again(0) = left(1)"),
    twin("a condition left out", _instance("3"), ("left(j) = r | j <= J",), "left(3) = r"),
    # --- functions and bits
    twin("the identity forgotten", Differentiate(symbol("r"), symbol("s")), ("x = r + any_g(r)",),
         "s = slope_of_g(r)"),
    twin("the inner slope forgotten", Differentiate(symbol("r"), symbol("s")), ("x = any_g(any_g(2*r))",),
         "s = 2*slope_of_g(any_g(2*r))"),
    twin("every function is a sum", State(of("any_h(r + s) = any_h(r) + any_h(s)")), ("r = 2*s",),
         "any_h(r + s) = any_h(r) + any_h(s)"),
    twin("all terms alike", State(of("r = 2*left(0)")), ("r = sum(left(l), l, 0, 1)",), "r = 2*left(0)"),
    twin("a function of the wrong bit", State(of("bit_b = xor(bit_c, bit_f(bit_b))")), _XOR,
         "bit_b = xor(bit_c, bit_f(bit_b))"),
    twin("the sign of numbers", Solve(symbol("row_b")), _ROWS, "row_b = row_c - row_f(row_a)"),
    twin("a part forgotten", Solve(symbol("row_b")), _ROWS, "row_b = row_c"),
    twin("a sum with its carry", State(of("row_c = row_b + row_f(row_a)")), _ROWS, "row_c = row_b + row_f(row_a)"),
    twin("a function of another row", State(of("row_b = xor(row_c, row_f(row_b))")), _ROWS,
         "row_b = xor(row_c, row_f(row_b))"),
)
