"""Sources of numbers, and their standing: how far each can be trusted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, cast, get_args

from derivations.errors import InputError, UnknownNameError

SourceStanding = Literal["verified", "measured", "secondary", "unverified"]

# What each standing means to a reader, from the most to the least trusted.
STANDINGS: dict[SourceStanding, str] = {
    "verified": "read in the primary source",
    "measured": "timed on the reader's own machine",
    "secondary": "read in a page that quotes the primary source",
    "unverified": "from general knowledge; check it before relying on it",
}


@dataclass(frozen=True)
class Source:
    """A document that states a number.

    `key` names the source in a catalog, `date` is the day (or month or year) of the version that was read, `author`
    is written as BibTeX has it ("Hoffmann, Jordan and others"), and `standing` is one of `STANDINGS`. Raises
    `InputError` for an empty key or title and `UnknownNameError` for an unknown standing.

    >>> Source("sheet", "Data sheet", date="2023", standing="verified").label
    'Data sheet, 2023'
    """

    key: str
    title: str
    url: str = ""
    date: str = ""
    author: str = ""
    standing: SourceStanding = field(kw_only=True)

    def __post_init__(self) -> None:
        if not self.key or not self.title:
            raise InputError("a source needs a key and a title")
        read_standing(self.standing)

    @property
    def is_verified(self) -> bool:
        """True if the number was read in the primary source."""
        return self.standing == "verified"

    @property
    def label(self) -> str:
        """The source in one line: title, date, and its standing unless it is verified."""
        note = "" if self.is_verified else f" ({self.standing})"
        return (f"{self.title}, {self.date}" if self.date else self.title) + note


def read_standing(text: str) -> SourceStanding:
    """The standing of that name; raises `UnknownNameError` for any other word.

    >>> read_standing("secondary")
    'secondary'
    """
    if text not in get_args(SourceStanding):
        raise UnknownNameError("standing", text, STANDINGS)
    return cast(SourceStanding, text)


def source_data(source: Source | None, date: str = "") -> dict[str, Any]:
    """A document with its address and how far it can be trusted; the date of a number stands before that of its source.
    """
    return {
        "source": None if source is None else source.title,
        "url": None if source is None else source.url or None,
        "standing": None if source is None else source.standing,
        "date": date or (source.date if source else "") or None,
    }
