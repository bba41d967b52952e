"""Kept reviews: what the built-in claims were found to say, kept by what they ask.

A file holds a derivation with the statements behind its steps, what is derived for the published numbers, and the
verdicts that take long. Its keys say what was asked: the calls of the claim's argument, its letters and its premises as
written, the engine that answered, and for numbers what the claim is read with, the cards and the measured tables. Prose
is in neither: it is read from the claim. A file with another key, and one that cannot be read, is as if it were not
there.

Of what a file says a step is proven only where the kernel replays its certificates; `derive check` holds the numbers to
what they evaluate to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import resources
from typing import TYPE_CHECKING, Any

from derivations.claim.asked import COMPUTES_BY, asked, asked_in_numbers, engine
from derivations.claim.review import Review, published_count, reviewed
from derivations.derivation.codec import PLAIN
from derivations.derivation.derivation import Derivation
from derivations.derivation.stored_form import restored_beside, stored_beside
from derivations.derivation.transcript import Transcript
from derivations.errors import InputError
from derivations.proof import cache, proof_store

if TYPE_CHECKING:
    from derivations.claim.claim import Claim
    from derivations.claim.published import Derived

SHIPPED = "reviews"  # the folder beside this module with those of the built-in claims; the cache has one, too
_UNREADABLE = "cannot be read"
_OUTSIDE = "{outside}"  # in the place of the claim's words for a failing condition
_STORE = cache.Store(SHIPPED, 280)


@dataclass(frozen=True)
class Kept:
    """What a file says of a claim, once the kernel has replayed the certificates behind it.

    The derivation is without what only a check by rules needs. `numbers` is empty where the file has none, or those of
    other cards.
    """

    claim: Claim
    derivation: Derivation
    transcript: Transcript
    numbers: Mapping[str, Any]
    stored: Any  # the derivation as the file has it
    seal: str

    @property
    def derived(self) -> tuple[Derived, ...] | None:
        """What is derived for the published numbers; None where that is not kept."""
        from derivations.claim.published import Derived

        with suppress(InputError):
            found = PLAIN.read(self.numbers.get("published"), tuple[Derived, ...], "what is derived")
            if len(found) == len(self.claim.published):
                return tuple(replace(each, why=each.why.replace(_OUTSIDE, self.claim.outside)) for each in found)
        return None

    @property
    def review(self) -> Review | None:
        """The counts of what was checked, and the problems; None where the published numbers are not kept."""
        from derivations.claim.published import comparisons

        if self.derived is None:
            return None
        return reviewed(self.claim.name, self.transcript, published_count(comparisons(self.claim, self.derived)))

    def is_of(self, derivation: Derivation) -> bool:
        """True if all that is kept of the steps is what this derivation, which was made anew, says of them."""
        from derivations.derivation.transcription import transcribed

        own = stored_beside(derivation, self.claim.script, transcribed(derivation))
        return bool(self.stored == json.loads(json.dumps(own)))


def kept(claim: Claim) -> Kept | None:
    """What is kept of a built-in claim whose certificates the kernel replays; None where it is to be derived anew."""
    return next(_replayed(claim), None)


def kept_review(claim: Claim) -> Review | None:
    """The review of a built-in claim from what is kept of it; None where it is to be derived anew."""
    return next((each for found in _replayed(claim) if (each := found.review) is not None), None)


def kept_derivation(claim: Claim) -> Derivation | None:
    """The derivation of a built-in claim from what is kept of it; None where it is to be derived anew.

    The kernel has replayed the certificates behind all that it calls proven.
    """
    return next((found.derivation for found in _replayed(claim)), None)


def kept_numbers(claim: Claim) -> Mapping[str, Any]:
    """The kept numbers of a claim, which stand by themselves; empty where they are to be computed anew."""
    for text in _texts(claim.name):
        data = _unsealed(text, claim)
        if data is not None and (found := _numbers(data, claim)):
            return found
    return {}


def why_not_kept(claim: Claim) -> str:
    """Why what is shipped of a built-in claim answers nothing, in a few words; empty where it does, or is not asked."""
    if not cache.answering():
        return ""
    file = f"{SHIPPED}/{claim.name}.json"
    try:
        text = _shipped(claim.name)
    except FileNotFoundError:
        return f"{file} is not there"
    except (OSError, ValueError):
        return f"{file} {_UNREADABLE}"
    opened = _opened(text, claim)
    if isinstance(opened, str):
        return f"{file} {opened}"
    try:
        _restored(opened, claim)
    except InputError as error:
        return f"{file}: {error}"
    if (found := kept(claim)) is not None:
        return "" if found.numbers else f"{file} has numbers of other cards, readings or tables"
    broken = proof_store.unreadable()
    return f"{broken[0]} cannot be read" if broken else f"the kernel does not replay all of {file}"


def what_is_replayed(claims: Iterable[str]) -> str:
    """The digest of what the kernel replays for these claims: their reviews, and the certificates that are shipped.

    A replay is a function of these, of the kernel and of nothing else, so that one of the same content need not be
    made again. A certificate of the reader's cache, where a review needs one, is replayed whenever it is read.
    """
    return cache.digest([proof_store.shipped_digest(), [[claim, *_texts(claim)] for claim in claims]])


def keep_review(claim: Claim, derivation: Derivation, derived: Sequence[Derived]) -> Review:
    """The review of a built-in claim's derivation, kept in the reader's cache if nothing is wrong.

    `derived` is what it gives for the published numbers.
    """
    from derivations.claim.published import comparisons
    from derivations.derivation.transcription import transcribed

    transcript = transcribed(derivation)
    found = reviewed(claim.name, transcript, published_count(comparisons(claim, derived)))
    if not found.problems:  # what is wrong may be for want of time
        with suppress(LookupError, InputError):  # no version is known, or no text leads back to a relation
            text = review_text(claim, derivation, {"published": derived_data(claim, derived)}, transcript)
            _STORE.write(_key(claim.name), text)
    return found


def derived_data(claim: Claim, derived: Iterable[Derived]) -> list[Any]:
    """What is derived for the published numbers of a claim, as plain data without the claim's own words."""
    words = claim.outside or _OUTSIDE
    return [PLAIN.write(replace(each, why=each.why.replace(words, _OUTSIDE)), type(each)) for each in derived]


