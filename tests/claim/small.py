"""Small claims that the tests of this folder turn this way and that."""

from collections.abc import Callable

from derivations import Board, Claim, Handle, Notation, Premise, Published, Reading, Said

NOTATION = Notation.of("""
t [s] time to load the weights
S [byte] size of the weights
W [byte/s] bandwidth of the disk
x [] (fraction) share that is cached
""")
LOAD = Premise("load", "t = S/W", because="every byte crosses the link once", source="by hand")
READING = Reading(
    "as-said", "as said", {"t": Said("20 s", "somebody", "p. 3"), "S": Said("140 GB", "somebody", "p. 4")}
)
BANDWIDTH = Published("bandwidth", "7 GB/s", "somebody", "p. 5", "exact")


def bandwidth(board: Board) -> Handle:
    """One premise, turned round."""
    load = board.take(LOAD)
    return board.solve("bandwidth", load, for_="W")


def claim(
    *published: Published, body: Callable[[Board], Handle | str | None] = bandwidth, outside: str = "too slow"
) -> Claim:
    """The claim about a cold start, with what was published about it."""
    return Claim("cold-start", NOTATION, body, outside=outside, readings=(READING,), published=published)
