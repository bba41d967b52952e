"""Numbers of the lecture, and topics told in several versions: each beside the claims that deal with it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_DATA = files("derivations.claims").joinpath("data")


@dataclass(frozen=True)
class Spoken:
    """A row of the lecture's numbers: what was said, when, and the claim that deals with each number.

    `numbers` maps a number, as the claim writes it, to the claim. A row without numbers makes no quantitative
    statement, and `reason` says why.
    """

    said: str
    time: str
    numbers: Mapping[str, str]
    reason: str = ""

    @property
    def claims(self) -> tuple[str, ...]:
        """The claims of the row, each once."""
        return tuple(dict.fromkeys(self.numbers.values()))


@dataclass(frozen=True)
class Version:
    """One version, and who tells it."""

    says: str
    by: str


@dataclass(frozen=True)
class Derived:
    """A number that a claim derives: the step, and the reading it is evaluated in; without one, as said."""

    claim: str
    step: str
    reading: str = ""

    @property
    def place(self) -> str:
        """The step, and the reading if there is one."""
        return f"{self.step}, {self.reading}" if self.reading else self.step


@dataclass(frozen=True)
class Topic:
    """Something that is told in several versions: these, the one that is followed, and why."""

    topic: str
    versions: tuple[Version, ...]
    follow: str
    why: str
    claims: tuple[str, ...]
    derived: tuple[Derived, ...] = ()


@cache
def spoken_numbers() -> tuple[Spoken, ...]:
    """Every number of the lecture, in its order.

    >>> spoken_numbers()[0].time
    '0:01:05'
    """
    return tuple(
        Spoken(row["said"], row["time"], row.get("numbers", {}), row.get("reason", "")) for row in _rows("lecture.toml")
    )


@cache
def versions_told() -> tuple[Topic, ...]:
    """Every topic on which the lecture and those who retold it disagree.

    >>> versions_told()[0].follow
    'the configuration file'
    """
    return tuple(
        Topic(
            row["topic"], tuple(Version(**version) for version in row["versions"]), row["follow"], row["why"],
            tuple(row["claims"]), tuple(map(_derived, row.get("derived", ()))),
        )
        for row in _rows("versions.toml")
    )


def derived_by(claim: str) -> tuple[Derived, ...]:
    """The numbers of one claim that stand beside versions of what was said."""
    found = (item for topic in versions_told() for item in topic.derived if item.claim == claim)
    return tuple(dict.fromkeys(found))


def _rows(name: str) -> list[dict[str, Any]]:
    (rows,) = tomllib.loads(_DATA.joinpath(name).read_text(encoding="utf-8")).values()
    return list(rows)


def _derived(text: str) -> Derived:
    """A number from ``claim: step`` or ``claim: step, reading``."""
    claim, _, rest = text.partition(": ")
    step, _, reading = rest.partition(", ")
    return Derived(claim, step, reading)
