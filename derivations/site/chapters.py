"""The chapters of the lecture on pages: a title, the time at which it begins, and the claims in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any


@dataclass(frozen=True)
class Chapter:
    """A chapter with the data of its claims; `time` is empty for what is not in the lecture."""

    title: str
    time: str
    claims: tuple[Mapping[str, Any], ...]


def chapter_title(chapter: str) -> tuple[str, str]:
    """The title of a chapter and the time at which it begins; no time for one that is not in the lecture.

    >>> chapter_title("0:32:09 How MoE models are laid out"), chapter_title("After the lecture")
    (('How MoE models are laid out', '0:32:09'), ('After the lecture', ''))
    """
    time, _, title = chapter.partition(" ")
    return (title, time) if ":" in time else (chapter, "")


def by_chapter(claims: Iterable[Mapping[str, Any]]) -> list[Chapter]:
    """The data of claims, in their order, chapter by chapter."""
    return [
        Chapter(*chapter_title(chapter), tuple(members))
        for chapter, members in groupby(claims, key=lambda claim: str(claim["chapter"]))
    ]
