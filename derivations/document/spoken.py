"""The numbers of the lecture and the versions of them, as documents and as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from derivations.claims.spoken import Spoken, Topic
from derivations.document.blocks import EMPTY, Document, TextLine
from derivations.document.shown import Producer
from derivations.document.table import Table


def spoken_table(rows: Iterable[Spoken]) -> Table:
    """Each number as it was said, when, and the claims; a row without a claim says why it has none."""
    cells = ((row.said, row.time, ", ".join(row.claims) or f"no claim: {row.reason}") for row in rows)
    return Table("Numbers of the lecture", ("said", "when", "claims"), tuple(cells))


def spoken_document(rows: Iterable[Spoken]) -> Document:
    """The table of the numbers."""
    return Document.of(spoken_table(rows))


def versions_table(topics: Iterable[Topic]) -> Table:
    """A row for each version of each topic: what it says, who tells it, and whether it is the one that is followed."""
    cells = ((topic.topic, version.says, version.by, topic.follow, topic.why)
             for topic in topics for version in topic.versions)
    return Table("Versions", ("topic", "says", "by", "followed", "why"), tuple(cells), keys=2)


def versions_document(topics: Iterable[Topic]) -> Document:
    """Each topic with its versions, the one that is followed, the reason, and the steps that derive a number for it."""
    return Document.of(_versions(topics))


def _versions(topics: Iterable[Topic]) -> Iterator[TextLine]:
    for place, topic in enumerate(topics):
        yield from [EMPTY] if place else []
        yield TextLine(topic.topic, whole=True, role="title")
        for version in topic.versions:
            yield TextLine(f"- {version.says}: {version.by}", depth=1, hang=2)
        yield TextLine(f"followed: {topic.follow}; {topic.why}", depth=1, hang=2)
        derived = "; ".join(f"{item.claim}, step {item.place}" for item in topic.derived)
        if topic.claims:
            yield TextLine(f"derived in {derived}" if derived else f"see {', '.join(topic.claims)}", depth=1, hang=2)


SPOKEN = Producer(spoken_document, lambda rows: {"numbers": list(map(asdict, rows))}, spoken_table)
VERSIONS = Producer(versions_document, lambda topics: {"versions": list(map(asdict, topics))}, versions_table)
