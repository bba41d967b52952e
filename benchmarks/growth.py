"""How the cost of a derivation grows with its steps: a synthetic claim of 1,000 steps beside one of 100.

Half of the steps are premises, each with a letter and a number of its own, and half solve them for the letter before;
so letters grow with steps as they do in claims, and no step is like another. The store begins empty, or a second run
would find in the reader's cache what the first one proved.

    python benchmarks/growth.py [ROUNDS]
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import tempfile
import time

from aims import told

from derivations import Board, Claim, Handle, Notation, Premise
from derivations.proof import cache

AIM = 12.0


def synthetic(steps: int, first: int) -> Claim:
    """A claim of so many steps; `first` is the number in its first premise, the next ones follow."""
    links = steps // 2

    def body(board: Board) -> Handle:
        solved = None
        for link in range(links):
            taken = board.take(Premise(f"link-{link}", f"y{link + 1} = {first + link}*y{link}/z"))
            solved = board.solve(f"back-{link}", taken, for_=f"y{link}")
        assert solved is not None
        return solved

    letters = "\n".join(f"y{link} [s] time" for link in range(links + 1))
    return Claim("synthetic", Notation.of(f"z [] share\n{letters}"), body)


def seconds(steps: int, first: int) -> float:
    """Processor time of the derivation of a synthetic claim."""
    claim = synthetic(steps, first)
    gc.collect()  # what is left of the one before costs this one nothing
    start = time.process_time()
    derivation = claim.derive()
    used = time.process_time() - start
    assert len(derivation.trace) == steps
    assert not derivation.unsound
    return used


def main() -> None:
    """Print the ratio beside its aim."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ[cache.VARIABLE] = folder
        seconds(20, 2)
        for turn in range(rounds):
            first = 10_000 * (turn + 1)
            small = [seconds(100, first + 100 * place) for place in range(3)]
            ratios.append(seconds(1_000, first + 5_000) / statistics.median(small))
    print(told("1,000 steps beside 100", ratios, AIM))


if __name__ == "__main__":
    main()
