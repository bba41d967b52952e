"""The proof store: certificates by the content of what they prove, those shipped and those in the reader's cache.

Nothing in it is believed: a certificate counts once the kernel has replayed it for the very statement that is asked,
so a store that is stale or tampered with costs time and never truth.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TypeAlias

from derivations.kernel import certificate as replay
from derivations.kernel.certificate import Certificate
from derivations.kernel.statement import Goal, Statement
from derivations.kernel.term import Proposition
from derivations.proof import cache

SHIPPED = "certificates"  # the folder beside this module with the certificates of the built-in claims
_FOUND = cache.Store(SHIPPED)
_Items: TypeAlias = tuple[tuple[str, str], ...]
_INSIDE = '  "'  # begins the line of a certificate in a file of shipped ones


def digest(statement: Statement) -> str:
    """The SHA-256 of what a statement says: what is given, in any order, its goals, and the domains of its names."""
    limits = (tuple(sorted(each.items())) for each in (statement.domains, statement.at_most))
    return _digest(frozenset(statement.given), statement.goals, *limits)


@lru_cache(maxsize=8192)  # a statement is looked for first, and its certificate kept then
def _digest(given: frozenset[Proposition], goals: tuple[Goal, ...], domains: _Items, at_most: _Items) -> str:
    told = {
        "given": sorted(map(json.dumps, given)),
        "goals": [[sorted(map(json.dumps, extra)), goal] for extra, goal in goals],
        "domains": domains, "at_most": at_most,
    }
    return cache.digest(told)


@lru_cache(maxsize=1)
def shipped() -> dict[str, str]:
    """The certificates that come with the package, by the digest of their statement, each as its line of text.

    A certificate is read when it is asked for: to read them all takes ten times as long as to find their lines.
    """
    found: dict[str, str] = {}
    for text in _shipped_texts().values():
        lines = (line.partition(": ") for line in (text or "").splitlines())
        found |= {key.strip(' "'): told.removesuffix(",") for key, _, told in lines if key.startswith(_INSIDE)}
    return found


def file_text(certificates: Mapping[str, Certificate]) -> str:
    """The file of certificates, by the digest of what they prove: one a line."""
    lines = (f'{_INSIDE}{key}": {json.dumps(found, separators=(",", ":"))}'
             for key, found in sorted(certificates.items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def unreadable() -> tuple[str, ...]:
    """The files of shipped certificates that cannot be read."""
    return tuple(f"{SHIPPED}/{name}" for name, text in _shipped_texts().items() if text is None)


@lru_cache(maxsize=1)
def shipped_digest() -> str:
    """The digest of all certificates that come with the package."""
    return cache.digest(_shipped_texts())


@lru_cache(maxsize=1)
def _shipped_texts() -> dict[str, str | None]:
    """Each file of shipped certificates; None for one that is no text, or cut short."""
    folder = resources.files("derivations") / "proof" / SHIPPED
    files = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    return {file.name: _text_of(file) for file in files if file.name.endswith(".json")}


def _text_of(file: Traversable) -> str | None:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
    return text if text.endswith("}\n") else None


def kept(statement: Statement) -> Certificate | None:
    """The certificate of a statement that is kept and that the kernel replays; None if there is none."""
    asked = _Asked(digest(statement), statement)
    return next((found for text in _candidates(asked.key) if (found := _replayed(asked, text)) is not None), None)


@dataclass(frozen=True)
class _Asked:
    """A statement, known by the digest of what it says."""

    key: str
    statement: Statement = field(compare=False)


@lru_cache(maxsize=8192)  # a replay is a function of both: a process makes it once
def _replayed(asked: _Asked, text: str) -> Certificate | None:
    """The certificate in a text, if the kernel replays it for a statement."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and replay.upholds(found, asked.statement) else None


def keep(statement: Statement, certificate: Certificate) -> None:
    """Keep a certificate in the reader's cache, if that can be written."""
    key = digest(statement)
    if key not in shipped():
        _FOUND.write(key, json.dumps(certificate, separators=(",", ":")))


def _candidates(key: str) -> Iterator[str]:
    """The texts that are kept for a digest, that which is shipped first."""
    if cache.answering() and key in shipped():
        yield shipped()[key]
    if (text := _FOUND.read(key)) is not None:
        yield text
