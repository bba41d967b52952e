"""The part of long tests that a word draws, so that every commit runs some of them: no clock, and no other chance.

`python -m tests.part WORD` prints the claims of the part.
"""

import hashlib
import re
import subprocess
import sys
from collections.abc import Collection, Iterable
from functools import cache
from math import ceil
from pathlib import Path
from typing import NamedTuple

from derivations.claims.index import CLAIMS

ONE_IN = 48
FILES_OF_A_CLAIM = 2  # of those with tests of a claim that is drawn, one in so many
_MODULES = "|".join(name.replace("-", "_") for name in CLAIMS)
_OF_A_CLAIM = re.compile(rf"^(?:derivations|tests)/claims/(?:lecture|beyond)/(?:test_)?({_MODULES})"
                         r"(?:_changed|_cards|_costs|_random)?\.py$")


def drawn(names: Collection[str], word: str) -> tuple[str, ...]:
    """Those of some names that a word draws, in their order: one in 48, and at least one of any."""
    first = sorted(names, key=lambda name: hashlib.sha256(f"{word} {name}".encode()).digest())
    kept = set(first[:ceil(len(names) / ONE_IN)])
    return tuple(name for name in names if name in kept)


def is_drawn(file: str, claim: str, word: str) -> bool:
    """True if a word that draws a claim draws its tests in a file, too: one claim may have as many as all files drawn.
    """
    return chance(f"{file} {claim}", word) % FILES_OF_A_CLAIM == 0


def chance(name: str, word: str) -> int:
    """A number that a word draws for a name."""
    return int(hashlib.sha256(f"{word} {name}".encode()).hexdigest(), 16)


def part_of(units: Iterable[str], word: str) -> frozenset[str]:
    """What a word draws of units of tests: of all claims, of which each is a unit, and of the others apart."""
    others = sorted(set(units) - set(CLAIMS))
    return frozenset((*drawn(CLAIMS, word), *drawn(others, word)))


def claim_of(file: str) -> str:
    """The claim of which a file is the module or has tests of its own; empty for others."""
    found = _OF_A_CLAIM.match(file)
    return found[1].replace("_", "-") if found else ""


def tests_of(file: str) -> str:
    """The file of tests of a module, or of itself; empty for what has none."""
    found = re.fullmatch(r"(?:derivations/(.*/)?|tests/(.*/)?test_)(\w+)\.py", file)
    return f"tests/{found[1] or found[2] or ''}test_{found[3]}.py" if found else ""


class Changed(NamedTuple):
    """What a commit changes: claims, by their module or a test of their own; and the files with tests of the rest."""

    claims: tuple[str, ...] = ()
    files: frozenset[str] = frozenset()


@cache
def in_commit(word: str, folder: Path = Path(__file__).parent) -> Changed:
    """What a commit changes; nothing for a word that is no commit."""
    asked = ["git", "-C", str(folder), "diff", "--name-only", f"{word}~", word, "--"]
    try:
        found = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)
    except OSError:  # no git here
        return Changed()
    named = found.stdout.splitlines()
    changed = set(map(claim_of, named))
    files = {tests_of(file) for file in named if not claim_of(file)} - {""}
    return Changed(tuple(name for name in CLAIMS if name in changed), frozenset(files))


if __name__ == "__main__":
    print(*drawn(CLAIMS, sys.argv[1]))
