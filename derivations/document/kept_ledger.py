"""The kept ledger: the rows of the built-in claims as they are shipped, so that a list of them reads nothing else.

The seal of a row is a digest of what it says and of what that rests on: what the claim asks, the prose that it tells,
and what Rocq accepts. A row under another seal is as if it were not there. `derive check` holds it to what the claim
comes to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import resources
from typing import TYPE_CHECKING, Any

from derivations.claim.asked import asked_in_numbers, engine
from derivations.claims.index import CLAIMS, find_claim
from derivations.derivation.codec import PLAIN, types
from derivations.document.ledger_row import LedgerRow
from derivations.errors import InputError
from derivations.proof import cache

if TYPE_CHECKING:
    from derivations.claim.claim import Claim

PLACE = ("document", "ledger.json")


def kept_rows(claims: Sequence[Claim]) -> tuple[LedgerRow, ...] | None:
    """The rows of built-in claims as they are shipped; None where one of them has none for what it asks."""
    found, rests_on = _shipped(), _rests_on()
    rows = [_kept(claim, found.get(claim.name), rests_on) for claim in claims]
    return None if None in rows else tuple(row for row in rows if row is not None)


def kept_row(claim: Claim) -> LedgerRow | None:
    """The row of a built-in claim as it is shipped; None where there is none for what it asks."""
    rows = kept_rows((claim,))
    return None if rows is None else rows[0]


def ledger_file(rows: Iterable[tuple[Claim, LedgerRow]]) -> str:
    """The text of the file with these rows, a line for each thing that is said.

    Raises `LookupError` where it is not known what they are made with.
    """
    rests_on = _rests_on()
    data = {claim.name: {"seal": _seal(claim, row, rests_on), **PLAIN.write(row, LedgerRow)} for claim, row in rows}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def what_is_shipped() -> str:
    """The digest of the file."""
    return cache.digest_of_bytes(_text(*PLACE).encode())


def _kept(claim: Claim, data: Any, rests_on: str) -> LedgerRow | None:
    if claim.name in CLAIMS and claim is find_claim(claim.name):
        with suppress(InputError):
            told = PLAIN.fields(data, {"seal": str, **types(LedgerRow)}, f"the row of {claim.name}")
            seal, row = told.pop("seal"), LedgerRow(**told)
            if seal == _seal(claim, row, rests_on):
                return row
    return None


def _seal(claim: Claim, row: LedgerRow, rests_on: str) -> str:
    prose = (claim.title, claim.outside, claim.deciding, repr(claim.published))
    return cache.digest([engine(), asked_in_numbers(claim), prose, rests_on, PLAIN.write(row, LedgerRow)])


def _rests_on() -> str:
    """What all rows rest on beside their claims: a digest of what Rocq accepts."""
    return cache.digest_of_bytes(_text("rocq", "accepted.json").encode())


def _shipped() -> Mapping[str, Any]:
    with suppress(ValueError, RecursionError):
        found = json.loads(_text(*PLACE)) if cache.answering() else {}
        if isinstance(found, dict):
            return found
    return {}


def _text(*place: str) -> str:
    """A file of the package; empty where it cannot be read."""
    try:
        return resources.files("derivations").joinpath(*place).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