def review_text(
    claim: Claim, derivation: Derivation, numbers: Mapping[str, Any], transcript: Transcript | None = None
) -> str:
    """The file of a claim: its derivation, and its `numbers` by name.

    Raises `LookupError` where it is not known what it is made with, and `InputError` where it cannot be stored.
    """
    from derivations.derivation.transcription import transcribed

    data = {
        "engine": list(engine()), "asked": asked(claim),
        "derivation": stored_beside(derivation, claim.script, transcript or transcribed(derivation)),
        "asked_in_numbers": asked_in_numbers(claim), "numbers": dict(numbers),
    }
    return text_of({"seal": cache.digest(data), **data})


def _texts(claim: str) -> Iterator[str]:
    """The files of a claim, that which is shipped first."""
    if cache.answering():
        with suppress(OSError, ValueError):
            yield _shipped(claim)
        with suppress(LookupError):
            yield _STORE.read(_key(claim)) or ""


def _shipped(claim: str) -> str:
    file = resources.files("derivations") / "claim" / SHIPPED / f"{claim}.json"
    return file.read_text(encoding="utf-8")


def _replayed(claim: Claim) -> Iterator[Kept]:
    for text in _texts(claim.name):
        if (data := _unsealed(text, claim)) is not None:
            with suppress(InputError):
                derivation, transcript = _restored(data, claim)
                if transcript.upheld():
                    yield Kept(claim, derivation, transcript, _numbers(data, claim), data["derivation"], data["seal"])


def _restored(data: Mapping[str, Any], claim: Claim) -> tuple[Derivation, Transcript]:
    """The derivation in a file, and what a replay takes of it; raises `InputError` for another one."""
    trace, transcript = restored_beside(data.get("derivation"), claim.script)
    own = claim.script.result or claim.result
    if own and trace.result != own:
        raise InputError(f"the result of the derivation is {trace.result!r}, and that of the claim {own!r}")
    return Derivation.of(trace), transcript


def _unsealed(text: str, claim: Claim) -> dict[str, Any] | None:
    """What a file says; None where it answers something else, or is not as it was sealed."""
    opened = _opened(text, claim)
    return None if isinstance(opened, str) else opened


def _opened(text: str, claim: Claim) -> dict[str, Any] | str:
    """What a file says of a claim, or why it is no answer, in a few words."""
    try:
        data: dict[str, Any] = json.loads(text)
        seal = data.pop("seal")
        made_by, digest = tuple(data["engine"]), data["asked"]
        here = engine()
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return _UNREADABLE
    if seal != cache.digest(data):
        return "is not as it was written"
    if made_by != here:
        pairs = zip(("engine", *COMPUTES_BY), made_by, here, strict=False)
        return f"was made with {'; '.join(f'{name} {then}, here is {now}' for name, then, now in pairs if then != now)}"
    if not claim.script.whole or digest != asked(claim):
        return "answers another question"
    return {**data, "seal": seal}


def _numbers(data: Mapping[str, Any], claim: Claim) -> Mapping[str, Any]:
    found = data.get("numbers")
    return found if isinstance(found, dict) and data.get("asked_in_numbers") == asked_in_numbers(claim) else {}


def _key(claim: str) -> str:
    """The key of a claim in the cache, which is another one for every package: no number of its is raised by hand."""
    return cache.digest([claim, cache.package_digest(), engine()])


def text_of(data: Mapping[str, Any]) -> str:
    """Plain data as JSON, each entry of a list on a line of its own, also of those one level down."""
    return f"{_lines(data, '')}\n"


def _lines(data: Mapping[str, Any], indent: str) -> str:
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            inside = ",\n".join(f"{indent}  {_json(item)}" for item in value)
            text = f"[\n{inside}\n{indent}]"
        elif isinstance(value, Mapping) and not indent and any(isinstance(item, list) for item in value.values()):
            text = _lines(value, "  ")
        else:
            text = _json(value)
        lines.append(f"{indent}{_json(key)}: {text}")
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
