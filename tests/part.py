"""The part of long tests that a word draws, so that every commit runs some of them: no clock, and no other chance.

`python -m tests.part WORD` prints the claims of the part.
"""

import hashlib
import sys
from collections.abc import Collection, Iterable
from math import ceil

from derivations.claims.index import CLAIMS

ONE_IN = 24


def drawn(names: Collection[str], word: str) -> tuple[str, ...]:
    """Those of some names that a word draws, in their order: one in 24, and at least one of any."""
    first = sorted(names, key=lambda name: hashlib.sha256(f"{word} {name}".encode()).digest())
    kept = set(first[:ceil(len(names) / ONE_IN)])
    return tuple(name for name in names if name in kept)


def chance(name: str, word: str) -> int:
    """A number that a word draws for a name."""
    return int(hashlib.sha256(f"{word} {name}".encode()).hexdigest(), 16)


def part_of(units: Iterable[str], word: str) -> frozenset[str]:
    """What a word draws of units of tests: of all claims, of which each is a unit, and of the others apart."""
    others = sorted(set(units) - set(CLAIMS))
    return frozenset((*drawn(CLAIMS, word), *drawn(others, word)))


if __name__ == "__main__":
    print(*drawn(CLAIMS, sys.argv[1]))
