"""A file with a claim of the reader's own."""


CLAIMS = """
from derivations import Claim, Notation, Premise

NOTATION = Notation.of('''
t [s] time to load the weights
S [byte] size of the weights
W [byte/s] bandwidth of the disk
''')

def cold_start(board):
    load = board.take(Premise("load", "t = S/W", because="every byte crosses the link once"))
    return board.solve("bandwidth", load, for_="W")

COLD_START = Claim("cold-start", NOTATION, cold_start)
"""
