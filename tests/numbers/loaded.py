"""A small derivation that the tests of values put numbers into."""

from derivations import Board, Derivation, Notation, Premise, Scenario, parse_value
from derivations.numbers.evaluation import Evaluation

NOTATION = Notation.of("""
t [s] time to load the weights
S [byte] size of the weights
W [byte/s] bandwidth of the disk
x [] (fraction) share that is cached
N [GPU] machines
""")


def loaded(*, premise: str = "t = S/W", solved: str = "W") -> Derivation:
    """One premise turned round."""
    board = Board(NOTATION)
    board.solve("solved", board.take(Premise("load", premise)), for_=solved)
    return board.finish("solved")


def evaluated(derivation: Derivation, outside: str = "too slow", **texts: str) -> Evaluation:
    """The derivation with these values."""
    values = {name: parse_value(text) for name, text in texts.items()}
    return Evaluation(derivation, Scenario("mine", "mine", values), outside)
