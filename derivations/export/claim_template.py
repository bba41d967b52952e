"""A file with a claim of the reader's own, to start from: each part with what it is for."""

from __future__ import annotations

TEMPLATE = '''\
"""A claim of one's own: derive show my-claim --claims my_claims.py"""

from derivations import Claim, Notation, Premise

# the letters: name, unit, meaning; (fraction), (real) or (nonnegative) before the meaning where positive is not meant
LETTERS = Notation.of("""
    t_read  [s]       time to read the weights once
    S       [byte]    size of the weights
    W_mem   [byte/s]  bandwidth of the memory
    X_seq   [1/s]     passes per second
""")

# what is taken for granted, each with the reason to believe it; a reader may replace it with --assume reading="..."
READING = Premise("reading", "t_read = S/W_mem", because="every byte of the weights is read once")
PASSES = Premise("passes", "X_seq = 1/t_read", because="one pass follows the other, and reading takes all of its time")


def body(board):
    """The argument: each step computes the next relation, and the last one that is returned is the result."""
    reading = board.take(READING)
    passes = board.take(PASSES)
    spelled = board.substitute("spelled", passes, (reading,), because="the time, written out")
    rate = board.rewrite("rate", spelled, "X_seq = W_mem/S", because="the same, as one would say it")
    # a wrong statement that is refuted; board.solve, limit, boundary, minimise, rewrite and others compute steps, too
    board.reject("inverted", "X_seq = S/W_mem", against=(rate,), because="a time, and not a rate")
    return rate


CLAIM = Claim(
    "my-claim", LETTERS, body,
    title="How many passes per second does memory allow?",
    question="How often can the weights be read?",
    defaults={"S": "671 GB", "W_mem": "38.4 TB/s"},
)
'''
