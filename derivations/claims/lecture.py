"""The lecture, as a source."""

from derivations.values.source import Source

LECTURE = Source(
    "lecture",
    "Reiner Pope's blackboard lecture on the Dwarkesh Podcast, transcript",
    url="https://www.dwarkesh.com/p/reiner-pope",
    date="2026-04-29",
    author="Pope, Reiner and Patel, Dwarkesh",
    standing="verified",
)
CARDS = Source(
    "lecture-cards",
    "practice cards to the lecture",
    url="https://github.com/dwarkeshsp/flashcards",
    date="2026-07-22",
    standing="verified",
)
POPE = "Reiner Pope"
PATEL = "Dwarkesh Patel"
