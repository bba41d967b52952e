"""The numbers of the lecture and the versions of them, as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from derivations.lecture.spoken import Spoken, Topic
from derivations.show.table import Table
from derivations.show.terminal import PLAIN, Style, table_lines, wrapped


def spoken_lines(rows: Iterable[Spoken], style: Style = PLAIN) -> list[str]:
    """A table: what was said, when, and the claims; a row without a number says why it has none."""
    cells = ((row.said, row.time, ", ".join(row.claims) or f"no claim: {row.reason}") for row in rows)
    return table_lines(Table("Numbers of the lecture", ("said", "when", "claims"), tuple(cells)), style)


def versions_lines(topics: Iterable[Topic], style: Style = PLAIN) -> list[str]:
    """Each topic with its versions, the one that is followed, the reason, and where a number for it is derived."""
    lines: list[str] = []
    for topic in topics:
        lines += [*([""] if lines else []), style.paint(topic.topic, "title")]
        for version in topic.versions:
            lines += wrapped(f"{version.says}: {version.by}", style, "  - ", "    ")
        lines += wrapped(f"followed: {topic.follow}; {topic.why}", style, "  ", "    ")
        derived = "; ".join(f"{item.claim}, step {item.place}" for item in topic.derived)
        lines += wrapped(f"derived in {derived or ', '.join(topic.claims)}", style, "  ", "    ")
    return lines
