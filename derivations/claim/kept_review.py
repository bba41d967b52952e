"""Kept reviews: the review of a built-in claim from the transcript of its derivation, replayed without SymPy.

A transcript, the count of published numbers and the verdicts that take long stand in a file that says what they were
made from, and what the file says: one that was made from other sources, or by another SymPy, or that somebody changed,
is as if it were not there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from derivations.claim.review import PublishedCount, Review, published_count, reviewed
from derivations.errors import InputError
from derivations.search import cache, proof_store
from derivations.search.record import record_or_none, recorded
from derivations.search.transcript import Transcript, read_transcript, text_of, transcript_data

if TYPE_CHECKING:
    from derivations.claim.claim import Claim
    from derivations.claim.published import Comparison
    from derivations.search.derivation import Derivation

SHIPPED = "reviews"  # the folder beside this module with those of the built-in claims; the cache has one, too
_ROOMS = (
    "errors.py", "files.py", "language", "kernel", "search", "numbers", "sources", "claim", "lecture", "beyond",
    "study",
)
_ENGINES = ("sympy", "mpmath")
_MOST = 280  # files in the cache


@lru_cache(maxsize=1)
def made_from() -> dict[str, str]:
    """The sources of a review: a digest of the package's sources and cards, and the versions of what it computes by.

    Raises `LookupError` where a version is not known.
    """
    from importlib import metadata  # slow to import, and not needed where something is changed

    try:
        versions = {name: metadata.version(name) for name in _ENGINES}
    except metadata.PackageNotFoundError as error:
        raise LookupError(f"no version of {error.name}") from None
    return {"sources": cache.package_digest(*_ROOMS), **versions}


def kept_review(claim: str) -> Review | None:
    """The review of a built-in claim whose certificates the kernel replays; None where it is to be derived anew."""
    found = next(_replayed(claim), None)
    return None if found is None else reviewed(claim, found.transcript, found.published)


def what_is_replayed(claims: Iterable[str]) -> str:
    """The digest of what the kernel replays for these claims: their reviews, and the certificates that are shipped.

    A replay is a function of these, of the kernel and of nothing else, so that one of the same content need not be
    made again. A certificate of the reader's cache, where a review needs one, is replayed whenever it is read.
    """
    return cache.digest([proof_store.shipped_digest(), [[claim, *_texts(claim)] for claim in claims]])


def kept_derivation(claim: Claim) -> Derivation | None:
    """The derivation of a built-in claim, without what only a check needs; None where it is to be derived anew.

    The kernel has replayed the certificates behind all that it calls proven.
    """
    for kept in _replayed(claim.name):
        with suppress(InputError, LookupError, TypeError, ValueError, AttributeError):
            found = recorded(kept.record, claim.notation)
            if kept.transcript.tells(found):
                return found
    return None


def kept_verdicts(claim: str) -> dict[str, Any] | None:
    """The kept verdicts that take long, by name; None where they are to be computed anew.

    They come from the same sources and cards, as far as the seal of the file fits.
    """
    for text in _texts(claim):
        data = _unsealed(text)
        if data is not None and isinstance(found := data.get("verdicts"), dict):
            return found
    return None


def keep_review(claim: str, derivation: Derivation, rows: Sequence[Comparison]) -> Review:
    """The review of a derivation with its published numbers, kept in the reader's cache if nothing is wrong."""
    from derivations.search.transcription import transcribed

    transcript, published = transcribed(derivation), published_count(rows)
    found = reviewed(claim, transcript, published)
    if not found.problems:  # what is wrong may be for want of time
        with suppress(LookupError):
            cache.write(review_text(transcript, published, record_or_none(derivation)), *_place(claim))
            cache.keep_newest(_MOST, SHIPPED)
    return found


def review_text(
    transcript: Transcript, published: PublishedCount, record: Mapping[str, Any] | None = None,
    verdicts: Mapping[str, Any] | None = None,
) -> str:
    """The file of a review, with the record of the derivation and the data of `verdicts` that take long, by name.

    Raises `LookupError` where it is not known what it is made from.
    """
    data = {"made_from": made_from(), **transcript_data(transcript),
            "published": [published.conclusions, published.follow], "record": record, "verdicts": verdicts}
    return text_of({"seal": cache.digest(data), **data})


def _texts(claim: str) -> Iterator[str]:
    """The files of a review, that which is shipped first."""
    if cache.answering():
        with suppress(OSError, ValueError):
            yield _shipped(claim)
        with suppress(LookupError):
            yield cache.read(*_place(claim)) or ""


def _shipped(claim: str) -> str:
    file = resources.files("derivations") / "claim" / SHIPPED / f"{claim}.json"
    return file.read_text(encoding="utf-8")


class _Replayed(NamedTuple):
    """What a file says, once the kernel has replayed the certificates behind it."""

    transcript: Transcript
    published: PublishedCount
    record: Any


def _replayed(claim: str) -> Iterator[_Replayed]:
    for text in _texts(claim):
        found = _read(text)
        if found is not None:
            yield found


def _read(text: str) -> _Replayed | None:
    data = _unsealed(text)
    if data is None:
        return None
    try:
        conclusions, follow = data["published"]
        published = PublishedCount(int(conclusions), int(follow))
    except (LookupError, TypeError, ValueError):
        return None
    transcript = read_transcript(data)
    if transcript is None or not transcript.upheld():
        return None
    return _Replayed(transcript, published, data.get("record"))


def _unsealed(text: str) -> dict[str, Any] | None:
    """What a file says; None where it was made from something else, or is not as it was sealed."""
    try:
        data: dict[str, Any] = json.loads(text)
        seal = data.pop("seal")
        return data if data["made_from"] == made_from() and seal == cache.digest(data) else None
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return None


def _place(claim: str) -> tuple[str, ...]:
    return SHIPPED, cache.digest(made_from())[:16], f"{claim}.json"
