"""The keys of what is kept of a claim: digests of what it asks, and who answers.

Not of who might answer: a line of the engine that changes no answer makes nothing again. What changes an answer raises
a number by hand, which the test reminds of that derives every claim anew.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from derivations.proof import cache

if TYPE_CHECKING:
    from derivations.claim.claim import Claim

ENGINE = 7  # raised by hand when rules, or what evaluates them, answer the same question otherwise
COMPUTES_BY = ("sympy", "mpmath")
_READ_WITH = ("defaults", "readings", "published", "not_from_cards", "deployment", "counted")
_OF_SOME = ("fitting", "staged")  # which the key of others does not mention
_WITHOUT_NUMBERS = ("sources.toml", "simulators.toml")


@lru_cache(maxsize=1)
def engine() -> tuple[int, str, str]:
    """What answers: the number of the engine, and the versions of what it computes by.

    Raises `LookupError` where a version is not known.
    """
    from importlib import metadata  # slow to import, and not needed where something is changed

    try:
        sympy, mpmath = (metadata.version(name) for name in COMPUTES_BY)
    except metadata.PackageNotFoundError as error:
        raise LookupError(f"no version of {error.name}") from None
    return ENGINE, sympy, mpmath


def asked(claim: Claim) -> str:
    """The digest of what the derivation of a claim rests on, without its prose."""
    return cache.digest([claim.script.digest, claim.result])


def asked_in_numbers(claim: Claim) -> str:
    """The digest of what the numbers of a claim rest on beside its derivation: readings, cards, measured tables."""
    from derivations.claim.claim import shares_in
    from derivations.derivation.script import plain

    read_with = {name: plain(getattr(claim, name)) for name in _READ_WITH} | (
        {name: getattr(claim, name) for name in _OF_SOME if getattr(claim, name)})
    choices = [plain(premise.alternatives) for premise in claim.script.premises]
    choices += [plain(premise.leaves_out) for premise in claim.script.premises if premise.leaves_out]
    shares = sorted(shares_in(claim.answer))  # are told in per cent
    return cache.digest([asked(claim), read_with, choices, shares, _cards(), _tables(claim.name)])


@lru_cache(maxsize=1)
def _cards() -> str:
    """The digest of the packaged card files, without their comments."""
    folder = resources.files("derivations.sources") / "data"
    texts = {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()
             if file.name.endswith(".toml") and file.name not in _WITHOUT_NUMBERS}
    lines = {name: [line for line in text.splitlines() if line and not line.startswith("#")]
             for name, text in texts.items()}
    return cache.digest(lines)


def _tables(claim: str) -> list[tuple[str, str]]:
    """The packaged measured tables that name a claim, with the digest of each."""
    return [(name, digest) for name, digest, head in _measured() if f'"{claim}"' in head]


@lru_cache(maxsize=1)
def _measured() -> tuple[tuple[str, str, str], ...]:
    """The name, the digest and the head of every measured table."""
    found = []
    for file in (resources.files("derivations.sources") / "data" / "measured").iterdir():
        content = file.read_bytes()
        head = "\n".join(line for line in content.decode().splitlines() if line.startswith("#"))
        found.append((file.name, cache.digest_of_bytes(content), head))
    return tuple(sorted(found))
