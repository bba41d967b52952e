"""What Rocq accepts of each claim, as its last judgement left it: told only of what it judged.

`scripts/rocq.py` has Rocq judge the claims and writes `accepted.json` beside this module. An entry speaks of a
derivation only as long as that says the same: under changed premises nothing is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from derivations.derivation.codec import PLAIN, selected, types, usual
from derivations.derivation.derivation import Derivation
from derivations.errors import DerivationsError
from derivations.language.display import plural
from derivations.language.quantity import Notation
from derivations.proof.cache import digest_of_bytes

if TYPE_CHECKING:
    from derivations.derivation.transcript import Transcript

FILE = "accepted.json"
UNSEEN = "nothing shows that such a state exists"


@dataclass(frozen=True)
class Accepted:
    """What Rocq accepts of a claim: its result as a theorem from premises, and the lines of its argument.

    `missing` names lines that are none there, and `unseen` states that a line speaks of and none is found of, each with
    the reason. `told_digest` is of what the steps say, `statements_digest` of the kernel's statements behind them.
    """

    result: bool  # whether the closing theorem is accepted: that the result follows from premises
    premises: int  # those that it rests on, with definitions
    lines: int
    of_lines: int
    told_digest: str
    statements_digest: str
    file: str = ""  # a digest of the text that was accepted
    by: str = ""  # the version of Rocq that accepted it
    missing: Mapping[str, str] = field(default_factory=dict)
    unseen: Mapping[str, str] = field(default_factory=dict)

    @property
    def brief(self) -> str:
        """What is accepted in a few words: of the result alone."""
        if self.result:
            return f"result from {plural(self.premises, 'premise')}"
        return f"{self.lines} of {self.of_lines} lines, not the result"

    @property
    def words(self) -> str:
        """What is accepted, and what is not, in a few words."""
        told = f"the whole argument, {self.brief}" if self.result else self.brief
        if self.result and self.missing:
            told += f"; {self.lines} of {self.of_lines} lines"
        return f"{told}; for {plural(len(self.unseen), 'context')} {UNSEEN}" if self.unseen else told

    @property
    def items(self) -> tuple[str, ...]:
        """Lines that are missing, and what no state is found for, each with the reason."""
        return (*(f"without {name}: {why}" for name, why in self.missing.items()),
                *(f"{name}: {UNSEEN} ({why})" for name, why in self.unseen.items()))

    def as_data(self) -> dict[str, Any]:
        """The same as plain data."""
        told: dict[str, Any] = selected(self, "result premises lines of_lines missing unseen")
        return told


def all_accepted() -> Mapping[str, Accepted]:
    """Entries of the file, by claim; none where it cannot be read."""
    return _shipped() or {}


def unreadable() -> str:
    """The file, if it cannot be read; else empty."""
    return f"rocq/{FILE}" if _shipped() is None else ""


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Accepted] | None:
    with suppress(OSError, ValueError, LookupError, TypeError, AttributeError, DerivationsError):
        return read_accepted((resources.files("derivations") / "rocq" / FILE).read_text(encoding="utf-8"))
    return None


def read_accepted(text: str) -> dict[str, Accepted]:
    """The entries in a text."""
    return {name: Accepted(**PLAIN.fields(told, types(Accepted), f"what is accepted of {name}", usual(Accepted)))
            for name, told in json.loads(text).items()}


def accepted_text(entries: Mapping[str, Accepted]) -> str:
    """Entries as a text, sorted."""
    told = {name: PLAIN.told(entry, types(Accepted), usual(Accepted)) for name, entry in sorted(entries.items())}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def accepted(claim: str, derivation: Derivation) -> Accepted | None:
    """The entry of a derivation of a claim; None where it judged none, or one that says something else."""
    if any(step.replaces and step.replaces != str(step.relation) for step in derivation.premises):
        return None  # without a digest of all that it says
    found = all_accepted().get(claim)
    return found if found is not None and found.told_digest == told_digest(derivation) else None


def accepted_of_statements(claim: str, digests: Iterable[str]) -> Accepted | None:
    """The entry of a claim whose proofs rest on the statements of these digests; None as above."""
    found = all_accepted().get(claim)
    return found if found is not None and found.statements_digest == digest_of(digests) else None


def told_digest(derivation: Derivation) -> str:
    """A digest of what every step says, under which conditions and from what, with the domains of all letters."""
    from derivations.derivation.transcript import as_told

    notation: Notation = derivation.notation
    steps = [as_told(step, notation) for step in derivation.trace]
    told = {
        "steps": [(step.name, step.rule, step.inputs, step.finding, step.says, step.under) for step in steps],
        "domains": sorted((quantity.name, quantity.domain, quantity.at_most or "") for quantity in notation),
    }
    return digest_of_bytes(json.dumps(told).encode())


def file_digest(text: str) -> str:
    """A digest of what a file for Rocq has Rocq prove, and of how: the comment that it begins with does not count."""
    return digest_of_bytes(text.partition("*)")[2].encode())


def statements_digest(transcript: Transcript) -> str:
    """A digest of the statements behind what is proven."""
    return digest_of(transcript.behind)


def digest_of(digests: Iterable[str]) -> str:
    """One digest for those of statements, in any order."""
    return digest_of_bytes("\n".join(sorted(set(digests))).encode())


def statements_digest_of(derivation: Derivation) -> str:
    """The same of a derivation with its obligations."""
    from derivations.derivation.transcription import transcribed

    return statements_digest(transcribed(derivation))
